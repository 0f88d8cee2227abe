//! The roster: finds an agent by its name and makes it for a game. Users add their own agents.
//!
//! An agent is one [`AgentEntry`]. Its type depends on the game it plays, and the command line only has names. Names are
//! turned into types in `AgentEntry::constructor` (`entry.rs`), and nowhere else.

mod entry;

pub use entry::{AgentEntry, NumberRange, OptionDoc, Options};

use crate::agent_file;
use crate::spec::{Spec, SpecError, unknown};
use entry::FileOption;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::{Agent, AnyAgent, BatchAgent, Game};
use std::path::Path;
use std::path::PathBuf;
use std::str::FromStr;

/// The known agents, by name.
///
/// ```
/// use hyakuman_agents::{Roster, Tsumogiri};
/// use hyakuman_riichi::Riichi;
///
/// let mut roster = Roster::built_in();
/// roster.add::<Riichi<4>, _>("mine", |_options| Tsumogiri);
/// let spec = roster.spec("mine").unwrap();
/// assert!(roster.agent::<Riichi<4>>(&spec).is_ok());
/// assert!(roster.agent::<Riichi<3>>(&spec).is_err());
/// ```
pub struct Roster {
    entries: Vec<AgentEntry>,
}

impl Roster {
    pub(crate) fn of(entries: Vec<AgentEntry>) -> Roster {
        Roster { entries }
    }

