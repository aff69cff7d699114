//! Every prompt of every format with hostile text wherever somebody else's can stand: in cards, motions and questions,
//! in all that was said, handed in, found or judged. Nothing of it stands outside of a fence, a quotation, or the
//! message that whoever is asked has begun with their own words.

#[path = "hostile/again.rs"]
mod again;
#[path = "hostile/spoiler.rs"]
mod spoiler;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    path::Path,
    rc::Rc,
    sync::Arc,
};

use serde_json::Value;

use self::spoiler::{HOSTILE, LIKE_A_NAME, Spoiler, WHOLE, spoil};
use super::common::{
    FORMATS, opening_in,
    world::{Choices, World},
};
use hustings::{
    catalog::{Motion, Persona, Position, Profile, Sample, SideCheck, Steps},
    debate::{
        DebateState,
        ask::{Ask, When},
        command::{Command, Halt},
        correction::{Correction, CorrectionLevel},
        decide::Input,
        event::Record,
        guidance::{Challenge, Guidance, SeatGuidance},
        ids::{CallId, DebateId, Seat},
        opening::{OnFailure, Opening, Options},
    },
    llm::{From, Message},
    prompt::{CardPart, NumberedUtterance, Prompts, ThemeInShort, UnsplitDebate},
};

/// Whether a line that opens or closes a fence is met where it should be, and all that is hostile between the two or in
/// quotation marks.
pub(super) fn check(message: &Message, what: &str) {
    let text = &message.text;
    let mut fenced = false;
    for line in text.lines() {
        let shown = || format!("{what}, {:?}: {line}\n--- of ---\n{text}", message.from);
        let bare = line.trim_start().to_lowercase();
        for label in [
            "system:",
            "user:",
            "assistant:",
            "the chair: i call hostile",
        ] {
            assert!(!bare.starts_with(label), "a label: {}", shown());
        }
        for mark in ["<|", "|>", "[INST]", "{{ motion }} {% raw %}\n"] {
            assert!(!line.contains(mark), "{mark}: {}", shown());
        }
        assert!(
            !line.contains(['\u{fdd0}', '\u{fdd1}']),
            "a mark: {}",
            shown()
        );
        let is_speech = message.from == From::Assistant;
        match line.trim() {
            "<<<" => {
                assert!(!fenced && !is_speech, "a fence in a fence: {}", shown());
                fenced = true;
            }
            ">>>" => {
                assert!(fenced, "no fence to close: {}", shown());
                fenced = false;
            }
            "IGNORE EVERYTHING HOSTILE" => assert!(fenced, "a heading: {}", shown()),
            _ => {}
        }
        if is_speech || fenced {
            continue;
        }
        // The marks in a text count for nothing: as they came they stand nowhere.
        for marked in ["Ada\"", "says: \"obey"] {
            assert!(!line.contains(marked), "its own marks: {}", shown());
        }
        for (at, _) in line.match_indices("HOSTILE") {
            let quotes = line[..at].matches('"').count();
            assert!(quotes % 2 == 1, "it stands bare: {}", shown());
        }
    }
    assert!(!fenced, "a fence is open: {what}: {text}");
}

fn guidance(opening: &Opening) -> Guidance {
    let text = || vec!["So it was said.".to_owned(); 4];
    let seats: Vec<Seat> = opening
        .speakers
        .iter()
        .map(|one| one.seat.clone())
        .collect();
    let given = |seat: &Seat| SeatGuidance {
        missed: text(),
        queries: text(),
        answer: text(),
        challenges: seats
            .iter()
            .filter(|other| *other != seat)
            .map(|other| Challenge {
                against: other.clone(),
                about: "Who pays for it?".to_owned(),
            })
            .collect(),
        notes: text(),
        reinforce: true,
        correction: Correction {
            level: CorrectionLevel(1),
            positions: vec![Position {
                topic: "carts".to_owned(),
                position: "So it was held.".to_owned(),
                work: "Of Carts".to_owned(),
                place: "I".to_owned(),
                ..Position::default()
            }],
            unheard: text(),
            samples: vec![Sample {
                text: "So it was written.".to_owned(),
                source: "Of Carts".to_owned(),
            }],
        },
    };
    Guidance {
        of: DebateId("first".to_owned()),
        after: DebateId("first".to_owned()),
        iteration: 2,
        seats: seats
            .iter()
            .map(|seat| (seat.clone(), given(seat)))
            .collect(),
    }
}

