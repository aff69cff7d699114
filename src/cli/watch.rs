//! `hustings watch`: a debate that another process holds, on the screen or as lines.

use super::{
    Host,
    args::{LinesArgs, Output},
    headless, out,
    signals::until_signal,
};
use crate::{
    debate::ids::{DebateId, Seat},
    error::{Exit, Failure},
    host::{
        conclusion::Conclusion,
        watch::{SeatedLines, WatchEnd, take_seat, to_watch, watch_into},
    },
    journal::Journal,
    own_seat::OwnSeat,
    text::sanitize::sanitize_line,
    unattended::PersonLines,
};

/// `hustings watch`.
pub(super) async fn watch(
    host: &Host,
    named: Option<&str>,
    (me, name): (Option<String>, Option<String>),
    lines: LinesArgs,
) -> Result<Exit, Failure> {
    let journal = host.journal()?;
    let debate = to_watch(&journal, named)?;
    #[cfg(feature = "tui")]
    if !lines.headless {
        super::chamber::check_watch(&debate)?;
    }
    let own = match me {
        Some(me) => {
            let name = name.map(|name| sanitize_line(&name));
            let seat = Seat::named(sanitize_line(me.trim()));
            Some(take_seat(&journal, &debate, (&seat, name.as_deref()))?)
        }
        None => None,
    };
    if lines.headless {
        return as_lines(&journal, &debate, own, lines.output).await;
    }
    #[cfg(feature = "tui")]
    {
        let followed = super::chamber::watch_elsewhere(host, &journal, &debate, own).await?;
        Box::pin(super::lobby::after(host, followed)).await
    }
    #[cfg(not(feature = "tui"))]
    Err(headless::no_screen())
}

/// Writes the debate to standard output until it is over or left.
async fn as_lines(
    journal: &Journal,
    debate: &DebateId,
    own: Option<OwnSeat>,
    output: Output,
) -> Result<Exit, Failure> {
    let tail = journal.tail(debate)?;
    let mut sink = headless::sink(output);
    let person = own.map(|own| SeatedLines {
        own,
        lines: PersonLines::of(out::typed_lines()),
        tell: out::say,
    });
    let ended = until_signal(async |stop| {
        tokio::select! {
            biased;
            () = stop.cancelled() => None,
            ended = watch_into(tail, sink.as_mut(), person) => Some(ended),
        }
    });
    let ended = match ended.await {
        Some(ended) => ended.map(Some),
        // Whoever stops it has the last line whole.
        None => sink.finish().map(|()| None),
    };
    let again = || format!("watch it again with: hustings watch {}", debate.short());
    match ended.map_err(|error| headless::not_written(&error).hint(again()))? {
        Some(WatchEnd::Over(state)) => {
            let Conclusion { exit, message } = Conclusion::of_closed(&state);
            if let Some(message) = message {
                out::say(&message);
            }
            // Lines for programs have the id in them.
            if output == Output::Text {
                headless::say_where_kept(debate);
            }
            Ok(exit)
        }
        Some(WatchEnd::NotSeated(why)) => Err(Failure::input(why).hint(again())),
        Some(WatchEnd::Unread) => Ok(Exit::Done),
        Some(WatchEnd::Unreadable(error)) => Err(error.into()),
        Some(WatchEnd::Left) | None => {
            out::say(&headless::after_watching(journal, debate));
            Ok(Exit::Interrupted)
        }
    }
}
