//! `zug engine`: we are the program that is asked for moves. UCI, USI and UGI; the first word decides.
//!
//! `command` reads lines, `session` holds the conversation, `say` words what a search has found. None of them knows of streams or
//! threads. Here these are joined: one thread reads, one thinks, and one listens to both and is the only one that writes.

mod command;
mod say;
pub(crate) mod session;

use crate::lines::{Line, next_line};
use crate::player::Table;
use crate::stop::{Stop, Timer};
pub use session::Variants;
use session::{Job, Session, Todo, note};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use zug_ai::{Ai, Limits, Report};
use zug_game::Move;

/// Lines that are read ahead; the other side waits with the rest.
const WAITING: usize = 64;

/// A search that does not stop within this time is left to itself, and its last word taken for its answer.
const OBEDIENCE: Duration = Duration::from_millis(40);

/// Searches that may be left to themselves at a time. Each holds a table of positions.
const MOST_LEFT: usize = 4;

/// How long `isready` may take to try a game out.
const PREPARATION: Duration = Duration::from_millis(800);

/// What the listening thread hears.
enum Event {
    Said(Said),
    Found(u64, Report),
    /// The search with this number is over; the thinker comes back unless it broke down.
    Done(u64, Box<Option<(Ai, Result<Report, String>)>>),
}

/// What the other side says.
enum Said {
    Line(Line),
    EndOfInput,
}

/// Speaks a protocol until the other side has had enough. Errors are those of writing.
pub fn serve(
    table: Table,
    variants: Box<dyn Variants + Send>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING);
    let (permits, permitted) = sync_channel(WAITING);
    (0..WAITING).for_each(|_| _ = permits.try_send(()));
    let reader = sender.clone();
    thread::spawn(move || read_all(input, &permitted, &reader));
    let server = Server {
        session: Session::new(table, variants),
        output,
        sender,
        permits,
        waiting: VecDeque::new(),
        ai: None,
        search: None,
        left: Vec::new(),
        count: 0,
        ending: false,
    };
    server.run(&events)
}

/// Reads line by line, each with a permit: lines that have not been obeyed yet take up little memory.
fn read_all(mut input: impl BufRead, permitted: &Receiver<()>, events: &SyncSender<Event>) {
    while permitted.recv().is_ok() {
        let said = match next_line(&mut input) {
            Ok(Some(line)) => Said::Line(line),
            _ => Said::EndOfInput,
        };
        let end = matches!(said, Said::EndOfInput);
        if events.send(Event::Said(said)).is_err() || end {
            return;
        }
    }
}

struct Server<'o> {
    session: Session,
    output: &'o mut dyn Write,
    sender: SyncSender<Event>,
    /// Each lets one more line be read.
    permits: SyncSender<()>,
    /// What was said after a question that has to wait for the answer to the one before.
    waiting: VecDeque<Said>,
    /// The thinker, while it does not think.
    ai: Option<Ai>,
    search: Option<Search>,
    /// Searches that have been left to themselves. The thinker of one is used again when it comes back.
    left: Vec<Left>,
    /// How many searches there have been.
    count: u64,
    /// There will be no more questions: the last answer is waited for.
    ending: bool,
}

/// The search that is going on, or whose answer is kept.
struct Search {
    number: u64,
    job: Job,
    timer: Timer,
    last: Option<Report>,
    over: bool,
    stopped_at: Option<Instant>,
    /// Options have changed since: this thinker is not used again.
    forget: bool,
}

/// A search that was left to itself.
struct Left {
    number: u64,
    forget: bool,
}

impl Said {
    fn stops(&self) -> bool {
        self.begins_with("stop") || self.begins_with("quit")
    }

    fn begins_with(&self, word: &str) -> bool {
        matches!(self, Said::Line(Line::Text(line)) if line.split_whitespace().next() == Some(word))
    }
}

