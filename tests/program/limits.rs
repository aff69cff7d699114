//! Limits that are asked for: kept, or refused before anything is asked.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::common::{
    calls_have_one_end,
    debater::{Debater, Home, records, short_with},
    fake_server::Reply,
};
use hustings::debate::{command::Pace, event::Event};

/// The requests that ask a model something.
fn asked(debater: &Debater) -> usize {
    let seen = debater.server.seen();
    let calls = seen.iter().filter(|one| one.body["messages"].is_array());
    calls.count()
}

/// Whether a failure says what is wrong and what to do.
fn says(stderr: &str, words: &[&str]) {
    for word in words {
        assert!(stderr.contains(word), "{word}: {stderr}");
    }
}

#[test]
fn a_limit_on_cost_without_a_price_is_refused_before_anything_is_asked() {
    let debater = Debater::good();
    let url = debater.server.url();
    let what_to_do = ["price", "is not known", "[[prices]]", "--max-tokens"];
    let home = Home::new();

    let done = home.debate(&debater.server, &["--max-cost", "2"]);
    says(&done.ended(2).stderr, &what_to_do);
    let auto = home.debate(&debater.server, &["--max-cost", "2", "--speakers", "auto"]);
    says(&auto.ended(2).stderr, &what_to_do);

    home.write("config/config.toml", "[limits]\nmax_cost = 2.0\n");
    let done = home.debate(&debater.server, &[]);
    says(&done.ended(2).stderr, &what_to_do);
    home.write("config/config.toml", "");

    // In a batch by flag, for the whole file, for all its debates and for one of them.
    for (name, text, flags) in [
        ("flag", "motions = [\"tea\"]", &["--max-cost", "2"][..]),
        ("file", "motions = [\"tea\"]\nmax_cost = 2.0", &[]),
        (
            "options",
            "motions = [\"tea\"]\n[options]\nmax_cost = 2.0",
            &[],
        ),
        (
            "debate",
            "[[debates]]\nmotion = \"tea\"\noptions = { max_cost = 2.0 }",
            &[],
        ),
    ] {
        let file = home.write(&format!("{name}.toml"), text);
        let out = home.path().join("out");
        let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
        let args = [
            ["batch", file, "--out", out, "--base-url", &url].as_slice(),
            flags,
        ]
        .concat();
        let done = home.run(&args);
        says(&done.ended(2).stderr, &what_to_do);
    }
    assert_eq!(asked(&debater), 0);
}

#[test]
fn a_limit_whose_price_has_gone_stops_what_would_go_on_with_it() {
    let debater = Debater::good();
    let priced = "[[prices]]\nmatch = \"*\"\ninput = 1.0\noutput = 1.0\n";
    let home = Home::new();
    home.write("config/config.toml", priced);
    // A limit that is reached at once: the debate is left, and can be resumed.
    let done = home.debate(&debater.server, &["--max-cost", "0.0005"]);
    says(&done.ended(5).stderr, &["limit", "resume"]);
    calls_have_one_end(&records(&home));
    home.write("config/config.toml", "");
    let before = asked(&debater);
    let resumed = home.run(&["resume", "--headless"]);
    says(&resumed.ended(2).stderr, &["is not known", "[[prices]]"]);

    let other = Home::new();
    other.write("config/config.toml", priced);
    other
        .debate(&debater.server, &["--max-cost", "100"])
        .ended(0);
    let held = asked(&debater);
    assert!(held > before);
    other.write("config/config.toml", "");
    let refined = other.run(&["refine", "--headless", "--iterations", "2"]);
    says(&refined.ended(2).stderr, &["is not known", "[[prices]]"]);
    assert_eq!(asked(&debater), held);
}

#[test]
fn the_limits_of_the_settings_hold_for_every_iteration_of_a_refinement() {
    let (debater, home) = (Debater::good(), Home::new());
    home.debate(&debater.server, &[]).ended(0);
    let before = asked(&debater);
    home.write("config/config.toml", "[limits]\nmax_tokens = 500\n");
    let refine = ["refine", "--headless", "--iterations", "2"];
    let left = home.run(&refine);
    says(&left.ended(5).stderr, &["tokens were used (limit 500)"]);
    let spent = asked(&debater);
    assert!(spent > before);
    // A price that nobody has said is refused, as everywhere.
    let other = Home::new();
    other.debate(&debater.server, &[]).ended(0);
    other.write("config/config.toml", "[limits]\nmax_cost = 2.0\n");
    says(
        &other.run(&refine).ended(2).stderr,
        &["price", "is not known"],
    );
}

