//! Checks that a format can be run to its end: nothing that the rules would wait for in vain.

mod turn;
mod verdict;

use super::{Check, Context, Findings, is_plain_name};
use crate::{
    bounds,
    catalog::{
        Coordination, Format, Phase, PointsOfInformation, SEAT_WORDS, Side, Task, Timing,
        TurnOrder, document::Field,
    },
};

impl Check for Format {
    fn check(&self, _: &str, context: &Context, findings: &mut Findings) {
        findings.line(Field::of("name"), &self.name);
        findings.line(Field::of("summary"), &self.summary);
        timing(&self.timing, findings);
        sides(self, findings);
        if self.audience > context.members {
            findings.add(
                Field::of("audience"),
                format!("the audience has {} members", self.audience),
                format!(
                    "expected {} at the most: so many personas are in personas/audience",
                    context.members
                ),
            );
        }
        if self.phases.is_empty() {
            findings.add(
                Field::of("phases"),
                "there are no phases",
                "expected one or more",
            );
        }
        for (index, phase) in self.phases.iter().enumerate() {
            let here = Field::of("phases").at(index);
            findings.line(here.key("name"), &phase.name);
            let earlier = self.phases.iter().take(index);
            identity(
                &here,
                "phase",
                &phase.id,
                earlier.map(|phase| phase.id.as_str()),
                findings,
            );
            self::phase(self, phase, &here, findings);
        }
        verdict::verdict(self, findings);
        if let Some(rubric) = &self.rubric {
            verdict::rubric(self, rubric, findings);
        }
        self::speakers(self, findings);
        size(self, findings);
    }
}

/// Checks the number of turns in all. Each is kept, planned and shown.
fn size(format: &Format, findings: &mut Findings) {
    let most = |side: &Side| *side.seats_range().end();
    let seats = |name: &str| match format.side(name) {
        Some(side) => most(side),
        None if name == "speakers" => format.sides.iter().map(most).sum(),
        None => 1,
    };
    let turns = |phase: &Phase| {
        let rounds = phase.most_rounds.or(phase.rounds).unwrap_or(1) as usize;
        let turns = phase.turns.iter().map(|turn| {
            let pairs = turn.exchanges.unwrap_or(1) as usize * 2;
            seats(&turn.seats) * if turn.task == Task::Examine { pairs } else { 1 }
        });
        rounds * turns.sum::<usize>()
    };
    let all: usize = format.phases.iter().map(turns).sum();
    if all > bounds::SLOTS {
        findings.add(
            Field::of("phases"),
            format!("the rounds and seats come to {all} turns"),
            format!("expected {} at the most", bounds::SLOTS),
        );
    }
}

/// Checks that the speakers named fit the seats, where any are named.
fn speakers(format: &Format, findings: &mut Findings) {
    let least: usize = format
        .sides
        .iter()
        .map(|side| *side.seats_range().start())
        .sum();
    let most: usize = format
        .sides
        .iter()
        .map(|side| *side.seats_range().end())
        .sum();
    let named = format.speakers.len();
    if named > 0 && !(least..=most).contains(&named) {
        findings.add(
            Field::of("speakers"),
            format!(
                "{named} speakers are named, and the format has {} seats",
                format.seats()
            ),
            "expected as many as there are seats, or none",
        );
    }
}

fn timing(timing: &Timing, findings: &mut Findings) {
    let here = Field::of("timing");
    if timing.wrap_up_at >= timing.cut_at {
        findings.add(
            here.key("wrap_up_at"),
            format!(
                "the bell would ring at {} of the time, the cut is at {}",
                timing.wrap_up_at, timing.cut_at
            ),
            "expected less than `cut_at`",
        );
    }
}

fn identity<'a>(
    here: &Field,
    what: &str,
    id: &str,
    mut earlier: impl Iterator<Item = &'a str>,
    findings: &mut Findings,
) {
    if !is_plain_name(id) {
        findings.add(
            here.key("id"),
            format!("`{id}` cannot be the id of a {what}"),
            "expected small letters, digits and hyphens",
        );
    } else if earlier.any(|other| other == id) {
        findings.add(
            here.key("id"),
            format!("there is a {what} `{id}` already"),
            format!("expected an id that no earlier {what} has"),
        );
    }
}

fn sides(format: &Format, findings: &mut Findings) {
    let field = Field::of("sides");
    if format.seats() == 0 {
        findings.add(
            field.clone(),
            "nobody speaks",
            "expected a side with one seat or more",
        );
    }
    for (index, side) in format.sides.iter().enumerate() {
        let here = field.at(index);
        let earlier = format.sides.iter().take(index);
        identity(
            &here,
            "side",
            &side.id,
            earlier.map(|side| side.id.as_str()),
            findings,
        );
        if SEAT_WORDS.contains(&side.id.as_str()) {
            findings.add(
                here.key("id"),
                format!("`{}` means other seats", side.id),
                format!("expected an id that is none of {}", SEAT_WORDS.join(", ")),
            );
        }
        findings.line(here.key("name"), &side.name);
        let range = side.seats_range();
        if !range.contains(&side.seats) {
            findings.add(
                here.key("seats"),
                format!(
                    "{} seats are not between {} and {}",
                    side.seats,
                    range.start(),
                    range.end()
                ),
                "expected `least_seats` ≤ `seats` ≤ `most_seats`",
            );
        }
    }
}

