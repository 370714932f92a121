//! The interface: which forms are compiled, how titles are found, what limits hold, and that nothing panics.

use std::fmt::Write as _;
use std::io;
use zug_source::{Files, NoFiles, Severity};
use zug_zrf::{FormKind, Loaded, Want, load};

const GAMES: &str = r#"
(game (title "One") (players White)
  (board (grid (dimensions ("a/b" (1 0))) (directions (e 1))))
  (piece (name Man) (moves (e add))))
(variant (title "-"))
(variant (title "Two  ") (default))
(variant (title "two") (piece (name Man) (moves (norht add))))
"#;

fn games(want: Want) -> Loaded {
    load("games.zrf", GAMES.as_bytes(), None, &NoFiles, want).expect("it is text")
}

fn compiled(loaded: &Loaded) -> Vec<bool> {
    loaded.forms.iter().map(|form| form.model.is_some()).collect()
}

#[test]
fn forms_are_listed_and_only_those_wanted_are_compiled() {
    let loaded = games(Want::Default);
    let forms: Vec<_> = loaded.forms.iter().map(|form| (form.kind, form.title.as_str())).collect();
    let expected = [(FormKind::Game, "One"), (FormKind::Variant, "Two  "), (FormKind::Variant, "two")];
    assert_eq!(forms, expected);
    assert_eq!(loaded.default_form, 1);
    assert_eq!(compiled(&loaded), [false, true, false]);
    // Nobody asked for the variant with the mistake.
    assert!(loaded.diagnostics.is_empty());

    assert_eq!(compiled(&games(Want::All)), [true, true, false]);
    assert_eq!(compiled(&games(Want::Index(0))), [true, false, false]);
    assert_eq!(compiled(&games(Want::Index(9))), [false, false, false]);
}

#[test]
fn equal_titles_are_told_apart() {
    let text = r#"
        (game (title "A") (players White)
          (board (grid (dimensions ("a/b" (1 0))) (directions (e 1))))
          (piece (name Man) (moves (e add))))
        (variant (title "A (2)"))
        (variant (title "A"))
        (variant (title " A"))"#;
    let loaded = load("titles.zrf", text.as_bytes(), None, &NoFiles, Want::All).unwrap();
    let titles: Vec<&str> = loaded.forms.iter().map(|form| form.title.as_str()).collect();
    assert_eq!(titles, ["A", "A (2)", "A (3)", "A (4)"]);
    assert_eq!(loaded.find("A (3)"), Some(2));
    let of_games = loaded.forms.iter().map(|form| form.model.as_ref().unwrap().texts.title.as_str());
    assert_eq!(of_games.collect::<Vec<_>>(), titles);
}

#[test]
fn titles_are_found_exactly_or_else_roughly() {
    assert_eq!(compiled(&games(Want::Title("Two  "))), [false, true, false]);
    assert_eq!(compiled(&games(Want::Title(" ONE "))), [true, false, false]);
    assert_eq!(compiled(&games(Want::Title("Three"))), [false, false, false]);
    let loaded = games(Want::Title("two"));
    assert_eq!(loaded.find("two"), Some(2));
    assert!(loaded.diagnostics.has_errors());
}

#[test]
fn an_error_in_the_game_spoils_its_variants_and_is_said_once() {
    let text = r#"
        (game (title "One") (players White)
          (board (grid (dimensions ("a/b" (1 0))) (directions (e 1))))
          (piece (name Man) (moves (norht add))))
        (variant (title "Two"))
        (variant (title "Good") (piece (name Man) (moves (e add))))"#;
    let loaded = load("a.zrf", text.as_bytes(), None, &NoFiles, Want::All).unwrap();
    assert_eq!(compiled(&loaded), [false, false, true]);
    assert_eq!(loaded.diagnostics.n_errors(), 1);
}

#[test]
fn an_unbalanced_file_is_no_game() {
    let loaded = load("a.zrf", &GAMES.as_bytes()[..GAMES.len() - 2], None, &NoFiles, Want::All).unwrap();
    assert!(loaded.diagnostics.has_errors());
    assert_eq!(compiled(&loaded), [false; 3]);
}

/// Every file includes two others.
struct Rabbits;

impl Files for Rabbits {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        Ok(format!("(include \"{path}a\") (include \"{path}b\")").into_bytes())
    }
}

#[test]
fn included_files_are_counted() {
    let loaded = load("x", b"(include \"y\")", None, &Rabbits, Want::All).unwrap();
    assert!(
        loaded.diagnostics.iter().any(|problem| problem.message == "too many included files: at most 200")
    );
}

