//! Running a debate: opened or taken up again, on the screen or as lines.

use std::{path::Path, sync::Arc};

use tokio_util::sync::CancellationToken;

use crate::{
    debate::{
        DebateState,
        command::Pace,
        event::{Event, Record},
        ids::{DebateId, Seat},
        missing,
        opening::{Launch, OnFailure, Opening, Options},
    },
    engine::{self, Ending, Handle, Outside},
    error::{Exit, Failure},
    files,
    headless::{self, Lines, Script, Sink, Text, Wait},
    journal::{Journal, Writer},
    llm::{account::Account, roster::Roster},
};

use super::{
    args::{FailureArgs, Output, OutputArgs, PollsArg, RunArgs},
    auto, books,
    flags::{self, Seats},
    found::{self, Patience},
    ground::Ground,
    out,
    record::Keeper,
    setup::{self, Asked, Choice},
    sides::{self, Sides},
    spend,
    stage::Stage,
};

/// Bytes that a file of interventions may have: it is typed by hand, and evidence of length has files of its own.
const MOST_SCRIPT: u64 = 4 << 20;

/// `hustings run`.
pub(super) async fn run(mut ground: Ground, args: RunArgs) -> Result<Exit, Failure> {
    let headless = args.output.headless;
    let mut choice = chosen(&ground, &args);
    let auto = auto::Auto::of(&mut choice, &args)?;
    // What can be wrong with the choice is said before a server is asked.
    args.failure.check(headless)?;
    let patience = args.failure.patience(headless);
    Stage::check(headless)?;
    script(args.output.interventions.as_deref())?;
    named(&ground, &args, &choice.speakers)?;
    setup::check(&ground.catalog, &choice)?;
    let polls = match args.polls {
        Some(PollsArg::EachSpeech | PollsArg::Ends) => Asked::Yes,
        // Where there are none, that is what is asked for.
        Some(PollsArg::Off) | None => Asked::No,
    };
    setup::heeded(&ground.catalog, &choice, polls)?;
    let seats = setup::seats(&ground.catalog, &choice)?;
    let format = format!("the format {}", choice.format);
    flags::seats(&ground.overrides, &seats, &format)?;
    let flags = ground.overrides.clone();
    let mut sides = give_models(&mut ground, &mut choice, &args)?;
    let mut stage = Stage::raise(&ground, headless)?;
    let Some(mut roster) = stage.models(&ground, patience).await? else {
        return Ok(Exit::Interrupted);
    };
    // Before anybody is invented, too.
    spend::can_be_kept(choice.options.max_cost, &roster)?;
    if let Some(auto) = auto {
        // Beside a screen nothing is said.
        let models = if headless {
            roster.clone().on(&Account::telling(out::say))
        } else {
            roster.clone()
        };
        let cast = stage.cast(auto, &ground, &choice, &models).await?;
        let Some((cast, seed)) = cast else {
            return Ok(Exit::Interrupted);
        };
        auto::seat(&mut choice, cast, seed);
        // Who sits where may decide who speaks for which side, and so with which model.
        ground.overrides = flags;
        sides = give_models(&mut ground, &mut choice, &args)?;
        let Some(again) = stage.models(&ground, patience).await? else {
            return Ok(Exit::Interrupted);
        };
        roster = again;
    }
    let Some(sides) = sides.filter(|_| args.swap_sides) else {
        let wait = args.failure.wait();
        let held = stage.hold(&ground, choice, roster, (&args.output, wait));
        return Ok(held.await?.0);
    };
    mirrored(ground, choice, (stage, roster), &sides, &args).await
}

