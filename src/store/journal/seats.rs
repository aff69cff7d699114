//! Seats of debates that are taken from other terminals: whoever takes one holds a lock, which the system frees however
//! their process ends, and hands commands in as lines of a file beside it. The process that runs the debate reads them, and
//! answers by events of the record.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use super::{
    Journal,
    error::JournalError,
    lock::{self, WriterPresence},
};
use crate::{
    debate::{
        command::Command,
        ids::{CommandId, DebateId, Seat},
        person::PersonAnswer,
    },
    files,
    text::{
        sanitize::{sanitize, sanitize_line},
        shown,
    },
};

/// The folder of what is here, beside the journal.
const SEATS: &str = "seats";
/// The ending of a file of commands.
const COMMANDS: &str = ".jsonl";
/// Bytes that are read of a file at a time; a longer line is nobody's speech.
const MOST: u64 = 1 << 20;
/// The age of a file that was left behind, and that nobody can want any more.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// A command as it stands in a file.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    id: CommandId,
    command: Command,
}

/// A seat that this process has taken in a debate of another one. To drop it frees the seat.
#[derive(Debug)]
pub struct TakenSeat {
    seat: Seat,
    path: PathBuf,
    file: File,
    // Only held.
    _lock: lock::Lock,
}

impl TakenSeat {
    /// The seat.
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// Hands a command in, under an id that no command of the debate has: its answer has that id.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn hand_in(&self, id: CommandId, command: &Command) -> Result<(), JournalError> {
        let failed = |error: &io::Error| JournalError::NoSeat {
            path: shown::path(&self.path),
            detail: files::why(error),
        };
        let command = command.clone();
        let line = serde_json::to_string(&Line { id, command })
            .map_err(|error| failed(&io::Error::other(error)))?;
        // In one piece, so that whoever reads it has all of a line or none.
        (&self.file)
            .write_all(format!("{line}\n").as_bytes())
            .map_err(|error| failed(&error))
    }
}

impl Journal {
    /// Takes a seat of a debate that another process runs, for as long as what is given back lives. `terminal` is a number
    /// that no other terminal has.
    ///
    /// # Errors
    /// Somebody at another terminal has it, or nothing can be kept.
    pub fn take_seat(
        &self,
        debate: &DebateId,
        seat: &Seat,
        terminal: u64,
    ) -> Result<TakenSeat, JournalError> {
        self.is_writable()?;
        let dir = self.dir.join(SEATS);
        fs::create_dir_all(&dir).map_err(|error| JournalError::from_io(&self.dir, &error))?;
        let name = seat_name(debate, seat);
        let lock = match lock::take(&dir, &DebateId(name.clone())) {
            Err(JournalError::InUse { process, .. }) => {
                return Err(JournalError::SeatTaken {
                    seat: seat.clone(),
                    process,
                });
            }
            taken => taken?,
        };
        // Nobody writes those of earlier terminals any more.
        let earlier = format!("{name}_");
        for path in files_in(&dir).filter(|path| begins(path, &earlier)) {
            let _ = fs::remove_file(path);
        }
        let path = dir.join(format!("{earlier}{terminal:x}{COMMANDS}"));
        // What somebody is about to say is nobody else's to read.
        let file = files::private_file(&path).map_err(|error| JournalError::NoSeat {
            path: shown::path(&path),
            detail: files::why(&error),
        })?;
        Ok(TakenSeat {
            seat: seat.clone(),
            path,
            file,
            _lock: lock,
        })
    }
}

/// A reader of what other terminals hand in for seats of one debate.
#[derive(Debug)]
pub struct SeatReader {
    dir: PathBuf,
    prefix: String,
    /// The files, each with how much of it was read.
    read: BTreeMap<PathBuf, Place>,
}

#[derive(Debug, Default)]
struct Place {
    at: u64,
    /// The seat that was taken by it.
    seat: Option<Seat>,
}

/// What one look at the seats has found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SeatNews {
    /// The commands that were handed in, in order.
    pub commands: Vec<(CommandId, Command)>,
    /// The seats whose terminals have gone.
    pub gone: Vec<Seat>,
}

