//! Tests of what is told of failures and of costs.

use super::{draw, fixture::DebateFixture, press, ui};
use crate::catalog::Task;
use crate::debate::{
    ask::{Ask, Cue},
    event::{CallFailure, CallReport, Event, PausedBy, Truncation, Usage},
    ids::{CallId, CommandId, PoiId, Seat, TurnId},
};

#[test]
fn what_is_missing_is_told_below_the_verdict() {
    let mut debate = DebateFixture::speaking();
    let live = TurnId(debate.state.turns.len() as u32 - 1);
    let reason = "no connection to http://127.0.0.1:9/v1".to_owned();
    debate.end(live, Some(Truncation::Unreachable { reason }));
    let divided = DebateFixture::divided();
    let verdict = divided.log.iter().rev().take(2).rev();
    for record in verdict {
        debate.add(record.event.clone());
    }
    let mut ui = ui();
    draw(&mut ui, &debate, 80, 24);
    ui.transcript.follow();
    let screen = draw(&mut ui, &debate, 80, 120);
    let row = |what: &str| screen.lines().position(|line| line.contains(what));
    let (verdict, missing) = (row("The verdict"), row("◆ Missing: the rest of the speech"));
    assert!(verdict.is_some() && verdict < missing, "{screen}");
    let told = debate.state.notices.last().unwrap();
    assert!(told.contains("Why: no connection to"), "{told}");
}

#[test]
fn an_unknown_price_is_shown_as_unknown_and_what_is_free_as_nothing() {
    for (costs, shown) in [
        (&[None, None][..], "cost unknown"),
        (&[Some(0.0)], "$0.00"),
        (&[Some(1.25)], "$1.25 "),
        (&[Some(1.25), None], "$1.25+"),
        (&[Some(0.0), None], "cost unknown"),
    ] {
        let mut debate = DebateFixture::preparing();
        for cost in costs {
            let call = CallId(debate.state.calls_begun);
            let ask = Ask::Prepare { turn: TurnId(0) };
            let seat = None;
            debate.add(Event::CallBegan { call, ask, seat });
            let cost = *cost;
            let usage = Usage {
                prompt_tokens: 1,
                ..Usage::default()
            };
            let report = CallReport {
                usage,
                cost,
                ..CallReport::default()
            };
            debate.add(Event::ModelCalled { call, report });
        }
        let screen = draw(&mut ui(), &debate, 120, 40);
        assert!(screen.contains(shown), "{shown}: {screen}");
    }
}

#[test]
fn while_a_model_cannot_be_had_nobody_writes_and_the_way_out_is_told() {
    let mut debate = DebateFixture::preparing();
    assert!(draw(&mut ui(), &debate, 120, 40).contains("writing "));
    debate.add(Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Unreachable {
            seat: Seat::named("prop.1"),
            reason: "the server refuses the key (401)".to_owned(),
        },
    });
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(
        !screen.contains("writing ") && screen.contains("paused"),
        "{screen}"
    );
    assert!(screen.contains("leaves; hustings resume"), "{screen}");
    let does_without = "lets it go on without";
    assert!(!screen.contains(does_without), "nobody was heard: {screen}");
    let last = screen.lines().rev().find(|line| line.contains("space"));
    let last = last.unwrap_or_default();
    assert!(
        screen.contains("space tries again") && last.contains("try again"),
        "{screen}"
    );
    assert!(!last.contains("go on"), "{screen}");
}

