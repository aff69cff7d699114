//! Files of the catalog: what is wrong in one is told, and nothing is made up of what one lacks.

use crate::common::debater::Home;

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
fn a_provider_that_is_not_there_is_told_also_where_none_is() {
    let home = Home::new();
    home.write(
        "config/config.toml",
        "model = \"local:x\"\n[roles]\njudge = \"nowhere:y\"\naudience = \"qwen2.5:3b\"\n",
    );
    let told = problems(&home);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("there is no provider `local`"), "{told:?}");
    assert!(
        told[1].contains("there is no provider `nowhere`"),
        "{told:?}"
    );
}
