//! The estimate of a debate that is still being set up, worked out beside something else: what it takes is put together
//! where the host is, and the rehearsal is held wherever there is a thread to spare.

use std::{path::PathBuf, sync::Arc};

use hustings_rules::setup::DebateChoice;

use crate::{
    Host,
    debate::opening::Opening,
    engine::{self, Estimate},
    error::Failure,
    host::PROMPTS,
    llm::roster::Roster,
    prompt::Prompts,
};

/// An estimate to be worked out: all that the rehearsal takes, and nothing of the host.
#[derive(Debug)]
pub struct PendingEstimate {
    opening: Arc<Opening>,
    roster: Roster,
    /// The folder of the user's prompts.
    prompts: PathBuf,
}

impl PendingEstimate {
    /// Works it out, which takes a rehearsal or more; `None` where whoever waits for it leaves meanwhile. No model is
    /// asked.
    ///
    /// # Errors
    /// A speech does not fit the model that is to give it, or the prompts cannot be read.
    pub fn work_out(&self, is_left: &dyn Fn() -> bool) -> Result<Option<Estimate>, Failure> {
        let prompts = Prompts::load(Some(&self.prompts))?;
        if is_left() {
            return Ok(None);
        }
        let models = (&prompts, &self.roster);
        engine::speeches_fit(&self.opening, models)
            .map_err(|lost| Failure::no_model(lost.to_string()))?;
        Ok(engine::estimate_unless(&self.opening, models, is_left))
    }
}

impl Host {
    /// The estimate of a choice with these models, still to be worked out. Where the choice has no seed, the lots are
    /// drawn by the same one each time, so that the same settings lead to the same figures.
    ///
    /// # Errors
    /// As [`Host::opening`] says.
    pub fn pending_estimate(
        &self,
        mut choice: DebateChoice,
        roster: Roster,
    ) -> Result<PendingEstimate, Failure> {
        self.check_chosen(&choice)?;
        choice.seed.get_or_insert(0);
        let opening = Arc::new(self.opening(choice, &roster)?);
        Ok(PendingEstimate {
            opening,
            roster,
            prompts: self.dirs.config.join(PROMPTS),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use hustings_rules::setup::ChosenSettings;

    use super::*;
    use crate::{
        config::Overrides, debate::command::Pace, llm::scripted::Scripted, patience::Watched,
    };

    fn host() -> (tempfile::TempDir, Host) {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        (folder, host)
    }

    fn pending(host: &Host, scale: f64) -> PendingEstimate {
        let mut choice = host.choice("ban-private-cars", "roundtable", Watched::ByViewer);
        choice.options.scale = scale;
        let model = Scripted::in_order("scripted", []);
        let roster = Roster::of(Arc::new(model));
        host.pending_estimate(choice, roster).unwrap()
    }

    #[test]
    fn the_same_settings_lead_to_the_same_figures_and_longer_speeches_to_larger_ones() {
        let (_folder, host) = host();
        let figures = |scale: f64| {
            let worked_out = pending(&host, scale).work_out(&|| false).unwrap();
            worked_out.unwrap()
        };
        let one = figures(1.0);
        assert_eq!(one, figures(1.0));
        let long = figures(2.0);
        assert_eq!(one.total().calls, long.total().calls);
        let written = |one: &Estimate| one.total().usage.completion_tokens;
        assert!(written(&long) > written(&one) && long.words > one.words);
        assert!(one.minutes(Pace::Live) > one.minutes(Pace::Reading));
        assert_eq!(one.minutes(Pace::Instant), None);
    }

    #[test]
    fn nothing_more_is_worked_out_for_whoever_has_left() {
        let (_folder, host) = host();
        let pending = pending(&host, 1.0);
        let asked = Cell::new(0);
        let is_left = || {
            asked.set(asked.get() + 1);
            asked.get() > 3
        };
        assert_eq!(pending.work_out(&is_left).unwrap(), None);
        assert_eq!(asked.get(), 4, "who has left is not asked again");
    }

    #[tokio::test]
    async fn a_model_that_is_only_looked_at_is_not_asked_whether_it_is_there() {
        let (_folder, mut host) = host();
        host.overrides = Overrides {
            // Nobody is at that address.
            base_url: Some("http://127.0.0.1:9/v1".into()),
            ..Overrides::default()
        };
        let settings = ChosenSettings {
            model: Some("qwen".to_owned()),
            ..ChosenSettings::default()
        };
        let choice = host.choice("ban-private-cars", "roundtable", Watched::ByViewer);
        let named = (&settings, &choice);
        let unasked = host.roster_unasked(named, None).await.unwrap();
        assert!(unasked.labels().iter().any(|label| label.contains("qwen")));
        host.roster_with(named, None).await.unwrap_err();
    }
}
