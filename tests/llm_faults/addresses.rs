//! Which model is asked, where it is, and with whose key.

use std::time::Duration;

use futures_util::FutureExt as _;
use hustings::{
    config::{self, Env, OpenAiEnv, Overrides, Provider, Settings},
    debate::{
        ask::{Role, Urgency},
        ids::Seat,
    },
    error::Exit,
    host::find,
    llm::{ModelError, gate::Gate, probe},
    prompt::plain_question,
};
use serde_json::json;

use super::{
    client::{KEY, collect, endpoint, model, no_store, once, profile, request},
    common::fake_server::{FakeServer, Reply, chunk, event},
};

#[tokio::test]
async fn a_key_is_in_no_error_and_goes_to_no_other_address() {
    let elsewhere = FakeServer::start([Reply::text(&["no"])]).await;
    let moved = Reply::status(307, "")
        .with_header("location", &format!("{}/chat/completions", elsewhere.url()));
    let echo = format!("bad key {KEY}");
    let replies = [
        moved,
        Reply::error(401, &echo),
        Reply::error(429, &echo),
        Reply::error(503, &echo),
        Reply::error(418, &echo),
        Reply::status(500, echo.clone()),
        Reply::raw(&event(&json!({"error": {"message": echo}}))),
        Reply::raw(&(chunk("Madam ") + &event(&json!({"error": {"message": echo}})))),
    ];
    let count = replies.len();
    let server = FakeServer::start(replies).await;
    let model = model(&server);
    for reply in 0..count {
        let error = once(&model, &request()).await.0.unwrap_err();
        if reply == 0 {
            assert!(error.to_string().contains(&elsewhere.url()), "{error}");
            assert!(error.hint().unwrap().contains("`base_url`"), "{error:?}");
        }
        let said = format!("{error} {error:?} {:?} {model:?}", error.hint());
        assert!(!said.contains("hunter2"), "{said}");
    }
    assert_eq!(elsewhere.seen().len(), 0);
}

#[tokio::test]
async fn address_key_and_model_are_told_apart_before_a_debate() {
    let server = FakeServer::start([]).await;
    let limit = Duration::from_secs(30);
    let verify = async |model: &str| probe::verify(&endpoint(&server), model, limit).await;
    verify("fake-1").await.unwrap();
    assert!(matches!(
        verify("other").await,
        Err(ModelError::NoSuchModel { .. })
    ));
    server.set_models(Reply::error(404, "not here"));
    verify("other").await.unwrap();
    server.set_models(Reply::error(401, "no"));
    assert!(matches!(
        verify("fake-1").await,
        Err(ModelError::Key { .. })
    ));
}

#[tokio::test]
async fn the_key_of_the_environment_belongs_to_one_address() {
    let home = FakeServer::answering(|_| Reply::text(&["Yes."])).await;
    let other = FakeServer::answering(|_| Reply::text(&["Yes."])).await;
    let settings = Settings {
        openai: OpenAiEnv {
            base_url: Some(home.url().into()),
            key: Some(KEY.into()),
        },
        env: Env::with([("OTHER_KEY", "sk-other")]),
        ..Settings::default()
    };
    let at = |url: &str, key_env: Option<&str>| Overrides {
        base_url: Some(url.into()),
        key_env: key_env.map(str::to_owned),
        ..Overrides::default()
    };
    let same = format!("{}/", home.url());
    for (overrides, server, key) in [
        (Overrides::default(), &home, Some(KEY)),
        (at(&same, None), &home, Some(KEY)),
        (at(&other.url(), None), &other, None),
        (
            at(&other.url(), Some("OTHER_KEY")),
            &other,
            Some("sk-other"),
        ),
    ] {
        let mut roster = find::roster(&settings, &overrides, &profile, &no_store())
            .await
            .unwrap();
        let (sender, _heard) = collect();
        let assigned = roster.assigned(Role::Speaker, None);
        assigned.model.complete(&request(), sender).await.unwrap();
        let seen = server.seen().pop().unwrap();
        assert_eq!(seen.body["model"], "fake-1");
        let sent = key.map(|key| format!("Bearer {key}"));
        assert_eq!(seen.header("authorization"), sent.as_deref());
        assert!(!format!("{roster:?} {:?} {settings:?}", roster.describe()).contains("hunter2"));
        roster.verify(&request()).await.unwrap();
        let labels = roster.labels();
        assert_eq!(
            labels.len(),
            2,
            "what does not talk is not offered: {labels:?}"
        );
        assert!(labels[1].ends_with(":fake-2"), "{labels:?}");
    }
    let missing = find::roster(
        &settings,
        &at(&other.url(), Some("NO_KEY")),
        &profile,
        &no_store(),
    )
    .await;
    assert_eq!(missing.unwrap_err().exit, Exit::BadInput);
}

