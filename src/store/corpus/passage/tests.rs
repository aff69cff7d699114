//! Passages hold the whole text, in order, within their bounds.

use proptest::prelude::*;

use super::*;
use crate::corpus::read::About;

fn block(text: &str, place: &str, speaker: Option<&str>) -> Paragraph {
    Paragraph {
        text: text.to_owned(),
        place: place.to_owned(),
        speaker: speaker.map(str::to_owned),
    }
}

fn document(blocks: Vec<Paragraph>) -> ParsedWork {
    ParsedWork {
        blocks,
        ..ParsedWork::default()
    }
}

/// Sentences of eight words, numbered so that each is told from the others.
fn sentences(from: usize, count: usize) -> String {
    let all: Vec<String> = (from..from + count)
        .map(|n| format!("Sentence {n} of this speech has eight words."))
        .collect();
    all.join(" ")
}

fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// The text that is left when every passage's overlap with what is already there is taken away.
fn told(passages: &[CorpusPassage]) -> String {
    let mut whole = String::new();
    for passage in passages {
        let text = bare(&passage.text);
        // The longest beginning of it that the whole ends with.
        let cut = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .rev()
            .find(|at| whole.ends_with(&text[..*at]))
            .unwrap_or(0);
        whole.push_str(&text[cut..]);
    }
    whole
}

#[test]
fn a_long_text_is_cut_near_the_aim_with_overlap() {
    let text = sentences(0, 200);
    let found = passages(&document(vec![block(&text, "line 1", None)]));
    assert!((8..=11).contains(&found.len()), "{}", found.len());
    for (index, passage) in found.iter().enumerate() {
        assert!(passage.text.starts_with("Sentence "), "{index}");
        assert!(passage.text.ends_with("words."), "{index}");
        assert!(passage.words <= MOST);
        assert_eq!(passage.words, passage.text.split_whitespace().count());
        if index + 1 < found.len() {
            assert!(passage.words >= 160, "{index}: {}", passage.words);
            let (at, _) = passage.text.rmatch_indices("Sentence ").nth(4).unwrap();
            let last_five = &passage.text[at..];
            assert!(found[index + 1].text.starts_with(last_five), "{index}");
        }
    }
    assert_eq!(told(&found), bare(&text));
}

#[test]
fn paragraph_ends_are_preferred() {
    let blocks = (0..6)
        .map(|n| block(&sentences(n * 22, 22), &format!("line {}", n + 1), None))
        .collect();
    let found = passages(&document(blocks));
    assert_eq!(found[0].text.lines().count(), 1);
    assert_eq!(found[0].words, 176);
    assert_eq!(found[0].place, "line 1");
}

#[test]
fn speakers_are_never_mixed_and_headings_are_kept_apart() {
    let document = ParsedWork {
        about: About {
            speaker: Some("Chair".into()),
            ..About::default()
        },
        ..document(vec![
            block("Order, order.", "00:00:01", None),
            block(&sentences(0, 4), "00:00:02", Some("Ann")),
            block("Thank you.", "00:00:30", Some("Ben")),
            block(&sentences(9, 10), "I, line 1", Some("Ben")),
            block(&sentences(20, 10), "II, line 9", Some("Ben")),
            block("So much for that.", "III, line 20", Some("Ben")),
        ])
    };
    let found: Vec<_> = passages(&document)
        .into_iter()
        .map(|passage| (passage.speaker.unwrap(), passage.place, passage.words))
        .collect();
    let expected = [
        ("Chair", "00:00:01", 2),
        ("Ann", "00:00:02", 32),
        ("Ben", "00:00:30", 82),
        ("Ben", "II, line 9", 84),
    ];
    assert_eq!(
        found,
        expected.map(|(who, place, words)| (who.into(), place.into(), words))
    );
}

#[test]
fn sentences_end_where_they_do() {
    let mut pieces = Vec::new();
    let text = "Mr. Hale cites No. 5 of J. S. Bell et al. in print. Is it so? It costs 3.50 today. 言論。自由。";
    piece::split(0, text, &mut pieces);
    let said: Vec<_> = pieces
        .iter()
        .map(|piece| text[piece.from..piece.to].trim())
        .collect();
    assert_eq!(
        said,
        [
            "Mr. Hale cites No. 5 of J. S. Bell et al. in print.",
            "Is it so?",
            "It costs 3.50 today.",
            "言論。",
            "自由。"
        ]
    );
}

