//! The extraction of what a speech argued, asked for beside the debate: nobody waits for it.

use super::{Decision, Handler, sentence};
use crate::{
    debate::{
        answer::{Answer, ArgumentPoint, PositionShift, SpeechArguments},
        ask::Ask,
        event::Event,
        ids::TurnId,
        state::{DebateState, Turn},
    },
    text::{count_words, quotes, sentence::sentences},
};

/// Fewer words show no shift.
const LEAST_WORDS: u32 = 3;
/// The most shifts that are kept of a speech.
const MOST: usize = 6;

/// The first speech of which nobody writes down yet what it argued.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let unread = state.agenda.unread.first();
    unread.map_or_else(Decision::none, |turn| {
        Decision::ask(state, Ask::Extract { turn: *turn }, None)
    })
}

/// The ask: the turn that is read.
pub(super) struct Extract(pub(super) TurnId);

impl Handler for Extract {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Arguments(arguments) = answer else {
            return None;
        };
        Some(vec![Event::ArgumentsExtracted {
            turn: self.0,
            arguments: held(state, self.0, arguments),
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::ExtractionFailed {
            turn: self.0,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        Answer::Arguments(SpeechArguments {
            opening: sentence("It began"),
            arguments: vec![ArgumentPoint {
                claim: sentence("Carts take room"),
                reasoning: sentence("They are wide"),
                evidence: None,
                is_rebuttal: false,
                rebuts_speaker: None,
            }],
            closing: sentence("It ended"),
            tone: sentence("Calm"),
            key_rhetorical_moves: vec![sentence("A list")],
            shifts: read_for_shifts(state, self.0).map(|turn| {
                let words = sentences(&turn.text).into_iter().next();
                vec![PositionShift {
                    about: sentence("The room that carts take"),
                    words: words.unwrap_or_default().to_owned(),
                    is_concession: false,
                    toward: None,
                }]
            }),
        })
    }
}

/// The turn, where it is read for shifts.
fn read_for_shifts(state: &DebateState, turn: TurnId) -> Option<&Turn> {
    let turn = state.turn(turn)?;
    state.is_read_for_shifts(turn).then_some(turn)
}

/// What was taken down of a speech, its shifts held against the record: one that rests on words which its speaker has
/// not said there is none, and so is one toward somebody who does not speak.
fn held(state: &DebateState, turn: TurnId, mut said: SpeechArguments) -> SpeechArguments {
    let Some(turn) = read_for_shifts(state, turn) else {
        return SpeechArguments {
            shifts: None,
            ..said
        };
    };
    let mut known: Vec<String> = Vec::new();
    if let Some(shifts) = &mut said.shifts {
        shifts.retain(|one| {
            let is_said = count_words(&one.words) >= LEAST_WORDS && quotes(&turn.text, &one.words);
            let is_new = !known.contains(&one.words);
            known.push(one.words.clone());
            is_said && is_new
        });
        shifts.truncate(MOST);
        for one in shifts {
            let toward = one.toward.take();
            let mut others = state
                .speakers()
                .iter()
                .filter(|other| other.seat != turn.seat);
            one.toward = toward.filter(|name| others.any(|other| other.card.name == name.trim()));
        }
    }
    said
}
