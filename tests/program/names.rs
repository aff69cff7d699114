//! Names that people give: of models, providers, servers and files. Where a key was put in the place of one, nobody repeats
//! it; where a name is a slip, it is told with its place; and `check` says what a run would.

use super::common::{
    FORMATS,
    debater::{Debater, Home, end, start},
    fake_server::{FakeServer, Reply},
};

/// Keys without a beginning by which they could be told.
const KEYS: [&str; 2] = [
    "8f14e45f-ceea-467f-a0e6-1234567890ab",
    "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
];

/// A server that has a model, and says so.
fn server() -> (FakeServer, tokio::runtime::Runtime) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let listed = || Reply::status(200, r#"{"data": [{"id": "fake-1"}]}"#);
    let server = runtime.block_on(FakeServer::answering(move |_| listed()));
    (server, runtime)
}

#[test]
fn a_key_in_the_place_of_a_name_is_not_repeated() {
    let (server, _runtime) = server();
    let near = format!("[providers.near]\nbase_url = \"{}\"\n", server.url());
    let dead = "base_url = \"http://127.0.0.1:9/v1\"\n";
    for key in KEYS {
        let files = [
            format!("model = \"embedded:{key}\"\n"),
            format!("model = \"{key}\"\n{near}"),
            format!("model = \"{key}:m\"\n{near}"),
            format!("model = \"near:{key}\"\n{near}"),
            format!("{near}[roles]\njudge = \"near:{key}\"\n"),
            format!("{near}[seats]\n\"prop.1\" = \"near:{key}\"\n"),
            format!("model = \"{key}:m\"\n[providers.{key}]\n{dead}"),
            format!("model = \"near:m\"\n{near}[embeddings]\nmodel = \"embedded:{key}\"\n"),
            format!("[providers.near]\nbase_url = \"http://{key}\"\n"),
            format!("[providers.near]\nbase_url = \"http://{key}:8080/v1\"\nmodels = [\"m\"]\n"),
            format!("[providers.near]\nbase_url = \"http://me:x@{key}/v1\"\n"),
            format!("model = \"near:{key}\"\n{near}[limits]\nmax_cost = 1\n"),
        ];
        let run = &["run", "tea", "--headless", "--output", "text"][..];
        for file in files {
            let home = Home::new();
            home.write("config/config.toml", &file);
            for args in [run, &["check"], &["models"]] {
                let done = home.run(args);
                let code = done.status.code();
                let said = done.stdout + &done.stderr;
                assert!(!said.contains(&key[..8]), "{args:?} {file}: {said}");
                // It ends before a debate is begun.
                assert!(args != run || code != Some(0), "{file}");
            }
        }
        let given = format!("{key}=m");
        let url = format!("http://{key}/v1");
        let at = server.url();
        for flags in [
            ["--model", key],
            ["--role", &given],
            ["--seat", &given],
            ["--base-url", &url],
            ["--embeddings", &format!("{key}:m")],
            ["--embeddings", &format!("embedded:{key}")],
            ["--embeddings", key],
        ] {
            let home = Home::new();
            let mut args = [run, &flags].concat();
            if flags[0] != "--base-url" {
                args.extend(["--base-url", &at]);
            }
            let done = home.run(&args);
            assert_ne!(done.status.code(), Some(0), "{flags:?}");
            let said = done.stdout + &done.stderr;
            assert!(!said.contains(&key[..8]), "{flags:?}: {said}");
        }
        for args in [["model", "pull", key], ["model", "remove", key]] {
            let done = Home::new().run(&args);
            let said = done.stdout + &done.stderr;
            assert!(!said.contains(&key[..8]), "{args:?}: {said}");
        }
        let home = Home::new();
        let mut command = home.command(run);
        let done = end(start(command.env("OPENAI_BASE_URL", &url)));
        let said = done.stdout + &done.stderr;
        assert!(!said.contains(&key[..8]), "{said}");
    }
}

