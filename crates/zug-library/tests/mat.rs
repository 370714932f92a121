//! Matches of backgammon as the programs write them that people have: the cube, several games, scores, drops.

mod kit;

use kit::{library, read};
use zug_notation::Found;
use zug_notation::format::{Format, RecordFile, recognise, write};

#[track_caller]
fn good(name: &str, text: &str) -> Vec<Found> {
    assert_eq!(recognise(text.as_bytes()), Some(Format::Mat));
    let games = read(name, Format::Mat, text);
    for game in &games {
        assert_eq!(game.error.as_ref().map(ToString::to_string), None);
    }
    games
}

fn written(name: &str, format: Format, found: &Found) -> (String, Vec<String>) {
    let (_, settings) = library(name);
    let written = write(format, &found.record, &found.tags, &settings, "rules");
    let written = written.unwrap_or_else(|e| panic!("{e}"));
    (String::from_utf8_lossy(&written.bytes).into_owned(), written.losses)
}

/// Everything from the heading of the game.
fn sheet(found: &Found) -> String {
    let (text, losses) = written("backgammon", Format::Mat, found);
    assert_eq!(losses, Vec::<String>::new());
    let at = text.find(" Game ").unwrap_or_else(|| panic!("{text}"));
    text[at..].to_owned()
}

fn tag<'f>(found: &'f Found, key: &str) -> Option<&'f str> {
    found.tags.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
}

/// Comments of the main line with the number of moves before them.
fn comments(found: &Found) -> Vec<(usize, String)> {
    let record = &found.record;
    let line = record.line(record.main_end()).into_iter();
    line.map(|node| (record.ply(node), record.comment(node).to_owned()))
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

/// In the manner of GNU Backgammon.
const GNU: &str = "\
; [Site \"GNU Backgammon\"]
; [Player 1 \"gnubg\"]
; [Player 2 \"Eve Smith\"]
; [EventDate \"2024.03.09\"]
; [Crawford \"On\"]

 3 point match

 Game 1
 gnubg : 0                       Eve Smith : 0
  1)                             31: 8/5 6/5
  2) 65: 24/13                   Doubles => 2
  3)  Takes                      66: 24/18(2) 13/7(2)
  4) 21: 13/10                   41: 6/5 8/4
  5) 64: 10/4 8/4                55: 18/8(2)
  6)  Doubles => 4                Drops
      Wins 2 points

 Game 2
 gnubg : 2                       Eve Smith : 0
  1) 62: 24/18 13/11             64: 24/14*
  2) 66: Cannot Move             11: 8/7*(2) 6/5(2)
";

#[test]
fn the_cube_stands_where_it_was_turned_and_is_written_back() {
    let games = good("backgammon", GNU);
    let [first, second] = &games[..] else { panic!("two games") };
    assert_eq!((first.moves, first.replayed()), (7, 7));
    // A move is a throw and a turn.
    let cube = |text: &str| text.to_owned();
    assert_eq!(
        comments(first),
        [(4, cube("[%cube doubles 2] [%cube takes]")), (14, cube("[%cube doubles 4] [%cube drops]"))]
    );
    assert_eq!(first.notes, Vec::<String>::new());
    assert_eq!(tag(first, "White"), Some("Eve Smith"));
    // White dropped.
    assert_eq!((tag(first, "Result"), tag(first, "Points"), tag(first, "Score")), (Some("0-1"), None, None));
    assert_eq!((tag(second, "GameNumber"), tag(second, "Score")), (Some("2"), Some("2-0")));
    assert_eq!(
        sheet(first),
        " Game 1
 gnubg : 0                          Eve Smith : 0
  1)                                   31: 8/5 6/5
  2) 65: 24/18 18/13                    Doubles => 2
  3)  Takes                            66: 24/18(2) 13/7(2)
  4) 21: 13/11 11/10                   41: 8/4 6/5
  5) 64: 10/4 8/4                      55: 18/13(2) 13/8(2)
  6)  Doubles => 4                      Drops
     Wins 2 points
