//! The panes titled after the sides: who speaks for each, who has spoken, who has the floor, who is on their
//! feet, how long, and with which model.

use std::borrow::Cow;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::Widget,
};

use super::{edges, scrolled};
use crate::{
    blocks::running,
    catalog::{Side, Task},
    debate::{
        DebateState,
        opening::{Opening, Speaker},
        person::PERSON,
        scores::SeatedModel,
        state::Turn,
    },
    labels,
    scrolling::{PaneScroll, PaneText},
    style::{StyleRole, Styles},
    text::counted,
    widgets::{self, Focus},
    wrapping,
};

/// Columns of what may stand behind a name: that somebody speaks, and for how long.
const BESIDE: usize = 8;

/// The word beside whoever has the next turn.
const NEXT: &str = "next ";

/// Draws one pane a side, below each other. `now_ms` is the debate's time.
pub fn render(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    (focus, scroll): (Focus, &mut PaneScroll),
    now_ms: u64,
) {
    let Some(opening) = state.opening.as_deref() else {
        widgets::pane("Speakers", focus, styles).render(area, buf);
        return;
    };
    let sides = &opening.format.sides;
    if rows_needed(opening) > usize::from(area.height) {
        let text = |place: Rect| PaneText::of(list(state, styles, opening, place.width.into()));
        return scrolled("Speakers", (area, buf), styles, (focus, scroll), text);
    }
    if sides.is_empty() {
        let all: Vec<&Speaker> = opening.speakers.iter().collect();
        side(
            area,
            buf,
            state,
            styles,
            ("Speakers", StyleRole::House, &all),
            focus,
            now_ms,
        );
        return;
    }
    let seated = presiding(state, opening);
    let wanted = 2 + seated.len() as u16;
    // Those who preside are worth a place where every speaker keeps a row.
    let room = usize::from(area.height.saturating_sub(wanted)) >= rows_needed(opening);
    let below = if seated.is_empty() || !room {
        0
    } else {
        wanted
    };
    let [area, lower] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(below)]).areas(area);
    if below > 0 {
        presiding_pane(lower, buf, &seated, styles, focus);
    }
    let fill = |side: &Side| Constraint::Fill(side.seats.clamp(1, 8) as u16 + 2);
    let places = Layout::vertical(sides.iter().map(fill)).split(area);
    for (one, place) in sides.iter().zip(places.iter()) {
        let seated: Vec<&Speaker> = opening
            .speakers
            .iter()
            .filter(|speaker| speaker.seat.group() == one.id)
            .collect();
        let role = side_role(state, one);
        side(
            *place,
            buf,
            state,
            styles,
            (&one.name, role, &seated),
            focus,
            now_ms,
        );
    }
}

/// The rows that the frames need in which every speaker has one.
fn rows_needed(opening: &Opening) -> usize {
    let sides = opening.format.sides.iter();
    match sides.map(|side| side.seats + 2).sum() {
        0 => opening.speakers.len() + 2,
        rows => rows,
    }
}

/// All who sit there, below each other, each side below its name: where there is no room for a frame for each.
fn list(
    state: &DebateState,
    styles: &Styles,
    opening: &Opening,
    cells: usize,
) -> Vec<Line<'static>> {
    let titled = |title: &str, role: StyleRole| {
        let style = styles.get(role).patch(styles.get(StyleRole::Title));
        Line::styled(widgets::fit(title, cells), style)
    };
    let row = |speaker: &Speaker| {
        let role = labels::role(state, &speaker.seat);
        name(state, styles, speaker, role, (cells, false))
    };
    let sides = opening.format.sides.iter().flat_map(|side| {
        let of_side = |one: &&Speaker| one.seat.group() == side.id;
        let speakers = opening.speakers.iter().filter(of_side).map(row);
        std::iter::once(titled(&side.name, side_role(state, side))).chain(speakers)
    });
    let mut lines: Vec<Line<'static>> = sides.collect();
    if lines.is_empty() {
        lines.extend(opening.speakers.iter().map(row));
    }
    let presiding = presiding(state, opening);
    if !presiding.is_empty() {
        lines.push(titled("Presiding", StyleRole::House));
    }
    let seated = presiding.iter();
    lines.extend(seated.map(|(name, model)| seated_line(name, model, styles, cells)));
    lines
}

