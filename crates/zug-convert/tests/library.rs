//! Converted games play the same game: every game of the ZRF library, beside its conversion.
//!
//! Expectations come from the ZRF game, whose own counts are checked against published ones elsewhere: along random
//! games both must reach the same positions by their legal moves and end in the same way, and their counts of results
//! must agree. Positions are compared as texts, because cells are numbered differently.

use std::collections::{BTreeMap, BTreeSet};
use zug_game::{Game, Move, NoFiles, Rng, State};
use zug_notation::Style;

/// A game, how deep results are counted, and how many moves of each random game are compared.
struct Row {
    name: &'static str,
    depth: u32,
    plies: usize,
}

fn folder() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name).join(format!("{name}.zrf"))).unwrap()
}

/// The text of a conversion, and what it does not keep.
fn convert(name: &str, bytes: &[u8], title: Option<&str>) -> (String, Vec<String>) {
    let want = title.map_or(zug_zrf::Want::Default, zug_zrf::Want::Title);
    let loaded = zug_zrf::load(&format!("{name}.zrf"), bytes, None, &NoFiles, want).unwrap();
    let at = title.map_or(loaded.default_form, |title| loaded.find(title).unwrap());
    let model = loaded.forms[at].model.as_ref().expect("the library has no errors");
    let conversion = zug_convert::convert(model, &loaded.sources, &loaded.symbols);
    let losses = conversion.losses.iter().map(|loss| format!("{}: {}", loss.code, loss.message)).collect();
    (zug_lang::format(&conversion.text).unwrap(), losses)
}

/// Both games.
fn both(name: &str, title: Option<&str>) -> (Game, Game) {
    let bytes = read(name);
    let (text, losses) = convert(name, &bytes, title);
    assert_eq!(losses, [""; 0], "{name}");
    let which = title.map_or(zug_game::Which::Default, zug_game::Which::Title);
    let zrf = zug_game::load(&format!("{name}.zrf"), &bytes, None, &NoFiles, which).unwrap().into_game().unwrap();
    let file = zug_game::load("converted.zug", text.as_bytes(), None, &NoFiles, zug_game::Which::Default).unwrap();
    let doubts: Vec<String> = file.problems.iter().map(|p| p.rendered.clone()).collect();
    assert!(doubts.is_empty(), "{name}: {}\n{text}", doubts.join("\n"));
    (zrf, file.into_game().unwrap())
}

/// What two games must have in common about a position: pieces, reserves, the turn, values that both have.
fn canonical(state: &State, values: &BTreeSet<String>) -> String {
    let text = zug_notation::position::print(state, &Style::General);
    let mut segments: Vec<String> = Vec::new();
    for segment in text.split("; ") {
        let words: Vec<&str> = segment.split(' ').collect();
        match words[0] {
            "@last" | "@passes" | "@over" => {}
            "@value" if !values.contains(words[1]) => {}
            "@value" | "@turn" | "@stock" | "@stack" => segments.push(segment.to_owned()),
            _ => {
                let mut cells: Vec<&str> = words[2..].to_vec();
                cells.sort_unstable();
                segments.push(format!("{} {} {}", words[0], words[1], cells.join(" ")));
            }
        }
    }
    segments.sort();
    segments.join("; ")
}

/// Legal moves by the positions they lead to.
fn results(state: &State, values: &BTreeSet<String>) -> BTreeMap<String, Move> {
    let moves = state.moves().unwrap().to_vec();
    let after = |mv: &Move| {
        let mut next = state.clone();
        next.play_unchecked(mv).unwrap();
        canonical(&next, values)
    };
    moves.iter().map(|mv| (after(mv), mv.clone())).collect()
}

fn outcome(state: &State) -> String {
    let name = |player: zug_game::PlayerId| state.game().ir().players[player.idx()].name.clone();
    match state.outcome().unwrap() {
        None => "goes on".to_owned(),
        Some(zug_game::Outcome::Draw) => "draw".to_owned(),
        Some(zug_game::Outcome::Won(player)) => format!("{} has won", name(*player)),
        Some(zug_game::Outcome::Lost(player)) => format!("{} has lost", name(*player)),
    }
}

/// Plays both games along one random line.
fn compare(name: &str, zrf: &Game, zug: &Game, seed: u64, plies: usize) {
    let values: BTreeSet<String> = zrf.ir().globals.iter().map(|g| g.name.clone()).collect();
    let (mut a, mut b) = (zrf.start(), zug.start());
    assert_eq!(canonical(&a, &values), canonical(&b, &values), "{name}: the first position");
    let mut rng = Rng::new(seed);
    for ply in 0..plies {
        let here = canonical(&a, &values);
        assert_eq!(outcome(&a), outcome(&b), "{name}, seed {seed}, ply {ply}: the end, at\n{here}");
        if outcome(&a) != "goes on" {
            return;
        }
        let (mine, theirs) = (results(&a, &values), results(&b, &values));
        let missing: Vec<&String> = mine.keys().filter(|key| !theirs.contains_key(*key)).collect();
        let extra: Vec<&String> = theirs.keys().filter(|key| !mine.contains_key(*key)).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{name}, seed {seed}, ply {ply}, at\n{here}\nmissing {missing:#?}\nextra {extra:#?}"
        );
        let Some(key) = mine.keys().nth(rng.below(mine.len())) else { return };
        a.play_unchecked(&mine[key]).unwrap();
        b.play_unchecked(&theirs[key]).unwrap();
    }
}

