//! What a study has come to, for people: a table for each arm, what was dropped, and what the columns are.

use std::fmt::Write as _;

use super::{
    comparison::{ArmComparison, StudyResult},
    difference::{FEWEST, FindingOfPairs},
};
use crate::text::{counted, shown::visible};

/// The most lines on pairs that were dropped, and on what could not be read.
const NAMED: usize = 12;

impl StudyResult {
    /// The tables, each with the arm that it is of: a head, and a row for each figure.
    pub fn tables(&self) -> Vec<(&str, Vec<Vec<String>>)> {
        let Some((first, others)) = self.arms.split_first() else {
            return Vec::new();
        };
        let of = |arm: &String| {
            let head = [
                "",
                first,
                arm,
                "pairs",
                "difference [95 %]",
                "effect",
                "what it says",
            ];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            let all = self.comparisons.iter().filter(|one| one.arm == *arm);
            rows.extend(all.map(row));
            rows
        };
        others.iter().map(|arm| (arm.as_str(), of(arm))).collect()
    }

    /// The sentences before the tables.
    pub fn heading(&self) -> String {
        let whole = self.comparisons.iter().filter_map(|one| {
            let pairs = one.difference.as_ref().map_or(0, |found| found.pairs);
            Some(pairs + one.unmeasured).filter(|whole| *whole > 0)
        });
        let whole = whole.max().unwrap_or(0);
        format!(
            "{}: {}, of which {whole} {} whole",
            self.study,
            counted(self.blocks, "pair", "pairs"),
            if whole == 1 { "is" } else { "are" }
        )
    }

    /// The sentences behind the tables, a line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for one in self.dropped.iter().take(NAMED) {
            notes.push(format!(
                "dropped: {}, in the arm {}: {}",
                one.block, one.arm, one.why
            ));
        }
        if self.dropped.len() > NAMED {
            // A pair has a line for each of its arms that dropped it.
            let more = self.dropped.len() - NAMED;
            notes.push(format!(
                "and {} more of the kind",
                counted(more, "line", "lines")
            ));
        }
        for one in self.comparisons.iter().filter(|one| one.unmeasured > 0) {
            notes.push(format!(
                "{}, in the arm {}: not measured in {}",
                one.name,
                one.arm,
                counted(one.unmeasured, "pair", "pairs")
            ));
        }
        for one in self.unread.iter().take(NAMED) {
            notes.push(format!(
                "{}, of {}, in the arm {}: {}",
                one.name, one.block, one.arm, one.why
            ));
        }
        if self.unread.len() > NAMED {
            let more = counted(self.unread.len() - NAMED, "more line", "more lines");
            notes.push(format!("and {more} on what a judge could not be read for"));
        }
        notes.push(
            "The difference is the arm less the first one, pair by pair; in brackets its interval of 95 %, by drawing pairs \
             again (BCa, 10,000 times, always by the same seed). The effect is their mean in standard deviations (Cohen's \
             d_z); of what is true or not of a debate, McNemar's exact test says whether it can be told. How many more pairs \
             would be needed is for a power of 80 % at 5 %, if the effect is as large as it looks here."
                .to_owned(),
        );
        if self.comparisons.len() > 1 {
            notes.push(format!(
                "{} are made here. Of twenty where there is no difference, about one looks like one by chance.",
                counted(self.comparisons.len(), "comparison", "comparisons")
            ));
        }
        notes
    }

    /// All of it in Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", cell(&self.heading()));
        for (arm, rows) in self.tables() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "\n## {}\n", cell(arm));
            for (at, row) in rows.iter().enumerate() {
                let cells: Vec<String> = row.iter().map(|one| cell(one)).collect();
                let _ = writeln!(text, "| {} |", cells.join(" | "));
                if at == 0 {
                    let rule: Vec<&str> = (0..row.len())
                        .map(|at| if at == 0 { "---" } else { "---:" })
                        .collect();
                    let _ = writeln!(text, "| {} |", rule.join(" | "));
                }
            }
        }
        text.push('\n');
        for note in self.notes() {
            let _ = writeln!(text, "- {}", cell(&note));
        }
        text
    }
}

/// A text as it stands in a line of Markdown: nothing of it is markup, and no line ends in it.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for sign in visible(text).chars() {
        if matches!(
            sign,
            '\\' | '|' | '*' | '_' | '`' | '<' | '#' | '[' | ']' | '&'
        ) {
            cell.push('\\');
        }
        cell.push(if sign == '\n' { ' ' } else { sign });
    }
    cell
}

