//! The view of the library.
//!
//! ```text
//!  Hustings  the library: 3 debates
//! ┌ Debates ───────────────────────────────┐┌ Preview ──────────────────┐
//! │   motion             winner      date ▼││ This House Believes that … │
//! │ ▸ Believes that …    Opposition  27 Nov││ Exhibition · 12:30         │
//! │   └ at 12:30, in …   Proposition 28 Nov││ Opposition, 9 to 4, clear  │
//! └────────────────────────────────────────┘└────────────────────────────┘
//!  enter replay  / search  space mark  t tags  ? help  esc back
//! ```

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        overlay::Overlay as _,
        parts,
        scrolling::PaneText,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
        wrapping,
    },
    DebateLibrary, LibraryDebate, LibraryRow, Over,
    columns::{self, GAP, LibraryColumn},
    preview::{self, Descendant},
};
use crate::{
    journal::{SearchHit, What},
    text::{counted, markup, sanitize::sanitize_line},
};

/// From this width on the preview stands beside the list.
const WIDE: u16 = 100;
/// Cells of the preview beside the list, at the least.
const LEAST_PREVIEW: u16 = 40;
/// From this height on it stands below it, where it is not so wide.
const HIGH: u16 = 20;
/// Rows of the list beside its debates: its frame, its heads, and one that stays free.
const AROUND: u16 = 4;
/// Cells before the motion: whether the row is chosen, and whether it is marked.
const SIGNS: usize = 4;

