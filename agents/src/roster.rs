//! The roster: finds an agent by its name and makes it for a game. Users add their own agents.
//!
//! An agent is one [`AgentEntry`]. Its type depends on the game it plays, and the command line only has names. Names are
//! turned into types in `AgentEntry::constructor`, and nowhere else.

use crate::agent_file::{self, SHA256};
use crate::built_in;
use crate::spec::{Spec, SpecError, unknown};
use hyakuman_core::excerpt::excerpt;
use hyakuman_game::{Agent, AnyAgent, BatchAgent, Game};
use std::any::Any;
use std::collections::HashMap;
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

/// An agent: its name, what it does, its options, and how it is made for each game that it plays.
pub struct AgentEntry {
    /// Name in a spec.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// Its options, in the order of a full spec.
    pub options: Vec<OptionDoc>,
    /// Those of its options whose value is any number of a range.
    pub numbers: Vec<NumberRange>,
    /// Whether its answers depend on its view and its seed alone, so that a run with it can be repeated.
    pub deterministic: bool,
    /// Whether it is a program of its own: each thread plays one match at a time with it, and work is divided into small
    /// pieces.
    pub external: bool,
    /// Whether it takes milliseconds for a decision: tests and benches of all agents leave it out.
    pub slow: bool,
    /// Whether it may look at the rules of final points (uma, oka, rounding, shares of equal scores), so that it may play in
    /// another way when they change.
    pub reads_rank_points: bool,
    /// An option with which it may look at them in any case.
    rank_points_option: Option<&'static str>,
    /// Its options with the path of a file.
    files: Vec<FileOption>,
    /// Those of its options whose value is the spec of another agent.
    agents: Vec<&'static str>,
    constructors: Vec<AnyConstructor>,
    remarks: Option<Remarks>,
}

/// An option with the path of a file.
#[derive(Clone, Copy)]
struct FileOption {
    name: &'static str,
    /// The option that has the hash of the file.
    hash: &'static str,
    /// Whether a value is the name of what comes with the program, not a path.
    is_built_in: fn(&str) -> bool,
}

/// An option of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionDoc {
    /// Name in a spec.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The accepted values, the default first. A single value means: any text is accepted, with this default.
    pub values: &'static [&'static str],
}

/// The numbers that an option accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NumberRange {
    /// Name of the option.
    pub option: &'static str,
    /// The smallest number.
    pub low: f64,
    /// The largest.
    pub high: f64,
}

