//! `hustings eval`: measures of debates that are over. The journal stays as it is, and nothing is kept: what a judge's
//! model gives is asked for each time.

mod json;
pub(super) mod shelves;
mod text;

use std::sync::Arc;

use crate::{
    debate::{
        DebateState,
        ask::Role,
        division::Tally,
        ids::{DebateId, Seat},
        opening::Opening,
    },
    error::{Exit, Failure},
    eval::{self, CorpusFacts, Division, Judge, Materials, Report, Vectors, ask},
    journal::Journal,
    llm::{account::Account, embed::Embedder},
};

use super::{args::EvalArgs, ground::Ground, out, spend};

/// What there is beside the journal and the judge's model.
struct Outside<'a> {
    /// Compares meaning; without it words are compared, and the report says so.
    embedder: Option<&'a dyn Embedder>,
    /// The corpora; without them nothing is said of grounding and of style.
    library: Option<&'a dyn eval::Library>,
}

/// A debate that was measured.
struct Measured {
    debate: DebateId,
    opening: Arc<Opening>,
    report: Report,
}

/// Why no model was asked, where the viewer wanted none.
const UNWANTED: &str = "no model was asked (--no-models)";
/// Why a model was not asked to the end.
const STOPPED: &str = "it was stopped before the judge had answered";