impl DebateLibrary {
    /// Draws the library over the whole of `area`.
    pub fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        buf.set_style(area, styles.get(StyleRole::Text));
        let said = self.message.clone();
        let said = said.as_deref();
        // What the line below has no room for stands above the list.
        let long = said.filter(|text| widgets::width(text) > usize::from(area.width));
        let above = long.map_or_else(Vec::new, |text| wrapping::rows(text, area.width.into()));
        let told = (above.len() as u16).min(area.height / 3);
        let body = area.height.saturating_sub(2 + told);
        let [head, notice, body, footer] = parts::rows(area, [1, told, body, 1]);
        buf.set_style(head, styles.get(StyleRole::Header));
        let dim = styles.upon_header().get(StyleRole::Dim);
        let room = usize::from(area.width).saturating_sub(" Hustings".len());
        let title = Line::from(vec![
            Span::styled(" Hustings", styles.get(StyleRole::Header)),
            Span::styled(widgets::fit(&format!("  {}", self.heading()), room), dim),
        ]);
        widgets::line(&title, head, buf);
        for (row, text) in above.iter().take(told.into()).enumerate() {
            let place = Rect::new(notice.x, notice.y + row as u16, notice.width, 1);
            let line = Line::styled(text.as_ref(), styles.get(StyleRole::Warning));
            widgets::line(&line, place, buf);
        }
        self.body(body, buf, styles);
        let whole = Rect {
            height: area.height.saturating_sub(1),
            ..area
        };
        match &mut self.over {
            Over::Help(page) => page.render(whole, buf, styles),
            Over::Prompt(prompt) => prompt.render(whole, buf, styles),
            Over::Choices(list) => list.render(whole, buf, styles),
            Over::Nothing | Over::Second(_) => {}
        }
        buf.set_style(footer, styles.get(StyleRole::Status));
        let below = said.filter(|_| long.is_none());
        parts::footer(below, &self.hints(), footer, buf, &styles.upon_status());
    }

    fn heading(&self) -> String {
        if let Over::Second(first) = &self.over {
            return format!("with which debate is {} to be compared?", first.short());
        }
        let all = format!("the library: {}", counted_debates(self.debates.len()));
        let tag = self.tag.as_ref().map(|tag| format!("only #{tag}"));
        let marked = self.marked.len();
        let marked = (marked > 0).then(|| format!("{marked} marked"));
        let told: Vec<String> = std::iter::once(all).chain(tag).chain(marked).collect();
        told.join(" · ")
    }

    fn body(&mut self, body: Rect, buf: &mut Buffer, styles: &Styles) {
        let small = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        let needed = small(self.needs.total() + SIGNS + 2);
        let preview = LEAST_PREVIEW.max(body.width / 4);
        let most = body.width.saturating_sub(preview);
        let upper = body.height * 11 / 20;
        // With few debates their columns are whole over the preview, where they would be cut beside it.
        let is_better_below = needed > most
            && body.height >= HIGH
            && small(self.debates.len()).saturating_add(AROUND) <= upper;
        let (list, preview) = if self.preview_alone {
            (None, Some(body))
        } else if body.width >= WIDE && !is_better_below {
            // The preview wraps; what the list lacks it has.
            let least = body.width * 3 / 5;
            let left = needed.clamp(least, most.max(least));
            let list = Rect {
                width: left,
                ..body
            };
            let beside = Rect {
                x: body.x + left,
                width: body.width - left,
                ..body
            };
            (Some(list), Some(beside))
        } else if body.height >= HIGH {
            let [list, below] = parts::rows(body, [upper, body.height - upper]);
            (Some(list), Some(below))
        } else {
            (Some(body), None)
        };
        self.is_previewed = preview.is_some();
        if let Some(list) = list {
            self.render_list(list, buf, styles);
        }
        if let Some(place) = preview {
            self.render_preview(place, buf, styles);
        }
    }

    fn render_list(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let note = match &self.search {
            Some(search) => {
                let cursor = if search.is_typed { "▏" } else { "" };
                let places = match &search.found {
                    Some((words, hits)) if *words == search.words.trim_start() => {
                        format!("  {}", counted(hits.len(), "place", "places"))
                    }
                    Some(_) | None if search.words.trim().is_empty() => String::new(),
                    Some(_) | None => "  searching …".to_owned(),
                };
                let room = usize::from(area.width).saturating_sub(7 + widgets::width(&places));
                format!("/{}{cursor}{places}", widgets::fit_end(&search.words, room))
            }
            None => String::new(),
        };
        let inner = parts::boxed("Debates", &note, Focus::On, area, buf, styles);
        let [heads, list] = parts::rows(inner, [1, inner.height.saturating_sub(1)]);
        self.height = list.height.into();
        let cells = usize::from(inner.width).saturating_sub(SIGNS);
        let shown = columns::fitting(cells, &self.needs);
        let sorting = self.searched().is_none().then_some(self.sorting);
        let mut spans = vec![Span::raw(" ".repeat(SIGNS))];
        for (column, cells) in &shown {
            let sign = match sorting {
                Some(sorting) if sorting.by == *column && sorting.is_reversed => " ▲",
                Some(sorting) if sorting.by == *column => " ▼",
                Some(_) | None => "",
            };
            let head = padded(&format!("{}{sign}", column.head()), *column, *cells);
            spans.push(Span::styled(head, styles.get(StyleRole::Dim)));
        }
        widgets::line(&Line::from(spans), heads, buf);
        if self.rows.is_empty() {
            let row = Rect { height: 1, ..list };
            let line = Line::styled(self.nothing(), styles.get(StyleRole::Dim));
            widgets::line(&line, row, buf);
            return;
        }
        let last_top = self.rows.len().saturating_sub(self.height);
        let lowest = (self.at + 1).saturating_sub(self.height);
        self.top = self.top.clamp(lowest, self.at.max(lowest)).min(last_top);
        if note.is_empty() {
            let below = self.rows.len().saturating_sub(self.top + self.height);
            let more = parts::beyond(self.top, below);
            parts::edge(&more, StyleRole::Key, area, buf, styles);
        }
        let rows = self.rows.iter().enumerate().skip(self.top);
        for (y, (at, row)) in (list.y..list.bottom()).zip(rows) {
            let place = Rect::new(list.x, y, list.width, 1);
            let line = match *row {
                LibraryRow::Debate { at: one, depth, .. } => {
                    self.debate_line((at, one, depth), &shown, styles)
                }
                LibraryRow::Sentence { hit, .. } => {
                    let cells = usize::from(inner.width);
                    self.sentence_line((at, hit), cells, styles)
                }
            };
            widgets::line(&line, place, buf);
            if at == self.at {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
    }

    /// The words where nothing is listed.
    fn nothing(&self) -> &'static str {
        if self.debates.is_empty() {
            "  There are no debates yet."
        } else if self.search.is_some() {
            "  Nobody has said that."
        } else {
            "  No debate has this tag."
        }
    }

    fn debate_line(
        &self,
        (at, one, depth): (usize, usize, usize),
        shown: &[(LibraryColumn, usize)],
        styles: &Styles,
    ) -> Line<'static> {
        let Some(debate) = self.debates.get(one) else {
            return Line::default();
        };
        let is_marked = self.marked.contains(&debate.summary.debate);
        let mut spans = vec![
            Span::styled(sign(at == self.at), styles.get(StyleRole::Key)),
            Span::styled(
                if is_marked { "● " } else { "  " },
                styles.get(StyleRole::Accepted),
            ),
        ];
        for (column, cells) in shown {
            let role = match column {
                LibraryColumn::Motion => StyleRole::Text,
                LibraryColumn::Winner => StyleRole::House,
                LibraryColumn::Tags => StyleRole::Key,
                LibraryColumn::Date
                | LibraryColumn::Format
                | LibraryColumn::Speakers
                | LibraryColumn::Length
                | LibraryColumn::Cost => StyleRole::Dim,
            };
            let text = if *column == LibraryColumn::Date {
                column.fitted(debate, *cells)
            } else {
                column.text_at(debate, depth)
            };
            let text = padded(&text, *column, *cells);
            spans.push(Span::styled(text, styles.get(role)));
        }
        Line::from(spans)
    }

    /// A sentence that was found, with its words marked: cut so that the first of them is seen.
    fn sentence_line(
        &self,
        (at, hit): (usize, usize),
        cells: usize,
        styles: &Styles,
    ) -> Line<'static> {
        let Some(found) = self.searched().and_then(|hits| hits.get(hit)) else {
            return Line::default();
        };
        let who = format!("    {}{}", sanitize_line(&found.speaker), kind(found));
        let who = format!("{}: ", widgets::fit(&who, cells / 2));
        let mut spans = vec![
            Span::styled(sign(at == self.at), styles.get(StyleRole::Key)),
            Span::styled(who.clone(), styles.get(StyleRole::Speaker)),
        ];
        let room = cells.saturating_sub(2 + widgets::width(&who));
        for (text, is_found) in cut_before(found, room) {
            let role = if is_found {
                StyleRole::Selection
            } else {
                StyleRole::Text
            };
            spans.push(Span::styled(text, styles.get(role)));
        }
        widgets::fit_line(Line::from(spans), cells)
    }

    fn render_preview(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let inner = parts::boxed("Preview", "", Focus::Off, area, buf, styles);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let lines = match self.chosen() {
            Some(one) => {
                let known = self.previews.get(&one.summary.debate);
                let parent = self.parent(one);
                let descendants = self.below(one);
                let family = (parent, descendants.as_slice());
                preview::lines(one, known, family, inner.width.into(), styles)
            }
            None => Vec::new(),
        };
        self.scroll
            .draw(&PaneText::of(lines), (area, inner), buf, styles);
    }

    fn parent(&self, one: &LibraryDebate) -> Option<&LibraryDebate> {
        let parent = crate::journal::parent_of(&one.summary)?;
        let mut all = self.debates.iter();
        all.find(|each| each.summary.debate == *parent)
    }

    /// The debates that come from one, as a tree.
    fn below<'a>(&'a self, one: &'a LibraryDebate) -> Vec<Descendant<'a>> {
        let mut told = Vec::new();
        let mut open = vec![(one, 0)];
        while let Some((above, depth)) = open.pop() {
            // A hand may have been at the journal, and debates may come from each other.
            if told.len() > self.debates.len() {
                break;
            }
            if depth > 0 {
                told.push(Descendant {
                    debate: above,
                    depth: depth - 1,
                });
            }
            // The newest stand first in the list: the oldest is taken next.
            open.extend(
                self.debates
                    .iter()
                    .filter(|each| {
                        crate::journal::parent_of(&each.summary) == Some(&above.summary.debate)
                    })
                    .map(|each| (each, depth + 1)),
            );
        }
        told
    }
}

