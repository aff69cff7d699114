//! What models are told: in the order that caches like, only what they may know, and nothing from outside
//! beyond its fence.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use crate::common;

#[path = "prompts/blind.rs"]
mod blind;
#[path = "prompts/definitions.rs"]
mod definitions;
#[path = "prompts/gallery.rs"]
mod gallery;
#[path = "prompts/grants.rs"]
mod grants;
#[path = "prompts/hostile.rs"]
mod hostile;
#[path = "prompts/motions.rs"]
mod motions;
#[path = "prompts/preparing.rs"]
mod preparing;
#[path = "prompts/rising.rs"]
mod rising;
#[path = "prompts/small.rs"]
mod small;
#[path = "prompts/struck.rs"]
mod struck;

use std::{cell::RefCell, rc::Rc};

use common::world::{Choices, World};
use hustings::{
    catalog::Profile,
    debate::{
        ask::{Ask, Cue, When},
        decide::{Answer, Input},
        ids::Seat,
        looks::TeamOrder,
        opening::Options,
    },
    llm::{From, Message},
    prompt::Prompts,
};

type Log = Rc<RefCell<Vec<(Ask, Vec<Message>)>>>;

/// A world that keeps every prompt.
fn world(profile: &Profile, audience: usize, scale: f64) -> (World, Log) {
    let options = Options {
        scale,
        ..Options::default()
    };
    world_with(options, profile, audience)
}

fn world_with(options: Options, profile: &Profile, audience: usize) -> (World, Log) {
    let log: Log = Rc::default();
    let prompts = Prompts::load(None).unwrap();
    let kept = Rc::clone(&log);
    let mut world = World::new();
    world.on_ask = Some(Box::new(move |state, ask| {
        let prompted = prompts.prompt(state, ask, 128_000).unwrap();
        let told = match ask {
            // A referee has no moods.
            Ask::SideCheck { .. } | Ask::Annotate { .. } => Some(0.0),
            // Of the same debate a judge is to say the same.
            Ask::Judge { .. }
            | Ask::Verdict { .. }
            | Ask::Assess { .. }
            | Ask::Assessments { .. }
            | Ask::Lean { .. }
            | Ask::Rank { .. } => Some(0.2),
            // Whoever speaks has the seed's, where the model is not known to want another.
            Ask::Speech { turn, .. } => {
                let seat = state.turn(*turn).map(|turn| &turn.seat);
                let speaker = seat.and_then(|seat| state.speaker(seat));
                let known = |profile: &Profile| profile.temperature.is_some() || profile.thinks;
                speaker.filter(|one| !known(&one.profile)).map(|_| 0.8)
            }
            // Everybody else has the profile's.
            _ => None,
        };
        assert_eq!(prompted.request.temperature, told, "{ask:?}");
        assert_eq!(prompted.condensed, 0);
        kept.borrow_mut()
            .push((ask.clone(), prompted.request.messages));
    }));
    world.feed(Input::Open(common::opening(audience, options, profile)));
    (world, log)
}

fn whole(messages: &[Message]) -> String {
    messages
        .iter()
        .map(|message| format!("<{:?}>{}", message.from, message.text))
        .collect::<Vec<_>>()
        .concat()
}

fn common_prefix(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count()
}

fn choices() -> Choices {
    Choices {
        bytes: vec![2, 7, 1, 8, 2, 8, 1, 8],
        at: 0,
    }
}

/// How many bytes the prompts of a debate have whose house is polled so many at a time, and how many of them no earlier
/// prompt begins with.
fn read(polled_together: u32) -> (usize, usize) {
    let options = Options {
        scale: 0.5,
        polled_together: Some(polled_together),
        ..Options::default()
    };
    let (mut world, log) = world_with(options, &Profile::default(), 13);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let texts: Vec<String> = log.iter().map(|(_, messages)| whole(messages)).collect();
    let total: usize = texts.iter().map(String::len).sum();
    let repeated: usize = texts
        .iter()
        .enumerate()
        .map(|(i, text)| {
            texts[..i]
                .iter()
                .map(|earlier| common_prefix(earlier, text))
                .max()
                .unwrap_or(0)
        })
        .sum();
    (total, total - repeated)
}

#[test]
fn most_of_every_prompt_repeats_the_beginning_of_an_earlier_one() {
    let (total, anew) = read(1);
    let share = 1.0 - anew as f64 / total as f64;
    // It was 86 % when whoever was asked to rise read every earlier speech in full: less is read anew since, and far less is
    // repeated.
    assert!(
        share >= 0.84,
        "only {:.1} % of all prompts repeats what was sent before",
        share * 100.0
    );
    // Whoever is polled with others costs the debate no prompt of their own, and nothing much besides that is read anew.
    let (less, still_anew) = read(20);
    assert!((less as f64) < 0.76 * total as f64, "{less} of {total}");
    assert!(
        still_anew as f64 <= 1.15 * anew as f64,
        "{still_anew}, and {anew} of each alone"
    );
}

