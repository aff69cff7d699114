//! What a debate has come to that nobody judges: who changed their mind, or what became of each argument.

use std::borrow::Cow;

use super::{
    Block, Builder, ItemKind, Remark, SectionItem, SectionKind, SectionPart, Tone,
    division::{items_under, section},
};
use crate::{
    catalog::Verdict,
    debate::{
        answer::PositionShift, ids::Seat, outcome::ArgumentStatus, shifts::SpeakerShifts,
        trace::TracedArgument,
    },
    text::{counted, listed, lower_first, upper_first},
};

/// Said of whoever has not shifted, as far as the clerk has found.
const UNCHANGED: &str = "no change was found in what they said";
/// Said of whoever's last speech was not read.
const UNREAD: &str = "whether they changed their mind was not taken down";

impl<'a> Builder<'a> {
    /// The section on what the debate has come to; `None` where it has none, or there is nothing to tell.
    pub(super) fn outcomes(self) -> Option<Block<'a>> {
        let opening = self.state.opening.as_deref()?;
        let section = match opening.format.verdict {
            Verdict::Summary => section(
                SectionKind::Shifts,
                "Who changed their mind",
                self.shifted(),
            ),
            Verdict::Synthesis => items_under(
                SectionKind::Trace,
                "What became of the arguments",
                ItemKind::Trace,
                self.state
                    .trace()
                    .iter()
                    .map(|row| self.ended(row))
                    .collect(),
            ),
            Verdict::Division | Verdict::Judge | Verdict::None => None,
        };
        section.map(Block::Section)
    }

    /// Each speaker with what became of their position, in a few words: "changed on 1 point".
    pub fn shifts_in_short(self) -> Vec<(&'a Seat, String, String)> {
        let all = self.state.shifts().into_iter();
        all.map(|one| (one.seat, self.name(one.seat), in_short(&one)))
            .collect()
    }

    /// Whoever has shifted with their own words, and below them those who have not and those of whom nobody knows.
    fn shifted(self) -> Vec<SectionPart<'a>> {
        let all = self.state.shifts();
        let (moved, rest): (Vec<_>, Vec<_>) = all.iter().partition(|one| !one.shifts.is_empty());
        let moved = moved.into_iter().map(|one| {
            let title = format!("{}: {}", self.name(one.seat), in_short(one));
            let told = one.shifts.iter().map(|(_, shift)| Cow::Owned(told(shift)));
            SectionPart::List(Cow::Owned(title), told.collect())
        });
        let others = [(true, UNCHANGED), (false, UNREAD)].map(|(is_read, told)| {
            let those = rest.iter().filter(|one| one.is_read == is_read);
            let names = those.map(|one| Cow::Owned(self.name(one.seat)));
            SectionPart::List(Cow::Owned(upper_first(told)), names.collect())
        });
        let says =
            |part: &SectionPart<'_>| !matches!(part, SectionPart::List(_, all) if all.is_empty());
        moved.chain(others.into_iter().filter(says)).collect()
    }

    fn ended(self, row: &TracedArgument<'a>) -> SectionItem<'a> {
        let mut item = SectionItem::new(&row.argument.id, row.seat.as_str());
        item.text = Cow::Borrowed(&*row.argument.claim);
        let status = row.status();
        let tone = match status {
            ArgumentStatus::Granted => Tone::Good,
            ArgumentStatus::Answered => Tone::Answer,
            ArgumentStatus::TakenUp => Tone::Open,
            ArgumentStatus::Untouched => Tone::Quiet,
        };
        let text = status.describe().to_owned();
        item.status = Some(Remark { tone, text });
        let mut tag = |text: String| {
            let tone = Tone::Quiet;
            item.tags.push(Remark { tone, text });
        };
        tag(format!("by {}", self.name(row.seat)));
        let granted_by = row.outcome.map_or(&[][..], |one| one.granted_by.as_slice());
        let granted: Vec<&Seat> = granted_by.iter().map(|(seat, _)| seat).collect();
        let taken_up: Vec<&Seat> = row.taken_up.iter().collect();
        for (how, seats) in [("granted", granted), ("taken up", taken_up)] {
            let names: Vec<String> = seats.into_iter().map(|seat| self.name(seat)).collect();
            if !names.is_empty() {
                tag(format!("{how} by {}", listed(&names)));
            }
        }
        let named = row.outcome.map_or(&[][..], |one| one.named_in.as_slice());
        let named: Vec<String> = named.iter().map(|title| lower_first(title)).collect();
        if !named.is_empty() {
            tag(format!("in the synthesis under {}", listed(&named)));
        }
        for (_, words) in granted_by {
            item.note(Tone::Quiet, "", format!("“{}”", words.trim()));
        }
        item
    }
}

/// A shift in a sentence: on what, toward whom, and the speaker's own words.
fn told(shift: &PositionShift) -> String {
    let how = if shift.is_concession {
        "granted"
    } else {
        "changed"
    };
    let toward = match (&shift.toward, shift.is_concession) {
        (Some(name), true) => format!(", to {name}"),
        (Some(name), false) => format!(", toward {name}"),
        (None, _) => String::new(),
    };
    let words = shift.words.trim();
    match shift.about.trim().trim_end_matches('.') {
        "" => format!("{}{toward}: “{words}”", upper_first(how)),
        about => format!("{} ({how}{toward}): “{words}”", upper_first(about)),
    }
}

fn in_short(one: &SpeakerShifts<'_>) -> String {
    if one.shifts.is_empty() {
        let told = if one.is_read { UNCHANGED } else { UNREAD };
        return told.to_owned();
    }
    let granted = one.shifts.iter().filter(|(_, shift)| shift.is_concession);
    let granted = granted.count();
    let told = |many: usize, how: &str| {
        let points = counted(u32::try_from(many).unwrap_or(u32::MAX), "point", "points");
        (many > 0).then(|| format!("{how} {points}"))
    };
    let parts = [
        told(one.shifts.len() - granted, "changed on"),
        told(granted, "granted"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}
