//! The drawing of the iterations: a head, the measures in columns, and below them a text to be read.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        hint::Hint,
        parts,
        style::{StyleRole, Styles},
        widgets::{self, fit, width},
    },
    Refined,
};
use crate::refine::comparison::{
    AttributedClaim, Change, Comparison, IterationColumn, IterationVotes, Lesson,
};

/// The rows that are left for what changed; where there are fewer, the measures are read with it.
const STORY: usize = 10;
/// Cells of the names of rows.
const NAMES: usize = 15;
/// Cells of a column at the most.
const COLUMN: usize = 34;
/// From this width on, what was dropped stands beside what is new.
const BESIDE: usize = 60;

/// Draws it, and says how many rows of the text are in sight and how many there are.
pub(super) fn render(
    refined: &Refined,
    (from, to): (usize, usize),
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) -> (usize, usize) {
    buf.set_style(area, styles.get(StyleRole::Text));
    let cells = usize::from(area.width);
    let comparison = &refined.comparison;
    let mut head = title(comparison, (from, to), cells, styles);
    head.extend(measures(comparison, (from, to), cells, styles));
    // On a small screen the measures are read with the rest.
    let below = usize::from(area.height).saturating_sub(1);
    let fixed = if head.len() + STORY <= below {
        head.len()
    } else {
        1.min(head.len())
    };
    let mut text: Vec<Line<'static>> = head.split_off(fixed);
    text.extend(story(refined, (from, to), cells, styles));
    let mut y = area.y;
    let mut put = |line: &Line<'_>| {
        if y < area.bottom() {
            let place = Rect::new(area.x, y, area.width, 1);
            widgets::line(line, place, buf);
        }
        y = y.saturating_add(1);
    };
    head.iter().for_each(&mut put);
    let rows = below.saturating_sub(fixed);
    let top = refined.top.min(text.len().saturating_sub(rows));
    text.iter().skip(top).take(rows).for_each(&mut put);
    let place = (top, rows, text.len());
    foot(refined, place, to - from, area, buf, styles);
    (rows, text.len())
}

fn title(
    comparison: &Comparison,
    (from, to): (usize, usize),
    cells: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let room = cells.saturating_sub(1);
    let count = comparison.iterations.len();
    let shown = match to.saturating_sub(from) {
        0 | 1 => format!("iteration {to} of {count}"),
        2 => format!("iterations {} and {to} of {count}", from + 1),
        _ => format!("iterations {} to {to} of {count}", from + 1),
    };
    let line = |text: &str, role| Line::styled(format!(" {}", fit(text, room)), styles.get(role));
    vec![
        line(&comparison.motion, StyleRole::Title),
        line(
            &format!("{}, refined: {shown}", comparison.format),
            StyleRole::Dim,
        ),
    ]
}

/// A row for each measure, a column for each iteration in sight.
fn measures(
    comparison: &Comparison,
    (from, to): (usize, usize),
    cells: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let shown = comparison.iterations.get(from..to).unwrap_or_default();
    let names = NAMES.min(cells / 3);
    let columns = shown.len().max(1);
    let column = (cells.saturating_sub(names + 2) / columns).min(COLUMN);
    let row = |name: &str, cells: Vec<String>, role: StyleRole| {
        let mut spans = vec![Span::styled(
            format!(" {}", padded(name, names)),
            styles.get(StyleRole::Dim),
        )];
        for cell in cells {
            let cell = padded(&cell, column.saturating_sub(1));
            spans.push(Span::styled(format!(" {cell}"), styles.get(role)));
        }
        Line::from(spans)
    };
    let each = |of: &dyn Fn(&IterationColumn) -> String| shown.iter().map(of).collect::<Vec<_>>();
    let dash = || "–".to_owned();
    let heads = each(&|one| format!("{} · {}", one.iteration, one.debate.short()));
    let mut lines = vec![
        row("iteration", heads, StyleRole::Speaker),
        row(
            "winner",
            each(&|one| one.outcome.describe().to_owned()),
            StyleRole::Text,
        ),
    ];
    if shown.iter().any(|one| one.votes.is_some()) {
        let votes = each(&|one| {
            one.votes
                .as_ref()
                .map_or_else(dash, IterationVotes::describe)
        });
        let swing = each(&|one| one.votes.as_ref().map_or_else(dash, IterationVotes::swing));
        lines.push(row("votes", votes, StyleRole::Text));
        lines.push(row("swing", swing, StyleRole::Text));
    }
    let sides = shown.iter().find(|one| !one.scores.is_empty());
    for side in sides.iter().flat_map(|one| &one.scores) {
        let score = each(&|one| {
            let own = one.scores.iter().find(|own| own.side == side.side);
            own.map_or_else(dash, |own| format!("{:.2}", own.score))
        });
        lines.push(row(&side.side, score, StyleRole::Text));
    }
    for measure in &comparison.measures {
        let values = (from..to).map(|at| {
            // What is not in sight is nothing to compare with.
            let change = measure.change(at).filter(|_| at > from);
            match change {
                Some(change) => format!("{} ({change})", measure.shown(at)),
                None => measure.shown(at),
            }
        });
        lines.push(row(&measure.name, values.collect(), StyleRole::Text));
    }
    lines
}

