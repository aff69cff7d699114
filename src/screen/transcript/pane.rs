//! The pane titled Transcript: draws the rows that are on the screen, who is speaking above them, what lies
//! below, and what was found.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::Widget,
};

use super::{
    beside,
    cache::RowCache,
    scroll::{Anchor, Scroll},
    search::{self, Part, SearchMatch, TextSearch, Typing, WrapAround},
    view::TranscriptView,
    waiting,
    wrap::TranscriptRow,
};
use crate::{
    blocks::running,
    catalog::Task,
    debate::{
        DebateState,
        ids::TurnId,
        state::{InterventionProgress, TranscriptEntry, Turn},
    },
    labels, parts,
    scrolling::Scrollable,
    style::{StyleRole, Styles},
    widgets::{self, fit, width},
};

/// The transcript and the place in it.
#[derive(Debug, Default)]
pub struct Transcript {
    /// The wrapped rows.
    pub cache: RowCache,
    /// The place on the screen.
    pub scroll: Scroll,
    /// The search, if there is any.
    pub search: Option<TextSearch>,
    height: usize,
    /// The entry and the words to go to, once the rows are up to the state.
    wanted: Option<(TranscriptEntry, String)>,
    /// The first row for whoever follows, where the end is not what goes on.
    going_on: Option<usize>,
    /// Whether the verdict was there when the rows were last brought up to the state, and nobody has jumped since.
    divided: bool,
}

impl Transcript {
    /// Draws the pane with its frame.
    pub fn render(&mut self, area: Rect, buf: &mut Buffer, view: TranscriptView<'_>) {
        let styles = view.styles;
        let mut block = widgets::pane("Transcript", view.focus, styles);
        let inner = block.inner(area);
        let whole = inner_text(inner);
        let awaited = waiting::awaited(view.state, view.now_ms);
        let text = Rect {
            height: whole.height - waiting::rows(awaited.as_deref(), (whole.width, whole.height)),
            ..whole
        };
        self.ensure(view.state, text, styles);
        self.go_to_wanted(view.state);
        let top = self.top();
        if let Some(title) = self.sticky(view, top, area) {
            block = block.title_top(title);
        }
        let below = self.cache.len().saturating_sub(top + self.height);
        if below > 0 {
            let text = format!(" {} ", parts::below(below));
            block = block.title_bottom(
                Line::from(Span::styled(text, styles.get(StyleRole::Key))).right_aligned(),
            );
        }
        if let Some(search) = &self.search {
            block = block.title_bottom(self.search_line(search, view, area));
        }
        block.render(area, buf);
        if self.cache.is_empty() {
            empty(text, buf, view);
            if let Some(awaited) = &awaited {
                waiting::below(awaited, (whole, 1.min(text.height)), buf, styles);
            }
            return;
        }
        for (y, (_, _, row)) in (text.y..).zip(self.cache.window(top, self.height)) {
            buf.set_line(text.x, y, &row.line, text.width);
        }
        let used = self.cache.len().saturating_sub(top) as u16;
        if used < text.height {
            let rest = Rect {
                y: text.y + used,
                height: text.height - used,
                ..text
            };
            waiting::render(rest, buf, view);
        }
        if let Some(awaited) = &awaited {
            waiting::below(awaited, (whole, used.min(text.height)), buf, styles);
        }
        self.highlight(text, buf, top, styles);
        self.thumb(area, buf, top, styles);
    }

    /// Brings the rows up to the state for a place of that size, and keeps what is read where it is.
    pub fn ensure(&mut self, state: &DebateState, text: Rect, styles: &Styles) {
        self.height = usize::from(text.height);
        let wide = usize::from(text.width);
        let before = match self.scroll {
            Scroll::At(anchor) if self.cache.width() != wide => {
                Some((anchor, self.cache.entry(anchor.entry).len()))
            }
            Scroll::At(_) | Scroll::Follow => None,
        };
        self.cache.ensure(state, wide, styles);
        if let Some((Anchor { entry, .. }, rows)) = before {
            self.scroll = self.scroll.reflowed(rows, self.cache.entry(entry).len());
        }
        self.stop_at_verdict(state);
        self.going_on = self.going_on(state);
    }

    /// The first row on the screen.
    fn top(&self) -> usize {
        match (self.scroll, self.going_on) {
            (Scroll::Follow, Some(row)) => row,
            (Scroll::Follow | Scroll::At(_), _) => self.scroll.top(&self.cache, self.height),
        }
    }

