//! Every game of the library, with all its variants, can be drawn: what has to hold for every drawing.

use roxmltree::Document;
use std::collections::BTreeMap;
use zug_draw::{CELL, Look, Rect, Scene, View, in_check, scene, svg};
use zug_game::ir::Pile;
use zug_game::{CellId, Game, Move, Rng, State};
use zug_library::{Entry, games};

/// A few moves on, so that there is something to see: piles, captures, dice.
const MOVES: usize = 12;

fn forms(entry: &'static Entry) -> impl Iterator<Item = (String, Game)> {
    entry.titles().iter().map(move |title| {
        let game = entry.load(Some(title)).unwrap_or_else(|e| panic!("{} does not load: {e}", entry.id));
        (format!("{}#{title}", entry.id), game)
    })
}

fn some_moves_on(game: &Game, name: &str) -> (State, Option<Move>) {
    let mut state = game.start();
    let mut rng = Rng::new(1);
    let mut last = None;
    for _ in 0..MOVES {
        let drawn = state.draw(&mut rng).unwrap_or_else(|e| panic!("{name}: {e}")).cloned();
        let Some(mv) = drawn else { break };
        state.play(&mv).unwrap_or_else(|e| panic!("{name}: {e}"));
        last = Some(mv);
    }
    (state, last)
}

/// How many pieces are on a cell.
fn on_cell(state: &State, cell: CellId) -> u64 {
    let (game, position) = (state.game(), state.position());
    match game.ir().rules.pile {
        Pile::Single => u64::from(position.piece(cell).is_some()),
        Pile::Stack => position.stack(cell).len() as u64,
        Pile::Heap => position.heap(game.program(), cell).map(|(_, n)| n).sum(),
    }
}

fn check(name: &str, state: &State, look: &Look, view: &View<'_>) {
    let drawn = scene(state, look, view);
    let text = svg(&drawn);
    assert_eq!(text, svg(&scene(state, look, view)), "{name} is not drawn the same twice");
    let document = Document::parse(&text).unwrap_or_else(|e| panic!("{name} is no XML: {e}"));
    for node in document.descendants().filter(|n| n.is_element()) {
        let known = ["svg", "title", "style", "defs", "g", "rect", "circle", "path", "use", "text"];
        assert!(known.contains(&node.tag_name().name()), "{name}: {}", node.tag_name().name());
        if node.tag_name().name() == "use" {
            let href = node.attribute("href").unwrap_or("");
            let defined = document
                .descendants()
                .any(|n| Some(n.attribute("id").unwrap_or("-")) == href.strip_prefix('#'));
            assert!(defined, "{name}: {href} is not defined");
        }
    }
    every_cell_once(name, state, &drawn);
    every_piece_once(name, state, &drawn);
    inside(name, &drawn);
    apart(name, &drawn);
}

fn every_cell_once(name: &str, state: &State, drawn: &Scene) {
    let mut seen = BTreeMap::new();
    for cell in &drawn.cells {
        *seen.entry(cell.cell).or_insert(0) += 1;
    }
    for (i, cell) in state.game().ir().board.cells.iter().enumerate().filter(|(_, cell)| !cell.hidden) {
        let times = seen.get(&CellId(i as u16)).copied().unwrap_or(0);
        assert_eq!(times, 1, "{name}: the cell {} is drawn {times} times", cell.name);
    }
}

fn every_piece_once(name: &str, state: &State, drawn: &Scene) {
    let mut seen: BTreeMap<CellId, u64> = BTreeMap::new();
    for man in &drawn.pieces {
        if let Some(cell) = man.cell {
            *seen.entry(cell).or_default() += man.count;
        }
    }
    for cell in (0..state.game().ir().board.cells.len() as u16).map(CellId) {
        let there = on_cell(state, cell);
        let cell_name = state.game().cell_name(cell);
        assert_eq!(seen.get(&cell).copied().unwrap_or(0), there, "{name}: pieces on {cell_name}");
    }
}

