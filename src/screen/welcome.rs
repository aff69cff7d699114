//! The one question that is asked where there is no model to speak: fetch one that runs in the program, or set
//! up a server. Then how far the fetching is. What is fetched, and how, is known elsewhere.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{
    hint::hints,
    parts,
    style::{StyleRole, Styles},
    widgets,
};

/// The text is not wider than this.
const WIDTH: u16 = 84;

/// A model that can be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The name of the model.
    pub name: String,
    /// The size of the model, for people.
    pub size: String,
    /// The facts to be known before the model is fetched.
    pub plan: Vec<String>,
}

/// The wish of the viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// To fetch the model of this name.
    Fetch(String),
    /// To enter a server in the lobby.
    EnterServer,
    /// To stop the fetching.
    Stop,
    /// To leave the program.
    Leave,
}

/// The progress of a fetch.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FetchProgress {
    /// The work that is being done, in words.
    pub what: String,
    /// The share of the work that is done, from 0 to 1, where it can be known.
    pub share: Option<f64>,
    /// The progress in words: sizes, and the time that is left.
    pub amount: String,
}

#[derive(Debug, Clone, PartialEq)]
enum WelcomePage {
    Asking,
    Server,
    Fetching(String, FetchProgress),
    Stopping,
}

/// What is done once there is a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFetch {
    /// A debate is begun that was asked for in the shell, where whoever leaves is back.
    Begin,
    /// A debate is opened from the lobby.
    Open,
    /// Speakers are invented, for the lobby.
    Invent,
}

impl AfterFetch {
    fn told(self) -> &'static str {
        match self {
            Self::Begin | Self::Open => "The debate begins when it is there.",
            Self::Invent => "The speakers are invented when it is there.",
        }
    }

    /// The word for what happens to whoever fetches nothing.
    fn else_word(self) -> &'static str {
        match self {
            Self::Begin => "leave",
            Self::Open | Self::Invent => "back",
        }
    }
}

/// The question, and how far the fetching is.
#[derive(Debug)]
pub struct Welcome {
    after: AfterFetch,
    offers: Vec<Offer>,
    at: usize,
    page: WelcomePage,
    /// The reason why the model was not fetched.
    failed: Option<String>,
    /// The first line in sight, where somebody has scrolled; else the choice is kept in sight.
    top: Option<usize>,
    /// As last drawn.
    drawn: Drawn,
}

/// The rows that were in sight.
#[derive(Debug, Clone, Copy, Default)]
struct Drawn {
    top: usize,
    rows: usize,
}

impl Welcome {
    /// Offers these models, the first of which is the one to take.
    pub fn new(offers: Vec<Offer>, after: AfterFetch) -> Self {
        Self {
            after,
            offers,
            at: 0,
            page: WelcomePage::Asking,
            failed: None,
            top: None,
            drawn: Drawn::default(),
        }
    }

    /// Fetching has come so far.
    pub fn step(&mut self, step: FetchProgress) {
        if let WelcomePage::Fetching(_, now) = &mut self.page {
            *now = step;
        }
    }

    /// Nothing was fetched, and why.
    pub fn failed(&mut self, why: Option<String>) {
        self.failed = why;
        self.go(WelcomePage::Asking);
    }

