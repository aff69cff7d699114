//! What the screen says near the end: what is awaited, what has failed, who was adjourned, what is over.

use super::{SIZES, draw, fixture::DebateFixture, press, ui};
use crate::{
    catalog::Task,
    debate::{
        answer::Vote,
        ask::{Ask, When},
        event::{CallFailure, CallReport, CloseReason, Event, PausedBy},
        ids::{CallId, CommandId, InterventionId, Seat, TurnId},
    },
    layout::Pane,
    scrolling::Scrollable,
};

fn closed(debate: &mut DebateFixture, reason: CloseReason) {
    debate.add(Event::Closed { reason });
}

fn paused(debate: &mut DebateFixture) {
    debate.add(Event::Paused {
        command: CommandId(7),
        by: PausedBy::Viewer,
    });
}

/// Somebody wants to know something, and names nobody.
fn clarification(debate: &mut DebateFixture) {
    let item = InterventionId::next(debate.state.interventions.len());
    debate.add(Event::ClarificationQueued {
        item,
        command: CommandId(8),
        seat: None,
        text: "Do you mean taxis, too?".to_owned(),
    });
}

/// The phase begins in which somebody has such work to do.
fn begin_phase_of(debate: &mut DebateFixture, task: Task) {
    let slots = &debate.state.plan.slots;
    let phase = slots.iter().find(|slot| slot.task == task).unwrap().phase;
    debate.add(Event::PhaseBegan { phase });
}

#[test]
fn a_call_that_failed_is_told_until_the_debate_is_over() {
    let mut debate = DebateFixture::speaking();
    let open: Vec<CallId> = debate.state.calls.keys().copied().collect();
    for call in open {
        debate.add(Event::ModelFailed {
            call,
            reason: "no answer".to_owned(),
            failure: CallFailure::Refused,
            report: CallReport::default(),
        });
    }
    assert!(draw(&mut ui(), &debate, 120, 40).contains("● failed"));
    closed(&mut debate, CloseReason::Completed);
    assert!(!draw(&mut ui(), &debate, 120, 40).contains("● failed"));
}

#[test]
fn what_the_house_is_waited_for_stands_in_the_transcript_and_in_its_pane() {
    let mut debate = DebateFixture::speaking();
    let live = TurnId(debate.state.turns.len() as u32 - 1);
    debate.end(live, None);
    assert!(!draw(&mut ui(), &debate, 80, 24).contains("have divided"));
    begin_phase_of(&mut debate, Task::Verdict);
    for (width, height, times) in [(40, 12, 1), (80, 24, 1), (120, 40, 1)] {
        let mut ui = ui();
        let screen = draw(&mut ui, &debate, width, height);
        let told = screen.matches("0 of 13 have divided").count();
        assert_eq!(told, times, "{screen}");
        // It stays where the transcript is read from its beginning.
        ui.transcript.scroll_to_top();
        let screen = draw(&mut ui, &debate, width, height);
        let told = screen.matches("0 of 13 have divided").count();
        assert_eq!(told, times, "{screen}");
    }
    // Whoever reads the pane of the house where it alone is seen is told there.
    let mut ui = ui();
    ui.focus = Pane::Lower;
    let screen = draw(&mut ui, &debate, 60, 18);
    assert!(screen.contains("0 of 13 have divided"), "{screen}");
    closed(&mut debate, CloseReason::Adjourned);
    assert!(!draw(&mut ui, &debate, 80, 24).contains("have divided"));
}

#[test]
fn the_parts_of_a_verdict_are_counted_once_all_have_divided() {
    let mut debate = DebateFixture::preparing();
    begin_phase_of(&mut debate, Task::Verdict);
    for number in 1..=13 {
        debate.add(Event::BallotCast {
            member: Seat::audience(number),
            when: When::After,
            vote: Vote::No,
            reason: String::new(),
        });
    }
    let screen = draw(&mut ui(), &debate, 80, 24);
    assert!(
        screen.contains("Verdict: 0 of 8 parts"),
        "six speakers, and two looks: {screen}"
    );
}

