//! The decision briefing: what is in it, of which debates there is one, and that it stays a page whatever was written.

// The setting for tests does not reach their helpers.
#![allow(clippy::unwrap_used)]

use crate::{
    common::{FORMATS, world::short_debate},
    samples,
};

use std::sync::Arc;

use hustings::{
    debate::{
        DebateState,
        event::{Event, Record},
        grants::{GrantAnswer, GrantPlace},
        ids::Seat,
        scores::{Flag, Judged, Judgement, Scores, Standing},
        written::{ResponseType, Work},
    },
    export::{Form, Wishes, briefing},
};

/// Words on a page, set closely.
const PAGE: usize = 700;

const HEADINGS: [&str; 7] = [
    "## What each side established",
    "## What fell",
    "## What is agreed",
    "## What is open",
    "## Fallacies",
    "## What would change the answer",
    "## The recommendation",
];

/// Where something of the definitions is contested or left out.
const TERMS: &str = "## How the terms stand";

/// Formats whose debates end with a judge's report or a synthesis.
const BRIEFED: [&str; 7] = [
    "assembly",
    "british-parliamentary",
    "clearside",
    "lincoln-douglas",
    "panel",
    "structured",
    "world-schools",
];

fn told(records: &[Record]) -> String {
    briefing(&DebateState::fold(records)).unwrap()
}

/// What stands under a heading.
fn under<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(heading).unwrap();
    rest.split("\n## ").next().unwrap().trim()
}

#[test]
fn there_is_a_briefing_on_debates_with_a_rubric_or_a_synthesis_and_none_on_others() {
    for id in FORMATS {
        for bytes in [Vec::new(), (0..=255).rev().collect()] {
            let records = short_debate(id, bytes);
            let content = Form::Briefing.content(&records, Wishes::default());
            if !BRIEFED.contains(&id) {
                let refused = content.err().unwrap();
                assert!(
                    refused.message.contains("neither a rubric nor a synthesis"),
                    "{id}: {}",
                    refused.message
                );
                continue;
            }
            let mut out = Vec::new();
            content.unwrap()(&mut out).unwrap();
            let page = String::from_utf8(out).unwrap();
            let headings = page.lines().filter(|line| line.starts_with("## "));
            let state = DebateState::fold(&records);
            let mut taken = state.definitions_taken();
            let is_disputed =
                taken.any(|(_, one)| !one.left_out.is_empty() || !one.contested.is_empty());
            let expected = is_disputed.then_some(TERMS).into_iter().chain(HEADINGS);
            assert!(
                headings.eq(expected),
                "{id}, disputed: {is_disputed}\n{page}"
            );
            for heading in HEADINGS {
                assert!(!under(&page, heading).is_empty(), "{id}: {heading}\n{page}");
            }
        }
    }
    let unopened = Form::Briefing.content(&[], Wishes::default());
    assert!(unopened.err().unwrap().message.contains("never opened"));
}

#[test]
fn a_briefing_tells_the_debate_on_a_page() {
    insta::assert_snapshot!(told(&samples::debate(samples::ID)));
}

/// A structured debate whose judge is of this mind about the arguments, by their ids.
fn judged(judge: impl Fn(&str) -> (Standing, f64)) -> Vec<Record> {
    let mut records = short_debate("structured", Vec::new());
    let opening = records.iter().find_map(|record| match &record.event {
        Event::Opened(opening) => Some(Arc::clone(opening)),
        _ => None,
    });
    let rubric = opening.unwrap().format.rubric.clone().unwrap();
    let mut given: Vec<Judgement> = Vec::new();
    for record in &mut records {
        match &mut record.event {
            Event::JudgementGiven { judgement, .. } => {
                for (id, marks) in &mut judgement.marks {
                    let (standing, score) = judge(id);
                    marks.standing = Some(standing);
                    marks.reason = format!("the judge on {id}");
                    marks.scores.values_mut().for_each(|one| *one = score);
                    marks.fallacies.clear();
                }
                given.push((**judgement).clone());
            }
            Event::ScoresGiven(scores) => {
                let totals = scores.totals.iter();
                let name = |side: &str| if side == "pro" { "Pro" } else { "Con" }.to_owned();
                let items = totals.map(|one| (one.id.clone(), one.side.clone(), name(&one.side)));
                let items = items.collect();
                let marks: Vec<_> = given.iter().map(|one| &one.marks).collect();
                **scores = Scores::of(&rubric, &items, &marks).unwrap();
            }
            _ => {}
        }
    }
    records
}

