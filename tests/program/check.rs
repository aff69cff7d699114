//! `hustings check`: what would stop or spoil a start is found, all of it, with file, line and field.

#[path = "check/files.rs"]
mod files;
#[path = "check/prompts.rs"]
mod prompts;
#[path = "check/providers.rs"]
mod providers;

use super::common::debater::{Home, end, start};

/// Everything that may be wrong with a configuration, each with where it stands and what is said.
const CONFIG: &str = r#"model = "embedded:nowhere"
pace = "brisk"
theme = "hustngs"
modle = "x"

[providers.near]
base_url = "ftp://127.0.0.1/v1"
parallel = 0
first_byte_s = -1

[providers.far]
base_url = "http://127.0.0.1:9/v1"
key = "k"
key_env = "FAR_KEY"

[roles]
jugde = "near:x"
clerk = "embedded:nobody"

[seats]
"opp.2" = "near:x"
"opposition.2" = "near:x"
"prop.77" = "near:x"
opp = "near:x"

[[prices]]
match = "*"
input = nan
output = 1.0

[[prices]]
match = "*"
input = 1.0

[limits]
max_cost = 0
max_tokens = -5

[embeddings]
model = "elsewhere:x"
batch = 4096

[keys]
evidense = "i"
pause = "hyper-q"
ask = "e"
"#;

#[test]
fn all_that_is_wrong_with_a_configuration_is_told_at_once() {
    let home = Home::new();
    home.write("config/config.toml", CONFIG);
    let done = home.run(&["check"]);
    let said = &done.ended(2).stdout;
    for (line, words) in [
        (1, "the model \"nowhere\" is not on this machine"),
        (2, "`brisk` is not known here"),
        (3, "did you mean `hustings`?"),
        (4, "did you mean `model`?"),
        (7, "http://"),
        (8, "0 is too small"),
        (9, "-1 is too small"),
        (14, "not both"),
        (17, "did you mean `judge`?"),
        (18, "the model \"nobody\" is not on this machine"),
        (22, "no format has a seat `opposition.2`"),
        (23, "no format has a seat `prop.77`"),
        (24, "`opp` is no seat"),
        (28, "nan is no number"),
        (32, "free = true"),
        (36, "0 is too small"),
        (37, "-5 is too small"),
        (40, "there is no provider `elsewhere`"),
        (41, "4096 is too large"),
        (44, "did you mean \"evidence\"?"),
        (45, "is no key"),
        (46, "asked for by both"),
    ] {
        assert!(said.contains(words), "{words}: {said}");
        let place = format!("config.toml:{line}:");
        assert!(said.contains(&place), "{place} {words}: {said}");
    }
    // Every other command is told of the same, and ends.
    let done = home.run(&["run", "tea", "--headless"]);
    assert!(
        done.ended(2).stderr.contains("config.toml:7:"),
        "{}",
        done.stderr
    );
}

/// A configuration with nothing wrong in it.
const SOUND: &str = r#"
        model = "near:qwen2.5:3b"
        theme = "daylight"
        [providers.near]
        base_url = "http://127.0.0.1:9/v1"
        parallel = 2
        [roles]
        judge = "near:big"
        [seats]
        "opp.2" = "near:big"
        "judge.1" = "near:big"
        moderator = "near:big"
        "debater.8" = "near:big"
        [[prices]]
        match = "*"
        free = true
        [limits]
        max_cost = 1
        [keys]
        evidence = "i"
    "#;

/// The places that `check` names in a configuration, and all that it says.
fn told_of(config: &str) -> (usize, String) {
    let home = Home::new();
    home.write("config/config.toml", config);
    let said = home.run(&["check"]).ended(2).stdout.clone();
    (said.matches("config.toml:").count(), said)
}

