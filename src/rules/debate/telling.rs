//! A debate that is over, told otherwise than it was held: so that it shows whether a house follows the words that were
//! said, or the order in which it hears them, the side from which they come, or the motion alone.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    DebateState,
    ids::{Seat, TurnId},
    state::Turn,
};

/// How a debate is told to a house that divides on it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Telling {
    /// As it was held.
    #[default]
    AsHeld,
    /// The last speech first: a house that goes by the words divides as on the debate as it was held.
    Backwards,
    /// Each speech from the same seat of the other side, under the name of whoever sits there: a house that goes by the
    /// words divides as before, and one that goes by the side they come from does not.
    SidesExchanged,
    /// Nothing of it: a house that goes by the words divides otherwise than on the debate.
    Nothing,
}

impl Telling {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::AsHeld,
        Self::Backwards,
        Self::SidesExchanged,
        Self::Nothing,
    ];

    /// The word for it in files and flags.
    pub fn word(self) -> &'static str {
        match self {
            Self::AsHeld => "as-held",
            Self::Backwards => "backwards",
            Self::SidesExchanged => "sides-exchanged",
            Self::Nothing => "nothing",
        }
    }

    /// What the house has heard, for people: the end of "the house heard …".
    pub fn describe(self) -> &'static str {
        match self {
            Self::AsHeld => "the debate as it was held",
            Self::Backwards => "the last speech first",
            Self::SidesExchanged => "each speech from the other side",
            Self::Nothing => "nothing of the debate",
        }
    }

    /// Whether it is as it was held: what files leave out.
    pub fn is_as_held(&self) -> bool {
        *self == Self::AsHeld
    }

    /// Whether the same could be told in the other order of the speeches, so that a house can be asked in both.
    pub fn has_other_order(self) -> bool {
        match self {
            Self::AsHeld | Self::Backwards => true,
            Self::SidesExchanged | Self::Nothing => false,
        }
    }

    /// The debate told so. What was made of the speeches in their places (definitions, what is granted) is left out of
    /// every telling but the one as it was held. `None` where there are no two sides whose speeches could be exchanged.
    pub fn tell(self, state: &DebateState) -> Option<DebateState> {
        let mut told = state.clone();
        if self.is_as_held() {
            return Some(told);
        }
        told.definitions.clear();
        told.confirmations.clear();
        match self {
            Self::AsHeld => {}
            Self::Backwards => backwards(&mut told),
            Self::SidesExchanged => exchanged(&mut told)?,
            Self::Nothing => {
                told.agenda.heard.clear();
                told.interventions.clear();
            }
        }
        Some(told)
    }

    /// The number that a speech of the debate told so has in the debate as it was held.
    pub fn as_held(self, held: &DebateState, turn: TurnId) -> TurnId {
        match self {
            Self::Backwards => {
                let heard = &held.agenda.heard;
                let place = heard.iter().position(|one| *one == turn);
                let other = place.and_then(|place| heard.iter().rev().nth(place));
                other.copied().unwrap_or(turn)
            }
            Self::AsHeld | Self::SidesExchanged | Self::Nothing => turn,
        }
    }
}

/// Speeches have their places by number: the words change places, with all that belongs to them.
fn backwards(state: &mut DebateState) {
    let heard: Vec<TurnId> = state.agenda.heard.iter().copied().collect();
    let speeches: Vec<Turn> = state.speeches().cloned().collect();
    let places: BTreeMap<TurnId, TurnId> = heard
        .iter()
        .copied()
        .zip(heard.iter().rev().copied())
        .collect();
    for (place, speech) in heard.iter().zip(speeches.into_iter().rev()) {
        if let Some(turn) = state.turns.get_mut(place.index()) {
            *turn = Turn {
                id: *place,
                ..speech
            };
        }
    }
    let place = |turn: TurnId| places.get(&turn).copied().unwrap_or(turn);
    for point in &mut state.points {
        point.turn = place(point.turn);
    }
    let all = heard.len();
    for one in &mut state.interventions {
        one.place = one.place.map(|place| all.saturating_sub(place));
        one.during = one.during.map(|(turn, at)| (place(turn), at));
    }
}

