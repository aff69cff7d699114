//! Judges: what they do between rounds and at the end, and what ends rounds early.

use crate::{
    catalog::{Scored, Stance, StopRule, Verdict},
    debate::{
        ask::Ask,
        event::Event,
        ids::Seat,
        opening::Opening,
        plan::{PhasePlan, Slot},
        report_looks::ReportLooks,
        score_looks::ScoreLooks,
        scores::{Assessment, Items, Scores},
        state::DebateState,
    },
};

use super::Decision;

fn judges(state: &DebateState) -> impl Iterator<Item = &Seat> {
    let judges = state.judges().iter();
    judges.map(|judge| &judge.seat)
}

/// The decision after a round whose judges can end the phase: the debate waits for them, and ends its rounds where they
/// find what the format looks for. `None` where nothing is in the way of the next round.
pub(super) fn after_round(state: &DebateState, phase: u32, plan: &PhasePlan) -> Option<Decision> {
    let round = state.round(phase) - 1;
    let decides = plan.is_assessed_after(round)
        && !plan.stop.is_empty()
        && round < plan.rounds
        && !state.is_silent(phase, round);
    if !decides || state.stopped.contains_key(&phase) {
        return None;
    }
    if !judges(state).all(|judge| state.is_assessed(phase, round, judge)) {
        return Some(Decision::none());
    }
    let found: Vec<_> = state
        .rounds
        .iter()
        .filter(|one| one.phase == phase && one.round == round)
        .filter_map(|one| one.assessment.given())
        .collect();
    let criterion = stop(&plan.stop, &found, judges(state).count())?;
    Some(Decision::event(Event::StoppedEarly {
        phase,
        round,
        criterion,
    }))
}

/// The rule that ends the rounds, if more than half of so many judges say that the debate should not go on
/// (`shouldContinue` of `coordination-patterns`, §3.1): their saying so decides, and no observation alone. The first
/// observation of the format's that more than half have made is named as the reason; where there is none, that they say
/// so is enough only where the format has `judge-stops`.
fn stop(rules: &[StopRule], found: &[&Assessment], judges: usize) -> Option<StopRule> {
    let by_most = |rule: StopRule| found.iter().filter(|one| one.meets(rule)).count() * 2 > judges;
    if !by_most(StopRule::JudgeStops) {
        return None;
    }
    let mut observed = rules.iter().copied();
    observed
        .find(|rule| *rule != StopRule::JudgeStops && by_most(*rule))
        .or_else(|| {
            rules
                .contains(&StopRule::JudgeStops)
                .then_some(StopRule::JudgeStops)
        })
}

/// The slot that is begun next where a judge chooses: the only one that is left, or the one that was chosen.
/// `Err` is what has to be done first.
pub(super) fn next<'a>(
    state: &'a DebateState,
    plan: &PhasePlan,
) -> Result<Option<&'a Slot>, Decision> {
    let left = &state.agenda.left;
    let slot = |index: &u32| state.plan.slots.get(*index as usize);
    let Some(first) = left.first().and_then(slot) else {
        return Ok(None);
    };
    if left.len() == 1 || !plan.judge_selects {
        return Ok(Some(first));
    }
    let chosen = state
        .chosen
        .iter()
        .rfind(|one| one.phase == first.phase && one.round == first.round)
        .and_then(|one| {
            left.iter()
                .filter_map(slot)
                .find(|slot| slot.seat == one.seat)
        });
    if let Some(chosen) = chosen {
        return Ok(Some(chosen));
    }
    let Some(judge) = judges(state).next() else {
        return Ok(Some(first));
    };
    let place = state.slots_of_round().len() - left.len();
    let ask = Ask::Choose {
        phase: first.phase,
        round: first.round,
        place: u32::try_from(place).unwrap_or(u32::MAX),
        judge: judge.clone(),
    };
    if state.is_asked(&ask) {
        return Err(Decision::none());
    }
    Err(Decision::ask(state, ask, Some(judge.clone())))
}

/// The seats that may still be chosen in a round, in the order of the plan.
pub fn candidates(state: &DebateState, phase: u32, round: u32) -> Vec<Seat> {
    let slots = state.plan.slots_of(phase).iter();
    let open = slots.filter(|slot| {
        slot.round == round && slot.task.is_a_speakers() && state.ended_in(slot.index).is_none()
    });
    open.map(|slot| slot.seat.clone()).collect()
}

/// Counts the scores once every judge's report is in.
pub(super) fn scores(state: &DebateState) -> Option<Decision> {
    let opening = state.opening.as_deref()?;
    if opening.format.verdict != Verdict::Judge || state.scores.is_some() {
        return None;
    }
    let rubric = opening.format.rubric.as_ref()?;
    let reports: Vec<_> = state.reports().map(|report| &report.marks).collect();
    let items = items(state, opening, rubric.of);
    let looks = state.report_looks.values();
    let looks: Vec<_> = looks.filter_map(ReportLooks::both).collect();
    let scores = Scores {
        looks: ScoreLooks::of(rubric, &items, &looks),
        ..Scores::of(rubric, &items, &reports)?
    };
    Some(Decision::event(Event::ScoresGiven(Box::new(scores))))
}

/// The items that a rubric scores in this debate, in order. Where seats speak each for themselves, each is its own
/// side.
pub fn items(state: &DebateState, opening: &Opening, scored: Scored) -> Items {
    let side = |seat: &Seat| match opening.stance(seat) {
        Some(Stance::Own) | None => (seat.to_string(), opening.name(seat)),
        Some(_) if is_mixed(opening, seat) => (seat.to_string(), opening.name(seat)),
        Some(_) => {
            let side = opening.format.side(seat.group());
            let name = side.map_or_else(|| opening.name(seat), |side| side.name.clone());
            (seat.group().to_owned(), name)
        }
    };
    match scored {
        Scored::Arguments => state
            .arguments()
            .map(|(seat, argument)| {
                let (id, name) = side(seat);
                (argument.id.clone(), id, name)
            })
            .collect(),
        // Who has not said a word can be given no score.
        Scored::Speakers => opening
            .speakers
            .iter()
            .filter(|speaker| state.is_heard_of(&speaker.seat))
            .map(|speaker| {
                let (id, name) = side(&speaker.seat);
                (speaker.seat.to_string(), id, name)
            })
            .collect(),
        Scored::Sides => opening
            .format
            .sides
            .iter()
            .filter(|side| {
                let mut own = opening.speakers.iter();
                own.any(|one| one.seat.group() == side.id && state.is_heard_of(&one.seat))
            })
            .map(|side| (side.id.clone(), side.id.clone(), side.name.clone()))
            .collect(),
    }
}

/// Whether a seat's side is a table at which not everybody says the same.
fn is_mixed(opening: &Opening, seat: &Seat) -> bool {
    let of_side = opening
        .speakers
        .iter()
        .filter(|one| one.seat.group() == seat.group());
    let mut stances = of_side.map(|one| opening.stance(&one.seat));
    let first = stances.next();
    stances.any(|one| Some(one) != first)
}