fn check(row: &Row) {
    let (zrf, zug) = both(row.name, None);
    for depth in 1..=row.depth {
        let counts = [&zrf, &zug].map(|game| game.start().perft(depth).unwrap());
        assert_eq!(counts[0], counts[1], "{}: results at depth {depth}", row.name);
    }
    for seed in 0..4 {
        compare(row.name, &zrf, &zug, seed, row.plies);
    }
}

macro_rules! games {
    ($($test:ident $name:literal $depth:literal $plies:literal;)*) => {
        $(#[test]
        fn $test() {
            check(&Row { name: $name, depth: $depth, plies: $plies });
        })*

        /// Games that convert exactly.
        const EXACT: &[&str] = &[$($name),*];
    };
}

games! {
    alquerque "alquerque" 5 200;
    amazons "amazons" 1 4;
    ataxx "ataxx" 3 100;
    brandubh "brandubh" 3 150;
    brazilian_draughts "brazilian-draughts" 5 150;
    breakthrough "breakthrough" 3 120;
    capablanca_chess "capablanca-chess" 2 60;
    chess "chess" 3 120;
    clobber "clobber" 3 60;
    column_draughts "column-draughts" 5 150;
    connect_four "connect-four" 5 60;
    english_draughts "english-draughts" 5 200;
    fanorona "fanorona" 3 100;
    fifteen_puzzle "fifteen-puzzle" 6 60;
    fox_and_hounds "fox-and-hounds" 4 60;
    frisian_draughts "frisian-draughts" 4 150;
    gomoku "gomoku" 2 60;
    international_draughts "international-draughts" 4 150;
    italian_draughts "italian-draughts" 5 150;
    kalah "kalah" 5 100;
    knightthrough "knightthrough" 3 100;
    legan_chess "legan-chess" 3 100;
    los_alamos_chess "los-alamos-chess" 3 100;
    makruk "makruk" 3 100;
    oware "oware" 5 150;
    peg_solitaire "peg-solitaire" 5 60;
    reversi "reversi" 4 100;
    russian_draughts "russian-draughts" 5 150;
    shatranj "shatranj" 3 150;
    sokoban "sokoban" 8 60;
    stavropol_draughts "stavropol-draughts" 4 150;
    surakarta "surakarta" 3 120;
    tic_tac_toe "tic-tac-toe" 6 20;
    turkish_draughts "turkish-draughts" 4 150;
    xiangqi "xiangqi" 2 100;
}

#[test]
fn variants_convert_as_well() {
    let mut n = 0;
    for name in EXACT {
        let bytes = read(name);
        let loaded = zug_zrf::load(&format!("{name}.zrf"), &bytes, None, &NoFiles, zug_zrf::Want::All).unwrap();
        for form in loaded.forms.iter().skip(1) {
            let (zrf, zug) = both(name, Some(&form.title));
            compare(&form.title, &zrf, &zug, 7, 60);
            n += 1;
        }
    }
    // Gomoku, the losing game of noughts and crosses, two of reversi, three slides, five of pegs, three rooms.
    assert_eq!(n, 15);
}

/// Games that do not convert, and why.
const REFUSED: &[(&str, &[&str])] = &[
    (
        "causeway",
        &[
            "cnv-002: the moves of `?Dice` are drawn at random; the Zug language has dice only",
            "cnv-006: the third occurrence of a position: the Zug language does not compare reserves",
        ],
    ),
    ("dobutsu-shogi", &["cnv-006: the third occurrence of a position: the Zug language does not compare reserves"]),
    (
        "minishogi",
        &[
            "cnv-005: an `illegal-condition` that asks whether a player can move",
            "cnv-006: the third occurrence of a position: the Zug language does not compare reserves",
        ],
    ),
    (
        "nine-mens-morris",
        &["cnv-006: the third occurrence of a position: the Zug language does not compare reserves"],
    ),
    (
        "shogi",
        &[
            "cnv-005: an `illegal-condition` that asks whether a player can move",
            "cnv-006: the third occurrence of a position: the Zug language does not compare reserves",
        ],
    ),
];

#[test]
fn what_is_refused_says_why() {
    for (name, reasons) in REFUSED {
        assert_eq!(convert(name, &read(name), None).1, *reasons, "{name}");
    }
}

#[test]
fn every_game_of_the_library_is_here() {
    let mut games = BTreeSet::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if folder().join(&name).join(format!("{name}.zrf")).exists() {
            games.insert(name);
        }
    }
    let known = EXACT.iter().copied().chain(REFUSED.iter().map(|row| row.0));
    assert_eq!(games, known.map(str::to_owned).collect());
}
