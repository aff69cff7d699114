//! A person in the seat of whoever judges or moderates: asked for what a model there is asked for, in a form, and held to
//! the same.

use hustings::{
    by_hand,
    catalog::Profile,
    debate::{
        DebateState,
        answer::Vote,
        ask::Ask,
        command::Command,
        event::Event,
        ids::{CallId, Seat},
        opening::{OnFailure, Options},
        person::{HandoverSpan, PERSON, PersonAnswer},
        state::DebateStatus,
    },
};

use super::common::{
    opening_in,
    world::{World, choices, short, taken_up},
};

const WORDS: &str = "So it went in this debate, and for this reason I say so.";

fn seated(format: &str, seat: &str) -> World {
    let mut opening = opening_in(format, 3, short(), &Profile::default());
    let seat = Seat::named(seat);
    assert!(
        opening.seat_person(&seat, "Robin Marsh"),
        "{format}: {seat}"
    );
    opening.ask_judge_once(&seat);
    World::opened(opening)
}

/// What a person is asked now.
fn asked(world: &World) -> Option<(CallId, Ask, by_hand::AskedByHand)> {
    let (call, pending) = world.state.asked_of_people().next()?;
    Some((
        call,
        pending.ask.clone(),
        by_hand::asked(&world.state, pending),
    ))
}

/// The form with something in every field: of numbers the highest under a heading that begins so, and the lowest elsewhere;
/// of choices the last.
fn filled(blank: &str, favoured: &[&str]) -> String {
    let (mut text, mut is_favoured) = (String::new(), false);
    for line in blank.lines() {
        text += line;
        if let Some(heading) = line.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            is_favoured = favoured.iter().any(|one| heading.starts_with(one));
        } else if !line.starts_with('>') && line.trim_end().ends_with(':') {
            let hint = line
                .rsplit_once(" (")
                .and_then(|(_, hint)| hint.split_once("):"));
            let hint = hint.map_or("", |(hint, _)| hint);
            text += " ";
            let entered = match hint.split_once(" to ") {
                Some((lowest, highest)) if !hint.contains(',') => {
                    if is_favoured { highest } else { lowest }.to_owned()
                }
                _ if hint.contains("Fallacy: ") => String::new(),
                _ if hint.starts_with("a line each") => {
                    let entries = hint.split_once("dash: ").map_or(WORDS, |(_, all)| all);
                    let entries = entries.split(", ").map(|one| format!("\n- {one}"));
                    if hint.contains("dash: ") {
                        entries.collect()
                    } else {
                        format!("\n- {WORDS}")
                    }
                }
                _ if hint == "yes or no" => "yes".to_owned(),
                _ if hint.is_empty() => WORDS.to_owned(),
                _ => hint.rsplit(", ").next().unwrap().to_owned(),
            };
            text += &entered;
        }
        text.push('\n');
    }
    text
}

fn hand_in(world: &mut World, call: CallId, text: String) {
    world.command(Command::Reply {
        call,
        answer: PersonAnswer::Text(text),
    });
}

fn refused(world: &World) -> Option<String> {
    let last = world.journal.last()?;
    match &last.event {
        Event::CommandRefused { reason, .. } => Some(reason.clone()),
        _ => None,
    }
}

/// Goes on until a person is asked for this.
fn until(world: &mut World, wanted: fn(&Ask) -> bool) -> CallId {
    let mut choices = choices();
    for _ in 0..20_000 {
        if let Some((call, ask, _)) = asked(world) {
            world.calls.remove(&call);
            if wanted(&ask) {
                return call;
            }
            answer(world, call, &ask, &[]);
        } else {
            world.step(&mut choices, 0);
        }
    }
    panic!("never asked");
}

fn answer(world: &mut World, call: CallId, ask: &Ask, favoured: &[&str]) {
    let form = asked(world).unwrap().2;
    if let Ask::Lean { .. } = ask {
        let answer = PersonAnswer::Vote(Vote::Undecided, String::new());
        world.command(Command::Reply { call, answer });
    } else if let Ask::Write { .. } = ask {
        let text =
            "Agreed: streets are full.\nDisagreed: who pays.\nOpen: the count.\nHinges: on boats.";
        let is_question = form.title.contains("question");
        let text = if is_question {
            "Should cities ban private cars?"
        } else {
            text
        };
        hand_in(world, call, text.to_owned());
    } else {
        assert!(!form.blank.is_empty(), "{ask:?} is a form");
        hand_in(world, call, filled(&form.blank, favoured));
    }
    assert_eq!(
        refused(world),
        None,
        "{ask:?}: {}",
        filled(&form.blank, favoured)
    );
}

/// The debate to its end, with the person answering everything; gives what they were asked.
fn held(world: &mut World, favoured: &[&str]) -> Vec<String> {
    let mut choices = choices();
    let mut titles = Vec::new();
    for _ in 0..20_000 {
        if world.state.is_closed() {
            assert_eq!(world.state, DebateState::fold(&world.journal));
            return titles;
        }
        if let DebateStatus::Paused(_) = world.state.status {
            world.command(Command::Resume);
        }
        match asked(world) {
            Some((call, ask, form)) => {
                world.calls.remove(&call);
                titles.push(form.title);
                answer(world, call, &ask, favoured);
            }
            None => world.step(&mut choices, 0),
        }
    }
    panic!("the debate does not end");
}

