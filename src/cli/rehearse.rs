//! Debates that are rehearsed to see whether formats come to their end, and what prompts are filled with.

use std::{collections::BTreeMap, sync::Arc};

use super::setup::{self, Choice};
use crate::{
    catalog::{Catalog, Entry, Format, Origin, Problem, Profile, SideCheck, Steps},
    debate::{
        DebateState,
        ask::Ask,
        guidance::{Challenge, Guidance, SeatGuidance},
        ids::CallId,
        opening::{Launch, Opening, Options},
        rehearsal,
    },
    error::Failure,
    llm::{
        roster::Roster,
        scripted::{Answer, Scripted},
    },
    prompt::{Prompts, Views},
};

/// A sentence of no meaning.
const MOTION: &str = "This House Believes that a rehearsal is worth its while";
/// The same for any run.
const SEED: u64 = 1;
/// So many asks for the same purpose are looked at in one debate.
const LOOKED_AT: usize = 3;

/// Whether a debate can be begun in each of the user's formats, and comes to its end.
pub(super) fn formats(catalog: &Catalog) -> Vec<Problem> {
    let own = |entry: &&Entry<Format>| matches!(entry.origin, Origin::User(_));
    let of = |entry: &Entry<Format>| {
        let Origin::User(path) = &entry.origin else {
            return None;
        };
        let shown = path.display().to_string();
        let opening = match opening(catalog, &entry.id, &Profile::default()) {
            Ok(opening) => opening,
            Err(failure) => {
                return Some(Problem::of_file(
                    shown,
                    format!("no debate can be begun in this format: {}", failure.message),
                    failure.advice(),
                ));
            }
        };
        let stuck = rehearsal::hold(Arc::new(opening), &mut |_, _| {}).err()?;
        Some(Problem::of_file(
            shown,
            format!("a debate in this format does not come to its end: {stuck}"),
            "expected turns that lead to the verdict",
        ))
    };
    catalog.formats().filter(own).filter_map(of).collect()
}

