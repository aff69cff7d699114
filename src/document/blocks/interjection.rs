//! Points of information, and what a viewer brought in.

use std::borrow::Cow;

use super::{Builder, Interjection, InterjectionKind, InterjectionOutcome, Tone, part::remark};
use crate::{
    debate::{
        command::Halt,
        ids::Seat,
        notice::waved_down,
        participants::within,
        sources::{LONG_EVIDENCE, handed_in},
        state::{Intervention, InterventionProgress, Matter, Poi, PoiStatus},
    },
    text::listed,
};

/// The words for a point of the gallery's that waits for its moment.
pub(crate) const GALLERY_WAITS: &str = "The gallery waits to rise on a point of information";

/// Whether it is told: a point of the gallery that was raised is told where it was.
pub(super) fn is_told(item: &Intervention) -> bool {
    match (&item.matter, &item.progress) {
        (
            Matter::GalleryPoint,
            InterventionProgress::Done { .. } | InterventionProgress::Failed { .. },
        ) => false,
        (Matter::GalleryPoint, InterventionProgress::Queued | InterventionProgress::Put)
        | (Matter::Evidence { .. } | Matter::Question { .. } | Matter::Clarification, _) => true,
    }
}

impl<'a> Builder<'a> {
    /// A point of information.
    pub fn point(self, point: &'a Poi) -> Interjection<'a> {
        let told = |tone, text: &str| InterjectionOutcome::Told(remark(tone, text));
        let outcome = match &point.status {
            PoiStatus::Offered if self.state.is_closed() => told(
                Tone::Open,
                "The speech ended before it was taken or waved down.",
            ),
            PoiStatus::Offered => told(Tone::Open, "On their feet, and not answered yet."),
            PoiStatus::Taken | PoiStatus::Accepted if self.state.is_closed() => told(
                Tone::Open,
                "The point was taken; the speech ended before the answer.",
            ),
            PoiStatus::Taken | PoiStatus::Accepted => told(Tone::Good, "The point is taken."),
            PoiStatus::Declined { gesture } => {
                let told = waved_down(&within(self.challenged(point)), gesture);
                InterjectionOutcome::Told(remark(Tone::Bad, format!("Declined: {told}")))
            }
            PoiStatus::Answered { text } if text.trim().is_empty() => {
                told(Tone::Warning, "The point is taken; no answer could be had.")
            }
            PoiStatus::Answered { text } => InterjectionOutcome::Answered {
                seat: point.to.clone(),
                name: self.challenged(point),
                text,
            },
        };
        Interjection {
            kind: InterjectionKind::Point,
            from: point.from.clone(),
            label: format!("{} rises on a point of information", self.raiser(point)),
            text: Cow::Borrowed(&point.text),
            source: "",
            outcome,
        }
    }

    /// The interjection that a viewer brought in.
    pub(crate) fn brought_in(self, item: &'a Intervention) -> Interjection<'a> {
        let by = |what: &str, how: &str| match self.state.asked_of(item) {
            Some(seat) => {
                let whom = within(self.name_then(seat, item.asked_as.as_deref()));
                format!("{what} {how} {whom}")
            }
            None => what.to_owned(),
        };
        let (kind, label, source) = match &item.matter {
            Matter::Evidence { source, .. } => (
                InterjectionKind::Evidence,
                "Evidence from the gallery".to_owned(),
                source.trim(),
            ),
            Matter::Question { halt: _ } => (
                InterjectionKind::Question,
                by("Question from the gallery", "to"),
                "",
            ),
            Matter::Clarification => (
                InterjectionKind::Question,
                by("Clarification asked", "of"),
                "",
            ),
            Matter::GalleryPoint if self.state.is_closed() => (
                InterjectionKind::Point,
                "A point of information from the gallery".to_owned(),
                "",
            ),
            Matter::GalleryPoint => (InterjectionKind::Point, GALLERY_WAITS.to_owned(), ""),
        };
        Interjection {
            kind,
            from: Seat::gallery(),
            label,
            text: match item.matter {
                Matter::Evidence { words, .. } if words > LONG_EVIDENCE => handed_in(&item.text),
                Matter::Evidence { .. }
                | Matter::Question { .. }
                | Matter::Clarification
                | Matter::GalleryPoint => Cow::Borrowed(&item.text),
            },
            source,
            outcome: self.came_of(item),
        }
    }

    /// The outcome of what a viewer brought in.
    pub(crate) fn came_of(self, item: &'a Intervention) -> InterjectionOutcome<'a> {
        let told = |tone, text: &str| InterjectionOutcome::Told(remark(tone, text));
        // A book that was handed in is no part of what was said.
        if let Matter::Evidence { words, .. } = item.matter {
            if words <= LONG_EVIDENCE {
                return self.acknowledged(item);
            }
            let text = format!("{words} words in all; speakers were given the passages that fit.");
            return told(Tone::Quiet, &text);
        }
        match &item.progress {
            InterventionProgress::Done {
                answer: Some(answer),
            } => {
                let seat = item.seat.clone().unwrap_or_else(Seat::house);
                InterjectionOutcome::Answered {
                    name: self.name_then(&seat, item.asked_as.as_deref()),
                    seat,
                    text: answer,
                }
            }
            InterventionProgress::Done { answer: None } => InterjectionOutcome::None,
            InterventionProgress::Failed { reason } => {
                let reason = reason.trim().trim_end_matches('.');
                told(Tone::Warning, &format!("No answer could be had: {reason}."))
            }
            InterventionProgress::Queued | InterventionProgress::Put if self.state.is_closed() => {
                told(Tone::Open, "The moment did not come.")
            }
            InterventionProgress::Queued => told(
                Tone::Open,
                match item.matter {
                    Matter::GalleryPoint => "It waits for its moment.",
                    Matter::Evidence { .. } | Matter::Question { .. } | Matter::Clarification => {
                        "It waits for the next break."
                    }
                },
            ),
            InterventionProgress::Put if self.state.is_at_a_stop() => {
                told(Tone::Open, "It is asked once the debate goes on.")
            }
            InterventionProgress::Put => told(
                Tone::Open,
                match item.matter {
                    Matter::Question {
                        halt: Halt::Halting,
                    } => "The debate waits for the answer.",
                    Matter::Question { halt: Halt::Beside }
                    | Matter::Evidence { .. }
                    | Matter::Clarification
                    | Matter::GalleryPoint => "An answer is awaited.",
                },
            ),
        }
    }

    /// The acknowledgements of a piece of evidence: who has spoken to it, and who has not, of those who have had a turn
    /// since.
    fn acknowledged(self, item: &Intervention) -> InterjectionOutcome<'a> {
        let all = self.state.acknowledgements(item);
        let by = |is_given: bool| {
            let of = all.iter().filter(move |one| one.is_given == is_given);
            let names = of.map(|one| match self.state.side_name(&one.turn.seat) {
                Some(side) => format!("{} ({side})", self.speaker_in(one.turn)),
                None => self.speaker_in(one.turn),
            });
            names.collect::<Vec<_>>()
        };
        let (given, missing) = (by(true), by(false));
        let spoken_to = format!("The evidence was spoken to by {}", listed(&given));
        match (given.is_empty(), missing.is_empty()) {
            (true, true) => InterjectionOutcome::None,
            (false, true) => InterjectionOutcome::Told(remark(Tone::Good, format!("{spoken_to}."))),
            (true, false) => {
                let text = format!(
                    "{} said nothing about the evidence afterwards.",
                    listed(&missing)
                );
                InterjectionOutcome::Told(remark(Tone::Warning, text))
            }
            (false, false) => {
                let text = format!(
                    "{spoken_to}; {} said nothing about it afterwards.",
                    listed(&missing)
                );
                InterjectionOutcome::Told(remark(Tone::Warning, text))
            }
        }
    }
}
