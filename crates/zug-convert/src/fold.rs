//! Definitions: what a macro of the text made becomes a call again.
//!
//! The model has no macros, but every statement knows the call it came from. Statements of one call stand together.
//! Calls of one macro whose code differs only in names of things become calls of one definition, with these names as
//! arguments; so do whole rules. Innermost calls first.

use crate::Cx;
use crate::form::{Form, Sort, What, list};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use zug_source::ExpansionId;

/// A definition costs a reader more than it saves below this many words.
const WORTH: usize = 5;

/// The code of one rule or block.
pub(crate) struct Code {
    pub(crate) forms: Vec<Form>,
    /// The macro call that all of it is.
    pub(crate) base: ExpansionId,
    /// What to call a definition of the whole, if no macro says so; none: it is not defined as a whole.
    pub(crate) title: Option<String>,
}

/// A definition: its name, its parameters, and code with places for them.
struct Define {
    name: String,
    body: Vec<Form>,
    /// The places that differ, as numbers of words in reading order, and what stands there.
    columns: Vec<(Vec<usize>, Parameter)>,
}

#[derive(Clone)]
enum Parameter {
    Named(String),
    /// The direction that leads back along the one in that column.
    Opposite(usize),
}

/// Replaces what is repeated by calls; the definitions, in an order in which each stands before its use.
pub(crate) fn fold(cx: &mut Cx<'_>, codes: &mut [Code]) -> Vec<Form> {
    let mut defines = Vec::new();
    loop {
        let mut found: FxHashMap<ExpansionId, Run> = FxHashMap::default();
        for (at, code) in codes.iter().enumerate() {
            find(cx, &code.forms, &mut vec![at], &mut found, code.base);
        }
        // Only calls that hold no other call.
        let mut runs: Vec<(ExpansionId, Run)> = found.into_iter().filter(|(_, run)| !run.broken).collect();
        runs.sort_by_key(|(id, _)| *id);
        let mut outer: FxHashSet<ExpansionId> = FxHashSet::default();
        for (id, _) in &runs {
            outer.extend(cx.chain(*id).into_iter().filter(|other| other != id));
        }
        let inner: Vec<(ExpansionId, Run)> = runs.into_iter().filter(|(id, _)| !outer.contains(id)).collect();
        if inner.is_empty() {
            break;
        }
        round(cx, codes, inner, &mut defines);
    }
    whole_rules(cx, codes, &mut defines);
    defines.iter().map(define_form).collect()
}

/// Pieces of code that are alike, by name; numbers of the pieces.
#[derive(Default)]
struct Clusters {
    list: Vec<(String, Vec<usize>)>,
    /// Which of them have a shape.
    shapes: FxHashMap<u64, Vec<usize>>,
}

impl Clusters {
    /// Adds code to the first cluster it is like, of that name if the name matters.
    fn add<'f>(
        &mut self,
        name: String,
        by_name: bool,
        body: &[Form],
        at: usize,
        code: impl Fn(usize) -> &'f [Form],
    ) {
        let mut hasher = FxHasher::default();
        body.iter().for_each(|form| shape(form, &mut hasher));
        let alike = self.shapes.entry(hasher.finish()).or_default();
        let fits = |&cluster: &usize| {
            let (other, members) = &self.list[cluster];
            (!by_name || *other == name) && is_alike(code(members[0]), body)
        };
        match alike.iter().copied().find(fits) {
            Some(cluster) => self.list[cluster].1.push(at),
            None => {
                alike.push(self.list.len());
                self.list.push((name, vec![at]));
            }
        }
    }
}

/// What code that is alike has in common.
fn shape(form: &Form, hasher: &mut FxHasher) {
    match &form.what {
        What::Word(sort, _) if is_name(*sort) => sort.hash(hasher),
        What::Word(sort, text) => (sort, text).hash(hasher),
        What::Text(text) => text.hash(hasher),
        What::List(kids) => {
            kids.len().hash(hasher);
            kids.iter().for_each(|kid| shape(kid, hasher));
        }
    }
}