#[test]
fn what_failed_is_told_in_full_with_the_command_that_goes_on_with_another_model() {
    let mut debate = DebateFixture::speaking();
    assert!(!draw(&mut ui(), &debate, 120, 40).contains("what failed"));
    let reason: Vec<String> = (0..60)
        .map(|n| format!("clause {n} of the refusal"))
        .collect();
    let reason = format!("the server refuses (403): {}", reason.join(", "));
    let call = CallId(debate.state.calls_begun);
    let seat = Seat::named("prop.2");
    debate.add(Event::CallBegan {
        call,
        ask: Ask::Speech {
            turn: TurnId(debate.state.turns.len() as u32 - 1),
            cue: Cue::Resume,
        },
        seat: Some(seat.clone()),
    });
    debate.add(Event::ModelFailed {
        call,
        reason: reason.clone(),
        failure: CallFailure::Refused,
        report: CallReport {
            model: "hosted:big".to_owned(),
            tries: 1,
            ..CallReport::default()
        },
    });
    let by = PausedBy::Unreachable { seat, reason };
    let command = CommandId::HOUSE;
    debate.add(Event::Paused { command, by });
    for (width, height) in [(40, 12), (80, 24), (120, 40)] {
        let mut ui = ui();
        let screen = draw(&mut ui, &debate, width, height);
        let bare: String = screen.split(['│', '"', ' ', '\n']).collect();
        // Beside other panes its rows are torn apart.
        let is_cut = width > 40 || bare.contains("press!forallofit.");
        assert!(is_cut, "{screen}");
        press(&mut ui, &debate, '!');
        let mut read = draw(&mut ui, &debate, width, height);
        for _ in 0..60 {
            press(&mut ui, &debate, 'f');
            read += &draw(&mut ui, &debate, width, height);
        }
        let id = debate
            .state
            .opening
            .as_deref()
            .unwrap()
            .debate
            .short()
            .to_owned();
        let bare: String = read.split(['│', '"', ' ', '\n']).collect();
        for told in [
            "What failed",
            "hosted:big, 1 try",
            "clause 0 of",
            "clause 59 of the refusal",
        ] {
            assert!(
                bare.contains(&told.replace(' ', "")),
                "{told} at {width}: {read}"
            );
        }
        let again = format!("hustings resume {id} --model PROVIDER:MODEL").replace(' ', "");
        assert!(bare.contains(&again), "{again}: {read}");
    }
}

#[test]
fn a_debate_that_is_gone_on_with_by_another_model_names_that_one() {
    let mut debate = DebateFixture::speaking();
    let turn = TurnId(debate.state.turns.len() as u32 - 1);
    let seat = debate.state.turn(turn).unwrap().seat.clone();
    let opened_with = debate.state.model_of(&seat).unwrap().to_owned();
    let answer = |debate: &mut DebateFixture, model: &str| {
        let call = CallId(debate.state.calls_begun);
        debate.add(Event::CallBegan {
            call,
            ask: Ask::Speech {
                turn,
                cue: Cue::Resume,
            },
            seat: Some(seat.clone()),
        });
        let report = CallReport {
            model: model.to_owned(),
            ..CallReport::default()
        };
        debate.add(Event::ModelCalled { call, report });
    };
    answer(&mut debate, "good:other");
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(screen.contains(" · other "), "{screen}");
    assert_eq!(debate.state.model_of(&seat), Some("good:other"));
    let turn = debate.state.turn(turn).unwrap();
    assert_eq!(debate.state.model_of_turn(turn), Some("good:other"));
    answer(&mut debate, &opened_with);
    assert_eq!(debate.state.model_of(&seat), Some(opened_with.as_str()));
    assert!(!draw(&mut ui(), &debate, 120, 40).contains("good:other"));
}

#[test]
fn a_probe_names_no_other_model_in_the_line_up() {
    let mut debate = DebateFixture::speaking();
    let turn = TurnId(debate.state.turns.len() as u32 - 1);
    let seat = debate.state.turn(turn).unwrap().seat.clone();
    let opened_with = debate.state.model_of(&seat).unwrap().to_owned();
    let call = CallId(debate.state.calls_begun);
    debate.add(Event::CallBegan {
        call,
        ask: Ask::Probe {
            after: CallId(call.0 - 1),
        },
        seat: Some(seat.clone()),
    });
    debate.add(Event::ModelCalled {
        call,
        report: CallReport {
            model: "good:other".to_owned(),
            ..CallReport::default()
        },
    });
    assert_eq!(debate.state.model_of(&seat), Some(opened_with.as_str()));
    assert!(!debate.state.models_heard(&seat).contains(&"good:other"));
    assert!(!draw(&mut ui(), &debate, 120, 40).contains("good:other"));
}

#[test]
fn that_a_debate_can_do_without_somebody_is_told_where_it_can() {
    let mut debate = DebateFixture::speaking();
    let reason = "no connection to the server".to_owned();
    debate.add(Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Unreachable {
            seat: Seat::named("prop.2"),
            reason: reason.clone(),
        },
    });
    let does_without = "! lets it go on without anyone it cannot reach.";
    for (gone, is_told) in [(None, true), (Some(reason), false)] {
        debate.state.outage.gone = gone;
        let screen = draw(&mut ui(), &debate, 200, 50);
        assert_eq!(screen.contains(does_without), is_told, "{screen}");
    }
}

