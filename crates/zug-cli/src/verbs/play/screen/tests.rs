//! Playing on a screen that is only a table of characters.

use super::Session;
use super::places::Hot;
use super::session::{Mode, Purpose};
use crate::args::TextArgs;
use crate::lang::Lang;
use crate::open::{Opened, open_named};
use crate::verbs::play::Manner;
use crate::verbs::play::seats::Seats;
use crate::verbs::play::sitting::{Next, Sitting};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::style::Color;
use zug_engine::Spec;
use zug_game::{CellId, Rng};
use zug_notation::position;

fn opened(name: &str) -> Opened {
    open_named(name, TextArgs::default()).unwrap_or_else(|e| panic!("{name}: {e:?}"))
}

fn people(opened: &Opened) -> Seats {
    let ir = opened.game.ir();
    let ids = (0..ir.players.len() as u16).map(zug_game::PlayerId);
    let playing = ids.filter(|p| ir.is_active(*p) && !ir.players[p.idx()].random).count();
    let everybody: Vec<String> = (1..=playing).flat_map(|n| [n.to_string(), "human".to_owned()]).collect();
    Seats::new(&opened.game, None, None, &everybody).unwrap()
}

/// A person against players who draw their moves.
fn against_random(opened: &Opened) -> Seats {
    let ir = opened.game.ir();
    let ids = (0..ir.players.len() as u16).map(zug_game::PlayerId);
    let playing = ids.filter(|p| ir.is_active(*p) && !ir.players[p.idx()].random).count();
    let others = (2..=playing).flat_map(|n| [n.to_string(), "random".to_owned()]);
    Seats::new(&opened.game, None, None, &others.collect::<Vec<_>>()).unwrap()
}

fn session<'o>(opened: &'o Opened, at: Option<&str>, seats: Seats) -> Session<'o> {
    let first = match at {
        Some(text) => position::parse(&opened.game, &opened.style, text).unwrap(),
        None => opened.game.start(),
    };
    seated(opened, Lang::En, first, seats, true)
}

fn seated<'o>(
    opened: &'o Opened,
    lang: Lang,
    first: zug_game::State,
    seats: Seats,
    coloured: bool,
) -> Session<'o> {
    let manner = Manner { enter_dice: false, smart: opened.smart, file: None };
    let sitting = Sitting::new(first, seats, 1, &opened.reader);
    let mut session = Session::new(opened, lang, sitting, coloured, manner);
    see(&mut session, 100, 40);
    session
}

/// The screen as lines of text.
fn see(session: &mut Session<'_>, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| session.draw(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(line).collect::<Vec<_>>().join("\n")
}

fn press(session: &mut Session<'_>, keys: &str) {
    for c in keys.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '\u{1b}' => KeyCode::Esc,
            c => KeyCode::Char(c),
        };
        session.event(&Event::Key(code.into()));
    }
}

fn type_in(session: &mut Session<'_>, text: &str) {
    session.mode = Mode::Type(Purpose::Move, super::line::Line::new(text));
    press(session, "\n");
}

fn click(session: &mut Session<'_>, cell: &str) {
    see(session, 100, 40);
    let cell = session.opened.game.cell(cell).unwrap();
    let spot = *session.places.sheet.spot(cell).unwrap();
    let (board, scroll) = (session.places.board, session.places.scroll);
    mouse(session, board.x + spot.x - scroll.0, board.y + spot.y - scroll.1);
}

