//! Speakers whom a model invents for the motion.

use std::{collections::BTreeSet, sync::Arc};

use hustings::{
    catalog::Stance,
    debate::{event::Event, opening::Opening},
};

use super::common::debater::{Debater, Home, Manner, records, spoken};

/// How the last debate was opened.
fn opened(home: &Home) -> Arc<Opening> {
    match &records(home)[0].event {
        Event::Opened(opening) => Arc::clone(opening),
        other => panic!("{other:?}"),
    }
}

fn names(opening: &Opening) -> Vec<String> {
    let speakers = opening.speakers.iter();
    speakers
        .map(|one| format!("{} {}", one.seat, one.card.name))
        .collect()
}

/// What a file of a persona says, by the name of the file.
fn files(home: &Home) -> Vec<(String, String)> {
    let Ok(folder) = std::fs::read_dir(home.path().join("config/personas")) else {
        return vec![];
    };
    let mut files: Vec<(String, String)> = folder
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_table_is_filled_with_people_who_differ_and_say_what_they_hold() {
    let debater = Debater::good();
    let flags = ["--format", "panel", "--speakers", "auto"];
    let homes = [Home::new(), Home::new()];
    for home in &homes {
        let done = home.debate(&debater.server, &flags);
        done.ended(0);
        for word in ["8 people", "Chosen: Pat Number"] {
            assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
        }
        assert!(files(home).is_empty(), "nobody asked for files");
    }
    let opening = opened(&homes[0]);
    assert_eq!(
        names(&opening),
        names(&opened(&homes[1])),
        "the seed decides"
    );
    let ids: BTreeSet<&str> = opening
        .speakers
        .iter()
        .map(|one| one.persona.as_str())
        .collect();
    let shorts: BTreeSet<&str> = opening
        .speakers
        .iter()
        .map(|one| one.card.short.as_str())
        .collect();
    assert_eq!((ids.len(), shorts.len()), (4, 4));
    for one in &opening.speakers {
        // As the server has it: for, against, and neither, in turn.
        let number: usize = one.card.short.trim_start_matches("Number").parse().unwrap();
        let stance = [Stance::For, Stance::Against, Stance::Nuanced][number % 3];
        assert_eq!(one.stance, Some(stance), "{}", one.card.name);
        assert!(one.card.positions.len() >= 8 && !one.card.biography.is_empty());
    }
    // The proposals and a card for each of the four, twice.
    let seen = debater.server.seen();
    let asked: Vec<&'static str> = debater.purposes();
    for (purpose, count) in [("assign", 2), ("assign_card", 8)] {
        assert_eq!(asked.iter().filter(|one| **one == purpose).count(), count);
    }
    for (seen, purpose) in seen.iter().zip(&asked) {
        if purpose.starts_with("assign") {
            assert_eq!(seen.body["temperature"], 0.9);
        }
    }
}

#[test]
fn sides_are_filled_by_stance_and_kept_as_files_that_are_in_order() {
    let (home, debater) = (Home::new(), Debater::good());
    let flags = ["--speakers", "auto", "--save-speakers"];
    home.debate(&debater.server, &flags).ended(0);
    let opening = opened(&home);
    assert_eq!(opening.speakers.len(), 6);
    for one in &opening.speakers {
        let number: usize = one.card.short.trim_start_matches("Number").parse().unwrap();
        let other = usize::from(one.seat.group() == "prop");
        assert_ne!(
            number % 3,
            other,
            "{} speaks for {}",
            one.card.name,
            one.seat
        );
        assert_eq!(one.stance, None, "the side says it");
    }
    let first = files(&home);
    assert_eq!(first.len(), 6);
    assert!(
        first.iter().all(|(name, _)| name.starts_with("pat-number")),
        "{first:?}"
    );
    let check = home.run(&["check"]);
    assert!(
        check.ended(0).stdout.contains("no problems"),
        "{}",
        check.stdout
    );
    // The same people again: their files are left alone, and new ones stand beside them.
    home.debate(&debater.server, &flags).ended(0);
    let second = files(&home);
    assert_eq!(second.len(), 12);
    assert!(first.iter().all(|one| second.contains(one)));
    assert!(second.iter().any(|(name, _)| name.ends_with("-2.toml")));
    home.run(&["check"]).ended(0);
    let named = first[0].0.trim_end_matches(".toml");
    home.run(&["personas", "show", named]).ended(0);
}

#[test]
fn what_is_of_no_use_is_an_error_that_says_what_to_do() {
    let home = Home::new();
    let debater = Debater::faulty(|asked| {
        (asked.purpose == "assign").then(|| spoken("I know nobody.", Manner::default()))
    });
    let done = home.debate(&debater.server, &["--speakers", "auto"]);
    // No debate was begun.
    done.ended(3);
    for word in [
        "could not propose speakers",
        "--model MODEL",
        "--speakers A,B,C",
    ] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
    assert_eq!(done.stdout, "");
    assert!(records(&home).is_empty(), "no debate was opened");
    let table: [(&[&str], &str); 2] = [
        (&["--speakers", "auto,napoleon"], "beside names"),
        (
            &["--speakers", "napoleon", "--save-speakers"],
            "--speakers auto",
        ),
    ];
    for (flags, word) in table {
        let done = home.debate(&debater.server, flags);
        done.ended(2);
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}

#[test]
fn a_side_of_people_who_were_found_has_its_model() {
    let (home, debater) = (Home::new(), Debater::good());
    let flags = [
        "--format",
        "panel",
        "--speakers",
        "auto",
        "--model",
        "fake-1",
        "--prop-model",
        "fake-2",
    ];
    home.debate(&debater.server, &flags).ended(0);
    let opening = opened(&home);
    for one in &opening.speakers {
        let model = one.model.rsplit(':').next().unwrap();
        let expected = if one.stance == Some(Stance::For) {
            "fake-2"
        } else {
            "fake-1"
        };
        assert_eq!(model, expected, "{}", one.card.name);
    }
}
