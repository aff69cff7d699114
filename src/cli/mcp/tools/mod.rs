//! The tools: the one list of them. Each is a type in the file of its family.

mod catalog;
mod follow;
mod journal;
mod open;
mod read;
mod steer;
mod tool;

use std::{pin::Pin, sync::LazyLock};

use rmcp::model;
use serde_json::{Map, Value};

use super::{
    answer::Answer,
    call::{self, Call},
};
use crate::error::Failure;

use tool::Tool;

/// An answer that is waited for.
type Answered = Pin<Box<dyn Future<Output = Result<Answer, Failure>> + Send>>;
/// Calls a tool.
type Caller = fn(Map<String, Value>, Call) -> Answered;

/// The tools in the order in which they are listed, with who calls them.
static ALL: LazyLock<Vec<(model::Tool, Caller)>> = LazyLock::new(|| {
    vec![
        entry::<open::OpenDebate>(),
        entry::<follow::FollowDebate>(),
        entry::<read::GetBriefing>(),
        entry::<read::GetResult>(),
        entry::<read::GetTranscript>(),
        entry::<steer::HandInEvidence>(),
        entry::<steer::AskSpeaker>(),
        entry::<steer::PauseDebate>(),
        entry::<steer::ResumeDebate>(),
        entry::<steer::AdjournDebate>(),
        entry::<journal::ListDebates>(),
        entry::<journal::SearchDebates>(),
        entry::<catalog::ListMotions>(),
        entry::<catalog::ListPersonas>(),
        entry::<catalog::ListFormats>(),
    ]
});

fn entry<T: Tool + 'static>() -> (model::Tool, Caller) {
    let caller: Caller =
        |given, call| Box::pin(async move { T::call(call::read(T::NAME, given)?, call).await });
    (tool::described::<T>(), caller)
}

/// All tools, as they are listed.
pub(super) fn described() -> Vec<model::Tool> {
    ALL.iter().map(|(tool, _)| tool.clone()).collect()
}

/// Who calls the tool of that name.
pub(super) fn named(name: &str) -> Option<Caller> {
    let (_, caller) = ALL.iter().find(|(tool, _)| tool.name == name)?;
    Some(*caller)
}
