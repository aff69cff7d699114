//! A turn as rows: who, the text with what came in between, how it ended.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    ink::{Ink, role},
    interjection, markdown,
    paragraphs::{self, text},
    section::{banner, heavy, parts},
    wrap::{self, TranscriptRow},
};
use crate::{
    blocks::{Speech, SpeechPart, Tone, running, what_in_short},
    catalog::Task,
    debate::state::{Turn, TurnStatus},
    labels,
    setup::model_name,
    style::StyleRole,
    text::sentence,
    widgets::{fit, width},
};

/// The rows of a turn. Every row has a bar in the colour of its side.
pub(super) fn rows(ink: Ink<'_>, speech: &Speech<'_>) -> Vec<TranscriptRow> {
    let turn = speech.turn;
    let side = ink.styles.get(labels::role(ink.state, &turn.seat));
    let bar = Span::styled("▎ ", side);
    // An answer stands a little behind its question.
    let behind = if turn.task == Task::Answer { 2 } else { 0 };
    let within = ink.narrower(2 + behind);
    // Nobody knows yet whether what is being written will stand.
    let is_open = turn.is_open() && turn.task.is_written();
    let is_verdict = !speech.banner.is_empty() && !is_open;
    let mut rows = Vec::new();
    if is_verdict {
        let title = banner(within, speech.banner, StyleRole::Title);
        rows.extend([heavy(within), title]);
    }
    rows.extend(header(within, speech).into_iter().map(TranscriptRow::new));
    rows.extend(content(within, speech));
    rows.extend(sources(within, speech));
    rows.extend(ending(within, speech));
    if is_verdict && turn.is_ended() {
        rows.push(heavy(within));
    }
    let air = Span::raw(" ".repeat(behind));
    let barred = rows.into_iter().map(|row| row.after(&bar));
    if behind == 0 {
        return barred.collect();
    }
    barred.map(|row| row.after(&air)).collect()
}

/// The words of a speech, with what came in between.
pub(super) fn content(ink: Ink<'_>, speech: &Speech<'_>) -> Vec<TranscriptRow> {
    let turn = speech.turn;
    if is_unheard(ink, turn) {
        let waits = turn.is_open() && ink.state.is_running();
        return if waits {
            waiting(ink, turn)
        } else {
            Vec::new()
        };
    }
    let mut rows = Vec::new();
    let live_at = live_at(speech);
    let mut is_live = turn.is_open() && turn.work.is_none();
    for (at, piece) in speech.pieces.iter().enumerate() {
        rows.extend(match piece {
            SpeechPart::Said(text) => {
                let live = is_live && Some(at) == live_at;
                is_live &= !live;
                said(ink, turn, text, live)
            }
            SpeechPart::Work(work) if turn.is_struck() => {
                let struck = ink.styles.get(StyleRole::Struck);
                let rows = parts(ink, work).into_iter();
                rows.map(|row| crossed(row, struck)).collect()
            }
            SpeechPart::Work(work) => parts(ink, work),
            SpeechPart::Bell(text) => rule(ink, text, StyleRole::Bell),
            SpeechPart::Notice(text) => notice(ink, text),
            SpeechPart::Folded(text) => paragraphs::folded(ink, text),
            SpeechPart::Interjection(interjection) => interjection::rows(ink, interjection),
        });
    }
    if is_live {
        rows.extend(said(ink, turn, "", true));
    }
    if turn.draft.is_some() && ink.state.is_running() {
        rows.push(TranscriptRow::new(Line::from(
            ink.span("▌", StyleRole::Live),
        )));
    }
    rows
}

/// The position of the piece that more words go to; nothing where they begin a new one. What came in during a sentence
/// stands below it, and the sentence goes on.
fn live_at(speech: &Speech<'_>) -> Option<usize> {
    let is_said = |piece: &SpeechPart<'_>| matches!(piece, SpeechPart::Said(_));
    let last = speech.pieces.iter().rposition(is_said)?;
    let is_end = last + 1 == speech.pieces.len();
    (is_end || !sentence::is_at_end(&speech.turn.text)).then_some(last)
}

/// A notice, whether in the middle of a turn or between two.
pub(super) fn notice(ink: Ink<'_>, text: &str) -> Vec<TranscriptRow> {
    let mark = |mark| ink.span(mark, StyleRole::Notice);
    let line = Line::from(ink.span(text.to_owned(), StyleRole::Notice));
    wrap::rows(&line, ink.width, &mark("◆ "), &mark("  "))
}