/// The text to be read: of each pair in sight what was dropped and what is new, and what was taught.
fn story(
    refined: &Refined,
    (from, to): (usize, usize),
    cells: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let comparison = &refined.comparison;
    let mut lines = vec![Line::styled(
        "─".repeat(cells),
        styles.get(StyleRole::Border),
    )];
    let in_sight = |change: &&Change| change.from as usize > from && change.to as usize <= to;
    for change in comparison.changes.iter().filter(in_sight) {
        let told = format!(
            "From {} to {}: {}",
            change.from,
            change.to,
            change.describe()
        );
        wrapped(&mut lines, &told, 1, cells, styles, StyleRole::Title);
        claims(&mut lines, change, cells, styles);
        let taught = comparison.iterations.iter();
        let mut taught = taught.filter(|one| one.iteration == change.to);
        if let Some(column) = taught.next() {
            let heading = format!("What iteration {} was taught", change.to);
            lessons(&mut lines, &heading, &column.taught, cells, styles);
            corrections(&mut lines, column, cells, styles);
        }
    }
    let count = comparison.iterations.len();
    if to == count {
        let heading = format!("What iteration {} would be taught", count + 1);
        lessons(&mut lines, &heading, &comparison.next, cells, styles);
        if let Some(ended) = comparison.ended.filter(|_| !refined.left) {
            let told = format!("Ended: {}.", ended.describe());
            wrapped(&mut lines, &told, 1, cells, styles, StyleRole::Notice);
            lines.push(Line::default());
        }
    }
    let told = format!("Claims and tensions were compared {}.", comparison.compared);
    wrapped(&mut lines, &told, 1, cells, styles, StyleRole::Dim);
    lines
}

