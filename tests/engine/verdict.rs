//! The verdict: what the judge reads, and what comes of it on the record.

use std::sync::{Arc, Mutex};

use super::{
    common,
    harness::{Memory, Watcher, is_about_a_speaker, opens, options, start, usual},
};
use hustings::{
    batch::{Measures, Usual},
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        answer::Vote,
        ask::{Ask, Purpose},
        command::Pace,
        event::Event,
        looks::TeamOrder,
        missing::{is_poorer, missing},
        opening::Options,
    },
    llm::{
        Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};
use serde_json::json;

/// A debate that was watched to its end, with what was asked for the verdict, a text each, where the judge looks so often.
async fn watched(
    passes: Option<u32>,
    script: impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static,
) -> (Watcher, Memory, Vec<String>) {
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = Arc::clone(&asked);
    let model = Scripted::new("scripted", move |request: &Request| {
        if request.purpose == Purpose::Verdict && !is_about_a_speaker(request) {
            let texts = request.messages.iter().map(|one| one.text.as_str());
            let text = texts.collect::<Vec<_>>().join("\n");
            kept.lock().unwrap().push(text);
        }
        script(request)
    });
    let options = Options {
        judge_passes: passes,
        ..options(Pace::Instant)
    };
    let opening = common::opening(0, options, &Profile::default());
    let (handle, memory) = start(&opening, model);
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let asked = asked.lock().unwrap().clone();
    (watcher, memory, asked)
}

#[tokio::test(start_paused = true)]
async fn a_blind_judge_s_verdict_is_on_the_record_with_names() {
    let (watcher, _, asked) = watched(Some(1), usual).await;
    for text in &asked {
        assert!(
            text.contains("Speaker D") && text.contains("Team 2"),
            "{text}"
        );
        assert!(
            !text.contains("Wollstonecraft") && !text.contains("Opposition"),
            "{text}"
        );
    }
    assert_eq!(asked.len(), 1);
    let division = watcher.state.division.as_ref().unwrap();
    assert_eq!(
        division.direct_vote,
        Some(Vote::No),
        "Team 2 speaks against"
    );
    assert_eq!(division.most_compelling_speaker, "Mary Wollstonecraft");
    let claim = "Napoleon Bonaparte of the Proposition: space is for all";
    assert_eq!(division.weakest_link, "Napoleon Bonaparte");
    assert_eq!(division.unchallenged, [claim]);
    assert_eq!(
        division.analysis,
        "It was close, and Mary Wollstonecraft of the Opposition had it."
    );
    assert_eq!(
        (
            &*division.strongest_argument_prop,
            &*division.strongest_argument_opp
        ),
        ("space", "freedom")
    );
}

/// What a judge answers who likes this speaker's team, whatever it is called: with labels, as the prompt has them.
fn for_team_of(name: &'static str, label: &str) -> ScriptedAnswer {
    ScriptedAnswer::json(&json!({
        "core_tensions": [format!("{label} against the rest")],
        "strongest_arguments": {"Team 1": "one", "Team 2": "two"},
        "most_damaging_rebuttals": [],
        "unchallenged": [],
        "decisive_moments": [],
        "most_compelling_speaker": label,
        "weakest_link": label,
        "analysis": format!("{name}: {label} had it."),
        "winner": if matches!(label, "Speaker A" | "Speaker B" | "Speaker C") { "Team 1" } else { "Team 2" },
    }))
}

/// A judge who knows a good speech by its words, whosever it is: those of whoever opens.
fn fair(request: &Request) -> ScriptedAnswer {
    if request.purpose != Purpose::Verdict || is_about_a_speaker(request) {
        return usual(request);
    }
    for_team_of("fair", opens(request))
}

/// A judge who likes whoever is listed first.
fn partial(request: &Request) -> ScriptedAnswer {
    if request.purpose != Purpose::Verdict || is_about_a_speaker(request) {
        return usual(request);
    }
    for_team_of("partial", "Speaker A")
}