/// The passages that a turn names, a row each.
fn sources(ink: Ink<'_>, speech: &Speech<'_>) -> Vec<TranscriptRow> {
    let lines = speech.sources.iter().map(|source| {
        let text = fit(source, ink.width);
        TranscriptRow::new(Line::from(ink.span(text, StyleRole::Dim)))
    });
    let gap = (!speech.sources.is_empty()).then(TranscriptRow::default);
    gap.into_iter().chain(lines).collect()
}

/// Whether nothing of a turn is heard yet, because it is being written or waits for others.
fn is_unheard(ink: Ink<'_>, turn: &Turn) -> bool {
    if turn.task.is_written() {
        turn.work.is_none()
    } else {
        turn.words == 0 && ink.state.is_held_back(turn)
    }
}

/// The row of a turn before anything of it is heard: whether it is written.
fn waiting(ink: Ink<'_>, turn: &Turn) -> Vec<TranscriptRow> {
    let ready = match turn.whole_draft() {
        Some(draft) => Some(running::ready(draft.words())),
        None => turn.is_ready.then(|| running::READY.to_owned()),
    };
    if let Some(ready) = ready {
        let text = ink.span(ready, StyleRole::Dim);
        return vec![TranscriptRow::new(Line::from(text))];
    }
    if ink.state.is_unanswered(turn.id) {
        let text = ink.span(running::NO_ANSWER, StyleRole::Warning);
        return vec![TranscriptRow::new(Line::from(text))];
    }
    let text = format!("{} ", running::WRITING);
    vec![TranscriptRow::new(Line::from(vec![
        ink.span(text, StyleRole::Dim),
        ink.span("▌", StyleRole::Live),
    ]))]
}

fn crossed(mut row: TranscriptRow, struck: Style) -> TranscriptRow {
    let mut seen = 0;
    for span in &mut row.line.spans {
        // What only holds the text up is not crossed out.
        if seen >= row.lead && !span.content.trim().is_empty() {
            span.style = struck;
        }
        seen += span.content.chars().count();
    }
    row
}

/// Who speaks, for which side, and what; what it is, where that has no room there, in a row of its own.
fn header(ink: Ink<'_>, speech: &Speech<'_>) -> Vec<Line<'static>> {
    let turn = speech.turn;
    let right = match &turn.status {
        TurnStatus::Open if is_unheard(ink, turn) || ink.state.is_closed() => Span::raw(""),
        TurnStatus::Open if !ink.state.is_running() => {
            ink.span(format!("⏸ {}", running::PAUSED), StyleRole::Paused)
        }
        TurnStatus::Open if turn.words == 0 => {
            let word = if ink.state.is_unanswered(turn.id) {
                running::NO_ANSWER.to_owned()
            } else {
                format!("● {}", running::BEGINS)
            };
            ink.span(word, StyleRole::Dim)
        }
        TurnStatus::Open => ink.span(format!("● {}", running::LIVE), StyleRole::Live),
        TurnStatus::Heard { .. } => ink.span(speech.length.clone(), StyleRole::Dim),
        TurnStatus::Ended { .. } => {
            let both = [speech.length.as_str(), speech.time.as_str()];
            let both: Vec<&str> = both.into_iter().filter(|one| !one.is_empty()).collect();
            ink.span(both.join(" · "), StyleRole::Dim)
        }
        TurnStatus::Struck { .. } => ink.span(speech.length.clone(), StyleRole::Error),
    };
    let side = ink.styles.get(labels::role(ink.state, &turn.seat));
    let (name, title, titled) = (&speech.name, &speech.place, &speech.what);
    // Who speaks, for which side, and what, is worth more than how long it was.
    let said = [name, title, &speech.again, titled]
        .into_iter()
        .filter(|text| !text.is_empty());
    let wanted: usize = said.map(|text| width(text) + 3).sum();
    let right = if turn.is_ended() && wanted + right.width() > ink.width + 1 {
        let short = speech.short_length();
        ink.span(short, StyleRole::Dim)
    } else {
        right
    };
    let room = ink.width.saturating_sub(right.width() + 2);
    let name = fit(name, room);
    let mut left = vec![Span::styled(
        name,
        side.patch(ink.styles.get(StyleRole::Speaker)),
    )];
    let is_speaker = ink.state.speaker(&turn.seat).is_some();
    let model = ink
        .state
        .model_of_turn(turn)
        .filter(|_| is_speaker)
        // As beside the speaker's name.
        .map(model_name)
        .unwrap_or_default();
    let (mut below, mut has_place) = (None, true);
    for (text, style) in [
        (title.as_str(), side),
        (speech.again.as_str(), ink.styles.get(StyleRole::Warning)),
        (titled.as_str(), ink.styles.get(StyleRole::Emphasis)),
        (model, ink.styles.get(StyleRole::Dim)),
    ] {
        let used: usize = left.iter().map(Span::width).sum();
        let text = if !text.is_empty() && text == titled {
            let forms = [text, what_in_short(text)];
            let fitting = forms.into_iter().find(|one| used + 3 + width(one) <= room);
            if fitting.is_none() {
                below = Some(text);
            }
            fitting.unwrap_or_default().to_owned()
        } else if !text.is_empty() && text == speech.again && used + 3 + width(text) > room {
            // Which attempt it is can be counted; that it is none of the first cannot be told otherwise.
            let short = text.split(',').next();
            short.unwrap_or_default().to_owned()
        } else {
            text.to_owned()
        };
        // What is being done comes before who does it with which model.
        let is_late = text == model && below.is_some();
        if !text.is_empty() && !is_late && used + 3 + width(&text) <= room {
            left.push(ink.span(" · ", StyleRole::Dim));
            left.push(Span::styled(text, style));
        } else if !text.is_empty() && text == *title {
            has_place = false;
        }
    }
    let used: usize = left.iter().map(Span::width).sum();
    if used + right.width() <= ink.width {
        left.push(Span::raw(" ".repeat(ink.width - used - right.width())));
        left.push(right);
    }
    let below = below.map(|what| {
        // The side that had no room beside the name stands before it.
        let both = format!("{title} · {what}");
        let is_told = has_place || width(&both) > ink.width;
        let told = if is_told { what } else { both.as_str() };
        vec![ink.span(fit(told, ink.width), StyleRole::Emphasis)]
    });
    std::iter::once(left).chain(below).map(Line::from).collect()
}