fn phase(format: &Format, phase: &Phase, here: &Field, findings: &mut Findings) {
    if phase.turns.is_empty() {
        findings.add(
            here.key("turns"),
            "this phase has no turns",
            "expected one or more",
        );
    }
    if phase.polls && format.audience == 0 {
        findings.add(
            here.key("polls"),
            "there is nobody to poll",
            "expected an `audience` of 1 or more in the format",
        );
    }
    for (index, turn) in phase.turns.iter().enumerate() {
        turn::turn(format, phase, turn, &here.key("turns").at(index), findings);
    }
    coordination(format, phase, here, findings);
    if let Some(rules) = &phase.points_of_information {
        points(
            format,
            phase,
            rules,
            &here.key("points_of_information"),
            findings,
        );
    }
}

/// Rounds, order, judges between rounds, and what ends rounds early.
fn coordination(format: &Format, phase: &Phase, here: &Field, findings: &mut Findings) {
    let rounds = phase.rounds.unwrap_or(1);
    if let Some(most) = phase.most_rounds
        && most < rounds
    {
        findings.add(
            here.key("most_rounds"),
            format!("{most} is fewer than its {rounds} rounds"),
            format!("expected {rounds} to {}", bounds::ROUNDS.most),
        );
    }
    if phase.order == TurnOrder::JudgeSelected {
        if format.judges == 0 {
            findings.add(
                here.key("order"),
                "a judge is to choose who speaks next, and there is no judge",
                "expected `judges = 1` or more in the format",
            );
        }
        if phase.coordination == Coordination::Simultaneous {
            findings.add(
                here.key("order"),
                "all speak at once here, and nobody is next",
                "expected `coordination = \"turn-taking\"`",
            );
        }
    }
    if phase.assess_every.is_some() {
        if format.judges == 0 {
            findings.add(
                here.key("assess_every"),
                "there is no judge to assess anything",
                "expected `judges = 1` or more in the format",
            );
        }
        if format.rubric.is_none() {
            findings.add(
                here.key("assess_every"),
                "the judges have nothing to go by",
                "expected a `[rubric]` in the format",
            );
        }
    }
    if !phase.stop.is_empty() && phase.assess_every.is_none() {
        findings.add(
            here.key("stop"),
            "nobody looks for what ends the rounds",
            "expected `assess_every`, after how many rounds the judges look",
        );
    }
    let at_once = [
        ("max_concurrent", phase.max_concurrent),
        ("timeout_seconds", phase.timeout_seconds),
    ];
    for (key, value) in at_once {
        if value.is_some() && phase.coordination == Coordination::TurnTaking {
            findings.add(
                here.key(key),
                "here one speaks after the other",
                "expected it only where `coordination = \"simultaneous\"`",
            );
        }
    }
    if phase.points_of_information.is_some() && phase.coordination == Coordination::Simultaneous {
        findings.add(
            here.key("points_of_information"),
            "all speak at once here, and nobody could rise",
            "expected `coordination = \"turn-taking\"`",
        );
    }
}

fn points(
    format: &Format,
    phase: &Phase,
    rules: &PointsOfInformation,
    here: &Field,
    findings: &mut Findings,
) {
    let protected = here.key("protected_minutes");
    if rules.max_offered < rules.max_accepted {
        findings.add(
            here.key("max_offered"),
            format!(
                "{} may be offered and {} taken",
                rules.max_offered, rules.max_accepted
            ),
            "expected no fewer than `max_accepted`",
        );
    }
    let minutes = phase
        .turns
        .iter()
        .filter(|turn| turn.task.is_spoken())
        .filter_map(|turn| {
            let words = turn.words.map(f64::from);
            turn.minutes
                .or(words.map(|words| words / format.timing.words_per_minute))
        })
        .fold(f64::INFINITY, f64::min);
    if minutes.is_infinite() {
        if !phase.turns.iter().any(|turn| turn.task.is_spoken()) {
            findings.add(
                here.clone(),
                "nothing is spoken in this phase",
                "expected a turn with the task `speech`",
            );
        }
    } else if rules.protected_minutes * 2.0 >= minutes {
        findings.add(
            protected,
            format!(
                "{} minutes at each end of a speech of {} leave no time for points",
                rules.protected_minutes,
                (minutes * 10.0).round() / 10.0,
            ),
            "expected less than half of the speech",
        );
    }
}
