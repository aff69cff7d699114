//! A server that is entered in the lobby, tried out against one on loopback; presets and kept keys, as scripts use them.

use std::time::Duration;

use hustings::host::{
    Host,
    server::{EnteredServer, TrialWaits},
};

use crate::common::{
    debater::Debater,
    fake_server::{FakeServer, Reply, Seen},
    process::Home,
};

const KEY: &str = "sk-hunter2-hunter2";

/// What came of trying a server out with this key and model: its model, or what is said.
async fn tried(url: &str, key: &str, model: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    let entered = EnteredServer::read(url, key, model).unwrap();
    let waits = TrialWaits {
        listed: Duration::from_millis(700),
        answered: Duration::from_secs(20),
    };
    let tried = host.try_server(&entered, waits, &|_| {}).await;
    tried.map(|tried| tried.model).map_err(|failure| {
        let told = failure.to_string();
        assert!(!told.contains("hunter2"), "{told}");
        assert!(!told.contains("--"), "a form has no flags: {told}");
        told
    })
}

/// A server that lets in whoever has the key.
async fn behind_a_key() -> FakeServer {
    let has_key = |seen: &Seen| seen.header("authorization") == Some(&format!("Bearer {KEY}"));
    FakeServer::answering(move |seen| {
        if has_key(seen) {
            Reply::text(&["Yes."])
        } else {
            Reply::error(401, "Incorrect API key provided")
        }
    })
    .await
}

#[tokio::test]
async fn a_server_answers_with_the_right_key_and_says_what_is_wrong_with_another() {
    let server = behind_a_key().await;
    let url = server.url();
    // The one that embeds is passed over.
    assert_eq!(tried(&url, KEY, "").await.unwrap(), "fake-1");
    assert_eq!(tried(&url, KEY, "fake-2").await.unwrap(), "fake-2");
    // Its list is open to all: that a key is wrong comes out when a model is asked.
    let told = tried(&url, "sk-other", "").await.unwrap_err();
    assert!(told.contains("refuses the key"), "{told}");
    let told = tried(&url, "", "").await.unwrap_err();
    assert!(told.contains("wants a key"), "{told}");
    let told = tried(&url, KEY, "nosuch").await.unwrap_err();
    assert!(told.contains("nosuch"), "{told}");
    server.set_models(Reply::error(401, "Incorrect API key provided"));
    let told = tried(&url, KEY, "").await.unwrap_err();
    assert!(told.contains("refuses the key"), "{told}");
}

#[tokio::test]
async fn a_server_that_is_not_there_hangs_or_is_a_web_page_is_told_apart() {
    let told = tried("http://127.0.0.1:9/v1", "", "").await.unwrap_err();
    assert!(told.contains("that the server is running"), "{told}");
    let server = behind_a_key().await;
    server.set_models(Reply::Silence);
    let told = tried(&server.url(), KEY, "").await.unwrap_err();
    assert!(told.contains("hangs"), "{told}");
    server.set_models(Reply::status(
        200,
        "<!doctype html><html><body>Welcome</body></html>",
    ));
    let told = tried(&server.url(), KEY, "").await.unwrap_err();
    assert!(told.contains("most end in /v1"), "{told}");
    server.set_models(Reply::status(404, "{}"));
    let told = tried(&server.url(), KEY, "").await.unwrap_err();
    assert!(told.contains("most end in /v1"), "{told}");
    // Not every server has a list, and one that does not is asked for the model that was entered.
    assert_eq!(tried(&server.url(), KEY, "own").await.unwrap(), "own");
}

#[tokio::test]
async fn a_server_that_was_kept_is_asked_with_its_key_from_then_on() {
    let server = behind_a_key().await;
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    let entered = EnteredServer::read(&server.url(), KEY, "").unwrap();
    let kept = host.keep_server(&entered, "fake-2").unwrap();
    assert_eq!(kept.model, "local:fake-2");
    // As the program finds it when it is started the next time.
    let host = Host::in_folder(folder.path()).unwrap();
    let roster = host.roster(&host.overrides).await.unwrap();
    assert_eq!(roster.labels()[0], "local:fake-2");
    let without = EnteredServer::read(&server.url(), "", "fake-2").unwrap();
    let tried = host
        .try_server(&without, TrialWaits::default(), &|_| {})
        .await;
    assert_eq!(tried.unwrap().model, "fake-2");
    let asked = server.seen();
    let key = asked
        .last()
        .unwrap()
        .header("authorization")
        .map(str::to_owned);
    assert_eq!(key, Some(format!("Bearer {KEY}")));
}

#[test]
fn a_preset_is_what_a_run_is_made_of_and_flags_go_before_it() {
    let (home, debater) = (Home::new(), Debater::good());
    let url = debater.server.url();
    let preset =
        "format = \"roundtable\"\nscale = 0.1\nrounds = 2\njudges = 3\nmodel = \"gone:model\"\n";
    home.write("config/presets/quick.toml", preset);
    let run = |flags: &[&str]| {
        let usual = [
            "run",
            "ban-private-cars",
            "--preset",
            "quick",
            "--headless",
            "--dry-run",
            "--seed",
            "7",
            "--base-url",
            &url,
        ];
        home.run(&[&usual[..], flags].concat())
    };
    let told = run(&[]);
    told.ended(0);
    // What the format has no use for is left out, and that is said.
    assert!(
        told.stderr.contains("`judges` of the preset is left out"),
        "{}",
        told.stderr
    );
    let longer = run(&["--scale", "1"]);
    assert_ne!(told.stdout, longer.stdout, "the flag goes before it");
    let unknown = home.run(&["run", "ban-private-cars", "--preset", "quik", "--headless"]);
    unknown.ended(2);
    assert!(
        unknown.stderr.contains("did you mean `quick`?"),
        "{}",
        unknown.stderr
    );
}
