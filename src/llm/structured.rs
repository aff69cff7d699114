//! temp
use super::*;
use crate::debate::event::CallReport;
/// a
pub async fn ask<T: serde::de::DeserializeOwned + schemars::JsonSchema>(
    model: &dyn Model,
    request: Request,
    check: impl Fn(&T) -> Result<(), String>,
    pieces: mpsc::Sender<Piece>,
    _p: &tries::Policy,
) -> (Result<T, ModelError>, CallReport) {
    let r = model.complete(&request, pieces).await;
    let rep = CallReport {
        tries: 1,
        ..Default::default()
    };
    match r {
        Err(e) => (Err(e), rep),
        Ok(c) => match serde_json::from_str::<T>(&c.text) {
            Ok(t) => match check(&t) {
                Ok(()) => (Ok(t), rep),
                Err(detail) => (Err(ModelError::Shape { detail }), rep),
            },
            Err(e) => (
                Err(ModelError::Shape {
                    detail: e.to_string(),
                }),
                rep,
            ),
        },
    }
}
