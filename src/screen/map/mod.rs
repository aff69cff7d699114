//! The argument map on the whole screen: what was claimed and what answers what, as a tree or, where there is room and two
//! sides stand against each other, in two columns. It grows while the debate runs, and is kept while it is closed.

mod columns;
mod detail;
mod filter;
mod help;
mod outline;
mod place;
mod shown;
mod tree;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    text::{Line, Span},
    widgets::{Clear, Widget},
};

use crate::{
    debate::{DebateState, command::Halt},
    hint::{Hint, hints},
    overlay::{Draft, DraftOf, HelpPage, Overlay, OverlayOutcome},
    parts,
    style::{StyleRole, Styles},
    widgets::{self, Focus, fit},
    wrapping,
};
use detail::Detail;
use place::{Arrangement, MapPlace};
use shown::{ShownMap, ShownNode};

/// The title of the map.
const TITLE: &str = "Argument map";
/// Columns from which on two sides stand beside each other, or the box of the marked node beside the map.
const TWO_COLUMNS: u16 = 116;
/// Rows from which on the box of the marked node has room below the map.
const WITH_DETAIL: u16 = 13;

/// The map over the chamber.
#[derive(Default)]
struct MapPage {
    map: ShownMap,
    /// The revision of the map that is shown.
    revision: Option<u64>,
    place: MapPlace,
    detail: Option<Detail>,
    /// Rows of the box that lie above what is shown of it.
    scrolled: usize,
    help: Option<HelpPage>,
    /// Where the map was last drawn.
    body: Rect,
    /// Whether the debate is steered from here, and whether it goes on.
    is_steered: bool,
    is_going: bool,
}

/// The argument map of a debate, and whether that is steered from here.
pub(crate) fn argument_map(state: &DebateState, is_steered: bool) -> Box<dyn Overlay> {
    let mut page = MapPage {
        is_steered,
        ..MapPage::default()
    };
    page.follow(state);
    Box::new(page)
}

impl MapPage {
    fn marked(&self) -> Option<&ShownNode> {
        self.map.nodes.get(self.place.marked()?)
    }

    /// The draft for a word of the viewer's about the marked node.
    fn draft(&self, of: DraftOf) -> OverlayOutcome {
        let Some(node) = self.marked() else {
            return OverlayOutcome::Stay;
        };
        let mut speakers = self.map.speakers.iter();
        let name = speakers.find(|(seat, _)| *seat == node.seat);
        let name = name.map_or("the gallery", |(_, name)| name.as_str());
        let text = match of {
            DraftOf::Evidence => format!("Against what {name} said (“{}”):\n\n", node.text),
            DraftOf::Ask | DraftOf::Clarify | DraftOf::Point => {
                format!("You said: “{}”", node.text)
            }
        };
        OverlayOutcome::Write(Draft {
            of,
            text,
            source: String::new(),
            file: String::new(),
            seat: Some(node.seat.clone()),
            halt: Halt::Beside,
        })
    }

    fn scroll_detail(&mut self, rows: isize) {
        self.scrolled = self.scrolled.saturating_add_signed(rows);
    }

    /// The places of the map and of the box of the marked node: below it, or beside it where there is room and one column;
    /// of no height where there is none.
    fn split(&self, area: Rect) -> (Rect, Rect) {
        if area.height < WITH_DETAIL || self.map.nodes.is_empty() {
            let none = Rect { height: 0, ..area };
            return (area, none);
        }
        if area.width >= TWO_COLUMNS && !self.map.has_columns {
            let width = area.width * 3 / 5;
            let beside = Rect {
                x: area.x + width,
                width: area.width - width,
                ..area
            };
            return (Rect { width, ..area }, beside);
        }
        let detail = (area.height / 3).clamp(5, 12);
        let [above, below] = parts::rows(area, [area.height - detail, detail]);
        (above, below)
    }

    fn arrangement(&self, area: Rect) -> Arrangement {
        if area.width >= TWO_COLUMNS && self.map.has_columns {
            let [left, _] = columns::halves(area);
            Arrangement::Columns(left.width.into())
        } else {
            Arrangement::Tree
        }
    }

    fn draw_empty(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let told = if self.map.nodes.is_empty() {
            self.map.empty.to_owned()
        } else {
            let told = self.place.filter.describe(&self.map);
            format!("Nothing here is “{told}”. f and s show something else.")
        };
        let cells = usize::from(area.width);
        let rows = wrapping::rows(&told, cells);
        for (y, row) in (area.y..area.bottom()).zip(rows) {
            let line = Line::styled(row.into_owned(), styles.get(StyleRole::Dim));
            buf.set_line(area.x, y, &line, area.width);
        }
    }

