//! The view that judges have of those whom they judge, and of what they judge by. Never which model anybody is.

use minijinja::Value;

use super::{IN_SHORT, opening, view};
use crate::{
    catalog::{Rubric, ScoreAnchor, Scored, Side},
    debate::{DebateState, ids::Seat, opening::Speaker},
    fence::Own,
    text::first_words,
};

/// The most speeches, the last ones, of somebody who is judged that stand in a question about them.
pub(in crate::asks) const SPEECHES: usize = 4;

/// The rubric that marks are given for.
pub(in crate::asks) fn rubric(rubric: &Rubric) -> Value {
    let dimensions: Vec<Value> = rubric
        .dimensions
        .iter()
        .map(|one| {
            view! {
                id => Own(&one.id),
                name => Own(&one.name),
                share => (one.weight * 100.0).round() as u32,
                criteria => Own(&one.criteria),
                anchors => one.anchors.iter().map(anchor).collect::<Vec<_>>(),
            }
        })
        .collect();
    let [weak, fair, strong] = told_apart(rubric);
    let fallacies = rubric.fallacies.iter();
    let fallacies: Vec<Value> = fallacies
        .map(|one| view! { name => Own(&one.name), asks => Own(&one.asks) })
        .collect();
    view! {
        lowest => Own(rubric.lowest.to_string()),
        highest => Own(rubric.highest.to_string()),
        whole => rubric.whole,
        of => Own(match rubric.of {
            Scored::Arguments => "argument",
            Scored::Speakers => "speaker",
            Scored::Sides => "side",
        }),
        dimensions,
        fallacies,
        weak,
        fair,
        strong,
    }
}

/// A score and what it stands for.
fn anchor(one: &ScoreAnchor) -> Value {
    view! { score => Own(one.score.to_string()), means => Own(&one.means) }
}

/// The scores by which a small judge tells weak, fair and strong apart, to whom descriptions would be words to copy:
/// those that are described, and otherwise some from all over the scale.
fn told_apart(rubric: &Rubric) -> [Own<String>; 3] {
    let described = rubric.dimensions.first().map(|one| one.anchors.as_slice());
    let scores = if let Some([first, _, .., last]) = described {
        let middle = described.and_then(|all| all.get(all.len() / 2));
        [first.score, middle.unwrap_or(last).score, last.score]
    } else {
        let span = rubric.highest - rubric.lowest;
        [0.2, 0.5, 0.8].map(|share| (rubric.lowest + share * span).round())
    };
    scores.map(|score| Own(score.to_string()))
}

/// The speakers, with their sides.
pub(in crate::asks) fn speakers(state: &DebateState) -> Vec<Value> {
    let all = state.speakers().iter();
    all.map(|one| view! { name => one.card.name, side => state.side_name(&one.seat) })
        .collect()
}

/// The speeches from some seats, each in short.
fn said(state: &DebateState, is_theirs: impl Fn(&Seat) -> bool) -> Vec<String> {
    let theirs = state.speeches().filter(|one| is_theirs(&one.seat));
    let texts = theirs.map(|one| one.text.trim());
    let texts = texts.filter(|text| !text.is_empty());
    texts.map(|text| first_words(text, IN_SHORT)).collect()
}

/// Everybody who is judged, with the last so many of their speeches in short: the speakers, or the sides.
pub(in crate::asks) fn entries(state: &DebateState, of: Scored, most: usize) -> Vec<Value> {
    let Some(opening) = opening(state) else {
        return Vec::new();
    };
    let entry = |name: &str, mut said: Vec<String>| {
        said.drain(..said.len().saturating_sub(most));
        view! { name => name, said }
    };
    match of {
        Scored::Sides => {
            let of_side = |side: &Side| said(state, |seat| seat.group() == side.id);
            let sides = opening.format.sides.iter();
            sides.map(|side| entry(&side.name, of_side(side))).collect()
        }
        Scored::Arguments | Scored::Speakers => {
            let of_seat = |one: &Speaker| said(state, |seat| seat == &one.seat);
            let speakers = opening.speakers.iter();
            speakers
                .map(|one| entry(&one.card.name, of_seat(one)))
                .collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_judge_is_told_three_scores_of_the_scale_that_there_is() {
        let anchors = |scores: &[f64]| -> Vec<ScoreAnchor> {
            let anchor = |score: &f64| ScoreAnchor {
                score: *score,
                means: String::new(),
            };
            scores.iter().map(anchor).collect()
        };
        for (described, told) in [
            (&[][..], ["60", "75", "90"]),
            // Of two none is in the middle.
            (&[55.0, 95.0], ["60", "75", "90"]),
            (&[55.0, 70.5, 95.0], ["55", "70.5", "95"]),
        ] {
            let mut rubric = Rubric::usual().unwrap();
            (rubric.lowest, rubric.highest) = (50.0, 100.0);
            rubric.dimensions[0].anchors = anchors(described);
            assert_eq!(
                told_apart(&rubric).map(|Own(score)| score),
                told,
                "{described:?}"
            );
        }
    }
}
