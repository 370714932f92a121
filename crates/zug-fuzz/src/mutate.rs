//! Changes of a text that respect its parentheses.
//!
//! A fuzzer that only knows bytes mostly makes texts that do not even balance. This one copies, moves, drops
//! and replaces whole lists and words, so that half of what it makes reaches the compiler.

use std::ops::Range;
use std::sync::OnceLock;
use zug_game::Rng;

/// Another text made from this one, at most `max` bytes long.
pub fn mutate(text: &[u8], seed: u64, max: usize) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut text = text.to_vec();
    for _ in 0..1 + rng.below(4) {
        let next = change(&text, &mut rng);
        if next.len() <= max {
            text = next;
        }
    }
    text
}

fn change(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let items = items(text);
    let Some(one) = pick(&items, rng) else { return word(rng).to_vec() };
    let other = pick(&items, rng).unwrap_or_else(|| one.clone());
    match rng.below(12) {
        0 => splice(text, one, b""),
        1 => splice(text, one.end..one.end, &[b" ", &text[one]].concat()),
        2..4 => splice(text, one, &text[other]),
        4 => splice(text, one.start..one.start, &[&text[other], b" "].concat()),
        5 => splice(text, one.clone(), &[b"(", &text[one], b")"].concat()),
        6 => splice(text, one.clone(), &[b"(", word(rng), b" ", &text[one], b")"].concat()),
        7 => splice(text, one, number(rng).as_bytes()),
        8 => splice(text, one.start..one.start, &[word(rng), b" "].concat()),
        _ => {
            // Words change places with words: the shape stays, and more of the result has a meaning.
            let atoms: Vec<Range<usize>> =
                items.into_iter().filter(|r| !matches!(text[r.start], b'(')).collect();
            let Some(one) = pick(&atoms, rng) else { return text.to_vec() };
            let other = pick(&atoms, rng).filter(|_| rng.below(2) == 0);
            splice(text, one, other.map_or(word(rng), |other| &text[other]))
        }
    }
}

fn pick(items: &[Range<usize>], rng: &mut Rng) -> Option<Range<usize>> {
    items.get(rng.below(items.len())).cloned()
}

fn splice(text: &[u8], at: Range<usize>, with: &[u8]) -> Vec<u8> {
    [&text[..at.start], with, &text[at.end..]].concat()
}

/// Where the words, strings and lists of a text stand.
fn items(text: &[u8]) -> Vec<Range<usize>> {
    let mut items = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        at += 1;
        let until = |from: usize, stop: &dyn Fn(u8) -> bool| {
            text[from..].iter().position(|b| stop(*b)).map_or(text.len(), |n| from + n)
        };
        match text[start] {
            b' ' | b'\n' | b'\r' | b'\t' => {}
            b';' => at = until(at, &|b| b == b'\n'),
            b'(' => open.push(start),
            b')' => items.extend(open.pop().map(|from| from..at)),
            b'"' => {
                at = (until(at, &|b| b == b'"') + 1).min(text.len());
                items.push(start..at);
            }
            _ => {
                at = until(at, &|b| b" \n\r\t();\"".contains(&b));
                items.push(start..at);
            }
        }
    }
    items
}

/// A word of the languages.
fn word(rng: &mut Rng) -> &'static [u8] {
    static WORDS: OnceLock<Vec<&[u8]>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let lists = [include_str!("../../../fuzz/zrf.dict"), include_str!("../../../fuzz/zir.dict")];
        let lines = lists.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
        // Quoted words are written `\"…\"` in a dictionary: those stay to the fuzzer itself.
        let quoted = lines.filter_map(|line| line.strip_prefix('"')?.strip_suffix('"'));
        quoted.filter(|word| !word.contains('\\')).map(str::as_bytes).collect()
    });
    words.get(rng.below(words.len())).copied().unwrap_or(b"add")
}

fn number(rng: &mut Rng) -> String {
    const EDGES: [i64; 14] = [
        -1,
        0,
        1,
        2,
        3,
        100,
        255,
        32_767,
        -32_768,
        65_536,
        1_000_000,
        i32::MAX as i64,
        i32::MIN as i64,
        i64::MAX,
    ];
    EDGES[rng.below(EDGES.len())].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_words_strings_and_lists() {
        let text = br#"(a "b c" (d)) ; e (f"#;
        let found: Vec<&str> =
            items(text).into_iter().map(|r| std::str::from_utf8(&text[r]).unwrap()).collect();
        assert_eq!(found, ["a", "\"b c\"", "d", "(d)", r#"(a "b c" (d))"#]);
    }

    #[test]
    fn any_text_can_be_changed() {
        for text in ["", "(", "((((", ")))", "\"", ";", "(a b)"] {
            for seed in 0..200 {
                assert!(mutate(text.as_bytes(), seed, 100).len() <= 100);
            }
        }
    }
}
