//! Another program as a player: UCI, USI or UGI over its standard streams.
//!
//! Our rules are the referee. The engine is told how the game began and every move since; what it answers is looked up
//! among the legal moves. It is started again before a game if it has died in the one before.

use crate::clock::Time;
use crate::heard::{Heard, Offered, heard, tame};
use crate::player::{Answer, Asked, Player, PlayerError, Table};
use crate::process::{Children, Missing, Process};
use crate::spec::{EngineSpec, THINKING};
use std::time::{Duration, Instant};
use zug_game::{Move, PlayError, State};
use zug_notation::engine::{EngineNotation, Protocol};

/// How long an engine may take to introduce itself and to get ready (some load large files).
const PATIENCE: Duration = Duration::from_secs(20);

/// How much longer than allowed it may think before nobody waits any more.
const GRACE: Duration = Duration::from_secs(5);

/// How long a search may take that is not limited by time.
const LONG: Duration = Duration::from_secs(600);

/// How long it may take to answer `stop`.
const AFTER_STOP: Duration = Duration::from_secs(2);

/// How often the stop button is looked at.
const BLINK: Duration = Duration::from_millis(10);

pub(crate) struct Foreign {
    name: String,
    spec: EngineSpec,
    table: Table,
    notation: EngineNotation,
    children: Children,
    patience: Duration,
    process: Option<Process>,
    told: Told,
}

/// The game as it was last told, so that only new moves have to be put into words.
#[derive(Default)]
struct Told {
    first: Option<u64>,
    moves: Vec<Move>,
    texts: Vec<String>,
    state: Option<State>,
}

impl Foreign {
    /// Starts the engine and waits until it is ready: what is wrong with it is known before the first game.
    pub(crate) fn new(spec: &EngineSpec, table: &Table, children: &Children) -> Result<Self, PlayerError> {
        Self::with_patience(spec, table, children, PATIENCE)
    }

    fn with_patience(
        spec: &EngineSpec,
        table: &Table,
        children: &Children,
        patience: Duration,
    ) -> Result<Self, PlayerError> {
        let name = spec.command.first().cloned().unwrap_or_default();
        let mut foreign = Foreign {
            name,
            notation: EngineNotation::new(spec.protocol, &table.style),
            spec: spec.clone(),
            table: table.clone(),
            children: children.clone(),
            patience,
            process: None,
            told: Told::default(),
        };
        foreign.start()?;
        Ok(foreign)
    }

    fn protocol(&self) -> Protocol {
        self.spec.protocol
    }

    fn start(&mut self) -> Result<(), PlayerError> {
        let process = Process::start(&self.spec.command, &self.children);
        let process =
            process.map_err(|why| PlayerError::Start { command: self.spec.command.join(" "), why })?;
        self.process = Some(process);
        let word = self.protocol().word();
        self.send(word)?;
        let mut offered: Vec<Offered> = Vec::new();
        let end = Instant::now() + self.patience;
        loop {
            match self.listen(word, end)? {
                Heard::Name(name) => self.name = name,
                // Far more than any engine has; the rest is not worth remembering.
                Heard::Option(option) if offered.len() < 1000 => offered.push(option),
                Heard::Ok => break,
                _ => {}
            }
        }
        self.set_variant(&offered)?;
        for (option, value) in self.spec.options.clone() {
            if !offered.iter().any(|o| o.name.eq_ignore_ascii_case(&option)) {
                let known: Vec<&str> = offered.iter().map(|o| o.name.as_str()).collect();
                let why = format!("it has no option `{option}`; it has {}", known.join(", "));
                return Err(PlayerError::Unfit { name: self.name.clone(), why });
            }
            self.set(&option, &value)?;
        }
        self.wait_ready()
    }

