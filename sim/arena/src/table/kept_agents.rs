//! Agents that are kept from call to call, for single matches.

use crate::error::Error;
use crate::single::SingleDecisions;
use hyakuman_agents::{Roster, Spec};
use hyakuman_core::game::{Agent, AnyAgent, Game};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// Agents by their specs: each is made when it is needed first, and used again by later calls, also for other matches. An agent
/// of which a file (a network) has changed is made anew.
pub struct KeptAgents {
    pub(crate) roster: Arc<Roster>,
    known: Mutex<HashMap<(TypeId, String), Known>>,
}

/// An agent for one game.
struct Known {
    spec: Spec,
    files: Vec<PathBuf>,
    stamps: Vec<Option<Stamp>>,
    /// Those that no call is using: each a [`Made`].
    idle: Vec<Box<dyn Any + Send>>,
}

/// Time of the last change and size of a file.
type Stamp = (SystemTime, u64);

/// An agent that answers one decision at a time.
enum Made<G: Game> {
    Scalar(Box<dyn Agent<G>>),
    Batched(SingleDecisions<G>),
}

/// An agent in use.
pub(crate) struct Lent<G: Game> {
    key: (TypeId, String),
    stamps: Vec<Option<Stamp>>,
    made: Made<G>,
    pub spec: Spec,
}

impl<G: Game> Lent<G> {
    /// The agent, which decides for a seat that has made `decisions` decisions; [`Agent::begin`] comes next.
    pub(crate) fn starting_at(&mut self, decisions: u32) -> &mut dyn Agent<G> {
        match &mut self.made {
            Made::Scalar(agent) => agent,
            Made::Batched(agent) => {
                agent.start_at(decisions);
                agent
            }
        }
    }

    pub(crate) fn agent(&mut self) -> &mut dyn Agent<G> {
        match &mut self.made {
            Made::Scalar(agent) => agent,
            Made::Batched(agent) => agent,
        }
    }
}

impl KeptAgents {
    /// The agents of a roster; none is made yet.
    pub fn new(roster: impl Into<Arc<Roster>>) -> KeptAgents {
        KeptAgents { roster: roster.into(), known: Mutex::default() }
    }

    /// An agent that plays under these rules.
    pub(crate) fn lend<G: Game>(&self, text: &str, rules: &G::Rules) -> Result<Lent<G>, Error> {
        let key = (TypeId::of::<G>(), text.to_owned());
        let (spec, stamps, idle) = self.known(&key)?;
        self.roster.check_rules::<G>(&spec, rules)?;
        let made = match idle.and_then(|made| made.downcast().ok()) {
            Some(made) => *made,
            None => match self.roster.agent::<G>(&spec)? {
                AnyAgent::Scalar(agent) => Made::Scalar(agent),
                AnyAgent::Batched(agent) => Made::Batched(SingleDecisions::new(agent)),
            },
        };
        Ok(Lent { key, stamps, made, spec })
    }

    /// Takes back an agent that has not failed.
    pub(crate) fn take_back<G: Game>(&self, lent: Lent<G>) {
        let Lent { key, stamps, made, .. } = lent;
        if let Some(known) = self.lock().get_mut(&key).filter(|known| known.stamps == stamps) {
            known.idle.push(Box::new(made));
        }
    }

    /// The spec of an agent, the stamps of its files, and one that is idle, if there is one of the files as they are now.
    #[expect(clippy::type_complexity, reason = "what is known of an agent")]
    fn known(
        &self,
        key: &(TypeId, String),
    ) -> Result<(Spec, Vec<Option<Stamp>>, Option<Box<dyn Any + Send>>), Error> {
        let mut all = self.lock();
        let known = match all.entry(key.clone()) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let spec = self.roster.spec(&key.1)?;
                let files = self.roster.files(&spec);
                entry.insert(Known { spec, files, stamps: Vec::new(), idle: Vec::new() })
            }
        };
        let stamps: Vec<_> = known.files.iter().map(|file| stamp(file)).collect();
        if stamps != known.stamps {
            // With its hash, a network in use elsewhere is not taken for it.
            known.spec = self.roster.with_hash(self.roster.spec(&key.1)?);
            known.stamps.clone_from(&stamps);
            known.idle.clear();
        }
        Ok((known.spec.clone(), stamps, known.idle.pop()))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(TypeId, String), Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stamp(file: &Path) -> Option<Stamp> {
    let about = file.metadata().ok()?;
    Some((about.modified().ok()?, about.len()))
}
