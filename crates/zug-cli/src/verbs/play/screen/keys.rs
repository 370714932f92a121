//! What keys and the mouse do.

use super::board::Way;
use super::line::Line;
use super::places::Hot;
use super::session::{Choice, Mode, Purpose, Session};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

impl Session<'_> {
    /// Something has happened at the terminal.
    pub(in super::super) fn event(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Paste(text) => {
                if let Mode::Type(_, line) = &mut self.mode {
                    line.insert(text);
                }
            }
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return self.leave();
        }
        match self.mode.clone() {
            Mode::Board => self.board_key(key),
            Mode::Help => self.mode = Mode::Board,
            Mode::Tree(marked) => {
                let code = match key.code {
                    KeyCode::Char(c) => KeyCode::Char(latin(c)),
                    code => code,
                };
                self.tree_key(marked, KeyEvent { code, ..key });
            }
            Mode::Choose(choice, chosen) => self.choice_key(choice, chosen, key),
            Mode::Type(purpose, mut line) => match key.code {
                KeyCode::Esc => self.mode = before(purpose),
                KeyCode::Enter => {
                    self.mode = before(purpose);
                    self.typed(purpose, line.text().trim());
                }
                _ => {
                    line.key(key);
                    self.mode = Mode::Type(purpose, line);
                }
            },
        }
    }

    fn board_key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Left => self.go(Way::Left),
            KeyCode::Right => self.go(Way::Right),
            KeyCode::Up => self.go(Way::Up),
            KeyCode::Down => self.go(Way::Down),
            KeyCode::Tab => self.go_to_next(1),
            KeyCode::BackTab => self.go_to_next(-1),
            KeyCode::Enter | KeyCode::Char(' ') if self.to_roll => self.roll(),
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(cell) = self.cursor {
                    self.click(cell);
                }
            }
            KeyCode::Esc => self.let_go(),
            KeyCode::Backspace => self.undo(),
            KeyCode::PageUp => self.leaf(true),
            KeyCode::PageDown => self.leaf(false),
            KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('z') if control => self.undo(),
            KeyCode::Char('y' | 'r') if control => self.redo(),
            KeyCode::Char(c) if !control => self.letter(latin(c)),
            _ => {}
        }
    }

    /// A letter, typed or clicked.
    fn letter(&mut self, letter: char) {
        match letter {
            'u' => self.undo(),
            'U' => self.redo(),
            'p' => self.pass(),
            'r' => self.roll(),
            'h' => self.ask_for_hint(),
            'f' => self.turned = !self.turned,
            'm' | ':' | '/' => self.mode = Mode::Type(Purpose::Move, Line::default()),
            'd' => self.mode = Mode::Type(Purpose::Dice, Line::default()),
            's' => self.mode = Mode::Type(Purpose::Save, Line::new(&self.file_name())),
            'l' => self.mode = Mode::Type(Purpose::Load, Line::new(&self.file_name())),
            // Even where there is only one: a pass is not to be made by a slip of the finger.
            'c' if !self.look.commands.is_empty() => self.mode = Mode::Choose(Choice::Command, 0),
            'v' => self.open_tree(),
            'M' => self.change_smart(),
            ';' => {
                let here = self.sitting.record().current();
                let text = Line::new(self.sitting.record().comment(here));
                self.mode = Mode::Type(Purpose::CommentHere(here), text);
            }
            'R' if self.turn.is_some() => self.mode = Mode::Choose(Choice::Resign, 1),
            'q' if self.sitting.ply() == 0 || self.is_over() => self.leave(),
            'q' => self.mode = Mode::Choose(Choice::Leave, 1),
            '?' => self.mode = Mode::Help,
            '1'..='9' => {
                let number = letter.to_digit(10).unwrap_or(1) as usize - 1;
                if let Some(kind) = self.look.kinds.get(number) {
                    self.click_kind(*kind);
                }
            }
            _ => {}
        }
    }

    fn is_over(&self) -> bool {
        use crate::verbs::play::sitting::Next;
        matches!(self.sitting.next(), Ok(Next::Over(_) | Next::Resigned(_)))
    }

    /// The file that was saved to or loaded from last; else one that is called as the rules are.
    fn file_name(&self) -> String {
        if let Some(file) = &self.file {
            return file.clone();
        }
        let rules = self.opened.rules.file_name();
        let name = rules.rsplit_once('.').map_or(rules.as_str(), |(name, _)| name);
        format!("{name}.zgr")
    }

    /// What there is to choose from.
    pub(super) fn choices(&self, choice: Choice) -> Vec<String> {
        match choice {
            Choice::Part => self.shown(&self.look.choices),
            Choice::Command => self.shown(&self.look.commands),
            Choice::Resign | Choice::Leave | Choice::Delete(_) => {
                self.says.yes_no().map(str::to_owned).to_vec()
            }
        }
    }

    fn shown(&self, names: &[String]) -> Vec<String> {
        names.iter().map(|name| self.says.move_text(name).to_owned()).collect()
    }

    fn choice_key(&mut self, choice: Choice, chosen: usize, key: KeyEvent) {
        let n = self.choices(choice).len().max(1);
        match key.code {
            KeyCode::Up | KeyCode::Left | KeyCode::BackTab => {
                self.mode = Mode::Choose(choice, (chosen + n - 1) % n);
            }
            KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                self.mode = Mode::Choose(choice, (chosen + 1) % n);
            }
            KeyCode::PageUp | KeyCode::Home => self.mode = Mode::Choose(choice, 0),
            KeyCode::PageDown | KeyCode::End => self.mode = Mode::Choose(choice, n - 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.chosen(choice, chosen),
            KeyCode::Char(c @ '1'..='9') => {
                let number = c.to_digit(10).unwrap_or(1) as usize - 1;
                if number < n {
                    self.chosen(choice, number);
                }
            }
            KeyCode::Char('y' | 'д')
                if matches!(choice, Choice::Resign | Choice::Leave | Choice::Delete(_)) =>
            {
                self.chosen(choice, 0);
            }
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('u' | 'n' | 'н' | 'q') => {
                self.give_up_choice(choice)
            }
            _ => {}
        }
    }

    fn give_up_choice(&mut self, choice: Choice) {
        self.mode = Mode::Board;
        match choice {
            Choice::Part => self.let_go(),
            Choice::Delete(node) => self.mode = Mode::Tree(node),
            _ => {}
        }
    }

    fn chosen(&mut self, choice: Choice, number: usize) {
        self.mode = Mode::Board;
        match (choice, number) {
            (Choice::Part, n) => self.choose(n),
            (Choice::Command, n) => self.command(n),
            (Choice::Resign, 0) => self.resign(),
            (Choice::Leave, 0) => self.leave(),
            (Choice::Delete(node), 0) => self.delete_in_tree(node),
            (Choice::Delete(node), _) => self.mode = Mode::Tree(node),
            _ => {}
        }
    }

    fn go(&mut self, way: Way) {
        let sheet = &self.places.sheet;
        let here = self.cursor.filter(|cell| sheet.spot(*cell).is_some());
        self.cursor = match here {
            Some(here) => sheet.next(here, way).or(Some(here)),
            None => sheet.spots.first().map(|spot| spot.cell),
        };
    }

    /// To the next cell that can be clicked: a target if something is selected, else a start or a target.
    fn go_to_next(&mut self, step: isize) {
        let picked = self.look.selected.is_some() || self.look.dropping.is_some();
        let starts = if picked { &[][..] } else { &self.look.starts[..] };
        let mut wanted: Vec<_> = starts.iter().chain(&self.look.targets).copied().collect();
        let order = |cell| self.places.sheet.spot(cell).map_or((u16::MAX, 0), |spot| (spot.y, spot.x));
        wanted.sort_by_key(|cell| (order(*cell), *cell));
        wanted.dedup();
        let Some(last) = wanted.len().checked_sub(1) else { return };
        let next = match self.cursor.and_then(|cell| wanted.iter().position(|c| *c == cell)) {
            Some(here) => (here as isize + step).rem_euclid(wanted.len() as isize) as usize,
            None if step > 0 => 0,
            None => last,
        };
        self.cursor = wanted.get(next).copied();
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let hot = self.places.at(mouse.column, mouse.row);
        match (mouse.kind, hot) {
            (MouseEventKind::Down(MouseButton::Right), _) => match self.mode {
                Mode::Board => self.let_go(),
                Mode::Choose(choice, _) => self.give_up_choice(choice),
                _ => self.mode = Mode::Board,
            },
            (MouseEventKind::ScrollUp, _) => self.wheel(true),
            (MouseEventKind::ScrollDown, _) => self.wheel(false),
            (MouseEventKind::Down(MouseButton::Left), Some(hot)) => self.click_hot(hot),
            (MouseEventKind::Down(MouseButton::Left), None) if self.mode == Mode::Help => {
                self.mode = Mode::Board;
            }
            // A piece can be dragged: letting go elsewhere is the second click.
            (MouseEventKind::Up(MouseButton::Left), Some(Hot::Cell(cell)))
                if self.mode == Mode::Board
                    && self.look.selected.is_some_and(|start| start != cell)
                    && self.look.targets.contains(&cell) =>
            {
                self.click(cell);
            }
            _ => {}
        }
    }

    fn wheel(&mut self, up: bool) {
        match self.mode {
            Mode::Choose(choice, chosen) => {
                let last = self.choices(choice).len().saturating_sub(1);
                let next = if up { chosen.saturating_sub(1) } else { (chosen + 1).min(last) };
                self.mode = Mode::Choose(choice, next);
            }
            Mode::Board => self.leaf(up),
            _ => {}
        }
    }

    fn click_hot(&mut self, hot: Hot) {
        match (hot, self.mode.clone()) {
            (Hot::Choice(number), Mode::Choose(choice, _)) => self.chosen(choice, number),
            (_, Mode::Choose(choice, _)) => self.give_up_choice(choice),
            (Hot::Node(node), Mode::Tree(marked)) if node == marked => {
                self.mode = Mode::Board;
                self.visit(node);
            }
            (Hot::Node(node), Mode::Tree(_)) => self.mode = Mode::Tree(node),
            (_, Mode::Help | Mode::Tree(_)) => self.mode = Mode::Board,
            (_, Mode::Type(..)) => {}
            (Hot::Cell(cell), Mode::Board) => self.click(cell),
            (Hot::Kind(kind), Mode::Board) => self.click_kind(kind),
            (Hot::Key(key), Mode::Board) => self.letter(key),
            (Hot::Choice(_) | Hot::Node(_), Mode::Board) => {}
        }
    }
}

/// Where one was before a line was typed: comments are written in the tree.
fn before(purpose: Purpose) -> Mode {
    match purpose {
        Purpose::Comment(node) | Purpose::Annotate(node) => Mode::Tree(node),
        _ => Mode::Board,
    }
}

/// The letter that the same key has in the Latin layout, for those who type in Russian.
fn latin(letter: char) -> char {
    const RUSSIAN: &str = "йцукенгшщзфывапролджячсмитьКЬЖГ";
    const LATIN: &str = "qwertyuiopasdfghjkl;zxcvbnmRM:U";
    let at = RUSSIAN.chars().position(|russian| russian == letter);
    at.and_then(|at| LATIN.chars().nth(at)).unwrap_or(letter)
}
