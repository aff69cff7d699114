//! The verdict by annotation: in which debates claims and rebuttals are listed, what of the lists stands, and that
//! nothing hangs on it.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use hustings::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        annotation::AnnotationProgress,
        answer::{ClaimKind, ListedClaim, ListedRebuttal, ListedSide, Vote},
        ask::Ask,
        blind::BlindDebate,
        decide::{Answer, Input},
        event::Event,
        missing::{is_poorer, missing},
        rehearsal,
        three_verdicts::Favoured,
    },
};

use crate::common::{
    FORMATS, opening_in,
    world::{World, choices, short},
};

/// The asks that were put, in order: whether each was for rebuttals once more.
fn asked(world: &World) -> Vec<bool> {
    world.asked(|ask, _| match ask {
        Ask::Annotate { again } => Some(*again),
        _ => None,
    })
}

fn claim(words: &str) -> ListedClaim {
    ListedClaim {
        words: words.to_owned(),
        kind: ClaimKind::Evidence,
        specific: true,
    }
}

fn rebuttal(answers: &str, words: &str) -> ListedRebuttal {
    ListedRebuttal {
        answers: answers.to_owned(),
        words: words.to_owned(),
        meets_logic: true,
        new: true,
        undermines: true,
    }
}

fn listed(sides: [(&str, Vec<ListedClaim>, Vec<ListedRebuttal>); 2]) -> Answer {
    let sides = sides.into_iter().map(|(side, claims, rebuttals)| {
        let listed = ListedSide { claims, rebuttals };
        (side.to_owned(), listed)
    });
    Answer::Annotation(sides.collect())
}

/// The first words of each speech of a side, in order.
fn first_words(state: &DebateState, side: &str) -> Vec<String> {
    let own = state.speeches().filter(|turn| turn.seat.group() == side);
    let words = own.map(|turn| {
        let words: Vec<&str> = turn.text.split_whitespace().take(5).collect();
        words.join(" ")
    });
    words.collect()
}

/// A world in which each claim list is answered so: at first, and for rebuttals once more.
fn annotated(
    format: &str,
    mut answers: impl FnMut(&DebateState, bool) -> Answer + 'static,
) -> World {
    let mut world = World::short(format, &Profile::default());
    world.answers = Some(Box::new(move |state, ask| match ask {
        Ask::Annotate { again } => Some(answers(state, *again)),
        _ => None,
    }));
    world.run(&mut choices(), 0);
    world
}

#[test]
fn claims_and_rebuttals_are_listed_where_two_sides_have_a_verdict_of_a_judge() {
    let two_sided = [
        "assembly",
        "exhibition",
        "lincoln-douglas",
        "oxford",
        "structured",
        "world-schools",
    ];
    for format in FORMATS {
        let mut world = World::short(format, &Profile::default());
        world.run(&mut choices(), 0);
        let state = &world.state;
        assert!(state.is_closed(), "{format}: {:?}", state.status);
        // In a rehearsal one side answers, and the other is looked at once more.
        let expected: &[bool] = match state.annotated_sides() {
            Some(_) => &[false, true],
            None => &[],
        };
        assert_eq!(asked(&world), expected, "{format}");
        if two_sided.contains(&format) {
            let count = state.annotation_count().unwrap();
            assert!(count.sides.iter().all(|side| !side.claims.is_empty()));
            let [_, second] = count.sides.as_slice() else {
                panic!("{format}: {count:?}")
            };
            let settled = world.journal.iter().position(|record| {
                matches!(record.event, Event::AnnotationTaken { again: true, .. })
            });
            let declared = world.journal.iter().position(|record| {
                matches!(
                    record.event,
                    Event::DivisionDeclared(_) | Event::ScoresGiven(_)
                )
            });
            assert!(settled < declared, "{format}: the result waits for it");
            // Those who write at once cannot have answered each other.
            let has_heard = !["assembly", "structured"].contains(&format);
            assert_eq!(!second.rebuttals.is_empty(), has_heard, "{format}");
        } else {
            assert!(state.annotation_count().is_none(), "{format}");
        }
    }
}

