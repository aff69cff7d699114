//! The two looks of judges for their reports: who looks twice, what counts of them, and when a result is contested.

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        ask::Ask,
        decide::Answer,
        ids::Seat,
        looks::TeamOrder,
        missing::{is_poorer, missing},
        opening::Options,
        rehearsal,
        scores::{Judgement, Scores},
        three_verdicts::Favoured,
    },
    setup::fixture,
};

use crate::common::{
    FORMATS, opening_in,
    world::{World, choices, short},
};

fn options(judge_passes: Option<u32>) -> Options {
    Options {
        judge_passes,
        ..short()
    }
}

fn world(format: &str, judge_passes: Option<u32>, profile: &Profile) -> World {
    World::opened(opening_in(format, 3, options(judge_passes), profile))
}

/// The reports that were asked for, in order: of which judge, with the teams in which order.
fn asked(world: &World) -> Vec<(Seat, TeamOrder)> {
    world.asked(|ask, _| match ask {
        Ask::Judge { judge, .. } => Some((judge.clone(), ask.team_order().unwrap())),
        _ => None,
    })
}

#[test]
fn reports_are_asked_for_twice_with_the_teams_exchanged() {
    for format in FORMATS {
        let mut world = world(format, None, &Profile::default());
        world.run(&mut choices(), 0);
        let judge = Seat::judge(1);
        let both = [
            (judge.clone(), TeamOrder::AsSeated),
            (judge, TeamOrder::Exchanged),
        ];
        let has_reports = !world.state.judges().is_empty();
        let expected = if has_reports { &both[..] } else { &[] };
        assert_eq!(asked(&world), expected, "{format}");
        assert_eq!(world.state.judgements.len(), world.state.judges().len());
        if let Some(scores) = &world.state.scores {
            assert!(scores.looks.is_some(), "{format}");
        }
    }
}

#[test]
fn every_second_judge_begins_with_the_teams_exchanged() {
    let mut choice = fixture::choice("structured", &fixture::PEOPLE);
    choice.judges = Some(2);
    choice.options = options(None);
    let mut world = World::opened(fixture::resolved(choice, "scripted", &Profile::default()));
    world.run(&mut choices(), 0);
    let (one, two) = (Seat::judge(1), Seat::judge(2));
    assert_eq!(
        asked(&world),
        [
            (one.clone(), TeamOrder::AsSeated),
            (one, TeamOrder::Exchanged),
            (two.clone(), TeamOrder::Exchanged),
            (two, TeamOrder::AsSeated),
        ]
    );
    assert_eq!(world.state.scores.as_ref().unwrap().judges, 2);
}

#[test]
fn a_report_is_asked_for_once_of_a_small_judge_and_wherever_that_is_said() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let usual = Profile::default();
    for (passes, profile, times) in [
        (None, &usual, 2),
        (Some(1), &usual, 1),
        (None, &small, 1),
        (Some(2), &small, 2),
    ] {
        let mut world = world("structured", passes, profile);
        world.run(&mut choices(), 0);
        assert_eq!(asked(&world).len(), times, "{passes:?}");
        let scores = world.state.scores.as_ref().unwrap();
        assert_eq!(scores.looks.is_some(), times == 2, "{passes:?}");
    }
}

/// More for one side: for the first in the first look, and for that or the other in the second.
fn answers(state: &DebateState, ask: &Ask, is_contested: bool) -> Option<Answer> {
    let Ask::Judge { again, .. } = ask else {
        return None;
    };
    let mut answer = rehearsal::answer(state, ask);
    if let Answer::Judgement(report) = &mut answer {
        let better = if is_contested && *again { "CON" } else { "PRO" };
        let more = if *again { 3.0 } else { 2.0 };
        for (_, marks) in report
            .marks
            .iter_mut()
            .filter(|(id, _)| id.starts_with(better))
        {
            marks.scores.values_mut().for_each(|score| *score += more);
        }
    }
    Some(answer)
}

fn judged(is_contested: bool) -> World {
    let mut world = world("structured", None, &Profile::default());
    world.answers = Some(Box::new(move |state, ask| {
        answers(state, ask, is_contested)
    }));
    world.run(&mut choices(), 0);
    world
}

#[test]
fn marks_are_the_mean_of_both_looks_and_their_difference_is_known() {
    let world = judged(false);
    let state = &world.state;
    let scores = state.scores.as_ref().unwrap();
    assert!(!scores.is_contested());
    assert_eq!(scores.leader().unwrap().id, "pro");
    let looks = scores.looks.as_ref().unwrap();
    // A point apart for one of the two sides.
    assert!((looks.most - 1.0).abs() < 1e-9 && (looks.difference - 0.5).abs() < 1e-9);
    let rubric = state
        .opening
        .as_deref()
        .unwrap()
        .format
        .rubric
        .clone()
        .unwrap();
    let best = &scores.totals.iter().find(|one| one.side == "pro").unwrap();
    assert!((best.total - (rubric.lowest + 2.5)).abs() < 1e-9);
    assert_eq!(state.three_verdicts().opinion, Some(Favoured::Side("pro")));
}

#[test]
fn looks_that_put_different_sides_first_make_the_result_contested_and_it_counts_for_neither() {
    let world = judged(true);
    let scores = world.state.scores.as_ref().unwrap();
    assert!(scores.is_contested());
    assert_eq!(scores.leader(), None);
    assert_eq!(
        scores.describe().as_deref(),
        Some("contested (Pro at first, Con with the teams exchanged)")
    );
    assert_eq!(
        world.state.three_verdicts().opinion,
        Some(Favoured::Neither)
    );
    let leans = world.state.judge_leans();
    assert_eq!(
        leans[0].found,
        Some(hustings::debate::answer::Vote::Undecided)
    );
}

#[test]
fn a_look_that_cannot_be_had_is_named_and_the_other_counts() {
    for lost in [false, true] {
        let mut world = world("structured", None, &Profile::default());
        world.run_without(|ask| matches!(ask, Ask::Judge { again, .. } if *again == lost));
        let state = &world.state;
        let named: Vec<&str> = missing(state).iter().map(|one| one.part.word()).collect();
        assert_eq!(named, ["report_look"]);
        assert!(is_poorer(state));
        let scores = state.scores.as_ref().unwrap();
        assert_eq!((scores.judges, &scores.looks), (1, &None));
        assert_eq!(state.reports().count(), 1);
    }
}

#[test]
fn a_journal_of_before_there_were_two_looks_is_read_as_it_was() {
    let mut once = world("structured", Some(1), &Profile::default());
    once.run(&mut choices(), 0);
    // Its records say nothing of a second look.
    let lines: Vec<String> = once
        .journal
        .iter()
        .map(|record| {
            let mut value = serde_json::to_value(record).unwrap();
            let fields = value.as_object_mut().unwrap();
            fields.remove("again");
            if let Some(options) = fields
                .get_mut("options")
                .and_then(|one| one.as_object_mut())
            {
                options.remove("judges_looking_twice");
                options.remove("leaning_judges");
                // Earlier versions noted two looks at the verdict for any format.
                options.insert("judge_passes".to_owned(), 2.into());
            }
            value.to_string()
        })
        .collect();
    let records: Vec<_> = lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let state = DebateState::fold(&records);
    assert!(state.is_closed());
    assert_eq!(state.judgements, once.state.judgements);
    let report: &Judgement = state.reports().next().unwrap();
    assert!(!report.marks.is_empty());
    let scores: &Scores = state.scores.as_ref().unwrap();
    assert_eq!(scores.looks, None);
}
