//! Fits a correction to the labels of data sets: first the linear part of each sort, then a net to what that leaves. Labels that are not
//! fitted choose the penalty and how much of the net is kept; others say what the correction gains.
//!
//! The numbers of a decision are computed again in every pass, by playing the matches again: they take more space than time.

use super::examples::{AnyLabelled, Example, Examples, Use};
use super::held_out::{Checked, HeldOut};
use super::net::Net;
use super::ridge::Ridge;
use crate::error::Error;
use crate::observer::{Observer, Quiet};
use crate::reorder::{collect, in_order};
use hyakuman_agents::learned::{Correction, CorrectionFile, Sort, SortFile};
use hyakuman_core::Rng;
use hyakuman_core::game::GameFacts;
use std::collections::BTreeMap;

/// Gain, in rank points, from which another action than the agent's is taken.
pub(crate) const THRESHOLD: f32 = 0.04;
/// Times that a net sees each label.
const EPOCHS: u64 = 2;
/// Fewest fitted labels of a sort of decision that is learned.
pub const FEWEST: u64 = 5_000;
/// The same of one that gets a net.
const FEWEST_FOR_NET: u64 = 100_000;
/// Least part of a net that is worth its time.
const LEAST_NET: f64 = 0.1;
/// Times the spread of a net's gains that they seldom exceed.
const REACH: f64 = 2.0;

/// A fit, with what labels that were neither fitted nor chose anything say of each sort.
pub(crate) struct Fit {
    pub file: CorrectionFile,
    pub checked: BTreeMap<String, Checked>,
    /// Labels fitted, over all sorts that are learned.
    pub labels: u64,
}

/// The data sets of a fit.
pub(crate) struct Fitting<'a> {
    pub game: GameFacts,
    pub sets: &'a [Box<dyn AnyLabelled + 'a>],
    pub observer: &'a dyn Observer,
}

