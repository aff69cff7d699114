//! The iterations on screens of several sizes, and their keys.

use ratatui::{Terminal, backend::TestBackend};

use super::*;
use crate::{
    catalog::Position,
    debate::{
        correction::{Correction, CorrectionLevel},
        ids::{DebateId, Seat},
    },
    refine::{
        comparison::{AttributedClaim, Change, IterationColumn, IterationVotes, Lesson},
        corrected::{CorrectedSpeaker, GivenMaterial},
        measures::MeasureSeries,
        rules::{StopReason, Winner},
    },
    style::ColorSupport,
};

fn claim(by: &str, text: &str) -> AttributedClaim {
    AttributedClaim {
        by: by.to_owned(),
        text: text.to_owned(),
    }
}

fn lesson() -> Lesson {
    Lesson {
        seat: Seat::named("prop.3"),
        name: "John Stuart Mill".to_owned(),
        missed: vec!["Never asked who collects the price of the road.".to_owned()],
        queries: vec!["Never asked who collects the price of the road.".to_owned()],
        answer: vec!["A price asks everybody, and a ban asks nobody.".to_owned()],
        challenges: vec![(
            "Adam Smith".to_owned(),
            "Who pays for the space that a price leaves empty?".to_owned(),
        )],
        notes: vec!["Answer before you attack.".to_owned()],
        reinforce: true,
        correction: Correction {
            level: CorrectionLevel(1),
            positions: vec![Position {
                topic: "liberty and harm".to_owned(),
                position: "Power is used rightly to prevent harm to others.".to_owned(),
                work: "On Liberty".to_owned(),
                place: "chapter 1".to_owned(),
                ..Position::default()
            }],
            unheard: vec!["It may be objected that".to_owned()],
            samples: Vec::new(),
        },
    }
}

fn corrected() -> CorrectedSpeaker {
    let given = |passages, set_forth, words| GivenMaterial {
        passages,
        samples: 0,
        positions: 12,
        set_forth,
        words,
    };
    CorrectedSpeaker {
        seat: Seat::named("prop.3"),
        name: "John Stuart Mill".to_owned(),
        level: CorrectionLevel(1),
        before: given(10, 0, 603),
        after: given(14, 4, 812),
        is_more: true,
        card_alike: 0.83,
        speech_alike: 0.41,
        rested_before: 0,
        rested_after: 3,
        phrases: 1,
        phrases_heard: 1,
    }
}

fn column(iteration: u32, winner: &str, (ayes, noes): (u32, u32)) -> IterationColumn {
    IterationColumn {
        iteration,
        debate: DebateId(format!(
            "0199-0000-{iteration}{iteration}{iteration}{iteration}abcd"
        )),
        outcome: Winner::Won(winner.to_owned()),
        votes: Some(IterationVotes {
            ayes,
            noes,
            swing: Some(2 - i32::try_from(iteration).unwrap()),
            margin: Some("clear"),
        }),
        scores: Vec::new(),
        tensions: vec!["Freedom of movement against freedom of place".to_owned()],
        claims: vec![claim("Adam Smith", "A price asks everybody.")],
        taught: if iteration > 1 {
            vec![lesson()]
        } else {
            Vec::new()
        },
        corrected: if iteration > 1 {
            vec![corrected()]
        } else {
            Vec::new()
        },
    }
}

fn change(from: u32) -> Change {
    Change {
        from,
        to: from + 1,
        new: vec![
            claim(
                "Adam Smith",
                "Whoever collects the price of a road will want more roads, not fewer.",
            ),
            claim(
                "Ada Lovelace",
                "A count that leaves out the night counts nothing.",
            ),
        ],
        dropped: vec![claim(
            "John Stuart Mill",
            "Harm to others is the only ground for a ban, and here is harm.",
        )],
        kept: 3,
        novelty: Some(0.4),
        tensions_kept: 1,
    }
}