#[test]
fn an_include_inside_a_list_is_spliced() {
    struct Pieces;
    impl Files for Pieces {
        fn read(&self, _: &str) -> io::Result<Vec<u8>> {
            Ok(b"(piece (name A) (moves (go-east))) (define go-east (e add)) (piece (name B))".to_vec())
        }
    }
    let text = r#"
        (game (title "One") (players White)
          (board (grid (dimensions ("a/b" (1 0))) (directions (e 1))))
          (include "pieces.inc"))"#;
    let loaded = load("a.zrf", text.as_bytes(), None, &Pieces, Want::All).unwrap();
    let game = loaded.forms[0].model.as_ref().unwrap();
    assert_eq!(game.kinds.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["A", "B"]);
}

fn says(text: &str, message: &str) {
    let loaded = load("a.zrf", text.as_bytes(), None, &NoFiles, Want::All).expect("it is text");
    let said: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    assert!(said.contains(&message), "{said:?}");
    assert_eq!(compiled(&loaded), vec![false; loaded.forms.len()]);
}

#[test]
fn numbers_of_things_are_limited() {
    let labels = |n: usize| (0..n).map(|n| format!("p{n}")).collect::<Vec<String>>().join("/");
    let game = |parts: &str| format!("(game (title \"Big\") (players White) {parts})");
    // A million cells, refused before they are made.
    let axis = labels(1000);
    says(
        &game(&format!("(board (grid (dimensions (\"{axis}\" (1 0)) (\"{axis}\" (0 1)))))")),
        "too many positions: at most 10000",
    );
    let mut pieces = String::new();
    for n in 0..4001 {
        let _ = write!(pieces, "(piece (name k{n}))");
    }
    says(&game(&pieces), "too many pieces: at most 4000");
    let mut zones = String::from("(board (grid (dimensions (\"");
    let _ = write!(zones, "{}\" (1 0))))", labels(5000));
    let all = labels(5000).replace('/', " ");
    for n in 0..2001 {
        let _ = write!(zones, "(zone (name z{n}) (positions (all)))");
    }
    let text = format!("(define all {all}) {}", game(&format!("{zones})")));
    says(&text, "too many positions in zones: at most 10000000");
    let names = "all ".repeat(201);
    let board = format!(
        "(board (grid (dimensions (\"{}\" (1 0)))) (zone (name all) (positions {all})))",
        labels(5000)
    );
    let setup = format!("{board} (piece (name Man)) (board-setup (White (Man {names})))");
    says(&game(&setup), "too many pieces on the board: at most 1000000");
}

#[test]
fn diagnostics_know_the_macro_calls() {
    let text = r#"
        (define inner ($1 (verify epmty?) add))
        (define outer (inner $1))
        (game (title "One") (players White)
          (board (grid (dimensions ("a/b" (1 0))) (directions (e 1))))
          (piece (name Man) (moves (outer n))))"#;
    let loaded = load("a.zrf", text.as_bytes(), None, &NoFiles, Want::All).unwrap();
    let place = |code: &str| {
        let problem = loaded.diagnostics.iter().find(|problem| problem.code == code).unwrap();
        (
            loaded.sources.slice(problem.origin.span),
            loaded.sources.slice(loaded.sources.outermost(problem.origin)),
        )
    };
    // What stands in the macro points there, through the calls.
    assert_eq!(place("zrf-048"), ("epmty?", "(outer n)"));
    // What was handed in points to where it was written.
    assert_eq!(place("zrf-047"), ("n", "n"));
}

/// Broken texts: words of real ones swapped, doubled, dropped and cut. What matters is that loading returns.
#[test]
fn no_text_makes_the_loader_panic() {
    let mut texts = Vec::new();
    for folder in ["tests/errors", "tests/models"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "zrf"));
        // Those take their time even when whole.
        paths.retain(|path| !path.to_str().unwrap().contains("too-"));
        paths.sort();
        texts.extend(paths.iter().map(|path| std::fs::read_to_string(path).unwrap()));
    }
    let mut state = 88172645463325252u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    for _ in 0..600 {
        let text = &texts[random(texts.len())];
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        // Room for as many words as are dropped below.
        let mut words: Vec<&str> = spaced.split(' ').chain([""; 12]).collect();
        for _ in 0..1 + random(12) {
            let (a, b) = (random(words.len()), random(words.len()));
            match random(5) {
                0 => words.swap(a, b),
                1 => words.insert(a, words[b]),
                2 => {
                    words.remove(a);
                }
                3 => words[a] = words[b],
                _ => words[a] = ["(", ")", "\"", "$1", "-1", "99999999999", "else", "", "*"][random(9)],
            }
        }
        let loaded = load("a.zrf", words.join(" ").as_bytes(), None, &NoFiles, Want::All).unwrap();
        let errors = loaded.diagnostics.iter().any(|problem| problem.severity == Severity::Error);
        assert!(errors || loaded.forms.iter().all(|form| form.model.is_some()));
    }
}
