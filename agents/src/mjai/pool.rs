//! Processes that wait for their next match, shared by all agents with the same settings: an agent has one only while it
//! plays a match.

use super::bot::Process;
use super::settings::Settings;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The waiting processes of agents with the same settings. They end when the last of these agents is dropped.
pub(crate) struct Pool {
    pub(crate) settings: Settings,
    /// By seat if each needs its own, otherwise the first.
    waiting: Mutex<[Vec<Process>; 4]>,
}

impl Pool {
    /// A process that waits for a match in this seat.
    pub(crate) fn take(&self, seat: usize) -> Option<Process> {
        self.waiting()[self.place(seat)].pop()
    }

    /// Keeps a process that has played in this seat.
    pub(crate) fn put(&self, seat: usize, process: Process) {
        self.waiting()[self.place(seat)].push(process);
    }

    fn place(&self, seat: usize) -> usize {
        if self.settings.is_per_seat() { seat } else { 0 }
    }

    fn waiting(&self) -> MutexGuard<'_, [Vec<Process>; 4]> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Default)]
pub(crate) struct Pools(Mutex<Vec<Weak<Pool>>>);

impl Pools {
    /// The pool of agents with these settings.
    pub(crate) fn of(&self, settings: Settings) -> Arc<Pool> {
        let mut pools = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pools.retain(|pool| pool.strong_count() > 0);
        let same = pools.iter().filter_map(Weak::upgrade).find(|pool| pool.settings == settings);
        same.unwrap_or_else(|| {
            let pool = Arc::new(Pool { settings, waiting: Mutex::default() });
            pools.push(Arc::downgrade(&pool));
            pool
        })
    }
}
