//! The profiles of `Cargo.toml` are those of `docs/PERFORMANCE.md`.
//!
//! What the first command costs to build, and with what figures are measured, is a few lines of settings that are easily
//! changed in passing. Here a change has to be said in two places, the second of which gives the reason.

use super::markdown::{table, ticked};
use super::{Found, Project};

const MANIFEST: &str = "Cargo.toml";
const PAGE: &str = "docs/PERFORMANCE.md";

pub(super) fn check(project: &Project, found: &mut Found) {
    let page = project.text(PAGE, found);
    let header = ["profile", "settings", "why"];
    let Some(rows) = table(page, &header) else {
        return found.add(format!("{PAGE}: no table with the header `| {} |`", header.join(" | ")));
    };
    let real = profiles(project.text(MANIFEST, found));
    let mut said = Vec::new();
    for row in &rows {
        let name = row.first().and_then(|cell| ticked(cell).first().copied());
        let settings = row.get(1).map(|cell| ticked(cell));
        if let (Some(name), Some(settings)) = (name, settings) {
            said.push(name);
            match real.iter().find(|(known, _)| known == name) {
                None => found.add(format!("{PAGE}: {MANIFEST} has no profile `{name}`")),
                Some((_, lines)) if *lines != settings => found.add(format!(
                    "{PAGE}: the profile `{name}` has {} in {MANIFEST}, not {}",
                    listed(lines),
                    listed(&settings)
                )),
                Some(_) => {}
            }
        }
    }
    for (name, _) in real.iter().filter(|(name, _)| !said.contains(&name.as_str())) {
        found.add(format!("{PAGE}: the profile `{name}` has no row: say what it is for"));
    }
}

/// The profiles of a manifest: what follows `profile.`, and the lines of its table.
fn profiles(manifest: &str) -> Vec<(String, Vec<&str>)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(|line| line.split('#').next().unwrap_or("").trim()) {
        if let Some(header) = line.strip_prefix('[') {
            let name = header.strip_prefix("profile.").and_then(|name| name.strip_suffix(']'));
            inside = name.is_some();
            found.extend(name.map(|name| (name.to_owned(), Vec::new())));
        } else if let (true, false, Some((_, lines))) = (inside, line.is_empty(), found.last_mut()) {
            lines.push(line);
        }
    }
    found
}

fn listed(settings: &[&str]) -> String {
    let all: Vec<String> = settings.iter().map(|line| format!("`{line}`")).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::super::testkit::{findings, project};
    use super::*;

    const PROFILES: &str = "[package]\nname = \"x\"\n[profile.release]\n# Soon.\nlto = \"off\"\n\n\
                            [profile.dist]\ninherits = \"release\" # All else.\nlto = \"fat\"\n[lints]\na = 1\n";

    fn against(rows: &str) -> Vec<String> {
        let page = format!("| profile | settings | why |\n| --- | --- | --- |\n{rows}");
        findings(&project(&[(MANIFEST, PROFILES), (PAGE, &page)]), check)
    }

    #[test]
    fn profiles_are_as_documented() {
        let both = "| `release` | `lto = \"off\"` | soon |\n| `dist` | `inherits = \"release\"`, `lto = \"fat\"` | fast |\n";
        assert_eq!(against(both), [""; 0]);
    }

    #[test]
    fn what_differs_is_said() {
        assert_eq!(
            against("| `release` | `lto = \"fat\"` | |\n| `fast` | | |\n"),
            [
                "docs/PERFORMANCE.md: the profile `release` has `lto = \"off\"` in Cargo.toml, not `lto = \"fat\"`",
                "docs/PERFORMANCE.md: Cargo.toml has no profile `fast`",
                "docs/PERFORMANCE.md: the profile `dist` has no row: say what it is for",
            ]
        );
        assert_eq!(findings(&project(&[(MANIFEST, PROFILES), (PAGE, "")]), check).len(), 1);
    }
}
