//! The whole game with its variations, to go through and to change.

use super::line::Line;
use super::places::{Hot, Places};
use super::session::{Choice, Mode, Purpose, Session};
use crate::movetext::{self, Sort, Word};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use ratatui::widgets::{Block, Clear, Paragraph};
use zug_game::NodeId;

/// A piece of the text with its place: words that are longer than a line are cut.
struct Placed {
    row: usize,
    column: usize,
    text: String,
    sort: Sort,
    depth: usize,
}

impl Session<'_> {
    /// Looks one position back or forward, whoever moved.
    pub(super) fn leaf(&mut self, back: bool) {
        let went = if back { self.sitting.step_back() } else { self.sitting.step_forward() };
        match went {
            Ok(true) => {
                self.look_on();
            }
            Ok(false) => {}
            Err(error) => self.fail(&error),
        }
    }

    /// The game is looked through: programs and chance wait while it goes on from here in the record.
    fn look_on(&mut self) {
        self.paused = self.sitting.may_redo();
        self.begin_turn();
        let comment = self.sitting.record().comment(self.sitting.record().current()).to_owned();
        match (comment.is_empty(), self.paused) {
            (false, _) => self.say(format!("{{{comment}}}")),
            (true, true) => self.say(self.says.looking_back()),
            (true, false) => self.say(""),
        }
    }

    /// Goes to a move of the tree.
    pub(super) fn visit(&mut self, node: NodeId) {
        match self.sitting.visit(node) {
            Ok(()) => self.look_on(),
            Err(error) => self.fail(&error),
        }
    }

    /// The line to a node is the main line from now on.
    pub(super) fn promote(&mut self, node: NodeId) {
        match self.sitting.promote(node) {
            Ok(()) => self.say(self.says.promoted()),
            Err(_) => self.say(self.says.nothing_to_delete()),
        }
    }

    /// Deletes a move with everything that follows it. Where one is then is the place before it.
    pub(super) fn delete(&mut self, node: NodeId) {
        match self.sitting.delete(node) {
            Ok(()) => {
                self.look_on();
                self.say(self.says.deleted());
            }
            Err(_) => self.say(self.says.nothing_to_delete()),
        }
    }

    /// Shows the tree, with the present move marked.
    pub(super) fn open_tree(&mut self) {
        if self.sitting.record().n_nodes() == 1 {
            return self.say(self.says.nothing_more(false));
        }
        self.mode = Mode::Tree(self.sitting.record().current());
    }

    fn tree_words(&self) -> Vec<Word> {
        let says = self.says;
        movetext::words(self.sitting.record(), |node| says.move_text(&self.sitting.text(node)).to_owned())
    }

    pub(super) fn tree_key(&mut self, marked: NodeId, key: KeyEvent) {
        let nodes: Vec<NodeId> = self
            .tree_words()
            .iter()
            .filter_map(|word| match word.sort {
                Sort::Move(node) => Some(node),
                _ => None,
            })
            .collect();
        let at = nodes.iter().position(|node| *node == marked);
        let record = self.sitting.record();
        let beside = |step: usize| {
            let variations: Vec<NodeId> = record.variations(marked).collect();
            let here = variations.iter().position(|node| *node == marked)?;
            variations.get((here + step) % variations.len()).copied()
        };
        let to = match key.code {
            KeyCode::Left => Some(at.and_then(|at| at.checked_sub(1)).and_then(|at| nodes.get(at)).copied()),
            KeyCode::Right => Some(nodes.get(at.map_or(0, |at| at + 1)).copied()),
            KeyCode::Up => Some(beside(record.variations(marked).count().saturating_sub(1))),
            KeyCode::Down => Some(beside(1)),
            KeyCode::Home => Some(nodes.first().copied()),
            KeyCode::End => Some(nodes.last().copied()),
            KeyCode::PageUp => Some(record.parent(marked)),
            KeyCode::PageDown => Some(record.main_child(marked)),
            _ => None,
        };
        if let Some(to) = to {
            self.mode = Mode::Tree(to.unwrap_or(marked));
            return;
        }
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') => {
                self.mode = Mode::Board;
                self.visit(marked);
            }
            KeyCode::Char('+') => self.promote(marked),
            KeyCode::Char('-') | KeyCode::Delete => self.mode = Mode::Choose(Choice::Delete(marked), 1),
            KeyCode::Char(';') => {
                let text = Line::new(self.sitting.record().comment(marked));
                self.mode = Mode::Type(Purpose::Comment(marked), text);
            }
            KeyCode::Char('!') => {
                let text = Line::new(self.sitting.record().annotation(marked));
                self.mode = Mode::Type(Purpose::Annotate(marked), text);
            }
            KeyCode::Esc | KeyCode::Char('q' | 'v') => self.mode = Mode::Board,
            _ => {}
        }
    }

    /// Deletes a move that is marked in the tree; the one before it is marked then.
    pub(super) fn delete_in_tree(&mut self, node: NodeId) {
        let before = self.sitting.record().parent(node);
        self.delete(node);
        if let Some(before) = before.filter(|_| self.sitting.record().n_nodes() > 1) {
            self.mode = Mode::Tree(before);
        }
    }

    pub(super) fn draw_tree(&self, frame: &mut Frame<'_>, area: Rect, marked: NodeId, places: &mut Places) {
        let inner = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        };
        frame.render_widget(Clear, area);
        frame.render_widget(Block::bordered().title(self.says.tree_title()), area);
        places.hot.push((frame.area(), Hot::Key('\0')));
        let placed = place(&self.tree_words(), usize::from(inner.width).max(8));
        let row = placed.iter().find(|word| word.sort == Sort::Move(marked)).map_or(0, |word| word.row);
        let rows = usize::from(inner.height);
        let top = row.saturating_sub(rows / 2);
        let here = self.sitting.record().current();
        for word in placed.iter().filter(|word| (top..top + rows).contains(&word.row)) {
            let style = match word.sort {
                Sort::Move(node) if node == marked => self.theme.chosen(),
                Sort::Move(node) if node == here => self.theme.key(),
                Sort::Move(_) if word.depth == 0 => Style::new(),
                _ => self.theme.faint(),
            };
            let wide = Span::raw(word.text.as_str()).width() as u16;
            let spot = Rect {
                x: inner.x + word.column as u16,
                y: inner.y + (word.row - top) as u16,
                width: wide,
                height: 1,
            };
            let spot = spot.intersection(inner);
            if let Sort::Move(node) = word.sort {
                places.hot.push((spot, Hot::Node(node)));
            }
            frame.render_widget(Paragraph::new(word.text.as_str()).style(style), spot);
        }
    }
}

/// Puts words into lines.
fn place(words: &[Word], width: usize) -> Vec<Placed> {
    let mut placed = Vec::new();
    let (mut row, mut column) = (0, 0);
    let mut tight = true;
    for word in words {
        let mut space = usize::from(!tight && word.sort != Sort::Close && column > 0);
        tight = word.sort == Sort::Open;
        // Comments break anywhere between words; a move stands whole.
        let pieces: Vec<String> = match word.sort {
            Sort::Comment => word.text.split(' ').map(str::to_owned).collect(),
            _ => vec![word.text.clone()],
        };
        for piece in pieces {
            let text: String = piece.chars().take(width).collect();
            let wide = Span::raw(text.as_str()).width();
            if column > 0 && column + space + wide > width {
                (row, column, space) = (row + 1, 0, 0);
            }
            column += space;
            placed.push(Placed { row, column, text, sort: word.sort, depth: word.depth });
            column += wide;
            space = 1;
        }
    }
    placed
}
