//! Providers and their models: keys, prices, and with which no debate could be begun.

use crate::common::debater::{Debater, Home};

#[test]
fn a_key_that_is_not_set_is_told_where_its_provider_is_asked() {
    let home = Home::new();
    let config = |model: &str| {
        format!(
            "model = \"{model}\"\n[providers.near]\nbase_url = \"http://127.0.0.1:9/v1\"\n[providers.far]\n\
             base_url = \"https://example.org/v1\"\nkey_env = \"HUSTINGS_TEST_NO_KEY\"\n"
        )
    };
    home.write("config/config.toml", &config("far:m"));
    let done = home.run(&["check"]);
    let said = &done.ended(2).stdout;
    assert!(said.contains("HUSTINGS_TEST_NO_KEY is not set"), "{said}");
    assert!(said.contains("config.toml:6:"), "{said}");
    // Of one that nobody asks, nothing is wanted.
    home.write("config/config.toml", &config("near:m"));
    home.run(&["check"]).ended(0);
}

#[test]
fn every_fault_of_a_list_of_models_is_told_at_once() {
    let home = Home::new();
    home.write(
        "config/models.toml",
        "[[models]]\nname = 5\nsummary = \"For tests.\"\nlicence = \"CC0-1.0\"\nby = \"nobody\"\nbytes = \"ten\"\n\
         sha256 = \"AA00000000000000000000000000000000000000000000000000000000000000\"\ncontext = 512\nprofil = \"tiny-135m\"\nfile = \"tiny.gguf\"\n\
         sources = [{ hubb = \"http://127.0.0.1:9/tiny.gguf\" }]\n",
    );
    let done = home.run(&["check"]);
    let said = &done.ended(2).stdout;
    for (line, words) in [
        (2, "models[0].name"),
        (6, "models[0].bytes"),
        (9, "did you mean `profile`?"),
        (11, "did you mean `hub`?"),
    ] {
        assert!(said.contains(words), "{words}: {said}");
        let place = format!("models.toml:{line}:");
        assert!(said.contains(&place), "{place} {words}: {said}");
    }
}

#[test]
fn a_second_provider_at_one_address_has_prices_of_its_own() {
    let debater = Debater::good();
    let url = debater.server.url();
    let at =
        |name: &str| format!("[providers.{name}]\nbase_url = \"{url}\"\nmodels = [\"fake-1\"]\n");
    let prices = "[[prices]]\nmatch = \"t:*\"\nfree = true\n[limits]\nmax_cost = 1\n";
    let home = Home::new();
    let config = format!(
        "model = \"t:fake-1\"\n{}{}[roles]\njudge = \"u:fake-1\"\n{prices}",
        at("t"),
        at("u")
    );
    home.write("config/config.toml", &config);
    let held = [
        "run",
        "ban-private-cars",
        "--format",
        "structured",
        "--headless",
    ];
    for args in [&["check"][..], &held[..]] {
        let done = home.run(args);
        done.ended(2);
        let told = format!("{}{}", done.stdout, done.stderr);
        assert!(
            told.contains("u:fake-1") && !told.contains("t:fake-1`"),
            "{told}"
        );
    }
}

#[test]
fn flags_with_which_no_model_could_be_had_are_refused() {
    let home = Home::new();
    for (flags, words) in [
        (
            ["--model", "embedded:nope"],
            "--model: the model \"nope\" is not on this machine",
        ),
        (
            ["--role", "judge=embedded:nope"],
            "--role: the model \"nope\" is not on this machine",
        ),
        (
            ["--seat", "prop.1=embedded:nope"],
            "--seat: the model \"nope\" is not on this machine",
        ),
        (
            ["--model", "opnai:gpt-4o-mini"],
            "--model: there is no provider `opnai`",
        ),
        (
            ["--role", "judge=embeded:qwen2.5-coder-1.5b"],
            "did you mean `embedded`?",
        ),
        (["--base-url", "ftp://127.0.0.1/v1"], "--base-url: "),
        (
            ["--key-env", "NOPE_UNSET"],
            "--key-env: NOPE_UNSET is not set",
        ),
    ] {
        let done = home.run(&[&["check"], flags.as_slice()].concat());
        assert!(done.ended(2).stderr.contains(words), "{}", done.stderr);
    }
}

#[test]
fn flags_are_not_held_against_providers_that_are_not_asked_or_cannot_be_read() {
    let home = Home::new();
    let other = "[providers.far]\nbase_url = \"http://127.0.0.1:9/v1\"\n";
    let broken = "[providers.near]\nbase_url = \"http://127.0.0.1:8/v1\"\nparallel = 0\n";
    home.write("config/config.toml", &format!("{other}{broken}"));
    let done = home.run(&["check", "--model", "near:m"]);
    assert!(done.ended(2).stdout.contains("parallel"), "{}", done.stdout);
    home.write("config/config.toml", other);
    let url = "http://127.0.0.1:7/v1";
    home.run(&["check", "--base-url", url, "--model", "gemma:instruct"])
        .ended(0);
}

#[test]
fn a_key_in_a_field_of_its_own_is_told_where_keys_are_named() {
    let home = Home::new();
    for config in [
        "openai_api_key = \"x\"\n",
        "[providers.far]\nbase_url = \"http://127.0.0.1:9/v1\"\nauth_token = \"x\"\n",
    ] {
        home.write("config/config.toml", config);
        let said = home.run(&["check"]).ended(2).stdout.clone();
        assert!(said.contains("key_env"), "{config}: {said}");
    }
}