/// May names of this sort differ?
fn is_name(sort: Sort) -> bool {
    matches!(
        sort,
        Sort::Dir | Sort::Cell | Sort::Kind | Sort::Player | Sort::Zone | Sort::Mode | Sort::Number
    )
}

/// A run of statements: the path to the list they stand in, and from where to where.
#[derive(Clone, Debug)]
struct Run {
    path: Vec<usize>,
    first: usize,
    last: usize,
    /// It is not one run.
    broken: bool,
}

/// Finds the run of every call below a list.
fn find(
    cx: &Cx<'_>,
    forms: &[Form],
    path: &mut Vec<usize>,
    found: &mut FxHashMap<ExpansionId, Run>,
    outer: ExpansionId,
) {
    let outside = cx.chain(outer);
    for (at, form) in forms.iter().enumerate() {
        let chain = cx.chain(form.call);
        for id in chain.iter().filter(|id| !outside.contains(id)) {
            let run = Run { path: path.clone(), first: at, last: at, broken: false };
            let known = found.entry(*id).or_insert(run);
            if known.path == *path && known.last + 1 >= at {
                known.last = at;
            } else if !path.starts_with(&known.path) || path.len() == known.path.len() {
                known.broken = true;
            }
        }
        path.push(at);
        let inside = if form.call == ExpansionId::NONE { outer } else { form.call };
        find(cx, form.kids(), path, found, inside);
        path.pop();
    }
}

fn list_at<'f>(codes: &'f mut [Code], path: &[usize]) -> &'f mut Vec<Form> {
    let mut forms = &mut codes[path[0]].forms;
    for &at in &path[1..] {
        forms = match &mut forms[at].what {
            What::List(kids) => kids,
            _ => unreachable!("a path leads through lists"),
        };
    }
    forms
}

/// Makes calls of the innermost runs, or leaves their code where it is.
fn round(cx: &mut Cx<'_>, codes: &mut [Code], mut runs: Vec<(ExpansionId, Run)>, defines: &mut Vec<Define>) {
    // From the back, so that places in front stay what they are.
    runs.sort_by(|a, b| (&b.1.path, b.1.first).cmp(&(&a.1.path, a.1.first)));
    let mut clusters = Clusters::default();
    let bodies: Vec<Vec<Form>> =
        runs.iter().map(|(_, run)| list_at(codes, &run.path)[run.first..=run.last].to_vec()).collect();
    for (at, (id, run)) in runs.iter().enumerate() {
        if !is_closed(codes, run, &bodies[at]) {
            continue;
        }
        let name = cx.macro_name(*id);
        clusters.add(name, true, &bodies[at], at, |other| &bodies[other]);
    }
    let mut clusters = clusters.list;
    let mut calls: FxHashMap<usize, Form> = FxHashMap::default();
    // In the order of the text again.
    clusters.reverse();
    for (name, members) in clusters {
        let instances: Vec<&[Form]> = members.iter().map(|&at| &bodies[at][..]).collect();
        if instances.len() < 2 || words(instances[0]) < WORTH {
            continue;
        }
        let made = make(cx, &name, &instances, defines);
        for (&at, call) in members.iter().zip(made) {
            calls.insert(at, call);
        }
    }
    for (at, (id, run)) in runs.iter().enumerate() {
        let parent = cx.sources.expansion(*id).map_or(ExpansionId::NONE, |call| call.call.expansion);
        let forms = list_at(codes, &run.path);
        match calls.remove(&at) {
            Some(mut call) => {
                call.call = parent;
                forms.splice(run.first..=run.last, [call]);
            }
            None => forms[run.first..=run.last].iter_mut().for_each(|form| {
                reparent(form, *id, parent);
            }),
        }
    }
}

fn reparent(form: &mut Form, from: ExpansionId, to: ExpansionId) {
    if form.call == from {
        form.call = to;
    }
    if let What::List(kids) = &mut form.what {
        kids.iter_mut().for_each(|kid| reparent(kid, from, to));
    }
}

