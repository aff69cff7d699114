//! The page of the settings: the rows in their groups, what the debate takes, and what the row that is marked is for.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
    },
    Lobby, MotionChoice,
    row::Row,
};

/// With fewer rows than this left over, nothing is said of the row that is chosen.
const LEAST_ABOUT: u16 = 4;
/// On a screen with so many rows, as many as this are left to what is said of the row that is chosen.
const ROOMY: u16 = 19;
const ABOUT: u16 = 5;
/// Rows that the figures of a debate take on a screen of 80 columns.
const TAKEN: u16 = 2;
/// With fewer rows than this no headings stand between the groups.
const LEAST_GROUPED: usize = 11;
/// Cells of the names of rows, at the least.
const NAMES: usize = 16;

/// A line of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageLine {
    Heading(&'static str),
    /// A row, by its position.
    Row(usize, Row),
}

/// The rows with the headings of their groups.
fn lines(rows: &[Row], grouped: bool) -> Vec<PageLine> {
    let mut lines = Vec::new();
    let mut group = "";
    for (at, row) in rows.iter().enumerate() {
        if grouped && row.group() != group {
            group = row.group();
            lines.push(PageLine::Heading(group));
        }
        lines.push(PageLine::Row(at, *row));
    }
    lines
}

impl Lobby {
    /// The text on the row that is chosen, where so much of what the debate takes stands below the rows.
    fn about(&self, takes: &[String]) -> String {
        let row = self.current();
        let more = match row {
            Row::Motion => {
                let known = self.motion.as_ref().and_then(|motion| match motion {
                    MotionChoice::Id(id) => {
                        self.data.motions.iter().position(|(known, ..)| known == id)
                    }
                    MotionChoice::Own(_) => None,
                });
                return known.map_or_else(|| self.motion_text(), |at| self.about_motion(at));
            }
            Row::Format => {
                let format = self.data.formats.get(self.format);
                return format.map_or_else(String::new, |(_, format)| {
                    format!("{}: {}", format.name, format.summary.trim())
                });
            }
            Row::Seat(seat) => {
                let person = self.lineup.get(seat);
                person.map_or_else(String::new, |at| self.about_person(at))
            }
            Row::Order => {
                let order = self.set.order.or(self.usual_order());
                return order.map_or_else(String::new, |order| {
                    format!("{}: {}.", order.word(), order.describe())
                });
            }
            Row::Open => self.about_figures(takes),
            Row::OtherModels if self.set.names_other_models() => self.other_models_told(),
            Row::Seats(_)
            | Row::OwnSeat
            | Row::Rounds
            | Row::Scale
            | Row::Corpora
            | Row::Seed
            | Row::Audience
            | Row::Polls
            | Row::PolledTogether
            | Row::Floor
            | Row::Judges
            | Row::JudgePasses
            | Row::Referee
            | Row::MaxCost
            | Row::MaxTokens
            | Row::Model
            | Row::OtherModels
            | Row::Server
            | Row::Pace
            | Row::Theme => String::new(),
        };
        if more.is_empty() {
            return self.meaning(row);
        }
        more
    }