#[test]
fn what_is_asked_about_debates_keeps_the_limits_of_the_settings_too() {
    let (debater, home) = (Debater::good(), Home::new());
    home.debate(&debater.server, &[]).ended(0);
    let bridge = home.write("bridge.txt", include_str!("../samples/real/bridge.txt"));
    let (bridge, url) = (bridge.to_str().unwrap(), debater.server.url());
    let commands: [&[&str]; 4] = [
        &["judge", "last", "--judges", "3"],
        &["eval", "last"],
        &["divide", "last", "--audience", "9"],
        // What was argued in a debate of ours is known; of one that people held it is asked.
        &[
            "compare",
            "last",
            bridge,
            "--base-url",
            &url,
            "--model",
            "fake-1",
        ],
    ];
    home.write("config/config.toml", "[limits]\nmax_tokens = 50\n");
    for command in commands {
        let before = asked(&debater);
        let left = home.run(command);
        says(
            &left.ended(5).stderr,
            &["the limit of 50 tokens is reached", "tokens were used"],
        );
        assert!(
            !left.stdout.is_empty(),
            "{command:?}: what had come is told"
        );
        assert_eq!(asked(&debater) - before, 1, "{command:?}");
    }
    home.write("config/config.toml", "[limits]\nmax_cost = 2.0\n");
    let before = asked(&debater);
    for command in commands {
        let refused = home.run(command);
        says(
            &refused.ended(2).stderr,
            &["price", "is not known", "[[prices]]"],
        );
    }
    assert_eq!(asked(&debater), before);
    home.write(
        "config/config.toml",
        "[limits]\nmax_cost = 2.0\n[[prices]]\nmatch = \"*\"\ninput = 0.1\noutput = 0.1\n",
    );
    home.run(commands[0]).ended(0);
}

#[test]
fn a_wait_is_told_by_every_command_and_each_reason_once() {
    let waits = AtomicUsize::new(0);
    let debater = Debater::faulty(move |asked| {
        let waits = matches!(
            asked.purpose,
            "judge" | "eval_style" | "ballot_before" | "assign"
        )
        .then(|| waits.fetch_add(1, Ordering::SeqCst))?;
        waits
            .is_multiple_of(2)
            .then(|| Reply::error(429, "slow down").with_header("retry-after", "2"))
    });
    let home = Home::new();
    home.debate(&debater.server, &["--format", "structured"])
        .ended(0);
    let out = home.path().join("out");
    let file = home.write("b.toml", "motions = [\"tea\"]\n[options]\nscale = 0.1\n");
    let (file, out, url) = (
        file.to_str().unwrap(),
        out.to_str().unwrap(),
        debater.server.url(),
    );
    let commands: [&[&str]; 4] = [
        &["judge", "last", "--judges", "2"],
        &["eval", "last"],
        &["divide", "last", "--audience", "2"],
        &["batch", file, "--out", out, "--base-url", &url],
    ];
    for command in commands {
        let done = home.run(command);
        let told = done.stderr.matches("Trying again in 2 s: ").count();
        assert_eq!(told, 1, "{command:?}: {}", done.stderr);
        assert!(done.stderr.contains("slow down"), "{}", done.stderr);
    }
    let auto = home.debate(&debater.server, &["--speakers", "auto"]);
    assert!(
        auto.stderr.contains("Trying again in 2 s: "),
        "{}",
        auto.stderr
    );
}