#[test]
fn a_format_can_do_without_and_a_small_model_is_not_asked() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    let mut world = World::short("exhibition", &small);
    world.run(&mut choices(), 0);
    assert!(asked(&world).is_empty());
    // Journals of before there was one say nothing of it.
    let mut earlier =
        serde_json::to_value(opening_in("exhibition", 3, short(), &Profile::default())).unwrap();
    earlier["options"]
        .as_object_mut()
        .unwrap()
        .remove("annotated");
    earlier["format"]
        .as_object_mut()
        .unwrap()
        .remove("annotation");
    let mut world = World::new();
    world.feed(Input::Open(serde_json::from_value(earlier).unwrap()));
    world.run(&mut choices(), 0);
    assert!(world.state.is_closed());
    assert!(asked(&world).is_empty());
    assert_eq!(world.state.annotation, AnnotationProgress::Awaited);
}

#[test]
fn what_is_not_in_the_record_is_left_out_and_counted_as_such() {
    let world = annotated("exhibition", |state, again| {
        assert!(!again, "both directions were found");
        let (ours, theirs) = (first_words(state, "prop"), first_words(state, "opp"));
        listed([
            (
                "prop",
                vec![
                    claim(&ours[0]),
                    // Twice, by the other side, by nobody, and too short to show anything.
                    claim(&ours[0].to_uppercase()),
                    claim(&theirs[0]),
                    claim("We never said that at all"),
                    claim("the"),
                ],
                vec![
                    rebuttal(&theirs[0], &ours[1]),
                    // Said before what it is to answer.
                    rebuttal(&theirs[2], &ours[0]),
                ],
            ),
            (
                "opp",
                vec![claim(&theirs[0]), claim(&theirs[2])],
                vec![
                    rebuttal(&ours[0], &theirs[0]),
                    rebuttal("We never said that at all", &theirs[0]),
                ],
            ),
        ])
    });
    let state = &world.state;
    let count = state.annotation_count().unwrap();
    assert_eq!(count.left_out, 6);
    let [prop, opp] = count.sides.as_slice() else {
        panic!("{count:?}")
    };
    assert_eq!((prop.claims.len(), prop.rebuttals.len()), (1, 1));
    assert_eq!((opp.claims.len(), opp.rebuttals.len()), (2, 1));
    // Nobody spoke for the Proposition after the last speech.
    let late: Vec<bool> = opp.claims.iter().map(|one| one.is_unanswerable).collect();
    assert_eq!(late, [false, true]);
    assert_eq!((prop.points(), opp.points()), (6.0, 7.5));
    assert_eq!((count.lead(), count.ahead()), (1.5, Some("opp")));
    // Where the words stand is found, and not asked.
    let speaker = |turn| state.turn(turn).unwrap().seat.to_string();
    let answered = prop.rebuttals[0].rebuttal;
    assert_eq!(speaker(answered.turn), "prop.2");
    assert_eq!(speaker(answered.answered_turn), "opp.1");
    assert_eq!(DebateState::fold(&world.journal), *state);
}

#[test]
fn what_is_quoted_with_labels_is_found_where_it_was_said_with_names() {
    let mut world = World::short("exhibition", &Profile::default());
    world.answers = Some(Box::new(|state, ask| match ask {
        Ask::Speech { turn, .. } => {
            let by = &state.turn(*turn)?.seat;
            Some(Answer::Text(format!(
                "Here {by} answers Napoleon Bonaparte and the Opposition in a word. "
            )))
        }
        Ask::Annotate { .. } => {
            // As the clerk has it, who is told no name; the call puts the names back.
            let blind = BlindDebate::of(state, ask.team_order()?);
            let words = |side: &str| {
                let mut own = blind.state.speeches();
                let turn = own.find(|turn| turn.seat.group() == side)?;
                assert!(turn.text.contains("Speaker "), "{}", turn.text);
                Some(turn.text.trim().to_owned())
            };
            let (ours, theirs) = (words("prop")?, words("opp")?);
            let answer = listed([
                ("prop", vec![claim(&ours)], vec![rebuttal(&theirs, &ours)]),
                ("opp", vec![claim(&theirs)], vec![rebuttal(&ours, &theirs)]),
            ]);
            Some(blind.labels.revealed(answer))
        }
        _ => None,
    }));
    world.run(&mut choices(), 0);
    let annotation = world.state.annotation().unwrap();
    let [prop, opp] = annotation.sides.as_slice() else {
        panic!("{annotation:?}")
    };
    for side in [prop, opp] {
        let words = &side.claims[0].listed.words;
        assert!(words.contains("Napoleon Bonaparte"), "{words}");
        let said = &world.state.turn(side.claims[0].turn).unwrap().text;
        assert!(said.contains("Napoleon Bonaparte"), "{said}");
    }
    assert_eq!(opp.rebuttals.len(), 1);
}

