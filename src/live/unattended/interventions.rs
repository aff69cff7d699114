//! Interventions of a script, for debates that nobody watches: which are due, and when. How they are written is in
//! `file`.
//!
//! Each is done once, and those that are due together in the order of the file. A pause ends after its
//! `for_ms`, or with a `resume` that is due at the same moment; a question that halts the debate lets it go on
//! once it is answered, or cannot be.

mod file;

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use crate::{
    debate::{
        DebateState,
        command::Command,
        event::{Event, PausedBy},
        ids::Seat,
        opening::Opening,
        state::{DebateStatus, Intervention, InterventionProgress, Matter, Turn},
    },
    error::Failure,
    text::{first_words, shown::named},
};

/// The number of words by which an intervention is called.
const CALLED_BY: usize = 8;

/// The moment at which an intervention is due.
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
    lines: ItemLines,
    pause: Duration,
}

/// The lines of a file in which an intervention says of whom it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ItemLines {
    /// The line of the seat in or after whose speech the intervention comes.
    moment: usize,
    /// The line of the seat that is asked.
    seat: usize,
}

/// The interventions of a file, and which of them are done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    items: Vec<Item>,
    /// Interventions that are still to come, by their positions.
    waiting: BTreeMap<Seat, Waiting>,
    pause: Duration,
    /// A resume is on its way: nobody else need send one.
    resuming: bool,
    /// Whether somebody steers the debate beside the script, who alone ends the pauses that they begin.
    is_steered: bool,
}

/// The interventions that are to come in, and after, the speech from a seat: whoever has the floor is asked after every
/// word, however long the file is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Waiting {
    /// Once the speech is over.
    after: Vec<usize>,
    /// Once so many words are said.
    at_words: BTreeMap<u32, Vec<usize>>,
}

impl Waiting {
    fn all(&self) -> impl Iterator<Item = usize> {
        let at_words = self.at_words.values().flatten();
        self.after.iter().chain(at_words).copied()
    }

    fn retain(&mut self, is_kept: impl Fn(&usize) -> bool) {
        self.after.retain(&is_kept);
        self.at_words.retain(|_, items| {
            items.retain(&is_kept);
            !items.is_empty()
        });
    }

