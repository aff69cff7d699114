//! The drawing of a landscape: the list beside the scatter, or the claims of a theme.

use hustings_study::ensemble::{ArgumentTheme, ThemeAnswer, ThemeClaim};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    text::{Line, Span},
};

use super::{LandscapeScreen, plot};
use crate::{
    hint::Hint,
    parts,
    style::{StyleRole, Styles},
    text::counted,
    widgets::{self, fit, width},
    wrapping,
};

/// Rows above the list.
pub(super) const HEAD: usize = 3;
/// From this width on the scatter stands beside the list; below it the list is alone.
const BESIDE: u16 = 64;
/// Cells of the list beside the scatter, at the most, where no theme needs more.
const LIST: u16 = 72;
/// Cells before the name of a theme, and one behind it.
const AROUND: usize = 7;
/// Cells of the numbers behind the name of a theme, at the least.
const NUMBERS: usize = 13;
/// What the numbers are.
const COLUMNS: &str = "made · answered · stood";

/// What the scatter is.
const SCATTER: &str = "near: much the same is said";

/// The width of the list on a screen of that width: on a wide one no theme is cut for the scatter.
fn list_width(themes: &[ArgumentTheme], screen: u16) -> u16 {
    if screen < BESIDE {
        return screen;
    }
    let longest = themes.iter().map(|theme| width(theme.title())).max();
    let needed = longest.unwrap_or(0) + AROUND + NUMBERS;
    let needed = u16::try_from(needed).unwrap_or(u16::MAX);
    (screen / 5 * 3).min(LIST.max(needed))
}

/// Draws it, and says how many rows of the list, or of the claims, are in sight, and how many of the claims there are.
pub(super) fn render(
    screen: &LandscapeScreen,
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) -> (usize, usize) {
    buf.set_style(area, styles.get(StyleRole::Text));
    head(screen, area, buf, styles);
    let below = u16::try_from(HEAD).unwrap_or(u16::MAX);
    let inner = Rect {
        y: area.y.saturating_add(below),
        height: area.height.saturating_sub(below + 1),
        ..area
    };
    let rows = usize::from(inner.height);
    let drawn = if let (Some(top), Some(theme)) = (screen.read, screen.themes().get(screen.chosen))
    {
        let lines = told(screen, theme, usize::from(area.width), styles);
        put(lines.iter().skip(top), inner, buf);
        (rows, lines.len())
    } else {
        let taken = list_width(screen.themes(), area.width);
        let list_area = Rect {
            width: taken,
            ..inner
        };
        list(screen, list_area, buf, styles);
        if area.width >= BESIDE {
            let plotted = Rect {
                x: inner.x + taken + 1,
                width: inner.width.saturating_sub(taken + 2),
                ..inner
            };
            let themes = (screen.themes(), screen.chosen);
            plot::render(themes, |theme| role(screen, theme), (plotted, buf), styles);
        }
        (rows, 0)
    };
    foot(screen, area, buf, styles);
    drawn
}

fn put<'a>(lines: impl Iterator<Item = &'a Line<'a>>, area: Rect, buf: &mut Buffer) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        let place = Rect {
            y,
            height: 1,
            ..area
        };
        widgets::line(line, place, buf);
    }
}

fn head(screen: &LandscapeScreen, area: Rect, buf: &mut Buffer, styles: &Styles) {
    let cells = usize::from(area.width).saturating_sub(1);
    let report = &screen.report;
    let themes = screen.themes();
    let unanswered = themes.iter().filter(|theme| theme.is_unanswered()).count();
    let told = format!(
        "{} in {}; {unanswered} never answered (!)",
        counted(themes.len(), "theme", "themes"),
        counted(report.runs.len(), "debate", "debates"),
    );
    let row = |text: &str, role| Line::styled(format!(" {}", fit(text, cells)), styles.get(role));
    let columns = if screen.read.is_some() {
        String::new()
    } else {
        let list = list_width(themes, area.width);
        let right = usize::from(list).saturating_sub(1);
        let beside = usize::from(area.width.saturating_sub(list));
        let has_room = !themes.is_empty() && beside > width(SCATTER) + 2;
        let scatter = if has_room { SCATTER } else { "" };
        format!("{COLUMNS:>right$}  {scatter}")
    };
    let lines = [
        row(&report.occasion.motion, StyleRole::Title),
        row(&told, StyleRole::Dim),
        row(&columns, StyleRole::Dim),
    ];
    let above = Rect {
        height: area
            .height
            .saturating_sub(1)
            .min(u16::try_from(HEAD).unwrap_or(0)),
        ..area
    };
    put(lines.iter(), above, buf);
}

/// The style of a theme: that of its side.
fn role(screen: &LandscapeScreen, theme: &ArgumentTheme) -> StyleRole {
    let sides = &screen.report.occasion.sides;
    match sides.iter().position(|(id, _)| *id == theme.side) {
        Some(0) if sides.len() > 1 => StyleRole::Prop,
        Some(1) => StyleRole::Opp,
        Some(_) | None => StyleRole::House,
    }
}

