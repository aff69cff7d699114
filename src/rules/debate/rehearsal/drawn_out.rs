//! Answers of a rehearsal at the length that is asked for: what a debate between models comes to. Whether it fits a
//! context, and what it will take, is estimated by it.

use crate::{
    catalog::{Claims, Task},
    debate::{
        answer::{Answer, ArgumentPoint, DefinedTerm},
        ask::Ask,
        state::DebateState,
        written::{Argument, Work},
    },
};

/// Words of an answer for which nobody says how long it is to be: to a point, to a question.
const ANSWER: u32 = 60;
/// Words of a point of information.
const POINT: u32 = 30;
/// Words of a reason.
const REASON: u32 = 25;
/// Words of one thing that is handed in, where the format gives the whole no length.
const ITEM: u32 = 60;
/// Main points of a speech, and the words of a claim.
const CLAIMS: usize = 3;
const CLAIM: u32 = 18;
/// Terms that a speech defines.
const TERMS: usize = 3;
/// The share of its room that a written turn takes up: none is to be struck for its length.
const TAKEN_UP: f64 = 0.95;

/// Words of what is shorter than a sentence.
const REST: [&str; 9] = [
    "It", "follows", "quite", "plainly", "from", "that", "account", "here", "too",
];

/// Makes up so many words, in sentences of ten. A side does not say the same sentence twice: `mark` tells them apart.
pub(super) fn words(mark: &str, count: u32) -> String {
    let whole = (0..count / 10).map(|number| {
        format!("Sentence {mark}.{number} of theirs weighs whatever this house has heard.")
    });
    let rest = REST.iter().take((count % 10) as usize);
    let rest: Vec<&str> = rest.copied().collect();
    let rest = (!rest.is_empty()).then(|| format!("{}.", rest.join(" ")));
    whole.chain(rest).collect::<Vec<_>>().join(" ")
}

/// The answer of somebody who says as much as they are asked for.
pub(super) fn drawn_out(state: &DebateState, ask: &Ask, answer: Answer) -> Answer {
    let turn = ask.writes().and_then(|turn| state.turn(turn));
    let target = turn.map_or(0, |turn| turn.target_words);
    let mark = turn.map_or_else(
        || format!("{}", state.next_seq),
        |turn| format!("{}", turn.id.0),
    );
    match answer {
        Answer::Claims(_) => Answer::Claims(Claims {
            prop: words(&format!("{mark}.1"), CLAIM),
            opp: words(&format!("{mark}.2"), CLAIM),
        }),
        Answer::Text(_) => Answer::Text(words(&mark, if target > 0 { target } else { ANSWER })),
        Answer::Offer(mut offer) => {
            if offer.rises {
                offer.point = question(&mark, POINT);
            }
            Answer::Offer(offer)
        }
        Answer::Ballot(mut ballot) => {
            ballot.reason = words(&mark, REASON);
            Answer::Ballot(ballot)
        }
        Answer::Arguments(mut said) => {
            said.arguments = (0..CLAIMS)
                .map(|number| ArgumentPoint {
                    claim: words(&format!("{mark}.{number}"), CLAIM),
                    reasoning: words(&format!("{mark}.{number}.1"), REASON),
                    evidence: Some(words(&format!("{mark}.{number}.2"), REASON)),
                    is_rebuttal: false,
                    rebuts_speaker: None,
                })
                .collect();
            Answer::Arguments(said)
        }
        Answer::Definitions(mut said) => {
            said.terms = (0..TERMS)
                .map(|number| DefinedTerm {
                    term: format!("Term {mark}.{number}"),
                    words: String::new(),
                    meaning: words(&format!("{mark}.{number}.3"), REASON),
                })
                .collect();
            said.scope = words(&format!("{mark}.4"), REASON);
            for contested in &mut said.contested {
                contested.how = words(&format!("{mark}.5"), REASON);
            }
            Answer::Definitions(said)
        }
        Answer::Grants(mut said) => {
            for one in said.iter_mut().filter(|one| !one.agreed) {
                one.dispute = words(&format!("{mark}.{}", one.number), REASON);
            }
            Answer::Grants(said)
        }
        Answer::Work(mut work) => {
            let room = f64::from(target) * TAKEN_UP;
            let is_framing = turn.is_some_and(|turn| turn.task == Task::Frame);
            if !is_framing {
                hand_in(&mut work, &mark, room as u32);
            }
            Answer::Work(work)
        }
        Answer::Decision(_)
        | Answer::Side(_)
        | Answer::SideLead(_)
        | Answer::Straw(_)
        | Answer::Straws(_)
        | Answer::Ballots(_)
        | Answer::Verdict(_)
        | Answer::Annotation(_)
        | Answer::Ranking(_)
        | Answer::Assessment(_)
        | Answer::Assessments(_)
        | Answer::Unfinished(_)
        | Answer::Findings(_)
        | Answer::Next(_)
        | Answer::Round(_)
        | Answer::Judgement(_)
        | Answer::Passages(..)
        | Answer::CitationChecks(_) => answer,
    }
}

