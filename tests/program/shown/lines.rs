//! Lines of the program: nothing that is given to it begins one.

use super::{NEAR, doors, said};
use crate::common::process::{Done, Home};

/// What would look like a line of ours.
const FORGED: &str = "x\nerror: forged";

fn forges_no_line(done: &Done, door: &[&str]) {
    let said = said(done);
    let forged = said
        .lines()
        .any(|line| line.trim_start().starts_with("error: forged"));
    assert!(!forged, "{door:?}: {said}");
}

#[test]
fn no_argument_and_no_name_of_a_file_begins_a_line() {
    let home = Home::new();
    let debate = include_str!("../../samples/real/bridge.txt");
    home.run(&["import", home.write("bridge.txt", debate).to_str().unwrap()])
        .ended(0);
    for door in doors(FORGED) {
        let door: Vec<&str> = door.iter().map(String::as_str).collect();
        forges_no_line(&home.run(&door), &door);
    }
    // Files that are there, with nothing in them of use, and one of a debate.
    let useless = home.write(&format!("{FORGED}.txt"), "nothing");
    let folder = home.path().join(format!("{FORGED}.d"));
    std::fs::create_dir_all(&folder).unwrap();
    let held = home.write(&format!("held {FORGED}.txt"), debate);
    for path in [&useless, &folder, &held] {
        let path = path.to_str().unwrap();
        let table: [&[&str]; 9] = [
            &["import", path],
            &["divide", path, NEAR[0], NEAR[1]],
            &["compare", path, path, NEAR[0], NEAR[1]],
            &["batch", path],
            &["merge", path],
            &["model", "import", path],
            &[
                "corpus",
                "add",
                "mill",
                path,
                "--no-style",
                "--no-embeddings",
            ],
            &[
                "run",
                "m",
                "--headless",
                "--interventions",
                path,
                NEAR[0],
                NEAR[1],
            ],
            &["export", "last", "--out", path],
        ];
        for door in table {
            forges_no_line(&home.run(door), door);
        }
    }
    for kind in ["motions", "personas", "formats", "themes", "styles"] {
        home.write(&format!("config/{kind}/{FORGED}.toml"), "[[[");
    }
    home.write(&format!("config/prompts/{FORGED}.md"), "{{");
    for door in ["check", "motions", "models"] {
        forges_no_line(&home.run(&[door]), &[door]);
    }
}

#[test]
fn no_record_that_cannot_be_read_begins_a_line_or_shows_a_key() {
    const KEY: &str = "sk-proj-AbCdEf0123456789AbCdEf0123456789";
    let (ours, theirs) = (Home::new(), Home::new());
    let debate = include_str!("../../samples/real/bridge.txt");
    theirs
        .run(&[
            "import",
            theirs.write("bridge.txt", debate).to_str().unwrap(),
        ])
        .ended(0);
    let journal = theirs.path().join("data/journal.db");
    let db = rusqlite::Connection::open(&journal).unwrap();
    let event = format!("{FORGED}\u{202e} a\u{200b}{KEY}");
    let broken = "UPDATE event SET body = json_set(body, '$.event', ?1) WHERE seq = 2";
    assert_eq!(db.execute(broken, [event]).unwrap(), 1);
    drop(db);
    let left = ours.run(&["merge", journal.to_str().unwrap()]);
    for (home, done) in [
        (&ours, left),
        (&theirs, theirs.run(&["show", "last"])),
        (&theirs, theirs.run(&["export", "last"])),
        (&theirs, theirs.run(&["eval", "last"])),
        (&theirs, theirs.run(&["replay", "last", "--headless"])),
    ] {
        let all = said(&done);
        assert!(!all.contains("0123456789"), "{all}");
        assert!(!all.contains('\u{202e}'), "{all}");
        forges_no_line(&done, &[&home.path().display().to_string()]);
    }
    let told = said(&theirs.run(&["show", "last"]));
    assert!(
        told.contains("unknown variant `x\\u000aerror: forged"),
        "{told}"
    );
}
