//! `hustings search`: words in everything that was said.

use std::io::{self, Write};

use jiff::{Timestamp, tz::TimeZone};

use super::{Host, args::SearchArgs, debates, journal::MOTION_WORDS, out};
use crate::{
    error::{Exit, Failure},
    journal::{Journal, SearchHit, What},
    text::{first_words, sanitize::sanitize_line, shown::visible},
};

/// Looks for the words, and prints where they stand.
pub(super) fn run(host: &Host, args: &SearchArgs) -> Result<Exit, Failure> {
    let asked = args.text.join(" ");
    check(&asked)?;
    let journal = host.journal()?;
    debates::counted(&journal)?;
    let found = found(&journal, &asked, args.limit)?;
    let marks = if out::is_terminal() {
        ("\u{1b}[1m", "\u{1b}[0m")
    } else {
        ("[", "]")
    };
    let write = |out: &mut dyn Write| {
        if args.json {
            return found.iter().try_for_each(|one| {
                let line = serde_json::to_string(one).map_err(io::Error::other)?;
                writeln!(out, "{}", visible(&line))
            });
        }
        write(out, &found, marks)
    };
    if out::is_terminal() {
        // What was found is cleaned before it is painted.
        out::paint(write)
    } else {
        out::print(write)
    }
}

/// Refuses to look for no word.
fn check(asked: &str) -> Result<(), Failure> {
    if asked.chars().any(char::is_alphanumeric) {
        return Ok(());
    }
    Err(Failure::input("there is no word to look for")
        .hint("for example: hustings search honest arithmetic"))
}

/// The places where the words stand, so many at the most.
///
/// # Errors
/// There is no word in them, or the journal cannot be read.
pub(super) fn found(journal: &Journal, asked: &str, limit: u32) -> Result<Vec<SearchHit>, Failure> {
    check(asked)?;
    Ok(journal.search(asked, limit)?)
}

/// Writes the places for people, with the matches between two marks.
pub(super) fn write(
    out: &mut dyn Write,
    found: &[SearchHit],
    marks: (&str, &str),
) -> io::Result<()> {
    if found.is_empty() {
        return writeln!(
            out,
            "Nobody has said that. All the words must stand in one place: a speech, a point, an answer, a question, evidence or a \
             motion."
        );
    }
    found.iter().try_for_each(|one| write_one(out, one, marks))
}

fn write_one(out: &mut dyn Write, found: &SearchHit, marks: (&str, &str)) -> io::Result<()> {
    let day = Timestamp::from_millisecond(found.opened_ms)
        .map(|time| {
            time.to_zoned(TimeZone::system())
                .strftime("%Y-%m-%d")
                .to_string()
        })
        .unwrap_or_default();
    let turn = found
        .nth
        .map_or_else(String::new, |nth| format!(", turn {nth}"));
    let what = match found.what {
        What::Motion => "speakers",
        What::Speech => "speech",
        What::Point => "point of information",
        What::Reply => "reply to a point",
        What::Evidence => "evidence",
        What::Question => "question",
        What::Answer => "answer",
    };
    writeln!(
        out,
        "{}  {day}  {}",
        found.debate.short(),
        first_words(&sanitize_line(&found.motion), MOTION_WORDS)
    )?;
    writeln!(out, "  {} ({what}{turn})", sanitize_line(&found.speaker))?;
    writeln!(out, "  {}\n", marked(found, marks))
}

/// The snippet with the matches between two marks.
fn marked(found: &SearchHit, (opens, closes): (&str, &str)) -> String {
    let mut text = String::new();
    let mut at = 0;
    let part = |from, to| sanitized(found.snippet.get(from..to).unwrap_or_default());
    for mark in &found.marks {
        text += &part(at, mark.start);
        text += opens;
        text += &part(mark.start, mark.end);
        text += closes;
        at = mark.end;
    }
    text + &part(at, found.snippet.len())
}

/// The journal holds only what was filtered; a hand may have been at it all the same. Stars and backquotes of Markdown are
/// left out: here stands a piece of a text, in which they may have lost their other halves.
fn sanitized(text: &str) -> String {
    let text = crate::text::sanitize::sanitize(text).replace('\n', " ");
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once(['*', '`']) {
        plain += before;
        let mark = rest.get(before.len()..=before.len()).unwrap_or_default();
        let is_sign = before.ends_with(' ') && after.starts_with(' ')
            || before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric);
        if is_sign {
            plain += mark;
        }
        rest = after;
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::ids::DebateId;

    #[test]
    fn marks_of_markdown_are_left_out_and_signs_are_not() {
        let cases = [
            (
                "…is **the** first `word`, and *this*",
                "…is the first word, and this",
            ),
            ("2 * 3 is 6, and a*b is ab", "2 * 3 is 6, and a*b is ab"),
            ("*", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(sanitized(text), expected, "{text}");
        }
    }

    #[test]
    fn a_place_is_told_with_its_matches_marked() {
        let found = SearchHit {
            debate: DebateId("0190a5e2-7b1c-7def-8abc-0123456789ab".into()),
            opened_ms: 0,
            motion: "This House would walk".into(),
            what: What::Speech,
            turn: Some(6),
            nth: Some(3),
            speaker: "Mary Wollstonecraft".into(),
            snippet: "…the Tür of reason".into(),
            marks: std::iter::once(7..11).collect(),
        };
        assert_eq!(marked(&found, ("[", "]")), "…the [Tür] of reason");
        let mut out = Vec::new();
        write_one(&mut out, &found, ("", "")).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.contains("Mary Wollstonecraft (speech, turn 3)\n"),
            "{text}"
        );
    }
}
