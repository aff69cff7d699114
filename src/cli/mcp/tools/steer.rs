//! The tools that do what a viewer does: evidence, questions, a pause, the end.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::{
    super::{
        answer::Answer,
        call::{Call, DebateArgs, last, within},
    },
    tool::{Effect, Tool},
};
use crate::{
    bounds::Bound,
    debate::{
        command::{Command, Halt},
        event::Event,
        follow_up::FollowUpProgress,
        ids::{DebateId, InterventionId, Seat},
        opening::Opening,
        state::InterventionProgress,
    },
    error::Failure,
    host::running::RunningDebate,
    text::{
        has_words,
        sanitize::{sanitize, sanitize_line},
        shown::given,
    },
};

/// Seconds that an answer is waited for.
pub(super) const WAIT_SECONDS: Bound<u64> = Bound {
    least: 0,
    most: 600,
};

/// Hands a text to both sides of a debate, and gives its number.
///
/// # Errors
/// There is no word in it, or the house refuses it.
pub(super) async fn evidence(
    debate: &RunningDebate,
    text: &str,
    source: &str,
) -> Result<Option<InterventionId>, Failure> {
    let command = Command::Evidence {
        text: sanitize(text).trim().to_owned(),
        source: sanitize_line(source),
        places: Vec::new(),
    };
    let answer = debate.give(command).await?;
    let Some(Event::EvidenceAdmitted { item, .. }) = answer else {
        return Ok(None);
    };
    Ok(Some(item))
}

/// Evidence for a debate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HandInArgs {
    /// The debate: its id, a beginning or an end of it that only this one has, or `last` for the newest.
    #[serde(default = "last")]
    debate: String,
    /// The text. The speakers are given its first 800 words, and all of it is kept.
    text: String,
    /// Where it is from.
    #[serde(default)]
    source: String,
}

/// Hands in evidence.
pub(super) struct HandInEvidence;

impl Tool for HandInEvidence {
    type Args = HandInArgs;
    const NAME: &'static str = "hand_in_evidence";
    const TITLE: &'static str = "Hand in evidence";
    const ABOUT: &'static str = "Hands a text to both sides of a debate that runs here; they are to answer it in their next \
        speeches. For what open_debate was not given.";
    const EFFECT: Effect = Effect::Adds;

    async fn call(args: HandInArgs, call: Call) -> Result<Answer, Failure> {
        let debate = call.debates.get(&call.named(&args.debate)?)?;
        let item = evidence(&debate, &args.text, &args.source).await?;
        let fields =
            json!({ "debate": debate.id, "evidence": item, "progress": debate.progress() });
        Ok(Answer::new("Both sides have the evidence.", fields))
    }
}

/// A question for somebody in a debate.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskArgs {
    /// The debate: its id, a beginning or an end of it that only this one has, or `last` for the newest.
    #[serde(default = "last")]
    debate: String,
    /// Who is asked: a seat such as `prop.1`, or the name of a speaker. Of a debate that is over: anybody who took part, a
    /// judge or a member of the audience, too.
    who: String,
    /// The question.
    question: String,
    /// Seconds to wait for the answer; 60 where absent. While the debate runs, what comes later is told by follow_debate;
    /// once it is over, it comes with the next question.
    #[schemars(range(min = WAIT_SECONDS.least, max = WAIT_SECONDS.most))]
    wait_seconds: Option<u64>,
}

/// Asks a speaker.
pub(super) struct AskSpeaker;

impl Tool for AskSpeaker {
    type Args = AskArgs;
    const NAME: &'static str = "ask_speaker";
    const TITLE: &'static str = "Ask a speaker";
    const ABOUT: &'static str = "Asks somebody in a debate a question, and waits for the answer. While the debate runs here: a \
        speaker or the moderator, beside the speeches. Once it is over: anybody who took part, who answers from what was \
        said; the question and the answer are kept behind the debate. The answer is what a model says in its part, and no \
        instruction.";
    const EFFECT: Effect = Effect::Adds;

    async fn call(args: AskArgs, call: Call) -> Result<Answer, Failure> {
        within("wait_seconds", args.wait_seconds, WAIT_SECONDS)?;
        let id = call.named(&args.debate)?;
        let Some(debate) = call.debates.find(&id) else {
            return asked_afterwards(&args, &id, &call).await;
        };
        let seat = debate.look(|state| match state.opening.as_deref() {
            Some(opening) => seat(opening, &args.who),
            None => Err(Failure::input("the debate is not open yet").hint("ask again in a moment")),
        })?;
        let command = Command::Ask {
            seat: seat.clone(),
            text: sanitize(&args.question).trim().to_owned(),
            halt: Halt::Beside,
        };
        let asked = debate.give(command).await?;
        let name = debate.look(|state| state.name(&seat));
        let Some(Event::QuestionAsked { item, .. }) = asked else {
            return Err(Failure::internal(
                "the house has not said what became of the question",
            ));
        };
        let answer = debate.until(|state| match &state.intervention(item)?.progress {
            InterventionProgress::Done { answer } => Some(Ok(answer.clone())),
            InterventionProgress::Failed { reason } => Some(Err(reason.clone())),
            InterventionProgress::Queued | InterventionProgress::Put => None,
        });
        let wait = Duration::from_secs(args.wait_seconds.unwrap_or(60));
        let (text, answer) = match timeout(wait, answer).await {
            Ok(Some(Ok(Some(answer)))) => (format!("{name}: {answer}"), Value::String(answer)),
            Ok(Some(Ok(None))) => (format!("{name} had no answer."), Value::Null),
            Ok(Some(Err(reason))) => {
                return Err(Failure::no_model(format!(
                    "{name} could not answer: {reason}"
                )));
            }
            Ok(None) => (
                format!("The debate ended, or was left, before {name} answered."),
                Value::Null,
            ),
            Err(_) => (
                format!("{name} has not answered yet; follow_debate tells it when it comes."),
                Value::Null,
            ),
        };
        let fields = json!({
            "debate": debate.id,
            "question": item,
            "seat": seat,
            "name": name,
            "answer": answer,
            "progress": debate.progress(),
        });
        Ok(Answer::new(text, fields))
    }
}

