//! Where a key goes, and where it is never seen.

use std::{sync::atomic::Ordering::SeqCst, time::Duration};

use serde_json::Value;

use super::common::{
    debater::{Asked, Debater, Done, Home, Manner, end, proper, short, spoken, start},
    fake_server::Reply,
};

const KEY: &str = "sk-hunter2-0123456789";

fn holds(bytes: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(text)
}

fn said(done: &Done) -> String {
    format!("{}{}", done.stdout, done.stderr)
}

#[test]
fn the_key_goes_to_its_own_address_and_nowhere_else() {
    let (own, other) = (Debater::good(), Debater::good());
    let home = Home::new();
    let url = own.server.url();
    let mut args = short(&url);
    args.truncate(args.len() - 2);
    let mut command = home.command(&args);
    command
        .env("OPENAI_API_KEY", KEY)
        .env("OPENAI_BASE_URL", &url);
    end(start(&mut command)).ended(0);
    let bearer = format!("Bearer {KEY}");
    let seen = own.server.seen();
    assert!(!seen.is_empty());
    assert!(
        seen.iter()
            .all(|s| s.header("authorization") == Some(bearer.as_str()))
    );

    let elsewhere = other.server.url();
    let mut command = home.command(&short(&elsewhere));
    command
        .env("OPENAI_API_KEY", KEY)
        .env("OPENAI_BASE_URL", &url)
        .env("OPENAI_ORG_ID", "org-hunter2")
        .env("OPENAI_PROJECT_ID", "proj-hunter2");
    end(start(&mut command)).ended(0);
    let seen = other.server.seen();
    assert!(!seen.is_empty());
    for request in seen {
        assert_eq!(request.header("authorization"), None);
        assert!(!format!("{request:?}").contains("hunter2"));
    }
    assert!(!holds(&home.bytes(), "hunter2"), "the key was kept");
}

/// A proxy that answers nothing of use, and what it was asked: the beginning of each request.
fn proxy() -> (String, std::sync::mpsc::Receiver<String>) {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (asked, seen) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut bytes = [0; 8192];
            let read = stream.read(&mut bytes).unwrap_or(0);
            let request = String::from_utf8_lossy(&bytes[..read]).into_owned();
            let _ = stream.write_all(
                b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            );
            if asked.send(request).is_err() {
                return;
            }
        }
    });
    (url, seen)
}

#[test]
fn a_proxy_sees_what_is_not_encrypted_and_nothing_of_this_machine() {
    let home = Home::new();
    for variable in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
        let (proxy, seen) = proxy();
        let models = |url: &str, past: &str| {
            let args = ["models", "--base-url", url, "--key-env", "FAR_KEY"];
            let mut command = home.command(&args);
            command.env("FAR_KEY", KEY).env(variable, &proxy);
            let done = end(start(command.env("NO_PROXY", past)));
            (done, seen.try_iter().collect::<String>())
        };
        let (_, asked) = models("http://far.invalid/v1", "");
        assert!(
            asked.starts_with("GET http://far.invalid/v1/models") && asked.contains(KEY),
            "{variable}: {asked}"
        );
        assert_eq!(models("http://far.invalid/v1", "far.invalid").1, "");
        let near = Debater::good();
        let (done, asked) = models(&near.server.url(), "");
        assert!(done.ended(0).stdout.contains("fake-1"), "{}", done.stdout);
        assert_eq!(asked, "");
        // The name of the host is all that it is told.
        let (_, asked) = models("https://far.invalid/v1", "");
        let is_told = variable == "ALL_PROXY";
        assert_eq!(
            asked.starts_with("CONNECT far.invalid:443"),
            is_told,
            "{asked}"
        );
        assert!(!asked.contains(KEY), "{asked}");
    }
}