/// Adds the claims that were dropped and those that are new: side by side, or one below the other.
fn claims(lines: &mut Vec<Line<'static>>, change: &Change, cells: usize, styles: &Styles) {
    let list =
        |heading: String, mark: char, claims: &[AttributedClaim], role: StyleRole, cells: usize| {
            let mut lines = vec![Line::styled(
                format!(" {}", fit(&heading, cells.saturating_sub(1))),
                styles.get(StyleRole::Speaker),
            )];
            if claims.is_empty() {
                lines.push(Line::styled(
                    "   none".to_owned(),
                    styles.get(StyleRole::Dim),
                ));
            }
            for claim in claims {
                let text = format!("{}: {}", claim.by, claim.text);
                marked(&mut lines, mark, &text, cells, styles, role);
            }
            lines
        };
    let dropped = |cells| {
        let heading = format!("Dropped from {}", change.from);
        list(heading, '−', &change.dropped, StyleRole::Declined, cells)
    };
    let new = |cells| {
        let heading = format!("New in {}", change.to);
        list(heading, '+', &change.new, StyleRole::Accepted, cells)
    };
    lines.push(Line::default());
    if cells < BESIDE {
        lines.extend(dropped(cells));
        lines.push(Line::default());
        lines.extend(new(cells));
        lines.push(Line::default());
        return;
    }
    let half = cells.saturating_sub(3) / 2;
    let (left, right) = (dropped(half), new(half));
    let rows = left.len().max(right.len());
    for at in 0..rows {
        let of = |side: &[Line<'static>]| side.get(at).cloned().unwrap_or_default();
        let (one, other) = (of(&left), of(&right));
        let gap = half.saturating_sub(one.width()) + 1;
        let mut spans = one_line(one);
        spans.push(Span::raw(" ".repeat(gap)));
        spans.push(Span::styled("│", styles.get(StyleRole::Border)));
        spans.extend(one_line(other));
        lines.push(Line::from(spans));
    }
    lines.push(Line::default());
}

/// The spans of a line, with its own style.
fn one_line(line: Line<'static>) -> Vec<Span<'static>> {
    let style = line.style;
    line.spans
        .into_iter()
        .map(|span| Span::styled(span.content, style.patch(span.style)))
        .collect()
}

fn lessons(
    lines: &mut Vec<Line<'static>>,
    heading: &str,
    lessons: &[Lesson],
    cells: usize,
    styles: &Styles,
) {
    if lessons.is_empty() {
        return;
    }
    wrapped(lines, heading, 1, cells, styles, StyleRole::Title);
    lines.extend(taught(lessons, cells, styles));
    lines.push(Line::default());
}

/// Adds what each correction of an iteration came to.
fn corrections(
    lines: &mut Vec<Line<'static>>,
    column: &IterationColumn,
    cells: usize,
    styles: &Styles,
) {
    if column.corrected.is_empty() {
        return;
    }
    let heading = format!(
        "What the corrections of iteration {} came to",
        column.iteration
    );
    wrapped(lines, &heading, 1, cells, styles, StyleRole::Title);
    for one in &column.corrected {
        let told = one.describe();
        marked(lines, '·', &told, cells, styles, StyleRole::Text);
    }
    lines.push(Line::default());
}

/// The lessons that speakers are given, a heading for each.
pub(crate) fn taught(lessons: &[Lesson], cells: usize, styles: &Styles) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for lesson in lessons {
        wrapped(
            &mut lines,
            &lesson.name,
            1,
            cells,
            styles,
            StyleRole::Speaker,
        );
        for (what, text) in lesson.describe() {
            marked(
                &mut lines,
                '·',
                &format!("{what}: {text}"),
                cells,
                styles,
                StyleRole::Text,
            );
        }
    }
    lines
}

fn marked(
    lines: &mut Vec<Line<'static>>,
    mark: char,
    text: &str,
    cells: usize,
    styles: &Styles,
    role: StyleRole,
) {
    for (at, row) in rows(text, cells.saturating_sub(4)).into_iter().enumerate() {
        let lead = if at == 0 { mark } else { ' ' };
        lines.push(Line::from(vec![
            Span::styled(format!(" {lead} "), styles.get(role)),
            Span::styled(row, styles.get(StyleRole::Text)),
        ]));
    }
}

fn wrapped(
    lines: &mut Vec<Line<'static>>,
    text: &str,
    indent: usize,
    cells: usize,
    styles: &Styles,
    role: StyleRole,
) {
    for row in rows(text, cells.saturating_sub(indent + 1)) {
        lines.push(Line::styled(
            format!("{}{row}", " ".repeat(indent)),
            styles.get(role),
        ));
    }
}

fn rows(text: &str, cells: usize) -> Vec<String> {
    crate::wrapping::rows(text, cells)
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect()
}

/// A text in exactly that many cells.
fn padded(text: &str, cells: usize) -> String {
    let text = fit(text, cells);
    let gap = cells.saturating_sub(width(&text));
    text + &" ".repeat(gap)
}

fn foot(
    refined: &Refined,
    (top, rows, all): (usize, usize, usize),
    shown: usize,
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) {
    if area.height == 0 {
        return;
    }
    let place = Rect::new(area.x, area.bottom() - 1, area.width, 1);
    buf.set_style(place, styles.get(StyleRole::Status));
    let styles = &styles.upon_status();
    let count = refined.comparison.iterations.len();
    let more = all.saturating_sub(top + rows);
    let held = if refined.left {
        format!("go on with iteration {}", count + 1)
    } else {
        format!("hold iteration {}", count + 1)
    };
    let read = if more > 0 {
        format!("read, {more} more")
    } else {
        "read".to_owned()
    };
    let mut keys = Vec::new();
    if refined.goes_on() {
        keys.push(Hint::new("r", held));
    }
    keys.push(Hint::new("q", "leave").always());
    if all > rows {
        keys.push(Hint::new("↑↓", read));
    }
    if count > shown {
        keys.push(Hint::new("←→", "iterations"));
    }
    let inner = Rect::new(area.x + 1, place.y, area.width.saturating_sub(1), 1);
    parts::keys(&keys, inner, buf, styles);
}