fn question(mark: &str, count: u32) -> String {
    let said = words(mark, count);
    format!("{}?", said.trim_end_matches('.'))
}

/// Fills a work with so many words in all; 0 where nobody says how many.
fn hand_in(work: &mut Work, mark: &str, room: u32) {
    let items = match &*work {
        Work::Arguments(all) => all.len(),
        Work::CrossExamination(all) => all.len(),
        Work::Replies(all) => all.len(),
        Work::Closing(_) => 1,
        Work::Framing(_) | Work::Synthesis(_) => 4,
    };
    let items = u32::try_from(items.max(1)).unwrap_or(u32::MAX);
    let each = if room > 0 { room / items } else { ITEM };
    let part = |percent: u32| each.saturating_mul(percent) / 100;
    match work {
        Work::Arguments(all) => {
            for (number, one) in all.iter_mut().enumerate() {
                argument(one, &format!("{mark}.{number}"), part);
            }
        }
        Work::CrossExamination(all) => {
            for (number, one) in all.values_mut().enumerate() {
                one.reasoning = words(&format!("{mark}.{number}"), part(70));
                one.follow_up_question = question(&format!("{mark}.{number}.1"), part(30).max(3));
            }
        }
        Work::Replies(all) => {
            for (number, one) in all.values_mut().enumerate() {
                *one = words(&format!("{mark}.{number}"), each);
            }
        }
        Work::Closing(closing) => {
            closing.concessions = vec![words(&format!("{mark}.1"), part(10))];
            closing.not_rebutted = vec![words(&format!("{mark}.2"), part(10))];
            closing.final_position = words(mark, part(80));
        }
        Work::Framing(_) => {}
        Work::Synthesis(synthesis) => {
            let lists = [
                &mut synthesis.areas_of_agreement,
                &mut synthesis.core_disagreements,
                &mut synthesis.evidence_gaps,
                &mut synthesis.decision_hinges,
            ];
            for (number, list) in lists.into_iter().enumerate() {
                for one in list {
                    let more = each.saturating_sub(crate::text::count_words(one));
                    *one = format!("{one} {}", words(&format!("{mark}.{number}"), more));
                    one.truncate(one.trim_end().len());
                }
            }
        }
    }
}

fn argument(one: &mut Argument, mark: &str, part: impl Fn(u32) -> u32) {
    one.claim = words(&format!("{mark}.1"), part(20).max(5));
    one.reasoning = words(&format!("{mark}.2"), part(45));
    one.evidence = words(&format!("{mark}.3"), part(20));
    if let Some(detail) = &mut one.detail {
        for (number, text) in detail.assumptions.iter_mut().enumerate() {
            *text = words(&format!("{mark}.4.{number}"), part(7));
        }
        for (number, text) in detail.uncertainties.iter_mut().enumerate() {
            *text = words(&format!("{mark}.5.{number}"), part(7));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::count_words;

    #[test]
    fn as_many_words_as_are_wanted() {
        for count in [0, 1, 9, 10, 11, 250] {
            assert_eq!(count_words(&words("1", count)), count);
        }
        let (one, other) = (words("1", 10), words("2", 10));
        assert_ne!(one, other);
        // A word and what stands behind it have about six letters, as in English speech.
        let letters = words("1", 100).chars().count();
        assert!((560..=640).contains(&letters), "{letters}");
    }
}
