//! Flags that name something which is not there: refused with the flag, the value and the nearest name, before anything is
//! asked of a model.

use super::common::debater::{Debater, Done, Home, end, short, start};

/// A server that says which models it has, as most do.
const MODEL: [&str; 2] = ["--model", "fake-1"];

/// It ended so, and said all of these words.
fn told(done: &Done, code: i32, args: &[&str], words: &[&str]) {
    done.ended(code);
    for word in words {
        assert!(
            done.stderr.contains(word),
            "{args:?}: {word}: {}",
            done.stderr
        );
    }
}

#[test]
fn a_number_of_threads_that_is_empty_in_the_environment_is_not_set() {
    let home = Home::new();
    for (threads, code) in [("", 0), (" ", 0), ("1", 0), ("many", 2)] {
        let given = |args: &[&str]| {
            let mut command = home.command(args);
            end(start(command.env("HUSTINGS_THREADS", threads)))
        };
        given(&["config", "show"]).ended(code);
        // Where no model works it is nobody's business.
        given(&["formats"]).ended(0);
    }
}

#[test]
fn what_is_named_and_not_there_is_refused_before_anything_is_asked() {
    let (home, debater) = (Home::new(), Debater::good());
    home.debate(&debater.server, &MODEL).ended(0);
    let url = debater.server.url();
    let asked = debater.purposes().len();
    let run = |more: &[&'static str]| -> Vec<&'static str> {
        let begin = [
            "run",
            "ban-private-cars",
            "--headless",
            "--format",
            "oxford",
            "--audience",
            "3",
        ];
        [begin.as_slice(), more].concat()
    };
    let table: Vec<(Vec<&str>, &[&str])> = vec![
        (
            run(&["--seat", "prop.3=fake-1"]),
            &["--seat", "`prop.3`", "`prop.1` to `prop.2`"],
        ),
        (
            run(&["--seat", "audience.4=fake-1"]),
            &["--seat", "`audience.4`", "`audience.3`"],
        ),
        (
            run(&["--seat", "moderator=fake-1"]),
            &["--seat", "oxford has no seat `moderator`"],
        ),
        (
            run(&["--seat", "juge.1=fake-1"]),
            &["--seat", "`juge.1`", "did you mean `judge.1`"],
        ),
        (run(&["--seat", "gandhi=fake-1"]), &["--seat", "`gandhi`"]),
        (
            run(&["--prop", "gandi,mill"]),
            &["--prop", "`gandi`", "did you mean `gandhi`?"],
        ),
        (
            run(&["--opp", "gandhi,nobodee"]),
            &["--opp", "`nobodee`", "hustings personas"],
        ),
        (run(&["--prop", ""]), &["--prop", "no persona was named"]),
        (
            run(&["--speakers", "gandhi,mill,smith,nappoleon"]),
            &["--speakers", "did you mean `napoleon`?"],
        ),
        (
            run(&["--theme", "dayligth"]),
            &["--theme", "`dayligth`", "did you mean `daylight`?"],
        ),
        (
            run(&["--role", "jugde=fake-1"]),
            &["--role", "\"jugde\"", "judge, moderator"],
        ),
        (vec!["export", "--theme", "dayligth"], &["--theme"]),
        (
            vec!["list", "--theme", "daylight"],
            &["`hustings list`", "--theme"],
        ),
        (vec!["models", "--seat", "nobody=fake-1"], &["--seat"]),
        (vec!["check", "--seat", "nobody=fake-1"], &["--seat"]),
        (
            vec!["list", "--format", "oxfrod"],
            &["--format", "did you mean `oxford`?"],
        ),
        (vec!["list", "--batch", "spring"], &["--batch", "`spring`"]),
        (
            vec!["judge", "last", "--seat", "judge.4=fake-1"],
            &["--seat"],
        ),
        (
            vec!["divide", "last", "--seat", "prop.9=fake-1"],
            &["--seat"],
        ),
        (
            vec!["refine", "last", "--headless", "--seat", "prop.9=fake-1"],
            &["--seat"],
        ),
        (
            vec!["divide", "last", "--before", "1/2/3"],
            &["--before would do nothing", "last"],
        ),
        (
            vec!["compare", "last", "last", "--motion", "x"],
            &["--motion would do nothing"],
        ),
        (
            vec![
                "run",
                "tea-over-coffee",
                "--headless",
                "--format",
                "roundtable",
                "--role",
                "audience=fake-1",
            ],
            &["--role audience would do nothing", "roundtable"],
        ),
        (vec!["eval", "last", "zzz"], &["\"zzz\""]),
        (vec!["eval", "last", "last"], &["named twice"]),
        (vec!["corpus", "embed", "nobodee"], &["`nobodee`"]),
    ];
    for (args, words) in table {
        let asks_models = !["list", "export", "corpus"].contains(&args[0]);
        let server = ["--base-url", &url];
        let server = [server, MODEL].concat();
        let server = if asks_models { server.as_slice() } else { &[] };
        let done = home.run(&[args.as_slice(), server].concat());
        told(&done, 2, &args, words);
    }
    assert_eq!(debater.purposes().len(), asked, "somebody was asked");
}

#[test]
fn a_model_that_is_not_there_is_refused_with_what_there_is_and_where_it_is_set() {
    let (home, debater) = (Home::new(), Debater::good());
    home.debate(&debater.server, &MODEL).ended(0);
    let asked = debater.purposes().len();
    let url = debater.server.url();
    let run = ["run", "tea-over-coffee", "--headless"].as_slice();
    let last = |what| [what, "last"].to_vec();
    let table: [(Vec<&str>, &[&str]); 5] = [
        (
            [run, &["--model", "fake-9"]].concat(),
            &[
                "\"fake-9\"",
                "--model",
                "Did you mean \"fake-1\", \"fake-2\"?",
            ],
        ),
        (
            [run, &["--role", "judge=xyz"]].concat(),
            &["\"xyz\"", "--role judge", "\"fake-1\""],
        ),
        (
            [run, &["--opp-model", "xyz"]].concat(),
            &["\"xyz\"", "--opp-model", "\"fake-1\""],
        ),
        (
            [run, &["--embeddings", "xyz"]].concat(),
            &["--embeddings", "\"xyz\"", "\"fake-1\""],
        ),
        (
            [last("judge").as_slice(), &["--role", "judge=xyz"]].concat(),
            &["\"xyz\"", "--role judge"],
        ),
    ];
    for (args, words) in table {
        let done = home.run(&[args.as_slice(), &["--base-url", &url]].concat());
        told(&done, 3, &args, words);
    }
    assert_eq!(debater.purposes().len(), asked, "somebody was asked");
}

#[test]
fn a_seat_that_nobody_has_is_told_with_its_line_and_field() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    for (script, line) in [
        (
            "[[interventions]]\ndo = \"pause\"\nat_words = 3\nduring = \"opp.99\"\n",
            ":4: during: nobody speaks from opp.99",
        ),
        (
            "\n[[interventions]]\nafter = \"opp.99\"\ndo = \"pause\"\n",
            ":3: after: nobody speaks from opp.99",
        ),
        (
            "[[interventions]]\nafter = \"opp.1\"\ndo = \"ask\"\ntext = \"Why?\"\nseat = \"opp.99\"\n",
            ":5: seat: nobody speaks from opp.99",
        ),
    ] {
        let path = home.write("script.toml", script);
        let mut args = short(&url);
        args.extend(["--interventions", path.to_str().unwrap()]);
        let done = home.run(&args);
        assert!(
            done.ended(2).stderr.contains(line),
            "{line}: {}",
            done.stderr
        );
    }
}
