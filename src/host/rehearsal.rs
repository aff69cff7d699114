//! Debates that are rehearsed to see whether formats come to their end, and what prompts are filled with.

mod variants;

use std::{collections::BTreeMap, sync::Arc};

use hustings_rules::setup::{self, DebateChoice, NewDebate};

use crate::{
    catalog::{Catalog, CatalogEntry, Format, Origin, Problem, Profile, Sample, SideCheck, Steps},
    debate::{
        DebateState,
        ask::Ask,
        correction::{Correction, CorrectionLevel},
        guidance::{Challenge, Guidance, SeatGuidance},
        ids::{CallId, DebateId, Seat},
        opening::{Opening, Options},
        rehearsal,
        variation::{CoachedLine, Coaching, Variation},
    },
    error::Failure,
    prompt::{CardPart, NumberedUtterance, Prompts, ThemeInShort, UnsplitDebate, Views},
    text::shown,
};

/// A sentence of no meaning.
const MOTION: &str = "This House Believes that a rehearsal is worth its while";
/// The seed of a rehearsal, so that any run is like the other.
const SEED: u64 = 1;
/// The number of asks for the same purpose that are looked at in one debate.
const LOOKED_AT: usize = 5;
/// The number of those asks that are made in other circumstances, too.
const VARIED: usize = 1;

