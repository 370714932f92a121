//! Games written out click by click, with what a view is told.
//!
//! `game NAME`, `position TEXT` and `moves …` say where it begins. Each further line is something that a person does (`click e2`, `kind Pawn`,
//! `choose NAME`, `command NAME`, `pass`, `undo`, `whole NAME`) and after `:` what can be clicked then, if that is of interest (`starts …`,
//! `targets …`, `choices …`, `pass`). Lines with two spaces before them are what a view is told, word for word; `…` is anything. `= NAME` says that the move
//! is complete, and plays it.

use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};
use zug_game::view::Recording;
use zug_game::{CellId, Controller, State};
use zug_notation::{Style, position};

pub(crate) fn trials() -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clicks");
    let Ok(files) = std::fs::read_dir(&folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = files.filter_map(|f| Some(f.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "clicks"));
    paths.sort();
    let trial = |path: PathBuf| {
        let name = format!("clicks {}", path.file_stem().unwrap_or_default().to_string_lossy());
        Trial::test(name, move || run(&path).map_err(Failed::from))
    };
    paths.into_iter().map(trial).collect()
}

fn run(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut person: Option<Person> = None;
    let mut lines =
        text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#')).peekable();
    while let Some((number, line)) = lines.next() {
        let say = |what: String| format!("line {}: {what}", number + 1);
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        if verb == "game" {
            if let Some(person) = person.take() {
                person.finished().map_err(say)?;
            }
            person = Some(Person::new(rest).map_err(say)?);
            continue;
        }
        let person = person.as_mut().ok_or_else(|| say("no game yet".to_owned()))?;
        person.act(line).map_err(say)?;
        let mut expected = Vec::new();
        while let Some((_, call)) = lines.next_if(|(_, l)| l.starts_with("  ")) {
            expected.push(call.trim().to_owned());
        }
        let told = person.told().map_err(say)?;
        if told != expected && expected != ["…"] {
            return Err(say(format!("the view was told {told:#?}")));
        }
    }
    person.ok_or("there is no game")?.finished()
}

struct Person {
    state: State,
    controller: Controller,
}

impl Person {
    fn new(name: &str) -> Result<Self, String> {
        let (name, variant) = name.split_once('#').map_or((name, None), |(n, v)| (n, Some(v)));
        let entry = zug_library::find(name).map_err(|e| e.to_string())?;
        Self::at(entry.load(variant).map_err(|e| e.to_string())?.start())
    }

    fn at(state: State) -> Result<Self, String> {
        let controller = Controller::new(&state).map_err(|e| e.to_string())?;
        Ok(Person { state, controller })
    }

    fn act(&mut self, line: &str) -> Result<(), String> {
        let (deed, look) = line.split_once(" : ").unwrap_or((line, ""));
        let (verb, rest) = deed.split_once(' ').unwrap_or((deed, ""));
        match verb {
            "position" => {
                let style = Style::General;
                let state = position::parse(self.state.game(), &style, rest).map_err(|e| e.to_string())?;
                *self = Self::at(state)?;
            }
            "moves" => {
                let mut state = self.state.clone();
                for name in rest.split(", ") {
                    state.play_text(name).map_err(|e| e.to_string())?;
                }
                *self = Self::at(state)?;
            }
            "look" => {}
            "click" => {
                self.controller.click(self.cell(rest)?).map_err(|e| e.to_string())?;
            }
            "kind" => {
                let kind = self.state.game().kind(rest).ok_or(format!("no kind {rest}"))?;
                self.controller.select_kind(kind);
            }
            "choose" => {
                let choices = self.controller.look().choices;
                let n = choices.iter().position(|c| c == rest).ok_or(format!("choices are {choices:?}"))?;
                self.controller.choose(n).map_err(|e| e.to_string())?;
            }
            "command" => {
                let commands = self.controller.look().commands;
                let n =
                    commands.iter().position(|c| c == rest).ok_or(format!("commands are {commands:?}"))?;
                self.controller.command(n).map_err(|e| e.to_string())?;
            }
            "whole" => {
                let mv = self.state.find_move(rest).map_err(|e| e.to_string())?;
                self.controller = Controller::whole(&self.state, &mv).map_err(|e| e.to_string())?;
            }
            "pass" => {
                self.controller.pass();
            }
            "undo" => {
                self.controller.undo();
            }
            "=" => {
                let done = self.controller.done().ok_or("the move is not complete")?.clone();
                let named = self.state.named_moves().map_err(|e| e.to_string())?;
                let name = named.iter().find(|(_, mv)| **mv == done).map(|(name, _)| name.clone());
                if name.as_deref() != Some(rest) {
                    return Err(format!("the move is {name:?}"));
                }
                let mut state = self.state.clone();
                state.play(&done).map_err(|e| e.to_string())?;
                *self = Self::at(state)?;
            }
            _ => return Err(format!("`{verb}` is nothing one can do")),
        }
        self.looks(look)
    }

    fn cell(&self, name: &str) -> Result<CellId, String> {
        self.state.game().cell(name).ok_or(format!("no cell {name}"))
    }

    /// What was said to be on offer is.
    fn looks(&self, expected: &str) -> Result<(), String> {
        let look = self.controller.look();
        let cells = |cells: &[CellId]| {
            let mut names: Vec<&str> = cells.iter().map(|c| self.state.game().cell_name(*c)).collect();
            names.sort_unstable();
            names.join(" ")
        };
        for item in expected.split(", ").filter(|item| !item.is_empty()) {
            let (what, wanted) = item.split_once(' ').unwrap_or((item, ""));
            let found = match what {
                "starts" => cells(&look.starts),
                "targets" => cells(&look.targets),
                "choices" => look.choices.join(" | "),
                "commands" => look.commands.join(" | "),
                "pass" | "stuck" if (what == "pass") == look.may_pass => String::new(),
                "open" if !look.done => String::new(),
                _ => return Err(format!("`{item}` is not so: {look:?}")),
            };
            if found != wanted {
                return Err(format!("{what} are {found}"));
            }
        }
        Ok(())
    }

    fn told(&mut self) -> Result<Vec<String>, String> {
        let mut view = Recording::default();
        self.controller.show(&mut view).map_err(|e| e.to_string())?;
        Ok(view.0.iter().map(ToString::to_string).collect())
    }

    fn finished(&self) -> Result<(), String> {
        if self.controller.made().n_parts() > 0 {
            Err("a game ends inside a turn".to_owned())
        } else {
            Ok(())
        }
    }
}
