//! Who sits in the sample.

use hustings::{
    catalog::{Format, Member, Motion, Persona, Position, Prior, Profile, Style},
    debate::{
        command::Pace,
        ids::{DebateId, Seat},
        opening::{Launch, Listener, Opening, Options, Speaker},
    },
};

use super::judged;

pub fn persona(name: &str, short: &str) -> Persona {
    Persona {
        name: name.into(),
        short: short.into(),
        lived: "1723–1790".into(),
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
        }],
        samples: vec![],
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
    }
}

/// What was settled beforehand; `id` is the debate's.
pub fn opening(id: &str) -> Opening {
    let mut format: Format = toml::from_str(include_str!("../../formats/exhibition.toml")).unwrap();
    format.rubric = Some(judged::rubric());
    Opening {
        debate: DebateId(id.into()),
        opened_ms: 1_760_000_000_000,
        seed: u64::MAX,
        motion_id: None,
        motion: Motion::own("This House Believes that cities should ban private cars"),
        format_id: "exhibition".into(),
        format,
        speakers: vec![
            speaker("prop.1", "gandhi", "Mohandas Gandhi", "Gandhi"),
            speaker(
                "prop.2",
                "wollstonecraft",
                "Mary Wollstonecraft",
                "Wollstonecraft",
            ),
            speaker("opp.1", "napoleon", "Napoleon Bonaparte", "Napoleon"),
            speaker("opp.2", "smith", "Adam Smith", "Smith"),
        ],
        audience: vec![listener(1, "Ines Okafor"), listener(2, "Tom Bell")],
        judges: vec![],
        moderator: None,
        referee: None,
        options: Options {
            scale: 0.1,
            pace: Pace::Instant,
            max_cost: Some(0.1 + 0.2),
            ..Options::default()
        },
        launch: Launch::default(),
        real: None,
        batch: None,
        guidance: None,
    }
}