"
    );
    let (text, _) = written("backgammon", Format::Mat, first);
    assert!(text.contains("; [Player 1 \"gnubg\"]\n"), "{text}");
    assert!(text.contains("; [EventDate \"2024.03.09\"]\n"), "{text}");
    assert!(
        sheet(second).starts_with(" Game 2\n gnubg : 2                          Eve Smith : 0\n  1) 62: ")
    );
}

#[test]
fn what_is_written_reads_back_as_the_same() {
    for found in good("backgammon", GNU) {
        let (text, _) = written("backgammon", Format::Mat, &found);
        let again = good("backgammon", &text).remove(0);
        assert_eq!((again.tags.clone(), comments(&again)), (found.tags.clone(), comments(&found)));
        assert_eq!(written("backgammon", Format::Mat, &again).0, text);
        // By way of our own form, and as PGN would: nothing of it is lost on the way.
        let (zgr, _) = written("backgammon", Format::Zgr, &found);
        let back = read("backgammon", Format::Zgr, &zgr).remove(0);
        assert_eq!(written("backgammon", Format::Mat, &back).0, text);
        // SGF has the comments, and says which tags it has no room for.
        let (sgf, losses) = written("backgammon", Format::Sgf, &found);
        assert!(losses.contains(&"the tag `MatchLength`".to_owned()), "{losses:?}");
        assert_eq!(sgf.contains("[%cube drops"), comments(&found).len() > 1, "{sgf}");
    }
}

#[test]
fn jellyfish_and_others_have_their_ways() {
    // Numbers for bar and off, a match decided, tabs, an end without a move, crosses after the number of men.
    let text = " 1 point match\n\n Game 1\n A_(X) : 0  B : 0\n  1) 64: 24/14\t\t31: 24/21 6/5\n  2) 42: 24/20* 6/4*\t41: 25/24 25/21\n\
        \x20 3) 52:                          Wins 1 point and the match\n";
    let found = good("backgammon", text).remove(0);
    assert_eq!((found.moves, found.record.ply(found.record.main_end())), (4, 9));
    assert_eq!((tag(&found, "White"), tag(&found, "Result")), (Some("A_(X)"), Some("0-1")));
    let (again, losses) = written("backgammon", Format::Mat, &found);
    assert_eq!(losses, Vec::<String>::new());
    assert!(
        again.ends_with("  3) 52: ????\n                                       Wins 1 point and the match\n"),
        "{again}"
    );
    assert_eq!(good("backgammon", &again)[0].record.ply(found.record.main_end()), 9);
    // What the game was worth is kept where nobody could tell: here somebody gave up a gammon.
    let text = " Game 7\n A : 1  B : 2\n  1) 31: 8/5 6/5        Doubles => 2\n  2)  Beavers => 4       Takes\n                         Wins 8 points\n";
    let found = good("backgammon", text).remove(0);
    assert_eq!(
        (tag(&found, "Points"), tag(&found, "Score"), tag(&found, "GameNumber")),
        (Some("8"), Some("1-2"), Some("7"))
    );
    assert!(sheet(&found).ends_with("Wins 8 points\n"));
    assert_eq!(comments(&found)[0].1, "[%cube doubles 2] [%cube beavers 4] [%cube takes]");
    let text = " Game 1\n A : 0  B : 0\n  1) 64: 24/14          43: 24/20 13/10\n  2) 11: 6/5(2)* 8/7(2)\n";
    assert_eq!(read("backgammon", Format::Mat, text)[0].error.as_ref().map(|e| e.line), None);
}

#[test]
fn two_matches_in_one_file_keep_their_heads() {
    let text = " 5 point match\n\n Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5\n\n; [Event \"x\"]\n 7 point match\n\n Game 1\n C : 0  D : 0\n  1) 42: 8/4 6/4\n";
    let games = good("backgammon", text);
    let lengths: Vec<_> = games.iter().map(|g| (tag(g, "MatchLength"), tag(g, "Event"), g.moves)).collect();
    assert_eq!(lengths, [(Some("5"), None, 1), (Some("7"), Some("x"), 1)]);
}

