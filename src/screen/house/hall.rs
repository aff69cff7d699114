//! The hall: every member's sign on the half circle, the Noes to the left and the Ayes to the right, as they sat at one count.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Modifier,
    text::{Line, Span},
};

use super::{
    hemicycle::Hemicycle,
    member::group,
    signs::{Signs, role},
    told::HouseTold,
};
use crate::{
    debate::{
        answer::Vote,
        house_swing::MemberVote,
        real::{HouseCount, RealVotes},
    },
    style::{StyleRole, Styles},
    widgets,
};

/// The order of the groups in the hall, from the left.
const GROUPS: [Option<Vote>; 4] = [Some(Vote::No), None, Some(Vote::Undecided), Some(Vote::Aye)];
/// The most members whose initials stand beside their signs, and the cells that they take.
const NAMED: usize = 60;
const INITIALS: u16 = 3;
/// The seats that a house has of which shares alone are known.
const SHARES: f64 = 100.0;

/// A sign of the hall: where it is, and the members whom it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HallSeat {
    pub(super) at: Position,
    pub(super) members: Vec<usize>,
}

/// The hall as it was drawn.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnHall {
    /// The signs, from the left.
    pub(super) seats: Vec<HallSeat>,
    /// The number of members that one stands for at the most.
    pub(super) members_each: usize,
}

/// Draws the hall at a count with a member chosen.
pub(super) fn render(
    told: &HouseTold,
    (shown, selected): (Option<usize>, usize),
    (area, buf): (Rect, &mut Buffer),
    (styles, signs): (&Styles, Signs),
) -> DrawnHall {
    let swing = &told.swing;
    let vote = |member: usize| shown.map_or(MemberVote::Awaited, |at| swing.vote(member, at));
    let seating = swing.seating(shown);
    let groups = GROUPS.map(|of| {
        let members = seating.iter().copied();
        members
            .filter(|member| vote(*member).cast() == of)
            .collect::<Vec<usize>>()
    });
    let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
    let with_initials = told.members() <= NAMED && area.width > 2 * INITIALS;
    let wide = if with_initials {
        area.width - INITIALS
    } else {
        area.width
    };
    let hall = Hemicycle::of(&sizes, (wide, area.height));
    let each = hall.members_each.max(1);
    let seated = groups.iter().flat_map(|group| group.chunks(each));
    let mut seats = Vec::new();
    for ((x, y), members) in hall.places.iter().zip(seated) {
        let at = Position::new(area.x + x, area.y + y);
        let Some(first) = members.first() else {
            continue;
        };
        let has_moved = shown.is_some_and(|shown| {
            let changes = swing.changes_at(shown).iter();
            let moved = changes.filter(|change| members.contains(&change.member));
            // Of several, at least half.
            2 * moved.count() >= members.len()
        });
        let vote = vote(*first);
        let mut style = styles.get(role(vote));
        if members.contains(&selected) {
            style = style
                .patch(styles.get(StyleRole::Selection))
                .add_modifier(Modifier::BOLD);
        }
        buf.set_string(at.x, at.y, signs.of(vote, has_moved), style);
        let is_alone = |(other, row): &(u16, u16)| row != y || other <= x || other - x > INITIALS;
        if with_initials && hall.places.iter().all(is_alone) {
            let style = styles.get(StyleRole::Dim);
            buf.set_string(at.x + 1, at.y, initials(told.name(*first)), style);
        }
        seats.push(HallSeat {
            at,
            members: members.to_vec(),
        });
    }
    DrawnHall {
        seats,
        members_each: each,
    }
}

/// The first letters of the first and the last word of a name, as far as they are one cell wide.
fn initials(name: &str) -> String {
    let mut words = name.split_whitespace();
    let first = words.next();
    let letters = [first, words.next_back()];
    let letters = letters.into_iter().flatten();
    let letters = letters.filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
    letters
        .map(String::from)
        .filter(|letter| widgets::width(letter) == 1)
        .collect()
}

/// The counts below the hall, each with its sign: "■ Noes 5   ○ undecided 1   ● Ayes 7". Nobody is told of as nobody where
/// there is no room.
pub(super) fn counted(
    told: &HouseTold,
    (shown, cells): (Option<usize>, u16),
    (styles, signs): (&Styles, Signs),
) -> Line<'static> {
    let point = shown.and_then(|at| told.swing.points.get(at));
    let tally = point.map(|point| point.tally).unwrap_or_default();
    let without = told.members().saturating_sub(tally.total() as usize);
    let counts = [
        (Some(Vote::No), tally.noes as usize),
        (Some(Vote::Undecided), tally.undecided as usize),
        (None, without),
        (Some(Vote::Aye), tally.ayes as usize),
    ];
    let is_told = |(of, count): &(Option<Vote>, usize), all: bool| {
        *count > 0 || matches!(of, Some(Vote::Aye | Vote::No)) || (all && of.is_some())
    };
    let words = |all| {
        let told = counts.iter().filter(|one| is_told(one, all));
        told.map(|(of, count)| widgets::width(group(*of)) + count.to_string().len() + 5)
            .sum::<usize>()
    };
    let all = words(true) <= usize::from(cells) + 2;
    let mut spans = Vec::new();
    for (of, count) in counts.into_iter().filter(|one| is_told(one, all)) {
        let vote = of.map_or(MemberVote::Lost, MemberVote::Cast);
        if !spans.is_empty() {
            spans.push(Span::raw("  "));
        }
        let words = format!("{} {} {count}", signs.of(vote, false), group(of));
        spans.push(Span::styled(words, styles.get(role(vote))));
    }
    Line::from(spans)
}

/// Draws how a real house stood, in shares of a hundred seats: nobody in it is known by name.
pub(super) fn render_then(
    votes: &RealVotes,
    (area, buf): (Rect, &mut Buffer),
    (styles, signs): (&Styles, Signs),
) {
    let counts = [
        ("before the debate", votes.before),
        ("after it", votes.after),
    ];
    let known: Vec<(&str, HouseCount)> = counts
        .into_iter()
        .filter_map(|(when, count)| Some((when, count?)))
        .collect();
    let halls = u16::try_from(known.len()).unwrap_or(1).max(1);
    let wide = area.width / halls;
    for (nth, (when, count)) in (0..).zip(&known) {
        let place = Rect::new(
            area.x + nth * wide,
            area.y,
            wide.saturating_sub(1),
            area.height.saturating_sub(1),
        );
        let shares = count.shares();
        let [ayes, noes, open] = shares.map(|share| (share * SHARES / 100.0).round() as usize);
        let groups = [noes, open, ayes];
        let votes = [Vote::No, Vote::Undecided, Vote::Aye].map(MemberVote::Cast);
        let hall = Hemicycle::of(&groups, (place.width, place.height));
        let each = hall.members_each.max(1);
        let seated = groups.iter().zip(votes);
        let seated = seated.flat_map(|(count, vote)| (0..count.div_ceil(each)).map(move |_| vote));
        for ((x, y), vote) in hall.places.iter().zip(seated) {
            let style = styles.get(role(vote));
            buf.set_string(place.x + x, place.y + y, signs.of(vote, false), style);
        }
        let words = widgets::fit(when, usize::from(place.width));
        let left = place.x + (place.width.saturating_sub(widgets::width(&words) as u16)) / 2;
        buf.set_string(left, place.bottom(), words, styles.get(StyleRole::Dim));
    }
}
