//! A server that answers nobody, or refuses some: what is gone on without, and what is waited for.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use serde_json::Value;

use super::outages::{args, closed, dies, keeps_out};
use crate::common::{
    debater::{Debater, Home, short},
    fake_server::{DONE, Reply, chunk, finish},
};

#[test]
fn whatever_a_server_answers_to_everybody_ends_no_debate() {
    /// What it is called in what is said of a failure, and how it is made.
    type Named = (&'static str, fn() -> Reply);
    let replies: [Named; 6] = [
        ("302", || {
            Reply::error(302, "moved").with_header("location", "/login")
        }),
        ("400", || Reply::error(400, "no")),
        ("405", || Reply::error(405, "no")),
        ("204", || Reply::status(204, "")),
        ("200 and nothing", || Reply::raw("")),
        ("filter", || {
            Reply::raw(&(chunk("Half a sen") + &finish("content_filter") + DONE))
        }),
    ];
    std::thread::scope(|scope| {
        for (told, reply) in replies {
            scope.spawn(move || {
                let good = AtomicUsize::new(6);
                let debater = Debater::faulty(move |_| {
                    let left = good.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                        left.checked_sub(1)
                    });
                    left.is_err().then(reply)
                });
                let home = Home::new();
                let url = debater.server.url();
                let left = home.run(&args(&url, "exhibition", &[]));
                left.ended(5);
                assert!(left.of("debate_closed").is_empty(), "{told}");
                assert_eq!(
                    left.of("paused").pop().unwrap()["why"],
                    "unreachable",
                    "{told}"
                );
                let good = Debater::good();
                let url = good.server.url();
                let mut again = vec!["resume", "--headless", "--output", "jsonl"];
                again.extend(["--base-url", &url]);
                let done = home.run(&again);
                done.ended(0);
                assert_eq!(closed(&done)["missing"], Value::Array(vec![]), "{told}");
            });
        }
    });
}

#[test]
fn what_is_refused_of_one_is_given_up_where_others_are_answered() {
    let debater = Debater::faulty(|asked| {
        (asked.purpose == "speech" && asked.task.contains("speaks second for the Opposition"))
            .then(|| Reply::error(400, "not this one"))
    });
    let home = Home::new();
    let url = debater.server.url();
    let done = home.run(&args(&url, "exhibition", &[]));
    done.ended(4);
    let last = closed(&done);
    assert_eq!(last["missing"].as_array().unwrap().len(), 1, "{last}");
    // The speech that was not held is not counted among those that were.
    let told = home.run(&["list"]);
    assert!(told.ended(0).stdout.contains("5/6"), "{}", told.stdout);
}

#[test]
fn a_server_that_lets_nobody_in_ends_no_debate() {
    for status in [401, 402, 403] {
        let (debater, home) = (keeps_out(status), Home::new());
        let url = debater.server.url();
        let left = home.run(&args(&url, "exhibition", &[]));
        left.ended(5);
        assert!(left.of("debate_closed").is_empty(), "{status}");
        assert!(left.of("ballot_cast").is_empty() && left.of("notice").is_empty());
        assert_eq!(left.of("paused").pop().unwrap()["why"], "unreachable");
        assert!(left.stderr.contains("hustings resume"), "{}", left.stderr);
        assert!(
            debater.server.seen().len() <= 13,
            "{}: it is not asked for everything",
            debater.server.seen().len()
        );
        // A key that is let in finds everything to be asked still, the notes and the first ballots, too.
        let good = Debater::good();
        let url = good.server.url();
        let mut again = vec!["resume", "--headless", "--output", "jsonl"];
        again.extend(["--base-url", &url]);
        let done = home.run(&again);
        done.ended(0);
        assert_eq!(closed(&done)["missing"], Value::Array(vec![]), "{status}");
        let division = &done.of("division_declared")[0];
        assert!(division["swing"].is_i64(), "{division}");
    }
}

#[test]
fn one_model_that_refuses_everything_is_gone_on_without() {
    for status in [400, 503] {
        let debater = Debater::faulty(move |asked| {
            (asked.model == "fake-2").then(|| Reply::error(status, "not this model"))
        });
        let home = Home::new();
        let url = debater.server.url();
        let own = ["--seat", "opp.2=fake-2"];
        let done = home.run(&args(&url, "exhibition", &own));
        done.ended(4);
        let last = closed(&done);
        let missing = last["missing"].as_array().unwrap();
        assert!(!missing.is_empty(), "{last}");
        assert!(missing.iter().all(|one| one["seat"] == "opp.2"), "{last}");
    }
}

