//! Evidence that a viewer hands in: who is told of it and when, who owes a word to it, and where it stands in prompts.

use std::cell::RefCell;

use hustings::{
    catalog::{Sees, Task},
    debate::{
        ask::Cue,
        decide::Answer,
        event::CallFailure,
        ids::{CallId, TurnId},
    },
};

use super::*;
use common::prompted::Sent;

#[test]
fn evidence_interrupts_at_the_end_of_the_sentence_and_stands_in_the_transcript() {
    let mut world = short();
    let mut choices = Choices {
        bytes: vec![1, 2, 3],
        at: 0,
    };
    while world.state.floor().is_none_or(|turn| turn.words < 30) {
        world.step(&mut choices, 0);
    }
    let call = *world
        .calls
        .iter()
        .find(|(_, (ask, _))| matches!(ask, Ask::Speech { .. }))
        .unwrap()
        .0;
    world.feed(Input::Said {
        call,
        text: "Half a".into(),
        rest: Unspoken::Unfinished,
    });
    let id = world.command(Command::Evidence {
        text: "A table of tolls.".into(),
        source: "the archive".into(),
        places: Vec::new(),
    });
    assert!(
        world.calls.contains_key(&call),
        "not in the middle of a sentence"
    );
    world.feed(Input::Said {
        call,
        text: " sentence. ".into(),
        rest: Unspoken::Unfinished,
    });
    assert!(!world.calls.contains_key(&call), "but at its end");
    assert!(world.calls.values().any(|(ask, _)| matches!(
        ask,
        Ask::Speech {
            cue: Cue::Evidence { .. },
            ..
        }
    )));
    assert!(
        world
            .journal
            .iter()
            .any(|r| matches!(&r.event, Event::EvidenceAdmitted { command, .. } if *command == id))
    );
    world.run(&mut choices, 0);
    check_finished(&world);
}

#[test]
fn evidence_of_more_than_eight_hundred_words_is_read_like_a_corpus() {
    for (words, is_long) in [(800, false), (801, true)] {
        let mut world = World::new();
        let options = Options {
            scale: 0.3,
            ..Options::default()
        };
        world.feed(Input::Open(common::opening(
            0,
            options,
            &Profile::default(),
        )));
        let mut choices = Choices {
            bytes: vec![1, 2, 3],
            at: 0,
        };
        let mut text = "toll ".repeat(words - 1);
        text += "last";
        assert_eq!(
            handed_in(&text).ends_with("last"),
            !is_long,
            "what is shown of it"
        );
        world.command(Command::Evidence {
            text,
            source: "the archive".into(),
            places: Vec::new(),
        });
        assert_eq!(world.state.long_evidence().count(), usize::from(is_long));
        world.run(&mut choices, 0);
        let draws = world.journal.iter();
        let draws = draws.filter(|one| matches!(one.event, Event::PassagesDrawn { .. }));
        assert_eq!(draws.count() > 0, is_long, "{words} words");
    }
}

/// What the speeches of a debate say, the first of them with evidence in its middle: the second says what is asked, and is
/// reminded where it does not.
fn with_evidence(second: &'static str, reminded: &'static str) -> World {
    let mut world = short();
    let mut choices = Choices {
        bytes: vec![],
        at: 0,
    };
    while world.state.floor().is_none_or(|turn| turn.words < 30) {
        world.step(&mut choices, 0);
    }
    world.answers = Some(Box::new(move |state, ask| {
        let Ask::Speech { turn, cue } = ask else {
            return None;
        };
        let text = match (state.turn(*turn)?.seat.as_str(), cue) {
            ("prop.1", Cue::Evidence { .. }) => "The table of tolls is older than both of us.",
            ("opp.1", Cue::Evidence { .. }) => reminded,
            ("opp.1", _) => second,
            _ => return None,
        };
        Some(Answer::Text(text.to_owned()))
    }));
    world.command(Command::Evidence {
        text: "A table of tolls on the old bridge.".into(),
        source: "the archive".into(),
        places: Vec::new(),
    });
    world.run(&mut choices, 0);
    check_finished(&world);
    world
}

