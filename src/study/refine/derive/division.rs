//! Lessons from the house's division: how each speaker did, and the verdict of the member in the middle.

use super::{FAITHFUL, draft::Draft, named::first_named};
use crate::{
    catalog::Stance,
    debate::{division::DivisionResult, ids::Seat, state::PoiStatus},
};

pub(super) fn draw(draft: &mut Draft<'_>) {
    let division = draft.state.division.as_ref();
    let weakest = division
        .and_then(|division| first_named(draft.opening, &division.weakest_link, |_| true).cloned());
    let given = draft.state.assessments.iter();
    for (seat, one) in given.filter_map(|(seat, one)| Some((seat, one.as_ref()?))) {
        if let Some(missed) = &one.missed_opportunity {
            draft.missed(seat, missed);
        }
        if one.persona_fidelity < FAITHFUL {
            draft.reinforce(seat);
        }
        for note in &one.feedback {
            draft.note(seat, note);
            // Whoever fell short has weak points, and these are searched for, too.
            if weakest.as_ref() == Some(seat) {
                draft.query(seat, note);
            }
        }
    }
    let Some(division) = division else { return };
    unchallenged(draft, division);
    strongest(draft, division);
    let moments = division.most_damaging_rebuttals.iter();
    for moment in moments.chain(&division.decisive_moments) {
        let Some(by) = first_named(draft.opening, moment, |_| true) else {
            continue;
        };
        for seat in draft.opponents(by) {
            draft.answer(seat, moment);
        }
    }
}

/// Each claim that the verdict found unchallenged is given to an opponent of whoever made it, to rise with: to the one
/// who has fewest challenges, of several to whoever rose least. Their corpus is searched for it, and whoever speaks later
/// is to answer it.
fn unchallenged(draft: &mut Draft<'_>, division: &DivisionResult) {
    for claim in &division.unchallenged {
        let Some(owner) = first_named(draft.opening, claim, |_| true) else {
            continue;
        };
        let opponents = draft.opponents(owner);
        let free = opponents.iter().copied();
        let free = free.min_by_key(|seat| (draft.challenges(seat), rises(draft, seat)));
        if let Some(seat) = free {
            draft.challenge(seat, owner, claim);
            draft.query(seat, claim);
        }
        for seat in opponents {
            draft.answer(seat, claim);
        }
    }
}

/// The best argument of each side is to be answered by the other one; and if nobody's point was taken while it was
/// made, it is to be challenged.
fn strongest(draft: &mut Draft<'_>, division: &DivisionResult) {
    let arguments = [
        (
            &division.strongest_argument_prop,
            Stance::For,
            Stance::Against,
        ),
        (
            &division.strongest_argument_opp,
            Stance::Against,
            Stance::For,
        ),
    ];
    for (argument, of, by) in arguments {
        let says = |seat: &Seat, stance| draft.opening.stance(seat) == Some(stance);
        let others: Vec<&Seat> = draft.speakers().filter(|seat| says(seat, by)).collect();
        let owner = first_named(draft.opening, argument, |seat| says(seat, of));
        for seat in &others {
            draft.answer(seat, argument);
        }
        let Some(owner) = owner.filter(|owner| !was_challenged(draft, owner)) else {
            continue;
        };
        if let Some(seat) = least_risen(draft, &others) {
            draft.challenge(seat, owner, argument);
        }
    }
}

fn was_challenged(draft: &Draft<'_>, floor: &Seat) -> bool {
    let taken =
        |status: &PoiStatus| matches!(status, PoiStatus::Accepted | PoiStatus::Answered { .. });
    let mut points = draft.state.points.iter();
    points.any(|point| &point.to == floor && !point.from.is_gallery() && taken(&point.status))
}

/// The seat that rose least often; of equals the first.
fn least_risen<'a>(draft: &Draft<'_>, seats: &[&'a Seat]) -> Option<&'a Seat> {
    seats.iter().copied().min_by_key(|seat| rises(draft, seat))
}

fn rises(draft: &Draft<'_>, seat: &Seat) -> usize {
    let points = draft.state.points.iter();
    points.filter(|one| &one.from == seat).count()
}
