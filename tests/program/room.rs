//! Contexts that are small, and servers that count: what just fits is asked for, what cannot fit is said beforehand, and
//! nothing is shortened for those who vote or judge when it is over.

use std::fmt::Write as _;

use super::{
    common::{
        debater::{Asked, Debater, Done, Home},
        fake_server::Reply,
    },
    debates::speeches,
};

/// A debate of full length, with a small house.
const FULL: [&str; 10] = [
    "run",
    "ban-private-cars",
    "--headless",
    "--output",
    "jsonl",
    "--pace",
    "instant",
    "--audience",
    "3",
    "--polls=ends",
];

/// Refuses what comes to more tokens, as hosted servers do.
fn refuses_more_than(context: u64) -> impl Fn(&Asked) -> Option<Reply> {
    move |asked| {
        (asked.tokens > context).then(|| {
            let told = format!(
                "This model's maximum context length is {context} tokens. However, you requested {} tokens.",
                asked.tokens
            );
            let code = "context_length_exceeded";
            let body = serde_json::json!({"error": {"message": told, "code": code}});
            Reply::status(400, body.to_string())
        })
    }
}

fn with_context(home: &Home, context: u32) {
    let profile = format!("[[profiles]]\nmatch = [\"fake-1\"]\ncontext = {context}\n");
    home.write("config/profiles.toml", &profile);
}

/// All six speeches were given.
fn is_spoken(done: &Done) {
    let speeches = speeches(&done.lines());
    let lengths: Vec<usize> = speeches
        .iter()
        .map(|(_, text)| text.split(' ').count())
        .collect();
    let are_long = lengths.iter().all(|words| *words > 40);
    assert!(
        lengths.len() == 6 && are_long,
        "{lengths:?}: {}",
        done.stderr
    );
}

#[test]
fn an_answer_has_the_room_that_a_small_context_leaves_it() {
    let debater = Debater::faulty(refuses_more_than(6_144));
    let home = Home::new();
    with_context(&home, 6_144);
    let url = debater.server.url();
    let done = home.run(&[FULL.as_slice(), &["--model", "fake-1", "--base-url", &url]].concat());
    is_spoken(&done);
}

#[test]
fn a_dry_run_says_which_model_a_debate_outgrows() {
    let debater = Debater::good();
    let home = Home::new();
    let url = debater.server.url();
    let more = ["--model", "fake-1", "--base-url", &url, "--dry-run"];
    let told = |context| {
        with_context(&home, context);
        home.run(&[FULL.as_slice(), &more].concat())
            .ended(0)
            .stdout
            .clone()
    };
    assert!(told(8_192).contains("has a context of 8192"));
    assert!(!told(131_072).contains("has a context of"));
}