/// The options of an agent with their values: that of the spec, otherwise the default.
#[derive(Clone, Debug)]
pub struct Options(HashMap<&'static str, String>);

/// Makes an agent for the game `G`, and with the roster those of its options; the error is one sentence.
type Constructor<G> = Box<dyn Fn(&Options, &Roster) -> Result<AnyAgent<G>, String> + Send + Sync>;

/// Why an agent with these options cannot play under some rules of the game `G`: one sentence; `None` if it can.
type Refusal<G> = Box<dyn Fn(&Options, &<G as Game>::Rules) -> Option<String> + Send + Sync>;

/// What users should know after a run.
type Remarks = Box<dyn Fn() -> Vec<String> + Send + Sync>;

/// A [`Constructor`] of some game, and a [`Refusal`] of that game if there is one.
struct AnyConstructor {
    family: &'static str,
    constructor: Box<dyn Any + Send + Sync>,
    refusal: Option<Box<dyn Any + Send + Sync>>,
}

impl Roster {
    /// The agents that come with the program.
    pub fn built_in() -> Roster {
        Roster { entries: built_in::entries() }
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
        self.with_options(spec).is_none_or(|(entry, options)| {
            let is_set = |option| !options.text(option).is_empty();
            entry.reads_rank_points || entry.rank_points_option.is_some_and(is_set)
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

impl FileOption {
    /// The path in some options; none if it is not set, or names what comes with the program.
    fn path<'o>(&self, options: &'o Options) -> Option<&'o Path> {
        let text = options.text(self.name);
        (!text.is_empty() && !(self.is_built_in)(text)).then(|| Path::new(text))
    }
}

impl AgentEntry {
    /// An agent of this name that plays no game yet.
    pub fn new(name: &str) -> AgentEntry {
        AgentEntry {
            name: name.into(),
            about: String::new(),
            options: Vec::new(),
            numbers: Vec::new(),
            deterministic: true,
            external: false,
            slow: false,
            reads_rank_points: true,
            rank_points_option: None,
            files: Vec::new(),
            agents: Vec::new(),
            constructors: Vec::new(),
            remarks: None,
        }
    }

    /// Sets its description, in one line.
    #[must_use]
    pub fn about(mut self, about: &str) -> AgentEntry {
        self.about = about.into();
        self
    }

    /// Adds an option. Panics if the option has no values.
    #[must_use]
    pub fn option(mut self, option: OptionDoc) -> AgentEntry {
        assert!(!option.values.is_empty(), "the option {} of {} has no default", option.name, self.name);
        self.options.push(option);
        self
    }

    /// Adds an option whose value is any number from `low` to `high`. Panics if its default is not one of them.
    #[must_use]
    pub fn number(mut self, option: OptionDoc, low: f64, high: f64) -> AgentEntry {
        let range = NumberRange { option: option.name, low, high };
        assert!(range.parse(option.values[0]).is_some(), "the default of {} is out of range", option.name);
        self.numbers.push(range);
        self.option(option)
    }

    /// Adds an option whose value is the spec of another agent.
    #[must_use]
    pub fn agent_option(mut self, option: OptionDoc) -> AgentEntry {
        self.agents.push(option.name);
        self.option(option)
    }

    /// Says that its answers may depend on more than its view and its seed, so that a run with it cannot be repeated.
    #[must_use]
    pub fn not_deterministic(self) -> AgentEntry {
        AgentEntry { deterministic: false, ..self }
    }

    /// Says that it is a program of its own: see [`AgentEntry::external`].
    #[must_use]
    pub fn external(self) -> AgentEntry {
        AgentEntry { external: true, ..self }
    }

    /// Says that it takes milliseconds for a decision: see [`AgentEntry::slow`].
    #[must_use]
    pub fn slow(self) -> AgentEntry {
        AgentEntry { slow: true, ..self }
    }

    /// Says that it plays alike whatever the final points: see [`AgentEntry::reads_rank_points`]. Comes after the games
    /// that it plays, because an agent added for another game may look at them.
    #[must_use]
    pub(crate) fn ignores_rank_points(self) -> AgentEntry {
        AgentEntry { reads_rank_points: false, ..self }
    }

    /// Says that it may look at the rules of final points if this option is set.
    #[must_use]
    pub(crate) fn reads_rank_points_with(self, option: &'static str) -> AgentEntry {
        AgentEntry { rank_points_option: Some(option), ..self }
    }

    /// Says that an option is the path of a file. Adds the option `sha256`: [`Roster::with_hash`] sets it.
    #[must_use]
    pub fn reads_file(self, option: &'static str) -> AgentEntry {
        self.reads_hashed(option, SHA256)
    }

    /// The same of a second file, whose hash is the option `hash`; its name ends with `sha256`.
    #[must_use]
    pub(crate) fn reads_hashed(self, name: &'static str, hash: OptionDoc) -> AgentEntry {
        self.reads_or_has(name, hash, |_| false)
    }

    /// The same; some values name what comes with the program.
    #[must_use]
    pub(crate) fn reads_or_has(
        mut self,
        name: &'static str,
        hash: OptionDoc,
        is_built_in: fn(&str) -> bool,
    ) -> AgentEntry {
        self.files.push(FileOption { name, hash: hash.name, is_built_in });
        self.option(hash)
    }

    /// Sets what [`Roster::remarks`] returns of this agent.
    #[must_use]
    pub fn remarks(self, remarks: impl Fn() -> Vec<String> + Send + Sync + 'static) -> AgentEntry {
        AgentEntry { remarks: Some(Box::new(remarks)), ..self }
    }

    /// Adds the game `G`, played one decision at a time.
    #[must_use]
    pub fn scalar<G: Game, A: Agent<G> + 'static>(
        self,
        make: impl Fn(&Options) -> A + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_by(move |options| Ok(AnyAgent::<G>::Scalar(Box::new(make(options)))))
    }

    /// Adds the game `G`, played one decision at a time by an agent that may be impossible to make. The error is one
    /// sentence.
    #[must_use]
    pub fn tried<G: Game, A: Agent<G> + 'static>(
        self,
        make: impl Fn(&Options) -> Result<A, String> + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_by(move |options| make(options).map(|agent| AnyAgent::<G>::Scalar(Box::new(agent))))
    }

    /// Adds the game `G`, played with many decisions at once. `make` is called once for each thread.
    #[must_use]
    pub fn batched<G: Game, A: BatchAgent<G> + 'static>(
        self,
        make: impl Fn(&Options) -> A + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_by(move |options| Ok(AnyAgent::<G>::Batched(Box::new(make(options)))))
    }

    /// Adds the game `G`, played by the agent that `make` returns. Its error is one sentence.
    #[must_use]
    pub fn plays_by<G: Game>(
        self,
        make: impl Fn(&Options) -> Result<AnyAgent<G>, String> + Send + Sync + 'static,
    ) -> AgentEntry {
        self.plays_with(move |options, _| make(options))
    }

    /// The same; `make` also gets the roster, which makes the agents of its options.
    #[must_use]
    pub fn plays_with<G: Game>(
        mut self,
        make: impl Fn(&Options, &Roster) -> Result<AnyAgent<G>, String> + Send + Sync + 'static,
    ) -> AgentEntry {
        let constructor: Constructor<G> = Box::new(make);
        self.constructors.retain(|held| !held.constructor.is::<Constructor<G>>());
        let constructor = Box::new(constructor);
        self.constructors.push(AnyConstructor { family: G::FAMILY, constructor, refusal: None });
        AgentEntry { reads_rank_points: true, ..self }
    }

    /// Sets which rules of the game `G` it cannot play under with its options: `why` returns one sentence, `None` if it can. Panics if
    /// it does not play that game.
    #[must_use]
    pub fn refuses<G: Game>(
        mut self,
        why: impl Fn(&Options, &G::Rules) -> Option<String> + Send + Sync + 'static,
    ) -> AgentEntry {
        let refusal: Refusal<G> = Box::new(why);
        let own = self.constructors.iter_mut().find(|held| held.constructor.is::<Constructor<G>>());
        own.expect("a game that it plays").refusal = Some(Box::new(refusal));
        self
    }

    /// The families it plays, each once.
    pub fn families(&self) -> Vec<&'static str> {
        let mut families: Vec<&'static str> = Vec::new();
        for held in &self.constructors {
            if !families.contains(&held.family) {
                families.push(held.family);
            }
        }
        families
    }

    /// Whether it plays this family, with any number of seats.
    pub fn plays(&self, family: &str) -> bool {
        self.constructors.iter().any(|held| held.family == family)
    }

    /// The constructor for the game `G`; `None` if the agent does not play it.
    ///
    /// A list of constructors for different games has to hide their types (`Any`). Downcasting to `Constructor<G>` succeeds
    /// only for the constructor that was added for `G`.
    fn constructor<G: Game>(&self) -> Option<&Constructor<G>> {
        self.constructors.iter().find_map(|held| held.constructor.downcast_ref())
    }

    /// Which rules of the game `G` it refuses.
    fn refusal<G: Game>(&self) -> Option<&Refusal<G>> {
        let own = self.constructors.iter().find(|held| held.constructor.is::<Constructor<G>>());
        own?.refusal.as_ref()?.downcast_ref()
    }

    /// The numbers that an option accepts; `None` if it does not accept any number of a range.
    pub fn range(&self, option: &str) -> Option<&NumberRange> {
        self.numbers.iter().find(|range| range.option == option)
    }

    /// The values of all options, after a check of those in the spec.
    pub(crate) fn options(&self, spec: &Spec) -> Result<Options, SpecError> {
        let mut options: HashMap<_, _> =
            self.options.iter().map(|doc| (doc.name, doc.values[0].to_owned())).collect();
        for (option, value) in spec.options() {
            let Some(doc) = self.options.iter().find(|doc| doc.name == option) else {
                let known: Vec<_> = self.options.iter().map(|doc| doc.name).collect();
                return Err(unknown(&format!("option of {}", self.name), option, &known));
            };
            if doc.values.len() > 1 && !doc.values.contains(&value.as_str()) {
                return Err(unknown(&format!("value of {}:{option}", self.name), value, doc.values));
            }
            let value = match self.range(doc.name) {
                Some(range) => {
                    range.shortest(value).map_err(|error| SpecError(format!("{}:{error}", self.name)))?
                }
                None => value.clone(),
            };
            options.insert(doc.name, value);
        }
        Ok(Options(options))
    }
}

