//! temp
use super::*;
use crate::debate::event::CallReport;
/// p
#[derive(Debug, Clone, Default)]
pub struct Policy;
/// c
pub async fn complete(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    _p: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    let r = model.complete(request, pieces).await;
    let usage = r.as_ref().map(|c| c.usage).unwrap_or_default();
    (
        r,
        CallReport {
            usage,
            tries: 1,
            ..Default::default()
        },
    )
}