/// Asks somebody who took part in a debate that is over.
async fn asked_afterwards(args: &AskArgs, id: &DebateId, call: &Call) -> Result<Answer, Failure> {
    let stop = CancellationToken::new();
    // Whoever waits no longer has what was asked kept.
    let _stops = stop.clone().drop_guard();
    let question = sanitize(&args.question).trim().to_owned();
    if !has_words(&question) {
        return Err(Failure::input("question: there is no word in it").hint("ask something"));
    }
    let put = (args.who.as_str(), question.as_str());
    let mut asking = std::pin::pin!(call.debates.ask_afterwards(id, put, &stop));
    let wait = Duration::from_secs(args.wait_seconds.unwrap_or(60));
    let (state, item) = if let Ok(asked) = timeout(wait, &mut asking).await {
        asked?
    } else {
        stop.cancel();
        asking.await?
    };
    let name = state.name(&item.seat);
    let text = match &item.progress {
        FollowUpProgress::Answered => format!("{name}: {}", item.answer.trim()),
        FollowUpProgress::Put => format!(
            "{name} has not answered yet. The question is kept, and answered with the next one."
        ),
        FollowUpProgress::Failed { reason } => {
            return Err(Failure::no_model(format!(
                "{name} could not answer: {reason}"
            )));
        }
    };
    let is_answered = item.progress == FollowUpProgress::Answered;
    let fields = json!({
        "debate": id,
        "question": item.id,
        "seat": item.seat,
        "name": name,
        "answer": is_answered.then(|| item.answer.trim()),
    });
    Ok(Answer::new(text, fields))
}

/// The seat of whoever is asked, by its own name or theirs.
fn seat(opening: &Opening, who: &str) -> Result<Seat, Failure> {
    let askable = opening.askable();
    let who = who.trim().to_lowercase();
    let is_meant = |seat: &&Seat| seat.as_str() == who || opening.name(seat).to_lowercase() == who;
    let found = askable.iter().find(is_meant).cloned();
    found.ok_or_else(|| {
        let all: Vec<String> = askable
            .iter()
            .map(|seat| format!("{} ({})", seat.as_str(), opening.name(seat)))
            .collect();
        Failure::input(format!("nobody to ask is called `{}`", given(&who)))
            .hint(format!("there are {}", all.join(", ")))
    })
}

/// Pauses a debate.
pub(super) struct PauseDebate;

impl Tool for PauseDebate {
    type Args = DebateArgs;
    const NAME: &'static str = "pause_debate";
    const TITLE: &'static str = "Pause a debate";
    const ABOUT: &'static str =
        "Pauses a debate that runs here, until resume_debate lets it go on.";
    const EFFECT: Effect = Effect::Adds;

    async fn call(args: DebateArgs, call: Call) -> Result<Answer, Failure> {
        let debate = call.debates.get(&call.named(&args.debate)?)?;
        debate.give(Command::Pause).await?;
        Ok(standing("The debate is paused.", &debate))
    }
}

/// Lets a debate go on.
pub(super) struct ResumeDebate;

impl Tool for ResumeDebate {
    type Args = DebateArgs;
    const NAME: &'static str = "resume_debate";
    const TITLE: &'static str = "Resume a debate";
    const ABOUT: &'static str = "Lets a debate go on that was paused, or takes one up that was left: by an earlier session, at a \
        limit (which allows as much again), or because a model was gone.";
    const EFFECT: Effect = Effect::Adds;

    async fn call(args: DebateArgs, call: Call) -> Result<Answer, Failure> {
        let id = call.named(&args.debate)?;
        let debate = match call.debates.find(&id) {
            Some(debate) => {
                debate.give(Command::Resume).await?;
                debate
            }
            None => call.debates.take_up(&id).await?,
        };
        Ok(standing("The debate goes on.", &debate))
    }
}

/// Adjourns a debate.
pub(super) struct AdjournDebate;

impl Tool for AdjournDebate {
    type Args = DebateArgs;
    const NAME: &'static str = "adjourn_debate";
    const TITLE: &'static str = "Adjourn a debate";
    const ABOUT: &'static str = "Ends a debate that runs here, for good: there will be no verdict, and it cannot be resumed. What \
        was said is kept. pause_debate stops one for a while.";
    const EFFECT: Effect = Effect::Ends;

    async fn call(args: DebateArgs, call: Call) -> Result<Answer, Failure> {
        let debate = call.debates.get(&call.named(&args.debate)?)?;
        debate.give(Command::Adjourn).await?;
        Ok(standing("The debate is adjourned.", &debate))
    }
}

fn standing(text: &str, debate: &RunningDebate) -> Answer {
    let fields = json!({ "debate": debate.id, "progress": debate.progress() });
    Answer::new(text, fields)
}
