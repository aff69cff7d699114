//! A file of votes beside transcripts: a table of comma-separated values, a debate a row.

use super::{
    counts::counts,
    fault::{Faults, FileFault},
};
use crate::{
    debate::real::RealVotes,
    text::{counted, sanitize::sanitize_line},
};

/// Names of the column that says which debate a row is about.
const DEBATE: [&str; 4] = ["file", "debate", "transcript", "name"];
/// The columns of a count: whole ones, and the three numbers by themselves.
const COUNTS: [(&str, [&str; 3]); 2] = [
    (
        "before",
        ["before_for", "before_against", "before_undecided"],
    ),
    ("after", ["after_for", "after_against", "after_undecided"]),
];
/// What is expected of a file that is none.
const HINT: &str = "the first line names the columns: file,before,after or file,before_for,before_against,before_undecided,after_for,…";

/// What is to be done where a row has cells under no column.
const SURPLUS: &str = "put a count with a comma in it between quotation marks: \"45 %, 51 %\"";

/// Votes by the names of files.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VotesFile {
    rows: Vec<(String, RealVotes)>,
}

impl VotesFile {
    /// Reads a table: the first line names the columns, and every other says how the house voted in one debate.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str) -> Result<Self, Faults> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let first = text.lines().next().unwrap_or_default();
        let between = [b';', b'\t']
            .into_iter()
            .find(|sign| first.as_bytes().contains(sign));
        let mut table = csv::ReaderBuilder::new()
            .delimiter(between.unwrap_or(b','))
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let unread = |error: &csv::Error| Faults::one(FileFault::new(error.to_string()).hint(HINT));
        let head = table.headers().map_err(|error| unread(&error))?;
        let head: Vec<String> = head.iter().map(str::to_lowercase).collect();
        let column = |names: &[&str]| head.iter().position(|one| names.contains(&one.as_str()));
        let Some(debate) = column(&DEBATE) else {
            return Err(Faults::one(
                FileFault::new("no column says which debate a row is about").hint(HINT),
            ));
        };
        let columns =
            COUNTS.map(|(whole, parts)| (column(&[whole]), parts.map(|one| column(&[one]))));
        if columns
            .iter()
            .all(|(whole, [ayes, noes, _])| whole.is_none() && (ayes.is_none() || noes.is_none()))
        {
            return Err(Faults::one(
                FileFault::new("no column says how the house voted").hint(HINT),
            ));
        }
        let (mut rows, mut faults): (Vec<(String, RealVotes)>, Vec<FileFault>) = Default::default();
        for row in table.records() {
            let row = row.map_err(|error| unread(&error))?;
            let number = line_of(text, row.position().map_or(0, csv::Position::byte));
            let fields: Vec<String> = row.iter().map(sanitize_line).collect();
            let field = |at: Option<usize>| {
                let text = at.and_then(|at| fields.get(at));
                text.map(String::as_str).filter(|text| !text.is_empty())
            };
            let Some(name) = field(Some(debate)) else {
                faults.push(FileFault::new("the row names no debate").at(number));
                continue;
            };
            // A spreadsheet ends rows with empty cells; what says something must not be passed over.
            let surplus = fields.get(head.len()..).unwrap_or_default();
            if surplus.iter().any(|cell| !cell.is_empty()) {
                let wrong = format!(
                    "the row of {name} has {}, and the first line names {}",
                    counted(fields.len(), "cell", "cells"),
                    counted(head.len(), "column", "columns")
                );
                let fault = FileFault::new(wrong).at(number);
                faults.push(fault.hint(SURPLUS));
            }
            if rows.iter().any(|(known, _)| known == name) {
                faults.push(FileFault::new(format!("there are two rows for {name}")).at(number));
            }
            let mut votes = RealVotes::default();
            for ((whole, parts), to) in columns.iter().zip([&mut votes.before, &mut votes.after]) {
                let parts: Vec<&str> = parts.iter().filter_map(|at| field(*at)).collect();
                let said = field(*whole).map(str::to_owned);
                let said = said.or_else(|| (!parts.is_empty()).then(|| parts.join("/")));
                match said.as_deref().map(counts) {
                    Some(Ok(count)) => *to = Some(count),
                    Some(Err(wrong)) => faults.push(FileFault::new(wrong).at(number)),
                    None => {}
                }
            }
            rows.push((name.to_owned(), votes));
        }
        Faults::unless_empty(faults)?;
        Ok(Self { rows })
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The votes of the debate in a file of that name, with its ending or without.
    pub fn of(&self, file: &str) -> Option<RealVotes> {
        let bare = |name: &str| {
            let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
            name.rsplit_once('.')
                .map_or(name, |(stem, _)| stem)
                .to_lowercase()
        };
        let whole = |name: &str| name.to_lowercase() == file.to_lowercase();
        let exact = self.rows.iter().find(|(name, _)| whole(name));
        let found = exact.or_else(|| self.rows.iter().find(|(name, _)| bare(name) == bare(file)));
        found.map(|(_, votes)| *votes)
    }
}

/// The line on which the row stands that is read from this byte on: lines without anything come before it.
fn line_of(text: &str, byte: u64) -> usize {
    let at = usize::try_from(byte).unwrap_or(usize::MAX);
    let rest = text.get(at..).unwrap_or_default();
    let begins = text.len() - rest.trim_start().len();
    text.get(..begins).unwrap_or_default().matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::real::HouseCount;

    #[test]
    fn votes_stand_in_whole_columns_or_in_three() {
        let whole = "file,before,after\nbridge.txt,42/30/28,\"45 %, 51 %\"\nwater.srt,,31/12\n";
        let votes = VotesFile::read(whole).unwrap();
        let bridge = votes.of("bridge.txt").unwrap();
        let count = |ayes, noes, undecided| {
            Some(HouseCount {
                ayes,
                noes,
                undecided,
            })
        };
        assert_eq!(bridge.before, count(42.0, 30.0, 28.0));
        assert_eq!(bridge.after, count(45.0, 51.0, 4.0));
        assert_eq!(votes.of("water.vtt").unwrap().before, None);
        assert_eq!(votes.of("nobody.txt"), None);
        // Empty cells at the end of a row say nothing.
        assert!(VotesFile::read("file,after\nbridge,45/51,,\n").is_ok());
        let apart = "Debate;after_for;after_against\nbridge;45;51\n";
        let votes = VotesFile::read(apart).unwrap();
        assert_eq!(
            votes.of("bridge.txt").unwrap().after,
            count(45.0, 51.0, 0.0)
        );
    }

    #[test]
    fn what_is_wrong_with_a_row_is_said_with_its_line() {
        for (text, words) in [
            ("", "no column says which debate"),
            (
                "file,colour\nbridge,red",
                "no column says how the house voted",
            ),
            ("file,after\n\nbridge,many", "line 3: \"many\" is no count"),
            (
                "file,after\na,1/2\na,1/2",
                "line 3: there are two rows for a",
            ),
            ("file,after\n,1/2", "line 2: the row names no debate"),
            (
                "file,after\nbridge,45 %, 51 %",
                "line 2: the row of bridge has 3 cells, and the first line names 2 columns",
            ),
        ] {
            let wrong = VotesFile::read(text).unwrap_err().to_string();
            assert!(wrong.contains(words), "{wrong}");
        }
    }
}
