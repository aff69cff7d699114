//! The pages about formats, held to the formats: the examples and the lists of `formats/README.md`, the table of the book.

use std::{collections::BTreeSet, fs, path::Path};

use hustings::catalog::{
    Catalog, Coordination, FileKind, Paint, Rule, Stance, Task, Verdict, WinsBy, schema,
};

use super::built_in;

/// The blocks of the page for who writes formats: each with what stands behind its fence, and its text.
#[expect(clippy::unwrap_used, reason = "a helper of tests")]
fn examples(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, behind)) = rest.split_once("\n```toml ") {
        let (marked, text) = behind.split_once('\n').unwrap();
        let (text, after) = text.split_once("\n```").unwrap();
        found.push((marked.to_owned(), text.to_owned()));
        rest = after;
    }
    assert_eq!(
        found.len(),
        page.matches("```toml").count(),
        "every example says what it is"
    );
    found
}

#[test]
fn the_examples_for_who_writes_formats_are_formats() {
    let page = fs::read_to_string("formats/README.md").unwrap();
    let mut whole = String::new();
    let mut tested = [0, 0];
    for (marked, text) in examples(&page) {
        // Phases by themselves go on from the format before them.
        let text = match marked.as_str() {
            "whole-format" => {
                tested[0] += 1;
                whole.clone_from(&text);
                text
            }
            "phase" => {
                tested[1] += 1;
                format!("{whole}\n{text}")
            }
            other => panic!("an example is marked as {other}"),
        };
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("formats")).unwrap();
        fs::write(home.path().join("formats/example.toml"), &text).unwrap();
        let (catalog, problems) = Catalog::load(Some(home.path()));
        let shown: Vec<String> = problems
            .iter()
            .map(|problem| problem.render(Paint::Plain))
            .collect();
        assert!(shown.is_empty(), "{}", shown.join("\n"));
        assert!(catalog.format("example").is_ok());
    }
    assert_eq!(tested, [3, 2]);
}

/// Every word that a schema lists, wherever a file may choose.
fn words(schema: &serde_json::Value, found: &mut BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("const", serde_json::Value::String(word)) => {
                        found.insert(word.clone());
                    }
                    ("enum", serde_json::Value::Array(all)) => found.extend(
                        all.iter()
                            .filter_map(|word| Some(word.as_str()?.to_owned())),
                    ),
                    _ => words(value, found),
                }
            }
        }
        serde_json::Value::Array(all) => all.iter().for_each(|one| words(one, found)),
        _ => {}
    }
}

#[test]
fn the_page_for_who_writes_formats_leaves_nothing_out() {
    let page = fs::read_to_string("formats/README.md").unwrap();
    for rule in Rule::ALL {
        let (by, demands) = (
            match (rule.is_code(), rule.asks_for_something()) {
                (true, _) => "code",
                (false, true) => "a model, looking for it",
                (false, false) => "a model",
            },
            rule.demands(),
        );
        let row = format!("| `{}` | {by} | {demands} |", rule.word());
        assert!(page.contains(&row), "{row}");
    }
    let mut listed = BTreeSet::new();
    words(&schema(FileKind::Format), &mut listed);
    assert!(listed.len() > 40, "{listed:?}");
    for word in listed {
        let is_told = [format!("`{word}`"), format!("\"{word}\"")];
        let is_told = is_told.iter().any(|told| page.contains(told));
        // What a file need not write: the values that hold where nothing is said.
        let is_default = ["turn", "votes", "streaming", "phase"].contains(&word.as_str());
        assert!(is_told || is_default, "the page does not speak of {word}");
    }
}

#[test]
fn the_formats_are_as_the_book_tells_them() {
    use Stance::{Against, For, Nuanced, Own};
    // Seats of each side with the stance, at least and at most; the verdict; tasks, and of how many turns each.
    type Row<'a> = (
        &'a str,
        &'a [(Stance, usize, usize)],
        Verdict,
        &'a [(Task, usize)],
    );
    let catalog = built_in();
    let told =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/formats.md"))
            .unwrap();
    let table: [Row<'_>; 11] = [
        (
            "exhibition",
            &[(For, 3, 3), (Against, 3, 3)],
            Verdict::Division,
            &[(Task::Speech, 1)],
        ),
        (
            "structured",
            &[(For, 1, 1), (Against, 1, 1)],
            Verdict::Judge,
            &[
                (Task::Arguments, 1),
                (Task::CrossExamine, 1),
                (Task::Closing, 1),
            ],
        ),
        (
            "clearside",
            &[(For, 1, 1), (Against, 1, 1)],
            Verdict::Synthesis,
            &[
                (Task::Arguments, 6),
                (Task::Examine, 2),
                (Task::Synthesis, 1),
            ],
        ),
        (
            "panel",
            &[(Nuanced, 2, 8)],
            Verdict::Judge,
            &[(Task::Speech, 3)],
        ),
        (
            "roundtable",
            &[(Own, 2, 8)],
            Verdict::Summary,
            &[(Task::Summary, 1)],
        ),
        (
            "oxford",
            &[(For, 2, 2), (Against, 2, 2)],
            Verdict::Division,
            &[(Task::Verdict, 1)],
        ),
        (
            "british-parliamentary",
            &[(For, 2, 2), (Against, 2, 2), (For, 2, 2), (Against, 2, 2)],
            Verdict::Judge,
            &[(Task::Speech, 8)],
        ),
        (
            "lincoln-douglas",
            &[(For, 1, 1), (Against, 1, 1)],
            Verdict::Judge,
            &[(Task::Examine, 2)],
        ),
        // The speeches of all, and a reply of each side.
        (
            "world-schools",
            &[(For, 3, 3), (Against, 3, 3)],
            Verdict::Judge,
            &[(Task::Speech, 3)],
        ),
        (
            "assembly",
            &[(For, 1, 4), (Against, 1, 4)],
            Verdict::Judge,
            &[(Task::Speech, 2)],
        ),
        (
            "socratic",
            &[(For, 1, 1), (Own, 1, 1)],
            Verdict::Summary,
            &[(Task::Examine, 1)],
        ),
    ];
    assert_eq!(catalog.formats().len(), table.len());
    for (id, sides, verdict, tasks) in table {
        assert!(told.contains(&format!("| `{id}`")), "{id} is not told");
        let format = &catalog.format(id).unwrap().value;
        let found = format.sides.iter().map(|side| {
            let seats = side.seats_range();
            (side.stance, *seats.start(), *seats.end())
        });
        assert_eq!(found.collect::<Vec<_>>(), sides, "{id}");
        assert_eq!(format.verdict, verdict, "{id}");
        let turns = || format.phases.iter().flat_map(|phase| &phase.turns);
        for (task, count) in tasks {
            let found = turns().filter(|turn| turn.task == *task).count();
            assert_eq!(found, *count, "{id}: {task:?}");
        }
    }
    let format = |id: &str| &catalog.format(id).unwrap().value;
    let phase = |id: &str, at: usize| &format(id).phases[at];
    assert!(phase("exhibition", 1).polls && phase("exhibition", 1).points_of_information.is_some());
    assert_eq!(format("clearside").phases.len(), 6);
    assert_eq!(
        phase("panel", 0).coordination,
        Coordination::Simultaneous,
        "openings at once"
    );
    assert!(
        !phase("panel", 1).stop.is_empty(),
        "rounds that a judge can end"
    );
    assert_eq!(format("oxford").wins_by, WinsBy::Swing);
}
