//! Checks of a choice, made before anybody looks for a model.

use super::{DebateChoice, Known, audience, by_side, line_up, people, with_seats};
use crate::{
    catalog::{Catalog, Format, Phase, Task, TurnOrder, TurnSpec, Verdict},
    debate::{ask::Role, opening::Polls},
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
    people::check(choice, &super::seats_of(catalog, choice)?)
}

/// The request, by a flag, for what is usual otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requested {
    /// A flag has set it.
    Yes,
    /// No flag has set it.
    No,
}

/// A setting that is for some formats only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Setting {
    /// The number of judges.
    Judges,
    /// The number of members in the audience.
    Audience,
    /// The points at which the audience is polled.
    Polls,
    /// The number of members polled in one call.
    PolledTogether,
    /// The number of times that the direct verdict, or the report of a judge, is asked for.
    JudgePasses,
    /// The number of rounds.
    Rounds,
    /// The order of turns in rounds.
    Order,
    /// The number of members who speak from the floor.
    FloorSpeeches,
    /// Whether points of information are offered.
    Points,
}

impl Setting {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Judges,
        Self::Audience,
        Self::Polls,
        Self::PolledTogether,
        Self::JudgePasses,
        Self::Rounds,
        Self::Order,
        Self::FloorSpeeches,
        Self::Points,
    ];

    /// The setting, as files name it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Judges => "judges",
            Self::Audience => "audience",
            Self::Polls => "polls",
            Self::PolledTogether => "polled_together",
            Self::JudgePasses => "judge_passes",
            Self::Rounds => "rounds",
            Self::Order => "order",
            Self::FloorSpeeches => "floor_speeches",
            Self::Points => "points",
        }
    }

    /// The setting, as the command line names it.
    pub fn flag(self) -> String {
        match self {
            Self::Points => "--no-points".to_owned(),
            Self::Judges
            | Self::Audience
            | Self::Polls
            | Self::PolledTogether
            | Self::JudgePasses
            | Self::Rounds
            | Self::Order
            | Self::FloorSpeeches => format!("--{}", self.word().replace('_', "-")),
        }
    }
}

/// A setting of a choice that would do nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Idle {
    /// The setting.
    pub setting: Setting,
    /// The trait of the format that makes the setting idle: the end of a sentence that begins with the format.
    pub why: &'static str,
}

/// The settings of a choice that would do nothing in its format.
///
/// # Errors
/// There is no such format.
pub fn idle(
    catalog: &Catalog,
    choice: &DebateChoice,
    polls: Requested,
) -> Result<Vec<Idle>, Failure> {
    let rules = &catalog.format(&choice.format)?.value;
    let options = &choice.options;
    let any_phase = |is: fn(&Phase) -> bool| rules.phases.iter().any(is);
    let any_turn = |is: fn(&TurnSpec) -> bool| {
        let mut turns = rules.phases.iter().flat_map(|phase| &phase.turns);
        turns.any(is)
    };
    let chosen = choice.order == Some(TurnOrder::JudgeSelected);
    let all = [
        (
            choice.judges.is_some() && rules.judges == 0,
            Setting::Judges,
            "has no judges",
        ),
        (
            choice.audience.is_some() && !rules.needs_audience(),
            Setting::Audience,
            "has no audience",
        ),
        (
            polls == Requested::Yes && !any_phase(|phase| phase.polls),
            Setting::Polls,
            "has no polls",
        ),
        (
            options.polled_together.is_some()
                && (options.polls != Polls::EachSpeech || !any_phase(|phase| phase.polls)),
            Setting::PolledTogether,
            "has no polls between speeches here",
        ),
        (
            options.judge_passes.is_some()
                && !any_turn(|turn| matches!(turn.task, Task::Verdict | Task::Judgement)),
            Setting::JudgePasses,
            "has no verdict of a judge",
        ),
        (
            options.rounds.is_some() && !any_phase(|phase| phase.most_rounds.is_some()),
            Setting::Rounds,
            "leaves no rounds open",
        ),
        (
            choice.order.is_some() && !any_phase(Phase::is_open_in_order),
            Setting::Order,
            "has no rounds of one turn each",
        ),
        (
            chosen && choice.judges.unwrap_or(rules.judges) == 0,
            Setting::Order,
            "has no judge to choose who is next",
        ),
        (
            options.floor_speeches > 0 && !rules.has_floor_speeches(),
            Setting::FloorSpeeches,
            "has no speeches from the floor",
        ),
        (
            choice.without_points && !any_phase(|phase| phase.points_of_information.is_some()),
            Setting::Points,
            "has no points of information",
        ),
    ];
    let idle = all.into_iter().filter(|(is_idle, ..)| *is_idle);
    Ok(idle
        .map(|(_, setting, why)| Idle { setting, why })
        .collect())
}

/// Whether a debate in this format may ask a model for something in this role.
pub fn asks_role(rules: &Format, role: Role) -> bool {
    let mut turns = rules.phases.iter().flat_map(|phase| &phase.turns);
    match role {
        Role::Speaker | Role::Referee | Role::Clerk => true,
        Role::Poi => {
            let mut phases = rules.phases.iter();
            phases.any(|phase| phase.points_of_information.is_some())
        }
        Role::Audience => rules.needs_audience(),
        Role::Judge => rules.judges > 0 || turns.any(|turn| turn.task == Task::Verdict),
        Role::Moderator => rules.needs_moderator(),
    }
}

/// Says which part of a choice would do nothing in its format. What somebody asks for is done or refused.
///
/// # Errors
/// The format has nothing that it could be for, or not so much of it.
pub fn check_effect(
    catalog: &Catalog,
    choice: &DebateChoice,
    polls: Requested,
) -> Result<(), Failure> {
    if let Some(idle) = idle(catalog, choice, polls)?.first() {
        let flag = idle.setting.flag();
        let format = &catalog.format(&choice.format)?.id;
        return Err(Failure::input(format!(
            "{flag} would do nothing: the format {format} {}",
            idle.why
        ))
        .hint(format!(
            "leave {flag} out, or choose another format: hustings formats"
        )));
    }
    match too_many(catalog, choice)? {
        Some((_, failure)) => Err(failure),
        None => Ok(()),
    }
}

/// The setting by which a choice asks more of its format than it has, if there is one, and what is to be said of it:
/// more rounds than it can have, or more floor speeches than members.
///
/// # Errors
/// There is no such format.
pub fn too_many(
    catalog: &Catalog,
    choice: &DebateChoice,
) -> Result<Option<(Setting, Failure)>, Failure> {
    let format = catalog.format(&choice.format)?;
    let rules = &format.value;
    let most = rules.phases.iter().filter_map(|phase| phase.most_rounds);
    if let (Some(rounds), Some(most)) = (choice.options.rounds, most.max())
        && rounds > most
    {
        let failure = Failure::input(format!(
            "{rounds} rounds are too many: the format {} has {most} at the most",
            format.id
        ));
        let failure = failure.hint(format!("choose 1 to {most}"));
        return Ok(Some((Setting::Rounds, failure)));
    }
    let floor = choice.options.floor_speeches;
    let there = choice.audience.unwrap_or(rules.audience);
    if floor as usize > there && rules.has_floor_speeches() {
        let failure = Failure::input(format!(
            "{floor} floor speeches are too many: {there} members sit in the audience"
        ));
        let failure = failure.hint("seat a larger audience, or let fewer speak");
        return Ok(Some((Setting::FloorSpeeches, failure)));
    }
    Ok(None)
}