    /// Takes out what has come with a turn from this seat.
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

/// The seat that a command names to be asked.
fn asked(command: &Command) -> Option<&Seat> {
    match command {
        Command::Ask { seat, .. } => Some(seat),
        Command::Clarify { seat, .. } => seat.as_ref(),
        Command::Pause
        | Command::Resume
        | Command::GoOnWithout
        | Command::Evidence { .. }
        | Command::GalleryPoint { .. }
        | Command::Say { .. }
        | Command::EndSpeech { .. }
        | Command::Reply { .. }
        | Command::Rise { .. }
        | Command::HandOver { .. }
        | Command::TakeBack { .. }
        | Command::TakeSeat { .. }
        | Command::LeaveSeat { .. }
        | Command::SetPace { .. }
        | Command::Adjourn => None,
    }
}

/// Something that is brought into a debate, by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Brought<'a> {
    /// Evidence: its text and its source.
    Evidence(&'a str, &'a str),
    /// The text of a question.
    Question(&'a str),
    /// The matter to be made clear.
    Clarification(&'a str),
    /// The words of a point.
    GalleryPoint(&'a str),
}

impl<'a> Brought<'a> {
    /// What a command brings in; `None` where it only steers.
    fn of(command: &'a Command) -> Option<Self> {
        match command {
            Command::Evidence { text, source, .. } => Some(Self::Evidence(text, source.trim())),
            Command::Ask { text, .. } => Some(Self::Question(text)),
            Command::Clarify { text, .. } => Some(Self::Clarification(text)),
            Command::GalleryPoint { text } => Some(Self::GalleryPoint(text)),
            Command::Pause
            | Command::Resume
            | Command::GoOnWithout
            | Command::Say { .. }
            | Command::EndSpeech { .. }
            | Command::Reply { .. }
            | Command::Rise { .. }
            | Command::HandOver { .. }
            | Command::TakeBack { .. }
            | Command::TakeSeat { .. }
            | Command::LeaveSeat { .. }
            | Command::SetPace { .. }
            | Command::Adjourn => None,
        }
    }

    /// What an intervention of the record has brought in.
    fn by(item: &'a Intervention) -> Self {
        match &item.matter {
            Matter::Evidence { .. } => Self::Evidence(&item.text, item.source()),
            Matter::Question { .. } => Self::Question(&item.text),
            Matter::Clarification => Self::Clarification(&item.text),
            Matter::GalleryPoint => Self::GalleryPoint(&item.text),
        }
    }
}

/// The words for a command: what it is, and the beginning of what it brings in.
pub(super) fn called(command: &Command) -> String {
    let (what, text) = match command {
        Command::Evidence { text, .. } => ("the evidence", text),
        Command::Ask { text, .. } => ("the question", text),
        Command::Clarify { text, .. } => ("the request to make clear", text),
        Command::GalleryPoint { text } | Command::Rise { text, .. } => ("the point", text),
        Command::Say { text, .. } => ("the words", text),
        Command::EndSpeech { .. } => return "the end of the speech".to_owned(),
        Command::Reply { .. } => return "the answer".to_owned(),
        Command::HandOver { .. } => return "to hand the seat over".to_owned(),
        Command::TakeBack { .. } => return "to take the seat back".to_owned(),
        Command::TakeSeat { .. } => return "to take a seat".to_owned(),
        Command::LeaveSeat { .. } => return "to leave a seat".to_owned(),
        Command::Pause => return "the pause".to_owned(),
        Command::Resume | Command::GoOnWithout => return "to go on".to_owned(),
        Command::SetPace { .. } => return "the pace".to_owned(),
        Command::Adjourn => return "the adjournment".to_owned(),
    };
    format!("{what} \"{}\"", first_words(text, CALLED_BY))
}

/// Whether a command is to be given although its moment is over: what brings something in, and what ends the debate.
pub(super) fn is_due_for_good(command: &Command) -> bool {
    Brought::of(command).is_some() || matches!(command, Command::Adjourn)
}

/// What a record holds of what viewers brought in, with the seats that were asked.
type Made<'a> = BTreeMap<Brought<'a>, Vec<Option<&'a Seat>>>;

/// Takes out what a command brings in, of whomever it asks; whether it is in the record.
fn take_out<'a>(made: &mut Made<'a>, command: &'a Command) -> bool {
    let asked = asked(command);
    let seats = Brought::of(command).and_then(|brought| made.get_mut(&brought));
    let found = seats.and_then(|seats| {
        let mut all = seats.iter();
        let at = all.position(|seat| asked.is_none_or(|asked| *seat == Some(asked)))?;
        Some(seats.swap_remove(at))
    });
    found.is_some()
}

impl Script {
    /// The script of a debate that somebody steers by its orders: there is nothing in it, and a pause lasts until they
    /// end it.
    pub fn steered() -> Self {
        Self {
            is_steered: true,
            ..Self::default()
        }
    }

    /// Reads a file's text; `name` is the file's, for messages, and files that it names are found from there.
    ///
    /// # Errors
    /// It is no TOML or makes no sense, or a file that it names cannot be read: the line and the field are named.
    pub fn parse(text: &str, name: &str) -> Result<Self, Failure> {
        let items = file::read(text, name)?;
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

    /// Checks that every seat is one from which somebody speaks, or can be asked, in this debate.
    ///
    /// # Errors
    /// One is not: the line and the seat are named.
    pub fn check(&self, opening: &Opening, name: &str) -> Result<(), Failure> {
        let askable = opening.askable();
        let speaks = |seat: &Seat| askable.contains(seat);
        let may_wait_for = |seat: &Seat| speaks(seat) || opening.listener(seat).is_some();
        for item in &self.items {
            let (Moment::After(moment) | Moment::AtWords(moment, _)) = &item.moment;
            let asked = asked(&item.command);
            let field = match &item.moment {
                Moment::After(_) => "after",
                Moment::AtWords(..) => "during",
            };
            // Members of the house can be asked, and nothing is made clear by them.
            let may_be_asked = |seat: &Seat| {
                let is_asked = matches!(item.command, Command::Ask { .. });
                speaks(seat) || is_asked && opening.listener(seat).is_some()
            };
            let asked = asked.filter(|seat| !may_be_asked(seat));
            let wrong = if may_wait_for(moment) {
                asked.map(|seat| (seat, "seat", item.lines.seat))
            } else {
                Some((moment, field, item.lines.moment))
            };
            if let Some((seat, field, line)) = wrong {
                let seats: Vec<&str> = askable.iter().map(Seat::as_str).collect();
                return Err(Failure::input(format!(
                    "{name}:{line}: {field}: nobody speaks from {}",
                    named(seat.as_str())
                ))
                .hint(format!("The speakers sit at {}.", seats.join(", "))));
            }
        }
        Ok(())
    }

    /// The commands that are due now that this event has happened, in the order of the file; each is given once. To be
    /// asked after every record.
    pub fn due(&mut self, state: &DebateState, event: &Event) -> Vec<Command> {
        if state.is_closed() {
            return Vec::new();
        }
        if state.is_running() {
            self.resuming = false;
        }
        // Nothing else begins a turn, adds a word to it or ends it.
        let (Event::TurnBegan { turn, .. }
        | Event::Said { turn, .. }
        | Event::Delivered { turn, .. }
        | Event::Submitted { turn, .. }
        | Event::TurnEnded { turn, .. }) = event
        else {
            return Vec::new();
        };
        let turn = state.turn(*turn);
        let mut come = turn.map_or_else(Vec::new, |turn| self.come(turn));
        come.sort_unstable();
        let mut due = Vec::with_capacity(come.len());
        for item in come.into_iter().filter_map(|at| self.items.get(at)) {
            match item.command {
                Command::Pause => {
                    self.pause = item.pause;
                    self.resuming = false;
                }
                Command::Resume | Command::GoOnWithout => self.resuming = true,
                Command::Evidence { .. }
                | Command::Ask { .. }
                | Command::Clarify { .. }
                | Command::GalleryPoint { .. }
                | Command::Say { .. }
                | Command::EndSpeech { .. }
                | Command::Reply { .. }
                | Command::Rise { .. }
                | Command::HandOver { .. }
                | Command::TakeBack { .. }
                | Command::TakeSeat { .. }
                | Command::LeaveSeat { .. }
                | Command::SetPace { .. }
                | Command::Adjourn => {}
            }
            due.push(item.command.clone());
        }
        due
    }

    /// The number of interventions in all.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// The number of interventions that have not come.
    pub(super) fn left(&self) -> usize {
        self.waiting.values().flat_map(Waiting::all).count()
    }

    /// In a debate that is taken up again: takes out what has come in an earlier process or stands in the record, and
    /// returns the commands that are to be given now, in the order of the file. Those are of what was to be brought in
    /// and is not in the record: whoever was left, or killed, may never have been told of it. What is in it is not
    /// brought in again where the words of its moment are said anew. What only steers the debate (a pause, another pace)
    /// belonged to its moment; an adjournment that did not come is still due.
    pub(super) fn take_up(&mut self, state: &DebateState) -> Vec<Command> {
        let mut come = BTreeSet::new();
        for turn in &state.turns {
            come.extend(self.come(turn));
        }
        let mut record = Made::new();
        for item in &state.interventions {
            let seats = record.entry(Brought::by(item)).or_default();
            seats.push(item.seat.as_ref());
        }
        let items = &self.items;
        let command = |at: &usize| items.get(*at).map(|item| &item.command);
        // Of several that are alike those came whose moment is over; and whoever names nobody may have been answered by
        // anybody, those who name somebody by no other.
        let names_nobody = |at: &usize| command(at).is_none_or(|command| asked(command).is_none());
        let waiting = self.waiting.values().flat_map(Waiting::all);
        let mut all: Vec<usize> = come.iter().copied().chain(waiting).collect();
        all.sort_by_key(|at| (!come.contains(at), names_nobody(at), *at));
        let is_made = |at: &usize| command(at).is_some_and(|one| take_out(&mut record, one));
        let made: BTreeSet<usize> = all.into_iter().filter(is_made).collect();
        for of_seat in self.waiting.values_mut() {
            of_seat.retain(|at| !made.contains(at));
        }
        let lost = come.difference(&made).filter_map(command);
        let lost = lost.filter(|command| is_due_for_good(command));
        lost.cloned().collect()
    }

    /// Takes out what has come with a turn, by position.
    fn come(&mut self, turn: &Turn) -> Vec<usize> {
        let waiting = self.waiting.get_mut(&turn.seat);
        let waiting = waiting.filter(|_| turn.task.is_on_record());
        waiting.map_or_else(Vec::new, |waiting| waiting.come(turn))
    }

    /// After how long whoever runs the debate is to let it go on; `None` where it does not wait, waits for an
    /// answer, or is not to be taken up without a person.
    pub fn resumes_in(&self, state: &DebateState) -> Option<Duration> {
        let DebateStatus::Paused(by) = &state.status else {
            return None;
        };
        if self.resuming {
            return None;
        }
        match by {
            PausedBy::Viewer => (!self.is_steered).then_some(self.pause),
            PausedBy::Question { item } => {
                state
                    .intervention(*item)
                    .and_then(|item| match item.progress {
                        InterventionProgress::Done { .. } | InterventionProgress::Failed { .. } => {
                            Some(Duration::ZERO)
                        }
                        InterventionProgress::Queued | InterventionProgress::Put => None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::Task,
        debate::{ids::TurnId, state::TurnStatus},
    };

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
        turn.task = Task::Arguments;
        assert_eq!(come(&turn), [2], "what is written is heard, too");
    }
}
