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
        if said.begins_with("stop") || said.begins_with("quit") {
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
            if asks && self.search.as_ref().is_some_and(Search::is_open) {
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
mod tests {
    use super::*;
    use crate::testkit::{NoVariants, duel, race};

    fn said(input: &str) -> Vec<String> {
        said_about(race(), input)
    }

    fn said_about(table: Table, input: &str) -> Vec<String> {
        let mut output = Vec::new();
        let input = io::Cursor::new(input.as_bytes().to_vec());
        serve(table, Box::new(NoVariants), input, &mut output).unwrap_or_else(|e| panic!("{e}"));
        String::from_utf8_lossy(&output).lines().map(str::to_owned).collect()
    }

    /// The answers, without the replies that are expected.
    fn bestmoves(input: &str) -> Vec<String> {
        let answers = said(input).into_iter().filter(|line| line.starts_with("bestmove"));
        answers.map(|line| line.split(" ponder").next().unwrap_or("").to_owned()).collect()
    }

    #[test]
    fn a_question_is_answered_once() {
        assert_eq!(bestmoves("position startpos\ngo nodes 100\n"), ["bestmove a1a2"]);
        assert_eq!(bestmoves("go infinite\nstop\nstop\nquit\n").len(), 1);
        // Kept back until somebody asks, or nobody can ask any more.
        assert_eq!(bestmoves("go infinite\n"), ["bestmove a1a2"]);
        assert_eq!(bestmoves("go ponder wtime 50 btime 50\nponderhit\n"), ["bestmove a1a2"]);
        assert_eq!(bestmoves("stop\nponderhit\nquit\n").len(), 0);
    }

    #[test]
    fn only_the_moves_that_are_asked_about_are_thought_about() {
        let told = |go: &str| said_about(duel(), &format!("position fen 2Mm/4/4/4 w - - 0 1\n{go}\n"));
        let best = |go: &str| told(go).pop().unwrap_or_default();
        assert!(best("go nodes 300").starts_with("bestmove c4d4"));
        assert!(best("go nodes 300 searchmoves c4c3").starts_with("bestmove c4c3"));
        assert!(best("go searchmoves c4c3 infinite").starts_with("bestmove c4c3"));
        assert!(best("go searchmoves c4b4 movetime 1").starts_with("bestmove c4b4"));
        let two = told("setoption name MultiPV value 5\ngo searchmoves c4c3 c4b4 depth 2");
        let lines: Vec<&String> = two.iter().filter(|line| line.contains(" pv ")).collect();
        assert!(lines.iter().all(|line| line.contains("pv c4c3") || line.contains("pv c4b4")), "{two:?}");
        assert!(lines.iter().any(|line| line.contains("multipv 2")), "{two:?}");
        assert!(!lines.iter().any(|line| line.contains("multipv 3")), "{two:?}");
        // What is not legal is said.
        let told = told("go nodes 300 searchmoves x9x9 c4c3");
        assert_eq!(told.first().map(String::as_str), Some("info string not legal in `searchmoves`: x9x9"));
        assert!(best("go nodes 300 searchmoves x9x9").starts_with("bestmove c4d4"));
    }

    #[test]
    fn readiness_is_told_while_thinking() {
        let said = said("go infinite\nisready\nstop\n");
        assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1, "{said:?}");
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:?}");
    }

    #[test]
    fn every_question_is_answered_in_its_order() {
        // Nobody waits for answers here. The position is that of the question, not of the moment of its answer.
        let black = "position startpos moves a1a2";
        for (first, second) in [
            ("go infinite\nstop", "go nodes 50"),
            ("go infinite\nstop", "go infinite\nstop"),
            ("go nodes 50", "go nodes 50"),
            ("go depth 2", "go infinite"),
            // A question ends one that would never end.
            ("go infinite", "go ponder"),
            ("go ponder", "go nodes 50"),
        ] {
            let input = format!("position startpos\n{first}\n{black}\n{second}\n");
            assert_eq!(bestmoves(&input), ["bestmove a1a2", "bestmove b1b2"], "{input}");
            let input = input + "quit\n";
            assert_eq!(bestmoves(&input), ["bestmove a1a2", "bestmove b1b2"], "{input}");
        }
    }

    #[test]
    fn a_hundred_questions_have_a_hundred_answers() {
        assert_eq!(bestmoves(&"go infinite\nstop\n".repeat(100)).len(), 100);
        assert_eq!(bestmoves(&"go nodes 9\nisready\n".repeat(100)).len(), 100);
        assert_eq!(bestmoves(&("go infinite\n".repeat(100) + "stop\n")).len(), 100);
        // Far more than is read ahead, behind a search that takes its time.
        let said = said(&("go movetime 30\ngo movetime 1\n".to_owned() + &"isready\n".repeat(1_000)));
        assert_eq!(said.iter().filter(|line| *line == "readyok").count(), 1_000);
    }

    #[test]
    fn stop_goes_before_what_waits() {
        let began = Instant::now();
        assert_eq!(bestmoves("go movetime 60000\ngo movetime 60000\nstop\n").len(), 2);
        assert!(began.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let mut input = "x".repeat(crate::lines::MAX_LINE + 7);
        input.push_str("\nisready\n");
        assert_eq!(said(&input), ["info string a line was too long and has been ignored", "readyok"]);
    }
}
