//! The measures of a debate that is over: what could be measured without a model, in all and by speaker, and why the
//! rest could not be. It is given a finished report and computes nothing.

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        hint::Hint,
        style::{StyleRole, Styles},
        widgets, wrapping,
    },
    Overlay, OverlayOutcome,
    page::Page,
};
use crate::{
    eval::{MeasureResult, Measured, Report},
    text::upper_first,
};

/// The title of the page.
const TITLE: &str = "Measures";
/// Between two columns.
const GAP: usize = 1;
/// A name of a speaker takes no more cells.
const NAME: usize = 14;
/// A value takes so many cells, with the gap before it.
const VALUE: usize = 9;
/// A column of a speaker's values takes so many, for its heading.
const COLUMN: usize = 10;
/// With fewer cells there is no room for what counts as good, and how it was come by.
const ROOMY: usize = 62;
/// The names of the arcs take so many.
const ARC: usize = 17;
/// The placeholder where there is no value.
const NOTHING: &str = "–";

struct Measures {
    numbers: Numbers,
    page: Page,
}

/// The numbers on the page.
struct Numbers {
    report: Box<Report>,
}

/// The measures of a debate.
pub fn measures(report: Box<Report>) -> Box<dyn Overlay> {
    Box::new(Measures {
        numbers: Numbers { report },
        page: Page::default(),
    })
}

impl Numbers {
    fn lines(&self, width: usize, styles: &Styles) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let is_known = |reading: &&MeasureResult| reading.total.value().is_some();
        let known = self.report.readings.iter().filter(is_known);
        lines.extend(known.map(|reading| whole(reading, width, styles)));
        self.arc(width, styles, &mut lines);
        self.speakers(width, styles, &mut lines);
        self.left_out(width, styles, &mut lines);
        lines
    }

    /// Adds how the house moved and how much each turn brought, as lines of blocks.
    fn arc(&self, width: usize, styles: &Styles, lines: &mut Vec<Line<'static>>) {
        let leads = self.report.counts.iter();
        let leads: Vec<f64> = leads.map(|count| f64::from(count.tally.lead())).collect();
        let news = self.report.novelty.iter();
        let news: Vec<f64> = news.map(|one| one.new_words).collect();
        let mut arcs = Vec::new();
        if let ([first, .., last], true) = (leads.as_slice(), leads.len() > 1) {
            let told = format!("{first:+.0} to {last:+.0}");
            arcs.push(("Lead of the ayes", leads, told));
        }
        if news.len() > 1 {
            let told = format!("{} turns", news.len());
            arcs.push(("New words by turn", news, told));
        }
        if !arcs.is_empty() {
            heading("The arc", styles, lines);
        }
        for (name, values, told) in arcs {
            let room = width.saturating_sub(ARC + widgets::width(&told) + 4);
            let levels = widgets::levels(&condensed(&values, room));
            lines.push(Line::from(vec![
                Span::styled(format!("{name:<ARC$}  "), styles.get(StyleRole::Text)),
                Span::styled(levels, styles.get(StyleRole::House)),
                Span::styled(format!("  {told}"), styles.get(StyleRole::Dim)),
            ]));
        }
    }

    /// A row for each speaker, as many columns beside each other as there is room for.
    fn speakers(&self, width: usize, styles: &Styles, lines: &mut Vec<Line<'static>>) {
        let report = &self.report;
        let has_value = |reading: &&MeasureResult| {
            let mut all = reading.speakers.values();
            all.any(|one| one.value().is_some())
        };
        let columns: Vec<&MeasureResult> = report.readings.iter().filter(has_value).collect();
        let names = report.speakers.iter().map(|(_, name)| widgets::width(name));
        let name = names.max().unwrap_or(0).min(NAME);
        let cell = COLUMN + GAP;
        let beside = (width.saturating_sub(name) / cell).max(1);
        for (at, columns) in columns.chunks(beside).enumerate() {
            heading(if at == 0 { "By speaker" } else { "" }, styles, lines);
            let heads = columns.iter().map(|one| {
                let short = widgets::fit(one.measure.definition().short, COLUMN);
                Span::styled(right(&short, cell), styles.get(StyleRole::Dim))
            });
            let first = Span::raw(" ".repeat(name));
            lines.push(std::iter::once(first).chain(heads).collect());
            for (seat, called) in &report.speakers {
                let called = left(&widgets::fit(called, name), name);
                let values = columns.iter().map(|one| {
                    let value = one.speakers.get(seat).and_then(Measured::value);
                    let (text, role) = match value {
                        Some(value) => (format!("{value:.2}"), StyleRole::Text),
                        None => (NOTHING.to_owned(), StyleRole::Dim),
                    };
                    Span::styled(right(&text, cell), styles.get(role))
                });
                let first = Span::styled(called, styles.get(StyleRole::Speaker));
                lines.push(std::iter::once(first).chain(values).collect());
            }
        }
    }

    fn left_out(&self, width: usize, styles: &Styles, lines: &mut Vec<Line<'static>>) {
        let reasons = self.report.unmeasured();
        if reasons.is_empty() {
            return;
        }
        heading("Not measured here", styles, lines);
        for (why, names) in reasons {
            let text = format!("{}: {why}", names.join(", "));
            wrapped(&text, width, StyleRole::Dim, styles, lines);
        }
        let hint = "hustings eval asks a judge's model, too; hustings eval --explain says what each measure is.";
        wrapped(hint, width, StyleRole::Notice, styles, lines);
    }
}

