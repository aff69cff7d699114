//! What can be wrong with a choice, said before anybody looks for a model.

use super::{DebateChoice, Known, audience, by_side, line_up, with_seats};
use crate::{
    catalog::{Catalog, Phase, Task, TurnOrder, Verdict},
    error::Failure,
};

/// Says what is wrong with a choice, before anybody looks for a model.
///
/// # Errors
/// Unknown names (with the nearest ones), too few speakers, a persona in two seats.
pub fn check(catalog: &Catalog, choice: &DebateChoice) -> Result<(), Failure> {
    catalog.choose_motion(&choice.motion)?;
    let format = catalog.format(&choice.format)?;
    let sides = by_side(catalog, &format.value, choice);
    let known = Known::of(catalog, choice);
    line_up(&known, &with_seats(&format.value, &sides), &sides, 0)?;
    if choice.audience == Some(0) && format.value.verdict == Verdict::Division {
        return Err(Failure::input(format!(
            "nobody would vote: the format {} ends with a division, and the audience is 0",
            format.id
        ))
        .hint("seat 1 or more with --audience (`audience` in a file)"));
    }
    audience::seated(catalog, choice.audience.unwrap_or(0), 0)?;
    Ok(())
}

/// Whether somebody has asked for what is usual otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requested {
    /// A flag has set it.
    Yes,
    /// No flag has set it.
    No,
}

/// Says which part of a choice would do nothing in its format. What somebody asks for is done or refused.
///
/// # Errors
/// The format has nothing that it could be for.
pub fn check_effect(
    catalog: &Catalog,
    choice: &DebateChoice,
    polls: Requested,
) -> Result<(), Failure> {
    let format = catalog.format(&choice.format)?;
    let rules = &format.value;
    let refused = |flag: &str, why: String| {
        Err(Failure::input(format!(
            "{flag} would do nothing: the format {} {why}",
            format.id
        ))
        .hint(format!(
            "leave {flag} out, or choose another format: hustings formats"
        )))
    };
    if choice.judges.is_some() && rules.judges == 0 {
        return refused("--judges", "has no judges".to_owned());
    }
    if choice.audience.is_some() && !rules.needs_audience() {
        return refused("--audience", "has no audience".to_owned());
    }
    if polls == Requested::Yes && !rules.phases.iter().any(|phase| phase.polls) {
        return refused("--polls", "has no polls".to_owned());
    }
    let mut turns = rules.phases.iter().flat_map(|phase| &phase.turns);
    if choice.options.judge_passes.is_some() && !turns.any(|turn| turn.task == Task::Verdict) {
        return refused(
            "--judge-passes",
            "has no direct verdict of the house".to_owned(),
        );
    }
    if let Some(rounds) = choice.options.rounds {
        match rules
            .phases
            .iter()
            .filter_map(|phase| phase.most_rounds)
            .max()
        {
            None => return refused("--rounds", "leaves no rounds open".to_owned()),
            Some(most) if rounds > most => {
                return Err(Failure::input(format!(
                    "--rounds {rounds} is too many: the format {} has {most} at the most",
                    format.id
                ))
                .hint(format!("--rounds takes 1 to {most} here")));
            }
            Some(_) => {}
        }
    }
    if let Some(order) = choice.order {
        if !rules.phases.iter().any(Phase::is_open_in_order) {
            return refused("--order", "has no rounds of one turn each".to_owned());
        }
        if order == TurnOrder::JudgeSelected && choice.judges.unwrap_or(rules.judges) == 0 {
            return refused(
                "--order judge-selected",
                "has no judge to choose".to_owned(),
            );
        }
    }
    let floor = choice.options.floor_speeches;
    let mut turns = rules.phases.iter().flat_map(|phase| &phase.turns);
    if floor > 0 && !turns.any(|turn| turn.seats == "floor") {
        return refused(
            "--floor-speeches",
            "has no speeches from the floor".to_owned(),
        );
    }
    let there = choice.audience.unwrap_or(rules.audience);
    if floor as usize > there {
        return Err(Failure::input(format!(
            "--floor-speeches {floor} is too many: {there} members sit in the audience"
        ))
        .hint("seat more with --audience, or let fewer speak"));
    }
    Ok(())
}
