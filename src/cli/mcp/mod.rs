//! `hustings mcp`: a server of the Model Context Protocol on standard input and output, by which an assistant opens
//! debates, follows and steers them, and reads what they came to. What it asks for is asked of the host; what comes back is
//! told as text and as JSON.
//!
//! | file | has |
//! | --- | --- |
//! | here | the server from its first line to its last |
//! | `handler` | what the protocol asks, and who answers it |
//! | `tools/` | the tools, one file a family |
//! | `resources`, `prompts` | debates as documents; the prompt that begins one |
//! | `call`, `answer` | what a tool is given and gives |
//! | `pipes`, `input` | both pipes, and what is done about lines that are no message |

mod answer;
mod call;
mod handler;
mod input;
mod pipes;
mod prompts;
mod resources;
#[cfg(test)]
mod tests;
mod tools;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use rmcp::service::{ServerInitializeError, serve_server_with_ct};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use super::{Host, args::McpArgs, out, signals::on_signal};
use crate::{
    error::{Exit, Failure},
    host::running::RunningDebates,
};

use handler::Handler;
use pipes::Pipes;

/// `hustings mcp`.
pub(super) async fn serve(host: Host, args: McpArgs) -> Result<Exit, Failure> {
    args.failure.check(true)?;
    let patience = args.failure.patience(true);
    let debates = RunningDebates::new(host, usize::from(args.parallel), patience)?;
    if out::is_typed() {
        out::say(
            "An assistant is waited for on standard input; Ctrl-D ends this. How to set one up: \"For assistants\" in docs/src/programs.md.",
        );
    }
    let stop = CancellationToken::new();
    let signals = on_signal(stop.clone());
    let (input, output) = out::protocol();
    let served = serve_on(Arc::new(debates), (input, output), stop.clone()).await;
    signals.abort();
    served?;
    Ok(if stop.is_cancelled() {
        Exit::Interrupted
    } else {
        Exit::Done
    })
}

/// Serves whoever writes into `input` and reads `output`, until the input ends or `stop` ends it. The debates that run
/// are left then.
///
/// # Errors
/// What is written there is not the protocol.
async fn serve_on(
    debates: Arc<RunningDebates>,
    (input, output): (
        impl AsyncRead + Send + Unpin + 'static,
        impl AsyncWrite + Send + Unpin + 'static,
    ),
    stop: CancellationToken,
) -> Result<(), Failure> {
    // What is asked when the input ends is not waited for.
    let gone = stop.child_token();
    let handler = Handler::new(Arc::clone(&debates), gone.clone());
    let garbled = Arc::new(AtomicBool::new(false));
    let pipes = Pipes::new(input, output, gone, Arc::clone(&garbled));
    // Its own token: it is cancelled when the server goes, whyever.
    let begun = serve_server_with_ct(handler, pipes, stop.child_token()).await;
    let served = match begun {
        Ok(server) => server.waiting().await.map(drop).map_err(|error| {
            Failure::internal(format!("the server for assistants ended: {error}"))
        }),
        // Whoever has said nothing else.
        Err(error @ ServerInitializeError::ConnectionClosed(_)) if garbled.load(Relaxed) => {
            Err(not_the_protocol(&error))
        }
        // Whoever goes before they have said anything, or is stopped.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => {
            Ok(())
        }
        Err(error) => Err(not_the_protocol(&error)),
    };
    debates.leave().await;
    served
}

fn not_the_protocol(error: &ServerInitializeError) -> Failure {
    tracing::warn!(%error, "no session of the Model Context Protocol");
    Failure::input("what came on standard input is not the beginning of a session of the Model Context Protocol")
        .hint("an assistant starts `hustings mcp` by its configuration; to hold a debate yourself: hustings run \"MOTION\"")
}