fn comparison(iterations: u32, ended: Option<StopReason>) -> Comparison {
    let sides = ["Opposition", "Proposition", "Proposition"];
    let columns = (1..=iterations).zip(sides);
    let measure = |name: &str, digits, values: [f64; 3]| MeasureSeries {
        name: name.to_owned(),
        values: values
            .into_iter()
            .take(iterations as usize)
            .map(Some)
            .collect(),
        digits,
    };
    Comparison {
        motion: "This House Believes that cities should ban private cars".to_owned(),
        format: "Exhibition".to_owned(),
        compared: "by their words: there is no embedding model".to_owned(),
        iterations: columns
            .map(|(number, side)| column(number, side, (4 + 4 * number, 9)))
            .collect(),
        changes: (1..iterations).map(change).collect(),
        measures: vec![
            measure("claims", 0, [4.0, 5.0, 5.0]),
            measure("words spoken", 0, [8120.0, 8044.0, 8210.0]),
            measure("fidelity", 1, [5.5, 7.0, 7.25]),
        ],
        most: 3,
        ended,
        next: if ended.is_none() {
            vec![lesson()]
        } else {
            Vec::new()
        },
    }
}

fn draw(refined: &mut Refined, width: u16, height: u16) -> String {
    let styles = Styles::plain(ColorSupport::None);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| refined.render(frame.area(), frame.buffer_mut(), &styles))
        .unwrap();
    terminal.backend().to_string()
}

fn press(refined: &mut Refined, code: KeyCode) -> Option<RefinementChoice> {
    refined.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

#[test]
fn iterations_side_by_side_at_every_size() {
    for (name, iterations, ended) in [
        ("two", 2, None),
        ("three", 3, Some(StopReason::Cap)),
        ("one", 1, Some(StopReason::NothingToChange)),
    ] {
        for (width, height) in [(120, 40), (80, 24), (60, 20), (40, 12), (10, 3), (1, 1)] {
            let mut refined = Refined::new(comparison(iterations, ended), false);
            let screen = draw(&mut refined, width, height);
            if width >= 40 {
                insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen);
            }
        }
    }
}

#[test]
fn keys_move_between_iterations_and_through_the_text() {
    let mut refined = Refined::new(comparison(3, Some(StopReason::Cap)), false);
    let screen = draw(&mut refined, 80, 24);
    assert!(screen.contains("iterations 2 and 3 of 3"), "{screen}");
    press(&mut refined, KeyCode::Left);
    press(&mut refined, KeyCode::Left);
    let screen = draw(&mut refined, 80, 24);
    assert!(screen.contains("iterations 1 and 2 of 3"), "{screen}");
    assert!(!screen.contains("Ended"), "{screen}");
    press(&mut refined, KeyCode::Right);
    draw(&mut refined, 80, 24);
    press(&mut refined, KeyCode::End);
    let screen = draw(&mut refined, 80, 24);
    for told in [
        "Ended: there are as many",
        "no embedding model",
        "iterations 2 and 3",
    ] {
        assert!(screen.contains(told), "{told}: {screen}");
    }
    press(&mut refined, KeyCode::Home);
    let wide = draw(&mut refined, 120, 40);
    assert!(wide.contains("iterations 1 to 3 of 3"), "{wide}");
    // Nothing is lost at the end of a smaller screen.
    for height in 1..30 {
        draw(&mut refined, 50, height);
        press(&mut refined, KeyCode::PageDown);
    }
}

#[test]
fn the_next_one_is_held_only_where_there_is_one() {
    let r = KeyCode::Char('r');
    let mut open = Refined::new(comparison(2, None), false);
    assert!(draw(&mut open, 80, 24).contains("r hold iteration 3"));
    assert_eq!(press(&mut open, r), Some(RefinementChoice::GoOn));
    let mut ended = Refined::new(comparison(3, Some(StopReason::Stable)), false);
    assert!(!draw(&mut ended, 80, 24).contains("hold iteration"));
    assert_eq!(press(&mut ended, r), None);
    assert_eq!(
        press(&mut ended, KeyCode::Esc),
        Some(RefinementChoice::Leave)
    );
    let mut left = Refined::new(comparison(2, Some(StopReason::Stable)), true);
    assert!(draw(&mut left, 80, 24).contains("r go on with iteration 3"));
    assert_eq!(press(&mut left, r), Some(RefinementChoice::GoOn));
}