/// Rules that are one piece of code with other names are calls of one definition.
fn whole_rules(cx: &mut Cx<'_>, codes: &mut [Code], defines: &mut Vec<Define>) {
    let mut clusters = Clusters::default();
    for at in 0..codes.len() {
        let Some(title) = codes[at].title.clone() else { continue };
        let name = match codes[at].base {
            ExpansionId::NONE => title,
            base => cx.macro_name(base),
        };
        let body = &codes[at].forms;
        let called = codes[at].base != ExpansionId::NONE;
        clusters.add(name, called, body, at, |other| &codes[other].forms);
    }
    for (name, members) in clusters.list {
        let bodies: Vec<Vec<Form>> = members.iter().map(|&at| codes[at].forms.clone()).collect();
        let instances: Vec<&[Form]> = bodies.iter().map(|body| &body[..]).collect();
        // Rules that are asked whether they have a move are used twice.
        if instances.len() < 2 && !cx.asks_stuck || words(instances[0]) < WORTH {
            continue;
        }
        let calls = make(cx, &name, &instances, defines);
        for (&at, call) in members.iter().zip(calls) {
            codes[at].forms = vec![call];
        }
    }
}

/// Makes a definition of code that is alike, and a call for each instance.
fn make(cx: &mut Cx<'_>, name: &str, instances: &[&[Form]], defines: &mut Vec<Define>) -> Vec<Form> {
    let flat: Vec<Vec<(Sort, String)>> = instances.iter().map(|body| flatten(body)).collect();
    let n = flat[0].len();
    let mut columns: Vec<(Vec<&String>, Vec<usize>, Sort)> = Vec::new();
    let mut by_values: FxHashMap<Vec<&String>, usize> = FxHashMap::default();
    for at in 0..n {
        let values: Vec<&String> = flat.iter().map(|words| &words[at].1).collect();
        if values.iter().all(|value| *value == values[0]) {
            continue;
        }
        match by_values.get(&values) {
            Some(&column) => columns[column].1.push(at),
            None => {
                by_values.insert(values.clone(), columns.len());
                columns.push((values, vec![at], flat[0][at].0));
            }
        }
    }
    // A direction that always leads back along another one needs no parameter of its own.
    let mut back: Vec<(usize, usize)> = Vec::new();
    for at in 0..columns.len() {
        let leads_back = |&other: &usize| {
            columns[at].2 == Sort::Dir
                && columns[other].2 == Sort::Dir
                && columns[at].0.iter().zip(&columns[other].0).all(|(dir, other)| cx.leads_back(other, dir))
        };
        let first = (0..columns.len()).filter(|&other| other != at && !back.iter().any(|(b, _)| *b == other));
        if let Some(other) =
            first.into_iter().find(leads_back).filter(|_| !back.iter().any(|(_, of)| *of == at))
        {
            back.push((at, other));
        }
    }
    let mut used: Vec<(Sort, usize)> = Vec::new();
    let mut named: Vec<(Vec<usize>, Parameter)> = Vec::new();
    let mut order: Vec<usize> = (0..columns.len()).filter(|at| !back.iter().any(|(b, _)| b == at)).collect();
    order.extend(back.iter().map(|(at, _)| *at));
    for &at in &order {
        let (_, places, sort) = &columns[at];
        if let Some((_, of)) = back.iter().find(|(b, _)| *b == at) {
            let of = order.iter().position(|at| at == of).unwrap_or_default();
            named.push((places.clone(), Parameter::Opposite(of)));
            continue;
        }
        let n = match used.iter_mut().find(|(known, _)| known == sort) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                used.push((*sort, 1));
                1
            }
        };
        named.push((places.clone(), Parameter::Named(cx.parameter(*sort, n))));
    }
    let arguments: Vec<usize> = order.into_iter().filter(|at| !back.iter().any(|(b, _)| b == at)).collect();
    let name = cx.define_name(name);
    let calls = (0..instances.len()).map(|at| {
        let head = Form::named(Sort::Define, &*name);
        if columns.is_empty() {
            return head;
        }
        let arguments = arguments.iter().map(|&column| {
            let (values, _, sort) = &columns[column];
            Form::named(*sort, values[at].as_str())
        });
        Form::new(What::List(std::iter::once(head).chain(arguments).collect()))
    });
    let calls = calls.collect();
    defines.push(Define { name, body: instances[0].to_vec(), columns: named });
    calls
}

