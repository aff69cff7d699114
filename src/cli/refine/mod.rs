//! `hustings refine`: iterations of a debate are held one after the other, on the screen or as lines, and set side by
//! side. Each is a debate of its own in the journal that says which one it refines; whoever stops is gone on with by the
//! same command.

mod lines;
#[cfg(feature = "tui")]
pub(super) mod screen;
mod text;

use super::{Host, args::RefineArgs};
use crate::{
    error::{Exit, Failure},
    host::refine::Chain,
};

/// `hustings refine`.
pub(super) async fn refine(host: &Host, args: &RefineArgs) -> Result<Exit, Failure> {
    args.failure.check(args.headless || args.json)?;
    let journal = host.journal()?;
    let asked = journal.find(&args.id)?;
    // What can be wrong with the debate is said before a screen is taken.
    let chain = Chain::load(&journal, &asked)?;
    host.check_chain(&chain, &asked)?;
    if args.headless || args.json {
        return lines::hold_all(host, &journal, &asked, args).await;
    }
    #[cfg(feature = "tui")]
    {
        let screen = super::screen::check_or(&format!("refine {} --headless", asked.short()));
        // What there is can be shown without one.
        if args.show && screen.is_err() {
            return lines::hold_all(host, &journal, &asked, args).await;
        }
        screen?;
        let loading = super::screen::enter(host)?;
        let begins = if args.show {
            screen::Begins::Shown
        } else {
            screen::Begins::Held
        };
        screen::hold_and_show(host, &journal, loading, &asked, (args.iterations, begins)).await
    }
    #[cfg(not(feature = "tui"))]
    Err(super::headless::no_screen())
}
