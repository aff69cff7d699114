//! Cards from passages, with models that answer by what they are asked.

use std::sync::Arc;

use super::{
    ask::Writers, card_file::CardFile, draft, drafted::tests::passage, merge::merged, named,
};
use crate::{
    catalog::{Persona, Profile, Steps},
    config::Dirs,
    corpus::{CorpusSource, Hit},
    error::Exit,
    llm::{
        gate::Gate,
        price::Price,
        roster::Assigned,
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};

/// What Rosa Lind, who never lived, wrote.
const WRITTEN: [&str; 4] = [
    "I have kept the gate for nine winters. A toll that falls on the carter is a tax on bread, and I would have it gone.",
    "Let the parish that built a bridge own the bridge. Nobody mends what belongs to the county.",
    "A hand that works in the snow should be paid in coin and not in promises of coin.",
    "On Tuesday it rained, and the ferry did not come.",
];

fn passages() -> Vec<Hit> {
    let place = |number| format!("line {number}");
    (1..)
        .zip(WRITTEN)
        .map(|(number, text)| passage(text, "Letters of a Warden", &place(number)))
        .collect()
}

const STYLE: &str = r#"{"register": "Plain.", "openings": "Counts.", "devices": ["rows of three"],
    "disagreement": "Asks who pays.", "phrases": ["a tax on bread"], "closings": "Stops."}"#;
const PORTRAIT: &str = r#"{"role": "Warden of a bridge", "biography": "She kept a gate for nine winters.",
    "approach": "asking who pays in the end.", "never": ["Speak for the county", "Forget the carter"]}"#;

/// A capable model: it quotes three passages rightly and one wrongly, and the referee's turns one down.
fn capable(prompt: &str) -> &'static str {
    if prompt.contains("Which positions does") {
        r#"{"positions": [
            {"topic": "tolls", "position": "Tolls on carters should go: they tax bread.", "passage": 1, "words": "a toll that falls on the carter is a tax on bread"},
            {"topic": "bridges", "position": "A bridge belongs to the parish that built it.", "passage": 2, "words": "Let the parish that built a bridge own the bridge"},
            {"topic": "wages", "position": "Wages of winter work should be paid at once, in coin.", "passage": 3, "words": "should be paid in coin and not in promises"},
            {"topic": "ferries", "position": "Ferries should be kept by the state.", "passage": 4, "words": "the ferry did not come"},
            {"topic": "kings", "position": "Kings should build roads.", "passage": 2, "words": "a king who builds no road is none"}]}"#
    } else if prompt.contains("does the passage bear it out") {
        r#"{"1": {"reason": "Says so.", "words": "a tax on bread", "held": true},
            "2": {"reason": "Says so.", "words": "own the bridge", "held": true},
            "3": {"reason": "Says so.", "words": "paid in coin", "held": true},
            "4": {"reason": "It only tells of a day.", "words": "", "held": false}}"#
    } else if prompt.contains("Say how") {
        STYLE
    } else {
        PORTRAIT
    }
}

fn assigned(profile: Profile, answer: fn(&str) -> &'static str) -> (Assigned, Arc<Scripted>) {
    let model = Scripted::new("scripted", move |request| {
        let prompt = request.messages.last().map(|one| one.text.clone());
        ScriptedAnswer::text(answer(&prompt.unwrap_or_default()))
    });
    let model = Arc::new(model.with_profile(profile));
    let kept = Arc::clone(&model);
    (Assigned::new(model, Price::Free, Gate::new(1)), kept)
}

#[tokio::test]
async fn every_position_names_its_passage_and_what_no_passage_holds_is_left_out() {
    let (model, _) = assigned(Profile::default(), capable);
    let prompts = Prompts::load(None).unwrap();
    let writers = Writers {
        clerk: &model,
        referee: Some(&model),
        prompts: &prompts,
        tell: &|_| {},
    };
    let base = Persona {
        lived: "1801–1870".to_owned(),
        ..Persona::default()
    };
    let passages = passages();
    let (card, left_out) = draft(&writers, "Rosa Lind", &passages, &base, &[])
        .await
        .unwrap();
    let places: Vec<(&str, &str)> = card
        .positions
        .iter()
        .map(|one| (one.topic.as_str(), one.place.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            ("tolls", "line 1"),
            ("bridges", "line 2"),
            ("wages", "line 3")
        ]
    );
    for one in &card.positions {
        assert_eq!(one.work, "Letters of a Warden (1861)");
        let passage = passages.iter().find(|passage| passage.place == one.place);
        assert!(crate::text::quotes(&passage.unwrap().text, &one.words));
    }
    let why: Vec<&str> = left_out.iter().map(|one| one.why.as_str()).collect();
    assert!(why[0].contains("does not have the words"), "{why:?}");
    assert!(why[1].contains("only tells of a day"), "{why:?}");
    assert_eq!(
        (card.short.as_str(), card.lived.as_str()),
        ("Lind", "1801–1870")
    );
    assert_eq!(card.style.phrases, ["a tax on bread"]);
    // It is a card as any other, on the disk and off it, and knows later what was edited.
    let folder = tempfile::tempdir().unwrap();
    let file = CardFile::of(&Dirs::under(folder.path()), "rosa");
    let (path, backup) = file.write((&card, &card), "# Made.\n\n").unwrap();
    assert!(backup.is_none());
    let there = file.read().unwrap().unwrap();
    assert_eq!((&there.card, there.made.as_ref()), (&card, Some(&card)));
    let text = std::fs::read_to_string(&path).unwrap();
    let edited = text.replace(
        "She kept a gate for nine winters.",
        "She was born at the gate.",
    );
    std::fs::write(&path, edited).unwrap();
    let there = file.read().unwrap().unwrap();
    let merged = merged(&there.made.unwrap(), &there.card, card);
    assert_eq!(merged.card.biography, "She was born at the gate.");
    assert_eq!(merged.kept, ["biography"]);
    let (_, backup) = file.write((&merged.card, &merged.card), "").unwrap();
    let backup = std::fs::read_to_string(backup.unwrap()).unwrap();
    assert!(backup.contains("born at the gate"));
}

