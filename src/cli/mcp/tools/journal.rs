//! The tools that look through all debates: the list, and a search.

use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{
    super::{
        answer::Answer,
        call::{Call, within},
    },
    tool::{Effect, Tool},
};
use crate::{
    bounds,
    cli::{
        journal::{self, ListAs, ListedDebates},
        search,
    },
    error::Failure,
    host::filter::FilterError,
    journal::{CompletionStatus, DebateFilter},
};

/// Columns of a list.
const WIDTH: usize = 140;

/// Which debates are listed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListArgs {
    /// Only with these words in the motion.
    motion: Option<String>,
    /// Only of this format: its id or its name.
    format: Option<String>,
    /// Only where somebody of that name speaks.
    speaker: Option<String>,
    /// Only debates that are so far.
    status: Option<Status>,
    /// How many, the newest first; 20 where absent.
    #[schemars(range(min = bounds::FOUND.least, max = bounds::FOUND.most))]
    limit: Option<u64>,
}

/// How far a debate is.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// It can be resumed, or runs.
    Unfinished,
    /// It came to its end.
    Completed,
    /// It was adjourned.
    Adjourned,
}

/// The debates of the journal.
pub(super) struct ListDebates;

impl Tool for ListDebates {
    type Args = ListArgs;
    const NAME: &'static str = "list_debates";
    const TITLE: &'static str = "List debates";
    const ABOUT: &'static str = "Lists the debates that are kept, the newest first: motion, format, how far each is and what it came \
        to.";
    const EFFECT: Effect = Effect::Reads;

    async fn call(args: ListArgs, call: Call) -> Result<Answer, Failure> {
        within("limit", args.limit, bounds::FOUND)?;
        let kept = call.debates.journal();
        let wanted = DebateFilter {
            motion: args.motion,
            format: args.format,
            speaker: args.speaker,
            status: args.status.map(|status| match status {
                Status::Unfinished => CompletionStatus::Unfinished,
                Status::Completed => CompletionStatus::Completed,
                Status::Adjourned => CompletionStatus::Adjourned,
            }),
            ..DebateFilter::default()
        };
        let checked = call.debates.host.check_filter(kept, &wanted);
        checked.map_err(|error| match error {
            FilterError::Format(failure) => failure.of("format"),
            FilterError::Batch(failure) | FilterError::Journal(failure) => failure,
        })?;
        let limit = usize::try_from(args.limit.unwrap_or(20)).ok();
        let written = |form| {
            let mut written = Vec::new();
            let zone = TimeZone::system();
            let which = (ListedDebates::There, &wanted, limit);
            journal::list_some(kept, &mut written, form, &zone, which)?;
            Ok::<_, Failure>(String::from_utf8_lossy(&written).into_owned())
        };
        let text = written(ListAs::Table(WIDTH))?;
        let rows: Vec<serde_json::Value> = written(ListAs::Lines)?
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        Ok(Answer::new(text, json!({ "debates": rows })))
    }
}

/// Words that are looked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WordsArgs {
    /// The words; all of them must stand in one speech, point, answer, question, piece of evidence or motion. Case and
    /// accents do not count.
    words: String,
    /// How many places, the best first; 20 where absent.
    #[schemars(range(min = bounds::FOUND.least, max = bounds::FOUND.most))]
    limit: Option<u64>,
}

/// Words in everything that was said.
pub(super) struct SearchDebates;

impl Tool for SearchDebates {
    type Args = WordsArgs;
    const NAME: &'static str = "search_debates";
    const TITLE: &'static str = "Search debates";
    const ABOUT: &'static str = "Finds words in everything that was said in all debates that are kept, in their motions and among \
        their speakers. get_transcript reads on from the turn that is found.";
    const EFFECT: Effect = Effect::Reads;

    async fn call(args: WordsArgs, call: Call) -> Result<Answer, Failure> {
        within("limit", args.limit, bounds::FOUND)?;
        let limit = args.limit.and_then(|limit| u32::try_from(limit).ok());
        let found = search::found(call.debates.journal(), &args.words, limit.unwrap_or(20))?;
        let mut text = Vec::new();
        search::write(&mut text, &found, ("[", "]"))
            .map_err(|error| Failure::internal(error.to_string()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let places = found.iter().map(|one| {
            json!({
                "debate": one.debate,
                "motion": one.motion,
                "what": one.what,
                "turn": one.nth,
                "speaker": one.speaker,
                "snippet": one.snippet,
            })
        });
        let fields = json!({ "places": places.collect::<Vec<_>>() });
        Ok(Answer::new(text, fields))
    }
}