fn sign(is_chosen: bool) -> &'static str {
    if is_chosen { "▸ " } else { "  " }
}

/// A text in a column, and the gap behind it.
fn padded(text: &str, column: LibraryColumn, cells: usize) -> String {
    let text = widgets::fit(text, cells);
    let space = " ".repeat(cells.saturating_sub(widgets::width(&text)));
    let gap = " ".repeat(GAP);
    if column.is_number() {
        format!("{space}{text}{gap}")
    } else {
        format!("{text}{space}{gap}")
    }
}

fn counted_debates(count: usize) -> String {
    let number = crate::overlay::editor::grouped(count);
    let what = if count == 1 { "debate" } else { "debates" };
    format!("{number} {what}")
}

/// What was found, where it is no speech.
fn kind(found: &SearchHit) -> &'static str {
    match found.what {
        What::Motion | What::Speech => "",
        What::Point => " (point of information)",
        What::Reply => " (reply)",
        What::Evidence => " (evidence)",
        What::Question => " (question)",
        What::Answer => " (answer)",
    }
}

/// The pieces of a place that was found, each with whether it is what was looked for, so that the first of these is seen
/// in so many cells.
fn cut_before(found: &SearchHit, room: usize) -> Vec<(String, bool)> {
    let mut pieces = markup::pieces(&found.snippet, &found.marks);
    if let Some((before, false)) = pieces.first_mut()
        && widgets::width(before) + room / 3 > room
    {
        // So many words before the first one that is marked go as keep it out of sight.
        let spaces = before.char_indices().filter(|(_, letter)| *letter == ' ');
        let rests = spaces.filter_map(|(at, _)| before.get(at + 1..));
        let mut rests = rests.filter(|rest| widgets::width(rest) <= room / 3);
        *before = format!("… {}", rests.next().unwrap_or_default());
    }
    pieces
}
