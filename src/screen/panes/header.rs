//! The line above: the motion, where in the format the debate is, the clock of the speech, and whether it is
//! paused.

use std::collections::BTreeSet;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::situation::ChamberMode;
use crate::{
    debate::{
        DebateState,
        event::{CloseReason, PausedBy},
        ids::Seat,
        participants::within,
        plan::Slot,
        state::{DebateStatus, InterventionProgress, PoiStatus, Turn},
    },
    labels,
    replay::Playback,
    style::{StyleRole, Styles},
    text::upper_first,
    widgets::{self, fit, width},
};

/// In the middle of a speech no shorter gap counts as silence: words come at reading pace.
const SILENCE_MS: u64 = 3000;

/// The cells of the motion and the place from which on the motion gives way to what is not checked.
const LEAST_ROOM: usize = 48;

/// The words in the place of the clock while an answer is read.
const READING_TIME: &str = "reading pause";

/// The word behind the clock of the debate, where there is room for it.
const ELAPSED: &str = " elapsed";
/// The word behind the clock of a speech, where there is room for it.
const SPOKEN: &str = " spoken";

/// Draws the line. `waited_ms` is the time since the last record, where the clock runs.
pub fn render(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    mode: ChamberMode,
    waited_ms: u64,
    own: Option<&Seat>,
) {
    buf.set_style(area, styles.get(StyleRole::Header));
    let styles = &styles.upon_header();
    let cells = usize::from(area.width);
    let mut right = clock(state, styles, mode, waited_ms, own);
    right.push(sign(state, styles, mode, cells));
    let taken: usize = right.iter().map(Span::width).sum();
    let room = cells.saturating_sub(taken + 3);
    let motion = state
        .opening
        .as_deref()
        .map_or("Hustings", |opening| opening.motion.motion.as_str());
    let mut place = chosen(state, width(motion), room);
    place.push_str(&unchecked(state, width(motion) + 2 + width(&place), room));
    let motion = fit_motion(motion, room.saturating_sub(width(&place) + 2));
    let used = 1 + width(&motion) + width(&place);
    let mut gap = cells.saturating_sub(used + taken + 1);
    // The clock of a speech goes by its words, and that of the debate does not: where there is room each says which it
    // is, and both are there.
    let dim = styles.get(StyleRole::Dim);
    if right.len() > 2 {
        let mut names = Vec::new();
        if let Some(turn) = on_the_clock(state) {
            let debate = format!(" · {}{ELAPSED}", elapsed(state, waited_ms));
            let debate = Some(debate).filter(|_| !mode.is_replay());
            if tells_length(&right) {
                let others = debate.as_ref().map_or(0, |debate| width(debate));
                let with_rest = left(state, turn);
                let with_rest = with_rest.filter(|text| gap >= width(text) + others + 4);
                names.push(with_rest.unwrap_or_else(|| SPOKEN.to_owned()));
            }
            names.extend(debate);
        } else {
            names.push(ELAPSED.to_owned());
        }
        for (at, name) in (1..).zip(names) {
            if gap >= width(&name) + 4 {
                gap -= width(&name);
                right.insert(at.min(right.len()), Span::styled(name, dim));
            }
        }
    }
    let mut spans = vec![
        Span::raw(" "),
        Span::styled(motion, styles.get(StyleRole::Header)),
        Span::raw(" ".repeat(gap.min(2))),
        Span::styled(place, styles.get(StyleRole::Dim)),
        Span::raw(" ".repeat(gap.saturating_sub(2))),
    ];
    spans.extend(right);
    widgets::line(&Line::from(spans), area, buf);
}

/// What is left of the time of a speech, behind what was spoken; nothing where it has none, or has gone over it.
fn left(state: &DebateState, turn: &Turn) -> Option<String> {
    let words = turn.target_words.checked_sub(turn.words)?;
    let left = labels::spoken(state, words);
    (words > 0).then(|| format!("{SPOKEN}, {left} left"))
}

/// The time that the debate has run. Where that is over, nobody is waited for.
fn elapsed(state: &DebateState, waited_ms: u64) -> String {
    let waited_ms = state.ran_ms.map_or(waited_ms, |_| 0);
    crate::text::clock((state.running_ms() + waited_ms) / 1000)
}

