//! Rankings side by side: who is asked, what stands beside the marks, and that nothing hangs on it.

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        ask::Ask,
        decide::Answer,
        ids::Seat,
        missing::{is_poorer, missing},
        rehearsal,
    },
};

use crate::common::{
    FORMATS,
    world::{World, choices},
};

/// The judges who were asked to rank.
fn asked(world: &World) -> Vec<Seat> {
    world.asked(|ask, _| match ask {
        Ask::Rank { judge } => Some(judge.clone()),
        _ => None,
    })
}

#[test]
fn judges_rank_once_what_they_give_marks_to_where_there_are_three_of_a_kind() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    for format in FORMATS {
        let mut world_of = World::short(format, &Profile::default());
        world_of.run(&mut choices(), 0);
        assert!(world_of.state.is_closed(), "{format}");
        let expected = match format {
            "exhibition" | "oxford" => vec![Seat::house()],
            "panel" | "structured" => vec![Seat::judge(1)],
            // Of two sides there is nothing to rank.
            _ => vec![],
        };
        assert_eq!(asked(&world_of), expected, "{format}");
        let beside = world_of.state.side_by_side();
        assert_eq!(beside.len(), expected.len(), "{format}");
        for one in beside {
            assert!(one.ranking.len() > 2, "{format}: {one:?}");
            assert!(one.spread.is_some(), "{format}");
        }
        let mut without = World::short(format, &small);
        without.run(&mut choices(), 0);
        assert_eq!(asked(&without), [], "{format}");
    }
}

#[test]
fn marks_are_told_beside_the_order_of_the_ranking() {
    for (is_turned, agreement) in [(false, 1.0), (true, -1.0)] {
        for format in ["exhibition", "structured"] {
            let mut world = World::short(format, &Profile::default());
            world.answers = Some(Box::new(move |state, ask| {
                let mut answer = rehearsal::answer(state, ask);
                match (&mut answer, ask) {
                    // Who is ranked is listed in the order of the debate, the first best.
                    (Answer::Ranking(ids), _) if is_turned => ids.reverse(),
                    (Answer::Ranking(_), _) => {}
                    (Answer::Judgement(report), _) => {
                        let ids: Vec<String> =
                            state.arguments().map(|(_, one)| one.id.clone()).collect();
                        for (id, marks) in &mut report.marks {
                            let place = ids.iter().position(|one| one == id).unwrap();
                            let more = (ids.len() - place) as f64 * 0.5;
                            marks.scores.values_mut().for_each(|one| *one += more);
                        }
                    }
                    (Answer::Assessments(all), _) => {
                        let speakers = state.speakers();
                        for (seat, assessment) in all {
                            let place = speakers.iter().position(|one| &one.seat == seat);
                            assessment.effectiveness = 9.0 - place.unwrap() as f64;
                        }
                    }
                    _ => return None,
                }
                Some(answer)
            }));
            world.run(&mut choices(), 0);
            let beside = world.state.side_by_side();
            let [one] = beside.as_slice() else {
                panic!("{format}: {beside:?}")
            };
            assert!(
                (one.agreement.unwrap() - agreement).abs() < 1e-9,
                "{format}: {one:?}"
            );
            assert!(one.spread.unwrap().range > 0.9, "{format}: {one:?}");
        }
    }
}

#[test]
fn a_debate_is_no_poorer_for_a_ranking_that_cannot_be_had() {
    let mut world = World::short("structured", &Profile::default());
    world.run_without(|ask| matches!(ask, Ask::Rank { .. }));
    let lost = missing(&world.state);
    let named: Vec<&str> = lost.iter().map(|one| one.part.word()).collect();
    assert_eq!(named, ["rank"]);
    assert!(!is_poorer(&world.state));
    assert!(world.state.scores.is_some());
    assert_eq!(world.state.side_by_side(), []);
}
