//! `hustings ask`: a question to whoever took part in a debate that is over. The answer goes to standard output as it
//! comes, and is kept with the debate.

use std::io::{self, Read as _};

use serde_json::{Value, json};

use super::{
    Host,
    args::{AskArgs, FailureArgs},
    headless::not_written,
    out,
    signals::until_signal,
};
use crate::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::{DebateId, FollowUpId, Seat},
    },
    error::{Exit, Failure},
    export::{
        self,
        columns::{Align, aligned},
    },
    host::follow_ups::{check_askable, put, seat_meant},
    plain::{Wrap, not_answered},
    text::{has_words, sanitize::sanitize},
};

/// The most bytes of standard input that are read for questions.
const MOST_TYPED: u64 = 1 << 20;
/// The width of lines that no terminal shows: whoever reads them breaks them.
const UNBROKEN: usize = usize::MAX;

/// `hustings ask`.
pub(super) async fn ask(host: &Host, args: &AskArgs) -> Result<Exit, Failure> {
    let journal = host.journal()?;
    let debate = journal.find(&args.id)?;
    let state = DebateState::fold(&journal.load(&debate)?);
    check_askable(&state, &debate)?;
    let Some(whom) = &args.whom else {
        return list(&state, args.json);
    };
    let seat = seat_meant(&state, whom)?;
    let questions = questions(&args.questions)?;
    let failure = FailureArgs {
        on_failure: None,
        wait: args.wait,
    };
    let left = state.follow_ups.iter().filter(|one| one.is_open()).count();
    let mut teller = Teller::of(&debate, args.json, questions.len() + left > 1);
    let exit = until_signal(async |stop| {
        let patience = failure.patience(true);
        let taken = host.take_up_for_questions(&journal, &debate, patience, stop);
        let (handle, known) = taken.await?;
        let mut told = |state: &DebateState, record: &Record| teller.tell(state, record);
        put(handle, &known, (&seat, &questions), &mut told, stop).await
    })
    .await?;
    teller.end()?;
    if exit == Exit::Interrupted {
        out::say(&format!(
            "Stopped; what was asked is kept, and answered with the next question: hustings ask {} …",
            debate.short()
        ));
    }
    Ok(exit)
}

/// Those who can be asked.
fn list(state: &DebateState, is_json: bool) -> Result<Exit, Failure> {
    let seats = state.answerable();
    if is_json {
        let named = |seat: &Seat| json!({ "seat": seat, "name": state.name(seat) });
        return out::json(&seats.iter().map(named).collect());
    }
    let rows = seats
        .iter()
        .map(|seat| vec![seat.to_string(), state.name(seat)]);
    let text = aligned(|_| Align::Left, &rows.collect::<Vec<_>>());
    out::print(|out| out.write_all(text.as_bytes()))
}

/// The questions that were typed, or else the lines of standard input.
fn questions(typed: &[String]) -> Result<Vec<String>, Failure> {
    let mut questions: Vec<String> = typed.iter().map(|text| sanitize(text)).collect();
    if typed.is_empty() {
        let mut text = Vec::new();
        let read = io::stdin().lock().take(MOST_TYPED).read_to_end(&mut text);
        read.map_err(|error| Failure::input(format!("standard input cannot be read: {error}")))?;
        let text = sanitize(&String::from_utf8_lossy(&text));
        questions = text.lines().map(str::to_owned).collect();
    }
    questions.retain(|text| has_words(text));
    if questions.is_empty() {
        return Err(Failure::input("there is no question")
            .hint("hustings ask last opp.1 \"What would have changed your mind?\""));
    }
    Ok(questions)
}

/// Tells answers as they come, or all of them as JSON at the end.
struct Teller<'a> {
    debate: &'a DebateId,
    is_json: bool,
    /// Whether each answer stands under its question.
    are_several: bool,
    lines: Wrap<Box<dyn io::Write>>,
    /// The follow-up whose answer is being written.
    on: Option<FollowUpId>,
    settled: Vec<Value>,
}

impl<'a> Teller<'a> {
    fn of(debate: &'a DebateId, is_json: bool, are_several: bool) -> Self {
        let width = if out::is_terminal() {
            out::width()
        } else {
            UNBROKEN
        };
        Self {
            debate,
            is_json,
            are_several,
            lines: Wrap::new(Box::new(out::stdout()), width),
            on: None,
            settled: Vec::new(),
        }
    }

    fn tell(&mut self, state: &DebateState, record: &Record) -> Result<(), Failure> {
        if let Event::FollowUpSaid { item, text } = &record.event {
            self.head(state, *item)?;
            if !self.is_json {
                self.written(|lines| lines.push(text, 0))?;
            }
        } else if let Event::FollowUpAnswered { item, text } = &record.event {
            let is_told = self.on == Some(*item);
            self.head(state, *item)?;
            if !self.is_json && !is_told {
                self.written(|lines| lines.push(text, 0))?;
            }
            self.settle(state, *item)?;
        } else if let Event::FollowUpFailed { item, .. } = &record.event {
            self.settle(state, *item)?;
            if let Some(item) = state.follow_up(*item)
                && let Some(told) = not_answered(state, item)
            {
                out::say(&told);
            }
        } else if let Event::CallRetried { reason, .. } = &record.event {
            out::say(&format!("Trying again: {reason}"));
        }
        Ok(())
    }

    /// The question above its answer, where there are several.
    fn head(&mut self, state: &DebateState, id: FollowUpId) -> Result<(), Failure> {
        if self.on.replace(id) == Some(id) || self.is_json || !self.are_several {
            return Ok(());
        }
        let is_first = self.settled.is_empty();
        let Some(item) = state.follow_up(id) else {
            return Ok(());
        };
        let head = format!("{}: {}", state.name(&item.seat), item.text.trim());
        self.written(|lines| {
            if !is_first {
                lines.gap()?;
            }
            lines.push(&head, 0)?;
            lines.end_line()
        })
    }

    fn settle(&mut self, state: &DebateState, id: FollowUpId) -> Result<(), Failure> {
        let item = state.follow_up(id);
        self.settled
            .extend(item.map(|item| export::follow_up(state, item)));
        self.on = None;
        self.written(Wrap::end_line)
    }

    fn end(self) -> Result<(), Failure> {
        if self.is_json {
            out::json(&json!({ "debate": self.debate, "questions": self.settled }))?;
        }
        Ok(())
    }

    fn written(
        &mut self,
        write: impl FnOnce(&mut Wrap<Box<dyn io::Write>>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match write(&mut self.lines) {
            // A reader that has gone away has what it wanted; the answer is kept all the same.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => done.map_err(|error| not_written(&error)),
        }
    }
}
