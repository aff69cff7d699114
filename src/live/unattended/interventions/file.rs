//! The file of interventions.
//!
//! ```toml
//! [[interventions]]
//! after = "prop.1"            # once the speech from that seat is over; or:
//! # during = "opp.1"          # in the speech from that seat,
//! # at_words = 40             # once so many words are said (at its end, if it is shorter)
//! do = "evidence"             # evidence, ask, clarify, poi, pause, resume, pace or adjourn
//! text = "Deaths fell by a third."
//! source = "City report"
//! ```
//!
//! | `do` | needs | may have |
//! | --- | --- | --- |
//! | `evidence` | `text`, or `file`: its path, as seen from this file's folder | `source` |
//! | `ask` | `seat`, `text` | `halt` (true: the debate waits for the answer) |
//! | `clarify` | `text` | `seat` |
//! | `poi` | `text` | |
//! | `pause` | | `for_ms` (0 if absent) |
//! | `resume`, `adjourn` | | |
//! | `pace` | `pace` (`instant`, `reading` or `live`) | |

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Item, ItemLines, Moment};
use crate::{
    bounds,
    catalog::{Field, Findings, Problem, TomlDocument, read_into},
    corpus,
    debate::{
        command::{Command, Halt, Pace},
        ids::Seat,
    },
    error::Failure,
    text::shown,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    interventions: Vec<Raw>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Do {
    Evidence,
    Ask,
    Clarify,
    Poi,
    Pause,
    Resume,
    Pace,
    Adjourn,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Raw {
    after: Option<String>,
    during: Option<String>,
    #[schemars(range(min = bounds::WORDS_FROM.least, max = bounds::WORDS_FROM.most))]
    at_words: Option<u32>,
    r#do: Do,
    text: Option<String>,
    file: Option<PathBuf>,
    source: Option<String>,
    seat: Option<String>,
    halt: Option<bool>,
    pace: Option<Pace>,
    #[schemars(range(min = bounds::PAUSE_MS.least, max = bounds::PAUSE_MS.most))]
    for_ms: Option<u64>,
}

/// The interventions of a file's text; `name` is the file's, for messages, and files that it names are found from there.
///
/// # Errors
/// It is no TOML or makes no sense, or a file that it names cannot be read: the line and the field are named.
pub(super) fn read(text: &str, name: &str) -> Result<Vec<Item>, Failure> {
    let source: Arc<str> = text.into();
    let made = |file: &File, findings: &mut Findings| items(file, &source, name, findings);
    read_into(name, &source, made).map_err(|problems| refused(&problems))
}

/// The interventions; what is wrong with those that make no sense is noted.
fn items(file: &File, source: &Arc<str>, name: &str, findings: &mut Findings) -> Vec<Item> {
    let document = TomlDocument::parse(source).ok();
    let mut items = Vec::new();
    let (mut line, mut read) = (1, 0);
    for (at, raw) in file.interventions.iter().enumerate() {
        let field = Field::of("interventions").at(at);
        let span = document
            .as_ref()
            .map_or(0..0, |document| document.span(&field));
        // They stand one after the other, so that no line is counted twice.
        line += source
            .get(read..span.start)
            .map_or(0, |text| text.matches('\n').count());
        read = read.max(span.start);
        // Within the intervention, where the field is there.
        let line_of = |name: &str| {
            let place = document
                .as_ref()
                .map_or(0..0, |document| document.span(&field.key(name)));
            let before = source.get(span.start..place.start);
            line + before.map_or(0, |text| text.matches('\n').count())
        };
        let moment = if raw.during.is_some() {
            "during"
        } else {
            "after"
        };
        let lines = ItemLines {
            moment: line_of(moment),
            seat: line_of("seat"),
        };
        let written = document.as_ref();
        let written = written.and_then(|document| document.string(&field.key("file")));
        let file = raw
            .file
            .as_deref()
            .map(|file| written.map_or(file, Path::new));
        match item(raw, lines, file, Path::new(name)) {
            Ok(item) => items.push(item),
            Err(_) if findings.len() > bounds::FAULTS => break,
            Err(why) => findings.add(field, why, ""),
        }
    }
    items
}

/// Everything that is wrong, a line each.
fn refused(problems: &[Problem]) -> Failure {
    let told = problems.iter().map(|problem| {
        let line = problem.line.unwrap_or(1);
        let field = match problem.field.as_str() {
            "" => String::new(),
            field => format!("{field}: "),
        };
        let expected = match problem.expected.as_str() {
            "" => String::new(),
            expected => format!(" ({expected})"),
        };
        format!(
            "{}:{line}: {field}{}{expected}",
            problem.file, problem.message
        )
    });
    let told: Vec<String> = told.collect();
    Failure::input(told.join("\n")).hint(
        "Each [[interventions]] has a moment (`after`, or `during` and `at_words`) and a `do`.",
    )
}

/// `file` is the file that it names, as that was written: a name is not filtered before it is looked for.
fn item(raw: &Raw, lines: ItemLines, file: Option<&Path>, script: &Path) -> Result<Item, String> {
    let moment = match (&raw.after, &raw.during, raw.at_words) {
        (Some(seat), None, None) => Moment::After(Seat::named(seat)),
        (None, Some(seat), Some(words)) => Moment::AtWords(Seat::named(seat), words),
        (None, Some(_), None) => return Err("`during` needs `at_words`".to_owned()),
        (None, None, Some(_)) => return Err("`at_words` needs `during`, a seat".to_owned()),
        (None, None, None) => {
            return Err("there is no moment: give `after`, or `during` and `at_words`".to_owned());
        }
        (Some(_), _, _) => {
            return Err("`after` cannot stand with `during` or `at_words`".to_owned());
        }
    };
    let text = || {
        raw.text
            .clone()
            .filter(|text| !text.trim().is_empty())
            .ok_or_else(|| format!("`text` is missing: {} needs one", raw.r#do.word()))
            .map(|text| crate::text::sanitize::sanitize(&text))
    };
    let seat = raw.seat.clone().map(Seat::named);
    let command = match raw.r#do {
        Do::Evidence => evidence(raw, text, file, script)?,
        Do::Ask => Command::Ask {
            seat: seat
                .clone()
                .ok_or("`seat` is missing: ask needs somebody to ask")?,
            text: text()?,
            halt: if raw.halt == Some(true) {
                Halt::Halting
            } else {
                Halt::Beside
            },
        },
        Do::Clarify => Command::Clarify {
            seat: seat.clone(),
            text: text()?,
        },
        Do::Poi => Command::GalleryPoint { text: text()? },
        Do::Pause => Command::Pause,
        Do::Resume => Command::Resume,
        Do::Pace => Command::SetPace {
            pace: raw
                .pace
                .ok_or("`pace` is missing: instant, reading or live")?,
        },
        Do::Adjourn => Command::Adjourn,
    };
    let says = matches!(raw.r#do, Do::Evidence | Do::Ask | Do::Clarify | Do::Poi);
    let misplaced = [
        ("text", raw.text.is_some(), says),
        ("source", raw.source.is_some(), raw.r#do == Do::Evidence),
        ("file", raw.file.is_some(), raw.r#do == Do::Evidence),
        (
            "seat",
            raw.seat.is_some(),
            matches!(raw.r#do, Do::Ask | Do::Clarify),
        ),
        ("halt", raw.halt.is_some(), raw.r#do == Do::Ask),
        ("pace", raw.pace.is_some(), raw.r#do == Do::Pace),
        ("for_ms", raw.for_ms.is_some(), raw.r#do == Do::Pause),
    ]
    .into_iter()
    .find(|(_, given, fits)| *given && !fits);
    if let Some((field, ..)) = misplaced {
        return Err(format!("`{field}` has no meaning for {}", raw.r#do.word()));
    }
    Ok(Item {
        moment,
        command,
        lines,
        pause: Duration::from_millis(raw.for_ms.unwrap_or_default()),
    })
}

/// A text, or a file that is read now: what is wrong with it is said before the debate begins.
fn evidence(
    raw: &Raw,
    text: impl Fn() -> Result<String, String>,
    file: Option<&Path>,
    script: &Path,
) -> Result<Command, String> {
    let source = raw.source.as_deref().unwrap_or_default();
    let source = crate::text::sanitize::sanitize_line(source);
    let Some(file) = file else {
        return Ok(Command::Evidence {
            text: text()?,
            source,
            places: Vec::new(),
        });
    };
    if raw.text.is_some() {
        return Err("`text` cannot stand with `file`".to_owned());
    }
    let path = script.parent().unwrap_or(Path::new("")).join(file);
    let handed = corpus::hand_in(&path).map_err(|error| {
        let shown = shown::path(&path);
        format!("`file`: {shown}: {error}")
    })?;
    Ok(handed.evidence(source))
}

impl Do {
    fn word(self) -> &'static str {
        match self {
            Self::Evidence => "evidence",
            Self::Ask => "ask",
            Self::Clarify => "clarify",
            Self::Poi => "poi",
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Pace => "pace",
            Self::Adjourn => "adjourn",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_with_line_and_field() {
        let table = [
            (
                "\n[[interventions]]\nafter = \"prop.1\"\ndo = \"dance\"",
                "f:4: ",
                "dance",
            ),
            (
                "[[interventions]]\ndo = \"pause\"\nwhen = 1\n",
                "f:3: ",
                "when",
            ),
            ("\n[[interventions]]\ndo = \"pause\"", "f:2: ", "no moment"),
            (
                "[[interventions]]\nafter = \"a\"\nat_words = 4\ndo = \"pause\"",
                "f:1: ",
                "`after` cannot",
            ),
            (
                "[[interventions]]\nduring = \"a\"\ndo = \"pause\"",
                "f:1: ",
                "`at_words`",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"evidence\"",
                "f:1: ",
                "`text` is missing",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"evidence\"\ntext = \"t\"\nfile = \"f\"",
                "f:1: ",
                "`text` cannot stand with `file`",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"evidence\"\nfile = \"gone.txt\"",
                "f:1: ",
                "`file`: gone.txt: there is no such file",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"poi\"\ntext = \"x\"\nfile = \"f\"",
                "f:1: ",
                "`file` has no meaning for poi",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"ask\"\ntext = \"x\"",
                "f:1: ",
                "`seat` is missing",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"pace\"",
                "f:1: ",
                "`pace` is missing",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"poi\"\ntext = \"x\"\nhalt = true",
                "f:1: ",
                "`halt` has no meaning for poi",
            ),
            ("[[interventions", "f:1: ", ""),
            (
                "[[interventions]]\nduring = \"a\"\nat_words = 4294967296\ndo = \"poi\"\ntext = \"x\"",
                "f:3: interventions[0].at_words",
                "0 to 40000",
            ),
            (
                "[[interventions]]\nafter = \"a\"\ndo = \"pause\"\nfor_ms = -1",
                "f:4: interventions[0].for_ms",
                "0 to 86400000",
            ),
        ];
        for (text, place, what) in table {
            let message = read(text, "f").unwrap_err().message;
            assert!(
                message.starts_with(place) && message.contains(what),
                "{message}"
            );
        }
    }

    #[test]
    fn all_mistakes_are_told_at_once() {
        let text = "[[interventions]]\nafter = \"a\"\ndo = \"pause\"\nfor_ms = nan\nwhen = 1\n\
                    [[interventions]]\ndo = \"poi\"\n[[interventions]]\nafter = \"a\"\ndo = \"pace\"\n";
        let told = read(text, "f").unwrap_err().message;
        let places: Vec<&str> = told
            .lines()
            .filter_map(|line| line.split(": ").next())
            .collect();
        assert_eq!(places, ["f:4", "f:5", "f:6", "f:8"], "{told}");
    }

    #[test]
    fn every_kind_is_understood() {
        let text = r#"
            interventions = [
              { after = "a", do = "evidence", text = "t", source = "s" },
              { after = "a", do = "ask", seat = "b", text = "q", halt = true },
              { after = "a", do = "clarify", text = "c" },
              { after = "a", do = "poi", text = "p" },
              { after = "a", do = "pause", for_ms = 5 },
              { after = "a", do = "resume" },
              { during = "a", at_words = 3, do = "pace", pace = "live" },
              { after = "a", do = "adjourn" },
            ]"#;
        let items = read(text, "f").unwrap();
        assert_eq!(items.len(), 8);
        assert_eq!(
            items[1].command,
            Command::Ask {
                seat: Seat::named("b"),
                text: "q".into(),
                halt: Halt::Halting
            }
        );
    }
}
