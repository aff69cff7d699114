//! `hustings divide`: a simulated house votes on debates that are over, and is held against the real one where its votes
//! are known. The journal stays as it is.

mod told;

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::{
    args::DivideArgs,
    flags::{self, Seats},
    ground::Ground,
    held::{self, Held},
    out,
    run::on_signal,
    spend, steps,
};
use crate::{
    catalog::{Member, Steps},
    debate::{
        ask::{Ask, Role, When},
        event::CallReport,
        opening::Launch,
        real::Real,
    },
    engine::{Aside, Dividing, Divisions, divide, fits, seated},
    error::{Exit, Failure},
    llm::roster::Roster,
    prompt::Prompts,
    real::{
        Given,
        divided::{Divided, Overall},
        house,
    },
};

/// Members of the house where nobody says how many; the profile of a model may say fewer.
const HOUSE: usize = 101;

/// One debate, once the house has divided on it.
#[derive(Debug, Serialize)]
struct Done {
    /// A short id, or a file.
    debate: String,
    motion: String,
    /// Where a debate comes from that people held.
    origin: Option<String>,
    /// Members of the house.
    audience: usize,
    seed: u64,
    /// The model of the house.
    model: String,
    /// Whether it was stopped before everybody had voted.
    stopped: bool,
    #[serde(flatten)]
    divided: Option<Divided>,
    usage: CallReport,
    /// Why ballots are missing.
    failed: Option<String>,
}

/// The models, as long as they stay the same from one debate to the next.
struct Models {
    launch: Launch,
    roster: Roster,
}

/// `hustings divide`.
pub(super) async fn run(ground: &Ground, args: &DivideArgs) -> Result<Exit, Failure> {
    let given = Given::from(&args.given);
    let asked: Vec<&str> = args.debates.iter().map(String::as_str).collect();
    held::heeded(&given, &asked)?;
    // What is wrong with any of them is said before a server is asked.
    let debates = args
        .debates
        .iter()
        .map(|asked| held::held(ground, asked, &given))
        .collect::<Result<Vec<Held>, Failure>>()?;
    let prompts = ground.prompts()?;
    let stop = CancellationToken::new();
    let signals = tokio::spawn(on_signal(stop.clone()));
    let account = ground.account();
    let mut all = Vec::new();
    let mut models: Option<Models> = None;
    for held in &debates {
        let launch = held
            .state
            .opening
            .as_deref()
            .map(|opening| opening.launch.clone())
            .unwrap_or_default();
        let same = models.take().filter(|models| models.launch == launch);
        let found = match same {
            Some(models) => models,
            None => Models {
                roster: ground
                    .roster(&ground.overrides_behind(&launch))
                    .await?
                    .on(&account),
                launch,
            },
        };
        all.push(one(ground, args, held, (&prompts, &found.roster), &stop).await?);
        models = Some(found);
        if stop.is_cancelled() || account.ended().is_some() {
            break;
        }
    }
    signals.abort();
    let exit = report(args, &all)?;
    if let Some(limit) = account.ended() {
        out::say(&limit);
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// Has a house divide on one debate.
async fn one(
    ground: &Ground,
    args: &DivideArgs,
    held: &Held,
    (prompts, roster): (&Prompts, &Roster),
    stop: &CancellationToken,
) -> Result<Done, Failure> {
    let Some(opening) = held.state.opening.as_deref() else {
        return Err(Failure::internal(format!("{} was never opened", held.name)));
    };
    let listener = &roster.assigned(Role::Audience, None).model;
    if args.together > 1 && listener.profile().steps == Steps::OneAtATime {
        return Err(Failure::input(format!(
            "--together: {} is asked for one thing at a time",
            listener.label()
        ))
        .hint("leave --together out, or choose another model: --role audience=MODEL"));
    }
    let cards: Vec<(&str, &Member)> = ground
        .catalog
        .members()
        .map(|entry| (entry.id.as_str(), &entry.value))
        .collect();
    let seed = args.seed.unwrap_or(opening.seed);
    let wanted = args.audience.map_or_else(
        || HOUSE.min(listener.profile().audience.max(1)),
        usize::from,
    );
    let members = house::drawn(&cards, wanted, seed);
    if members.is_empty() {
        return Err(Failure::input("there is nobody to sit in the house")
            .hint("add files to personas/audience"));
    }
    let audience = members.len();
    flags::seats(
        &ground.overrides,
        &Seats::of_opening(opening, audience, 0),
        &format!("the debate {}", held.name),
    )?;
    let state = seated(&held.state, members);
    let seats = state.opening.iter().flat_map(|one| &one.audience);
    let asked = seats.map(|member| roster.assigned(Role::Audience, Some(&member.seat)));
    spend::can_be_kept_by(ground.settings.limits.max_cost, asked)?;
    // What is too long for one member is too long for all: said before anybody is asked.
    let last = state.opening.as_deref().and_then(|one| one.audience.last());
    let room = last.map_or(Ok(()), |listener| {
        let ask = Ask::Ballot {
            member: listener.seat.clone(),
            when: When::After,
        };
        fits(&state, (prompts, roster), &ask, Some(&listener.seat))
    });
    if let Err(long) = room {
        let done = Done {
            debate: held.name.clone(),
            motion: opening.motion.motion.clone(),
            origin: opening.real.as_ref().map(Real::origin),
            audience,
            seed,
            model: listener.label().to_owned(),
            stopped: false,
            divided: None,
            usage: CallReport::default(),
            failed: Some(format!(
                "{}: nobody was asked. {long}. Choose a model with a larger context (--role audience=MODEL), or, if it has \
                 more than that, say so in profiles.toml (context = N).",
                held.name
            )),
        };
        return Ok(done);
    }
    let mut steps = steps::Steps::new(format!("voting on {}", held.name));
    let dividing = Dividing {
        repeats: usize::from(args.repeat),
        together: usize::from(args.together),
    };
    let aside = Aside { prompts, roster };
    let hear = |done: usize, all: usize| steps.at(done as u64, all as u64);
    let divisions = divide(&state, aside, dividing, hear, stop).await;
    steps.end();
    let Divisions {
        ballots,
        report,
        failed,
        stopped,
    } = divisions;
    let real = opening.real.as_ref();
    Ok(Done {
        debate: held.name.clone(),
        motion: opening.motion.motion.clone(),
        origin: real.map(Real::origin),
        audience,
        seed,
        model: listener.label().to_owned(),
        stopped,
        divided: Divided::of(&ballots, real.map(|real| &real.votes)),
        usage: report,
        failed: failed.map(|(count, error)| format!("{count} members were asked in vain: {error}")),
    })
}

fn report(args: &DivideArgs, all: &[Done]) -> Result<Exit, Failure> {
    let divided: Vec<Divided> = all.iter().filter_map(|one| one.divided.clone()).collect();
    let overall = Overall::of(&divided);
    let text = if args.json {
        let value = serde_json::json!({ "debates": all, "overall": overall });
        format!("{value:#}\n")
    } else {
        let mut text = all.iter().map(told::one).collect::<Vec<_>>().join("\n");
        if divided.len() > 1 {
            text.push('\n');
            text += &told::overall(&overall);
        }
        text
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    for failed in all.iter().filter_map(|one| one.failed.as_deref()) {
        out::say(failed);
    }
    Ok(
        if all.iter().any(|one| one.stopped) || all.len() < args.debates.len() {
            Exit::Interrupted
        } else {
            let is_lacking = all.iter().any(|one| one.failed.is_some());
            Exit::of_asked(!divided.is_empty(), is_lacking)
        },
    )
}
