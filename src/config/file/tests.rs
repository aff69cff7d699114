//! Settings that may be made, and the messages about those that may not.

use super::*;
use secrecy::ExposeSecret;

fn wrong(text: &str) -> String {
    parse("config.toml", text, &Env::default())
        .unwrap_err()
        .to_string()
}

#[test]
fn everything_can_be_set() {
    let text = r#"
        model = "far:big-1"
        pace = "live"
        theme = "dark"
        [providers.near]
        base_url = "http://127.0.0.1:8080/v1/"
        parallel = 2
        first_byte_s = 300
        [providers.far]
        base_url = "https://example.org/v1"
        key_env = "FAR_KEY"
        headers = { x-team = "red" }
        models = ["big-1"]
        [roles]
        judge = "near:small"
        [seats]
        "prop.2" = "near:small"
        [[prices]]
        match = "big-*"
        input = 2
        output = 8
        [[prices]]
        match = "near:*"
        free = true
        [embeddings]
        model = "far:vec-1"
        batch = 16
        [keys]
        pause = "space"
        [limits]
        max_cost = 1.5
        retry_after_s = 30
    "#;
    let settings = parse("config.toml", text, &Env::with([("FAR_KEY", " sk-1\n")])).unwrap();
    let names: Vec<&str> = settings.providers.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["near", "far"]);
    let near = &settings.providers[0];
    assert_eq!(near.base_url.whole(), "http://127.0.0.1:8080/v1");
    assert_eq!(
        (near.parallel, near.first_byte),
        (Some(2), Some(Duration::from_secs(300)))
    );
    let far = &settings.providers[1];
    assert_eq!(far.key.as_ref().unwrap().expose_secret(), "sk-1");
    assert_eq!(settings.roles[&Role::Judge], "near:small");
    assert_eq!(settings.seats[&Seat::named("prop.2")], "near:small");
    assert_eq!(settings.prices.of("near", "small"), Price::Free);
    assert_eq!(settings.limits.max_cost, Some(1.5));
    assert_eq!(settings.limits.retry_after, Some(Duration::from_secs(30)));
    let model = EmbeddingModel::parse("far:vec-1").ok();
    assert_eq!(
        (&settings.embeddings.model, settings.embeddings.batch),
        (&model, Some(16))
    );
    assert!(!format!("{settings:?}").contains("sk-1"));
}

#[test]
fn the_users_own_price_goes_before_the_list() {
    let text = r#"
        [providers.hosted]
        base_url = "https://api.openai.com/v1"
        key_env = "KEY"
        [[prices]]
        match = "hosted:gpt-4.1"
        input = 7
        output = 9
    "#;
    let settings = parse("config.toml", text, &Env::with([("KEY", "sk-1")])).unwrap();
    let hosted = &settings.providers[0];
    let own = Rates {
        input: 7.0,
        cached_input: 7.0,
        output: 9.0,
    };
    assert_eq!(settings.price(hosted, "gpt-4.1"), Price::PerMillion(own));
    assert!(matches!(
        settings.price(hosted, "gpt-4.1-mini"),
        Price::Listed(_)
    ));
    assert_eq!(settings.price(hosted, "gpt-of-tomorrow"), Price::Unknown);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let table = [
        ("modle = \"x\"", ":1:1", "did you mean `model`?"),
        ("\npace = \"fast\"", ":2:8", "`instant`"),
        ("[roles]\njugde = \"x\"", ":2:1\n", "did you mean `judge`?"),
        ("[roles]\njudge = \"\"", ":2:9", "the name of a model"),
        ("[seats]\n\"opp\" = \"x\"", ":2:1\n", "opp.2"),
        ("[seats]\n\"opp.0\" = \"x\"", ":2:1\n", "is no seat"),
        ("[providers.a]\nbase_url = 7", ":2:12", "a text in quotes"),
        ("[providers.a]\nbase_url = \"ftp://x\"", ":2:12", "http://"),
        (
            "[providers.a]\nbase_url = \"http://x/v1\"\nparallel = 0",
            ":3:12",
            "1 to 1024",
        ),
        (
            "[providers.a]\nbase_url = \"http://x/v1\"\nfirst_byte_s = nan",
            ":3:16",
            "0.001 to 86400",
        ),
        (
            "[providers.a]\nbase_urk = \"http://x/v1\"",
            ":2:1",
            "base_url",
        ),
        (
            "[[prices]]\nmatch = \"*\"\ninput = 1",
            ":2:9",
            "free = true",
        ),
        ("[[prices]]\nmatch = \" \"\nfree = true", ":2:9", "no model"),
        (
            "[[prices]]\nmatch = \"*\"\ninput = -1\noutput = 1",
            ":3:9",
            "0 to",
        ),
        ("[embeddings]\nmodel = \"minilm\"", ":2:9", "embedded:NAME"),
        (
            "[embeddings]\nmodel = \"far:x\"",
            ":2:9",
            "no provider `far`",
        ),
        ("[embeddings]\nbatch = 0", ":2:9", "1 to 2048"),
        (
            "[embeddings]\nmodle = \"off\"",
            ":2:1",
            "did you mean `model`?",
        ),
        ("[limits]\nmax_cost = -1", ":2:12", "0.000001 to"),
        ("[limits]\nmax_cost = nan", ":2:12", "0.000001 to"),
        ("[limits]\nmax_cost = inf", ":2:12", "0.000001 to"),
        ("[limits]\nmax_tokens = 0", ":2:14", "1 to"),
        ("[limits]\nretry_after_s = 1e9", ":2:17", "0 to 86400"),
        ("model = ", ":1:", "the value is missing"),
        ("model =\npace = \"live\"", ":1:", "the value is missing"),
        ("model = # none yet", ":1:", "the value is missing"),
        ("model = mine", ":1:9", "must be quoted"),
    ];
    for (text, place, expectation) in table {
        let said = wrong(text);
        assert!(
            said.contains(&format!("config.toml{place}")),
            "{text}: {said}"
        );
        assert!(said.contains(expectation), "{text}: {said}");
    }
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let text = "modle = \"x\"\npace = \"fast\"\n[providers.a]\nbase_url = \"ftp://x\"\n\
                [roles]\njugde = \"x\"\n[seats]\nopp = \"x\"\n[[prices]]\nmatch = \"*\"\n\
                [embeddings]\nmodel = \"far:x\"\n[limits]\nmax_cost = -1\n";
    let problems = read("config.toml", &text.into(), &Env::default()).problems;
    let fields: Vec<&str> = problems.iter().map(|one| one.field.as_str()).collect();
    assert_eq!(
        fields,
        [
            "modle",
            "pace",
            "providers.a.base_url",
            "roles.jugde",
            "seats.opp",
            "prices[0].match",
            "embeddings.model",
            "limits.max_cost",
        ]
    );
}

#[test]
fn a_key_is_in_no_message() {
    for text in [
        "[providers.a]\nbase_url = \"http://x/v1\"\nkey = \"hunter2 é\"",
        "[providers.a]\nbase_url = \"http://x/v1\"\nkey = [\"hunter2\"]",
        "[providers.a]\nbase_url = \"http://x/v1\"\nkye = \"hunter2\"",
        "[providers.a]\nkey = \"hunter2\"",
        "[providers.a]\nbase_url = \"http://x/v1\"\nkey = \"hunter2",
    ] {
        let said = wrong(text);
        assert!(!said.contains("hunter2"), "{said}");
    }
}
