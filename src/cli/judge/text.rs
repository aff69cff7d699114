//! The reports of several judges, for people.

use std::fmt::Write as _;

use crate::{
    catalog::Scored,
    cli::table::table,
    debate::{agreement::Spread, ids::Seat, scores::Scores},
    host::finished::judges::JudgedAgain,
    text::counted,
};

fn name(found: &JudgedAgain, id: &str, side: &str) -> String {
    match found.rubric.of {
        Scored::Arguments => id.to_owned(),
        Scored::Speakers => found.state.name(&Seat::named(id)),
        Scored::Sides => side.to_owned(),
    }
}

/// The reports of the judges, and their agreement.
pub(super) fn text(found: &JudgedAgain) -> String {
    let mut text = String::new();
    if let Some(opening) = found.state.opening.as_deref() {
        let _ = writeln!(text, "{}", opening.motion.motion);
        let by = match opening.format.rubric {
            Some(_) => "by its own rubric",
            None => "by the usual rubric: it has none of its own",
        };
        let _ = writeln!(text, "{}, judged {by}\n", opening.format.name);
    }
    for (number, seated, _) in found.given() {
        let _ = writeln!(text, "Judge {number}: {}", seated.model);
    }
    for one in &found.judges {
        if let Err(error) = &one.report {
            let number = one.seat.number().unwrap_or(0);
            let _ = writeln!(
                text,
                "Judge {number}: {} gave nothing of use: {error}",
                one.model
            );
            if let Some(hint) = error.hint() {
                let _ = writeln!(text, "  hint: {hint}");
            }
        }
    }
    let Some(scores) = &found.scores else {
        return text;
    };
    let _ = writeln!(
        text,
        "\nTotals, {} to {}",
        found.rubric.lowest, found.rubric.highest
    );
    text += &table(&totals(found, scores));
    let placed = match found.rubric.of {
        Scored::Speakers => "Speakers",
        Scored::Arguments | Scored::Sides => "Sides",
    };
    sides(placed, scores, &mut text);
    agreement(found, &mut text);
    repeats(found, &mut text);
    if let Some(house) = found.beside_house() {
        let judges = counted(house.judges, "judge puts", "judges put");
        let _ = writeln!(
            text,
            "\nThe House voted for {}: {} of {judges} that side first.",
            house.winner, house.agree
        );
    }
    for (number, _, report) in found.given() {
        let _ = writeln!(text, "\nJudge {number} finds: {}", report.key_insight);
    }
    text
}

/// The totals of the judges' marks, side by side.
fn totals(found: &JudgedAgain, scores: &Scores) -> Vec<Vec<String>> {
    let heads = found
        .given()
        .map(|(number, _, _)| format!("Judge {number}"));
    let mut rows: Vec<Vec<String>> = vec![std::iter::once(String::new()).chain(heads).collect()];
    let several = scores.judges > 1;
    if let Some(head) = rows.first_mut().filter(|_| several) {
        head.push("mean".to_owned());
    }
    for (id, _, side) in &found.items {
        let mut row = vec![name(found, id, side)];
        row.extend(found.given().map(|(_, _, report)| {
            report.marks.get(id).map_or_else(String::new, |marks| {
                let total = format!("{:.2}", marks.total(&found.rubric));
                match marks.standing {
                    Some(standing) => format!("{total} {}", standing.describe()),
                    None => total,
                }
            })
        }));
        let mean = scores.totals.iter().find(|one| &one.id == id);
        if let Some(mean) = mean.filter(|_| several) {
            row.push(format!("{:.2}", mean.total));
        }
        rows.push(row);
    }
    rows
}

fn sides(placed: &str, scores: &Scores, text: &mut String) {
    let _ = writeln!(text, "\n{placed}");
    let rows = scores.sides.iter().map(|side| {
        vec![
            format!("{}. {}", side.rank, side.name),
            format!("{:.2}", side.score),
        ]
    });
    *text += &table(&rows.collect::<Vec<_>>());
    if scores.sides.len() > 1 {
        let _ = writeln!(
            text,
            "{} apart: {}.",
            scores.apart(),
            scores.closeness.describe()
        );
    }
}

/// Writes the agreement of each judge with itself.
fn repeats(found: &JudgedAgain, text: &mut String) {
    if found.repeats.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\nHow far a judge is apart from itself, asked {} times",
        found.times
    );
    let heads = ["", "first", "deviation", "range"].map(str::to_owned);
    let mut rows = vec![heads.to_vec()];
    for one in &found.repeats {
        let first = one.first.iter().map(|(side, count)| {
            let side = side.as_deref().unwrap_or("nobody alone");
            format!("{side} {count} of {}", one.reports)
        });
        let first: Vec<String> = first.collect();
        let total = one.agreement.as_ref().map(|agreement| agreement.total);
        let number = |of: fn(&Spread) -> f64| {
            total.map_or_else(|| "–".to_owned(), |total| format!("{:.2}", of(&total)))
        };
        rows.push(vec![
            format!("Judge {}", one.seat.number().unwrap_or(0)),
            first.join(", "),
            number(|one| one.deviation),
            number(|one| one.range),
        ]);
    }
    *text += &table(&rows);
}

fn agreement(found: &JudgedAgain, text: &mut String) {
    let Some(agreement) = &found.agreement else {
        return;
    };
    let _ = writeln!(
        text,
        "\nHow far {} judges are apart, on average over what they judged",
        agreement.judges
    );
    let word = |text: &str| text.to_owned();
    let mut rows = vec![vec![String::new(), word("deviation"), word("range")]];
    let row = |name: &str, spread: &Spread| {
        vec![
            name.to_owned(),
            format!("{:.2}", spread.deviation),
            format!("{:.2}", spread.range),
        ]
    };
    for (id, spread) in &agreement.dimensions {
        let dimension = found.rubric.dimensions.iter().find(|one| &one.id == id);
        rows.push(row(dimension.map_or(id, |one| &one.name), spread));
    }
    rows.push(row("Total", &agreement.total));
    *text += &table(&rows);
    if let Some(standings) = &agreement.standings {
        let _ = writeln!(
            text,
            "All agree on what became of {:.0} % of {} arguments; Fleiss' kappa is {:.2} (1 is agreement, 0 chance).",
            standings.unanimous * 100.0,
            standings.arguments,
            standings.kappa
        );
    }
}
