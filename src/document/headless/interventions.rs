//! Interventions from a file, for debates that nobody watches.
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
//!
//! Each is done once, and those that are due together in the order of the file. A pause ends after its
//! `for_ms`, or with a `resume` that is due at the same moment; a question that halts the debate lets it go on
//! once it is answered, or cannot be.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    bounds,
    catalog::{Document, Field, Misshapen, Problem, few, read_toml},
    corpus,
    debate::{
        DebateState,
        command::{Command, Halt, Pace},
        event::{Event, PausedBy},
        ids::Seat,
        opening::Opening,
        state::{Progress, Status, Turn},
    },
    error::Failure,
};

/// When an intervention is due.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Moment {
    /// A speech from this seat is over and counts.
    After(Seat),
    /// A speech from this seat has so many words.
    AtWords(Seat, u32),
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Item {
    moment: Moment,
    command: Command,
    line: usize,
    pause: Duration,
}

/// The interventions of a file, and which of them are done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    items: Vec<Item>,
    /// Those to come, by their positions.
    waiting: BTreeMap<Seat, Waiting>,
    pause: Duration,
    /// A resume is on its way: nobody else need send one.
    resuming: bool,
}

/// What is to come in, and after, the speech from a seat: whoever has the floor is asked after every word, however long
/// the file is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Waiting {
    /// Once the speech is over.
    after: Vec<usize>,
    /// Once so many words are said.
    at_words: BTreeMap<u32, Vec<usize>>,
}

impl Waiting {
    fn len(&self) -> usize {
        self.after.len() + self.at_words.values().map(Vec::len).sum::<usize>()
    }

    /// What has come with a turn from this seat, which it takes out.
    fn come(&mut self, turn: &Turn) -> Vec<usize> {
        let mut come = Vec::new();
        if turn.is_ended() {
            come.append(&mut self.after);
        }
        let said = |words: u32| turn.is_ended() || words <= turn.words;
        while let Some(first) = self.at_words.first_entry().filter(|one| said(*one.key())) {
            come.extend(first.remove());
        }
        come
    }
}

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

impl Script {
    /// Reads a file's text; `name` is the file's, for messages, and files that it names are found from there.
    ///
    /// # Errors
    /// It is no TOML or makes no sense, or a file that it names cannot be read: the line and the field are named.
    pub fn parse(text: &str, name: &str) -> Result<Self, Failure> {
        let source: Arc<str> = text.into();
        let file: File = read_toml(name, &source).map_err(|wrong: Misshapen<File>| {
            refused(&wrong.all(|file| items(file, &source, name).1))
        })?;
        let (items, problems) = items(&file, &source, name);
        if !problems.is_empty() {
            return Err(refused(&problems));
        }
        let mut waiting = BTreeMap::<Seat, Waiting>::new();
        for (at, item) in items.iter().enumerate() {
            match &item.moment {
                Moment::After(seat) => waiting.entry(seat.clone()).or_default().after.push(at),
                Moment::AtWords(seat, words) => {
                    let of_seat = waiting.entry(seat.clone()).or_default();
                    of_seat.at_words.entry(*words).or_default().push(at);
                }
            }
        }
        Ok(Self {
            items,
            waiting,
            ..Self::default()
        })
    }

    /// Checks that every seat is one from which somebody speaks in this debate.
    ///
    /// # Errors
    /// One is not: the line and the seat are named.
    pub fn check(&self, opening: &Opening, name: &str) -> Result<(), Failure> {
        for item in &self.items {
            let (Moment::After(moment) | Moment::AtWords(moment, _)) = &item.moment;
            let asked = match &item.command {
                Command::Ask { seat, .. } => Some(seat),
                Command::Clarify { seat, .. } => seat.as_ref(),
                _ => None,
            };
            let speaks = |seat: &Seat| opening.speaker(seat).is_some();
            let may_wait_for = |seat: &Seat| speaks(seat) || opening.listener(seat).is_some();
            let wrong = Some(moment)
                .filter(|seat| !may_wait_for(seat))
                .or_else(|| asked.filter(|seat| !speaks(seat)));
            if let Some(seat) = wrong {
                let seats: Vec<&str> = opening
                    .speakers
                    .iter()
                    .map(|speaker| speaker.seat.as_str())
                    .collect();
                return Err(Failure::input(format!(
                    "{name}:{}: nobody speaks from {seat}",
                    item.line
                ))
                .hint(format!("The speakers sit at {}.", seats.join(", "))));
            }
        }
        Ok(())
    }

    /// What is due now that this has happened, in the order of the file; each is given once. To be asked after every
    /// record.
    pub fn due(&mut self, state: &DebateState, event: &Event) -> Vec<Command> {
        if state.is_closed() {
            return Vec::new();
        }
        if state.is_running() {
            self.resuming = false;
        }
        let turn = match event {
            Event::TurnBegan { turn, .. }
            | Event::Said { turn, .. }
            | Event::TurnEnded { turn, .. } => state.turn(*turn),
            // Nothing else begins a turn, adds a word to it or ends it.
            _ => None,
        };
        let mut come = turn.map_or_else(Vec::new, |turn| self.come(turn));
        come.sort_unstable();
        let mut due = Vec::with_capacity(come.len());
        for item in come.into_iter().filter_map(|at| self.items.get(at)) {
            match item.command {
                Command::Pause => {
                    self.pause = item.pause;
                    self.resuming = false;
                }
                Command::Resume => self.resuming = true,
                Command::Evidence { .. }
                | Command::Ask { .. }
                | Command::Clarify { .. }
                | Command::GalleryPoint { .. }
                | Command::SetPace { .. }
                | Command::Adjourn => {}
            }
            due.push(item.command.clone());
        }
        due
    }

