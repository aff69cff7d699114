//! What makes a model profile one that a request can be built from.

use super::{Check, Context, Findings};
use crate::catalog::{Profiles, document::Field};

/// Below this no prompt with a motion and a card fits.
const LEAST_CONTEXT: u32 = 1_024;

impl Check for Profiles {
    fn check(&self, _: &str, _: &Context, findings: &mut Findings) {
        for (index, profile) in self.profiles.iter().enumerate() {
            let here = Field::of("profiles").at(index);
            findings.lines(&here.key("match"), &profile.matches);
            if profile.context < LEAST_CONTEXT {
                findings.add(
                    here.key("context"),
                    format!("a debate does not fit into {} tokens", profile.context),
                    format!("expected {LEAST_CONTEXT} or more"),
                );
            }
            if !(profile.speech_scale > 0.0 && profile.speech_scale <= 10.0) {
                findings.add(
                    here.key("speech_scale"),
                    format!("speeches cannot be {} times as long", profile.speech_scale),
                    "expected more than 0 and at the most 10",
                );
            }
            for (key, value, range) in [
                ("temperature", profile.temperature, 0.0..=2.0),
                ("frequency_penalty", profile.frequency_penalty, -2.0..=2.0),
                ("presence_penalty", profile.presence_penalty, -2.0..=2.0),
                ("top_k", profile.top_k.map(f64::from), 1.0..=1000.0),
                ("top_p", profile.top_p, 0.01..=1.0),
                ("repetition_penalty", profile.repetition_penalty, 0.5..=2.0),
            ] {
                if let Some(value) = value
                    && !range.contains(&value)
                {
                    findings.add(
                        here.key(key),
                        format!("{value} is outside what models take"),
                        format!("expected {} to {}", range.start(), range.end()),
                    );
                }
            }
            if profile.positions == 0 {
                findings.add(
                    here.key("positions"),
                    "a speaker would know nothing",
                    "expected 1 or more",
                );
            }
        }
    }
}
