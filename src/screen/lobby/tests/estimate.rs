//! The figures of the debate as it is set up: what is said of them, and of which setup they are wanted.

use std::collections::BTreeMap;

use super::*;
use crate::{
    debate::{ask::Purpose, event::Usage, ledger::Costs},
    engine::{Estimate, EstimatedCalls},
};

fn figures(cost: Option<f64>) -> Estimate {
    let calls = EstimatedCalls {
        calls: 212,
        usage: Usage {
            prompt_tokens: 1_904_000,
            completion_tokens: 38_240,
            ..Usage::default()
        },
        costs: Costs {
            known: cost.unwrap_or_default(),
            priced: u32::from(cost.is_some()),
            unpriced: u32::from(cost.is_none()),
        },
    };
    Estimate {
        by_purpose: BTreeMap::from([(Purpose::Speech, calls)]),
        words: 6_000,
        unpriced: cost
            .is_none()
            .then(|| "near:small".to_owned())
            .into_iter()
            .collect(),
        ..Estimate::default()
    }
}

/// The lobby at its settings.
fn settings() -> Lobby {
    let mut lobby = Lobby::new(data(), 7);
    press(&mut lobby, &[Enter]);
    lobby
}

#[test]
fn what_the_debate_takes_stands_below_its_settings() {
    let mut lobby = settings();
    lobby.is_being_estimated();
    assert!(screen(&mut lobby, 80, 24).contains("The estimate is being worked out …"));
    lobby.estimated(Ok(figures(Some(0.4))));
    shown("estimated", &mut lobby);
    let told = screen(&mut lobby, 120, 40);
    let says =
        "About 212 calls: 1.90M tokens read, 38.2k written. 20 minutes at reading pace; $0.40.";
    assert!(told.contains(says), "{told}");
    assert!(told.contains("The figures are an estimate"), "{told}");
    assert!(!told.contains("[[prices]]"), "{told}");
    // The pace changes what is said, and nothing that has to be worked out.
    let row = lobby.rows().iter().position(|row| *row == Row::Pace);
    lobby.row = row.unwrap();
    press(&mut lobby, &[Left]);
    assert!(screen(&mut lobby, 120, 40).contains("38 minutes at live pace"));
    press(&mut lobby, &[Right, Right]);
    assert!(screen(&mut lobby, 120, 40).contains("Time depends on the models; $0.40."));
}

#[test]
fn a_price_that_is_not_known_is_said_to_be_unknown_and_where_it_can_be_set() {
    let mut lobby = settings();
    lobby.estimated(Ok(figures(None)));
    let told = screen(&mut lobby, 120, 40);
    assert!(
        told.contains("reading pace; price not known of near:small."),
        "{told}"
    );
    assert!(told.contains("[[prices]] in config.toml"), "{told}");
    lobby.estimated(Ok(figures(Some(0.0))));
    assert!(screen(&mut lobby, 120, 40).contains("reading pace; free."));
    let by_list = Estimate {
        is_by_list: true,
        ..figures(Some(1.5))
    };
    lobby.estimated(Ok(by_list));
    let told = screen(&mut lobby, 120, 40);
    assert!(told.contains("reading pace; $1.50."), "{told}");
    assert!(told.contains("by the list prices of 20"), "{told}");
}

#[test]
fn why_nothing_can_be_said_of_it_is_said() {
    let mut lobby = settings();
    lobby.estimated(Err("a speech of Wilde has no room".to_owned()));
    let told = screen(&mut lobby, 80, 24);
    let says = "This debate cannot start as it is set up: a speech of Wilde has no room";
    assert!(told.contains(says), "{told}");
    let mut none = Lobby::new(
        LobbyData {
            models: Vec::new(),
            search: ModelSearch::On,
            ..data()
        },
        7,
    );
    press(&mut none, &[Enter]);
    assert_eq!(none.to_estimate(), None);
    assert!(screen(&mut none, 80, 24).contains("The estimate comes once a model is found."));
    none.found_nothing();
    assert_eq!(none.to_estimate(), None);
    assert!(screen(&mut none, 80, 24).contains("There is no estimate without a model."));
}