#[test]
fn mistakes_around_the_cube_are_said() {
    let wrong = |text: &str| {
        let found = read("backgammon", Format::Mat, text).remove(0);
        (found.replayed(), found.error.map(|e| e.to_string()).unwrap_or_default())
    };
    let after = " Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5            Doubles => 2\n  2)  Drops                 52: 24/22 13/8\n";
    assert_eq!(
        wrong(after),
        (1, "line 4: move 2 `52: 24/22 13/8`: the game has ended with a drop before it".to_owned())
    );
    let (replayed, error) = wrong(" Game 1\n A : 0  B : 0\n  1) 31: ????               52: 24/22 13/8\n");
    assert_eq!(replayed, 0);
    assert!(error.starts_with("line 3: move 1 `31: ????`: there is no such legal move"), "{error}");
    // Somebody has written it into a record of ours.
    let zgr = read(
        "backgammon",
        Format::Mat,
        " Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5            52: 24/22 13/8\n",
    )
    .remove(0);
    let mut zgr = zgr;
    let second = zgr.record.line(zgr.record.main_end())[2];
    zgr.record.set_comment(second, "[%cube doubles 2] [%cube drops]").expect("a node");
    let (text, losses) = written("backgammon", Format::Mat, &zgr);
    assert_eq!(losses, ["a drop after which the game goes on"]);
    assert_eq!(good("backgammon", &text)[0].moves, 2);
    // Words that mean nothing are kept as comments; MAT has none of its own.
    let text = " Game 1\n A : 0  B : 0\n  1) 31: 8/5 6/5            Yawns loudly\n";
    let found = good("backgammon", text).remove(0);
    assert_eq!(comments(&found), [(2, "Yawns loudly".to_owned())]);
    assert_eq!(written("backgammon", Format::Mat, &found).1, ["comments"]);
}

#[test]
fn long_nardy_has_the_cube_as_well() {
    let text = " 7 point match\n\n Game 1\n Пётр : 3              Анна : 6\n  1) 61: 24/18 18/17      52: 24/19 19/17\n  2)  Doubles => 2        Drops\n      Wins 1 point\n";
    let found = good("long-nardy", text).remove(0);
    let (again, losses) = written("long-nardy", Format::Mat, &found);
    assert_eq!(losses, Vec::<String>::new());
    assert!(
        again.contains(" Пётр : 3 ")
            && again.contains(" Doubles => 2 ")
            && again.ends_with("     Wins 1 point\n"),
        "{again}"
    );
}

/// Nothing here may take long or much.
#[test]
fn hostile_matches_end_soon() {
    let blanks = " ".repeat(1 << 20);
    let many = "  1)  Takes       Doubles => 99999999999\n".repeat(20_000);
    for body in [
        format!("  1) x{blanks}y\n"),
        format!("  1) 31: {}\n", "8/5 ".repeat(100_000)),
        format!("  1) 31: 8/5 6/5  {}\n", "Takes  ".repeat(100_000)),
        format!("  1) 31: 8/5 6/5{blanks}\n{many}"),
        "  1) 31: 8/5(99999999999) 6/5\n".to_owned(),
        "  1) 31: 8/5)( 6/5(\n  2) (\n)\n::::\n 1) :  : \n".to_owned(),
        "  1) 31: 8/-9 -3/5 25/99\n".to_owned(),
        "  1) ÿÿ: ÿ/ÿ  é  31:é\n".to_owned(),
    ] {
        let text = format!(" 99999999999 point match\n Game 1\n A : 99999999999  B : x : y\n{body}");
        let (game, settings) = library("backgammon");
        for cut in [text.len(), text.len() / 2, 40] {
            let bytes = &text.as_bytes()[..cut.min(text.len())];
            let file = RecordFile::new(Format::Mat, bytes);
            for unread in file.games().expect("games") {
                let found = unread.read(&game, &settings);
                let _ = write(Format::Mat, &found.record, &found.tags, &settings, "");
            }
        }
    }
}
