//! The place of a sentence that was found, in the record of its debate.

use crate::{
    debate::{
        DebateState,
        event::Record,
        ids::TurnId,
        state::{InterventionProgress, Poi},
    },
    journal::{SearchHit, What},
};

/// The number of the record with which the words that were found have been said; `None` where they are not in the record.
pub fn seq_of(records: &[Record], hit: &SearchHit) -> Option<u64> {
    let needle = needle(hit);
    let holds = |text: &str| spaced(text).contains(&needle);
    let mut state = DebateState::default();
    let mut heard = 0;
    let found = records.iter().find(|record| {
        state.apply(record);
        match hit.what {
            What::Motion => true,
            What::Speech => {
                let turn = hit.turn.and_then(|turn| state.turn(TurnId(turn)));
                let text = turn.map_or("", |turn| turn.text.as_str());
                // Only where something was said: a debate has many records.
                std::mem::replace(&mut heard, text.len()) != text.len() && holds(text)
            }
            What::Point => state.points.iter().any(|point| holds(&point.text)),
            What::Reply => {
                let mut answers = state.points.iter().filter_map(Poi::answer);
                answers.any(holds)
            }
            What::Evidence | What::Question => {
                state.interventions.iter().any(|item| holds(&item.text))
            }
            What::Answer => state.interventions.iter().any(|item| match &item.progress {
                InterventionProgress::Done {
                    answer: Some(answer),
                } => holds(answer),
                InterventionProgress::Done { answer: None }
                | InterventionProgress::Queued
                | InterventionProgress::Put
                | InterventionProgress::Failed { .. } => false,
            }),
        }
    });
    found.map(|record| record.seq)
}

/// The words that were found, with those before them that tell them from the same words elsewhere.
fn needle(hit: &SearchHit) -> String {
    let end = hit.marks.first().map_or(hit.snippet.len(), |mark| mark.end);
    let text = hit.snippet.get(..end).unwrap_or_default();
    let text = text.trim_start_matches('…');
    // Of evidence its source stands before it.
    let text = match hit.what {
        What::Evidence => text.rsplit(": ").next().unwrap_or(text),
        What::Motion | What::Speech | What::Point | What::Reply | What::Question | What::Answer => {
            text
        }
    };
    spaced(text).trim().to_owned()
}

/// The text with single spaces, as a snippet has them.
fn spaced(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
