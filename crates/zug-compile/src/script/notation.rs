//! Letters for pieces whose author gave none.

use rustc_hash::FxHashSet;
use zug_lang::KindDecl;

/// `notations[kind]`: what the author says, else the first letter of the name that is still free, else the first with a
/// number.
pub(super) fn notations(kinds: &[KindDecl]) -> Vec<String> {
    let mut taken: FxHashSet<String> = kinds.iter().filter_map(|kind| kind.notation.clone()).collect();
    let mut all = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let notation = kind.notation.clone().unwrap_or_else(|| {
            let name = kind.names.first().map_or("", String::as_str);
            let letters: Vec<String> =
                name.chars().filter(|c| c.is_alphabetic()).map(|c| c.to_uppercase().collect()).collect();
            let first = letters.first().cloned().unwrap_or_else(|| "X".to_owned());
            let numbered = (2..).map(|n: usize| format!("{first}{n}"));
            let mut free = letters.into_iter().chain(numbered).filter(|letter| !taken.contains(letter));
            free.next().unwrap_or(first)
        });
        taken.insert(notation.clone());
        all.push(notation);
    }
    all
}
