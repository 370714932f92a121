use super::*;
use crate::testkit::*;
use zug_game::Rng;

fn fen(game: &Game) -> Style {
    Style::from_settings(game, &Settings { notation: Some("fen".into()), ..Settings::default() }).unwrap()
}

fn pdn(game: &Game) -> Style {
    let settings = Settings {
        notation: Some("pdn".into()),
        pdn_squares: Some(DRAUGHTS_SQUARES.into()),
        ..Settings::default()
    };
    Style::from_settings(game, &settings).unwrap()
}

fn general(state: &State) -> String {
    print(state, &Style::General)
}

fn error(game: &Game, style: &Style, text: &str) -> String {
    parse(game, style, text).unwrap_err().to_string()
}

/// Random games: every position reads back.
fn round_trips(rules: &str, style: impl Fn(&Game) -> Style) {
    let game = game(rules);
    let style = style(&game);
    for seed in 0..4 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        for _ in 0..40 {
            let text = print(&state, &style);
            let back = parse(&game, &style, &text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(print(&back, &style), text);
            assert!(same(&state, &back) || style != Style::General, "{text}");
            assert_eq!(state.moves().unwrap().len(), back.moves().unwrap().len(), "{text}");
            let moves = state.moves().unwrap();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())].clone();
            state.play(&mv).unwrap();
        }
    }
}

#[test]
fn every_position_of_every_game_reads_back() {
    for rules in [CHESS, DRAUGHTS, SHOGI, STACKS, HEAPS, DICE, ODD] {
        round_trips(rules, |_| Style::General);
    }
    round_trips(CHESS, fen);
    round_trips(SHOGI, fen);
    round_trips(DRAUGHTS, fen);
    round_trips(DRAUGHTS, pdn);
}

#[test]
fn the_general_form_is_canonical() {
    let game = game(CHESS);
    let state = after(&game, &["e2-e4", "a7-a6", "e1-e2"]);
    assert_eq!(
        general(&state),
        "White Pawn e4 a2 b2 c2 d2 f2 g2 h2; White Rook a1 h1; White King e2(virgin?=0); \
         Black Pawn b7 c7 d7 e7 f7 g7 h7 a6; Black Rook a8 h8; Black King e8; @turn Black; @value quiet 1; @last e1 e2"
    );
    let shuffled = "@turn black;; White Pawn a2 b2 c2 d2 f2 g2 h2 e4;@value quiet 1; Black Rook a8 ; Black King e8 ; \
        Black Pawn b7 c7 d7 e7 f7 g7 h7 a6; White Rook h1 a1; white king e2(virgin? = 0); Black Rook h8; @last e1 e2;";
    assert!(same(&state, &parse(&game, &Style::General, shuffled).unwrap()));
}

#[test]
fn piles_reserves_turns_and_values_are_written() {
    let stacks = game(STACKS);
    assert_eq!(
        general(&stacks.start()),
        "White Man b1; Black Man b2 c2; @stack a1 White Man White Man; @turn White"
    );
    let state = after(&stacks, &["a1-b1", "b2-c2"]);
    assert_eq!(
        general(&state),
        "@stack c2 Black Man Black Man(age=7); @stack b1 White Man White Man White Man(age=7); @turn White; @last b2 c2"
    );
    let heaps = game(HEAPS);
    assert_eq!(
        general(&heaps.start()),
        "South Seed a1; North Seed a2*2; Table Seed b2 a1*4 S*3; @turn South"
    );
    let dice = game(DICE);
    let state = after(&dice, &["pass", "Two@die"]);
    assert_eq!(
        general(&state),
        "White Two die; White Man w1; Black Man b1; @turn White@2; @stock White One 1; @stock Black One 1; \
         @stock Black Two 1; @last - die"
    );
}

#[test]
fn the_end_of_a_game_is_written() {
    let game = game(DICE);
    let text = "White Two die; White Man w1; Black Man b1; @turn White@2; @stock White One 1; @last - die; @passes 3";
    let mut state = parse(&game, &Style::General, text).unwrap();
    assert_eq!(general(&state), text);
    state.play_text("w1-w3").unwrap();
    assert!(general(&state).ends_with("; @over won White"), "{}", general(&state));
    let back = parse(&game, &Style::General, &general(&state)).unwrap();
    assert_eq!(back.outcome().unwrap(), state.outcome().unwrap());
    assert!(back.moves().unwrap().is_empty());
}