impl SeatReader {
    /// The seats of a debate of the journal in that folder, for the process that runs it. What was handed in before is
    /// passed over: nobody ran the debate then.
    pub fn of(dir: &Path, debate: &DebateId) -> Self {
        let mut reader = Self {
            prefix: format!("{}-", lock::file_name(debate)),
            dir: dir.join(SEATS),
            read: BTreeMap::new(),
        };
        for (path, _) in reader.files() {
            let at = fs::metadata(&path).map_or(0, |there| there.len());
            reader.read.insert(path, Place { at, seat: None });
        }
        reader
    }

    /// Looks once. A terminal that was there and is not any more has gone, and its file with it.
    pub fn look(&mut self) -> SeatNews {
        let mut news = SeatNews::default();
        let files = self.files();
        let is_there = |path: &PathBuf| files.iter().any(|(there, _)| there == path);
        let vanished: Vec<PathBuf> = self
            .read
            .keys()
            .filter(|path| !is_there(path))
            .cloned()
            .collect();
        for path in vanished {
            let place = self.read.remove(&path);
            news.gone.extend(place.and_then(|place| place.seat));
        }
        for (path, name) in files {
            // Before the file: what was written before the lock was let go of is there then.
            let is_held = lock::holder(&self.dir, &DebateId(name)) != WriterPresence::Gone;
            if !is_held && !self.read.contains_key(&path) {
                // It was left behind when nobody ran the debate.
                let _ = fs::remove_file(&path);
                continue;
            }
            let place = self.read.entry(path.clone()).or_default();
            news.commands.extend(new_lines(&path, place));
            if !is_held {
                let _ = fs::remove_file(&path);
                let place = self.read.remove(&path);
                news.gone.extend(place.and_then(|place| place.seat));
            }
        }
        news
    }

    /// The files of the debate's seats, each with the name of its lock.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let of_debate = files_in(&self.dir).filter_map(|path| {
            let file = path.file_name()?.to_str()?;
            let (name, _) = file.strip_suffix(COMMANDS)?.rsplit_once('_')?;
            let name = name.starts_with(&self.prefix).then(|| name.to_owned())?;
            Some((path, name))
        });
        let mut files: Vec<_> = of_debate.collect();
        files.sort();
        files
    }
}

/// Reads the whole lines that were added to a file, as far as they are commands of whoever sits in its seat.
fn new_lines(path: &Path, place: &mut Place) -> Vec<(CommandId, Command)> {
    let mut added = Vec::new();
    let read = File::open(path).and_then(|mut file| {
        file.seek(SeekFrom::Start(place.at))?;
        file.take(MOST).read_to_end(&mut added)
    });
    let whole = added
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |at| at + 1);
    if read.is_err() || whole == 0 {
        // A line that never ends is passed over, so that what comes behind it is read.
        if added.len() as u64 == MOST {
            place.at += MOST;
        }
        return Vec::new();
    }
    place.at += whole as u64;
    added.truncate(whole);
    let mut commands = Vec::new();
    for line in added.split(|byte| *byte == b'\n') {
        let Ok(Line { id, command }) = serde_json::from_slice(line) else {
            continue;
        };
        let Some(command) = of_person(command) else {
            continue;
        };
        if let Command::TakeSeat { seat, .. } = &command {
            place.seat = Some(seat.clone());
        }
        commands.push((id, command));
    }
    commands
}

/// The command, cleaned, where it is one of whoever sits in a seat: nobody steers a debate from another terminal.
fn of_person(command: Command) -> Option<Command> {
    let answer = |answer| match answer {
        PersonAnswer::Text(text) => PersonAnswer::Text(sanitize(&text)),
        PersonAnswer::Vote(vote, reason) => PersonAnswer::Vote(vote, sanitize(&reason)),
        PersonAnswer::Point(accept) => PersonAnswer::Point(accept),
    };
    Some(match command {
        Command::TakeSeat { seat, name } => Command::TakeSeat {
            seat: Seat::named(sanitize_line(seat.as_str())),
            name: sanitize_line(&name),
        },
        Command::Say { seat, text } => Command::Say {
            seat,
            text: sanitize(&text),
        },
        Command::Rise { seat, text } => Command::Rise {
            seat,
            text: sanitize(&text),
        },
        Command::Reply {
            call,
            answer: given,
        } => Command::Reply {
            call,
            answer: answer(given),
        },
        Command::EndSpeech { .. } | Command::HandOver { .. } | Command::TakeBack { .. } => command,
        Command::Pause
        | Command::Resume
        | Command::GoOnWithout
        | Command::Evidence { .. }
        | Command::Ask { .. }
        | Command::Clarify { .. }
        | Command::GalleryPoint { .. }
        | Command::LeaveSeat { .. }
        | Command::SetPace { .. }
        | Command::Adjourn => return None,
    })
}

