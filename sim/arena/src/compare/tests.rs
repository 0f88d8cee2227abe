//! False claims on real walls.

use super::CompareOptions;
use crate::arena::Arena;
use crate::counts::WallCounts;
use crate::effects::Effects;
use crate::estimand::{Known, Target, judge};
use crate::grid::{Plan, Stop};
use crate::lineup::Lineup;
use crate::metrics::GameMeasures;
use crate::observer::Quiet;
use crate::play::Job;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::settings::Work;
use hyakuman_agents::Roster;
use hyakuman_analysis::{Level, Mark};
use hyakuman_games::registry::Listed;
use hyakuman_riichi::Riichi;
use std::sync::Arc;

const WALLS: u64 = 640;
const RUNS: u64 = 400;
const PRIMARY: [&str; 8] = [
    "kyoku",
    "won",
    "riichi_declared",
    "win_points",
    "first_seat",
    "second_seat",
    "third_seat",
    "fourth_seat",
];

/// The walls of some rules.
fn walls(set: &str, roster: &Roster) -> Vec<WallCounts> {
    let base = Rules::preset("tenhou-east").unwrap();
    let own = base.clone().set(set).unwrap();
    let arena = Arena::new(&base, roster).agents("ukeire").unwrap().games(WALLS);
    let (lineup, rules) = (arena.lineup().unwrap(), Arc::new(Riichi::<4>::rules_of(&own).unwrap().clone()));
    let settings = Settings { ruleset: &own, ..arena.settings(&lineup, &Quiet) };
    let job = Job::<Riichi<4>>::new(Work { rules, settings }).unwrap();
    let mut walls = Vec::new();
    job.walls(0..WALLS, None, &mut |wall| walls.push(wall.clone())).unwrap();
    walls
}

/// Whether a page has a mark at its end, and whether one that is looked at every 64 walls has one at any look.
fn are_marked(walls: &[Vec<WallCounts>], lineup: &Lineup, run: u64) -> [bool; 2] {
    let known = Known { lineup, measures: GameMeasures::default(), inapplicable: &[] };
    let primary = Target::list(&PRIMARY.map(str::to_owned), &known).unwrap();
    let measures = GameMeasures::of::<Riichi<4>>(&hyakuman_riichi::presets::tenhou_east());
    let mut arms = vec![Effects::new(lineup, measures); walls.len() - 1];
    let levels = [(Level::Fixed, WALLS), (Level::Anytime { differences: walls.len() as u32 - 1 }, 64)];
    let mut marked = [false; 2];
    for n in 1..=WALLS {
        for (arm, effects) in arms.iter_mut().enumerate() {
            let [base, own] = [0, arm + 1].map(|at| &walls[at][n as usize - 1]);
            let swap = bit(run * 2 * WALLS + 2 * n + arm as u64);
            if swap { effects.add(own, base) } else { effects.add(base, own) }
        }
        for (marked, &(level, every)) in marked.iter_mut().zip(&levels) {
            let effects = |arm: &Effects| primary.iter().map(|target| target.effect(arm, level)).collect();
            let judged = || judge(arms.iter().map(effects).collect(), &primary, level);
            let is_marked = || judged().iter().flatten().any(|judged| judged.mark == Mark::Adjusted);
            *marked = *marked || n.is_multiple_of(every) && is_marked();
        }
    }
    marked
}

fn bit(number: u64) -> bool {
    let mut bits = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5851_f42d_4c95_7f2d);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (bits ^ (bits >> 31)) & 1 == 1
}

/// The usual options are one look at all matches.
#[test]
fn intervals_are_those_of_a_fixed_number_unless_asked_otherwise() {
    let plan = CompareOptions::of(&Rules::preset("tenhou").unwrap()).plan;
    assert_eq!(plan.level(3), Level::Fixed);
    let until = |text: &str| Plan { stop: Stop::until(text).unwrap(), ..plan.clone() }.level(3);
    assert_eq!([until("kyoku=1"), until("verdict")], [Level::Fixed, Level::Anytime { differences: 3 }]);
    assert_eq!(Plan { anytime: true, ..plan }.level(3), Level::Anytime { differences: 3 });
}

/// What takes long: `./scripts/check.sh long` runs it.
mod long {
    use super::*;

    /// Base and arm are swapped at random on each wall, so there is no effect. Marks that survive adjustment are on at most 5 % of
    /// 400 pages (standard error 1.1 %), with four primary measures, all seats, and one arm or two, at the end and with a look every 64 walls.
    #[test]
    #[ignore = "long: 400 pages"]
    fn pages_without_an_effect_are_marked_in_at_most_five_percent() {
        let roster = Roster::built_in();
        let arms = ["uma=[20,10,-10,-20]", "tobi=Off", "kuitan=false"].map(|set| walls(set, &roster));
        let rules = Rules::preset("tenhou-east").unwrap();
        let lineup = Arena::new(&rules, &roster).agents("ukeire").unwrap().lineup().unwrap();
        for count in [1, 2] {
            let mut marked = [0; 2];
            for run in 0..RUNS {
                let of_run = are_marked(&arms[..=count], &lineup, run);
                marked.iter_mut().zip(of_run).for_each(|(marked, is_marked)| *marked += u64::from(is_marked));
            }
            assert!(marked.iter().all(|&marked| marked * 20 <= RUNS), "{count} arms: {marked:?} of {RUNS}");
        }
    }
}
