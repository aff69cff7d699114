//! What judges of the structured protocol give: marks by its rubric, the totals that are computed of them, and the
//! standing of every argument in the trace, number by number (`structured-protocol`).

use std::{cell::RefCell, collections::BTreeMap, rc::Rc, sync::Arc};

use super::{
    common::{
        opening_in,
        world::{World, choices},
    },
    structured::world,
};
use hustings::{
    catalog::{Profile, Steps},
    debate::{
        ask::Ask,
        decide::Input,
        event::{CallFailure, CallReport, Event},
        ids::Seat,
        opening::Options,
        scores::{Closeness, Marks, Scores, Standing, common_standing},
    },
    prompt::Prompts,
};

#[test]
fn totals_are_computed_from_the_seed_s_weights_and_averaged_by_side() {
    let opening = opening_in("structured", 0, Options::default(), &Profile::default());
    let rubric = opening.format.rubric.unwrap();
    let weights: Vec<(&str, f64)> = rubric
        .dimensions
        .iter()
        .map(|one| (one.id.as_str(), one.weight))
        .collect();
    let expected = [
        ("logic", 0.30),
        ("evidence", 0.30),
        ("responsiveness", 0.25),
        ("honesty", 0.15),
    ];
    assert_eq!(weights, expected);
    assert_eq!(
        (rubric.lowest, rubric.highest, rubric.whole),
        (1.0, 10.0, true)
    );
    let names: Vec<&str> = rubric
        .fallacies
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Straw man",
            "Appeal to authority",
            "Slippery slope",
            "False dilemma",
            "Anecdotal evidence",
            "Circular reasoning",
            "Ad hominem",
        ]
    );
    let marks = |scores: [f64; 4]| Marks {
        scores: expected
            .iter()
            .map(|(id, _)| (*id).to_owned())
            .zip(scores)
            .collect(),
        ..Marks::default()
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
    assert!(close(marks([8.0, 7.0, 6.0, 8.0]).total(&rubric), 7.2));
    let item = |id: &str, side: &str| (id.to_owned(), side.to_owned(), side.to_uppercase());
    let items = vec![
        item("PRO-1", "pro"),
        item("PRO-2", "pro"),
        item("CON-1", "con"),
    ];
    let report = |pro1, pro2, con1| {
        BTreeMap::from([
            ("PRO-1".to_owned(), marks(pro1)),
            ("PRO-2".to_owned(), marks(pro2)),
            ("CON-1".to_owned(), marks(con1)),
        ])
    };
    let one = report([8.0, 7.0, 6.0, 8.0], [10.0; 4], [5.0; 4]);
    let two = report([6.0; 4], [10.0; 4], [6.0; 4]);
    let scores = Scores::of(&rubric, &items, &[&one, &two]).unwrap();
    assert!(close(scores.totals[0].total, 6.6), "the mean of 7.2 and 6");
    assert_eq!(scores.sides[0].id, "pro");
    assert!(close(scores.sides[0].score, 8.3), "the mean of 6.6 and 10");
    assert!(close(scores.sides[1].score, 5.5));
    assert!(close(scores.gap, 2.8));
    assert_eq!((scores.sides[0].rank, scores.sides[1].rank), (1, 2));
    assert!(Scores::of(&rubric, &items, &[]).is_none());
}

#[test]
fn a_gap_under_one_is_even_and_over_three_significant() {
    let opening = opening_in("structured", 0, Options::default(), &Profile::default());
    let rubric = opening.format.rubric.unwrap();
    for (gap, reading) in [
        (0.0, Closeness::Even),
        (0.99, Closeness::Even),
        (1.0, Closeness::Moderate),
        (3.0, Closeness::Moderate),
        (3.01, Closeness::Significant),
    ] {
        assert_eq!(Closeness::of(gap, &rubric), reading, "{gap}");
    }
}

