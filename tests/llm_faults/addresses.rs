//! Which model is asked, where it is, and with whose key.

use std::time::Duration;

use hustings::{
    config::{Env, OpenAiEnv, Overrides, Provider, Settings},
    debate::{ask::Role, ids::Seat},
    error::Exit,
    llm::{ModelError, probe, roster::Roster},
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
    for _ in 0..count {
        let error = once(&model, &request()).await.0.unwrap_err();
        let said = format!("{error} {error:?} {:?} {model:?}", error.hint());
        assert!(!said.contains("hunter2"), "{said}");
    }
    assert_eq!(elsewhere.seen().len(), 0);
}

#[tokio::test]
async fn address_key_and_model_are_told_apart_before_a_debate() {
    let server = FakeServer::start([]).await;
    let second = Duration::from_secs(5);
    let verify = async |model: &str| probe::verify(&endpoint(&server), model, second).await;
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
            base_url: Some(home.url()),
            key: Some(KEY.into()),
        },
        env: Env::with([("OTHER_KEY", "sk-other")]),
        ..Settings::default()
    };
    let at = |url: &str, key_env: Option<&str>| Overrides {
        base_url: Some(url.to_owned()),
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
        let mut roster = Roster::resolve(&settings, &overrides, &profile, &no_store())
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
        roster.verify().await.unwrap();
        let labels = roster.labels();
        assert_eq!(
            labels.len(),
            2,
            "what does not talk is not offered: {labels:?}"
        );
        assert!(labels[1].ends_with(":fake-2"), "{labels:?}");
    }
    let missing = Roster::resolve(
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
    let mut roster = Roster::resolve(&settings, &overrides, &profile, &no_store())
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
    assert_eq!(roster.describe().len(), 4);
    let failure = roster.verify().await.unwrap_err();
    assert_eq!(failure.exit, Exit::NoModel);
    assert!(failure.to_string().contains("\"big\""), "{failure}");
}