#[test]
fn what_a_run_would_ask_its_usual_server_for_is_no_problem() {
    let provider = "[providers.ollama]\nbase_url = \"http://127.0.0.1:9/v1\"\n";
    let checked = |model: &str| {
        let home = Home::new();
        home.write(
            "config/config.toml",
            &format!("model = \"{model}\"\n{provider}"),
        );
        home.run(&["check"])
    };
    for tagged in [
        "mistral:instruct",
        "llama4:scout",
        "qwen2.5-coder:7b-instruct",
        "own:latest",
    ] {
        checked(tagged).ended(0);
    }
    for strange in [
        "nosuch:gpt-4o-mini-2024-07-18",
        "nosuch:qwen",
        "olama:qwen3",
    ] {
        let done = checked(strange);
        let said = &done.ended(2).stdout;
        assert!(said.contains("there is no provider"), "{strange}: {said}");
        assert!(said.contains("config.toml:1:9"), "{strange}: {said}");
    }
}

#[test]
fn a_name_that_is_a_slip_is_pointed_at() {
    let home = Home::new();
    home.write(
        "config/config.toml",
        "[roles]\naudiance = \"m\"\n[seats]\n\"opp.99\" = \"m\"\n[keys]\nevidense = \"i\"\n",
    );
    let said = home.run(&["check"]).ended(2).stdout.clone();
    for place in [
        "config.toml:2:1\n",
        "config.toml:4:1\n",
        "config.toml:6:1\n",
    ] {
        assert!(said.contains(place), "{place}: {said}");
    }
}

#[test]
fn a_name_that_stands_twice_hides_no_other_fault() {
    let home = Home::new();
    home.write(
        "config/config.toml",
        "pace = \"instant\"\npace = \"live\"\nmodle = \"x\"\ntheme = \"hustngs\"\n[limits]\nmax_cost = -1\n",
    );
    home.write(
        "config/motions/mine.toml",
        "text = \"This House Believes in tests\"\ntext = \"twice\"\ntopics = 7\n",
    );
    let said = home.run(&["check"]).ended(2).stdout.clone();
    for words in [
        "config.toml:2:1",
        "duplicate key",
        "did you mean `model`?",
        "did you mean `hustings`?",
        "config.toml:6:12",
        "mine.toml:2:1",
        "mine.toml:3:",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_file_that_nobody_reads_for_its_ending_is_named() {
    let home = Home::new();
    home.write("config/motions/y.tml", "text = \"x\"");
    home.write("config/formats/README.md", "Mine.");
    let said = home.run(&["check"]).ended(2).stdout.clone();
    assert!(
        said.contains("motions/y.tml") && said.contains("`y.toml`"),
        "{said}"
    );
    assert!(said.contains("1 problem;"), "{said}");
}

#[test]
fn a_count_that_cannot_be_is_one_fault_and_no_more() {
    let home = Home::new();
    for name in FORMATS {
        let format = std::fs::read_to_string(format!("formats/{name}.toml")).unwrap();
        for count in ["4294967295", "0"] {
            let at = format.find("\nseats = ").unwrap() + 1;
            let end = at + format[at..].find('\n').unwrap();
            let crowd = format!("{}seats = {count}{}", &format[..at], &format[end..]);
            home.write("config/formats/crowd.toml", &crowd);
            let said = home.run(&["check"]).ended(2).stdout.clone();
            assert!(said.contains("1 problem;"), "{name}, {count}: {said}");
        }
    }
}

#[test]
fn of_two_servers_the_one_that_failed_is_named() {
    let debater = Debater::good();
    let broken = Debater::faulty(|asked| {
        (asked.purpose == "speech").then(|| Reply::error(402, "no money left"))
    });
    let (good, bad) = (debater.server.url(), broken.server.url());
    let config = format!(
        "model = \"good:fake-1\"\n[providers.good]\nbase_url = \"{good}\"\n[providers.bad]\nbase_url = \"{bad}\"\n\
         [seats]\n\"opp.1\" = \"bad:fake-1\"\n"
    );
    let home = Home::new();
    home.write("config/config.toml", &config);
    let done = home.run(&[
        "run",
        "ban-private-cars",
        "--headless",
        "--seed",
        "7",
        "--scale",
        "0.1",
        "--pace",
        "instant",
        "--audience",
        "5",
    ]);
    let said = done.ended(4).stdout.clone() + &done.stderr;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("bad:fake-1: the server refuses"), "{said}");
}
