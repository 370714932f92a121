//! The whole screen: board, panel, messages, keys, and what lies on top of them.

use super::board::{Sheet, paint};
use super::panel;
use super::places::{Hot, Places};
use super::session::{Choice, Mode, Purpose, Session};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Less than this is no place to play.
const LEAST: (u16, u16) = (24, 8);
/// From this width on the panel stands beside the board.
const WIDE: u16 = 60;

const ENTER: &str = "Enter";

/// A key of the last line.
struct Key {
    key: char,
    word: &'static str,
    /// Keys of a higher rank are left out first.
    rank: u8,
}

impl Key {
    /// The word with the space before it.
    fn wide(&self) -> u16 {
        1 + Span::raw(self.word).width() as u16
    }
}

impl Session<'_> {
    /// Draws everything and remembers where it is.
    pub(in super::super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            self.places = Places::default();
            let text = self.says.too_small(LEAST.0, LEAST.1);
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        let keys = Rect { y: area.bottom() - 1, height: 1, ..area };
        let rows = self.message_rows(area.width);
        let message = Rect { y: keys.y - rows, height: rows, ..area };
        let upper = Rect { height: message.y - area.y, ..area };
        let (board, side) = if area.width >= WIDE {
            let wide = (area.width / 3).clamp(24, 34);
            let board = Rect { width: upper.width - wide - 1, ..upper };
            (board, Rect { x: board.right() + 1, width: wide, ..upper })
        } else {
            let high = (upper.height / 3).clamp(2, 6);
            let board = Rect { height: upper.height - high, ..upper };
            (board, Rect { y: board.bottom(), height: high, ..upper })
        };
        let mut places = Places::default();
        self.wide = self.wide.max(self.faces.widest(self.position()));
        let room = (board.width.saturating_sub(1), board.height);
        let sheet = Sheet::fit(&self.plan, self.wide, room, self.turned);
        places.board = within(board, sheet.width, sheet.height);
        if self.cursor.is_none_or(|cell| sheet.spot(cell).is_none()) {
            self.cursor = sheet.spots.first().map(|spot| spot.cell);
        }
        places.scroll = paint(self, &sheet, places.board, frame.buffer_mut());
        places.sheet = sheet;
        panel::draw(self, frame, side, &mut places);
        if let Mode::Tree(marked) = self.mode {
            self.draw_tree(frame, upper, marked, &mut places);
        }
        self.draw_message(frame, message);
        self.draw_keys(frame, keys, &mut places);
        match self.mode.clone() {
            Mode::Choose(choice, chosen) => self.draw_choice(frame, choice, chosen, &mut places),
            Mode::Help => self.draw_help(frame),
            Mode::Board | Mode::Type(..) | Mode::Tree(_) => {}
        }
        self.places = places;
    }

    fn message_rows(&self, width: u16) -> u16 {
        let long = Span::raw(self.message.as_str()).width();
        long.div_ceil(usize::from(width.max(1))).clamp(1, 2) as u16
    }

    fn draw_message(&self, frame: &mut Frame<'_>, area: Rect) {
        if let Mode::Type(purpose, line) = &self.mode {
            let ask = match purpose {
                Purpose::Comment(_) | Purpose::CommentHere(_) => self.says.type_comment(),
                Purpose::Annotate(_) => self.says.type_annotation(),
                Purpose::Move => self.says.type_move(),
                Purpose::Dice => self.says.type_dice(),
                Purpose::Save => self.says.type_save(),
                Purpose::Load => self.says.type_load(),
            };
            let (before, after) = line.halves();
            // The end of a long line is what one sees while typing it.
            let room = usize::from(area.width).saturating_sub(Span::raw(ask).width() + 3);
            let seen = before.chars().count().saturating_sub(room);
            let before: String = before.chars().skip(seen).collect();
            let x = Span::raw(ask).width() + 1 + Span::raw(before.as_str()).width();
            let text = Line::from(vec![
                Span::styled(ask, self.theme.key()),
                " ".into(),
                before.into(),
                after.into(),
            ]);
            frame.render_widget(Paragraph::new(text), area);
            let column = area.x.saturating_add(u16::try_from(x).unwrap_or(u16::MAX)).min(area.right() - 1);
            frame.set_cursor_position((column, area.y));
            return;
        }
        let style = if self.alarm { self.theme.alarm() } else { Style::new() };
        frame.render_widget(
            Paragraph::new(self.message.as_str()).style(style).wrap(Wrap { trim: true }),
            area,
        );
    }

    /// What Enter does, and the keys that do something now; those can be clicked. Keys that matter less give way to the width.
    fn draw_keys(&self, frame: &mut Frame<'_>, area: Rect, places: &mut Places) {
        let mut keys = self.keys();
        let width = |key: &Key| 1 + usize::from(key.wide()) + 2;
        let total = |keys: &[Key]| keys.iter().map(width).sum::<usize>();
        let room = usize::from(area.width) + 2;
        // Enter and what it does: as much of it as is left, but not too little.
        let does = self.enter_does();
        let wanted = ENTER.len() + 1 + Span::raw(does.as_str()).width() + 2;
        while total(&keys) + wanted.min(ENTER.len() + 1 + 16) > room {
            let Some(least) = (0..keys.len()).max_by_key(|i| (keys[*i].rank, *i)) else { break };
            keys.remove(least);
        }
        let left = room.saturating_sub(total(&keys) + ENTER.len() + 1 + 2);
        let does: String = match Span::raw(does.as_str()).width() > left {
            true => does.chars().take(left.saturating_sub(1)).chain(['…']).collect(),
            false => does,
        };
        let mut spans =
            vec![Span::styled(ENTER, self.theme.key()), Span::styled(format!(" {does}"), self.theme.faint())];
        let mut x = area.x + (ENTER.len() + 1 + Span::raw(does.as_str()).width()) as u16;
        for key in keys {
            let wide = 1 + key.wide();
            places.hot.push((Rect { x: x + 2, width: wide, ..area }.intersection(area), Hot::Key(key.key)));
            spans.push(Span::raw("  "));
            spans.push(Span::styled(key.key.to_string(), self.theme.key()));
            spans.push(Span::styled(format!(" {}", key.word), self.theme.faint()));
            x += 2 + wide;
        }
        frame.render_widget(Paragraph::new(Line::from(spans)), area);
    }

    /// The keys that do something now, in the order in which they are shown.
    fn keys(&self) -> Vec<Key> {
        let (look, says) = (&self.look, self.says);
        let mut keys = Vec::new();
        let mut add = |wanted: bool, rank: u8, key: char, word: &'static str| {
            if wanted {
                keys.push(Key { key, word, rank });
            }
        };
        if let Mode::Tree(_) = self.mode {
            add(true, 1, '+', says.key_promote());
            add(true, 1, '-', says.key_delete());
            add(true, 1, ';', says.key_comment());
            add(true, 2, '!', says.key_annotate());
            add(true, 0, 'q', says.key_close());
            return keys;
        }
        let mine = self.turn.is_some();
        let passes = self.pass_command().is_some();
        add(self.to_roll, 0, 'r', says.key_roll());
        add(self.to_roll, 2, 'd', says.key_dice());
        add(look.may_pass || passes, 1, 'p', says.key_pass());
        add(look.commands.len() > usize::from(passes), 1, 'c', says.key_command());
        add(look.may_undo || self.sitting.ply() > 0, 1, 'u', says.key_undo());
        add(self.sitting.may_redo(), 3, 'U', says.key_redo());
        add(mine, 2, 'm', says.key_move());
        add(mine, 4, 'h', says.key_hint());
        add(self.sitting.record().n_nodes() > 1, 5, 'v', says.key_game());
        add(true, 7, 'f', says.key_flip());
        add(true, 6, 's', says.key_save());
        add(true, 8, 'l', says.key_load());
        add(mine, 9, 'R', says.key_resign());
        add(true, 0, '?', says.key_help());
        add(true, 0, 'q', says.key_quit());
        keys
    }

    fn draw_choice(&self, frame: &mut Frame<'_>, choice: Choice, chosen: usize, places: &mut Places) {
        let items = self.choices(choice);
        let title = match choice {
            Choice::Part | Choice::Command => self.says.which(),
            Choice::Resign => self.says.really_resign(),
            Choice::Leave => self.says.really_leave(),
            Choice::Delete(_) => self.says.really_delete(),
        };
        let wide = items.iter().map(|item| Span::raw(item.as_str()).width() + 4).max().unwrap_or(4);
        let wide = wide.max(Span::raw(title).width() + 2) as u16;
        let area = middle(frame.area(), wide.saturating_add(2), (items.len() as u16).saturating_add(2));
        let inner = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 };
        frame.render_widget(Clear, area);
        frame.render_widget(Block::bordered().title(title), area);
        let seen = usize::from(inner.height);
        let first = chosen.saturating_sub(seen.saturating_sub(1));
        places.hot.push((frame.area(), Hot::Key('\0')));
        for (row, (number, item)) in items.iter().enumerate().skip(first).take(seen).enumerate() {
            let digit = if number < 9 { (number + 1).to_string() } else { " ".to_owned() };
            let style = if number == chosen { self.theme.chosen() } else { Style::new() };
            let line = Rect { y: inner.y + row as u16, height: 1, ..inner };
            places.hot.push((line, Hot::Choice(number)));
            frame.render_widget(Paragraph::new(format!(" {digit} {item}")).style(style), line);
        }
    }

    fn draw_help(&self, frame: &mut Frame<'_>) {
        let mut text = self.says.screen_help().to_owned();
        let legend = self.faces.legend();
        if !legend.is_empty() {
            let named = legend.iter().map(|(symbol, name)| format!("{symbol} {}", self.says.kind(name)));
            let rows: Vec<String> = named.collect();
            text.push_str("\n\n");
            text.push_str(&rows.join(" · "));
        }
        let wide = frame.area().width.min(68);
        let lines = text.lines().map(|l| Span::raw(l).width().div_ceil(usize::from(wide.max(5)) - 4).max(1));
        let high = lines.sum::<usize>() as u16 + 2;
        let area = middle(frame.area(), wide, high);
        frame.render_widget(Clear, area);
        let block = Block::bordered().title(self.title());
        frame.render_widget(Paragraph::new(text).block(block).wrap(Wrap { trim: false }), area);
    }
}

/// The part of an area that a picture needs, in its middle.
fn within(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

/// An area in the middle of the screen, as large as wanted if there is room; never without an inside.
fn middle(screen: Rect, width: u16, height: u16) -> Rect {
    within(screen, width.max(4), height.max(3))
}
