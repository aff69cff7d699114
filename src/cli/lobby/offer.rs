//! The offer of a model where there is none: whoever wants to hold a debate can fetch one first, or enter a server.

use super::{Models, Next, Session, tell};
use crate::{cli::welcome, error::Failure, tui::welcome::AfterFetch};

impl Session<'_> {
    /// Looks once more where there is no model, and offers to fetch one; `None` where what was chosen can be done.
    pub(super) async fn offer_model(&mut self, after: AfterFetch) -> Result<Option<Next>, Failure> {
        let host = self.host;
        if let Some(failure) = self.models.missing().await
            && host.lacks_a_model(failure)
        {
            // One may have been started since it was looked for.
            self.models = Models::Found(host.roster(&host.overrides).await);
        }
        if let Some(failure) = self.models.missing().await
            && host.lacks_a_model(failure)
        {
            let styles = self.styles();
            let (screen, signals) = (&mut self.screen, &mut self.signals);
            let answer = welcome::ask(host, screen, signals, &styles, after);
            match answer.await? {
                welcome::Answer::Fetched => {
                    let found = host.roster(&host.overrides).await;
                    tell(&mut self.lobby, host, &found);
                    self.models = Models::Found(found);
                }
                welcome::Answer::EnterServer => {
                    self.lobby.enter_server();
                    return Ok(Some(Next::Lobby));
                }
                welcome::Answer::Left => {
                    self.in_vain = true;
                    self.lobby
                        .say("No model was fetched. A debate needs one; ctrl-k enters a key or a server.");
                    return Ok(Some(Next::Lobby));
                }
                welcome::Answer::Interrupted => return Ok(Some(Next::Interrupted)),
            }
        }
        Ok(None)
    }
}