#[test]
fn that_the_sides_are_asked_what_is_agreed_is_told_between_the_phases() {
    let mut debate = DebateFixture::structured(1);
    let told = " is asked what the sides agree on";
    assert!(!draw(&mut ui(), &debate, 80, 24).contains(told));
    debate.add(Event::CallBegan {
        call: CallId(900),
        ask: Ask::Confirm {
            seat: Seat::new("pro", 1),
        },
        seat: Some(Seat::new("pro", 1)),
    });
    let screen = draw(&mut ui(), &debate, 80, 24);
    assert!(screen.contains(told), "{screen}");
}

#[test]
fn that_the_clerk_is_asked_is_told_before_anybody_has_spoken() {
    let mut debate = DebateFixture::structured(1);
    debate.state.entries.clear();
    debate.add(Event::CallBegan {
        call: CallId(900),
        ask: Ask::Claims,
        seat: None,
    });
    for (cells, rows) in [(120, 40), (80, 24), (60, 18)] {
        let screen = draw(&mut ui(), &debate, cells, rows);
        assert!(
            screen.contains("The clerk is asked what each side holds")
                && screen.contains("Nobody has spoken yet."),
            "{screen}"
        );
    }
}

#[test]
fn a_pause_for_a_question_says_when_it_is_answered() {
    let mut debate = DebateFixture::paused();
    assert!(draw(&mut ui(), &debate, 120, 40).contains("Paused: a question is put"));
    debate.add(Event::QuestionAnswered {
        item: InterventionId(1),
        text: "No.".to_owned(),
    });
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(
        screen.contains("Paused: a question is answered"),
        "{screen}"
    );
    let told = "The question is answered, and the debate is still paused";
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let screen = draw(&mut ui(), &debate, width, height);
        assert!(screen.contains(told.split(',').next().unwrap()), "{screen}");
    }
}

#[test]
fn work_that_was_read_out_when_a_debate_was_adjourned_is_neither_live_nor_paused() {
    let mut debate = DebateFixture::asked_beside_work();
    assert!(draw(&mut ui(), &debate, 120, 60).contains('▌'));
    closed(&mut debate, CloseReason::Adjourned);
    let screen = draw(&mut ui(), &debate, 120, 60);
    assert!(
        !screen.contains('▌') && !screen.contains("paused"),
        "{screen}"
    );
}

#[test]
fn reports_that_are_waited_for_stand_in_the_transcript() {
    let mut debate = DebateFixture::structured(3);
    begin_phase_of(&mut debate, Task::Judgement);
    let screen = draw(&mut ui(), &debate, 60, 20);
    assert!(screen.contains("│ 0 of 3 reports are in "), "{screen}");
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert_eq!(screen.matches("of 3 reports").count(), 1, "{screen}");
}

#[test]
fn while_questions_are_taken_every_size_says_so_and_offers_what_makes_sense() {
    let debate = DebateFixture::synthesised();
    for (width, height) in SIZES {
        let screen = draw(&mut ui(), &debate, width, height);
        let told = screen.contains("⏸ Q&A") || screen.contains("takes questions");
        assert!(told, "{screen}");
    }
    let mut one = ui();
    one.focus = Pane::Lower;
    let screen = draw(&mut one, &debate, 60, 18);
    assert!(
        screen.contains("All is said. Questions are taken"),
        "{screen}"
    );
    one.focus = Pane::Transcript;
    press(&mut one, &debate, '?');
    let screen = draw(&mut one, &debate, 120, 60);
    assert!(screen.contains("close the debate; until then"), "{screen}");
    assert!(!screen.contains("pause the debate"), "{screen}");
    press(&mut one, &debate, '?');
    press(&mut one, &debate, 'a');
    let screen = draw(&mut one, &debate, 80, 24);
    assert!(screen.contains("Ask a speaker"), "{screen}");
    assert!(!screen.contains("halt"), "{screen}");
}

