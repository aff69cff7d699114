//! What of a debate is its result, and what its end warns of.

use crate::blocks::{Section, SectionKind, SectionPart, Tone};

/// Whether a section tells what came of the debate.
pub(super) const fn is_result(of: SectionKind) -> bool {
    matches!(
        of,
        SectionKind::Verdict | SectionKind::Division | SectionKind::Scores | SectionKind::Finding
    )
}

/// What a section warns of.
pub(super) fn warnings(section: &Section<'_>) -> Vec<String> {
    let parts = section.parts.iter();
    let lines = parts.filter_map(|part| {
        let SectionPart::Line(remark) = part else {
            return None;
        };
        (remark.tone == Tone::Warning).then(|| remark.text.clone())
    });
    lines.collect()
}