fn row(one: &ArmComparison) -> Vec<String> {
    let Some(found) = &one.difference else {
        let none = ["–", "–", "0", "–", "–", "not measured"];
        return std::iter::once(one.name.clone())
            .chain(none.map(str::to_owned))
            .collect();
    };
    let digits = digits(
        found
            .first
            .abs()
            .max(found.other.abs())
            .max(found.difference.abs()),
    );
    let number = |value: f64| format!("{:.digits$}", value + 0.0);
    let ends = found.low.zip(found.high);
    let ends = ends.map_or_else(String::new, |(low, high)| {
        format!(" [{low:+.digits$} to {high:+.digits$}]")
    });
    vec![
        one.name.clone(),
        number(found.first),
        number(found.other),
        found.pairs.to_string(),
        format!("{:+.digits$}{ends}", found.difference),
        found
            .effect
            .map_or_else(|| "–".to_owned(), |effect| format!("{effect:+.2}")),
        finding(found.finding),
    ]
}

/// As many digits as say something: large numbers are whole.
fn digits(largest: f64) -> usize {
    match largest {
        big if big >= 100.0 => 0,
        small if small > 0.0 && small < 0.1 => 4,
        _ => 2,
    }
}

fn finding(finding: FindingOfPairs) -> String {
    match finding {
        FindingOfPairs::TooFew { .. } => format!("fewer than {FEWEST} pairs tell nothing"),
        FindingOfPairs::More => "more".to_owned(),
        FindingOfPairs::Less => "less".to_owned(),
        FindingOfPairs::Same => "the same in every pair".to_owned(),
        FindingOfPairs::NotTold { more: Some(more) } => {
            format!(
                "cannot be told: about {}",
                counted(more, "more pair", "more pairs")
            )
        }
        FindingOfPairs::NotTold { more: None } => {
            "cannot be told: no sign of a difference".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{
        comparison::{ArmResult, compared},
        figures::Figure,
    };
    use crate::batch::Number;

    #[test]
    fn a_study_is_told_in_tables_and_in_markdown() {
        let arms = ["as held", "told | back*wards"].map(str::to_owned);
        let figures = ["swing", "house_agrees", "words"].map(|id| Figure::of(id).unwrap());
        let swings = [
            (1.0, 3.0),
            (0.0, 2.5),
            (2.0, 4.5),
            (-1.0, 2.0),
            (1.0, 2.0),
            (3.0, 5.0),
            (0.0, 1.0),
        ];
        let result = |swing: f64, agrees: f64| ArmResult {
            numbers: vec![
                Number::table_only("swing", swing),
                Number::table_only("house_agrees", agrees),
            ],
            unread: std::collections::BTreeMap::new(),
            lacking: None,
        };
        let mut results: Vec<(String, Vec<ArmResult>)> = (0..)
            .zip(swings)
            .map(|(at, (one, other))| {
                let agrees = f64::from(u8::from(at % 3 == 0));
                (
                    format!("tea (seed {at})"),
                    vec![result(one, 1.0), result(other, agrees)],
                )
            })
            .collect();
        results[6].1[0].lacking = Some("the debate is not over".to_owned());
        let found = compared("order", &arms, &figures, &results);
        let told = found.markdown();
        for line in [
            "# order: 7 pairs, of which 6 are whole\n",
            "\n## told \\| back\\*wards\n",
            "\n| swing to the ayes, in votes | 1.00 | 3.17 | 6 | +2.17 \\[",
            "\\] | +3.17 | more |\n",
            "| house with the verdict | 1.00 | 0.33 | 6 | -0.67 \\[",
            "| cannot be told: about 3 more pairs |\n",
            "\n| words | – | – | 0 | – | – | not measured |\n",
            "\n- dropped: tea (seed 6), in the arm as held: the debate is not over\n",
            "\n- words, in the arm told \\| back\\*wards: not measured in 6 pairs\n",
            "\n- 3 comparisons are made here",
        ] {
            assert!(told.contains(line), "{line}: {told}");
        }
        let none = compared("order", &arms, &figures, &[]);
        assert!(none.heading().contains("0 pairs, of which 0 are whole"));
    }
}
