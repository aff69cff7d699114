//! A speech: its heading, its words, and at their places the points, the bell and what the viewer brought in.

use super::{
    Page, clock,
    escape::{inline, paragraphs},
    floor, place, written,
};
use crate::{
    debate::{
        DebateState,
        event::Truncation,
        notice::waved_down,
        sources::citations,
        state::{Intervention, Poi, PoiStatus, Turn, TurnStatus},
    },
    text::{floor_char_boundary, sentence::first_end},
};

/// Something that happened while somebody spoke.
enum Beside<'a> {
    Bell,
    Point(&'a Poi),
    Brought(&'a Intervention),
}

/// Whether what a viewer brought in is told inside a speech.
pub(super) fn in_a_speech(state: &DebateState, item: &Intervention) -> bool {
    item.during
        .and_then(|(turn, _)| state.turn(turn))
        .is_some_and(|turn| turn.task.is_spoken())
}

/// A speech with all that happened in it.
pub(super) fn speech(page: &mut Page, state: &DebateState, turn: &Turn) {
    heading(page, state, turn);
    if let Some(work) = turn.work.as_ref().filter(|_| !turn.is_struck()) {
        written::work(page, work);
        sources(page, state, turn);
        ending(page, state, turn);
        return;
    }
    let ends = sentence_ends(&turn.text);
    let mut from = 0;
    for (at, beside) in happenings(state, turn, &ends) {
        words(page, turn, from, at);
        from = at;
        match beside {
            Beside::Bell => page.block("*The bell rings.*"),
            Beside::Point(point) => poi(page, state, point),
            Beside::Brought(item) => floor::intervention(page, state, item),
        }
    }
    words(page, turn, from, turn.text.len());
    sources(page, state, turn);
    ending(page, state, turn);
}

fn heading(page: &mut Page, state: &DebateState, turn: &Turn) {
    let again = if turn.attempt > 1 { ", again" } else { "" };
    let place = match place(state, &turn.seat) {
        place if place.is_empty() => place,
        place => format!(" ({place})"),
    };
    let title = match state.spec_of(turn).map(|spec| spec.title.as_str()) {
        Some(title) if !title.is_empty() => format!(": {title}"),
        Some(_) | None => String::new(),
    };
    let name = state.name(&turn.seat);
    let who = inline(&format!("{name}{place}{title}{again}"));
    let time = turn.ended_ms.map_or_else(String::new, |ended| {
        format!(", {}", clock(ended.saturating_sub(turn.began_ms)))
    });
    if turn.is_struck() {
        page.block(format!("### ~~{who}~~"));
        ruling(page, state, turn);
    } else {
        page.block(format!("### {who}"));
        page.block(format!("*{} words{time}*", turn.words));
    }
}

/// What the referee says of it, where there is something to say.
fn ruling(page: &mut Page, state: &DebateState, turn: &Turn) {
    if let Some(ruling) = state.ruling(turn) {
        page.block(format!("*{}*", inline(&ruling)));
    }
}

/// A stretch of the speech; crossed out where the speech was struck.
fn words(page: &mut Page, turn: &Turn, from: usize, to: usize) {
    let Some(text) = turn.text.get(from..to) else {
        return;
    };
    for paragraph in paragraphs(text) {
        if turn.is_struck() {
            page.block(format!("~~{paragraph}~~"));
        } else {
            page.block(paragraph);
        }
    }
}

/// The passages that the turn names, and what is wrong with what is claimed of them.
fn sources(page: &mut Page, state: &DebateState, turn: &Turn) {
    if turn.is_struck() {
        return;
    }
    let mut numbers: Vec<u32> = citations(&turn.text)
        .into_iter()
        .flat_map(|citation| citation.numbers)
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    for number in numbers {
        if let Some(passage) = state.passage(number) {
            page.block(format!("\\[{number}\\] {}", inline(&passage.source)));
        }
    }
    for doubt in turn.doubts.iter().flatten() {
        page.block(format!("*{}*", inline(&doubt.told())));
    }
}

fn poi(page: &mut Page, state: &DebateState, point: &Poi) {
    let from = inline(&state.name(&point.from));
    let to = inline(&state.name(&point.to));
    let mut parts = vec![format!("**{from}** rises: {}", inline(&point.text))];
    parts.push(match &point.status {
        PoiStatus::Offered => "*Nobody had answered yet.*".to_owned(),
        PoiStatus::Taken | PoiStatus::Accepted => "*The point is taken.*".to_owned(),
        PoiStatus::Declined { gesture } => {
            let told = waved_down(&state.name_within(&point.to), gesture);
            format!("*Declined: {}*", inline(&told))
        }
        PoiStatus::Answered { text } if text.trim().is_empty() => {
            "*The point was taken and has no answer.*".to_owned()
        }
        PoiStatus::Answered { text } => format!("**{to}**: {}", paragraphs(text).join("\n\n")),
    });
    page.quote(&parts);
}

fn ending(page: &mut Page, state: &DebateState, turn: &Turn) {
    match &turn.status {
        TurnStatus::Open => page.block("*The speech is not over.*"),
        TurnStatus::Heard { truncated } => cut(page, truncated.as_ref()),
        TurnStatus::Ended {
            truncated,
            flagged: _,
        } => {
            cut(page, truncated.as_ref());
            ruling(page, state, turn);
        }
        TurnStatus::Struck { .. } => {}
    }
}

fn cut(page: &mut Page, truncated: Option<&Truncation>) {
    match truncated {
        None => {}
        Some(Truncation::TimeLimit) => page.block("*Cut at the time limit.*"),
        Some(Truncation::Length) => page.block("*Cut short: the model had room for no more.*"),
        Some(Truncation::Unreachable { reason }) => page.block(format!(
            "*Cut short: the speaker could not be reached ({}).*",
            inline(reason)
        )),
    }
}

/// What happened, each at the end of the sentence in which it did, in the order of their places.
fn happenings<'a>(
    state: &'a DebateState,
    turn: &'a Turn,
    ends: &[usize],
) -> Vec<(usize, Beside<'a>)> {
    let place = |at: u32| {
        let at = floor_char_boundary(&turn.text, at as usize);
        // At its very beginning it belongs before the first word.
        if at == 0 {
            return 0;
        }
        let next = ends.partition_point(|end| *end < at);
        ends.get(next).copied().unwrap_or(turn.text.len())
    };
    let points = turn.points.iter().filter_map(|id| state.point(*id));
    let brought = state.brought_during(turn.id).filter_map(|item| {
        let (_, at) = item.during.filter(|_| turn.task.is_spoken())?;
        Some((at, item))
    });
    let bell = turn.bell.iter();
    let mut found: Vec<(usize, Beside<'a>)> = points
        .map(|point| (place(point.at), Beside::Point(point)))
        .chain(bell.map(|at| (place(*at), Beside::Bell)))
        .chain(brought.map(|(at, item)| (place(at), Beside::Brought(item))))
        .collect();
    // Stable: at the same place points come first, then the bell, then what the viewer brought in.
    found.sort_by_key(|(at, _)| *at);
    found
}

/// Where sentences end, white space after them included; the last is the end of the text.
fn sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut from = 0;
    while let Some(end) = text.get(from..).and_then(first_end) {
        from += end;
        ends.push(from);
    }
    ends.push(text.len());
    ends
}
