//! Players who think, in a thread of their own: whoever waits for them stays free to do something else.

use super::seats::Seats;
use crate::errors::Failure;
use crate::open::Opened;
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use zug_engine::{AiSpec, Answer, Asked, Children, Player, PlayerError, Program, Stop, Table, Time};
use zug_game::{Move, PlayerId, State};

/// A position that somebody is to think about.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) number: u64,
    /// Whose move it is; nobody: a person wants a hint.
    pub(super) player: Option<PlayerId>,
    pub(super) first: State,
    pub(super) moves: Vec<Move>,
    pub(super) state: State,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Thought {
    Move(Move),
    Resign,
    Failed(String),
}

/// The thread, and what goes to it and comes from it.
pub(super) struct Opponents {
    /// Nothing while the game ends.
    asked: Option<Sender<(Question, Stop)>>,
    heard: Receiver<(u64, Thought)>,
    /// Of the question that was asked last.
    stop: RefCell<Stop>,
    thread: JoinHandle<()>,
    children: Children,
}

impl Opponents {
    /// Seats those who think. Engines are started, and are ready when this returns.
    pub(super) fn new(
        opened: &Opened,
        seats: &Seats,
        seed: u64,
        children: &Children,
    ) -> Result<Self, Failure> {
        let table = opened.table();
        let mut thinkers =
            Thinkers { players: seats.players(&table, seed, children)?, adviser: None, table, seed };
        let (asked, questions) = channel::<(Question, Stop)>();
        let (answers, heard) = channel();
        let thread = thread::spawn(move || {
            while let Ok((question, stop)) = questions.recv() {
                let thought = thinkers.think(&question, &stop);
                if answers.send((question.number, thought)).is_err() {
                    return;
                }
            }
        });
        let (asked, children) = (Some(asked), children.clone());
        Ok(Opponents { asked, heard, stop: RefCell::default(), thread, children })
    }

    /// Asks a question; nobody waits for the one before any more.
    pub(super) fn ask(&self, question: Question) {
        self.stop();
        let stop = Stop::new();
        self.stop.replace(stop.clone());
        // If the thread is gone, whoever waits notices.
        let _ = self.asked.as_ref().map(|asked| asked.send((question, stop)));
    }

    /// The answer is not wanted any more.
    pub(super) fn stop(&self) {
        self.stop.borrow().press();
    }

    /// An answer, if there is one within that time.
    pub(super) fn wait(&self, time: Duration) -> Option<(u64, Thought)> {
        self.heard.recv_timeout(time).ok()
    }

    /// Is the thread gone? It ends with the program, unless a player breaks it.
    pub(super) fn is_gone(&self) -> bool {
        self.thread.is_finished()
    }
}

/// However a game ends, engines are told to quit, and those that have not after a moment are ended with all they have started.
impl Drop for Opponents {
    fn drop(&mut self) {
        self.stop();
        self.asked = None;
        for _ in 0..40 {
            if self.thread.is_finished() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.children.kill_all();
    }
}

/// What the thread has.
struct Thinkers {
    /// By player; persons and random players are not among them.
    players: Vec<Option<Box<dyn Player>>>,
    /// Gives hints; sits down when first asked.
    adviser: Option<Box<dyn Player>>,
    table: Table,
    seed: u64,
}

impl Thinkers {
    fn think(&mut self, question: &Question, stop: &Stop) -> Thought {
        match self.choose(question, stop) {
            Ok(Answer::Play(mv, _)) => Thought::Move(mv),
            Ok(Answer::Resign) => Thought::Resign,
            Err(PlayerError::Run(error)) => Thought::Failed(self.table.game.explain(&error)),
            Err(error) => Thought::Failed(error.to_string()),
        }
    }

    fn choose(&mut self, question: &Question, stop: &Stop) -> Result<Answer, PlayerError> {
        if stop.pressed() {
            return Err(PlayerError::Stopped);
        }
        let asked = Asked {
            first: &question.first,
            moves: &question.moves,
            state: &question.state,
            time: &Time::Free,
            stop,
        };
        let player = question.player.and_then(|player| self.players.get_mut(player.idx()));
        if let Some(Some(player)) = player {
            return player.choose(&asked);
        }
        let adviser = match self.adviser.take() {
            Some(adviser) => adviser,
            None => Program::Ai(AiSpec::default()).sit(&self.table, self.seed, &Children::new())?,
        };
        self.adviser.insert(adviser).choose(&asked)
    }
}