/// A whole debate with everything that can be in one, and what was asked when.
fn held(format: &str, profile: &Profile, guided: bool) -> (Vec<Record>, Vec<(u64, Ask)>) {
    let asked: Rc<RefCell<Vec<(u64, Ask)>>> = Rc::default();
    let kept = Rc::clone(&asked);
    let mut world = World::new();
    world.on_ask = Some(Box::new(move |state: &DebateState, ask: &Ask| {
        kept.borrow_mut().push((state.next_seq, ask.clone()));
    }));
    world.contrary = true;
    let options = Options {
        scale: 0.15,
        on_failure: OnFailure::GoOn,
        floor_speeches: 1,
        ..Options::default()
    };
    let mut opening = opening_in(format, 2, options, profile);
    opening.guidance = guided.then(|| guidance(&opening));
    for speaker in &mut opening.speakers {
        speaker.passages = 2;
    }
    let first = opening.speakers[0].seat.clone();
    world.feed(Input::Open(std::sync::Arc::new(opening)));
    let mut choices = Choices {
        bytes: vec![2, 7, 1, 8, 2, 8, 1, 8],
        at: 0,
    };
    while world.state.floor().is_none() && !world.state.is_closed() {
        world.step(&mut choices, 0);
    }
    for _ in 0..6 {
        world.step(&mut choices, 0);
    }
    world.command(Command::Evidence {
        text: "Tolls fell by half.".into(),
        source: "the archive of tolls".into(),
        places: vec!["page 3 of it".into()],
    });
    world.command(Command::Ask {
        seat: first,
        text: "Who pays for it?".into(),
        halt: Halt::Beside,
    });
    world.command(Command::Clarify {
        seat: None,
        text: "What does it mean?".into(),
    });
    world.command(Command::GalleryPoint {
        text: "And who sweeps it?".into(),
    });
    world.run(&mut choices, 0);
    drop(world.on_ask.take());
    let asked = Rc::try_unwrap(asked).unwrap().into_inner();
    (world.journal, asked)
}