impl NumberRange {
    /// A number of the range from its text.
    fn parse(&self, text: &str) -> Option<f64> {
        text.parse().ok().filter(|number: &f64| (self.low..=self.high).contains(number))
    }

    /// The shortest text of the same number.
    fn shortest(&self, text: &str) -> Result<String, String> {
        let NumberRange { option, low, high } = self;
        let number = self
            .parse(text)
            .ok_or_else(|| format!("{option}={}: expected a number from {low} to {high}", excerpt(text)))?;
        Ok((number + 0.0).to_string())
    }
}

impl Options {
    /// The value of an option as text. Panics if the agent's entry has no such option.
    pub fn text(&self, option: &str) -> &str {
        self.0
            .get(option)
            .unwrap_or_else(|| panic!("an agent reads the option {option:?}, which its entry does not list"))
    }

    /// Whether an option with the values `true` and `false` is true.
    pub fn is(&self, option: &str) -> bool {
        self.text(option) == "true"
    }

    /// The value of an option as a number or another type that can be parsed.
    ///
    /// # Errors
    /// It cannot be parsed; the sentence names the option.
    pub fn value<T: FromStr>(&self, option: &str) -> Result<T, String> {
        let text = self.text(option);
        text.parse().map_err(|_| format!("{option}={text:?} is not a valid value"))
    }
}
