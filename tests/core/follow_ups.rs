//! What is asked after the end: of whom, how it is answered, and that the debate stays as it ended.

use hustings::{
    debate::{
        answer::Vote,
        ask::{Role, When},
        event::{CallFailure, CallReport, CloseReason, Record, Usage},
        follow_up::FollowUpProgress,
        ids::FollowUpId,
        looks::TeamOrder,
        missing::missing,
    },
    eval::Report,
    export::briefing,
    prompt::Prompts,
};

use super::*;

/// A debate that is over.
fn over(format: &str) -> World {
    let mut world = World::short(format, &Profile::default());
    world.run_in_order();
    assert!(world.state.takes_follow_ups());
    world
}

fn ask(world: &mut World, seat: Seat, text: &str) {
    world.command(Command::Ask {
        seat,
        text: text.into(),
        halt: Halt::Beside,
    });
}

fn last(world: &World) -> &Event {
    &world.journal.last().unwrap().event
}

/// The one call that is under way.
fn call(world: &World) -> hustings::debate::ids::CallId {
    let mut calls = world.calls.keys();
    let call = *calls.next().unwrap();
    assert_eq!(calls.next(), None, "one question is answered at a time");
    call
}

fn say(world: &mut World, text: &str) {
    let call = call(world);
    world.feed(Input::Said {
        call,
        text: text.into(),
        rest: Unspoken::Unfinished,
    });
}

fn drain(world: &mut World) {
    let call = call(world);
    world.calls.remove(&call);
    world.feed(Input::Drained {
        call,
        report: common::world::report(),
        at_limit: false,
    });
}

#[test]
fn whoever_took_part_is_asked_one_after_the_other_and_the_debate_stays_as_it_ended() {
    let mut world = over("exhibition");
    let before = world.state.clone();
    let judge = Seat::audience(2);
    ask(&mut world, Seat::new("opp", 2), "What would you say now?");
    ask(&mut world, judge.clone(), "What moved you?");
    assert!(world.state.is_answering(FollowUpId(0)));
    say(&mut world, "It was said. ");
    say(&mut world, "I stand by it.");
    drain(&mut world);
    let first = &world.state.follow_ups[0];
    assert_eq!(first.progress, FollowUpProgress::Answered);
    assert_eq!(first.answer, "It was said. I stand by it.");
    assert_eq!(first.model, "scripted");
    // The next has its own model's role, and is put once the one before is answered.
    assert!(world.state.is_answering(FollowUpId(1)));
    let put = Ask::FollowUp {
        item: FollowUpId(1),
    };
    assert_eq!(put.role(Some(&judge)), Role::Audience);
    assert_eq!(put.role(Some(&Seat::judge(1))), Role::Judge);
    assert_eq!(put.role(Some(&Seat::moderator())), Role::Moderator);
    drain(&mut world);
    assert!(
        matches!(&world.state.follow_ups[1].progress, FollowUpProgress::Failed { reason } if reason.contains("nothing")),
        "an answer of no words is none"
    );

    let after = &world.state;
    assert_eq!(after.status, DebateStatus::Closed(CloseReason::Completed));
    assert_eq!(after.division, before.division);
    assert_eq!(after.turns, before.turns);
    assert_eq!(after.interventions, before.interventions);
    assert_eq!(after.answered_by, before.answered_by);
    assert_eq!(after.running_ms(), before.running_ms());
    assert_eq!(missing(after), missing(&before));
    assert!(after.entries.starts_with(&before.entries));
    // What it has used is used.
    assert_eq!(after.ledger.calls, before.ledger.calls + 2);
    assert!(after.ledger.tokens() > before.ledger.tokens());
    // A journal with an appendix is a debate that is over.
    assert_eq!(*after, DebateState::fold(&world.journal));
}

#[test]
fn no_judge_and_no_measure_sees_what_was_asked_after_the_end() {
    let prompts = Prompts::load(None).unwrap();
    for format in ["exhibition", "structured"] {
        let mut world = over(format);
        let before = world.state.clone();
        let seat = before.speakers()[0].seat.clone();
        ask(&mut world, seat.clone(), "Is the zebra yours?");
        say(&mut world, "The zebra is mine.");
        drain(&mut world);
        let member = Seat::audience(1);
        let asks = [
            Ask::Verdict {
                order: TeamOrder::AsSeated,
            },
            Ask::Judge {
                judge: Seat::judge(1),
                again: false,
            },
            Ask::Rank {
                judge: Seat::judge(1),
            },
            Ask::Ballot {
                member,
                when: When::After,
            },
            Ask::Assess { seat },
            Ask::Annotate { again: false },
        ];
        for ask in asks {
            let prompt = |state: &DebateState| prompts.prompt(state, &ask, 128_000);
            let (now, then) = (prompt(&world.state), prompt(&before));
            assert_eq!(now, then, "{ask:?}");
        }
        let measured = |state: &DebateState| Report::counted(state, None).readings;
        assert_eq!(measured(&world.state), measured(&before));
        assert_eq!(briefing(&world.state), briefing(&before));
    }
}