#[tokio::test]
async fn roles_and_seats_have_their_own_models() {
    let server = FakeServer::start([]).await;
    let mut settings = Settings {
        model: Some("near:big".into()),
        providers: vec![Provider::at("near", server.url())],
        ..Settings::default()
    };
    settings.roles.insert(Role::Judge, "near:judge".into());
    settings
        .seats
        .insert(Seat::named("prop.2"), "tagged:3b".into());
    let overrides = Overrides {
        role_models: vec![(Role::Audience, "near:small".into())],
        ..Overrides::default()
    };
    let mut roster = find::roster(&settings, &overrides, &profile, &no_store())
        .await
        .unwrap();
    let label = |role, seat: Option<&str>| {
        let seat = seat.map(Seat::named);
        roster
            .assigned(role, seat.as_ref())
            .model
            .label()
            .to_owned()
    };
    assert_eq!(label(Role::Speaker, Some("prop.1")), "near:big");
    assert_eq!(label(Role::Speaker, Some("prop.2")), "near:tagged:3b");
    assert_eq!(label(Role::Poi, Some("prop.2")), "near:big");
    assert_eq!(label(Role::Judge, None), "near:judge");
    assert_eq!(label(Role::Audience, Some("audience.1")), "near:small");
    let described = roster.describe();
    assert_eq!(described.len(), 4);
    // Nothing is "else" before something else was named.
    assert!(
        described[3].starts_with("everything else: near:big"),
        "{described:?}"
    );
    let failure = roster.verify(&request()).await.unwrap_err();
    assert_eq!(failure.exit, Exit::NoModel);
    assert!(failure.to_string().contains("\"big\""), "{failure}");
}

/// A store with one model in it, which is there and is never loaded here.
#[cfg(feature = "embedded")]
fn store_with(name: &str, home: &std::path::Path) -> hustings::models::Store {
    let folder = home.join("data/models").join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("m.gguf"), "GGUF").unwrap();
    let about = format!(
        "name = \"{name}\"\nfile = \"m.gguf\"\nbytes = 4\nsha256 = \"\"\nprofile = \"{name}\"\n\
         context = 512\nfrom = \"a test\"\nsince = \"2026-01-01T00:00:00Z\"\n"
    );
    std::fs::write(folder.join("about.toml"), about).unwrap();
    let dirs = hustings::config::Dirs::under(home);
    hustings::models::Store::new(&dirs).with_memory(u64::MAX)
}

/// Two places on this machine where a server is looked for.
#[cfg(feature = "embedded")]
type Nearby = [(String, String); 2];

/// What the file names, what the environment has, and where is looked.
#[cfg(feature = "embedded")]
type Given<'a> = (Option<&'a Provider>, OpenAiEnv, &'a Nearby);

#[cfg(feature = "embedded")]
#[tokio::test]
async fn nobody_is_looked_for_where_that_is_not_wanted() {
    let server = FakeServer::start([]).await;
    let home = tempfile::tempdir().unwrap();
    let settings = |text: &str| config::parse("config.toml", text, &Env::default()).unwrap();
    let find = async |text: &str| {
        let mut common =
            find::SharedModels::new(None).looking_at([("near".to_owned(), server.url())]);
        let store = hustings::models::Store::new(&config::Dirs::under(home.path()));
        let none = Overrides::default();
        find::roster_among(&settings(text), &none, (&profile, &store), &mut common).await
    };
    let failure = find("look_nearby = false").await.unwrap_err();
    assert_eq!(failure.exit, Exit::NoModel);
    assert!(failure.to_string().contains("look_nearby"), "{failure}");
    find("").await.unwrap();
    find("look_nearby = true").await.unwrap();
}