impl Fitting<'_> {
    /// Fits all sorts of which there are enough labels, on the threads of the current rayon pool.
    pub(crate) fn fit(&self) -> Result<Fit, Error> {
        let ridges = self.ridges()?;
        let mut sorts = linear(&ridges);
        let correction = correction(&self.game, &sorts);
        let mut nets = self.nets(&ridges, &correction)?;
        self.keep(&correction, &mut nets, &mut sorts)?;
        let checked = self.check(&sorts)?;
        let labels = ridges.iter().map(Ridge::fitted).filter(|&fitted| fitted >= FEWEST).sum();
        Ok(Fit { file: CorrectionFile::new(&self.game, sorts), checked, labels })
    }

    /// Every part of every set.
    fn parts(&self) -> Vec<(usize, u64)> {
        let sets = self.sets.iter().enumerate();
        sets.flat_map(|(set, labelled)| labelled.parts().map(move |part| (set, part))).collect()
    }

    /// Does something with the examples of all parts, in order, which are read on all threads. Some are in memory at a time.
    fn each(
        &self,
        wanted: &(dyn Fn(u64) -> bool + Sync),
        mut take: impl FnMut(Vec<Vec<Examples>>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let at_once = 2 * rayon::current_num_threads();
        let read = |&(set, part): &(usize, u64)| self.sets[set].examples(part, wanted);
        self.parts().chunks(at_once).try_for_each(|parts| take(collect(self.observer, parts, read)?))
    }

    fn ridges(&self) -> Result<Vec<Ridge>, Error> {
        let mut ridges: Vec<Ridge> = Sort::ALL.into_iter().map(|_| Ridge::new()).collect();
        self.each(&|number| Use::of(number) != Use::Check, |parts| {
            each_sort(&mut ridges, |sort, ridge| {
                let examples = parts.iter().flat_map(|part| part[sort].iter());
                examples.for_each(|example| ridge.add(&example));
            })
        })?;
        ridges.iter_mut().for_each(Ridge::finish);
        Ok(ridges)
    }

    /// Fits nets to what a correction leaves of the labels, of sorts with enough of them.
    fn nets(&self, ridges: &[Ridge], correction: &Correction) -> Result<Vec<Option<Net>>, Error> {
        let net = |(sort, ridge): (usize, &Ridge)| {
            let mut rng = Rng::from_seed(sort as u64);
            let examples = EPOCHS * ridge.fitted();
            let net = (ridge.fitted() >= FEWEST_FOR_NET).then(|| Net::new(ridge.scale(), examples, &mut rng));
            (net, rng)
        };
        let mut nets: Vec<_> = ridges.iter().enumerate().map(net).collect();
        for _ in 0..EPOCHS {
            self.each(&|number| Use::of(number) == Use::Fit, |parts| {
                each_sort(&mut nets, |sort, (net, rng)| {
                    let Some(net) = net else { return };
                    let rest = |example: &Example<'_>| example.advantage - gain(correction, sort, example);
                    parts.iter().for_each(|part| net.fit(&part[sort], rest, rng));
                })
            })?;
        }
        Ok(nets.into_iter().map(|(net, _)| net).collect())
    }

    /// Keeps of each net what labels confirm.
    fn keep(
        &self,
        correction: &Correction,
        nets: &mut [Option<Net>],
        sorts: &mut BTreeMap<String, SortFile>,
    ) -> Result<(), Error> {
        let rests = self.held_out(Use::Choose, |sort, example| {
            Some((nets[sort].as_ref()?.gain(example), example.advantage - gain(correction, sort, example)))
        })?;
        for ((sort, net), rest) in Sort::ALL.into_iter().zip(nets).zip(rests) {
            let times = rest.careful_slope().clamp(0.0, 1.0);
            if let (Some(net), Some(file)) = (net, sorts.get_mut(sort.name()))
                && times >= LEAST_NET
            {
                file.net = Some(net.file(times as f32, (REACH * times * rest.spread()) as f32));
            }
        }
        Ok(())
    }

    /// What the correction gains, as it is read from its file.
    fn check(&self, sorts: &BTreeMap<String, SortFile>) -> Result<BTreeMap<String, Checked>, Error> {
        let correction = correction(&self.game, sorts);
        let sums = self.held_out(Use::Check, |sort, example| {
            Some((gain(&correction, sort, example), example.advantage))
        })?;
        let checked = Sort::ALL.into_iter().map(|sort| sort.name().to_owned()).zip(sums);
        let checked = checked.filter(|(sort, _)| sorts.contains_key(sort));
        Ok(checked.map(|(sort, sums)| (sort, sums.checked())).collect())
    }

    /// Sums of predictions and labels over the matches for some use, by sort.
    fn held_out(
        &self,
        wanted: Use,
        predict: impl Fn(usize, &Example<'_>) -> Option<(f32, f32)> + Sync,
    ) -> Result<Vec<HeldOut>, Error> {
        let mut sums = vec![HeldOut::default(); Sort::COUNT];
        self.each(&|number| Use::of(number) == wanted, |parts| {
            each_sort(&mut sums, |sort, sums| {
                for example in parts.iter().flat_map(|part| part[sort].iter()) {
                    if let Some((prediction, label)) = predict(sort, &example) {
                        sums.add(example.number, prediction, label, THRESHOLD);
                    }
                }
            })
        })?;
        Ok(sums)
    }
}

/// Does some work for every sort, on all threads.
fn each_sort<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync) -> Result<(), Error> {
    let work = |(sort, item)| {
        work(sort, item);
        Ok(())
    };
    in_order(&Quiet, items.iter_mut().enumerate(), work, Ok)
}

/// The linear part of every sort of which there are enough labels.
fn linear(ridges: &[Ridge]) -> BTreeMap<String, SortFile> {
    let learned = Sort::ALL.into_iter().zip(ridges).filter(|(_, ridge)| ridge.fitted() >= FEWEST);
    let file = |ridge: &Ridge| SortFile { threshold: THRESHOLD, linear: ridge.solve(), net: None };
    learned.map(|(sort, ridge)| (sort.name().to_owned(), file(ridge))).collect()
}

fn correction(game: &GameFacts, sorts: &BTreeMap<String, SortFile>) -> Correction {
    let text = CorrectionFile::new(game, sorts.clone()).text();
    let read = CorrectionFile::read(&text).and_then(|file| file.correction(game));
    read.expect("a correction of this version")
}

/// What a correction expects the other action to gain.
fn gain(correction: &Correction, sort: usize, example: &Example<'_>) -> f32 {
    let Example { situation, choice, other, .. } = *example;
    correction.gain(Sort::ALL[sort], situation, choice, other).unwrap_or(0.0)
}
