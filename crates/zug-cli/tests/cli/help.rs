//! Help in two languages, explanations, colours, completions, manual pages.

use crate::common::{Folder, zug};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn help_is_russian_for_a_flag_or_a_locale() {
    let help = zug(&["--help", "--lang", "ru"]).ok().out;
    for word in [
        "Использование: zug [ПАРАМЕТРЫ] [КОМАНДА]",
        "Команды:",
        "Параметры:",
        "Примеры:",
        "Играть в терминале",
    ] {
        assert!(help.contains(word), "no `{word}` in\n{help}");
    }
    let verb = zug(&["perft", "--lang=ru", "--help"]).ok().out;
    for word in ["<ИГРА> <ГЛУБИНА>", "Аргументы:", "[по умолчанию: auto]", "[возможные значения:"]
    {
        assert!(verb.contains(word), "no `{word}` in\n{verb}");
    }
    let by_locale = Command::new(env!("CARGO_BIN_EXE_zug"))
        .args(["help", "play"])
        .env("LC_ALL", "ru_RU.UTF-8")
        .output()
        .unwrap();
    assert!(String::from_utf8(by_locale.stdout).unwrap().contains("Использование"));
}

#[test]
fn wrong_usage_is_told_in_russian() {
    zug(&["--lang", "ru", "plya"]).fails(2, &["ошибка: неизвестная команда `plya`", "play", "Использование"]);
    zug(&["--lang", "ru", "perft", "chess", "many"]).fails(2, &["недопустимое значение `many`"]);
    zug(&["--lang", "ru", "check"]).fails(2, &["не хватает"]);
    zug(&["--lang", "ru", "games", "--jsno"]).fails(2, &["неизвестный параметр `--jsno`", "--json"]);
    zug(&["--lang", "ru", "rules", "chess", "--force"]).fails(2, &["--output"]);
}

#[test]
fn help_of_a_verb_is_found_by_either_way() {
    assert_eq!(zug(&["help", "check"]).ok().out, zug(&["check", "--help"]).ok().out);
    zug(&["help", "chekc"]).fails(2, &["there is no command `chekc`"]);
}

#[test]
fn messages_are_explained() {
    let told = zug(&["explain", "zrf-047"]).ok().out;
    assert!(told.starts_with("zrf-047: an unknown command"), "{told}");
    for spelling in ["ZRF047", "zrf47", "error[zrf-047]"] {
        assert_eq!(zug(&["explain", spelling]).ok().out, told);
    }
    assert!(zug(&["explain"]).ok().out.lines().count() > 100);
    assert_eq!(zug(&["explain", "try-007", "--json"]).ok().json()["messages"][0]["code"], "try-007");
    zug(&["explain", "zrf-999"]).fails(2, &["no message has the code `zrf-999`"]);
}

#[test]
fn messages_have_colours_where_they_are_wanted() {
    let folder = Folder::new();
    let bad = folder.write("bad.zug", "(piece (name Man) (move (chekc n)))");
    let colored = |args: &[&str]| zug(args).out.contains('\u{1b}');
    assert!(!colored(&["check", &bad]));
    assert!(colored(&["check", &bad, "--color", "always"]));
    assert!(!colored(&["check", &bad, "--color", "never"]));
    let refused = zug(&["show", &bad, "--color", "always"]);
    assert!(refused.err.contains('\u{1b}'), "{}", refused.err);
    zug(&["show", &bad]).fails(1, &["error[zug-041]"]);
}

#[test]
fn completions_are_scripts_of_their_shells() {
    for (shell, sign) in [("bash", "complete -F"), ("zsh", "#compdef zug"), ("fish", "complete -c zug")] {
        let script = zug(&["completions", shell]).ok().out;
        assert!(script.contains(sign), "{script}");
        for verb in ["play", "check", "explain"] {
            assert!(script.contains(verb), "no {verb} for {shell}");
        }
        is_sound(shell, &script);
    }
    assert!(zug(&["completions", "powershell"]).ok().out.contains("Register-ArgumentCompleter"));
    zug(&["completions", "cmd"]).fails(2, &["bash"]);
}

/// Asks the shell, where there is one.
fn is_sound(shell: &str, script: &str) {
    let child = Command::new(shell).arg("-n").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = child else { return };
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn manual_pages_are_printed_and_written() {
    let page = zug(&["man"]).ok().out;
    assert!(page.contains(".TH") && page.contains("zug"), "{page}");
    let folder = Folder::new();
    zug(&["man", &folder.path("man1")]).ok();
    for name in ["zug.1", "zug-play.1", "zug-check.1", "zug-explain.1"] {
        let page = folder.read(&format!("man1/{name}"));
        assert!(page.contains(".TH") && page.contains(".SH"), "{name}: {page}");
    }
    assert!(folder.read("man1/zug-check.1").contains("Examples"));
    zug(&["man", "--lang", "ru", &folder.path("ru")]).ok();
    assert!(folder.read("ru/zug-play.1").contains("терминале"));
}

#[test]
fn sizes_and_rule_sets_are_variants_by_natural_spelling() {
    let title = |game: &str| zug(&["info", game, "--json"]).ok().json()["title"].as_str().unwrap().to_owned();
    assert_eq!(title("go#9x9"), "Go 9x9");
    assert_eq!(title("go#19"), "Go 19x19");
    assert_eq!(title("go#13 x 13"), "Go 13x13");
    assert_eq!(title("go#9"), "Go 9x9");
    assert_eq!(title("hex#5"), "Hex 5x5");
    assert_eq!(title("gomoku#exactly five"), title("gomoku#Exactly Five"));
    assert!(title("tic-tac-toe#losing").starts_with("Losing"));
}