    /// How many there are in all.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// How many have not come.
    pub(super) fn left(&self) -> usize {
        self.waiting.values().map(Waiting::len).sum()
    }

    /// In a debate that is taken up again: what an earlier process was given is not given again.
    pub fn skip_done(&mut self, state: &DebateState) {
        for turn in &state.turns {
            self.come(turn);
        }
    }

    /// Takes out what has come with a turn, by position.
    fn come(&mut self, turn: &Turn) -> Vec<usize> {
        let waiting = self.waiting.get_mut(&turn.seat);
        let waiting = waiting.filter(|_| turn.task.is_spoken());
        waiting.map_or_else(Vec::new, |waiting| waiting.come(turn))
    }

    /// After how long whoever runs the debate is to let it go on; `None` where it does not wait, waits for an
    /// answer, or is not to be taken up without a person.
    pub fn resumes_in(&self, state: &DebateState) -> Option<Duration> {
        let Status::Paused(by) = &state.status else {
            return None;
        };
        match by {
            _ if self.resuming => None,
            PausedBy::Viewer => Some(self.pause),
            PausedBy::Question { item } => {
                state
                    .intervention(*item)
                    .and_then(|item| match item.progress {
                        Progress::Done { .. } | Progress::Failed { .. } => Some(Duration::ZERO),
                        Progress::Queued | Progress::Put => None,
                    })
            }
            PausedBy::Questions => Some(Duration::ZERO),
            PausedBy::Limit { .. } | PausedBy::Unreachable { .. } => None,
        }
    }

    /// A resume was sent.
    pub(super) fn resumed(&mut self) {
        self.resuming = true;
    }
}

/// The interventions, and what is wrong with those that make no sense.
fn items(file: &File, source: &Arc<str>, name: &str) -> (Vec<Item>, Vec<Problem>) {
    let document = Document::parse(source).ok();
    let mut items = Vec::new();
    let mut problems = Vec::new();
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
        match item(raw, line, Path::new(name)) {
            Ok(item) => items.push(item),
            Err(_) if problems.len() > bounds::FAULTS => break,
            Err(why) => {
                let field = field.to_string();
                problems.push(Problem::at(name, source, span, field, why, ""));
            }
        }
    }
    (items, few(problems))
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

fn item(raw: &Raw, line: usize, script: &Path) -> Result<Item, String> {
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
        Do::Evidence => evidence(raw, text, script)?,
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
        line,
        pause: Duration::from_millis(raw.for_ms.unwrap_or_default()),
    })
}

/// A text, or a file that is read now: what is wrong with it is said before the debate begins.
fn evidence(
    raw: &Raw,
    text: impl Fn() -> Result<String, String>,
    script: &Path,
) -> Result<Command, String> {
    let source = raw.source.as_deref().unwrap_or_default();
    let source = crate::text::sanitize::sanitize_line(source);
    let Some(file) = &raw.file else {
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
        let shown = crate::text::shown::named(&path.display().to_string());
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
    use crate::{
        catalog::Task,
        debate::{ids::TurnId, state::TurnStatus},
    };

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
            let message = Script::parse(text, "f").unwrap_err().message;
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
        let told = Script::parse(text, "f").unwrap_err().message;
        let places: Vec<&str> = told
            .lines()
            .filter_map(|line| line.split(": ").next())
            .collect();
        assert_eq!(places, ["f:4", "f:5", "f:6", "f:8"], "{told}");
    }

    #[test]
    fn what_has_come_is_taken_out_in_the_order_of_the_file_and_only_once() {
        let text = r#"
            interventions = [
              { after = "a", do = "poi", text = "0" },
              { during = "a", at_words = 9, do = "poi", text = "1" },
              { after = "b", do = "poi", text = "2" },
              { during = "a", at_words = 3, do = "poi", text = "3" },
              { during = "a", at_words = 0, do = "poi", text = "4" },
              { during = "a", at_words = 3, do = "poi", text = "5" },
            ]"#;
        let mut script = Script::parse(text, "f").unwrap();
        let mut turn = Turn::begun(TurnId(0), Seat::named("a"), Task::Speech, 0);
        let mut come = |turn: &Turn| {
            let mut come = script.come(turn);
            come.sort_unstable();
            come
        };
        assert_eq!(come(&turn), [4]);
        turn.words = 2;
        assert_eq!(come(&turn), [0; 0]);
        turn.words = 5;
        assert_eq!(come(&turn), [3, 5]);
        assert_eq!(come(&turn), [0; 0], "only once");
        turn.status = TurnStatus::Ended {
            truncated: None,
            flagged: None,
        };
        assert_eq!(come(&turn), [0, 1], "it ended before its words were said");
        turn.seat = Seat::named("b");
        turn.task = Task::Prepare;
        assert_eq!(come(&turn), [0; 0], "notes are no speech");
        turn.task = Task::Speech;
        assert_eq!(come(&turn), [2]);
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
        let script = Script::parse(text, "f").unwrap();
        assert_eq!(script.items.len(), 8);
        assert_eq!(
            script.items[1].command,
            Command::Ask {
                seat: Seat::named("b"),
                text: "q".into(),
                halt: Halt::Halting
            }
        );
    }
}