    fn draw_tree(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let top = self.place.top();
        let rows = self.place.rows.iter().enumerate().skip(top);
        for (y, (number, row)) in (area.y..area.bottom()).zip(rows) {
            let line = tree::line(&self.map, row, area.width.into(), styles);
            buf.set_line(area.x, y, &line, area.width);
            if number == self.place.marked_row() && row.node().is_some() {
                let style = styles.get(StyleRole::Selection);
                buf.set_style(Rect::new(area.x, y, area.width, 1), style);
            }
        }
    }

    fn draw_columns(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let Some(cards) = &self.place.cards else {
            return;
        };
        let (titles, below) = split_first(area);
        for (place, is_right) in columns::halves(titles).into_iter().zip([false, true]) {
            let of_side = |root: &usize| {
                let node = self.map.nodes.get(*root);
                node.is_some_and(|node| node.is_against == is_right)
            };
            let groups = self.map.groups.iter();
            let groups: Vec<&shown::ShownGroup> = groups
                .filter(|group| group.roots.iter().any(of_side))
                .collect();
            let names: Vec<&str> = groups.iter().map(|group| group.title.as_str()).collect();
            let title = match names.as_slice() {
                [] if is_right => "Against the motion".to_owned(),
                [] => "For the motion".to_owned(),
                names => names.join(" / "),
            };
            let role = groups.first().map_or(StyleRole::Dim, |group| group.role);
            let style = styles.get(role).patch(styles.get(StyleRole::Speaker));
            let line = Line::styled(fit(&title, place.width.into()), style);
            widgets::line(&line, place, buf);
        }
        let marked = Some(self.place.marked_row());
        columns::draw(cards, (self.place.top(), marked), below, buf, styles);
    }

    fn draw_detail(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let Some(detail) = &self.detail else {
            parts::boxed("", "", Focus::Off, area, buf, styles);
            return;
        };
        let title = fit(&detail.title, usize::from(area.width).saturating_sub(6));
        let inner = parts::boxed(&title, "", Focus::Off, area, buf, styles);
        let text = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let lines = detail.lines(text.width.into(), styles);
        let height = usize::from(text.height);
        self.scrolled = self.scrolled.min(lines.len().saturating_sub(height));
        for (y, line) in (text.y..text.bottom()).zip(lines.iter().skip(self.scrolled)) {
            buf.set_line(text.x, y, line, text.width);
        }
        let below = lines.len().saturating_sub(self.scrolled + height);
        if below > 0 {
            parts::edge(&detail::more(below), StyleRole::Key, area, buf, styles);
        }
    }
}

/// The first row of a place, and the rest.
fn split_first(area: Rect) -> (Rect, Rect) {
    let first = Rect {
        height: area.height.min(1),
        ..area
    };
    let rest = Rect {
        y: area.y + first.height,
        height: area.height - first.height,
        ..area
    };
    (first, rest)
}