#[test]
fn a_proxy_that_cannot_be_reached_is_named_by_its_variable_alone() {
    let home = Home::new();
    for variable in ["http_proxy", "ALL_PROXY"] {
        let mut command = home.command(&["models", "--base-url", "http://far.invalid/v1"]);
        let done = end(start(
            command.env(variable, "http://me:pass-word-9@127.0.0.1:9"),
        ));
        let told = format!("{}{}", done.stdout, done.stderr);
        let named = format!("by way of the proxy that {variable} names");
        assert!(told.contains(&named), "{told}");
        assert!(!told.contains("pass-word-9"), "{told}");
    }
}

/// Whatever went to another machine would go by the proxy.
#[test]
fn a_debate_asks_nobody_but_its_own_server() {
    let (home, debater) = (Home::new(), Debater::good());
    let (proxy, seen) = proxy();
    let mut command = home.command(&short(&debater.server.url()));
    for variable in ["http_proxy", "https_proxy", "ALL_PROXY"] {
        command.env(variable, &proxy);
    }
    end(start(command.env("NO_PROXY", ""))).ended(0);
    let asked: Vec<String> = seen.try_iter().collect();
    assert!(asked.is_empty(), "{asked:?}");
    assert!(!debater.server.seen().is_empty());
}

#[test]
fn a_server_that_repeats_the_key_does_not_spread_it() {
    let echo = || {
        Reply::error(
            401,
            &format!("Incorrect API key provided: {KEY}. Nobody knows {KEY}."),
        )
    };
    // Refused at once, and only once the debate is under way.
    for at_once in [true, false] {
        let debater = Debater::faulty(move |asked| (asked.purpose == "speech").then(echo));
        if at_once {
            debater.server.set_models(echo());
        }
        let home = Home::new();
        let url = debater.server.url();
        let mut args = short(&url);
        args.truncate(args.len() - 2);
        args.extend(["--on-failure", "go-on"]);
        let mut command = home.command(&args);
        command
            .env("OPENAI_API_KEY", KEY)
            .env("OPENAI_BASE_URL", &url)
            .env("HUSTINGS_LOG", "trace");
        let done = end(start(&mut command));
        done.ended(if at_once { 3 } else { 4 });
        assert!(!done.stdout.contains(KEY) && !done.stderr.contains(KEY));
        if at_once {
            assert!(
                done.stderr.contains("key") && done.stderr.contains("hint: "),
                "{}",
                done.stderr
            );
        }
        let kept = home.bytes();
        assert!(!kept.is_empty());
        assert!(!holds(&kept, KEY), "the key is in a file");
        let logs: Vec<_> = std::fs::read_dir(home.path().join("state"))
            .unwrap()
            .collect();
        assert!(!logs.is_empty(), "there is a log");
    }
}

/// Puts words into all texts of a value.
fn spread(value: &mut Value, all: &mut impl Iterator<Item = String>) {
    match value {
        // A name, or one word of several that may be said, stays.
        Value::String(text) if text.matches(' ').count() > 1 => {
            text.insert_str(text.find(' ').unwrap() + 1, &all.next().unwrap());
        }
        Value::Array(list) => list.iter_mut().for_each(|value| spread(value, all)),
        Value::Object(fields) => fields.values_mut().for_each(|value| spread(value, all)),
        _ => {}
    }
}

/// An answer that has the key in all that it says, taken apart in one way or another.
fn repeating(asked: &Asked) -> Reply {
    let (head, tail) = KEY.split_at(13);
    let spelt = |between: &str| format!("the {head}{between}{tail} word ");
    let between = [
        "",
        "**",
        "*",
        "\n# ",
        "_",
        "`",
        "[3]",
        " [2, 3]",
        "\n",
        "[Applause]",
        "\u{200b}",
    ];
    let mut all = between.into_iter().cycle().skip(asked.nth).map(spelt);
    let said = proper(asked);
    let said = match serde_json::from_str(&said) {
        Ok(mut value) => {
            spread(&mut value, &mut all);
            value.to_string()
        }
        Err(_) => said
            .split_inclusive(". ")
            .map(|sentence| all.next().unwrap() + sentence)
            .collect(),
    };
    let manner = Manner {
        piece: 1 + asked.nth % 17,
        between: Duration::ZERO,
        ..Manner::default()
    };
    spoken(&said, manner)
}