#[test]
fn roles_alternate_and_the_first_message_is_the_same_for_all_who_read_names() {
    let (mut world, log) = world(&Profile::default(), 5, 0.3);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    // Which way a judge leans is asked of the motion alone.
    let is_lean = |ask: &Ask| matches!(ask, Ask::Lean { .. });
    let leans: Vec<usize> = log
        .iter()
        .filter(|(ask, _)| is_lean(ask))
        .map(|(_, all)| all.len())
        .collect();
    assert_eq!(leans, [1], "one question, and nothing before it");
    let read = || log.iter().filter(|(ask, _)| !is_lean(ask));
    let house = &read().next().unwrap().1[0];
    for (ask, messages) in read() {
        let is_blind = ask.team_order().is_some();
        assert_eq!(&messages[0] == house, !is_blind, "{ask:?}");
        assert_eq!(messages[0].from, From::System);
        for (i, message) in Message::in_turns(messages.iter().cloned())
            .iter()
            .enumerate()
            .skip(1)
        {
            assert_eq!(
                message.from,
                if i % 2 == 1 {
                    From::User
                } else {
                    From::Assistant
                },
                "{ask:?}"
            );
            assert!(
                !message.text.trim().is_empty(),
                "{ask:?} has an empty message"
            );
        }
        assert_eq!(messages.last().unwrap().from, From::User, "{ask:?}");
    }
}

/// What somebody writes down for a speech, in words of its own.
fn note(seat: &Seat) -> String {
    format!("Begin with the noted matter of {seat}, and end with it.")
}

/// The world of `world`, in which everybody's notes are told apart.
fn noted(audience: usize) -> (World, Log) {
    let (mut world, log) = world(&Profile::default(), audience, 0.3);
    world.answers = Some(Box::new(|state, ask| match ask {
        Ask::Prepare { turn } => Some(Answer::Text(note(&state.turn(*turn).unwrap().seat))),
        _ => None,
    }));
    (world, log)
}

#[test]
fn who_prepares_knows_the_motion_and_the_others_and_nothing_else() {
    const AUDIENCE: usize = 5;
    let (mut world, log) = noted(AUDIENCE);
    world.run(&mut choices(), 0);
    let (mut prepared, mut voted) = (0, 0);
    for (ask, messages) in log.borrow().iter() {
        match ask {
            Ask::Prepare { .. } => prepared += 1,
            Ask::Ballot {
                when: When::Before, ..
            } => voted += 1,
            _ => continue,
        }
        assert_eq!(messages.len(), 2);
        assert!(
            messages[0].text.contains("Mary Wollstonecraft")
                && messages[0].text.contains("Napoleon Bonaparte")
        );
        let text = whole(messages);
        assert!(text.contains("private cars"), "the motion: {text}");
        for other in ["Sentence 0", "noted matter"] {
            assert!(!text.contains(other), "{ask:?} knows {other}");
        }
    }
    assert_eq!((prepared, voted), (6, AUDIENCE));
}

#[test]
fn notes_are_given_to_whoever_made_them_and_to_those_who_rise_for_them() {
    let (mut world, log) = noted(3);
    world.run(&mut choices(), 0);
    let (mut spoken, mut risen, mut others) = (0, 0, 0);
    for (ask, messages) in log.borrow().iter() {
        let text = whole(messages);
        let own = match ask {
            Ask::Speech { turn, .. } => world.state.turn(*turn).map(|turn| &turn.seat),
            // A point is taken and answered in the middle of the speech that it is put in.
            Ask::PoiAccept { poi } | Ask::PoiAnswer { poi } => {
                world.state.point(*poi).map(|point| &point.to)
            }
            _ => None,
        };
        // Whoever decides whether somebody rises plays those who sit opposite, and hears nobody else's notes.
        let floor = match ask {
            Ask::PoiOffer { turn } => world.state.turn(*turn),
            _ => None,
        };
        let plays = |seat: &Seat| {
            let mut opposite = floor.iter().flat_map(|floor| world.state.may_rise(floor));
            opposite.any(|one| &one.seat == seat)
        };
        for speaker in &world.state.opening.as_ref().unwrap().speakers {
            let has_it = text.contains(&note(&speaker.seat));
            assert!(
                !has_it || own == Some(&speaker.seat) || plays(&speaker.seat),
                "{ask:?} knows the notes of {}",
                speaker.seat
            );
            spoken += usize::from(has_it && own.is_some());
            risen += usize::from(has_it && floor.is_some());
            others += usize::from(!has_it);
        }
    }
    assert!(spoken >= 6, "everybody speaks with their notes: {spoken}");
    assert!(risen >= 6, "whoever may rise does so with theirs: {risen}");
    assert!(others > 100, "{others}");
}

/// The prompts of speeches that begin.
fn begun(log: &[(Ask, Vec<Message>)]) -> Vec<&Vec<Message>> {
    log.iter()
        .filter(|(ask, _)| {
            matches!(
                ask,
                Ask::Speech {
                    cue: Cue::Begin,
                    ..
                }
            )
        })
        .map(|(_, messages)| messages)
        .collect()
}