#[test]
fn whoever_goes_on_is_allowed_as_much_again_and_is_told_so() {
    let (debater, home) = (Debater::good(), Home::new());
    let left = home.debate(&debater.server, &["--max-tokens", "500"]);
    says(
        &left.ended(5).stderr,
        &["(limit 500)", "allows as much again"],
    );
    // What was under way when the limit was reached may have used a multiple of it: it is counted from there.
    for _ in 0..2 {
        let before = everything_used(&home);
        let again = home.run(&["resume", "--headless"]);
        let told = &again.ended(5).stderr;
        says(
            told,
            &[&format!(
                " since it was gone on with at {before} (limit 500)"
            )],
        );
        assert!(everything_used(&home) >= before + 500, "{told}");
    }
}

/// The tokens that the only debate of the journal has used.
fn everything_used(home: &Home) -> u64 {
    let shown = home.run(&["export", "--to", "json"]);
    let told: serde_json::Value = serde_json::from_str(&shown.ended(0).stdout).unwrap();
    let used = |call: &serde_json::Value| {
        let usage = &call["report"]["usage"];
        usage["prompt_tokens"].as_u64().unwrap() + usage["completion_tokens"].as_u64().unwrap()
    };
    told["calls"].as_array().unwrap().iter().map(used).sum()
}

#[test]
fn a_limit_in_a_debate_of_a_batch_stops_that_and_is_no_failure() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    let file = home.write(
        "b.toml",
        "motions = [\"tea\"]\n[options]\nscale = 0.1\nmax_tokens = 500\n",
    );
    let out = home.path().join("out");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let done = home.run(&["batch", file, "--out", out, "--base-url", &url]);
    says(
        &done.ended(5).stderr,
        &["(limit 500)", "because of the limit", "as much again"],
    );
}

#[test]
fn what_is_free_keeps_every_limit() {
    let debater = Debater::good();
    let home = Home::new();
    home.write(
        "config/config.toml",
        "[[prices]]\nmatch = \"*\"\nfree = true\n",
    );
    home.debate(&debater.server, &["--max-cost", "1"]).ended(0);
}

#[test]
fn a_number_that_is_no_limit_is_refused_with_its_flag() {
    let home = Home::new();
    let run = [
        "run",
        "tea",
        "--headless",
        "--base-url",
        "http://127.0.0.1:9/v1",
    ];
    let divide = ["divide", "last", "--base-url", "http://127.0.0.1:9/v1"];
    let table: [(&[&str], &str, &[&str]); 17] = [
        (
            &run,
            "--max-cost",
            &["nan", "inf", "-1", "0", "1e308", "-0"],
        ),
        (
            &run,
            "--max-tokens",
            &["0", "-1", "18446744073709551616", "nan"],
        ),
        (&run, "--scale", &["nan", "0", "-1", "1e308", "inf"]),
        (&run, "--audience", &["-1", "1002", "18446744073709551615"]),
        (&run, "--judges", &["0", "10", "65536"]),
        (&run, "--rounds", &["0", "21", "4294967296"]),
        (&run, "--floor-speeches", &["-1", "101", "4294967295"]),
        (&run, "--seed", &["-1", "18446744073709551616", "1.5"]),
        (&run, "--threads", &["0", "513"]),
        (&divide, "--audience", &["0", "1002"]),
        (&divide, "--repeat", &["0", "101"]),
        (&divide, "--together", &["0", "51"]),
        (&["refine", "last"], "--iterations", &["1", "10"]),
        (&["batch", "b.toml"], "--parallel", &["0", "1025"]),
        (&["batch", "b.toml"], "--calls", &["0", "65537"]),
        (
            &["batch", "b.toml"],
            "--shard",
            &["0/3", "4/3", "1/100001", "1/0", "x"],
        ),
        (&["list"], "--limit", &["0", "-1", "1000001"]),
    ];
    for (command, flag, wrong) in table {
        for value in wrong {
            let given = format!("{flag}={value}");
            let done = home.run(&[command, &[given.as_str()]].concat());
            says(&done.ended(2).stderr, &[flag, "expected"]);
            // A number below zero is no flag.
            let done = home.run(&[command, &[flag, value]].concat());
            says(&done.ended(2).stderr, &[flag, "expected"]);
        }
    }
}

