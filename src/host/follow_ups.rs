//! Follow-ups: questions to whoever took part in a debate that is over. It is taken up for them, and closed again as it
//! was.

use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    debate::{
        DebateState,
        command::{Command, Halt},
        event::{Event, Record},
        follow_up::FollowUp,
        ids::{CommandId, DebateId, Seat},
        state::DebateStatus,
    },
    engine::{Ending, Handle, Order, Terms},
    error::{Exit, Failure},
    journal::Journal,
    llm::roster::Roster,
    patience::Patience,
    text::shown::given,
};

/// The most people who are named where nobody was meant, or several were: a house has hundreds.
const MOST_NAMED: usize = 12;

impl Host {
    /// Takes a debate that is over up for questions, with the models it was held with last unless the flags say otherwise.
    /// They are waited for until `stop`. Its engine runs until whoever holds the handle has no more questions.
    ///
    /// # Errors
    /// It is not over, nobody can be asked in it, another process has it, its models cannot be had, or the journal cannot be
    /// read.
    pub async fn take_up_for_questions(
        &self,
        journal: &Journal,
        debate: &DebateId,
        patience: Patience,
        stop: &CancellationToken,
    ) -> Result<(Handle, Vec<Record>), Failure> {
        self.take_up_for_questions_with(journal, debate, None, (patience, stop))
            .await
    }

    /// The same with these models, where they are given and not looked for.
    pub(crate) async fn take_up_for_questions_with(
        &self,
        journal: &Journal,
        debate: &DebateId,
        models: Option<Roster>,
        (patience, stop): (Patience, &CancellationToken),
    ) -> Result<(Handle, Vec<Record>), Failure> {
        let (writer, records) = journal.resume(debate)?;
        let state = DebateState::fold(&records);
        check_askable(&state, debate)?;
        let roster = match models {
            Some(models) => models,
            None => self.models_of(&state, None, patience, stop).await?.0,
        };
        let handle = self.go_on(writer, state, roster, Terms::default())?;
        Ok((handle, records))
    }
}

/// Checks that a debate takes questions after its end.
///
/// # Errors
/// It is not over, was adjourned, or was held by people.
pub fn check_askable(state: &DebateState, debate: &DebateId) -> Result<(), Failure> {
    if state.takes_follow_ups() {
        return Ok(());
    }
    let short = debate.short();
    let is_real = state
        .opening
        .as_deref()
        .is_some_and(|one| one.real.is_some());
    Err(match state.status {
        DebateStatus::Closed(_) if is_real => Failure::input(format!(
            "people held the debate {short}; nobody can answer for them"
        ))
        .hint(format!("read what they said: hustings show {short}")),
        DebateStatus::Closed(_) => {
            Failure::input(format!("the debate {short} was adjourned before its end")).hint(
                format!("let it go on from an earlier place: hustings branch {short} --at TIME"),
            )
        }
        DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Paused(_) => {
            Failure::input(format!("the debate {short} is not over")).hint(format!(
                "go on with it, and ask during the debate with a: hustings resume {short}"
            ))
        }
    })
}

/// The seat of whoever is meant, of those who can be asked after the end: a seat, a name, or some words of one.
///
/// # Errors
/// Nobody is meant, or several are; who can be asked is listed.
pub fn seat_meant(state: &DebateState, asked: &str) -> Result<Seat, Failure> {
    let wanted = asked.trim().to_lowercase();
    let seats = state.answerable();
    let opening = state.opening.as_deref();
    let names = |seat: &Seat| {
        let short = opening.map_or_else(String::new, |opening| opening.short_name(seat));
        [state.name(seat), short].map(|name| name.to_lowercase())
    };
    // Where no judge has a seat, the house has judged.
    let has_judges = seats.iter().any(Seat::is_judge);
    let judges = |seat: &Seat| wanted == "judge" && seat.is_house() && !has_judges;
    let alone = |seat: &Seat| {
        let mut others = seats.iter().filter(|other| other.group() == seat.group());
        others.next().is_some() && others.next().is_none() && seat.group() == wanted
    };
    let has_words = |seat: &Seat| {
        let words = names(seat).into_iter().flat_map(|name| {
            let words = name.split_whitespace().map(str::to_owned);
            words.collect::<Vec<_>>()
        });
        let words: Vec<String> = words.collect();
        let mut parts = wanted.split_whitespace().peekable();
        parts.peek().is_some() && parts.all(|part| words.iter().any(|word| word == part))
    };
    let ways: [&dyn Fn(&Seat) -> bool; 5] = [
        &|seat| seat.as_str().to_lowercase() == wanted,
        &alone,
        &judges,
        &|seat| names(seat).contains(&wanted),
        &has_words,
    ];
    for way in ways {
        let found: Vec<&Seat> = seats.iter().filter(|seat| way(seat)).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Ok((*one).clone()),
            several => {
                let among = listed(state, several.iter().copied());
                return Err(Failure::input(format!(
                    "`{}` may be several people: {among}",
                    given(asked)
                ))
                .hint("name the seat"));
            }
        }
    }
    Err(
        Failure::input(format!("nobody called `{}` took part", given(asked))).hint(format!(
            "those who can be asked: {}",
            listed(state, seats.iter())
        )),
    )
}

