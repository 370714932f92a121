//! What a game says about itself: properties of SGF and tags of other forms.

/// Properties that other forms have tags for.
const NAMES: [(&str, &str); 9] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PW", "White"),
    ("PB", "Black"),
    ("WR", "WhiteElo"),
    ("BR", "BlackElo"),
    ("AN", "Annotator"),
];

/// Properties of the first node that are made anew, or are no text.
const OWN: [&str; 7] = ["FF", "CA", "AP", "GM", "SZ", "ST", "RE"];

/// Properties of the first node that say something about the game.
const INFO: [&str; 14] = ["KM", "HA", "RU", "TM", "OT", "GN", "GC", "CP", "SO", "US", "ON", "BT", "WT", "RE"];

/// The tag of a property of the first node; none if it is no information about the game.
pub(super) fn tag(name: &str, value: &str) -> Option<(String, String)> {
    if let Some((_, key)) = NAMES.iter().find(|(n, _)| *n == name) {
        let value = if name == "DT" { date(value, '-', '.') } else { value.to_owned() };
        return Some(((*key).to_owned(), value));
    }
    INFO.contains(&name).then(|| (name.to_owned(), value.to_owned()))
}

/// The property of a tag; none if SGF has none for it.
pub(super) fn property(key: &str, value: &str) -> Option<(String, String)> {
    if let Some((name, _)) = NAMES.iter().find(|(_, k)| *k == key) {
        let value = if *name == "DT" { date(value, '.', '-') } else { value.to_owned() };
        return Some(((*name).to_owned(), value));
    }
    let info = INFO.contains(&key) && !OWN.contains(&key);
    info.then(|| (key.to_owned(), value.to_owned()))
}

/// A whole date with other marks between its numbers.
fn date(value: &str, from: char, to: char) -> String {
    let whole = value.len() == 10 && value.chars().all(|c| c.is_ascii_digit() || c == from);
    if whole { value.replace(from, &to.to_string()) } else { value.to_owned() }
}

/// `B+3.5` as other forms say it.
pub(super) fn result(value: &str) -> &'static str {
    match value.trim() {
        v if v.starts_with("W+") => "1-0",
        v if v.starts_with("B+") => "0-1",
        "0" | "Draw" | "Jigo" => "1/2-1/2",
        _ => "*",
    }
}

/// The other way round; how much by is not known.
pub(super) fn from_result(value: &str) -> Option<&'static str> {
    match value {
        "1-0" | "2-0" => Some("W+"),
        "0-1" | "0-2" => Some("B+"),
        "1/2-1/2" | "1-1" => Some("0"),
        _ => None,
    }
}
