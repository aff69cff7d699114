//! Prompts of the user: what cannot be filled, and what nobody reads.

use crate::common::debater::{Debater, Home, short};

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
        if matches!(name, "house.md" | "poll.md") || text.contains("1 / 0") {
            let checked = home.run(&["check"]).ended(2).stdout.clone();
            assert!(
                checked.contains(name) && checked.contains(words),
                "{checked}"
            );
        }
        assert!(home.run(&["list", "--json"]).ended(0).stdout.is_empty());
    }
    // Of several all are told, with their lines.
    let home = Home::new();
    home.write("config/prompts/poll.md", "Vote.\n{% for x in %}\n");
    home.write("config/prompts/card.md", "{{ me | no_such_filter }}\n");
    let told = home.run(&short(&url)).ended(2).stderr.clone();
    for one in ["poll.md:2", "syntax error", "card.md:1", "unknown filter"] {
        assert!(told.contains(one), "{one}: {told}");
    }
    assert!(debater.purposes().is_empty());
}
