//! Checks that a turn can be taken: somebody sits there who does such things, it has a length, and what it is about has
//! been said.

use crate::catalog::{
    Coordination, Format, Phase, Rule, SEAT_WORDS, Sees, Side, Task, TurnSpec, check::Findings,
    document::Field,
};

pub(super) fn turn(
    format: &Format,
    phase: &Phase,
    turn: &TurnSpec,
    here: &Field,
    findings: &mut Findings,
) {
    let seats = turn.seats.as_str();
    if let Err(expected) = known_seats(format, seats) {
        findings.add(
            here.key("seats"),
            format!("nobody sits in `{seats}`"),
            expected,
        );
    } else {
        let speaks = !SEAT_WORDS.contains(&seats) || seats == "speakers";
        let wanted = match turn.task {
            Task::FloorSpeech => (seats != "floor").then_some("expected `floor`"),
            Task::BallotBefore | Task::BallotAfter => {
                (seats != "audience").then_some("expected `audience`")
            }
            Task::Verdict => (seats != "house").then_some("expected `house`"),
            Task::Frame => (seats != "chair").then_some("expected `chair`"),
            Task::Synthesis | Task::Summary => {
                (seats != "moderator").then_some("expected `moderator`")
            }
            Task::Judgement => (seats != "judges").then_some("expected `judges`"),
            Task::Prepare
            | Task::Speech
            | Task::Arguments
            | Task::CrossExamine
            | Task::Reply
            | Task::Closing
            | Task::Examine
            | Task::Question
            | Task::Answer => (!speaks).then_some("expected `speakers`, a side or a seat"),
        };
        if let Some(expected) = wanted {
            let task = turn.task.word().replace('_', "-");
            findings.add(
                here.key("seats"),
                format!("`{task}` is not for `{seats}`"),
                expected,
            );
        }
    }
    if matches!(turn.task, Task::Question | Task::Answer) {
        findings.add(
            here.key("task"),
            "questions and answers come in pairs",
            "expected `examine`, with `whom` and `exchanges`",
        );
    }
    let in_turn = matches!(turn.task, Task::FloorSpeech | Task::Examine);
    if in_turn && phase.coordination == Coordination::Simultaneous {
        findings.add(
            here.key("task"),
            "only one speaker has the floor, and this phase is simultaneous",
            "expected `coordination = \"turn-taking\"` for it",
        );
    }
    examination(format, turn, here, findings);
    arguments(format, phase, turn, here, findings);
    sight(format, phase, turn, here, findings);
    length(turn, here, findings);
}

fn known_seats(format: &Format, seats: &str) -> Result<(), String> {
    if matches!(seats, "audience" | "floor") && format.audience == 0 {
        return Err("expected an `audience` of 1 or more in the format".to_owned());
    }
    if seats == "judges" && format.judges == 0 {
        return Err("expected `judges = 1` or more in the format".to_owned());
    }
    let side_seat = seats.split_once('.').is_some_and(|(id, number)| {
        let number: Option<usize> = number.parse().ok();
        // Of two sides with one id the other may be meant; that is told of the id.
        let mut sides = format.sides.iter().filter(|side| side.id == id);
        number.is_some_and(|number| sides.any(|side| (1..=side.seats).contains(&number)))
    });
    let word = SEAT_WORDS.contains(&seats) && !matches!(seats, "gallery" | "judge");
    if word || side_seat || format.side(seats).is_some() {
        return Ok(());
    }
    let count = |id: &str| format.sides.iter().filter(|one| one.id == id).count();
    let is_doubled = |side: &Side| count(&side.id) > 1;
    let id = seats.split('.').next().unwrap_or(seats);
    let is_unknown = !SEAT_WORDS.contains(&seats) && count(id) == 0;
    // One of two with the same id may have been meant to have this one; that is told of the id.
    if is_unknown && format.sides.iter().any(is_doubled) {
        return Ok(());
    }
    let is_first = |(at, side): &(usize, &Side)| {
        let mut before = format.sides.iter().take(*at);
        !before.any(|one| one.id == side.id)
    };
    let sides = format.sides.iter().enumerate().filter(is_first);
    let sides: String = sides
        .map(|(_, side)| side)
        .map(|side| match side.seats {
            0 | 1 => format!(", `{0}`, `{0}.1`", side.id),
            many => format!(", `{0}`, `{0}.1` to `{0}.{many}`", side.id),
        })
        .collect();
    Err(format!(
        "expected `speakers`, `audience`, `floor`, `house`, `chair`, `moderator`, `judges`{sides}"
    ))
}

