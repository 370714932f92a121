//! A person before a board: what can be done, and what comes of it. Free of any terminal, so that it can be tested without one.

use super::board::Plan;
use super::faces::Faces;
use super::line::Line;
use super::places::Places;
use super::theme::Theme;
use super::zones::Zones;
use crate::lang::Lang;
use crate::open::Opened;
use crate::verbs::play::Manner;
use crate::verbs::play::autosave::Autosave;
use crate::verbs::play::opponents::{Question, Thought};
use crate::verbs::play::says::Says;
use crate::verbs::play::sitting::{Next, Sitting, select_only};
use zug_game::{
    CellId, Clicked, Controller, KindId, Look, Move, NodeId, PlayError, PlayerId, Position, RunError, Smart,
};

/// What the session wants from the world.
#[derive(Debug)]
pub(in super::super) enum Wish {
    /// Somebody is to think; the answer comes with the same number.
    Ask(Box<Question>),
    /// Nobody waits for what is being thought about.
    StopThinking,
    Leave,
}

/// What keys are for at the moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Board,
    /// One of several is to be chosen; the number of the one that is marked.
    Choose(Choice, usize),
    Type(Purpose, Line),
    /// The whole game with its variations; the move that is marked.
    Tree(NodeId),
    Help,
}

/// What is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// What the controller asks.
    Part,
    /// A part without a cell.
    Command,
    Resign,
    Leave,
    /// A move with everything that follows it.
    Delete(NodeId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// On a move in the tree.
    Comment(NodeId),
    Annotate(NodeId),
    /// On the present position, without the tree.
    CommentHere(NodeId),
    Move,
    Dice,
    Save,
    Load,
}

pub(in super::super) struct Session<'o> {
    pub(super) opened: &'o Opened,
    pub(super) says: Says,
    pub(super) sitting: Sitting,
    pub(super) theme: Theme,
    pub(super) faces: Faces,
    pub(super) plan: Plan,
    pub(super) zones: Zones,
    /// The turn that a person is making.
    pub(super) turn: Option<Controller>,
    /// The turn before each part that was taken back.
    undone: Vec<Controller>,
    pub(super) look: Look,
    pub(super) cursor: Option<CellId>,
    pub(super) mode: Mode,
    /// Seen from the other side.
    pub(super) turned: bool,
    pub(super) message: String,
    pub(super) alarm: bool,
    /// Cells of a move that was recommended.
    pub(super) hint: Vec<CellId>,
    /// The number of the question that somebody thinks about, and whether it was for a hint.
    pub(super) thinking: Option<(u64, bool)>,
    questions: u64,
    /// A person throws the dice of everybody.
    enter_dice: bool,
    /// What one click may do.
    smart: Smart,
    /// The saved game that one plays in.
    pub(super) file: Option<String>,
    /// Chance waits for a person.
    pub(super) to_roll: bool,
    /// Looking back: programs and chance wait.
    pub(super) paused: bool,
    wishes: Vec<Wish>,
    /// Where everything was drawn.
    pub(super) places: Places,
    /// The widest text of a cell so far: cells never become narrower while one plays.
    pub(super) wide: u16,
}

impl<'o> Session<'o> {
    pub(in super::super) fn new(
        opened: &'o Opened,
        lang: Lang,
        sitting: Sitting,
        coloured: bool,
        manner: Manner,
    ) -> Self {
        let theme = Theme::new(&opened.game, coloured);
        let faces = Faces::new(&opened.game, &opened.look.pieces, &theme);
        let scene = zug_draw::scene(sitting.state(), &opened.look, &zug_draw::View::default());
        let plan = Plan::new(&opened.game.ir().board, &opened.arrangement, &scene);
        let says = Says(lang);
        let message = says.screen_welcome(sitting.seed());
        let mut session = Session {
            opened,
            says,
            sitting,
            theme,
            zones: Zones::new(&opened.game, &opened.look.board),
            faces,
            plan,
            turn: None,
            undone: Vec::new(),
            look: Look::default(),
            cursor: None,
            mode: Mode::Board,
            turned: false,
            message,
            alarm: false,
            hint: Vec::new(),
            thinking: None,
            questions: 0,
            enter_dice: manner.enter_dice,
            smart: manner.smart,
            file: manner.file,
            to_roll: false,
            paused: false,
            wishes: Vec::new(),
            places: Places::default(),
            wide: 1,
        };
        session.begin_turn();
        session
    }