/// A stretch of the speech; at the end of an open one the words still come.
fn said(ink: Ink<'_>, turn: &Turn, text: &str, live: bool) -> Vec<TranscriptRow> {
    let style = ink.styles.get(StyleRole::Text);
    if turn.is_struck() {
        let struck = ink.styles.get(StyleRole::Struck);
        return paragraphs::paragraphs(ink, &markdown::plain(text.trim(), struck));
    }
    if !live {
        return paragraphs::paragraphs(ink, &markdown::parse(text.trim(), style, ink.styles));
    }
    // An unfinished paragraph is shown as it is: its marks may not be complete.
    let (done, open) = match text.rfind("\n\n") {
        Some(gap) => text.split_at(gap),
        None => ("", text),
    };
    let mut rows = paragraphs::paragraphs(ink, &markdown::parse(done.trim(), style, ink.styles));
    rows.extend(unfinished(ink, open, style, rows.is_empty()));
    rows
}

fn unfinished(ink: Ink<'_>, text: &str, style: Style, first: bool) -> Vec<TranscriptRow> {
    let whole = text.get(..sentence::last_end(text)).unwrap_or_default();
    // The rest of a sentence comes with its end.
    let is_whole = ink.styles.is_still() && ink.state.is_running();
    let text = if is_whole { whole } else { text };
    let mut line = Line::from(Span::styled(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        style,
    ));
    if ink.state.is_running() {
        line.spans.push(ink.span("▌", StyleRole::Live));
    } else if text.trim().is_empty() {
        return Vec::new();
    }
    let mut rows = Vec::new();
    if !first && !text.trim().is_empty() {
        rows.push(TranscriptRow::default());
    }
    rows.extend(
        wrap::wrap(&line, ink.width)
            .into_iter()
            .map(TranscriptRow::new),
    );
    rows
}

/// The end of a speech, and what is held against it. That an open speech has not ended, the live mark says.
fn ending(ink: Ink<'_>, speech: &Speech<'_>) -> Vec<TranscriptRow> {
    let told = speech.remarks.iter().flat_map(|remark| {
        if remark.tone == Tone::Open {
            Vec::new()
        } else if remark.tone == Tone::Cut {
            rule(ink, &remark.text, StyleRole::Warning)
        } else {
            text(ink, &remark.text, role(remark.tone))
        }
    });
    told.collect()
}

/// A remark that stands for itself; where it is longer than a row it goes on in the next.
fn rule(ink: Ink<'_>, text: &str, role: StyleRole) -> Vec<TranscriptRow> {
    let whole = format!("╌╌ {text} ╌╌");
    if width(&whole) <= ink.width {
        return vec![TranscriptRow::new(Line::from(ink.span(whole, role)))];
    }
    let line = Line::from(ink.span(text.to_owned(), role));
    wrap::rows(
        &line,
        ink.width,
        &ink.span("╌╌ ", role),
        &ink.span("   ", role),
    )
}
