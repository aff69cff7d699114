//! The parts of a turn of which each is held to the side of its speaker: a speech as a whole, of what a small model hands
//! in every argument, every response and the closing.

use super::{
    notice::{OWN_SIDE, SIDE_UNCHECKED},
    opening::Referee,
    state::{DebateState, Turn, TurnStatus},
    written::{ResponseType, Work},
};
use crate::{
    catalog::{SideCheck, Stance, Task},
    text::has_words,
};

/// With less of a lead nothing is said of a text: a model is a little for one claim or the other whatever it reads. Of the 20
/// planted speeches of `study/trial/sides.toml` a model of 1.5 billion parameters, run here, found 9 for the other side with
/// it and struck 3 that were right. Before one of them was worded anew it was 10 and 3, and with 0.1 it was 14 and 3, with 0.5
/// it was 4 and 1; in llama.cpp, whose numbers are a little finer, 12 and 2, and asked there in words 4 and 3.
const LEAST_LEAD: f64 = 0.2;

/// Whether a text in which the motion has this lead over the other claim argues for the other side.
pub fn argues_for_other(lead: f64, own: Stance) -> bool {
    match own {
        Stance::For => lead < -LEAST_LEAD,
        Stance::Against => lead > LEAST_LEAD,
        Stance::Nuanced | Stance::Own => false,
    }
}

/// A part of a turn that is held to its speaker's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SidedPart {
    /// The id of the argument that it is, or answers; empty where the turn is one part.
    pub id: String,
    /// Its words.
    pub text: String,
}

impl DebateState {
    /// The parts of a turn whose side is checked before it counts, in order. None where nobody has to be held to a side,
    /// or there is nobody who would look.
    pub fn sided_parts(&self, turn: &Turn) -> Vec<SidedPart> {
        let profile = self.speaker(&turn.seat).map(|one| &one.profile);
        let is_asked_of = profile.is_some_and(|one| one.side_check == SideCheck::EachSpeech);
        let stance = self.stance(&turn.seat);
        let takes_sides = stance.is_some_and(|one| matches!(one, Stance::For | Stance::Against));
        let wanted = match self.referee() {
            Referee::Off | Referee::Code => false,
            Referee::Usual | Referee::Full => true,
        };
        if !(wanted && is_asked_of && takes_sides) || self.is_held_by_person(&turn.seat) {
            return Vec::new();
        }
        if turn.task == Task::Speech {
            return vec![SidedPart {
                id: String::new(),
                text: turn.text.clone(),
            }];
        }
        let is_small = self.is_asked_stepwise(&turn.seat);
        let work = turn.work.as_ref().filter(|_| is_small);
        let mut parts = work.map(parts).unwrap_or_default();
        parts.retain(|part| has_words(&part.text));
        parts
    }

    /// The part of a turn whose side is to be checked next; `None` where all are.
    pub fn unchecked_part(&self, turn: &Turn) -> Option<SidedPart> {
        self.sided_parts(turn).into_iter().nth(turn.sides_cleared)
    }
}

impl Turn {
    /// Whether the referee has found that it argues for the other side: it was struck for that, or stands all the same.
    pub fn argues_for_other_side(&self) -> bool {
        match &self.status {
            TurnStatus::Struck { rule, .. } => rule == OWN_SIDE,
            TurnStatus::Ended {
                flagged: Some(why), ..
            } => self.doubted.is_some() && why != SIDE_UNCHECKED,
            TurnStatus::Open
            | TurnStatus::Heard { .. }
            | TurnStatus::Ended { flagged: None, .. } => false,
        }
    }
}

/// The parts of a work that argue for a side. What is conceded argues for the other one, and may.
fn parts(work: &Work) -> Vec<SidedPart> {
    let part = |id: &str, texts: &[&str]| SidedPart {
        id: id.to_owned(),
        text: texts.join(" ").trim().to_owned(),
    };
    match work {
        Work::Arguments(all) => all
            .iter()
            .map(|one| part(&one.id, &[&one.claim, &one.reasoning, &one.evidence]))
            .collect(),
        Work::CrossExamination(all) => all
            .iter()
            .filter(|(_, one)| {
                matches!(
                    one.response_type,
                    ResponseType::Refute | ResponseType::Challenge
                )
            })
            .map(|(id, one)| part(id, &[&one.reasoning]))
            .collect(),
        Work::Closing(closing) => vec![part("", &[&closing.final_position])],
        Work::Replies(_) | Work::Framing(_) | Work::Synthesis(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::written::{ClosingStatement, Response, Shift};

    #[test]
    fn a_lead_that_is_small_says_nothing() {
        use Stance::{Against, For, Nuanced};
        for (lead, own, is_other) in [
            (-0.5, For, true),
            (-0.5, Against, false),
            (0.5, Against, true),
            (0.5, For, false),
            (-0.1, For, false),
            (0.1, Against, false),
            (0.5, Nuanced, false),
            (f64::NAN, For, false),
        ] {
            assert_eq!(argues_for_other(lead, own), is_other, "{lead} {own:?}");
        }
    }

    #[test]
    fn what_is_conceded_is_held_to_no_side() {
        let response = |response_type| Response {
            reasoning: "So it is.".to_owned(),
            response_type,
            follow_up_question: "Why?".to_owned(),
        };
        let all = [
            ("PRO-1", ResponseType::Concede),
            ("PRO-2", ResponseType::Challenge),
            ("PRO-3", ResponseType::Partial),
            ("PRO-4", ResponseType::Refute),
        ];
        let all = all.map(|(id, how)| (id.to_owned(), response(how)));
        let found = parts(&Work::CrossExamination(all.into()));
        let ids: Vec<&str> = found.iter().map(|part| part.id.as_str()).collect();
        assert_eq!(ids, ["PRO-2", "PRO-4"]);
        let closing = ClosingStatement {
            concessions: vec!["PRO-1".to_owned()],
            not_rebutted: Vec::new(),
            shift: Shift::Unchanged,
            final_position: "Keep it.".to_owned(),
        };
        let [part] = <[SidedPart; 1]>::try_from(parts(&Work::Closing(closing))).unwrap();
        assert_eq!((part.id.as_str(), part.text.as_str()), ("", "Keep it."));
    }
}
