//! The file of a correction: JSON with the names of the numbers, so that another version finds them.

use super::correction::{Correction, FIRST, Net, Part, Products, SECOND};
use super::numbers::{ACTION_NAMES, SITUATION_NAMES};
use super::sort::Sort;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::GameFacts;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

const FORMAT: &str = "hyakuman correction 2";
/// What a file of a correction begins with.
pub const BEGINNING: &str = r#"{"format":"hyakuman correction"#;

/// A correction as it is stored.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct CorrectionFile {
    format: String,
    /// The game that it is for: the family of its rules, the number of players.
    family: String,
    players: usize,
    /// What it was made of, for people.
    pub card: Value,
    situation: Vec<String>,
    action: Vec<String>,
    /// By name of the sort.
    pub sorts: BTreeMap<String, SortFile>,
}

/// What is stored of a sort of decision.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct SortFile {
    /// The gain, in rank points, from which another action than the agent's choice is taken.
    pub threshold: f32,
    /// By number of the action: its weight, then what each number of the situation adds to it.
    pub linear: Vec<Vec<f32>>,
    /// The net.
    pub net: Option<NetFile>,
}

/// A net with two hidden layers: rows by input, one for each number of the situation, then of the action.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct NetFile {
    pub inputs: Vec<Vec<f32>>,
    pub first: Vec<f32>,
    pub second: Vec<Vec<f32>>,
    pub second_bias: Vec<f32>,
    pub out: Vec<f32>,
    /// Gain, in rank points, that it seldom exceeds: where the linear part is that far below the threshold it is not evaluated.
    pub reach: f32,
}

impl CorrectionFile {
    /// For a game, with the numbers of this version.
    pub fn new(game: &GameFacts, sorts: BTreeMap<String, SortFile>) -> CorrectionFile {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        CorrectionFile {
            format: FORMAT.into(),
            family: game.family.into(),
            players: game.seats,
            card: Value::Null,
            situation: names(SITUATION_NAMES),
            action: names(ACTION_NAMES),
            sorts,
        }
    }

    /// Its text. Weights have three digits: more say nothing.
    pub fn text(&self) -> String {
        let mut file = self.clone();
        let rounded = |number: &mut f32| *number = format!("{number:.2e}").parse().expect("a number");
        for sort in file.sorts.values_mut() {
            sort.linear.iter_mut().flatten().for_each(rounded);
            let Some(net) = &mut sort.net else { continue };
            net.inputs.iter_mut().chain(&mut net.second).flatten().for_each(rounded);
            [&mut net.first, &mut net.second_bias, &mut net.out].into_iter().flatten().for_each(rounded);
        }
        serde_json::to_string(&file).expect("plain data")
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn read(text: &str) -> Result<CorrectionFile, String> {
        let file: CorrectionFile = serde_json::from_str(text)
            .map_err(|error| format!("it is no correction: {}", excerpt(&error.to_string())))?;
        match file.format == FORMAT {
            true => Ok(file),
            false => Err(format!("its format is {:?}, not {FORMAT:?}", excerpt(&file.format))),
        }
    }

    /// The correction, ready to be used in a game.
    ///
    /// # Errors
    /// A sentence that says that it is for another game, which number this version does not know, or which row has another length.
    pub fn correction(&self, game: &GameFacts) -> Result<Correction, String> {
        if (&self.family[..], self.players) != (game.family, game.seats) {
            let (family, seats) = (excerpt(&self.family), self.players);
            return Err(format!(
                "it is for {family} with {seats} players, not for {} with {}",
                game.family, game.seats
            ));
        }
        let places = Places {
            situation: places(&self.situation, SITUATION_NAMES)?,
            action: places(&self.action, ACTION_NAMES)?,
        };
        let mut correction = Correction::default();
        for (name, sort) in &self.sorts {
            let known =
                Sort::from_name(name).ok_or_else(|| format!("it has an unknown sort {:?}", excerpt(name)))?;
            let part = places.part(sort).map_err(|what| format!("sort {name}: {what}"))?;
            correction.parts[known as usize] = Some(part);
        }
        Ok(correction)
    }
}

/// For each number of the file its place in this version.
struct Places {
    situation: Vec<usize>,
    action: Vec<usize>,
}

fn places(names: &[String], known: &[&str]) -> Result<Vec<usize>, String> {
    let place = |name: &String| {
        let found = known.iter().position(|known| known == name);
        found.ok_or_else(|| {
            format!("it has a number {:?}, which this version does not know: make it anew", excerpt(name))
        })
    };
    names.iter().map(place).collect()
}

impl Places {
    fn part(&self, sort: &SortFile) -> Result<Part, String> {
        let mut weights = [0.0; ACTION_NAMES.len()];
        let mut products = [weights; SITUATION_NAMES.len()];
        check("linear", sort.linear.len(), self.action.len())?;
        for (row, &place) in sort.linear.iter().zip(&self.action) {
            check("a row of linear", row.len(), 1 + self.situation.len())?;
            weights[place] = row[0];
            row[1..].iter().zip(&self.situation).for_each(|(&weight, &at)| products[at][place] = weight);
        }
        let net = sort.net.as_ref().map(|net| self.net(net)).transpose()?;
        let products = Products::new(&products);
        Ok(Part { threshold: sort.threshold, weights, products, net: net.map(Box::new) })
    }

    fn net(&self, file: &NetFile) -> Result<Net, String> {
        let (situation, action) = (self.situation.len(), self.action.len());
        check("inputs", file.inputs.len(), situation + action)?;
        let mut net = Net {
            of_situation: [[0.0; FIRST]; SITUATION_NAMES.len()],
            of_action: [[0.0; FIRST]; ACTION_NAMES.len()],
            first: row("first", &file.first)?,
            second: [[0.0; SECOND]; FIRST],
            second_bias: row("second_bias", &file.second_bias)?,
            out: row("out", &file.out)?,
            reach: file.reach,
        };
        for (from, &place) in file.inputs.iter().zip(&self.situation) {
            net.of_situation[place] = row("a row of inputs", from)?;
        }
        for (from, &place) in file.inputs[situation..].iter().zip(&self.action) {
            net.of_action[place] = row("a row of inputs", from)?;
        }
        check("second", file.second.len(), FIRST)?;
        for (to, from) in net.second.iter_mut().zip(&file.second) {
            *to = row("a row of second", from)?;
        }
        Ok(net)
    }
}

fn row<const W: usize>(what: &str, numbers: &[f32]) -> Result<[f32; W], String> {
    check(what, numbers.len(), W)?;
    numbers.try_into().map_err(|_| what.into())
}

fn check(what: &str, found: usize, wanted: usize) -> Result<(), String> {
    if found == wanted { Ok(()) } else { Err(format!("{what} has {found} numbers instead of {wanted}")) }
}