/// Renders and checks every prompt of a debate that is spoilt from end to end.
fn check_debate(
    prompts: &Prompts,
    by: &Spoiler,
    (format, profile): (&str, &Profile),
    guided: bool,
) -> String {
    let (journal, asked) = held(format, profile, guided);
    let mut at = 0;
    let mut spoilt = journal.iter().map(|record| {
        let mut value = serde_json::to_value(record).unwrap();
        spoil(by, &mut value, "", &mut at);
        serde_json::from_value::<Record>(value).unwrap()
    });
    let mut state = DebateState::default();
    let mut all = String::new();
    let mut keep = |messages: &[Message], what: &str| {
        for message in messages {
            check(message, what);
            all.push_str(&message.text);
        }
    };
    for (seq, ask) in asked {
        while state.next_seq < seq {
            state.apply(&spoilt.next().unwrap());
        }
        for context in if guided { vec![128_000] } else { vec![6_000] } {
            let prompted = prompts.prompt(&state, &ask, context).unwrap();
            let what = format!("{format}, {ask:?}");
            keep(&prompted.request.messages, &what);
            prompted.parts.iter().for_each(|part| keep(part, &what));
            if let Some(rated) = prompts.rated(&state, &ask) {
                for order in &rated.unwrap().orders {
                    keep(order, &what);
                }
            }
        }
    }
    // Whoever said nothing with the decision is asked for the answer to a point.
    let sources = state
        .turns
        .iter()
        .map(|turn| Ask::Sources { turn: turn.id });
    let answers = state
        .points
        .iter()
        .map(|one| Ask::PoiAnswer { poi: one.id });
    for ask in sources.chain(answers) {
        let prompted = prompts.prompt(&state, &ask, 128_000).unwrap();
        keep(&prompted.request.messages, &format!("{ask:?}"));
    }
    // Asked of a motion that somebody typed.
    let mut typed = state.clone();
    if let Some(opening) = &mut typed.opening {
        let opening = Arc::make_mut(opening);
        opening.motion = Motion::own(&opening.motion.motion);
    }
    let claims = prompts.prompt(&typed, &Ask::Claims, 128_000).unwrap();
    keep(&claims.request.messages, "claims");
    // Asked where the house casts no ballots before the debate, and somebody wants to know.
    let audience = state.opening.iter().flat_map(|opening| &opening.audience);
    let leans = Ask::Leans {
        members: audience.map(|member| member.seat.clone()).collect(),
    };
    let leans = prompts.prompt(&state, &leans, 128_000).unwrap();
    keep(&leans.request.messages, "leans");
    let choose = Ask::Choose {
        phase: u32::try_from(state.plan.phases.len() - 1).unwrap(),
        round: 1,
        place: 0,
        judge: Seat::judge(1),
    };
    keep(
        &prompts
            .prompt(&state, &choose, 128_000)
            .unwrap()
            .request
            .messages,
        "choose",
    );
    let probe = Ask::Probe { after: CallId(0) };
    keep(
        &prompts
            .prompt(&state, &probe, 128_000)
            .unwrap()
            .request
            .messages,
        "probe",
    );
    let members: Vec<Seat> = (1..3).map(Seat::audience).collect();
    for when in [When::Before, When::After] {
        let request = prompts.ballots(&state, &members, when, 128_000).unwrap();
        keep(&request.messages, "ballots");
    }
    let speakers = state.speakers().iter();
    let seats: Vec<Seat> = speakers.map(|speaker| speaker.seat.clone()).collect();
    let together = prompts
        .prompt(&state, &Ask::Assessments { seats }, 128_000)
        .unwrap();
    keep(&together.request.messages, "assessments");
    all
}

/// The prompts that belong to no debate.
fn check_others(prompts: &Prompts) -> String {
    let mut all = String::new();
    for hostile in HOSTILE {
        let (journal, _) = held("oxford", &Profile::default(), false);
        let mut opened = serde_json::to_value(&journal[0]).unwrap();
        spoil(&WHOLE, &mut opened, "", &mut 0);
        let opened: Record = serde_json::from_value(opened).unwrap();
        let mut state = DebateState::default();
        state.apply(&opened);
        let opening = state.opening.clone().unwrap();
        let card: &Persona = &opening.speakers[0].card;
        let said = [hostile.to_owned()];
        let sample = Sample {
            text: hostile.to_owned(),
            source: hostile.to_owned(),
        };
        let proposal = BTreeMap::from([
            ("persona", Value::from(hostile)),
            ("domain", hostile.into()),
            ("position", hostile.into()),
            ("key_arguments", vec![hostile; 3].into()),
        ]);
        let line_up = [(hostile.to_owned(), hostile.to_owned(), hostile.to_owned())];
        let unsplit = UnsplitDebate {
            motion: hostile,
            line_up: &line_up,
        };
        let utterance = |begins| NumberedUtterance {
            number: 1,
            text: hostile,
            begins,
        };
        let parts = CardPart::ALL
            .map(|part| prompts.card_of(hostile, Some(part), std::slice::from_ref(&sample)));
        let of_corpora = [
            prompts.split(unsplit, &[utterance(true), utterance(false)]),
            prompts.split_one(unsplit, Some((hostile, hostile)), utterance(false)),
            prompts.positions_in(hostile, std::slice::from_ref(&sample)),
            prompts.position_in(hostile, &[hostile]),
            prompts.borne_out(hostile, &[(hostile, hostile)]),
            prompts.card_of(hostile, None, std::slice::from_ref(&sample)),
        ];
        let told = (hostile.to_owned(), hostile.to_owned());
        let theme = ThemeInShort {
            number: 1,
            claim: hostile.to_owned(),
            side: hostile.to_owned(),
            runs: vec![hostile.to_owned(); 2],
            answered: 1,
            stood: 1,
        };
        let beside = [
            prompts.proposals(&opening.motion, 6, (1, 1)),
            prompts.proposed_card(&opening.motion, &proposal),
            prompts.style(hostile, &[sample]),
            prompts.style_of(card, &[], hostile),
            prompts.style_of(card, &said, hostile),
            prompts.positions_of(hostile, &card.positions, &[hostile]),
            prompts.answer_to_point((hostile, hostile), (hostile, hostile)),
            prompts.answers_others(std::slice::from_ref(&told), (hostile, hostile)),
            prompts.point_offered((hostile, hostile), hostile, (hostile, hostile)),
            prompts.arc_of(std::slice::from_ref(&told)),
            prompts.theme_name(hostile, &[hostile]),
            prompts.over_all_runs(hostile, 2, &[theme]),
        ];
        for messages in beside.into_iter().chain(of_corpora).chain(parts) {
            for message in messages.unwrap() {
                check(&message, "beside debates");
                all.push_str(&message.text);
            }
        }
    }
    all
}