#[test]
fn a_speech_that_a_pause_held_up_is_told_to_be_adjourned_at_once() {
    let mut debate = DebateFixture::speaking();
    let mut ui = ui();
    paused(&mut debate);
    assert!(draw(&mut ui, &debate, 120, 60).contains("⏸ paused"));
    closed(&mut debate, CloseReason::Adjourned);
    let screen = draw(&mut ui, &debate, 120, 60);
    assert!(screen.contains("adjourned during this turn."), "{screen}");
    assert!(
        !screen.contains("● live") && !screen.contains("⏸"),
        "{screen}"
    );
}

#[test]
fn nobody_writes_in_a_pause() {
    let mut debate = DebateFixture::preparing();
    assert!(draw(&mut ui(), &debate, 120, 40).contains("writing "));
    paused(&mut debate);
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(!screen.contains("writing "), "{screen}");
    assert_eq!(screen.matches(" paused ").count(), 2, "{screen}");
}

#[test]
fn whoever_is_ready_is_so_in_a_pause_too() {
    let mut debate = DebateFixture::asked_beside_work();
    let ready = |debate: &DebateFixture| {
        let screen = draw(&mut ui(), debate, 120, 40);
        (screen.matches(" ready ").count(), screen)
    };
    assert_eq!(ready(&debate).0, 1, "{}", ready(&debate).1);
    paused(&mut debate);
    assert_eq!(ready(&debate).0, 1, "{}", ready(&debate).1);
}

#[test]
fn the_pane_of_a_moderator_says_that_the_debate_is_over() {
    let mut debate = DebateFixture::synthesised();
    closed(&mut debate, CloseReason::Completed);
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(screen.contains("The debate is over."), "{screen}");
}

#[test]
fn a_clarification_that_names_nobody_is_for_whoever_has_the_floor() {
    let mut debate = DebateFixture::speaking();
    clarification(&mut debate);
    let screen = draw(&mut ui(), &debate, 120, 60);
    assert!(
        screen.contains("Clarification asked of Wollstonecraft"),
        "{screen}"
    );
}

#[test]
fn where_breaks_come_after_phases_nobody_is_named_for_a_clarification_before_one() {
    let mut debate = DebateFixture::clearside();
    assert!(debate.state.floor().is_some());
    clarification(&mut debate);
    let screen = draw(&mut ui(), &debate, 120, 80);
    assert!(screen.contains("Clarification asked "), "{screen}");
    assert!(!screen.contains("Clarification asked of"), "{screen}");
}

#[test]
fn nobody_stays_on_their_feet_in_a_debate_that_was_adjourned() {
    let mut debate = DebateFixture::speaking();
    let turn = debate.state.floor().unwrap().id;
    let poi = u32::try_from(debate.state.points.len()).unwrap();
    debate.point(poi, turn, "opp.1", "And the old bridge?");
    let item = InterventionId::next(debate.state.interventions.len());
    debate.add(Event::GalleryPointQueued {
        item,
        command: CommandId(9),
        text: "Who paid for it?".to_owned(),
    });
    let mut ui = ui();
    let open = draw(&mut ui, &debate, 120, 60);
    assert!(
        open.contains("On their feet") && open.contains("the gallery waits"),
        "{open}"
    );
    closed(&mut debate, CloseReason::Adjourned);
    let over = draw(&mut ui, &debate, 120, 60);
    for gone in ["n their feet", "gallery waits", "Napoleon      ✋"] {
        assert!(!over.contains(gone), "{gone}: {over}");
    }
    assert!(over.contains("not answ"), "{over}");
}

#[test]
fn of_several_who_speak_at_once_nobody_is_named_for_a_clarification() {
    let mut debate = DebateFixture::at_once();
    clarification(&mut debate);
    let screen = draw(&mut ui(), &debate, 120, 80);
    assert!(screen.contains("Clarification asked "), "{screen}");
    assert!(!screen.contains("Clarification asked of"), "{screen}");
}
