//! A branch beside the debate that it parts from: the past that they have in common in a line, then both in two columns,
//! place by place, and what the branch changed. The words are those of [`crate::blocks`].

mod align;

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

use crate::{
    blocks::{Block, Remark, SectionPart, Tone, WHAT_CHANGED, changed},
    debate::{DebateState, opening::PartingPlace},
    plain::{block_lines, part_lines},
    text::counted,
};
use align::rows;

/// Cells between the two columns.
const BETWEEN: &str = " │ ";
/// Columns of the narrowest page.
const NARROWEST: usize = 24;
/// The narrowest column in which anything can be read; where two of them have no room, the two stand below each other.
const LEAST_COLUMN: usize = 20;
/// What stands before the lines of both debates, of the one and of the branch, where they stand below each other.
const SIGNS: [&str; 3] = ["  ", "1 ", "2 "];

/// A line of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BesideLine {
    /// A line over both columns.
    Whole {
        /// The words of the line.
        text: String,
        /// Whether it is a title.
        is_title: bool,
    },
    /// A line of each column.
    Columns {
        /// The line of the debate that the branch parts from; empty where it has nothing there.
        left: String,
        /// The line of the branch; empty where it has nothing there.
        right: String,
        /// Whether it is the heading of what follows.
        is_heading: bool,
    },
}

/// A branch beside the debate that it parts from, laid out for one width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// The lines, from the first to the last.
    pub lines: Vec<BesideLine>,
    /// The number of the line at which what the branch changed begins.
    pub changed_at: usize,
    /// The number of the line behind the last one of the debate that the branch parts from.
    pub parent_until: usize,
    /// The number of the line behind the last one of the branch.
    pub branch_until: usize,
    /// The width of each column.
    pub column: usize,
}

impl Beside {
    /// A branch beside its parent, in lines of `width` columns. A debate that is not over gives what there is.
    ///
    /// # Errors
    /// What the system says of writing into memory.
    pub fn of(parent: &DebateState, branch: &DebateState, width: usize) -> io::Result<Self> {
        let width = width.max(NARROWEST);
        let column = (width - BETWEEN.chars().count()) / 2;
        let mut lines = heads(parent, branch, width)?;
        let (mut parent_until, mut branch_until) = (lines.len(), lines.len());
        let is_stacked = column < LEAST_COLUMN;
        let cells = if is_stacked {
            width - SIGNS.map(str::len).into_iter().max().unwrap_or(0)
        } else {
            column
        };
        for (left, right) in rows(parent, branch) {
            let (left, right) = (laid(&left, cells)?, laid(&right, cells)?);
            if is_stacked {
                let is_same = left == right;
                lines.push(whole(String::new(), false));
                lines.extend(below_each_other(&left, &right));
                if is_same || !left.is_empty() {
                    parent_until = lines.len() - if is_same { 0 } else { right.len() };
                }
                if !right.is_empty() {
                    branch_until = lines.len();
                }
                continue;
            }
            lines.push(row(String::new(), String::new(), false));
            let from = lines.len();
            let until = |lines: &[String], before| match lines.len() {
                0 => before,
                more => from + more,
            };
            parent_until = until(&left, parent_until);
            branch_until = until(&right, branch_until);
            for at in 0..left.len().max(right.len()) {
                let of = |lines: &[String]| lines.get(at).cloned().unwrap_or_default();
                lines.push(row(of(&left), of(&right), at == 0));
            }
        }
        lines.push(whole(String::new(), false));
        let changed_at = lines.len();
        lines.push(whole(WHAT_CHANGED.to_owned(), true));
        for part in changed(parent, branch) {
            let told = part_lines(std::slice::from_ref(&part), width)?;
            if matches!(part, SectionPart::List(..)) {
                lines.push(whole(String::new(), false));
            }
            lines.extend(told.into_iter().map(|text| whole(text, false)));
        }
        Ok(Self {
            lines,
            changed_at,
            parent_until,
            branch_until,
            column,
        })
    }
}

