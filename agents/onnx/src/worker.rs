//! The thread that runs a network for an agent.
//!
//! The runtime works in a pool of threads of its own. A thread of another pool, as those that play matches are, would begin
//! other matches while it waits for it. So each agent has a thread that enters a pool with one thread and stays there; the
//! agent sends it rows and sleeps until they are answered.

use crate::net::{Net, failed};
use rten::ThreadPool;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Rows and where their outputs go. Both buffers return with the answer, to be used again.
struct Batch {
    cells: Vec<u8>,
    outputs: Vec<f32>,
}

/// A network and, once it has been asked, the thread that runs it.
pub(crate) struct Worker {
    net: Arc<Net>,
    thread: Option<Thread>,
    batch: Batch,
}

struct Thread {
    to: Sender<Batch>,
    from: Receiver<Result<Batch, String>>,
}

impl Worker {
    pub(crate) fn new(net: Arc<Net>) -> Worker {
        Worker { net, thread: None, batch: Batch { cells: Vec::new(), outputs: Vec::new() } }
    }

    /// The outputs for rows of cells, which `rows` yields.
    pub(crate) fn answers<'a>(&mut self, rows: impl Iterator<Item = &'a [u8]>) -> Result<&[f32], String> {
        let mut batch = std::mem::replace(&mut self.batch, Batch { cells: Vec::new(), outputs: Vec::new() });
        batch.cells.clear();
        batch.outputs.clear();
        rows.for_each(|row| batch.cells.extend_from_slice(row));
        if self.thread.is_none() {
            self.thread = Some(Thread::start(self.net.clone())?);
        }
        let thread = self.thread.as_ref().expect("just started");
        let ended = "its thread has ended";
        thread.to.send(batch).map_err(|_| ended)?;
        self.batch = thread.from.recv().map_err(|_| ended)??;
        Ok(&self.batch.outputs)
    }
}

impl Thread {
    fn start(net: Arc<Net>) -> Result<Thread, String> {
        let ((to, batches), (answers, from)) = (channel(), channel());
        let pool = Arc::new(ThreadPool::with_num_threads(1));
        let own = pool.clone();
        let answer = move |mut batch: Batch| {
            let run = || net.answers(&own, &batch.cells, &mut batch.outputs);
            let answered = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| Err(failed(&*panic)));
            answered.map(|()| batch)
        };
        let work = move || {
            // `send` fails when the agent is gone; then `batches` ends, too.
            pool.run(|| batches.into_iter().try_for_each(|batch| answers.send(answer(batch)).ok()));
        };
        let started = thread::Builder::new().name("onnx".into()).spawn(work);
        started
            .map(|_| Thread { to, from })
            .map_err(|error| format!("no thread can be started for the network: {error}"))
    }
}
