//! Journals are merged debate by debate, and whatever was there stays.

use std::{collections::BTreeMap, path::Path};

use hustings::{
    debate::{
        answer::Vote,
        event::{Event, Record},
        ids::Seat,
    },
    journal::{
        Fate, HouseDivision, Journal, JournalError, JudgedDebate, JudgedMeasure, Merge, Merged,
        RepeatedDivisions, Tag, TagChange,
    },
};
use proptest::prelude::*;

use super::{id, journal, keep, records, version_2};

fn merge(into: &Journal, from: &Path) -> Merged {
    into.merge(from, Merge::Take, &mut |_, _| true).unwrap()
}

#[test]
fn what_is_missing_comes_and_what_is_there_stays() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (
        journal(&dir.path().join("ours")),
        journal(&dir.path().join("theirs")),
    );
    let whole: Vec<Vec<Record>> = (1..=5).map(records).collect();
    keep(&ours, &whole[0]);
    keep(&ours, &whole[1][..10]);
    keep(&ours, &whole[2]);
    let mut other = whole[3][..12].to_vec();
    keep(&ours, &other);
    keep(&theirs, &whole[0]);
    keep(&theirs, &whole[1]);
    keep(&theirs, &whole[2][..7]);
    other[11].event = Event::Notice {
        text: "elsewhere".into(),
    };
    keep(&theirs, &other);
    keep(&theirs, &whole[4]);
    let from = dir.path().join("theirs");

    let tried = ours.merge(&from, Merge::Try, &mut |_, _| true).unwrap();
    assert_eq!(ours.list().unwrap().len(), 4, "nothing was written");
    let merged = merge(&ours, &from);
    assert_eq!(tried, merged);
    assert_eq!((merged.added, merged.extended, merged.known), (1, 1, 2));
    assert_eq!(merged.left, [(id(4), Fate::Differs { at: 11 })]);
    assert_eq!(
        merged.records as usize,
        whole[4].len() + whole[1].len() - 10
    );
    for number in [1, 2, 3, 5] {
        assert_eq!(ours.load(&id(number)).unwrap(), records(number), "{number}");
    }
    assert_eq!(ours.load(&id(4)).unwrap()[..], whole[3][..12]);
    // What came is listed and found like what was here.
    let theirs = theirs.summary(&id(5)).unwrap();
    assert_eq!(ours.summary(&id(5)).unwrap(), theirs);
    let again = merge(&ours, &from.join("journal.db"));
    assert_eq!(
        (again.added, again.extended, again.known, again.records),
        (0, 0, 4, 0)
    );
}

