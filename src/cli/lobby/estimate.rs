//! The estimate of the debate that is being set up, worked out beside the lobby: once nothing has changed for a moment,
//! on a thread of its own, and begun again with every change.

use std::{pin::Pin, time::Duration};

use tokio_util::sync::CancellationToken;

use crate::{
    cli::Host,
    debate::command::Pace,
    engine::Estimate,
    error::Failure,
    host::setup::{ChosenSettings, DebateChoice},
    llm::roster::Roster,
};

/// The time in which nothing changes before anything is worked out.
const SETTLED: Duration = Duration::from_millis(300);

/// An estimate under way; dropped, it is left.
type Work<'a> = Pin<Box<dyn Future<Output = Result<Estimate, Failure>> + 'a>>;

/// What an estimate is made of: the choice, the settings with its models, and the models that there are.
#[derive(Debug, Clone, PartialEq)]
struct Subject {
    choice: DebateChoice,
    settings: ChosenSettings,
    found: Vec<String>,
}

/// What has become of the estimate with the settings as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EstimateChange {
    /// It is what it was.
    Same,
    /// It is begun anew.
    Begun,
    /// There is nothing to be estimated any more.
    Dropped,
}

/// The estimate of what is set up in the lobby, known, under way, or of nothing.
pub(super) struct LobbyEstimate<'a> {
    host: &'a Host,
    subject: Option<Subject>,
    work: Option<Work<'a>>,
}

impl<'a> LobbyEstimate<'a> {
    /// The estimate of nothing yet.
    pub(super) fn new(host: &'a Host) -> Self {
        Self {
            host,
            subject: None,
            work: None,
        }
    }

    /// Follows the settings: what was under way for others is left, and begun again for these. The pace changes nothing
    /// that is asked of models.
    pub(super) fn follow(
        &mut self,
        wanted: Option<(DebateChoice, ChosenSettings)>,
        found: Option<Roster>,
    ) -> EstimateChange {
        let subject = wanted.map(|(mut choice, mut settings)| {
            // They change nothing that is asked of models; a limit is held against the figures.
            choice.options.pace = Pace::default();
            (choice.options.max_cost, choice.options.max_tokens) = (None, None);
            (settings.max_cost, settings.max_tokens) = (None, None);
            (settings.pace, settings.theme) = (None, None);
            let found = found.as_ref().map(Roster::labels).unwrap_or_default();
            Subject {
                choice,
                settings,
                found,
            }
        });
        if subject == self.subject {
            return EstimateChange::Same;
        }
        self.subject.clone_from(&subject);
        // What is dropped is left.
        self.work = None;
        let Some(subject) = subject else {
            return EstimateChange::Dropped;
        };
        self.work = Some(Box::pin(worked_out(self.host, subject, found)));
        EstimateChange::Begun
    }

    /// Waits for the figures; for ever where none are under way.
    pub(super) async fn done(&mut self) -> Result<Estimate, Failure> {
        let Some(work) = &mut self.work else {
            return std::future::pending().await;
        };
        let done = work.await;
        self.work = None;
        done
    }
}

/// Works an estimate out, unless this is dropped before.
async fn worked_out(
    host: &Host,
    subject: Subject,
    found: Option<Roster>,
) -> Result<Estimate, Failure> {
    tokio::time::sleep(SETTLED).await;
    let roster = host
        .roster_unasked((&subject.settings, &subject.choice), found)
        .await?;
    let pending = host.pending_estimate(subject.choice, roster)?;
    let left = CancellationToken::new();
    let _leaving = left.clone().drop_guard();
    let work = move || pending.work_out(&|| left.is_cancelled());
    let done = tokio::task::spawn_blocking(work).await;
    let broken_off = || Failure::internal("the rehearsal was broken off");
    done.map_err(|_| broken_off())??.ok_or_else(broken_off)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{
        EstimateChange::{Begun, Dropped, Same},
        *,
    };
    use crate::{
        host::patience::Watched,
        llm::{SharedModel, scripted::Scripted},
    };

    fn wanted(host: &Host, scale: f64, pace: Pace) -> (DebateChoice, ChosenSettings) {
        let mut choice = host.choice("ban-private-cars", "roundtable", Watched::ByViewer);
        choice.options.scale = scale;
        choice.options.pace = pace;
        (choice, ChosenSettings::default())
    }

    #[tokio::test]
    async fn what_is_set_up_is_estimated_anew_with_each_change_that_matters() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let model = Arc::new(Scripted::in_order("scripted", []));
        let found = || Some(Roster::of(Arc::clone(&model) as SharedModel));
        let mut estimate = LobbyEstimate::new(&host);
        let follow = |estimate: &mut LobbyEstimate<'_>, scale, pace| {
            estimate.follow(Some(wanted(&host, scale, pace)), found())
        };
        assert_eq!(follow(&mut estimate, 1.0, Pace::Reading), Begun);
        // A key comes in while it is worked out.
        let soon = tokio::time::timeout(Duration::from_millis(1), estimate.done());
        assert!(soon.await.is_err());
        assert_eq!(follow(&mut estimate, 1.0, Pace::Live), Same);
        let one = estimate.done().await.unwrap();
        assert_eq!(follow(&mut estimate, 1.0, Pace::Instant), Same);
        // What is begun for a setup that is gone is not waited for.
        assert_eq!(follow(&mut estimate, 2.0, Pace::Live), Begun);
        assert_eq!(follow(&mut estimate, 0.5, Pace::Live), Begun);
        let other = estimate.done().await.unwrap();
        assert!(other.words < one.words, "{other:?}");
        assert_eq!(estimate.follow(None, found()), Dropped);
        assert!(model.requests().is_empty(), "nobody is asked");
    }
}
