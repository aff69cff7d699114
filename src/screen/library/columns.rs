//! The columns of the list: which have room, how wide each is, and how debates are sorted by one.

use std::cmp::Ordering;

use super::LibraryDebate;
use crate::{
    text::{sanitize::sanitize_line, upper_first},
    widgets,
};

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LibraryColumn {
    Date,
    Motion,
    Winner,
    Format,
    Speakers,
    Length,
    Cost,
    Tags,
}

use LibraryColumn::{Cost, Date, Format, Length, Motion, Speakers, Tags, Winner};

/// Cells between two columns.
pub(super) const GAP: usize = 2;
/// Cells of a motion at the least, and beside other columns than the winner.
const LEAST_MOTION: usize = 18;
const MOTION_BESIDE: usize = 26;
/// Cells of the winner beside further columns, at the most.
const WINNER_BESIDE: usize = 30;

/// The order in which they stand.
const ORDER: [LibraryColumn; 8] = [Motion, Winner, Format, Speakers, Date, Length, Cost, Tags];
/// The order in which there has to be room for those beside the motion: the last ones go first.
const WANTED: [LibraryColumn; 7] = [Winner, Date, Format, Length, Speakers, Cost, Tags];
/// The order in which the list is sorted by them, one after the other.
const SORTED: [LibraryColumn; 7] = [Date, Motion, Winner, Format, Speakers, Length, Cost];

impl LibraryColumn {
    /// The head of the column.
    pub(super) fn head(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Motion => "motion",
            Self::Winner => "winner",
            Self::Format => "format",
            Self::Speakers => "speakers",
            Self::Length => "length",
            Self::Cost => "cost",
            Self::Tags => "tags",
        }
    }

    /// The fewest cells that the column is of use with.
    fn least(self) -> usize {
        match self {
            Self::Motion | Self::Speakers => LEAST_MOTION,
            Self::Winner => 14,
            Self::Date | Self::Tags => 10,
            Self::Format => 12,
            Self::Length | Self::Cost => 7,
        }
    }

    /// Whether its text stands flush right.
    pub(super) fn is_number(self) -> bool {
        matches!(self, Self::Length | Self::Cost)
    }

    /// The text of a debate in the column of so many cells: a date without its time where that has no room.
    pub(super) fn fitted(self, one: &LibraryDebate, cells: usize) -> String {
        let text = self.text(one);
        match text.split_once(' ') {
            Some((day, _)) if self == Self::Date && text.len() > cells => day.to_owned(),
            Some(_) | None => text,
        }
    }

    /// The text of a debate in the column.
    pub(super) fn text(self, one: &LibraryDebate) -> String {
        match self {
            Self::Date => one.when.clone(),
            Self::Motion => {
                let motion = &one.summary.motion;
                motion.strip_prefix("This House ").unwrap_or(motion).into()
            }
            Self::Winner => one.outcome.clone(),
            Self::Format => one.summary.format.clone(),
            Self::Speakers => one.summary.speakers.join(", "),
            Self::Length => one.length.clone(),
            Self::Cost => one
                .summary
                .cost
                .map_or_else(|| "–".to_owned(), |cost| format!("{cost:.2}")),
            Self::Tags => one.summary.tags.join(" "),
        }
    }

    /// The text of a debate in the column, where so many others that it comes from stand above it: in the place of its
    /// motion, which is theirs, stands where it parts from them.
    pub(super) fn text_at(self, one: &LibraryDebate, depth: usize) -> String {
        match depth.checked_sub(1).filter(|_| self == Self::Motion) {
            Some(above) => {
                let told = upper_first(&otherwise_first(&sanitize_line(&one.comes_from)));
                format!("{}└ {told}", "  ".repeat(above))
            }
            None => sanitize_line(&self.text(one)),
        }
    }

    /// The next column to sort by.
    pub(super) fn next_sorted(self) -> Self {
        let at = SORTED.iter().position(|one| *one == self);
        let next = at.map_or(0, |at| (at + 1) % SORTED.len());
        SORTED.get(next).copied().unwrap_or(Date)
    }

    /// How two debates stand to one another in the column: what is largest, or newest, first where these are numbers.
    pub(super) fn compare(self, one: &LibraryDebate, other: &LibraryDebate) -> Ordering {
        let text = |debate| self.text(debate).to_lowercase();
        match self {
            Self::Date => other.summary.opened_ms.cmp(&one.summary.opened_ms),
            Self::Length => other.summary.running_ms.cmp(&one.summary.running_ms),
            // A price that is not known is no number.
            Self::Cost => {
                let cost = |debate: &LibraryDebate| debate.summary.cost.unwrap_or(-1.0);
                cost(other).total_cmp(&cost(one))
            }
            Self::Motion | Self::Winner | Self::Format | Self::Speakers | Self::Tags => {
                text(one).cmp(&text(other))
            }
        }
    }
}

/// Of "branch in the turn of Ada Lovelace: other words" what is otherwise first: in a narrow column it is what tells one
/// branch from the next.
fn otherwise_first(comes_from: &str) -> String {
    let parted = comes_from.strip_prefix("branch ");
    match parted.and_then(|parted| parted.split_once(": ")) {
        Some((place, otherwise)) => format!("{otherwise}, {place}"),
        None => comes_from.to_owned(),
    }
}

