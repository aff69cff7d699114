//! Refinement without a screen: iteration after iteration, until the rules end it.

use std::io;

use super::{
    super::{
        args::{Output, RefineArgs},
        eval::shelves,
        ground::Ground,
        out, run,
    },
    Chain, compared, next, text, weigh,
};
use crate::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::DebateId,
    },
    engine::Handle,
    error::{Exit, Failure},
    headless::{Script, Sink},
    journal::Journal,
    refine::Step,
};

/// Holds what is to be held, and writes the comparison.
pub(super) async fn hold_all(
    ground: &Ground,
    journal: &Journal,
    asked: &DebateId,
    args: &RefineArgs,
) -> Result<Exit, Failure> {
    let most = args.iterations;
    let embedder = ground.embedder()?;
    let books = shelves::open(ground, None)?;
    let mut poorer = false;
    loop {
        let chain = Chain::load(journal, asked)?;
        let count = chain.over.len();
        let (step, meaning) = weigh(&chain, most, embedder.as_deref()).await;
        let begun = match (&chain.left, &step) {
            _ if args.show => None,
            (Some(debate), _) => {
                out::say(&format!(
                    "Iteration {} was left, and is taken up again.",
                    count + 1
                ));
                let (handle, records) =
                    run::take_up(ground, journal, debate, args.failure.patience(true), None)
                        .await?;
                Some((handle, debate.clone(), records))
            }
            (None, Some(Step::Go(guidance))) => {
                let Some(first) = chain
                    .over
                    .first()
                    .and_then(|one| one.state.opening.as_deref())
                else {
                    return Err(Failure::internal("a debate without an opening"));
                };
                let roster = next::roster(ground, first, args.failure.patience(true)).await?;
                let held = next::Held::AsLines(args.failure.policy(true));
                let opening = next::opening(ground, first, guidance.clone(), &roster, held);
                let debate = opening.debate.clone();
                out::say(&format!(
                    "Iteration {} of at most {most}: {} of {} speakers are taught by the verdict.",
                    guidance.iteration,
                    guidance.seats.len(),
                    first.speakers.len()
                ));
                let handle = run::open(ground, journal, opening, roster)?;
                Some((handle, debate, Vec::new()))
            }
            (None, Some(Step::End(_)) | None) => None,
        };
        let Some((handle, debate, known)) = begun else {
            let comparison = compared(&chain, most, (step.as_ref(), &meaning), books.as_ref());
            write(&text::of(&comparison, args.json, out::width()), args)?;
            return Ok(if poorer {
                Exit::ModelFailed
            } else {
                Exit::Done
            });
        };
        let exit = hold(journal, (handle, &debate), &known, args).await?;
        match exit {
            Exit::Done => {}
            Exit::ModelFailed => poorer = true,
            other => {
                out::say(&format!(
                    "go on refining with: hustings refine {}",
                    asked.short()
                ));
                return Ok(other);
            }
        }
        if Chain::load(journal, asked)?.over.len() <= count {
            return Err(Failure::internal(format!(
                "the debate {} has ended without an end",
                debate.short()
            )));
        }
    }
}

async fn hold(
    journal: &Journal,
    (handle, debate): (Handle, &DebateId),
    known: &[Record],
    args: &RefineArgs,
) -> Result<Exit, Failure> {
    let script = Script::default();
    if args.json {
        let mut sink = Progress::default();
        let told: (&mut dyn Sink, _) = (&mut sink, args.failure.wait());
        return run::watch_into(journal, (handle, debate), known, told, script).await;
    }
    let told = (args.output, args.failure.wait());
    run::watch(journal, handle, debate, known, told, script).await
}

/// Every line of standard output is one of the schema's where lines are written.
fn write(text: &str, args: &RefineArgs) -> Result<(), Failure> {
    if args.output == Output::Jsonl && !args.show {
        out::say(text.trim_end());
        return Ok(());
    }
    out::print(|out| out.write_all(text.as_bytes())).map(|_| ())
}

/// Says on standard error who is at it.
#[derive(Debug, Default)]
struct Progress {
    state: DebateState,
}

impl Sink for Progress {
    fn catch_up(&mut self, record: &Record) {
        self.state.apply(record);
    }

    fn record(&mut self, record: &Record) -> io::Result<()> {
        self.state.apply(record);
        match &record.event {
            Event::TurnBegan { turn, seat, .. } => {
                let turn = self.state.turn(*turn);
                if let Some(turn) = turn.filter(|turn| turn.task.is_on_record()) {
                    let held = self.state.speeches().count() + 1;
                    let (name, what) = (self.state.name(seat), turn.task.name());
                    out::say(&format!("  {held}. {name}: {}", what.to_lowercase()));
                }
            }
            Event::DivisionDeclared(division) => out::say(&match division.outcome() {
                Ok((winner, _)) => format!("  {winner}, {} to {}", division.ayes, division.noes),
                Err(why) => format!("  undecided: {why}"),
            }),
            _ => {}
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
