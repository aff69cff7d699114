//! The catalog as a user meets it: what is built in, what their own folder does to it, and what they are told
//! when a file or a name is wrong.

use std::{collections::BTreeSet, fs, path::Path};

use hustings::{
    catalog::{Catalog, FileKind, Motion, Origin, Paint, Prior, Profiles, Theme, schema},
    cli::catalog::{self as commands, Output},
    error::{Exit, Failure},
    text::quote::is_name,
};

#[path = "catalog/pages.rs"]
mod pages;

fn built_in() -> Catalog {
    let (catalog, problems) = Catalog::load(None);
    let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{shown:#?}");
    catalog
}

#[expect(clippy::unwrap_used, reason = "a helper of tests")]
fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

#[test]
fn what_is_built_in_is_whole() {
    let catalog = built_in();
    assert!(catalog.motions().len() >= 24);
    let topics: BTreeSet<_> = catalog.motions().map(|entry| entry.value.topic).collect();
    assert_eq!(topics.len(), 7, "every topic has a motion");
    assert!(catalog.personas().len() >= 16);
    for id in ["napoleon", "gandhi", "alexander"] {
        assert!(catalog.persona(id).unwrap().value.positions.len() >= 8);
    }
    assert!(catalog.members().len() >= 13);
    for prior in [Prior::Proposition, Prior::Opposition, Prior::None] {
        assert!(catalog.members().any(|entry| entry.value.prior == prior));
    }
    let themes: Vec<&str> = catalog.themes().map(|entry| entry.id.as_str()).collect();
    assert_eq!(
        themes,
        [
            "ansi",
            "catppuccin-latte",
            "catppuccin-mocha",
            "colour-blind-safe",
            "daylight",
            "dracula",
            "gruvbox",
            "high-contrast",
            "hustings",
            "nord",
            "solarized-dark",
            "solarized-light",
            "tokyo-night",
        ]
    );
    assert_eq!(catalog.format("exhibition").unwrap().value.seats(), 6);
    assert!(Profiles::load(None).1.is_empty());
}

#[test]
fn the_names_of_ours_stand_in_prompts_without_quotation_marks() {
    let catalog = built_in();
    let people = catalog
        .personas()
        .flat_map(|entry| [&entry.value.name, &entry.value.short]);
    let sides = catalog
        .formats()
        .flat_map(|entry| entry.value.sides.iter().map(|side| &side.name));
    let quoted: BTreeSet<_> = people.chain(sides).filter(|name| !is_name(name)).collect();
    assert!(quoted.is_empty(), "{quoted:?}");
}

#[test]
fn every_theme_dresses_every_role() {
    let catalog = built_in();
    for entry in catalog.themes() {
        let looks = catalog.looks(&entry.id).unwrap();
        for role in Theme::ROLES {
            assert!(looks.role(role).fg.is_some(), "{} {role}", entry.id);
        }
    }
    assert_ne!(
        catalog.looks("daylight").unwrap().role("prop"),
        catalog.looks("hustings").unwrap().role("prop"),
        "a palette recolours what is inherited"
    );
}

#[test]
fn every_problem_is_reported_with_its_place() {
    let (catalog, problems) = Catalog::load(Some(Path::new("tests/invalid")));
    let shown: Vec<String> = problems
        .iter()
        .map(|problem| problem.render(Paint::Plain))
        .collect();
    insta::assert_snapshot!("problems", shown.join("\n\n"));
    assert_eq!(
        catalog.motions().len(),
        built_in().motions().len(),
        "bad files hide no good ones"
    );
    assert_eq!(
        catalog.format("exhibition").unwrap().origin,
        Origin::BuiltIn,
        "a bad file does not take the place of a built-in one"
    );
    let report = text(|out| {
        let exit = commands::check(&catalog, &problems, out, Paint::Plain).unwrap();
        assert_eq!(exit, Exit::BadInput);
    });
    let last = report.lines().last().unwrap();
    assert!(
        last.starts_with(&format!("{} problems; usable: 28 motions", problems.len())),
        "{last}"
    );
}

#[test]
fn the_users_folder_adds_and_replaces() {
    let home = tempfile::tempdir().unwrap();
    let motions = home.path().join("motions");
    fs::create_dir_all(&motions).unwrap();
    let tea = fs::read_to_string("motions/tea-over-coffee.toml").unwrap();
    // A mark before the text, the line ends of another system, and an escape sequence in a name.
    let marked = format!("\u{feff}{}", tea.replace('\n', "\r\n"));
    fs::write(
        motions.join("tea-over-coffee.toml"),
        marked.replace("finer", "fi\\u001b[31mner"),
    )
    .unwrap();
    fs::write(motions.join("water.toml"), tea.replace("tea", "water")).unwrap();
    fs::write(motions.join(".#water.toml"), "left by an editor").unwrap();
    fs::write(motions.join("notes.txt"), "mine").unwrap();

    let (catalog, problems) = Catalog::load(Some(home.path()));
    assert_eq!(problems, []);
    assert_eq!(catalog.motions().len(), built_in().motions().len() + 1);
    let tea = catalog.motion("tea-over-coffee").unwrap();
    assert!(matches!(&tea.origin, Origin::User(path) if path.ends_with("tea-over-coffee.toml")));
    assert_eq!(
        tea.value.motion,
        "This House Believes that tea is a finer drink than coffee"
    );
    assert_eq!(
        catalog.motion("water").unwrap().value.question,
        "Is water a finer drink than coffee?"
    );
}

#[test]
fn a_folder_that_is_a_file_is_a_problem_and_a_missing_one_is_none() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(Catalog::load(Some(&home.path().join("nowhere"))).1, []);
    fs::write(home.path().join("themes"), "").unwrap();
    let (catalog, problems) = Catalog::load(Some(home.path()));
    assert_eq!((problems.len(), catalog.themes().len()), (1, 13));
    assert!(
        problems[0]
            .message
            .starts_with("this folder cannot be read")
    );
}

