//! What only a process shows of the table of attacks (`common/attacks.rs`): standard output, standard error and the log at its
//! most talkative, with hostile arguments, names of files and variables; and keys in every place that a key can be in, from
//! a server that repeats all of them.

use std::collections::BTreeSet;

use super::common::{
    attacks::{WORD, every_attack, passed},
    debater::{Debater, Home, Manner, end, proper, spoken, start},
    fake_server::Reply,
};

/// A key of the environment, of `.env`, of the file of keys, of the configuration, and of an address.
const KEYS: [&str; 5] = [
    "sk-proj-EnVironment0a1B2c3D4e5F",
    "sk-dotenv-6g7H8i9J0k1L2m3N4o5P",
    "sk-stored-q6R7s8T9u0V1w2X3y4Z5",
    "sk-config-a6B7c8D9e0F1g2H3i4J5",
    "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
];

#[test]
fn no_attack_and_no_key_leaves_the_process_by_any_stream() {
    let repeated = format!("{} and {}", every_attack(), KEYS.join(" and "));
    let refused = repeated.clone();
    let debater = Debater::faulty(move |asked| match asked.purpose {
        "speech" if asked.nth == 2 => Some(Reply::error(401, &refused)),
        "speech" => {
            let said = format!("Madam, {repeated}. {}", proper(asked));
            let manner = Manner {
                piece: 1 + asked.nth % 5,
                ..Manner::default()
            };
            Some(spoken(&said, manner))
        }
        _ if asked.nth % 3 == 1 => Some(Reply::error(400, &refused)),
        _ => None,
    });
    let home = Home::new();
    let url = debater.server.url();
    let with_key = url.replace("/v1", &format!("/{}/v1", KEYS[4]));
    home.write(
        "config/config.toml",
        &format!(
            "model = \"y:fake-1\"\n[providers.x]\nbase_url = \"http://127.0.0.1:9/v1\"\nkey = \"{}\"\n\
             [providers.y]\nbase_url = \"{with_key}\"\nkey_env = \"Y_KEY\"\n",
            KEYS[3]
        ),
    );
    home.write("config/.env", &format!("Y_KEY={}\n", KEYS[1]));
    home.write(
        "config/keys.toml",
        &format!("[keys]\nz = \"{}\"\n", KEYS[2]),
    );
    let attack = every_attack().replace('\0', "");
    let file: String = attack.chars().filter(|c| *c != '/').take(80).collect();
    let motion = format!("This House {attack} would walk");
    let mut run = vec![
        "run",
        motion.as_str(),
        "--headless",
        "--pace",
        "instant",
        "--scale",
        "0.1",
        "--audience",
        "2",
    ];
    run.extend(["--on-failure", "go-on", "--output", "text"]);
    let doors: [&[&str]; 9] = [
        &run,
        &["show", "last", "--calls"],
        &["show", &attack],
        &["export", "last", "--to", "json"],
        &["import", &file],
        &["personas", &attack],
        &["list", "--json"],
        &["config", "show"],
        &["doctor"],
    ];
    let mut told = String::new();
    for args in doors {
        let mut command = home.command(args);
        command
            .env("OPENAI_API_KEY", KEYS[0])
            .env("HUSTINGS_LOG", "trace")
            .env("HUSTINGS_THEME", &attack)
            .env("TERM", &attack);
        let done = end(start(&mut command));
        for (stream, text) in [
            ("standard output", &done.stdout),
            ("standard error", &done.stderr),
        ] {
            assert_eq!(
                passed(text),
                BTreeSet::new(),
                "{stream} of {args:?}: {text}"
            );
        }
        told += &done.stdout;
        told += &done.stderr;
    }
    assert!(told.contains(WORD) && told.contains("[key]"), "{told}");
    let mut logged = String::new();
    for file in std::fs::read_dir(home.path().join("state")).unwrap() {
        logged += &std::fs::read_to_string(file.unwrap().path()).unwrap();
    }
    assert!(logged.contains("TRACE"), "{logged}");
    assert_eq!(passed(&logged), BTreeSet::new(), "the log: {logged}");
    // The files in which its user has put the keys are the only ones that have them.
    for name in ["config/config.toml", "config/.env", "config/keys.toml"] {
        std::fs::remove_file(home.path().join(name)).unwrap();
    }
    let kept = String::from_utf8_lossy(&home.bytes()).into_owned();
    for key in KEYS {
        for (place, text) in [("told", &told), ("logged", &logged), ("kept", &kept)] {
            let at = text.find(key).map(|at| text.get(at.saturating_sub(60)..at));
            assert_eq!(at, None, "{key} is {place}");
        }
    }
}
