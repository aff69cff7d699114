//! The tool that opens a debate.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use super::{
    super::{
        answer::Answer,
        call::{Call, within},
    },
    steer::evidence,
    tool::{Effect, Tool},
};
use crate::{
    bounds,
    cli::flags,
    error::Failure,
    host::{
        patience::Watched,
        setup::{DebateChoice, USUAL_FORMAT},
    },
    shared,
};

/// The word in place of speakers for people who are invented.
const AUTO: &str = "auto";

/// What is told before a debate is open and nobody has heard yet.
const WORDS: usize = 16;

/// A debate that is to be opened.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenArgs {
    /// What is debated: a question, a motion ("This House would …"), or the id of one that list_motions has.
    question: String,
    /// The id of a format that list_formats has; `exhibition` where absent.
    format: Option<String>,
    /// Who speaks: ids that list_personas has, in the order of the seats, or `auto` alone, which invents people who
    /// would disagree about this question. Drawn by lot where absent.
    #[serde(default)]
    speakers: Vec<String>,
    /// What is known that bears on the question. Both sides are given it as the debate begins, and are to answer it.
    #[serde(default)]
    evidence: Vec<EvidenceArgs>,
    /// How many sit in the audience, which votes; 0 for none. The format's number where absent.
    #[schemars(range(min = bounds::AUDIENCE.least, max = bounds::AUDIENCE.most))]
    audience: Option<u64>,
    /// How many judges there are, in formats with judges.
    #[schemars(range(min = bounds::JUDGES_WANTED.least, max = bounds::JUDGES_WANTED.most))]
    judges: Option<u64>,
    /// How many rounds there are, where the format lets one choose.
    #[schemars(range(min = bounds::ROUNDS.least, max = bounds::ROUNDS.most))]
    rounds: Option<u64>,
    /// How long speeches are, as a factor: 0.5 is half as long as the format says, and about half as dear.
    #[schemars(range(min = bounds::SCALE.least, max = bounds::SCALE.most))]
    scale: Option<f64>,
    /// The seed of every choice by lot; the same seed draws the same people.
    seed: Option<u64>,
    /// The most tokens that the debate may use, read and written; it stops there, and can be resumed.
    #[schemars(range(min = bounds::TOKENS.least, max = bounds::TOKENS.most))]
    max_tokens: Option<u64>,
    /// The most that the debate may cost; it stops there, and can be resumed. The prices of all its models must be known.
    #[schemars(range(min = bounds::COST.least, max = bounds::COST.most))]
    max_cost: Option<f64>,
}

/// Something that is known.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EvidenceArgs {
    /// The text.
    text: String,
    /// Where it is from.
    #[serde(default)]
    source: String,
}

impl OpenArgs {
    fn check(&self) -> Result<(), Failure> {
        within("audience", self.audience, bounds::AUDIENCE)?;
        within("judges", self.judges, bounds::JUDGES_WANTED)?;
        within("rounds", self.rounds, bounds::ROUNDS)?;
        within("scale", self.scale, bounds::SCALE)?;
        within("max_tokens", self.max_tokens, bounds::TOKENS)?;
        within("max_cost", self.max_cost, bounds::COST)?;
        let is_auto = |name: &String| name.eq_ignore_ascii_case(AUTO);
        if self.speakers.len() > 1 && self.speakers.iter().any(is_auto) {
            return Err(Failure::input(
                "speakers: `auto` finds everybody and cannot stand beside names",
            )
            .hint("name all of them, or give `auto` alone"));
        }
        Ok(())
    }

    /// Refuses what the house would refuse once the debate is open.
    fn check_evidence(&self) -> Result<(), Failure> {
        let is_empty = |one: &EvidenceArgs| !one.text.contains(char::is_alphanumeric);
        match self.evidence.iter().position(is_empty) {
            Some(at) => Err(
                Failure::input(format!("evidence: there is no word in entry {at}"))
                    .hint("say what is known, or leave the entry out"),
            ),
            None => Ok(()),
        }
    }

    fn invents(&self) -> bool {
        let is_auto = |name: &String| name.eq_ignore_ascii_case(AUTO);
        self.speakers.iter().any(is_auto)
    }

