//! The decisive moment of a debate, and why it is that one.

use super::Builder;
use crate::{
    debate::{decisive::DecisiveMoment, division::Tally},
    text::counted,
};

impl Builder<'_> {
    /// The decisive moment in a sentence.
    pub fn decisive_moment(self, moment: &DecisiveMoment) -> String {
        match moment {
            DecisiveMoment::Count { from, at } => {
                let swing = self.state.house_swing();
                let point = |at: &usize| swing.points.get(*at);
                let (Some(before), Some(after)) = (point(from), point(at)) else {
                    return "The House moved most here.".to_owned();
                };
                format!(
                    "The House moved most {}: from {} to {}.",
                    self.heard_before(after),
                    votes(before.tally),
                    votes(after.tally)
                )
            }
            DecisiveMoment::Argument { id, turn } => {
                let turn = self.state.turn(*turn);
                let whose = turn.map_or_else(String::new, |turn| {
                    format!(", made by {}", self.name_within(&turn.seat))
                });
                format!(
                    "The first place hangs on the argument {id}{whose}: without it, that side would not lead."
                )
            }
            DecisiveMoment::Speaker { seat, total, .. } => {
                let name = self.name_within(seat);
                format!("No speaker was marked higher than {name}, with {total:.1}.")
            }
            DecisiveMoment::Verdict => {
                "Nothing before the verdict stands out: it is the decisive moment.".to_owned()
            }
        }
    }
}

/// A count in words: "3 Ayes, 2 Noes, 1 undecided".
fn votes(tally: Tally) -> String {
    let undecided = match tally.undecided {
        0 => String::new(),
        some => format!(", {some} undecided"),
    };
    format!(
        "{}, {}{undecided}",
        counted(tally.ayes, "Aye", "Ayes"),
        counted(tally.noes, "No", "Noes")
    )
}
