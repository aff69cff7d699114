//! A thread of its own for the lines to one server. The client reads whatever a server sends before an answer, such as
//! informational responses without end, before it lets anything else on its thread run, and has no bound for it; there
//! it holds up no deadline, no signal and no other server.

use std::{future::Future, io, thread};

use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
};
use tokio_util::task::AbortOnDropHandle;

use crate::panics;

/// The thread, which ends with this.
pub struct NetworkThread {
    runtime: Handle,
    _ends: oneshot::Sender<()>,
}

impl NetworkThread {
    /// Begins it.
    ///
    /// # Errors
    /// The system gives no thread, or nothing to wait with.
    pub fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (ends, end) = oneshot::channel();
        let lines = thread::Builder::new().name("lines".to_owned());
        lines.spawn(move || {
            // The sender is never used; it goes when the lines are not needed any more.
            let _: Result<(), _> = runtime.block_on(end);
        })?;
        Ok(Self {
            runtime: handle,
            _ends: ends,
        })
    }

    /// Does the work there. When it is not waited for any longer, it stops.
    ///
    /// # Errors
    /// It panicked: what the panic said.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, String> {
        let task = self.runtime.spawn(panics::catch_in(work));
        let done = AbortOnDropHandle::new(task).await;
        done.unwrap_or_else(|ended| Err(ended.to_string()))
    }
}