#[test]
fn one_fault_of_a_configuration_hides_no_other_and_none_is_made_up_of_it() {
    std::thread::scope(|scope| {
        for wrong in [
            "pace = 5",
            "pace = \"fast\"",
            "look_nearby = \"yes\"",
            "model = 5",
            "model = []",
            "embeddings = 5",
            "providers = 5",
            "limits = true",
            "prices = \"x\"",
            "keys = [5]",
            "seats = 5",
        ] {
            scope.spawn(move || {
                let more = "theme = \"nosuch\"\n[roles]\nspeakr = \"x:y\"\n";
                let (places, said) = told_of(&format!("{wrong}\n{more}"));
                assert_eq!(places, 3, "{wrong}: {said}");
                assert!(
                    said.contains("no theme") && said.contains("speakr"),
                    "{said}"
                );
            });
        }
        for (from, to) in [
            ("model = \"near:qwen2.5:3b\"", "model = 5"),
            ("base_url = \"http://127.0.0.1:9/v1\"", "base_url = 5"),
            ("parallel = 2", "parallel = \"two\""),
            ("judge = \"near:big\"", "judge = []"),
            ("[providers.near]", "[provider.near]"),
            ("match = \"*\"", "match = 5"),
            ("[[prices]]", "[prices]"),
            ("free = true", "fre = true"),
            ("free = true", "free = 1"),
            ("max_cost = 1", "max_cost = \"1\""),
            ("max_cost = 1", "max_cost = -1"),
        ] {
            scope.spawn(move || {
                assert!(SOUND.contains(from));
                let (places, said) = told_of(&SOUND.replacen(from, to, 1));
                assert_eq!(places, 1, "{to}: {said}");
            });
        }
    });
}

#[test]
fn where_no_provider_can_be_read_names_of_others_are_told_all_the_same() {
    let (places, said) = told_of(
        "model = \"nope:x\"\n[roles]\njudge = \"nix:y\"\n[seats]\n\"opp.1\" = \"nax:z\"\n\
         [providers.a]\nbase_url = \"ftp://x\"\n",
    );
    assert_eq!(places, 4, "{said}");
    for name in ["nope", "nix", "nax", "base_url"] {
        assert!(said.contains(name), "{name}: {said}");
    }
    // What can still be read of it is no other provider.
    let (places, said) = told_of("model = \"a:x\"\n[providers.a]\nbase_url = \"ftp://x\"\n");
    assert_eq!(places, 1, "{said}");
}

#[test]
fn a_configuration_that_cannot_be_read_is_named_once() {
    let home = Home::new();
    let config = home.path().join("config/config.toml");
    let _ = std::fs::remove_file(&config);
    std::fs::create_dir_all(config).unwrap();
    let done = home.run(&["check"]);
    let said = &done.ended(2).stdout;
    assert_eq!(said.matches("config.toml").count(), 1, "{said}");
    assert!(said.contains("a file is wanted"), "{said}");
}

#[test]
fn a_sound_configuration_has_no_problems() {
    let home = Home::new();
    home.write("config/config.toml", SOUND);
    let done = home.run(&["check"]);
    assert!(
        done.ended(0).stdout.contains("no problems"),
        "{}",
        done.stdout
    );
}

#[test]
fn what_would_stop_a_start_is_found_in_names_prices_and_headers() {
    let provider =
        "[providers.near]\nbase_url = \"http://127.0.0.1:9/v1\"\nmodels = [\"gemma:text\"]\n";
    let priced = "[[prices]]\nmatch = \"near:*\"\nfree = true\n";
    let limit = "[limits]\nmax_cost = 1\n";
    let wrong = [
        (
            format!("{provider}headers = {{ \"a b\" = \"xy\" }}\n"),
            "cannot be sent as a header",
        ),
        (
            format!("model = \"nosuch:qwen\"\n{provider}"),
            "no provider `nosuch`",
        ),
        (
            format!("{provider}[roles]\njudge = \"nosuch2:x\"\n"),
            "no provider `nosuch2`",
        ),
        (
            format!("{provider}[roles]\naudience = \"zz:y\"\n"),
            "no provider `zz`",
        ),
        (
            format!("{provider}[seats]\n\"judge.1\" = \"nosuch2:x\"\n"),
            "no provider `nosuch2`",
        ),
        (
            format!("{provider}[roles]\njudge = \"zzz:m1\"\n"),
            "no provider `zzz`",
        ),
        (
            format!("{provider}[seats]\n\"judge.1\" = \"zzz:m1\"\n"),
            "no provider `zzz`",
        ),
        // What stands behind it could be a tag; but what stands before it is a slip of the pen.
        (
            format!("model = \"naer:mock-1\"\n{provider}"),
            "no provider `naer`",
        ),
        (
            format!("model = \"near:big\"\n{provider}{limit}"),
            "the price of `near:big` is not known",
        ),
        (
            format!(
                "model = \"near:big\"\n{provider}[roles]\njudge = \"openai:dear\"\n{priced}{limit}"
            ),
            "the price of `openai:dear` is not known",
        ),
        // The list has prices of a model at its provider's own address alone.
        (
            format!("model = \"near:gpt-4.1\"\n{provider}{limit}"),
            "the price of `near:gpt-4.1` is not known",
        ),
    ];
    for (config, words) in wrong {
        let home = Home::new();
        home.write("config/config.toml", &config);
        let done = home.run(&["check"]);
        let said = done.ended(2).stdout.split_whitespace().collect::<Vec<_>>();
        assert!(said.join(" ").contains(words), "{config}: {}", done.stdout);
    }
    // A model's own name may have a colon.
    let fine = [
        format!(
            "model = \"qwen2.5:3b\"\n{provider}[roles]\njudge = \"llama:latest\"\nclerk = \"gemma:text\"\n"
        ),
        format!(
            "model = \"gemma3n:e4b\"\n{provider}[roles]\njudge = \"mixtral:8x7b\"\nclerk = \"hf/x:Q4_K_M\"\n"
        ),
        format!("model = \"near:gemma:instruct\"\n{provider}{priced}{limit}"),
        format!("model = \"bear:7b\"\n{provider}[roles]\njudge = \"llama3:8x7b-q4_K_M\"\n"),
        format!("model = \"neat:latest\"\n{provider}"),
        "model = \"gemma:instruct\"\n".to_owned(),
        format!("model = \"openai:gpt-4.1-mini\"\n{limit}"),
        format!(
            "model = \"far:anthropic/claude-opus-5\"\n[providers.far]\nbase_url = \"https://openrouter.ai/api/v1\"\n{limit}"
        ),
    ];
    for config in fine {
        let home = Home::new();
        home.write("config/config.toml", &config);
        let done = home.run(&["check"]);
        assert!(
            done.ended(0).stdout.contains("no problems"),
            "{config}: {}",
            done.stdout
        );
    }
}