#[test]
fn who_says_nothing_of_evidence_is_asked_for_a_word_once() {
    let silent =
        "My friends, trams carry more people than cars ever did, and they carry them gladly.";
    let told = "That table of tolls tells of a bridge nobody crosses.";
    for (second, reminded, times, given) in [
        (told, "", 0, true),
        (silent, told, 1, true),
        (silent, silent, 1, false),
    ] {
        let world = with_evidence(second, reminded);
        let asked = world.journal.iter().filter(|record| {
            matches!(&record.event, Event::Notice { text } if text.ends_with("for a word on the evidence."))
        });
        assert_eq!(asked.count(), times, "{second} {reminded}");
        // The Chair's request stands in the speech, before the words that it asks for.
        let within = world.state.turns.iter().flat_map(|turn| {
            let notices = turn.notices.iter();
            notices.map(|(at, _)| (*at as usize) < turn.text.len() || reminded.is_empty())
        });
        let within: Vec<bool> = within.collect();
        assert_eq!(within, vec![true; times], "{second} {reminded}");
        let item = &world.state.interventions[0];
        let sides: Vec<_> = world
            .state
            .acknowledgements(item)
            .iter()
            .map(|one| (one.turn.seat.as_str().to_owned(), one.is_given))
            .collect();
        let expected = [("prop.1".to_owned(), true), ("opp.1".to_owned(), given)];
        assert_eq!(sides, expected);
    }
}

#[test]
fn what_everybody_says_is_no_word_on_evidence_and_nobody_is_handed_any_who_cannot_speak() {
    let mut world = short();
    let motion = world
        .state
        .opening
        .as_deref()
        .unwrap()
        .motion
        .motion
        .clone();
    let said = format!("Madam President, {motion}.");
    world.answers = Some(Box::new(move |_, ask| {
        matches!(ask, Ask::Speech { .. }).then(|| Answer::Text(said.clone()))
    }));
    world.command(Command::Evidence {
        text: format!("{motion}: a count of cargoes in Norway says so."),
        source: "President".into(),
        places: Vec::new(),
    });
    let mut choices = Choices {
        bytes: vec![],
        at: 0,
    };
    while world.state.speeches().count() < 2 {
        world.step(&mut choices, 0);
    }
    let given = world.state.acknowledgements(&world.state.interventions[0]);
    assert!(
        !given.is_empty() && given.iter().all(|one| !one.is_given),
        "{given:?}"
    );
    while world.state.speeches().count() < 6 {
        world.step(&mut choices, 0);
    }
    while world.state.floor().is_some() {
        world.step(&mut choices, 0);
    }
    let late = world.command(Command::Evidence {
        text: "Too late.".into(),
        source: String::new(),
        places: Vec::new(),
    });
    let is_refused = world.journal.iter().any(
        |record| matches!(&record.event, Event::CommandRefused { command, .. } if *command == late),
    );
    assert!(is_refused);
}

#[test]
fn evidence_that_comes_while_something_is_written_is_for_the_turn_after() {
    let opening = common::opening_in("structured", 0, Options::default(), &Profile::default());
    let mut world = World::opened(opening);
    let writers = |world: &World| {
        let open = world.state.turns.iter().filter(|turn| turn.is_open());
        open.filter(|turn| turn.task == Task::Arguments).count()
    };
    let mut choices = common::world::choices();
    while writers(&world) < 2 {
        world.step(&mut choices, 0);
    }
    world.command(Command::Evidence {
        text: "A table of tolls on the old bridge.".into(),
        source: "the archive".into(),
        places: Vec::new(),
    });
    world.run(&mut choices, 0);
    let struck = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { turn, rule, .. } if rule == "evidence-acknowledged" => {
                world.state.turn(*turn).map(|turn| turn.task)
            }
            _ => None,
        });
    let struck: Vec<Task> = struck.collect();
    // What was written could not know of it. The turn after could, and is asked for again.
    assert!(!struck.contains(&Task::Arguments), "{struck:?}");
    assert_eq!(struck.len(), 2);
    let given = world.state.acknowledgements(&world.state.interventions[0]);
    assert_eq!(given.len(), 2, "each side owed a word, once");
}