/// A measure of the debate: its name, its value, and where there is room what counts as good and how it was come by.
fn whole(reading: &MeasureResult, width: usize, styles: &Styles) -> Line<'static> {
    let definition = reading.measure.definition();
    let Measured::Is { value, by, .. } = &reading.total else {
        return Line::default();
    };
    let (mark, role) = match reading.is_good() {
        Some(true) => ("✓", StyleRole::Accepted),
        Some(false) => ("✗", StyleRole::Declined),
        None => (" ", StyleRole::Dim),
    };
    let room = if width >= ROOMY {
        34
    } else {
        width.saturating_sub(VALUE + 2)
    };
    let name = if widgets::width(definition.name) <= room {
        definition.name.to_owned()
    } else {
        // The head of its column names it as well.
        widgets::fit(&upper_first(definition.short), room)
    };
    let name = left(&name, room);
    let mut spans = vec![
        Span::styled(name, styles.get(StyleRole::Text)),
        Span::styled(
            right(&format!("{value:.2}"), VALUE),
            styles.get(StyleRole::Emphasis),
        ),
        Span::styled(format!(" {mark}"), styles.get(role)),
    ];
    if width >= ROOMY {
        let good = left(&definition.good(by).to_string(), 12);
        spans.push(Span::styled(
            format!("  {good}"),
            styles.get(StyleRole::Dim),
        ));
        // Half a word says nothing.
        let by = format!("  {}", by.describe());
        let taken: usize = spans.iter().map(Span::width).sum();
        if taken + widgets::width(&by) <= width {
            spans.push(Span::styled(by, styles.get(StyleRole::Dim)));
        }
    }
    Line::from(spans)
}

/// Values as that many at the most: the means of as many that follow one another as it takes.
fn condensed(values: &[f64], most: usize) -> Vec<f64> {
    let each = values.len().div_ceil(most.max(1)).max(1);
    let mean = |some: &[f64]| some.iter().sum::<f64>() / some.len().max(1) as f64;
    values.chunks(each).map(mean).collect()
}

fn heading(text: &str, styles: &Styles, lines: &mut Vec<Line<'static>>) {
    lines.push(Line::default());
    if !text.is_empty() {
        lines.push(Line::styled(text.to_owned(), styles.get(StyleRole::Title)));
    }
}

fn wrapped(
    text: &str,
    width: usize,
    role: StyleRole,
    styles: &Styles,
    lines: &mut Vec<Line<'static>>,
) {
    let options = wrapping::options(width).subsequent_indent("  ");
    let rows = textwrap::wrap(text, options).into_iter();
    lines.extend(rows.map(|row| Line::styled(row.into_owned(), styles.get(role))));
}

fn left(text: &str, cells: usize) -> String {
    let space = " ".repeat(cells.saturating_sub(widgets::width(text)));
    format!("{text}{space}")
}

fn right(text: &str, cells: usize) -> String {
    let space = " ".repeat(cells.saturating_sub(widgets::width(text)));
    format!("{space}{text}")
}

impl Overlay for Measures {
    fn title(&self) -> &'static str {
        TITLE
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.page.on_key(key, 'm')
    }

    fn hints(&self) -> Vec<Hint> {
        self.page.hints()
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let (title, numbers) = (TITLE, &self.numbers);
        self.page.render((title, area), buf, styles, |width| {
            numbers.lines(width, styles)
        });
    }
}