/// The cells that a list takes in each column where nothing of it is cut.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ColumnNeeds(Vec<(LibraryColumn, usize)>);

impl ColumnNeeds {
    /// The needs of these debates, each with the number of those that it comes from and that stand above it. Tags have a
    /// column only where there are any.
    pub(super) fn of(listed: &[(&LibraryDebate, usize)], has_tags: bool) -> Self {
        let columns = ORDER.into_iter().filter(|one| *one != Tags || has_tags);
        let need = |column: LibraryColumn| {
            let texts = listed
                .iter()
                .map(|(one, depth)| column.text_at(one, *depth));
            let widest = texts.map(|text| widgets::width(&text)).max();
            // Behind its head may stand which way the list is sorted.
            widest.unwrap_or(0).max(column.head().len() + 2)
        };
        Self(columns.map(|column| (column, need(column))).collect())
    }

    fn get(&self, column: LibraryColumn) -> Option<usize> {
        let mut needs = self.0.iter();
        let found = needs.find(|(one, _)| *one == column)?;
        Some(found.1)
    }

    /// The cells for all of it.
    pub(super) fn total(&self) -> usize {
        let gaps = GAP * self.0.len().saturating_sub(1);
        self.0.iter().map(|(_, cells)| cells).sum::<usize>() + gaps
    }
}

/// The columns that have room in so many cells, in the order in which they stand, each with its cells: as many as it needs
/// where there is room for that, and no more.
pub(super) fn fitting(cells: usize, needs: &ColumnNeeds) -> Vec<(LibraryColumn, usize)> {
    let need = |column: LibraryColumn| needs.get(column).unwrap_or(0);
    let mut shown = vec![(Motion, LEAST_MOTION.min(cells))];
    let used = |shown: &[(LibraryColumn, usize)]| {
        let gaps = GAP * shown.len().saturating_sub(1);
        shown.iter().map(|(_, cells)| cells).sum::<usize>() + gaps
    };
    for column in WANTED {
        if needs.get(column).is_none() {
            continue;
        }
        let least = column.least().min(need(column));
        let motion = if column == Winner {
            LEAST_MOTION
        } else {
            MOTION_BESIDE.min(need(Motion)).max(LEAST_MOTION)
        };
        // Beside a date, who has won is worth more than any further column.
        let winner = if matches!(column, Winner | Date) {
            0
        } else {
            need(Winner)
                .min(WINNER_BESIDE)
                .saturating_sub(Winner.least())
        };
        let more = GAP + least + motion.saturating_sub(LEAST_MOTION) + winner;
        if used(&shown) + more > cells {
            break;
        }
        shown.push((column, least));
    }
    shown.sort_by_key(|(column, _)| ORDER.iter().position(|one| one == column));
    let mut room = cells.saturating_sub(used(&shown));
    // What tells one debate from another most gets its room first.
    for (wanted, most) in [
        (Motion, 22),
        (Winner, WINNER_BESIDE),
        (Motion, MOTION_BESIDE),
        (Date, 16),
        (Motion, 40),
        (Winner, 44),
        (Format, 26),
        (Tags, 24),
        (Motion, usize::MAX),
        (Winner, usize::MAX),
        (Speakers, usize::MAX),
        (Format, usize::MAX),
        (Tags, usize::MAX),
        (Length, usize::MAX),
        (Cost, usize::MAX),
    ] {
        if let Some((_, has)) = shown.iter_mut().find(|(one, _)| *one == wanted) {
            let most = most.min(need(wanted));
            let more = room.min(most.saturating_sub(*has));
            // Half a time tells nothing.
            let more = if wanted == Date && *has + more < most {
                0
            } else {
                more
            };
            *has += more;
            room -= more;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(motion: usize, has_tags: bool) -> ColumnNeeds {
        let all = [motion, 27, 14, 40, 16, 8, 6, 12];
        let needs = ORDER.into_iter().zip(all);
        ColumnNeeds(needs.filter(|(one, _)| *one != Tags || has_tags).collect())
    }

    #[test]
    fn columns_go_in_order_and_never_take_more_than_there_is_or_than_they_need() {
        let names = |cells| -> Vec<&str> {
            let shown = fitting(cells, &needs(50, true));
            shown.into_iter().map(|(column, _)| column.head()).collect()
        };
        assert_eq!(names(34), ["motion", "winner"]);
        assert_eq!(names(74), ["motion", "winner", "date"]);
        assert_eq!(names(84), ["motion", "winner", "format", "date"]);
        assert_eq!(names(140).len(), 8);
        for cells in 34..240 {
            for motion in [20, 50] {
                let needs = needs(motion, cells % 2 == 0);
                let shown = fitting(cells, &needs);
                let gaps = GAP * (shown.len() - 1);
                let used: usize = shown.iter().map(|(_, cells)| cells).sum();
                assert!(used + gaps <= cells, "{cells}: {shown:?}");
                assert!(
                    shown
                        .iter()
                        .all(|(one, cells)| *cells <= needs.get(*one).unwrap())
                );
                // Nothing is cut while there is room.
                if cells >= needs.total() {
                    assert_eq!(shown, needs.0, "{cells}");
                }
            }
        }
    }

    #[test]
    fn sorting_goes_round() {
        let mut column = Date;
        for _ in SORTED {
            column = column.next_sorted();
        }
        assert_eq!(column, Date);
    }
}