#[test]
fn what_a_person_gives_from_the_judges_seat_decides() {
    for (format, favoured) in [("structured", ["CON"; 1]), ("panel", ["Ada Lovelace"; 1])] {
        let mut world = seated(format, "judge.1");
        // In the panel the one who is to win is whoever sits first.
        let first = world.state.speakers()[0].card.name.clone();
        let favoured = if format == "panel" {
            [first.as_str()]
        } else {
            favoured
        };
        let titles = held(&mut world, &favoured);
        assert!(titles.iter().any(|one| one == "Your report"), "{titles:?}");
        if format == "panel" {
            assert!(
                titles
                    .iter()
                    .any(|one| one.starts_with("The debate after round")),
                "{titles:?}"
            );
        }
        assert_eq!(world.state.name(&Seat::judge(1)), "Robin Marsh");
        let report = world.state.reports().next().unwrap();
        assert_eq!(
            (report.key_insight.as_str(), report.recommendation.as_str()),
            (WORDS, WORDS)
        );
        let leader = world.state.scores.as_ref().unwrap().leader().unwrap();
        assert!(
            leader.name == favoured[0] || leader.id.eq_ignore_ascii_case(favoured[0]),
            "{format}: {leader:?}"
        );
        let by_person = world
            .state
            .finished
            .iter()
            .filter(|call| call.report.model == PERSON);
        assert_eq!(by_person.count(), titles.len());
    }
}

#[test]
fn what_a_person_gives_as_the_verdict_of_the_house_is_the_direct_verdict() {
    for format in ["oxford", "exhibition"] {
        let mut world = seated(format, "house");
        let titles = held(&mut world, &[]);
        let verdicts = titles.iter().filter(|one| *one == "Your verdict").count();
        assert_eq!(verdicts, 1, "{titles:?}");
        // One by one, and not in one form.
        let speakers = world.state.speakers().len();
        assert_eq!(
            titles.iter().filter(|one| one.ends_with(" did")).count(),
            speakers,
            "{titles:?}"
        );
        let verdict = world.state.verdict().unwrap();
        assert_eq!(
            (verdict.vote, verdict.analysis.as_str()),
            (Vote::No, WORDS),
            "{format}"
        );
    }
}

#[test]
fn whoever_moderates_frames_the_question_and_gives_the_synthesis() {
    let mut world = seated("clearside", "moderator");
    let titles = held(&mut world, &[]);
    assert_eq!(titles, ["The question", "Synthesis"]);
    let last = world.state.speeches().last().unwrap();
    assert!(
        last.text.contains("streets are full") && last.text.contains("on boats"),
        "{}",
        last.text
    );
}

#[test]
fn a_form_that_lacks_something_is_refused_and_asked_on_and_the_model_judges_where_the_seat_is_handed_over()
 {
    let mut world = seated("structured", "judge.1");
    let call = until(&mut world, |ask| matches!(ask, Ask::Judge { .. }));
    let blank = asked(&world).unwrap().2.blank;
    // Each argument is named with who made it.
    assert!(blank.contains("## PRO-1\n> "), "{blank}");
    let full = filled(&blank, &[]);
    for (from, to, why) in [
        (
            full.as_str(),
            blank.as_str(),
            "\"Reason\" of PRO-1 says nothing",
        ),
        ("\nKey insight: ", "\nNothing: ", "no field"),
        ("## PRO-1\n", "## PRO-99\n", "no part \"PRO-99\""),
        (
            "):  uncertain",
            "):  perhaps",
            "\"Standing\" of PRO-1 is \"perhaps\"; it must be one of",
        ),
    ] {
        hand_in(&mut world, call, full.replacen(from, to, 1));
        let told = refused(&world);
        let is_told = told.as_ref().is_some_and(|told| told.contains(why));
        assert!(is_told && full.contains(from), "{why}: {told:?}");
        assert!(world.state.judgements.is_empty());
    }
    let seat = Seat::judge(1);
    let hand = |span| Command::HandOver {
        seat: Seat::judge(1),
        span,
    };
    world.command(hand(HandoverSpan::Turn));
    assert!(refused(&world).unwrap().contains("no turn"));
    world.command(hand(HandoverSpan::Open));
    assert!(world.state.is_handed_over(&seat));
    let titles = held(&mut world, &[]);
    assert_eq!(titles, Vec::<String>::new());
    assert_eq!(world.state.reports().count(), 1);
}

#[test]
fn whoever_takes_the_seat_of_a_judge_in_the_middle_is_asked_once_for_two_looks() {
    for (format, seat) in [("structured", Seat::judge(1)), ("oxford", Seat::house())] {
        let mut options = Options {
            on_failure: OnFailure::Pause,
            judge_passes: Some(2),
            ..short()
        };
        options.judges_looking_twice = vec![Seat::judge(1)];
        let mut world = World::opened(opening_in(format, 3, options, &Profile::default()));
        let mut choices = choices();
        while world.state.speeches().count() < 2 {
            world.step(&mut choices, 0);
        }
        world.command(Command::TakeSeat {
            seat: seat.clone(),
            name: "Robin Marsh".to_owned(),
        });
        assert_eq!(refused(&world), None);
        assert!(world.state.is_elsewhere(&seat));
        let titles = held(&mut world, &["CON"]);
        let looks = titles
            .iter()
            .filter(|one| matches!(one.as_str(), "Your report" | "Your verdict"));
        assert_eq!(looks.count(), 1, "{titles:?}");
        if seat.is_house() {
            let votes: Vec<Vote> = world.state.verdicts().map(|one| one.vote).collect();
            assert_eq!(votes, [Vote::No, Vote::No]);
        } else {
            let [first, again] = world.state.report_looks[&seat].both().unwrap();
            assert_eq!(first, again);
        }
        // Wherever the record ends, it is gone on from.
        let mut second = World::new();
        second.journal = world.journal[..world.journal.len() / 2].to_vec();
        second.state = DebateState::fold(&second.journal);
        second.clock = second.state.at_ms;
        second.feed(taken_up(None));
        held(&mut second, &["CON"]);
    }
}
