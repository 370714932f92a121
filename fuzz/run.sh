#!/bin/sh
# Runs fuzz targets: fuzz/run.sh SECONDS TARGET…   (docs/fuzzing.md)
#
# The library games are copied into the corpus first. A finding ends the run of its target, and of the script.
set -eu
cd "$(dirname "$0")/.."

seconds=$1
shift
for target in "$@"; do
    corpus=fuzz/corpus/$target
    mkdir -p "$corpus"
    case $target in
    reader | macros | model) dict=zrf && cp games/*/*.zrf "$corpus" ;;
    lang)
        dict=zug
        # Files that games include may have the name of a game.
        for rules in games/*/*.zug; do
            cp "$rules" "$corpus/$(basename "$(dirname "$rules")")-$(basename "$rules")"
        done
        ;;
    zir)
        dict=zir
        cargo build --release
        for rules in games/*/*.zrf; do
            target/release/zug compile "$rules" >"$corpus/$(basename "$rules" .zrf).zir"
        done
        ;;
    *) dict=text ;;
    esac
    # Coverage needs options that only a bootstrapping compiler takes; our code is safe, so no sanitizer.
    RUSTC_BOOTSTRAP=1 cargo fuzz run -s none "$target" "$corpus" "fuzz/seeds/$target" "fuzz/regressions/$target" -- \
        -dict="fuzz/$dict.dict" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -report_slow_units=2 \
        -print_final_stats=1
done
