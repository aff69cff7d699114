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
        own_claims: Vec::new(),
        detail: Some(Detail {
            evidence_type: EvidenceType::Fact,
            confidence: Confidence::Low,
            assumptions: vec![assumed],
            uncertainties: vec![unknown],
        }),
    }
}

fn two() -> Work {
    Work::Arguments(vec![
        argument(
            "PRO-1",
            [
                "Carts are slow. Boats are not.",
                "They wait.",
                "A count.",
                "No war.",
                "How many.",
            ],
        ),
        argument(
            "PRO-2",
            [
                "Streets are full.",
                "People stop",
                "Two counts.",
                "No snow.",
                "How long.",
            ],
        ),
    ])
}

#[test]
fn what_is_said_of_a_work_has_less_in_it() {
    let said = |words| two().up_to(words);
    let Work::Arguments(none) = said(0) else {
        panic!()
    };
    assert!(none.is_empty());
    let Work::Arguments(begun) = said(4) else {
        panic!()
    };
    assert_eq!(
        (begun.len(), &*begun[0].claim),
        (1, "Carts are slow. Boats")
    );
    let detail = begun[0].detail.as_ref().unwrap();
    assert_eq!((&*begun[0].reasoning, detail.assumptions.len()), ("", 0));
    let Work::Arguments(first) = said(14) else {
        panic!()
    };
    let detail = first[0].detail.as_ref().unwrap();
    assert_eq!(
        (&*first[0].evidence, &*detail.assumptions),
        ("A count.", &["No war.".to_owned()][..])
    );
    assert_eq!(
        (first.len(), &*detail.uncertainties),
        (1, &["How many.".to_owned()][..])
    );
    assert_eq!(said(u32::MAX), two());
}

#[test]
fn words_are_said_in_the_order_of_the_texts() {
    let said = |from, to| two().words_between(from, to);
    assert_eq!(said(0, 2), "Carts are");
    assert_eq!(said(2, 7), " slow. Boats are not.\nThey");
    assert_eq!(said(8, 8), "");
    assert_eq!(said(0, u32::MAX), two().words());
}

#[test]
fn a_draft_is_cut_at_the_end_of_a_sentence() {
    let draft = WorkDraft::of(two(), true);
    let ends: Vec<u32> = (0..draft.words())
        .map(|from| draft.sentence_end(from))
        .collect();
    assert_eq!(ends[..8], [3, 3, 3, 6, 6, 6, 8, 8]);
    assert_eq!(
        draft.cut_at(4, 40),
        Some(6),
        "the sentence is said to its end"
    );
    assert_eq!(draft.cut_at(6, 40), Some(6));
    assert_eq!(draft.cut_at(4, 5), Some(5), "but for one that does not end");
    // No argument is begun that cannot be ended: the first one ends after 14 words.
    for limit in 15..=20 {
        assert_eq!(draft.cut_at(limit, 99), Some(14));
    }
    assert_eq!(draft.cut_at(draft.words(), 99), None);
    assert_eq!(
        draft.cut_at(draft.words() - 1, 99),
        None,
        "its last sentence is its end"
    );
}

#[test]
fn what_was_said_of_an_older_draft_is_held_as_far_as_the_new_one_says_it() {
    let older = WorkDraft::of(two(), false);
    let Work::Arguments(mut other) = two() else {
        panic!()
    };
    other[0].reasoning = "They wait long.".to_owned();
    let other = WorkDraft::of(Work::Arguments(other), false);
    for (said, held) in [(0, 0), (4, 4), (6, 6), (7, 7), (8, 6), (20, 6)] {
        assert_eq!(other.holds(&older, said), held, "{said}");
    }
    assert_eq!(older.holds(&older, 20), 20);
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