    /// A key was pressed.
    pub fn on_key(&mut self, key: KeyEvent) -> Option<Wish> {
        let out = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
        match (&self.page, key.code) {
            (WelcomePage::Fetching(..), KeyCode::Esc | KeyCode::Char('q')) => {
                return Some(self.stop());
            }
            (WelcomePage::Fetching(..), _) if out => return Some(self.stop()),
            (WelcomePage::Fetching(..) | WelcomePage::Stopping, _) => {}
            _ if out => return Some(Wish::Leave),
            (_, KeyCode::PageUp) => self.scroll(usize::saturating_sub),
            (_, KeyCode::PageDown) => self.scroll(|top, page| top + page),
            (WelcomePage::Server, KeyCode::Up) => self.scroll(|top, _| top.saturating_sub(1)),
            (WelcomePage::Server, KeyCode::Down) => self.scroll(|top, _| top + 1),
            (WelcomePage::Server, KeyCode::Esc | KeyCode::Char('q')) => {
                self.go(WelcomePage::Asking);
            }
            (WelcomePage::Asking, KeyCode::Esc | KeyCode::Char('q')) => return Some(Wish::Leave),
            (WelcomePage::Asking, KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k')) => {
                self.choose(self.at.checked_sub(1).unwrap_or(self.offers.len()));
            }
            (WelcomePage::Asking, KeyCode::Down | KeyCode::Tab | KeyCode::Char('j')) => {
                self.choose((self.at + 1) % (self.offers.len() + 1));
            }
            (WelcomePage::Asking, KeyCode::Char(digit @ '1'..='9')) => {
                let chosen = digit.to_digit(10).unwrap_or(1) as usize - 1;
                if chosen <= self.offers.len() {
                    self.choose(chosen);
                    return self.take();
                }
            }
            (WelcomePage::Asking, KeyCode::Enter) => return self.take(),
            // Whoever gives a number and then Enter has not read yet what to type for a server.
            (WelcomePage::Server | WelcomePage::Asking, _) => {}
        }
        None
    }

    fn take(&mut self) -> Option<Wish> {
        let Some(offer) = self.offers.get(self.at) else {
            // There is a form for it in the lobby.
            if self.after != AfterFetch::Begin {
                return Some(Wish::EnterServer);
            }
            self.go(WelcomePage::Server);
            return None;
        };
        let name = offer.name.clone();
        self.failed = None;
        self.go(WelcomePage::Fetching(
            name.clone(),
            FetchProgress::default(),
        ));
        Some(Wish::Fetch(name))
    }

    fn stop(&mut self) -> Wish {
        self.go(WelcomePage::Stopping);
        Wish::Stop
    }

    fn go(&mut self, page: WelcomePage) {
        self.page = page;
        self.top = None;
    }

    fn choose(&mut self, at: usize) {
        self.at = at;
        self.top = None;
    }

    /// To the line that comes of the first one in sight and the length of a page.
    fn scroll(&mut self, to: fn(usize, usize) -> usize) {
        let page = self.drawn.rows.saturating_sub(1).max(1);
        self.top = Some(to(self.drawn.top, page));
    }

    /// Draws it over the whole of `area`.
    pub fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        buf.set_style(area, styles.get(StyleRole::Text));
        let [body, footer] = parts::rows(area, [area.height.saturating_sub(1), 1]);
        let width = body.width.saturating_sub(2).min(WIDTH);
        // The lines, and which of them is to be in sight.
        let (lines, chosen) = match &self.page {
            WelcomePage::Asking => self.question(width.into(), styles),
            WelcomePage::Server => (server(width.into(), styles), 0),
            WelcomePage::Fetching(name, step) => {
                let lines = fetching((name, step), self.after.told(), width.into(), styles);
                (lines, 0)
            }
            WelcomePage::Stopping => {
                let line = Line::styled("Stopping …", styles.get(StyleRole::Dim));
                (vec![line], 0)
            }
        };
        let rows = lines.len().min(body.height.into());
        let below = lines.len() - rows;
        let top = self.top.unwrap_or((chosen + 1).saturating_sub(rows));
        let top = top.min(below);
        self.drawn = Drawn { top, rows };
        let place = widgets::centred(body, width, rows as u16);
        for (row, line) in lines.iter().skip(top).take(rows).enumerate() {
            let at = Rect::new(place.x, place.y + row as u16, place.width, 1);
            widgets::line(line, at, buf);
        }
        let leave = self.after.else_word();
        let keys = match self.page {
            // All of them fit into 40 columns.
            WelcomePage::Asking if below > 0 => hints([
                ("enter", "take"),
                ("↑↓", "move"),
                ("q", leave),
                ("pgdn", "read"),
            ]),
            WelcomePage::Asking => hints([("enter", "choose"), ("↑↓", "move"), ("q", leave)]),
            WelcomePage::Server if below > 0 => hints([("↑↓", "scroll"), ("q", "back")]),
            WelcomePage::Server => hints([("q", "back")]),
            WelcomePage::Fetching(..) => hints([("esc", "stop; what has come is kept")]),
            WelcomePage::Stopping => Vec::new(),
        };
        parts::keys(&keys, footer, buf, styles);
    }

    fn question(&self, width: usize, styles: &Styles) -> (Vec<Line<'static>>, usize) {
        let dim = styles.get(StyleRole::Dim);
        let mut lines = vec![
            Line::styled("No model was found yet", styles.get(StyleRole::Title)),
            Line::default(),
        ];
        if let Some(why) = &self.failed {
            lines.extend(wrapped(why, width, "", styles.get(StyleRole::Warning)));
            lines.push(Line::default());
        } else {
            let why = "No key, no configured server and none running on this machine was found. \
                       A small model can run in the program itself:";
            lines.extend(wrapped(why, width, "", styles.get(StyleRole::Text)));
            lines.push(Line::default());
        }
        let titles = self
            .offers
            .iter()
            .map(|offer| format!("fetch {} ({})", offer.name, offer.size))
            .chain([if self.after == AfterFetch::Begin {
                "use a server: what to type".to_owned()
            } else {
                "enter a server or a key".to_owned()
            }]);
        let chosen = lines.len() + self.at;
        for (row, title) in titles.enumerate() {
            let mark = if row == self.at { "▸" } else { " " };
            let mut line = Line::from(vec![
                Span::styled(format!("{mark} {} ", row + 1), styles.get(StyleRole::Key)),
                Span::styled(title, styles.get(StyleRole::Text)),
            ]);
            if row == self.at {
                line = line.patch_style(styles.get(StyleRole::Selection));
            }
            lines.push(line);
        }
        if let Some(offer) = self.offers.get(self.at) {
            lines.push(Line::default());
            for said in &offer.plan {
                lines.extend(wrapped(said, width, "  ", dim));
            }
        }
        (lines, chosen)
    }
}