/// A small model, which is asked for one thing at a time.
fn small(prompt: &str) -> &'static str {
    match prompt {
        prompt if prompt.contains("In which of these sentences") => match prompt {
            prompt if prompt.contains("carter") => {
                r#"{"sentence": 2, "topic": "tolls", "position": "A toll on the carter is a tax on bread."}"#
            }
            prompt if prompt.contains("rained") => {
                r#"{"sentence": 0, "topic": "", "position": ""}"#
            }
            _ => {
                r#"{"sentence": 1, "topic": "the world", "position": "Democracy needs strong leaders."}"#
            }
        },
        prompt if prompt.contains("three to ten words") => r#"{"text": "Warden of a bridge"}"#,
        prompt if prompt.contains("two to four sentences") => {
            r#"{"text": "She kept a gate for nine winters."}"#
        }
        prompt if prompt.contains("they complete") => r#"{"text": "asking who pays in the end."}"#,
        prompt if prompt.contains("\"lines\"") => r#"{"lines": ["Speak for the county"]}"#,
        _ => STYLE,
    }
}

#[tokio::test]
async fn a_small_model_is_asked_for_one_thing_at_a_time_and_what_it_makes_up_is_not_taken() {
    let profile = Profile {
        steps: Steps::OneAtATime,
        context: 2_048,
        ..Profile::default()
    };
    let (model, asked) = assigned(profile, small);
    let prompts = Prompts::load(None).unwrap();
    let writers = Writers {
        clerk: &model,
        referee: None,
        prompts: &prompts,
        tell: &|_| {},
    };
    let base = Persona::default();
    let (card, left_out) = draft(&writers, "Rosa Lind", &passages(), &base, &[])
        .await
        .unwrap();
    let held: Vec<&str> = card
        .positions
        .iter()
        .map(|one| one.position.as_str())
        .collect();
    assert_eq!(
        held,
        [
            "A toll on the carter is a tax on bread.",
            "Let the parish that built a bridge own the bridge.",
            WRITTEN[2],
        ]
    );
    assert!(left_out.is_empty());
    assert_eq!(card.role, "Warden of a bridge");
    // Four passages, four parts of who she was, and the style.
    assert_eq!(asked.requests().len(), 9);
}

#[tokio::test]
async fn a_small_model_that_cannot_say_who_that_was_does_not_cost_the_positions() {
    let profile = Profile {
        steps: Steps::OneAtATime,
        context: 2_048,
        ..Profile::default()
    };
    let (model, _) = assigned(profile, |prompt| match prompt {
        prompt if prompt.contains("In which of these sentences") => small(prompt),
        prompt if prompt.contains("\"lines\"") => r#"{"lines": ["The passage"]}"#,
        prompt if prompt.contains("\"text\"") => r#"{"text": "The passage is about a bridge."}"#,
        _ => STYLE,
    });
    let prompts = Prompts::load(None).unwrap();
    let told = std::sync::Mutex::new(Vec::new());
    let writers = Writers {
        clerk: &model,
        referee: None,
        prompts: &prompts,
        tell: &|line: &str| told.lock().unwrap().push(line.to_owned()),
    };
    let (card, _) = draft(&writers, "Rosa Lind", &passages(), &Persona::default(), &[])
        .await
        .unwrap();
    assert_eq!(card.positions.len(), 3);
    assert!(card.biography.starts_with("Rosa Lind wrote "), "{card:?}");
    let told = told.into_inner().unwrap();
    assert!(
        told.iter().any(|line| line.contains("write them yourself")),
        "{told:?}"
    );
}

#[tokio::test]
async fn too_little_for_a_card_is_no_card() {
    let (model, _) = assigned(Profile::default(), |_| r#"{"positions": []}"#);
    let prompts = Prompts::load(None).unwrap();
    let writers = Writers {
        clerk: &model,
        referee: None,
        prompts: &prompts,
        tell: &|_| {},
    };
    let failure = draft(&writers, "Rosa Lind", &passages(), &Persona::default(), &[])
        .await
        .unwrap_err();
    assert_eq!(failure.exit, Exit::NoModel);
    assert!(failure.message.contains("no position"), "{failure}");
}

#[test]
fn a_name_is_given_known_or_that_of_whoever_wrote() {
    let by = |speakers: &[&str]| -> Vec<CorpusSource> {
        let of = |speaker: &&str| CorpusSource {
            speaker: Some((*speaker).to_owned()),
            ..CorpusSource::default()
        };
        speakers.iter().map(of).collect()
    };
    let nobody = Persona::default();
    let known = Persona {
        name: "Ada Lovelace".to_owned(),
        ..Persona::default()
    };
    let given = Some("Rosa Lind".to_owned());
    assert_eq!(named(given, &known, &[]).unwrap(), "Rosa Lind");
    assert_eq!(
        named(None, &known, &by(&["Lind, Rosa"])).unwrap(),
        "Ada Lovelace"
    );
    let written = by(&["Lind, Rosa", "Rosa Lind"]);
    assert_eq!(named(None, &nobody, &written).unwrap(), "Rosa Lind");
    for sources in [by(&[]), by(&["Lind, Rosa", "Bo"])] {
        let failure = named(None, &nobody, &sources).unwrap_err();
        assert!(failure.advice().contains("--name"), "{failure}");
    }
}
