//! Checks that the debates of a batch can be held: each line-up in each format, and the settings, seats and counts that
//! a debate has no use for, each told where it stands.

use hustings_rules::setup::Setting;

use super::{
    file::{DebateSettings, ModelChoices},
    item::BatchItem,
    reader::Reader,
};
use crate::{catalog::Field, error::Failure};

/// A line-up as it was read.
pub(super) struct ReadLineUp<'a> {
    /// A debate in which only the speakers, the settings and the models are settled.
    pub(super) item: BatchItem,
    /// The formats that it is for; all where there is none.
    pub(super) only: Vec<String>,
    /// The models that it names itself.
    pub(super) models: &'a ModelChoices,
    /// Whether everybody in it is known.
    pub(super) is_sound: bool,
}

impl ReadLineUp<'_> {
    pub(super) fn is_for(&self, format: &String) -> bool {
        self.only.is_empty() || self.only.contains(format)
    }
}

/// The settings and models that a debate has of its own, beside what the file says of all.
pub(crate) struct Own<'a> {
    pub(crate) options: &'a DebateSettings,
    pub(crate) models: &'a ModelChoices,
}

impl Reader<'_> {
    /// Checks that each line-up fits each format that it is for.
    pub(super) fn fitting(
        &mut self,
        motions: &[String],
        formats: &[String],
        line_ups: &[ReadLineUp<'_>],
    ) {
        let Some(motion) = motions.first() else {
            return;
        };
        for (at, line_up) in line_ups.iter().enumerate() {
            // Who is in it is not known.
            if !line_up.is_sound {
                continue;
            }
            for format in formats.iter().filter(|one| line_up.is_for(one)) {
                let item = BatchItem {
                    motion: motion.clone(),
                    format: format.clone(),
                    ..line_up.item.clone()
                };
                let own = Own {
                    options: &DebateSettings::default(),
                    models: line_up.models,
                };
                self.fit(&Field::of("lineups").at(at), &item, &own);
            }
        }
    }

    /// Checks that a debate can be held, and that what it says of itself does something there.
    pub(crate) fn fit(&mut self, field: &Field, item: &BatchItem, own: &Own<'_>) {
        match (self.fits)(item) {
            Ok(settled) => {
                for (setting, why) in self.idle.add(&item.format, own.options, &settled.idle) {
                    self.idle(&field.key("options"), setting, &why);
                }
                if let Some((setting, failure)) = settled.too_many {
                    let options = if own.options.has(setting) {
                        field.key("options")
                    } else {
                        Field::of("options")
                    };
                    self.once(&options.key(setting.word()), &failure);
                }
                if let Some((seat, failure)) = settled.no_seat {
                    let models = if own.models.seats.contains_key(&seat) {
                        field.key("models")
                    } else {
                        Field::of("models")
                    };
                    self.once(&models.key("seats").key(&seat), &failure);
                }
            }
            Err(failure) => {
                let message = format!(
                    "{} does not fit the format {}: {}",
                    item.line_up, item.format, failure.message
                );
                self.problem(field, message, failure.advice());
            }
        }
    }

    /// Notes a problem once, where several line-ups have the same.
    fn once(&mut self, field: &Field, failure: &Failure) {
        let this = (field.clone(), failure.message.clone());
        if !self.told.contains(&this) {
            self.problem(field, failure.message.clone(), failure.advice());
            self.told.push(this);
        }
    }

    pub(super) fn idle(&mut self, options: &Field, setting: Setting, why: &str) {
        let word = setting.word();
        self.problem(
            &options.key(word),
            format!("`{word}` would do nothing: {why}"),
            "leave it out, or choose another format: hustings formats",
        );
    }
}