#[test]
fn the_three_kinds_of_speech_are_asked_for_as_the_seed_says() {
    let (mut world, log) = world(&Profile::default(), 5, 0.3);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let begun = begun(&log);
    let task = |n: usize| begun[n].last().unwrap().text.as_str();
    assert_eq!(begun.len(), 6);
    assert!(task(0).contains("nothing to rebut") && begun[0].len() == 2);
    assert!(task(1).contains("Napoleon Bonaparte has just spoken") && task(1).contains("do both"));
    for (n, heard) in (2..6).map(|n| (n, begun[n])) {
        assert!(task(n).contains("what your side has not yet said"));
        assert_eq!(
            heard.len(),
            n + 2,
            "each earlier speech is a message of its own, with the Chair's call"
        );
    }
    assert!(!task(3).contains("last voice"));
    assert!(
        task(4).contains("last voice for the Proposition")
            && !task(4).contains("last speech of the debate")
    );
    assert!(
        task(5).contains("last voice for the Opposition")
            && task(5).contains("last speech of the debate")
    );
    for (n, messages) in begun.iter().enumerate() {
        let last = messages
            .last()
            .unwrap()
            .text
            .lines()
            .last()
            .unwrap()
            .to_owned();
        let side = if n % 2 == 0 {
            "Proposition"
        } else {
            "Opposition"
        };
        assert!(
            last.contains(side),
            "the last words say which side it is: {last}"
        );
        assert!(
            last.contains("cities should") || last.contains("Cities should"),
            "and what it holds: {last}"
        );
        assert!(messages.last().unwrap().text.contains("YOUR NOTES"));
    }
}

#[test]
fn a_transcript_that_outgrows_the_context_is_given_in_short_from_its_oldest_end() {
    let prompts = Prompts::load(None).unwrap();
    let (mut world, _) = world(&Profile::default(), 0, 1.0);
    world.run(&mut choices(), 0);
    // The state before the close still renders: the verdict reads everything.
    let verdict = Ask::Verdict {
        order: TeamOrder::AsSeated,
    };
    let full = prompts.prompt(&world.state, &verdict, 128_000).unwrap();
    let short = prompts.prompt(&world.state, &verdict, 9_000).unwrap();
    assert_eq!(full.condensed, 0);
    assert!(short.condensed >= 2, "{}", short.condensed);
    assert!(whole(&short.request.messages).len() < whole(&full.request.messages).len());
    assert_eq!(full.request.messages[0], short.request.messages[0]);
    let last_speech = |messages: &[Message]| messages[messages.len() - 2].text.clone();
    assert_eq!(
        last_speech(&full.request.messages),
        last_speech(&short.request.messages),
        "the newest stays whole"
    );
}

#[test]
fn a_debate_that_goes_on_leaves_its_oldest_speeches_out_where_not_even_all_in_short_fit() {
    let prompts = Prompts::load(None).unwrap();
    let options = Options {
        scale: 0.2,
        ..Options::default()
    };
    let mut opening = common::opening_in("exhibition", 0, options, &Profile::default());
    let debated = opening
        .format
        .phases
        .iter()
        .find(|phase| phase.id == "debate");
    let debated = debated.unwrap().clone();
    for round in 0..9 {
        let mut phase = debated.clone();
        phase.id = format!("debate-{round}");
        opening.format.phases.push(phase);
    }
    let mut world = World::opened(opening);
    world.run(&mut choices(), 0);
    assert_eq!(world.state.speeches().count(), 60);
    let verdict = Ask::Verdict {
        order: TeamOrder::AsSeated,
    };
    let least = prompts.prompt(&world.state, &verdict, 0).unwrap();
    let context = least.needed - 300;
    // Whoever asks whether a debate can be heard is not told that it can.
    let all = prompts.prompt(&world.state, &verdict, context).unwrap();
    assert!(all.needed > context && all.left_out == 0);
    let some = prompts
        .prompt_in_any_case(&world.state, &verdict, context)
        .unwrap();
    assert!(some.needed <= context, "{} of {context}", some.needed);
    assert!((8..=24).contains(&some.left_out), "{}", some.left_out);
    let told = format!(
        "(The {} speeches before this one are left out",
        some.left_out
    );
    assert_eq!(whole(&some.request.messages).matches(&told).count(), 1);
    let (some, all) = (some.request.messages, all.request.messages);
    assert_eq!(some[0], all[0]);
    assert_eq!(
        some[some.len() - 3..],
        all[all.len() - 3..],
        "the newest stay"
    );
    // With no room at all, as many stay as tell what is debated.
    let none = prompts
        .prompt_in_any_case(&world.state, &verdict, 0)
        .unwrap();
    assert!(none.request.messages.len() > 32);
    let roomy = prompts.prompt_in_any_case(&world.state, &verdict, 128_000);
    assert_eq!(roomy.unwrap().left_out, 0);
}