/// Whether the first of these is a length that was spoken, and no word on a silence.
fn tells_length(right: &[Span<'_>]) -> bool {
    let first = right.first().and_then(|span| span.content.chars().next());
    first.is_some_and(|letter| letter.is_ascii_digit())
}

/// As much of the motion as there is room for. Where it is cut it begins with what this one asks for, as all of them name
/// the House.
fn fit_motion(motion: &str, room: usize) -> String {
    if width(motion) <= room {
        return motion.to_owned();
    }
    let rest = motion.strip_prefix("This House ").unwrap_or(motion);
    fit(&upper_first(rest), room)
}

/// As much of the place as there is room for beside the motion.
fn chosen(state: &DebateState, motion: usize, room: usize) -> String {
    let parts = place(state);
    let from = |at: usize| {
        parts
            .get(at..)
            .map_or_else(String::new, |rest| rest.join(" ▸ "))
    };
    let beside = |text: &String| width(text) + motion + 2 <= room;
    let half = |text: &String| 2 * width(text) <= room;
    let has_rounds = state.phase_plan().is_some_and(|phase| phase.rounds > 1);
    let round = parts.get(2).filter(|_| has_rounds).cloned();
    if !is_counted(state) || state.phase.is_none() {
        // First the place gives up its beginning, so that the motion can be read; then the motion gives way, but
        // not wholly. Of the place its end counts most.
        let places: Vec<String> = (0..parts.len()).map(from).collect();
        let whole = places.iter().find(|text| beside(text));
        let last = round.as_ref().or(places.last());
        let last = last.filter(|text| half(text));
        return whole.or(last).cloned().unwrap_or_default();
    }
    // How far the debate has come is worth more than what the format is called, and than the end of the motion.
    let phase = parts.get(1).cloned().unwrap_or_default();
    let count = state.phase.map_or_else(String::new, |at| {
        format!("{}/{}", at + 1, state.plan.phases.len())
    });
    let short = match parts.get(2..) {
        Some([.., last]) => format!("{count} ▸ {last}"),
        Some([]) | None => count.clone(),
    };
    let mut places = vec![from(0), from(1)];
    // The round is worth more than the name of the phase, and than what is done in it.
    places.extend(round.iter().flat_map(|round| {
        let short = format!("{count} ▸ {round}");
        [format!("{phase} ▸ {round}"), short, round.clone()]
    }));
    places.push(phase);
    let whole = places.iter().find(|text| beside(text)).cloned();
    places.extend([short, count]);
    let cut = places.into_iter().skip(1).find(half);
    whole.or(cut).unwrap_or_default()
}

/// How many rules of the phase nobody holds its turns to, where there is room for that beside so many cells, or where the
/// motion, cut, keeps more than half of the line.
fn unchecked(state: &DebateState, taken: usize, room: usize) -> String {
    let phases = state.opening.as_deref().map(|one| &one.format.phases);
    let phase = phases.and_then(|all| all.get(state.phase? as usize));
    let count = phase.map_or(0, |phase| state.unchecked_rules_of(phase).len());
    if count == 0 || state.is_closed() {
        return String::new();
    }
    let noun = if count == 1 { "rule" } else { "rules" };
    let forms = [
        format!(" · {count} {noun} not checked"),
        format!(" · {count} not checked"),
    ];
    let told = forms.iter().find(|text| taken + width(text) <= room);
    let [_, short] = &forms;
    told.or(Some(short).filter(|_| room >= LEAST_ROOM))
        .cloned()
        .unwrap_or_default()
}

fn place(state: &DebateState) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if let Some(opening) = state.opening.as_deref() {
        parts.push(match opening.as_iteration() {
            Some(guidance) => format!("{}, iteration {}", opening.format.name, guidance.iteration),
            None => opening.format.name.clone(),
        });
    }
    if let (Some(phase), Some(at)) = (state.phase_plan(), state.phase) {
        parts.push(if is_counted(state) {
            format!("{} ({}/{})", phase.name, at + 1, state.plan.phases.len())
        } else {
            phase.name.clone()
        });
    }
    let phase = state.phase_plan();
    if let Some(phase) = phase
        && phase.rounds > 1
    {
        let on = state.phase.map_or(1, |phase| state.round_begun(phase));
        parts.push(format!(
            "round {} of {}",
            on.min(phase.rounds),
            phase.rounds
        ));
    }
    let now = state
        .turns
        .iter()
        .rev()
        .find(|turn| turn.task.is_on_record() && turn.is_open());
    // What is awaited after the last speech stands below the transcript.
    if let Some(turn) = now {
        parts.extend(piece(state, turn));
    }
    parts
}

