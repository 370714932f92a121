//! Reading expectation files. The forms are described in `docs/expectations.md`.

/// An expectation file: positions of one game with what must hold in each.
#[derive(Debug, Default)]
pub struct Expectations {
    pub cases: Vec<Case>,
}

/// One position.
#[derive(Debug, Default)]
pub struct Case {
    pub id: String,
    /// Title of the variant, if not the default.
    pub variant: Option<String>,
    /// Where the expectation comes from; every case must have one.
    pub source: String,
    /// Position text; empty: the start.
    pub position: String,
    /// Moves to play on top of it.
    pub after: Vec<String>,
    /// `(depth, nodes)`.
    pub perft: Vec<(u32, u64)>,
    pub count: Option<usize>,
    /// All legal moves.
    pub moves: Option<Vec<String>>,
    /// Moves that must be among the legal ones.
    pub has: Vec<String>,
    /// Moves that must not be.
    pub lacks: Vec<String>,
    /// A move, and segments of position text that must hold after it.
    pub plays: Vec<(String, Vec<String>)>,
    /// `White`, `White 2` for a win that counts twice, `draw`, or `open` for a game that is not over.
    pub outcome: Option<String>,
    pub line: usize,
}

/// Reads a file of either kind. The error says the line.
pub fn read(text: &str) -> Result<Expectations, String> {
    let mut out = Expectations::default();
    let (mut source, mut variant) = (String::new(), None);
    let mut listing = false;
    for (i, raw) in text.lines().enumerate() {
        let line = raw.split(" #").next().unwrap_or("").trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fail = |what: &str| Err(format!("line {}: {what}: `{line}`", i + 1));
        if listing {
            if line == "end" {
                listing = false;
            } else if let Some(list) = out.cases.last_mut().and_then(|c| c.moves.as_mut()) {
                list.push(line.to_string());
            }
            continue;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "game" => {
                // `name.zrf#Title`, with or without spaces around the mark.
                let full = raw.trim().strip_prefix("game").unwrap_or("").trim();
                let file_and_title = full.split_once(".zrf#").or_else(|| full.split_once(".zug#"));
                variant = file_and_title.map(|(_, title)| title.trim().to_string());
                continue;
            }
            "source" if out.cases.is_empty() || !out.cases[out.cases.len() - 1].is_open() => {
                source = rest.to_string();
                continue;
            }
            "id" => {
                out.cases.push(Case {
                    id: rest.to_string(),
                    source: source.clone(),
                    variant: variant.clone(),
                    line: i + 1,
                    ..Case::default()
                });
                continue;
            }
            _ => {}
        }
        let Some(case) = out.cases.last_mut() else { return fail("expected `id` first") };
        match word {
            "source" => case.source = rest.to_string(),
            "position" => case.position = rest.to_string(),
            "after" => case.after = words(rest),
            "perft" => {
                let mut numbers = rest.split_whitespace().map(|n| n.replace(',', "").parse::<u64>());
                match (numbers.next(), numbers.next(), numbers.next()) {
                    (Some(Ok(depth)), Some(Ok(nodes)), None) => case.perft.push((depth as u32, nodes)),
                    _ => return fail("expected `perft DEPTH NODES`"),
                }
            }
            "count" => match rest.parse() {
                Ok(n) => case.count = Some(n),
                Err(_) => return fail("expected a number"),
            },
            "moves" => {
                case.moves = Some(Vec::new());
                listing = true;
            }
            "has" => case.has.push(rest.to_string()),
            "lacks" => case.lacks.push(rest.to_string()),
            "play" => case.plays.push((rest.to_string(), Vec::new())),
            "holds" | "expect" => match case.plays.last_mut() {
                Some((_, holds)) => holds.extend(rest.split(';').map(|s| s.trim().to_string())),
                None => return fail("`holds` needs a `play` before it"),
            },
            "outcome" => case.outcome = Some(rest.to_string()),
            _ => return fail("unknown word"),
        }
    }
    if listing {
        return Err("a list of moves lacks its `end`".to_string());
    }
    Ok(out)
}

impl Case {
    /// Has it only its name so far?
    fn is_open(&self) -> bool {
        self.perft.is_empty()
            && self.count.is_none()
            && self.moves.is_none()
            && self.plays.is_empty()
            && self.outcome.is_none()
    }
}

/// Moves separated by commas if there are any, else by spaces.
fn words(text: &str) -> Vec<String> {
    let parts: Vec<&str> =
        if text.contains(',') { text.split(',').collect() } else { text.split_whitespace().collect() };
    parts.into_iter().map(|p| p.trim().to_string()).filter(|p| !p.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_both_kinds() {
        let e = read("game x.zrf#Big\nsource here\nid a\nperft 1 7\nperft 2 1,234\nid b\nsource there\nposition W:W1\nafter a1-b2, c3-d4 x e5\nmoves\na1-a2\nend\nplay a1-a2\nholds White Man a2\n")
            .unwrap();
        assert_eq!(e.cases[1].variant.as_deref(), Some("Big"));
        assert_eq!(e.cases[0].perft, [(1, 7), (2, 1234)]);
        assert_eq!((e.cases[0].source.as_str(), e.cases[1].source.as_str()), ("here", "there"));
        assert_eq!(e.cases[1].after, ["a1-b2", "c3-d4 x e5"]);
        assert_eq!(e.cases[1].moves.as_deref(), Some(&["a1-a2".to_string()][..]));
        assert_eq!(e.cases[1].plays[0].1, ["White Man a2"]);
    }

    #[test]
    fn says_which_line_is_wrong() {
        assert!(read("id a\nperft x").unwrap_err().contains("line 2"));
        assert!(read("perft 1 2").unwrap_err().contains("line 1"));
        assert!(read("id a\nmoves\na").unwrap_err().contains("end"));
    }
}
