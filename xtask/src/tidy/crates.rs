//! Crates and their edges are those of `docs/ARCHITECTURE.md`, dependencies those of `docs/DEPENDENCIES.md`.

use super::markdown::{table, ticked};
use super::{Found, Project};
use std::collections::{BTreeMap, BTreeSet};

const ARCHITECTURE: &str = "docs/ARCHITECTURE.md";
const DEPENDENCIES: &str = "docs/DEPENDENCIES.md";

/// What tests of every crate may use: the kit, and the games to try things on.
const FOR_TESTS: [&str; 2] = ["zug-testkit", "zug-library"];

type Edges = BTreeMap<String, BTreeSet<String>>;

pub(super) fn check(project: &Project, found: &mut Found) {
    check_edges(project, found);
    check_dependencies(project, found);
    check_lints(project, found);
}

fn check_edges(project: &Project, found: &mut Found) {
    let text = project.text(ARCHITECTURE, found);
    let Some(rows) = table(text, &["crate", "in one sentence", "must not", "uses"]) else {
        return found.add(format!(
            "{ARCHITECTURE}: no table with the header `| crate | in one sentence | must not | uses |`"
        ));
    };
    let mut allowed = Edges::new();
    for row in &rows {
        let name = row.first().and_then(|cell| ticked(cell).first().map(|&name| name.to_owned()));
        let uses = row.last().map(|cell| ticked(cell).into_iter().map(str::to_owned).collect());
        if let (Some(name), Some(uses)) = (name, uses) {
            allowed.insert(name, uses);
        }
    }
    for package in &project.packages {
        let name = &package.name;
        let Some(uses) = allowed.get(name) else {
            found.add(format!("{ARCHITECTURE}: the crate `{name}` is not described in the table of crates"));
            continue;
        };
        let members = || package.dependencies.iter().filter(|dependency| dependency.is_member);
        let real: BTreeSet<String> =
            members().filter(|edge| !edge.is_dev).map(|edge| edge.name.clone()).collect();
        for edge in real.difference(uses) {
            found.add(format!(
                "crate `{name}` uses `{edge}`, which {ARCHITECTURE} does not allow: find another way, or \
                 change the table and say why"
            ));
        }
        for edge in uses.difference(&real) {
            found.add(format!("{ARCHITECTURE}: crate `{name}` is said to use `{edge}` and does not"));
        }
        let below = closure(&allowed, name);
        for edge in members().filter(|edge| edge.is_dev && !FOR_TESTS.contains(&edge.name.as_str())) {
            if !below.contains(&edge.name) {
                found.add(format!("tests of crate `{name}` use `{}`, which is not below it", edge.name));
            }
        }
    }
    for name in allowed.keys() {
        if !project.packages.iter().any(|package| package.name == *name) {
            found.add(format!("{ARCHITECTURE}: there is no crate `{name}`"));
        }
    }
}