#[test]
fn names_that_need_quotes_have_them() {
    let game = game(ODD);
    assert_eq!(
        general(&game.start()),
        "\"A=1\" \"K*\" \"x*\"; @turn \"A=1\"; @stock \"A=1\" L *; @stock B L *"
    );
    let state = after(&game, &["x*--=L"]);
    // An attribute that its new kind does not have is gone.
    assert_eq!(
        general(&state),
        "\"A=1\" L \"-\"; @turn B; @stock \"A=1\" L *; @stock B L *; @last \"x*\" \"-\""
    );
    // No limit goes without saying when reading; a limit does not.
    let read = |text| general(&parse(&game, &Style::General, text).unwrap());
    assert_eq!(read("@turn B"), "@turn B; @stock \"A=1\" L *; @stock B L *");
    assert_eq!(read("@turn B; @stock B L 0"), "@turn B; @stock \"A=1\" L *; @stock B L 0");
}

#[test]
fn fen_of_the_start_and_of_special_moves() {
    let game = game(CHESS);
    let style = fen(&game);
    let text = |moves: &[&str]| print(&after(&game, moves), &style);
    assert_eq!(text(&[]), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    assert_eq!(text(&["e2-e4"]), "r3k2r/pppppppp/8/8/4P3/8/PPPP1PPP/R3K2R b KQkq e3 0 1");
    assert_eq!(text(&["e2-e3"]), "r3k2r/pppppppp/8/8/8/4P3/PPPP1PPP/R3K2R b KQkq - 0 1");
    assert_eq!(text(&["a1-b1"]), "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/1R2K2R b Kkq - 1 1");
    assert_eq!(text(&["e1-g1", "e8-c8"]), "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w - - 2 1");
    // A rook that goes two squares along a file passes over nothing.
    assert_eq!(text(&["a2-a4", "h7-h6", "a1-a3"]), "r3k2r/ppppppp1/7p/8/P7/R7/1PPPPPPP/4K2R b Kkq - 1 1");
}

#[test]
fn a_fen_is_a_position_with_its_rights() {
    let game = game(CHESS);
    for style in [fen(&game), Style::General] {
        let state = parse(&game, &style, "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 7 31").unwrap();
        let text = general(&state);
        assert!(text.contains("White Rook a1(virgin?=0) h1;"), "{text}");
        assert!(text.ends_with("@turn White; @value quiet 7; @last d7 d5"), "{text}");
        // Fields may be missing at the end.
        let text = general(&parse(&game, &style, "4k3/8/8/8/8/8/8/4K2R b").unwrap());
        assert_eq!(
            text,
            "White Rook h1(virgin?=0); White King e1(virgin?=0); Black King e8(virgin?=0); @turn Black"
        );
        assert!(
            parse(&game, &style, "4k3/8/8/8/8/8/8/4K2R w H - 0 1").unwrap().hash()
                == parse(&game, &style, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap().hash()
        );
        assert!(same(&parse(&game, &style, "startpos").unwrap(), &game.start()));
    }
}

#[test]
fn fen_has_hands_and_promoted_letters() {
    let game = game(SHOGI);
    let style = fen(&game);
    assert_eq!(print(&game.start(), &style), "1pk/3/KP1[PPp] w - - 0 1");
    let state = parse(&game, &style, "1+Pk/3/K2[2Pp] b").unwrap();
    assert_eq!(
        general(&state),
        "White Tokin b3; White King a1; Black King c3; @turn Black; @stock White Pawn 2; @stock Black Pawn 1"
    );
    assert_eq!(print(&state, &style), "1+Pk/3/K2[PPp] b - - 0 1");
    assert_eq!(print(&parse(&game, &style, "2k/3/K2[-] w - - 0 1").unwrap(), &style), "2k/3/K2[] w - - 0 1");
    // Hands that are not mentioned are those of the start.
    assert_eq!(print(&parse(&game, &style, "2k/3/K2 w").unwrap(), &style), "2k/3/K2[PPp] w - - 0 1");
    // Numbers that no hand can hold follow the FEN.
    let text = "2k/3/K2[p] w - - 0 1; @stock White Pawn 1000";
    assert_eq!(print(&parse(&game, &style, text).unwrap(), &style), text);
}

#[test]
fn what_fen_cannot_say_follows_it() {
    let game = game(CHESS);
    let style = fen(&game);
    let text = "4k3/8/8/8/4Q3/8/8/4K3 w - - 0 1; White Queen e4(virgin?=1)";
    assert_eq!(print(&parse(&game, &style, text).unwrap(), &style), text);
    let short = "4k3/8/8/8/8/8/8/4K3 w;White Queen e4(virgin?=1)";
    assert_eq!(print(&parse(&game, &Style::General, short).unwrap(), &style), text);
    let dice = self::game(DICE);
    assert!(matches!(FenStyle::new(&dice, &Settings::default()), Err(StyleError::Unfit(_))));
}

#[test]
fn numbered_squares() {
    let game = game(DRAUGHTS);
    let style = pdn(&game);
    assert_eq!(print(&game.start(), &style), "W:W13,14,15,16,17,18:B1,2,3,4,5,6");
    let state = parse(&game, &style, " B:W13-15, K1 :BK5-6,9.").unwrap();
    assert_eq!(
        general(&state),
        "White Man b2 d2 f2; White King b6; Black Man f4; Black King c5 e5; @turn Black"
    );
    assert_eq!(print(&state, &style), "B:WK1,13,14,15:BK5,K6,9");
    assert_eq!(general(&parse(&game, &style, "w:w:b1").unwrap()), "Black Man b6; @turn White");
    // The other forms are read as well.
    assert!(same(&parse(&game, &style, &general(&state)).unwrap(), &state));
    assert!(parse(&game, &style, "6/6/6/6/6/M4k b").is_ok());
}

#[test]
fn messages_say_what_where_and_what_to_do() {
    let game = game(CHESS);
    let (g, f) = (Style::General, fen(&game));
    let cases = [
        (
            &g,
            "",
            "the position text is empty, at character 1 of the position; write `start`, or something like `White Pawn a8; @turn White`",
        ),
        (&g, "Whit Pawn a1", "unknown player `Whit`, at character 1 of the position; did you mean `White`?"),
        (
            &g,
            "White Pown a1",
            "unknown kind of piece `Pown`, at character 7 of the position; did you mean `Pawn`?",
        ),
        (
            &g,
            "White Pawn z9",
            "unknown cell `z9`, at character 12 of the position; cells of this game: `a8`, `b8`, `c8`, `d8`, `e8`, `f8`, `g8`, `h8`, …",
        ),
        (&g, "White Pawn", "expected a cell, found the end, at character 11 of the position"),
        (&g, "White Pawn a1 a1", "`a1` is given two pieces, at character 15 of the position"),
        (&g, "White Pawn a1*2", "`a1` can hold one piece, not 2, at character 12 of the position"),
        (
            &g,
            "White King e1(virgin?=2)",
            "2 is out of range, at character 23 of the position; from 0 to 1 is possible",
        ),
        (
            &g,
            "White King e1(virgin?",
            "expected `=` and a number, found the end, at character 22 of the position",
        ),
        (&g, "White King e1 (virgin?=1)", "expected a cell, found `(`, at character 15 of the position"),
        (
            &g,
            "@turn White@1",
            "turn 1 is not `White`'s but `Black`'s, at character 7 of the position; turns are counted from 0",
        ),
        (
            &g,
            "@tern White",
            "`@tern` means nothing here, at character 1 of the position; did you mean `@turn`?",
        ),
        (
            &g,
            "@stock White Pawn 1",
            "no pieces wait beside the board in this game, at character 1 of the position",
        ),
        (&g, "@value quiet x", "expected a number, found `x`, at character 14 of the position"),
        (
            &g,
            "White King \"e1",
            "this quoted name has no end, at character 12 of the position; close it with `\"`",
        ),
        (&f, "8/8/8/8/8/8/8/7 w", "a row has 8 cells, this one has 7, at character 16 of the position"),
        (
            &f,
            "8/8/8/8/8/8/8/9 w",
            "a row has 8 cells, this one has at least 9, at character 15 of the position",
        ),
        (&f, "8/8/8/8/8/8/8 w", "the board has 8 rows, found 7, at character 14 of the position"),
        (
            &f,
            "8/8/8/8/8/8/8/8/8 w",
            "the board has 8 rows, this is one more, at character 17 of the position",
        ),
        (
            &f,
            "8/8/8/8/8/8/8/X7 w",
            "no kind of piece has the letter `X`, at character 15 of the position; letters of this game: `P`, `R`, `Q`, `K`",
        ),
        (
            &f,
            "8/8/8/8/8/8/8/8 x",
            "expected the side to move, found `x`, at character 17 of the position; `w` is the first player, `b` the second",
        ),
        (
            &f,
            "8/8/8/8/8/8/8/8 w - e3",
            "no pawn can have passed over `e3` just now, at character 21 of the position",
        ),
        (
            &f,
            "8/8/8/8/8/8/8/8 w - - 0 1 z",
            "`z` is one field too many for a FEN, at character 27 of the position; the fields are: board with hands, side, castling, en passant, two numbers",
        ),
        (
            &f,
            "8/8/8/8/8/8/8/8[P] w",
            "no pieces wait beside the board in this game, at character 16 of the position",
        ),
    ];
    for (style, text, expected) in cases {
        assert_eq!(error(&game, style, text), expected, "{text}");
    }
    let draughts = self::game(DRAUGHTS);
    let p = pdn(&draughts);
    assert_eq!(
        error(&draughts, &p, "W:W1:R2"),
        "expected the letter of a player, found `R`, at character 6 of the position; letters of the players: `W`, `B`"
    );
    assert_eq!(
        error(&draughts, &p, "W:W1,19"),
        "expected the number of a square, found `19`, at character 6 of the position; squares are numbered from 1 to 18"
    );
}

#[test]
fn settings_are_checked() {
    let game = game(CHESS);
    let style = |settings: Settings| Style::from_settings(&game, &settings).map_err(|e| e.to_string());
    let fen = Settings { notation: Some("fen".into()), ..Settings::default() };
    assert_eq!(
        style(Settings { notation: Some("sfen".into()), ..fen.clone() }).unwrap_err(),
        "unknown notation `sfen`: expected `general`, `fen` or `pdn`"
    );
    assert_eq!(
        style(Settings { castling_attribute: Some("x".into()), ..fen.clone() }).unwrap_err(),
        "the game has no attribute called `x`"
    );
    assert_eq!(
        style(Settings { halfmove_global: Some("x".into()), ..fen.clone() }).unwrap_err(),
        "the game has no value of the board called `x`"
    );
    for (counters, says) in [
        ("quiet x 3", "called `x`"),
        ("quiet quiet", "two values and a number"),
        ("quiet quiet 0", "two values"),
    ] {
        let error = style(Settings { check_counters: Some(counters.into()), ..fen.clone() }).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
    // What is given is what would have been found.
    let given = Settings {
        castling_attribute: Some("virgin?".into()),
        en_passant: Some("Pawn".into()),
        halfmove_global: Some("quiet".into()),
        ..fen.clone()
    };
    assert_eq!(style(given), style(fen));
    let pdn = Settings { notation: Some("pdn".into()), ..Settings::default() };
    assert_eq!(
        style(pdn).unwrap_err(),
        "PDN cannot describe this game: the cells of its numbered squares are not given"
    );
}

#[test]
fn checks_that_win_have_a_field() {
    let game = game(CHESS);
    let style = |counters: Option<&str>| {
        let settings = Settings {
            notation: Some("fen".into()),
            check_counters: counters.map(str::to_owned),
            ..Settings::default()
        };
        Style::from_settings(&game, &settings).unwrap()
    };
    // The only value of the board has to do for both players here.
    let counting = style(Some("quiet quiet 7"));
    let state = parse(&game, &counting, "4k3/8/8/8/8/8/8/4K3 w - - 5+5 0 1").unwrap();
    assert_eq!(print(&state, &counting), "4k3/8/8/8/8/8/8/4K3 w - - 7+7 0 1");
    let state = parse(&game, &counting, "4k3/8/8/8/8/8/8/4K3 w - - 5+5").unwrap();
    assert_eq!(print(&state, &counting), "4k3/8/8/8/8/8/8/4K3 w - - 5+5 2 1");
    assert!(parse(&game, &style(None), "4k3/8/8/8/8/8/8/4K3 w - - 5+5 0 1").is_err());
}
