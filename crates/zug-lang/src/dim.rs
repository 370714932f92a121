//! The labels of a dimension, as a text says them: `"a-h"`, `"8-1"`, `"a-ik-o"`, `"IV/III/II/I"`.
//!
//! An item is a range of single letters or of numbers, upwards or downwards, or a word, or a number. Items may
//! touch each other where that cannot be misread, or be separated by `/`, `,` or blanks.

/// Longest dimension. Boards are limited by their cells; this keeps a range from being longer than that.
const MAX_LABELS: usize = 10_000;

/// The labels in order, or what is wrong.
pub(crate) fn labels(text: &str) -> Result<Vec<String>, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut labels: Vec<String> = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if is_separator(chars[at]) {
            at += 1;
            continue;
        }
        at = item(&chars, at, &mut labels)?;
        if labels.len() > MAX_LABELS {
            return Err(format!("more than {MAX_LABELS} labels"));
        }
    }
    if labels.is_empty() {
        return Err("there are no labels".to_owned());
    }
    let mut sorted: Vec<&String> = labels.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("`{}` occurs twice", pair[0])),
        None => Ok(labels),
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '/' | ',') || c.is_whitespace()
}

/// Reads the item that starts at `at` and says where it ends.
fn item(chars: &[char], at: usize, labels: &mut Vec<String>) -> Result<usize, String> {
    let c = chars[at];
    if c.is_alphabetic() {
        if let (Some('-'), Some(&last)) = (chars.get(at + 1), chars.get(at + 2))
            && last.is_alphabetic()
        {
            let range = between(u32::from(c), u32::from(last))?;
            labels.extend(range.into_iter().filter_map(char::from_u32).map(String::from));
            return Ok(at + 3);
        }
        let mut end = at;
        while chars.get(end).is_some_and(|c| c.is_alphabetic()) {
            end += 1;
        }
        end = digits(chars, end);
        labels.push(chars[at..end].iter().collect());
        return Ok(end);
    }
    let end = digits(chars, at);
    if end == at {
        return Err(format!("`{c}` does not begin a label"));
    }
    if chars.get(end) == Some(&'-') {
        let last = digits(chars, end + 1);
        if last > end + 1 {
            let range = between(number(&chars[at..end])?, number(&chars[end + 1..last])?)?;
            labels.extend(range.iter().map(u32::to_string));
            return Ok(last);
        }
    }
    labels.push(chars[at..end].iter().collect());
    Ok(end)
}

fn digits(chars: &[char], at: usize) -> usize {
    at + chars[at.min(chars.len())..].iter().take_while(|c| c.is_ascii_digit()).count()
}

fn number(digits: &[char]) -> Result<u32, String> {
    let text: String = digits.iter().collect();
    text.parse().map_err(|_| format!("the number `{text}` is too large"))
}

/// Both ends belong to it, and it may run downwards.
fn between(first: u32, last: u32) -> Result<Vec<u32>, String> {
    if first.abs_diff(last) as usize >= MAX_LABELS {
        return Err(format!("more than {MAX_LABELS} labels"));
    }
    Ok(if first <= last { (first..=last).collect() } else { (last..=first).rev().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        labels(text).map_or_else(|problem| format!("! {problem}"), |labels| labels.join(" "))
    }

    #[test]
    fn dimensions_of_the_seeds_and_of_their_time() {
        assert_eq!(joined("a-ik-o"), "a b c d e f g h i k l m n o");
        assert_eq!(joined("A-HJ-T"), "A B C D E F G H J K L M N O P Q R S T");
        assert_eq!(joined("A-H/J-T"), joined("A-HJ-T"));
        assert_eq!(joined("19-1").split(' ').count(), 19);
        assert_eq!(joined("4-0"), "4 3 2 1 0");
        assert_eq!(joined("a-d"), "a b c d");
        assert_eq!(joined("a/b/c"), "a b c");
        assert_eq!(joined("3/2/1"), "3 2 1");
        assert_eq!(joined("IV/III/II/I"), "IV III II I");
        assert_eq!(joined("x, y z"), "x y z");
        assert_eq!(joined("d-a"), "d c b a");
        assert_eq!(joined("p1/p2"), "p1 p2");
        assert_eq!(joined("а-г"), "а б в г");
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        assert_eq!(joined(""), "! there are no labels");
        assert_eq!(joined("a-cb"), "! `b` occurs twice");
        assert_eq!(joined("a-c-e"), "! `-` does not begin a label");
        assert_eq!(joined("1-"), "! `-` does not begin a label");
        assert_eq!(joined("0-999999999"), "! more than 10000 labels");
        assert_eq!(joined("1-99999999999"), "! the number `99999999999` is too large");
    }
}