#[test]
fn names_are_understood_or_answered_with_the_nearest() {
    let catalog = built_in();
    for name in ["napoleon", "Napoleon Bonaparte", "NAPOLEON", " napoleon "] {
        assert_eq!(catalog.persona(name).unwrap().id, "napoleon");
    }
    let unknown = catalog.persona("Wollstoncraft").unwrap_err();
    assert_eq!(unknown.suggestions(), ["wollstonecraft"]);
    let failure = Failure::from(unknown);
    assert_eq!(failure.exit, Exit::BadInput);
    insta::assert_snapshot!(failure, @r"
    there is no persona `Wollstoncraft`
      hint: did you mean `wollstonecraft`?
      hint: `hustings personas` lists the personas
    ");
    insta::assert_snapshot!(Failure::from(catalog.choose_motion("cofee").unwrap_err()), @r#"
    there is no motion `cofee`
      hint: did you mean `tea-over-coffee`?
      hint: `hustings motions` lists the motions
      hint: a motion of your own is a sentence in quotes: "This House Believes that …"
    "#);
    assert!(catalog.theme("hustngs").unwrap_err().suggestions() == ["hustings"]);
    assert!(catalog.format("exibition").unwrap_err().suggestions() == ["exhibition"]);
    assert!(catalog.member("denise pollard").is_ok());
    assert!(catalog.persona("").is_err() && catalog.motion("").is_err());
}

#[test]
fn a_motion_is_an_id_its_beginning_or_a_sentence() {
    let catalog = built_in();
    let id = |text: &str| catalog.choose_motion(text).unwrap().id;
    assert_eq!(id("tea-over-coffee").as_deref(), Some("tea-over-coffee"));
    assert_eq!(id("tea").as_deref(), Some("tea-over-coffee"));
    assert_eq!(
        id("this house believes that tea is a finer drink than coffee.").as_deref(),
        Some("tea-over-coffee")
    );
    assert_eq!(id("cities should sleep"), None);
    let own = catalog
        .choose_motion("This House Would \u{1b}[31mnap.")
        .unwrap();
    assert_eq!(own.motion.motion, "This House Would nap");
    let ambiguous = catalog.choose_motion("abolish").unwrap_err();
    assert_eq!(
        ambiguous.suggestions(),
        [
            "abolish-inheritance",
            "abolish-monarchy",
            "abolish-small-talk"
        ]
    );
    assert!(ambiguous.to_string().starts_with("`abolish` could be"));
}

#[test]
fn a_typed_motion_survives_a_journal() {
    let own = Motion::own("This House Would nap");
    let written = serde_json::to_string(&own).unwrap();
    assert_eq!(serde_json::from_str::<Motion>(&written).unwrap(), own);
}

#[test]
fn a_name_whose_file_is_broken_says_so() {
    let (catalog, _) = Catalog::load(Some(Path::new("tests/invalid")));
    let unknown = catalog.persona("thin").unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "the persona `thin` has problems, in tests/invalid/personas/thin.toml"
    );
    assert!(unknown.hints()[0].contains("hustings check"));
}

#[test]
fn lists_keep_to_the_width_and_cards_are_whole() {
    let catalog = built_in();
    for width in [40, 80, 200] {
        let lists = text(|out| {
            commands::list_motions(&catalog, out, width, Output::Text).unwrap();
            commands::list_personas(&catalog, out, width, Output::Text).unwrap();
            commands::list_formats(&catalog, out, width, Output::Text).unwrap();
            commands::list_themes(&catalog, out, width, Output::Text).unwrap();
        });
        assert!(lists.lines().all(|line| line.chars().count() <= width));
        assert!(lists.contains("\n  tea-over-coffee "));
        let joined = lists.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains("28 motions. `hustings motions show ID` prints one."));
    }
    let card = text(|out| {
        commands::show_format(catalog.format("exhibition").unwrap(), out, 80, Output::Text)
            .unwrap();
        commands::show_motion(catalog.motion("noble-lie").unwrap(), out, 80, Output::Text).unwrap();
        commands::show_member(catalog.member("poet").unwrap(), out, 80, Output::Text).unwrap();
        commands::show_theme(catalog.theme("daylight").unwrap(), out, 80, Output::Text).unwrap();
    });
    insta::assert_snapshot!("cards", card);
    let wilde = catalog.persona("wilde").unwrap();
    let card = text(|out| commands::show_persona(wilde, out, 80, Output::Text).unwrap());
    for position in &wilde.value.positions {
        assert!(card.contains(position.place.split_whitespace().next().unwrap()));
    }
    let json = text(|out| commands::show_persona(wilde, out, 80, Output::Json).unwrap());
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&value["id"], &value["short"]),
        (&"wilde".into(), &"Wilde".into())
    );
}