#[test]
fn what_stands_fell_and_is_open_is_what_the_judge_says_of_each_argument() {
    let records = judged(|id| match id {
        "PRO-1" => (Standing::Upheld, 9.0),
        "CON-1" => (Standing::PartiallyUpheld, 7.0),
        "CON-2" => (Standing::Uncertain, 5.0),
        _ => (Standing::Refuted, 3.0),
    });
    let page = told(&records);
    let [stands, fell, _, open, fallacies, change, advice] =
        HEADINGS.map(|heading| under(&page, heading));
    assert!(stands.contains("PRO-1, upheld: "), "{page}");
    assert!(stands.contains("CON-1, partly upheld: "), "{page}");
    assert!(stands.contains("the judge on CON-1"), "the reason: {page}");
    assert!(stands.find("**Pro**") < stands.find("**Con**"), "{page}");
    for other in ["PRO-2", "CON-2"] {
        assert!(!stands.contains(other), "{other}: {page}");
    }
    assert!(fell.contains("PRO-2, refuted: "), "{page}");
    assert!(open.contains("CON-2, uncertain: "), "{page}");
    assert_eq!(fallacies, "*The judges flagged none.*");
    // Means of 9, 3, 3 … and 7, 5, 3 …: without its one good argument Pro is behind.
    assert!(change.contains(" apart, "), "{page}");
    let state = DebateState::fold(&records);
    let report = state.reports().next().unwrap();
    assert!(advice.contains(report.recommendation.trim()), "{page}");
}

#[test]
fn what_would_turn_the_first_place_is_computed() {
    let close = judged(|id| match id {
        "PRO-1" => (Standing::Upheld, 10.0),
        _ if id.starts_with("PRO") => (Standing::Upheld, 4.0),
        _ => (Standing::Upheld, 5.0),
    });
    let page = told(&close);
    let change = under(&page, HEADINGS[5]);
    assert!(change.contains("Without PRO-1, Con would lead."), "{page}");
    let clear = judged(|id| {
        let score = if id.starts_with("PRO") { 9.0 } else { 3.0 };
        (Standing::Upheld, score)
    });
    let page = told(&clear);
    let change = under(&page, HEADINGS[5]);
    assert!(change.contains("stays the same whichever one"), "{page}");
}

#[test]
fn what_one_side_concedes_is_agreed_and_told_once() {
    let mut records = judged(|_| (Standing::Upheld, 6.0));
    for record in &mut records {
        if let Event::Submitted { work, .. } = &mut record.event {
            match &mut **work {
                Work::CrossExamination(all) => {
                    for (id, response) in all {
                        response.response_type = if id == "CON-1" {
                            ResponseType::Concede
                        } else {
                            ResponseType::Refute
                        };
                    }
                }
                Work::Closing(closing) => {
                    closing.concessions =
                        vec!["CON-1 is right.".into(), "Costs will rise at first.".into()];
                }
                _ => {}
            }
        }
    }
    let page = told(&records);
    let agreed = under(&page, HEADINGS[2]);
    assert!(agreed.contains("CON-1, conceded by "), "{page}");
    assert!(!agreed.contains("CON-1 is right"), "told twice: {page}");
    assert!(
        agreed.contains("Granted by ")
            && agreed.contains(", not confirmed: Costs will rise at first."),
        "{page}"
    );
}

#[test]
fn why_there_is_no_recommendation_is_said() {
    // The moderator of ClearSide recommends nothing.
    let page = told(&short_debate("clearside", Vec::new()));
    assert!(
        under(&page, HEADINGS[6]).contains("takes none of them"),
        "{page}"
    );
    // A judge of no use.
    let mut records = short_debate("structured", Vec::new());
    for record in &mut records {
        if let Event::JudgementGiven { judge, again, .. } = &record.event {
            record.event = Event::JudgementUnusable {
                judge: judge.clone(),
                again: *again,
                reason: "no JSON".into(),
                raw: String::new(),
            };
        }
    }
    records.retain(|record| !matches!(record.event, Event::ScoresGiven(_)));
    let state = DebateState::fold(&records);
    assert!(matches!(
        state.judgements.first(),
        Some((_, Judged::Unusable { .. }))
    ));
    let page = told(&records);
    assert!(
        under(&page, HEADINGS[6]).contains("no judge's report was of use"),
        "{page}"
    );
    assert!(
        under(&page, HEADINGS[1]).contains("No judge has ruled"),
        "{page}"
    );
    // It is not over.
    let end = records.len();
    let half = &records[..end / 2];
    let page = told(half);
    assert!(
        under(&page, HEADINGS[6]).contains("the debate is not over"),
        "{page}"
    );
}

