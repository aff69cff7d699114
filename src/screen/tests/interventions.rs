//! Tests of interventions, where there is very much of them.

use super::{draw, fixture::DebateFixture, ui};
use crate::debate::{
    event::Event,
    ids::{CommandId, InterventionId, TurnId},
};

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
