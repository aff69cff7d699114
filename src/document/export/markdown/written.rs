//! What was handed in as a whole: arguments, responses, replies, closings, the question and the synthesis.

use super::{Page, escape::inline};
use crate::{
    debate::work::{Argument, Work},
    text::sentence::in_a_row,
};

/// The work of a turn.
pub(super) fn work(page: &mut Page, work: &Work) {
    match work {
        Work::Arguments(all) => all.iter().for_each(|one| argument(page, one)),
        Work::CrossExamination(all) => {
            for (id, one) in all {
                page.block(format!(
                    "**To {}: {}.** {}",
                    inline(id),
                    one.response_type.word(),
                    inline(&one.reasoning)
                ));
                page.quote(&[inline(&one.follow_up_question)]);
            }
        }
        Work::Replies(all) => {
            for (id, answer) in all {
                page.block(format!("**On {}:** {}", inline(id), inline(answer)));
            }
        }
        Work::Closing(closing) => {
            page.list("Concessions made", &closing.concessions);
            page.list("Arguments not effectively rebutted", &closing.not_rebutted);
            page.block(format!(
                "**Final position ({}):** {}",
                closing.shift.word(),
                inline(&closing.final_position)
            ));
        }
        Work::Framing(framing) => page.quote(&[inline(&framing.question)]),
        Work::Synthesis(synthesis) => {
            for (title, part) in synthesis.parts() {
                page.list(title, part);
            }
        }
    }
}

fn argument(page: &mut Page, one: &Argument) {
    page.block(format!("**{}** {}", inline(&one.id), inline(&one.claim)));
    let mut facts = vec![format!("- *Reasoning:* {}", inline(&one.reasoning))];
    let kind = one.detail.as_ref().map_or_else(String::new, |detail| {
        format!(" ({})", detail.evidence_type.word())
    });
    facts.push(format!("- *Evidence{kind}:* {}", inline(&one.evidence)));
    if let Some(detail) = &one.detail {
        facts.push(format!("- *Confidence:* {}", detail.confidence.word()));
        for (label, list) in [
            ("Assumes", &detail.assumptions),
            ("Not known", &detail.uncertainties),
        ] {
            if !list.is_empty() {
                facts.push(format!("- *{label}:* {}", inline(&in_a_row(list))));
            }
        }
    }
    page.block(facts.join("\n"));
}
