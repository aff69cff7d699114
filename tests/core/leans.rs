//! The leans before the debate: who is asked and when, what is found beside them, that nothing hangs on them, and that
//! nobody else reads them.

use std::collections::BTreeMap;

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        answer::{StrawVote, Vote},
        ask::Ask,
        decide::Answer,
        event::Event,
        ids::Seat,
        leans::JudgeLean,
        missing::{is_poorer, missing},
        opening::Opening,
        rehearsal,
    },
    prompt::Prompts,
};

use crate::common::{
    FORMATS, opening_in,
    world::{World, choices, short},
};

fn opening(format: &str, profile: &Profile) -> Opening {
    opening_in(format, 3, short(), profile)
}

/// The asks for leans that were put, in order, with the seats from which they were.
fn asked(world: &World) -> Vec<(Ask, Option<Seat>)> {
    world.asked(|ask, seat| {
        let is_lean = matches!(ask, Ask::Lean { .. } | Ask::Leans { .. });
        is_lean.then(|| (ask.clone(), seat.cloned()))
    })
}

fn at(world: &World, is: impl Fn(&Event) -> bool) -> Option<usize> {
    world.journal.iter().position(|record| is(&record.event))
}

#[test]
fn judges_are_asked_once_before_a_word_is_said_which_way_they_lean() {
    for format in FORMATS {
        let mut world = World::opened(opening(format, &Profile::default()));
        world.run(&mut choices(), 0);
        assert!(world.state.is_closed(), "{format}");
        let judge = match format {
            "exhibition" | "oxford" => Some(Seat::house()),
            "clearside" | "roundtable" | "socratic" => None,
            _ => Some(Seat::judge(1)),
        };
        let expected: Vec<(Ask, Option<Seat>)> = judge
            .iter()
            .map(|judge| {
                let ask = Ask::Lean {
                    judge: judge.clone(),
                };
                (ask, Some(judge.clone()))
            })
            .collect();
        // A house that casts ballots before the debate is not asked twice.
        assert_eq!(asked(&world), expected, "{format}");
        assert_eq!(
            world.state.leans.keys().cloned().collect::<Vec<_>>(),
            judge.into_iter().collect::<Vec<_>>(),
            "{format}"
        );
        if expected.is_empty() {
            continue;
        }
        let began = at(&world, |event| {
            matches!(
                event,
                Event::CallBegan {
                    ask: Ask::Lean { .. },
                    ..
                }
            )
        });
        let heard = at(&world, |event| {
            matches!(event, Event::Said { .. } | Event::Delivered { .. })
        });
        assert!(began < heard, "{format}: {began:?}, {heard:?}");
        let taken = at(&world, |event| matches!(event, Event::LeanTaken { .. }));
        let settled = at(&world, |event| {
            matches!(event, Event::DivisionDeclared(_) | Event::ScoresGiven(_))
        });
        assert!(taken < settled, "{format}: {taken:?}, {settled:?}");
    }
}

#[test]
fn a_small_judge_is_not_asked_for_a_lean() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    for format in ["exhibition", "structured"] {
        let mut world = World::opened(opening(format, &small));
        world.run(&mut choices(), 0);
        assert!(world.state.is_closed(), "{format}");
        assert_eq!(asked(&world), [], "{format}");
        assert_eq!(world.state.judge_leans(), [], "{format}");
    }
}

/// A debate in which the judge leans so and finds so.
fn judged(format: &str, lean: Vote, found: Vote) -> World {
    let mut world = World::opened(opening(format, &Profile::default()));
    world.answers = Some(Box::new(move |state, ask| {
        let mut answer = rehearsal::answer(state, ask);
        match (&mut answer, ask) {
            (Answer::Straw(straw), Ask::Lean { .. }) => straw.vote = lean,
            (Answer::Verdict(verdict), _) => verdict.vote = found,
            (Answer::Judgement(report), _) => {
                for (id, marks) in &mut report.marks {
                    let is_for = id.starts_with("PRO") || id.starts_with("prop");
                    let is_better = found != Vote::Undecided && is_for == (found == Vote::Aye);
                    let more = if is_better { 2.0 } else { 0.0 };
                    marks.scores.values_mut().for_each(|score| *score += more);
                }
            }
            _ => return None,
        }
        Some(answer)
    }));
    world.run(&mut choices(), 0);
    world
}

