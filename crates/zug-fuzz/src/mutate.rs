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
    for _ in 0..1 + rng.below(3) {
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
    if rng.below(2) == 0
        && let Some(next) = snippet(text, &items, rng)
    {
        return next;
    }
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

/// Puts a statement where another statement of its sort stands: mostly the result means something.
fn snippet(text: &[u8], items: &[Range<usize>], rng: &mut Rng) -> Option<Vec<u8>> {
    let sort = &SNIPPETS[rng.below(SNIPPETS.len())];
    let head = |item: &&Range<usize>| {
        let inner = text[(*item).clone()].strip_prefix(b"(").unwrap_or(&text[(*item).clone()]);
        let word = inner.split(|b| b" \n\r\t()\"".contains(b)).next().unwrap_or_default();
        sort.beside.iter().any(|beside| beside.as_bytes() == word)
    };
    let places: Vec<Range<usize>> = items.iter().filter(head).cloned().collect();
    let place = pick(&places, rng)?;
    let new = sort.texts[rng.below(sort.texts.len())].as_bytes();
    Some(match rng.below(4) {
        0 => splice(text, place, new),
        1 => splice(text, place.end..place.end, &[b" ", new].concat()),
        _ => splice(text, place.start..place.start, &[new, b" "].concat()),
    })
}

/// Texts that may stand where lists with one of these heads, or these words, stand.
struct Snippets {
    beside: &'static [&'static str],
    texts: &'static [&'static str],
}

