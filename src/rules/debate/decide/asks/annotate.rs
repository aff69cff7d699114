//! The claims and rebuttals of both sides, listed for a verdict that is counted. Asked for when the debate comes to its
//! verdict, and once more where no rebuttal of a side was found: models find those of one direction and forget the
//! other. What stands in the lists and not in the record is left out.

use std::collections::BTreeMap;

use super::{Decision, Handler};
use crate::{
    catalog::Side,
    debate::{
        annotation::{AnnotatedClaim, AnnotatedRebuttal, Annotation, SideAnnotation},
        answer::{Answer, ClaimKind, ListedClaim, ListedRebuttal, ListedSide},
        ask::Ask,
        blind::BlindDebate,
        event::Event,
        ids::{Seat, TurnId},
        state::DebateState,
    },
    text::{count_words, first_words, quotes},
};

/// Fewer words stand anywhere, and show nothing.
const LEAST_WORDS: u32 = 3;
/// Words that a rehearsal quotes.
const REHEARSED: usize = 6;

/// The ask that is due in the phase of the verdict, unless it is under way.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let begun = state
        .phase
        .map_or(state.phases_ended, |phase| phase.saturating_add(1));
    if state.plan.annotated.is_none_or(|phase| phase >= begun) {
        return Decision::none();
    }
    let again = !state.unanswering_sides().is_empty();
    let ask = Ask::Annotate { again };
    if state.is_asked(&ask) || !state.is_annotation_awaited() {
        return Decision::none();
    }
    Decision::ask(state, ask, None)
}

/// The ask: whether it is for rebuttals once more.
pub(super) struct Annotate(pub(super) bool);

impl Annotate {
    fn ask(&self) -> Ask {
        Ask::Annotate { again: self.0 }
    }
}

impl Handler for Annotate {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Annotation(listed) = answer else {
            return None;
        };
        Some(vec![Event::AnnotationTaken {
            again: self.0,
            annotation: held(state, &self.ask(), listed),
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::AnnotationFailed {
            again: self.0,
            reason: reason.to_owned(),
        }]
    }

    /// A claim of each side, and one rebuttal, of the side that is named last: so the other is asked for once more, and
    /// has none.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let sides = state.annotated_sides().filter(|_| !self.0);
        let first = |side: &Side| {
            let mut spoken = state.spoken_by(&side.id);
            let turn = spoken.find(|turn| !turn.is_empty());
            turn.map_or_else(String::new, |turn| first_words(&turn.text, REHEARSED))
        };
        let claim = |side: &Side| ListedClaim {
            words: first(side),
            kind: ClaimKind::Principle,
            specific: true,
        };
        let listed = sides.into_iter().flat_map(|[one, other]| {
            let rebuttal = ListedRebuttal {
                answers: first(one),
                words: first(other),
                meets_logic: true,
                new: false,
                undermines: false,
            };
            let listed = |side, rebuttals| ListedSide {
                claims: vec![claim(side)],
                rebuttals,
            };
            [
                (one.id.clone(), listed(one, vec![])),
                (other.id.clone(), listed(other, vec![rebuttal])),
            ]
        });
        Answer::Annotation(listed.collect())
    }
}

/// The lists as they stand on the record: each entry with the speech in which its words were said by its side.
fn held(state: &DebateState, ask: &Ask, mut listed: BTreeMap<String, ListedSide>) -> Annotation {
    let Some([one, other]) = state.annotated_sides() else {
        return Annotation::default();
    };
    let record = Utterances::to(ask, state);
    let mut annotation = Annotation::default();
    let mut all = 0;
    for (side, against) in [(one, other), (other, one)] {
        let ListedSide { claims, rebuttals } = listed.remove(&side.id).unwrap_or_default();
        all += claims.len() + rebuttals.len();
        let claims = claims.into_iter().filter_map(|listed| {
            let turn = record.places(&side.id, &listed.words).next()?;
            Some(AnnotatedClaim { turn, listed })
        });
        let rebuttals = rebuttals.into_iter().filter_map(|listed| {
            let answered_turn = record.places(&against.id, &listed.answers).next()?;
            let turn = record
                .places(&side.id, &listed.words)
                .find(|turn| state.is_heard_in(answered_turn, *turn))?;
            Some(AnnotatedRebuttal {
                turn,
                answered_turn,
                listed,
            })
        });
        annotation.sides.push(SideAnnotation {
            side: side.id.clone(),
            claims: claims.collect(),
            rebuttals: rebuttals.collect(),
        });
    }
    let sides = annotation.sides.iter();
    let kept: usize = sides
        .map(|side| side.claims.len() + side.rebuttals.len())
        .sum();
    annotation.left_out = u32::try_from(all - kept).unwrap_or(u32::MAX);
    annotation.leave_out_repeated();
    annotation
}

/// All that was said by those who debate, piece by piece, in the order of the debate: in their own speeches, and in the
/// points that they put to others or answered.
struct Utterances(Vec<Utterance>);

struct Utterance {
    turn: TurnId,
    by: Seat,
    /// The words as they were said, and as they are where names were put back into what a judge has read.
    texts: [String; 2],
}

impl Utterances {
    fn to(ask: &Ask, state: &DebateState) -> Self {
        let Some(order) = ask.team_order() else {
            return Self(Vec::new());
        };
        let BlindDebate {
            state: seen,
            labels,
        } = BlindDebate::of(state, order);
        let all = said(state).into_iter().zip(said(&seen));
        let all = all.map(|((turn, by, text), (.., seen))| Utterance {
            turn,
            by: by.clone(),
            texts: [text.to_owned(), labels.reveal(seen)],
        });
        Self(all.collect())
    }

    /// The speeches in which a side has said these words, in order.
    fn places<'a>(&'a self, side: &'a str, words: &'a str) -> impl Iterator<Item = TurnId> + 'a {
        let own = self.0.iter().filter(move |one| {
            let mut texts = one.texts.iter();
            one.by.group() == side
                && count_words(words) >= LEAST_WORDS
                && texts.any(|text| quotes(text, words))
        });
        own.map(|one| one.turn)
    }
}

fn said(state: &DebateState) -> Vec<(TurnId, &Seat, &str)> {
    let mut all = Vec::new();
    for turn in state.speeches() {
        all.push((turn.id, &turn.seat, turn.text.as_str()));
        for point in turn.points.iter().filter_map(|id| state.point(*id)) {
            all.push((turn.id, &point.from, point.text.as_str()));
            all.push((turn.id, &point.to, point.answer().unwrap_or_default()));
        }
    }
    all
}