/// Holds a debate, and then once more with the models on each other's side; and compares.
async fn mirrored(
    mut ground: Ground,
    mut choice: Choice,
    (stage, roster): (Stage, Roster),
    sides: &Sides,
    args: &RunArgs,
) -> Result<Exit, Failure> {
    let (output, wait) = (&args.output, args.failure.wait());
    let patience = args.failure.patience(output.headless);
    choice.seed = choice.seed.or_else(|| Some(setup::fresh_seed()));
    let swapped = sides::swapped(&ground.overrides, sides, &roster)?;
    let (first, debate) = stage
        .hold(&ground, choice.clone(), roster, (output, wait))
        .await?;
    let journal = ground.journal()?;
    let as_left = |debate: &DebateId| journal.load(debate).map(|all| DebateState::fold(&all));
    let before = as_left(&debate)?;
    if first == Exit::Interrupted || !before.is_closed() {
        out::say("The debate with the sides swapped was not begun.");
        return Ok(first);
    }
    ground.overrides = swapped;
    choice.launch = ground.launch();
    let mut stage = Stage::raise(&ground, output.headless)?;
    let Some(roster) = stage.models(&ground, patience).await? else {
        return Ok(Exit::Interrupted);
    };
    stage.say("The same debate again, with the models on each other's side …")?;
    let (second, mirror) = stage.hold(&ground, choice, roster, (output, wait)).await?;
    if second == Exit::Interrupted {
        return Ok(second);
    }
    let compared = sides::compared(sides, [&before, &as_left(&mirror)?]);
    let told = format!("\nThe same debate with the models on either side\n{compared}");
    match output.output {
        // Every line of standard output is one of the schema's.
        Output::Jsonl if output.headless => out::say(told.trim_end()),
        Output::Jsonl | Output::Text => {
            out::print(|out| out.write_all(told.as_bytes()))?;
        }
    }
    Ok(if second == Exit::Done { first } else { second })
}

/// Refuses what is named and not there.
fn named(ground: &Ground, args: &RunArgs, speakers: &[String]) -> Result<(), Failure> {
    let catalog = &ground.catalog;
    catalog
        .format(&args.format)
        .map_err(|unknown| Failure::from(unknown).of("--format"))?;
    flags::people(catalog, "--prop", &args.prop)?;
    flags::people(catalog, "--opp", &args.opp)?;
    flags::people(catalog, "--speakers", speakers)
}

/// What the arguments choose.
fn chosen(ground: &Ground, args: &RunArgs) -> Choice {
    let limits = ground.settings.limits;
    let options = Options {
        scale: args.scale,
        pace: args
            .pace
            .map(Into::into)
            .or(ground.settings.pace)
            .unwrap_or_default(),
        polls: args.polls.map(Into::into).unwrap_or_default(),
        floor_speeches: args.floor_speeches,
        max_cost: args.max_cost.or(limits.max_cost),
        max_tokens: args.max_tokens.or(limits.max_tokens),
        on_failure: args.failure.policy(args.output.headless),
        referee: args.referee.map(Into::into).unwrap_or_default(),
        rounds: args.rounds,
        without_corpora: args.no_corpora,
    };
    Choice {
        motion: args.motion.clone(),
        format: args.format.clone(),
        sides: vec![args.prop.clone(), args.opp.clone()],
        audience: args.audience,
        judges: args.judges.map(usize::from),
        speakers: args.speakers.clone(),
        cast: Vec::new(),
        seed: args.seed,
        options,
        launch: ground.launch(),
        batch: None,
    }
}

/// Gives the seats of each side the model that the flags say, and tells which sides there are.
fn give_models(
    ground: &mut Ground,
    choice: &mut Choice,
    args: &RunArgs,
) -> Result<Option<Sides>, Failure> {
    let rules = setup::rules(&ground.catalog, choice)?;
    let stance = |seat: &Seat| choice.cast.iter().find(|one| &one.seat == seat)?.stance;
    let sides = sides::sides(&rules, stance);
    let wanted = [
        ("--prop-model", args.prop_model.is_some()),
        ("--opp-model", args.opp_model.is_some()),
        ("--swap-sides", args.swap_sides),
    ];
    let Some(sides) = sides else {
        let flag = wanted.into_iter().find(|(_, is_wanted)| *is_wanted);
        return match flag {
            Some((flag, _)) => Err(sides::no_sides(&rules, flag)),
            None => Ok(None),
        };
    };
    let models = [args.prop_model.as_deref(), args.opp_model.as_deref()];
    ground.overrides = sides::with_models(&ground.overrides, &sides, models);
    choice.launch = ground.launch();
    Ok(Some(sides))
}

