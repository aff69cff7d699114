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

/// The words before the reason for which something could not be had.
const WHY: &str = " be had: ";

/// Whether a notice says once more what the end warns of: in the same words, or that something is missing, with the reason
/// that stands there.
pub(super) fn tells_again(warning: &str, notice: &str) -> bool {
    let reason = notice.split_once(WHY).map(|(_, reason)| reason);
    let reason = reason.map(|reason| reason.trim().trim_end_matches('.'));
    let is_there = reason.is_some_and(|reason| !reason.is_empty() && warning.contains(reason));
    warning == notice || is_there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_had_is_told_once_and_what_else_happened_where_it_did() {
        let end = "Missing: the verdict. Why: the server failed (500): it is on fire.";
        assert!(tells_again(end, end));
        for (notice, again) in [
            (
                "The verdict could not be had: the server failed (500): it is on fire.",
                true,
            ),
            ("The verdict could not be had: the line broke.", false),
            ("The verdict could not be had: ", false),
            ("The debate goes on at reading pace.", false),
        ] {
            assert_eq!(tells_again(end, notice), again, "{notice}");
        }
    }
}