#[test]
fn an_older_journal_is_read_and_stays_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let old = dir.path().join("old");
    version_2(&old, &[records(1), records(2)]);
    let before = std::fs::read(old.join("journal.db")).unwrap();
    let ours = journal(&dir.path().join("ours"));
    assert_eq!(merge(&ours, &old).added, 2);
    assert_eq!(ours.load(&id(2)).unwrap(), records(2));
    assert_eq!(std::fs::read(old.join("journal.db")).unwrap(), before);
    let left: Vec<_> = std::fs::read_dir(dir.path().join("ours"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with("merge-"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_is_no_journal_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let ours = journal(&dir.path().join("ours"));
    let path = |name: &str| dir.path().join(name);
    std::fs::write(
        path("text"),
        "not a database, and long enough to look like a file of some kind",
    )
    .unwrap();
    std::fs::write(path("empty"), "").unwrap();
    let foreign = rusqlite::Connection::open(path("foreign")).unwrap();
    foreign.execute_batch("CREATE TABLE theirs (x)").unwrap();
    version_2(&path("newer"), &[records(1)]);
    let newer = rusqlite::Connection::open(path("newer/journal.db")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    for (name, part) in [
        ("text", "is no journal"),
        ("empty", "nothing in it"),
        ("foreign", "another program"),
        ("newer", "version 99"),
        ("absent", "no such file"),
        (".", "no journal.db"),
        ("ours", "would take it in"),
    ] {
        let merged = merge(&ours, &path(name));
        let told = merged
            .stopped
            .unwrap_or_else(|| panic!("{name} was read"))
            .to_string();
        assert!(told.contains(part), "{name}: {told}");
    }
    assert_eq!(ours.list().unwrap(), []);
}

#[test]
fn a_debate_with_a_broken_record_is_left_and_the_others_come() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (journal(&dir.path().join("ours")), dir.path().join("theirs"));
    version_2(&theirs, &(1..=4).map(records).collect::<Vec<_>>());
    let db = rusqlite::Connection::open(theirs.join("journal.db")).unwrap();
    db.execute(
        "UPDATE event SET body = '{\"event\":\"moonrise\"}' WHERE seq = 7 AND debate = ?1",
        [id(1).0],
    )
    .unwrap();
    db.execute("DELETE FROM event WHERE seq = 3 AND debate = ?1", [id(2).0])
        .unwrap();
    db.execute(
        "UPDATE event SET body = json_set(body, '$.debate', 'other', '$.launch.key_env', 'SECRET') WHERE seq = 0 AND debate = ?1",
        [id(3).0],
    )
    .unwrap();
    db.execute(
        "UPDATE event SET body = json_set(body, '$.launch.key_env', 'SECRET', '$.motion.motion', 'a' || char(27) || '[2Jb') \
         WHERE seq = 0 AND debate = ?1",
        [id(4).0],
    )
    .unwrap();
    drop(db);
    let merged = merge(&ours, &theirs);
    let broken: Vec<_> = merged
        .left
        .iter()
        .map(|(debate, fate)| (debate.clone(), matches!(fate, Fate::Broken { .. })))
        .collect();
    assert_eq!(broken, [(id(1), true), (id(2), true), (id(3), true)]);
    assert_eq!(merged.added, 1);
    let Event::Opened(opening) = &ours.load(&id(4)).unwrap()[0].event else {
        panic!("no opening")
    };
    // A journal from elsewhere does not say which secret of ours goes where, nor what our terminal does.
    assert_eq!(
        (
            opening.launch.key_env.as_deref(),
            opening.motion.motion.as_str()
        ),
        (None, "ab")
    );
    assert_eq!(merge(&ours, &theirs).known, 1);
}

#[test]
fn a_debate_that_runs_here_is_left_to_its_process() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (
        journal(&dir.path().join("ours")),
        journal(&dir.path().join("theirs")),
    );
    keep(&ours, &records(1)[..9]);
    keep(&theirs, &records(1));
    let held = ours.resume(&id(1)).unwrap();
    let from = dir.path().join("theirs");
    assert_eq!(merge(&ours, &from).left, [(id(1), Fate::InUse)]);
    drop(held);
    assert!(matches!(
        ours.resume(&id(9)),
        Err(JournalError::Unknown { .. })
    ));
    assert_eq!(merge(&ours, &from).extended, 1);
}

#[test]
fn a_merge_that_is_stopped_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (journal(&dir.path().join("ours")), dir.path().join("theirs"));
    version_2(&theirs, &(1..=4).map(records).collect::<Vec<_>>());
    let first = ours
        .merge(&theirs, Merge::Take, &mut |done, _| done < 2)
        .unwrap();
    assert_eq!((first.added, ours.list().unwrap().len()), (2, 2));
    let second = merge(&ours, &theirs);
    assert_eq!((second.added, second.known), (2, 2));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn the_order_of_merges_does_not_matter(lengths in prop::collection::vec((0_usize..40, 0_usize..40), 1..4)) {
        let dir = tempfile::tempdir().unwrap();
        let folder = |name: &str| dir.path().join(name);
        let (a, b) = (journal(&folder("a")), journal(&folder("b")));
        for (number, (in_a, in_b)) in (1..).zip(&lengths) {
            let whole = records(number);
            for (journal, length) in [(&a, in_a), (&b, in_b)] {
                if *length > 0 {
                    keep(journal, &whole[..*length]);
                }
            }
        }
        let (ab, ba) = (journal(&folder("ab")), journal(&folder("ba")));
        for (into, order) in [(&ab, ["a", "b"]), (&ba, ["b", "a"])] {
            for from in order {
                merge(into, &folder(from));
            }
        }
        for (number, (in_a, in_b)) in (1..).zip(&lengths) {
            let longer = *in_a.max(in_b);
            for merged in [&ab, &ba] {
                let found = merged.load(&id(number)).unwrap_or_default();
                prop_assert_eq!(&found[..], &records(number)[..longer]);
            }
        }
        prop_assert_eq!(ab.list().unwrap(), ba.list().unwrap());
        let again = merge(&ab, &folder("a"));
        prop_assert_eq!((again.added, again.extended, again.records), (0, 0, 0));
    }
}