/// The lines of a place of both debates, where two columns have no room: once what both have, else the one's and then the
/// branch's.
fn below_each_other(left: &[String], right: &[String]) -> Vec<BesideLine> {
    let [both, one, other] = SIGNS;
    let signed = |sign: &'static str, lines: &[String]| -> Vec<BesideLine> {
        let lines = lines.iter();
        lines
            .map(|line| whole(format!("{sign}{line}"), false))
            .collect()
    };
    if left == right {
        return signed(both, left);
    }
    [signed(one, left), signed(other, right)].concat()
}

/// A branch beside its parent onto `out`, in lines of `width` columns.
///
/// # Errors
/// What the system says.
pub fn text<W: Write>(
    (parent, branch): (&DebateState, &DebateState),
    mut out: W,
    width: usize,
) -> io::Result<()> {
    let page = Beside::of(parent, branch, width)?;
    for line in &page.lines {
        match line {
            BesideLine::Whole { text, .. } => writeln!(out, "{}", text.trim_end())?,
            BesideLine::Columns { left, right, .. } => {
                let pad = page.column.saturating_sub(left.width());
                let line = format!("{left}{:pad$}{BETWEEN}{right}", "");
                writeln!(out, "{}", line.trim_end())?;
            }
        }
    }
    Ok(())
}

fn whole(text: String, is_title: bool) -> BesideLine {
    BesideLine::Whole { text, is_title }
}

fn row(left: String, right: String, is_heading: bool) -> BesideLine {
    BesideLine::Columns {
        left,
        right,
        is_heading,
    }
}

/// The motion, what is in both, and which debate stands where.
fn heads(parent: &DebateState, branch: &DebateState, width: usize) -> io::Result<Vec<BesideLine>> {
    let motion = branch.opening.as_deref();
    let motion = motion.map_or("", |opening| opening.motion.motion.as_str());
    let wrap = |text: String| {
        let line = SectionPart::Line(Remark {
            tone: Tone::House,
            text,
        });
        part_lines(&[line], width)
    };
    let mut lines: Vec<BesideLine> = wrap(motion.to_owned())?
        .into_iter()
        .map(|text| whole(text, true))
        .collect();
    let common = wrap(in_common(branch))?;
    lines.extend(common.into_iter().map(|text| whole(text, false)));
    lines.push(whole(String::new(), false));
    let id = |state: &DebateState| {
        let opening = state.opening.as_deref();
        opening.map_or_else(String::new, |opening| opening.debate.short().to_owned())
    };
    let is_over = |state: &DebateState| if state.is_closed() { "" } else { ", not over" };
    let one = format!("The debate {}{}", id(parent), is_over(parent));
    let other = format!("The branch {}{}", id(branch), is_over(branch));
    if (width - BETWEEN.chars().count()) / 2 < LEAST_COLUMN {
        let [_, before_one, before_other] = SIGNS;
        lines.push(whole(format!("{before_one}{one}"), true));
        lines.push(whole(format!("{before_other}{other}"), true));
    } else {
        lines.push(row(one, other, true));
    }
    Ok(lines)
}

/// The past that the two have in common, and where they part.
fn in_common(branch: &DebateState) -> String {
    let turns = match branch.parting {
        Some(PartingPlace::In(turn)) => branch.speeches().filter(|one| one.id < turn).count(),
        Some(PartingPlace::Behind(turn)) => branch.speeches().filter(|one| one.id <= turn).count(),
        Some(PartingPlace::BeforeFirst) | None => 0,
    };
    // In a replay, a branch is not always where it parts.
    let Some(place) = branch.describe_parting() else {
        return "So far they have everything in common.".to_owned();
    };
    let common = match turns {
        0 => String::new(),
        turns => format!("In common: {}. ", counted(turns, "turn", "turns")),
    };
    format!("{common}They part {place}.")
}

/// The blocks of a place as lines.
fn laid(blocks: &[Block<'_>], width: usize) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    for block in blocks {
        lines.extend(block_lines(block, width)?);
    }
    Ok(lines)
}
