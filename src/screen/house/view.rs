//! The drawing of the page: the hall with the counts, the chosen member, the swing and what moved it, side by side where there
//! is room, and one at a time where there is not.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    chart, hall, member,
    page::{DrawnPage, HousePage, HouseView},
    signs::role_of_lead,
};
use crate::{
    parts,
    style::{StyleRole, Styles},
    widgets::{self, Focus, fit, width},
    wrapping,
};

/// The title of the page.
pub(super) const TITLE: &str = "The house";

/// From this size inside the frame on, all of it is there at once.
const AT_ONCE: (u16, u16) = (70, 18);
/// Columns of the member beside the hall, at the least and at the most.
const BESIDE: (u16, u16) = (30, 56);
/// Rows of the swing below the hall, at the least, and as a part of all.
const BELOW: (u16, u16) = (7, 3);

/// Draws it over the whole of `area`.
pub(super) fn render(page: &mut HousePage, area: Rect, buf: &mut Buffer, styles: &Styles) {
    let inner = widgets::popup(TITLE, area, buf, styles);
    page.drawn = DrawnPage::default();
    if !page.has_house() {
        without_house(page, inner, buf, styles);
    } else if page.view == HouseView::Member {
        let lines = member::lines(
            &page.told,
            page.selected,
            usize::from(inner.width.saturating_sub(2)),
            (styles, page.signs),
        );
        read(page, &lines, area, inner, buf, styles);
    } else if page.view == HouseView::Swing {
        let rows = (inner.height / 2).clamp(3, 14).min(inner.height);
        let [above, below] = parts::rows(inner, [rows, inner.height - rows]);
        draw_chart(page, padded(above), buf, styles);
        let lines = moved(page, usize::from(inner.width.saturating_sub(2)), styles);
        read(page, &lines, area, below, buf, styles);
    } else if inner.width >= AT_ONCE.0 && inner.height >= AT_ONCE.1 {
        at_once(page, inner, buf, styles);
    } else {
        alone(page, inner, buf, styles);
    }
    edge(page, area, buf, styles);
}

fn padded(area: Rect) -> Rect {
    Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    }
}

/// The hall and the member above, the swing and what moved it below.
fn at_once(page: &mut HousePage, inner: Rect, buf: &mut Buffer, styles: &Styles) {
    let below = (inner.height / BELOW.1).max(BELOW.0);
    let [above, below] = parts::rows(inner, [inner.height - below, below]);
    let beside = (inner.width * 2 / 5).clamp(BESIDE.0, BESIDE.1);
    let left = |area: Rect| Rect {
        width: inner.width - beside,
        ..area
    };
    let right = |area: Rect| Rect {
        x: area.x + inner.width - beside,
        width: beside,
        ..area
    };
    draw_hall(page, padded(left(above)), buf, styles);
    let cells = usize::from(beside.saturating_sub(4));
    let about = member::lines(&page.told, page.selected, cells, (styles, page.signs));
    boxed(
        ("Member", "enter reads on"),
        &about,
        right(above),
        buf,
        styles,
    );
    let chart = parts::boxed("Swing", "", Focus::Off, left(below), buf, styles);
    draw_chart(page, padded(chart), buf, styles);
    let moved = moved(page, cells, styles);
    boxed(
        ("What moved it", "s reads on"),
        &moved,
        right(below),
        buf,
        styles,
    );
}

/// The hall with the member in one line, where there is no room for more.
fn alone(page: &mut HousePage, inner: Rect, buf: &mut Buffer, styles: &Styles) {
    let [hall, about] = parts::rows(inner, [inner.height.saturating_sub(1), 1]);
    draw_hall(page, padded(hall), buf, styles);
    let about = padded(about);
    let words = member::in_one_line(&page.told, page.selected);
    let words = fit(&words, usize::from(about.width));
    widgets::line(
        &Line::styled(words, styles.get(StyleRole::Emphasis)),
        about,
        buf,
    );
}

/// The count that is shown, the hall, and its counts below it.
fn draw_hall(page: &mut HousePage, area: Rect, buf: &mut Buffer, styles: &Styles) {
    let [head, hall, foot] = parts::rows(area, [1, area.height.saturating_sub(2), 1]);
    widgets::line(&heading(page, usize::from(head.width), styles), head, buf);
    page.drawn.hall = hall::render(
        &page.told,
        (page.shown(), page.selected),
        (hall, buf),
        (styles, page.signs),
    );
    let counted = hall::counted(&page.told, (page.shown(), foot.width), (styles, page.signs));
    // In the middle below the hall.
    let left = hall.width.saturating_sub(counted.width() as u16) / 2;
    let foot = Rect {
        x: foot.x + left,
        width: foot.width - left,
        ..foot
    };
    widgets::line(&counted, foot, buf);
}

/// "after Adam Smith · 3 of 5", and the lead.
fn heading(page: &HousePage, cells: usize, styles: &Styles) -> Line<'static> {
    let told = &page.told;
    let point = page.shown().and_then(|at| told.swing.points.get(at));
    let Some(point) = point else {
        let words = told
            .progress
            .clone()
            .unwrap_or_else(|| "nobody has voted yet".to_owned());
        return Line::styled(fit(&words, cells), styles.get(StyleRole::Dim));
    };
    let (lead, role) = match point.tally.lead() {
        0 => ("even".to_owned(), role_of_lead(0)),
        lead if lead > 0 => (format!("Ayes lead by {lead}"), role_of_lead(lead)),
        lead => (
            format!("Noes lead by {}", lead.unsigned_abs()),
            role_of_lead(lead),
        ),
    };
    let count = page.shown().and_then(|at| told.counts.get(at));
    let when = count.map_or("", |count| count.when.as_str());
    let (place, of) = page.place();
    let mut behind = format!(" · {place} of {of}");
    if let Some(progress) = &told.progress {
        behind = format!("{behind} · {progress}");
    }
    // The name gives way before the number, and what is under way before both.
    let room = cells.saturating_sub(width(&lead) + 2);
    let least = room.saturating_sub(width(&behind)).max(8);
    // What has no room whole has a word for it.
    let shortly = count.map_or("", |count| count.short.as_str());
    let when = if width(when) > least { shortly } else { when };
    let when = fit(when, least);
    let words = fit(&format!("{when}{behind}"), room);
    let gap = " ".repeat(cells.saturating_sub(width(&words) + width(&lead)));
    Line::from(vec![
        Span::styled(words, styles.get(StyleRole::Title)),
        Span::raw(gap),
        Span::styled(lead, styles.get(role)),
    ])
}

