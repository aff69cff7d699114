//! Running texts, and models that tell who speaks in them.

use std::sync::Arc;

use super::*;
use crate::{
    catalog::Profile,
    llm::{
        gate::Gate,
        price::Price,
        scripted::{Scripted, ScriptedAnswer as Said},
    },
    real::{self, Given},
};

const MASKS: &str = include_str!("../../../tests/samples/split/04-masks.txt");

/// The utterances of a prompt, by their numbers.
fn utterances(request: &Request) -> Vec<(usize, String)> {
    let text: String = request
        .messages
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let number = line.split(' ').next().and_then(|word| word.parse().ok());
        if let (Some(number), Some(&"<<<")) = (
            number,
            lines[at..]
                .iter()
                .find(|one| !one.is_empty() && **one != *line),
        ) {
            let said = lines[at..].iter().skip_while(|one| **one != "<<<").skip(1);
            let said: Vec<&str> = said.take_while(|one| **one != ">>>").copied().collect();
            found.push((number, said.join("\n")));
        }
    }
    found
}

fn model(scripted: &Scripted) -> Assigned {
    Assigned::new(Arc::new(scripted.clone()), Price::default(), Gate::new(4))
}

/// Somebody who knows who said what, and is never sure but where a speech begins.
fn reader(debate: &real::RealDebate) -> impl Fn(&str) -> String + Send + Sync + 'static {
    let said: Vec<(String, String)> = debate
        .turns
        .iter()
        .map(|turn| {
            let words: Vec<&str> = turn.text.split_whitespace().collect();
            (turn.speaker.clone(), words.join(" "))
        })
        .collect();
    move |utterance| {
        let first = utterance.split(". ").next().unwrap_or(utterance);
        let of = said.iter().find(|(_, text)| text.contains(first));
        of.map(|(speaker, _)| speaker.clone()).unwrap_or_default()
    }
}

async fn told(text: RunningText, scripted: &Scripted) -> SplitOutcome {
    let prompts = Prompts::load(None).unwrap();
    let stop = CancellationToken::new();
    let mut hear = |_, _| {};
    split(text, (&prompts, &model(scripted)), &mut hear, &stop)
        .await
        .unwrap()
        .unwrap()
}

fn masks() -> (real::RealDebate, RunningText, Vec<usize>) {
    let debate = real::read(MASKS, &Given::default()).unwrap().debate;
    let (text, truth) = RunningText::without_names(&debate);
    (debate, text, truth)
}

#[tokio::test(start_paused = true)]
async fn windows_are_read_and_joined_and_every_word_has_its_speaker() {
    let (debate, text, truth) = masks();
    let knows = reader(&debate);
    let scripted = Scripted::new("m", move |request| {
        let all: Vec<_> = utterances(request)
            .into_iter()
            .map(|(from, text)| {
                serde_json::json!({
                    "from": from, "speaker": knows(&text), "part": "discussion", "certainty": "sure",
                })
            })
            .collect();
        Said::json(&serde_json::json!({ "stretches": all }))
    })
    .with_profile(Profile {
        context: 480,
        ..Profile::default()
    });
    let outcome = told(text, &scripted).await;
    assert!(
        scripted.requests().len() > 1,
        "{}",
        scripted.requests().len()
    );
    assert!((outcome.split.share_right(&truth) - 1.0).abs() < 1e-9);
    assert!(outcome.split.cuts().iter().all(|cut| !cut.is_doubtful()));
    let imported = outcome.split.imported().unwrap();
    let speakers = |debate: &real::RealDebate| -> Vec<String> {
        debate
            .turns
            .iter()
            .map(|turn| turn.speaker.clone())
            .collect()
    };
    let mut expected = speakers(&debate);
    expected.dedup();
    assert_eq!(speakers(&imported.debate), expected);
    assert_eq!(
        imported.debate.turns[0].phase.as_deref(),
        Some("Discussion")
    );
    // What was written for people is read again as the same debate.
    let again = real::read(&real::reviewed(&outcome.split.written()), &Given::default()).unwrap();
    assert_eq!(speakers(&again.debate), expected);
}

#[tokio::test(start_paused = true)]
async fn what_windows_dispute_is_doubtful_and_so_is_a_guess() {
    let (debate, text, _) = masks();
    let (one, other) = (
        debate.speakers[0].name.clone(),
        debate.speakers[1].name.clone(),
    );
    let first = one.clone();
    let scripted = Scripted::new("m", move |request| {
        let all = utterances(request);
        // The first window has one speaker throughout, all others another.
        let speaker = if all[0].0 == 1 { &first } else { &other };
        Said::json(&serde_json::json!({"stretches": [
            {"from": all[0].0, "speaker": speaker, "part": "opening", "certainty": "likely"},
        ]}))
    })
    .with_profile(Profile {
        context: 480,
        ..Profile::default()
    });
    let outcome = told(text, &scripted).await;
    let cuts = outcome.split.cuts();
    assert!(cuts.iter().any(|cut| cut.is_change), "{cuts:?}");
    assert!(cuts.iter().all(real::SplitCut::is_doubtful), "{cuts:?}");
    assert!(cuts.iter().any(|cut| cut.perhaps.is_some()), "{cuts:?}");
    let written = outcome.split.written();
    assert!(
        written.contains("[Doubtful: ") && written.contains(", perhaps "),
        "{written}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_small_model_is_asked_about_one_passage_at_a_time() {
    let (debate, text, truth) = masks();
    let knows = reader(&debate);
    let scripted = Scripted::new("m", move |request| {
        let text = &request.messages[0].text;
        let utterance = text.split("THE PASSAGE").nth(1).unwrap();
        let utterance = utterance
            .split("<<<\n")
            .nth(1)
            .unwrap()
            .split("\n>>>")
            .next()
            .unwrap();
        Said::json(&serde_json::json!({"speaker": knows(utterance), "certainty": "guess"}))
    })
    .with_profile(Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    });
    let outcome = told(text, &scripted).await;
    assert!(scripted.requests().len() > 4);
    let second = &scripted.requests()[1].messages[0].text;
    assert!(second.contains("JUST BEFORE, SAID BY"), "{second}");
    let share = outcome.split.share_right(&truth);
    // A passage may hold the words of two, and is given to one of five.
    assert!(share > 0.4, "{share} {:?}", outcome.split.cuts());
    assert!(outcome.split.cuts().iter().any(real::SplitCut::is_doubtful));
}

#[tokio::test(start_paused = true)]
async fn a_model_that_cannot_be_had_is_a_failure_and_one_window_is_not() {
    let (_, text, _) = masks();
    let broken = Scripted::new("m", |_| Said::text("no"));
    let prompts = Prompts::load(None).unwrap();
    let stop = CancellationToken::new();
    let mut hear = |_, _| {};
    let failed = split(text.clone(), (&prompts, &model(&broken)), &mut hear, &stop).await;
    let told = failed.unwrap_err();
    assert!(
        told.message.contains("m could not say who speaks"),
        "{told}"
    );
    stop.cancel();
    let stopped = split(text, (&prompts, &model(&broken)), &mut hear, &stop).await;
    assert!(stopped.unwrap().is_none());
}
