//! How people and times are called on the screen: sides and their colours, seats as titles, words as minutes.

use super::{
    style::Role,
    widgets::{fit, width},
};
use crate::{
    catalog::Stance,
    debate::{DebateState, ids::Seat},
};

/// The colour of whoever sits there.
pub fn role(state: &DebateState, seat: &Seat) -> Role {
    match state.stance(seat) {
        Some(Stance::For) => Role::Prop,
        Some(Stance::Against) => Role::Opp,
        None if seat.is_gallery() => Role::Question,
        Some(Stance::Nuanced | Stance::Own) | None => Role::House,
    }
}

/// A seat as a title: "Opposition 2", "from the floor".
pub fn title(state: &DebateState, seat: &Seat) -> String {
    match (state.side_name(seat), seat.number()) {
        (Some(side), Some(number)) => format!("{side} {number}"),
        (Some(side), None) => side.to_owned(),
        (None, _) if seat.is_audience() => "from the floor".to_owned(),
        (None, _) => String::new(),
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
