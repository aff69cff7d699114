//! Debates that people held, as they are held again.

use std::{fmt::Write as _, path::Path};

use super::*;
use crate::{
    corpus::{self, Labels, Library},
    debate::opening::OnFailure,
};

const BRIDGE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/samples/real/bridge.txt"
);

fn plan(host: &Host, debate: &str) -> Result<RerunPlan, Failure> {
    let given = Given::default();
    host.rerun_plan(RerunRequest {
        debate,
        given: &given,
        format: None,
        no_corpora: false,
        watched: Watched::by_nobody(Some(OnFailure::Stop)),
    })
}

/// A transcript in a file of its own.
fn transcript(folder: &Path, text: &str) -> String {
    let path = folder.join("held.txt");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn whoever_spoke_has_a_seat_on_their_side_and_nothing_of_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    let plan = plan(&host, BRIDGE).unwrap();
    assert_eq!(plan.choice.format, "oxford");
    let told = plan.describe().join("\n");
    for words in [
        "prop.1: Orla Fenwick (known by the role alone: ferry engineer)",
        "opp.2: Rupert Dane (known by the role alone: innkeeper)",
    ] {
        assert!(told.contains(words), "{told}");
    }
    assert!(
        !told.contains("Audience Member") && plan.left_out.is_empty(),
        "{told}"
    );
    // Whatever a speaker is given is in the choice.
    let given = format!("{:?}", plan.choice);
    for said in [
        "nineteen winters",
        "four hundred million",
        "one young",
        "village",
    ] {
        assert!(!given.to_lowercase().contains(said), "{said}: {given}");
    }
    assert!(given.contains("This House would build the bridge"));
    host.check(&plan.choice, hustings_rules::setup::Requested::No)
        .unwrap();
}

#[test]
fn a_persona_of_that_name_is_taken_and_uneven_sides_find_a_format() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    let uneven = "Motion: This House would close the mint\nFor: Dr. Adam Smith\nAgainst: Ann Hale, Ben Poole\n\n\
        SMITH: Coin is no wealth.\n\nHALE: It is mine.\n\nPOOLE: And mine, too, to the last penny.\n";
    let plan = plan(&host, &transcript(folder.path(), uneven)).unwrap();
    assert_eq!(plan.choice.format, "assembly");
    assert_eq!(plan.choice.sides[0], ["adam-smith"]);
    assert_eq!(plan.choice.sides[1].len(), 2);
    let origin = &plan.speakers[0].origin;
    assert!(matches!(origin, CardOrigin::Persona { id, passages: 0 } if id == "adam-smith"));
}

#[test]
fn more_people_than_seats_lose_whoever_said_least() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    let names = [
        "Ann Hale",
        "Ben Poole",
        "Cara Dunn",
        "Dora Finch",
        "Eli Marsh",
        "Fay Wren",
    ];
    let mut text = format!(
        "Motion: This House would walk\nFor: {}\nAgainst: Gil Stone\n\n",
        names.join(", ")
    );
    for (at, name) in names.iter().enumerate() {
        let _ = write!(text, "{name}: {}\n\n", "We walk. ".repeat(10 - at));
    }
    text += "Gil Stone: We do not.\n";
    let plan = plan(&host, &transcript(folder.path(), &text)).unwrap();
    assert_eq!(plan.left_out, ["Eli Marsh", "Fay Wren"]);
    let told = plan.describe().join("\n");
    assert!(
        told.contains("There is no seat for Eli Marsh and Fay Wren"),
        "{told}"
    );
}

#[test]
fn a_corpus_that_holds_the_debate_itself_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    let said = "Coin is no wealth, for what a nation eats and wears was never struck at any mint, and no king has coined \
        a loaf in all the years that there were kings and loaves and mints to strike at.";
    let text = format!(
        "Motion: This House would close the mint\nFor: Adam Smith\nAgainst: Ann Hale\n\nSMITH: {said}\n\nHALE: It is mine.\n"
    );
    let debate = transcript(folder.path(), &text);
    assert!(plan(&host, &debate).is_ok());
    let library = Library::open(&host.dirs.data).unwrap();
    let book = folder.path().join("book.txt");
    std::fs::write(&book, said).unwrap();
    let labels = Labels::default();
    corpus::add(
        &library,
        "adam-smith",
        &[book],
        &labels,
        0,
        &mut |_| {},
        &|| true,
    )
    .unwrap();
    let refused = plan(&host, &debate).unwrap_err();
    assert!(
        refused
            .message
            .contains("holds what Adam Smith said in this debate"),
        "{refused}"
    );
    assert!(
        refused
            .hints
            .iter()
            .any(|hint| hint.contains("--no-corpora")),
        "{refused}"
    );
}
