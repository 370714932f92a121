//! Games as people and other programs write them down: published ones, rules of the forms worked out by hand, mistakes.

mod kit;

use kit::{library, read};
use zug_game::{Record, State};
use zug_notation::engine::{EngineNotation, Protocol};
use zug_notation::format::{Format, recognise, write};
use zug_notation::{Choice, Found, Notation, Settings, Style, position};

#[track_caller]
fn one(name: &str, format: Format, text: &str) -> Found {
    let mut games = read(name, format, text);
    assert_eq!(games.len(), 1);
    games.remove(0)
}

#[track_caller]
fn good(name: &str, format: Format, text: &str) -> Found {
    let found = one(name, format, text);
    assert_eq!(found.error.as_ref().map(ToString::to_string), None);
    found
}

/// What is wrong with the only game of a text.
#[track_caller]
fn wrong(name: &str, format: Format, text: &str) -> String {
    one(name, format, text).error.expect("a mistake").to_string()
}

fn written(name: &str, format: Format, found: &Found) -> (String, Vec<String>) {
    let (_, settings) = library(name);
    let written = write(format, &found.record, &found.tags, &settings, "rules");
    let written = written.unwrap_or_else(|e| panic!("{e}"));
    (String::from_utf8_lossy(&written.bytes).into_owned(), written.losses)
}

fn end(record: &Record, style: &str, settings: &Settings) -> String {
    let settings = Settings { notation: Some(style.to_owned()), ..settings.clone() };
    let style = Style::from_settings(record.game(), &settings).unwrap_or_else(|e| panic!("{e}"));
    let state = record.state_at(record.main_end()).unwrap_or_else(|e| panic!("{e}"));
    position::print(&state, &style)
}

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, as somebody might have typed it.
const OPERA: &str = "[Event \"Paris\"]\n[White \"Morphy\"]\n[Annotator \"a \\\"friend\\\"\"]\n[Date \"1858.??.??\"]\n\n\
    1.e4 e5 2.Nf3 d6 3.d4 Bg4?! {weak} 4.dxe5 Bxf3 ({or} 4...dxe5 $2 5.Qxd8+ (5. Nxe5?) 5... Kxd8) 5.Qxf3 dxe5 6.Bc4 Nf6\n\
    7.Qb3 Qe7 8.Nc3 c6 9.Bg5 b5 10.Nb5! cxb5 11.Bb5 ; no check sign, no cross\n\
    %a line for somebody else\nNb8-d7 12.0-0-0 Rd8 13.Rxd7 Rxd7 14.Rd1 Qe6 15.Bxd7ch Nxd7 1-0";