#[test]
fn whatever_was_written_a_briefing_stays_a_page_with_the_same_headings() {
    const HOSTILE: &str =
        "# heading\n\n## What fell\n\n- item\n| a | b |\n</details> **b** \u{1b}[31m ";
    let long = HOSTILE.repeat(60);
    for id in BRIEFED {
        let mut records = short_debate(id, Vec::new());
        for record in &mut records {
            match &mut record.event {
                Event::JudgementGiven { judgement, .. } => {
                    judgement.key_insight.clone_from(&long);
                    judgement.recommendation.clone_from(&long);
                    judgement.unresolved_questions = vec![long.clone(); 3]
                        .into_iter()
                        .enumerate()
                        .map(|(at, text)| format!("{at} {text}"))
                        .chain((0..9).map(|at| format!("question {at}")))
                        .collect();
                    for marks in judgement.marks.values_mut() {
                        marks.reason.clone_from(&long);
                        marks.strengths = vec![long.clone(); 4];
                        marks.weaknesses = vec![long.clone(); 4];
                        marks.fallacies = vec![Flag {
                            fallacy: "Straw man".into(),
                            words: long.clone(),
                        }];
                    }
                }
                Event::Submitted { work, .. } => match &mut **work {
                    Work::Arguments(all) => {
                        for one in all {
                            one.claim.clone_from(&long);
                        }
                    }
                    Work::Closing(closing) => closing.concessions = vec![long.clone(); 9],
                    Work::Synthesis(all) => {
                        for part in [
                            &mut all.areas_of_agreement,
                            &mut all.core_disagreements,
                            &mut all.evidence_gaps,
                            &mut all.decision_hinges,
                        ] {
                            *part = (0..9).map(|at| format!("{at} {long}")).collect();
                        }
                    }
                    _ => {}
                },
                Event::GrantsConfirmed { answers, .. } => {
                    // Everything that is granted is in dispute.
                    let all = answers.iter().flat_map(|one| {
                        (0..9).filter_map(|concession| {
                            let GrantPlace::Closing { turn, .. } = one.grant else {
                                return None;
                            };
                            Some(GrantAnswer {
                                grant: GrantPlace::Closing { turn, concession },
                                dispute: Some(format!("{concession} {long}")),
                            })
                        })
                    });
                    *answers = all.collect();
                }
                Event::DefinitionsTaken { definitions, .. } => {
                    definitions.left_out = (0..9).map(|at| format!("{at} {long}")).collect();
                    for one in &mut definitions.contested {
                        one.how.clone_from(&long);
                    }
                }
                _ => {}
            }
        }
        let page = told(&records);
        let headings = page.lines().filter(|line| line.starts_with('#')).skip(1);
        let terms = Some(TERMS).filter(|_| id != "panel");
        assert!(
            headings.eq(terms.into_iter().chain(HEADINGS)),
            "{id}\n{page}"
        );
        assert!(!page.contains('\u{1b}'), "{id}");
        let words = page.split_whitespace();
        let words = words
            .filter(|word| word.contains(char::is_alphanumeric))
            .count();
        assert!(words <= PAGE, "{id}: {words} words\n{page}");
    }
}

#[test]
fn private_notes_are_in_no_briefing() {
    for id in BRIEFED {
        let records = short_debate(id, Vec::new());
        let state = DebateState::fold(&records);
        let page = told(&records);
        let speakers = &state.opening.as_deref().unwrap().speakers;
        let seats: Vec<Seat> = speakers.iter().map(|one| one.seat.clone()).collect();
        for notes in seats.iter().filter_map(|seat| state.notes(seat)) {
            assert!(!page.contains(notes.text.trim()), "{id}\n{page}");
        }
    }
}
