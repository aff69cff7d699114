//! What an ensemble is settled to, and what its epochs are coached with.

use std::sync::Arc;

use hustings_rules::debate::event::{Event, Record};

use super::*;
use crate::{debate::variation::CoachedLine, patience::Watched};

fn host() -> (tempfile::TempDir, Host) {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::in_folder(folder.path()).unwrap();
    (folder, host)
}

fn wanted(host: &Host, epochs: u32, coached: &[&str]) -> EnsembleRequest {
    EnsembleRequest {
        name: None,
        choice: host.choice("ban-private-cars", "exhibition", Watched::by_nobody(None)),
        settings: DebateSettings::default(),
        runs: 4,
        epochs,
        control: 2,
        seed: 3,
        varied: hustings_study::ensemble::VARIED.to_vec(),
        coached: coached.iter().map(|seat| Seat::named(*seat)).collect(),
        limits: BatchLimits::default(),
        on_failure: OnFailure::Stop,
    }
}

fn refused(wanted: EnsembleRequest, host: &Host) -> String {
    Ensemble::of(host, wanted).unwrap_err().to_string()
}

#[test]
fn what_would_do_nothing_is_refused_before_a_model_is_looked_for() {
    let (_folder, host) = host();
    let told = refused(wanted(&host, 2, &[]), &host);
    assert!(
        told.contains("--epochs") && told.contains("--coach"),
        "{told}"
    );
    let told = refused(wanted(&host, 1, &["prop.2"]), &host);
    assert!(told.contains("--epochs 2"), "{told}");
    let told = refused(wanted(&host, 2, &["prop.9"]), &host);
    assert!(told.contains("prop.9") && told.contains("opp.1"), "{told}");
}

#[test]
fn every_run_has_the_same_people_and_says_in_its_opening_what_varies() {
    let (_folder, host) = host();
    let ensemble = Ensemble::of(&host, wanted(&host, 2, &["prop.2"])).unwrap();
    let occasion = ensemble.occasion();
    assert_eq!(occasion.name, "ensemble-ban-private-cars");
    assert_eq!((occasion.planned, occasion.coached.len()), (10, 1));
    let plan = ensemble.epoch(&host, 1, None).unwrap();
    assert_eq!(plan.items.len(), 4);
    let mut houses = BTreeSet::new();
    for planned in &plan.items {
        let new = NewDebate {
            debate: DebateId("d".to_owned()),
            opened_ms: 0,
            seed: 9,
        };
        let opening = setup::opening(&host.catalog, planned.choice.clone(), new, &|_, _| {
            ("m".to_owned(), Profile::default())
        });
        let opening = opening.unwrap();
        let variation = opening.variation.as_ref().unwrap();
        assert_eq!(variation.emphasis.len(), opening.speakers.len());
        let mut names: Vec<&str> = opening
            .speakers
            .iter()
            .map(|one| one.card.name.as_str())
            .collect();
        names.sort_unstable();
        let mut known: Vec<&str> = occasion
            .speakers
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        known.sort_unstable();
        assert_eq!(names, known);
        houses.insert(
            opening
                .audience
                .iter()
                .map(|one| one.persona.clone())
                .collect::<Vec<_>>(),
        );
        assert_eq!(opening.batch.unwrap().batch, occasion.name);
    }
    assert!(houses.len() > 1, "the house is drawn anew");
}

#[tokio::test]
async fn an_epoch_that_is_begun_stays_with_what_its_first_debate_was_given() {
    let (_folder, host) = host();
    let journal = host.journal().unwrap();
    let ensemble = Ensemble::of(&host, wanted(&host, 2, &["prop.2"])).unwrap();
    // Nothing is on record yet.
    assert_eq!(
        ensemble.coaching(&journal, 2, &[], None).await.unwrap(),
        None
    );
    let given = Coaching {
        runs: 4,
        stood: vec![CoachedLine {
            claim: "Tolls are fair.".to_owned(),
            times: 3,
            of: 4,
            answer: String::new(),
        }],
        ..Coaching::default()
    };
    let coaching: BTreeMap<String, Coaching> = [("prop".to_owned(), given)].into();
    let plan = ensemble.epoch(&host, 2, Some(&coaching)).unwrap();
    let new = NewDebate {
        debate: DebateId("0199-begun".to_owned()),
        opened_ms: 0,
        seed: 9,
    };
    let choice = plan.items[0].choice.clone();
    let opening = setup::opening(&host.catalog, choice, new, &|_, _| {
        ("m".to_owned(), Profile::default())
    });
    let opening = opening.unwrap();
    let writer = journal.create(&opening).unwrap();
    let event = Event::Opened(Arc::new(opening));
    let record = Record {
        seq: 0,
        at_ms: 0,
        event,
    };
    writer.append(vec![Arc::new(record)]).await.unwrap();
    writer.close().await;
    let found = ensemble.coaching(&journal, 2, &[], None).await.unwrap();
    assert_eq!(found, Some(coaching));
}

#[test]
fn a_folder_without_a_report_has_none_and_another_file_is_none() {
    let (folder, _) = host();
    assert_eq!(kept(folder.path()).unwrap(), None);
    std::fs::write(folder.path().join(REPORT), "{}").unwrap();
    let told = kept(folder.path()).unwrap_err().to_string();
    assert!(told.contains("no report of an ensemble"), "{told}");
}
