//! Text pictures: each geometry of the library as it is seen on a terminal, and hexagons in their tones.

use std::path::Path;
use zug_library::{Entry, find, games};
use zug_notation::layout::{Lattice, Places};
use zug_notation::{Style, picture, position};

fn entry(name: &str) -> &'static Entry {
    find(name).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The picture that a heading asks for: `== GAME#VARIANT, turned: POSITION`, of which only the game must be there.
fn drawn(heading: &str) -> String {
    let (what, at) = heading.split_once(": ").unwrap_or((heading, "start"));
    let (what, turned) = what.strip_suffix(", turned").map_or((what, false), |what| (what, true));
    let (name, variant) = what.split_once('#').map_or((what, None), |(name, variant)| (name, Some(variant)));
    let entry = entry(name);
    let game = entry.load(variant).unwrap_or_else(|e| panic!("{what}: {e}"));
    let state = position::parse(&game, &Style::General, at).unwrap_or_else(|e| panic!("{heading}: {e}"));
    picture(&state, &entry.presentation().arrangement(), turned)
}

#[test]
fn every_geometry_has_its_picture() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures.txt");
    let kept = std::fs::read_to_string(&path).unwrap();
    let (before, _) = kept.split_once("\n== ").unwrap();
    let headings: Vec<&str> = kept.lines().filter_map(|line| line.strip_prefix("== ")).collect();
    let seen = headings.iter().map(|heading| format!("\n== {heading}\n{}", drawn(heading)));
    let now = format!("{before}{}", seen.collect::<String>());
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&path, &now).unwrap();
    }
    assert!(kept == now, "tests/pictures.txt is not what is drawn:\n{now}");
}

#[test]
fn neighbouring_hexagons_never_share_a_tone() {
    let (mut boards, mut equal) = (Vec::new(), Vec::new());
    for entry in games() {
        for title in entry.titles() {
            let game = entry.load(Some(title)).unwrap_or_else(|e| panic!("{}: {e}", entry.id));
            let board = &game.ir().board;
            let Some(places) = Places::new(board, &entry.presentation().arrangement()) else { continue };
            if !matches!(places.lattice, Lattice::Hexagons(_)) {
                continue;
            }
            boards.push(entry.id);
            let cells: Vec<_> = places.placed().collect();
            for (i, (a, here)) in cells.iter().enumerate() {
                for (b, there) in &cells[i + 1..] {
                    let near = here.sheet == there.sheet && here.at.distance(there.at) < 1.1;
                    if near && here.tone == there.tone {
                        equal.push(format!("{}: {} {}", entry.id, game.cell_name(*a), game.cell_name(*b)));
                    }
                }
            }
        }
    }
    boards.dedup();
    assert_eq!(boards, ["chinese-checkers", "glinski-chess", "hex", "y"]);
    assert_eq!(equal, Vec::<String>::new());
}