    /// The first row with which both can be seen: the last words of a turn that goes on, and the beginning of what was
    /// answered below it meanwhile. `None` where the end of the transcript shows those words anyway, or the answer is
    /// still coming.
    fn going_on(&self, state: &DebateState) -> Option<usize> {
        let turn = state.floor().or_else(|| state.reader())?;
        let is_it = |entry: &TranscriptEntry| entry.turn() == Some(turn.id);
        let at = state.entries.iter().rposition(is_it)?;
        let is_coming = |entry: &TranscriptEntry| {
            let TranscriptEntry::Intervention(id) = entry else {
                return false;
            };
            let item = state.intervention(*id);
            item.is_some_and(|item| item.progress == InterventionProgress::Put)
        };
        if state.entries.iter().skip(at + 1).any(is_coming) {
            return None;
        }
        // Behind its last words stands an empty row.
        let end = self.cache.start(at + 1).saturating_sub(1);
        let last = Scroll::Follow.top(&self.cache, self.height);
        (end <= last).then(|| end.saturating_sub(self.height / 2))
    }

    /// Whoever follows sees a verdict from its beginning, where the result is, however long it is.
    fn stop_at_verdict(&mut self, state: &DebateState) {
        let verdict = state.entries.iter().rposition(|entry| match entry {
            TranscriptEntry::Division | TranscriptEntry::Scores | TranscriptEntry::HouseThen => {
                true
            }
            TranscriptEntry::Turn(id) => state.turn(*id).is_some_and(|turn| {
                turn.task == Task::Synthesis && turn.work.is_some() && !turn.is_struck()
            }),
            TranscriptEntry::Phase(_)
            | TranscriptEntry::Intervention(_)
            | TranscriptEntry::Notice(_)
            | TranscriptEntry::Chosen(_)
            | TranscriptEntry::Round(_)
            | TranscriptEntry::Judgement(_)
            | TranscriptEntry::Granted
            | TranscriptEntry::Outcomes
            | TranscriptEntry::FollowUp(_) => false,
        });
        let before = std::mem::replace(&mut self.divided, verdict.is_some());
        if let Some(at) = verdict
            && !before
            && self.scroll == Scroll::Follow
        {
            self.scroll = Scroll::to(&self.cache, self.height, self.cache.start(at));
        }
    }

    /// To the end, and on with it.
    pub fn follow(&mut self) {
        self.scroll = Scroll::Follow;
    }

    /// To what is on at another place of a replay: the verdict from its beginning, where it has been reached.
    pub(crate) fn follow_from_there(&mut self) {
        self.divided = false;
        self.follow();
    }

    /// To these words of an entry, which are marked as if somebody had searched for them; to its beginning where there are none.
    pub(crate) fn go_to_words(&mut self, entry: TranscriptEntry, words: String) {
        self.wanted = Some((entry, words));
    }

    fn go_to_wanted(&mut self, state: &DebateState) {
        let Some((entry, words)) = self.wanted.take() else {
            return;
        };
        let Some(at) = state.entries.iter().position(|one| *one == entry) else {
            return;
        };
        self.search = Some(TextSearch::found(&words));
        let places = self.places();
        if let Some(found) = places.iter().position(|found| found.entry == at) {
            self.go_to_place(&places, found, None);
        } else {
            self.search = None;
            self.scroll = self.fixed(self.cache.start(at));
        }
    }