    /// Keeps the game for the next start, if something in it has changed.
    pub(super) fn keep(&mut self, autosave: &mut Autosave) {
        if let Err(why) = autosave.keep(self.opened, &self.sitting) {
            self.warn(self.says.no_autosave(&why));
        }
    }

    pub(super) fn left(&self, autosave: &Autosave) {
        autosave.leave(&self.sitting);
    }

    /// What the session has wanted since it was asked last.
    pub(in super::super) fn wishes(&mut self) -> Vec<Wish> {
        std::mem::take(&mut self.wishes)
    }

    pub(super) fn title(&self) -> &str {
        crate::verbs::play::title(self.opened, self.says.0)
    }

    /// The position to draw: with the parts of the present turn that are made.
    pub(super) fn position(&self) -> &Position {
        match &self.turn {
            Some(turn) => turn.now(),
            None => self.sitting.state().position(),
        }
    }

    pub(super) fn say(&mut self, message: impl Into<String>) {
        (self.message, self.alarm) = (message.into(), false);
    }

    pub(super) fn warn(&mut self, message: impl Into<String>) {
        (self.message, self.alarm) = (message.into(), true);
    }

    /// A rule that asked for too much is a message; the game stands where it stood.
    pub(super) fn fail(&mut self, error: &RunError) {
        let text = self.opened.game.explain(error);
        self.warn(text);
    }

    /// The position is another: whoever is next gets his turn.
    pub(super) fn begin_turn(&mut self) {
        if self.thinking.take().is_some() {
            self.wishes.push(Wish::StopThinking);
        }
        self.turn = None;
        self.undone.clear();
        self.hint.clear();
        self.to_roll = false;
        match self.sitting.next() {
            Ok(Next::Person(_) | Next::ForcedPass(_)) => self.take_turn(),
            // While the game is looked through a person tries moves of everybody.
            Ok(Next::Program(_)) if self.paused => self.take_turn(),
            Ok(Next::Chance(_)) => self.to_roll = !self.paused && self.person_rolls(),
            Ok(_) => {}
            Err(error) => self.fail(&error),
        }
        if matches!(self.sitting.next(), Ok(Next::ForcedPass(_))) {
            self.say(self.says.must_pass());
        }
        self.refresh();
    }

    fn take_turn(&mut self) {
        match Controller::new(self.sitting.state()) {
            Ok(turn) => self.turn = Some(turn.with_smart(self.smart)),
            Err(error) => self.fail(&error),
        }
    }

    /// Does a person throw the dice? His own, or everybody's if he wants so.
    fn person_rolls(&self) -> bool {
        if self.enter_dice {
            return true;
        }
        let mut after = self.sitting.state().clone();
        let Ok(Some(mv)) = self.sitting.draw() else { return false };
        after.play_unchecked(&mv).is_ok() && self.sitting.seats().is_human(after.chooser())
    }

    /// The turn has changed: what can be done in it is asked again.
    fn refresh(&mut self) {
        self.look = self.turn.as_ref().map(Controller::look).unwrap_or_default();
        self.mode = match &self.mode {
            _ if !self.look.choices.is_empty() => Mode::Choose(Choice::Part, 0),
            Mode::Choose(Choice::Part | Choice::Command, _) => Mode::Board,
            other => other.clone(),
        };
        if self.cursor.is_none() {
            let first = self.look.starts.first().or_else(|| self.look.targets.first());
            self.cursor = first.copied().or_else(|| self.places.sheet.spots.first().map(|s| s.cell));
        }
    }

