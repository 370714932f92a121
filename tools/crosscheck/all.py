#!/usr/bin/env python3
"""Runs all cross checks: random positions by independent programs, compared with the library.

    all.py FOLDER [--count 2000] [--seed 7] [NAME…]

Each file of positions is made once and kept in FOLDER. Needs the packages pyffish, open_spiel and pydraughts; what comes out is
written down in docs/crosschecks.md.
"""

import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent

# Script: names of games that it takes as its first word.
WITH_RESULTS = {
    "chess_variants.py": "chess atomic-chess antichess king-of-the-hill three-check racing-kings horde crazyhouse"
                         " capablanca-chess los-alamos-chess makruk shatranj",
    "openspiel.py": "backgammon kalah oware",
    "draughts_variants.py": "international-draughts russian-draughts brazilian-draughts english-draughts",
    "turkish_draughts.py": "turkish-draughts",
    "lines_and_jumps.py": "alquerque fanorona brandubh",
    "columns.py": "column-draughts laska",
    "mancala_and_dice.py": "toguz-kumalak royal-game-of-ur senet long-nardy",
    "chess_relatives.py": "bomb-chess belarusian-chess jester-chess four-player-chess",
    "other_boards.py": "cylinder-chess glinski-chess raumschach",
    "ultima.py": "ultima",
    "rithmomachy.py": "rithmomachy",
}

# The results of so many moves would take hours; the samples in games/ have them.
NAMES_ONLY = ["chess_variants.py", "other_boards.py", "ultima.py", "rithmomachy.py"]

# Scripts whose moves have names (see common.py): title of the variant and environment for each run.
WITH_NAMES = {
    "amazons": [("", "")],
    "atari-go": [("", ""), ("#Atari Go 5x5", "GO=5")],
    "ataxx": [("", "")],
    "breakthrough": [("", "")],
    "chinese-checkers": [("", "PLAYERS=6"), ("#Chinese Checkers (two players)", "PLAYERS=2")],
    "clobber": [("", "")],
    "connect-four": [("", "")],
    "dou-shou-qi": [("", "")],
    "go": [("", "GO=9"), ("#Go 5x5", "GO=5")],
    "gomoku": [("", "")],
    "hex": [("", "HEX=11"), ("#Hex (swap)", "HEX=11,swap=True"), ("#Hex 5x5", "HEX=5")],
    "hnefatafl": [("", "")],
    "konane": [("", "KONANE=8"), ("#Konane 6x6", "KONANE=6")],
    "lines-of-action": [("", "")],
    "nine-mens-morris": [("", "")],
    "ordo": [("", "")],
    "reversi": [("", "")],
    "tic-tac-toe": [("", "")],
    "y": [("", "Y=11"), ("#Y 5", "Y=5")],
}


def checks():
    """(name, file, command, environment)"""
    for script, names in WITH_RESULTS.items():
        for name in names.split():
            words = {"other_boards.py": [name, "positions"], "ultima.py": ["positions"]}.get(script, [name])
            words += ["--uci"] if script in NAMES_ONLY else []
            yield name, f"{name}.positions", [script, *words], {}
    for name, runs in WITH_NAMES.items():
        for n, (title, setting) in enumerate(runs, 1):
            script = name.replace("-", "_") + ".py"
            words = [script, "--expect", f"{name}.zug{title}"]
            yield name, f"{name}-{n}.moves", words, dict([setting.split("=", 1)] if setting else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--count", default="2000")
    parser.add_argument("--seed", default="7")
    parser.add_argument("--only-make", action="store_true", help="make the positions, compare nothing")
    options = parser.parse_intermixed_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    made = []
    for name, file, command, setting in checks():
        if options.names and name not in options.names:
            continue
        path = options.folder / file
        if not path.exists():
            command = [sys.executable, HERE / command[0], *command[1:], "--count", options.count, "--seed", options.seed]
            unfinished = path.with_suffix(".part")
            with open(unfinished, "w") as out:
                subprocess.run(command, stdout=out, check=True, env={**os.environ, **setting})
            unfinished.rename(path)
        made.append(path)
    if not options.only_make:
        cargo = ["cargo", "run", "--release", "-q", "-p", "zug-testkit", "--example", "crosscheck", "--"]
        sys.exit(subprocess.run(cargo + [p.resolve() for p in made], cwd=HERE).returncode)


if __name__ == "__main__":
    main()
