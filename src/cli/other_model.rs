//! A debate on the screen that is gone on with by another model.

use tokio_util::sync::CancellationToken;

use super::Host;
use crate::{
    debate::{event::Record, ids::DebateId},
    engine::Handle,
    error::Failure,
    host::patience::{Patience, Watched},
    journal::Journal,
    tui::update::OtherModel,
    unattended::Wait,
};

/// Takes a debate up again with another model; where that one cannot be had, with those that it had, and says why.
pub(in crate::cli) async fn go_on_with(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    other: &OtherModel,
) -> Result<(Handle, Vec<Record>, Option<String>), Failure> {
    // The viewer can leave the loading screen.
    let never = CancellationToken::new();
    let how = (Patience::of(Watched::ByViewer, Wait::default()), None);
    let model = Some((other.seat.as_ref(), other.model.as_str()));
    let taken_up = host.take_up_with(journal, debate, model, how, &never).await;
    match taken_up {
        Ok((handle, known)) => Ok((handle, known, None)),
        Err(failure) => {
            let before = host.take_up_with(journal, debate, None, how, &never);
            let (handle, known) = before.await?;
            Ok((handle, known, Some(failure.message)))
        }
    }
}
