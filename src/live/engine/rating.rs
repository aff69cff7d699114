//! What is asked of a model that tells how likely answers are: a number instead of words, in both orders of what there is
//! to choose from.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::note::Note;
use crate::{
    asks,
    candidates::SideReader,
    catalog::Claims,
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        decide::Answer,
        event::{AnswerLikelihood, CallReport},
        ids::CallId,
    },
    llm::{
        BoxFuture, Message, Model, ModelError, Piece, Request, SharedModel,
        retry::{self, Policy},
    },
    prompt::{Prompts, RatedPrompts},
};

/// An ask as it is put to such a model.
#[derive(Debug)]
pub(super) struct Rating {
    prompts: RatedPrompts,
    read: fn(f64) -> Answer,
}

impl Rating {
    /// How an ask is put to this model, where its answer is a number then. Where a template of the user cannot be filled the
    /// model is asked as any other.
    pub(super) fn of(
        state: &DebateState,
        ask: &Ask,
        (prompts, model): (&Prompts, &dyn Model),
    ) -> Option<Self> {
        model.as_telling_likelihoods()?;
        let read = asks::of(ask).rated(state)?.read;
        let prompts = prompts.rated(state, ask)?.ok()?;
        Some(Self { prompts, read })
    }

    /// The request for the first of its prompts.
    pub(super) fn request(&self, purpose: Purpose) -> Request {
        let [first, _] = &self.prompts.orders;
        request(purpose, first.clone())
    }

    /// The messages of both prompts.
    pub(super) fn orders(&self) -> &[Vec<Message>; 2] {
        &self.prompts.orders
    }

    /// Asks, and tells of the end.
    pub(super) async fn ask(
        &self,
        id: CallId,
        (model, purpose): (&dyn Model, Purpose),
        pieces: &mpsc::Sender<Piece>,
        policy: &Policy,
    ) -> Note {
        match lead(&self.prompts, (model, purpose), pieces, policy).await {
            (Ok(lead), report) => Note::Answered(id, (self.read)(lead), report),
            (Err(error), report) => Note::Failed(id, error, report),
        }
    }
}

/// The lead of the first of two answers over the second, in natural logarithms: to the first prompt, less the same of the
/// second prompt.
async fn lead(
    prompts: &RatedPrompts,
    (model, purpose): (&dyn Model, Purpose),
    pieces: &mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<f64, ModelError>, CallReport) {
    let Some(telling) = model.as_telling_likelihoods() else {
        return (Err(ModelError::EMPTY), CallReport::default());
    };
    let answers = &prompts.answers;
    let (mut leads, mut sum) = (Vec::with_capacity(prompts.orders.len()), None);
    for messages in &prompts.orders {
        let request = request(purpose, messages.clone());
        let asked = (&request, answers.as_slice());
        let with = (model.label(), telling);
        let (told, mut report) = retry::likelihoods(with, asked, pieces.clone(), policy).await;
        let told = match told {
            Ok(told) => told.logs,
            Err(error) => return (Err(error), retry::joined(sum, report)),
        };
        let each = answers.iter().zip(&told);
        let each = each.map(|(answer, log)| AnswerLikelihood {
            answer: answer.clone(),
            log: rounded(*log),
        });
        report.likelihoods.push(each.collect());
        sum = Some(retry::joined(sum.take(), report));
        let [first, second] = told.as_slice() else {
            return (Err(ModelError::EMPTY), sum.unwrap_or_default());
        };
        leads.push(first - second);
    }
    let report = sum.unwrap_or_default();
    match leads.as_slice() {
        [one, other] if (one - other).is_finite() => (Ok(rounded(one - other)), report),
        _ => (Err(ModelError::EMPTY), report),
    }
}

/// The request for one of them.
pub(super) fn request(purpose: Purpose, messages: Vec<Message>) -> Request {
    Request {
        purpose,
        messages,
        max_tokens: 1,
        shape: None,
        temperature: None,
        seed: None,
    }
}

/// As it is recorded: what follows from a number follows from the record, too.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// A model that tells for which side a text argues.
#[derive(Debug)]
pub(super) struct SideByModel {
    prompts: Arc<Prompts>,
    claims: Claims,
    model: SharedModel,
    purpose: Purpose,
}

impl SideByModel {
    /// This model, for what is written for a purpose in a debate; `None` where it cannot tell.
    pub(super) fn of(
        state: &DebateState,
        prompts: &Arc<Prompts>,
        model: &SharedModel,
        purpose: Purpose,
    ) -> Option<Arc<dyn SideReader>> {
        model.as_telling_likelihoods()?;
        Some(Arc::new(Self {
            prompts: Arc::clone(prompts),
            claims: state.opening.as_ref()?.motion.claims.clone(),
            model: Arc::clone(model),
            purpose,
        }))
    }
}

impl SideReader for SideByModel {
    fn lead<'a>(
        &'a self,
        text: &'a str,
        policy: &'a Policy,
    ) -> BoxFuture<'a, (Option<f64>, CallReport)> {
        Box::pin(async move {
            let Ok(prompts) = self.prompts.side_of(&self.claims, text) else {
                return (None, CallReport::default());
            };
            // Nobody hears how it goes.
            let (pieces, _) = mpsc::channel(1);
            let asked = (&*self.model, self.purpose);
            let (found, mut report) = lead(&prompts, asked, &pieces, policy).await;
            // What it came to is kept with the answer.
            report.likelihoods.clear();
            (found.ok(), report)
        })
    }
}