#[test]
fn a_published_game_in_pgn_is_read_and_written_canonically() {
    let text = OPERA.replace("Bxd7ch Nxd7 1-0", "Bxd7+ Nxd7 16.Qb8+! Nxb8 17.Rd8# 1-0");
    assert_eq!(recognise(text.as_bytes()), Some(Format::Pgn));
    let found = good("chess", Format::Pgn, &text);
    assert_eq!((found.moves, found.replayed()), (33, 33));
    let (again, losses) = written("chess", Format::Pgn, &found);
    assert_eq!(losses, Vec::<String>::new());
    let expected = "\
[Event \"Paris\"]
[Site \"?\"]
[Date \"1858.??.??\"]
[Round \"?\"]
[White \"Morphy\"]
[Black \"?\"]
[Result \"1-0\"]
[Annotator \"a \\\"friend\\\"\"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 {weak} 4. dxe5 Bxf3 (4... dxe5 $2 {or} 5. Qxd8+
(5. Nxe5 $2) 5... Kxd8) 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 $1 cxb5 11. Bxb5+ {no check sign, no cross} 11... Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ $1 Nxb8 17. Rd8# 1-0
";
    assert_eq!(again, expected);
    let (_, settings) = library("chess");
    assert_eq!(end(&found.record, "fen", &settings), "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 1");
}

#[test]
fn a_mistake_is_named_and_everything_before_it_is_kept() {
    let found = one("chess", Format::Pgn, &OPERA.replace("Bxd7ch", "Bxd9"));
    assert_eq!((found.moves, found.replayed()), (30, 28));
    assert_eq!(
        found.error.expect("a mistake").to_string(),
        "line 9, column 48: move 15. `Bxd9`: there is no such legal move; legal are Bc6, Bxd7, Ba6, Bc4, Bd3, Be2, Bf1, Ba4"
    );
}

/// A position of a game, and how its moves are written.
#[track_caller]
fn board(name: &str, at: &str) -> (State, Notation) {
    let (game, settings) = library(name);
    let style = Style::from_settings(&game, &settings).expect("a style");
    let state = position::parse(&game, &style, at).unwrap_or_else(|e| panic!("{e}"));
    let notation = match &style {
        Style::Pdn(_) => Notation::draughts(&game, &settings),
        _ => Notation::san(&game, &settings),
    };
    (state, notation.unwrap_or_else(|e| panic!("{e}")))
}

#[track_caller]
fn texts(name: &str, at: &str) -> Vec<String> {
    let (state, notation) = board(name, at);
    let choice = Choice::of(&state).expect("moves");
    let all = (0..choice.moves.len()).map(|i| notation.text(&choice, i).expect("a text"));
    let all: Vec<String> = all.collect();
    for (i, text) in all.iter().enumerate() {
        assert_eq!(notation.find(&choice, text), Ok(i), "{text}");
    }
    all
}

/// What a text is understood as, or why not.
#[track_caller]
fn meant(name: &str, at: &str, text: &str) -> String {
    let (state, notation) = board(name, at);
    let choice = Choice::of(&state).expect("moves");
    match notation.find(&choice, text) {
        Ok(i) => notation.text(&choice, i).expect("a text"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn san_says_as_much_as_is_needed() {
    // Three queens that reach one square: by file, by rank, by both.
    let queens = texts("chess", "k7/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    for text in ["Qee1", "Qh4e1", "Q1e1"] {
        assert!(queens.iter().any(|t| t.trim_end_matches('+') == text), "{text}: {queens:?}");
    }
    // A knight that is pinned is no rival.
    let pinned = texts("chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert!(pinned.contains(&"Ne2".to_owned()), "{pinned:?}");
    let passing = texts("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    assert!(passing.contains(&"exd6".to_owned()), "{passing:?}");
    let castling = texts("chess", "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(castling.contains(&"O-O+".to_owned()) && castling.contains(&"O-O-O".to_owned()), "{castling:?}");
    let becomes = texts("chess", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    for text in ["a8=Q", "a8=N", "axb8=Q+", "axb8=R+", "axb8=B"] {
        assert!(becomes.contains(&text.to_owned()), "{text}: {becomes:?}");
    }
    let drops = texts("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1");
    assert!(drops.contains(&"N@f6+".to_owned()) && drops.contains(&"P@e4".to_owned()), "{drops:?}");
    // The same rules as code of their own: attacks are asked of it.
    let scripted = texts("king-of-the-hill", "3k4/8/8/8/8/8/4R3/4K3 w - - 0 1");
    assert!(scripted.contains(&"Rd2+".to_owned()) && scripted.contains(&"Re8+".to_owned()), "{scripted:?}");
}

#[test]
fn san_understands_what_people_write() {
    let at = "1n5k/P7/8/8/8/8/6B1/KN3N2 w - - 0 1";
    for text in ["a8=Q", "a8Q", "a8(Q)", "a7a8q", "a7-a8=Q", "A8=Q", "a8=Q+!?", "a8/Q", "♙a8=♕"] {
        assert_eq!(meant("chess", at, text), "a8=Q", "{text}");
    }
    for (text, as_ours) in
        [("axb8N", "axb8=N"), ("a7:b8=N", "axb8=N"), ("Nd2", ""), ("N1d2", ""), ("♘bd2", "Nbd2")]
    {
        let found = meant("chess", at, text);
        if as_ours.is_empty() {
            assert_eq!(found, "more than one move can be meant: Nbd2, Nfd2", "{text}");
        } else {
            assert_eq!(found, as_ours, "{text}");
        }
    }
    assert_eq!(meant("chess", at, "a8"), "more than one move can be meant: a8=Q, a8=R, a8=B, a8=N");
    assert!(meant("chess", at, "Ba9").starts_with("there is no such legal move; legal are B"));
    // A bishop is no pawn of the b-file, although small letters are forgiven.
    let at = "7k/8/8/8/8/2p5/1P1B4/K7 w - - 0 1";
    assert_eq!((meant("chess", at, "bxc3"), meant("chess", at, "Bxc3")), ("bxc3".into(), "Bxc3+".into()));
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for text in ["O-O", "0-0", "o-o", "OO", "e1g1"] {
        let expected = if text == "e1g1" { "there is" } else { "O-O" };
        assert!(meant("chess", castle, text).starts_with(expected) || text == "e1g1", "{text}");
    }
    let drop = "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1";
    assert_eq!(
        (meant("crazyhouse", drop, "@e4"), meant("crazyhouse", drop, "N@f6")),
        ("P@e4".into(), "N@f6+".into())
    );
}

/// A pawn that takes on the last rank explodes; others say what it would have become.
#[test]
fn an_exploding_pawn_is_promoted_in_the_words_of_others() {
    let at = "3r2k1/4P3/8/8/8/8/8/K7 w - - 0 1";
    let all = texts("atomic-chess", at);
    assert!(all.iter().any(|t| t == "exd8=Q") && all.iter().any(|t| t.starts_with("e8=N")), "{all:?}");
    for text in ["exd8=Q", "exd8", "exd8=N", "e7d8q", "exd8=R+"] {
        assert_eq!(meant("atomic-chess", at, text), "exd8=Q", "{text}");
    }
    let (state, _) = board("atomic-chess", at);
    let (game, settings) = library("atomic-chess");
    let style = Style::from_settings(&game, &settings).expect("a style");
    let uci = EngineNotation::new(Protocol::Uci, &style);
    let find = |text: &str| uci.find(&state, text).map(|mv| uci.text(&state, &mv).expect("a text")).ok();
    for text in ["e7d8q", "e7d8n", "e7d8", "E7D8Q"] {
        assert_eq!(find(text).as_deref(), Some("e7d8q"), "{text}");
    }
    assert_eq!(
        (find("e7e8r").as_deref(), find("e7e8"), find("e7d8x"), find("a1a2q")),
        (Some("e7e8r"), None, None, None)
    );
    // A pawn that lives on has to say it.
    let (state, _) = board("chess", at);
    let (game, settings) = library("chess");
    let uci = EngineNotation::new(Protocol::Uci, &Style::from_settings(&game, &settings).expect("a style"));
    assert!(uci.find(&state, "e7d8").is_err() && uci.find(&state, "e7d8n").is_ok());
}

#[test]
fn one_bad_game_does_not_spoil_the_others() {
    let text = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. e4 e6 2. Ke3 d5 *\n[Event \"3\"]\n[Result \"0-1\"]\n\n\
        1. f3 e5 2. g4 Qh4# 0-1\n\n1. d4 {no tags} d5 1/2-1/2\n[Event \"5\"]\n[Event \"6\"]\n[Result \"*\"]\n*";
    let games = read("chess", Format::Pgn, text);
    let facts: Vec<(usize, usize, bool)> =
        games.iter().map(|g| (g.moves, g.replayed(), g.error.is_none())).collect();
    assert_eq!(facts, [(2, 2, true), (4, 2, false), (4, 4, true), (2, 2, true), (0, 0, true), (0, 0, true)]);
    assert!(games[1].error.as_ref().is_some_and(|e| e.line == 7), "{:?}", games[1].error);
    assert!(games[3].tags.contains(&("Result".to_owned(), "1/2-1/2".to_owned())));
}

#[test]
fn a_draw_that_nobody_claimed_is_played_on() {
    let dance = "Nf3 Nf6 Ng1 Ng8 ".repeat(3);
    let found = good("chess", Format::Pgn, &format!("{dance} e4 e5 *"));
    assert_eq!(found.replayed(), 14);
    assert_eq!(found.notes, ["line 1: by the rules the game was a draw after 8 moves; it goes on here"]);
    // And in our own form again.
    let (zgr, _) = written("chess", Format::Zgr, &found);
    assert_eq!(good("chess", Format::Zgr, &zgr).replayed(), 14);
    let mate = wrong("chess", Format::Pgn, "1. f3 e5 2. g4 Qh4# 3. a3 *");
    assert_eq!(mate, "line 1, column 24: move 3. `a3`: the game is over before it");
}

#[test]
fn captures_in_draughts_are_short_where_they_can_be() {
    // Two ways round, other men each time.
    assert_eq!(texts("english-draughts", "B:W6,7,14,15:B2"), ["2x11x18", "2x9x18"]);
    let at = "B:W6,7,14,15:B2";
    assert_eq!(meant("english-draughts", at, "2x18"), "more than one move can be meant: 2x11x18, 2x9x18");
    // The squares that are landed on, or those of the men that go.
    assert_eq!(meant("english-draughts", at, "2-9-18"), "2x9x18");
    assert_eq!(meant("english-draughts", at, "2x7x18"), "2x11x18");
    assert_eq!(texts("english-draughts", "B:W6,14:B2"), ["2x18"]);
    assert_eq!(meant("english-draughts", "B:W6,14:B2", "2x9x18"), "2x18");
    assert!(
        meant("english-draughts", "B:W6,14:B2", "2x17")
            .starts_with("there is no such legal move; legal are 2x18")
    );
    // A square by its name is understood, too.
    assert_eq!(meant("english-draughts", "B:W6,14:B2", "e1xe5"), "2x18");
}

#[test]
fn draughts_in_pdn() {
    let text = "[Event \"?\"]\n[GameType \"25\"]\n\n1. c3-d4 b6-a5 2. d4-c5 d6xb4 {Russian} 3. a3:c5 *";
    assert_eq!(recognise(text.as_bytes()), Some(Format::Pdn));
    let found = good("russian-draughts", Format::Pdn, text);
    let (again, losses) = written("russian-draughts", Format::Pdn, &found);
    assert!(losses.is_empty());
    assert!(again.contains("[GameType \"25,W,8,8,A0,0\"]\n"), "{again}");
    assert!(again.ends_with("\n1. c3-d4 b6-a5 2. d4-c5 d6:b4 {Russian} 3. a3:c5 *\n"), "{again}");
    let text = "[GameType \"20\"]\n[FEN \"W:W28,K46:B5,19.\"]\n\n1. 28-23 19x28 2-0";
    let found = good("international-draughts", Format::Pdn, text);
    let (again, _) = written("international-draughts", Format::Pdn, &found);
    assert!(again.contains("[Result \"2-0\"]") && again.contains("[FEN \"W:W28,K46:B5,19\"]"), "{again}");
    let error = wrong("international-draughts", Format::Pdn, "1. 32-29 *");
    assert_eq!(
        error,
        "line 1, column 4: move 1. `32-29`: there is no such legal move; legal are 32-27, 32-28"
    );
}

#[test]
fn go_in_sgf() {
    let text = "some mail before\n(;FF[4]GM[1]SZ[9]KM[5.5]PB[A \\] B]DT[2020-01-02]RE[B+R]\n;B[ee]C[first\\: \\\nmove];TE[1]W[cc]\
        (;B[gc]LB[aa:1];W[cg])(;B[cg]N[other];W[gg];B[];W[tt]))(;GM[1]SZ[9]AB[cc:dd][gg]AE[dd]PL[W];W[ee])";
    let games = read("go#Go 9x9", Format::Sgf, text);
    assert_eq!(games.len(), 2);
    for game in &games {
        assert_eq!(game.error, None);
    }
    assert_eq!((games[0].moves, games[0].record.n_nodes()), (4, 9));
    assert!(games[0].tags.contains(&("Date".to_owned(), "2020.01.02".to_owned())));
    let (again, losses) = written("go#Go 9x9", Format::Sgf, &games[0]);
    assert!(losses.is_empty());
    let body = again.split_once("DT[2020-01-02]").expect("the date").1;
    assert_eq!(body, ";B[ee]C[first\\: move];W[cc]TE[1]\n(;B[gc];W[cg])\n(;B[cg]C[other];W[gg];B[];W[]))\n");
    let (again, _) = written("go#Go 9x9", Format::Sgf, &games[1]);
    assert!(again.contains("AB[cc][cd][dc][gg]PL[W];W[ee])"), "{again}");
    let error = |text| wrong("go#Go 9x9", Format::Sgf, text);
    assert_eq!(error("(;SZ[9];B[aa];B[bb])"), "line 1, column 14: move 2 `B[bb]`: it is the turn of White");
    assert_eq!(error("(;SZ[9];B[aa];W[aa])"), "line 1, column 14: move 2 `aa`: there is no such legal move");
    assert_eq!(error("(;SZ[9]AB[zz])"), "line 1, column 2: `AB`: `zz` is no point of this board");
    assert_eq!(error("(;SZ[9];B[aa"), "line 1, column 10: this value has no end; close it with `]`");
    assert_eq!(error("(;SZ[9];B[aa]"), "line 1, column 1: this tree has no end; close it with `)`");
}

/// The texts of all games of a tree from the first stone on.
fn sgf_games(text: &str) -> (Vec<String>, Vec<String>) {
    let found = good("go#Go 9x9", Format::Sgf, text);
    let records = std::iter::once(&found.record).chain(&found.also);
    let texts = records.map(|record| {
        let (_, settings) = library("go");
        let written = write(Format::Sgf, record, &[], &settings, "").unwrap_or_else(|e| panic!("{e}"));
        let text = String::from_utf8_lossy(&written.bytes).into_owned();
        text.split_once("ZG[Go 9x9]").expect("the title").1.replace('\n', "")
    });
    (texts.collect(), found.notes.clone())
}

#[test]
fn a_position_changed_in_the_middle_begins_a_game_of_its_own() {
    let (games, notes) = sgf_games("(;SZ[9];B[aa];W[bb]C[x];AB[cc]AE[aa]PL[W]C[y];W[dd](;B[ee])(;B[ff]))");
    assert_eq!(games, [";B[aa];W[bb]C[x])", "AB[cc]AW[bb]PL[W]C[y];W[dd](;B[ee])(;B[ff]))"]);
    assert_eq!(
        notes,
        [
            "line 1: the position is changed by hand after 2 moves; what follows is a game of its own",
            "there is 1 game more in this tree, from positions that it sets up"
        ]
    );
    // In a variation: the main line goes on.
    let (games, _) = sgf_games("(;SZ[9];B[aa](;W[bb];B[cc])(;AW[ii];W[hh])(;W[gg]))");
    assert_eq!(games, [";B[aa](;W[bb];B[cc])(;W[gg]))", "AB[aa]AW[ii]PL[W];W[hh])"]);
    // What says nothing new changes nothing: whose turn it is, a point that is empty.
    let (games, notes) = sgf_games("(;SZ[9];B[aa];PL[W]AE[dd];W[bb])");
    assert_eq!((games, notes.len()), (vec![";B[aa];W[bb])".to_owned()], 0));
    // A collection of problems in one tree, and one more for White; a position without moves is one as well.
    let (games, _) =
        sgf_games("(;SZ[9]C[all](;AB[aa];W[bb](;B[cc])(;B[dd]))(;AW[aa]PL[B];B[bb])(;W[ee])(;AB[ff]C[z]))");
    assert_eq!(
        games,
        [
            "AB[aa]PL[W]C[all];W[bb](;B[cc])(;B[dd]))",
            "AW[aa]PL[B];B[bb])",
            "PL[W];W[ee])",
            "AB[ff]PL[B]C[z])"
        ]
    );
}

#[test]
fn too_many_positions_are_refused_and_what_was_legal_is_kept() {
    let text = format!("(;SZ[9];B[aa]{})", ";AB[bb];AE[bb]".repeat(5_000));
    let found = one("go#Go 9x9", Format::Sgf, &text);
    assert!(
        found
            .error
            .expect("a mistake")
            .to_string()
            .ends_with("more than 1000 positions are set up in this tree")
    );
    assert_eq!(moves_of(&found.record), 1);
    let text = format!("(;SZ[9]{}", "(;AB[bb](;AE[bb]".repeat(5_000));
    assert!(one("go#Go 9x9", Format::Sgf, &text).error.is_some());
}

fn moves_of(record: &Record) -> usize {
    record.ply(record.main_end())
}

#[test]
fn backgammon_in_mat() {
    let text = "; [EventDate \"2001.02.03\"]\n 5 point match\n\n Game 1\n Alice : 0                          Bob : 0\n\
        \x20 1) 31: 8/5 6/5                     52: 24/22 13/8\n  2) 64: 24/14                       11: 8/7(2) 6/5(2)\n\
        \x20 3)  Doubles => 2                   Takes\n  4) 21: 14/11                       65: 24/13\n\n Game 2\n Alice : 0     Bob : 1\n\
        \x20 1)                                  21: 13/11 6/5\n  2) 42: 24/20*/18\n      Wins 1 point\n";
    assert_eq!(recognise(text.as_bytes()), Some(Format::Mat));
    let games = read("backgammon", Format::Mat, text);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].error.as_ref().map(ToString::to_string), None);
    assert_eq!((games[0].moves, games[0].replayed()), (6, 6));
    let (again, losses) = written("backgammon", Format::Mat, &games[0]);
    assert!(losses.is_empty());
    assert!(
        again.starts_with("; [EventDate \"2001.02.03\"]\n 5 point match\n\n Game 1\n Alice : 0"),
        "{again}"
    );
    assert!(again.contains("  2) 64: 24/18 18/14                   11: 8/7(2) 6/5(2)\n"), "{again}");
    // The one who begins is our White, in whichever column; the blot on his five point, her twenty, is hit in passing.
    assert_eq!(games[1].error.as_ref().map(ToString::to_string), None);
    let (again, _) = written("backgammon", Format::Mat, &games[1]);
    let rows =
        "  1)                                   21: 13/11 6/5\n  2) 42: 24/20* 20/18\n     Wins 1 point\n";
    assert!(again.ends_with(rows), "{again}");
    assert!(games[1].tags.contains(&("White".to_owned(), "Bob".to_owned())), "{:?}", games[1].tags);
    let error = wrong("backgammon", Format::Mat, " Game 1\n A : 0   B : 0\n  1) 31: 8/4 6/5\n");
    assert!(
        error.starts_with("line 3: move 1 `31: 8/4 6/5`: there is no such legal move; legal are `"),
        "{error}"
    );
}

#[test]
fn what_a_form_cannot_hold_is_said() {
    let found = good("chess", Format::Pgn, &OPERA.replace("Bxd7ch Nxd7 1-0", "*"));
    let (_, losses) = written("chess", Format::Zsg, &found);
    assert_eq!(losses, ["variations", "comments", "tags (Event, White, Annotator, Date, Result)"]);
    let (game, settings) = library("chess");
    let refused = |format| {
        let error = write(format, &Record::new(&game), &[], &settings, "").expect_err("not for chess");
        error.to_string()
    };
    assert!(refused(Format::Pdn).starts_with("PDN cannot describe this game"));
    assert!(refused(Format::Mat).starts_with("MAT cannot describe this game"));
    let text = "[zug-record \"1\"]\n[game \"Chess\"]\n[\"two words\" \"x\"]\n\n1. e2-e4 {a \\} b} *";
    let (pgn, losses) = written("chess", Format::Pgn, &good("chess", Format::Zgr, text));
    assert!(pgn.ends_with("\n1. e4 {a ) b} *\n"), "{pgn}");
    let tag = "the tag `two words`: names of tags are letters, digits and `_`";
    assert_eq!(losses, [tag, "`}` in comments; `)` stands for it"]);
}

/// Nothing here may take long or much: the texts are what a fuzzer would be proud of.
#[test]
fn hostile_texts_end_in_messages() {
    let deep = 100_000;
    let error = wrong("chess", Format::Pgn, &format!("1. e4 {}", "( d4 ".repeat(deep)));
    assert!(error.ends_with("this variation has no end; close it with `)`"), "{error}");
    let error = wrong("chess", Format::Pgn, &format!("1. e4 {}", ")".repeat(deep)));
    assert_eq!(error, "line 1, column 7: this `)` closes nothing");
    assert_eq!(
        wrong("chess", Format::Pgn, "1. e4 {x"),
        "line 1, column 7: this comment has no end; close it with `}`"
    );
    assert_eq!(
        wrong("chess", Format::Pgn, "[Event \"x\n\n1. e4 *"),
        "line 1, column 1: this is no tag; a tag is written `[Name \"value\"]`"
    );
    assert!(wrong("chess", Format::Pgn, "[FEN \"8/8\"]\n*").starts_with("line 1: tag `FEN`: "));
    assert_eq!(read("chess", Format::Pgn, &"[A \"b\"]".repeat(1_000)).len(), 1_000);
    let error = wrong("go", Format::Sgf, &"(;".repeat(deep));
    assert!(error.ends_with("this tree has no end; close it with `)`"), "{error}");
    let error = wrong("go", Format::Sgf, &format!("(;{})", "C[]".repeat(deep)));
    assert!(error.ends_with("this node has more than 10000 properties and values"), "{error}");
    assert_eq!(good("go", Format::Sgf, &format!("(;SZ[9]{})", ";".repeat(deep))).moves, 0);
    assert_eq!(read("go", Format::Sgf, "no tree").len(), 0);
    assert_eq!(read("backgammon", Format::Mat, &" Game 1\n".repeat(1000)).len(), 1000);
    assert_eq!(recognise(b""), None);
    assert_eq!(recognise(&[0xFF; 100]), None);
}