#[test]
fn the_trace_grows_from_the_claim_to_its_standing() {
    let mut world = world();
    let mut most = [0; 4];
    let mut choices = choices();
    while !world.state.is_closed() {
        world.step(&mut choices, 0);
        let trace = world.state.trace();
        let now = [
            trace.len(),
            trace.iter().filter(|row| !row.met.is_empty()).count(),
            trace.iter().filter(|row| row.reply.is_some()).count(),
            trace.iter().filter(|row| row.standing.is_some()).count(),
        ];
        assert!(
            now.iter().zip(most).all(|(now, most)| *now >= most),
            "it only grows"
        );
        assert!(now[1] <= now[0] && now[2] <= now[1]);
        most = now;
    }
    assert_eq!(most, [6, 6, 6, 6]);
}

#[test]
fn judges_who_differ_leave_an_argument_uncertain() {
    use Standing::{PartiallyUpheld, Refuted, Uncertain, Upheld};
    for (given, common) in [
        (vec![], None),
        (vec![Upheld], Some(Upheld)),
        (vec![Upheld, Refuted], Some(Uncertain)),
        (vec![Upheld, Refuted, Refuted], Some(Refuted)),
        (
            vec![PartiallyUpheld, PartiallyUpheld, Upheld],
            Some(PartiallyUpheld),
        ),
    ] {
        assert_eq!(common_standing(given.clone()), common, "{given:?}");
    }
}

#[test]
fn judges_are_asked_together_and_one_of_no_use_does_not_spoil_the_others() {
    let mut opening = opening_in("structured", 0, Options::default(), &Profile::default());
    let first = opening.judges[0].clone();
    opening.judges = (1..=3)
        .map(|number| hustings::debate::scores::SeatedModel {
            seat: Seat::judge(number),
            ..first.clone()
        })
        .collect();
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(opening)));
    let together: Rc<RefCell<usize>> = Rc::default();
    let most = Rc::clone(&together);
    world.on_ask = Some(Box::new(move |state, ask| {
        if matches!(ask, Ask::Judge { .. }) {
            let open = state
                .calls
                .values()
                .filter(|call| matches!(call.ask, Ask::Judge { .. }));
            let open = open.count();
            let so_far = *most.borrow();
            *most.borrow_mut() = open.max(so_far);
        }
    }));
    let mut choices = choices();
    while !world.state.is_closed() {
        let failing = world.calls.iter().find_map(|(id, (ask, _))| match ask {
            Ask::Judge { judge, .. } if judge == &Seat::judge(2) => Some(*id),
            _ => None,
        });
        if let Some(call) = failing {
            let said = ["\"PRO-1\" has no \"logic\"", "I liked them all."];
            world.fail(call, CallFailure::Unavailable, said, CallReport::default());
        }
        world.step(&mut choices, 0);
    }
    assert_eq!(
        *together.borrow(),
        4,
        "all judges at once, and one who looks twice"
    );
    assert_eq!(world.state.scores.as_ref().unwrap().judges, 2);
    let raw = world.journal.iter().find_map(|record| match &record.event {
        Event::JudgementUnusable { raw, .. } => Some(raw.as_str()),
        _ => None,
    });
    assert_eq!(raw, Some("I liked them all."), "what was answered is kept");
}

#[test]
fn judges_are_told_what_scores_stand_for() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let prompts = Prompts::load(None).unwrap();
    let told = |format: &str, profile: &Profile| {
        let mut world = World::new();
        let opening = opening_in(format, 0, Options::default(), profile);
        world.feed(Input::Open(Arc::new(opening)));
        world.run(&mut choices(), 0);
        let ask = Ask::Judge {
            judge: Seat::judge(1),
            again: false,
        };
        let prompted = prompts.prompt(&world.state, &ask, u32::MAX).unwrap();
        let parts = prompted.parts.iter().flatten();
        let all = prompted.request.messages.iter().chain(parts);
        all.map(|one| one.text.as_str()).collect::<String>()
    };
    let whole = told("structured", &Profile::default());
    for line in [
        "2 stands for this: The claim does not follow from what is said for it.",
        "8 stands for this: Says openly what is weak in it, and concedes what is due.",
    ] {
        assert!(whole.contains(line), "{whole}");
    }
    for (format, scale) in [
        ("structured", "2 is weak, 5 is fair, 8 is strong"),
        (
            "british-parliamentary",
            "60 is weak, 75 is fair, 90 is strong",
        ),
    ] {
        let steps = told(format, &small);
        assert!(steps.contains(scale), "{steps}");
    }
}