fn exchanged(state: &mut DebateState) -> Option<()> {
    let opening = state.opening.clone()?;
    let [one, other] = opening.format.sides.as_slice() else {
        return None;
    };
    let seated = |group: &str| {
        let of_side = opening
            .speakers
            .iter()
            .filter(|it| it.seat.group() == group);
        of_side.map(|it| it.seat.clone()).collect::<Vec<Seat>>()
    };
    let (ones, others) = (seated(&one.id), seated(&other.id));
    // Where one side has fewer, its last speaker is given what is left.
    let across = |from: &[Seat], to: &[Seat]| -> Option<BTreeMap<Seat, Seat>> {
        let last = to.last()?;
        let facing = |at: usize| to.get(at).unwrap_or(last).clone();
        let from = from.iter().enumerate();
        Some(from.map(|(at, seat)| (seat.clone(), facing(at))).collect())
    };
    let mut facing = across(&ones, &others)?;
    facing.extend(across(&others, &ones)?);
    let cross = |seat: &mut Seat| {
        if let Some(other) = facing.get(seat) {
            seat.clone_from(other);
        }
    };
    for turn in &mut state.turns {
        cross(&mut turn.seat);
    }
    for point in &mut state.points {
        cross(&mut point.from);
        cross(&mut point.to);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{catalog::Profile, debate::rehearsal, setup::fixture};

    /// A debate with points and evidence, at its last ask.
    fn held(format: &str) -> DebateState {
        let choice = fixture::choice(format, &fixture::PEOPLE);
        let opening = fixture::resolved(choice, "m", &Profile::default());
        let mut last = DebateState::default();
        rehearsal::hold(Arc::new(opening), &mut |state, _| last = state.clone()).unwrap();
        last
    }

    fn told(state: &DebateState) -> Vec<(Seat, String)> {
        let speeches = state.speeches();
        speeches
            .map(|turn| (turn.seat.clone(), turn.text.clone()))
            .collect()
    }

    #[test]
    fn told_backwards_every_word_is_there_and_told_so_twice_it_is_as_held() {
        let held = held("exhibition");
        assert!(!held.points.is_empty() && held.speeches().count() > 4);
        let back = Telling::Backwards.tell(&held).unwrap();
        let mut reversed = told(&held);
        reversed.reverse();
        assert_eq!(told(&back), reversed);
        // A point stands in the speech in which it was put.
        for (was, is) in held.points.iter().zip(&back.points) {
            let text = |state: &DebateState, of: TurnId| {
                state.turn(of).map(|turn| (turn.id, turn.text.clone()))
            };
            let (before, after) = (text(&held, was.turn), text(&back, is.turn));
            assert_eq!(before.map(|one| one.1), after.clone().map(|one| one.1));
            assert_eq!(after.map(|one| one.0), Some(is.turn));
        }
        let again = Telling::Backwards.tell(&back).unwrap();
        assert_eq!(told(&again), told(&held));
    }

    #[test]
    fn with_the_sides_exchanged_the_words_stay_in_their_places_and_change_the_bench() {
        let held = held("exhibition");
        let crossed = Telling::SidesExchanged.tell(&held).unwrap();
        for ((was, words), (is, same)) in told(&held).iter().zip(told(&crossed)) {
            assert_eq!(*words, same);
            let opposite = match was.group() {
                "prop" => "opp",
                "opp" => "prop",
                other => other,
            };
            assert_eq!((is.group(), is.number()), (opposite, was.number()));
        }
        for (was, is) in held.points.iter().zip(&crossed.points) {
            assert_ne!(was.to.group(), is.to.group());
        }
        // Nobody can be on the other side of a table.
        assert!(
            Telling::SidesExchanged
                .tell(&self::held("roundtable"))
                .is_none()
        );
    }

    #[test]
    fn told_nothing_nobody_was_heard_and_as_held_nothing_changes() {
        let held = held("exhibition");
        let nothing = Telling::Nothing.tell(&held).unwrap();
        assert_eq!(nothing.speeches().count(), 0);
        assert_eq!(told(&Telling::AsHeld.tell(&held).unwrap()), told(&held));
        let words: Vec<&str> = Telling::ALL.iter().map(|one| one.word()).collect();
        let names = Telling::ALL.map(|one| serde_json::to_value(one).unwrap());
        assert_eq!(
            names.each_ref().map(|one| one.as_str().unwrap()).to_vec(),
            words
        );
    }
}