fn mouse(session: &mut Session<'_>, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    session.event(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

fn names(session: &Session<'_>) -> Vec<String> {
    let record = session.sitting.record();
    record.line(record.current()).into_iter().filter_map(|n| record.name(n).map(str::to_owned)).collect()
}

/// The sign and the ground in the middle of a cell.
fn seen_at(session: &mut Session<'_>, cell: &str) -> (String, Color) {
    let mut terminal = Terminal::new(TestBackend::new(100, 40)).unwrap();
    terminal.draw(|frame| session.draw(frame)).unwrap();
    let spot = *session.places.sheet.spot(session.opened.game.cell(cell).unwrap()).unwrap();
    let (x, y) = (spot.x + spot.w / 2, spot.y + (spot.h - 1) / 2);
    let (board, scroll) = (session.places.board, session.places.scroll);
    let seen = &terminal.backend().buffer()[(board.x + x - scroll.0, board.y + y - scroll.1)];
    (seen.symbol().to_owned(), seen.bg)
}

#[test]
fn zones_are_marked_as_in_the_drawing() {
    let opened = opened("dou-shou-qi");
    let mut session = session(&opened, None, people(&opened));
    let plain = seen_at(&mut session, "d5");
    let (river, trap, den) = ("b5", "c1", "d1");
    assert_eq!(seen_at(&mut session, river).0, "≈");
    assert_ne!(seen_at(&mut session, river).1, plain.1);
    assert_eq!((seen_at(&mut session, trap).0, seen_at(&mut session, den).0), ("×".into(), "✻".into()));
    assert_ne!(plain.0, "≈");
    let kings = self::opened("racing-kings");
    let mut session = self::session(&kings, None, people(&kings));
    assert_ne!(seen_at(&mut session, "a8").1, seen_at(&mut session, "a6").1);
    // Without colours a tint is a sign; men stand on it as they do elsewhere.
    let first = kings.game.start();
    let mut session = seated(&kings, Lang::En, first, people(&kings), false);
    assert_eq!(seen_at(&mut session, "a8").0, ":");
    assert_eq!(seen_at(&mut session, "b6").0, "·");
}

#[test]
fn a_capture_of_two_is_made_part_by_part_and_taken_back_in_parts() {
    let opened = opened("international-draughts");
    // 32 takes 28 and 19.
    let mut session = session(&opened, Some("W:W32:B28,19,6"), people(&opened));
    press(&mut session, "\t\n");
    assert_eq!(session.look.selected, opened.game.cell("d4"));
    assert_eq!(session.look.targets, [opened.game.cell("f6").unwrap()]);
    press(&mut session, "\t\n");
    assert!(session.look.may_undo, "{}", session.message);
    assert_eq!(names(&session), [""; 0], "the move is not complete");
    assert!(session.position().piece(opened.game.cell("f6").unwrap()).is_some());
    press(&mut session, "u");
    assert!(session.position().piece(opened.game.cell("f6").unwrap()).is_none());
    assert!(session.message.contains("taken back"));
    press(&mut session, "U");
    assert!(session.position().piece(opened.game.cell("f6").unwrap()).is_some());
    // The man who goes on is selected already.
    click(&mut session, "h8");
    assert_eq!(names(&session), ["d4-f6-h8"]);
    let screen = see(&mut session, 100, 40);
    assert!(screen.contains("Black to move") && screen.contains("1. 32x14"), "{screen}");
    press(&mut session, "u");
    assert_eq!(names(&session), [""; 0]);
    press(&mut session, "U");
    assert_eq!(names(&session), ["d4-f6-h8"]);
}

#[test]
fn what_a_pawn_becomes_is_asked() {
    let opened = opened("chess");
    let mut session = session(&opened, Some("8/P6k/8/8/8/8/8/K7 w - - 0 1"), people(&opened));
    click(&mut session, "a7");
    click(&mut session, "a8");
    let screen = see(&mut session, 80, 24);
    assert!(screen.contains("Which?") && screen.contains("a7-a8=Knight"), "{screen}");
    press(&mut session, "\u{1b}");
    assert_eq!(session.mode, Mode::Board);
    assert_eq!(names(&session), [""; 0]);
    click(&mut session, "a7");
    click(&mut session, "a8");
    let knight = session.look.choices.iter().position(|c| c.ends_with("Knight")).unwrap();
    press(&mut session, &(knight + 1).to_string());
    assert_eq!(names(&session), ["a7-a8=Knight"]);
}

#[test]
fn pieces_are_dropped_from_the_reserve() {
    let opened = opened("shogi");
    let mut session = session(&opened, Some("4k4/9/9/9/9/9/9/9/4K4[GP] w - - 0 1"), people(&opened));
    let screen = see(&mut session, 100, 40);
    assert!(screen.contains("1P(1)") && screen.contains("1G(2)"), "{screen}");
    press(&mut session, "2");
    assert!(session.look.dropping.is_some());
    click(&mut session, "e5");
    assert_eq!(names(&session), ["Gold@e5"]);
    press(&mut session, "u");
    let gold = opened.game.kind("Gold").unwrap();
    let place = session.places.hot.iter().find(|(_, hot)| *hot == Hot::Kind(gold)).unwrap().0;
    mouse(&mut session, place.x, place.y);
    assert_eq!(session.look.dropping, Some(gold));
}

#[test]
fn dice_are_thrown_and_entered() {
    let opened = opened("long-nardy");
    let mut session = session(&opened, None, people(&opened));
    assert!(session.to_roll);
    click(&mut session, "p24");
    assert!(session.message.contains("dice"));
    press(&mut session, "r");
    assert_eq!(names(&session).len(), 1);
    assert!(session.turn.is_some());
    session.mode = Mode::Type(Purpose::Dice, super::line::Line::new("7 9"));
    press(&mut session, "\n");
    assert!(session.alarm, "no such throw");
    session.mode = Mode::Type(Purpose::Dice, super::line::Line::new("1 2"));
    press(&mut session, "\n");
    assert_eq!(names(&session), ["2-1"]);
    let screen = see(&mut session, 100, 40);
    assert!(screen.contains("⚁⚀  2-1"), "{screen}");
}

#[test]
fn moves_are_typed_whole_or_by_cells() {
    let opened = opened("chess");
    let mut session = session(&opened, None, people(&opened));
    type_in(&mut session, "e2e4");
    type_in(&mut session, "e7");
    assert_eq!(session.look.selected, opened.game.cell("e7"));
    type_in(&mut session, "e5");
    assert_eq!(names(&session), ["e2-e4", "e7-e5"]);
    type_in(&mut session, "e5-e4");
    assert!(session.alarm && session.message.contains("not a legal move"));
    press(&mut session, "R");
    assert!(see(&mut session, 80, 24).contains("Resign?"));
    press(&mut session, "y");
    assert!(see(&mut session, 80, 24).contains("White resigns"));
    press(&mut session, "u");
    assert!(matches!(session.sitting.next(), Ok(Next::Person(_))));
}

#[test]
fn the_cursor_goes_to_neighbours_and_the_board_can_be_turned() {
    let opened = opened("chess");
    let mut session = session(&opened, None, people(&opened));
    let cell = |name: &str| opened.game.cell(name);
    session.cursor = cell("d4");
    press(&mut session, "^>vv<");
    assert_eq!(session.cursor, cell("d3"));
    press(&mut session, "f");
    see(&mut session, 100, 40);
    press(&mut session, "^>");
    assert_eq!(session.cursor, cell("c2"));
    session.cursor = cell("a1");
    press(&mut session, "^^");
    assert_eq!(session.cursor, cell("a1"), "the edge stops it");
}

#[test]
fn every_cell_of_every_game_is_drawn_once_and_found_by_the_mouse() {
    for entry in zug_library::games() {
        let opened = opened(entry.id);
        for turned in [false, true] {
            let mut session = session(&opened, None, people(&opened));
            session.turned = turned;
            see(&mut session, 250, 120);
            let shown: Vec<CellId> = session.places.sheet.spots.iter().map(|s| s.cell).collect();
            let hidden = opened.game.ir().board.cells.iter().filter(|c| c.hidden).count();
            assert_eq!(shown.len() + hidden, opened.game.ir().board.cells.len(), "{}", entry.id);
            for cell in shown {
                let spot = *session.places.sheet.spot(cell).unwrap();
                let board = session.places.board;
                let found = session.places.at(board.x + spot.x + spot.w / 2, board.y + spot.y + spot.h / 2);
                assert_eq!(found, Some(Hot::Cell(cell)), "{}: {}", entry.id, opened.game.cell_name(cell));
            }
        }
    }
}

#[test]
fn every_cell_can_be_reached_with_arrows() {
    for entry in zug_library::games() {
        let opened = opened(entry.id);
        let session = session(&opened, None, people(&opened));
        let sheet = &session.places.sheet;
        let mut reached = vec![sheet.spots[0].cell];
        let mut at = 0;
        while let Some(&cell) = reached.get(at) {
            at += 1;
            use super::board::Way;
            for way in [Way::Left, Way::Right, Way::Up, Way::Down] {
                if let Some(next) = sheet.next(cell, way).filter(|next| !reached.contains(next)) {
                    reached.push(next);
                }
            }
        }
        assert_eq!(reached.len(), sheet.spots.len(), "{}", entry.id);
    }
}

#[test]
fn any_size_of_the_window_will_do() {
    let opened = opened("shogi");
    let mut session = session(&opened, None, people(&opened));
    for (width, height) in (1..70).step_by(7).flat_map(|w| (1..40).step_by(3).map(move |h| (w, h))) {
        for mode in [Mode::Board, Mode::Help, Mode::Choose(super::session::Choice::Leave, 1)] {
            session.mode = mode;
            see(&mut session, width, height);
        }
    }
    assert!(see(&mut session, 20, 5).contains("The window is too"));
}

/// Somebody who presses and clicks anything: nothing breaks, and what is played is legal.
#[test]
fn random_keys_and_clicks_do_no_harm_in_any_game() {
    for (seed, entry) in zug_library::games().iter().enumerate() {
        let opened = opened(entry.id);
        let mut rng = Rng::new(seed as u64);
        let seats = if rng.below(2) == 0 { against_random(&opened) } else { people(&opened) };
        let mut session = session(&opened, None, seats);
        for _ in 0..1000 {
            random_event(&mut session, &mut rng);
            session.tick();
            if rng.below(50) == 0 {
                see(&mut session, 10 + rng.below(120) as u16, 3 + rng.below(50) as u16);
            }
            session.wishes();
            // Nobody answers here.
            session.thinking = None;
        }
        let (mut state, moves) = session.sitting.so_far();
        for mv in moves {
            assert!(state.play(&mv).is_ok(), "{}: an illegal move", entry.id);
        }
    }
}

fn random_event(session: &mut Session<'_>, rng: &mut Rng) {
    const KEYS: &[char] = &[
        'u', 'U', 'p', 'r', 'h', 'f', 'm', 'd', 's', 'l', 'c', 'R', 'q', '?', '1', '3', 'x', 'ж', 'v', '+',
        '-', ';', '!', 'M',
    ];
    let wanted: Vec<CellId> = session.look.targets.iter().chain(&session.look.starts).copied().collect();
    let files = matches!(session.mode, Mode::Type(Purpose::Save | Purpose::Load, _));
    let event = match rng.below(20) {
        0..8 if !wanted.is_empty() => {
            session.cursor = Some(wanted[rng.below(wanted.len())]);
            Event::Key(KeyCode::Enter.into())
        }
        // No files are written by a test that presses anything.
        8..10 if files => Event::Key(KeyCode::Esc.into()),
        8..10 => Event::Key(KeyCode::Enter.into()),
        10 => Event::Key(KeyCode::Tab.into()),
        11 => Event::Key(KeyCode::Esc.into()),
        12 => Event::Key([KeyCode::Left, KeyCode::Up, KeyCode::Down, KeyCode::PageUp][rng.below(4)].into()),
        13 => Event::Key(
            [KeyCode::Right, KeyCode::PageDown, KeyCode::Home, KeyCode::Delete][rng.below(4)].into(),
        ),
        14..17 => Event::Mouse(MouseEvent {
            kind: [
                MouseEventKind::Down(MouseButton::Left),
                MouseEventKind::Up(MouseButton::Left),
                MouseEventKind::Down(MouseButton::Right),
                MouseEventKind::ScrollUp,
                MouseEventKind::ScrollDown,
            ][rng.below(5)],
            column: rng.below(120) as u16,
            row: rng.below(45) as u16,
            modifiers: KeyModifiers::NONE,
        }),
        _ if files => Event::Key(KeyCode::Esc.into()),
        _ => {
            let control = if rng.below(8) == 0 { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            Event::Key(KeyEvent::new(KeyCode::Char(KEYS[rng.below(KEYS.len())]), control))
        }
    };
    let files = matches!(session.mode, Mode::Type(Purpose::Save | Purpose::Load, _));
    if files && event == Event::Key(KeyCode::Enter.into()) {
        session.mode = Mode::Board;
    }
    session.event(&event);
}

#[test]
fn specs_that_think_are_asked_and_answers_to_old_questions_are_not_heard() {
    use super::session::Wish;
    use crate::verbs::play::opponents::Thought;
    let opened = opened("chess");
    let ai: Spec = "ai".parse().unwrap();
    let seats = Seats::new(&opened.game, None, Some(ai), &[]).unwrap();
    let mut session = session(&opened, None, seats);
    type_in(&mut session, "e2e4");
    assert!(session.tick());
    let asked = session.wishes();
    let [Wish::Ask(question)] = &asked[..] else { panic!("{asked:?}") };
    assert_eq!(question.moves.len(), 1);
    let mv = question.state.find_move("e7-e5").unwrap();
    press(&mut session, "u");
    assert!(session.wishes().iter().any(|wish| matches!(wish, Wish::StopThinking)));
    session.hear(question.number, Thought::Move(mv.clone()));
    assert_eq!(names(&session), [""; 0], "nobody waits for it any more");
    type_in(&mut session, "e2e4");
    session.tick();
    session.hear(question.number + 1, Thought::Move(mv));
    assert_eq!(names(&session), ["e2-e4", "e7-e5"]);
}

/// The last line of the screen.
fn last_line(session: &mut Session<'_>, width: u16) -> String {
    see(session, width, 24).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn the_last_line_says_what_enter_does_and_fits_in_both_languages() {
    for entry in zug_library::games() {
        let opened = opened(entry.id);
        for (lang, help, quit) in [(Lang::En, "? help", "q quit"), (Lang::Ru, "? помощь", "q выйти")]
        {
            let mut rng = Rng::new(5);
            let mut session = seated(&opened, lang, opened.game.start(), people(&opened), true);
            for _ in 0..20 {
                let line = last_line(&mut session, 60);
                let board = session.mode == Mode::Board;
                assert!(line.starts_with("Enter "), "{} {line}", entry.id);
                assert!(!board || line.contains(help) && line.ends_with(quit), "{} {line}", entry.id);
                assert!(line.chars().count() <= 60, "{} {line}", entry.id);
                random_event(&mut session, &mut rng);
                session.tick();
                session.wishes();
                session.thinking = None;
            }
        }
    }
}

#[test]
fn enter_does_what_is_said() {
    let opened = opened("chess");
    let mut session = session(&opened, None, people(&opened));
    session.cursor = opened.game.cell("e2");
    assert!(last_line(&mut session, 80).starts_with("Enter take e2"));
    press(&mut session, "\n");
    assert!(last_line(&mut session, 80).starts_with("Enter let go"));
    session.cursor = opened.game.cell("e4");
    assert!(last_line(&mut session, 80).starts_with("Enter e4  "));
    press(&mut session, "\n");
    assert_eq!(names(&session), ["e2-e4"]);
    session.cursor = opened.game.cell("a4");
    assert!(last_line(&mut session, 80).starts_with("Enter nothing"));
}

#[test]
fn a_pass_is_never_made_by_c() {
    let opened = opened("go#9x9");
    let mut session = session(&opened, None, people(&opened));
    press(&mut session, "c");
    assert!(matches!(session.mode, Mode::Choose(..)) && names(&session).is_empty());
    press(&mut session, "\u{1b}c\u{1b}");
    assert_eq!(names(&session), [""; 0]);
    press(&mut session, "p");
    assert_eq!(names(&session), ["pass"]);
}

#[test]
fn moves_are_typed_and_listed_as_players_write_them() {
    let listed = |game: &str, at: Option<&str>, typed: &[&str], wanted: &[&str]| {
        let opened = opened(game);
        let mut session = session(&opened, at, people(&opened));
        for text in typed {
            match text.strip_prefix("dice ") {
                Some(dice) => {
                    session.mode = Mode::Type(Purpose::Dice, super::line::Line::new(dice));
                    press(&mut session, "\n");
                }
                None => type_in(&mut session, text),
            }
            assert!(!session.alarm, "{game} {text}: {}", session.message);
        }
        let screen = see(&mut session, 100, 40);
        for line in wanted {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let found = screen.lines().any(|l| words(l).windows(words(line).len()).any(|w| w == words(line)));
            assert!(found, "{game}: no `{line}` in\n{screen}");
        }
    };
    listed(
        "chess",
        None,
        &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"],
        &["4. Bxc6 dxc6", "5. O-O"],
    );
    listed("english-draughts", None, &["11-15", "23-19"], &["1. 11-15 23-19"]);
    listed("russian-draughts", None, &["c3-d4", "d6-c5"], &["1. c3-d4 d6-c5"]);
    listed("long-nardy", None, &["dice 2 1", "24/21"], &["1. 2-1: 24/22 22/21"]);
    listed("go#9x9", None, &["d4", "E5"], &["1. D4 E5"]);
    listed("kalah.zug", None, &["c1", "a1", "a2"], &["1. c1", "2. a1 a2"]);
}

/// The knight or a reserve piece may stay behind: what the rules call the moves tells them apart.
#[test]
fn a_choice_is_made_by_the_names_of_moves() {
    let opened = opened(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/gating.zug"));
    let mut session = session(&opened, None, people(&opened));
    click(&mut session, "b1");
    click(&mut session, "c3");
    let screen = see(&mut session, 80, 24);
    for name in ["b1-c3", "b1-c3/H", "b1-c3/E"] {
        assert!(screen.contains(&format!(" {name} ")), "no {name} in\n{screen}");
    }
    assert!(
        session.look.choices.iter().all(|name| !name.contains(['.', '@', '+'])),
        "{:?}",
        session.look.choices
    );
    press(&mut session, "2");
    assert_eq!(names(&session).len(), 1);
}

#[test]
fn variations_are_entered_seen_promoted_annotated_and_deleted() {
    let opened = opened("chess");
    let mut session = session(&opened, None, people(&opened));
    for text in ["e4", "e5", "Nf3"] {
        type_in(&mut session, text);
    }
    let page = |session: &mut Session<'_>, code| session.event(&Event::Key(KeyEvent::from(code)));
    page(&mut session, KeyCode::PageUp);
    page(&mut session, KeyCode::PageUp);
    assert!(session.message.contains("looking back"), "{}", session.message);
    type_in(&mut session, "c5");
    assert_eq!(names(&session), ["e2-e4", "c7-c5"]);
    press(&mut session, ";Sicilian\n");
    // The game as it was played stays the main line.
    page(&mut session, KeyCode::Char('v'));
    assert!(
        see(&mut session, 100, 40).contains("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3"),
        "{}",
        see(&mut session, 100, 40)
    );
    press(&mut session, "!!?\n+");
    let seen = see(&mut session, 100, 40);
    assert!(seen.contains("1. e4 c5!? {Sicilian} (1... e5 2. Nf3)"), "{seen}");
    // The other way, and away with it.
    press(&mut session, ">-");
    assert!(see(&mut session, 100, 40).contains("Delete this"));
    press(&mut session, "y");
    let seen = see(&mut session, 100, 40);
    assert!(seen.contains("1. e4 c5!? {Sicilian}") && !seen.contains("Nf3"), "{seen}");
    press(&mut session, "\u{1b}");
    assert_eq!(session.mode, Mode::Board);
}

#[test]
fn one_click_does_what_the_player_wants() {
    let opened = opened("chess");
    let mut session = session(&opened, None, people(&opened));
    click(&mut session, "e4");
    assert_eq!(names(&session), [""; 0], "it is off unless something else is said");
    press(&mut session, "MM");
    assert!(session.message.contains("a cell that one piece can reach"), "{}", session.message);
    click(&mut session, "e4");
    assert_eq!(names(&session), ["e2-e4"]);
}

#[test]
fn russian_is_whole() {
    for entry in zug_library::games() {
        let opened = opened(entry.id);
        let mut session = seated(&opened, Lang::Ru, opened.game.start(), people(&opened), true);
        for _ in 0..2 {
            let screen = see(&mut session, 120, 60);
            for word in ["White", "Black", "North", "South", "Attackers", "Defenders", "to move", "pass"] {
                assert!(!screen.contains(word), "{}: {word} in\n{screen}", entry.id);
            }
            press(&mut session, "?");
        }
    }
}
