//! `hustings run` and `hustings resume`: a debate opened or taken up again, on the screen or as lines.

use crate::{
    debate::command::Pace,
    error::{Exit, Failure},
    host::{
        limits,
        mirrored::Mirror,
        people,
        setup::{DebateChoice, Requested, sides::Sides},
        sides,
    },
    llm::account::Account,
    llm::roster::Roster,
};

use super::{
    Host,
    args::{FailureArgs, Output, OutputArgs, PollsArg, RunArgs},
    auto, flags,
    headless::{self, script},
    mirrored, out,
    signals::stoppable,
    viewer::Viewer,
};

/// `hustings run`.
pub(super) async fn run(mut host: Host, args: RunArgs) -> Result<Exit, Failure> {
    let headless = args.output.headless;
    let mut choice = chosen(&host, &args);
    let auto = auto::Auto::of(&mut choice, &args)?;
    // What can be wrong with the choice is said before a server is asked.
    args.failure.check(headless)?;
    let patience = args.failure.patience(headless);
    Viewer::check(headless)?;
    script(args.output.interventions.as_deref())?;
    named(&host, &args, &choice.speakers)?;
    let polls = match args.polls {
        Some(PollsArg::EachSpeech | PollsArg::Ends) => Requested::Yes,
        // Where there are none, that is what is asked for.
        Some(PollsArg::Off) | None => Requested::No,
    };
    host.check(&choice, polls)?;
    let flags = host.overrides.clone();
    let mut sides = give_models(&mut host, &mut choice, &args)?;
    let mut viewer = Viewer::enter(&host, headless)?;
    let Some(mut roster) = viewer.models(&host, patience).await? else {
        return Ok(Exit::Interrupted);
    };
    // Before anybody is invented, too.
    limits::check_cost_limit(choice.options.max_cost, &roster)?;
    if let Some(auto) = auto {
        // Beside a screen nothing is said.
        let models = if headless {
            roster.clone().on(&Account::telling(out::say))
        } else {
            roster.clone()
        };
        let cast = viewer.cast(auto, &host, &choice, &models).await?;
        let Some((cast, seed)) = cast else {
            return Ok(Exit::Interrupted);
        };
        people::seat(&mut choice, cast, seed);
        // Who sits where may decide who speaks for which side, and so with which model.
        host.overrides = flags;
        sides = give_models(&mut host, &mut choice, &args)?;
        let Some(again) = viewer.models(&host, patience).await? else {
            return Ok(Exit::Interrupted);
        };
        roster = again;
    }
    let Some(sides) = sides.filter(|_| args.swap_sides) else {
        let wait = args.failure.wait();
        let held = viewer.follow(&host, choice, roster, (&args.output, wait));
        return Ok(held.await?.0);
    };
    run_mirrored(host, choice, (viewer, roster), sides, &args).await
}

/// Holds a debate, and then once more with the models on each other's side; and compares.
async fn run_mirrored(
    mut host: Host,
    mut choice: DebateChoice,
    (viewer, roster): (Viewer, Roster),
    sides: Sides,
    args: &RunArgs,
) -> Result<Exit, Failure> {
    let (output, wait) = (&args.output, args.failure.wait());
    let patience = args.failure.patience(output.headless);
    let mirror = Mirror::of(&host, &mut choice, sides, &roster)?;
    let (first, debate) = viewer
        .follow(&host, choice.clone(), roster, (output, wait))
        .await?;
    let journal = host.journal()?;
    if !mirror.follows(&journal, &debate, first)? {
        out::say("The debate with the sides swapped was not begun.");
        return Ok(first);
    }
    mirror.swap(&mut host, &mut choice);
    let mut viewer = Viewer::enter(&host, output.headless)?;
    let Some(roster) = viewer.models(&host, patience).await? else {
        return Ok(Exit::Interrupted);
    };
    viewer.say("The same debate again, with the models on each other's side …")?;
    let (second, again) = viewer.follow(&host, choice, roster, (output, wait)).await?;
    if second == Exit::Interrupted {
        return Ok(second);
    }
    let compared = mirrored::of(&mirror.compared(&journal, [&debate, &again])?);
    let told = format!("\nThe same debate with the models on either side\n{compared}");
    match output.output {
        // Every line of standard output is one of the schema's.
        Output::Jsonl if output.headless => out::say(told.trim_end()),
        Output::Jsonl | Output::Text => {
            out::print(|out| out.write_all(told.as_bytes()))?;
        }
    }
    Ok(Mirror::exit([first, second]))
}