/// What every prompt is filled with, in debates of all formats with a large and a small model.
///
/// # Errors
/// The built-in prompts are not sound.
pub(super) fn views(catalog: &Catalog) -> Result<Views, Failure> {
    let small = Profile {
        steps: Steps::OneAtATime,
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    let mut views = beside(catalog)?;
    for entry in catalog.formats() {
        for profile in [&Profile::default(), &small] {
            let Ok(opening) = opening(catalog, &entry.id, profile) else {
                continue;
            };
            let prompts = Prompts::recording()?;
            let mut looked_at = BTreeMap::new();
            let held = rehearsal::hold(Arc::new(opening), &mut |state, ask| {
                let kind = kind(state, ask);
                let count: &mut usize = looked_at.entry(kind).or_default();
                *count += 1;
                if *count <= LOOKED_AT {
                    // The built-in prompts can be filled; a test says so.
                    let _ = prompts.prompt(state, ask, profile.context);
                    together(&prompts, state, ask, profile.context);
                }
            });
            // A format without an end is told of by itself.
            let _ = held;
            views = views.and(prompts.views());
        }
    }
    Ok(views)
}

/// Asks of one kind have the same template.
fn kind(state: &DebateState, ask: &Ask) -> String {
    let task = match ask {
        Ask::Speech { turn, .. } | Ask::Write { turn } | Ask::Prepare { turn } => {
            state.turn(*turn).map(|turn| turn.task.word())
        }
        _ => None,
    };
    let cue = match ask {
        Ask::Speech { cue, .. } => format!("{cue:?}"),
        _ => String::new(),
    };
    format!(
        "{} {} {cue}",
        ask.purpose().word(),
        task.unwrap_or_default()
    )
}

/// What is asked otherwise, too: ballots for several at once, and whether a server is back.
fn together(prompts: &Prompts, state: &DebateState, ask: &Ask, context: u32) {
    let probe = Ask::Probe { after: CallId(1) };
    let _ = prompts.prompt(state, &probe, context);
    if let Ask::Ballot { member, when } = ask {
        let _ = prompts.ballots(state, std::slice::from_ref(member), *when, context);
    }
}

/// Prompts that no debate asks for.
fn beside(catalog: &Catalog) -> Result<Views, Failure> {
    let prompts = Prompts::recording()?;
    let motion = catalog.motions().next();
    let persona = catalog.personas().next();
    if let (Some(motion), Some(persona)) = (motion, persona) {
        let (motion, card) = (&motion.value, &persona.value);
        let text = "It carries nine hundred carts a day.";
        let proposal = serde_json::json!({
            "persona": "Rosa Lind, a bridge warden",
            "domain": "tolls",
            "position": text,
            "key_arguments": [text],
            "stance": "for",
        });
        let filled = [
            prompts.proposals(motion, 4, (2, 2)),
            prompts.proposals(motion, 4, (0, 0)),
            prompts.proposed_card(motion, &proposal),
            prompts.style(&card.name, &card.samples),
            prompts.style_of(card, &[], text),
            prompts.style_of(card, &[text.to_owned()], text),
            prompts.positions_of(&card.name, &card.positions, &[text]),
            prompts.answer_to_point((&card.name, text), (&card.name, text)),
        ];
        for one in filled {
            one.map_err(Failure::internal)?;
        }
    }
    Ok(prompts.views())
}

/// The opening of a rehearsed debate, with everything in it that an opening can have.
fn opening(catalog: &Catalog, format: &str, profile: &Profile) -> Result<Opening, Failure> {
    let model = Scripted::new("rehearsal", |_| Answer::text("")).with_profile(profile.clone());
    let rules = &catalog.format(format)?.value;
    let floor = rules
        .phases
        .iter()
        .flat_map(|phase| &phase.turns)
        .any(|turn| turn.seats == "floor");
    let choice = Choice {
        motion: MOTION.to_owned(),
        format: format.to_owned(),
        sides: Vec::new(),
        speakers: Vec::new(),
        cast: Vec::new(),
        audience: (rules.audience > 0).then_some(rules.audience.min(3)),
        judges: None,
        seed: Some(SEED),
        options: Options {
            scale: 0.2,
            floor_speeches: u32::from(floor),
            ..Options::default()
        },
        launch: Launch::default(),
        batch: None,
    };
    let opening = setup::opening(catalog, choice, &Roster::of(Arc::new(model)))?;
    let mut opening = Arc::unwrap_or_clone(opening);
    for speaker in &mut opening.speakers {
        speaker.passages = 2;
    }
    opening.guidance = Some(guidance(&opening));
    Ok(opening)
}

/// What a verdict may have taught everybody.
fn guidance(opening: &Opening) -> Guidance {
    let seats = opening.speakers.iter().map(|speaker| {
        let against = opening.speakers.iter().find(|one| one.seat != speaker.seat);
        let challenge = against.map(|one| Challenge {
            against: one.seat.clone(),
            about: "Who counts the carts?".to_owned(),
        });
        let taught = SeatGuidance {
            missed: vec!["Nobody counted the carts at night.".to_owned()],
            queries: Vec::new(),
            answer: vec!["The carts were counted.".to_owned()],
            challenges: challenge.into_iter().collect(),
            notes: vec!["Be brief.".to_owned()],
            reinforce: true,
        };
        (speaker.seat.clone(), taught)
    });
    Guidance {
        of: opening.debate.clone(),
        after: opening.debate.clone(),
        iteration: 2,
        seats: seats.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_comes_to_its_end_and_fills_its_prompts() {
        let catalog = Catalog::load(None).0;
        let small = Profile {
            steps: Steps::OneAtATime,
            side_check: SideCheck::EachSpeech,
            ..Profile::default()
        };
        let prompts = Prompts::load(None).unwrap();
        for entry in catalog.formats() {
            for profile in [&Profile::default(), &small] {
                let opening = opening(&catalog, &entry.id, profile).unwrap();
                let mut looked_at = BTreeMap::new();
                let held = rehearsal::hold(Arc::new(opening), &mut |state, ask| {
                    let count: &mut usize = looked_at.entry(kind(state, ask)).or_default();
                    *count += 1;
                    if *count <= LOOKED_AT {
                        let filled = prompts.prompt(state, ask, profile.context);
                        filled.unwrap_or_else(|error| panic!("{}: {error}", entry.id));
                    }
                });
                assert_eq!(held, Ok(()), "{}", entry.id);
                assert!(looked_at.len() > 2, "{}", entry.id);
            }
        }
    }
}
