//! What the default exhibition asks of models at its full length: calls, tokens, and how much of it was read before.

#![allow(clippy::print_stderr, reason = "figures for whoever asks for them")]

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use hustings::{
    catalog::Profile,
    debate::{
        DebateState,
        answer::{PoiDecision, PoiOffer},
        ask::Purpose,
        command::Pace,
        event::Usage,
        opening::{Opening, Options},
    },
    engine::{self, EstimatedCalls},
    llm::{
        Request,
        roster::Roster,
        scripted::{Scripted, ScriptedAnswer},
    },
    prompt::Prompts,
};

use super::{
    common,
    harness::{Watcher, start, usual},
};

/// When the issue was written that asked for half of it: calls, and tokens of prompts.
const BEFORE: (u64, u64) = (207, 1_570_000);
/// Tokens that begin as no earlier prompt did. More of them are read where somebody has put what changes before what does
/// not. What must be read anew is the debate: once with names, twice without, for judges who look with the teams exchanged;
/// once more, speech by speech, while it is spoken; then everybody's card, for the notes and for the speech, and the words
/// of each task. Of these the debate and the cards alone come to some 70,000, a tenth of all that is asked at half as many
/// calls, so that nine tenths are the most that can begin as an earlier prompt did; members who are asked one by one would
/// raise the share, and the tokens with it.
const READ_ANEW: u64 = 140_000;
/// Sentences of a paragraph.
const PARAGRAPH: usize = 9;

fn opening() -> Arc<Opening> {
    let options = Options {
        pace: Pace::Reading,
        ..Options::default()
    };
    common::opening(13, options, &Profile::default())
}

/// The number of words that a speaker is asked for.
fn asked_for(request: &Request) -> usize {
    let task = &request.messages.last().unwrap().text;
    let (_, after) = task.rsplit_once("bout ").unwrap();
    let number = after.split_whitespace().next();
    number.and_then(|number| number.parse().ok()).unwrap()
}

/// So many words, in paragraphs, no sentence of which was ever said before.
fn prose(said: &AtomicUsize, words: usize) -> String {
    let sentence = |place: usize| {
        let number = said.fetch_add(1, Ordering::Relaxed);
        let end = if place % PARAGRAPH == PARAGRAPH - 1 {
            "\n\n"
        } else {
            " "
        };
        format!("Sentence {number} weighs with care whatever the house knows of it.{end}")
    };
    (0..words / 11).map(sentence).collect()
}

/// Everybody says as much as they are asked for; every other time somebody rises, and every other point is taken.
fn answers() -> impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static {
    let [said, offers, decisions] = [0; 3].map(AtomicUsize::new);
    let is_even = |count: &AtomicUsize| count.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
    move |request| match request.purpose {
        Purpose::Prepare => ScriptedAnswer::text(prose(&said, 250)),
        Purpose::Speech => ScriptedAnswer::words(&prose(&said, asked_for(request))),
        Purpose::PoiOffer => {
            let shape = request.shape.as_ref().unwrap();
            let likely = &shape.schema["properties"]["speaker"]["enum"][0];
            let offer = PoiOffer {
                weakness: "the price".into(),
                rises: is_even(&offers),
                speaker: likely.as_str().unwrap().into(),
                point: prose(&said, 30).trim().into(),
            };
            ScriptedAnswer::json(&offer)
        }
        Purpose::PoiAccept => ScriptedAnswer::json(&PoiDecision {
            reason: "why not".into(),
            accept: is_even(&decisions),
            gesture: "looks at the clock and nods".into(),
            answer: Some(prose(&said, 40).trim().into()),
        }),
        _ => usual(request),
    }
}

/// What was asked for each purpose.
fn asked(state: &DebateState) -> BTreeMap<Purpose, EstimatedCalls> {
    let mut by_purpose: BTreeMap<Purpose, EstimatedCalls> = BTreeMap::new();
    for call in &state.finished {
        let row = by_purpose.entry(call.ask.purpose()).or_default();
        *row = row.and(&EstimatedCalls {
            calls: 1,
            usage: call.report.usage,
            ..EstimatedCalls::default()
        });
    }
    by_purpose
}

fn table(rows: &BTreeMap<Purpose, EstimatedCalls>) -> (u64, Usage) {
    let (mut calls, mut usage) = (0, Usage::default());
    for (purpose, row) in rows {
        let anew = row.usage.prompt_tokens - row.usage.repeated_tokens;
        let tokens = row.usage.prompt_tokens;
        eprintln!("{:14}{:5}{tokens:9}{anew:8}", purpose.word(), row.calls);
        calls += u64::from(row.calls);
        usage.add(row.usage);
    }
    let anew = usage.prompt_tokens - usage.repeated_tokens;
    eprintln!("{:14}{calls:5}{:9}{anew:8}", "total", usage.prompt_tokens);
    (calls, usage)
}

#[tokio::test(start_paused = true)]
async fn a_whole_exhibition_asks_for_half_of_what_it_did_and_the_estimate_says_so() {
    let opening = opening();
    let model = Scripted::new("scripted", answers());
    let (handle, _) = start(&opening, model.clone());
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let state = &watcher.state;
    let words: u32 = state.speeches().map(|turn| turn.words).sum();
    assert!(words > 7_200, "at full length: {words} words");
    assert!(state.points.len() >= 8, "{} points", state.points.len());
    eprintln!("held, {} points", state.points.len());
    let (calls, usage) = table(&asked(state));

    let roster = Roster::of(Arc::new(model));
    let prompts = Prompts::load(None).unwrap();
    let estimate = engine::estimate(&opening, (&prompts, &roster));
    eprintln!("estimated");
    let (estimated, expected) = table(&estimate.by_purpose);

    let half = (BEFORE.0 / 2, BEFORE.1 / 2);
    assert!(calls <= half.0, "{calls} calls");
    assert!(usage.prompt_tokens <= half.1, "{usage:?}");
    let anew = usage.prompt_tokens - usage.repeated_tokens;
    assert!(anew <= READ_ANEW, "{anew}");
    let is_told = |told: u64, asked: u64| (asked * 9 / 10..=asked * 11 / 10).contains(&told);
    assert!(is_told(estimated, calls), "{estimated} for {calls}");
    assert!(
        is_told(expected.prompt_tokens, usage.prompt_tokens),
        "{expected:?} for {usage:?}"
    );
}
