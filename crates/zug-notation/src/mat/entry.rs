//! A line taken apart into its two columns.

use super::cube::Cube;

/// What is blank before the first column is less than this, before the second one more.
const INDENT: usize = 10;
/// The same for a line without a number, where the first column is further in.
const FAR: usize = 20;

/// What stands in a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What<'t> {
    /// A throw, and the text of its turn.
    Turn([u8; 2], &'t str),
    Cube(Cube),
    /// The end, with the points that it brings.
    Wins(Option<u32>),
    Words,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry<'t> {
    pub(super) right: bool,
    pub(super) text: &'t str,
    pub(super) what: What<'t>,
}

/// The entries of a line, which are apart by two spaces, by a tab, or by the dice of the next; and the number of the line.
pub(super) fn entries(line: &str) -> (Option<u32>, impl Iterator<Item = Entry<'_>>) {
    let line = line.trim_end();
    let numbered = move_number(line);
    let (number, mut rest) = numbered.map_or((None, line), |(number, rest)| (Some(number), rest));
    let far = if numbered.is_some() { INDENT } else { FAR };
    let mut right = blank(rest) >= far;
    let entries = std::iter::from_fn(move || {
        let text = next_entry(&mut rest)?;
        let entry = Entry { right, text, what: what(text) };
        right = true;
        Some(entry)
    });
    (number, entries)
}

/// The number before `)`, and what follows it.
pub(super) fn move_number(line: &str) -> Option<(u32, &str)> {
    let (number, rest) = line.split_once(')')?;
    Some((number.trim().parse().ok()?, rest))
}

/// How many columns a text is indented.
fn blank(text: &str) -> usize {
    let blanks = text.chars().take_while(|c| c.is_whitespace());
    blanks.map(|c| if c == '\t' { INDENT / 2 } else { 1 }).sum()
}

fn what(text: &str) -> What<'_> {
    if let Some((dice, turn)) = dice(text) {
        return What::Turn(dice, turn);
    }
    if let Some(cube) = Cube::parse(text) {
        return What::Cube(cube);
    }
    match text.get(..3) {
        Some(start) if start.eq_ignore_ascii_case("win") => {
            What::Wins(text.split_whitespace().find_map(|word| word.parse().ok()))
        }
        _ => What::Words,
    }
}

/// `31: 8/5 6/5` taken apart.
fn dice(entry: &str) -> Option<([u8; 2], &str)> {
    let (dice, text) = entry.split_once(':')?;
    let &[a, b] = dice.trim().as_bytes() else { return None };
    (a.is_ascii_digit() && b.is_ascii_digit()).then_some(([a, b], text.trim()))
}

/// The next entry of a line that does not end with blanks.
fn next_entry<'t>(line: &mut &'t str) -> Option<&'t str> {
    let text = line.trim_start();
    if text.is_empty() {
        return None;
    }
    let is_dice = |three: &str| dice(three).is_some();
    let own = if is_dice(text.get(..3).unwrap_or(text)) { 3 } else { 0 };
    let is_next = |i: usize| {
        let rest = &text[i..];
        (rest.starts_with("  ") || rest.starts_with('\t')) && i > own + 1
            || rest.starts_with([' ', '\t']) && rest.get(1..4).is_some_and(is_dice)
    };
    let end = text.char_indices().map(|(i, _)| i).skip(own).find(|i| is_next(*i)).unwrap_or(text.len());
    let (entry, rest) = text.split_at(end);
    *line = rest;
    Some(entry.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(line: &str) -> Vec<(bool, &str)> {
        entries(line).1.map(|entry| (entry.right, entry.text)).collect()
    }

    #[test]
    fn columns_are_told_apart() {
        assert_eq!(columns("  1) 31: 8/5 6/5      52: 24/22"), [(false, "31: 8/5 6/5"), (true, "52: 24/22")]);
        assert_eq!(
            columns(" 13) 66: 20/14 20/14 18/12* 14/8 44:"),
            [(false, "66: 20/14 20/14 18/12* 14/8"), (true, "44:")]
        );
        assert_eq!(columns("  1)                     21: 13/11"), [(true, "21: 13/11")]);
        assert_eq!(columns("  3)  Doubles => 2       Takes  "), [(false, "Doubles => 2"), (true, "Takes")]);
        assert_eq!(columns("16) 64: 20/16*\t\t52:"), [(false, "64: 20/16*"), (true, "52:")]);
        assert_eq!(columns("1)\t\t21: 24/23"), [(true, "21: 24/23")]);
        assert_eq!(columns("      Wins 1 point"), [(false, "Wins 1 point")]);
        assert_eq!(columns("                         Wins 1 point and the match").len(), 1);
        assert!(columns("                         Wins 1 point")[0].0);
    }

    #[test]
    fn a_long_blank_line_takes_no_time() {
        let line = format!("1) x{}y", " ".repeat(2_000_000));
        assert_eq!(columns(&line).len(), 2);
        assert_eq!(columns(&format!("1) x{}", " ".repeat(2_000_000))).len(), 1);
    }
}
