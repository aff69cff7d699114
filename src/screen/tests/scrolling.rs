//! Panes that hold more than they show.

use super::*;
use crate::{
    debate::ids::PoiId,
    layout::Pane,
    panes::which::{Lower, Upper},
};

fn key(ui: &mut Ui, debate: &DebateFixture, code: KeyCode) {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key));
}

fn with_points(many: u32) -> DebateFixture {
    let mut debate = DebateFixture::speaking();
    let turn = debate.state.floor().unwrap().id;
    for number in 2..many {
        let text = format!("Question number {number}, at some length, so that it has two rows?");
        debate.point(number, turn, "opp.3", &text);
        debate.add(Event::PoiDeclined {
            poi: PoiId(number),
            gesture: "raises a hand".to_owned(),
            reason: "no time".to_owned(),
        });
    }
    debate
}

#[test]
fn a_pane_says_how_much_lies_below_and_scrolls_while_it_has_the_focus() {
    let debate = with_points(9);
    for (width, height) in [(120, 40), (80, 24), (60, 18)] {
        let mut ui = ui();
        ui.focus = Pane::Upper;
        ui.tab = Pane::Upper;
        let before = ui.transcript.scroll;
        let screen = draw(&mut ui, &debate, width, height);
        assert!(screen.contains("number 8"), "{screen}");
        assert!(screen.contains("below"), "{screen}");
        assert!(screen.contains("of 9 taken"), "{screen}");
        key(&mut ui, &debate, KeyCode::Down);
        assert_ne!(draw(&mut ui, &debate, width, height), screen);
        key(&mut ui, &debate, KeyCode::Up);
        assert_eq!(draw(&mut ui, &debate, width, height), screen);
        key(&mut ui, &debate, KeyCode::PageDown);
        assert_ne!(draw(&mut ui, &debate, width, height), screen);
        press(&mut ui, &debate, 'G');
        let end = draw(&mut ui, &debate, width, height);
        assert!(end.contains("The same purse"), "the oldest is last\n{end}");
        assert!(end.contains("above"), "{end}");
        press(&mut ui, &debate, 'g');
        assert_eq!(draw(&mut ui, &debate, width, height), screen);
        assert_eq!(ui.transcript.scroll, before, "the transcript stands still");
    }
}

#[test]
fn where_a_side_has_no_room_for_a_frame_all_speakers_stand_in_one_list() {
    let debate = DebateFixture::british();
    let mut ui = ui();
    ui.focus = Pane::Speakers;
    let mut seen = String::new();
    for _ in 0..20 {
        seen += &draw(&mut ui, &debate, 60, 14);
        key(&mut ui, &debate, KeyCode::Down);
    }
    for speaker in debate.state.speakers() {
        assert!(
            seen.contains(&speaker.card.short),
            "{}\n{seen}",
            speaker.card.short
        );
    }
    assert!(seen.contains("below"), "{seen}");
}

#[test]
fn what_a_phase_is_is_said_once_on_a_screen_and_holds_for_every_number_of_rounds_and_judges() {
    let debate = DebateFixture::panel();
    assert_eq!(Upper::of(&debate.state), Upper::Order);
    assert_eq!(Lower::of(&debate.state), Lower::Judges);
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert_eq!(screen.matches("· In turn").count(), 0, "{screen}");
    assert!(screen.matches("In turn").count() <= 1, "{screen}");
    let mut ui = ui();
    press(&mut ui, &debate, '?');
    let help = draw(&mut ui, &debate, 80, 200);
    let rounds = debate
        .state
        .plan
        .phases
        .iter()
        .map(|plan| plan.rounds)
        .max();
    let told = format!("{} rounds", rounds.unwrap_or_default());
    assert!(help.contains(&told), "{told}: {help}");
    let opening = debate.state.opening.as_deref().unwrap();
    for phase in &opening.format.phases {
        for number in ["four rounds", "two rounds", "The judge "] {
            assert!(!phase.summary.contains(number), "{}", phase.summary);
        }
    }
}

#[test]
fn a_tab_has_the_name_of_its_pane() {
    for debate in [
        DebateFixture::panel(),
        DebateFixture::clearside(),
        DebateFixture::speaking(),
    ] {
        let lower = Lower::of(&debate.state);
        let title = lower.title(&debate.state).to_lowercase();
        let word = lower.word(&debate.state).to_lowercase();
        assert!(title.ends_with(&word), "{title}: {word}");
    }
}

#[test]
fn a_pane_that_stays_empty_waits_for_nothing_once_the_debate_is_over() {
    let mut debate = DebateFixture::structured(1);
    debate.state.turns.clear();
    let mut ui = ui();
    ui.focus = Pane::Upper;
    let told = |ui: &mut Ui, debate: &DebateFixture| draw(ui, debate, 60, 18);
    assert!(told(&mut ui, &debate).contains("No arguments yet."));
    debate.add(Event::Closed {
        reason: crate::debate::event::CloseReason::Adjourned,
    });
    assert!(told(&mut ui, &debate).contains("None was handed in."));
}

#[test]
fn names_that_have_no_room_beside_each_other_stand_below_each_other() {
    let mut debate = DebateFixture::speaking();
    let turn = debate.state.floor().unwrap().id;
    debate.add(Event::PoiOffered {
        poi: PoiId(2),
        turn,
        from: Seat::gallery(),
        to: Seat::named("prop.2"),
        text: "Who pays?".to_owned(),
        command: None,
    });
    let mut ui = ui();
    ui.tab = Pane::Upper;
    let screen = draw(&mut ui, &debate, 80, 24);
    let mut rows = screen
        .lines()
        .skip_while(|line| !line.contains("✋ The gallery  "));
    assert!(rows.next().is_some(), "{screen}");
    let below = rows.next().unwrap_or_default();
    assert!(below.contains("→ Wollstonecraft "), "{screen}");
}
