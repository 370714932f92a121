//! Beside the board: the game, whose turn it is, dice, scores, reserves, and the moves so far.

use super::places::{Hot, Places};
use super::session::Session;
use crate::movetext::Counting;
use crate::verbs::play::sitting::Next;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use zug_game::{KindId, PlayerId, UNLIMITED};

pub(super) fn draw(session: &Session<'_>, frame: &mut Frame<'_>, area: Rect, places: &mut Places) {
    let mut rows = Rows { area, lines: Vec::new(), hot: Vec::new() };
    // In a low panel the title would take the place of something that matters.
    if area.height > 6 {
        rows.add(vec![Span::styled(session.title().to_owned(), Style::new().add_modifier(Modifier::BOLD))]);
    }
    rows.add(status(session));
    dice(session, &mut rows);
    scores(session, &mut rows);
    reserves(session, &mut rows);
    moves(session, &mut rows);
    places.hot.append(&mut rows.hot);
    frame.render_widget(Paragraph::new(rows.lines), area);
}

/// Lines of the panel, and what can be clicked in them.
struct Rows<'t> {
    area: Rect,
    lines: Vec<Line<'t>>,
    hot: Vec<(Rect, Hot)>,
}

impl<'t> Rows<'t> {
    fn left(&self) -> usize {
        usize::from(self.area.height).saturating_sub(self.lines.len())
    }

    fn add(&mut self, spans: Vec<Span<'t>>) {
        if self.left() > 0 {
            self.lines.push(Line::from(spans));
        }
    }

    /// The place of a text in the line that is added next.
    fn place(&self, x: usize, width: usize) -> Option<Rect> {
        let x = self.area.x.checked_add(u16::try_from(x).ok()?)?;
        let y = self.area.y + u16::try_from(self.lines.len()).ok()?;
        let rect = Rect { x, y, width: u16::try_from(width).ok()?, height: 1 }.intersection(self.area);
        (rect.width > 0 && rect.height > 0).then_some(rect)
    }
}

fn status<'t>(session: &Session<'_>) -> Vec<Span<'t>> {
    let game = &session.opened.game;
    let says = session.says;
    let name =
        |player: PlayerId| Span::styled(says.player(game, player).to_owned(), session.theme.name(player));
    match session.sitting.next() {
        Ok(Next::Over(outcome)) => vec![Span::styled(says.over(game, &outcome), session.theme.alarm())],
        Ok(Next::Resigned(player)) => {
            vec![Span::styled(says.resigned(says.player(game, player)), session.theme.alarm())]
        }
        Ok(Next::Person(player) | Next::ForcedPass(player)) => {
            let word = if session.is_thinking() { says.looks_for_hint() } else { says.to_move() };
            vec![name(player), Span::raw(word)]
        }
        Ok(Next::Program(player)) if session.paused => vec![name(player), Span::raw(says.waits())],
        Ok(Next::Program(player)) => vec![name(player), Span::raw(says.thinks())],
        Ok(Next::Chance(_)) if session.to_roll => vec![Span::raw(says.throw_dice())],
        Ok(Next::Chance(player)) => vec![name(player)],
        Err(error) => vec![Span::styled(game.explain(&error), session.theme.alarm())],
    }
}

fn dice(session: &Session<'_>, rows: &mut Rows<'_>) {
    let thrown = session.sitting.dice();
    if thrown.is_empty() {
        return;
    }
    let text = thrown.join(", ");
    let faces: String =
        text.chars().filter_map(|c| char::from_u32(0x267f + c.to_digit(7)?).filter(|_| c != '0')).collect();
    let is_dice = text.chars().all(|c| c.is_ascii_digit() || "-, ".contains(c)) && !text.contains('0');
    let shown = if is_dice { format!("{faces}  {text}") } else { text };
    rows.add(vec![Span::raw(format!("{} ", session.says.dice())), Span::styled(shown, session.theme.key())]);
}

fn scores(session: &Session<'_>, rows: &mut Rows<'_>) {
    let Ok(scores) = session.sitting.state().scores() else { return };
    if scores.is_empty() {
        return;
    }
    let mut spans = Vec::new();
    for (player, score) in scores {
        let name = session.says.player(&session.opened.game, player).to_owned();
        spans.push(Span::styled(name, session.theme.name(player)));
        spans.push(Span::raw(format!(" {score}  ")));
    }
    rows.add(spans);
}

