//! `hustings run` and `hustings resume`: a debate opened or taken up again, on the screen or as lines.

use crate::{
    catalog::{CatalogEntry, Format},
    debate::{command::Pace, ids::Seat, opening::SpendLimits, person::UNNAMED},
    error::{Exit, Failure},
    host::{
        hold::{DebateRequest, HoldOutcome, SecondDebate, estimated, hold},
        setup::{ChosenSettings, DebateChoice, Requested, USUAL_FORMAT},
    },
    text::sanitize::sanitize_line,
};

use super::{
    Host,
    args::{FailureArgs, Output, OutputArgs, PollsArg, RunArgs},
    auto, flags,
    headless::{self, script},
    mirrored, out, preset,
    signals::stoppable,
    viewer::CommandViewer,
};

/// `hustings run`.
pub(super) async fn run(mut host: Host, mut args: RunArgs) -> Result<Exit, Failure> {
    // Where nothing is begun there is nothing to be seen on a screen.
    args.output.lines.headless |= args.dry_run;
    let headless = args.output.lines.headless;
    let preset = preset::of(&host, &args)?;
    let flags = args.settings();
    let settings = flags.clone().before(&preset);
    preset::put_behind(&mut host, &preset);
    let mut choice = chosen(&host, &args, &settings)?;
    if args.preset.is_some() {
        preset::leave_idle(&host.catalog, (&preset, &flags), &mut choice)?;
    }
    let invents = auto::invents(&mut choice, &args)?;
    // What can be wrong with the choice is said before a server is asked.
    args.failure.check(headless)?;
    let mut viewer =
        CommandViewer::of(&args.output, args.failure)?.before_a_mirror(args.swap_sides);
    named(&host, &args, &choice)?;
    let request = DebateRequest {
        choice,
        polls: match args.polls {
            Some(PollsArg::EachSpeech | PollsArg::Ends) => Requested::Yes,
            // Where there are none, that is what is asked for.
            Some(PollsArg::Off) | None => Requested::No,
        },
        side_models: [settings.prop_model, settings.opp_model],
        invents,
        swap_sides: args.swap_sides,
    };
    if args.dry_run {
        let Some((opening, estimate)) = estimated(&mut host, request, &mut viewer).await? else {
            return Ok(Exit::Interrupted);
        };
        return super::estimate::tell(&opening, &estimate);
    }
    let held = Box::pin(hold(&mut host, request, &mut viewer));
    let HoldOutcome { exit, second } = held.await?;
    match second {
        SecondDebate::NotAsked | SecondDebate::Left => {}
        SecondDebate::NotBegun => out::say("The debate with the sides swapped was not begun."),
        SecondDebate::Compared(compared) => {
            let compared = mirrored::of(&compared);
            let told = format!("\nThe same debate with the models on either side\n{compared}");
            match args.output.lines.output {
                // Every line of standard output is one of the schema's.
                Output::Jsonl if headless => out::say(told.trim_end()),
                Output::Jsonl | Output::Text => {
                    out::print(|out| out.write_all(told.as_bytes()))?;
                }
            }
        }
    }
    Ok(exit)
}

/// Refuses what is named and not there.
fn named(host: &Host, args: &RunArgs, choice: &DebateChoice) -> Result<(), Failure> {
    let catalog = &host.catalog;
    format(host, &choice.format)?;
    flags::people(catalog, "--prop", &args.prop)?;
    flags::people(catalog, "--opp", &args.opp)?;
    flags::people(catalog, "--speakers", &choice.speakers)
}

/// The choice that the arguments make, with these settings.
fn chosen(host: &Host, args: &RunArgs, settings: &ChosenSettings) -> Result<DebateChoice, Failure> {
    let watched = args.failure.watched(args.output.lines.headless);
    let id = settings.format.as_deref().unwrap_or(USUAL_FORMAT);
    let mut choice = host.choice(motion(host, args, id)?, id, watched);
    choice.sides = vec![args.prop.clone(), args.opp.clone()];
    choice.speakers.clone_from(&args.speakers);
    settings.set_in(&mut choice);
    choice.people = own_seat(args).into_iter().collect();
    choice.options.questions_awaited = args.output.interventions.is_some();
    Ok(choice)
}

/// The seat that whoever runs the debate takes, and their name.
fn own_seat(args: &RunArgs) -> Option<(Seat, String)> {
    let seat = args.me.as_deref()?.trim();
    let given = args.name.as_deref().map(sanitize_line);
    let name = given.map_or_else(|| UNNAMED.to_owned(), |name| name.trim().to_owned());
    Some((Seat::named(seat), name))
}

/// The motion that is named, or the one that the format has.
fn motion(host: &Host, args: &RunArgs, id: &str) -> Result<String, Failure> {
    if let Some(motion) = &args.motion {
        return Ok(motion.clone());
    }
    let format = format(host, id)?;
    format.value.motion.clone().ok_or_else(|| {
        Failure::input(format!(
            "no motion is named, and the format {} has none of its own",
            format.id
        ))
        .hint("hustings run \"This House would …\", or the id of one: hustings motions")
    })
}

fn format<'a>(host: &'a Host, id: &str) -> Result<&'a CatalogEntry<Format>, Failure> {
    let found = host.catalog.format(id);
    found.map_err(|unknown| Failure::from(unknown).of("--format"))
}

/// `hustings resume`.
pub(super) async fn resume(
    host: &Host,
    id: &str,
    failure: FailureArgs,
    (pace, limits): (Option<Pace>, SpendLimits),
    output: &OutputArgs,
) -> Result<Exit, Failure> {
    failure.check(output.lines.headless)?;
    let patience = failure.patience(output.lines.headless);
    let journal = host.journal()?;
    let debate = journal.find(id)?;
    let script = script(output.interventions.as_deref())?;
    #[cfg(feature = "tui")]
    if !output.lines.headless {
        let how = (patience, pace);
        let followed = super::chamber::resume(host, &journal, &debate, limits, how).await?;
        return Box::pin(super::lobby::after(host, followed)).await;
    }
    #[cfg(not(feature = "tui"))]
    if !output.lines.headless {
        return Err(super::headless::no_screen());
    }
    let (handle, records) = stoppable(patience.wait, async |stop| {
        let how = (patience, pace);
        host.take_up_within(&journal, &debate, limits, how, stop)
            .await
    })
    .await?;
    let told = (output.lines.output, failure);
    headless::follow(&journal, (handle, &debate), &records, told, script).await
}