    /// Tells it which game is played, if it plays several and knows ours by name.
    fn set_variant(&mut self, offered: &[Offered]) -> Result<(), PlayerError> {
        let is_variant = |name: &str| {
            let name = name.to_lowercase();
            name == "uci_variant" || name == "usi_variant" || name == "ugi_variant"
        };
        let said = self.spec.options.iter().any(|(name, _)| is_variant(name));
        let (false, Some(variant)) = (said, self.table.variant.clone()) else { return Ok(()) };
        let Some(option) = offered.iter().find(|o| is_variant(&o.name)) else {
            // Engines of one game: chess for UCI, shogi for USI.
            let usual = match self.protocol() {
                Protocol::Uci => variant == "chess",
                Protocol::Usi => variant == "shogi",
                Protocol::Ugi => true,
            };
            let why = format!("it plays one game only, and that is not `{variant}`");
            return if usual { Ok(()) } else { Err(PlayerError::Unfit { name: self.name.clone(), why }) };
        };
        if !option.choices.is_empty() && !option.choices.contains(&variant) {
            let why = format!("it does not know the game `{variant}`");
            return Err(PlayerError::Unfit { name: self.name.clone(), why });
        }
        self.set(&option.name, &variant)
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), PlayerError> {
        match value {
            "" => self.send(&format!("setoption name {option}")),
            _ => self.send(&format!("setoption name {option} value {value}")),
        }
    }

    fn wait_ready(&mut self) -> Result<(), PlayerError> {
        self.send("isready")?;
        let end = Instant::now() + self.patience;
        while self.listen("isready", end)? != Heard::Ready {}
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        if let Some(process) = &mut self.process {
            process.drain();
            if process.send(line) {
                return Ok(());
            }
        }
        // Perhaps it has ended, and said why.
        let why = match self.process.as_mut().map(|process| process.receive(BLINK)) {
            Some(Err(Missing::Ended(how))) => how,
            _ => "does not listen any more".to_owned(),
        };
        self.process = None;
        Err(PlayerError::Dead { name: self.name.clone(), why })
    }

    /// The next line before `end`, in answer to `to`.
    fn listen(&mut self, to: &str, end: Instant) -> Result<Heard, PlayerError> {
        let left = end.saturating_duration_since(Instant::now());
        match self.process.as_mut().map(|process| process.receive(left)) {
            // Somebody who talks all the time has not answered either.
            Some(Ok(line)) if !left.is_zero() => Ok(heard(self.protocol(), &line)),
            Some(Err(Missing::Ended(why))) => {
                self.process = None;
                Err(PlayerError::Dead { name: self.name.clone(), why })
            }
            Some(Ok(_) | Err(Missing::Yet)) => {
                self.process = None;
                Err(PlayerError::Silent { name: self.name.clone(), to: to.to_owned(), waited: self.patience })
            }
            None => Err(PlayerError::Dead { name: self.name.clone(), why: "is not running".to_owned() }),
        }
    }

    /// Waits for the move. Once the button is pressed it is asked to stop, and gets a moment to obey.
    fn wait_for_move(&mut self, asked: &Asked<'_>, most: Duration) -> Result<String, PlayerError> {
        let mut end = Instant::now() + most;
        let mut stopping = false;
        loop {
            if asked.stop.pressed() && !stopping {
                stopping = true;
                end = Instant::now() + AFTER_STOP;
                self.process.as_mut().map(|process| process.send("stop"));
            }
            let now = Instant::now();
            let Some(process) = &mut self.process else { return Err(PlayerError::Stopped) };
            match process.receive(BLINK) {
                Ok(line) => {
                    if let Heard::BestMove(text) = heard(self.spec.protocol, &line) {
                        return Ok(text);
                    }
                }
                Err(Missing::Yet) => {}
                Err(Missing::Ended(why)) => {
                    self.process = None;
                    let name = self.name.clone();
                    return Err(if stopping {
                        PlayerError::Stopped
                    } else {
                        PlayerError::Dead { name, why }
                    });
                }
            }
            if now >= end {
                self.process = None;
                let (name, to) = (self.name.clone(), "go".to_owned());
                return Err(if stopping {
                    PlayerError::Stopped
                } else {
                    PlayerError::Silent { name, to, waited: most }
                });
            }
        }
    }

