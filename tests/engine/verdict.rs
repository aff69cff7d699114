//! The verdict: what the judge reads, and what comes of it on the record.

use std::sync::{Arc, Mutex};

use super::{
    common,
    harness::{Memory, Watcher, is_about_a_speaker, options, start, usual},
};
use hustings::{
    catalog::Profile,
    debate::{answer::Vote, ask::Purpose, command::Pace},
    llm::{Request, scripted::Scripted},
};

/// A debate that was watched to its end, with what was asked for the verdict, a text each.
async fn watched(
    script: impl Fn(&Request) -> hustings::llm::scripted::ScriptedAnswer + Send + Sync + 'static,
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
    let opening = common::opening(0, options(Pace::Instant), &Profile::default());
    let (handle, memory) = start(&opening, model);
    let mut watcher = Watcher::new(handle);
    watcher.watch_out().await;
    let asked = asked.lock().unwrap().clone();
    (watcher, memory, asked)
}

#[tokio::test(start_paused = true)]
async fn a_blind_judge_s_verdict_is_on_the_record_with_names() {
    let (watcher, _, asked) = watched(usual).await;
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
    assert!(!asked.is_empty());
    let division = watcher.state.division.as_ref().unwrap();
    assert_eq!(
        division.direct_vote,
        Some(Vote::No),
        "Team 2 speaks against"
    );
    assert_eq!(division.most_compelling_speaker, "Mary Wollstonecraft");
    assert_eq!(division.weakest_link, "Napoleon Bonaparte");
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