#[test]
fn who_speaks_again_after_a_strike_owes_a_word_to_evidence_that_came_before_it() {
    let opening = common::opening_in("clearside", 0, Options::default(), &Profile::default());
    let mut world = World::opened(opening);
    let silent = "Carriages are slow, and so is whoever sits in one. ".repeat(20);
    world.answers = Some(Box::new(move |state, ask| {
        let Ask::Speech { turn, .. } = ask else {
            return None;
        };
        let is_first = state.turn(*turn)?.attempt == 1;
        let said = if is_first {
            format!("My opponent is wrong. {silent}")
        } else {
            silent.clone()
        };
        Some(Answer::Text(said))
    }));
    let mut choices = common::world::choices();
    while world.state.floor().is_none() {
        world.step(&mut choices, 0);
    }
    let log = common::prompted::log(&mut world, 128_000);
    world.command(Command::Evidence {
        text: "A table of tolls on the old bridge.".into(),
        source: "the archive".into(),
        places: Vec::new(),
    });
    while world.state.phase < Some(2) {
        world.step(&mut choices, 0);
    }
    let struck = world.state.turns.iter().filter(|turn| turn.is_struck());
    assert!(struck.count() >= 2, "both spoke of the other side first");
    // Each is shown what they are asked to speak to, though the openings see nothing but the motion.
    let log = log.borrow();
    let of_whole = log.iter().filter_map(|sent| match &sent.ask {
        Ask::Speech {
            turn,
            cue: Cue::Begin,
        } => Some((world.state.turn(*turn)?, sent.text())),
        _ => None,
    });
    let told: Vec<(&str, usize)> = of_whole
        .filter(|(_, text)| text.contains("Evidence was handed in that you have not spoken to"))
        .map(|(turn, text)| {
            let shown = text.matches("<<<\nA table of tolls on the old bridge.\n>>>");
            (turn.seat.group(), shown.count())
        })
        .collect();
    assert_eq!(told, [("pro", 1), ("con", 1), ("con", 1)]);
    let given = world.state.acknowledgements(&world.state.interventions[0]);
    let sides: Vec<(&str, bool)> = given
        .iter()
        .map(|one| (one.turn.seat.group(), one.is_given))
        .collect();
    assert_eq!(sides, [("pro", false), ("con", false)]);
}

#[test]
fn what_is_written_without_a_word_on_evidence_is_asked_for_again_and_flagged_in_the_end() {
    let mut world = World::new();
    let opening = common::opening_in("structured", 0, Options::default(), &Profile::default());
    world.feed(Input::Open(opening.into()));
    world.command(Command::Evidence {
        text: "A table of tolls on the old bridge.".into(),
        source: "the archive".into(),
        places: Vec::new(),
    });
    let mut choices = Choices {
        bytes: vec![],
        at: 0,
    };
    world.run(&mut choices, 0);
    let struck = |seat: &str| {
        let of_seat = world.state.turns.iter();
        let of_seat = of_seat.filter(|turn| turn.seat.group() == seat && turn.is_struck());
        of_seat.count()
    };
    let ruled = world.journal.iter().filter(
        |record| matches!(&record.event, Event::TurnStruck { rule, .. } if rule == "evidence-acknowledged"),
    );
    // Each side's opening once, and nothing after it.
    assert_eq!(ruled.count(), 2);
    let groups: Vec<String> = world
        .state
        .speakers()
        .iter()
        .map(|one| one.seat.group().to_owned())
        .collect();
    assert!(groups.iter().all(|group| struck(group) == 1), "{groups:?}");
    let given = world.state.acknowledgements(&world.state.interventions[0]);
    assert!(given.iter().all(|one| !one.is_given) && given.len() == 2);
}

/// A short debate of a format in which nobody is polled.
fn unpolled(format: &str, profile: &Profile) -> World {
    let options = Options {
        scale: 0.3,
        polls: Polls::Off,
        ..Options::default()
    };
    World::opened(common::opening_in(format, 0, options, profile))
}

/// Two pieces of evidence.
pub(super) const PIECES: [&str; 2] = [
    "A table of tolls on the old bridge.",
    "A count of herring in the northern harbour.",
];

pub(super) fn hand_in(world: &mut World, text: &str) {
    world.command(Command::Evidence {
        text: text.into(),
        source: String::new(),
        places: Vec::new(),
    });
}

