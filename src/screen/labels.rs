//! Labels for people and times on the screen: sides and their colours, seats as titles, words as minutes.

use super::{
    style::StyleRole,
    widgets::{fit, width},
};
use crate::{
    catalog::{Persona, Stance},
    debate::{
        DebateState, ids::Seat, outcome::ArgumentStatus, scores::Standing, written::ResponseType,
    },
    setup::model_name,
};

pub use crate::blocks::names::{called, is_table, party, short, spoken, title};

/// The sign of a persona with a space behind it, as it stands before the name; nothing where there is none.
pub fn icon(card: &Persona) -> String {
    match card.icon.as_str() {
        "" => String::new(),
        icon => format!("{icon} "),
    }
}

/// The colour of whoever sits there.
pub fn role(state: &DebateState, seat: &Seat) -> StyleRole {
    match state.stance(seat) {
        None if seat.is_gallery() => StyleRole::Question,
        Some(stance) => stance_role(stance),
        None => StyleRole::House,
    }
}

/// The colour of what is said of the motion.
pub(crate) fn stance_role(stance: Stance) -> StyleRole {
    match stance {
        Stance::For => StyleRole::Prop,
        Stance::Against => StyleRole::Opp,
        Stance::Nuanced | Stance::Own => StyleRole::House,
    }
}

/// The colour of what was scored.
pub fn role_of(state: &DebateState, id: &str) -> StyleRole {
    let opening = state.opening.as_deref();
    if let Some(side) = opening.and_then(|opening| opening.format.side(id)) {
        return stance_role(side.stance);
    }
    let argument = state.arguments().find(|(_, one)| one.id == id);
    argument.map_or_else(|| role(state, &Seat::named(id)), |(by, _)| role(state, by))
}

/// The sign and the colour of what became of an argument.
pub fn standing(standing: Standing) -> (&'static str, StyleRole) {
    match standing {
        Standing::Upheld => ("✔", StyleRole::Accepted),
        Standing::PartiallyUpheld => ("◐", StyleRole::Poi),
        Standing::Refuted => ("✖", StyleRole::Error),
        Standing::Uncertain => ("?", StyleRole::Undecided),
    }
}

/// The sign and the colour of what has become of an argument that nobody judges.
pub fn status(status: ArgumentStatus) -> (&'static str, StyleRole) {
    match status {
        ArgumentStatus::Granted => ("✔", StyleRole::Accepted),
        ArgumentStatus::Answered => ("↩", StyleRole::Answer),
        ArgumentStatus::TakenUp => ("!", StyleRole::Warning),
        ArgumentStatus::Untouched => ("·", StyleRole::Dim),
    }
}

/// The colour of how an argument was met.
pub fn response(kind: ResponseType) -> StyleRole {
    match kind {
        ResponseType::Refute => StyleRole::Error,
        ResponseType::Challenge => StyleRole::Warning,
        ResponseType::Partial => StyleRole::Evidence,
        ResponseType::Concede => StyleRole::Accepted,
    }
}

/// The most of a model's name that fits: as it is, or without the folder it is in. Which server has it is not told beside
/// those who speak: the same model would have two names, by the room that there is.
pub(crate) fn model_in(label: &str, cells: usize) -> String {
    let name = model_name(label);
    let last = name.rsplit('/').next().unwrap_or(name);
    if width(name) <= cells {
        return name.to_owned();
    }
    fit(last, cells)
}

/// As much of what somebody was as fits: all of it, or as many of the things that are listed as there is room for.
pub(crate) fn short_role(role: &str, cells: usize) -> String {
    if width(role) <= cells {
        return role.to_owned();
    }
    let ends = [", ", " and ", " of ", " who ", " in "];
    let ends = ends.iter().flat_map(|end| role.match_indices(end));
    let whole = ends.filter_map(|(at, _)| role.get(..at));
    let whole = whole.filter(|text| !text.is_empty() && width(text) <= cells);
    let longest = whole.max_by_key(|text| width(text));
    longest.map_or_else(|| fit(role, cells), str::to_owned)
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
    fn a_model_s_name_is_the_same_in_every_pane_and_gives_up_its_folder_before_its_end() {
        let found = "127.0.0.1:8080:org/qwen-3b";
        for (label, cells, expected) in [
            (found, 40, "org/qwen-3b"),
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
    fn a_role_is_shortened_where_something_ends_in_it() {
        let role = "Lawyer, reformer and leader of a movement";
        for (cells, expected) in [
            (60, role),
            (36, "Lawyer, reformer and leader"),
            (20, "Lawyer, reformer"),
            (10, "Lawyer"),
            (4, "Law…"),
        ] {
            assert_eq!(short_role(role, cells), expected);
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [count(9999), count(41_230), count(1_204_000)],
            ["9999", "41.2k", "1.20M"]
        );
    }
}