    /// The choice that the arguments make.
    fn choice(&self, call: &Call) -> DebateChoice {
        let format = self.format.as_deref().unwrap_or(USUAL_FORMAT);
        let watched = Watched::ByNobody(call.debates.patience().on_failure);
        let mut choice = call
            .debates
            .host
            .choice(self.question.trim(), format, watched);
        if !self.invents() {
            choice.speakers.clone_from(&self.speakers);
        }
        let number = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
        choice.audience = number(self.audience);
        choice.judges = number(self.judges);
        choice.seed = self.seed;
        let options = &mut choice.options;
        options.rounds = self.rounds.and_then(|rounds| u32::try_from(rounds).ok());
        options.scale = self.scale.unwrap_or(options.scale);
        options.max_tokens = self.max_tokens.or(options.max_tokens);
        options.max_cost = self.max_cost.or(options.max_cost);
        choice
    }
}

/// Opens a debate.
pub(super) struct OpenDebate;

impl Tool for OpenDebate {
    type Args = OpenArgs;
    const NAME: &'static str = "open_debate";
    const TITLE: &'static str = "Open a debate";
    const ABOUT: &'static str = "Opens a debate between language models on a question and lets it run; gives its id at once, and \
        does not wait for its end: follow it with follow_debate. Asks models that the user pays for: max_tokens, max_cost and \
        scale keep it small. With speakers `auto` it takes a minute before the debate begins.";
    const EFFECT: Effect = Effect::Adds;

    async fn call(args: OpenArgs, call: Call) -> Result<Answer, Failure> {
        args.check()?;
        args.check_evidence()?;
        if args.question.trim().is_empty() {
            return Err(Failure::input("question: there is nothing to debate")
                .hint("ask a question, or name a motion: list_motions"));
        }
        let choice = args.choice(&call);
        let host = &call.debates.host;
        flags::people(&host.catalog, "speakers", &choice.speakers)?;
        let opened = told(&call, choice, args.invents()).await?;
        let mut items = Vec::new();
        for one in &args.evidence {
            items.push(evidence(&opened.debate, &one.text, &one.source).await?);
        }
        let opening = &opened.opening;
        let id = &opening.debate;
        let speakers = opening.speakers.iter().map(|speaker| {
            json!({
                "seat": speaker.seat,
                "name": speaker.card.name,
                "model": shared::model(&speaker.model),
            })
        });
        let names: Vec<&str> = opening
            .speakers
            .iter()
            .map(|speaker| speaker.card.name.as_str())
            .collect();
        let (running, at_once) = call.debates.count();
        let text = format!(
            "The debate {id} is open: {motion}\nFormat: {format}. Speakers: {names}.\n{running} of {at_once} debates run. Follow \
             it: follow_debate {{\"debate\": \"{id}\"}}",
            id = id.0,
            motion = opening.motion.motion,
            format = opening.format.name,
            names = names.join(", "),
        );
        let fields = json!({
            "debate": id,
            "motion": opening.motion.motion,
            "format": opening.format_id,
            "seed": opening.seed,
            "speakers": speakers.collect::<Vec<_>>(),
            "seats_to_ask": opening.askable(),
            "evidence": items,
            "progress": opened.debate.progress(),
            "running": running,
            "at_once": at_once,
        });
        Ok(Answer::new(text, fields))
    }
}

/// Opens the debate, and tells what is done meanwhile.
async fn told(
    call: &Call,
    choice: DebateChoice,
    invents: bool,
) -> Result<crate::host::running::OpenedDebate, Failure> {
    let (tell, mut told) = mpsc::channel::<String>(WORDS);
    let hears = |what: &str| {
        // What is told too fast for whoever listens is no loss.
        let _ = tell.try_send(what.to_owned());
    };
    let opened = call.debates.open(choice, invents, &hears);
    let mut opened = std::pin::pin!(opened);
    let mut done = 0.0;
    loop {
        tokio::select! {
            opened = &mut opened => return opened,
            Some(what) = told.recv() => {
                done += 1.0;
                call.progress(done, None, &what).await;
            }
        }
    }
}
