//! Fits a correction to the labels of data sets: first the linear part of each sort, then a net to what that leaves; held-out labels say
//! how much of the net is kept.
//!
//! The numbers of a decision are computed again in every pass, by playing the matches again: they take more space than time.

use super::examples::{Example, Examples, Labelled, is_held_out};
use super::held_out::{Checked, HeldOut};
use super::net::Net;
use super::ridge::Ridge;
use crate::error::Error;
use crate::observer::Observer;
use crate::threads;
use hyakuman_agents::learned::{Sort, SortFile};
use hyakuman_core::Rng;
use hyakuman_game::Game;
use std::collections::BTreeMap;
use std::sync::Mutex;

/// Gain, in rank points, from which another action than the agent's is taken.
pub(crate) const THRESHOLD: f32 = 0.04;
/// Times that a net sees each label.
const EPOCHS: u64 = 2;
/// Fewest fitted labels of a sort that is learned, and of one that gets a net.
const FEWEST: f64 = 5_000.0;
const FEWEST_FOR_NET: f64 = 100_000.0;
/// Least part of a net that is worth its time.
const LEAST_NET: f64 = 0.1;
/// Times the spread of a net's gains that they seldom exceed.
const REACH: f64 = 2.0;

/// What was fitted of a sort.
struct Fitted {
    linear: Vec<Vec<f32>>,
    net: Option<Net>,
    /// Part of the net that is kept.
    times: f64,
    /// Gain that this part seldom exceeds.
    reach: f64,
}

/// A fit, with what held-out labels say of each sort.
pub(crate) struct Fit {
    pub sorts: BTreeMap<String, SortFile>,
    pub checked: BTreeMap<String, Checked>,
    /// Labels fitted, over all sorts.
    pub labels: u64,
}

/// The data sets of a fit.
pub(crate) struct Fitting<'a, G: Game> {
    pub sets: &'a [Labelled<'a, G>],
    pub observer: &'a dyn Observer,
}

