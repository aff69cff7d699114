//! Who sits in the sample.

use hustings::{
    catalog::{Member, Motion, Persona, Position, Prior, Profile, Style},
    debate::{
        command::Pace,
        ids::{DebateId, Seat},
        opening::{Listener, Opening, Options, Speaker},
    },
    setup::fixture,
};

use super::judged;

pub fn persona(name: &str, short: &str) -> Persona {
    Persona {
        name: name.into(),
        short: short.into(),
        lived: "1723–1790".into(),
        icon: String::new(),
        role: "Moral philosopher".into(),
        biography: "Wrote.".into(),
        approach: "asking who pays".into(),
        never: vec!["shout".into()],
        style: Style {
            register: "plain".into(),
            openings: "a case".into(),
            devices: vec!["example".into()],
            disagreement: "courteous".into(),
            phrases: vec!["self-interest".into()],
            closings: "a maxim".into(),
        },
        positions: vec![Position {
            topic: "trade".into(),
            position: "Trade enriches both".into(),
            work: "Wealth of Nations".into(),
            place: "IV".into(),
            ..Position::default()
        }],
        samples: vec![],
        ..Persona::default()
    }
}

fn speaker(seat: &str, id: &str, name: &str, short: &str) -> Speaker {
    Speaker {
        seat: Seat::named(seat),
        persona: id.into(),
        card: persona(name, short),
        model: "local/small".into(),
        profile: Profile::default(),
        stance: None,
        passages: 0,
    }
}

fn listener(number: usize, name: &str) -> Listener {
    Listener {
        seat: Seat::audience(number),
        persona: format!("member-{number}"),
        card: Member {
            name: name.into(),
            who: "A nurse on nights.".into(),
            prior: Prior::None,
            background: "Wards.".into(),
            values: vec!["candour".into()],
            moved_by: "cases".into(),
            unmoved_by: "flourish".into(),
        },
        own_model: None,
    }
}

/// What was settled beforehand; `id` is the debate's.
pub fn opening(id: &str) -> Opening {
    let mut choice = fixture::choice("exhibition", &fixture::PEOPLE);
    choice.seed = Some(u64::MAX);
    choice.options = Options {
        scale: 0.1,
        pace: Pace::Instant,
        max_cost: Some(0.1 + 0.2),
        ..Options::default()
    };
    let mut opening = fixture::resolved(choice, "local/small", &Profile::default());
    opening.debate = DebateId(id.into());
    opening.opened_ms = 1_760_000_000_000;
    opening.motion_id = None;
    opening.motion = Motion::own(fixture::MOTION);
    opening.format.rubric = Some(judged::rubric());
    opening.speakers = vec![
        speaker("prop.1", "gandhi", "Mohandas Gandhi", "Gandhi"),
        speaker(
            "prop.2",
            "wollstonecraft",
            "Mary Wollstonecraft",
            "Wollstonecraft",
        ),
        speaker("opp.1", "napoleon", "Napoleon Bonaparte", "Napoleon"),
        speaker("opp.2", "smith", "Adam Smith", "Smith"),
    ];
    opening.audience = vec![listener(1, "Ines Okafor"), listener(2, "Tom Bell")];
    opening.referee = None;
    opening.options.judge_passes = Some(2);
    opening
}
