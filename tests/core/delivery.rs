//! Delivery: how work is read out, whatever stands in it.

use hustings::debate::{
    delivery::WorkDraft,
    written::{
        Argument, ClosingStatement, Confidence, Detail, EvidenceType, Response, ResponseType,
        Shift, Synthesis, Work,
    },
};
use hustings::text::count_words;
use proptest::prelude::*;

fn argument(id: &str, texts: [&str; 5]) -> Argument {
    let [claim, reasoning, evidence, assumed, unknown] = texts.map(str::to_owned);
    Argument {
        id: id.to_owned(),
        category: None,
        claim,
        reasoning,
        evidence,
        detail: Some(Detail {
            evidence_type: EvidenceType::Fact,
            confidence: Confidence::Low,
            assumptions: vec![assumed],
            uncertainties: vec![unknown],
        }),
    }
}

fn works() -> impl Strategy<Value = Work> {
    let text = "[A-Z][a-z]{1,6}( [a-z]{1,6}){0,6}[.?]?( [A-Z][a-z]{1,4}( [a-z]{1,6}){0,3}[.!])?|";
    let list = || prop::collection::vec(text, 0..4);
    let arguments = prop::collection::vec([text; 5], 0..4).prop_map(|all| {
        let all = (1..).zip(all).map(|(number, texts): (u32, [String; 5])| {
            argument(
                &format!("PRO-{number}"),
                texts.each_ref().map(String::as_str),
            )
        });
        Work::Arguments(all.collect())
    });
    let responses = prop::collection::vec([text; 2], 0..4).prop_map(|all| {
        let all = (1..)
            .zip(all)
            .map(|(number, [reasoning, follow_up_question]): (u32, _)| {
                let response_type = ResponseType::Partial;
                let response = Response {
                    reasoning,
                    response_type,
                    follow_up_question,
                };
                (format!("CON-{number}"), response)
            });
        Work::CrossExamination(all.collect())
    });
    let closing = (list(), list(), text).prop_map(|(concessions, not_rebutted, final_position)| {
        Work::Closing(ClosingStatement {
            concessions,
            not_rebutted,
            shift: Shift::Adjusted,
            final_position,
        })
    });
    let synthesis = [list(), list(), list(), list()].prop_map(|[a, b, c, d]| {
        Work::Synthesis(Synthesis {
            areas_of_agreement: a,
            core_disagreements: b,
            evidence_gaps: c,
            decision_hinges: d,
        })
    });
    prop_oneof![arguments, responses, closing, synthesis]
}

proptest! {
    #[test]
    fn as_many_words_are_said_as_were_released(work in works(), words in 0_u32..120) {
        let draft = WorkDraft::of(work.clone(), true);
        prop_assert_eq!(draft.words(), work.texts().into_iter().map(count_words).sum::<u32>());
        let said = WorkDraft::of(work.up_to(words), false);
        prop_assert_eq!(said.words(), words.min(draft.words()));
        prop_assert_eq!(draft.holds(&said, said.words()), said.words());
        prop_assert!(draft.sentence_end(words) > words || draft.sentence_end(words) == draft.words());
    }
}
