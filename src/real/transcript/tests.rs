//! Transcripts as people write them, and as nobody should.

use proptest::prelude::*;

use super::*;
use crate::{form::RealTurn, text::count_words};

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
        ..given()
    };
    let told = refused("ANN SMITH: Yes.", &same);
    assert_eq!(told, "`speakers[2].name`: \"Ann Smith\" is there twice");
    let undated = Given {
        date: Some("last June".into()),
        ..given()
    };
    let told = refused("ANN SMITH: Yes.", &undated);
    assert!(
        told.starts_with("--date: \"last June\" is no date; expected one such as"),
        "{told}"
    );
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

#[test]
fn people_are_named_as_people_name_them() {
    let given = Given {
        motion: Some("This House would sit".into()),
        ayes: vec!["Inés Barral, Jane Alice Smith".into()],
        noes: vec!["Walter Pym KC, John Smith".into()],
        ..Given::default()
    };
    for (said, meant) in [
        ("BARRAL", "Inés Barral"),
        ("Ines Barral", "Inés Barral"),
        ("Ms I. Barral MP", "Inés Barral"),
        ("I.B.", "Inés Barral"),
        ("Mayor Pym", "Walter Pym KC"),
        ("WP", "Walter Pym KC"),
        ("Jane Smith", "Jane Alice Smith"),
        ("J. A. Smith", "Jane Alice Smith"),
        ("J.A. SMITH", "Jane Alice Smith"),
        ("JAS", "Jane Alice Smith"),
    ] {
        let found = read(&format!("{said}: Good evening."), &given);
        let found = found.unwrap_or_else(|wrong| panic!("{said}: {wrong}"));
        assert_eq!(found.debate.turns[0].speaker, meant, "{said}");
    }
    for said in ["Smith", "J. Smith"] {
        let told = refused(&format!("{said}: Yes."), &given);
        assert!(
            told.contains("may be Jane Alice Smith or John Smith"),
            "{told}"
        );
    }
    assert!(refused("K. Barral: Yes.", &given).contains("there is no speaker"));
    assert!(
        is_same_person("Dr. Adam Smith", "adam smith") && is_same_person("A. Smith", "Adam Smith")
    );
    // As lists have it, with initials that stand close, and with an honour behind the comma.
    for said in ["SMITH, Adam", "Dr. Smith, A.", "Adam Smith, M.P."] {
        assert!(is_same_person(said, "Adam Smith"), "{said}");
    }
    assert!(is_same_person("J.A. Smith", "Jane Alice Smith"));
    assert!(!is_same_person("Smith", "Adam Smith") && !is_same_person("Eve Smith", "Adam Smith"));
}

/// The ten transcripts by which it is measured how well a model tells who says what.
#[test]
fn the_transcripts_of_the_measure_give_every_word_to_somebody() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/samples/split");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let found =
            read(&text, &Given::default()).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
        assert_eq!(found.notes, Vec::<String>::new(), "{text}");
        let (running, truth) = RunningText::without_names(&found.debate);
        let words: u32 = found
            .debate
            .turns
            .iter()
            .map(|turn| count_words(&turn.text))
            .sum();
        assert_eq!(truth.len(), words as usize);
        assert_eq!(
            running.utterances.iter().map(Utterance::words).sum::<u32>(),
            words
        );
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn a_text_in_which_nobody_is_named_is_a_running_one() {
    let prose = "Motion: This House would walk\nFor: Ann Hale\nAgainst: Ben Poole\n\n\
        Good evening to you all. Firstly: we have legs. [Applause] I thank you.\n\n>> And I thank Ms Hale.\n\n\
        # Questions\n\nWho carries the old?";
    let text = running(prose, &Given::default()).unwrap().unwrap();
    let utterances: Vec<&str> = text
        .utterances
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert_eq!(
        utterances,
        [
            "Good evening to you all.",
            "Firstly: we have legs.",
            "I thank you.",
            "And I thank Ms Hale.",
            "Who carries the old?"
        ]
    );
    let begins: Vec<bool> = text.utterances.iter().map(|one| one.begins).collect();
    assert_eq!(begins, [false, false, false, true, false]);
    assert_eq!(text.utterances[4].phase.as_deref(), Some("Questions"));
    assert_eq!(text.names, ["Ann Hale", "Ben Poole", "The moderator"]);
    assert!(refused(prose, &Given::default()).contains("a model tells who says what"));
    // What is missing of the line-up is said, and nothing of every line.
    let told = running("We have legs.", &Given::default())
        .unwrap()
        .unwrap_err();
    assert_eq!(told.0.len(), 3, "{told}");
    // Whoever names one speaker names all of them.
    assert!(
        running(
            &prose.replace("I thank you", "\nHALE: I thank you"),
            &Given::default()
        )
        .is_none()
    );
    assert!(running("", &given()).is_none() && running("Strange Man: Yes.", &given()).is_none());
}

#[test]
fn captions_with_names_are_a_transcript_and_others_are_not() {
    let cue =
        |at: u32, text: &str| format!("00:00:{at:02}.000 --> 00:00:{:02}.900\n{text}\n\n", at + 1);
    let named = format!(
        "WEBVTT\n\n{}{}{}",
        cue(1, "<v Ann Smith>Good evening."),
        cue(3, "We sit."),
        cue(6, "<v Cyd Hale>We stand.")
    );
    let debate = read(&named, &given()).unwrap().debate;
    assert_eq!(
        told(&debate.turns),
        ["Ann Smith: Good evening. We sit.", "Cyd Hale: We stand."]
    );
    assert_eq!(debate.turns[1].at_seconds, Some(6.0));
    // Of whom the captions name some, these are known.
    let half = named.replace("<v Cyd Hale>", ">> ");
    let text = running(&half, &given()).unwrap().unwrap();
    let known: Vec<Option<usize>> = text.utterances.iter().map(|one| one.known).collect();
    assert_eq!(known, [Some(0), Some(0), None]);
    assert!(text.utterances[2].begins);
    // A name of the line-up is one even where it stands once, in small letters and with nothing else named.
    let label =
        "WEBVTT\n\n".to_owned() + &cue(1, "Good evening.") + &cue(6, ">> Cyd Hale: We stand.");
    let text = running(&label, &given()).unwrap().unwrap();
    let said: Vec<(&str, Option<usize>)> = text
        .utterances
        .iter()
        .map(|one| (one.text.as_str(), one.known))
        .collect();
    let cyd = text.names.iter().position(|name| name == "Cyd Hale");
    assert_eq!(said, [("Good evening.", None), ("We stand.", cyd)]);
    let strange = named.replace("Cyd Hale", "Zed Moon");
    let told = refused(&strange, &given());
    assert!(
        told.contains("there is no speaker \"Zed Moon\"") && !told.contains("line "),
        "{told}"
    );
}

#[test]
fn a_file_of_votes_says_what_the_transcript_does_not() {
    let votes_file = VotesFile::read("file,before,after\nsit.txt,10/20/70,60/30/10\n").unwrap();
    let beside = Given {
        votes_file,
        after: Some("50/50".into()),
        ..given()
    };
    let (of_file, is_there) = beside.of_file("sit.txt");
    assert!(is_there && !beside.of_file("stand.txt").1);
    let votes = read("SMITH: Yes.", &of_file).unwrap().debate.votes;
    assert!((votes.before.unwrap().noes - 20.0).abs() < 1e-9);
    // What is said nearer comes first.
    assert!((votes.after.unwrap().ayes - 50.0).abs() < 1e-9);
}