fn inside(name: &str, drawn: &Scene) {
    let all = drawn.bounds;
    let fits =
        |r: Rect| r.x >= all.x && r.y >= all.y && r.right() <= all.right() && r.bottom() <= all.bottom();
    for cell in &drawn.cells {
        assert!(fits(cell.bounds()), "{name}: {} is outside", cell.name);
        assert!(cell.bounds().contains(cell.centre), "{name}: the middle of {} is outside it", cell.name);
    }
    for man in &drawn.pieces {
        let half = man.size / 2.0;
        let place = Rect::new(man.centre.x - half, man.centre.y - half, man.size, man.size);
        assert!(fits(place), "{name}: {} is outside", man.name);
        assert!(man.size > 8.0, "{name}: {} is too small to be seen", man.name);
    }
}

/// Cells do not lie upon each other: the middles of two are never close.
fn apart(name: &str, drawn: &Scene) {
    for (i, a) in drawn.cells.iter().enumerate() {
        for b in &drawn.cells[i + 1..] {
            let distance = (a.centre.x - b.centre.x).hypot(a.centre.y - b.centre.y);
            assert!(distance > 0.4 * CELL, "{name}: {} and {} are in one place", a.name, b.name);
        }
    }
}

#[test]
fn every_game_is_drawn_whole_once_and_the_same_twice() {
    let mut n = 0;
    for entry in games() {
        let look = entry.presentation().look();
        for (name, game) in forms(entry) {
            check(&name, &game.start(), &look, &View::default());
            let (state, last) = some_moves_on(&game, &name);
            let view = View { flip: true, last_move: last.as_ref(), ..View::default() };
            check(&name, &state, &look, &view);
            n += 1;
        }
    }
    assert!(n > 140, "{n}");
}

#[test]
fn without_a_presentation_file_they_are_drawn_too() {
    for entry in games() {
        let game = entry.load(None).unwrap_or_else(|e| panic!("{} does not load: {e}", entry.id));
        check(entry.id, &game.start(), &Look::default(), &View::default());
    }
}

#[test]
fn presentation_files_name_what_their_games_have() {
    for entry in games() {
        let look = entry.presentation().look();
        let games: Vec<Game> = forms(entry).map(|(_, game)| game).collect();
        let known = |what: &str, name: &str, has: &dyn Fn(&Game) -> bool| {
            assert!(games.iter().any(has), "{}: no {what} `{name}` in any variant", entry.id);
        };
        for kind in look.pieces.kinds.keys() {
            known("kind", kind, &|game| game.kind(kind).is_some());
        }
        for player in look.pieces.colours.keys().chain(look.board.edges.values()) {
            known("player", player, &|game| game.player(player).is_some());
        }
        for zone in look.board.zones.keys().chain(look.board.edges.keys()) {
            known("zone", zone, &|game| game.ir().board.zones.iter().any(|z| z.name == *zone));
        }
        let rows =
            look.board.rows.iter().flat_map(|row| row.split_whitespace()).filter(|w| *w != "." && *w != "|");
        let lines = look.board.lines.iter().chain(&look.board.no_lines).chain(&look.board.loops);
        let ends = lines.flat_map(|line| line.split('-')).map(str::trim);
        let single = [&look.board.corners, &look.board.stores, &look.board.bar, &look.board.off];
        for cell in rows.chain(ends).chain(single.into_iter().flatten().map(String::as_str)) {
            known("cell", cell, &|game| game.cell(cell).is_some());
        }
        if let Some(number) = &look.pieces.number {
            known("attribute", number, &|game| game.ir().attrs.iter().any(|a| a.name == *number));
        }
    }
}

#[test]
fn a_king_in_check_is_found() {
    let chess = zug_library::find("chess.zrf").unwrap_or_else(|e| panic!("{e}"));
    let game = chess.load(None).unwrap_or_else(|e| panic!("{e}"));
    let mut state = game.start();
    for text in ["f2-f3", "e7-e5", "g2-g4"] {
        state.play_text(text).unwrap_or_else(|e| panic!("{e}"));
        assert!(in_check(&state).is_empty(), "{text}");
    }
    state.play_text("d8-h4").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(in_check(&state).into_iter().map(|c| game.cell_name(c)).collect::<Vec<_>>(), ["e1"]);
}
