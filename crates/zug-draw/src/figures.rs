//! The drawings of pieces, and which kind gets which: two files of data, read once.

use std::sync::OnceLock;

/// How a part of a drawing is painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// In the colour of the owner, with his outline.
    Body,
    /// Lines in his detail colour.
    Line,
    /// Broad strokes in his detail colour: characters.
    Brush,
    /// The same in the colour of promotion.
    Red,
    /// Filled with his detail colour.
    Spot,
}

const PARTS: &[(&str, Part)] = &[
    ("body", Part::Body),
    ("line", Part::Line),
    ("brush", Part::Brush),
    ("red", Part::Red),
    ("spot", Part::Spot),
];

/// A drawing in a square of 100 by 100: SVG path data, in the order of painting.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    pub name: &'static str,
    pub parts: Vec<(Part, &'static str)>,
    /// The height of the middle of letters on it, and how large they are compared with the usual size.
    pub label: (f64, f64),
}

struct Set {
    name: &'static str,
    rows: Vec<Row>,
}

struct Row {
    notation: &'static str,
    kind: &'static str,
    first: &'static str,
    others: &'static str,
}

fn drawings() -> &'static [Drawing] {
    static DRAWINGS: OnceLock<Vec<Drawing>> = OnceLock::new();
    DRAWINGS.get_or_init(|| {
        let mut drawings: Vec<Drawing> = Vec::new();
        for line in lines(include_str!("../data/figures.txt")) {
            match (line.split_once(' '), drawings.last_mut()) {
                (None, _) => drawings.push(Drawing { name: line, parts: Vec::new(), label: (50.0, 1.0) }),
                (Some(("label", numbers)), Some(drawing)) => {
                    let mut numbers = numbers.split(' ').filter_map(|n| n.parse().ok());
                    drawing.label = numbers.next().zip(numbers.next()).unwrap_or(drawing.label);
                }
                (Some((part, path)), Some(drawing)) => {
                    let known = PARTS.iter().find(|(word, _)| *word == part);
                    drawing.parts.extend(known.map(|(_, part)| (*part, path)));
                }
                (Some(_), None) => {}
            }
        }
        drawings
    })
}

fn all_sets() -> &'static [Set] {
    static SETS: OnceLock<Vec<Set>> = OnceLock::new();
    SETS.get_or_init(|| {
        let mut sets: Vec<Set> = Vec::new();
        for line in lines(include_str!("../data/sets.txt")) {
            let words: Vec<&'static str> = line.split_whitespace().collect();
            match (words.as_slice(), sets.last_mut()) {
                (["set", name], _) => sets.push(Set { name, rows: Vec::new() }),
                (&[notation, kind, first, ref others @ ..], Some(set)) => {
                    set.rows.push(Row { notation, kind, first, others: others.first().unwrap_or(&first) });
                }
                _ => {}
            }
        }
        sets
    })
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Names of all drawings.
pub fn names() -> impl Iterator<Item = &'static str> {
    drawings().iter().map(|d| d.name)
}

/// Names of all sets.
pub fn sets() -> impl Iterator<Item = &'static str> {
    all_sets().iter().map(|s| s.name)
}

/// The drawing of that name.
pub fn find(name: &str) -> Option<&'static Drawing> {
    drawings().iter().find(|d| d.name == name)
}

/// The drawing for a kind in a set.
pub(crate) fn in_set(set: &str, notation: &str, kind: &str, first: bool) -> Option<&'static str> {
    let rows = &all_sets().iter().find(|s| s.name == set)?.rows;
    let is = |known: &str, word: &str| known != "-" && known.eq_ignore_ascii_case(word);
    let by_notation = rows.iter().find(|row| is(row.notation, notation));
    let row = by_notation.or_else(|| rows.iter().find(|row| is(row.kind, kind)))?;
    Some(if first { row.first } else { row.others })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_data_is_understood() {
        let text = lines(include_str!("../data/figures.txt"));
        let wanted = text.filter(|line| line.contains(' ') && !line.starts_with("label ")).count();
        assert_eq!(drawings().iter().map(|d| d.parts.len()).sum::<usize>(), wanted);
        for drawing in drawings() {
            assert!(!drawing.parts.is_empty(), "{} has no parts", drawing.name);
            assert_eq!(names().filter(|n| *n == drawing.name).count(), 1, "{} is there twice", drawing.name);
            for (_, path) in &drawing.parts {
                let fine = path.starts_with('M')
                    && path.chars().all(|c| {
                        c.is_ascii_digit() || " .,-".contains(c) || "MLHVCSQAZmlhvcsqaz".contains(c)
                    });
                assert!(fine, "{}: {path}", drawing.name);
            }
        }
    }

    #[test]
    fn sets_name_drawings_that_exist() {
        assert!(all_sets().len() >= 3);
        for set in all_sets() {
            assert!(!set.rows.is_empty(), "{}", set.name);
            for row in &set.rows {
                assert!(find(row.first).is_some(), "{} has no {}", set.name, row.first);
                assert!(find(row.others).is_some(), "{} has no {}", set.name, row.others);
            }
        }
        assert_eq!(in_set("chess", "n", "Horse", true), Some("chess-knight"));
        assert_eq!(in_set("common", "K", "Keeper", true), None);
    }
}