#[test]
fn a_server_that_repeats_the_key_in_what_is_said_does_not_spread_it() {
    // Where there is an audience, and where there is none.
    for (format, beside) in [("oxford", 2), ("structured", 4)] {
        let debater = Debater::faulty(|asked| Some(repeating(asked)));
        let home = Home::new();
        let url = debater.server.url();
        let mut args = short(&url);
        args.truncate(args.len() - beside);
        args.extend(["--format", format]);
        let mut command = home.command(&args);
        command
            .env("OPENAI_API_KEY", KEY)
            .env("OPENAI_BASE_URL", &url)
            .env("HUSTINGS_LOG", "trace");
        let done = end(start(&mut command));
        assert!(done.stdout.contains("Claim 1 of") || format == "structured");
        assert!(done.stdout.contains("[key]"), "{}", done.stderr);
        let everything = said(&done) + &told(&home);
        let letters = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "");
        let key = letters(KEY);
        let all = letters(&everything);
        let at = all
            .find(&key)
            .map(|at| &all[at.saturating_sub(80)..at + 40]);
        assert_eq!(at, None, "{format}");
        assert!(!holds(&home.bytes(), KEY), "the key was kept");
        let asked = debater.server.seen();
        assert!(asked.len() > 10);
        for request in asked {
            assert!(!request.body.to_string().contains(KEY), "{}", request.body);
        }
    }
}

/// All that can be asked about a debate afterwards.
fn told(home: &Home) -> String {
    let doors: [&[&str]; 6] = [
        &["show"],
        &["show", "--calls"],
        &["list", "--json"],
        &["export"],
        &["export", "--to", "json"],
        &["search", "cars", "--json"],
    ];
    let said = doors.map(|door| home.run(door));
    said.map(|done| done.stdout + &done.stderr).concat()
}

#[test]
fn a_key_in_the_path_of_the_address_is_kept_nowhere_and_asked_for_again() {
    for key in [
        "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "hunterhunterhunterhunter",
    ] {
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let debater = Debater::faulty(move |call| {
            let nth = asked.fetch_add(usize::from(call.purpose == "speech"), SeqCst);
            (call.purpose == "speech" && nth == 2).then_some(Reply::Die)
        });
        let home = Home::new();
        let url = debater.server.url().replace("/v1", &format!("/{key}/v1"));
        let mut args = short(&url);
        args.extend(["--format", "exhibition", "--model", "fake-1"]);
        let mut command = home.command(&args);
        let left = end(start(command.env("HUSTINGS_LOG", "trace")));
        left.ended(5);
        let shown = url.replace(key, "…");
        assert!(left.stderr.contains(&shown), "{}", left.stderr);
        let resume = ["resume", "--headless", "--output", "jsonl"];
        let refused = home.run(&resume);
        refused.ended(2);
        for part in [shown.as_str(), "hint: ", "--base-url"] {
            assert!(refused.stderr.contains(part), "{}", refused.stderr);
        }
        let everything = said(&left) + &said(&refused) + &told(&home);
        assert!(!everything.contains(key), "{everything}");
        assert!(!holds(&home.bytes(), key), "the key was kept");

        debater.server.come_back();
        let again = [resume.as_slice(), &["--base-url", &url]].concat();
        let done = home.run(&again);
        done.ended(0);
        // The place is the same, and so is the model.
        let models: Vec<_> = debater.server.seen().into_iter().map(|s| s.body).collect();
        assert!(models.iter().all(|body| body["model"] == "fake-1"));
        assert!(!(said(&done) + &told(&home)).contains(key));
        assert!(!holds(&home.bytes(), key), "the key was kept");
    }
}

