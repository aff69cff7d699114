//! The view of a turn that is handed in as a whole.

use minijinja::Value;

use crate::{
    asks::view::{
        IN_SHORT, answers, case, evidence_since, guided, me, opening, seen, turn::task, view,
    },
    catalog::Task,
    debate::{DebateState, ids::Seat, state::Turn, written::Work},
    fence::{Own, Sentence},
    text::first_words,
};

/// All that any of them is told.
pub(super) fn written(state: &DebateState, turn: &Turn) -> Value {
    let against: Vec<Value> = state
        .arguments_against(&turn.seat)
        .into_iter()
        .map(|(by, one)| {
            view! {
                id => one.id, by => state.name(by), claim => one.claim,
                reasoning => one.reasoning, evidence => one.evidence,
                own_claims => one.own_claims,
            }
        })
        .collect();
    let mine: Vec<Value> = state
        .trace()
        .into_iter()
        .filter(|row| row.seat == &turn.seat)
        .map(|row| {
            let met = answers(state, &row);
            let one = row.argument;
            view! {
                id => one.id, claim => one.claim, reasoning => one.reasoning, evidence => one.evidence,
                met, reply => row.reply,
            }
        })
        .collect();
    let conceded: Vec<Value> = own_responses(state, turn)
        .into_iter()
        .filter(|(_, how)| matches!(*how, "conceded" | "partly conceded"))
        .map(|(id, how)| view! { id, how => Own(how) })
        .collect();
    let prior = seen(state, turn);
    // Whoever hands in one thing after another begins each time with what was not said yet.
    let mut facts: Vec<&str> = case(state, &turn.seat).iter().map(String::as_str).collect();
    let before = prior.iter().filter(|one| one.seat == turn.seat).count();
    let by = before % facts.len().max(1);
    facts.rotate_left(by);
    let missed = guided(state, turn).filter(|_| before == 0);
    let (evidence, more) = evidence_since(state, turn);
    view! {
        me => me(state, &turn.seat),
        task => task(state, turn),
        against,
        mine,
        conceded,
        facts,
        missed => missed.map(|given| given.missed.as_slice()).unwrap_or_default(),
        notes => state.notes(&turn.seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        evidence,
        more,
        motion => opening(state).map(|opening| Sentence(&opening.motion.motion)),
        sides => sides(state),
        heard => heard(state),
    }
}

/// The claims of each side, and the speech with which it ended, in short.
fn heard(state: &DebateState) -> Vec<Value> {
    let all = opening(state).into_iter();
    let sides = all.flat_map(|opening| &opening.format.sides);
    sides
        .map(|side| {
            let of_side = |seat: &Seat| seat.group() == side.id;
            let arguments = state.arguments().filter(|(seat, _)| of_side(seat));
            let claims: Vec<&str> = arguments.map(|(_, one)| one.claim.as_str()).collect();
            let spoken = |turn: &&Turn| of_side(&turn.seat) && turn.task == Task::Speech;
            let last = state.speeches().rfind(spoken);
            view! {
                name => side.name,
                claims,
                last => last.map(|turn| first_words(&turn.text, IN_SHORT)),
            }
        })
        .collect()
}

/// The responses of a seat to the arguments of the other side: the ids of those, and what the seat did.
fn own_responses(state: &DebateState, turn: &Turn) -> Vec<(String, &'static str)> {
    let own = state.speeches().filter(|one| one.seat == turn.seat);
    own.filter_map(|one| match one.work.as_ref()? {
        Work::CrossExamination(all) => Some(all),
        Work::Arguments(_)
        | Work::Replies(_)
        | Work::Closing(_)
        | Work::Framing(_)
        | Work::Synthesis(_) => None,
    })
    .flatten()
    .map(|(id, response)| (id.clone(), response.response_type.past()))
    .collect()
}

/// The names of the sides.
fn sides(state: &DebateState) -> Vec<&str> {
    opening(state).map_or_else(Vec::new, |opening| {
        opening
            .format
            .sides
            .iter()
            .map(|side| side.name.as_str())
            .collect()
    })
}
