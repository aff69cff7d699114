//! Answers: to points of information, to questions, and to arguments of the other side. One answers where it takes up
//! a word of what it answers; the words of the motion, which everybody uses, count where there is nothing else.

use std::collections::{BTreeMap, BTreeSet};

use super::TrialFindings;
use crate::{
    catalog::Task,
    debate::{DebateState, written::Work},
    eval::said,
    text::content::content_words,
};

/// The answers of a debate that do not answer are those that are not among the found.
pub(super) fn findings(state: &DebateState) -> TrialFindings {
    let motion = state.opening.as_deref().map(|opening| &opening.motion);
    let motion = motion.map_or_else(BTreeSet::new, |one| {
        content_words([&*one.motion, &*one.question])
    });
    let mut found = TrialFindings::default();
    for (asked, answer) in pairs(state) {
        let asked = content_words([asked.as_str()]);
        let telling: BTreeSet<String> = asked.difference(&motion).cloned().collect();
        let telling = if telling.is_empty() { asked } else { telling };
        let answers = !telling.is_disjoint(&content_words([answer.as_str()]));
        found.look(answer, answers);
    }
    found
}

/// What was asked or argued, and what was said to it.
fn pairs(state: &DebateState) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for point in &state.points {
        if let Some(answer) = point.answer().filter(|answer| !answer.is_empty()) {
            pairs.push((point.text.clone(), answer.to_owned()));
        }
    }
    let arguments: BTreeMap<&str, String> = state
        .arguments()
        .map(|(_, one)| {
            (
                one.id.as_str(),
                format!("{} {} {}", one.claim, one.reasoning, one.evidence),
            )
        })
        .collect();
    let mut questions: BTreeMap<&str, String> = BTreeMap::new();
    let mut question = None;
    for turn in said::turns(state) {
        match &turn.work {
            Some(Work::CrossExamination(all)) => {
                for (id, response) in all {
                    let argued = arguments.get(id.as_str()).cloned().unwrap_or_default();
                    pairs.push((argued, response.reasoning.clone()));
                    let asked = questions.entry(id).or_default();
                    asked.push(' ');
                    asked.push_str(&response.follow_up_question);
                }
            }
            Some(Work::Replies(all)) => {
                for (id, reply) in all {
                    let asked = questions.get(id.as_str()).cloned().unwrap_or_default();
                    pairs.push((asked, reply.clone()));
                }
            }
            Some(Work::Arguments(_) | Work::Closing(_) | Work::Framing(_) | Work::Synthesis(_))
            | None => {}
        }
        if turn.task == Task::Question {
            question = Some(turn.text.clone());
        } else if turn.task == Task::Answer
            && let Some(asked) = question.take()
        {
            pairs.push((asked, turn.text.clone()));
        }
    }
    pairs.retain(|(asked, _)| !content_words([asked.as_str()]).is_empty());
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::sample::SampleDebate;

    #[test]
    fn an_answer_that_takes_the_question_up_answers() {
        let answered = |answer: &str| {
            let mut debate = SampleDebate::new();
            let turn = debate.open("prop.1", "Ban every car from the market.");
            debate.point(
                turn,
                "opp.1",
                "Who carries the flour to the market?",
                Some(answer),
            );
            debate.close(turn);
            let found = findings(&debate.state);
            (found.found.len(), found.of)
        };
        assert_eq!(answered("A cart carries it, as it always did."), (1, 1));
        assert_eq!(answered("My grandmother was a lighthouse keeper."), (0, 1));
        // The words of the motion are everybody's.
        assert_eq!(answered("I would ban cars."), (0, 1));
    }
}
