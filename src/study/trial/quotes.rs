//! What verdicts and reports quote: words in quotation marks, and those that a judge names as suspicious. They should
//! have been said.

use super::TrialFindings;
use crate::{
    debate::{DebateState, scores::Judged},
    eval::said,
    similarity::LEAST_WHOLE,
    text::{quotes, words},
};

/// The quotations of all verdicts and reports, and those that nobody said.
pub(super) fn findings(state: &DebateState) -> TrialFindings {
    let mut said: Vec<String> = said::turns(state)
        .map(|turn| said::text(turn).into_owned())
        .collect();
    let points = state.points.iter();
    said.extend(points.flat_map(|point| {
        [
            point.text.clone(),
            point.answer().unwrap_or_default().to_owned(),
        ]
    }));
    said.extend(state.interventions.iter().map(|item| item.text.clone()));
    said.extend(
        state
            .opening
            .iter()
            .map(|opening| opening.motion.motion.clone()),
    );
    let mut found = TrialFindings::default();
    let verdicts = verdicts(state);
    let in_marks = verdicts.iter().flat_map(|text| quoted(text));
    for words in in_marks.chain(flagged(state)) {
        found.look(words, !said.iter().any(|text| quotes(text, words)));
    }
    found
}

/// Everything that verdicts, reports and assessments say, text by text.
pub(super) fn verdicts(state: &DebateState) -> Vec<String> {
    let mut all = Vec::new();
    for verdict in state.looks.values().flatten() {
        all.extend(
            verdict
                .core_tensions
                .iter()
                .chain(&verdict.most_damaging_rebuttals)
                .cloned(),
        );
        all.extend(
            verdict
                .unchallenged
                .iter()
                .chain(&verdict.decisive_moments)
                .cloned(),
        );
        all.extend([
            verdict.strongest_argument_prop.clone(),
            verdict.strongest_argument_opp.clone(),
            verdict.most_compelling_speaker.clone(),
            verdict.weakest_link.clone(),
            verdict.analysis.clone(),
        ]);
    }
    for (_, judged) in &state.judgements {
        let Judged::Given(report) = judged else {
            continue;
        };
        all.extend([report.key_insight.clone(), report.recommendation.clone()]);
        all.extend(report.unresolved_questions.iter().cloned());
        for marks in report.marks.values() {
            all.push(marks.reason.clone());
            all.extend(marks.strengths.iter().chain(&marks.weaknesses).cloned());
        }
    }
    for assessment in state.assessments.values().flatten() {
        all.push(assessment.key_contribution.clone());
        all.extend(assessment.missed_opportunity.clone());
        all.extend(assessment.feedback.iter().cloned());
    }
    all
}

/// The words that judges name as suspicious.
fn flagged(state: &DebateState) -> impl Iterator<Item = &str> {
    let reports = state
        .judgements
        .iter()
        .filter_map(|(_, judged)| match judged {
            Judged::Given(report) => Some(report),
            Judged::Unusable { .. } => None,
        });
    let marks = reports.flat_map(|report| report.marks.values());
    let words = marks
        .flat_map(|marks| &marks.fallacies)
        .map(|flag| flag.words.trim());
    words.filter(|words| !words.is_empty())
}

/// What stands between quotation marks in a text, where it is more than a word or two.
fn quoted(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once(['"', '“', '«']) {
        let Some((inner, after)) = behind.split_once(['"', '”', '»']) else {
            break;
        };
        if words(inner).nth(LEAST_WHOLE - 1).is_some() {
            all.push(inner);
        }
        rest = after;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::{
            answer::{DirectVerdict, Vote},
            event::Event,
            looks::TeamOrder,
        },
        eval::tests::sample::SampleDebate,
    };

    #[test]
    fn what_was_never_said_is_found() {
        let mut debate = SampleDebate::new();
        debate.speech(
            "prop.1",
            "Streets are for people, and people come first.",
            &[],
        );
        let verdict = DirectVerdict {
            core_tensions: Vec::new(),
            strongest_argument_prop: "Gandhi's \"streets are for people\" won it.".to_owned(),
            strongest_argument_opp: "His “roads belong to kings” did not.".to_owned(),
            most_damaging_rebuttals: Vec::new(),
            unchallenged: Vec::new(),
            decisive_moments: vec!["\"No\" was heard.".to_owned()],
            most_compelling_speaker: "Gandhi".to_owned(),
            weakest_link: "Smith".to_owned(),
            analysis: String::new(),
            vote: Vote::Aye,
        };
        debate.add(Event::VerdictGiven {
            order: TeamOrder::AsSeated,
            verdict: Box::new(verdict),
        });
        let found = findings(&debate.state);
        assert_eq!(
            (found.found.as_slice(), found.of),
            (&["roads belong to kings".to_owned()][..], 2)
        );
        assert!(quoted("An open \"mark that never ends").is_empty());
    }
}