/// The colour of a side.
fn side_role(state: &DebateState, side: &Side) -> StyleRole {
    if labels::is_table(state, side) {
        StyleRole::House
    } else {
        labels::stance_role(side.stance)
    }
}

/// Somebody who presides, with their model.
fn seated_line(name: &str, model: &str, styles: &Styles, cells: usize) -> Line<'static> {
    let room = cells.saturating_sub(widgets::width(name) + 1);
    let model = Span::styled(labels::model_in(model, room), styles.get(StyleRole::Dim));
    edges(name, styles.get(StyleRole::House), vec![model], cells)
}

/// The judges and the moderator, with their models.
fn presiding<'a>(state: &'a DebateState, opening: &'a Opening) -> Vec<(String, &'a str)> {
    let moderator = opening.moderator.iter();
    let model = |one: &'a SeatedModel| state.model_of(&one.seat).unwrap_or(&one.model);
    opening
        .judges
        .iter()
        .chain(moderator)
        .map(|one| {
            // Nobody is told that a person is a model, but while one stands in.
            let is_by_hand = state.is_held_by_person(&one.seat);
            let model = if is_by_hand { PERSON } else { model(one) };
            (state.name(&one.seat), model)
        })
        .collect()
}

fn presiding_pane(
    area: Rect,
    buf: &mut Buffer,
    seated: &[(String, &str)],
    styles: &Styles,
    focus: Focus,
) {
    let block = widgets::pane("Presiding", focus, styles).title_style(styles.get(StyleRole::House));
    let inner = block.inner(area);
    block.render(area, buf);
    let cells = usize::from(inner.width.saturating_sub(2));
    for (y, (name, model)) in (inner.y..inner.bottom()).zip(seated) {
        let place = Rect::new(inner.x + 1, y, inner.width.saturating_sub(2), 1);
        widgets::line(&seated_line(name, model, styles, cells), place, buf);
    }
}

fn side(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    (title, role, speakers): (&str, StyleRole, &[&Speaker]),
    focus: Focus,
    now_ms: u64,
) {
    let block = widgets::pane(title, focus, styles).title_style(styles.get(role));
    let inner = block.inner(area);
    block.render(area, buf);
    // With room to spare each speaker has a second line, then a third, then some air.
    let each = (inner.height / u16::try_from(speakers.len().max(1)).unwrap_or(1)).clamp(1, 4);
    let cells = usize::from(inner.width.saturating_sub(2));
    // All have their signs, or none has: names that begin below each other are found sooner.
    let has_icons = speakers.iter().all(|one| {
        let needed = 2 + widgets::width(&labels::icon(&one.card)) + widgets::width(&one.card.short);
        needed + BESIDE <= cells
    });
    for (at, speaker) in speakers.iter().enumerate() {
        let y = inner.y + each * at as u16;
        if y >= inner.bottom() {
            break;
        }
        let place = Rect::new(inner.x + 1, y, inner.width.saturating_sub(2), 1);
        // At one table each has the colour of what they say.
        let role = if role == StyleRole::House {
            labels::role(state, &speaker.seat)
        } else {
            role
        };
        widgets::line(
            &name(state, styles, speaker, role, (cells, has_icons)),
            place,
            buf,
        );
        let mut more = Vec::new();
        if each >= 3 {
            // With air to spare a role that is long has two rows.
            more.extend(about(state, styles, speaker, cells, usize::from(each) - 2));
        }
        if each >= 2 {
            more.push(detail(state, styles, speaker, cells, now_ms));
        }
        for (y, line) in (y + 1..inner.bottom()).zip(&more) {
            widgets::line(line, Rect { y, ..place }, buf);
        }
    }
}

