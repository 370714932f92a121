//! Which of several titles a short name means: `9x9` is `Go 9 × 9`, and not `Go 19 × 19`.
//!
//! Upper and lower case, blanks and punctuation do not count. A name is looked for as the whole title, then as what
//! sets the title apart from the others, then, if it is one number, as the side of a square, then as whole words of the
//! title, and at last as letters anywhere in it. The first of these that finds anything decides.

/// What a short name came to.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Meant<'t> {
    One(&'t str),
    /// It does not say which of these.
    Several(Vec<&'t str>),
    None,
}

/// Whether a name fits a title with these words.
type Fits<'a> = &'a dyn Fn(&[String]) -> bool;

/// The title that is meant.
pub(crate) fn meant<'t>(titles: &[&'t str], wanted: &str) -> Meant<'t> {
    let wanted = words(wanted);
    if wanted.is_empty() {
        return Meant::None;
    }
    let titles: Vec<(&str, Vec<String>)> = titles.iter().map(|title| (*title, words(title))).collect();
    let everywhere: Vec<String> = match titles.split_first() {
        Some(((_, first), others)) => first
            .iter()
            .filter(|word| others.iter().all(|(_, words)| words.contains(word)))
            .cloned()
            .collect(),
        None => return Meant::None,
    };
    let own = |words: &[String]| -> Vec<String> {
        words.iter().filter(|word| !everywhere.contains(word)).cloned().collect()
    };
    let own_wanted = own(&wanted);
    let square = match &wanted[..] {
        [side] if is_number(side) => Some(format!("{side}x{side}")),
        _ => None,
    };
    let rules: [Fits<'_>; 5] = [
        &|title| title == wanted,
        &|title| !own_wanted.is_empty() && own(title) == own_wanted,
        &|title| square.is_some() && own(title).iter().eq(&square),
        &|title| title.windows(wanted.len()).any(|run| run == wanted),
        &|title| has_letters(&title.concat(), &wanted.concat()),
    ];
    for fits in rules {
        let mut found: Vec<&str> = titles.iter().filter(|(_, words)| fits(words)).map(|(t, _)| *t).collect();
        match found.len() {
            0 => {}
            1 => return Meant::One(found.remove(0)),
            _ => return Meant::Several(found),
        }
    }
    Meant::None
}

/// Words in lower case; a size such as `9 × 9` is one word.
fn words(text: &str) -> Vec<String> {
    let text: String = text.to_lowercase().replace(['\'', '’'], "");
    let mut words: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '×').filter(|word| !word.is_empty()) {
        let word = sized(word);
        let size_goes_on = match &words[..] {
            [.., number, by] => by == "x" && is_number(number) && is_number(&word),
            _ => false,
        };
        if size_goes_on {
            words.pop();
            let number = words.pop().unwrap_or_default();
            words.push(format!("{number}x{word}"));
        } else {
            words.push(word);
        }
    }
    words
}

/// The signs that stand between the numbers of a size, all written as `x`; the last is a Cyrillic letter.
fn sized(word: &str) -> String {
    let is_size = word.chars().all(|c| c.is_ascii_digit() || matches!(c, 'x' | '×' | 'х'));
    if is_size { word.replace(['×', 'х'], "x") } else { word.replace('×', "") }
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Does it have these letters one after another, without cutting a number in two?
fn has_letters(text: &str, wanted: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(wanted).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + wanted.len()..]);
        let cut_before = digit(before.chars().next_back()) && digit(wanted.chars().next());
        let cut_after = digit(wanted.chars().next_back()) && digit(after.chars().next());
        !cut_before && !cut_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GO: [&str; 4] = ["Go (19×19)", "Go (9 x 9)", "Go (9×9, Japanese)", "Capture Go"];

    #[test]
    fn what_sets_a_title_apart_is_enough() {
        for wanted in ["9x9", "9 X 9", "9×9", "(9x9)", "9х9", "go 9x9", "GO (9 x 9)"] {
            assert_eq!(meant(&GO, wanted), Meant::One("Go (9 x 9)"), "{wanted}");
        }
        assert_eq!(meant(&GO, "19x19"), Meant::One("Go (19×19)"));
        assert_eq!(meant(&GO, "japan"), Meant::One("Go (9×9, Japanese)"));
        assert_eq!(meant(&GO, "9"), Meant::One("Go (9 x 9)"));
        assert_eq!(meant(&GO, "1"), Meant::None);
        assert_eq!(meant(&GO, "chess"), Meant::None);
        assert_eq!(meant(&GO, " ()"), Meant::None);
        assert_eq!(meant(&[], "go"), Meant::None);
    }

    #[test]
    fn a_whole_title_goes_before_a_part_of_another() {
        assert_eq!(meant(&["Race", "Short race"], "race"), Meant::One("Race"));
        assert_eq!(meant(&["Race", "Short race"], "ra"), Meant::Several(vec!["Race", "Short race"]));
        assert_eq!(
            meant(&["Three men's morris", "Nine men's morris"], "nine mens"),
            Meant::One("Nine men's morris")
        );
        assert_eq!(meant(&["Гомоку", "Гомоку: ровно пять"], "ровно пять"), Meant::One("Гомоку: ровно пять"));
    }
}
