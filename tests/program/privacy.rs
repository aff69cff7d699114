//! Where a key goes, and where it is never seen.

use super::common::{
    debater::{Debater, Home, end, short, start},
    fake_server::Reply,
};

const KEY: &str = "sk-hunter2-0123456789";

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
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
