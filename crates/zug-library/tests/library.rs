//! What the list of games says without compiling must be what compiling finds.

use zug_game::Which;
use zug_library::{find, games};

#[test]
fn the_list_agrees_with_the_compiled_games() {
    assert!(!games().is_empty());
    for entry in games() {
        let file = entry.load_file(Which::Default).unwrap_or_else(|e| panic!("{}: {e}", entry.path));
        let titles: Vec<&str> = file.forms.iter().map(|f| f.title.as_str()).collect();
        assert_eq!(entry.titles(), titles, "{}", entry.path);
        let game = file.into_game().unwrap_or_else(|e| panic!("{}: {e}", entry.path));
        let ir = game.ir();
        let choosers = (0..ir.players.len())
            .filter(|&p| !ir.players[p].random && ir.turns.iter().any(|t| t.chooser.idx() == p));
        assert_eq!(entry.players(), choosers.count(), "{}", entry.path);
        assert_eq!(entry.title(), game.title(), "{}", entry.path);
    }
}

#[test]
fn names_are_found_and_guessed() {
    assert_eq!(find("chess").unwrap().file, "chess.zrf");
    assert_eq!(find("chess.zrf").unwrap().name, "chess");
    let other = find("chess.zug").unwrap();
    assert_eq!((other.name, other.id, other.file), ("chess", "chess.zug", "chess.zug"));
    assert_eq!(find("go").unwrap().id, "go");
    let message = |name| find(name).unwrap_err().to_string();
    assert_eq!(
        message("tictac-toe"),
        "the library has no game called `tictac-toe`; did you mean `tic-tac-toe`?"
    );
    assert_eq!(message("qqqq"), "the library has no game called `qqqq`");
}

#[test]
fn what_is_listed_is_what_to_ask_for() {
    for entry in games() {
        assert_eq!(find(entry.id).unwrap().path, entry.path);
    }
}

#[test]
fn everyone_is_presented_in_both_languages() {
    for entry in games() {
        assert!(
            !entry.title_ru().is_empty() && !entry.description_ru().is_empty(),
            "{} has no Russian texts",
            entry.name
        );
        assert_ne!(entry.presentation().family, "", "{}", entry.name);
    }
}

#[test]
fn positions_can_be_written_as_the_presentation_says() {
    for entry in games() {
        let game = entry.load(None).unwrap_or_else(|e| panic!("{}: {e}", entry.path));
        let style = zug_notation::Style::from_settings(&game, &entry.presentation().settings());
        let style = style.unwrap_or_else(|e| panic!("{}: {e}", entry.path));
        let text = zug_notation::position::print(&game.start(), &style);
        let read = zug_notation::position::parse(&game, &style, &text)
            .unwrap_or_else(|e| panic!("{}: `{text}`: {e}", entry.path));
        assert_eq!(read.hash(), game.start().hash(), "{}: `{text}`", entry.path);
    }
}