impl<G: Game> Fitting<'_, G> {
    /// Fits all sorts of which there are enough labels, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// A data set cannot be read, or the observer stopped the work.
    pub(crate) fn fit(&self) -> Result<Fit, Error> {
        let ridges = self.ridges()?;
        let labels = ridges.iter().map(|ridge| ridge.counts()[0]).sum::<f64>() as u64;
        let mut fitted: Vec<Option<Fitted>> = ridges.iter().map(linear).collect();
        self.nets(&ridges, &mut fitted)?;
        self.keep(&mut fitted)?;
        let checked = self.check(&fitted)?;
        let named = |sort: Sort| sort.name().to_owned();
        let sorts = Sort::ALL.into_iter().zip(&fitted);
        let sorts = sorts.filter_map(|(sort, fitted)| Some((named(sort), fitted.as_ref()?.file()))).collect();
        let learned = Sort::ALL.into_iter().zip(checked).zip(&fitted).filter(|(_, fitted)| fitted.is_some());
        let checked = learned.map(|((sort, checked), _)| (named(sort), checked)).collect();
        Ok(Fit { sorts, checked, labels })
    }

    /// Every part of every set.
    fn parts(&self) -> Vec<(usize, u64)> {
        let parts =
            |(set, labelled): (usize, &Labelled<'_, G>)| labelled.set.parts().map(move |part| (set, part));
        self.sets.iter().enumerate().flat_map(parts).collect()
    }

    /// The examples of some parts, read on all threads, in order.
    fn read(
        &self,
        parts: &[(usize, u64)],
        wanted: impl Fn(u64) -> bool + Sync,
    ) -> Result<Vec<Vec<Examples>>, Error> {
        threads::collect(parts.len(), |at| {
            if self.observer.stopped() {
                return Err(Error::Interrupted);
            }
            let (set, part) = parts[at];
            self.sets[set].examples(part, &wanted)
        })
    }

    /// Does something with the examples of all parts, in order, some of which are in memory at a time.
    fn each(
        &self,
        wanted: impl Fn(u64) -> bool + Sync,
        mut take: impl FnMut(Vec<Vec<Examples>>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let at_once = 2 * rayon::current_num_threads();
        self.parts().chunks(at_once).try_for_each(|parts| take(self.read(parts, &wanted)?))
    }

    fn ridges(&self) -> Result<Vec<Ridge>, Error> {
        let mut ridges: Vec<Ridge> = Sort::ALL.into_iter().map(|_| Ridge::new()).collect();
        self.each(
            |_| true,
            |parts| {
                each_sort(&mut ridges, |sort, ridge| {
                    let examples = parts.iter().flat_map(|part| part[sort].iter());
                    examples.for_each(|example| ridge.add(&example));
                })
            },
        )?;
        ridges.iter_mut().for_each(Ridge::finish);
        Ok(ridges)
    }

    /// Fits the nets of sorts with enough labels.
    fn nets(&self, ridges: &[Ridge], fitted: &mut [Option<Fitted>]) -> Result<(), Error> {
        let mut streams: Vec<Rng> = (0..Sort::COUNT as u64).map(Rng::from_seed).collect();
        for ((fitted, ridge), rng) in fitted.iter_mut().zip(ridges).zip(&mut streams) {
            let count = ridge.counts()[0];
            if let Some(fitted) = fitted.as_mut().filter(|_| count >= FEWEST_FOR_NET) {
                fitted.net = Some(Net::new(ridge.scale(), EPOCHS * count as u64, rng));
            }
        }
        let mut work: Vec<_> = fitted.iter_mut().zip(streams).collect();
        for _ in 0..EPOCHS {
            self.each(
                |number| !is_held_out(number),
                |parts| {
                    each_sort(&mut work, |sort, (fitted, rng)| {
                        let Some(Fitted { linear, net: Some(net), .. }) = fitted else { return };
                        let rest = |example: &Example<'_>| example.advantage - gain(linear, example);
                        parts.iter().for_each(|part| net.fit(&part[sort], rest, rng));
                    })
                },
            )?;
        }
        Ok(())
    }

    /// Keeps of each net what held-out labels confirm.
    fn keep(&self, fitted: &mut [Option<Fitted>]) -> Result<(), Error> {
        let mut rests = vec![HeldOut::default(); Sort::COUNT];
        self.held_out(&mut rests, |sort, example| {
            let Some(Fitted { linear, net: Some(net), .. }) = &fitted[sort] else { return None };
            Some((net.gain(example), example.advantage - gain(linear, example)))
        })?;
        for (fitted, rest) in fitted.iter_mut().zip(rests) {
            let rest = rest.closed();
            let [slope, error] = rest.slope();
            let Some(fitted) = fitted else { continue };
            fitted.times = (slope - 0.5 * error).clamp(0.0, 1.0);
            fitted.reach = REACH * fitted.times * rest.spread();
            if fitted.times < LEAST_NET {
                fitted.net = None;
            }
        }
        Ok(())
    }

    fn check(&self, fitted: &[Option<Fitted>]) -> Result<Vec<Checked>, Error> {
        let mut checked = vec![HeldOut::default(); Sort::COUNT];
        self.held_out(&mut checked, |sort, example| {
            Some((fitted[sort].as_ref()?.gain(example), example.advantage))
        })?;
        Ok(checked.into_iter().map(|sums| sums.closed().checked()).collect())
    }

    /// Adds predictions and labels of held-out matches.
    fn held_out(
        &self,
        sums: &mut [HeldOut],
        predict: impl Fn(usize, &Example<'_>) -> Option<(f32, f32)> + Sync,
    ) -> Result<(), Error> {
        self.each(is_held_out, |parts| {
            each_sort(sums, |sort, sums| {
                for example in parts.iter().flat_map(|part| part[sort].iter()) {
                    if let Some((prediction, label)) = predict(sort, &example) {
                        sums.add(example.number, prediction, label, THRESHOLD);
                    }
                }
            })
        })
    }
}

/// Does some work for every sort, on all threads.
fn each_sort<T: Send>(items: &mut [T], work: impl Fn(usize, &mut T) + Sync) -> Result<(), Error> {
    let slots: Vec<Mutex<&mut T>> = items.iter_mut().map(Mutex::new).collect();
    threads::each(slots.len() as u64, &|sort| {
        let mut item = slots[sort as usize].lock().expect("no work panics");
        work(sort as usize, &mut item);
        Ok(())
    })
}

/// The linear part; none of a sort with few labels.
fn linear(ridge: &Ridge) -> Option<Fitted> {
    (ridge.counts()[0] >= FEWEST).then(|| Fitted { linear: ridge.solve(), net: None, times: 0.0, reach: 0.0 })
}

/// What the linear part expects the other action to gain.
fn gain(linear: &[Vec<f32>], example: &Example<'_>) -> f32 {
    let weight = |row: &[f32]| {
        let products = row[1..].iter().zip(example.situation).map(|(weight, number)| weight * number);
        row[0] + products.sum::<f32>()
    };
    let differences = example.other.iter().zip(example.choice).map(|(other, choice)| other - choice);
    linear.iter().zip(differences).map(|(row, difference)| weight(row) * difference).sum()
}

impl Fitted {
    fn gain(&self, example: &Example<'_>) -> f32 {
        gain(&self.linear, example)
            + self.net.as_ref().map_or(0.0, |net| self.times as f32 * net.gain(example))
    }

    fn file(&self) -> SortFile {
        let net = self.net.as_ref().map(|net| net.file(self.times as f32, self.reach as f32));
        SortFile { threshold: THRESHOLD, linear: self.linear.clone(), net }
    }
}