#[test]
fn a_direction_without_a_rebuttal_is_asked_for_once_more_and_only_once() {
    for finds in [true, false] {
        let seen = Rc::new(RefCell::new(Vec::new()));
        let noted = Rc::clone(&seen);
        let world = annotated("oxford", move |state, again| {
            let (ours, theirs) = (first_words(state, "prop"), first_words(state, "opp"));
            if !again {
                let found = vec![rebuttal(&ours[0], &theirs[0])];
                return listed([
                    ("prop", vec![claim(&ours[0])], vec![]),
                    ("opp", vec![claim(&theirs[0])], found),
                ]);
            }
            let asked = state.unanswering_sides();
            noted
                .borrow_mut()
                .extend(asked.into_iter().map(str::to_owned));
            let found = rebuttal(&theirs[0], &ours[1]);
            let found = finds.then_some(found).into_iter().collect();
            listed([("prop", vec![], found), ("opp", vec![], vec![])])
        });
        assert_eq!(asked(&world), [false, true]);
        assert_eq!(*seen.borrow(), ["prop"]);
        let count = world.state.annotation_count().unwrap();
        let rebuttals: Vec<usize> = count.sides.iter().map(|one| one.rebuttals.len()).collect();
        assert_eq!(rebuttals, [usize::from(finds), 1]);
        // Three points each for a claim and a rebuttal.
        let ahead = if finds { None } else { Some("opp") };
        assert_eq!(count.ahead(), ahead);
    }
}

#[test]
fn a_debate_is_no_poorer_for_a_count_that_cannot_be_had() {
    for (lost, asked_for) in [(false, &[false][..]), (true, &[false, true])] {
        let mut world = World::short("exhibition", &Profile::default());
        world.run_without(|ask| *ask == Ask::Annotate { again: lost });
        let state = &world.state;
        assert_eq!(asked(&world), asked_for);
        assert!(state.division.is_some());
        let missing = missing(state);
        assert!(!is_poorer(state), "{missing:?}");
        let named: Vec<&str> = missing.iter().map(|one| one.part.word()).collect();
        assert_eq!(named, ["annotate"]);
        if lost {
            // The lists are there, and are counted as they are.
            assert!(missing[0].reason.contains("the rebuttals of one side"));
            assert!(state.annotation_count().is_some());
        } else {
            assert_eq!(state.annotation, AnnotationProgress::Failed);
        }
    }
}

#[test]
fn the_three_verdicts_are_held_side_by_side() {
    for (verdict, points, agree) in [
        (Vote::Aye, [1, 0], Some(false)),
        (Vote::No, [0, 1], Some(true)),
        (Vote::No, [1, 1], Some(false)),
    ] {
        let mut world = World::short("exhibition", &Profile::default());
        world.answers = Some(Box::new(move |state, ask| match ask {
            Ask::Annotate { again: false } => {
                let claims = |side: &str, many: usize| {
                    let words = first_words(state, side).into_iter();
                    words.take(many).map(|words| claim(&words)).collect()
                };
                let [ours, theirs] = points;
                Some(listed([
                    ("prop", claims("prop", ours), vec![]),
                    ("opp", claims("opp", theirs), vec![]),
                ]))
            }
            Ask::Annotate { again: true } => Some(Answer::Annotation(BTreeMap::new())),
            Ask::Ballot { .. } | Ask::Verdict { .. } => {
                let mut answer = rehearsal::answer(state, ask);
                match &mut answer {
                    Answer::Ballot(ballot) => ballot.vote = Vote::No,
                    Answer::Verdict(found) => found.vote = verdict,
                    _ => {}
                }
                Some(answer)
            }
            _ => None,
        }));
        world.run(&mut choices(), 0);
        let verdicts = world.state.three_verdicts();
        assert_eq!(verdicts.house, Some(Favoured::Side("opp")));
        let opinion = if verdict == Vote::Aye { "prop" } else { "opp" };
        assert_eq!(verdicts.opinion, Some(Favoured::Side(opinion)));
        let annotation = match points {
            [1, 0] => Favoured::Side("prop"),
            [0, 1] => Favoured::Side("opp"),
            _ => Favoured::Neither,
        };
        assert_eq!(verdicts.annotation, Some(annotation));
        assert_eq!(verdicts.agree(), agree);
    }
}
