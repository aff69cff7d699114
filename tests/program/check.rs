//! `hustings check`: what would stop or spoil a start is found, all of it, with file, line and field.

use super::common::debater::Home;

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
        (1, "there is no model `nowhere` here"),
        (2, "`brisk` is not known here"),
        (3, "did you mean `hustings`?"),
        (4, "did you mean `model`?"),
        (7, "http://"),
        (8, "0 is too small"),
        (9, "-1 is too small"),
        (14, "not both"),
        (17, "did you mean `judge`?"),
        (18, "there is no model `nobody` here"),
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

#[test]
fn a_sound_configuration_has_no_problems() {
    let home = Home::new();
    let config = r#"
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
    home.write("config/config.toml", config);
    let done = home.run(&["check"]);
    assert!(
        done.ended(0).stdout.contains("no problems"),
        "{}",
        done.stdout
    );
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
