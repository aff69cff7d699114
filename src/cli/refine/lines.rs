//! Refinement without a screen: iteration after iteration, until the rules end it.

use std::io;

use super::{
    super::{
        Host,
        args::{Output, RefineArgs},
        headless::{follow, follow_into},
        out,
        signals::stoppable,
    },
    text,
};
use crate::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::DebateId,
        sink::Sink,
    },
    engine::Handle,
    error::{Exit, Failure},
    eval::CorpusQueries,
    host::{
        library::CorpusMeasures,
        refine::{Chain, Next, compared, next, weigh},
    },
    journal::Journal,
    unattended::Script,
};

/// Holds what is to be held, and writes the comparison.
pub(super) async fn hold_all(
    host: &Host,
    journal: &Journal,
    asked: &DebateId,
    args: &RefineArgs,
) -> Result<Exit, Failure> {
    let most = args.iterations;
    let embedder = host.embedder()?;
    let library = CorpusMeasures::open(host, None)?;
    let mut poorer = false;
    loop {
        let chain = Chain::load(journal, asked)?;
        let count = chain.over.len();
        let (step, likeness) = weigh(&chain, most, embedder.as_deref()).await;
        let patience = args.failure.patience(true);
        let begun = match next(&chain, step.as_ref()) {
            _ if args.show => None,
            Next::TakeUp(debate) => {
                out::say(&format!(
                    "Iteration {} was left, and is taken up again.",
                    count + 1
                ));
                let (handle, records) = stoppable(patience.wait, async |stop| {
                    host.take_up(journal, debate, patience, None, stop).await
                })
                .await?;
                Some((handle, debate.clone(), records))
            }
            Next::Open(first, guidance) => {
                let seats = guidance.seats.len();
                let iteration = guidance.iteration;
                let (handle, debate) = stoppable(patience.wait, async |stop| {
                    let watched = args.failure.watched(true);
                    let next = (first, guidance.clone());
                    host.open_iteration(journal, next, (watched, patience.wait), stop)
                        .await
                })
                .await?;
                out::say(&format!(
                    "Iteration {iteration} of at most {most}: {seats} of {} speakers are taught by the verdict.",
                    first.speakers.len()
                ));
                Some((handle, debate, Vec::new()))
            }
            Next::Nothing => None,
        };
        let Some((handle, debate, known)) = begun else {
            let comparison = compared(
                &chain,
                most,
                (step.as_ref(), &likeness),
                library.as_ref().map(|one| one as &dyn CorpusQueries),
            );
            write(&text::of(&comparison, args.json, out::width()), args)?;
            return Ok(if poorer {
                Exit::ModelFailed
            } else {
                Exit::Done
            });
        };
        let exit = hold(journal, (handle, &debate), &known, args).await?;
        if exit == Exit::ModelFailed {
            poorer = true;
        } else if exit != Exit::Done {
            out::say(&format!(
                "go on refining with: hustings refine {}{}",
                asked.short(),
                args.failure.again()
            ));
            return Ok(exit);
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
        let told: (&mut dyn Sink, _) = (&mut sink, args.failure);
        return follow_into(journal, (handle, debate), known, told, script).await;
    }
    let told = (args.output, args.failure);
    follow(journal, (handle, debate), known, told, script).await
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
        if let Event::TurnBegan { turn, seat, .. } = &record.event {
            let turn = self.state.turn(*turn);
            if let Some(turn) = turn.filter(|turn| turn.task.is_on_record()) {
                let held = self.state.speeches().count() + 1;
                let (name, what) = (self.state.name(seat), turn.task.name());
                out::say(&format!("  {held}. {name}: {}", what.to_lowercase()));
            }
        } else if let Event::DivisionDeclared(division) = &record.event {
            out::say(&match division.outcome() {
                Ok((winner, _)) => format!("  {winner}, {} to {}", division.ayes, division.noes),
                Err(why) => format!("  undecided: {why}"),
            });
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