    /// `position …` for the game as it stands.
    fn position(&mut self, asked: &Asked<'_>) -> Result<String, PlayerError> {
        let told = &mut self.told;
        let known = told.first == Some(asked.first.hash()) && asked.moves.starts_with(&told.moves);
        if !known {
            *told = Told { first: Some(asked.first.hash()), ..Told::default() };
        }
        let mut state = told.state.take().unwrap_or_else(|| asked.first.clone());
        for mv in asked.moves.get(told.moves.len()..).unwrap_or(&[]) {
            told.texts.push(self.notation.text(&state, mv)?);
            told.moves.push(mv.clone());
            state.play_unchecked(mv)?;
        }
        told.state = Some(state);
        let first = self.notation.position(asked.first);
        let moves =
            if told.texts.is_empty() { String::new() } else { format!(" moves {}", told.texts.join(" ")) };
        Ok(format!("position {first}{moves}"))
    }

    /// `go …`, and how long the answer may take.
    fn go(&self, time: &Time) -> (String, Duration) {
        let ms = |t: Duration| t.as_millis().max(1).to_string();
        let mut words = vec!["go".to_owned()];
        let mut say = |word: &str, value: String| words.extend([word.to_owned(), value]);
        let mut longest = LONG;
        let effort = &self.spec.effort;
        let open = effort.is_open() && *time == Time::Free;
        let most = match time {
            Time::Move(most) => Some(effort.time.map_or(*most, |t| t.min(*most))),
            _ => effort.time.or(open.then_some(THINKING)),
        };
        if let Some(most) = most {
            say("movetime", ms(most));
            longest = most + GRACE;
        }
        if let Time::Clock { clocks, mine } = time {
            for (seat, clock) in clocks.iter().enumerate() {
                let side = self.protocol().side(seat);
                say(&format!("{side}time"), ms(clock.left));
                say(&format!("{side}inc"), clock.increment.as_millis().to_string());
            }
            let own = clocks.get(*mine).copied().unwrap_or_default();
            if let Some(moves) = own.moves_to_go {
                say("movestogo", moves.to_string());
            }
            if !own.extra.is_zero() {
                say("byoyomi", ms(own.extra));
            }
            longest = longest.min(own.left + own.extra + GRACE);
        }
        if let Some(nodes) = effort.nodes {
            say("nodes", nodes.to_string());
        }
        if let Some(depth) = effort.depth {
            say("depth", depth.to_string());
        }
        (words.join(" "), longest)
    }

    /// The legal move that the engine means.
    fn understand(&self, asked: &Asked<'_>, text: &str) -> Result<Answer, PlayerError> {
        if text == "resign" {
            return Ok(Answer::Resign);
        }
        match self.notation.find(asked.state, text) {
            Ok(mv) => Ok(Answer::Play(mv, None)),
            Err(PlayError::Run(error)) => Err(error.into()),
            Err(_) => {
                let legal = self.notation.near(asked.state, text)?;
                let near = format!("; legal are {}", legal.join(", "));
                Err(PlayerError::Illegal { name: self.name.clone(), text: tame(text, 60), near })
            }
        }
    }
}

