//! "Did you mean": the known word nearest to an unknown one.

/// Longest word compared letter by letter; nobody mistypes longer ones, and the cost is quadratic.
const MAX_LENGTH: usize = 100;

/// The candidate nearest to `word` by edit distance, if it is within a third of the word's length.
///
/// Swapped neighbours count as one edit. A candidate that differs in upper and lower case only is
/// the nearest. Of equally near ones the first wins.
pub fn suggest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let lower = word.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(distance) = distance(word, &lower, length, candidate) else { continue };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// `None` if it is too far to be meant.
fn distance(word: &str, lower: &str, length: usize, candidate: &str) -> Option<usize> {
    let other = candidate.chars().count();
    let limit = length / 3;
    if other.abs_diff(length) > limit {
        return None;
    }
    if candidate.to_lowercase() == lower {
        return Some(0);
    }
    if length > MAX_LENGTH {
        return None;
    }
    Some(strsim::osa_distance(word, candidate)).filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_suggested() {
        let words = ["north", "south", "northeast", "e"];
        assert_eq!(suggest("norht", words), Some("north"));
        assert_eq!(suggest("nort", words), Some("north"));
        assert_eq!(suggest("noertheast", words), Some("northeast"));
        assert_eq!(suggest("west", words), None);
    }

    #[test]
    fn short_words_are_not_guessed() {
        assert_eq!(suggest("n", ["e", "s"]), None);
        assert_eq!(suggest("nw", ["ne", "n"]), None);
    }

    #[test]
    fn a_word_in_other_case_is_the_nearest() {
        assert_eq!(suggest("KING", ["KIN", "king"]), Some("king"));
        assert_eq!(suggest("b", ["a", "B"]), Some("B"));
        assert_eq!(suggest("волк", ["Волк"]), Some("Волк"));
    }

    #[test]
    fn monsters_cost_nothing() {
        let monster = "x".repeat(1 << 20);
        assert_eq!(suggest(&monster, [monster.as_str()]), Some(monster.as_str()));
        assert_eq!(suggest(&monster, [monster[1..].to_owned().as_str(), "y"]), None);
        assert_eq!(suggest("", [""]), Some(""));
    }
}
