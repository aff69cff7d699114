//! Tests of interventions, where there is very much of them.

use super::*;
use crate::debate::ids::{InterventionId, PoiId};

#[test]
fn whoever_follows_sees_what_is_read_out_and_the_beginning_of_an_answer_below_it() {
    let mut debate = DebateFixture::asked_beside_work();
    let mut ui = ui();
    for words in 20..32 {
        debate.add(Event::Delivered {
            turn: TurnId(0),
            words,
        });
        let screen = draw(&mut ui, &debate, 80, 24);
        assert!(
            screen.contains('▌'),
            "what goes on is not in sight: {screen}"
        );
        assert!(screen.contains("buses at night?"), "{screen}");
    }
    // The end of the answer can be read, and what is followed is found again.
    ui.transcript.scroll_by(40);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(!screen.contains('▌') && screen.contains("╰─"), "{screen}");
    ui.transcript.follow();
    assert!(draw(&mut ui, &debate, 80, 24).contains('▌'));
}

#[test]
fn of_what_comes_in_during_a_speech_the_newest_is_shown_and_the_rest_is_told() {
    let mut debate = DebateFixture::speaking();
    let during = debate.state.floor().map(|turn| turn.id);
    let first = debate.state.interventions.len();
    for number in 0..500 {
        debate.add(Event::EvidenceAdmitted {
            item: InterventionId::next(first + number),
            command: CommandId(2),
            text: format!("Report {number}."),
            source: String::new(),
            places: Vec::new(),
            during,
        });
    }
    let mut ui = ui();
    // As much as there is, and not the five rows of each.
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("Report 499."), "{screen}");
    let cache = &ui.transcript.cache;
    assert!(cache.len() < 400, "{} rows", cache.len());
    let rows = (0..cache.entries()).flat_map(|entry| cache.entry(entry));
    let text: String = rows.map(|row| row.text() + "\n").collect();
    let folded = first + 500 - 40;
    assert!(
        text.contains(&format!("{folded} more things came in before this")),
        "{text}"
    );
    assert!(text.contains("Report 460.") && !text.contains("Report 459."));
}

#[test]
fn whoever_rises_from_the_gallery_is_told_to_whom_the_point_goes() {
    let mut debate = DebateFixture::speaking();
    let turn = debate.state.floor().unwrap().id;
    let mut ui = ui();
    press(&mut ui, &debate, 'p');
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("to Mary Wollstonecraft"), "{screen}");
    // Past the time for points, it can only be put to somebody else.
    let words = debate.state.turn(turn).unwrap().target_words;
    debate.say(turn, &" word".repeat(words as usize));
    update(&mut ui, &debate.state, Msg::Record(&debate.log[0]));
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(
        screen.contains("to the next speaker who takes points"),
        "{screen}"
    );
    assert!(
        screen.contains("Mary Wollstonecraft takes no more points."),
        "{screen}"
    );
    for c in "Who pays?".chars() {
        press(&mut ui, &debate, c);
    }
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    let sent = update(&mut ui, &debate.state, Msg::Key(enter));
    let [ScreenEffect::Send(order)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    let command = order.id;
    update(&mut ui, &debate.state, Msg::Sent(command));
    let record = |debate: &mut DebateFixture, event: Event| {
        debate.add(event);
        debate.log.last().unwrap().clone()
    };
    let item = InterventionId(1);
    let text = "Who pays?".to_owned();
    let queued = record(
        &mut debate,
        Event::GalleryPointQueued {
            item,
            command,
            text: text.clone(),
        },
    );
    update(&mut ui, &debate.state, Msg::Record(&queued));
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("the point is handed in and waits for the next speaker who takes points"),
        "{screen}"
    );
    debate.end(turn, None);
    let next = debate.begin("opp.2", 22, Task::Speech);
    debate.add(Event::GalleryPointRaised { item });
    let raised = record(
        &mut debate,
        Event::PoiOffered {
            poi: PoiId(2),
            turn: next,
            from: Seat::gallery(),
            to: Seat::named("opp.2"),
            text,
            command: Some(command),
        },
    );
    update(&mut ui, &debate.state, Msg::Record(&raised));
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("your point is put to Adam Smith"),
        "{screen}"
    );
}