impl Player for Foreign {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self) -> Result<(), PlayerError> {
        self.told = Told::default();
        if self.process.is_none() {
            self.start()?;
        }
        self.send(&format!("{}newgame", self.protocol().word()))?;
        self.wait_ready()
    }

    fn choose(&mut self, asked: &Asked<'_>) -> Result<Answer, PlayerError> {
        if self.process.is_none() {
            self.start()?;
        }
        let position = self.position(asked)?;
        self.send(&position)?;
        let (go, longest) = self.go(asked.time);
        self.send(&go)?;
        let text = self.wait_for_move(asked, longest)?;
        self.understand(asked, &text)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::spec::Program;
    use crate::stop::Stop;
    use crate::testkit::duel;

    fn start(command: &str) -> Result<Foreign, PlayerError> {
        let Ok(Program::Engine(spec)) = command.parse() else { panic!("{command} is no engine") };
        Foreign::with_patience(&spec, &duel(), &Children::new(), Duration::from_millis(400))
    }

    /// A shell script that answers words with words.
    fn script(answers: &str) -> String {
        let script = format!("while read w r; do case $w in {answers} esac; done");
        format!("uci:sh -c \"{script}\"")
    }

    const POLITE: &str =
        "uci) echo id name Polite; echo option name Depth type spin; echo uciok;; isready) echo readyok;;";

    #[test]
    fn whoever_does_not_introduce_himself_is_not_waited_for() {
        for silent in ["uci:cat", "uci:yes", "uci:sleep 100", &script("uci) echo uciok;;")] {
            let error = start(silent).err();
            assert!(matches!(error, Some(PlayerError::Silent { .. })), "{silent}: {error:?}");
        }
        let error = start("uci:true").err();
        assert!(matches!(error, Some(PlayerError::Dead { .. })), "{error:?}");
    }

    #[test]
    fn options_have_to_be_there() {
        assert_eq!(start(&script(POLITE)).map(|engine| engine.name).ok().as_deref(), Some("Polite"));
        assert!(start(&format!("{}?Depth=3", script(POLITE))).is_ok());
        let error = start(&format!("{}?Speed=3", script(POLITE))).err().map(|e| e.to_string());
        assert_eq!(error.as_deref(), Some("Polite: it has no option `Speed`; it has Depth"));
    }

    #[test]
    fn the_stop_button_is_passed_on() {
        let go_on = format!("{POLITE} stop) echo bestmove a1a2;;");
        let mut engine = start(&script(&go_on)).unwrap_or_else(|e| panic!("{e}"));
        let (state, stop) = (duel().game.start(), Stop::new());
        stop.press();
        let asked = Asked { first: &state, moves: &[], state: &state, time: &Time::Free, stop: &stop };
        let answer = engine.choose(&asked);
        assert!(matches!(answer, Ok(Answer::Play(..))), "{answer:?}");
    }

    /// True if there is such a process, and not merely its exit code.
    #[cfg(target_os = "linux")]
    fn runs(pid: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|state| !matches!(state.chars().next(), None | Some('Z')))
    }

    #[cfg(target_os = "linux")]
    fn ends(pid: &str) -> bool {
        (0..100).any(|_| {
            std::thread::sleep(BLINK);
            !runs(pid)
        })
    }

    /// The engine is a script that starts another program, says its number as a name, and goes on as it is told.
    #[cfg(target_os = "linux")]
    fn parent(answers: &str) -> String {
        script(&format!("uci) sleep 300 & echo id name $!; echo uciok;; isready) echo readyok;; {answers}"))
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_an_engine_has_started_ends_with_it() {
        let engine = start(&parent("")).unwrap_or_else(|e| panic!("{e}"));
        let child = engine.name.clone();
        assert!(runs(&child), "`{child}` is no process that runs");
        drop(engine);
        assert!(ends(&child), "dropped");

        let engine = start(&parent("")).unwrap_or_else(|e| panic!("{e}"));
        engine.children.kill_all();
        assert!(ends(&engine.name), "all ended");
        let spec = engine.spec.clone();
        let again = Foreign::with_patience(&spec, &duel(), &engine.children, BLINK).err();
        assert!(matches!(again, Some(PlayerError::Start { .. })), "{again:?}");

        for answers in ["go) exit 3;;", "go) exec sleep 300;;"] {
            let mut engine = start(&parent(answers)).unwrap_or_else(|e| panic!("{e}"));
            let child = engine.name.clone();
            let (state, stop) = (duel().game.start(), Stop::new());
            let time = Time::Move(Duration::ZERO);
            let asked = Asked { first: &state, moves: &[], state: &state, time: &time, stop: &stop };
            let pressed = stop.clone();
            let hurry = std::thread::spawn(move || {
                std::thread::sleep(BLINK * 20);
                pressed.press();
            });
            assert!(engine.choose(&asked).is_err(), "{answers}");
            hurry.join().expect("it presses a button");
            assert!(ends(&child), "{answers}");
        }
    }

    #[test]
    fn control_characters_of_others_do_not_reach_the_terminal() {
        let rude = format!("{POLITE} go) printf 'bestmove \\\\033[2Jx%0100d\\n' 7;;");
        let mut engine = start(&script(&rude)).unwrap_or_else(|e| panic!("{e}"));
        let state = duel().game.start();
        let asked = Asked { first: &state, moves: &[], state: &state, time: &Time::Free, stop: &Stop::new() };
        let error = engine.choose(&asked).map_err(|e| e.to_string()).err().unwrap_or_default();
        assert!(error.contains("which is no legal move; legal are a1a2, a1b1"), "{error}");
        assert!(!error.contains('\u{1b}') && error.len() < 200, "{error:?}");
    }
}