#[test]
fn a_key_of_which_only_the_server_knows_is_not_spread_either() {
    let message = "Incorrect API key provided: sk-proj-OTHERKEY0123456789abcd, or was it \
                   9f8e7d6c5b4a39281706f5e4d3c2b1a0?";
    let debater = Debater::faulty(move |asked| {
        (asked.purpose == "speech").then(|| Reply::error(402, message))
    });
    for output in ["text", "jsonl"] {
        let home = Home::new();
        let url = debater.server.url();
        let mut args = short(&url);
        args.extend(["--format", "exhibition", "--output", output]);
        args.extend(["--on-failure", "go-on"]);
        args.drain(3..5);
        let done = home.run(&args);
        done.ended(4);
        let everything = said(&done) + &told(&home);
        assert!(everything.contains("API key provided"), "{everything}");
        for key in ["OTHERKEY", "9f8e7d6c5b4a"] {
            assert!(!everything.contains(key), "{everything}");
            assert!(!holds(&home.bytes(), key), "{key} was kept");
        }
    }
}

#[test]
fn everything_is_kept_under_one_folder_and_no_log_unless_it_is_asked_for() {
    let (home, elsewhere) = (Home::new(), tempfile::tempdir().unwrap());
    let real = home.write("bridge.txt", include_str!("../samples/real/bridge.txt"));
    let real = real.to_str().unwrap();
    for (args, log) in [
        (vec!["import", real], None),
        (vec!["list"], None),
        (vec!["check"], None),
        (vec!["list"], Some("debug")),
    ] {
        let mut command = home.command(&args);
        command.env("HOME", elsewhere.path());
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] {
            command.env(format!("XDG_{name}_HOME"), elsewhere.path());
        }
        if let Some(log) = log {
            command.env("HUSTINGS_LOG", log);
        }
        end(start(&mut command)).ended(0);
        let logs = std::fs::read_dir(home.path().join("state"));
        let logs = logs.map_or(0, Iterator::count);
        assert_eq!(logs > 0, log.is_some(), "{args:?}");
    }
    assert!(home.path().join("data/journal.db").exists());
    assert_eq!(elsewhere.path().read_dir().unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_folder_of_its_own_everything_is_where_the_system_keeps_such_things() {
    let home = Home::new();
    let real = home.write("bridge.txt", include_str!("../samples/real/bridge.txt"));
    let config = home.write(".config/hustings/config.toml", "pace = \"brisk\"\n");
    let run = |args: &[&str]| {
        let mut command = home.command(args);
        command.env_remove("HUSTINGS_HOME").env("HOME", home.path());
        for name in ["CONFIG", "DATA", "STATE", "CACHE"] {
            command.env_remove(format!("XDG_{name}_HOME"));
        }
        end(start(&mut command))
    };
    let refused = run(&["import", real.to_str().unwrap()]);
    let told = refused
        .ended(2)
        .stderr
        .contains(".config/hustings/config.toml:1:");
    assert!(told, "{}", refused.stderr);
    std::fs::remove_file(config).unwrap();
    run(&["import", real.to_str().unwrap()]).ended(0);
    let data = home.path().join(".local/share/hustings");
    assert!(data.join("journal.db").exists());
}

#[test]
fn what_the_viewer_hands_in_is_kept_and_sent_as_it_is() {
    let (home, debater) = (Home::new(), Debater::good());
    let typed = "The old key was sk-typed-0123456789abcdef, and it opened nothing.";
    let script = home.write(
        "script.toml",
        &format!(
            "[[interventions]]\nduring = \"prop.1\"\nat_words = 30\ndo = \"evidence\"\ntext = \"{typed}\"\nsource = \"me\"\n"
        ),
    );
    let done = home.debate(
        &debater.server,
        &["--interventions", script.to_str().unwrap()],
    );
    assert!(done.ended(0).stdout.contains(typed), "{}", done.stdout);
    let sent = debater.server.seen();
    assert!(
        sent.iter()
            .any(|one| format!("{:?}", one.body).contains(typed))
    );
    let exported = home.run(&["export", "last", "--to", "markdown"]);
    assert!(exported.ended(0).stdout.contains(typed));
}
