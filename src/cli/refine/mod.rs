//! `hustings refine`: iterations of a debate are held one after the other, on the screen or as lines, and set side by
//! side. Each is a debate of its own in the journal that says which one it refines; whoever stops is gone on with by the
//! same command.

mod chain;
mod lines;
mod next;
#[cfg(feature = "tui")]
pub(super) mod screen;
mod text;

#[cfg(not(feature = "tui"))]
use super::run;
use super::{
    args::RefineArgs,
    eval::shelves::Books,
    flags::{self, Seats},
    ground::Ground,
};
use crate::{
    debate::DebateState,
    error::{Exit, Failure},
    eval::{DEFINITIONS, Definition, Library, Measure, Report},
    llm::embed::Embedder,
    refine::{self, Step, comparison::Comparison, meaning::Meaning, measures},
};
use chain::Chain;

/// `hustings refine`.
pub(super) async fn refine(ground: &Ground, args: &RefineArgs) -> Result<Exit, Failure> {
    args.failure.check(args.headless || args.json)?;
    let journal = ground.journal()?;
    let asked = journal.find(&args.id)?;
    // What can be wrong with the debate is said before a screen is taken.
    let chain = Chain::load(&journal, &asked)?;
    let first = chain.over.first().map(|one| &one.state);
    if let Some(opening) = first.and_then(|state| state.opening.as_deref()) {
        flags::seats(
            &ground.overrides,
            &Seats::of_opening(opening, 0, 0),
            &format!("the debate {}", asked.short()),
        )?;
    }
    if args.headless || args.json {
        return lines::hold_all(ground, &journal, &asked, args).await;
    }
    #[cfg(feature = "tui")]
    {
        let screen = super::screen::check_or(&format!("refine {} --headless", asked.short()));
        // What there is can be shown without one.
        if args.show && screen.is_err() {
            return lines::hold_all(ground, &journal, &asked, args).await;
        }
        screen?;
        let curtain = super::screen::raise(ground)?;
        let begins = if args.show {
            screen::Begins::Shown
        } else {
            screen::Begins::Held
        };
        screen::hold_and_show(ground, &journal, curtain, &asked, (args.iterations, begins)).await
    }
    #[cfg(not(feature = "tui"))]
    Err(run::no_screen())
}

/// What comes after the iterations that are over, and how their texts were compared.
async fn weigh(
    chain: &Chain,
    most: u32,
    embedder: Option<&dyn Embedder>,
) -> (Option<Step>, Meaning) {
    let meaning = Meaning::of(refine::texts(&chain.over), embedder).await;
    (refine::next(&chain.over, most, &meaning), meaning)
}

/// The measures that need no model, of which at least one iteration has a value.
fn evaluated(states: &[&DebateState], books: Option<&Books>) -> Vec<measures::Measure> {
    let books = books.map(|books| books as &dyn Library);
    let reports = states.iter().map(|state| Report::counted(state, books));
    let reports: Vec<Report> = reports.collect();
    let row = |definition: &Definition| {
        let values: Vec<Option<f64>> = reports
            .iter()
            .map(|report| {
                let mut readings = report.readings.iter();
                let of_it = readings.find(|one| one.measure.definition().id == definition.id);
                of_it.and_then(|one| one.total.value())
            })
            .collect();
        values
            .iter()
            .any(Option::is_some)
            .then(|| measures::Measure {
                name: definition.short.to_owned(),
                values,
                digits: 2,
            })
    };
    // How the house swung stands beside its votes already.
    let shown = DEFINITIONS
        .iter()
        .filter(|one| one.measure != Measure::Swing);
    shown.filter_map(row).collect()
}

/// The iterations side by side.
fn compared(
    chain: &Chain,
    most: u32,
    (step, meaning): (Option<&Step>, &Meaning),
    books: Option<&Books>,
) -> Comparison {
    let states: Vec<_> = chain.over.iter().map(|one| &one.state).collect();
    let mut measured = measures::simple(&states);
    measured.extend(evaluated(&states, books));
    Comparison::of(&chain.over, measured, meaning, (most, step))
}
