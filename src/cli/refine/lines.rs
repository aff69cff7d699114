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
        refine::{Chain, ChainStep, Next},
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
        let step = ChainStep::weigh(chain, most, embedder.as_deref()).await;
        let next = if args.show {
            Next::Nothing
        } else {
            step.next()
        };
        if let Next::TakeUp(_) = next {
            let number = count + 1;
            out::say(&format!(
                "Iteration {number} was left, and is taken up again."
            ));
        }
        let wait = args.failure.wait();
        let watched = (args.failure.watched(true), wait);
        let begun = stoppable(wait, async |stop| {
            host.begin_iteration(journal, next, watched, stop).await
        });
        let Some((handle, debate, known)) = begun.await? else {
            let library = library.as_ref().map(|one| one as &dyn CorpusQueries);
            let comparison = step.compared(library);
            write(&text::of(&comparison, args.json, out::width()), args)?;
            return Ok(if poorer {
                Exit::ModelFailed
            } else {
                Exit::Done
            });
        };
        if let Next::Open(first, guidance) = next {
            let (iteration, seats) = (guidance.iteration, guidance.seats.len());
            out::say(&format!(
                "Iteration {iteration} of at most {most}: {seats} of {} speakers are taught by the verdict.",
                first.speakers.len()
            ));
        }
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
            out::say(&format!("  {}", division.describe()));
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