    pub(super) fn settings(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows = self.rows();
        let grouped = usize::from(area.height) >= LEAST_GROUPED + 3;
        let lines = lines(&rows, grouped);
        // What is said of the row has its place on all but small screens: the rows scroll.
        let least = if area.height >= ROOMY { ABOUT } else { 0 };
        // Below the rows stands what the debate takes, apart from them where there is room for that; what is left then
        // says more of the row that is chosen.
        let room = area.height.saturating_sub(least);
        let free = room.saturating_sub(lines.len() as u16 + 2);
        let cells = usize::from(area.width.saturating_sub(4));
        let takes_room = if least > 0 { free.max(TAKEN) } else { free };
        let takes = self.takes(cells, takes_room.into());
        let about = self.about(&takes);
        // While it is worked out, there is room for as much as is told in the end: what lies below stays where it is.
        let reserved = if takes.is_empty() {
            0
        } else if least > 0 {
            (takes.len() as u16).max(TAKEN)
        } else {
            takes.len() as u16
        };
        let apart = u16::from(reserved > 0 && free > reserved);
        // What it takes has a row in any case: the others scroll.
        let rows_below = takes_room.min(reserved + apart).max(reserved.min(1));
        let needed = lines.len() as u16 + 2 + rows_below;
        let spare = area.height.saturating_sub(needed).max(least);
        let below = if spare < LEAST_ABOUT || about.is_empty() {
            0
        } else {
            spare
        };
        let [area, told] = parts::rows(area, [area.height - below, below]);
        if below > 0 {
            let inner = parts::boxed("About", "", Focus::Off, told, buf, styles);
            let below = self.beside.render(about, inner, buf, styles);
            parts::edge(&parts::below(below), StyleRole::Key, told, buf, styles);
        } else {
            self.beside.leave_out(about);
        }
        let title = match &self.preset {
            Some(name) => format!("The debate, by the preset “{name}”"),
            None => "The debate".to_owned(),
        };
        let inner = parts::boxed(&title, "", Focus::On, area, buf, styles);
        let height = usize::from(inner.height.saturating_sub(rows_below));
        let marked = lines
            .iter()
            .position(|line| matches!(line, PageLine::Row(at, _) if *at == self.row))
            .unwrap_or(0);
        let top = (marked + 1).saturating_sub(height);
        let hidden = lines.len().saturating_sub(top + height);
        let more = parts::beyond(top, hidden);
        parts::edge(&more, StyleRole::Key, area, buf, styles);
        // What is no setting has no value beside it, and all the room.
        let settings = rows.iter().filter(|row| !matches!(row, Row::Open));
        let names = settings.map(|row| widgets::width(&self.setting(*row).0));
        let most = usize::from(inner.width) * 2 / 5;
        let column = names.max().unwrap_or(0).min(most).max(NAMES);
        for (row, line) in lines.iter().skip(top).take(height).enumerate() {
            let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            match line {
                PageLine::Heading(heading) => {
                    let line = Line::styled(format!(" {heading}"), styles.get(StyleRole::House));
                    widgets::line(&line, place, buf);
                }
                PageLine::Row(at, setting) => {
                    self.render_row((*at, *setting), (place, column), buf, styles);
                }
            }
        }
        let apart = usize::from(apart).min(usize::from(rows_below).saturating_sub(takes.len()));
        let below = lines.len().min(height) + apart;
        for (row, text) in (below..).zip(&takes) {
            let place = Rect::new(
                inner.x + 2,
                inner.y + row as u16,
                inner.width.saturating_sub(2),
                1,
            );
            let role = if self.is_above_a_limit() {
                StyleRole::Warning
            } else {
                StyleRole::Dim
            };
            let line = Line::styled(text.as_str(), styles.get(role));
            widgets::line(&line, place, buf);
        }
    }

    fn render_row(
        &self,
        (at, setting): (usize, Row),
        (place, column): (Rect, usize),
        buf: &mut Buffer,
        styles: &Styles,
    ) {
        let (name, value, role) = self.setting(setting);
        let room = usize::from(place.width).saturating_sub(column + 3);
        let name = if setting == Row::Open {
            name
        } else {
            fit_numbered(&name, column)
        };
        let is_marked = at == self.row;
        let typed = self.number.as_ref().filter(|_| is_marked);
        let (value, style) = match typed {
            Some(typed) if typed.fault.is_some() => {
                (format!("{}▌", typed.text), StyleRole::Warning)
            }
            Some(typed) => (format!("{}▌", typed.text), StyleRole::Text),
            None => (value, StyleRole::Text),
        };
        let mark = if is_marked { "▸ " } else { "  " };
        let line = Line::from(vec![
            Span::styled(mark, styles.get(StyleRole::Key)),
            Span::styled(format!("{name:<column$} "), styles.get(role)),
            Span::styled(
                widgets::fit(shortened(&value, room), room),
                styles.get(style),
            ),
        ]);
        widgets::line(&line, place, buf);
        if is_marked {
            buf.set_style(place, styles.get(StyleRole::Selection));
        }
    }
}

/// What stands behind a colon is told if it has so many cells; the text on the row says it again.
const LEAST_TOLD: usize = 40;

/// What a value can do without where it has no room: the words that all motions begin with, and what stands behind a colon.
fn shortened(value: &str, cells: usize) -> &str {
    if widgets::width(value) <= cells {
        return value;
    }
    if let Some(motion) = value.strip_prefix("This House ") {
        return motion;
    }
    let before = value.split_once(": ").map(|(before, _)| before);
    before.filter(|_| cells < LEAST_TOLD).unwrap_or(value)
}

/// As much of a name as there is room for; a number at its end, which tells it from its neighbours, stays.
fn fit_numbered(name: &str, cells: usize) -> String {
    let is_number = |end: &str| end.chars().all(|letter| letter.is_ascii_digit());
    match name.rsplit_once(' ') {
        Some((before, number)) if is_number(number) && widgets::width(name) > cells => {
            let room = cells.saturating_sub(widgets::width(number) + 1);
            format!("{} {number}", widgets::fit(before, room))
        }
        Some(_) | None => widgets::fit(name, cells),
    }
}
