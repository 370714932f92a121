//! What forces a move: why there are so few others.

use super::Inquiry;
use super::answer::{Dropped, Forced};
use zug_vm::{Fate, Hurdle, RunError, Spot};

/// Fates that are one reason.
#[derive(PartialEq, Clone, Copy)]
enum Group {
    Check(Spot),
    Rank,
    Royal,
    Stage(usize),
    Ko,
    Preference(usize),
    Landing,
}

impl Inquiry<'_> {
    /// Something is forced if it is the only move, or if the game makes players prefer some moves to others.
    pub(super) fn forced(&self) -> Result<Option<Forced>, RunError> {
        let mut groups: Vec<(Group, usize, usize)> = Vec::new();
        for (i, judged) in self.all.iter().enumerate() {
            let Some(group) = group(&judged.fate) else { continue };
            match groups.iter_mut().find(|(known, ..)| *known == group) {
                Some((_, count, _)) => *count += 1,
                None => groups.push((group, 1, i)),
            }
        }
        let only = self.legal.len() == 1;
        let compared = |group: &Group| matches!(group, Group::Rank | Group::Preference(_) | Group::Landing);
        if !only && !groups.iter().any(|(group, ..)| compared(group)) {
            return Ok(None);
        }
        let told = groups.iter().filter(|(group, ..)| only || compared(group));
        let dropped = |&(_, count, i): &(Group, usize, usize)| {
            Ok(Dropped { count, example: self.name_of(i), reason: self.dropped(i)? })
        };
        Ok(Some(Forced { only, dropped: told.map(dropped).collect::<Result<_, RunError>>()? }))
    }
}

fn group(fate: &Fate) -> Option<Group> {
    let check = |hurdle: &Hurdle| Group::Check(hurdle.spot);
    Some(match fate {
        Fate::Legal | Fate::SameAs(_) => return None,
        Fate::Recheck(hurdle) | Fate::Unlawful(hurdle) => check(hurdle),
        Fate::Outranked { .. } => Group::Rank,
        Fate::Exposed { .. } => Group::Royal,
        Fate::Forbidden { stage } => Group::Stage(*stage),
        Fate::BringsBack(_) => Group::Ko,
        Fate::Worse { criterion, .. } => Group::Preference(*criterion),
        Fate::StopsShort { .. } => Group::Landing,
    })
}