/// A short exhibition whose first speaker is in the middle of a sentence, and the call for it.
pub(super) fn in_a_sentence() -> (World, CallId) {
    let mut world = short();
    let mut choices = common::world::choices();
    while world.state.floor().is_none_or(|turn| turn.words < 30) {
        world.step(&mut choices, 0);
    }
    let speech = |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| matches!(ask, Ask::Speech { .. });
    let call = *world.calls.iter().find(speech).unwrap().0;
    say(&mut world, call, "Half a");
    (world, call)
}

pub(super) fn say(world: &mut World, call: CallId, text: &str) {
    world.feed(Input::Said {
        call,
        text: text.into(),
        rest: Unspoken::Unfinished,
    });
}

/// The number of times that each of the pieces stands in a prompt.
pub(super) fn pieces_in(text: &str) -> [usize; 2] {
    PIECES.map(|piece| text.matches(&format!("<<<\n{piece}\n>>>")).count())
}

/// The same in each of the prompts for a speech, in their order.
pub(super) fn told_in(log: &RefCell<Vec<Sent>>, id: TurnId) -> Vec<[usize; 2]> {
    let log = log.borrow();
    let of_turn = log.iter().filter(|sent| sent.ask.writes() == Some(id));
    of_turn.map(|sent| pieces_in(&sent.text())).collect()
}

#[test]
fn a_speaker_is_told_of_all_that_came_in_a_speech_however_it_is_taken_up() {
    type Way = fn(&mut World, CallId);
    let together: Way = |world, call| {
        hand_in(world, PIECES[0]);
        hand_in(world, PIECES[1]);
        say(world, call, " sentence. ");
    };
    let cut_short: Way = |world, call| {
        hand_in(world, PIECES[0]);
        say(world, call, " sentence. ");
        // Whoever is asked for a word on the first has not said one.
        hand_in(world, PIECES[1]);
    };
    let broken: Way = |world, call| {
        hand_in(world, PIECES[0]);
        hand_in(world, PIECES[1]);
        let report = common::world::report();
        world.fail(call, CallFailure::Broke, ["it broke", "gone"], report);
    };
    let left: Way = |world, _| {
        hand_in(world, PIECES[0]);
        hand_in(world, PIECES[1]);
        world.calls.clear();
        world.feed(common::world::taken_up(None));
    };
    for (name, way) in [
        ("together", together),
        ("cut short", cut_short),
        ("broken", broken),
        ("left", left),
    ] {
        let (mut world, call) = in_a_sentence();
        let log = common::prompted::log(&mut world, 128_000);
        way(&mut world, call);
        let id = world.state.floor().unwrap().id;
        let asked = told_in(&log, id);
        assert_eq!(asked.last(), Some(&[1, 1]), "{name}: {asked:?}");
        world.run(&mut common::world::choices(), 0);
        let owed = world.state.owed(world.state.turn(id).unwrap());
        assert_eq!(owed.len(), 2, "{name}");
    }
}

#[test]
fn what_a_speaker_was_never_told_of_is_for_the_next_of_the_side() {
    let (mut world, call) = in_a_sentence();
    let first = world.state.floor().unwrap().id;
    let log = common::prompted::log(&mut world, 128_000);
    hand_in(&mut world, PIECES[0]);
    let rest = "and one thing after another ".repeat(200);
    say(&mut world, call, &format!(" sentence {rest}. "));
    assert!(
        !world.state.turn(first).unwrap().is_open(),
        "its time is over"
    );
    world.run(&mut common::world::choices(), 0);
    check_finished(&world);
    let item = &world.state.interventions[0];
    let owed = world.state.acknowledgements(item);
    let owed: Vec<&str> = owed.iter().map(|one| one.turn.seat.as_str()).collect();
    assert_eq!(owed, ["opp.1", "prop.2"]);
    let log = log.borrow();
    let shown = |seat: &str| {
        let of_seat = log.iter().filter(|sent| {
            let turn = sent.ask.writes().and_then(|turn| world.state.turn(turn));
            turn.is_some_and(|turn| turn.seat.as_str() == seat)
        });
        let mut texts = of_seat.map(common::prompted::Sent::text);
        texts.any(|text| text.contains("Evidence was handed in that"))
    };
    assert!(shown("prop.2") && !shown("prop.3"));
}