#[tokio::test(start_paused = true)]
async fn a_judge_who_judges_what_was_said_gives_the_same_verdict_with_the_teams_exchanged() {
    let (watcher, memory, asked) = watched(None, fair).await;
    assert_eq!(
        asked.len(),
        2,
        "without a word about it, the judge looks twice"
    );
    assert_ne!(asked[0], asked[1]);
    let state = &watcher.state;
    let division = state.division.as_ref().unwrap();
    assert_eq!(division.direct_looks, [Vote::Aye, Vote::Aye]);
    assert_eq!(
        (division.direct_vote, division.is_contested()),
        (Some(Vote::Aye), false)
    );
    assert!(!is_poorer(state));
    // What each has said is of the same speaker, and so is what stood for either side.
    for look in state.looks.values() {
        let look = look.as_ref().unwrap();
        assert_eq!(look.analysis, "fair: Napoleon Bonaparte had it.");
    }
    let exchanged = state.looks[&TeamOrder::Exchanged].as_ref().unwrap();
    assert_eq!(
        (
            &*exchanged.strongest_argument_prop,
            &*exchanged.strongest_argument_opp
        ),
        ("two", "one"),
        "the Proposition was the second team then"
    );
    let records = memory.0.lock().unwrap().clone();
    assert_eq!(&DebateState::fold(&records), state);
}

#[tokio::test(start_paused = true)]
async fn a_judge_who_judges_places_gives_a_contested_verdict_which_counts_for_neither_side() {
    let (watcher, ..) = watched(None, partial).await;
    let state = &watcher.state;
    let division = state.division.as_ref().unwrap();
    assert_eq!(division.direct_looks, [Vote::Aye, Vote::No]);
    assert_eq!(
        (division.direct_vote, division.is_contested()),
        (None, true)
    );
    let numbers = Usual.of(state);
    let number = |name: &str| numbers.iter().find(|one| one.name == name).unwrap().value;
    assert_eq!(
        (number("verdict_lead"), number("contested")),
        (Some(0.0), Some(1.0))
    );
    assert!(!is_poorer(state), "nothing is missing");
}

#[tokio::test(start_paused = true)]
async fn a_look_that_could_not_be_had_is_told_and_the_other_stands() {
    let (watcher, ..) = watched(None, |request: &Request| {
        let is_look = request.purpose == Purpose::Verdict && !is_about_a_speaker(request);
        // With the teams exchanged the first speech is that of another letter.
        if is_look && opens(request) != "Speaker A" {
            return ScriptedAnswer::text("I would rather not say.");
        }
        fair(request)
    })
    .await;
    let state = &watcher.state;
    let division = state.division.as_ref().unwrap();
    assert_eq!(division.direct_looks, [Vote::Aye]);
    assert_eq!(
        (division.direct_vote, division.is_contested()),
        (Some(Vote::Aye), false)
    );
    let told = state
        .notices
        .iter()
        .any(|one| one.contains("with the teams exchanged could not be had"));
    assert!(told, "{:?}", state.notices);
    let missing: Vec<_> = missing(state).iter().map(|one| one.part.word()).collect();
    assert!(
        missing.contains(&"verdict_look") && !missing.contains(&"verdict"),
        "{missing:?}"
    );
}

#[test]
fn a_verdict_of_before_there_were_two_looks_is_read_as_one() {
    let verdict = r#"{"event":"verdict_given","core_tensions":[],"strongest_argument_prop":"a","strongest_argument_opp":"b",
        "most_damaging_rebuttals":[],"decisive_moments":[],"most_compelling_speaker":"c","weakest_link":"d","analysis":"e","vote":"no"}"#;
    let Event::VerdictGiven { order, verdict } = serde_json::from_str(verdict).unwrap() else {
        panic!("another event")
    };
    assert_eq!((order, verdict.vote), (TeamOrder::AsSeated, Vote::No));
    let failed = r#"{"event":"verdict_failed","reason":"gone"}"#;
    assert!(matches!(
        serde_json::from_str(failed).unwrap(),
        Event::VerdictFailed {
            order: TeamOrder::AsSeated,
            ..
        }
    ));
    let ask = r#"{"ask":"verdict"}"#;
    assert_eq!(
        serde_json::from_str::<Ask>(ask).unwrap(),
        Ask::Verdict {
            order: TeamOrder::AsSeated
        }
    );
    let options: Options = serde_json::from_str("{}").unwrap();
    let mut opening = (*common::opening(0, options, &Profile::default())).clone();
    opening.options.judge_passes = None;
    assert_eq!(
        opening.verdict_orders(),
        [TeamOrder::AsSeated],
        "nobody is asked again on its account"
    );
}

#[test]
fn a_small_judge_looks_once_and_any_as_often_as_is_said() {
    let small = Profile {
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    for (profile, said, looks) in [
        (&Profile::default(), None, 2),
        (&small, None, 1),
        (&Profile::default(), Some(1), 1),
        (&small, Some(2), 2),
    ] {
        let options = Options {
            judge_passes: said,
            ..Options::default()
        };
        let opening = common::opening(0, options, profile);
        assert_eq!(opening.verdict_orders().len(), looks, "{said:?}");
    }
}
