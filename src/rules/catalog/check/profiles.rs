//! Checks that a request can be built from a model profile.

use super::{Check, Context, Findings};
use crate::catalog::{Profiles, document::Field};

impl Check for Profiles {
    fn check(&self, _: &str, _: &Context, findings: &mut Findings) {
        for (index, profile) in self.profiles.iter().enumerate() {
            let here = Field::of("profiles").at(index);
            findings.lines(&here.key("match"), &profile.matches);
        }
    }
}
