//! The words that a moderator said for a side, still at the last attempt: they are withheld, and what takes no side is
//! given.

use crate::{
    debate::{
        event::Event,
        ids::Seat,
        neutrality::Neutrality,
        state::{DebateState, Turn},
        written::{Synthesis, Work},
    },
    text::{quotes, sentence::sentences},
};

/// The text in the place of a part of which nothing is left.
const WITHHELD: &str = "(Withheld: it took sides.)";

/// The withholding of a part of a turn.
pub(super) struct Withheld {
    /// The events by which the turn is said anew without the part.
    pub(super) events: Vec<Event>,
    /// The reason, for people, where code has found the part.
    pub(super) reason: Option<String>,
}

/// Withholds what a moderator's turn, of which all is said, says for a side: by its words, and by those that the
/// referee's model found. `None` where that is nothing, and for everybody else.
pub(super) fn of(state: &DebateState, turn: &Turn, found: Option<&str>) -> Option<Withheld> {
    let neutral = Neutrality::of_seat(state, Some(&turn.seat))?;
    let is_found = |one: &str| found.is_some_and(|found| quotes(one, found) || quotes(found, one));
    let is_kept = |one: &str| neutral.broken(one).is_none() && !is_found(one);
    let events = if let Some(work) = &turn.work {
        let submitted = Event::Submitted {
            turn: turn.id,
            work: Box::new(kept_of(work, is_kept)?),
        };
        vec![submitted]
    } else {
        said_anew(turn, is_kept)?
    };
    let reason = reason(&neutral, turn.texts());
    Some(Withheld { events, reason })
}

/// What is kept of work that whoever sits there hands in, and the reason why not all of it; `None` where its words say
/// nothing for a side, and for all but moderators.
pub(super) fn work_of(
    state: &DebateState,
    seat: &Seat,
    work: &Work,
) -> Option<(Work, Option<String>)> {
    let neutral = Neutrality::of_seat(state, Some(seat))?;
    let kept = kept_of(work, |one: &str| neutral.broken(one).is_none())?;
    Some((kept, reason(&neutral, work.texts())))
}

fn reason(neutral: &Neutrality, texts: Vec<&str>) -> Option<String> {
    texts.into_iter().find_map(|text| neutral.broken(text))
}

/// What is kept of a synthesis; `None` where that is all of it, and of other work.
fn kept_of(work: &Work, is_kept: impl Fn(&str) -> bool) -> Option<Work> {
    let Work::Synthesis(synthesis) = work else {
        return None;
    };
    let kept = Work::Synthesis(kept(synthesis, is_kept));
    (kept != *work).then_some(kept)
}

fn kept(synthesis: &Synthesis, is_kept: impl Fn(&str) -> bool) -> Synthesis {
    let of = |part: &[String]| {
        let sound = |item: &String| {
            let mut all = sentences(item);
            let count = all.len();
            all.retain(|one| is_kept(one));
            if all.len() == count {
                item.clone()
            } else {
                all.join(" ")
            }
        };
        let mut items: Vec<String> = part.iter().map(sound).collect();
        items.retain(|item| !item.trim().is_empty());
        if items.is_empty() && !part.is_empty() {
            items.push(WITHHELD.to_owned());
        }
        items
    };
    Synthesis {
        areas_of_agreement: of(&synthesis.areas_of_agreement),
        core_disagreements: of(&synthesis.core_disagreements),
        evidence_gaps: of(&synthesis.evidence_gaps),
        decision_hinges: of(&synthesis.decision_hinges),
    }
}

/// A speech is taken back to the first sentence that is withheld, and goes on without it.
fn said_anew(turn: &Turn, is_kept: impl Fn(&str) -> bool) -> Option<Vec<Event>> {
    let mut rest = turn.text.as_str();
    let mut all = sentences(rest);
    let first = all.iter().position(|one| !is_kept(one))?;
    for one in all.drain(..first) {
        let at = rest.find(one)? + one.len();
        rest = rest.get(at..)?;
    }
    let kept = turn.text.len() - rest.len();
    all.retain(|one| is_kept(one));
    let is_nothing = kept == 0 && all.is_empty();
    let again = if is_nothing {
        WITHHELD.to_owned()
    } else {
        all.join(" ")
    };
    let joint = if kept == 0 || again.is_empty() {
        ""
    } else {
        " "
    };
    let back = Event::SpeechRewound {
        turn: turn.id,
        kept: u32::try_from(kept).unwrap_or(u32::MAX),
    };
    let text = format!("{joint}{again}");
    let more = (!again.is_empty()).then_some(Event::Said {
        turn: turn.id,
        text,
    });
    Some([back].into_iter().chain(more).collect())
}
