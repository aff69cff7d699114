//! A seat that somebody takes at this terminal, in a debate that another process runs: they sit down once the debate is
//! heard, and again where it was taken up anew, and what they do is handed in to that process.

use hustings_store::journal::TakenSeat;

use crate::debate::{
    DebateState,
    command::Command,
    event::{Event, Record},
    ids::{CommandId, Seat},
};

/// The seat of this terminal.
#[derive(Debug)]
pub struct OwnSeat {
    taken: TakenSeat,
    name: String,
    first: CommandId,
    /// The command by which the person sits down, until it is answered.
    sits_down: Option<CommandId>,
}

impl OwnSeat {
    /// The seat that was taken, for a person of that name. The ids of the commands begin behind `first`.
    pub fn new(taken: TakenSeat, name: String, first: CommandId) -> Self {
        Self {
            taken,
            name,
            first,
            sits_down: None,
        }
    }

    /// The seat.
    pub fn seat(&self) -> &Seat {
        self.taken.seat()
    }

    /// The id behind which those of the commands begin.
    pub fn first(&self) -> CommandId {
        self.first
    }

    /// Whether the person is still to sit down, as the debate stands.
    pub fn is_to_sit_down(&self, state: &DebateState) -> bool {
        let is_seated = state.is_elsewhere(self.seat());
        !is_seated && self.sits_down.is_none() && !state.is_closed()
    }

    /// The person sits down.
    ///
    /// # Errors
    /// It cannot be handed in: a sentence for people.
    pub fn sit_down(&mut self, id: CommandId) -> Result<(), String> {
        self.sits_down = Some(id);
        let (seat, name) = (self.seat().clone(), self.name.clone());
        self.hand_in(id, &Command::TakeSeat { seat, name })
    }

    /// Hands a command in.
    ///
    /// # Errors
    /// The same.
    pub fn hand_in(&self, id: CommandId, command: &Command) -> Result<(), String> {
        let handed = self.taken.hand_in(id, command);
        handed.map_err(|error| error.to_string())
    }

    /// Takes a record in. What was handed in to a process that has gone is answered by nobody.
    ///
    /// # Errors
    /// The person cannot sit down: why, as the house says it.
    pub fn hear(&mut self, record: &Record) -> Result<(), String> {
        if matches!(record.event, Event::Reconvened { .. }) {
            self.sits_down = None;
        }
        if self.sits_down.is_some() && record.event.answers() == self.sits_down {
            self.sits_down = None;
            if let Event::CommandRefused { reason, .. } = &record.event {
                return Err(reason.clone());
            }
        }
        Ok(())
    }
}