/// What players can still bring in; kinds of the person whose turn it is can be clicked.
fn reserves(session: &Session<'_>, rows: &mut Rows<'_>) {
    let game = &session.opened.game;
    let position = session.position();
    let mine = session.turn.as_ref().map(|turn| turn.state().chooser());
    for player in (0..game.ir().players.len() as u16).map(PlayerId).filter(|p| game.ir().is_active(*p)) {
        if game.ir().players[player.idx()].random {
            continue;
        }
        let held = (0..game.ir().kinds.len() as u16).map(KindId);
        let held = held.map(|kind| (kind, position.reserve(game.program(), player, kind)));
        let held: Vec<(KindId, u32)> = held.filter(|(_, n)| *n > 0).collect();
        // What never ends is known from the rules.
        if held.is_empty() || held.iter().all(|(_, n)| *n == UNLIMITED) && held.len() == 1 {
            continue;
        }
        let name = format!("{}: ", session.says.player(game, player));
        let mut x = Span::raw(name.as_str()).width();
        let mut spans = vec![Span::styled(name, session.theme.name(player))];
        for (kind, n) in held {
            let number = session.look.kinds.iter().position(|k| *k == kind).filter(|_| mine == Some(player));
            let count = if n == UNLIMITED { "∞".to_owned() } else { n.to_string() };
            let item = format!("{count}{}", session.faces.kind(kind, player).text);
            let wide = Span::raw(item.as_str()).width();
            if x + wide > usize::from(rows.area.width) && x > 2 {
                rows.add(std::mem::take(&mut spans));
                spans.push(Span::raw("  "));
                x = 2;
            }
            let style = match number {
                Some(_) if session.look.dropping == Some(kind) => session.theme.chosen(),
                Some(_) => session.theme.name(player).add_modifier(Modifier::UNDERLINED),
                None => session.theme.faint(),
            };
            if let (Some(_), Some(place)) = (number, rows.place(x, wide)) {
                rows.hot.push((place, Hot::Kind(kind)));
            }
            spans.push(Span::styled(item, style));
            let key = number.filter(|n| *n < 9).map(|n| format!("({}) ", n + 1)).unwrap_or(" ".to_owned());
            x += wide + key.len();
            spans.push(Span::styled(key, session.theme.faint()));
        }
        rows.add(spans);
    }
}

/// A line of the list of moves.
struct Row {
    label: String,
    /// The moves, with those who made them.
    moves: Vec<(String, Style)>,
}

/// The last moves, two plies to a line, as many as there is room for; the present one marked if more follow.
fn moves(session: &Session<'_>, rows: &mut Rows<'_>) {
    if rows.left() > 8 {
        rows.add(Vec::new());
    }
    let more = usize::from(session.sitting.may_redo());
    let room = rows.left().saturating_sub(more);
    let width = usize::from(rows.area.width);
    let pairs = last_moves(session, room, true);
    let wide =
        |row: &Row| row.moves.iter().map(|(text, _)| Span::raw(text.as_str()).width()).max().unwrap_or(0);
    let column = pairs.iter().map(wide).max().unwrap_or(0) + 2;
    let label = pairs.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).max(3) + 1;
    let fits = label + 2 * column <= width + 2;
    let shown = if fits { pairs } else { last_moves(session, room, false) };
    for row in shown {
        let mut spans = vec![Span::styled(format!("{:>1$} ", row.label, label - 1), session.theme.faint())];
        for (text, style) in row.moves {
            let gap = if fits { column.saturating_sub(Span::raw(text.as_str()).width()) } else { 1 };
            spans.push(Span::styled(text, style));
            spans.push(Span::raw(" ".repeat(gap)));
        }
        rows.add(spans);
    }
    if more > 0 {
        rows.add(vec![Span::styled("    …", session.theme.faint())]);
    }
}

/// The last moves in so many lines.
fn last_moves(session: &Session<'_>, room: usize, in_pairs: bool) -> Vec<Row> {
    let record = session.sitting.record();
    let line = record.line(record.current());
    let counting = Counting::new(record);
    let numbers = counting.line(&line);
    let mut rows: Vec<Row> = Vec::new();
    // A line has four words at most: two plies with their dice.
    let first = line.len().saturating_sub(4 * room + 1).max(1);
    let mut dice = String::new();
    for (node, number) in
        line.iter().zip(std::iter::once(None).chain(numbers.into_iter().map(Some))).skip(first)
    {
        let (Some(number), Some(parent)) = (number, record.parent(*node)) else { continue };
        let text = session.says.move_text(&session.sitting.text(*node)).to_owned();
        if record.is_chance(parent) {
            dice = format!("{dice}{text} ");
            continue;
        }
        let player = record.chooser(parent).unwrap_or(PlayerId(0));
        let style = session.theme.name(player).remove_modifier(Modifier::BOLD);
        let beside = match session.sitting.beside(*node) {
            0 => String::new(),
            n => format!(" (+{n})"),
        };
        let shown =
            (format!("{}{text}{}{beside}", std::mem::take(&mut dice), record.annotation(*node)), style);
        let joins = in_pairs
            && rows.last().is_some_and(|row| row.moves.len() == 1)
            && (number.reply || !counting.is_of_two());
        match rows.last_mut().filter(|_| joins) {
            Some(row) => row.moves.push(shown),
            None => {
                let label = format!("{}{}", number.round, if number.reply { "…" } else { "." });
                rows.push(Row { label, moves: vec![shown] });
            }
        }
    }
    if !dice.is_empty() {
        rows.push(Row {
            label: String::new(),
            moves: vec![(dice.trim_end().to_owned(), session.theme.faint())],
        });
    }
    rows.split_off(rows.len().saturating_sub(room))
}