    /// To the next speech (1), or to the beginning of this one or of the one before (-1).
    pub fn speech(&mut self, state: &DebateState, direction: isize) {
        let top = self.top();
        let mut starts = state
            .entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.turn().is_some())
            .map(|(at, _)| self.cache.start(at));
        let row = if direction > 0 {
            starts.find(|start| *start > top)
        } else {
            starts.take_while(|start| *start < top).last()
        };
        match (row, direction > 0) {
            (Some(row), _) => self.scroll = Scroll::to(&self.cache, self.height, row),
            (None, true) => self.follow(),
            (None, false) => self.scroll_to_top(),
        }
    }

    /// The turn on the screen: at its first row, or the last one before it.
    pub(crate) fn turn_in_sight(&self, state: &DebateState) -> Option<TurnId> {
        let row = match (self.scroll, self.going_on) {
            (Scroll::Follow, None) => self.cache.len().saturating_sub(1),
            (Scroll::Follow | Scroll::At(_), _) => self.top() + self.height / 3,
        };
        let (entry, _) = self.cache.locate(row);
        let upto = state.entries.get(..=entry).unwrap_or(&state.entries);
        upto.iter().rev().find_map(|entry| entry.turn())
    }

    /// Goes to the first place found at or below the first row on the screen; round the end to the beginning.
    pub(crate) fn go_to_first_match(&mut self) {
        let top = self.top();
        let places = self.places();
        let at = places.iter().position(|found| self.row_of(found) >= top);
        let wrapped = at.is_none().then_some(WrapAround::ToTop);
        self.go_to_place(&places, at.unwrap_or(0), wrapped);
    }

    /// Goes to the next match (1), or to the one before (-1); round either end to the other.
    pub(crate) fn go_to_match(&mut self, direction: isize) {
        let Some(current) = self.search.as_ref().and_then(|search| search.current) else {
            self.go_to_first_match();
            return;
        };
        let places = self.places();
        let last = places.len().saturating_sub(1);
        let (next, round, wrapped) = if direction > 0 {
            let next = Some(current + 1).filter(|at| *at <= last);
            (next, 0, WrapAround::ToTop)
        } else {
            let before = current.checked_sub(1).map(|at| at.min(last));
            (before, last, WrapAround::ToBottom)
        };
        // Where there is but one place, no key leads anywhere.
        let wrapped = (next.is_none() && last > 0).then_some(wrapped);
        self.go_to_place(&places, next.unwrap_or(round), wrapped);
    }

    fn places(&self) -> Vec<SearchMatch> {
        let search = self.search.as_ref();
        search.map_or_else(Vec::new, |search| search.places(&self.cache))
    }

    fn row_of(&self, found: &SearchMatch) -> usize {
        self.cache.start(found.entry) + found.line
    }

    fn go_to_place(&mut self, places: &[SearchMatch], at: usize, wrapped: Option<WrapAround>) {
        let Some(found) = places.get(at) else {
            return;
        };
        // What was found near the end must stay there while text comes in.
        self.scroll = self.fixed(self.row_of(found).saturating_sub(self.lead_in()));
        if let Some(search) = &mut self.search {
            search.current = Some(at);
            search.wrapped = wrapped;
        }
    }

    /// That row at the top, or as near as can be, whatever comes.
    fn fixed(&self, top: usize) -> Scroll {
        let last = self.cache.len().saturating_sub(self.height);
        let (entry, line) = self.cache.locate(top.min(last));
        Scroll::At(Anchor { entry, line })
    }

    /// Rows shown above a place that was found.
    fn lead_in(&self) -> usize {
        self.height / 3
    }

    /// The name of whoever is speaking, where it has left the screen.
    fn sticky(&self, view: TranscriptView<'_>, top: usize, area: Rect) -> Option<Line<'static>> {
        let (entry, line) = self.cache.locate(top);
        let Some(TranscriptEntry::Turn(id)) = view.state.entries.get(entry) else {
            return None;
        };
        let alone = |turn: &&Turn| line > 0 && !beside::is_in_band(view.state, turn);
        let turn = view.state.turn(*id).filter(alone)?;
        let room = usize::from(area.width).saturating_sub(17);
        let mut text = view.state.speaker_in(turn);
        let title = labels::title(view.state, &turn.seat);
        if !title.is_empty() {
            text = format!("{text} · {title}");
        }
        let style = view.styles.get(labels::role(view.state, &turn.seat));
        (room > 8).then(|| {
            Line::from(Span::styled(format!(" {} ", fit(&text, room)), style)).right_aligned()
        })
    }

    fn search_line(
        &self,
        search: &TextSearch,
        view: TranscriptView<'_>,
        area: Rect,
    ) -> Line<'static> {
        let places = search.places(&self.cache).len();
        let at = search.current.filter(|at| *at < places);
        let cursor = match search.typing {
            Typing::Yes => "▌",
            Typing::No => "",
        };
        let wrapped = search.wrapped.filter(|_| at.is_some());
        // Beside what stands at the right end of the frame.
        let free = usize::from(area.width).saturating_sub(26);
        let wrapped = wrapped.map_or_else(String::new, |to| {
            let (whole, short) = to.describe();
            let is_narrow = free < width(whole) + 10;
            format!(" · {}", if is_narrow { short } else { whole })
        });
        let count = match places {
            0 if search.query.trim().is_empty() => String::new(),
            0 => " not found".to_owned(),
            1 => " 1 place".to_owned(),
            n => at.map_or_else(
                || format!(" {n} places"),
                // What is said of the way round has the room of the word.
                |at| match wrapped.as_str() {
                    "" => format!(" {}/{n} places", at + 1),
                    _ => format!(" {}/{n}", at + 1),
                },
            ),
        };
        let room = free.saturating_sub(width(&count) + width(&wrapped));
        Line::from(vec![
            Span::styled(
                format!(" /{}{cursor}", fit(&search.query, room.max(6))),
                view.styles.get(StyleRole::Key),
            ),
            Span::styled(count, view.styles.get(StyleRole::Dim)),
            Span::styled(format!("{wrapped} "), view.styles.get(StyleRole::Warning)),
        ])
    }

    fn highlight(&self, text: Rect, buf: &mut Buffer, top: usize, styles: &Styles) {
        let Some(search) = &self.search else {
            return;
        };
        let current = search
            .current
            .and_then(|at| self.places().into_iter().nth(at));
        let (first, _) = self.cache.locate(top);
        let (last, _) = self.cache.locate(top + self.height);
        for entry in first..=last {
            let start = self.cache.start(entry);
            let rows = self.cache.entry(entry);
            let mut is_current = false;
            for (found, part) in search::in_rows(entry, rows, &search.query) {
                is_current = match part {
                    Part::First => current == Some(found),
                    Part::Further => is_current,
                };
                let row = start + found.line;
                if row < top || row >= top + self.height {
                    continue;
                }
                if let Some((x, cells)) = rows.get(found.line).map(|row| columns(row, &found)) {
                    let y = text.y + (row - top) as u16;
                    let place = Rect::new(text.x + x, y, cells, 1).intersection(text);
                    let style = styles.get(StyleRole::Selection);
                    buf.set_style(place, if is_current { marked(style) } else { style });
                }
            }
        }
    }

    /// The place in the whole, on the right edge of the frame.
    fn thumb(&self, area: Rect, buf: &mut Buffer, top: usize, styles: &Styles) {
        let all = self.cache.len();
        if all <= self.height || self.height < 3 {
            return;
        }
        let long = (self.height * self.height / all).max(1);
        let free = self.height - long;
        let from = (top * free) / (all - self.height).max(1);
        for at in from..(from + long).min(self.height) {
            buf.set_string(
                area.right().saturating_sub(1),
                area.y + 1 + at as u16,
                "┃",
                styles.get(StyleRole::BorderFocus),
            );
        }
    }
}

