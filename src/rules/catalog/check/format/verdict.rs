//! Checks that a format can come to its verdict: whoever gives it sits there and is asked for it.

use crate::catalog::{
    Format, Rubric, ScoreAnchor, Scored, Stance, Task, Verdict, check::Findings, document::Field,
};

/// Weights that come to 1, give or take this much, were meant to.
const ROUNDING: f64 = 0.001;

/// Checks that the turns are there that the verdict comes from.
pub(super) fn verdict(format: &Format, findings: &mut Findings) {
    match format.verdict {
        Verdict::Division => division(format, findings),
        Verdict::Judge => {
            if format.rubric.is_none() {
                findings.add(
                    Field::of("verdict"),
                    "judges are to give scores, and have nothing to go by",
                    "expected a `[rubric]`",
                );
            }
            if format.judges == 0 {
                findings.add(
                    Field::of("judges"),
                    "there is no judge",
                    "expected 1 or more where `verdict = \"judge\"`",
                );
            }
            needs(format, Task::Judgement, "judgement", "judges", findings);
        }
        Verdict::Synthesis => needs(format, Task::Synthesis, "synthesis", "moderator", findings),
        Verdict::Summary => needs(format, Task::Summary, "summary", "moderator", findings),
        Verdict::None => {}
    }
}

fn needs(format: &Format, task: Task, word: &str, seats: &str, findings: &mut Findings) {
    let mut turns = format.phases.iter().flat_map(|phase| &phase.turns);
    if !turns.any(|turn| turn.task == task) {
        findings.add(
            Field::of("verdict"),
            format!("no phase has a turn `{word}`, and its seats cannot give this verdict"),
            format!("expected a turn with `seats = \"{seats}\"` and `task = \"{word}\"`"),
        );
    }
}

/// Checks that scores can be given and counted.
pub(super) fn rubric(format: &Format, rubric: &Rubric, findings: &mut Findings) {
    let here = Field::of("rubric");
    let order = rubric.lowest.partial_cmp(&rubric.highest);
    if order != Some(std::cmp::Ordering::Less) {
        findings.add(
            here.key("lowest"),
            format!(
                "there is nothing between {} and {}",
                rubric.lowest, rubric.highest
            ),
            "expected less than `highest`",
        );
    }
    let weights: f64 = rubric.dimensions.iter().map(|one| one.weight).sum();
    if (weights - 1.0).abs() > ROUNDING {
        findings.add(
            here.key("dimensions"),
            format!(
                "the weights come to {}",
                (weights * 1000.0).round() / 1000.0
            ),
            "expected 1 in all",
        );
    }
    for (index, one) in rubric.dimensions.iter().enumerate() {
        let here = here.key("dimensions").at(index);
        let earlier = rubric.dimensions.iter().take(index);
        super::identity(
            &here,
            "dimension",
            &one.id,
            earlier.map(|one| one.id.as_str()),
            findings,
        );
        anchors(&here.key("anchors"), (rubric, &one.anchors), findings);
    }
    let gaps = [
        ("even_under", rubric.even_under),
        ("significant_over", rubric.significant_over),
    ];
    let most = rubric.highest - rubric.lowest;
    let is_gap = |gap: f64| (0.0..=most).contains(&gap);
    for (key, gap) in gaps.iter().filter(|(_, gap)| !is_gap(*gap) && most > 0.0) {
        findings.add(
            here.key(key),
            format!("no two sides are {gap} apart"),
            format!("expected 0 to {most}, as far apart as the scores can be"),
        );
    }
    // What is no gap is told above.
    if gaps.iter().all(|(_, gap)| is_gap(*gap)) && rubric.even_under > rubric.significant_over {
        findings.add(
            here.key("even_under"),
            "what is even would be significant",
            "expected no more than `significant_over`",
        );
    }
    let mut turns = format.phases.iter().flat_map(|phase| &phase.turns);
    if rubric.of == Scored::Arguments && !turns.any(|turn| turn.task == Task::Arguments) {
        findings.add(
            here.key("of"),
            "arguments are to be scored, and nobody hands any in",
            "expected a turn with `task = \"arguments\"`",
        );
    }
}

/// Checks that a judge can go by what scores stand for.
fn anchors(here: &Field, (rubric, all): (&Rubric, &[ScoreAnchor]), findings: &mut Findings) {
    if all.len() == 1 {
        findings.add(
            here.clone(),
            "what one score stands for says nothing of the others",
            "expected two or more, or none",
        );
    }
    // Where the scale is wrong itself, that is said, and not once more of each score.
    let is_scale = rubric.lowest < rubric.highest;
    let mut before = None;
    for (index, one) in all.iter().enumerate() {
        let here = here.at(index);
        let is_on_it = (rubric.lowest..=rubric.highest).contains(&one.score);
        if is_scale && !is_on_it {
            findings.add(
                here.key("score"),
                format!("nobody can be given {}", one.score),
                format!(
                    "expected a score from {} to {}",
                    rubric.lowest, rubric.highest
                ),
            );
        } else if rubric.whole && one.score.fract() != 0.0 {
            findings.add(
                here.key("score"),
                format!("nobody can be given {}", one.score),
                "expected a whole number, as `whole` says of scores",
            );
        }
        if before.is_some_and(|before| one.score <= before) {
            findings.add(
                here.key("score"),
                "it is no higher than the one before",
                "expected the lowest first, and each once",
            );
        }
        before = Some(one.score);
        if one.means.trim().is_empty() {
            findings.add(
                here.key("means"),
                "it says nothing",
                "expected what deserves this score, in a sentence",
            );
        }
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