    /// Adds an agent without options for one game, played one decision at a time. If the name exists, that agent also plays this game; if it already
    /// did, this constructor replaces the old one.
    pub fn add<G: Game, A: Agent<G> + 'static>(
        &mut self,
        name: &str,
        make: impl Fn(&Options) -> A + Send + Sync + 'static,
    ) {
        let entry = self.take(name).scalar(make);
        self.entries.push(entry);
    }

    /// Adds an agent without options for one game, played with many decisions at once; as [`Roster::add`] otherwise. `make` is called once for each thread.
    pub fn add_batched<G: Game, A: BatchAgent<G> + 'static>(
        &mut self,
        name: &str,
        make: impl Fn(&Options) -> A + Send + Sync + 'static,
    ) {
        let entry = self.take(name).batched(make);
        self.entries.push(entry);
    }

    /// Adds an agent; replaces one with the same name.
    pub fn insert(&mut self, entry: AgentEntry) {
        self.take(&entry.name);
        self.entries.push(entry);
    }

    /// Removes and returns the entry of this name, or returns a new one.
    fn take(&mut self, name: &str) -> AgentEntry {
        let at = self.entries.iter().position(|entry| entry.name == name);
        at.map_or_else(|| AgentEntry::new(name), |at| self.entries.remove(at))
    }

    /// All agents, the built-in ones first.
    pub fn entries(&self) -> &[AgentEntry] {
        &self.entries
    }

    /// Parses and checks a spec. Returns the shortest spec of this agent: without options that have their default, and with
    /// the others in the order of its entry.
    ///
    /// # Errors
    /// It cannot be parsed, or there is no such agent, option or value.
    pub fn spec(&self, text: &str) -> Result<Spec, SpecError> {
        self.check(&Spec::from_str(text)?)
    }

    /// Parses and checks specs separated by commas, see [`Spec::list`] and [`Roster::spec`].
    ///
    /// # Errors
    /// One of them cannot be parsed, or there is no such agent, option or value.
    pub fn specs(&self, text: &str) -> Result<Vec<Spec>, SpecError> {
        Spec::list(text)?.iter().map(|spec| self.check(spec)).collect()
    }

    fn check(&self, spec: &Spec) -> Result<Spec, SpecError> {
        let entry = self.entry(spec.name())?;
        let mut options = entry.options(spec)?;
        for &option in &entry.agents {
            let agent = self.spec(options.text(option));
            let agent = agent.map_err(|error| SpecError(format!("{}:{option}: {error}", entry.name)))?;
            options.0.insert(option, agent.to_string());
        }
        let set = entry.options.iter().filter_map(|doc| {
            let value = options.text(doc.name);
            (value != doc.values[0]).then(|| (doc.name.to_owned(), value.to_owned()))
        });
        Ok(Spec::new(&entry.name, set.collect()))
    }

    /// A checked spec with the hashes of the files of its agent, so that it is the same agent only as long as these are.
    /// A file that cannot be read, or has a hash already, gets none.
    #[must_use]
    pub fn with_hash(&self, spec: Spec) -> Spec {
        let hashed = |spec: Spec, (option, agent): (&str, Spec)| {
            let agent = self.with_hash(agent).to_string();
            self.check(&spec.with(option, &agent)).expect("an option of the agent")
        };
        let spec = self.agents_of(&spec).into_iter().fold(spec, hashed);
        let Some((entry, options)) = self.with_options(&spec) else { return spec };
        let hash = |option: &FileOption| {
            let path = option.path(&options)?;
            Some((option.hash, options.text(option.hash).is_empty().then(|| agent_file::digits(path))??))
        };
        let hashes = entry.files.iter().filter_map(hash);
        let hashed = hashes.fold(spec, |spec, (option, digits)| spec.with(option, &digits));
        self.check(&hashed).expect("options of the agent")
    }

    /// The text of a spec without the paths of files of which it has the hash ([`Roster::with_hash`]): that of the same agent wherever they are.
    pub fn content(&self, spec: &Spec) -> String {
        let (agents, files) =
            (self.agents_of(spec), self.entry(spec.name()).map_or(&[][..], |entry| &entry.files));
        let has = |name: &str| spec.options().iter().any(|(option, _)| option == name);
        let is_path = |option: &str| files.iter().any(|file| file.name == option && has(file.hash));
        let kept = spec.options().iter().filter(|(option, _)| !is_path(option)).map(|(option, value)| {
            let agent = agents.iter().find(|(name, _)| name == option);
            (option.clone(), agent.map_or_else(|| value.clone(), |(_, agent)| self.content(agent)))
        });
        Spec::new(spec.name(), kept.collect()).to_string()
    }

    /// The agents of the options of a spec, with the names of the options.
    fn agents_of(&self, spec: &Spec) -> Vec<(&'static str, Spec)> {
        let Some((entry, options)) = self.with_options(spec) else { return Vec::new() };
        let agent = |&option: &&'static str| Some((option, self.spec(options.text(option)).ok()?));
        entry.agents.iter().filter_map(agent).collect()
    }

    /// The files that the agent of a spec reads, and those of the agents of its options.
    pub fn files(&self, spec: &Spec) -> Vec<PathBuf> {
        let of_options = self.agents_of(spec).into_iter().flat_map(|(_, agent)| self.files(&agent));
        self.own_files(spec).into_iter().chain(of_options).collect()
    }

    fn own_files(&self, spec: &Spec) -> Vec<PathBuf> {
        let Some((entry, options)) = self.with_options(spec) else { return Vec::new() };
        entry.files.iter().filter_map(|option| option.path(&options)).map(PathBuf::from).collect()
    }

    fn with_options(&self, spec: &Spec) -> Option<(&AgentEntry, Options)> {
        let entry = self.entry(spec.name()).ok()?;
        Some((entry, entry.options(spec).ok()?))
    }

    /// Checks that the agent of a spec can play under these rules of its game.
    ///
    /// # Errors
    /// There is no such agent, or it cannot play under these rules.
    pub fn check_rules<G: Game>(&self, spec: &Spec, rules: &G::Rules) -> Result<(), SpecError> {
        let entry = self.entry(spec.name())?;
        let options = entry.options(spec)?;
        let refused = entry.refusal::<G>().and_then(|refusal| refusal(&options, rules));
        refused.map_or(Ok(()), |sentence| Err(SpecError(format!("the agent {spec}: {sentence}"))))?;
        self.agents_of(spec).iter().try_for_each(|(_, agent)| self.check_rules::<G>(agent, rules))
    }

    /// Whether the answers of the agent of a spec depend on its view and its seed alone. An unknown agent counts as
    /// deterministic.
    pub fn is_deterministic(&self, spec: &Spec) -> bool {
        let own = self.entry(spec.name()).map_or(true, |entry| entry.deterministic);
        own && self.agents_of(spec).iter().all(|(_, agent)| self.is_deterministic(agent))
    }

    /// Whether the agent of a spec is a program of its own, or uses one.
    pub fn is_external(&self, spec: &Spec) -> bool {
        let own = self.entry(spec.name()).is_ok_and(|entry| entry.external);
        own || self.agents_of(spec).iter().any(|(_, agent)| self.is_external(agent))
    }

    /// What the agent of a spec needs besides this program, as the rest of a sentence: it `starts a program`, or `reads a file`.
    /// `None` if it needs nothing, or is unknown.
    pub fn needs(&self, spec: &Spec) -> Option<&'static str> {
        let entry = self.entry(spec.name()).ok()?;
        if entry.external {
            return Some("starts a program");
        }
        let of_options = || self.agents_of(spec).iter().find_map(|(_, agent)| self.needs(agent));
        if self.own_files(spec).is_empty() { of_options() } else { Some("reads a file") }
    }

    /// Whether the agent of a spec may look at the rules of final points. An unknown agent may.
    pub fn reads_rank_points(&self, spec: &Spec) -> bool {
        self.with_options(spec).is_none_or(|(entry, _)| entry.reads_rank_points) || self.is_corrected(spec)
    }

    /// Whether the agent of a spec has a correction, which may look at the rules of final points.
    pub(crate) fn is_corrected(&self, spec: &Spec) -> bool {
        self.with_options(spec).is_some_and(|(entry, options)| {
            entry.rank_points_option.is_some_and(|option| !options.text(option).is_empty())
        })
    }

    /// What users should know of the agents after a run, in sentences: such as how often one of them failed.
    pub fn remarks(&self) -> Vec<String> {
        let of = |entry: &AgentEntry| entry.remarks.as_ref().map(|remarks| remarks());
        self.entries.iter().filter_map(of).flatten().collect()
    }

    fn entry(&self, name: &str) -> Result<&AgentEntry, SpecError> {
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
            if let Some(command) = command_of_file(name) {
                return SpecError(format!(
                    "unknown agent \"{}\"; a bot that speaks mjai is named by its command: 'mjai:cmd=\"{}\"'",
                    excerpt(name),
                    excerpt(&command)
                ));
            }
            let known: Vec<_> = self.entries.iter().map(|entry| entry.name.as_str()).collect();
            unknown("agent", name, &known)
        })
    }

    /// The agent of a family if the user names none.
    pub fn default_agent(&self, family: &str) -> &'static str {
        let plays = |name: &&str| self.entry(name).is_ok_and(|entry| entry.plays(family));
        ["ukeire", "threshold"].into_iter().find(plays).unwrap_or("random")
    }

    /// The strongest agent of a family that comes with the program.
    pub fn strong_agent(&self, family: &str) -> &'static str {
        let plays = |name: &&str| self.entry(name).is_ok_and(|entry| entry.plays(family));
        let strong = ["value", "gari", "fan", "expectimax"].into_iter().find(plays);
        strong.unwrap_or_else(|| self.default_agent(family))
    }

    /// The agent of a spec, ready to play one match after another.
    ///
    /// # Errors
    /// There is no such agent, option or value; it does not play this game; or it cannot be made.
    pub fn agent<G: Game>(&self, spec: &Spec) -> Result<AnyAgent<G>, SpecError> {
        let entry = self.entry(spec.name())?;
        let options = entry.options(spec)?;
        let constructor = entry.constructor::<G>().ok_or_else(|| self.does_not_play::<G>(entry))?;
        constructor(&options, self).map_err(|error| SpecError(format!("the agent {spec}: {error}")))
    }

    fn does_not_play<G: Game>(&self, entry: &AgentEntry) -> SpecError {
        let (name, family) = (&entry.name, G::FAMILY);
        let players = self.entries.iter().filter(|entry| entry.constructor::<G>().is_some());
        let players: Vec<_> = players.map(|entry| entry.name.as_str()).collect();
        let players = players.join(", ");
        if entry.plays(family) {
            let seats = G::SEATS;
            return SpecError(format!(
                "the agent {name:?} does not play {family} with {seats} seats; it is played by: {players}"
            ));
        }
        let families = entry.families().join(", ");
        SpecError(format!("the agent {name:?} plays {families} only; {family} is played by: {players}"))
    }
}

/// The command that runs a file or a command given as the name of an agent; `None` if it looks like a name.
fn command_of_file(name: &str) -> Option<String> {
    if name.contains(' ') {
        return Some(name.to_owned());
    }
    let interpreter = match Path::new(name).extension()?.to_str()? {
        "py" => "python3 ",
        "js" | "mjs" => "node ",
        "rb" => "ruby ",
        _ => "",
    };
    Some(format!("{interpreter}{name}"))
}