#[test]
fn what_a_judge_found_is_held_beside_the_lean() {
    use Vote::{Aye, No, Undecided};
    for format in ["exhibition", "structured"] {
        for (lean, found, stayed) in [
            (Aye, No, Some(false)),
            (No, No, Some(true)),
            (Undecided, Aye, None),
        ] {
            let world = judged(format, lean, found);
            let leans = world.state.judge_leans();
            let [
                JudgeLean {
                    lean: told,
                    found: in_the_end,
                    ..
                },
            ] = leans.as_slice()
            else {
                panic!("{format}: {leans:?}")
            };
            assert_eq!((*told, *in_the_end), (lean, Some(found)), "{format}");
            assert_eq!(leans[0].stayed(), stayed, "{format}");
        }
    }
    // Ballots before the debate are what the house leans to.
    let world = judged("exhibition", Aye, Aye);
    assert_eq!(
        world.state.house_lean(),
        Some(
            world
                .state
                .ballot_tally(hustings::debate::ask::When::Before)
        )
    );
}

#[test]
fn a_debate_is_no_poorer_for_a_lean_that_cannot_be_had() {
    for format in ["exhibition", "structured"] {
        let mut world = World::opened(opening(format, &Profile::default()));
        world.run_without(|ask| matches!(ask, Ask::Lean { .. }));
        let missing = missing(&world.state);
        let named: Vec<&str> = missing.iter().map(|one| one.part.word()).collect();
        assert_eq!(named, ["lean"], "{format}");
        assert!(!is_poorer(&world.state), "{format}");
        assert_eq!(world.state.name_within(&missing[0].seat), "the judge");
        assert_eq!(world.state.judge_leans(), []);
    }
}

/// The same state, in which nobody was asked for a lean.
fn without_leans(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    state.leans = BTreeMap::new();
    state
}

#[test]
fn no_prompt_tells_anybody_which_way_somebody_leaned() {
    for format in ["exhibition", "structured", "panel"] {
        let mut world = World::opened(opening(format, &Profile::default()));
        let prompts = Prompts::load(None).unwrap();
        world.on_ask = Some(Box::new(move |state, ask| {
            let prompt = |state: &DebateState| prompts.prompt(state, ask, 128_000).unwrap();
            assert_eq!(prompt(state), prompt(&without_leans(state)), "{ask:?}");
            if let Ask::Lean { .. } = ask {
                let messages = prompt(state).request.messages;
                let [alone] = messages.as_slice() else {
                    panic!("{messages:?}")
                };
                for speaker in state.speakers() {
                    assert!(!alone.text.contains(&speaker.card.short), "{}", alone.text);
                }
            }
        }));
        world.run(&mut choices(), 0);
        assert!(!world.state.leans.is_empty(), "{format}");
    }
}

#[test]
fn a_house_that_casts_no_ballots_before_is_asked_jointly_and_whoever_is_left_out_has_no_lean() {
    let mut opening = opening("structured", &Profile::default());
    opening.options.leaning_house = true;
    opening.options.polled_together = Some(20);
    opening.audience[1].own_model = Some("another".to_owned());
    let mut world = World::opened(opening);
    world.answers = Some(Box::new(|_, ask| {
        let Ask::Leans { members } = ask else {
            return None;
        };
        let aye = StrawVote { vote: Vote::Aye };
        // The last of several is left out.
        let some = members.len().div_ceil(2).max(1);
        let votes = members.iter().take(some);
        Some(Answer::Straws(
            votes.map(|seat| (seat.clone(), aye.clone())).collect(),
        ))
    }));
    world.run(&mut choices(), 0);
    let asked = asked(&world);
    let of_members: Vec<(usize, Option<Seat>)> = asked
        .iter()
        .filter_map(|(ask, seat)| match ask {
            Ask::Leans { members } => Some((members.len(), seat.clone())),
            _ => None,
        })
        .collect();
    // Whoever has a model of their own is asked alone.
    assert_eq!(of_members, [(2, None), (1, Some(Seat::audience(2)))]);
    let tally = world.state.house_lean().unwrap();
    assert_eq!((tally.ayes, tally.noes, tally.undecided), (2, 0, 0));
    let lost = missing(&world.state);
    let named: Vec<&str> = lost.iter().map(|one| one.part.word()).collect();
    assert_eq!(named, ["house_lean"]);
    assert!(!is_poorer(&world.state));
}