/// Refuses what is named and not there.
fn named(host: &Host, args: &RunArgs, speakers: &[String]) -> Result<(), Failure> {
    let catalog = &host.catalog;
    catalog
        .format(&args.format)
        .map_err(|unknown| Failure::from(unknown).of("--format"))?;
    flags::people(catalog, "--prop", &args.prop)?;
    flags::people(catalog, "--opp", &args.opp)?;
    flags::people(catalog, "--speakers", speakers)
}

/// What the arguments choose.
fn chosen(host: &Host, args: &RunArgs) -> DebateChoice {
    let mut choice = host.choice(args.motion.clone(), args.format.clone());
    choice.sides = vec![args.prop.clone(), args.opp.clone()];
    choice.speakers.clone_from(&args.speakers);
    choice.audience = args.audience;
    choice.judges = args.judges.map(usize::from);
    choice.seed = args.seed;
    let options = &mut choice.options;
    options.scale = args.scale;
    options.pace = args.pace.map_or(options.pace, Into::into);
    options.polls = args.polls.map(Into::into).unwrap_or_default();
    options.floor_speeches = args.floor_speeches;
    options.max_cost = args.max_cost.or(options.max_cost);
    options.max_tokens = args.max_tokens.or(options.max_tokens);
    options.on_failure = args.failure.policy(args.output.headless);
    options.referee = args.referee.map(Into::into).unwrap_or_default();
    options.rounds = args.rounds;
    options.without_corpora = args.no_corpora;
    choice
}

/// Gives the seats of each side the model that the flags say, and tells which sides there are.
fn give_models(
    host: &mut Host,
    choice: &mut DebateChoice,
    args: &RunArgs,
) -> Result<Option<Sides>, Failure> {
    let sides = host.sides_of(choice)?;
    let wanted = [
        ("--prop-model", args.prop_model.is_some()),
        ("--opp-model", args.opp_model.is_some()),
        ("--swap-sides", args.swap_sides),
    ];
    let Some(sides) = sides else {
        let flag = wanted.into_iter().find(|(_, is_wanted)| *is_wanted);
        return match flag {
            Some((flag, _)) => Err(sides::no_sides(&host.format_of(choice)?, flag)),
            None => Ok(None),
        };
    };
    let models = [args.prop_model.as_deref(), args.opp_model.as_deref()];
    host.overrides = sides::with_models(&host.overrides, &sides, models);
    choice.launch = host.launch();
    Ok(Some(sides))
}

/// `hustings resume`.
pub(super) async fn resume(
    host: &Host,
    id: &str,
    failure: FailureArgs,
    pace: Option<Pace>,
    output: &OutputArgs,
) -> Result<Exit, Failure> {
    failure.check(output.headless)?;
    let patience = failure.patience(output.headless);
    let journal = host.journal()?;
    let debate = journal.find(id)?;
    let script = script(output.interventions.as_deref())?;
    #[cfg(feature = "tui")]
    if !output.headless {
        return super::chamber::resume(host, &journal, &debate, (patience, pace)).await;
    }
    #[cfg(not(feature = "tui"))]
    if !output.headless {
        return Err(super::headless::no_screen());
    }
    let (handle, records) = stoppable(patience.wait, async |stop| {
        host.take_up(&journal, &debate, patience, pace, stop).await
    })
    .await?;
    let told = (output.output, failure.wait());
    headless::follow(&journal, (handle, &debate), &records, told, script).await
}