#[test]
fn of_sides_that_speak_at_once_each_owes_a_word_to_what_came_while_one_was_heard() {
    let mut world = unpolled("assembly", &Profile::default());
    let mut choices = common::world::choices();
    while world.state.floor().is_none_or(|turn| turn.words < 5) {
        world.step(&mut choices, 0);
    }
    hand_in(&mut world, PIECES[0]);
    world.run(&mut choices, 0);
    let given = world.state.acknowledgements(&world.state.interventions[0]);
    assert!(world.state.have_all_had_a_turn(&given), "{given:?}");
}

#[test]
fn evidence_stands_once_in_every_record_in_which_it_can() {
    for (format, speeches) in [("roundtable", 4), ("clearside", 1), ("structured", 1)] {
        let opening = common::opening_in(format, 0, Options::default(), &Profile::default());
        let mut world = World::opened(opening);
        let mut choices = common::world::choices();
        while world.state.speeches().count() < speeches {
            world.step(&mut choices, 0);
        }
        let log = common::prompted::log(&mut world, 128_000);
        hand_in(&mut world, PIECES[0]);
        let before = world.state.turns.len();
        world.run(&mut choices, 0);
        let log = log.borrow();
        let later = log.iter().filter(|sent| {
            let turn = sent.ask.writes();
            turn.is_some_and(|turn| turn.index() >= before)
        });
        let mut count = 0;
        for sent in later {
            let turn = sent.ask.writes();
            let turn = world.state.turn(turn.unwrap()).unwrap();
            let text = sent.text();
            // Who sees the motion alone is told of it once, in the turn that owes a word.
            let spec = world.state.spec_of(turn);
            let sees_none = spec.is_some_and(|spec| spec.sees == Sees::Motion);
            let expected = usize::from(!sees_none || text.contains("that you have not spoken to"));
            // Whoever owes a word on it, at last or in writing, is given it with the task once more.
            let once_more = [
                "The Chair asks you for a word more",
                "Say what it means for your case.\n<<<",
            ];
            let given = once_more.iter().filter(|words| text.contains(**words));
            let expected = expected + given.count();
            assert_eq!(pieces_in(&text)[0], expected, "{format}: {turn:?}\n{text}");
            count += 1;
        }
        assert!(count > 3, "{format}");
    }
}

#[test]
fn whoever_says_nothing_to_what_is_put_to_them_is_not_asked_without_end() {
    let (mut world, call) = in_a_sentence();
    let id = world.state.floor().unwrap().id;
    // An answer of which nothing is left once it is cleaned adds no word to the speech.
    world.answers = Some(Box::new(move |_, ask| match ask {
        Ask::Speech {
            turn,
            cue: Cue::Evidence { .. },
        } if *turn == id => Some(Answer::Text(String::new())),
        _ => None,
    }));
    hand_in(&mut world, PIECES[0]);
    say(&mut world, call, " sentence. ");
    let mut choices = common::world::choices();
    for _ in 0..40 {
        world.step(&mut choices, 0);
    }
    assert!(
        !world.state.turn(id).unwrap().is_open(),
        "the debate goes on"
    );
    let told = world.journal.iter().filter(|record| {
        matches!(&record.event, Event::Notice { text } if text.ends_with("for a word on the evidence."))
    });
    assert!(told.count() <= 1);
}

#[test]
fn evidence_before_the_first_word_stands_in_all_prompts_of_the_speech() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    for (format, profile) in [
        ("exhibition", Profile::default()),
        ("roundtable", Profile::default()),
        ("roundtable", small),
    ] {
        let is_small = profile.steps == Steps::OneAtATime;
        let mut world = unpolled(format, &profile);
        let mut choices = common::world::choices();
        while world.state.floor().is_none() {
            world.step(&mut choices, 0);
        }
        let id = world.state.floor().unwrap().id;
        assert!(world.state.floor().unwrap().text.is_empty());
        let log = common::prompted::log(&mut world, 128_000);
        hand_in(&mut world, PIECES[0]);
        while world.state.turn(id).unwrap().is_open() {
            world.step(&mut choices, 0);
        }
        let asked: Vec<usize> = told_in(&log, id).iter().map(|told| told[0]).collect();
        assert_eq!(asked.first(), Some(&1), "{format}");
        // One thing at a time is said, and the first of them is what was handed in.
        assert!(is_small || !asked.contains(&0), "{format}: {asked:?}");
        let owed = world.state.owed(world.state.turn(id).unwrap());
        assert_eq!(owed.len(), 1, "{format}");
    }
}

