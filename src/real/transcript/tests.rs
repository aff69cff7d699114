//! Transcripts as people write them, and as nobody should.

use proptest::prelude::*;

use super::*;
use crate::form::RealTurn;

const BRIDGE: &str = include_str!("../../../tests/samples/real/bridge.txt");

fn given() -> Given {
    Given {
        motion: Some("This House would sit".into()),
        ayes: vec!["Ann Smith, Bo de Wit (baker)".into()],
        noes: vec!["Cyd Hale".into(), "Dora O'Neill".into()],
        moderator: Some("Eve Chair".into()),
        ..Given::default()
    }
}

/// The turns as "Name: text", with paragraphs after a bar.
fn told(turns: &[RealTurn]) -> Vec<String> {
    turns
        .iter()
        .map(|turn| format!("{}: {}", turn.speaker, turn.text.replace("\n\n", " | ")))
        .collect()
}

fn spoken(text: &str) -> Vec<String> {
    told(&read(text, &given()).unwrap().debate.turns)
}

fn refused(text: &str, given: &Given) -> String {
    let faults = read(text, given).unwrap_err();
    let hints = faults.hints().into_iter().map(|hint| format!("> {hint}"));
    std::iter::once(faults.to_string())
        .chain(hints)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn speakers_are_known_however_their_names_are_written() {
    for line in [
        "Ann Smith: Good evening.",
        "ANN SMITH: Good evening.",
        "Smith: Good evening.",
        "MS. SMITH: Good evening.",
        "Dr Ann Smith (historian): Good evening.",
        "[00:01:02] ANN SMITH: Good evening.",
        "(01:02) Ann: Good evening.",
        "00:01:02.5 - Ann Smith: Good evening.",
        "ANN SMITH [01:02]: Good evening.",
        "**ANN SMITH:** Good evening.",
        "**Ann Smith**: Good evening.",
        "  Ann Smith:\n  Good\n  evening.",
        "Ann Smith: [Applause] Good (laughter) evening.",
    ] {
        assert_eq!(spoken(line), ["Ann Smith: Good evening."], "{line}");
    }
    for (line, who) in [
        ("DE WIT: Yes.", "Bo de Wit"),
        ("O'NEILL: Yes.", "Dora O'Neill"),
        ("O’Neill: Yes.", "Dora O'Neill"),
        ("THE CHAIR: Yes.", "Eve Chair"),
        ("Moderator: Yes.", "Eve Chair"),
    ] {
        assert_eq!(spoken(line), [format!("{who}: Yes.")], "{line}");
    }
}

#[test]
fn a_speech_goes_on_until_somebody_else_speaks() {
    for (text, expected) in [
        (
            "SMITH: One.\n\nTwo.\nThree.\n\nHALE: Four.",
            vec!["Ann Smith: One. | Two. Three.", "Cyd Hale: Four."],
        ),
        (
            "SMITH: One.\nSMITH: Two.\n[Applause]\nSMITH: Three.",
            vec!["Ann Smith: One. | Two. | Three."],
        ),
        // What only looks like a name: a sentence, and a word before a colon.
        (
            "SMITH: I say this: one.\nFirstly: two.\nAnd here I ask: three?",
            vec!["Ann Smith: I say this: one. Firstly: two. And here I ask: three?"],
        ),
        // An editor's word stays; what the room does, goes.
        (
            "SMITH: It was [the] end (as I said). [Crosstalk 00:10] So.",
            vec!["Ann Smith: It was [the] end (as I said). So."],
        ),
        // Of a turn that is nothing but applause nothing is left, and the speech goes on.
        (
            "SMITH: One.\nHALE: [inaudible]\nSMITH: Two.",
            vec!["Ann Smith: One. | Two."],
        ),
        // A new phase is a new turn.
        (
            "SMITH: One.\n\n## Replies\nSMITH: Two.",
            vec!["Ann Smith: One.", "Ann Smith: Two."],
        ),
    ] {
        assert_eq!(spoken(text), expected, "{text}");
    }
}

#[test]
fn the_sample_is_read_whole() {
    let read = read(BRIDGE, &Given::default()).unwrap();
    let debate = &read.debate;
    assert_eq!(
        debate.motion,
        "This House would build the bridge to the islands"
    );
    let people: Vec<(&str, &str, &str)> = debate
        .speakers
        .iter()
        .map(|one| (one.name.as_str(), one.side.as_str(), one.role.as_str()))
        .collect();
    assert_eq!(
        people,
        [
            ("Orla Fenwick", "for", "ferry engineer"),
            ("Tomas Arkwright", "for", "economist"),
            ("Ines Calloway", "against", ""),
            ("Rupert Dane", "against", "innkeeper"),
            ("Audience Member", "floor", ""),
        ]
    );
    let order: Vec<(&str, Option<&str>, Option<f64>)> = debate
        .turns
        .iter()
        .map(|turn| {
            (
                turn.speaker.as_str(),
                turn.phase.as_deref(),
                turn.at_seconds,
            )
        })
        .collect();
    let (first, second, last) = (
        Some("Opening speeches"),
        Some("Second speeches"),
        Some("Questions"),
    );
    assert_eq!(
        order,
        [
            ("Hester Vale", first, Some(5.0)),
            ("Orla Fenwick", first, Some(15.0)),
            ("Ines Calloway", first, None),
            ("Tomas Arkwright", second, None),
            ("Rupert Dane", second, None),
            ("Audience Member", last, None),
            ("Orla Fenwick", last, None),
            ("Hester Vale", last, None),
        ]
    );
    assert!(
        debate.turns[1].text.contains("first.\n\nA bridge")
            || debate.turns[1].text.contains("hospital.\n\nA bridge")
    );
    assert!(debate.turns[1].text.contains("It carries [the] harvest"));
    assert_eq!(
        debate.votes.before.unwrap().describe(),
        "for 42, against 30, undecided 28"
    );
    assert_eq!(debate.date, "2021-03-04");
    assert_eq!(
        read.notes,
        ["3 stage directions in brackets were left out."]
    );
}

#[test]
fn what_is_said_beside_a_transcript_comes_first() {
    let given = Given {
        motion: Some("This House would rather not".into()),
        before: Some("10 20 70".into()),
        ..Given::default()
    };
    let debate = read(BRIDGE, &given).unwrap().debate;
    assert_eq!(debate.motion, "This House would rather not");
    assert_eq!(
        debate.votes.before.unwrap().describe(),
        "for 10, against 20, undecided 70"
    );
    assert_eq!(
        debate.votes.after.unwrap().describe(),
        "for 45, against 51, undecided 4"
    );
}

#[test]
fn whoever_is_called_the_moderator_is_one() {
    let given = Given {
        moderator: None,
        ..given()
    };
    let debate = read(
        "MODERATOR: Welcome, all of you, to the hall.\nSMITH: Yes.",
        &given,
    )
    .unwrap()
    .debate;
    assert_eq!(debate.moderator.unwrap().name, "The moderator");
    assert_eq!(debate.turns[0].speaker, "The moderator");
}

#[test]
fn what_is_wrong_is_said_with_its_line_and_what_to_do() {
    let none = Given::default();
    insta::assert_snapshot!(refused("SMITH: Yes.", &none), @r#"
    the motion is missing
    it is not said who speaks for the motion
    it is not said who speaks against the motion
    line 1: there is no speaker "SMITH"
    > say it with --motion "This House …", or in a line above the first speech: Motion: …
    > say it with --for "NAME, NAME", or in a line above the first speech: For: NAME, NAME
    > say it with --against "NAME, NAME", or in a line above the first speech: Against: NAME, NAME
    > name everybody who speaks: --for, --against, --moderator, and --floor for the audience
    "#);
    insta::assert_snapshot!(refused("SMITH: Yes.\nJON DOE: No.\n\nANN SMIHT: Yes.\nAnn Smiht: Yes!", &given()), @r#"
    line 2: there is no speaker "JON DOE"
    line 4: there is no speaker "ANN SMIHT"; did you mean Ann Smith?
    line 5: there is no speaker "Ann Smiht"; did you mean Ann Smith?
    > name everybody who speaks: --for, --against, --moderator, and --floor for the audience
    "#);
    insta::assert_snapshot!(refused("A great evening\n[music]\nBefore: a few\nSMITH: Yes.", &given()), @r#"
    line 1: this line belongs to nobody: "A great evening"
    line 3: "a few" is no count; expected for/against/undecided, such as 32/18/50
    > put it in brackets to leave it out, or a name and a colon before it
    "#);
    let twice = Given {
        ayes: vec!["Ann Smith, Zoe Smith".into()],
        after: Some("0/0/0".into()),
        ..given()
    };
    insta::assert_snapshot!(refused("SMITH: Yes.\nZOE SMITH: Yes.", &twice), @r#"
    --after: nobody was counted
    line 1: "SMITH" may be Ann Smith or Zoe Smith
    > write the full name before the colon
    "#);
    let same = Given {
        noes: vec!["Ann Smith".into()],
        date: Some("last June".into()),
        ..given()
    };
    insta::assert_snapshot!(refused("ANN SMITH: Yes.", &same), @r#"
    `date`: "last June" is no date; expected one such as 2019-11-21, 2019-11 or 2019
    `speakers[2].name`: "Ann Smith" is there twice
    "#);
    insta::assert_snapshot!(refused("[Applause]\n\n", &given()), @r"
    nobody says anything
    > a speech begins with its speaker at the beginning of a line: NAME: text
    ");
}

/// Words that are neither names nor noises, and no label ends in them.
fn sentence() -> impl Strategy<Value = String> {
    proptest::collection::vec("[a-z]{1,9}[,.]?", 1..12).prop_map(|words| words.join(" "))
}

proptest! {
    /// Every word that was said is in a turn of whoever said it, in order.
    #[test]
    fn nothing_that_was_said_is_lost(
        speeches in proptest::collection::vec(
            (0_usize..4, proptest::collection::vec(sentence(), 1..4), 0_usize..4), 1..9)
    ) {
        let people = [
            ("Ann Smith", "ANN SMITH"), ("Bo de Wit", "DE WIT"), ("Cyd Hale", "Cyd Hale"), ("Dora O'Neill", "O'Neill"),
        ];
        let mut text = String::new();
        let mut expected: Vec<(String, Vec<String>)> = Vec::new();
        for (who, paragraphs, how) in &speeches {
            let (full, label) = people[*who];
            let time = ["", "[00:01:02] ", "", "00:07 "][*how];
            let role = ["", "", " (of the town)", ""][*how];
            let said = paragraphs.join("\n\n[Applause]\n");
            text.extend([time, label, role, ": ", &said, "\n"]);
            let words: Vec<String> = paragraphs.iter().flat_map(|one| one.split(' ')).map(str::to_owned).collect();
            match expected.last_mut() {
                Some((last, all)) if last == full => all.extend(words),
                _ => expected.push((full.to_owned(), words)),
            }
        }
        // Times of the one and of the other need not agree here.
        let text = text.replace("[00:01:02] ", "").replace("00:07 ", "");
        let found: Vec<(String, Vec<String>)> = read(&text, &given()).unwrap().debate.turns.into_iter()
            .map(|turn| (turn.speaker, turn.text.split_whitespace().map(str::to_owned).collect()))
            .collect();
        prop_assert_eq!(found, expected);
    }

    /// Whatever the text is, it is read or refused; and what is read is as many words as were there, or fewer.
    #[test]
    fn no_text_is_too_strange(text in "(Smith|SMITH|Hale|Zed|[\\[\\](): \n#=*0-9a-zA-Zé’-]|\\PC|\n){0,120}") {
        for given in [given(), Given::default()] {
            if let Ok(read) = read(&text, &given) {
                let said: u32 = read.debate.turns.iter().map(|turn| crate::text::count_words(&turn.text)).sum();
                prop_assert!(said <= crate::text::count_words(&text));
                prop_assert!(said > 0);
            }
        }
    }
}

#[test]
fn the_example_of_the_book_is_read_as_it_says() {
    let page = include_str!("../../../docs/src/real-debates.md");
    let (_, text) = page.split_once("\n```text\nMotion: ").unwrap();
    let text = format!("Motion: {}", text.split("\n```").next().unwrap());
    let debate = read(&text, &Given::default()).unwrap().debate;
    assert_eq!(
        debate.motion,
        "This House would build the bridge to the islands"
    );
    assert_eq!(
        told(&debate.turns),
        [
            "Orla Fenwick: I have kept the ferry's engines running …",
            "Ines Calloway: Four hundred million is the price of …"
        ]
    );
    assert_eq!(
        debate.votes.after.unwrap().describe(),
        "for 45, against 51, undecided 4"
    );
}