/// Whether phases are counted: where a format has its own names for what is done in them, it is not plain from the
/// number of a speech how far the debate has come.
fn is_counted(state: &DebateState) -> bool {
    let phases = state
        .opening
        .iter()
        .flat_map(|opening| &opening.format.phases);
    phases
        .flat_map(|phase| &phase.turns)
        .any(|turn| !turn.title.is_empty())
}

/// The piece of work that is being done.
fn piece(state: &DebateState, turn: &Turn) -> Option<String> {
    let slot = state.slot_of(turn)?;
    let spec = state.spec_of(turn);
    // Whoever has been heard already counts, too: they have written at the same time.
    let beside: BTreeSet<u32> = state.beside(turn).map(|one| one.slot).collect();
    let at_once = 1 + beside.iter().filter(|slot| **slot != turn.slot).count();
    if state.is_simultaneous(turn) && at_once > 1 {
        return Some(format!("{at_once} at once"));
    }
    if let Some(spec) = spec.filter(|spec| spec.category.is_some() && !spec.title.is_empty()) {
        return Some(spec.title.to_lowercase());
    }
    let slots = state.plan.slots_of(slot.phase);
    let word = slot.task.name();
    if slot.exchange > 0 {
        let alike = |one: &&Slot| one.task == slot.task && one.spec == slot.spec;
        let of = slots.iter().filter(alike).map(|one| one.exchange).max();
        return Some(match of {
            Some(of) if of > 1 && is_counted(state) => {
                format!("{word} {} of {of}", slot.exchange)
            }
            Some(_) | None => format!("{word} {}", slot.exchange),
        });
    }
    if state.phase_plan().is_some_and(|plan| plan.rounds > 1) {
        return None;
    }
    let of = slots.iter().filter(|other| other.task == slot.task).count();
    if slot.speech > 0 && of > 1 {
        let first = slots.iter().find(|one| one.task == slot.task);
        let place = slot.speech + 1 - first.map_or(1, |first| first.speech);
        return Some(format!("{word} {place} of {of}"));
    }
    let title = spec
        .map(|spec| spec.title.to_lowercase())
        .unwrap_or_default();
    // The name of the phase says it already.
    let phase = state.phase_plan().map(|plan| plan.name.to_lowercase());
    if !title.is_empty() && phase.is_some_and(|phase| phase.contains(&title)) {
        return None;
    }
    Some(if title.is_empty() {
        word.to_owned()
    } else {
        title
    })
}

/// The turn whose length is told: spoken, or read out and begun.
fn on_the_clock(state: &DebateState) -> Option<&Turn> {
    let reads = || state.reader().filter(|turn| turn.words > 0);
    state.floor().or_else(reads)
}

/// The length of the speech so far, or of the debate.
fn clock(
    state: &DebateState,
    styles: &Styles,
    mode: ChamberMode,
    waited_ms: u64,
    own: Option<&Seat>,
) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let is_asked_here = (mode.is_live() || own.is_some()) && state.asked_at(own).next().is_some();
    if let Some(turn) = on_the_clock(state) {
        let answered = state.answered_now(turn);
        // Words come one by one while somebody speaks; before the first of them a pause is no silence.
        let silent_ms = if turn.text.is_empty() {
            (state.at_ms + waited_ms).saturating_sub(turn.began_ms.max(state.resumed_ms))
        } else {
            Some(waited_ms).filter(|ms| *ms >= SILENCE_MS).unwrap_or(0)
        };
        let clock = if let Some(answered) = answered.filter(|_| state.is_running()) {
            match &answered.status {
                // The answer is there at once, and nothing else moves until it can have been read.
                PoiStatus::Answered { text } if !text.is_empty() => READING_TIME.to_owned(),
                PoiStatus::Offered
                | PoiStatus::Taken
                | PoiStatus::Accepted
                | PoiStatus::Declined { .. }
                | PoiStatus::Answered { .. } => {
                    format!("answers {}", within(labels::short(state, &answered.from)))
                }
            }
        } else if is_asked_here && state.is_running() {
            "waiting for you".to_owned()
        } else if let Some(name) = waited_for(state) {
            format!("waiting for {name}")
        } else if state.is_running() && silent_ms >= 1000 {
            format!("silent for {} s", silent_ms / 1000)
        } else {
            let spoken = labels::spoken(state, turn.words);
            match turn.target_words {
                0 => spoken,
                words => format!("{spoken} of {}", labels::spoken(state, words)),
            }
        };
        spans.push(Span::styled(clock, styles.get(StyleRole::Header)));
    } else if state.opening.is_some() && !mode.is_replay() {
        // The line of a replay tells the time by which it goes, which is another.
        spans.push(Span::styled(
            elapsed(state, waited_ms),
            styles.get(StyleRole::Dim),
        ));
    }
    spans.push(Span::raw("  "));
    spans
}