#[test]
fn a_debate_is_not_begun_where_no_speech_has_room() {
    let debater = Debater::faulty(refuses_more_than(4_096));
    let home = Home::new();
    with_context(&home, 4_096);
    let url = debater.server.url();
    let flags = ["--model", "fake-1", "--base-url", &url];
    let done = home.run(&[FULL.as_slice(), &flags].concat());
    let told = &done.ended(3).stderr;
    for words in [
        "nobody was asked",
        "a speech of",
        "context of 4096",
        "--scale 0.",
        "profiles.toml",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(debater.purposes().is_empty(), "{:?}", debater.purposes());
    assert!(home.run(&["list", "--json"]).ended(0).stdout.is_empty());
    // What is said to do does.
    let named = told.split_once("hint: ").unwrap().1;
    let named: Vec<&str> = named.split(' ').take(4).collect();
    assert_eq!((named[0], named[2]), ("--scale", "--seed"), "{told}");
    let done = home.run(&[FULL.as_slice(), &named, &flags].concat());
    is_spoken(&done);
}

/// What is handed in as a whole is lost in a context that is too small, as a speech is.
#[test]
fn a_debate_is_not_begun_where_no_written_turn_has_room() {
    let debater = Debater::good();
    let home = Home::new();
    with_context(&home, 2_048);
    let url = debater.server.url();
    let held = [
        "run",
        "ban-private-cars",
        "--headless",
        "--pace",
        "instant",
        "--format",
    ];
    let flags = ["--model", "fake-1", "--base-url", &url];
    for (format, what) in [("structured", "a written turn of"), ("clearside", "of")] {
        let done = home.run(&[held.as_slice(), &[format], &flags].concat());
        let told = &done.ended(3).stderr;
        for words in ["nobody was asked", what, "context of 2048"] {
            assert!(told.contains(words), "{format}: {words}: {told}");
        }
    }
    assert!(debater.purposes().is_empty(), "{:?}", debater.purposes());
    with_context(&home, 8_192);
    for format in ["structured", "clearside"] {
        home.run(&[held.as_slice(), &[format], &flags].concat())
            .ended(0);
    }
}

/// Its profile says nothing of it.
#[test]
fn a_context_that_a_server_tells_of_is_taken_at_its_word() {
    let debater = Debater::faulty(refuses_more_than(8_192));
    let home = Home::new();
    let url = debater.server.url();
    let done = home.run(&[FULL.as_slice(), &["--model", "fake-1", "--base-url", &url]].concat());
    is_spoken(&done);
    let notices = done.of("notice");
    let told: Vec<&str> = notices
        .iter()
        .filter_map(|one| one["text"].as_str())
        .collect();
    let told: Vec<&&str> = told
        .iter()
        .filter(|one| one.contains("has outgrown"))
        .collect();
    assert!(!told.is_empty(), "{notices:?}");
    assert!(
        told.iter()
            .all(|one| one.contains("context of 8192 tokens")),
        "{told:?}"
    );
}

/// Before anybody is asked, and not by one refusal after the other.
#[test]
fn a_context_that_stands_in_the_list_of_a_server_is_known_beforehand() {
    let list = |more: &serde_json::Value| {
        let mut model = serde_json::json!({"id": "fake-1", "object": "model"});
        model
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let list = serde_json::json!({"object": "list", "data": [model]});
        Reply::status(200, list.to_string())
    };
    let nothing = serde_json::json!({});
    for (listed, properties) in [
        (serde_json::json!({"max_model_len": 4096}), nothing.clone()),
        (
            serde_json::json!({"meta": {"n_ctx": 4096, "n_ctx_train": 32_768}}),
            nothing.clone(),
        ),
        (
            serde_json::json!({"owned_by": "llamacpp", "meta": {"n_ctx_train": 32_768}}),
            serde_json::json!({"default_generation_settings": {"n_ctx": 4096}}),
        ),
    ] {
        let debater = Debater::faulty(refuses_more_than(4_096));
        debater.server.set_models(list(&listed));
        let properties = Reply::status(200, properties.to_string());
        debater.server.set_properties(properties);
        let home = Home::new();
        let url = debater.server.url();
        let flags = ["--model", "fake-1", "--base-url", &url];
        let done = home.run(&[FULL.as_slice(), &flags].concat());
        let told = &done.ended(3).stderr;
        assert!(told.contains("context of 4096"), "{listed}: {told}");
        assert!(told.contains("--scale 0."), "{listed}: {told}");
        assert!(debater.purposes().is_empty(), "{:?}", debater.purposes());
    }
    // One that does not answer costs nobody the debate.
    let debater = Debater::good();
    debater
        .server
        .set_models(list(&serde_json::json!({"owned_by": "llamacpp"})));
    let home = Home::new();
    let url = debater.server.url();
    let done = home.run(&[FULL.as_slice(), &["--model", "fake-1", "--base-url", &url]].concat());
    is_spoken(&done);
}

/// A server whose list says nothing, and whose refusals do: the debate is left with what would do.
#[test]
fn a_context_that_a_refusal_tells_names_the_scale_that_would_do() {
    let refuses = |tokens: u64| {
        // In a member of its own, as llama.cpp has it.
        let error = serde_json::json!({
            "code": 400,
            "message": "the request exceeds the available context size",
            "type": "exceed_context_size_error",
            "n_prompt_tokens": tokens,
            "n_ctx": 4096,
        });
        Reply::status(400, serde_json::json!({ "error": error }).to_string())
    };
    let debater =
        Debater::faulty(move |asked| (asked.tokens > 4_096).then(|| refuses(asked.tokens)));
    let home = Home::new();
    let url = debater.server.url();
    let flags = ["--model", "fake-1", "--base-url", &url];
    let done = home.run(&[FULL.as_slice(), &flags].concat());
    let told = &done.ended(5).stderr;
    let (_, named) = told.split_once("begun anew with ").unwrap();
    let named: Vec<&str> = named
        .split([' ', '.'].as_slice())
        .filter(|word| !word.is_empty())
        .collect();
    assert_eq!((named[0], named[3]), ("--scale", "--seed"), "{told}");
    let scale = format!("{}.{}", named[1], named[2]);
    let seed = named[4].trim_end_matches(|c: char| !c.is_ascii_digit());
    let with = ["--scale", &scale, "--seed", seed];
    let done = home.run(&[FULL.as_slice(), &with, &flags].concat());
    is_spoken(&done);
}

#[test]
fn nobody_votes_on_or_judges_the_beginnings_of_speeches() {
    let mut text = "Motion: This House would pay\nFor: Ann Smith\nAgainst: Bo Hale\n".to_owned();
    for number in 0..8 {
        let who = ["ANN SMITH", "BO HALE"][number % 2];
        let speech =
            "Every toll falls on the carriages of the idle and spares the waggon. ".repeat(160);
        let _ = write!(text, "\n{who}: {speech}\n");
    }
    let debater = Debater::good();
    let url = debater.server.url();
    let home = Home::new();
    let path = home.write("long.txt", &text);
    home.run(&["import", path.to_str().unwrap()]).ended(0);
    for context in [2_048, 4_096, 8_192] {
        with_context(&home, context);
        let done = home.run(&["judge", "last", "--model", "fake-1", "--base-url", &url]);
        let told = &done.ended(3).stderr;
        for words in [
            "needs about",
            "profiles.toml",
            &format!("context of {context}"),
        ] {
            assert!(told.contains(words), "{words}: {told}");
        }
        assert!(!done.stdout.contains("accuracy"), "{}", done.stdout);
    }
    let divide = || {
        let flags = ["--model", "fake-1", "--base-url", &url, "--audience", "2"];
        home.run(&[["divide", "last"].as_slice(), &flags].concat())
    };
    // Where not even a house that has everything in short fits, nobody is asked.
    with_context(&home, 1_024);
    let done = divide();
    let told = &done.ended(3).stderr;
    assert!(told.contains("even with every speech in short"), "{told}");
    assert!(debater.purposes().is_empty(), "{:?}", debater.purposes());
    // The clerk writes down what does not fit, once: the next house reads it again.
    with_context(&home, 8_192);
    let done = divide();
    let said = &done.ended(0).stdout;
    assert!(
        said.contains("the members read what the clerk wrote down"),
        "{said}"
    );
    let written = || {
        debater
            .purposes()
            .iter()
            .filter(|one| **one == "extract")
            .count()
    };
    let first = written();
    assert!((4..=8).contains(&first), "{first}");
    divide().ended(0);
    assert_eq!(written(), first);
}
