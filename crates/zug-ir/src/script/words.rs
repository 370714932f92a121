//! The words of choices in scripts.

use super::{ArriveRule, AttackScope, CellTest, Quantifier};
use crate::game::Word;

impl Word for CellTest {
    const ALL: &'static [(&'static str, Self)] = &[
        ("empty", Self::Empty),
        ("friend", Self::Friend),
        ("enemy", Self::Enemy),
        ("last_from", Self::LastFrom),
        ("last_to", Self::LastTo),
        ("flag", Self::Flag),
        ("attacked", Self::Attacked),
        ("defended", Self::Defended),
    ];
}

impl Word for Quantifier {
    const ALL: &'static [(&'static str, Self)] = &[
        ("exists", Self::Exists),
        ("not_exists", Self::NotExists),
        ("count", Self::Count),
        ("all", Self::All),
        ("sum", Self::Sum),
        ("collect", Self::Collect),
        ("first", Self::First),
    ];
}

impl Word for ArriveRule {
    const ALL: &'static [(&'static str, Self)] =
        &[("not_friend", Self::NotFriend), ("empty", Self::Empty), ("any", Self::Any)];
}

impl Word for AttackScope {
    const ALL: &'static [(&'static str, Self)] =
        &[("pseudo", Self::Pseudo), ("priority", Self::Priority), ("legal", Self::Legal)];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `ALL` is written by hand; the matches do not compile when a value is added.
    #[test]
    fn every_value_has_its_word() {
        let test = |test: CellTest| match test {
            CellTest::Empty => 0,
            CellTest::Friend => 1,
            CellTest::Enemy => 2,
            CellTest::LastFrom => 3,
            CellTest::LastTo => 4,
            CellTest::Flag => 5,
            CellTest::Attacked => 6,
            CellTest::Defended => 7,
        };
        assert!(CellTest::ALL.iter().map(|&(_, value)| test(value)).eq(0..8));
        let quantifier = |quantifier: Quantifier| match quantifier {
            Quantifier::Exists => 0,
            Quantifier::NotExists => 1,
            Quantifier::Count => 2,
            Quantifier::All => 3,
            Quantifier::Sum => 4,
            Quantifier::Collect => 5,
            Quantifier::First => 6,
        };
        assert!(Quantifier::ALL.iter().map(|&(_, value)| quantifier(value)).eq(0..7));
        let arrive = |rule: ArriveRule| match rule {
            ArriveRule::NotFriend => 0,
            ArriveRule::Empty => 1,
            ArriveRule::Any => 2,
        };
        assert!(ArriveRule::ALL.iter().map(|&(_, value)| arrive(value)).eq(0..3));
        let attack = |scope: AttackScope| match scope {
            AttackScope::Pseudo => 0,
            AttackScope::Priority => 1,
            AttackScope::Legal => 2,
        };
        assert!(AttackScope::ALL.iter().map(|&(_, value)| attack(value)).eq(0..3));
    }
}
