//! The columns of the list: which have room, how wide each is, and how debates are sorted by one.

use std::cmp::Ordering;

use super::LibraryDebate;

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

/// The columns that have room in so many cells, in the order in which they stand, each with its cells. Tags have a column
/// only where there are any.
pub(super) fn fitting(cells: usize, has_tags: bool) -> Vec<(LibraryColumn, usize)> {
    let mut shown = vec![(Motion, LEAST_MOTION)];
    let used = |shown: &[(LibraryColumn, usize)]| {
        let gaps = GAP * shown.len().saturating_sub(1);
        shown.iter().map(|(_, cells)| cells).sum::<usize>() + gaps
    };
    for column in WANTED {
        if column == Tags && !has_tags {
            continue;
        }
        let least = column.least();
        let motion = if column == Winner {
            LEAST_MOTION
        } else {
            MOTION_BESIDE
        };
        let more = GAP + least + motion.saturating_sub(LEAST_MOTION);
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
        (Winner, 26),
        (Date, 16),
        (Motion, MOTION_BESIDE),
        (Winner, 36),
        (Speakers, 44),
        (Format, 26),
        (Tags, 24),
        (Motion, 80),
    ] {
        if let Some((_, has)) = shown.iter_mut().find(|(one, _)| *one == wanted) {
            let more = room.min(usize::saturating_sub(most, *has));
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

    #[test]
    fn columns_go_in_order_and_never_take_more_than_there_is() {
        let names = |cells| -> Vec<&str> {
            let shown = fitting(cells, true);
            shown.into_iter().map(|(column, _)| column.head()).collect()
        };
        assert_eq!(names(34), ["motion", "winner"]);
        assert_eq!(names(74), ["motion", "winner", "format", "date"]);
        assert_eq!(names(140).len(), 8);
        for cells in 34..240 {
            let shown = fitting(cells, cells % 2 == 0);
            let gaps = GAP * (shown.len() - 1);
            let used: usize = shown.iter().map(|(_, cells)| cells).sum();
            assert!(used + gaps <= cells, "{cells}: {shown:?}");
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