fn listed<'a>(state: &DebateState, seats: impl Iterator<Item = &'a Seat>) -> String {
    let mut named: Vec<String> = seats
        .map(|seat| format!("{seat} ({})", state.name_within(seat)))
        .collect();
    let more = named.len().saturating_sub(MOST_NAMED);
    named.truncate(MOST_NAMED);
    let named = named.join(", ");
    if more == 0 {
        named
    } else {
        format!("{named} and {more} more; without a name, hustings ask lists them all")
    }
}

/// Puts questions to one seat, one after the other, behind what earlier ones left open. `told` is given each record, with
/// the state after it; `stop` leaves what is under way, to be asked anew. Gives what that means for the shell.
///
/// # Errors
/// The journal cannot be written, the engine has failed or refuses a question, or `told` fails.
pub async fn put(
    mut handle: Handle,
    known: &[Record],
    (seat, questions): (&Seat, &[String]),
    told: &mut impl FnMut(&DebateState, &Record) -> Result<(), Failure>,
    stop: &CancellationToken,
) -> Result<Exit, Failure> {
    let mut state = DebateState::fold(known);
    let mut waiting = (1..).map(CommandId).zip(questions);
    let mut awaited = None;
    let mut has_failed = false;
    let exit = loop {
        let is_settled = awaited.is_none() && !state.follow_ups.iter().any(FollowUp::is_open);
        if is_settled {
            let Some((id, text)) = waiting.next() else {
                break Ok(if has_failed {
                    Exit::ModelFailed
                } else {
                    Exit::Done
                });
            };
            let command = Command::Ask {
                seat: seat.clone(),
                text: text.clone(),
                halt: Halt::Beside,
            };
            awaited = Some(id);
            // An engine that has gone is found below.
            let _ = handle.orders.send(Order { id, command }).await;
        }
        let record = tokio::select! {
            biased;
            () = stop.cancelled() => break Ok(Exit::Interrupted),
            record = handle.updates.recv() => record,
        };
        let Some(record) = record else {
            break Ok(Exit::Interrupted);
        };
        state.apply(&record);
        if awaited.is_some() && record.event.answers() == awaited {
            awaited = None;
        }
        has_failed |= matches!(record.event, Event::FollowUpFailed { .. });
        if let Event::CommandRefused { reason, .. } = &record.event {
            break Err(Failure::input(reason.clone()));
        }
        if let Err(failure) = told(&state, &record) {
            break Err(failure);
        }
    };
    ended(handle).await?;
    exit
}

/// Lets the engine record what is under way, and end.
async fn ended(mut handle: Handle) -> Result<(), Failure> {
    handle.stop.cancel();
    while handle.updates.recv().await.is_some() {}
    match handle.task.await {
        Ok(Ending::Journal(why)) => Err(Failure::internal(format!(
            "the journal cannot be written: {why}"
        ))),
        Ok(Ending::Closed | Ending::Left | Ending::Limit(_) | Ending::Unreachable(_)) => Ok(()),
        Err(error) => Err(Failure::internal(format!("the engine has failed: {error}"))),
    }
}