fn server(width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let (title, text, key) = (
        styles.get(StyleRole::Title),
        styles.get(StyleRole::Text),
        styles.get(StyleRole::Key),
    );
    let mut lines = vec![Line::styled("To use a server", title), Line::default()];
    let ways: [(&str, &[&str]); 3] = [
        (
            "An OpenAI-compatible service: press q, then run",
            &["export OPENAI_API_KEY=…", "hustings"],
        ),
        (
            "Another address, or a server on this machine:",
            &["hustings --base-url http://127.0.0.1:8080/v1"],
        ),
        (
            "For good, in config.toml (hustings check says where it is looked for):",
            &[
                "[providers.mine]",
                "base_url = \"http://127.0.0.1:8080/v1\"",
            ],
        ),
    ];
    for (what, typed) in ways {
        lines.extend(wrapped(what, width, "", text));
        lines.extend(
            typed
                .iter()
                .map(|line| Line::styled(format!("    {line}"), key)),
        );
        lines.push(Line::default());
    }
    lines.pop();
    lines
}

fn fetching(
    (name, step): (&str, &FetchProgress),
    then: &str,
    width: usize,
    styles: &Styles,
) -> Vec<Line<'static>> {
    let dim = styles.get(StyleRole::Dim);
    let mut lines = vec![
        Line::styled(format!("Fetching {name}"), styles.get(StyleRole::Title)),
        Line::default(),
    ];
    if let Some(share) = step.share {
        let cells = width.min(60);
        lines.push(Line::from(widgets::bar(
            share,
            cells,
            styles.get(StyleRole::Live),
            dim,
        )));
    }
    lines.push(Line::styled(
        step.amount.clone(),
        styles.get(StyleRole::Text),
    ));
    lines.extend(wrapped(&step.what, width, "", dim));
    lines.push(Line::default());
    lines.extend(wrapped(then, width, "", dim));
    lines
}

fn wrapped(text: &str, width: usize, indent: &'static str, style: Style) -> Vec<Line<'static>> {
    let options = super::wrapping::options(width.max(8))
        .initial_indent(indent)
        .subsequent_indent(indent);
    textwrap::wrap(text, options)
        .into_iter()
        .map(|line| Line::styled(line.into_owned(), style))
        .collect()
}

#[cfg(test)]
#[path = "welcome/tests.rs"]
mod tests;
