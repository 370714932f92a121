//! The text: objects one after the other, each once however many games use it.

use crate::form::{Form, Sort, list, text};
use crate::{Converted, Cx, board, players, rules, settings};
use rustc_hash::FxHashSet;
use zug_source::Diagnostic;

/// Something with a name that stands by itself in a text.
struct Object {
    /// The word it begins with.
    sort: String,
    name: String,
    text: String,
    /// The last of its group.
    gap: bool,
}

impl Object {
    fn new(name: &str, form: &Form, gap: bool) -> Self {
        let sort = form.kids().first().map(ToString::to_string).unwrap_or_default();
        Object { sort, name: name.to_owned(), text: lines(form), gap }
    }
}

/// A game as objects.
pub(crate) struct Draft {
    title: String,
    objects: Vec<Object>,
    used: FxHashSet<String>,
    losses: Vec<Diagnostic>,
    renamed: Vec<(String, String)>,
}

/// A text in the making.
#[derive(Default)]
pub(crate) struct File {
    text: String,
    objects: Vec<Object>,
    titles: Vec<String>,
}

impl File {
    /// The title, or one like it if another game has it.
    pub(crate) fn free_title(&self, title: &str) -> String {
        // The language has no way to write a quote in a text, and every game has a name.
        let title = if title.trim().is_empty() { "Untitled".to_owned() } else { title.replace('"', "'") };
        let taken = |title: &String| self.titles.iter().any(|other| other.eq_ignore_ascii_case(title));
        let numbered = (2..).map(|n| format!("{title} ({n})"));
        let mut titles = std::iter::once(title.clone()).chain(numbered).filter(|title| !taken(title));
        titles.next().unwrap_or_default()
    }

    /// Names of the draft that mean something else here.
    pub(crate) fn clashes(&self, draft: &Draft) -> Vec<String> {
        let clash = |old: &&Object| {
            draft.used.contains(&old.name)
                && !draft
                    .objects
                    .iter()
                    .any(|new| (&new.sort, &new.name, &new.text) == (&old.sort, &old.name, &old.text))
        };
        self.objects.iter().filter(clash).map(|old| old.name.clone()).collect()
    }

    /// All names of the draft that mean something here.
    pub(crate) fn names_in(&self, draft: &Draft) -> Vec<String> {
        self.objects.iter().map(|old| old.name.clone()).filter(|name| draft.used.contains(name)).collect()
    }

    /// Adds what is not there yet.
    pub(crate) fn add(&mut self, draft: Draft) -> Converted {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&format!("; {}\n", one_line(&draft.title)));
        for loss in &draft.losses {
            self.text.push_str(&format!("; not kept: {}\n", one_line(&loss.message)));
        }
        for (old, new) in &draft.renamed {
            self.text.push_str(&format!("; `{}` is called `{new}` here\n", one_line(old)));
        }
        self.text.push('\n');
        let mut written = false;
        for object in draft.objects {
            let known = |old: &Object| (&old.sort, &old.name) == (&object.sort, &object.name);
            if !self.objects.iter().any(known) {
                self.text.push_str(&object.text);
                written = true;
            }
            if object.gap && std::mem::take(&mut written) {
                self.text.push('\n');
            }
            self.objects.push(object);
        }
        self.titles.push(draft.title.clone());
        Converted { title: draft.title, losses: draft.losses, renamed: draft.renamed }
    }

    /// The whole text, laid out.
    pub(crate) fn text(&self) -> String {
        let text = self.text.trim_end().to_owned() + "\n";
        // Everything written here can be read; what could not be laid out would still be right.
        zug_lang::format(&text).unwrap_or(text)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Cx<'_> {
    /// Everything about the game, as objects.
    pub(crate) fn draft(mut self, title: String, goals: Vec<Form>, rules: rules::Rules) -> Draft {
        let board_name = self.names.made("board", "board");
        let texts = &self.game.texts;
        let mut game = vec![list("name", [text(&title)])];
        for (head, about) in [("description", &texts.description), ("history", &texts.history)] {
            if !about.is_empty() {
                game.push(list(head, [text(about)]));
            }
        }
        game.push(list("board", [Form::named(Sort::Word, &*board_name)]));
        game.extend(players::turns(&self));
        game.push(players::setup(&mut self));
        game.extend(settings::items(&mut self));
        game.extend(goals);

        let mut objects = Vec::new();
        let board = board::board(&mut self, &board_name);
        let mut helpers = settings::defines(&mut self);
        helpers.extend(self.helpers.iter().map(|(_, form)| form.clone()));
        let mut group = |forms: &[Form]| {
            for (at, form) in forms.iter().enumerate() {
                objects.push(Object::new(&name_of(form), form, at + 1 == forms.len()));
            }
        };
        group(&[board]);
        group(&players::players(&self, &rules.players));
        group(&helpers);
        rules.defines.iter().chain(&rules.pieces).for_each(|form| group(std::slice::from_ref(form)));
        group(&[list("game", game)]);
        let used = self.names.used().cloned().collect();
        Draft { title, objects, used, losses: self.losses.into_vec(), renamed: self.names.renamed }
    }
}

/// `(define name …)`, `(define (name …) …)`, `(piece (name x) …)`.
fn name_of(form: &Form) -> String {
    let Some(second) = form.kids().get(1) else { return String::new() };
    let name =
        if form.is_form("define") { second.kids().first().unwrap_or(second) } else { &second.kids()[1] };
    name.to_string()
}

/// A form with its items on lines of their own.
fn lines(form: &Form) -> String {
    let mut out = String::from("(");
    for (at, kid) in form.kids().iter().enumerate() {
        if at > 1 {
            out.push_str("\n  ");
        } else if at == 1 {
            out.push(' ');
        }
        out.push_str(&kid.to_string());
    }
    out.push_str(")\n");
    out
}
