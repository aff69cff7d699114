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
    Lobby, Screen,
    beside::TextBeside,
};

/// From this width on the background of a motion stands beside the list.
const WIDE: u16 = 76;

/// Said of a part that has no model of its own.
const USUAL: &str = "as everything else";

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
        let room = usize::from(area.width).saturating_sub(" Hustings".len());
        let title = Line::from(vec![
            Span::styled(" Hustings", styles.get(StyleRole::Header)),
            Span::styled(widgets::fit(&format!("  {}", self.heading()), room), dim),
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
            Screen::Motion => {
                if let Some(field) = &mut self.motion_field {
                    field.render(body, buf, styles);
                }
            }
            Screen::Server => {
                if let Some(form) = &self.form {
                    form.render(body, buf, styles);
                }
            }
            Screen::Making => {
                if let Some(page) = &self.making {
                    page.render(body, buf, styles);
                }
            }
            Screen::Motions
            | Screen::Personas { .. }
            | Screen::Parts
            | Screen::Models { .. }
            | Screen::Presets => self.list(body, buf, styles),
        }
        if let Some(naming) = &self.naming {
            naming.render(body, buf, styles);
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
        match &self.screen {
            Screen::Motion => "write your motion".to_owned(),
            Screen::Parts => "which models?".to_owned(),
            Screen::Models { part } => format!("which model? {}", self.part_name(part)),
            Screen::Server => "enter a server or a key".to_owned(),
            Screen::Making => "who is to be made of texts?".to_owned(),
            Screen::Presets => "presets".to_owned(),
            Screen::Motions => "what shall be debated?".to_owned(),
            Screen::Settings => "set up the debate".to_owned(),
            Screen::Personas { seat } => format!("who speaks as {}?", self.seat_name(*seat)),
            Screen::Card => "who is this speaker?".to_owned(),
        }
    }

    fn list(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let listed = self.listed();
        let title = match self.screen {
            Screen::Motions => "Motions",
            Screen::Personas { .. } => "Personas",
            Screen::Parts => "Parts",
            Screen::Models { .. } => "Models",
            Screen::Presets => "Presets",
            Screen::Motion | Screen::Settings | Screen::Server | Screen::Making | Screen::Card => {
                ""
            }
        };
        let beside = self.beside(&listed);
        let wide = area.width >= WIDE && !beside.is_empty();
        let left = Rect {
            width: if wide { area.width * 3 / 5 } else { area.width },
            ..area
        };
        let note = widgets::fit_end(&self.filter, usize::from(left.width).saturating_sub(6));
        let note = format!("{note}▏");
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
        if let Some(name) = self.named_model() {
            entries.push((name.to_owned(), "as typed".to_owned()));
        }
        if entries.is_empty() {
            let nothing = match self.screen {
                Screen::Motions => "No motion has these words. A motion of your own is a sentence.",
                Screen::Presets => {
                    "There are none yet: s saves the settings of this debate under a name."
                }
                Screen::Models { .. } => {
                    "No model was found: type the name of one, or enter a server with ctrl-k."
                }
                Screen::Motion
                | Screen::Personas { .. }
                | Screen::Settings
                | Screen::Parts
                | Screen::Server
                | Screen::Making
                | Screen::Card => "Nothing here.",
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
        Some(match &self.screen {
            Screen::Parts => {
                let part = self.parts().get(at)?.clone();
                let room = cells.saturating_sub(LEAST_NAME).max(12);
                let usual = if room < USUAL.len() {
                    "as all else"
                } else {
                    USUAL
                };
                let model = self.model_of(&part).unwrap_or(usual);
                (self.part_name(&part), widgets::fit(model, room))
            }
            Screen::Models { part } => {
                let name = self.offered(part).get(at)?.clone();
                let is_held = self.model_of(part) == Some(name.as_str());
                (name, if is_held { "now" } else { "" }.to_owned())
            }
            Screen::Presets => {
                let preset = self.data.presets.get(at)?;
                // What a preset sets is told beside its name as far as that leaves room.
                let name = widgets::width(&preset.name).min(LEAST_NAME);
                let room = cells.saturating_sub(name + 4).max(12);
                (
                    preset.name.clone(),
                    widgets::fit(&Self::preset_told(preset), room),
                )
            }
            Screen::Motions => {
                let (_, text, topic, _) = self.data.motions.get(at)?;
                let short = text.strip_prefix("This House ").unwrap_or(text);
                (short.to_owned(), topic.clone())
            }
            Screen::Personas { .. } => {
                let person = self.data.personas.get(at)?;
                // A name is told whole, and of the role what there is room for beside it.
                let people = || self.data.personas.iter();
                let names = people().map(|one| widgets::width(&one.name)).max();
                let name = names.unwrap_or(0).min(LEAST_NAME);
                let widest = people().map(|one| widgets::width(&one.role)).max();
                let room = cells.saturating_sub(name + 4);
                let room = widest.unwrap_or(0).min(room);
                let role = widgets::fit(&person.role, room);
                let pad = " ".repeat(room.saturating_sub(widgets::width(&role)));
                (person.name.clone(), format!("{role}{pad}"))
            }
            Screen::Motion | Screen::Settings | Screen::Server | Screen::Making | Screen::Card => {
                return None;
            }
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
            Screen::Motion
            | Screen::Settings
            | Screen::Parts
            | Screen::Models { .. }
            | Screen::Server
            | Screen::Making
            | Screen::Presets
            | Screen::Card => String::new(),
        }
    }

    pub(super) fn about_motion(&self, at: usize) -> String {
        let motion = self.data.motions.get(at);
        motion.map_or_else(String::new, |(_, text, _, background)| {
            format!("{text}.\n\n{}", background.trim())
        })
    }

    pub(super) fn about_person(&self, at: usize) -> String {
        let person = self.data.personas.get(at);
        person.map_or_else(String::new, |one| {
            let corpus = one.about_corpus();
            let corpus = corpus.map_or_else(String::new, |corpus| format!("\n\n{corpus}"));
            format!("{}, {}.\n\n{}{corpus}", one.name, one.role, one.about)
        })
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