/// Everything a crate uses, directly or through others.
fn closure(edges: &Edges, name: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(name) = open.pop() {
        for next in edges.get(&name).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

fn check_dependencies(project: &Project, found: &mut Found) {
    let text = project.text(DEPENDENCIES, found);
    let header = ["dependency", "used by", "what it saves", "what it costs", "if it dies"];
    let Some(rows) = table(text, &header) else {
        return found.add(format!("{DEPENDENCIES}: no table with the header `| {} |`", header.join(" | ")));
    };
    let mut said = Edges::new();
    for row in &rows {
        if let [name, users, ..] = row.as_slice()
            && let Some(&name) = ticked(name).first()
        {
            said.insert(name.to_owned(), ticked(users).into_iter().map(str::to_owned).collect());
        }
    }
    let mut real = Edges::new();
    for package in &project.packages {
        for dependency in package.dependencies.iter().filter(|dependency| !dependency.is_member) {
            real.entry(dependency.name.clone()).or_default().insert(package.name.clone());
        }
    }
    for (name, users) in &real {
        let users: Vec<String> = users.iter().map(|user| format!("`{user}`")).collect();
        let said_users = said.get(name).map(|said| said.iter().map(|user| format!("`{user}`")).collect());
        match said_users {
            None => found.add(format!(
                "{DEPENDENCIES}: `{name}`, used by {}, has no row: say what it saves and what it costs",
                users.join(", ")
            )),
            Some::<Vec<String>>(said) if said != users => {
                found.add(format!(
                    "{DEPENDENCIES}: `{name}` is used by {}, not by {}",
                    users.join(", "),
                    said.join(", ")
                ));
            }
            Some(_) => {}
        }
    }
    for name in said.keys().filter(|name| !real.contains_key(*name)) {
        found.add(format!("{DEPENDENCIES}: nobody depends on `{name}`"));
    }
}

/// Lints (no `unsafe`, no `unwrap`) are set once for the workspace; a crate has to ask for them.
fn check_lints(project: &Project, found: &mut Found) {
    let manifests = project.files.iter().filter(|file| {
        let path = file.path.as_str();
        path == "xtask/Cargo.toml" || path.starts_with("crates/") && path.ends_with("/Cargo.toml")
    });
    for manifest in manifests.filter(|manifest| !manifest.text.contains("[lints]\nworkspace = true")) {
        found.add(format!("{}: add `[lints]` with `workspace = true`", manifest.path));
    }
}

#[cfg(test)]
mod tests {
    use super::super::metadata::{Dependency, Package};
    use super::super::testkit::{findings, project};
    use super::*;

    fn package(name: &str, uses: &[&str], dev: &[&str], others: &[&str]) -> Package {
        let edge =
            |name: &&str, is_member, is_dev| Dependency { name: (*name).to_owned(), is_member, is_dev };
        let mut dependencies: Vec<Dependency> = uses.iter().map(|name| edge(name, true, false)).collect();
        dependencies.extend(dev.iter().map(|name| edge(name, true, true)));
        dependencies.extend(others.iter().map(|name| edge(name, false, false)));
        Package { name: name.to_owned(), dependencies }
    }

    const HEAD: &str = "| crate | in one sentence | must not | uses |\n| --- | --- | --- | --- |\n";

    #[test]
    fn edges_are_compared_both_ways() {
        let page = format!(
            "{HEAD}| `a` | x | y | |\n| `b` | x | y | `a` |\n| `c` | x | y | `b`, `a` |\n| `e` | x | y | |\n"
        );
        let mut project = project(&[(ARCHITECTURE, &page)]);
        project.packages = vec![
            package("a", &[], &[], &[]),
            package("b", &["a"], &["zug-testkit", "c"], &[]),
            package("c", &["b", "d"], &["a"], &[]),
            package("d", &[], &[], &[]),
        ];
        assert_eq!(
            findings(&project, check_edges),
            [
                "tests of crate `b` use `c`, which is not below it",
                "crate `c` uses `d`, which docs/ARCHITECTURE.md does not allow: find another way, or change the \
                 table and say why",
                "docs/ARCHITECTURE.md: crate `c` is said to use `a` and does not",
                "docs/ARCHITECTURE.md: the crate `d` is not described in the table of crates",
                "docs/ARCHITECTURE.md: there is no crate `e`",
            ]
        );
    }

    #[test]
    fn dependencies_have_reasons_and_users() {
        let head = "| dependency | used by | what it saves | what it costs | if it dies |\n|-|-|-|-|-|\n";
        let page = format!("{head}| `x` | `a`, `b` | | | |\n| `y` | `a` | | | |\n| `old` | `a` | | | |\n");
        let mut project = project(&[(DEPENDENCIES, &page)]);
        project.packages =
            vec![package("a", &[], &[], &["x", "y"]), package("b", &[], &[], &["x", "y", "z"])];
        assert_eq!(
            findings(&project, check_dependencies),
            [
                "docs/DEPENDENCIES.md: `y` is used by `a`, `b`, not by `a`",
                "docs/DEPENDENCIES.md: `z`, used by `b`, has no row: say what it saves and what it costs",
                "docs/DEPENDENCIES.md: nobody depends on `old`",
            ]
        );
    }

    #[test]
    fn every_crate_asks_for_the_lints() {
        let project =
            project(&[("crates/a/Cargo.toml", "[lints]\nworkspace = true\n"), ("crates/b/Cargo.toml", "")]);
        assert_eq!(
            findings(&project, check_lints),
            ["crates/b/Cargo.toml: add `[lints]` with `workspace = true`"]
        );
    }
}