/// `hustings resume`.
pub(super) async fn resume(
    ground: &Ground,
    id: &str,
    failure: FailureArgs,
    pace: Option<Pace>,
    output: &OutputArgs,
) -> Result<Exit, Failure> {
    failure.check(output.headless)?;
    let patience = failure.patience(output.headless);
    let journal = ground.journal()?;
    let debate = journal.find(id)?;
    let script = script(output.interventions.as_deref())?;
    #[cfg(feature = "tui")]
    if !output.headless {
        super::screen::check_or(&format!("resume {} --headless", debate.short()))?;
        let mut curtain = super::screen::raise(ground)?;
        let Some((handle, known)) = curtain
            .wait(Box::pin(take_up(ground, &journal, &debate, patience, pace)))
            .await?
        else {
            return Ok(Exit::Interrupted);
        };
        return super::screen::chamber(ground, &journal, curtain, handle, &debate, known).await;
    }
    #[cfg(not(feature = "tui"))]
    if !output.headless {
        return Err(no_screen());
    }
    let (handle, records) = take_up(ground, &journal, &debate, patience, pace).await?;
    let told = (output.output, failure.wait());
    watch(&journal, handle, &debate, &records, told, script).await
}

/// The lobby.
pub(super) async fn lobby(ground: &Ground) -> Result<Exit, Failure> {
    #[cfg(feature = "tui")]
    return super::lobby::lobby(ground).await;
    #[cfg(not(feature = "tui"))]
    {
        let _ = ground;
        Err(no_screen())
    }
}

/// `hustings replay`.
pub(super) async fn replay(ground: &Ground, id: &str, speed: &str) -> Result<Exit, Failure> {
    let journal = ground.journal()?;
    let debate = journal.find(id)?;
    #[cfg(feature = "tui")]
    return super::screen::replay(ground, &journal, &debate, speed).await;
    #[cfg(not(feature = "tui"))]
    {
        let _ = (ground, debate, speed);
        Err(no_screen())
    }
}

/// This program was built without the screen.
#[cfg(not(feature = "tui"))]
pub(super) fn no_screen() -> Failure {
    Failure::input("this program was built without its screen")
        .hint("run a debate without one: hustings run \"MOTION\" --headless")
        .hint("or build it with the feature `tui`, which is on by default")
}

/// Opens a debate.
pub(super) fn open(
    ground: &Ground,
    journal: &Journal,
    opening: Arc<Opening>,
    roster: Roster,
) -> Result<Handle, Failure> {
    spend::can_be_kept(opening.options.max_cost, &roster)?;
    let (opening, books) = books::first(ground, opening)?;
    let outside = Outside {
        books,
        recorder: Keeper(journal.create(&opening)?),
        prompts: Arc::new(ground.prompts()?),
        roster: Arc::new(roster),
    };
    Ok(engine::open(opening, outside))
}

/// Takes a debate up again, with the models it was opened with unless the flags say otherwise.
pub(super) async fn take_up(
    ground: &Ground,
    journal: &Journal,
    debate: &DebateId,
    patience: Patience,
    pace: Option<Pace>,
) -> Result<(Handle, Vec<Record>), Failure> {
    let (writer, records) = journal.resume(debate)?;
    let state = DebateState::fold(&records);
    if state.is_closed() {
        return Err(
            Failure::input(format!("the debate {} is over", debate.short()))
                .hint(format!(
                    "watch it again: hustings replay {}",
                    debate.short()
                ))
                .hint(format!("or read it: hustings show {}", debate.short())),
        );
    }
    let mut launch = Launch::default();
    if let Some(opening) = state.opening.as_deref() {
        launch = opening.launch.clone();
        flags::seats(
            &ground.overrides,
            &Seats::of_opening(opening, 0, 0),
            &format!("the debate {}", debate.short()),
        )?;
    }
    let overrides = ground.overrides_behind(&launch);
    let roster = found::roster(ground, &overrides, patience)
        .await
        .map_err(found::resumable)?;
    let terms = (patience.on_failure, pace);
    Ok((go_on(ground, writer, &records, roster, terms)?, records))
}

