//! From SAN, and what people write for it, to the move.

use super::choice::{Choice, MoveError, find_name};
use super::san::{Movement, PASS, San, Word, file_and_rank};
use zug_game::Game;

impl San {
    /// The move that a text means. Beside SAN itself: long forms (`e2e4`, `Ng1-f3`), `0-0`, `e8Q`, `e8(Q)`, pieces as
    /// pictures, missing or superfluous marks and letters, as long as one move is left; and names of moves.
    pub(super) fn find(&self, choice: &Choice<'_>, text: &str) -> Result<usize, MoveError> {
        let bare = bare(text);
        let texts = self.texts(choice);
        if let Some(exact) = texts.iter().position(|t| *t == bare) {
            return Ok(exact);
        }
        let words = self.words(choice);
        let game = choice.state.game();
        let matching = |wanted: &str, fold: bool| -> Vec<usize> {
            let means =
                |word: &Option<Word>| word.as_ref().is_some_and(|word| means(game, word, wanted, fold));
            (0..words.len()).filter(|i| means(&words[*i])).collect()
        };
        let squeezed = squeezed_text(&bare);
        let mut found = matching(&squeezed, false);
        if found.is_empty() {
            // The capital letter of a piece never means the file of a pawn: `Bc3` is no `bxc3`.
            let piece = bare.chars().next().is_some_and(|c| c.is_ascii_uppercase() && self.is_piece(c));
            let pawn = |i: &usize| matches!(&words[*i], Some(Word::Movement(movement)) if movement.letter.is_empty());
            found = matching(&squeezed.to_lowercase(), true);
            found.retain(|i| !(piece && pawn(i)));
        }
        if found.is_empty()
            && let Some((before, _)) = bare.split_once('=')
        {
            // What a piece becomes that is gone the next moment, some write and some do not.
            found = matching(&squeezed_text(before), false);
        }
        match found[..] {
            [only] => return Ok(only),
            [] => {}
            _ => return Err(MoveError::ambiguous(&texts, &found)),
        }
        if let Ok(named) = find_name(choice, text) {
            return Ok(named);
        }
        // Those that go there, else those of the same piece.
        let target = squeezed.to_lowercase();
        let goes_there = |text: &str| {
            let (_, to) = split_target(text);
            !to.is_empty() && target.ends_with(&to.to_lowercase())
        };
        let letter = bare.chars().next().filter(char::is_ascii_uppercase);
        let any = texts.iter().any(|text| goes_there(text));
        Err(MoveError::unknown(&texts, |text| {
            if any { goes_there(text) } else { text.starts_with(letter.unwrap_or(' ')) }
        }))
    }
}

/// The last cell that a text of ours names, with what stands before it.
fn split_target(text: &str) -> (&str, &str) {
    let body = text.split('=').next().unwrap_or(text);
    let digits = body.len() - body.bytes().rev().take_while(u8::is_ascii_digit).count();
    let letter = body[..digits].char_indices().next_back().map_or(0, |(i, _)| i);
    body.split_at(letter)
}

/// Without marks of check and quality at the end.
fn bare(text: &str) -> String {
    let mut text = text.trim();
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', '†', '‡']);
        let shorter = shorter.strip_suffix("e.p.").or_else(|| shorter.strip_suffix("ep")).unwrap_or(shorter);
        let shorter = shorter.trim_end();
        if shorter.len() == text.len() {
            break;
        }
        text = shorter;
    }
    let picture = |c: char| match c {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => None,
        '–' | '—' | '−' => Some('-'),
        '×' => Some('x'),
        c => Some(c),
    };
    text.chars().filter_map(picture).collect()
}

/// Without anything that only adorns.
fn squeezed_text(text: &str) -> String {
    let castles = text.replace('0', "O").to_uppercase();
    if matches!(castles.as_str(), "O-O" | "O-O-O" | "OO" | "OOO") {
        return castles.replace('-', "");
    }
    if matches!(text, PASS | "Z0" | "pass" | "null" | "@@@@") {
        return PASS.to_owned();
    }
    text.chars().filter(|c| !matches!(c, 'x' | '×' | ':' | '-' | '=' | '(' | ')' | '/')).collect()
}

/// Is a squeezed text one of those that can stand for the word?
fn means(game: &Game, word: &Word, wanted: &str, fold: bool) -> bool {
    let eq = |text: String| if fold { text.to_lowercase() == wanted } else { text == wanted };
    match word {
        Word::Castling { higher: true } => eq("OO".to_owned()),
        Word::Castling { higher: false } => eq("OOO".to_owned()),
        Word::Pass => wanted == PASS,
        Word::Drop { letter, to } => {
            let to = game.cell_name(*to);
            eq(format!("{letter}@{to}")) || (letter == "P" && eq(format!("@{to}")))
        }
        Word::Movement(movement) => forms(game, movement).into_iter().any(|form| eq(squeezed_text(&form))),
    }
}

/// The ways to write a movement.
fn forms(game: &Game, movement: &Movement) -> Vec<String> {
    let Movement { letter, from, to, becomes, .. } = movement;
    let (from, to) = (game.cell_name(*from), game.cell_name(*to));
    let (file, rank) = file_and_rank(from);
    let letters = if letter.is_empty() { vec!["P", ""] } else { vec![letter.as_str()] };
    let mut ways = Vec::new();
    for letter in letters {
        ways.extend(["", file, rank, from].map(|from| format!("{letter}{from}{to}")));
    }
    ways.push(format!("{from}{to}"));
    match becomes {
        Some(kind) => ways
            .into_iter()
            .flat_map(|way| {
                let lower = kind.to_lowercase();
                [format!("{way}{kind}"), format!("{way}{lower}"), way]
            })
            .collect(),
        None => ways,
    }
}