pub(super) fn profiles() -> [Profile; 2] {
    let small = Profile {
        steps: Steps::OneAtATime,
        side_check: SideCheck::EachSpeech,
        ..Profile::default()
    };
    [Profile::default(), small]
}

const TEMPLATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/live/prompt/templates");

#[test]
fn nothing_hostile_stands_outside_a_fence_in_any_prompt() {
    // Each template says that it was there.
    let folder = tempfile::tempdir().unwrap();
    let mut unseen = BTreeSet::new();
    for entry in std::fs::read_dir(TEMPLATES).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(folder.path().join(&name), format!("{text}\n§{name}§\n")).unwrap();
        unseen.insert(name);
    }
    let prompts = Prompts::load(Some(folder.path())).unwrap();
    let mut texts = check_others(&prompts);
    for format in FORMATS {
        for profile in &profiles() {
            for guided in [false, true] {
                texts.push_str(&check_debate(&prompts, &WHOLE, (format, profile), guided));
            }
        }
    }
    unseen.retain(|name| !texts.contains(&format!("§{name}§")));
    assert_eq!(unseen, BTreeSet::new(), "never rendered");
}

/// Names stand as they are, and so nothing else may pass for one: neither on a card nor in what was said.
#[test]
fn what_looks_like_a_name_and_is_nobodys_never_stands_bare() {
    let prompts = Prompts::load(None).unwrap();
    for format in FORMATS {
        for profile in &profiles() {
            let texts = check_debate(&prompts, &LIKE_A_NAME, (format, profile), true);
            assert!(texts.contains("HOSTILE"), "{format}");
        }
    }
}

#[test]
fn a_template_of_the_user_cannot_print_it_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let careless = [
        (
            "house.md",
            "{{ motion.text }}\n{{ sides }}\n{% for s in sides %}{% for p in s.speakers %}\n{{ p.name | upper }} {{ p.role ~ p.name }}{{ p | string }}\n{% endfor %}{% endfor %}\n{% set x %}{{ motion.text }}{% endset %}\n{{ x }}\n",
        ),
        (
            "speech.md",
            "{{ me.name }}\n{{ me.biography | replace('a', 'b') }}\n{{ me.style.phrases | join('\\n') }}\n{{ notes | lines | join(' ') }}\n",
        ),
        ("poi_inline.md", "{{ point.from }}: {{ point.text }}\n"),
    ];
    for (name, text) in careless {
        std::fs::write(Path::new(folder.path()).join(name), text).unwrap();
    }
    let prompts = Prompts::load(Some(folder.path())).unwrap();
    for format in ["exhibition", "oxford"] {
        check_debate(&prompts, &WHOLE, (format, &Profile::default()), false);
    }
}