#[test]
fn what_has_no_sentences_or_no_spaces_is_cut_all_the_same() {
    let clauses = "one two three, ".repeat(400);
    let words = "word ".repeat(2_000);
    let letters = "x".repeat(100_000);
    let signs = "字".repeat(50_000);
    for text in [clauses.trim(), words.trim(), &letters, &signs] {
        let found = passages(&document(vec![block(text, "line 1", None)]));
        assert!(found.len() >= 4);
        for passage in &found {
            assert!((1..=MOST).contains(&passage.words), "{}", passage.words);
            assert!(passage.text.len() <= MOST * 48);
        }
        let whole: String = found.iter().map(|passage| bare(&passage.text)).collect();
        assert!(whole.len() >= bare(text).len());
    }
    let found = passages(&document(vec![block(clauses.trim(), "", None)]));
    assert!(found[0].text.ends_with(','));
}

/// However long a text is, what is kept of it is what the next passages may need; and no more than that is looked at
/// for a paragraph, so that the time grows with the text.
#[test]
fn what_is_kept_of_a_text_is_little() {
    let mut cutter = Cutter::new(None);
    let mut found = Vec::new();
    for n in 0..2_000 {
        cutter.take(block(&sentences(n, 5), "line 1", None), &mut found);
        let sections = [&cutter.before, &cutter.last].into_iter().flatten();
        let pieces: usize = sections.map(Section::kept).sum();
        assert!(pieces < 100, "{n}: {pieces}");
        assert!(cutter.blocks.len() < 20, "{n}: {}", cutter.blocks.len());
    }
    assert!(found.len() > 300);
}

/// The number in each word of a passage of numbered words.
fn numbers(text: &str) -> Vec<usize> {
    let digits = text.split(|c: char| !c.is_ascii_digit());
    digits.filter_map(|number| number.parse().ok()).collect()
}

proptest! {
    /// Every word has its number, so that coverage, order and overlap can be counted.
    #[test]
    fn nothing_is_lost_and_bounds_hold(
        shapes in proptest::collection::vec(
            (proptest::collection::vec(0..40usize, 1..400), 0..3usize, 0..3usize),
            1..10,
        )
    ) {
        let mut count = 0;
        let blocks: Vec<Paragraph> = shapes
            .iter()
            .enumerate()
            .map(|(n, (marks, heading, speaker))| {
                let words: Vec<String> = marks
                    .iter()
                    .map(|mark| {
                        count += 1;
                        let mark = ["." , "?", ",", ";", "…", ".”"].get(*mark).unwrap_or(&"");
                        format!("W{}{mark}", count - 1)
                    })
                    .collect();
                let speaker = [None, Some("Ann"), Some("Ben")][*speaker];
                block(&words.join(" "), &format!("H{heading}, line {n}"), speaker)
            })
            .collect();
        // What is cut before a section has ended is cut where it would be with all of it there.
        let (mut patient, mut late) = (Cutter { ahead: usize::MAX, ..Cutter::new(None) }, Vec::new());
        for block in &blocks {
            patient.take(block, &mut late);
        }
        patient.finish(&mut late);
        let document = document(blocks);
        prop_assert_eq!(&passages(&document), &late);
        let mut told: Option<usize> = None;
        let mut speaker: Option<String> = None;
        for passage in passages(&document) {
            let numbers = numbers(&passage.text);
            prop_assert_eq!(passage.words, numbers.len());
            prop_assert!((1..=MOST).contains(&numbers.len()));
            prop_assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
            let next = told.map_or(0, |told| told + 1);
            prop_assert!(numbers[0] <= next && *numbers.last().unwrap() >= next);
            prop_assert!(next - numbers[0] <= OVERLAP * 3 / 2);
            if passage.speaker != speaker {
                prop_assert_eq!(numbers[0], next);
            }
            speaker = passage.speaker;
            told = numbers.last().copied();
        }
        prop_assert_eq!(told.map(|told| told + 1), Some(count));
    }
}