const SNIPPETS: [Snippets; 6] = [
    // Statements of a move rule.
    Snippets {
        beside: &[
            "add",
            "verify",
            "if",
            "while",
            "capture",
            "add-partial",
            "set-flag",
            "cascade",
            "to",
            "create",
        ],
        texts: &[
            "add",
            "add-partial",
            "add-copy",
            "add-copy-partial",
            "capture",
            "(capture n)",
            "cascade",
            "from",
            "to",
            "mark",
            "back",
            "flip",
            "(flip e)",
            "n",
            "e",
            "(create)",
            "(create e)",
            "(change-owner)",
            "(change-owner n)",
            "(verify empty?)",
            "(verify enemy?)",
            "(verify friend?)",
            "(verify not-attacked?)",
            "(verify attacked?)",
            "(verify (attacked? n))",
            "(verify not-defended?)",
            "(if empty? add)",
            "(if enemy? capture else flip)",
            "(while empty? add n)",
            "(while (on-board? n) n flip)",
            "(while not-empty? e cascade)",
            "(set-flag f true)",
            "(set-flag f (+ (flag f) 1))",
            "(if (flag? f) add)",
            "(set-position-flag g true)",
            "(if (position-flag? g n) capture)",
            "(foreach capture)",
            "(foreach (verify enemy?) capture add)",
            "(foreach (verify not-attacked?) mark)",
            "(repeat-turn)",
            "(lift 1)",
            "(tuck)",
            "(tuck n)",
            "(go from)",
            "(go last-to)",
            "(go mark)",
            "(opposite n)",
            "(verify last-to?)",
            "(verify (last-from? n))",
            "(verify (< (pieces) 5))",
            "(verify (= (height) 2))",
            "(verify (> (stock) 1))",
            "(set-attribute up? true)",
            "(verify goal-position?)",
            "(verify adjacent-to-enemy?)",
        ],
    },
    // Statements of a game.
    Snippets {
        beside: &[
            "option",
            "players",
            "turn-order",
            "title",
            "board-setup",
            "win-condition",
            "loss-condition",
        ],
        texts: &[
            "(option \"zrf-advanced\" true)",
            "(option \"zrf-advanced\" simple)",
            "(option \"zrf-advanced\" fork)",
            "(option \"zrf-advanced\" composite)",
            "(option \"zrf-advanced\" attribute)",
            "(option \"zrf-advanced\" mark)",
            "(option \"zrf-advanced\" delayed)",
            "(option \"zrf-advanced\" last)",
            "(option \"zrf-advanced\" shared)",
            "(option \"zrf-advanced\" partial)",
            "(option \"zrf-advanced\" capture)",
            "(option \"zrf-advanced\" foreach)",
            "(option \"board-model\" stack)",
            "(option \"board-model\" heap)",
            "(option \"dialect\" zillions)",
            "(option \"dialect\" z2j)",
            "(option \"pass turn\" true)",
            "(option \"pass turn\" forced)",
            "(option \"pass partial\" true)",
            "(option \"maximal captures\" true)",
            "(option \"maximal captures\" 2)",
            "(option \"landing\" continue)",
            "(option \"discard cascades\" true)",
            "(option \"recycle captures\" true)",
            "(option \"recycle captures\" capturer)",
            "(option \"recycle promotions\" true)",
            "(option \"include off pieces\" true)",
            "(option \"ko\" true)",
            "(option \"ko\" position)",
            "(option \"stalemate draw\" true)",
            "(draw-condition (White Black) stuck)",
            "(draw-condition (White Black) repetition)",
            "(loss-condition (White Black) stalemated)",
            "(win-condition (White Black) (pieces-remaining 1))",
            "(illegal-condition (White Black) stalemated)",
            "(count-condition stuck)",
            "(illegal-condition (White Black) (= (pieces) 3))",
        ],
    },
    // Pieces and their parts.
    Snippets {
        beside: &["moves", "drops", "name", "attribute", "notation", "help"],
        texts: &[
            "(attribute up? true)",
            "(attribute age 3)",
            "(drops (add))",
            "(moves (n add) (e add))",
            "(recycle-as Man)",
        ],
    },
    // What a place of the set-up can be.
    Snippets { beside: &["off"], texts: &["a1", "off 3", "a1 * 3", "b1*2"] },
    // Ops.
    Snippets {
        beside: &["step", "emit", "verify", "capture", "jump_if", "jump_unless", "clear_effects", "cascade"],
        texts: &[
            "(step n)",
            "(step e)",
            "(goto from)",
            "(goto to)",
            "(goto last_to)",
            "(goto mark)",
            "mark",
            "back",
            "mark_push",
            "back_pop",
            "from",
            "to",
            "cascade",
            "(verify empty here)",
            "(verify_not attacked here)",
            "(verify defended here)",
            "(verify enemy (dir n))",
            "(verify friend here)",
            "reject",
            "(emit 0)",
            "(emit 1)",
            "(capture here)",
            "(capture from)",
            "(capture to)",
            "(capture_late here)",
            "(tuck here)",
            "(flip here)",
            "(flip last_to)",
            "clear_effects",
            "clear_movements",
            "(push 1) lift",
            "repeat_turn",
            "(create_same next here)",
            "(create_same mover (dir n))",
            "(change_owner next here)",
            "(change_owner mover last_from)",
            "(verify goal_cell here)",
            "(verify adjacent_to_enemy here)",
            "(verify marked here)",
            "(push_height here) lift",
            "(push_pieces (filter)) lift",
        ],
    },
    // Rules and stages of a compiled game.
    Snippets {
        beside: &[
            "pile",
            "view",
            "lone_capture",
            "recycle",
            "merge",
            "no_moves",
            "last_move",
            "prefer",
            "pass",
        ],
        texts: &[
            "(pile stack)",
            "(pile heap)",
            "(view now)",
            "(attr_view follows)",
            "(flag_scope turn)",
            "(start anyone)",
            "(go_on any)",
            "(last_move cleared)",
            "(recycle owner)",
            "(recycle capturer)",
            "(recycle_promotions yes)",
            "(count_reserve yes)",
            "(lone_capture allowed)",
            "(stop_early yes)",
            "(no_moves loss)",
            "(ko previous)",
            "(ko position)",
            "(prefer captures)",
            "landing",
            "merge",
            "(pass forced)",
            "(pass always)",
        ],
    },
];

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