/// The last turn of somebody on the record.
fn speeches<'a>(state: &'a DebateState, speaker: &Speaker) -> Option<&'a Turn> {
    state
        .turns
        .iter()
        .rev()
        .find(|turn| turn.seat == speaker.seat && turn.task.is_on_record() && !turn.is_struck())
}

/// The words that somebody has said in all turns of the kind of their last one: spoken ones, or written ones.
fn words_of_all(state: &DebateState, speaker: &Speaker) -> u32 {
    let Some(last) = speeches(state, speaker) else {
        return 0;
    };
    let all = state.turns.iter().filter(|turn| {
        turn.seat == speaker.seat
            && turn.task.is_on_record()
            && !turn.is_struck()
            && turn.task.is_written() == last.task.is_written()
    });
    all.fold(0, |words, turn| words.saturating_add(turn.words))
}

fn on_feet(state: &DebateState, speaker: &Speaker) -> bool {
    let mut points = state.points.iter().filter(|point| point.is_pending());
    !state.is_closed() && points.any(|point| point.from == speaker.seat)
}

fn name(
    state: &DebateState,
    styles: &Styles,
    speaker: &Speaker,
    role: StyleRole,
    (cells, has_icons): (usize, bool),
) -> Line<'static> {
    let turn = speeches(state, speaker);
    let live = turn.is_some_and(Turn::is_open) && !state.is_closed();
    let mut right = Vec::new();
    if on_feet(state, speaker) {
        right.push(Span::styled("✋ ", styles.get(StyleRole::Poi)));
    }
    if live && !state.is_running() {
        right.push(Span::styled("⏸ ", styles.get(StyleRole::Paused)));
    } else if let Some(turn) = turn.filter(|turn| live && state.is_held_back(turn)) {
        // Nobody hears anything of it yet.
        let sign = if turn.is_all_there() { "✔ " } else { "◌ " };
        right.push(Span::styled(sign, styles.get(StyleRole::Dim)));
    } else if live {
        right.push(Span::styled("● ", styles.get(StyleRole::Live)));
    }
    let is_next = !live && state.next_up() == Some(&speaker.seat);
    if is_next {
        right.push(Span::styled(NEXT, styles.get(StyleRole::Dim)));
    }
    let words = words_of_all(state, speaker);
    let time = match turn {
        None => "     ".to_owned(),
        Some(turn) if turn.task.is_written() => format!("{words:>3} w"),
        Some(_) => labels::spoken(state, words),
    };
    let time_role = if live {
        StyleRole::Live
    } else {
        StyleRole::Text
    };
    right.push(Span::styled(time, styles.get(time_role)));
    let side = state
        .opening
        .as_deref()
        .and_then(|one| one.format.side(speaker.seat.group()));
    let number = match speaker.seat.number() {
        // Who is alone needs no number.
        Some(number) if side.is_none_or(|side| side.seats > 1) => format!("{number} "),
        Some(_) | None => String::new(),
    };
    // Whoever has not spoken stands back a little.
    let style = if turn.is_some() {
        styles.get(role).patch(styles.get(StyleRole::Speaker))
    } else {
        styles.get(role)
    };
    let icon = if has_icons {
        labels::icon(&speaker.card)
    } else {
        String::new()
    };
    // The name is worth more than its sign.
    let beside_name: usize = right.iter().map(Span::width).sum();
    let whole =
        widgets::width(&number) + widgets::width(&icon) + widgets::width(&speaker.card.short);
    let icon = if whole + beside_name < cells {
        icon
    } else {
        String::new()
    };
    let taken = widgets::width(&icon) + widgets::width(&speaker.card.name);
    let beside = if is_next { 12 + NEXT.len() } else { 12 };
    let name = if taken + beside <= cells {
        &speaker.card.name
    } else {
        &speaker.card.short
    };
    edges(&format!("{number}{icon}{name}"), style, right, cells)
}