impl Server<'_> {
    fn run(mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            let event = match self.patience() {
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(patience) => events.recv_timeout(patience),
            };
            match event {
                Ok(Event::Said(said)) => self.hear(said)?,
                Ok(Event::Found(number, report)) => self.found(number, report)?,
                Ok(Event::Done(number, back)) => self.done(number, *back)?,
                Err(RecvTimeoutError::Timeout) => self.give_up()?,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.go_on()?;
            if self.ending && self.search.is_none() {
                return Ok(());
            }
        }
    }

    /// How long to wait for a search that has been told to stop.
    fn patience(&self) -> Option<Duration> {
        let since = self.search.as_ref()?.stopped_at?;
        Some(OBEDIENCE.saturating_sub(since.elapsed()))
    }

    fn hear(&mut self, said: Said) -> io::Result<()> {
        // What is to be stopped is stopped at once, whatever else has to be obeyed before.
        if said.stops() {
            self.stop()?;
        }
        self.waiting.push_back(said);
        Ok(())
    }

    /// Obeys what was said, in its order, as far as nothing has to wait: a search that is stopping ends before anything else
    /// happens, and a question waits until the one before it is answered.
    fn go_on(&mut self) -> io::Result<()> {
        while let Some(said) = self.waiting.front().filter(|_| !self.ending) {
            let asks = said.begins_with("go");
            // A search that began after `stop` or `quit` was read would keep them waiting behind the next question.
            let stopped = || self.waiting.iter().any(Said::stops);
            if asks && (self.search.as_ref().is_some_and(Search::is_open) || stopped()) {
                self.stop()?;
            }
            if self.search.as_ref().is_some_and(|search| asks || search.stopped_at.is_some()) {
                return Ok(());
            }
            let Some(said) = self.waiting.pop_front() else { return Ok(()) };
            let _ = self.permits.try_send(());
            self.obey(said)?;
        }
        Ok(())
    }

    fn obey(&mut self, said: Said) -> io::Result<()> {
        match said {
            Said::Line(Line::Text(line)) => self.line(&line),
            Said::Line(Line::TooLong) => self.write(&[note("a line was too long and has been ignored")]),
            Said::EndOfInput => {
                self.ending = true;
                // A search with a limit is finished: scripts that pipe commands in want its answer.
                if self.search.as_ref().is_some_and(Search::is_open) { self.stop() } else { Ok(()) }
            }
        }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        let mut out = Vec::new();
        match self.session.obey(line, &mut out) {
            Todo::Think(job) => {
                self.write(&out)?;
                return self.think(*job);
            }
            Todo::Prepare => self.prepare(),
            Todo::Quit => {
                self.ending = true;
                self.stop()?;
            }
            Todo::Forget => {
                self.ai = None;
                self.left.iter_mut().for_each(|left| left.forget = true);
                if let Some(search) = &mut self.search {
                    search.forget = true;
                }
            }
            Todo::Stop => self.stop()?,
            Todo::PonderHit => self.ponder_hit()?,
            Todo::Nothing => {}
        }
        self.write(&out)
    }

    /// Tries the game out before anybody's clock runs, and takes up the memory for positions.
    fn prepare(&mut self) {
        if self.ai.is_some() || self.search.is_some() {
            return;
        }
        let mut ai = self.session.thinker();
        // By the stop button: what is found by then does not depend on there being a clock.
        let timer = Timer::start(Stop::new());
        timer.end_in(PREPARATION);
        ai.prepare(&Limits::default(), &timer);
        self.ai = Some(ai);
    }

    fn think(&mut self, job: Job) -> io::Result<()> {
        self.count += 1;
        let number = self.count;
        let timer = Timer::start(Stop::new());
        let ai = self.ai.take();
        let (state, limits, options) = (job.state.clone(), job.limits.clone(), job.options.clone());
        let (watch, sender) = (timer.clone(), self.sender.clone());
        self.search =
            Some(Search { number, job, timer, last: None, over: false, stopped_at: None, forget: false });
        if self.left.len() >= MOST_LEFT {
            return self.refuse("too many searches have not stopped yet");
        }
        let thinker = thread::Builder::new().spawn(move || {
            let mut promise = Promise { number, sender: sender.clone(), back: None };
            let mut ai = ai.unwrap_or_else(|| Ai::new(state.game(), options));
            let mut tell = |report: &Report| _ = sender.send(Event::Found(number, report.clone()));
            let report = ai.think(&state, &limits, &watch, &mut tell).map_err(|e| state.game().explain(&e));
            promise.back = Some((ai, report));
        });
        if thinker.is_err() { self.refuse("the system starts no more threads") } else { Ok(()) }
    }

    /// Answers a question that cannot be thought about: any legal move.
    fn refuse(&mut self, why: &str) -> io::Result<()> {
        self.write(&[note(&format!("{why}; this is the first legal move"))])?;
        if let Some(search) = &mut self.search {
            search.over = true;
        }
        self.answer()
    }

    fn found(&mut self, number: u64, report: Report) -> io::Result<()> {
        let Some(search) = self.search.as_mut().filter(|s| s.number == number) else { return Ok(()) };
        let infos = say::infos(&search.job.notation, &search.job.state, &report);
        search.last = Some(report);
        self.write(&infos)
    }

    fn done(&mut self, number: u64, back: Option<(Ai, Result<Report, String>)>) -> io::Result<()> {
        if let Some(i) = self.left.iter().position(|left| left.number == number) {
            let left = self.left.swap_remove(i);
            let ai = back.map(|(ai, _)| ai).filter(|_| self.search.is_none() && !left.forget);
            self.ai = self.ai.take().or(ai);
            return Ok(());
        }
        let Some(search) = self.search.as_mut().filter(|s| s.number == number) else { return Ok(()) };
        search.over = true;
        let mut out = Vec::new();
        match back {
            Some((ai, Ok(report))) => {
                if search.last.as_ref() != Some(&report) {
                    out = say::infos(&search.job.notation, &search.job.state, &report);
                }
                search.last = Some(report);
                self.ai = Some(ai).filter(|_| !search.forget);
            }
            Some((_, Err(why))) => out.push(note(&why)),
            None => out.push(note("the search has broken down; this is a mistake of ours")),
        }
        let keep = search.job.hold && search.stopped_at.is_none();
        self.write(&out)?;
        if keep { Ok(()) } else { self.answer() }
    }

    fn stop(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.timer.stop().press();
        if search.over {
            return self.answer();
        }
        search.stopped_at.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        search.job.hold = false;
        if search.over {
            return self.answer();
        }
        match search.job.after_hit {
            Some(budget) => search.timer.end_in(budget.soft),
            // Neither a clock nor another limit: now is as good as later.
            None if search.is_open() => return self.stop(),
            None => {}
        }
        Ok(())
    }

    /// The search has not stopped when told to.
    fn give_up(&mut self) -> io::Result<()> {
        if self.search.as_ref().is_some_and(|s| s.stopped_at.is_some()) { self.answer() } else { Ok(()) }
    }

    fn answer(&mut self) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        if !search.over {
            self.left.push(Left { number: search.number, forget: search.forget });
        }
        let best = search.last.and_then(|report| report.lines.into_iter().next()).map(|line| line.moves);
        let allowed = |mv: &&Move| search.job.limits.allows(mv);
        let any = || search.job.state.moves().ok().and_then(|moves| moves.iter().find(allowed).cloned());
        let moves = best.filter(|moves| !moves.is_empty()).unwrap_or_else(|| any().into_iter().collect());
        self.write(&[say::best(&search.job.notation, &search.job.state, &moves)])
    }

    fn write(&mut self, lines: &[String]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let mut text = lines.join("\n");
        text.push('\n');
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }
}

impl Search {
    /// Nothing but `stop` ends it.
    fn is_open(&self) -> bool {
        let limits = &self.job.limits;
        self.job.hold || limits.nodes.is_none() && limits.depth.is_none() && limits.hard.is_none()
    }
}

/// Whatever becomes of a search, somebody hears of its end.
struct Promise {
    number: u64,
    sender: SyncSender<Event>,
    back: Option<(Ai, Result<Report, String>)>,
}

impl Drop for Promise {
    fn drop(&mut self) {
        let _ = self.sender.send(Event::Done(self.number, Box::new(self.back.take())));
    }
}

#[cfg(test)]
mod tests;
