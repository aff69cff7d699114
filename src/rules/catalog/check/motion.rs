//! Checks that a motion can be debated.

use super::{Check, Context, Findings};
use crate::catalog::{Motion, Topic, document::Field};

impl Check for Motion {
    fn check(&self, _: &str, _: &Context, findings: &mut Findings) {
        let motion = Field::of("motion");
        findings.line(motion.clone(), &self.motion);
        if self.motion.ends_with('.') {
            findings.add(
                motion,
                "a motion has no full stop",
                "expected the sentence without its last character",
            );
        } else if !self.motion.is_empty() && !Self::names_the_house(&self.motion) {
            findings.add(
                motion,
                "this is not a motion of the House",
                "expected a sentence that begins with \"This House\"",
            );
        }
        if self.topic == Topic::Own {
            findings.add(
                Field::of("topic"),
                "`own` is for motions that are typed",
                "expected one of `policy`, `ethics`, `science`, `art`, `economics`, `history`, `light`",
            );
        }
        let question = Field::of("question");
        findings.line(question.clone(), &self.question);
        if !self.question.is_empty() && !self.question.ends_with('?') {
            findings.add(
                question,
                "this is not a question",
                "expected a question mark at its end",
            );
        }
        findings.text(Field::of("background"), &self.background);
        let claims = Field::of("claims");
        findings.line(claims.key("prop"), &self.claims.prop);
        findings.line(claims.key("opp"), &self.claims.opp);
        let case = Field::of("case");
        findings.entries(&case.key("prop"), self.case.prop.len());
        findings.entries(&case.key("opp"), self.case.opp.len());
        for (side, facts) in [("prop", &self.case.prop), ("opp", &self.case.opp)] {
            for (index, fact) in facts.iter().enumerate() {
                findings.line(case.key(side).at(index), fact);
            }
        }
        if self.case.prop.is_empty() != self.case.opp.is_empty() {
            findings.add(
                case,
                "only one side has anything to bring forward",
                "expected sentences in both `prop` and `opp`, or no `[case]` at all",
            );
        }
        findings.entries(&Field::of("terms"), self.terms.len());
        for (index, term) in self.terms.iter().enumerate() {
            let here = Field::of("terms").at(index);
            findings.line(here.key("term"), &term.term);
            findings.text(here.key("meaning"), &term.meaning);
        }
    }
}