#[test]
fn repeated_divisions_come_with_their_debate_once_and_cleaned_and_go_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (
        journal(&dir.path().join("ours")),
        journal(&dir.path().join("theirs")),
    );
    let (known, new) = (records(1), records(2));
    keep(&ours, &known);
    keep(&theirs, &known);
    keep(&theirs, &new);
    let votes = |vote| BTreeMap::from([(Seat::audience(1), vote), (Seat::named("judge.1"), vote)]);
    let divided = |made_ms| RepeatedDivisions {
        telling: hustings::debate::telling::Telling::default(),
        both_orders: false,
        made_ms,
        seed: 7,
        audience: 1,
        model: "a\u{1b}[2Jb".into(),
        named: None,
        together: 1,
        divisions: vec![
            HouseDivision {
                before: votes(Vote::Undecided),
                after: votes(Vote::Aye),
            };
            2
        ],
    };
    let read = JudgedDebate {
        made_ms: 5,
        model: "a\u{1b}[2Jb".into(),
        named: None,
        repeat: 1,
        measures: BTreeMap::from([
            ("climax".to_owned(), JudgedMeasure::Is(0.5)),
            (
                "answering".to_owned(),
                JudgedMeasure::Failed("no\u{1b}[2J".into()),
            ),
        ]),
    };
    theirs.keep_judged(&id(2), &read).unwrap();
    ours.keep_divisions(&id(1), &divided(1)).unwrap();
    theirs.keep_divisions(&id(1), &divided(1)).unwrap();
    theirs.keep_divisions(&id(1), &divided(2)).unwrap();
    theirs.keep_divisions(&id(2), &divided(3)).unwrap();
    for _ in 0..2 {
        merge(&ours, &dir.path().join("theirs"));
        let made = |debate| -> Vec<i64> {
            let all = ours.divisions(&id(debate)).unwrap();
            all.iter().map(|one| one.made_ms).collect()
        };
        assert_eq!((made(1), made(2)), (vec![1, 2], vec![3]));
    }
    // What judges have read comes, too, once.
    let found = ours.judged(&id(2)).unwrap();
    assert_eq!((found.len(), found[0].model.as_str()), (1, "ab"));
    assert_eq!(found[0].measures["climax"], JudgedMeasure::Is(0.5));
    let no = JudgedMeasure::Failed("no".to_owned());
    assert_eq!(found[0].measures["answering"], no);
    let one = ours.divisions(&id(2)).unwrap().remove(0);
    assert_eq!(one.model, "ab");
    let expected = BTreeMap::from([(Seat::audience(1), Vote::Aye)]);
    assert_eq!(one.divisions[0].after, expected, "no judge votes");
    ours.erase(&id(2)).unwrap();
    assert_eq!(ours.divisions(&id(2)).unwrap(), vec![]);
    assert!(ours.keep_divisions(&id(2), &one).is_err(), "it is gone");
}

#[test]
fn tags_and_notes_come_with_their_debate_and_what_was_deleted_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let (ours, theirs) = (
        journal(&dir.path().join("ours")),
        journal(&dir.path().join("theirs")),
    );
    for journal in [&ours, &theirs] {
        keep(journal, &records(1));
    }
    keep(&theirs, &records(2));
    let tags = |words: &[&str]| TagChange {
        add: words.iter().map(|word| Tag::of(word).unwrap()).collect(),
        remove: Vec::new(),
    };
    ours.change_tags(&[id(1)], &tags(&["mine"])).unwrap();
    ours.set_note(&id(1), Some("my note")).unwrap();
    theirs
        .change_tags(&[id(1), id(2)], &tags(&["theirs"]))
        .unwrap();
    theirs.set_note(&id(1), Some("their note")).unwrap();
    for _ in 0..2 {
        merge(&ours, &dir.path().join("theirs"));
        let one = ours.summary(&id(1)).unwrap();
        assert_eq!(one.tags, ["mine", "theirs"]);
        assert_eq!(one.note.as_deref(), Some("my note"), "ours stays");
        assert_eq!(ours.summary(&id(2)).unwrap().tags, ["theirs"]);
    }
    // What they have deleted does not come, and what we have comes back.
    ours.delete(&id(2)).unwrap();
    let merged = merge(&ours, &dir.path().join("theirs"));
    assert_eq!((merged.added, merged.known), (1, 1));
    assert_eq!(ours.summary(&id(2)).unwrap().tags, ["theirs"]);
    ours.erase(&id(2)).unwrap();
    theirs.delete(&id(2)).unwrap();
    merge(&ours, &dir.path().join("theirs"));
    assert!(ours.summary(&id(2)).is_err());
}