#[test]
fn whose_model_gave_no_answer_is_not_said_to_write() {
    let mut debate = DebateFixture::preparing();
    let call = debate.state.calls.writing(TurnId(0)).unwrap();
    debate.add(Event::ModelFailed {
        call,
        reason: "no connection".to_owned(),
        failure: CallFailure::Outage,
        report: CallReport::default(),
    });
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(
        !screen.contains("writing ") && screen.contains("no answer"),
        "{screen}"
    );
    // Asked again, it writes again: since then.
    debate.call(Ask::Prepare { turn: TurnId(0) });
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(
        screen.contains("writing ") && !screen.contains("no answer"),
        "{screen}"
    );
}

#[test]
fn while_a_debate_is_paused_nothing_on_the_screen_is_live() {
    let mut debate = DebateFixture::speaking();
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(
        screen.contains("● live") && screen.contains("● 1"),
        "{screen}"
    );
    debate.add(Event::Paused {
        command: CommandId(9),
        by: PausedBy::Viewer,
    });
    for (width, height) in [(120, 40), (60, 18)] {
        let screen = draw(&mut ui(), &debate, width, height);
        assert!(!screen.contains("● "), "{screen}");
        assert!(screen.contains("⏸ 1"), "{screen}");
    }
    let mut ui = ui();
    draw(&mut ui, &debate, 120, 60);
    let screen = draw(&mut ui, &debate, 120, 100);
    assert!(screen.contains("⏸ paused"), "{screen}");
    // Though the answer to another call is still awaited, the failure is what there is to know.
    debate.add(Event::Resumed {
        command: CommandId(10),
        goes_on_without: false,
    });
    let call = CallId(debate.state.calls_begun);
    let ask = Ask::Prepare { turn: TurnId(0) };
    debate.add(Event::CallBegan {
        call,
        ask,
        seat: None,
    });
    debate.add(Event::ModelFailed {
        call,
        reason: "no connection".to_owned(),
        failure: CallFailure::Outage,
        report: CallReport::default(),
    });
    debate.add(Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Unreachable {
            seat: Seat::named("prop.2"),
            reason: "no connection".to_owned(),
        },
    });
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("● failed") && !screen.contains("● 1"),
        "{screen}"
    );
}

#[test]
fn nobody_is_live_before_the_first_word() {
    let mut debate = DebateFixture::preparing();
    let turn = debate.begin("prop.1", 19, crate::catalog::Task::Speech);
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(
        !screen.contains("● live") && screen.contains("● begins"),
        "{screen}"
    );
    assert!(screen.contains("pace: reading"), "{screen}");
    debate.say(turn, "Mr Speaker, I beg to move.");
    assert!(draw(&mut ui(), &debate, 120, 40).contains("● live"));
}

#[test]
fn what_the_house_waits_for_is_read_whole_on_a_small_screen() {
    let mut debate = DebateFixture::paused();
    debate.add(Event::QuestionAnswered {
        item: crate::debate::ids::InterventionId(1),
        text: "I would not.".to_owned(),
    });
    for (width, height) in [(40, 16), (60, 18)] {
        let screen = draw(&mut ui(), &debate, width, height);
        assert!(screen.contains("The question is answered"), "{screen}");
        assert!(screen.contains("still paused"), "{screen}");
    }
}

#[test]
fn why_a_speech_was_cut_is_read_whole_on_a_small_screen() {
    let mut debate = DebateFixture::speaking();
    let live = debate.state.floor().unwrap().id;
    let reason =
        "no connection to http://my-models.example.com:8080/v1: connection refused".to_owned();
    debate.end(live, Some(Truncation::Unreachable { reason }));
    let screen = draw(&mut ui(), &debate, 60, 18);
    assert!(
        screen.contains("http://my-models.example.com:8080/v1"),
        "{screen}"
    );
    assert!(screen.contains("refused"), "{screen}");
}