fn draw_chart(page: &mut HousePage, area: Rect, buf: &mut Buffer, styles: &Styles) {
    let line: Vec<chart::LeadPoint> = page.told.swing.line().collect();
    let shown = page.shown();
    let signs = page.signs;
    page.drawn.counts = chart::render(
        (&line, &page.told.counts),
        shown,
        (area, buf),
        (styles, signs),
    );
}

/// What moved the house, the largest movements first, or those of the count that was chosen.
fn moved(page: &HousePage, cells: usize, styles: &Styles) -> Vec<Line<'static>> {
    let told = &page.told;
    let mut movements: Vec<_> = told.movements.iter().collect();
    match page.count {
        Some(at) => movements.retain(|one| one.movement.at == at),
        None => movements.sort_by_key(|one| std::cmp::Reverse(one.movement.members.len())),
    }
    let mut lines = Vec::new();
    let mut put = |text: &str, role| {
        for row in wrapping::rows(text, cells) {
            lines.push(Line::styled(row.into_owned(), styles.get(role)));
        }
    };
    for one in &movements {
        let role = super::signs::role(crate::debate::house_swing::MemberVote::Cast(
            one.movement.to,
        ));
        put(&one.words, role);
    }
    if movements.is_empty() {
        let words = if page.count.is_some() {
            "No member changed their vote at this count."
        } else {
            "No member has changed their vote so far."
        };
        put(words, StyleRole::Dim);
    }
    if let Some(credited) = told.credited.as_ref().filter(|_| page.count.is_none()) {
        put(credited, StyleRole::House);
    }
    lines
}

/// A frame with as much of a text as there is room for; `more` is said where that is not all.
fn boxed(
    (title, more): (&str, &str),
    lines: &[Line<'static>],
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) {
    let rows = usize::from(area.height.saturating_sub(2));
    let note = if lines.len() > rows { more } else { "" };
    let inside = padded(parts::boxed(title, note, Focus::Off, area, buf, styles));
    for (y, line) in (inside.y..inside.bottom()).zip(lines) {
        widgets::line(line, Rect::new(inside.x, y, inside.width, 1), buf);
    }
}

/// A text that fills the page and scrolls.
fn read(
    page: &mut HousePage,
    lines: &[Line<'static>],
    frame: Rect,
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) {
    let area = padded(area);
    let shown = usize::from(area.height);
    page.drawn.rows = lines.len();
    page.drawn.shown = shown;
    page.top = page.top.min(lines.len().saturating_sub(shown));
    let rows = lines.iter().skip(page.top);
    for (y, line) in (area.y..area.bottom()).zip(rows) {
        widgets::line(line, Rect::new(area.x, y, area.width, 1), buf);
    }
    let below = lines.len().saturating_sub(page.top + shown);
    if page.typed.is_none() {
        let more = parts::beyond(page.top, below);
        parts::edge(&more, StyleRole::Key, frame, buf, styles);
    }
}

/// What is typed, in the lower edge; else what a sign stands for, where that is not one member.
fn edge(page: &HousePage, area: Rect, buf: &mut Buffer, styles: &Styles) {
    let Some(typed) = &page.typed else {
        let each = page.drawn.hall.members_each;
        if each > 1 {
            let words = format!("a sign is up to {each} members");
            parts::edge(&words, StyleRole::Dim, area, buf, styles);
        }
        return;
    };
    let (words, role) = if page.finds_nobody() {
        (format!("nobody is called {typed}▏"), StyleRole::Warning)
    } else {
        let found = page.told.name(page.selected);
        (format!("find: {typed}▏ {found}"), StyleRole::Key)
    };
    parts::edge(&words, role, area, buf, styles);
}

/// A debate that has no house: what it has instead, and how a real house voted.
fn without_house(page: &HousePage, inner: Rect, buf: &mut Buffer, styles: &Styles) {
    let told = &page.told;
    let area = padded(inner);
    let cells = usize::from(area.width);
    let mut lines: Vec<Line<'static>> = Vec::new();
    let told_then = told.told_then.iter().map(|line| (line, StyleRole::House));
    let instead = told.instead.iter().map(|line| (line, StyleRole::Text));
    for (text, role) in instead.chain(told_then) {
        for row in wrapping::rows(text, cells) {
            lines.push(Line::styled(row.into_owned(), styles.get(role)));
        }
    }
    for (y, line) in (area.y..area.bottom()).zip(&lines) {
        widgets::line(line, Rect::new(area.x, y, area.width, 1), buf);
    }
    let rows = u16::try_from(lines.len())
        .unwrap_or(u16::MAX)
        .saturating_add(1);
    if let Some(votes) = &told.then
        && area.height > rows + 4
    {
        let hall = Rect {
            y: area.y + rows,
            height: area.height - rows,
            ..area
        };
        hall::render_then(votes, (hall, buf), (styles, page.signs));
    }
}
