//! Every game of the library: positions and games written down read back the same.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};
use zug_game::{Files, Game, Move, Record, Rng, State, Which, load};
use zug_notation::{Style, picture, position, record, zsg};

struct Folder(PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

/// All games and variants of all rules files below `games/`, or below `ZUG_CORPUS` if that is set.
fn games() -> Vec<(String, Game)> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut paths = Vec::new();
    rules_files(&library, &mut paths);
    if let Some(corpus) = std::env::var_os("ZUG_CORPUS") {
        rules_files(Path::new(&corpus), &mut paths);
    }
    let mut games = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let files = Folder(path.parent().unwrap().to_owned());
        let Ok(rules) = load(&name, &std::fs::read(&path).unwrap(), None, &files, Which::All) else {
            continue;
        };
        // Whether a rules file loads is tested elsewhere.
        let titled = rules.forms.iter().zip(rules.games());
        games.extend(
            titled.filter_map(|(form, game)| Some((format!("{name}#{}", form.title), game.clone()?))),
        );
    }
    games
}

fn rules_files(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut entries: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rules_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "zrf") {
            out.push(path);
        }
    }
}

/// The same position, apart from how it came about.
fn same(a: &State, b: &State) -> bool {
    let bare = |s: &State| {
        let mut s = s.clone();
        s.edit(|_| {});
        s
    };
    a.position().outcome() == b.position().outcome() && bare(a).position() == bare(b).position()
}

#[test]
fn positions_and_games_read_back() {
    let games = games();
    println!("{} games", games.len());
    for (name, game) in games {
        let mut rng = Rng::new(7);
        let mut state = game.start();
        let mut turns: Vec<Move> = Vec::new();
        for _ in 0..30 {
            let text = position::print(&state, &Style::General);
            let back = position::parse(&game, &Style::General, &text)
                .unwrap_or_else(|e| panic!("{name}: {text}: {e}"));
            assert!(same(&state, &back), "{name}: {text}");
            assert!(!picture(&state, &Default::default(), false).is_empty());
            let Ok(moves) = state.moves() else { break };
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())].clone();
            state.play(&mv).unwrap();
            turns.push(mv);
        }
        let written = zsg::write(&game, &zsg::Header::new(&game, &name), &[], &turns);
        let written = written.unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = zsg::replay(&game, &zsg::read(written.to_bytes()).unwrap());
        assert_eq!(again.error, None, "{name}");
        assert_eq!(again.turns, turns, "{name}");
        assert!(same(&again.end, &state), "{name}");
        record_reads_back(&name, &game, &turns, &mut rng);
    }
}

/// The game with a variation at every other move.
fn record_reads_back(name: &str, game: &Game, turns: &[Move], rng: &mut Rng) {
    let mut tree = Record::new(game);
    for (i, mv) in turns.iter().enumerate() {
        let main = tree.play(mv).unwrap();
        if i % 2 == 0 {
            tree.back().unwrap();
            let moves = tree.state().moves().unwrap();
            let other = moves[rng.below(moves.len())].clone();
            let node = tree.play(&other).unwrap();
            tree.set_comment(node, "or so").unwrap();
        }
        tree.go_to(main).unwrap();
    }
    let text = record::write(&tree, &record::Header::new(game, name)).unwrap();
    let back = record::read(game, &text).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
    assert!(back.same_rules, "{name}");
    assert_eq!(record::write(&back.record, &back.header).unwrap(), text, "{name}");
    let moves = |r: &Record| -> Vec<Option<Move>> { r.subtree(r.root()).map(|n| r.mv(n).cloned()).collect() };
    assert_eq!(moves(&back.record), moves(&tree), "{name}");
    assert!(back.record.state().position() == tree.state().position(), "{name}");
}