#[test]
fn what_is_taken_back_to_where_evidence_was_put_is_asked_for_with_it_again() {
    let (mut world, call) = in_a_sentence();
    let id = world.state.floor().unwrap().id;
    hand_in(&mut world, PIECES[0]);
    say(&mut world, call, " sentence. ");
    let speech = |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| ask.writes() == Some(id);
    let next = *world.calls.iter().find(speech).unwrap().0;
    say(&mut world, next, "\n\nHalf of");
    let log = common::prompted::log(&mut world, 128_000);
    let report = common::world::report();
    world.fail(next, CallFailure::Broke, ["it broke", "gone"], report);
    let asked: Vec<usize> = told_in(&log, id).iter().map(|told| told[0]).collect();
    assert_eq!(asked, [1]);
}

#[test]
fn nobody_is_asked_in_an_examination_to_acknowledge_evidence() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    for (format, profile) in [
        ("oxford", Profile::default()),
        ("lincoln-douglas", Profile::default()),
        ("lincoln-douglas", small),
        ("socratic", Profile::default()),
    ] {
        let mut world = unpolled(format, &profile);
        let mut choices = common::world::choices();
        let examines = |turn: &Turn| matches!(turn.task, Task::Question | Task::Answer);
        while !world.state.turns.iter().any(examines) {
            world.step(&mut choices, 0);
        }
        let log = common::prompted::log(&mut world, 128_000);
        // In the middle of a question or an answer, too, where somebody has the floor for one.
        let has_begun = |world: &World| {
            let floor = world.state.floor();
            floor.is_some_and(|turn| examines(turn) && turn.words > 0)
        };
        for _ in 0..400 {
            if has_begun(&world) {
                break;
            }
            world.step(&mut choices, 0);
        }
        let calls = world.state.calls_begun;
        hand_in(&mut world, PIECES[0]);
        assert_eq!(
            world.state.calls_begun, calls,
            "{format}: nobody is cut short"
        );
        world.run(&mut choices, 0);
        let log = log.borrow();
        let asked = log.iter().filter(|sent| {
            let turn = sent.ask.writes().and_then(|turn| world.state.turn(turn));
            turn.is_some_and(examines)
        });
        let mut count = 0;
        for sent in asked {
            let text = sent.text();
            let asks = [
                "Evidence was handed in that",
                "says what it means",
                "Acknowledge the evidence",
            ];
            assert!(!asks.iter().any(|words| text.contains(words)), "{text}");
            count += 1;
        }
        assert!(count > 1, "{format}");
    }
}

#[test]
fn what_is_written_anew_for_another_rule_is_still_asked_once_for_a_word_on_evidence() {
    let mut world = World::opened(common::opening_in(
        "structured",
        0,
        Options::default(),
        &Profile::default(),
    ));
    hand_in(&mut world, PIECES[0]);
    world.answers = Some(Box::new(|state, ask| {
        let Ask::Write { turn } = ask else {
            return None;
        };
        let turn = state.turn(*turn)?;
        let mut answer = hustings::debate::rehearsal::answer(state, ask);
        if let (Task::Arguments, 1, Answer::Work(work)) = (turn.task, turn.attempt, &mut answer)
            && let hustings::debate::written::Work::Arguments(all) = &mut **work
        {
            all.truncate(1);
        }
        Some(answer)
    }));
    world.run(&mut common::world::choices(), 0);
    let struck: Vec<(String, u32)> = world
        .journal
        .iter()
        .filter_map(|record| match &record.event {
            Event::TurnStruck { turn, rule, .. } => {
                let turn = world.state.turn(*turn)?;
                (turn.task == Task::Arguments && turn.seat.group() == "pro")
                    .then(|| (rule.clone(), turn.attempt))
            }
            _ => None,
        })
        .collect();
    assert_eq!(struck.len(), 2, "{struck:?}");
    assert_eq!(struck[1], ("evidence-acknowledged".to_owned(), 2));
}
