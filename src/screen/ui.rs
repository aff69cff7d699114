//! The view state, beside the debate itself: which pane the keys go to, the place in the transcript, what lies over the
//! chamber, what was sent and not yet answered, what is said to the viewer. Nothing of it is in the journal.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{
    desk::Desk,
    keymap::Keymap,
    layout::Pane,
    overlay::{self, Candidates, Draft, Drafts, Overlay, WhatElse},
    panes::situation::{ChamberMode, Situation},
    scrolling::{PaneScroll, Scrollable},
    style::{ColorSupport, StyleRole, Styles},
    transcript::Transcript,
};
use crate::debate::{DebateState, ids::CommandId};

/// A command that was sent and has not been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingCommand {
    /// The id of the command.
    pub id: CommandId,
    /// The draft that was typed for the command; it comes back if the command is refused.
    pub draft: Option<Draft>,
    /// The words to the viewer once the command is done; nothing where the screen shows it anyhow.
    pub done: Option<String>,
    /// The remark that goes with the answer.
    pub remark: Option<String>,
}

/// A theme to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThemeStyles {
    /// The name of the theme.
    pub name: String,
    /// The styles of the theme.
    pub styles: Styles,
}

/// The view state.
pub struct Ui {
    /// The pane that the keys go to.
    pub focus: Pane,
    /// The pane beside the transcript where there is room for one.
    pub tab: Pane,
    /// The transcript and the place in it.
    pub transcript: Transcript,
    /// The places in the panes beside it.
    pub panes: PaneScrolls,
    /// The places of what was drawn last, for the mouse.
    pub(crate) places: Places,
    /// The overlay over the chamber.
    pub overlay: Option<Box<dyn Overlay>>,
    /// The page that has made way for the overlay, and is there again when that goes.
    pub(crate) behind: Option<Box<dyn Overlay>>,
    /// The words that a page has proposed: where nobody has changed them they are no draft.
    pub(crate) proposed: Option<String>,
    /// The page that was closed and stays as it is for the next time.
    pub(crate) kept: Option<Box<dyn Overlay>>,
    /// The desk, at which a person in a seat speaks and answers.
    pub desk: Desk,
    /// The drafts that were typed and not sent.
    pub drafts: Drafts,
    /// Commands without an answer.
    pub waiting: Vec<PendingCommand>,
    /// The message to the viewer until the next key; all but errors go by themselves after a while.
    pub message: Option<(String, StyleRole)>,
    /// The keys in force.
    pub keymap: Keymap,
    /// Live or replayed.
    pub mode: ChamberMode,
    /// Milliseconds since the last record, while the debate runs.
    pub waited_ms: u64,
    /// Whether whoever leaves a debate that is over is asked what comes next.
    pub asks_what_next: bool,
    /// Whether an engine is there that puts questions, though the debate is over.
    pub takes_questions: bool,
    /// The people who can be put in a seat of a branch.
    pub candidates: Candidates,
    /// The other debates that can be seen from here.
    pub what_else: WhatElse,
    /// Whether a running debate can be left open for a branch of it.
    pub can_be_left_open: bool,
    looks: Vec<ThemeStyles>,
    look: usize,
    plain: Styles,
    last_id: u64,
}

impl fmt::Debug for Ui {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ui")
            .field("focus", &self.focus)
            .field("tab", &self.tab)
            .field(
                "overlay",
                &self
                    .overlay
                    .as_ref()
                    .map(|overlay| overlay.title().to_owned()),
            )
            .field("waiting", &self.waiting)
            .field("message", &self.message)
            .finish_non_exhaustive()
    }
}

impl Ui {
    /// The view of a debate that has just been opened. Without `looks` the built-in ones are used.
    pub fn new(mode: ChamberMode, keymap: Keymap, looks: Vec<ThemeStyles>) -> Self {
        Self {
            focus: Pane::Transcript,
            tab: Pane::Speakers,
            transcript: Transcript::default(),
            panes: PaneScrolls::default(),
            places: Places::default(),
            overlay: None,
            behind: None,
            proposed: None,
            kept: None,
            desk: Desk::default(),
            drafts: Drafts::default(),
            waiting: Vec::new(),
            message: None,
            keymap,
            mode,
            waited_ms: 0,
            asks_what_next: false,
            takes_questions: false,
            candidates: Candidates::default(),
            what_else: WhatElse::default(),
            can_be_left_open: false,
            looks,
            look: 0,
            plain: Styles::plain(ColorSupport::from_env()),
            last_id: 0,
        }
    }

    /// An engine is there that puts questions, though the debate is over: the first is asked for at once, with what was
    /// begun of it.
    pub(crate) fn take_questions(&mut self, state: &DebateState, begun: Option<Draft>) {
        self.takes_questions = true;
        let goes_on = begun
            .as_ref()
            .is_some_and(|draft| draft.text.ends_with(' '));
        let mut asked = overlay::ask(state, begun);
        // A line that is put into a field loses the space at its end.
        if goes_on {
            asked.on_key(KeyEvent::from(KeyCode::Char(' ')));
        }
        self.open(asked);
    }

    /// The looks in force.
    pub fn styles(&self) -> &Styles {
        self.looks
            .get(self.look)
            .map_or(&self.plain, |look| &look.styles)
    }