#[test]
fn while_a_point_is_answered_there_is_one_cursor() {
    let mut debate = DebateFixture::speaking();
    let live = TurnId(debate.state.turns.len() as u32 - 1);
    debate.say(live, ". ");
    debate.point(2, live, "opp.1", "And who mends it?");
    debate.add(Event::PoiTaken {
        poi: PoiId(2),
        reason: String::new(),
        answer: None,
    });
    debate.add(Event::PoiAccepted { poi: PoiId(2) });
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert_eq!(screen.matches('▌').count(), 1, "{screen}");
}

#[test]
fn a_poll_stands_below_the_speech_that_it_is_about() {
    let debate = DebateFixture::speaking();
    let screen = draw(&mut ui(), &debate, 120, 400);
    let row = |what: &str| screen.lines().position(|line| line.contains(what));
    let (first, poll, second) = (
        row("Gandhi · "),
        row("after Gandhi"),
        row("Napoleon Bonaparte · "),
    );
    assert!(first.is_some() && first < poll && poll < second, "{screen}");
}

#[test]
fn words_that_grow_above_what_came_in_have_the_cursor() {
    let mut debate = DebateFixture::speaking();
    let live = debate.state.floor().unwrap().id;
    debate.point(2, live, "opp.1", "And who mends it?");
    debate.say(live, " by the hands of its servants");
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(screen.contains("servants▌"), "{screen}");
    assert_eq!(screen.matches('▌').count(), 1, "{screen}");
}

#[test]
fn another_try_is_told_until_words_come_of_it() {
    let mut debate = DebateFixture::speaking();
    let live = debate.state.floor().unwrap().id;
    let call = debate.state.calls.writing(live).unwrap();
    debate.add(Event::CallRetried {
        call,
        attempt: 2,
        reason: "the server is busy".to_owned(),
        wait_ms: 0,
        so_far: None,
    });
    assert!(draw(&mut ui(), &debate, 120, 40).contains("↻ try 3"));
    debate.say(live, " by the hands of its servants");
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(!screen.contains('↻') && screen.contains("● 1"), "{screen}");
}

#[test]
fn a_point_that_came_too_late_is_told_in_one_way_whichever_version_recorded_it() {
    let mut debate = DebateFixture::speaking();
    let live = debate.state.floor().unwrap().id;
    for gesture in [
        "the speech ended first",
        "no time was left for it",
        "the speech is over",
    ] {
        let number = debate.state.points.len() as u32;
        debate.point(number, live, "opp.1", "And who mends it?");
        debate.add(Event::PoiDeclined {
            poi: PoiId(number),
            gesture: gesture.to_owned(),
            reason: String::new(),
        });
    }
    let screen = draw(&mut ui(), &debate, 120, 60);
    let told = screen.matches("Declined: the speech ended first.").count();
    assert_eq!(told, 3, "{screen}");
}

#[test]
fn a_house_in_which_nobody_could_vote_is_counted_by_no_number_and_it_is_said_why() {
    let mut debate = DebateFixture::unheard();
    let reason = "the account is refused (402)";
    let screen = draw(&mut ui(), &debate, 120, 40);
    let is_counted = screen.contains("swing") || screen.contains("undecided");
    assert!(
        screen.contains("no vote came in") && !is_counted,
        "{screen}"
    );

    let after = debate.begin("prop.1", 19, Task::Speech);
    debate.say(after, "So I say. ");
    debate.end(after, None);
    debate.call(Ask::Polls {
        members: (1..=13).map(Seat::audience).collect(),
        after,
    });
    let call = *debate.state.calls.keys().last().unwrap();
    debate.add(Event::ModelFailed {
        call,
        reason: reason.to_owned(),
        failure: CallFailure::Unavailable,
        report: CallReport::default(),
    });
    for number in 1..=13 {
        debate.add(Event::StrawVoteCast {
            member: Seat::audience(number),
            after,
            vote: None,
        });
    }
    debate.add(Event::PollTaken { after });
    let screen = draw(&mut ui(), &debate, 200, 50);
    for told in [
        format!("No ballot came in before the debate: {reason}."),
        format!("no vote came in: {reason}"),
    ] {
        assert!(screen.contains(&told), "{told}: {screen}");
    }
    assert!(!screen.contains("swing"), "{screen}");
}
