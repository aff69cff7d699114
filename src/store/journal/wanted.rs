//! The filter of a list of debates.

use super::{
    filed::Tag,
    read::{CompletionStatus, DebateSummary},
};

/// The conditions that a debate must meet to be listed. One that is absent does not matter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DebateFilter {
    /// The id or the name of its format.
    pub format: Option<String>,
    /// Words of its motion, as they stand there; case does not count.
    pub motion: Option<String>,
    /// A part of the name of somebody who speaks, or the id of their persona.
    pub speaker: Option<String>,
    /// Whether it is over.
    pub status: Option<CompletionStatus>,
    /// The time at which the debate was opened, at the earliest: milliseconds since the Unix epoch.
    pub since_ms: Option<i64>,
    /// The name of its batch.
    pub batch: Option<String>,
    /// Tags, all of which it has.
    pub tags: Vec<Tag>,
}

impl DebateFilter {
    /// Whether a debate is like that.
    pub fn fits(&self, summary: &DebateSummary) -> bool {
        let same = |wanted: &str, found: &str| wanted.trim().to_lowercase() == found.to_lowercase();
        let holds = |wanted: &str, found: &str| {
            found.to_lowercase().contains(&wanted.trim().to_lowercase())
        };
        let format =
            |wanted: &String| same(wanted, &summary.format) || same(wanted, &summary.format_id);
        let speaker = |wanted: &String| {
            summary.speakers.iter().any(|name| holds(wanted, name))
                || summary.personas.iter().any(|id| same(wanted, id))
        };
        self.status.is_none_or(|status| status == summary.status)
            && self.since_ms.is_none_or(|since| summary.opened_ms >= since)
            && self.format.as_ref().is_none_or(format)
            && self
                .motion
                .as_ref()
                .is_none_or(|wanted| holds(wanted, &summary.motion))
            && self.speaker.as_ref().is_none_or(speaker)
            && self
                .batch
                .as_ref()
                .is_none_or(|wanted| summary.batch.as_ref() == Some(wanted))
            && self
                .tags
                .iter()
                .all(|wanted| summary.tags.iter().any(|tag| tag == wanted.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::fixture;

    fn summary() -> DebateSummary {
        DebateSummary {
            batch: Some("spring".into()),
            item: Some("0f".into()),
            tags: vec!["exam".into()],
            ..fixture::summary("d")
        }
    }

    #[test]
    fn each_filter_takes_what_fits_and_leaves_the_rest() {
        let one = summary();
        let text = |text: &str| Some(text.to_owned());
        let all = DebateFilter::default;
        let cases = [
            (all(), true),
            (
                DebateFilter {
                    format: text("OXFORD"),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    format: text("oxford union"),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    format: text("oxf"),
                    ..all()
                },
                false,
            ),
            (
                DebateFilter {
                    motion: text("Private CARS"),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    motion: text("cars private"),
                    ..all()
                },
                false,
            ),
            (
                DebateFilter {
                    speaker: text("émilie"),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    speaker: text("chatelet"),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    speaker: text("smith"),
                    ..all()
                },
                false,
            ),
            (
                DebateFilter {
                    status: Some(CompletionStatus::Completed),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    status: Some(CompletionStatus::Unfinished),
                    ..all()
                },
                false,
            ),
            (
                DebateFilter {
                    since_ms: Some(1_000),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    since_ms: Some(1_001),
                    ..all()
                },
                false,
            ),
            (
                DebateFilter {
                    batch: text("spring"),
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    batch: text("Spring"),
                    ..all()
                },
                false,
            ),
            (
                DebateFilter {
                    tags: vec![Tag::of("#Exam").unwrap()],
                    ..all()
                },
                true,
            ),
            (
                DebateFilter {
                    tags: vec![Tag::of("exam").unwrap(), Tag::of("exa").unwrap()],
                    ..all()
                },
                false,
            ),
        ];
        for (wanted, fits) in cases {
            assert_eq!(wanted.fits(&one), fits, "{wanted:?}");
        }
    }
}