    /// Takes the next theme.
    pub(crate) fn next_look(&mut self) {
        if self.looks.is_empty() {
            self.say("there is only this theme", StyleRole::Notice);
            return;
        }
        self.look = (self.look + 1) % self.looks.len();
        if let Some(look) = self.looks.get(self.look) {
            let text = format!("theme: {}", look.name);
            self.say(text, StyleRole::Notice);
        }
    }

    /// The place of the theme that is on.
    pub(crate) fn look(&self) -> usize {
        self.look
    }

    /// Takes the theme at that place.
    pub(crate) fn take_look(&mut self, look: usize) {
        if look < self.looks.len() {
            self.look = look;
        }
    }

    /// The names of the themes, in their order.
    pub(crate) fn look_names(&self) -> impl Iterator<Item = &str> {
        self.looks.iter().map(|look| look.name.as_str())
    }

    /// The situation that decides which keys do something.
    pub fn situation<'a>(&'a self, state: &'a DebateState) -> Situation<'a> {
        Situation {
            state,
            mode: self.mode,
            scroll: self.transcript.scroll,
            search: self.transcript.search.as_ref(),
            asks_what_next: self.asks_what_next,
            has_beside: self.what_else.has_beside,
            is_paired: self.what_else.is_paired,
            own_seat: self.desk.own(),
        }
    }

    /// Whether people are asked at this terminal: the debate is steered from here, or a seat of it was taken here.
    pub(crate) fn has_desk(&self) -> bool {
        self.mode.is_live() || self.desk.own().is_some() && !self.mode.is_left()
    }

    /// Whether the keys go to the desk.
    pub(crate) fn types_at_desk(&self) -> bool {
        self.has_desk() && self.desk.takes_keys()
    }

    /// The ids of the commands begin behind this one.
    pub(crate) fn begin_ids_behind(&mut self, first: CommandId) {
        self.last_id = self.last_id.max(first.0);
    }

    /// The pane that has the focus, as the keys scroll it.
    pub(crate) fn in_focus(&mut self) -> &mut dyn Scrollable {
        self.scrolled(self.focus)
    }

    /// A pane, as it is scrolled.
    pub(crate) fn scrolled(&mut self, pane: Pane) -> &mut dyn Scrollable {
        match self.panes.of(pane) {
            Some(pane) => pane,
            None => &mut self.transcript,
        }
    }

    /// Says something to the viewer until the next key.
    pub fn say(&mut self, text: impl Into<String>, role: StyleRole) {
        self.message = Some((text.into(), role));
    }

    /// The id for the next command.
    pub(crate) fn next_id(&mut self) -> CommandId {
        self.last_id += 1;
        CommandId(self.last_id)
    }

    /// Lays something over the chamber; what was typed in an overlay already there is kept.
    pub fn open(&mut self, overlay: Box<dyn Overlay>) {
        self.close_keeping();
        let behind = self.behind.take();
        self.keep(behind);
        self.overlay = Some(overlay);
    }

    /// Lays something over the page that lies over the chamber, which makes way for it until it goes.
    pub(crate) fn open_before(&mut self, overlay: Box<dyn Overlay>, proposed: Option<&str>) {
        let page = self.overlay.take();
        self.open(overlay);
        self.behind = page;
        self.proposed = proposed.map(|text| text.trim().to_owned());
    }

    /// Has the page back that has made way for what is gone.
    pub(crate) fn bring_back(&mut self) {
        self.overlay = self.overlay.take().or_else(|| self.behind.take());
    }

    /// Takes the overlay away and keeps what was typed in it, or all of it where it is to stay as it is.
    pub(crate) fn close_keeping(&mut self) {
        if let Some(overlay) = self.overlay.take() {
            let proposed = self.proposed.take();
            let is_own = |draft: &Draft| Some(draft.text.trim()) != proposed.as_deref();
            self.drafts.keep(overlay.draft().filter(is_own));
            self.keep(Some(overlay));
        }
    }

    /// Keeps a page for the next time where it is one to be kept.
    fn keep(&mut self, page: Option<Box<dyn Overlay>>) {
        if let Some(page) = page.filter(|page| page.is_kept()) {
            self.kept = Some(page);
        }
    }
}

/// The places of what was drawn last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    /// The panes.
    pub(crate) panes: Vec<(Rect, Pane)>,
    /// The names of panes.
    pub(crate) tabs: Vec<(Rect, Pane)>,
    /// The line of time of a replay.
    pub(crate) track: Option<Rect>,
}

/// The places in all panes beside the transcript.
#[derive(Debug, Clone, Copy, Default)]
pub struct PaneScrolls {
    /// The place in the pane of the speakers.
    pub speakers: PaneScroll,
    /// The place in the upper one at the right.
    pub upper: PaneScroll,
    /// The place in the lower one at the right.
    pub lower: PaneScroll,
}

impl PaneScrolls {
    /// The place in a pane; nothing for the transcript, which keeps its own.
    fn of(&mut self, pane: Pane) -> Option<&mut PaneScroll> {
        match pane {
            Pane::Transcript => None,
            Pane::Speakers => Some(&mut self.speakers),
            Pane::Upper => Some(&mut self.upper),
            Pane::Lower => Some(&mut self.lower),
        }
    }
}