/// The short name of a person for whom the debate waits.
fn waited_for(state: &DebateState) -> Option<String> {
    let (_, call) = state
        .asked_of_people()
        .next()
        .filter(|_| state.is_running())?;
    Some(labels::short(state, call.seat.as_ref()?))
}

/// Whether it goes on: the debate, or what of it is played again.
fn sign(state: &DebateState, styles: &Styles, mode: ChamberMode, cells: usize) -> Span<'static> {
    match mode {
        ChamberMode::Replay(Playback::Playing, _) => {
            return Span::styled("▶ ", styles.get(StyleRole::Live));
        }
        ChamberMode::Replay(Playback::Paused, _) => {
            return Span::styled(" ⏸ Paused ", styles.get(StyleRole::Paused));
        }
        ChamberMode::Replay(Playback::Ended, _) if !state.is_closed() => {
            return Span::styled("■ end of the record ", styles.get(StyleRole::Dim));
        }
        ChamberMode::Followed(_) if mode.is_left() && !state.is_closed() => {
            return Span::styled("■ left ", styles.get(StyleRole::Paused));
        }
        ChamberMode::Live | ChamberMode::Followed(_) | ChamberMode::Replay(Playback::Ended, _) => {}
    }
    match &state.status {
        DebateStatus::Unopened => Span::styled("… ", styles.get(StyleRole::Dim)),
        DebateStatus::Running => Span::styled("▶ ", styles.get(StyleRole::Live)),
        DebateStatus::Paused(by) => {
            let text = match by {
                // The banner below says it in full.
                PausedBy::Limit { .. } | PausedBy::Unreachable { .. } => None,
                PausedBy::Viewer | PausedBy::Question { .. } | PausedBy::Questions => {
                    why(state, by).filter(|_| cells >= 100)
                }
            };
            if text.is_none() && matches!(by, PausedBy::Questions) {
                return Span::styled(" ⏸ Q&A ", styles.get(StyleRole::Paused));
            }
            let text = text.map_or_else(
                || " ⏸ Paused ".to_owned(),
                |why| format!(" ⏸ Paused: {} ", fit(&why, 40)),
            );
            Span::styled(text, styles.get(StyleRole::Paused))
        }
        DebateStatus::Closed(CloseReason::Completed) => {
            Span::styled("■ over ", styles.get(StyleRole::Dim))
        }
        DebateStatus::Closed(CloseReason::Adjourned) => {
            Span::styled("■ adjourned ", styles.get(StyleRole::Warning))
        }
    }
}

/// The reason why the debate is paused, where it is not simply the viewer's wish.
pub fn why(state: &DebateState, by: &PausedBy) -> Option<String> {
    match by {
        PausedBy::Viewer => None,
        PausedBy::Question { item } => {
            let item = state.intervention(*item);
            let is_answered =
                item.is_some_and(|item| matches!(item.progress, InterventionProgress::Done { .. }));
            let how = if is_answered { "answered" } else { "put" };
            Some(format!("a question is {how}"))
        }
        PausedBy::Questions => Some(format!(
            "{} takes questions",
            state.name(&Seat::moderator())
        )),
        PausedBy::Limit { what } => Some(what.clone()),
        PausedBy::Unreachable { seat, reason } if *seat == Seat::house() => {
            Some(format!("the model could not be had: {reason}"))
        }
        PausedBy::Unreachable { seat, reason } => Some(format!(
            "{}'s model could not be had: {reason}",
            labels::short(state, seat)
        )),
    }
}
