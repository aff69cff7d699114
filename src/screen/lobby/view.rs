//! The view of the lobby: a list with what is chosen beside it, or the settings of the debate.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};

use super::{
    super::{
        overlay::Overlay as _,
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
        wrapping,
    },
    Lobby, ModelSearch, MotionChoice, SCALES, Screen,
    beside::TextBeside,
    row::Row,
};
use crate::{catalog::TurnOrder, debate::opening::Polls, labels};

/// With fewer rows than this left over, nothing is said of the row that is chosen.
const LEAST_ABOUT: u16 = 4;
/// From this width on the background of a motion stands beside the list.
const WIDE: u16 = 76;

/// Rows that the figures of a debate take on a screen of 80 columns.
const TAKEN: u16 = 2;
/// Cells that are left to the name of a person beside what they were.
const LEAST_NAME: usize = 28;

impl Lobby {
    /// Draws the lobby over the whole of `area`.
    pub fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        buf.set_style(area, styles.get(StyleRole::Text));
        let said = self.waits_for.clone().or_else(|| self.message.clone());
        let said = said.as_deref();
        // What the line below has no room for stands above the list, until the next key.
        let long = said.filter(|text| widgets::width(text) > usize::from(area.width));
        let notice = long.or(self.data.notice.as_deref()).unwrap_or_default();
        let notice: Vec<_> = if notice.is_empty() {
            Vec::new()
        } else {
            wrapping::rows(notice, area.width.into())
        };
        // On a small screen the list keeps half of the room.
        let told = (notice.len() as u16).min(area.height / 3);
        let body = area.height.saturating_sub(2 + told);
        let [head, above, body, footer] = parts::rows(area, [1, told, body, 1]);
        buf.set_style(head, styles.get(StyleRole::Header));
        let dim = styles.upon_header().get(StyleRole::Dim);
        let title = Line::from(vec![
            Span::styled(" Hustings", styles.get(StyleRole::Header)),
            Span::styled(format!("  {}", self.heading()), dim),
        ]);
        widgets::line(&title, head, buf);
        for (row, text) in notice.iter().take(told.into()).enumerate() {
            let place = Rect::new(above.x, above.y + row as u16, above.width, 1);
            let is_cut = row + 1 == usize::from(told) && notice.len() > usize::from(told);
            let text = if is_cut {
                widgets::fit(&format!("{text} …"), above.width.into())
            } else {
                text.to_string()
            };
            let line = Line::styled(text, styles.get(StyleRole::Warning));
            widgets::line(&line, place, buf);
        }
        match self.screen {
            Screen::Settings => self.settings(body, buf, styles),
            Screen::Card => {
                if let Some(card) = &mut self.card {
                    card.render(body, buf, styles);
                }
            }
            Screen::Motions | Screen::Personas { .. } => {
                self.list(body, buf, styles);
            }
        }
        let below = said.filter(|_| long.is_none());
        if let Some(help) = &mut self.help {
            help.render(
                Rect {
                    height: area.height.saturating_sub(1),
                    ..area
                },
                buf,
                styles,
            );
        }
        buf.set_style(footer, styles.get(StyleRole::Status));
        parts::footer(below, &self.hints(), footer, buf, &styles.upon_status());
    }

    fn heading(&self) -> String {
        match self.screen {
            Screen::Motions => "what shall be debated?".to_owned(),
            Screen::Settings => "set up the debate".to_owned(),
            Screen::Personas { seat } => format!("who speaks as {}?", self.seat_name(seat)),
            Screen::Card => "who is this speaker?".to_owned(),
        }
    }

    fn list(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let listed = self.listed();
        let title = match self.screen {
            Screen::Motions => "Motions",
            Screen::Personas { .. } => "Personas",
            Screen::Settings | Screen::Card => "",
        };
        let beside = self.beside(&listed);
        let wide = area.width >= WIDE && !beside.is_empty();
        let left = Rect {
            width: if wide { area.width * 3 / 5 } else { area.width },
            ..area
        };
        let note = format!("{}▏", self.filter);
        let note = if self.filter.is_empty() { "" } else { &note };
        let inner = parts::boxed(title, note, Focus::On, left, buf, styles);
        let mut entries: Vec<(String, String)> = listed
            .iter()
            .filter_map(|at| self.entry(*at, usize::from(inner.width)))
            .collect();
        if self.screen == Screen::Motions
            && let Some(own) = self.own()
        {
            entries.push((format!("“{own}”"), "own".to_owned()));
        }
        if entries.is_empty() {
            let nothing = match self.screen {
                Screen::Motions => "No motion has these words. A motion of your own is a sentence.",
                Screen::Personas { .. } | Screen::Settings | Screen::Card => "Nothing here.",
            };
            paragraph(nothing, inner, buf, styles.get(StyleRole::Dim));
        }
        let height = usize::from(inner.height);
        let top = (self.at + 1).saturating_sub(height);
        // What is typed stands in that place of the frame.
        if note.is_empty() {
            let below = entries.len().saturating_sub(top + height);
            let more = parts::beyond(top, below);
            parts::edge(&more, StyleRole::Key, left, buf, styles);
        }
        for (row, (at, (text, tag))) in entries
            .iter()
            .enumerate()
            .skip(top)
            .take(height)
            .enumerate()
        {
            let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let room = usize::from(inner.width).saturating_sub(widgets::width(tag) + 3);
            let text = widgets::fit(text, room);
            let gap = " ".repeat(room.saturating_sub(widgets::width(&text)) + 1);
            let line = Line::from(vec![
                Span::styled(
                    if at == self.at { "▸ " } else { "  " },
                    styles.get(StyleRole::Key),
                ),
                Span::styled(format!("{text}{gap}"), styles.get(StyleRole::Text)),
                Span::styled(tag.clone(), styles.get(StyleRole::House)),
            ]);
            widgets::line(&line, place, buf);
            if at == self.at {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
        if wide {
            let right = Rect {
                x: left.right(),
                width: area.width - left.width,
                ..area
            };
            let inner = parts::boxed("Background", "", Focus::Off, right, buf, styles);
            let below = self.beside.render(beside, inner, buf, styles);
            parts::edge(&parts::below(below), StyleRole::Key, right, buf, styles);
        } else {
            self.beside = TextBeside::default();
        }
    }

    /// A line of the list on the screen, and its tag.
    fn entry(&self, at: usize, cells: usize) -> Option<(String, String)> {
        Some(match self.screen {
            Screen::Motions => {
                let (_, text, topic, _) = self.data.motions.get(at)?;
                let short = text.strip_prefix("This House ").unwrap_or(text);
                (short.to_owned(), topic.clone())
            }
            Screen::Personas { .. } => {
                let person = self.data.personas.get(at)?;
                let room = cells.saturating_sub(LEAST_NAME).max(24);
                let roles = self.data.personas.iter();
                let widest = roles.map(|one| widgets::width(&one.role)).max();
                let room = widest.unwrap_or(0).min(room);
                let role = widgets::fit(&person.role, room);
                let pad = " ".repeat(room.saturating_sub(widgets::width(&role)));
                (person.name.clone(), format!("{role}{pad}"))
            }
            Screen::Settings | Screen::Card => return None,
        })
    }

    fn beside(&self, listed: &[usize]) -> String {
        let at = listed.get(self.at).copied();
        match self.screen {
            Screen::Motions => match (at, self.own()) {
                (Some(at), _) => self.about_motion(at),
                // In the list it may be cut.
                (None, Some(own)) => format!(
                    "{own}\n\nA motion of your own: the house debates the sentence as it stands."
                ),
                (None, None) => "A motion of your own is a sentence: go on typing.".to_owned(),
            },
            Screen::Personas { .. } => at.map_or_else(String::new, |at| self.about_person(at)),
            Screen::Settings | Screen::Card => String::new(),
        }
    }

    fn about_motion(&self, at: usize) -> String {
        let motion = self.data.motions.get(at);
        motion.map_or_else(String::new, |(_, text, _, background)| {
            format!("{text}.\n\n{}", background.trim())
        })
    }

    fn about_person(&self, at: usize) -> String {
        let person = self.data.personas.get(at);
        person.map_or_else(String::new, |one| {
            format!("{}, {}.\n\n{}", one.name, one.role, one.about)
        })
    }

    /// The text on the row that is chosen, where so much of what the debate takes stands below the rows.
    fn about(&self, takes: &[String]) -> String {
        match self.current() {
            Row::Motion => {
                let known = self.motion.as_ref().and_then(|motion| match motion {
                    MotionChoice::Id(id) => {
                        self.data.motions.iter().position(|(known, ..)| known == id)
                    }
                    MotionChoice::Own(_) => None,
                });
                known.map_or_else(|| self.motion_text(), |at| self.about_motion(at))
            }
            Row::Format => {
                let format = self.data.formats.get(self.format);
                format.map_or_else(String::new, |(_, format)| {
                    format!("{}: {}", format.name, format.summary.trim())
                })
            }
            Row::Seat(seat) => {
                let person = self.lineup.get(seat);
                person.map_or_else(String::new, |at| self.about_person(at))
            }
            Row::Order => {
                let order = self.order.or(self.usual_order());
                order.map_or_else(String::new, |order| {
                    format!("{}: {}.", order.word(), order.describe())
                })
            }
            Row::Seats(_)
            | Row::Model
            | Row::Rounds
            | Row::Pace
            | Row::Scale
            | Row::Polls
            | Row::Floor => String::new(),
            Row::Open => self.about_figures(takes),
        }
    }

    fn settings(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows = self.rows();
        // Below the rows stands what the debate takes, apart from them where there is room for that; what is left then
        // says more of the row that is chosen.
        let free = area.height.saturating_sub(rows.len() as u16 + 2);
        let cells = usize::from(area.width.saturating_sub(4));
        let takes = self.takes(cells, free.into());
        let about = self.about(&takes);
        // While it is worked out, there is room for as much as is told in the end: what lies below stays where it is. It
        // has the row that would stand apart, where it would not be there otherwise.
        let reserved = if takes.is_empty() {
            0
        } else {
            (takes.len() as u16).max(TAKEN)
        };
        let is_roomy = about.is_empty() || free >= reserved + 1 + LEAST_ABOUT;
        let apart = u16::from(reserved > 0 && (is_roomy || free < reserved + LEAST_ABOUT));
        // What it takes has a row in any case: the others scroll.
        let rows_below = free.min(reserved + apart).max(reserved.min(1));
        let needed = rows.len() as u16 + 2 + rows_below;
        let spare = area.height.saturating_sub(needed);
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
        let inner = parts::boxed("The debate", "", Focus::On, area, buf, styles);
        let height = usize::from(inner.height.saturating_sub(rows_below));
        let top = (self.row + 1).saturating_sub(height);
        let hidden = rows.len().saturating_sub(top + height);
        let more = parts::beyond(top, hidden);
        parts::edge(&more, StyleRole::Key, area, buf, styles);
        // What is no setting has no value beside it, and all the room.
        let settings = rows.iter().filter(|row| !matches!(row, Row::Open));
        let names = settings.map(|row| widgets::width(&self.setting(*row).0));
        let most = usize::from(inner.width) * 2 / 5;
        let column = names.max().unwrap_or(0).min(most).max(15);
        for (row, (at, setting)) in rows.iter().enumerate().skip(top).take(height).enumerate() {
            let place = Rect::new(inner.x, inner.y + row as u16, inner.width, 1);
            let (name, value, role) = self.setting(*setting);
            let room = usize::from(inner.width).saturating_sub(column + 3);
            let name = if *setting == Row::Open {
                name
            } else {
                fit_numbered(&name, column)
            };
            let mark = if at == self.row { "▸ " } else { "  " };
            let line = Line::from(vec![
                Span::styled(mark, styles.get(StyleRole::Key)),
                Span::styled(format!("{name:<column$} "), styles.get(role)),
                Span::styled(widgets::fit(&value, room), styles.get(StyleRole::Text)),
            ]);
            widgets::line(&line, place, buf);
            if at == self.row {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
        let apart = usize::from(apart).min(usize::from(rows_below).saturating_sub(takes.len()));
        let below = rows.len().min(height) + apart;
        for (row, text) in (below..).zip(&takes) {
            let place = Rect::new(
                inner.x + 2,
                inner.y + row as u16,
                inner.width.saturating_sub(2),
                1,
            );
            let line = Line::styled(text.as_str(), styles.get(StyleRole::Dim));
            widgets::line(&line, place, buf);
        }
    }

    pub(super) fn setting(&self, row: Row) -> (String, String, StyleRole) {
        let plain = |name: &str, value: String| (name.to_owned(), value, StyleRole::Dim);
        match row {
            Row::Open => (
                "Start the debate".to_owned(),
                String::new(),
                StyleRole::Live,
            ),
            Row::Motion => plain("Motion", self.motion_text()),
            Row::Format => {
                let format = self.data.formats.get(self.format);
                plain(
                    "Format",
                    format.map_or_else(String::new, |(_, format)| {
                        format!("{}: {}", format.name, format.summary)
                    }),
                )
            }
            Row::Seat(seat) => {
                let persona = self
                    .lineup
                    .get(seat)
                    .and_then(|at| self.data.personas.get(at));
                let value = persona.map_or_else(
                    || "drawn by lot".to_owned(),
                    |one| format!("{}, {}", one.name, one.role),
                );
                let (side, number) = self.lineup.place(seat);
                let side = self.sides().get(side);
                let role = side.map_or(StyleRole::House, |side| {
                    labels::stance_role(side.stance_of(number))
                });
                (self.seat_name(seat), value, role)
            }
            Row::Seats(side) => {
                let name = self.sides().get(side).map_or("", |side| side.name.as_str());
                plain(name, format!("{} speakers", self.lineup.of_side(side)))
            }
            Row::Rounds => {
                let usual = self.open_rounds().map_or(1, |(usual, _)| usual);
                plain("Rounds", self.rounds.unwrap_or(usual).to_string())
            }
            Row::Order => {
                let order = self.order.map_or_else(
                    || {
                        let usual = self.usual_order().map_or("", TurnOrder::word);
                        format!("{usual}, as usual in this format")
                    },
                    |order| order.word().to_owned(),
                );
                plain("Order", order)
            }
            Row::Model if self.names_model => plain("Model", format!("{}▌", self.model)),
            Row::Model if self.model.is_empty() && self.data.search == ModelSearch::On => {
                plain("Model", "looking for one …".to_owned())
            }
            Row::Model if self.model.is_empty() && self.data.search == ModelSearch::Nothing => {
                plain(
                    "Model",
                    "none yet (you are asked when you start)".to_owned(),
                )
            }
            Row::Model if self.model.is_empty() => plain("Model", "type its name".to_owned()),
            Row::Model => plain("Model", self.model.clone()),
            Row::Pace => plain("Pace", self.pace.word().to_owned()),
            Row::Scale => {
                let scale = SCALES.get(self.scale).copied().unwrap_or(1.0);
                let told = if (scale - 1.0).abs() < f64::EPSILON {
                    "full (×1)".to_owned()
                } else {
                    format!("×{scale}")
                };
                plain("Length", told)
            }
            Row::Polls => {
                let polls = match self.polls {
                    Polls::EachSpeech => "after each speech",
                    Polls::Ends => "before and after the debate",
                    Polls::Off => "off",
                };
                plain("Polls", polls.to_owned())
            }
            Row::Floor => plain("Floor speeches", self.floor.to_string()),
        }
    }

    fn motion_text(&self) -> String {
        match &self.motion {
            Some(MotionChoice::Own(text)) => text.clone(),
            Some(MotionChoice::Id(id)) => {
                let motion = self.data.motions.iter().find(|(known, ..)| known == id);
                motion.map_or_else(|| id.clone(), |(_, text, ..)| text.clone())
            }
            None => String::new(),
        }
    }
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

fn paragraph(text: &str, area: Rect, buf: &mut Buffer, style: Style) {
    let rows = text
        .lines()
        .flat_map(|line| wrapping::rows(line, area.width.into()));
    for (row, text) in rows.take(area.height.into()).enumerate() {
        let place = Rect::new(area.x, area.y + row as u16, area.width, 1);
        Line::styled(text, style).render(place, buf);
    }
}
