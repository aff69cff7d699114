//! `hustings search`: words in everything that was said.

use std::io::{self, Write};

use jiff::{Timestamp, tz::TimeZone};

use super::{Host, args::SearchArgs, debates, journal::MOTION_WORDS, out};
use crate::{
    error::{Exit, Failure},
    journal::{Journal, SearchHit, What},
    text::{first_words, markup, sanitize::sanitize_line, shown::visible},
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

/// The snippet without the marks of Markdown, and with the matches between two marks.
fn marked(found: &SearchHit, (opens, closes): (&str, &str)) -> String {
    let pieces = markup::pieces(&found.snippet, &found.marks).into_iter();
    let told = pieces.map(|(text, is_found)| {
        if is_found {
            format!("{opens}{text}{closes}")
        } else {
            text
        }
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::ids::DebateId;

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
