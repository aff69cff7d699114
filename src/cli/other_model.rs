//! A debate on the screen that is gone on with by another model.

use tokio_util::sync::CancellationToken;

use super::Host;
use crate::{
    debate::{event::Record, ids::DebateId, opening::SpendLimits},
    engine::Handle,
    error::Failure,
    host::patience::{Patience, Watched},
    journal::Journal,
    tui::update::OtherModel,
    unattended::Wait,
};

/// Takes a debate up again with another model, which was found before the debate was let go of.
pub(in crate::cli) async fn go_on_with(
    host: &Host,
    journal: &Journal,
    debate: &DebateId,
    other: &OtherModel,
) -> Result<(Handle, Vec<Record>), Failure> {
    // The viewer can leave the loading screen.
    let never = CancellationToken::new();
    let patience = Patience::of(Watched::ByViewer, Wait::default());
    let how = (patience, None, SpendLimits::default());
    let model = Some((other.seat.as_ref(), other.model.as_str()));
    host.take_up_with(journal, debate, model, how, &never).await
}
