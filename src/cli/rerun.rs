//! `hustings rerun`: a debate that people held is held again by whoever spoke then, on the screen or as lines, and the two
//! are compared.

use super::{
    Host,
    args::{Output, RerunArgs},
    compare, out,
    signals::until_signal,
    steps::StepsOfEach,
    viewer::CommandViewer,
};
use crate::{
    debate::{ids::DebateId, opening::Opening},
    engine::Handle,
    error::{Exit, Failure},
    host::{
        hold::{DebateRequest, DebateViewer, hold},
        rerun::RerunRequest,
        setup::Requested,
    },
    journal::Journal,
    llm::roster::Roster,
    real::Given,
};

/// `hustings rerun`.
pub(super) async fn run(mut host: Host, args: RerunArgs) -> Result<Exit, Failure> {
    args.given.check([&args.debate])?;
    let given = args.given.read()?;
    let headless = args.output.lines.headless || args.dry_run;
    args.failure.check(headless)?;
    let wanted = RerunRequest {
        debate: &args.debate,
        given: &given,
        format: args.format.as_deref(),
        no_corpora: args.no_corpora,
        watched: args.failure.watched(headless),
    };
    let plan = host.rerun_plan(wanted)?;
    let (lines, real) = (plan.describe(), plan.real.clone());
    if args.dry_run {
        let text = format!("{}\n", lines.join("\n"));
        out::print(|out| out.write_all(text.as_bytes()))?;
        return Ok(Exit::Done);
    }
    let mut viewer = RerunViewer {
        inner: CommandViewer::of(&args.output, args.failure)?.before_a_mirror(true),
        held: None,
    };
    for line in &lines {
        out::say(line);
    }
    let mut choice = plan.choice;
    choice.audience = args.audience.or(choice.audience);
    choice.seed = args.seed.or(choice.seed);
    choice.options.scale = args.scale.unwrap_or(choice.options.scale);
    let request = DebateRequest {
        choice,
        polls: Requested::No,
        side_models: [None, None],
        invents: None,
        swap_sides: false,
    };
    let exit = Box::pin(hold(&mut host, request, &mut viewer)).await?.exit;
    let Some(held) = viewer.held else {
        return Ok(exit);
    };
    if !matches!(exit, Exit::Done | Exit::ModelFailed) {
        out::say(&format!(
            "Once it is over, compare the two: hustings compare {} {real}",
            held.short(),
        ));
        return Ok(exit);
    }
    let output = args.output.lines.output;
    let both = (held.short(), real.as_str());
    let compared = Box::pin(compared(&host, both, &given, output)).await?;
    Ok(if compared == Exit::Done {
        exit
    } else {
        compared
    })
}

/// Compares the debate that was held with the real one, and prints it behind the lines of that debate.
async fn compared(
    host: &Host,
    (held, real): (&str, &str),
    given: &Given,
    output: Output,
) -> Result<Exit, Failure> {
    let pair = Box::pin(host.debate_pair(held, real, given)).await?;
    let mut steps = StepsOfEach::default();
    let found = until_signal(async |stop| pair.compare(&mut steps, stop).await).await?;
    let Some(found) = found else {
        out::say("It was stopped; there is nothing to compare yet.");
        return Ok(Exit::Interrupted);
    };
    let text = format!("\n{}", compare::text::text(&found.comparison));
    match output {
        // Every line of standard output is one of the schema's.
        Output::Jsonl => out::say(text.trim_end()),
        Output::Text => {
            out::print(|out| out.write_all(text.as_bytes()))?;
        }
    }
    found.failed().for_each(out::say);
    Ok(found.exit())
}

/// A viewer of whom it is known afterwards which debate was followed.
struct RerunViewer<'a> {
    inner: CommandViewer<'a>,
    held: Option<DebateId>,
}

impl DebateViewer for RerunViewer<'_> {
    async fn models(&mut self, host: &Host) -> Result<Option<Roster>, Failure> {
        self.inner.models(host).await
    }

    fn check(&self, opening: &Opening) -> Result<(), Failure> {
        self.inner.check(opening)
    }

    fn tell(&mut self, what: &str) -> Result<(), Failure> {
        self.inner.tell(what)
    }

    async fn follow(
        &mut self,
        host: &Host,
        journal: &Journal,
        begun: (Handle, &DebateId),
    ) -> Result<Exit, Failure> {
        self.held = Some(begun.1.clone());
        self.inner.follow(host, journal, begun).await
    }
}