#[test]
fn an_unknown_filter_is_told_beside_an_unknown_name() {
    let home = Home::new();
    home.write(
        "config/prompts/speech.md",
        "{{ speeker | no_such_filter }}\n",
    );
    let said = home.run(&["check"]).ended(2).stdout.clone();
    for words in ["nothing is called `speeker`", "unknown filter"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn a_crowd_is_refused_before_it_is_seated() {
    let home = Home::new();
    let format = std::fs::read_to_string("formats/oxford.toml").unwrap();
    let crowd = format.replacen("seats = 2", "seats = 4294967295", 1);
    assert_ne!(crowd, format);
    home.write("config/formats/crowd.toml", &crowd);
    let done = home.run(&["check"]);
    assert!(
        done.ended(2).stdout.contains("expected 1 to 24"),
        "{}",
        done.stdout
    );
    let run = home.run(&["run", "tea", "--format", "crowd", "--headless"]);
    assert!(run.ended(2).stderr.contains("crowd"), "{}", run.stderr);
}

/// The example of the book that begins so.
fn example(beginning: &str) -> String {
    let pages = ["batches", "configuration", "models", "programs"];
    let pages = pages.map(|page| std::fs::read_to_string(format!("docs/src/{page}.md")).unwrap());
    let pages = pages.concat();
    let examples = pages.split("\n```toml\n").skip(1);
    let mut examples = examples.filter_map(|rest| rest.split("\n```").next());
    let found = examples.find(|text| text.starts_with(beginning));
    found.unwrap_or_else(|| panic!("{beginning}")).to_owned()
}

#[test]
fn the_examples_of_the_book_are_taken() {
    let home = Home::new();
    home.write("config/config.toml", &example("model = \"local:"));
    home.write("config/profiles.toml", &example("[[profiles]]"));
    // Its key is said to be in the environment.
    let mut check = home.command(&["check"]);
    let done = end(start(check.env("EXAMPLE_API_KEY", "of-nobody")));
    assert!(
        done.ended(0).stdout.contains("no problems"),
        "{}",
        done.stdout
    );

    // What is in order is followed by the question of a model, which is not there.
    let home = Home::new();
    let nobody = ["--base-url", "http://127.0.0.1:9/v1"];
    let batch = home.write("spring.toml", &example("# spring.toml"));
    let batch = ["batch", batch.to_str().unwrap()];
    let script = home.write("script.toml", &example("[[interventions]]"));
    let script = script.to_str().unwrap();
    let run = ["run", "tea", "--headless", "--interventions", script];
    for args in [batch.as_slice(), run.as_slice()] {
        let done = home.run(&[args, &nobody].concat());
        assert!(
            done.ended(3).stderr.contains("no connection"),
            "{}",
            done.stderr
        );
    }
}