#[test]
fn the_schemas_accept_what_is_built_in() {
    let folders = [
        (FileKind::Motion, "motions"),
        (FileKind::Persona, "personas"),
        (FileKind::Member, "personas/audience"),
        (FileKind::Format, "formats"),
        (FileKind::Theme, "themes"),
    ];
    for (kind, folder) in folders {
        let validator = jsonschema::validator_for(&schema(kind)).unwrap();
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            // A page for people may stand beside the files.
            if path.extension().is_some_and(|ending| ending == "toml") {
                let value: toml::Value =
                    toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
                let value = serde_json::to_value(value).unwrap();
                assert!(validator.is_valid(&value), "{}", path.display());
            }
        }
        assert!(!validator.is_valid(&serde_json::json!({ "nonsense": 1 })));
    }
}

#[test]
fn a_file_with_a_problem_leaves_in_place_what_it_would_have_replaced() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("formats")).unwrap();
    let oxford = fs::read_to_string("formats/oxford.toml").unwrap();
    let broken = oxford.replacen("seats = 2", "seats = 0", 1);
    fs::write(home.path().join("formats/oxford.toml"), broken).unwrap();
    let (catalog, problems) = Catalog::load(Some(home.path()));
    assert!(!problems.is_empty());
    let kept = catalog.format("oxford").unwrap();
    assert_eq!(
        (&kept.origin, &kept.value),
        (
            &Origin::BuiltIn,
            &built_in().format("oxford").unwrap().value
        )
    );
}
