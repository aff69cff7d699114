//! Works that are fetched, and cards that are written from them, as people do that.

use serde_json::{Value, json};

use super::common::{
    debater::Home,
    fake_server::{FakeServer, Reply},
    text_server::{TextAnswer, TextServer},
};

const LINES: [&str; 4] = [
    "I have kept the gate for nine winters. A toll that falls on the carter is a tax on bread, and I would have it gone.",
    "Let the parish that built a bridge own the bridge. Nobody mends what belongs to the county.",
    "A hand that works in the snow should be paid in coin and not in promises of coin.",
    "A ferry that waits for the gentry has forgotten for whom it was built.",
];

/// A work as a digital library gives it.
fn letters() -> String {
    let padding = "The river was high, and I counted the carts as they came. ".repeat(40);
    let body = LINES
        .map(|line| format!("{line}\n\n{padding}\n\n"))
        .concat();
    format!(
        "The eBook of Letters of a Warden\n\nTitle: Letters of a Warden\nAuthor: Lind, Rosa\n\n\
         *** START OF THE PROJECT GUTENBERG EBOOK LETTERS OF A WARDEN ***\n\n{body}\
         *** END OF THE PROJECT GUTENBERG EBOOK LETTERS OF A WARDEN ***\n\nThe licence of the library.\n"
    )
}

/// The file of Ada Lovelace, whose works are on loopback here.
fn offer(home: &Home, sources: &[String]) {
    let card = std::fs::read_to_string("personas/lovelace.toml").unwrap();
    let card = card.split("\n[[works]]").next().unwrap();
    let works = format!(
        "\n[[works]]\ntitle = \"Letters of a Warden\"\ndate = \"1861\"\nkind = \"letters\"\ntopics = [\"tolls\"]\n\
         bytes = 9000\nlicence = \"CC0-1.0\"\nsources = {sources:?}\n"
    );
    home.write("config/personas/lovelace.toml", &format!("{card}\n{works}"));
}

#[test]
fn works_are_fetched_where_they_are_to_be_had_and_are_a_corpus() {
    let server = TextServer::answering(|asked| match asked.path.as_str() {
        "/gone" => TextAnswer::status(404),
        _ => TextAnswer::whole(&letters()),
    });
    let home = Home::new();
    offer(&home, &[server.url("/gone"), server.url("/letters")]);
    let plan = home.run(&["corpus", "pull", "lovelace"]);
    assert!(plan.ended(2).stderr.contains("--yes"), "{}", plan.stderr);
    for told in [
        "Letters of a Warden",
        "CC0-1.0",
        "1861",
        "127.0.0.1",
        "9.0 kB",
    ] {
        assert!(plan.stdout.contains(told), "{told}: {}", plan.stdout);
    }
    assert!(server.asked().is_empty(), "said first, and fetched after");
    let pull = ["corpus", "pull", "lovelace", "--yes", "--no-style"];
    let done = home.run(&pull);
    assert!(done.ended(0).stderr.contains("404"), "{}", done.stderr);
    let sources = home.run(&["corpus", "list", "lovelace", "--json"]);
    let sources: Value = serde_json::from_str(&sources.ended(0).stdout).unwrap();
    let source = &sources[0];
    assert_eq!(
        (
            &source["title"],
            &source["date"],
            &source["source_type"],
            &source["tags"]
        ),
        (
            &json!("Letters of a Warden"),
            &json!("1861"),
            &json!("letters"),
            &json!(["tolls"])
        )
    );
    let licence = home.run(&[
        "corpus",
        "search",
        "licence of the library",
        "--words",
        "--json",
    ]);
    assert!(!licence.ended(0).stdout.contains("licence of the library"));
    assert!(!home.path().join("data/works.coming/lovelace").exists());
    let again = home.run(&pull);
    assert!(
        again.ended(0).stdout.contains("there already"),
        "{}",
        again.stdout
    );
    assert_eq!(server.asked().len(), 2);

    let address = server.url("/letters");
    let from = home.run(&[
        "corpus",
        "add",
        "mill",
        "--from",
        &address,
        "--type",
        "letters",
        "--no-style",
    ]);
    assert!(
        from.ended(0).stdout.contains("from 1 file"),
        "{}",
        from.stdout
    );
    let wrong = home.run(&["corpus", "add", "mill", "--from", "ftp://me:secret@x/y"]);
    assert!(wrong.ended(2).stderr.contains("no address") && !wrong.stderr.contains("secret"));
}

#[test]
fn a_card_is_written_from_files_and_keeps_what_was_edited() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(FakeServer::answering(|seen| {
        let prompt = seen.body["messages"].to_string();
        let positions: Vec<Value> = LINES
            .iter()
            .map(|line| {
                // Wherever the passages were cut: the words decide which it is.
                let at = (1..=8).find(|number| {
                    let from = format!("[{number}] ");
                    let after = prompt.split(&from).nth(1).unwrap_or_default();
                    after.split(&format!("[{}] ", number + 1)).next().unwrap_or_default().contains(line)
                });
                json!({"topic": line.split(' ').nth(1), "position": line, "passage": at.unwrap_or(1), "words": line})
            })
            .collect();
        let answer = if prompt.contains("Which positions does") {
            json!({ "positions": positions })
        } else if prompt.contains("does the passage bear it out") {
            let held = |number: usize| (number.to_string(), json!({"reason": "So it says.", "words": "", "held": true}));
            let asked = prompt.matches("The position: ").count();
            Value::Object((1..=asked).map(held).collect())
        } else if prompt.contains("Say how") {
            json!({"register": "Plain.", "openings": "Counts.", "devices": ["rows of three"],
                "disagreement": "Asks who pays.", "phrases": ["a tax on bread"], "closings": "Stops."})
        } else {
            json!({"role": "Warden of a bridge", "biography": "She kept a gate.",
                "approach": "asking who pays.", "never": ["Speak for the county"]})
        };
        Reply::text(&[&answer.to_string()])
    }));
    let home = Home::new();
    let file = home.write("letters.txt", &letters()).display().to_string();
    let url = server.url();
    let written = |more: &[&str]| {
        let args = [
            "personas",
            "make",
            "rosa",
            "--base-url",
            &url,
            "--model",
            "fake-1",
        ];
        home.run(&[args.as_slice(), more].concat())
    };
    let nothing = written(&[]);
    assert!(
        nothing.ended(2).stderr.contains("no corpus"),
        "{}",
        nothing.stderr
    );
    let made = written(&[&file]);
    assert!(
        made.ended(0)
            .stdout
            .contains("The card of Rosa Lind was written, with 4 positions"),
        "{}{}",
        made.stdout,
        made.stderr
    );
    let shown = home.run(&["personas", "show", "rosa"]);
    for told in ["Warden of a bridge", "Letters of a Warden", "paid in coin"] {
        assert!(
            shown.ended(0).stdout.contains(told),
            "{told}: {}",
            shown.stdout
        );
    }
    let card = "config/personas/rosa.toml";
    let text = std::fs::read_to_string(home.path().join(card)).unwrap();
    home.write(
        card,
        &text.replace("She kept a gate.", "She was born at the gate."),
    );
    let again = written(&[]);
    assert!(
        again
            .ended(0)
            .stdout
            .contains("Kept as you had edited it: biography"),
        "{}",
        again.stdout
    );
    let text = std::fs::read_to_string(home.path().join(card)).unwrap();
    assert!(text.contains("She was born at the gate.") && text.contains("Warden of a bridge"));
    // A card that somebody wrote is not written over.
    home.write("config/personas/.made/rosa.toml", "");
    assert!(written(&[]).ended(2).stderr.contains("--force"));
}