#[tokio::test]
async fn what_is_named_comes_first_then_a_key_then_a_server_nearby_then_a_fetched_model() {
    let (first, second) = (FakeServer::start([]).await, FakeServer::start([]).await);
    let home = tempfile::tempdir().unwrap();
    let store = store_with("fetched", home.path());
    let gone = "http://127.0.0.1:9/v1".to_owned();
    let nearby =
        |one: &str, other: &str| [("one".into(), one.into()), ("two".into(), other.into())];
    let (one, two) = (first.url(), second.url());
    let both = nearby(&one, &two);
    let only_second = nearby(&gone, &two);
    let nobody = nearby(&gone, &gone);

    let file = Provider::at("file", "http://127.0.0.1:9/file/v1".to_owned());
    let openai = |base_url: Option<&str>, key: Option<&str>| OpenAiEnv {
        base_url: base_url.map(Into::into),
        key: key.map(Into::into),
    };
    let moved = Some("http://127.0.0.1:9/moved/v1");
    let flag = Overrides {
        base_url: Some("http://127.0.0.1:9/flag/v1".into()),
        ..Overrides::default()
    };
    let none = Overrides::default();
    let everything = (Some(&file), openai(moved, Some(KEY)), &both);
    #[rustfmt::skip]
    let table: [(&Overrides, Given<'_>, &str); 7] = [
        (&flag, everything.clone(), " at http://127.0.0.1:9/flag/v1"),
        (&none, everything, " at http://127.0.0.1:9/file/v1"),
        (&none, (None, openai(moved, Some(KEY)), &both), " at http://127.0.0.1:9/moved/v1"),
        (&none, (None, openai(None, Some(KEY)), &both), "openai:fetched at https://api.openai.com/v1"),
        (&none, (None, openai(None, None), &both), "one:fetched at "),
        (&none, (None, openai(None, None), &only_second), "two:fetched at "),
        (&none, (None, openai(None, None), &nobody), "embedded:fetched from "),
    ];
    let find = async |overrides: &Overrides,
                      settings: &Settings,
                      nearby: Nearby,
                      store: &hustings::models::Store| {
        let mut common = find::SharedModels::new(None).looking_at(nearby);
        find::roster_among(settings, overrides, (&profile, store), &mut common).await
    };
    for (overrides, (file, openai, nearby), expected) in table {
        let settings = Settings {
            // The name keeps OpenAI from being asked for its list; every place would have a model of it.
            model: Some("fetched".into()),
            providers: file.cloned().into_iter().collect(),
            openai,
            ..Settings::default()
        };
        let roster = find(overrides, &settings, nearby.clone(), &store).await;
        let described = roster.unwrap().describe().join("\n");
        assert!(described.contains(expected), "{expected}: {described}");
    }
    // Nobody has named anything: what is nearby, then what was fetched, then nothing.
    let settings = Settings::default();
    let found = find(&none, &settings, both, &store).await.unwrap();
    assert_eq!(found.labels()[0], "one:fake-1");
    assert!(found.describe()[0].starts_with("everything: one:fake-1"));
    let found = find(&none, &settings, nobody.clone(), &store)
        .await
        .unwrap();
    assert_eq!(found.labels(), ["embedded:fetched"]);
    let failure = find(&none, &settings, nobody, &no_store()).await;
    assert_eq!(failure.unwrap_err().exit, Exit::NoModel);
}

#[tokio::test]
async fn a_server_gets_as_many_calls_at_once_as_is_said() {
    // In the file, for all debates of a batch, and how many there are.
    for (parallel, calls, expected) in [(None, None, 16), (Some(2), None, 2), (Some(2), Some(3), 3)]
    {
        let mut provider = Provider::at("near", "http://127.0.0.1:9/v1".to_owned());
        provider.parallel = parallel;
        let settings = Settings {
            model: Some("near:big".into()),
            providers: vec![provider],
            ..Settings::default()
        };
        let mut common = find::SharedModels::new(calls);
        let mut gates = Vec::new();
        for _debate in 0..2 {
            let (none, store) = (Overrides::default(), no_store());
            let found = find::roster_among(&settings, &none, (&profile, &store), &mut common);
            gates.push(
                found
                    .await
                    .unwrap()
                    .assigned(Role::Speaker, None)
                    .gate
                    .clone(),
            );
        }
        let let_through = |gate: &Gate| gate.acquire(Urgency::Floor).now_or_never();
        let first: Vec<_> = std::iter::from_fn(|| let_through(&gates[0])).collect();
        assert_eq!(first.len(), expected, "{parallel:?} {calls:?}");
        assert!(let_through(&gates[1]).is_none(), "of both debates together");
    }
}

#[tokio::test]
async fn a_server_of_llama_cpp_says_how_many_calls_it_takes_at_once() {
    let server = FakeServer::start([]).await;
    server.set_models(Reply::status(
        200,
        r#"{"data": [{"id": "m", "owned_by": "llamacpp", "meta": {"n_ctx": 4096}}]}"#,
    ));
    server.set_properties(Reply::status(200, r#"{"total_slots": 2}"#));
    // Unless somebody has chosen another number.
    for (parallel, expected) in [(None, 2), (Some(5), 5)] {
        let mut provider = Provider::at("near", server.url());
        provider.parallel = parallel;
        let settings = Settings {
            model: Some("near:m".into()),
            providers: vec![provider],
            ..Settings::default()
        };
        let mut common = find::SharedModels::new(None);
        let (none, store) = (Overrides::default(), no_store());
        let found = find::roster_among(&settings, &none, (&profile, &store), &mut common);
        let mut roster = found.await.unwrap();
        roster.verify(&plain_question()).await.unwrap();
        let speaker = roster.assigned(Role::Speaker, None);
        assert_eq!(speaker.gate.width(), expected, "{parallel:?}");
    }
}
