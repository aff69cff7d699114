//! The hemicycle: places on a half circle of rows, in cells, for as many members as there are. Pure.

use std::{
    cmp::Ordering,
    collections::BTreeSet,
    f64::consts::{FRAC_PI_2, PI},
};

/// The inner radius of the rows, as a share of the outer one, and that of a hall that is full.
const INNER: f64 = 0.38;
const INNER_OF_FULL: f64 = 0.2;
/// How much wider than a circle the half circle may be drawn, where there is room.
const STRETCH: f64 = 1.45;
/// The least distance between two places on a row, and between two rows, in rows of cells.
const APART: f64 = 1.0;
/// The most distance, so that a small house is a hall and no desert.
const FAR: f64 = 3.2;
/// The most rows.
const ROWS: usize = 24;

/// A place in the hall: columns from the left, rows from above.
pub(super) type HallCell = (u16, u16);

/// A hall with a place for every sign.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Hemicycle {
    /// The places, from the left to the right.
    pub(super) places: Vec<HallCell>,
    /// The number of members that one sign stands for at the most.
    pub(super) members_each: usize,
}

impl Hemicycle {
    /// A hall of `width` by `height` cells for groups of members who sit together, so many each, from the left to the
    /// right. No sign stands for members of two groups.
    pub(super) fn of(groups: &[usize], (width, height): (u16, u16)) -> Self {
        let hall = Hall::of(width, height);
        let members: usize = groups.iter().sum();
        if members == 0 {
            return Self::default();
        }
        let signs = |each: usize| groups.iter().map(|one| one.div_ceil(each)).sum::<usize>();
        if let Some(places) = hall.in_rows(members) {
            return Self {
                places,
                members_each: 1,
            };
        }
        let (wide, full) = (hall.cells(2), hall.cells(1));
        let room = full.len().max(1);
        let each = (1..=members).find(|each| signs(*each) <= room);
        let each = each.unwrap_or(members);
        let wanted = signs(each);
        let cells = if wanted <= wide.len() { wide } else { full };
        Self {
            places: outermost(cells, wanted),
            members_each: each,
        }
    }
}

/// The half ellipse that fits into a room.
struct Hall {
    width: u16,
    height: u16,
    middle: f64,
    /// The radius in columns, and in rows.
    across: f64,
    up: f64,
    /// The row on which it stands.
    base: f64,
}

/// A cell with where it is: its angle from the left, and its distance from the middle, 1 at the outer row.
#[derive(Debug, Clone, Copy)]
struct Placed {
    cell: HallCell,
    angle: f64,
    distance: f64,
}

impl Hall {
    fn of(width: u16, height: u16) -> Self {
        let up = f64::from(height.saturating_sub(1));
        let half = f64::from(width.saturating_sub(1)) / 2.0;
        Self {
            width,
            height,
            middle: half,
            across: half.min(2.0 * STRETCH * up),
            up,
            base: up,
        }
    }

    /// The length of the outer row, in rows of cells: a column is half as wide as a row is high.
    fn outer(&self) -> f64 {
        let across = self.across / 2.0;
        PI * f64::midpoint(across * across, self.up * self.up).sqrt()
    }

    /// So many places in rows with room between them; `None` where there is not that much room.
    fn in_rows(&self, count: usize) -> Option<Vec<HallCell>> {
        let (_, spacing) = self.rows_for(count)?;
        let smaller = (FAR / spacing).clamp(0.3, 1.0);
        let hall = Self {
            across: self.across * smaller,
            up: self.up * smaller,
            // In the middle of the room that is left.
            base: self.up - self.up * (1.0 - smaller) / 2.0,
            ..*self
        };
        hall.placed_in_rows(count)
    }

    /// The number of rows that leaves most room between so many places, and how much.
    fn rows_for(&self, count: usize) -> Option<(usize, f64)> {
        let depth = self.up.min(self.across / 2.0) * (1.0 - INNER);
        let spacing = |rows: usize| {
            let gap = if rows > 1 {
                depth / (rows - 1) as f64
            } else {
                depth.max(APART)
            };
            let length: f64 = radii(rows).map(|share| share * self.outer()).sum();
            gap.min(length / (count as f64 - 0.5 * rows as f64).max(0.5))
        };
        let best = (1..=ROWS.min(count)).max_by(|one, other| {
            spacing(*one)
                .partial_cmp(&spacing(*other))
                .unwrap_or(Ordering::Equal)
                // Of two that are as good, fewer rows.
                .then(other.cmp(one))
        })?;
        Some((best, spacing(best)))
    }

    fn placed_in_rows(&self, count: usize) -> Option<Vec<HallCell>> {
        let (best, spacing) = self.rows_for(count)?;
        if spacing < APART {
            return None;
        }
        let mut taken: BTreeSet<HallCell> = BTreeSet::new();
        let mut placed = Vec::new();
        for (share, seats) in radii(best).zip(shared_out(count, radii(best).collect())) {
            for seat in 0..seats {
                let angle = if seats > 1 {
                    PI * seat as f64 / (seats - 1) as f64
                } else {
                    FRAC_PI_2
                };
                let x = self.middle - self.across * share * angle.cos();
                let y = self.base - self.up * share * angle.sin();
                let cell = self.free(&taken, (x.round() as i32, y.round() as i32))?;
                taken.insert(cell);
                placed.push(Placed {
                    cell,
                    angle,
                    distance: share,
                });
            }
        }
        Some(from_left(placed))
    }