/// Whether a debate can be begun in each of the user's formats, and comes to its end.
pub fn formats(catalog: &Catalog) -> Vec<Problem> {
    let own = |entry: &&CatalogEntry<Format>| matches!(entry.origin, Origin::User(_));
    let of = |entry: &CatalogEntry<Format>| {
        let Origin::User(path) = &entry.origin else {
            return None;
        };
        let shown = shown::path(&path);
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

/// In how many circumstances prompts are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Circumstances {
    /// Those that rehearsed debates come to: soon done, before every debate.
    Usual,
    /// Others, too: a line that breaks, points waved down, a full context. For whoever asks what may go wrong.
    All,
}

/// The views that every prompt is filled with, in debates of all formats with a large and a small model.
///
/// # Errors
/// The built-in prompts are not sound.
pub fn views(catalog: &Catalog, circumstances: Circumstances) -> Result<Views, Failure> {
    let is_varied = circumstances == Circumstances::All;
    let small = Profile {
        steps: Steps::OneAtATime,
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    let prompts = Prompts::recording()?;
    let mut views = beside(&prompts, catalog)?;
    let large = Profile::default();
    let formats = catalog.formats().map(|entry| entry.id.as_str());
    let known = formats.flat_map(|format| [(format, &large, true), (format, &small, true)]);
    // Of a motion that somebody typed nothing is known but its words.
    let typed = [setup::USUAL_FORMAT, "structured"];
    let typed = typed.map(|format| [(format, &large, false), (format, &small, false)]);
    let openings =
        known
            .chain(typed.into_iter().flatten())
            .flat_map(|(format, profile, is_known)| {
                let opening = opening(catalog, format, profile).ok();
                let all = opening.map(|opening| match circumstances {
                    Circumstances::Usual => vec![variants::usual(opening, is_known)],
                    Circumstances::All => variants::of(catalog, opening, is_known),
                });
                let all = all.into_iter().flatten();
                all.map(move |opening| (opening, profile.context))
            });
    for (opening, context) in openings {
        let mut looked_at = BTreeMap::new();
        let held = rehearsal::hold(Arc::new(opening), &mut |state, ask| {
            let kind = kind(state, ask);
            let count: &mut usize = looked_at.entry(kind).or_default();
            *count += 1;
            if *count <= LOOKED_AT {
                // Nothing is filled here, so nothing goes wrong.
                let _ = prompts.prompt(state, ask, context);
                let _ = prompts.rated(state, ask);
                together(&prompts, state, ask, context);
                if is_varied && *count <= VARIED {
                    variants::fill(&prompts, state, ask, context);
                }
            }
        });
        // A format without an end is told of by itself.
        let _ = held;
        views = views.and(prompts.take_views());
    }
    Ok(views)
}

/// Asks of one kind have the same template.
fn kind(state: &DebateState, ask: &Ask) -> String {
    let turn = ask.writes().and_then(|turn| state.turn(turn));
    let task = turn.map(|turn| turn.task.word());
    let cue = if let Ask::Speech { cue, .. } = ask {
        format!("{cue:?}")
    } else {
        String::new()
    };
    format!(
        "{} {} {cue}",
        ask.purpose().word(),
        task.unwrap_or_default()
    )
}

/// Fills what is asked otherwise, too: votes for several at once and for one, and whether a server is back.
fn together(prompts: &Prompts, state: &DebateState, ask: &Ask, context: u32) {
    let probe = Ask::Probe { after: CallId(1) };
    let _ = prompts.prompt(state, &probe, context);
    if let Ask::Ballot { member, when } = ask {
        let _ = prompts.ballots(state, std::slice::from_ref(member), *when, context);
    } else if let Ask::Assess { seat } = ask {
        let seats = vec![seat.clone()];
        let _ = prompts.prompt(state, &Ask::Assessments { seats }, context);
    } else if let Ask::Assessments { .. } = ask
        && let Some(alone) = ask.each().first()
    {
        let _ = prompts.prompt(state, alone, context);
    }
    if let Ask::Polls { members, after } = ask
        && let Some(member) = members.first()
    {
        let (member, after) = (member.clone(), *after);
        let _ = prompts.prompt(state, &Ask::Poll { member, after }, context);
    } else if let Ask::Poll { member, after } = ask {
        let (members, after) = (vec![member.clone()], *after);
        let _ = prompts.prompt(state, &Ask::Polls { members, after }, context);
    }
}

/// Prompts that no debate asks for.
fn beside(prompts: &Prompts, catalog: &Catalog) -> Result<Views, Failure> {
    let motion = catalog.motions().next();
    let persona = catalog.personas().next();
    if let (Some(motion), Some(persona)) = (motion, persona) {
        let (motion, card) = (&motion.value, &persona.value);
        let text = "It carries nine hundred carts a day.";
        let sample = Sample {
            text: text.to_owned(),
            source: "A count at the gate".to_owned(),
        };
        let proposal = serde_json::json!({
            "persona": "Rosa Lind, a bridge warden",
            "domain": "tolls",
            "position": text,
            "key_arguments": [text],
            "stance": "for",
        });
        let line_up = [
            (
                card.name.clone(),
                "Proposition".to_owned(),
                card.role.clone(),
            ),
            ("The moderator".to_owned(), String::new(), String::new()),
        ];
        let unsplit = UnsplitDebate {
            motion: &motion.motion,
            line_up: &line_up,
        };
        let theme = ThemeInShort {
            number: 1,
            claim: text.to_owned(),
            side: "The Proposition".to_owned(),
            runs: vec!["1.1".to_owned(), "1.2".to_owned()],
            answered: 1,
            stood: 1,
        };
        let utterance = |begins| NumberedUtterance {
            number: 1,
            text,
            begins,
        };
        let told = (card.name.clone(), text.to_owned());
        let filled = [
            prompts.split(unsplit, &[utterance(true), utterance(false)]),
            prompts.split_one(unsplit, Some((&card.name, text)), utterance(true)),
            prompts.split_one(unsplit, None, utterance(false)),
            prompts.proposals(motion, 4, (2, 2)),
            prompts.proposals(motion, 4, (0, 0)),
            prompts.proposed_card(motion, &proposal),
            prompts.style(&card.name, std::slice::from_ref(&sample)),
            prompts.positions_in(&card.name, std::slice::from_ref(&sample)),
            prompts.position_in(&card.name, &[text]),
            prompts.borne_out(&card.name, &[(text, text), (text, text)]),
            prompts.card_of(&card.name, None, std::slice::from_ref(&sample)),
            prompts.style_of(card, &[], text),
            prompts.style_of(card, &[text.to_owned()], text),
            prompts.positions_of(&card.name, &card.positions, &[text, text]),
            prompts.answer_to_point((&card.name, text), (&card.name, text)),
            prompts.answers_others(std::slice::from_ref(&told), (&card.name, text)),
            prompts.point_offered((&card.name, text), &card.name, (text, text)),
            prompts.arc_of(&[told.clone(), told]),
            prompts.theme_name(&motion.motion, &[text, text]),
            prompts.speech_in_short(text, 8),
            prompts.over_all_runs(&motion.motion, 3, &[theme]),
        ];
        let parts = CardPart::ALL
            .map(|part| prompts.card_of(&card.name, Some(part), std::slice::from_ref(&sample)));
        for one in filled.into_iter().chain(parts) {
            one.map_err(Failure::internal)?;
        }
    }
    Ok(prompts.take_views())
}

/// The opening of a rehearsed debate, with everything in it that an opening can have.
fn opening(catalog: &Catalog, format: &str, profile: &Profile) -> Result<Opening, Failure> {
    let rules = &catalog.format(format)?.value;
    let floor = rules.has_floor_speeches();
    let choice = DebateChoice {
        motion: MOTION.to_owned(),
        format: format.to_owned(),
        audience: (rules.audience > 0).then_some(rules.audience.min(3)),
        seed: Some(SEED),
        options: Options {
            scale: 0.2,
            floor_speeches: u32::from(floor),
            ..Options::default()
        },
        ..DebateChoice::default()
    };
    let new = NewDebate {
        debate: DebateId("rehearsal".to_owned()),
        opened_ms: 0,
        seed: SEED,
    };
    let model = |_, _: Option<&Seat>| ("rehearsal".to_owned(), profile.clone());
    let mut opening = setup::opening(catalog, choice, new, &model)?;
    for speaker in &mut opening.speakers {
        speaker.passages = 2;
    }
    opening.guidance = Some(guidance(&opening));
    opening.variation = Some(variation(&opening));
    Ok(opening)
}

/// The variation of a run in which everybody has an emphasis, and two of three are coached.
fn variation(opening: &Opening) -> Variation {
    let line = || {
        vec![CoachedLine {
            claim: "The carts are counted at the gate.".to_owned(),
            times: 2,
            of: 3,
            answer: "Nobody counts them at night.".to_owned(),
        }]
    };
    let seats = || opening.speakers.iter().map(|one| one.seat.clone());
    let coaching = |unanswered| Coaching {
        runs: 3,
        stood: line(),
        fell: line(),
        unanswered,
        owed: line(),
    };
    Variation {
        epoch: 2,
        run: 1,
        emphasis: seats()
            .map(|seat| (seat, "The carts that nobody counts".to_owned()))
            .collect(),
        // One after the other has something that nobody could answer before, has nothing of the kind, is not coached.
        coaching: seats()
            .zip([0, 1, 2].into_iter().cycle())
            .filter_map(|(seat, at)| match at {
                0 => Some((seat, coaching(line()))),
                1 => Some((seat, coaching(Vec::new()))),
                _ => None,
            })
            .collect(),
        ..Variation::default()
    }
}

/// The guidance that a verdict may have given everybody.
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
            correction: Correction {
                level: CorrectionLevel(1),
                positions: speaker.card.positions.iter().take(1).cloned().collect(),
                unheard: vec!["Let it be counted".to_owned()],
                samples: vec![Sample {
                    text: "The carts came before the light.".to_owned(),
                    source: "A book of carts".to_owned(),
                }],
            },
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
    use std::path::Path;

    use crate::prompt;

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

    /// An error that shows only where a template is filled, behind every condition of every built-in template.
    #[test]
    fn rehearsals_lead_through_every_branch_of_every_prompt() {
        let views = views(&Catalog::load(None).0, Circumstances::All).unwrap();
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let templates = crate_folder.join("../live/prompt/templates");
        let folder = tempfile::tempdir().unwrap();
        let (mut branches, mut missed) = (0, Vec::new());
        for entry in std::fs::read_dir(templates).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let source = std::fs::read_to_string(entry.path()).unwrap();
            let path = folder.path().join(&name);
            for (begin, _) in source.match_indices("{%") {
                let tag = source[begin..].split_inclusive("%}").next().unwrap();
                let word = tag.split(' ').nth(1).unwrap();
                if !["if", "elif", "else", "for"].contains(&word) {
                    continue;
                }
                branches += 1;
                let (before, behind) = source.split_at(begin + tag.len());
                std::fs::write(&path, format!("{before}{{{{ 1 / 0 }}}}{behind}")).unwrap();
                if prompt::check(folder.path(), || Ok(&views))
                    .unwrap()
                    .is_empty()
                {
                    missed.push(format!("{name}: {tag}"));
                }
            }
            let _ = std::fs::remove_file(&path);
        }
        assert!(branches > 270, "{branches}");
        assert_eq!(missed, Vec::<String>::new(), "of {branches}");
    }

    /// The seeds give them (001: arguments 0.6, what is said to them 0.5, the judge 0.2; 002: who speaks 0.8, between rounds 0.3).
    #[test]
    fn who_judges_and_who_argues_is_asked_at_the_temperature_of_the_seeds() {
        let catalog = Catalog::load(None).0;
        let prompts = Prompts::recording().unwrap();
        let mut told = std::collections::BTreeSet::new();
        for format in ["exhibition", "structured", "clearside", "panel"] {
            let opening = opening(&catalog, format, &Profile::default()).unwrap();
            let held = rehearsal::hold(Arc::new(opening), &mut |state, ask| {
                let made = prompts.prompt(state, ask, 128_000).unwrap();
                let task = ask.writes().and_then(|turn| state.turn(turn));
                let work = task.and_then(|turn| turn.task.hands_in());
                let what = work.map_or_else(
                    || ask.purpose().word().to_owned(),
                    |work| format!("{work:?}"),
                );
                if let Some(temperature) = made.request.temperature {
                    told.insert(format!("{what} {temperature}"));
                }
            });
            assert_eq!(held, Ok(()));
        }
        let told: Vec<String> = told.into_iter().collect();
        assert_eq!(
            told,
            [
                "Arguments 0.6",
                "Closing 0.5",
                "Replies 0.5",
                "Responses 0.5",
                "annotate 0",
                "judge 0.2",
                "lean 0.2",
                "rank 0.2",
                "referee 0",
                "round 0.3",
                "speech 0.8",
                "verdict 0.2",
            ]
        );
    }

    #[test]
    fn what_is_rehearsed_is_kept_and_not_written_out() {
        let catalog = Catalog::load(None).0;
        let opening = opening(&catalog, "exhibition", &Profile::default()).unwrap();
        let prompts = Prompts::recording().unwrap();
        let held = rehearsal::hold(Arc::new(opening), &mut |state, ask| {
            let made = prompts.prompt(state, ask, 128_000).unwrap();
            let mut messages = made.request.messages.iter();
            assert!(messages.all(|one| !one.text.contains("You are")), "{ask:?}");
        });
        assert_eq!(held, Ok(()));
        let kept = format!("{:?}", prompts.take_views());
        assert!(kept.contains("speech.md") && kept.contains("verdict.md"));
        let again = format!("{:?}", prompts.take_views());
        assert!(!again.contains("speech.md"), "they were taken");
    }
}
