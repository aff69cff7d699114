//! Debates that rest on corpora, and what is measured of that.

use std::{path::Path, time::Duration};

use hustings::debate::event::Event;
use serde_json::{Value, json};

use super::{
    common::{
        debater::{
            Asked, Debater, Home, Manner, PATIENCE, end, proper, records, short, signal, spoken,
            start,
        },
        fake_server::Reply,
    },
    corpus::{add, configure, embeds, folder},
};

/// Speaks of a source that only one speaker was given, and claims what it says.
fn citing() -> Debater {
    Debater::faulty(|asked: &Asked| {
        let said = "a toll that is paid by the weight of a carriage falls on the idle and the vain";
        let text = match asked.purpose {
            "speech" => format!("{}I wrote that {said} [1].", proper(asked)),
            "extract" => {
                let mut found: Value = serde_json::from_str(&proper(asked)).unwrap();
                found["arguments"][0]["claim"] = json!(said);
                found.to_string()
            }
            _ => return None,
        };
        Some(spoken(&text, Manner::default()))
    })
}

#[test]
fn a_debate_rests_on_a_corpus_or_does_without() {
    let (home, debater) = (Home::new(), citing());
    let folder = folder(&home);
    add(&home, &folder).ended(0);
    let line_up = [
        "--model",
        "fake-1",
        "--prop",
        "adam-smith,mill,gandhi",
        "--opp",
        "napoleon,machiavelli,paine",
    ];
    let measured = || {
        let done = home.run(&["eval", "last", "--json", "--no-models"]);
        let report: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
        report["debates"][0]["measures"]["grounding_rate"].clone()
    };
    home.debate(&debater.server, &line_up).ended(0);
    let with = home.run(&["export", "last"]).ended(0).stdout.clone();
    assert!(with.contains("Of Roads"), "{with}");
    let rate = measured();
    assert!(rate["value"].as_f64().unwrap() > 0.0, "{rate}");
    let prompts = debater.server.seen();
    let with_passages = prompts
        .iter()
        .filter(|one| one.body.to_string().contains("carrier of bread"));
    assert!(
        with_passages.count() > 1,
        "for the notes and for the speech"
    );

    let without = [line_up.as_slice(), &["--no-corpora"]].concat();
    let before = debater.server.seen().len();
    home.debate(&debater.server, &without).ended(0);
    let exported = home.run(&["export", "last"]).ended(0).stdout.clone();
    assert!(!exported.contains("Of Roads"), "{exported}");
    let rest = debater.server.seen().split_off(before);
    assert!(
        rest.iter()
            .all(|one| !one.body.to_string().contains("carrier of bread"))
    );
    // It is held against the corpus all the same: that is what the two are compared by.
    assert_eq!(measured()["of"], rate["of"]);
}

#[test]
fn the_table_of_a_batch_has_what_is_measured_against_corpora() {
    let (home, debater) = (Home::new(), citing());
    let folder = folder(&home);
    add(&home, &folder).ended(0);
    home.write(
        "grounded.toml",
        "motions = [\"ban-private-cars\"]
        [[lineups]]
        prop = [\"adam-smith\", \"mill\", \"gandhi\"]
        opp = [\"napoleon\", \"machiavelli\", \"paine\"]
        [options]
        scale = 0.1
        audience = 1
        polls = \"off\"",
    );
    let path = |name: &str| home.path().join(name).display().to_string();
    let (file, out, url) = (path("grounded.toml"), path("out"), debater.server.url());
    let model = ["--base-url", &url, "--model", "fake-1"];
    let held = [["batch", &file].as_slice(), &["--out", &out], &model].concat();
    home.run(&held).ended(0);
    let mut table = csv::Reader::from_path(Path::new(&out).join("debates.csv")).unwrap();
    let place = table
        .headers()
        .unwrap()
        .iter()
        .position(|name| name == "grounding_rate");
    let row = table.records().next().unwrap().unwrap();
    let rate: f64 = row[place.unwrap()].parse().unwrap();
    assert!(rate > 0.0, "{row:?}");
    // All that needs no model of its own is in the table, whatever `eval` calls it.
    let done = home.run(&["eval", "--explain", "--json"]);
    let measures: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
    let headers = table.headers().unwrap().clone();
    for measure in measures.as_array().unwrap() {
        let id = measure["id"].as_str().unwrap();
        assert!(headers.iter().any(|name| name == id), "{id}: {headers:?}");
    }

    // The same without what they wrote.
    let options = std::fs::read_to_string(&file).unwrap() + "\ncorpora = false\n";
    home.write("bare.toml", &options);
    let (bare, out) = (path("bare.toml"), path("bare"));
    home.run(&[["batch", &bare].as_slice(), &["--out", &out], &model].concat())
        .ended(0);
    let given = records(&home);
    let given = given
        .iter()
        .filter(|one| matches!(one.event, Event::PassagesDrawn { .. }));
    assert_eq!(given.count(), 0);
}

#[cfg(unix)]
#[test]
fn a_debate_that_is_taken_up_finds_the_model_that_embeds() {
    let manner = Manner {
        between: Duration::from_millis(8),
        ..Manner::default()
    };
    let (home, embeds, debater) = (Home::new(), embeds(), Debater::with(manner, |_| None));
    let folder = folder(&home);
    configure(&home, &embeds, "small");
    add(&home, &folder).ended(0);
    // From here on only the flag says which model it is.
    let provider = format!("[providers.vec]\nbase_url = \"{}\"\n", embeds.server.url());
    home.write("config/config.toml", &provider);
    let list = r#"{"object": "list", "data": [{"id": "small"}]}"#;
    embeds.server.set_models(Reply::status(200, list));
    let url = debater.server.url();
    let mut args = short(&url);
    args.extend(["--embeddings", "vec:small", "--model", "fake-1"]);
    args.extend(["--prop", "mill,gandhi,wollstonecraft"]);
    args.extend(["--opp", "napoleon,machiavelli,adam-smith"]);
    let running = start(&mut home.command(&args));
    loop {
        let line = running.lines.recv_timeout(PATIENCE);
        if line.unwrap().contains("speech_delta") {
            break;
        }
    }
    signal(&running.child, "-TERM");
    end(running).ended(5);
    let before = embeds.server.seen().len();
    let resumed = home.run(&["resume", "--headless", "--output", "jsonl"]);
    resumed.ended(0);
    assert!(
        embeds.server.seen().len() > before,
        "what has been said is compared by meaning"
    );
    // Texts to be embedded go to the server of the model that embeds and to nobody else, and nothing else goes there.
    let (texts, prompts) = (embeds.server.seen(), debater.server.seen());
    assert!(texts.iter().all(|one| !one.body["input"].is_null()));
    assert!(prompts.iter().all(|one| !one.body["messages"].is_null()));
}
