//! The reader of a batch: what is known, whom to ask whether a debate can be held, and what is wrong so far.

use hustings_rules::setup::{Idle, Setting};

use super::{file::ModelChoices, idle::IdleSettings, item::BatchItem};
use crate::{
    bounds,
    catalog::{Catalog, Field, Findings},
    error::Failure,
};

/// The findings on the settings of a debate that can be held.
#[derive(Debug, Default)]
pub struct Settled {
    /// The settings that would do nothing.
    pub idle: Vec<Idle>,
    /// One that asks more of the format than it has, and what is to be said of it.
    pub too_many: Option<(Setting, Failure)>,
    /// A seat that is given a model and is not there, and what is to be said of it.
    pub no_seat: Option<(String, Failure)>,
}

/// A batch that is being read.
pub(crate) struct Reader<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) flags: &'a ModelChoices,
    pub(super) fits: &'a dyn Fn(&BatchItem) -> Result<Settled, Failure>,
    pub(super) idle: IdleSettings,
    pub(super) told: Vec<(Field, String)>,
    pub(super) findings: &'a mut Findings,
}

impl<'a> Reader<'a> {
    /// A reader that has read nothing.
    pub(crate) fn new(
        catalog: &'a Catalog,
        flags: &'a ModelChoices,
        fits: &'a dyn Fn(&BatchItem) -> Result<Settled, Failure>,
        findings: &'a mut Findings,
    ) -> Self {
        Self {
            catalog,
            flags,
            fits,
            idle: IdleSettings::default(),
            told: Vec::new(),
            findings,
        }
    }

    /// The models that the command line names.
    pub(crate) fn flags(&self) -> &'a ModelChoices {
        self.flags
    }
}

impl Reader<'_> {
    /// Tells what is wrong at a place, and what is expected there.
    pub(crate) fn problem(
        &mut self,
        field: &Field,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) {
        // They are found in their order, and no more of them are told of.
        if self.findings.len() <= bounds::FAULTS {
            self.findings.add(field.clone(), message, expected);
        }
    }
}