    /// One step of those who are no persons. True: something has changed.
    pub(in super::super) fn tick(&mut self) -> bool {
        if self.paused || self.to_roll || self.thinking.is_some() || self.turn.is_some() {
            return false;
        }
        let next = self.sitting.next();
        match next {
            Ok(Next::Program(player)) if self.sitting.seats().thinks(player) => {
                self.ask(Some(player));
                true
            }
            Ok(Next::Chance(_) | Next::Program(_)) => match self.sitting.draw() {
                Ok(Some(mv)) => self.play(&mv),
                Ok(None) => false,
                Err(error) => {
                    self.fail(&error);
                    false
                }
            },
            _ => false,
        }
    }

    /// Is it somebody's turn who moves by himself?
    pub(in super::super) fn goes_on(&self) -> bool {
        !self.paused
            && !self.to_roll
            && self.thinking.is_none()
            && matches!(self.sitting.next(), Ok(Next::Program(_) | Next::Chance(_)))
    }

    /// Has somebody been asked?
    pub(in super::super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    fn ask(&mut self, player: Option<PlayerId>) {
        self.questions += 1;
        let (first, moves) = self.sitting.so_far();
        let state = self.sitting.state().clone();
        self.thinking = Some((self.questions, player.is_none()));
        let question = Question { number: self.questions, player, first, moves, state };
        self.wishes.push(Wish::Ask(Box::new(question)));
    }

    /// Somebody has thought.
    pub(in super::super) fn hear(&mut self, number: u64, thought: Thought) {
        let Some((_, hint)) = self.thinking.filter(|(asked, _)| *asked == number) else { return };
        self.thinking = None;
        match thought {
            Thought::Move(mv) if hint => match self.sitting.text_of(&mv) {
                Ok(name) => {
                    self.hint = cells_of(&mv);
                    self.say(self.says.hint(&name));
                }
                Err(error) => self.fail(&error),
            },
            Thought::Move(mv) => {
                self.play(&mv);
            }
            Thought::Resign if !hint => {
                let player = self.sitting.state().chooser();
                self.sitting.resign(player);
                self.begin_turn();
            }
            Thought::Resign => self.say(self.says.no_hint()),
            Thought::Failed(why) => {
                // It would fail again and again.
                self.paused = !hint;
                self.warn(why);
            }
        }
    }

    pub(super) fn play(&mut self, mv: &Move) -> bool {
        match self.sitting.play(mv) {
            Ok(()) => {
                self.begin_turn();
                true
            }
            Err(PlayError::Run(error)) => {
                self.fail(&error);
                self.paused = true;
                false
            }
            Err(error) => {
                self.warn(error.to_string());
                self.paused = true;
                false
            }
        }
    }

    /// Does something with the turn in progress, and plays the move if that completed it.
    fn with_turn(&mut self, act: impl FnOnce(&mut Controller) -> Result<Clicked, RunError>) -> Clicked {
        let Some(turn) = &mut self.turn else { return Clicked::Nothing };
        let act = |turn: &mut Controller| {
            let clicked = act(turn)?;
            if clicked == Clicked::Made {
                select_only(turn);
            }
            Ok(clicked)
        };
        let clicked = match act(turn) {
            Ok(clicked) => clicked,
            Err(error) => {
                self.fail(&error);
                Clicked::Nothing
            }
        };
        if clicked == Clicked::Made {
            self.undone.clear();
            self.hint.clear();
            self.say("");
        }
        match self.turn.as_ref().and_then(|turn| turn.done().cloned()) {
            Some(done) => {
                self.paused = false;
                self.play(&done);
            }
            None => self.refresh(),
        }
        clicked
    }

    /// A click on a cell.
    pub(super) fn click(&mut self, cell: CellId) {
        self.cursor = Some(cell);
        if self.to_roll {
            return self.say(self.says.roll_first());
        }
        if self.turn.is_none() {
            return;
        }
        match self.with_turn(|turn| turn.click(cell)) {
            Clicked::Nothing if self.look.targets.is_empty() && self.look.starts.is_empty() => {
                self.warn(self.says.nothing_to_click());
            }
            Clicked::Nothing => self.warn(self.says.not_here(self.opened.game.cell_name(cell))),
            Clicked::Selected | Clicked::Asked if self.alarm => self.say(""),
            _ => {}
        }
    }

    pub(super) fn click_kind(&mut self, kind: KindId) {
        self.with_turn(|turn| Ok(turn.select_kind(kind)));
    }

    pub(super) fn choose(&mut self, number: usize) {
        self.with_turn(|turn| turn.choose(number));
    }

    pub(super) fn command(&mut self, number: usize) {
        self.with_turn(|turn| turn.command(number));
    }

    /// Passes, or ends the move here; a pass may be a move that the rules make, without a cell.
    pub(super) fn pass(&mut self) {
        let done = match self.pass_command() {
            Some(number) => self.with_turn(|turn| turn.command(number)),
            None => self.with_turn(|turn| Ok(turn.pass())),
        };
        if done == Clicked::Nothing {
            self.warn(self.says.no_pass());
        }
    }

    /// The number of the move without a cell that is a pass.
    pub(super) fn pass_command(&self) -> Option<usize> {
        self.look.commands.iter().position(|name| name == "pass")
    }

    /// Lets go of what is selected, or of a question.
    pub(super) fn let_go(&mut self) {
        if !self.look.choices.is_empty() {
            self.with_turn(|turn| Ok(turn.undo()));
        } else if let Some(cell) = self.look.selected {
            self.with_turn(|turn| turn.click(cell));
        } else if let Some(kind) = self.look.dropping {
            self.click_kind(kind);
        }
        self.hint.clear();
        self.say("");
    }

    /// Takes back a part of the present turn, else the last turn.
    pub(super) fn undo(&mut self) {
        if self.look.may_undo
            && let Some(before) = self.turn.clone()
        {
            self.with_turn(|turn| Ok(turn.undo()));
            self.undone.push(before);
            return self.say(self.says.part_back());
        }
        match self.sitting.undo() {
            Ok(true) => {
                self.paused = false;
                self.begin_turn();
                self.say(self.says.turn_back());
            }
            Ok(false) => self.say(self.says.nothing_to_undo()),
            Err(error) => self.fail(&error),
        }
    }

    /// Makes again what was taken back.
    pub(super) fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.turn = Some(after);
            return self.refresh();
        }
        match self.sitting.redo() {
            Ok(true) => {
                self.paused = false;
                self.begin_turn();
                self.say("");
            }
            Ok(false) => self.say(self.says.nothing_to_redo()),
            Err(error) => self.fail(&error),
        }
    }

    /// What one click may do changes to the next of four.
    pub(super) fn change_smart(&mut self) {
        self.smart = match (self.smart.from, self.smart.to) {
            (false, false) => Smart { from: true, to: false },
            (true, false) => Smart { from: false, to: true },
            (false, true) => Smart { from: true, to: true },
            (true, true) => Smart::default(),
        };
        if let Some(turn) = &mut self.turn {
            turn.set_smart(self.smart);
        }
        self.refresh();
        self.say(self.says.smart(self.smart));
    }

    pub(super) fn roll(&mut self) {
        if !self.to_roll {
            return self.say(self.says.nothing_to_roll());
        }
        match self.sitting.draw() {
            Ok(Some(mv)) => {
                self.say("");
                self.play(&mv);
            }
            Ok(None) => {}
            Err(error) => self.fail(&error),
        }
    }

    pub(super) fn ask_for_hint(&mut self) {
        if self.turn.is_none() || self.thinking.is_some() {
            return;
        }
        self.say(self.says.thinking());
        self.ask(None);
    }

    pub(super) fn resign(&mut self) {
        if let Ok(Next::Person(player) | Next::ForcedPass(player)) = self.sitting.next() {
            self.sitting.resign(player);
            self.begin_turn();
            self.say("");
        }
    }

    pub(super) fn leave(&mut self) {
        self.wishes.push(Wish::StopThinking);
        self.wishes.push(Wish::Leave);
    }
}

/// Cells that a move is about, for highlighting: where its parts begin and end.
pub(super) fn cells_of(mv: &Move) -> Vec<CellId> {
    let ends = mv.parts().flat_map(|part| [part.head.from, part.head.to]);
    ends.filter(|c| *c != u16::MAX).map(CellId).collect()
}