/// A configuration in which everybody speaks through one server, and one seat through another.
fn two_servers(home: &Home, common: &str, own: &str) {
    two_servers_and(home, common, own, "[seats]\n\"opp.2\"");
}

/// The same for whatever these last lines of it name.
fn two_servers_and(home: &Home, common: &str, own: &str, whose: &str) {
    let text = format!(
        "model = \"a:fake-1\"\n[providers.a]\nbase_url = \"{common}\"\n[providers.b]\nbase_url = \"{own}\"\n\
         {whose} = \"b:fake-1\"\n"
    );
    home.write("config/config.toml", &text);
}

const NOWHERE: &str = "http://127.0.0.1:9/v1";

#[test]
fn one_whose_server_is_gone_at_the_start_is_named_and_may_be_gone_on_without() {
    let (common, own, home) = (dies("speech", 3), Debater::good(), Home::new());
    two_servers(&home, &common.server.url(), &own.server.url());
    let mut run = short("");
    run.truncate(run.len() - 2);
    home.run(&run).ended(5);
    common.server.come_back();
    two_servers(&home, &common.server.url(), NOWHERE);
    let resume = ["resume", "--headless", "--output", "jsonl"];
    let left = home.run(&resume);
    for part in [
        "opp.2",
        "b:fake-1",
        "--seat opp.2=PROVIDER:MODEL",
        "--on-failure go-on",
    ] {
        assert!(
            left.ended(5).stderr.contains(part),
            "{part}: {}",
            left.stderr
        );
    }
    assert!(!left.stderr.contains("--base-url"), "{}", left.stderr);
    let models = home.run(&["models"]);
    models.ended(3);
    for part in ["everything else: a:fake-1", "opp.2: b:fake-1"] {
        assert!(models.stdout.contains(part), "{part}: {}", models.stdout);
    }
    let done = home.run(&[resume.as_slice(), &["--on-failure", "go-on"]].concat());
    done.ended(4);
    assert!(
        done.stderr.contains("Going on without opp.2"),
        "{}",
        done.stderr
    );
    let end = closed(&done);
    let missing = end["missing"].as_array().unwrap();
    assert!(!missing.is_empty(), "{end}");
    assert!(missing.iter().all(|one| one["seat"] == "opp.2"), "{end}");
    // Where nobody can be had, there is nothing to go on with.
    two_servers(&home, NOWHERE, NOWHERE);
    home.run(&[run.as_slice(), &["--on-failure", "go-on"]].concat())
        .ended(3);
}

#[test]
fn one_whose_server_answers_nothing_is_noticed_at_the_start() {
    std::thread::scope(|scope| {
        for (status, wait) in [(503, "0"), (429, "0"), (429, "86400"), (402, "0")] {
            scope.spawn(move || {
                let reply =
                    move || Reply::error(status, "not today").with_header("retry-after", wait);
                let (common, home) = (Debater::good(), Home::new());
                let own = Debater::faulty(move |_| Some(reply()));
                own.server.set_models(reply());
                two_servers(&home, &common.server.url(), &own.server.url());
                let mut run = short("");
                run.truncate(run.len() - 2);
                let left = home.run(&run);
                for part in [
                    "not today",
                    "\"b:fake-1\", the model of opp.2",
                    "--on-failure go-on",
                ] {
                    let said = &left.ended(3).stderr;
                    assert!(said.contains(part), "{status}: {part}: {said}");
                }
                home.run(&["show"]).ended(2);
                let done = home.run(&[run.as_slice(), &["--on-failure", "go-on"]].concat());
                let said = &done.ended(4).stderr;
                assert!(said.contains("Going on without opp.2"), "{said}");
                // Whatever it says, and however late: why it could not be had is said to the end.
                let why = closed(&done)["missing"][0]["reason"].to_string();
                let reason = if wait == "0" {
                    "not today"
                } else {
                    "asks to wait 1 d"
                };
                assert!(why.contains(reason), "{why}");
            });
        }
    });
    // A server that only keeps its list to itself is there.
    let (debater, home) = (Debater::good(), Home::new());
    debater.server.set_models(Reply::error(503, "no list"));
    let url = debater.server.url();
    home.run(&args(&url, "exhibition", &["--model", "fake-1"]))
        .ended(0);
}