/// Lets a debate go on with these models.
pub(super) fn go_on(
    ground: &Ground,
    writer: Writer,
    records: &[Record],
    roster: Roster,
    (on_failure, pace): (OnFailure, Option<Pace>),
) -> Result<Handle, Failure> {
    let opening = records.iter().find_map(|record| match &record.event {
        Event::Opened(opening) => Some(opening),
        _ => None,
    });
    let limit = opening.and_then(|opening| opening.options.max_cost);
    spend::can_be_kept(limit, &roster)?;
    let books = match opening {
        Some(opening) => books::again(ground, opening)?,
        None => None,
    };
    let outside = Outside {
        books,
        recorder: Keeper(writer),
        prompts: Arc::new(ground.prompts()?),
        roster: Arc::new(roster),
    };
    Ok(engine::resume(records, outside, on_failure, pace))
}

pub(super) fn script(path: Option<&Path>) -> Result<Script, Failure> {
    let Some(path) = path else {
        return Ok(Script::default());
    };
    let name = path.display().to_string();
    let text = files::text(path, MOST_SCRIPT).map_err(|error| {
        Failure::input(format!("{name}: {error}")).hint("--interventions takes a TOML file")
    })?;
    Script::parse(&text, &name)
}

/// Writes what happens to standard output, until the debate ends.
pub(super) async fn watch(
    journal: &Journal,
    handle: Handle,
    debate: &DebateId,
    known: &[Record],
    (output, wait): (Output, Wait),
    script: Script,
) -> Result<Exit, Failure> {
    let stdout = out::stdout();
    let mut sink: Box<dyn Sink> = match output {
        Output::Jsonl => Box::new(Lines::new(stdout)),
        Output::Text => Box::new(Text::new(stdout, out::width())),
    };
    let sink = sink.as_mut();
    let exit = watch_into(journal, (handle, debate), known, (sink, wait), script).await?;
    let is_over = matches!(exit, Exit::Done | Exit::ModelFailed);
    // Lines for programs have the id in them.
    if is_over && output == Output::Text {
        let id = debate.short();
        out::say(&format!(
            "It is kept as {id}: hustings show {id}, or hustings export {id} --to markdown --out FILE"
        ));
    }
    Ok(exit)
}

/// Writes what happens into a sink, until the debate ends.
pub(super) async fn watch_into(
    journal: &Journal,
    (handle, debate): (Handle, &DebateId),
    known: &[Record],
    (sink, wait): (&mut dyn Sink, Wait),
    script: Script,
) -> Result<Exit, Failure> {
    let cancel = CancellationToken::new();
    let signals = tokio::spawn(on_signal(cancel.clone()));
    let ending = headless::run(handle, known, sink, script, (cancel, wait)).await;
    signals.abort();
    let ending = ending.map_err(|error| {
        let why = crate::files::why(&error);
        Failure::internal(format!("standard output cannot be written: {why}"))
    })?;
    conclude(journal, debate, &ending)
}

/// What the end of a run means for the shell.
pub(super) fn conclude(
    journal: &Journal,
    debate: &DebateId,
    ending: &Ending,
) -> Result<Exit, Failure> {
    let again = format!("go on with: hustings resume {}", debate.short());
    match ending {
        Ending::Closed => {
            let state = DebateState::fold(&journal.load(debate)?);
            let lost = missing::missing(&state);
            if !lost.iter().any(|one| one.counts) {
                return Ok(Exit::Done);
            }
            if let Some(told) = missing::told(&state, &lost) {
                out::say(&told);
            }
            Ok(Exit::ModelFailed)
        }
        Ending::Left => {
            out::say(&format!("The debate was left; {again}"));
            Ok(Exit::Interrupted)
        }
        Ending::Limit(what) => {
            out::say(&format!(
                "{what} The debate was left; {again}, which allows as much again"
            ));
            Ok(Exit::Interrupted)
        }
        Ending::Unreachable(reason) => {
            out::say(&format!(
                "{reason}\nThe debate was left, and nothing of it is lost; {again}"
            ));
            Ok(Exit::Interrupted)
        }
        Ending::Journal(reason) => {
            Err(Failure::internal(format!("the journal cannot be written: {reason}")).hint(again))
        }
    }
}

/// Stops the run when the shell, or whoever runs it, asks for that.
pub(super) async fn on_signal(cancel: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut hup)) = (
            signal(SignalKind::terminate()),
            signal(SignalKind::hangup()),
        ) else {
            return;
        };
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = term.recv() => {}
            _ = hup.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
    cancel.cancel();
}
