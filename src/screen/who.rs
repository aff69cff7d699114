//! How people and times are called on the screen: sides and their colours, seats as titles, words as minutes.

use super::{
    style::Role,
    widgets::{fit, width},
};
use crate::{
    catalog::{Side, Stance},
    debate::{DebateState, ids::Seat, scores::Standing, work::ResponseType},
};

/// The colour of whoever sits there.
pub fn role(state: &DebateState, seat: &Seat) -> Role {
    match state.stance(seat) {
        None if seat.is_gallery() => Role::Question,
        Some(stance) => stance_role(stance),
        None => Role::House,
    }
}

/// The colour of what is said of the motion.
pub fn stance_role(stance: Stance) -> Role {
    match stance {
        Stance::For => Role::Prop,
        Stance::Against => Role::Opp,
        Stance::Nuanced | Stance::Own => Role::House,
    }
}

/// A seat as a title: "Opposition 2", "from the floor". Who has a side for themselves has no number; where there is
/// one table, it is what they say of the motion that tells them apart.
pub fn title(state: &DebateState, seat: &Seat) -> String {
    let Some(side) = side(state, seat) else {
        let floor = seat.is_audience().then_some("from the floor");
        return floor.unwrap_or_default().to_owned();
    };
    if is_table(state, side) {
        return match state.stance(seat) {
            Some(Stance::For) => "for the motion".to_owned(),
            Some(Stance::Against) => "against the motion".to_owned(),
            Some(Stance::Nuanced) => "in between".to_owned(),
            Some(Stance::Own) | None => String::new(),
        };
    }
    match seat.number() {
        Some(number) if side.seats > 1 => format!("{} {number}", side.name),
        Some(_) | None => side.name.clone(),
    }
}

fn side<'a>(state: &'a DebateState, seat: &Seat) -> Option<&'a Side> {
    state.opening.as_deref()?.format.side(seat.group())
}

/// Whether a side is a table at which everybody speaks for themselves.
pub fn is_table(state: &DebateState, side: &Side) -> bool {
    let sides = state.opening.as_deref().map_or(0, |o| o.format.sides.len());
    sides == 1 || !side.stances.is_empty()
}

/// Who asks or is asked: the side, where one person is the whole of it, or else the person.
pub fn party(state: &DebateState, seat: &Seat) -> String {
    match side(state, seat) {
        Some(side) if side.seats == 1 => side.name.clone(),
        Some(_) | None => short(state, seat),
    }
}

/// What was scored, as it is called: a speaker, a side, or an argument by its id.
pub fn called(state: &DebateState, id: &str) -> String {
    let Some(opening) = state.opening.as_deref() else {
        return id.to_owned();
    };
    let side = opening.format.side(id).map(|side| side.name.clone());
    side.unwrap_or_else(|| opening.short_name(&Seat::named(id)))
}

/// The colour of what was scored.
pub fn role_of(state: &DebateState, id: &str) -> Role {
    let opening = state.opening.as_deref();
    if let Some(side) = opening.and_then(|opening| opening.format.side(id)) {
        return stance_role(side.stance);
    }
    let argument = state.arguments().find(|(_, one)| one.id == id);
    argument.map_or_else(|| role(state, &Seat::named(id)), |(by, _)| role(state, by))
}

/// The sign and the colour of what became of an argument.
pub fn standing(standing: Standing) -> (&'static str, Role) {
    match standing {
        Standing::Upheld => ("✔", Role::Accepted),
        Standing::PartiallyUpheld => ("◐", Role::Poi),
        Standing::Refuted => ("✖", Role::Error),
        Standing::Uncertain => ("?", Role::Undecided),
    }
}

/// The colour of how an argument was met.
pub fn response(kind: ResponseType) -> Role {
    match kind {
        ResponseType::Refute => Role::Error,
        ResponseType::Challenge => Role::Warning,
        ResponseType::Partial => Role::Evidence,
        ResponseType::Concede => Role::Accepted,
    }
}

/// The short name that goes with a seat.
pub fn short(state: &DebateState, seat: &Seat) -> String {
    state.opening.as_deref().map_or_else(
        || seat.as_str().to_owned(),
        |opening| opening.short_name(seat),
    )
}

/// The name of a model without its provider: `mock` of `127.0.0.1:8080:mock`, `qwen2.5:3b` of
/// `ollama:qwen2.5:3b`.
pub fn model(label: &str) -> &str {
    let Some((_, rest)) = label.split_once(':') else {
        return label;
    };
    match rest.split_once(':') {
        Some((port, name)) if !port.is_empty() && port.chars().all(|c| c.is_ascii_digit()) => name,
        Some(_) | None => rest,
    }
}

/// The most of a model's name that fits: with its provider, without, or without the folder it is in.
pub fn model_in(label: &str, cells: usize) -> String {
    let name = model(label);
    let last = name.rsplit('/').next().unwrap_or(name);
    [label, name]
        .into_iter()
        .find(|text| width(text) <= cells)
        .map_or_else(|| fit(last, cells), str::to_owned)
}

/// How long so many words take to say, in the format's measure.
pub fn spoken(state: &DebateState, words: u32) -> String {
    let per_minute = state
        .opening
        .as_deref()
        .map_or(190.0, |opening| opening.format.timing.words_per_minute)
        .max(1.0);
    minutes((f64::from(words) * 60.0 / per_minute).round() as u64)
}

/// Seconds as minutes and seconds.
pub fn minutes(seconds: u64) -> String {
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

/// A count with a thousands' unit where it is long.
pub fn count(n: u64) -> String {
    if n < 10_000 {
        n.to_string()
    } else if n < 1_000_000 {
        format!("{:.1}k", n as f64 / 1000.0)
    } else {
        format!("{:.2}M", n as f64 / 1_000_000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_s_name_gives_up_its_provider_and_its_folder_before_its_end() {
        let found = "127.0.0.1:8080:org/qwen-3b";
        for (label, cells, expected) in [
            (found, 40, found),
            (found, 12, "org/qwen-3b"),
            (found, 8, "qwen-3b"),
            (found, 5, "qwen…"),
            ("ollama:qwen2.5:3b", 12, "qwen2.5:3b"),
            ("scripted", 12, "scripted"),
        ] {
            assert_eq!(model_in(label, cells), expected);
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(minutes(192), "03:12");
        assert_eq!(minutes(4000), "66:40");
        assert_eq!(
            [count(9999), count(41_230), count(1_204_000)],
            ["9999", "41.2k", "1.20M"]
        );
    }
}
