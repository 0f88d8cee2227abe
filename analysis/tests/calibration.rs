//! Calibration of simulated forecasters whose true chances are known.

use hyakuman_analysis::calibration::{BUCKETS, Calibration, CalibrationRow, ClusterForecasts, Quantity};

/// SplitMix64.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn uniform(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }
}

/// Walls of twenty forecasts each; five in a row have the same chance and the same outcome. `says` distorts the true chance.
fn simulate(seed: u64, walls: usize, says: impl Fn(f32) -> f32) -> Calibration {
    let mut random = Random(seed.wrapping_mul(0xd1b5_4a32_d192_ed03));
    let (mut calibration, mut wall) = (Calibration::new(2), ClusterForecasts::new(2));
    for _ in 0..walls {
        for kyoku in 0..4 {
            let chance = random.uniform();
            let happened = random.uniform() < chance;
            (0..5).for_each(|_| wall.add(Quantity::Win, kyoku % 2, says(chance), happened));
        }
        calibration.add(&mut wall);
    }
    calibration
}

fn rows(calibration: &Calibration) -> impl Iterator<Item = CalibrationRow> {
    let buckets = (0..BUCKETS).map(Some).chain([None]);
    let places = buckets.flat_map(|bucket| [Some(0), Some(1), None].map(|group| (group, bucket)));
    places.filter_map(|(group, bucket)| calibration.row(Quantity::Win, group, bucket))
}

/// In 200 simulations about 95 % of the intervals contain what they should, although five forecasts are one event.
#[test]
fn intervals_of_a_calibrated_forecaster_cover() {
    let (mut covered, mut all) = ([0, 0], 0);
    for seed in 0..200 {
        let common = |row: &CalibrationRow| row.decisions > 300 && (0.2..0.8).contains(&row.predicted);
        for row in rows(&simulate(seed, 600, |chance| chance)).filter(common) {
            let [difference, happened] =
                [&row.difference, &row.happened].map(|found| found.bounds().unwrap());
            covered[0] += usize::from(difference[0] <= 0.0 && 0.0 <= difference[1]);
            covered[1] += usize::from(happened[0] <= row.predicted && row.predicted <= happened[1]);
            all += 1;
            assert!(!row.is_off());
        }
    }
    let shares = covered.map(|covered| covered as f64 / f64::from(all));
    assert!(all > 5_000 && shares.iter().all(|share| (0.935..0.97).contains(share)), "{all}: {shares:?}");
}

#[test]
fn a_wrong_forecaster_is_marked() {
    let right = simulate(1, 20_000, |chance| chance);
    let wrong = simulate(1, 20_000, |chance| 0.8 * chance);
    assert!(rows(&right).all(|row| !row.is_off()));
    let marked = |row: CalibrationRow| row.decisions < 10_000 || row.predicted < 0.05 || row.is_off();
    assert!(rows(&wrong).all(marked));
    let loss =
        |of: &Calibration| of.row(Quantity::Win, None, None).map(|row| (row.brier, row.log_loss)).unwrap();
    let ((brier, log_loss), (worse, more)) = (loss(&right), loss(&wrong));
    assert!((brier - 1.0 / 6.0).abs() < 0.003 && (log_loss - 0.5).abs() < 0.01, "{brier} {log_loss}");
    assert!(worse > brier && more > log_loss);
}

/// What never happens is marked if it was predicted, once there are so many walls that no rare kind of wall explains it.
#[test]
fn what_never_happens_is_marked() {
    for (walls, off) in [(50, false), (400, true)] {
        let (mut calibration, mut wall) = (Calibration::new(1), ClusterForecasts::new(1));
        for _ in 0..walls {
            (0..1_000).for_each(|_| wall.add(Quantity::DealIn, 0, 0.02, false));
            calibration.add(&mut wall);
        }
        let row = calibration.row(Quantity::DealIn, None, None).unwrap();
        let [low, high] = row.difference.bounds().unwrap();
        assert!(row.happened.bounds().is_some_and(|[low, _]| low == 0.0) && row.is_off() == off);
        assert!((low + 0.02).abs() < 1e-8 && (high < 0.0) == off && row.difference.few);
        assert!((row.predicted - 0.02).abs() < 1e-8 && (row.brier - 0.0004).abs() < 1e-8);
    }
}

#[test]
fn merging_is_exact_in_any_order() {
    let parts: Vec<_> = (0..5).map(|seed| simulate(seed, 100, |chance| chance)).collect();
    let sum = |order: [usize; 5]| {
        let mut sum = Calibration::new(2);
        order.iter().for_each(|&part| sum.merge(&parts[part]));
        sum
    };
    assert_eq!(sum([0, 1, 2, 3, 4]), sum([3, 1, 4, 2, 0]));
    assert!(sum([0, 1, 2, 3, 4]).row(Quantity::Tenpai, None, None).is_none());
}

/// A certain forecast that is wrong costs the log loss of a chance of one in a million.
#[test]
fn the_log_loss_is_finite() {
    let (mut calibration, mut wall) = (Calibration::new(1), ClusterForecasts::new(1));
    wall.add(Quantity::First, 0, 0.0, true);
    wall.add(Quantity::First, 0, 1.0, true);
    calibration.add(&mut wall);
    let row = calibration.row(Quantity::First, Some(0), None).unwrap();
    assert!((row.log_loss - 1e6_f64.ln() / 2.0).abs() < 1e-5 && row.brier == 0.5);
}
