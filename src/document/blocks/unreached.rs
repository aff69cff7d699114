//! The parts of a written turn that its time was not enough for.

use crate::{
    debate::{
        state::Turn,
        written::{Argument, Work},
    },
    text::counted,
};

/// The parts of a turn that the clock has cut that are empty or were not begun, each with the words for people.
pub(super) fn unreached(turn: &Turn) -> Vec<String> {
    let parts = turn.work.as_ref().map(unfinished).unwrap_or_default();
    let more = turn
        .left_out
        .map(|count| counted(count, "more argument", "more arguments"));
    parts.into_iter().chain(more).collect()
}

fn unfinished(work: &Work) -> Vec<String> {
    match work {
        Work::Arguments(all) => all.last().map_or_else(Vec::new, of_argument),
        Work::CrossExamination(all) => {
            let unasked = all
                .iter()
                .filter(|(_, one)| one.follow_up_question.is_empty());
            unasked
                .map(|(id, _)| format!("the question on {id}"))
                .collect()
        }
        Work::Closing(closing) if closing.final_position.is_empty() => {
            vec!["the position in the end".to_owned()]
        }
        Work::Synthesis(synthesis) => {
            let parts = synthesis.parts();
            let empty = parts.iter().filter(|(_, part)| part.is_empty());
            empty.map(|(title, _)| format!("\"{title}\"")).collect()
        }
        Work::Closing(_) | Work::Replies(_) | Work::Framing(_) => Vec::new(),
    }
}

fn of_argument(one: &Argument) -> Vec<String> {
    let id = &one.id;
    let mut parts = vec![
        (one.reasoning.is_empty(), format!("the reasons for {id}")),
        (one.evidence.is_empty(), format!("the evidence for {id}")),
    ];
    if let Some(detail) = &one.detail {
        parts.extend([
            (detail.assumptions.is_empty(), format!("what {id} assumes")),
            (
                detail.uncertainties.is_empty(),
                format!("what is not known of {id}"),
            ),
        ]);
    }
    let empty = parts.into_iter().filter(|(is_empty, _)| *is_empty);
    empty.map(|(_, words)| words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Task;
    use crate::debate::{
        delivery::WorkDraft,
        ids::{Seat, TurnId},
        written::{ClosingStatement, Confidence, Detail, EvidenceType, Shift, Synthesis},
    };

    /// What is not reached where the work is cut after each of these numbers of words.
    fn cut(work: &Work) -> Vec<String> {
        let draft = WorkDraft::of(work.clone(), true);
        let mut told: Vec<String> = (1..=draft.words())
            .map(|words| unfinished(&work.up_to(words)).join(", "))
            .collect();
        told.dedup();
        told
    }

    #[test]
    fn the_parts_that_the_clock_left_out_are_named() {
        let argument = Argument {
            id: "PRO-1".into(),
            category: None,
            claim: "Trams pay.".into(),
            reasoning: "They carry many.".into(),
            evidence: "Zurich did.".into(),
            own_claims: Vec::new(),
            detail: Some(Detail {
                evidence_type: EvidenceType::Fact,
                confidence: Confidence::High,
                assumptions: vec!["Cities stay.".into()],
                uncertainties: vec!["Fares rise.".into()],
            }),
        };
        assert_eq!(
            cut(&Work::Arguments(vec![argument])),
            [
                "the reasons for PRO-1, the evidence for PRO-1, what PRO-1 assumes, what is not known of PRO-1",
                "the evidence for PRO-1, what PRO-1 assumes, what is not known of PRO-1",
                "what PRO-1 assumes, what is not known of PRO-1",
                "what is not known of PRO-1",
                "",
            ]
        );
        let closing = ClosingStatement {
            concessions: vec!["Cars are fast.".into()],
            not_rebutted: vec![],
            shift: Shift::Unchanged,
            final_position: "Trams it is.".into(),
        };
        assert_eq!(
            cut(&Work::Closing(closing)),
            ["the position in the end", ""]
        );
        let synthesis = Synthesis {
            areas_of_agreement: vec!["Air.".into()],
            core_disagreements: vec!["Cost.".into()],
            evidence_gaps: vec!["Use.".into()],
            decision_hinges: vec!["Time.".into()],
        };
        assert_eq!(
            cut(&Work::Synthesis(synthesis)).first().map(String::as_str),
            Some("\"Core disagreements\", \"Evidence gaps\", \"Decision hinges\"")
        );
        let mut turn = Turn::begun(TurnId(0), Seat::named("pro.1"), Task::Arguments, 0);
        turn.left_out = Some(2);
        assert_eq!(unreached(&turn), ["2 more arguments"]);
    }
}