/// The name of a seat of a debate, in the folder.
fn seat_name(debate: &DebateId, seat: &Seat) -> String {
    lock::file_name(&DebateId(format!("{debate}-{seat}")))
}

fn files_in(dir: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

fn begins(path: &Path, prefix: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(prefix))
}

/// Removes what processes that were killed have left behind.
pub(super) fn sweep(dir: &Path) {
    let dir = dir.join(SEATS);
    lock::sweep(&dir);
    let now = SystemTime::now();
    for path in files_in(&dir).filter(|path| path.to_string_lossy().ends_with(COMMANDS)) {
        let written = fs::metadata(&path).and_then(|there| there.modified());
        let age = written.ok().and_then(|at| now.duration_since(at).ok());
        if age.is_some_and(|age| age > FORGOTTEN) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> (tempfile::TempDir, Journal) {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        (dir, journal)
    }

    fn sits(name: &str) -> Command {
        Command::TakeSeat {
            seat: Seat::named("opp.1"),
            name: name.to_owned(),
        }
    }

    #[test]
    fn commands_come_in_order_and_once_and_whoever_goes_is_told() {
        let (dir, journal) = journal();
        let (debate, seat) = (DebateId("d-1".into()), Seat::named("opp.1"));
        let mut reader = SeatReader::of(dir.path(), &debate);
        assert_eq!(reader.look(), SeatNews::default());
        let taken = journal.take_seat(&debate, &seat, 7).unwrap();
        taken
            .hand_in(CommandId(1), &sits("Robin\u{1b}[31m"))
            .unwrap();
        // Nobody steers from there.
        taken.hand_in(CommandId(2), &Command::Adjourn).unwrap();
        let news = reader.look();
        assert_eq!(news.gone, []);
        let [(CommandId(1), Command::TakeSeat { name, .. })] = news.commands.as_slice() else {
            panic!("{news:?}");
        };
        assert!(!name.contains('\u{1b}'), "{name}");
        assert_eq!(reader.look(), SeatNews::default());
        // Nobody else has the seat.
        let refused = journal.take_seat(&debate, &seat, 8).unwrap_err();
        assert!(
            matches!(refused, JournalError::SeatTaken { .. }),
            "{refused}"
        );
        // What was said last is heard, and then they have gone.
        let text = "Who pays?".to_owned();
        let says = Command::Say {
            seat: seat.clone(),
            text,
        };
        taken.hand_in(CommandId(3), &says).unwrap();
        drop(taken);
        let news = reader.look();
        assert_eq!(news.commands, [(CommandId(3), says)]);
        assert_eq!(news.gone, std::slice::from_ref(&seat));
        assert_eq!(reader.look(), SeatNews::default());
        assert_eq!(fs::read_dir(dir.path().join(SEATS)).unwrap().count(), 0);
        // The next one sits down.
        let taken = journal.take_seat(&debate, &seat, 8).unwrap();
        taken.hand_in(CommandId(9), &sits("Sam")).unwrap();
        assert_eq!(reader.look().commands, [(CommandId(9), sits("Sam"))]);
    }

    #[test]
    fn what_was_handed_in_while_nobody_ran_the_debate_is_passed_over() {
        let (dir, journal) = journal();
        let (debate, seat) = (DebateId("d".into()), Seat::named("opp.1"));
        let taken = journal.take_seat(&debate, &seat, 7).unwrap();
        taken.hand_in(CommandId(1), &sits("Robin")).unwrap();
        let mut reader = SeatReader::of(dir.path(), &debate);
        assert_eq!(reader.look(), SeatNews::default());
        taken.hand_in(CommandId(2), &sits("Robin")).unwrap();
        assert_eq!(reader.look().commands.len(), 1);
        drop(taken);
        assert_eq!(reader.look().gone, [seat]);
    }
}