#[test]
fn what_would_do_nothing_is_refused() {
    let home = Home::new();
    let table: [(&[&str], &str); 17] = [
        (&["--order", "rotating"], "no rounds of one turn each"),
        (
            &["--format", "socratic", "--order", "fixed"],
            "no rounds of one turn each",
        ),
        (
            &["--format", "roundtable", "--order", "judge-selected"],
            "no judge to choose",
        ),
        (&["--judges", "3"], "has no judges"),
        (&["--rounds", "2"], "leaves no rounds open"),
        (&["--format", "panel", "--rounds", "9"], "8 at the most"),
        (
            &["--format", "oxford", "--floor-speeches", "1"],
            "no speeches from the floor",
        ),
        (&["--floor-speeches", "6", "--audience", "5"], "5 members"),
        (&["--format", "panel", "--audience", "5"], "has no audience"),
        (&["--format", "socratic", "--polls", "ends"], "has no polls"),
        (&["--format", "oxford", "--judges", "1"], "has no judges"),
        (
            &["--format", "panel", "--floor-speeches", "1"],
            "from the floor",
        ),
        (
            &["--format", "clearside", "--judge-passes", "2"],
            "has no verdict of a judge",
        ),
        (
            &["--format", "socratic", "--polled-together", "5"],
            "has no polls between speeches",
        ),
        (
            &["--polls", "ends", "--polled-together", "5"],
            "has no polls between speeches",
        ),
        (&["--audience", "0"], "nobody would vote"),
        (&["--audience", "900"], "are known"),
    ];
    for (flags, said) in table {
        let done = home.run(&[&["run", "tea", "--headless"], flags].concat());
        says(&done.ended(2).stderr, &[said, "hint:"]);
    }
    // Without a screen, and in a form that has no use for them.
    let done = home.run(&["run", "tea", "--output", "jsonl"]);
    says(&done.ended(2).stderr, &["--headless"]);
    let table: [(&[&str], &str); 6] = [
        (&["--to", "html", "--theme", "nord"], "a picture"),
        (&["--to", "json", "--notes"], "Markdown"),
        (&["--at", "0.5"], "a picture"),
        (&["--size", "80x24"], "a picture"),
        (&["--to", "svg", "--notes"], "Markdown"),
        (&["--force"], "a file"),
    ];
    for (flags, said) in table {
        let done = home.run(&[&["export"], flags].concat());
        says(&done.ended(2).stderr, &["would do nothing", said, "hint:"]);
    }
}

#[test]
fn what_nobody_watches_is_not_held_back() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    for (config, flags, pace) in [
        ("", &[][..], Pace::Instant),
        ("pace = \"live\"\n", &[], Pace::Live),
        ("pace = \"live\"\n", &["--pace", "reading"], Pace::Reading),
    ] {
        home.write("config/config.toml", config);
        let mut args = short_with(&url, &["--max-tokens", "1"]);
        let at = args.iter().position(|one| *one == "--pace").unwrap();
        args.splice(at..at + 2, flags.iter().copied());
        home.run(&args).ended(5);
        let Event::Opened(opening) = &records(&home)[0].event else {
            panic!("a journal begins with the opening");
        };
        assert_eq!(opening.options.pace, pace, "{config}{flags:?}");
    }
}

#[test]
fn a_debate_that_is_taken_up_goes_on_at_the_pace_that_is_asked_for() {
    let (debater, home) = (Debater::good(), Home::new());
    let pace = |resumed: &[&str]| {
        let command = ["resume", "--headless", "--output", "jsonl"];
        let done = home.run(&[&command, resumed].concat());
        let notices = done.ended(5).of("notice");
        notices.iter().find_map(|line| {
            let text = line["text"].as_str()?;
            text.strip_prefix("The pace is now ").map(str::to_owned)
        })
    };
    // The ballots before it are used up before anybody speaks, at whatever pace.
    home.debate(&debater.server, &["--max-tokens", "1"])
        .ended(5);
    assert_eq!(pace(&["--pace", "live"]).as_deref(), Some("live."));
    assert_eq!(pace(&[]), None);
    assert_eq!(pace(&["--pace", "live"]), None, "it is live already");
    assert_eq!(pace(&["--pace", "instant"]).as_deref(), Some("instant."));
    let help = home.run(&["run", "--help"]);
    assert!(help.ended(0).stdout.contains("By default"));
}
