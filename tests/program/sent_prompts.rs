//! Prompts as they were sent, looked at afterwards.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{
    FORMATS,
    debater::{Debater, Home, records, short_with},
};
use hustings::{
    debate::{
        DebateState,
        ask::Purpose,
        event::{CallReport, Event, Record},
    },
    engine::{NoPrompt, prompt_again},
    prompt::Prompts,
};

/// The prompts that a server was sent: the texts of their messages.
fn sent(debater: &Debater) -> BTreeSet<Vec<String>> {
    let seen = debater.server.seen();
    let chats = seen
        .iter()
        .filter_map(|one| one.body["messages"].as_array());
    let texts = chats.map(|all| {
        let texts = all
            .iter()
            .map(|one| one["content"].as_str().unwrap_or_default());
        texts.map(str::to_owned).collect()
    });
    texts.collect()
}

#[test]
fn every_prompt_can_be_looked_at_as_it_was_sent() {
    for format in FORMATS {
        let (home, debater) = (Home::new(), Debater::good());
        let url = debater.server.url();
        home.run(&short_with(&url, &["--format", format])).ended(0);
        let (records, sent) = (records(&home), sent(&debater));
        let prompts = Prompts::load(None).unwrap();
        let state = DebateState::fold(&records);
        let mut looked_at = 0;
        // Some of each kind: each is made again from the first record on.
        let mut of_kind: BTreeMap<&str, usize> = BTreeMap::new();
        for call in &state.finished {
            let many = of_kind.entry(call.ask.purpose().word()).or_default();
            *many += 1;
            if *many > 4 {
                continue;
            }
            let again = match prompt_again(&records, call.call, &prompts) {
                Ok(again) => again,
                Err(NoPrompt::Unsent) => continue,
                Err(why) => panic!("{format}: {why:?}"),
            };
            let purpose = call.ask.purpose().word();
            assert!(again.is_same, "{format}: call {} ({purpose})", call.call);
            // It is what came over the wire, whoever else was asked something.
            let messages = again.messages.iter().map(|one| one.text.clone());
            let messages: Vec<String> = messages.collect();
            // A call that was cut may never have gone out.
            if !call.cut {
                let begins = |one: &Vec<String>| one.concat().starts_with(&messages.concat());
                let is_joined = |one: &Vec<String>| one.join("\n\n") == messages.join("\n\n");
                assert!(
                    sent.iter().any(|one| begins(one) || is_joined(one)),
                    "{format}: call {} ({purpose}) {messages:#?}",
                    call.call
                );
            }
            looked_at += 1;
        }
        assert!(looked_at > 5, "{format}: {looked_at}");
    }
}

#[test]
fn a_prompt_that_is_not_the_one_that_was_sent_is_told_so() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    home.run(&short_with(&url, &["--format", "structured"]))
        .ended(0);
    let mut records = records(&home);
    let state = DebateState::fold(&records);
    // A lean is asked for without the house's rules.
    let mut finished = state.finished.iter();
    let with_rules = finished.find(|call| call.ask.purpose() != Purpose::Lean);
    let call = with_rules.unwrap().call;
    let number = format!("--calls={}", call.0);
    let said = home.run(&["show", "last", &number]).ended(0).stdout.clone();
    assert!(said.contains("its hash is the same"), "{said}");
    let motion = &state.opening.as_deref().unwrap().motion.motion;
    assert!(
        said.contains("== system ==") && said.contains(motion),
        "{said}"
    );
    // The record says something else than it did.
    let prompts = Prompts::load(None).unwrap();
    let mut other = records.clone();
    if let Some(Record {
        event: Event::Opened(opening),
        ..
    }) = other.first_mut()
    {
        std::sync::Arc::make_mut(opening).motion.motion = "Something else.".into();
    }
    assert!(!prompt_again(&other, call, &prompts).unwrap().is_same);
    // A journal of before there were stamps.
    for record in &mut records {
        if let Event::ModelCalled { report, .. } | Event::CallCut { report, .. } = &mut record.event
        {
            report.prompt = None;
        }
    }
    let why = prompt_again(&records, call, &prompts).unwrap_err();
    assert_eq!(why, NoPrompt::Unstamped);
    let report: CallReport = serde_json::from_str("{}").unwrap();
    assert_eq!(report.prompt, None, "an older report is read");
    let refused = home.run(&["show", "last", "--calls=999999"]);
    refused.ended(2);
    assert!(
        refused.stderr.contains("no call 999999"),
        "{}",
        refused.stderr
    );
}