fn length(turn: &TurnSpec, here: &Field, findings: &mut Findings) {
    match (turn.minutes, turn.words) {
        (Some(_), Some(_)) => findings.add(
            here.key("words"),
            "this turn has a length in minutes and in words",
            "expected either `minutes` or `words`",
        ),
        // What has a fixed form may do without.
        (None, None) if turn.task.is_written() => {}
        (None, None) if turn.task.is_turn() || turn.task == Task::Examine => findings.add(
            here.clone(),
            "this turn has no length",
            "expected `minutes` or `words`",
        ),
        (Some(_), None) if has_no_length(turn.task) => no_length(here.key("minutes"), findings),
        (None, Some(_)) if has_no_length(turn.task) => no_length(here.key("words"), findings),
        (Some(_), None) | (None, Some(_) | None) => {}
    }
}

fn has_no_length(task: Task) -> bool {
    !task.is_turn() && task != Task::Examine
}

fn no_length(field: Field, findings: &mut Findings) {
    findings.add(
        field,
        "a vote has no length",
        "expected neither `minutes` nor `words`",
    );
}

/// Checks the examination of a turn: the seat or side that is questioned.
fn examination(format: &Format, turn: &TurnSpec, here: &Field, findings: &mut Findings) {
    if turn.task != Task::Examine {
        for (key, given) in [
            ("whom", turn.whom.is_some()),
            ("exchanges", turn.exchanges.is_some()),
        ] {
            if given {
                findings.add(
                    here.key(key),
                    "nobody is questioned here",
                    "expected it only where `task = \"examine\"`",
                );
            }
        }
        return;
    }
    let Some(whom) = &turn.whom else {
        findings.add(
            here.clone(),
            "it is not said who is questioned",
            "expected `whom`, a side or a seat",
        );
        return;
    };
    let speaks = !SEAT_WORDS.contains(&whom.as_str());
    if let Err(expected) = known_seats(format, whom) {
        findings.add(
            here.key("whom"),
            format!("nobody sits in `{whom}`"),
            expected,
        );
    } else if !speaks || whom == &turn.seats {
        findings.add(
            here.key("whom"),
            format!("`{whom}` cannot be questioned by `{}`", turn.seats),
            "expected another side, or a seat of it",
        );
    }
}

/// Checks that a turn's subject is handed in before the turn, and that what its rules look for is asked for.
fn arguments(
    format: &Format,
    phase: &Phase,
    turn: &TurnSpec,
    here: &Field,
    findings: &mut Findings,
) {
    let earlier = |task: Task| {
        let phases = format.phases.iter().take_while(|one| one.id != phase.id);
        phases
            .flat_map(|one| &one.turns)
            .any(|one| one.task == task)
    };
    let needs = [
        (Task::CrossExamine, Task::Arguments, "arguments"),
        (Task::Reply, Task::CrossExamine, "cross-examine"),
    ];
    let needs = needs.into_iter().find(|(task, ..)| *task == turn.task);
    if let Some((_, needed, word)) = needs
        && !earlier(needed)
    {
        findings.add(
            here.key("task"),
            "nothing was handed in before that it could be about",
            format!("expected a turn `{word}` in an earlier phase"),
        );
    }
    if let (Some(least), Some(most)) = (turn.least_arguments, turn.most_arguments)
        && least > most
    {
        findings.add(
            here.key("least_arguments"),
            format!("{least} is more than {most}"),
            "expected no more than `most_arguments`",
        );
    }
    let listed = [
        Rule::AssumptionsListed,
        Rule::UncertaintiesListed,
        Rule::ConfidenceFits,
    ];
    for rule in phase.rules.iter().chain(&turn.rules) {
        if listed.contains(rule) && turn.task == Task::Arguments && !turn.detailed {
            findings.add(
                here.clone(),
                format!(
                    "the rule `{}` looks for what nobody is asked for",
                    rule.word()
                ),
                "expected `detailed = true`",
            );
        }
    }
    if let (Some(least), Some(most)) = (turn.least_words, turn.words)
        && least > most
    {
        findings.add(
            here.key("least_words"),
            format!("{least} is more than {most}"),
            "expected no more than `words`",
        );
    }
}

/// Checks that the phase a turn has heard comes before it.
fn sight(format: &Format, phase: &Phase, turn: &TurnSpec, here: &Field, findings: &mut Findings) {
    let Sees::Phase(id) = &turn.sees else {
        return;
    };
    let mut earlier = format.phases.iter().take_while(|one| one.id != phase.id);
    if !earlier.any(|one| &one.id == id) {
        findings.add(
            here.key("sees"),
            format!("no earlier phase is called `{id}`"),
            "expected the id of an earlier phase",
        );
    }
}