impl Scrollable for Transcript {
    fn scroll_by(&mut self, rows: isize) {
        let top = self.top().saturating_add_signed(rows);
        // Where something goes on above, to follow is to go there: what lies at the end could not be read otherwise.
        self.scroll = if self.going_on.is_some() {
            self.fixed(top)
        } else {
            Scroll::to(&self.cache, self.height, top)
        };
    }

    fn page(&mut self, direction: isize) {
        let rows = self.height.saturating_sub(2).max(1);
        self.scroll_by(direction * isize::try_from(rows).unwrap_or(1));
    }

    fn scroll_to_top(&mut self) {
        self.scroll = Scroll::to(&self.cache, self.height, 0);
    }

    fn scroll_to_end(&mut self) {
        self.follow();
    }
}

/// The style of the place that the keys have led to, which stands out among the others in every theme and without colours.
fn marked(style: Style) -> Style {
    style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
}

/// The first column of a place that was found, and how many cells it has.
fn columns(row: &TranscriptRow, found: &SearchMatch) -> (u16, u16) {
    let text: String = row
        .line
        .spans
        .iter()
        .map(|span| span.content.as_ref())
        .collect();
    let before: String = text.chars().take(found.from).collect();
    let inside: String = text
        .chars()
        .skip(found.from)
        .take(found.to.saturating_sub(found.from))
        .collect();
    (width(&before) as u16, width(&inside) as u16)
}

/// Cells of a line of text at the most: longer ones are hard to follow from one to the next.
const MEASURE: u16 = 84;

/// The place of the text inside the frame: a little air on both sides where there is room, and in the middle where there
/// is more than a line should have.
fn inner_text(inner: Rect) -> Rect {
    let air = u16::from(inner.width > 30);
    let width = inner.width.saturating_sub(2 * air).min(MEASURE);
    Rect {
        x: inner.x + (inner.width - width) / 2,
        width,
        ..inner
    }
}

fn empty(area: Rect, buf: &mut Buffer, view: TranscriptView<'_>) {
    let text = if view.state.opening.is_none() {
        running::ASSEMBLES
    } else {
        running::NOBODY_YET
    };
    let line = Line::from(Span::styled(text, view.styles.get(StyleRole::Dim)));
    widgets::line(&line, area, buf);
}
