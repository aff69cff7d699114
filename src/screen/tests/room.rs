//! What has little room: it is told whole where that is possible, and marked as cut where it is not.

use super::*;
use crate::debate::{guidance::Guidance, ids::DebateId};

fn rows(screen: &str) -> impl Iterator<Item = &str> {
    screen.lines().map(|line| line.trim_matches('"'))
}

#[test]
fn the_help_begins_with_the_whole_motion_and_says_which_iteration_it_is() {
    let mut debate = DebateFixture::speaking();
    let motion = debate
        .state
        .opening
        .as_deref()
        .unwrap()
        .motion
        .motion
        .clone();
    let mut ui = ui();
    // Cut, it does not begin with what all motions begin with.
    let small = draw(&mut ui, &debate, 60, 20);
    assert!(
        rows(&small).next().unwrap().starts_with(" Believes that"),
        "{small}"
    );
    press(&mut ui, &debate, '?');
    let help = draw(&mut ui, &debate, 80, 24);
    assert!(help.contains(&motion), "{help}");
    press(&mut ui, &debate, '?');
    let opening = std::sync::Arc::make_mut(debate.state.opening.as_mut().unwrap());
    let id = opening.debate.clone();
    opening.guidance = Some(Guidance {
        of: DebateId("456789ab".to_owned()),
        after: id,
        iteration: 2,
        seats: std::collections::BTreeMap::new(),
    });
    let wide = draw(&mut ui, &debate, 200, 40);
    assert!(
        rows(&wide).next().unwrap().contains(", iteration 2 ▸"),
        "{wide}"
    );
    press(&mut ui, &debate, '?');
    let help = draw(&mut ui, &debate, 80, 24);
    assert!(help.contains("Refined: iteration 2 of 456789ab"), "{help}");
}

#[test]
fn a_replay_tells_the_keys_of_its_speed() {
    let debate = DebateFixture::speaking();
    for (width, height) in [(120, 40), (80, 24)] {
        let mut ui = ui();
        ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
        let screen = draw(&mut ui, &debate, width, height);
        assert!(screen.contains("+ - speed"), "{screen}");
    }
}

#[test]
fn of_those_who_may_be_asked_nothing_is_cut_without_a_sign() {
    let mut debate = DebateFixture::speaking();
    let floor = debate.state.floor().unwrap().id;
    debate.end(floor, None);
    for key in ['a', 'c'] {
        for width in 40..80 {
            let mut ui = ui();
            press(&mut ui, &debate, key);
            let screen = draw(&mut ui, &debate, width, 20);
            let seats = rows(&screen).filter(|row| row.contains("Mill "));
            for row in seats {
                let told = ["Proposition 3 ", "…"].iter().any(|end| row.contains(end));
                assert!(told, "{width}: {row}");
                assert!(
                    !row.contains("has s") || row.contains("has spoken"),
                    "{row}"
                );
            }
        }
    }
}

#[test]
fn a_long_reason_has_the_rows_that_stand_empty_above_it() {
    let mut debate = DebateFixture::speaking();
    let reason = "http://127.0.0.1:11434/v1 does not accept the key (401): the server says that it has expired; \
                  check the key for http://127.0.0.1:11434/v1: --key-env NAME, or `key_env` of the provider in \
                  config.toml, names the environment variable that holds it, and the handbook says more on its last page";
    debate.add(Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Unreachable {
            seat: Seat::named("prop.2"),
            reason: reason.to_owned(),
        },
    });
    let screen = draw(&mut ui(), &debate, 80, 24);
    assert!(screen.contains("last page. space tries again."), "{screen}");
    assert!(
        screen.contains("Wollstonecraft's model could not be had"),
        "{screen}"
    );
}

#[test]
fn beside_a_name_stands_what_all_turns_have_taken() {
    let mut debate = DebateFixture::table(5);
    let words = |debate: &DebateFixture| {
        let of = debate
            .state
            .turns
            .iter()
            .filter(|turn| turn.seat.number() == Some(1));
        let all: Vec<u32> = of.map(|turn| turn.words).collect();
        assert_eq!(all.len(), 2, "the opening, and what is said now");
        all.iter().sum::<u32>()
    };
    let turn = debate.state.floor().unwrap().id;
    debate.say(turn, " and more and more and more");
    let all = words(&debate);
    let screen = draw(&mut ui(), &debate, 120, 40);
    assert!(screen.contains(&format!("{all} words")), "{all}: {screen}");
}

#[test]
fn the_round_stays_in_the_headings_of_a_panel() {
    let debate = DebateFixture::panel();
    let judged: Vec<String> = debate
        .state
        .rounds
        .iter()
        .map(|one| format!("after round {}", one.round))
        .collect();
    assert!(!judged.is_empty());
    for width in [40, 60, 80] {
        let mut ui = ui();
        draw(&mut ui, &debate, width, 18);
        let cache = &ui.transcript.cache;
        let rows = (0..cache.entries()).flat_map(|entry| cache.entry(entry));
        let text: String = rows.map(|row| row.text() + "\n").collect();
        for told in &judged {
            assert!(text.contains(told.as_str()), "{width}: {told}: {text}");
        }
        for round in 1..=4 {
            let named =
                |row: &&str| row.contains("Smith") && row.contains(&format!("round {round}"));
            assert_eq!(text.lines().filter(named).count(), 1, "{width}: {text}");
        }
    }
    // The line above, where the phase and the round have no room beside each other.
    let debate = DebateFixture::rebutting();
    for width in [60, 70, 80, 100] {
        let screen = draw(&mut ui(), &debate, width, 18);
        let head = rows(&screen).next().unwrap_or_default();
        assert!(head.contains("round 1 of"), "{width}: {head}");
    }
}
