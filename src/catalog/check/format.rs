//! What makes a format one that can be run to its end: nothing that the rules would wait for in vain.

use super::{Check, Context, Findings, is_plain_name};
use crate::catalog::{
    Coordination, Format, Phase, PointsOfInformation, Stance, Task, Timing, TurnSpec, Verdict,
    document::Field,
};

/// Words that mean seats without being the id of a side.
const RESERVED: [&str; 5] = ["speakers", "audience", "floor", "house", "gallery"];
/// Nobody speaks longer, or faster, than this.
const MOST_MINUTES: f64 = 180.0;
const MOST_WORDS: u32 = 40_000;
const MOST_WORDS_PER_MINUTE: f64 = 1_000.0;

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
        if self.verdict == Verdict::Division {
            division(self, findings);
        }
    }
}

fn timing(timing: &Timing, findings: &mut Findings) {
    let here = Field::of("timing");
    if !(timing.words_per_minute > 0.0 && timing.words_per_minute <= MOST_WORDS_PER_MINUTE) {
        findings.add(
            here.key("words_per_minute"),
            format!("nobody speaks {} words a minute", timing.words_per_minute),
            format!("expected more than 0 and at the most {MOST_WORDS_PER_MINUTE}"),
        );
    }
    if !(timing.cut_at > 0.0 && timing.cut_at.is_finite()) {
        findings.add(
            here.key("cut_at"),
            format!("a speech cannot be cut at {} of its time", timing.cut_at),
            "expected a share such as 1.2",
        );
    }
    if !(timing.wrap_up_at > 0.0 && timing.wrap_up_at < timing.cut_at) {
        findings.add(
            here.key("wrap_up_at"),
            format!(
                "the bell would ring at {} of the time, the cut is at {}",
                timing.wrap_up_at, timing.cut_at
            ),
            "expected more than 0 and less than `cut_at`",
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
    if format.speakers() == 0 {
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
        if RESERVED.contains(&side.id.as_str()) {
            findings.add(
                here.key("id"),
                format!("`{}` means other seats", side.id),
                "expected an id that is not `speakers`, `audience`, `floor`, `house` or `gallery`",
            );
        }
        findings.line(here.key("name"), &side.name);
        if side.seats == 0 {
            findings.add(
                here.key("seats"),
                "this side has no seats",
                "expected 1 or more",
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
        self::turn(format, phase, turn, &here.key("turns").at(index), findings);
    }
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

fn turn(format: &Format, phase: &Phase, turn: &TurnSpec, here: &Field, findings: &mut Findings) {
    let seats = turn.seats.as_str();
    if let Err(expected) = known_seats(format, seats) {
        findings.add(
            here.key("seats"),
            format!("nobody sits in `{seats}`"),
            expected,
        );
    } else {
        let wanted = match turn.task {
            Task::Prepare | Task::Speech if RESERVED.contains(&seats) && seats != "speakers" => {
                Some("expected `speakers`, a side or a seat")
            }
            Task::FloorSpeech if seats != "floor" => Some("expected `floor`"),
            Task::BallotBefore | Task::BallotAfter if seats != "audience" => {
                Some("expected `audience`")
            }
            Task::Verdict if seats != "house" => Some("expected `house`"),
            Task::Prepare
            | Task::Speech
            | Task::FloorSpeech
            | Task::BallotBefore
            | Task::BallotAfter
            | Task::Verdict => None,
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
    if turn.task.is_spoken() && phase.coordination == Coordination::Simultaneous {
        findings.add(
            here.key("task"),
            "only one speaker has the floor, and this phase is simultaneous",
            "expected `coordination = \"turn-taking\"` for what is spoken",
        );
    }
    length(turn, here, findings);
}

fn known_seats(format: &Format, seats: &str) -> Result<(), String> {
    if matches!(seats, "audience" | "floor") && format.audience == 0 {
        return Err("expected an `audience` of 1 or more in the format".to_owned());
    }
    let side_seat = seats.split_once('.').is_some_and(|(side, number)| {
        let number: Option<usize> = number.parse().ok();
        format
            .side(side)
            .zip(number)
            .is_some_and(|(side, number)| (1..=side.seats).contains(&number))
    });
    let word = RESERVED.contains(&seats) && seats != "gallery";
    if word || side_seat || format.side(seats).is_some() {
        return Ok(());
    }
    let sides: String = format
        .sides
        .iter()
        .map(|side| match side.seats {
            0 | 1 => format!(", `{0}`, `{0}.1`", side.id),
            many => format!(", `{0}`, `{0}.1` to `{0}.{many}`", side.id),
        })
        .collect();
    Err(format!(
        "expected `speakers`, `audience`, `floor`, `house`{sides}"
    ))
}

fn length(turn: &TurnSpec, here: &Field, findings: &mut Findings) {
    if let Some(minutes) = turn.minutes
        && !(minutes > 0.0 && minutes <= MOST_MINUTES)
    {
        findings.add(
            here.key("minutes"),
            format!("a turn cannot last {minutes} minutes"),
            format!("expected more than 0 and at the most {MOST_MINUTES}"),
        );
    }
    if let Some(words) = turn.words
        && !(1..=MOST_WORDS).contains(&words)
    {
        findings.add(
            here.key("words"),
            format!("a turn cannot have {words} words"),
            format!("expected 1 to {MOST_WORDS}"),
        );
    }
    match (turn.minutes, turn.words) {
        (Some(_), Some(_)) => findings.add(
            here.key("words"),
            "this turn has a length in minutes and in words",
            "expected either `minutes` or `words`",
        ),
        (None, None) if turn.task.is_turn() => findings.add(
            here.clone(),
            "this turn has no length",
            "expected `minutes` or `words`",
        ),
        (Some(_), None) if !turn.task.is_turn() => no_length(here.key("minutes"), findings),
        (None, Some(_)) if !turn.task.is_turn() => no_length(here.key("words"), findings),
        (Some(_), None) | (None, Some(_) | None) => {}
    }
}

fn no_length(field: Field, findings: &mut Findings) {
    findings.add(
        field,
        "a vote has no length",
        "expected neither `minutes` nor `words`",
    );
}

fn points(
    format: &Format,
    phase: &Phase,
    rules: &PointsOfInformation,
    here: &Field,
    findings: &mut Findings,
) {
    let protected = here.key("protected_minutes");
    if !(rules.protected_minutes >= 0.0 && rules.protected_minutes.is_finite()) {
        findings.add(
            protected,
            format!("{} minutes cannot be protected", rules.protected_minutes),
            "expected 0 or more",
        );
        return;
    }
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
    if rules.max_words == 0 {
        findings.add(
            here.key("max_words"),
            "a point needs words",
            "expected 1 or more",
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
        // A length that makes no sense is a fault of its own turn.
        .filter(|minutes| *minutes > 0.0)
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

/// A division waits for both ballots and the verdict; without one of them it would wait for ever.
fn division(format: &Format, findings: &mut Findings) {
    let verdict = Field::of("verdict");
    if format.audience == 0 {
        findings.add(
            Field::of("audience"),
            "there is no audience to divide",
            "expected 1 or more where `verdict = \"division\"`",
        );
    }
    for (stance, word) in [(Stance::For, "for"), (Stance::Against, "against")] {
        if !format.sides.iter().any(|side| side.stance == stance) {
            findings.add(
                verdict.clone(),
                format!("no side speaks {word} the motion"),
                format!("expected a side with `stance = \"{word}\"`"),
            );
        }
    }
    let phase_of = |task| {
        format
            .phases
            .iter()
            .position(|phase| phase.turns.iter().any(|turn| turn.task == task))
    };
    for (task, word) in [
        (Task::BallotBefore, "ballot-before"),
        (Task::BallotAfter, "ballot-after"),
        (Task::Verdict, "verdict"),
    ] {
        if phase_of(task).is_none() {
            findings.add(
                verdict.clone(),
                format!("the house divides, and no phase has a turn `{word}`"),
                format!("expected a turn with `task = \"{word}\"`"),
            );
        }
    }
    if let (Some(before), Some(after)) = (phase_of(Task::BallotBefore), phase_of(Task::BallotAfter))
        && before >= after
    {
        findings.add(
            Field::of("phases").at(after),
            "the second ballot is not later than the first",
            "expected `ballot-after` in a later phase than `ballot-before`",
        );
    }
}
