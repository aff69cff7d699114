//! What is told of a turn that the format describes: its task in the format's own words, its rules, and what it is
//! about.

use minijinja::Value;

use super::{
    IN_SHORT, Own, answers, case, evidence_since, main_claim, me, opening, own_all, seen, view,
};
use crate::{
    catalog::Task,
    debate::{
        DebateState,
        ask::Cue,
        guidance::SeatGuidance,
        ids::Seat,
        referee::{LEAST_ARGUMENTS, MOST_ARGUMENTS},
        state::{Turn, TurnStatus},
        work::Work,
    },
    text::first_words,
};

/// What the format says of the turn, and what was wrong with the last attempt.
fn task(state: &DebateState, turn: &Turn) -> Value {
    let spec = state.spec_of(turn);
    let slot = state.slot_of(turn);
    let phase = opening(state).and_then(|opening| opening.format.phases.get(turn.phase as usize));
    let plan = state.plan.phases.get(turn.phase as usize);
    let rules: Vec<&str> = state
        .rules_of(turn)
        .into_iter()
        .map(crate::catalog::Rule::demands)
        .collect();
    let exchanges = spec.and_then(|spec| spec.exchanges).unwrap_or(1);
    view! {
        kind => turn.task.word(),
        title => Own(title(state, turn)),
        phase => phase.map(|phase| phase.name.as_str()),
        instructions => Own(spec.map(|spec| spec.instructions.trim()).unwrap_or_default()),
        brief => Own(spec.map(|spec| spec.brief.trim()).unwrap_or_default()),
        guidelines => own_all(phase.map(|phase| phase.guidelines.as_slice()).unwrap_or_default()),
        rules => own_all(&rules),
        category => spec.and_then(|spec| spec.category.as_deref()).map(Own),
        detailed => spec.is_some_and(|spec| spec.detailed),
        least => spec.and_then(|spec| spec.least_arguments).unwrap_or(LEAST_ARGUMENTS),
        most => spec.and_then(|spec| spec.most_arguments).unwrap_or(MOST_ARGUMENTS),
        least_words => state.least_words(turn),
        words => turn.target_words,
        round => slot.map_or(1, |slot| slot.round),
        rounds => plan.map_or(1, |plan| plan.rounds),
        exchange => slot.map_or(0, |slot| slot.exchange),
        exchanges,
        whom => slot.and_then(|slot| slot.whom.as_ref()).map(|seat| state.name(seat)),
        simultaneous => state.is_simultaneous(turn),
        struck => struck(state, turn),
    }
}

/// What an earlier verdict has taught the speaker.
pub(super) fn guided<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a SeatGuidance> {
    opening(state)?.guided(&turn.seat)
}

/// What a turn is called.
fn title(state: &DebateState, turn: &Turn) -> String {
    let title = state
        .spec_of(turn)
        .map(|spec| spec.title.as_str())
        .unwrap_or_default();
    if title.is_empty() {
        turn.task.name().to_owned()
    } else {
        title.to_owned()
    }
}

/// Why the last attempt at this turn was struck.
fn struck(state: &DebateState, turn: &Turn) -> Option<Value> {
    let before = state
        .turns
        .iter()
        .rfind(|one| one.slot == turn.slot && one.id != turn.id)?;
    let TurnStatus::Struck { rule, reason } = &before.status else {
        return None;
    };
    Some(view! { rule => rule, reason => reason })
}

/// A spoken turn that the format describes.
pub(in crate::prompt) fn turn(state: &DebateState, turn: &Turn) -> Value {
    let prior = seen(state, turn);
    view! {
        me => me(state, &turn.seat),
        task => task(state, turn),
        notes => state.notes(&turn.seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        evidence => evidence_since(state, turn, &prior).0,
        has_spoken => prior.iter().any(|one| one.seat == turn.seat),
        alone => prior.is_empty(),
    }
}

/// The same for a model that is asked for one thing at a time: one instruction, and one thing to answer.
pub(in crate::prompt) fn short(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let prior = seen(state, turn);
    let opposes =
        |one: &&&Turn| opening(state).is_some_and(|opening| opening.oppose(&turn.seat, &one.seat));
    // A question is answered, an answer is followed up; otherwise the last of the others is.
    let target = prior.iter().rev().find(opposes);
    let own = prior.iter().rev().find(|one| one.seat == turn.seat);
    let case = case(state, &turn.seat);
    // A side brings up one thing after another, whoever speaks for it.
    let before = state.turns.iter().filter(|one| {
        let counts = one.task.is_spoken() && !one.is_struck();
        counts && one.id < turn.id && one.seat.group() == turn.seat.group()
    });
    let fact = case.get(before.count() % case.len().max(1));
    // What was missed before is said once, one thing in each turn.
    let spoken = prior.iter().filter(|one| one.seat == turn.seat).count();
    let missed = guided(state, turn).and_then(|given| given.missed.get(spoken));
    let (evidence, more) = match cue {
        Cue::Evidence { item } => {
            let item = super::evidence_item(state, item);
            (item.into_iter().collect(), false)
        }
        _ => evidence_since(state, turn, &prior),
    };
    view! {
        me => me(state, &turn.seat),
        task => task(state, turn),
        target => target.map(|one| view! {
            name => state.name(&one.seat),
            claim => if matches!(one.task, Task::Question | Task::Answer) {
                first_words(&one.text, IN_SHORT)
            } else {
                main_claim(state, one)
            },
        }),
        own => own.map(|one| main_claim(state, one)),
        missed => missed,
        passage => super::sources::of_short(state, turn).map(|rest| rest.view()),
        fact,
        conviction => super::conviction(state, turn),
        evidence,
        more,
        goes_on => !turn.text.trim().is_empty(),
    }
}

/// A turn that is handed in as a whole.
pub(in crate::prompt) fn written(state: &DebateState, turn: &Turn) -> Value {
    let against: Vec<Value> = state
        .arguments_against(&turn.seat)
        .into_iter()
        .map(|(by, one)| {
            view! {
                id => one.id, by => state.name(by), claim => one.claim,
                reasoning => one.reasoning, evidence => one.evidence,
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
    let (evidence, more) = evidence_since(state, turn, &prior);
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
        motion => opening(state).map(|opening| opening.motion.motion.as_str()),
        sides => sides(state),
        heard => heard(state),
    }
}

/// What each side has argued, and with what it ended, in short.
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

/// How a seat met the arguments of the other side: their ids, and what it did.
fn own_responses(state: &DebateState, turn: &Turn) -> Vec<(String, &'static str)> {
    let own = state.speeches().filter(|one| one.seat == turn.seat);
    own.filter_map(|one| match &one.work {
        Some(Work::CrossExamination(all)) => Some(all),
        _ => None,
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