/// Who prepares with a model that is not there any more when they are to speak: its server is well, and has it no longer.
#[test]
fn a_model_that_is_taken_away_in_mid_debate_is_told_with_what_to_do() {
    let advice = "with --seat or --role where one of these has a model of its own";
    let own_server = || {
        Debater::faulty(|asked| {
            let gone = Reply::error(404, "model 'fake-1' not found");
            (asked.purpose == "speech").then_some(gone)
        })
    };
    let run = |home: &Home, on_failure| {
        let mut run = args("", "exhibition", &["--on-failure", on_failure]);
        let at = run.iter().position(|one| *one == "--base-url").unwrap();
        run.drain(at..at + 2);
        home.run(&run)
    };
    // By default it is gone on without whoever had it, and nobody else misses anything.
    let (common, own, home) = (Debater::good(), own_server(), Home::new());
    two_servers(&home, &common.server.url(), &own.server.url());
    let done = run(&home, "stop");
    let said = &done.ended(4).stderr;
    let end = closed(&done);
    let missing = end["missing"].as_array().unwrap();
    assert_eq!(missing.len(), 1, "{end}");
    assert_eq!(
        (&missing[0]["what"], &missing[0]["seat"]),
        (&"speech".into(), &"opp.2".into())
    );
    for (told, by) in [
        (said, "in the end"),
        (&missing[0]["reason"].to_string(), "by the last line"),
        (&done.of("notice")[0]["text"].to_string(), "when it happens"),
    ] {
        assert!(
            told.contains("there is no model") && told.contains("fake-1"),
            "{by}: {told}"
        );
        assert!(
            told.contains(&own.server.url()) && told.contains(advice),
            "{by}: {told}"
        );
    }
    assert!(done.of("paused").is_empty());
    // What is refused is asked once: another try would come to nothing else.
    assert_eq!(own.purposes(), ["prepare", "speech"]);
    // Whoever wants nobody left out leaves the debate, and another model for that seat finds all of it to be said.
    let (common, own, home) = (Debater::good(), own_server(), Home::new());
    two_servers(&home, &common.server.url(), &own.server.url());
    let left = run(&home, "pause");
    let said = &left.ended(5).stderr;
    assert!(
        said.contains(advice) && said.contains("hustings resume"),
        "{said}"
    );
    let paused = left.of("paused").pop().unwrap();
    assert_eq!(
        (&paused["why"], &paused["seat"]),
        (&"unreachable".into(), &"opp.2".into())
    );
    let resume = [
        "resume",
        "--headless",
        "--output",
        "jsonl",
        "--seat",
        "opp.2=a:fake-2",
    ];
    let done = home.run(&resume);
    done.ended(0);
    assert_eq!(closed(&done)["missing"], Value::Array(vec![]));
    let asked = common.server.seen();
    assert!(asked.iter().any(|one| one.body["model"] == "fake-2"));
}

#[test]
fn a_role_whose_server_answers_nothing_is_gone_on_without() {
    std::thread::scope(|scope| {
        for (format, role, words) in [
            (
                "exhibition",
                "clerk",
                &["extract", "define", "annotate"][..],
            ),
            (
                "exhibition",
                "audience",
                &["poll", "ballot_before", "ballot_after"],
            ),
            ("clearside", "referee", &["referee"]),
        ] {
            scope.spawn(move || {
                let (common, home) = (Debater::good(), Home::new());
                let gone = Debater::faulty(|_| Some(Reply::error(503, "overloaded")));
                let (url, own) = (common.server.url(), gone.server.url());
                two_servers_and(&home, &url, &own, &format!("[roles]\n{role}"));
                let mut run = args("", format, &[]);
                let at = run.iter().position(|one| *one == "--base-url").unwrap();
                run.drain(at..at + 2);
                let done = home.run(&run);
                done.ended(4);
                let end = closed(&done);
                let missing = end["missing"].as_array().unwrap();
                assert!(!missing.is_empty(), "{end}");
                let named = |one: &Value| words.iter().any(|word| one["what"] == *word);
                assert!(missing.iter().all(named), "{role}: {end}");
                assert!(done.of("paused").is_empty(), "{role}");
                // Whether it is back is seen by asking once.
                let failed = done.of("model_failed");
                assert!(failed.iter().any(|call| call["tries"] == 1), "{role}");
            });
        }
    });
}

#[test]
fn a_server_that_is_gone_at_the_start_is_waited_for() {
    let home = Home::new();
    let none = home.run(&args(NOWHERE, "exhibition", &["--wait", "0.02"]));
    assert!(
        none.ended(3).stderr.contains("Waiting for the model"),
        "{}",
        none.stderr
    );
    let (debater, home) = (dies("speech", 3), Home::new());
    let url = debater.server.url();
    home.run(&args(&url, "exhibition", &[])).ended(5);
    let server = debater.server.clone();
    let back = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(2));
        server.come_back();
    });
    let done = home.run(&["resume", "--headless", "--wait", "2"]);
    back.join().unwrap();
    done.ended(0);
    for part in ["Waiting for the model, 2 minutes", "The model is back"] {
        assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
    }
}