/// `hustings eval`.
pub(super) async fn run(ground: &Ground, args: &EvalArgs) -> Result<Exit, Failure> {
    if args.explain {
        let text = if args.json {
            json::definitions()
        } else {
            text::definitions(out::width())
        };
        return out::print(|out| out.write_all(text.as_bytes()));
    }
    let journal = ground.journal()?;
    // What is wrong with any of them is said before anybody is asked.
    let debates = all_finished(&journal, &args.ids)?;
    if !args.no_models {
        ground.embeddings_are_there().await?;
    }
    // What embeds is not even made where nobody wants models.
    let embedder = if args.no_models {
        None
    } else {
        ground.embedder()?
    };
    let books = shelves::open(ground, embedder.as_deref())?;
    let outside = &Outside {
        embedder: embedder.as_deref(),
        library: books.as_ref().map(|books| books as &dyn eval::Library),
    };
    let mut measured: Vec<Measured> = Vec::new();
    let mut exit = Exit::Done;
    let account = &ground.account();
    for (debate, state) in debates {
        let Some(opening) = state.opening.clone() else {
            continue;
        };
        let place = Place {
            number: measured.len() + 1,
            of: args.ids.len(),
        };
        let mut materials = Materials {
            divisions: state
                .division
                .as_ref()
                .map(|_| division(&state))
                .into_iter()
                .collect(),
            judge: Judge::NotAsked(
                if exit == Exit::Interrupted {
                    STOPPED
                } else {
                    UNWANTED
                }
                .to_owned(),
            ),
            ..Materials::default()
        };
        if !args.no_models && exit != Exit::Interrupted {
            if let Ok(vectors) = vectors(&state, outside).await {
                materials.vectors = vectors;
            } else {
                materials.judge = Judge::NotAsked(STOPPED.to_owned());
                exit = Exit::Interrupted;
            }
        }
        if let Some(library) = outside.library {
            let vectors = materials.vectors.as_ref();
            materials.corpora = CorpusFacts::gather(&state, library, vectors);
        }
        if !args.no_models && exit != Exit::Interrupted {
            materials.judge =
                judged(ground, (&state, &opening), &materials, place, account).await?;
            match &materials.judge {
                Judge::NotAsked(why) if why == STOPPED => exit = Exit::Interrupted,
                // What needs no model is there all the same.
                judge if judge.is_lacking() => exit = Exit::of_asked(true, true),
                Judge::Asked(_) | Judge::NotAsked(_) => {}
            }
        }
        measured.push(Measured {
            debate,
            opening,
            report: Report::of(&state, &materials),
        });
    }
    let text = if args.json {
        json::report(&measured)
    } else {
        text::report(&measured, out::width())
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    if let Some(limit) = account.ended() {
        out::say(&limit);
        return Ok(Exit::Interrupted);
    }
    Ok(exit)
}

/// Which of how many debates.
#[derive(Clone, Copy)]
struct Place {
    number: usize,
    of: usize,
}

/// The debates that are named, each once.
fn all_finished(
    journal: &Journal,
    ids: &[String],
) -> Result<Vec<(DebateId, DebateState)>, Failure> {
    let mut all: Vec<(DebateId, DebateState)> = Vec::new();
    for id in ids {
        let (debate, state) = finished(journal, id)?;
        if all.iter().any(|(known, _)| *known == debate) {
            return Err(
                Failure::input(format!("the debate {} is named twice", debate.short()))
                    .hint("name each debate once: a mean over the same debate says nothing"),
            );
        }
        all.push((debate, state));
    }
    Ok(all)
}

/// A debate that is over.
fn finished(journal: &Journal, id: &str) -> Result<(DebateId, DebateState), Failure> {
    let debate = journal.find(id)?;
    let state = DebateState::fold(&journal.load(&debate)?);
    if !state.is_closed() {
        let short = debate.short();
        return Err(Failure::input(format!("the debate {short} is not over"))
            .hint(format!("take it up first: hustings resume {short}")));
    }
    Ok((debate, state))
}

/// The debate's own division.
fn division(state: &DebateState) -> Division {
    use crate::debate::ask::When;
    let ballots = state
        .ballots
        .iter()
        .filter(|((when, _), _)| *when == When::After);
    let ballots: std::collections::BTreeMap<Seat, _> = ballots
        .filter_map(|((_, seat), ballot)| Some((seat.clone(), ballot.vote?)))
        .collect();
    let tally = Tally::of(ballots.values().copied());
    Division {
        ayes: tally.ayes,
        noes: tally.noes,
        ballots,
    }
}

/// Ctrl-C.
struct Stopped;

/// The vectors of what was said. Where they cannot be had, that is told, and words are compared.
async fn vectors(state: &DebateState, outside: &Outside<'_>) -> Result<Option<Vectors>, Stopped> {
    let Some(embedder) = outside.embedder else {
        return Ok(None);
    };
    let texts = eval::texts(state);
    let made = tokio::select! {
        made = embedder.embed(&texts) => made,
        _ = tokio::signal::ctrl_c() => {
            out::say("Stopped: words are compared instead of meaning, and what needs a model is left out.");
            return Err(Stopped);
        }
    };
    Ok(match made {
        Ok(vectors) => Some(Vectors::new(embedder.label(), texts, vectors)),
        Err(error) => {
            let label = embedder.label();
            out::say(&format!(
                "{label} gave no vectors, so words are compared: {error}"
            ));
            None
        }
    })
}

/// What a judge's model says; without a model, why there is none. Ctrl-C leaves it, and the rest is measured.
async fn judged(
    ground: &Ground,
    (state, opening): (&DebateState, &Opening),
    materials: &Materials,
    place: Place,
    account: &Account,
) -> Result<Judge, Failure> {
    let overrides = ground.overrides_behind(&opening.launch);
    let asking = async {
        let roster = match ground.roster(&overrides).await {
            Ok(roster) => roster.on(account),
            Err(failure) => {
                let hints = failure.hints.iter().map(|hint| format!("\n  hint: {hint}"));
                out::say(&format!(
                    "No model judges: {}{}",
                    failure.message,
                    hints.collect::<String>()
                ));
                return Ok(Judge::NotAsked(format!("no model: {}", failure.message)));
            }
        };
        let prompts = ground.prompts()?;
        let judge = roster.assigned(Role::Judge, None);
        spend::can_be_kept_by(ground.settings.limits.max_cost, [judge])?;
        let which = match place {
            Place { of: 1, .. } => "the debate".to_owned(),
            Place { number, of } => format!("debate {number} of {of}"),
        };
        out::say(&format!("{} is reading {which} …", judge.model.label()));
        let answers = ask::ask(state, &materials.corpora, &prompts, judge).await;
        Ok(Judge::Asked(answers))
    };
    tokio::select! {
        judge = asking => judge,
        _ = tokio::signal::ctrl_c() => {
            out::say("Stopped: what needs a model is left out.");
            Ok(Judge::NotAsked(STOPPED.to_owned()))
        }
    }
}
