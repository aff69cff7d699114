//! `hustings check`: what would stop or spoil a start is found, all of it, with file, line and field.

use super::common::debater::{Debater, Home, end, short, start};

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

#[test]
fn what_can_never_start_is_found() {
    let home = Home::new();
    let format = std::fs::read_to_string("formats/oxford.toml").unwrap();
    let crowd = format.replace("seats = 2", "seats = 24");
    assert_ne!(crowd, format);
    home.write("config/formats/crowd.toml", &crowd);
    home.write("config/prompts/speech.md", " \n");
    home.write("config/config.toml", "[limits]\nmax_cost = 2.0\n");
    let said = home.run(&["check"]).ended(2).stdout.clone();
    for part in [
        "no debate can be begun in this format",
        "are left",
        "nothing is asked in this prompt",
        "no price is known",
        "3 problems",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// A built-in prompt with something else in it.
fn prompt(name: &str, from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(format!("src/live/prompt/templates/{name}")).unwrap();
    assert!(text.contains(from), "{name} has no {from}");
    text.replacen(from, to, 1)
}

#[test]
fn prompts_that_cannot_be_filled_are_found_with_file_and_line() {
    let endless = "{% for a in range(9000) %}{% for b in range(9000) %}x{% endfor %}{% endfor %}";
    let table = [
        (
            "speech.md",
            "Fine.\n\n{{ speeker }}\n".to_owned(),
            3,
            "speeker",
        ),
        (
            "extract.md",
            "{% if spech.text %}\nNever said.\n{% endif %}".to_owned(),
            1,
            "spech",
        ),
        (
            "verdict.md",
            "One\n{% if %}\n".to_owned(),
            2,
            "syntax error",
        ),
        (
            "house.md",
            "One\n{% for x in motion %}\n".to_owned(),
            2,
            "syntax error",
        ),
        ("poll.md", format!("One\n{endless}\n"), 2, "fuel"),
        // Part of others, and asked for outside debates.
        ("side.md", "\n\n{{ nobody.name }}\n".to_owned(), 3, "nobody"),
        ("eval_point.md", "{{ pont }}".to_owned(), 1, "pont"),
        (
            "assign_card.md",
            "\n{{ one.nmae }}".to_owned(),
            2,
            "one.nmae",
        ),
        (
            "style.md",
            "{{ passages | no_such_filter }}".to_owned(),
            1,
            "filter",
        ),
        ("ballots.md", "\n\n\n{{ mebmers }}".to_owned(), 4, "mebmers"),
        ("probe.md", "{{ \"x\" * 4000000000000 }}".to_owned(), 1, ""),
    ];
    let home = Home::new();
    for (name, text, ..) in &table {
        home.write(&format!("config/prompts/{name}"), text);
    }
    let done = home.run(&["check"]);
    let said = &done.ended(2).stdout;
    for (name, _, line, words) in &table {
        let place = format!("{name}:{line}:");
        let problem = said.split("\n\n").find(|one| one.contains(&place));
        let problem = problem.unwrap_or_else(|| panic!("{place} {said}"));
        assert!(problem.contains(words), "{words}: {problem}");
    }
}

#[test]
fn a_prompt_that_nothing_reads_is_named_and_a_sound_one_is_not() {
    let home = Home::new();
    home.write(
        "config/prompts/speech.md",
        &prompt("speech.md", "{%", "Speak up.\n{%"),
    );
    home.write("config/prompts/.speech.md.swp", "left by an editor");
    let done = home.run(&["check"]);
    assert!(
        done.ended(0).stdout.contains("no problems"),
        "{}",
        done.stdout
    );
    home.write("config/prompts/speach.md", "Never read.");
    std::fs::write(home.path().join("config/prompts/card.md"), b"\xff\xfe").unwrap();
    let done = home.run(&["check"]);
    let said = &done.ended(2).stdout;
    for words in [
        "did you mean `speech.md`?",
        "line 1: this is not UTF-8",
        "2 problems",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// The example of the README that begins so.
fn example(beginning: &str) -> String {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let examples = readme.split("\n```toml\n").skip(1);
    let mut examples = examples.filter_map(|rest| rest.split("\n```").next());
    let found = examples.find(|text| text.starts_with(beginning));
    found.unwrap_or_else(|| panic!("{beginning}")).to_owned()
}

#[test]
fn the_examples_of_the_readme_are_taken() {
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
fn a_prompt_that_comes_to_millions_of_characters_is_found() {
    // A prompt by itself, and one that is a part of others.
    for name in ["speech.md", "card.md"] {
        let home = Home::new();
        let path = format!("config/prompts/{name}");
        home.write(&path, "{{ \"x\"*3000000 }}\n");
        let done = home.run(&["check"]);
        let said = &done.ended(2).stdout;
        for words in ["it comes to 300", "there is room for", name, "1 problem;"] {
            assert!(said.contains(words), "{name}, {words}: {said}");
        }
    }
}

#[test]
fn nobody_is_asked_with_a_prompt_that_cannot_be_made() {
    let debater = Debater::good();
    let url = debater.server.url();
    for (name, text, words) in [
        (
            "speech.md",
            "{{ nothing.of.the.kind }}\n",
            "nothing is called `nothing.of.the.kind`",
        ),
        // Behind what is not so in any debate that is rehearsed, or only at its end.
        (
            "house.md",
            "{% if motion.text == 5 %}{{ motion.background | titel }}{% endif %}Debate.\n",
            "did you mean `title`?",
        ),
        (
            "speech.md",
            "Speak.{% if is_final %}{{ 1 / 0 }}{% endif %}\n",
            "unable to calculate 1 / 0",
        ),
        (
            "speech.md",
            "Speak.{% if is_final %}{{ motion.nosuch.x }}{% endif %}\n",
            "nothing is called `motion.nosuch.x`",
        ),
        ("card.md", "{{ me | no_such_filter }}\n", "unknown filter"),
        ("poll.md", "{% for x in %}\n", "syntax error"),
        ("speech.md", " \n", "nothing is asked"),
    ] {
        let home = Home::new();
        home.write(&format!("config/prompts/{name}"), text);
        let done = home.run(&short(&url));
        let told = &done.ended(2).stderr;
        assert!(told.contains(name) && told.contains(words), "{told}");
        // Which looks at far more: for one of each kind.
        if name != "speech.md" || text.contains("1 / 0") {
            let checked = home.run(&["check"]).ended(2).stdout.clone();
            assert!(
                checked.contains(name) && checked.contains(words),
                "{checked}"
            );
        }
        assert!(home.run(&["list", "--json"]).ended(0).stdout.is_empty());
    }
    assert!(debater.purposes().is_empty());
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
fn a_file_that_is_left_out_is_told_where_something_is_begun() {
    let home = Home::new();
    home.write("config/personas/mill.toml", "oops");
    home.write("config/profiles.toml", "context = 7");
    let listed = home.run(&["formats"]);
    let said = &listed.ended(0).stderr;
    for words in ["mill.toml and 1 more", "`hustings check` says what"] {
        assert!(said.contains(words), "{said}");
    }
    let home = Home::new();
    home.write("config/models.toml", "oops");
    let listed = home.run(&["formats"]);
    let said = &listed.ended(0).stderr;
    assert!(said.contains("models.toml. `hustings check`"), "{said}");
}

/// The problems that `check` tells of a home, each by its first line.
fn problems(home: &Home) -> Vec<String> {
    let done = home.run(&["check"]);
    let said = done.ended(2).stdout.clone();
    let first = said.lines().filter(|line| line.starts_with("error"));
    first.map(str::to_owned).collect()
}

#[test]
fn of_a_parent_that_is_not_there_nothing_is_made_up() {
    let home = Home::new();
    home.write(
        "config/themes/mine.toml",
        "name = \"Mine\"\nsummary = \"Of another.\"\ninherits = \"hustngs\"\n\n[roles]\n\
         text = \"ink\"\nprop = \"moss\"\nopp = \"rust\"\n",
    );
    let told = problems(&home);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("there is no theme `hustngs`"), "{told:?}");
}

#[test]
fn of_an_id_that_two_sides_have_nothing_is_made_up() {
    let home = Home::new();
    let exhibition = std::fs::read_to_string("formats/exhibition.toml").unwrap();
    assert!(exhibition.contains("id = \"opp\""));
    let doubled = exhibition.replacen("id = \"opp\"", "id = \"prop\"", 1);
    home.write("config/formats/mine.toml", &doubled);
    let told = problems(&home);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("prop"), "{told:?}");
}

#[test]
fn an_action_that_is_none_is_told_with_those_that_there_are() {
    let home = Home::new();
    home.write("config/config.toml", "[keys]\nfolow = \"x\"\n");
    let done = home.run(&["check"]);
    let said = done
        .ended(2)
        .stdout
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(said.contains("expected one of follow,"), "{said}");
    for action in ["evidence", "previous-phase", "suspend"] {
        assert!(said.contains(action), "{action}: {said}");
    }
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
