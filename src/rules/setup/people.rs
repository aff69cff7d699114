//! The seats that people take themselves.

use super::{DebateChoice, seats::Seats};
use crate::{debate::ids::Seat, error::Failure, text::shown::given};

/// The most letters of a person's name.
const MOST_NAME: usize = 60;

/// Refuses a seat that there is not, or that no person can take, and a name that is none.
///
/// # Errors
/// As said.
pub(super) fn check(choice: &DebateChoice, seats: &Seats) -> Result<(), Failure> {
    let can_take = || format!("in this debate a person can take {}", seats.for_people());
    let mut taken: Vec<&Seat> = Vec::new();
    for (seat, name) in &choice.people {
        let shown = given(seat.as_str());
        if !seats.have(seat) {
            let what = format!("--me: the format {} has no seat `{shown}`", choice.format);
            return Err(Failure::input(what).hint(can_take()));
        }
        if !seats.take_person(seat) {
            let why = if seat.is_chair() {
                "what the Chair says is the moderator's"
            } else {
                "in this format nothing is asked of it"
            };
            let what = format!("--me: nobody can take the seat `{shown}`: {why}");
            return Err(Failure::input(what).hint(can_take()));
        }
        if taken.contains(&seat) {
            return Err(
                Failure::input(format!("--me: the seat `{shown}` is named twice"))
                    .hint("name each seat once"),
            );
        }
        taken.push(seat);
        let letters = name.trim().chars().count();
        if letters == 0 || letters > MOST_NAME {
            return Err(
                Failure::input(format!("--as: a name has 1 to {MOST_NAME} letters"))
                    .hint("leave it out, or give a shorter one"),
            );
        }
    }
    Ok(())
}