fn list(screen: &LandscapeScreen, area: Rect, buf: &mut Buffer, styles: &Styles) {
    let cells = usize::from(area.width);
    if screen.themes().is_empty() {
        let none = Line::styled(" No claim was made.", styles.get(StyleRole::Dim));
        put(std::iter::once(&none), area, buf);
        return;
    }
    let row = |(at, theme): (usize, &ArgumentTheme)| {
        let is_chosen = at == screen.chosen;
        let mark = if is_chosen { '›' } else { ' ' };
        let flag = if theme.is_unanswered() { '!' } else { ' ' };
        let lead = format!("{mark}{flag}{:>3} ", theme.number);
        let numbers = format!(
            "{} · {} · {}",
            theme.runs.len(),
            theme.answered.len(),
            theme.stood.len()
        );
        let numbers = format!("{numbers:>NUMBERS$}");
        let room = cells.saturating_sub(width(&lead) + width(&numbers));
        let name = fit(theme.title(), room);
        let gap = " ".repeat(room.saturating_sub(width(&name)));
        let mut style = styles.get(role(screen, theme));
        if is_chosen {
            style = style.add_modifier(Modifier::BOLD | Modifier::REVERSED);
        }
        Line::from(vec![
            Span::styled(lead, styles.get(StyleRole::Dim)),
            Span::styled(name, style),
            Span::raw(gap),
            Span::styled(numbers, styles.get(StyleRole::Dim)),
        ])
    };
    let all = screen.themes().iter().enumerate().skip(screen.first);
    let lines: Vec<Line<'_>> = all.take(usize::from(area.height)).map(row).collect();
    put(lines.iter(), area, buf);
}

/// Everything about a theme: who made it and where, its claims, what was said against it.
fn told(
    screen: &LandscapeScreen,
    theme: &ArgumentTheme,
    cells: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut add = |text: &str, indent: usize, role: StyleRole| {
        for row in wrapping::rows(text, cells.saturating_sub(indent + 1).max(1)) {
            let row = format!("{}{row}", " ".repeat(indent));
            lines.push(Line::styled(row, styles.get(role)));
        }
    };
    add(
        &format!("{}. {}", theme.number, theme.title()),
        1,
        role(screen, theme),
    );
    let side = screen.report.occasion.side(&theme.side);
    let answered = if theme.is_unanswered() {
        "never answered".to_owned()
    } else {
        format!("answered in {}", theme.answered.len())
    };
    let fate = format!(
        "{side}: made in {}, {answered}, stood in {}",
        counted(theme.runs.len(), "debate", "debates"),
        theme.stood.len()
    );
    add(&fate, 1, StyleRole::Dim);
    add(
        &format!("Debates: {}", theme.runs.join(", ")),
        1,
        StyleRole::Dim,
    );
    let makers = theme.made_by.iter();
    let makers: Vec<String> = makers
        .map(|one| format!("{} ({})", one.name, one.runs))
        .collect();
    add(&format!("By {}", makers.join(", ")), 1, StyleRole::Dim);
    add(" ", 0, StyleRole::Text);
    add("Claims", 1, StyleRole::Speaker);
    for ThemeClaim {
        run,
        by,
        text,
        is_answered,
        stood,
    } in &theme.claims
    {
        let (became, role) = match (is_answered, stood) {
            (_, false) => ("fell", StyleRole::Declined),
            (true, true) => ("answered, stood", StyleRole::Accepted),
            (false, true) => ("not answered", StyleRole::Text),
        };
        add(&format!("{run} {by}: {text} ({became})"), 3, role);
    }
    if !theme.answers.is_empty() {
        add(" ", 0, StyleRole::Text);
        add(
            "What was said against it, the best first",
            1,
            StyleRole::Speaker,
        );
    }
    for ThemeAnswer {
        run,
        by,
        text,
        did_fell,
    } in &theme.answers
    {
        let became = if *did_fell { "it fell" } else { "it stood" };
        add(
            &format!("{run} {by}: {text} ({became})"),
            3,
            StyleRole::Text,
        );
    }
    lines
}

fn foot(screen: &LandscapeScreen, area: Rect, buf: &mut Buffer, styles: &Styles) {
    if area.height == 0 {
        return;
    }
    let place = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    buf.set_style(place, styles.get(StyleRole::Status));
    let styles = &styles.upon_status();
    let mut keys = vec![Hint::new("q", "leave").always()];
    if screen.read.is_some() {
        keys.insert(0, Hint::new("esc", "back to the themes"));
        keys.push(Hint::new("↑↓", "read"));
    } else if !screen.themes().is_empty() {
        keys.insert(0, Hint::new("enter", "claims and debates"));
        keys.push(Hint::new("↑↓", "themes"));
    }
    let inner = Rect {
        x: place.x.saturating_add(1),
        width: place.width.saturating_sub(1),
        ..place
    };
    parts::keys(&keys, inner, buf, styles);
}