fn detail(
    state: &DebateState,
    styles: &Styles,
    speaker: &Speaker,
    cells: usize,
    now_ms: u64,
) -> Line<'static> {
    let dim = styles.get(StyleRole::Dim);
    let notes = state
        .turns
        .iter()
        .find(|turn| turn.seat == speaker.seat && turn.task == Task::Prepare && turn.is_open());
    let written = speeches(state, speaker).filter(|turn| turn.task.is_written() && turn.is_open());
    let right = match (speeches(state, speaker), notes.or(written)) {
        (Some(_), Some(turn)) if turn.task.is_written() => writing(state, styles, turn, now_ms),
        // Of what is written the words stand beside the name.
        (Some(turn), _) if turn.task.is_written() => Span::raw(""),
        (Some(_), _) => {
            let words = words_of_all(state, speaker);
            Span::styled(counted(words, "word", "words"), dim)
        }
        (None, Some(turn)) => writing(state, styles, turn, now_ms),
        (None, None) if state.notes(&speaker.seat).is_some() && !state.is_closed() => {
            Span::styled(running::READY, dim)
        }
        (None, None) => Span::raw(""),
    };
    let room = cells.saturating_sub(right.width() + 3);
    let model = if state.is_held_by_person(&speaker.seat) {
        // Half of the word says nothing that the name does not.
        Some(PERSON)
            .filter(|word| widgets::width(word) <= room)
            .unwrap_or("")
    } else {
        state.model_of(&speaker.seat).unwrap_or(&speaker.model)
    };
    let model = labels::model_in(model, room);
    edges(&format!("  {model}"), dim, vec![right], cells)
}

/// For how long somebody has been writing. While the debate is paused nobody does; who is done stays so.
fn writing(state: &DebateState, styles: &Styles, turn: &Turn, now_ms: u64) -> Span<'static> {
    if state.is_closed() {
        return Span::raw("");
    }
    let is_read_out = turn.words > 0 && turn.task.is_written();
    if !is_read_out && turn.whole_draft().is_some() {
        return Span::styled(running::READY, styles.get(StyleRole::Dim));
    }
    if !state.is_running() {
        return Span::styled(running::PAUSED, styles.get(StyleRole::Paused));
    }
    if is_read_out {
        return Span::styled(running::READING, styles.get(StyleRole::Live));
    }
    let role = if state.is_unanswered(turn.id) {
        StyleRole::Warning
    } else {
        StyleRole::Live
    };
    Span::styled(running::writing(state, turn, now_ms), styles.get(role))
}

/// The role of a speaker, in so many rows at the most; while the speaker speaks, the share of the speaking time that is
/// gone.
fn about(
    state: &DebateState,
    styles: &Styles,
    speaker: &Speaker,
    cells: usize,
    rows: usize,
) -> Vec<Line<'static>> {
    let room = cells.saturating_sub(2);
    match speeches(state, speaker) {
        Some(turn) if turn.is_open() && !turn.task.is_written() && !state.is_closed() => {
            let share = f64::from(turn.words) / f64::from(turn.target_words.max(1));
            let mut spans = vec![Span::raw("  ")];
            let bar = widgets::bar(
                share,
                room,
                styles.get(StyleRole::Live),
                styles.get(StyleRole::Dim),
            );
            spans.extend(bar);
            vec![Line::from(spans)]
        }
        Some(_) | None => {
            let role = speaker.card.role.as_str();
            let whole = wrapping::rows(role, room.max(1));
            let told: Vec<String> = if whole.len() <= rows {
                whole.into_iter().map(Cow::into_owned).collect()
            } else {
                vec![labels::short_role(role, room)]
            };
            let dim = styles.get(StyleRole::Dim);
            let lines = told.into_iter();
            lines
                .map(|row| Line::styled(format!("  {row}"), dim))
                .collect()
        }
    }
}