#[test]
fn whoever_answers_has_the_record_what_is_theirs_and_the_questions_before() {
    let prompts = Prompts::load(None).unwrap();
    let mut world = over("exhibition");
    let member = world.state.audience()[0].seat.clone();
    let reason = {
        let ballot = &world.state.ballots[&(When::After, member.clone())];
        assert!(matches!(ballot.vote, Some(Vote::Aye | Vote::No)));
        ballot.reason.clone()
    };
    ask(&mut world, Seat::new("prop", 1), "Who counted the carts?");
    say(&mut world, "Nobody did.");
    drain(&mut world);
    ask(&mut world, member, "Why did you vote so?");
    let item = FollowUpId(1);
    let prompted = prompts
        .prompt(&world.state, &Ask::FollowUp { item }, 128_000)
        .unwrap();
    let texts = prompted.request.messages.iter();
    let whole: String = texts.map(|message| message.text.as_str()).collect();
    let speech = world.state.speeches().next().unwrap();
    for told in [
        speech.text.lines().next().unwrap().trim(),
        "HOW YOU VOTED",
        reason.trim(),
        "Who counted the carts?",
        "Nobody did.",
        "Why did you vote so?",
        "say plainly that it was not said",
        "Invent nothing",
    ] {
        assert!(whole.contains(told), "{told}\n\n{whole}");
    }
}

#[test]
fn what_a_process_that_died_left_open_is_asked_anew_and_a_failure_can_be_asked_again() {
    let mut world = over("exhibition");
    ask(&mut world, Seat::new("prop", 1), "And then?");
    say(&mut world, "Half an ans");
    // The process dies. Whoever takes the debate up for questions cuts its call and asks anew.
    let lost = call(&world);
    world.calls.clear();
    world.feed(common::world::taken_up(None));
    let cut =
        |record: &Record| matches!(&record.event, Event::CallCut { call, .. } if *call == lost);
    assert!(world.journal.iter().any(cut));
    assert!(world.state.is_answering(FollowUpId(0)));
    assert_eq!(world.state.follow_ups[0].answer, "", "from the beginning");
    let failed = call(&world);
    world.fail(
        failed,
        CallFailure::Outage,
        ["the server is gone", ""],
        CallReport::default(),
    );
    assert_eq!(
        world.state.follow_ups[0].progress,
        FollowUpProgress::Failed {
            reason: "the server is gone".into()
        }
    );
    assert!(world.calls.is_empty(), "no server is waited for");
    assert_eq!(missing(&world.state), []);
    ask(&mut world, Seat::new("prop", 1), "And then?");
    say(&mut world, "Then they walked.");
    drain(&mut world);
    assert_eq!(world.state.follow_ups[1].answer, "Then they walked.");
}

#[test]
fn only_those_who_took_part_are_asked_and_only_after_a_debate_that_came_to_its_end() {
    let mut world = over("exhibition");
    for seat in [Seat::new("prop", 9), Seat::gallery(), Seat::judge(3)] {
        ask(&mut world, seat, "Well?");
        assert!(
            matches!(last(&world), Event::CommandRefused { reason, .. } if reason.contains("prop.1") && reason.contains("audience.3")),
            "{:?}",
            last(&world)
        );
    }
    ask(&mut world, Seat::new("prop", 1), " \u{200b}…");
    assert!(matches!(last(&world), Event::CommandRefused { .. }));
    world.command(Command::Pause);
    assert!(
        matches!(last(&world), Event::CommandRefused { reason, .. } if reason.contains("over"))
    );
    assert!(world.state.follow_ups.is_empty());

    let mut left = short();
    left.command(Command::Adjourn);
    let records = left.journal.len();
    ask(&mut left, Seat::new("prop", 1), "Well?");
    assert_eq!(left.journal.len(), records, "an adjourned debate is closed");
}

#[test]
fn the_limits_of_a_debate_hold_for_what_is_asked_after_it_and_who_takes_it_up_again_allows_as_much()
{
    let options = Options {
        max_tokens: Some(1_000_000),
        ..common::world::short()
    };
    let mut world = World::opened(common::opening_in(
        "exhibition",
        3,
        options,
        &Profile::default(),
    ));
    world.run_in_order();
    let seat = Seat::new("prop", 1);
    ask(&mut world, seat.clone(), "And then?");
    let asked = call(&world);
    world.calls.remove(&asked);
    let usage = Usage {
        prompt_tokens: 2_000_000,
        ..Usage::default()
    };
    world.feed(Input::Said {
        call: asked,
        text: "Then they walked.".into(),
        rest: Unspoken::Unfinished,
    });
    world.feed(Input::Drained {
        call: asked,
        report: CallReport {
            usage,
            ..common::world::report()
        },
        at_limit: false,
    });
    assert_eq!(
        world.state.follow_ups[0].progress,
        FollowUpProgress::Answered
    );
    ask(&mut world, seat.clone(), "And after that?");
    assert!(world.calls.is_empty(), "nothing more is sent");
    assert!(
        matches!(&world.state.follow_ups[1].progress, FollowUpProgress::Failed { reason } if reason.contains("limit 1000000")),
        "{:?}",
        world.state.follow_ups[1]
    );
    world.feed(common::world::taken_up(None));
    ask(&mut world, seat, "And after that?");
    assert!(world.state.is_answering(FollowUpId(2)));
}
