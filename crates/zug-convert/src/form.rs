//! The text under construction: lists and words that still know what they name and which macro call made them.
//!
//! `fold` needs both: what differs between two calls of a macro becomes a parameter, if it is the name of something.

use std::fmt;
use zug_source::ExpansionId;

/// What a word names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sort {
    /// A word of the language.
    Word,
    Dir,
    Cell,
    Kind,
    Player,
    Zone,
    Mode,
    Attr,
    Global,
    Local,
    Number,
    /// A definition.
    Define,
}

/// A word, a text, or a list.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) what: What,
    /// The macro call it came from.
    pub(crate) call: ExpansionId,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    Word(Sort, String),
    Text(String),
    List(Vec<Form>),
}

/// Where it came from does not matter for what it says.
impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

impl Form {
    pub(crate) fn named(sort: Sort, text: impl Into<String>) -> Self {
        Self::new(What::Word(sort, text.into()))
    }

    pub(crate) fn new(what: What) -> Self {
        Self { what, call: ExpansionId::NONE }
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        matches!(&self.what, What::Word(Sort::Word, text) if text == word)
    }

    /// Is it a list that begins with the word?
    pub(crate) fn is_form(&self, word: &str) -> bool {
        self.kids().first().is_some_and(|head| head.is_word(word))
    }

    pub(crate) fn kids(&self) -> &[Form] {
        match &self.what {
            What::List(kids) => kids,
            _ => &[],
        }
    }

    /// Every part of it, itself first.
    pub(crate) fn visit<'f>(&'f self, see: &mut impl FnMut(&'f Form)) {
        see(self);
        self.kids().iter().for_each(|kid| kid.visit(see));
    }

    pub(crate) fn mentions(&self, sort: Sort, name: &str) -> bool {
        let mut found = false;
        self.visit(&mut |form| {
            found |= matches!(&form.what, What::Word(s, text) if *s == sort && text == name)
        });
        found
    }
}

/// A word of the language.
pub(crate) fn word(text: &str) -> Form {
    Form::named(Sort::Word, text)
}

pub(crate) fn number(n: i64) -> Form {
    Form::named(Sort::Number, n.to_string())
}

pub(crate) fn local(name: &str) -> Form {
    Form::named(Sort::Local, name)
}

/// A text in quotes. The language has no way to write a quote in one.
pub(crate) fn text(text: &str) -> Form {
    Form::new(What::Text(text.replace('"', "'")))
}

/// `(head kids…)`.
pub(crate) fn list(head: &str, kids: impl IntoIterator<Item = Form>) -> Form {
    Form::new(What::List(std::iter::once(word(head)).chain(kids).collect()))
}

/// A word alone, or the head of a list if there are arguments.
pub(crate) fn call(head: &str, arguments: Vec<Form>) -> Form {
    if arguments.is_empty() { word(head) } else { list(head, arguments) }
}

/// `(check condition)`.
pub(crate) fn check(condition: Form) -> Form {
    list("check", [condition])
}

/// The code fails.
pub(crate) fn fail() -> Form {
    check(word("false"))
}

pub(crate) fn not(condition: Form) -> Form {
    if condition.is_form("not") { condition.kids()[1].clone() } else { list("not", [condition]) }
}

/// All of them hold.
pub(crate) fn all(mut conditions: Vec<Form>) -> Form {
    conditions.retain(|condition| !condition.is_word("true"));
    joined("and", "true", "false", conditions)
}

/// One of them holds.
pub(crate) fn one(mut conditions: Vec<Form>) -> Form {
    conditions.retain(|condition| !condition.is_word("false"));
    joined("or", "false", "true", conditions)
}

fn joined(head: &str, nothing: &str, certain: &str, conditions: Vec<Form>) -> Form {
    if conditions.iter().any(|condition| condition.is_word(certain)) {
        return word(certain);
    }
    let mut flat = Vec::with_capacity(conditions.len());
    for condition in conditions {
        match condition.what {
            What::List(kids) if kids.first().is_some_and(|first| first.is_word(head)) => {
                flat.extend(kids.into_iter().skip(1));
            }
            what => flat.push(Form { what, call: condition.call }),
        }
    }
    match flat.len() {
        0 => word(nothing),
        1 => flat.remove(0),
        _ => list(head, flat),
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.what {
            What::Word(_, text) => f.write_str(text),
            What::Text(text) => write!(f, "\"{text}\""),
            What::List(kids) => {
                f.write_str("(")?;
                for (at, kid) in kids.iter().enumerate() {
                    if at > 0 {
                        f.write_str(" ")?;
                    }
                    write!(f, "{kid}")?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_joined_flat() {
        let (a, b, c) = (|| word("a"), || word("b"), || word("c"));
        assert_eq!(all(vec![a(), all(vec![b(), c()])]).to_string(), "(and a b c)");
        assert_eq!(all(vec![word("true"), a()]).to_string(), "a");
        assert_eq!(all(vec![a(), word("false")]).to_string(), "false");
        assert_eq!(all(vec![]).to_string(), "true");
        assert_eq!(one(vec![a(), all(vec![b(), c()])]).to_string(), "(or a (and b c))");
        assert_eq!(one(vec![word("false")]).to_string(), "false");
        assert_eq!(not(not(a())).to_string(), "a");
    }
}