#[test]
fn the_setup_on_the_screen_is_estimated_and_no_list() {
    let mut lobby = Lobby::new(data(), 7);
    assert_eq!(lobby.to_estimate(), None, "no motion was chosen");
    press(&mut lobby, &[Enter]);
    let wanted = lobby.to_estimate();
    assert_eq!(wanted, lobby.setup());
    // Whoever looks at personas has changed nothing yet.
    press(&mut lobby, &[Down, Down, Down, Enter]);
    assert_eq!(lobby.to_estimate(), wanted);
    press(&mut lobby, &[Enter]);
    assert!(lobby.to_estimate().is_some_and(|now| Some(now) != wanted));
    press(&mut lobby, &[Esc]);
    assert_eq!(lobby.to_estimate(), None);
}

#[test]
fn where_there_is_less_room_less_is_said_and_never_half_a_sentence() {
    let mut lobby = settings();
    lobby.estimated(Ok(figures(None)));
    // As many rows as there are, two borders, a heading and the line below.
    let rows = lobby.rows().len() as u16 + 4;
    let told = |lobby: &mut Lobby, more: u16| screen(lobby, 80, rows + more);
    let short = "About 212 calls, 1.94M tokens, 20 min; price not known of near:small.";
    for more in [0, 1, 2] {
        let one = told(&mut lobby, more);
        let is_whole =
            one.contains("38.2k written.") && one.contains("price not known of near:small.");
        assert!(one.contains(short) || is_whole, "{more}: {one}");
    }
    assert!(told(&mut lobby, 3).contains("38.2k written."));
}

#[test]
fn on_a_small_screen_a_line_of_the_figures_stays_and_what_is_said_of_a_row_is_a_key_away() {
    let mut lobby = settings();
    lobby.estimated(Ok(figures(None)));
    let row = lobby.rows().iter().position(|row| *row == Row::Format);
    lobby.row = row.unwrap();
    // To British Parliamentary, which has the most seats and the most to say of itself.
    press(&mut lobby, &[Left]);
    lobby.estimated(Ok(figures(None)));
    for (width, height) in [(40, 12), (60, 18)] {
        let told = screen(&mut lobby, width, height);
        assert!(told.contains("212 calls, 1.94M tok"), "{told}");
        assert!(told.contains("below ╯"), "some rows have no room: {told}");
    }
    let told = screen(&mut lobby, 60, 18);
    assert!(
        !told.contains("╭ About") && told.contains("pgdn about"),
        "{told}"
    );
    press(&mut lobby, &[KeyCode::PageDown]);
    let told = screen(&mut lobby, 60, 18);
    assert!(told.contains("Four teams of two"), "{told}");
    press(&mut lobby, &[Esc]);
    // Of the first row all that is known of the figures is told.
    lobby.row = 0;
    screen(&mut lobby, 60, 18);
    press(&mut lobby, &[KeyCode::PageDown]);
    let told = screen(&mut lobby, 60, 18);
    assert!(
        told.contains("38.2k written.") && told.contains("[[prices]]"),
        "{told}"
    );
}

#[test]
fn what_is_said_of_a_row_stays_while_the_figures_are_worked_out_and_once_they_are_there() {
    let mut lobby = settings();
    let row = lobby.rows().iter().position(|row| *row == Row::Format);
    lobby.row = row.unwrap();
    let about = |lobby: &mut Lobby| {
        let drawn = screen(lobby, 80, 24);
        drawn.lines().position(|line| line.contains("╭ About"))
    };
    lobby.is_being_estimated();
    let before = about(&mut lobby);
    lobby.estimated(Ok(figures(Some(0.4))));
    assert_eq!(before, about(&mut lobby));
    assert!(before.is_some(), "{}", screen(&mut lobby, 80, 24));
}