    /// The cell itself where it is free, or one beside it.
    fn free(&self, taken: &BTreeSet<HallCell>, (x, y): (i32, i32)) -> Option<HallCell> {
        const BESIDE: [(i32, i32); 7] = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0)];
        BESIDE.iter().find_map(|(right, down)| {
            let cell = (
                u16::try_from(x + right).ok()?,
                u16::try_from(y + down).ok()?,
            );
            let is_there = cell.0 < self.width && cell.1 < self.height;
            (is_there && !taken.contains(&cell)).then_some(cell)
        })
    }

    /// Every cell of the half ellipse, or of each row every second one.
    fn cells(&self, step: u16) -> Vec<Placed> {
        let middle = self.middle.floor() as u16;
        let mut cells = Vec::new();
        for y in 0..self.height {
            for x in (0..self.width).filter(|x| x.abs_diff(middle).is_multiple_of(step)) {
                let right = (f64::from(x) - self.middle) / self.across.max(1.0);
                let above = (self.up - f64::from(y)) / self.up.max(1.0);
                let distance = right.hypot(above);
                if (INNER_OF_FULL..=1.02).contains(&distance) {
                    cells.push(Placed {
                        cell: (x, y),
                        angle: PI - above.atan2(right),
                        distance,
                    });
                }
            }
        }
        cells
    }
}

/// The radii of so many rows, the outer one last.
fn radii(rows: usize) -> impl Iterator<Item = f64> {
    let step = if rows > 1 {
        (1.0 - INNER) / (rows - 1) as f64
    } else {
        0.0
    };
    (0..rows).map(move |row| {
        if rows == 1 {
            1.0
        } else {
            INNER + step * row as f64
        }
    })
}

/// So many seats shared out among rows by their length, every row a seat at the least where there are enough.
fn shared_out(count: usize, lengths: Vec<f64>) -> Vec<usize> {
    let mut left = count;
    let mut length: f64 = lengths.iter().sum();
    let mut seats = Vec::new();
    let rows = lengths.len();
    for (row, own) in lengths.into_iter().enumerate() {
        let after = rows - row - 1;
        let share = if length > 0.0 {
            (left as f64 * own / length).round() as usize
        } else {
            left
        };
        let own_seats = share.clamp(1, left.saturating_sub(after).max(1)).min(left);
        let own_seats = if after == 0 { left } else { own_seats };
        seats.push(own_seats);
        left -= own_seats;
        length -= own;
    }
    seats
}

/// So many of the cells: those that are farthest from the middle.
fn outermost(mut cells: Vec<Placed>, count: usize) -> Vec<HallCell> {
    cells.sort_by(|one, other| other.distance.total_cmp(&one.distance));
    cells.truncate(count);
    from_left(cells)
}

fn from_left(mut placed: Vec<Placed>) -> Vec<HallCell> {
    placed.sort_by(|one, other| {
        let by_angle = one.angle.total_cmp(&other.angle);
        by_angle.then(other.distance.total_cmp(&one.distance))
    });
    placed.into_iter().map(|one| one.cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_has_a_place_of_its_own_whatever_the_house_and_the_room() {
        let rooms = [(46, 10), (74, 20), (36, 6), (22, 4), (110, 24), (8, 2)];
        for room in rooms {
            for members in [1, 2, 3, 7, 13, 40, 101, 333, 650, 1001] {
                let groups = [
                    members / 3,
                    members / 10,
                    0,
                    members - members / 3 - members / 10,
                ];
                let hall = Hemicycle::of(&groups, room);
                let once: BTreeSet<&HallCell> = hall.places.iter().collect();
                assert_eq!(once.len(), hall.places.len(), "{members} in {room:?}");
                let signs = groups.iter().map(|one| one.div_ceil(hall.members_each));
                assert_eq!(
                    hall.places.len(),
                    signs.sum::<usize>(),
                    "{members} in {room:?}"
                );
                let is_inside = |(x, y): &HallCell| *x < room.0 && *y < room.1;
                assert!(hall.places.iter().all(is_inside), "{members} in {room:?}");
            }
        }
        assert_eq!(Hemicycle::of(&[0, 0], (40, 10)).places, []);
        // On a screen of 120 columns a thousand members have a sign each.
        assert_eq!(Hemicycle::of(&[500, 501], (74, 20)).members_each, 1);
        assert_eq!(Hemicycle::of(&[7, 6], (46, 10)).members_each, 1);
        assert!(Hemicycle::of(&[500, 501], (46, 10)).members_each > 1);
    }

    #[test]
    fn who_sits_left_is_drawn_left() {
        for members in [13, 101, 400] {
            let hall = Hemicycle::of(&[members], (60, 14));
            let across = hall.places.iter().map(|(x, _)| *x);
            let (first, last) = (across.clone().min().unwrap(), across.max().unwrap());
            assert!(first.abs_diff(59 - last) < 3, "{members}: in the middle");
            assert_eq!(hall.places[0].0, first, "{members}");
            let left = hall.places[..members / 2].iter().map(|(x, _)| *x).max();
            let right = hall.places[members - members / 2..]
                .iter()
                .map(|(x, _)| *x)
                .min();
            assert!(left.unwrap() <= right.unwrap() + 2, "{members}");
        }
    }
}
