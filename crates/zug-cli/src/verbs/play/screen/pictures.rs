//! Boards as they are seen on a screen without colours: `pictures.txt`, one for each geometry.

use super::Session;
use crate::args::TextArgs;
use crate::lang::Lang;
use crate::open::open_named;
use crate::verbs::play::Manner;
use crate::verbs::play::seats::Seats;
use crate::verbs::play::sitting::Sitting;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::path::Path;
use zug_notation::position;

/// The board of `WIDTHxHEIGHT GAME, turned: POSITION`, of which the last two may be missing.
fn seen(heading: &str) -> String {
    let (what, at) = heading.split_once(": ").unwrap_or((heading, "start"));
    let (what, turned) = what.strip_suffix(", turned").map_or((what, false), |what| (what, true));
    let (size, name) = what.split_once(' ').unwrap();
    let (width, height) = size.split_once('x').unwrap();
    let opened = open_named(name, TextArgs::default()).unwrap();
    let state = position::parse(&opened.game, &opened.style, at).unwrap_or_else(|e| panic!("{heading}: {e}"));
    let everybody = |n: usize| (1..=n).flat_map(|n| [n.to_string(), "human".to_owned()]).collect::<Vec<_>>();
    let seats = (1..=opened.game.ir().players.len())
        .rev()
        .find_map(|n| Seats::new(&opened.game, None, None, &everybody(n)).ok())
        .unwrap();
    let sitting = Sitting::new(state, seats, 1, &opened.reader);
    let manner = Manner { enter_dice: false, smart: opened.smart, file: None };
    let mut session = Session::new(&opened, Lang::En, sitting, false, manner);
    (session.turned, session.cursor) = (turned, None);
    let mut terminal =
        Terminal::new(TestBackend::new(width.parse().unwrap(), height.parse().unwrap())).unwrap();
    terminal.draw(|frame| session.draw(frame)).unwrap();
    let (buffer, board) = (terminal.backend().buffer(), session.places.board);
    let line = |y| (board.left()..board.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let lines: Vec<String> = (board.top()..board.bottom()).map(line).collect();
    let seen: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    format!("{}\n", seen.join("\n").trim_end())
}

#[test]
fn every_geometry_is_seen_like_this() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verbs/play/screen/pictures.txt");
    let kept = std::fs::read_to_string(&path).unwrap();
    let (before, _) = kept.split_once("\n== ").unwrap();
    let headings: Vec<&str> = kept.lines().filter_map(|line| line.strip_prefix("== ")).collect();
    let now = headings.iter().map(|heading| format!("\n== {heading}\n{}", seen(heading)));
    let now = format!("{before}{}", now.collect::<String>());
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(&path, &now).unwrap();
    }
    assert!(kept == now, "pictures.txt is not what is seen:\n{now}");
}