fn define_form(define: &Define) -> Form {
    let mut body = define.body.clone();
    let mut at = 0;
    let columns = define.columns.iter().enumerate();
    let places = columns.flat_map(|(n, (places, _))| places.iter().map(move |place| (*place, n))).collect();
    for form in &mut body {
        substitute(form, &define.columns, &places, &mut at);
    }
    let name = Form::named(Sort::Define, &*define.name);
    let parameters = define.columns.iter().filter_map(|(_, parameter)| match parameter {
        Parameter::Named(name) => Some(Form::named(Sort::Local, &**name)),
        Parameter::Opposite(_) => None,
    });
    let parameters: Vec<Form> = parameters.collect();
    let head = if parameters.is_empty() {
        name
    } else {
        Form::new(What::List(std::iter::once(name).chain(parameters).collect()))
    };
    list("define", std::iter::once(head).chain(body))
}

fn substitute(
    form: &mut Form,
    columns: &[(Vec<usize>, Parameter)],
    places: &FxHashMap<usize, usize>,
    at: &mut usize,
) {
    match &mut form.what {
        What::List(kids) => kids.iter_mut().for_each(|kid| substitute(kid, columns, places, at)),
        What::Word(..) => {
            if let Some(&column) = places.get(at) {
                *form = match &columns[column].1 {
                    Parameter::Named(name) => Form::named(Sort::Local, &**name),
                    Parameter::Opposite(of) => match &columns[*of].1 {
                        Parameter::Named(name) => list("opposite", [Form::named(Sort::Local, &**name)]),
                        Parameter::Opposite(_) => unreachable!("only what has a name leads back"),
                    },
                };
            }
            *at += 1;
        }
        What::Text(_) => *at += 1,
    }
}

/// Words and texts in reading order.
fn flatten(body: &[Form]) -> Vec<(Sort, String)> {
    let mut words = Vec::new();
    for form in body {
        form.visit(&mut |form| match &form.what {
            What::Word(sort, text) => words.push((*sort, text.clone())),
            What::Text(text) => words.push((Sort::Word, format!("\"{text}"))),
            What::List(_) => {}
        });
    }
    words
}

pub(crate) fn words(body: &[Form]) -> usize {
    flatten(body).len()
}

/// The same but for names of things?
fn is_alike(a: &[Form], b: &[Form]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
}

fn alike(a: &Form, b: &Form) -> bool {
    match (&a.what, &b.what) {
        (What::Word(sort, text), What::Word(other, with)) => {
            sort == other && (text == with || is_name(*sort))
        }
        (What::Text(text), What::Text(with)) => text == with,
        (What::List(kids), What::List(others)) => is_alike(kids, others),
        _ => false,
    }
}

/// Does the code leave no variable to what follows? What `let` sets in a definition is its own.
fn is_closed(codes: &mut [Code], run: &Run, body: &[Form]) -> bool {
    let mut own = Vec::new();
    for form in body {
        form.visit(&mut |form| {
            if form.is_form("let")
                && let Some(What::Word(Sort::Local, name)) = form.kids().get(1).map(|kid| &kid.what)
            {
                own.push(name.clone());
            }
        });
    }
    if own.is_empty() {
        return true;
    }
    let count = |forms: &[Form], name: &String| {
        let mut n = 0;
        for form in forms {
            form.visit(&mut |form| {
                n += usize::from(matches!(&form.what, What::Word(Sort::Local, text) if text == name))
            });
        }
        n
    };
    let whole = &codes[run.path[0]].forms;
    own.iter().all(|name| count(body, name) == count(whole, name))
}