impl Overlay for MapPage {
    fn title(&self) -> &str {
        TITLE
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        if let Some(help) = &mut self.help {
            if help.on_key(key) == OverlayOutcome::Close || key.code == KeyCode::Char('?') {
                self.help = None;
            }
            return OverlayOutcome::Stay;
        }
        let (map, place) = (&self.map, &mut self.place);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return OverlayOutcome::Close,
                KeyCode::Char('b') => place.page(map, -1),
                KeyCode::Char('f') => place.page(map, 1),
                _ => {}
            }
            return OverlayOutcome::Stay;
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'M') => return OverlayOutcome::Close,
            KeyCode::Char('?') | KeyCode::F(1) => self.help = Some(help::page(map)),
            KeyCode::Enter => {
                let node = self.marked().map(|node| node.id.clone());
                return node.map_or(OverlayOutcome::Stay, OverlayOutcome::GoTo);
            }
            KeyCode::Char('e') => return self.draft(DraftOf::Evidence),
            KeyCode::Char('a') => return self.draft(DraftOf::Ask),
            KeyCode::Up | KeyCode::Char('k') => place.step(map, -1),
            KeyCode::Down | KeyCode::Char('j') => place.step(map, 1),
            KeyCode::PageUp => place.page(map, -1),
            KeyCode::PageDown => place.page(map, 1),
            KeyCode::Home | KeyCode::Char('g') => place.go_to_end(map, -1),
            KeyCode::End | KeyCode::Char('G') => place.go_to_end(map, 1),
            KeyCode::Left | KeyCode::Char('h') => place.inward(map),
            KeyCode::Right | KeyCode::Char('l') => place.outward(map),
            KeyCode::Char(' ') => place.toggle(map),
            KeyCode::Char('-') => place.fold_all(map),
            KeyCode::Char('+' | '=') => place.unfold_all(map),
            KeyCode::Char('f') => {
                place.filter.status = place.filter.status.next();
                place.outdated(map);
            }
            KeyCode::Char(letter @ ('s' | 'S')) => {
                place.filter.turn_speaker(map, letter == 's');
                place.outdated(map);
            }
            KeyCode::Char('J') => self.scroll_detail(1),
            KeyCode::Char('K') => self.scroll_detail(-1),
            _ => {}
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        if let Some(help) = &self.help {
            return help.hints();
        }
        if self.map.nodes.is_empty() {
            return hints([("esc", "close"), ("?", "help")]);
        }
        let mut keys = hints([
            ("enter", "to the words"),
            ("esc", "close"),
            ("f", "filter"),
            ("?", "help"),
            ("s", "speaker"),
            ("e", "evidence"),
            ("a", "ask"),
            ("space", "fold"),
        ]);
        // Of a replay, and of what another process holds, nothing is asked.
        if !(self.is_steered && self.is_going) {
            keys.retain(|hint| !matches!(hint.key.as_ref(), "e" | "a"));
        }
        keys
    }

    fn follow(&mut self, state: &DebateState) {
        self.is_going = !state.is_closed();
        let revision = state.map_revision();
        let is_new = self.revision != Some(revision);
        let id = self.marked().map(|node| &node.id);
        let is_told = self.detail.as_ref().map(|detail| &detail.id) == id;
        if !is_new && is_told {
            return;
        }
        let map = state.argument_map();
        if is_new {
            self.map = ShownMap::of(state, &map);
            self.revision = Some(revision);
            self.place.outdated(&self.map);
        }
        let marked = self.place.marked();
        if self.marked().map(|node| &node.id) != self.detail.as_ref().map(|detail| &detail.id) {
            self.scrolled = 0;
        }
        self.detail = marked.and_then(|at| {
            let shown = self.map.nodes.get(at)?;
            Detail::of(state, &map, at, shown)
        });
    }

    fn is_kept(&self) -> bool {
        true
    }

    fn on_click(&mut self, at: Position) -> OverlayOutcome {
        if self.help.is_some() || !self.body.contains(at) {
            return OverlayOutcome::Stay;
        }
        let y = usize::from(at.y - self.body.y);
        let row = match &self.place.cards {
            None => Some(self.place.top() + y),
            // The titles stand above the cards.
            Some(cards) => y.checked_sub(1).and_then(|y| {
                let [_, right] = columns::halves(self.body);
                let y = self.place.top() + y;
                let mut cards = cards.cards.iter();
                let card = cards.find(|card| {
                    card.is_right == right.contains(at)
                        && (card.top..card.top + card.lines.len()).contains(&y)
                });
                card.map(|card| card.row)
            }),
        };
        if row == Some(self.place.marked_row()) {
            return self.on_key(KeyEvent::from(KeyCode::Enter));
        }
        self.place.go_to_row(&self.map, row);
        OverlayOutcome::Stay
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        // The line above tells the motion and where the debate is.
        let (_, area) = split_first(area);
        Clear.render(area, buf);
        buf.set_style(area, styles.get(StyleRole::Text));
        let (above, below) = self.split(area);
        let mut block = widgets::pane(TITLE, Focus::On, styles);
        let mut told = vec![self.map.summary.clone()];
        if !self.place.filter.is_off() {
            told.push(self.place.filter.describe(&self.map));
        }
        if !self.map.nodes.is_empty() {
            // Beside the title, the corners, the spaces round both, and a cell between them.
            let room = usize::from(above.width).saturating_sub(TITLE.len() + 7);
            let whole = told.join(" · ");
            // How much is shown is worth more than how much there is.
            let shown = told.last().filter(|_| widgets::width(&whole) > room);
            let told = format!(" {} ", fit(shown.unwrap_or(&whole), room));
            let told = Span::styled(told, styles.get(StyleRole::Dim));
            block = block.title_top(Line::from(told).right_aligned());
        }
        let inner = block.inner(above);
        block.render(above, buf);
        let body = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        self.body = body;
        let arrangement = self.arrangement(body);
        let height = match arrangement {
            Arrangement::Tree => body.height,
            Arrangement::Columns(_) => body.height.saturating_sub(1),
        };
        let height = usize::from(height);
        self.place.ensure(&self.map, (arrangement, height), styles);
        match arrangement {
            _ if self.place.rows.is_empty() => self.draw_empty(body, buf, styles),
            Arrangement::Tree => self.draw_tree(body, buf, styles),
            Arrangement::Columns(_) => self.draw_columns(body, buf, styles),
        }
        let rows_below = self.place.len().saturating_sub(self.place.top() + height);
        let beyond = parts::beyond(self.place.top(), rows_below);
        parts::edge(&beyond, StyleRole::Key, above, buf, styles);
        if below.height > 0 {
            self.draw_detail(below, buf, styles);
        }
        if let Some(help) = &mut self.help {
            help.render(area, buf, styles);
        }
    }
}
