//! Metrics whose list differs from game to game (yaku, values of wins, leads before the last kyoku), the spread of the
//! results, and how many walls it takes to tell two agents apart. docs/metrics.md defines them.

use crate::counts::{LEAD_CLASSES, WallCounts, YAKU_OF_GAME};
use crate::lineup::Lineup;
use crate::measures::{MatchCount, PlayerCount, match_rates, play_rates, player_rates};
use crate::own_measures::OwnMeasures;
use hyakuman_analysis::{
    Additive, Edge, Group, Measure, Measures, Number, PairedMeasures, Range, Resolution, Results, Unit,
};
use hyakuman_core::game::{Game, GameFacts, MAX_WIN_CLASSES};
use hyakuman_games::registry::AnyRules;
use std::sync::{Mutex, PoisonError};

/// Rank points are counted in thousandths.
const UNIT: f64 = 1_000.0;

/// The measures of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameMeasures {
    /// For each yaku the share of wins with it.
    yaku: &'static [Measure],
    /// Numbers that are counted for them: the wins, then those with each yaku.
    yaku_counts: usize,
    /// For each class by value the share of wins.
    win_share: &'static [Measure],
    /// For each class by value the average value of a win.
    win_points: &'static [Measure],
    /// For each class of the lead when the last regular kyoku is dealt, the share of comebacks.
    comebacks: &'static [Measure],
    /// Measures of one's own.
    own_measures: Option<OwnMeasures>,
}

/// The metrics of a run.
#[derive(Clone, Debug)]
pub struct Metrics {
    /// For each yaku the share of wins with it.
    pub yaku: Measures,
    /// For each class by value the share of wins.
    pub win_share: Measures,
    /// For each class by value the average value of a win.
    pub win_points: Measures,
    /// For each class of the lead when the last regular kyoku is dealt, the share of matches whose leader is not first at
    /// the end.
    pub comebacks: Measures,
    /// The results of the agents in rank points, in thousandths: their variance, and the luck share.
    pub results: Results,
    /// Of several agents, how clearly each leads.
    pub edges: Vec<Edge>,
}

/// The metrics of two rulesets on the same walls.
#[derive(Clone, Debug)]
pub struct PairedMetrics {
    /// As in [`Metrics`].
    pub yaku: PairedMeasures,
    /// As in [`Metrics`].
    pub win_share: PairedMeasures,
    /// As in [`Metrics`].
    pub win_points: PairedMeasures,
    /// As in [`Metrics`].
    pub comebacks: PairedMeasures,
    /// As in [`Metrics`]: first the base, then the variant.
    pub results: Results,
    /// How many walls it takes to tell the two agents of a lineup apart, first under the base, then under the variant; `None` if they
    /// are not two.
    pub resolution: Option<Resolution>,
    /// How clearly each agent leads, then each seat.
    pub edges: Vec<Edge>,
    rotations: i64,
}

/// Listed, seats, and the yaku of the rules.
type Key = (&'static str, usize, Vec<&'static str>);

impl GameMeasures {
    /// The measures of the game `G` under these rules.
    pub fn of<G: Game>(rules: &G::Rules) -> GameMeasures {
        GameMeasures::with_yaku(&GameFacts::of::<G>(), &G::own_yaku(rules))
    }

    /// The measures under these rules.
    pub fn under(rules: &AnyRules) -> GameMeasures {
        GameMeasures::with_yaku(&rules.facts(), &rules.own_yaku())
    }

    /// The same, with measures of one's own.
    #[must_use]
    pub fn with(self, own_measures: Option<OwnMeasures>) -> GameMeasures {
        GameMeasures { own_measures, ..self }
    }

    /// Measures of one's own.
    pub(crate) fn own_measures(self) -> Option<OwnMeasures> {
        self.own_measures
    }

    /// The rates of a player, those of one's own at the end.
    pub fn player(&self, seats: usize) -> &'static [Measure] {
        self.own_measures.map_or(player_rates(seats), |own| own.0.player)
    }

    /// The rates of how a player plays, those of one's own at the end.
    pub(crate) fn play(&self, seats: usize) -> &'static [Measure] {
        self.own_measures.map_or(play_rates(seats), |own| own.0.play)
    }

    /// The rates of a table, those of one's own at the end.
    pub fn table(&self, seats: usize) -> &'static [Measure] {
        self.own_measures.map_or(match_rates(seats), |own| own.0.table)
    }

    /// The texts of the measures of one's own.
    pub fn own_texts(&self) -> &'static [String] {
        self.own_measures.map_or(&[], OwnMeasures::texts)
    }

    /// The measures of a comparison of these rules: with the yaku of the one that defines more. Without, if the same number stands for
    /// two yaku.
    pub fn under_both(base: &AnyRules, other: &AnyRules) -> GameMeasures {
        let facts = base.facts();
        let [base, other] = [base, other].map(AnyRules::own_yaku);
        let is_same = base.iter().zip(&other).all(|(a, b)| a == b);
        let longer = if base.len() > other.len() { &base } else { &other };
        GameMeasures::with_yaku(&facts, if is_same { longer } else { &[] })
    }

    /// The measures of a game whose rules define these yaku. They are made once and kept.
    fn with_yaku(game: &GameFacts, own_yaku: &[&'static str]) -> GameMeasures {
        static KNOWN: Mutex<Vec<(Key, GameMeasures)>> = Mutex::new(Vec::new());
        let key: Key = (game.family, game.seats, own_yaku.to_vec());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == key) {
            return *found;
        }
        let made = GameMeasures::new(game, own_yaku);
        known.push((key, made));
        made
    }

    fn new(game: &GameFacts, own_yaku: &[&'static str]) -> GameMeasures {
        let share = |name, about, of, per| Measure {
            about,
            apart: true,
            ..Measure::new(name, [of, per], Unit::Share)
        };
        let of_game = (0..game.yaku).map(|number| (number as usize, (game.yaku_name)(number)));
        let of_rules = own_yaku.iter().enumerate().map(|(number, name)| (YAKU_OF_GAME + number, *name));
        let yaku = of_game
            .chain(of_rules)
            .map(|(number, name)| share(name, "share of wins with this yaku", 1 + number, 0));
        let classes = || game.win_classes.iter().enumerate();
        let win_share =
            classes().map(|(class, name)| share(name, "share of wins of this value", 1 + class, 0));
        let win_points = classes().map(|(class, &name)| {
            let (of, per) = (1 + MAX_WIN_CLASSES + class, 1 + class);
            let about = "average value of these wins";
            Measure { about, range: Range::FromZero, ..Measure::new(name, [of, per], Unit::Points) }
        });
        let comebacks = (0..LEAD_CLASSES).map(|class| {
            let about = "share of matches whose leader before the last kyoku, with this lead, is not first at the end";
            share(lead_name(&game.leads, class).leak(), about, LEAD_CLASSES + class, class)
        });
        GameMeasures {
            yaku: kept(yaku),
            yaku_counts: 1 + YAKU_OF_GAME + own_yaku.len(),
            win_share: kept(win_share),
            win_points: kept(win_points),
            comebacks: kept(comebacks),
            own_measures: None,
        }
    }
}

/// Whether this share of wins is that of a yaku which the rules define, not the game.
pub fn is_of_own_yaku(yaku: &Measure) -> bool {
    yaku.of > YAKU_OF_GAME
}

/// The name of a class of leads: `below_4000`, `4000_to_7999`, `from_16000`.
fn lead_name(bounds: &[i32], class: usize) -> String {
    match (class.checked_sub(1).map(|below| bounds[below]), bounds.get(class)) {
        (None, to) => format!("below_{}", to.expect("a bound")),
        (Some(from), Some(to)) => format!("{from}_to_{}", to - 1),
        (Some(from), None) => format!("from_{from}"),
    }
}

fn kept(measures: impl Iterator<Item = Measure>) -> &'static [Measure] {
    Box::leak(measures.collect())
}

impl Metrics {
    /// No matches of a game with these measures.
    pub fn new(lineup: &Lineup, measures: GameMeasures) -> Metrics {
        let GameMeasures { yaku, yaku_counts, win_share, win_points, comebacks, .. } = measures;
        let of = |table, counts| Measures::new(table, counts).has_matches(lineup.rotations());
        let agents = lineup.agents().len();
        Metrics {
            yaku: of(yaku, yaku_counts),
            win_share: of(win_share, 1 + 2 * MAX_WIN_CLASSES),
            win_points: of(win_points, 1 + 2 * MAX_WIN_CLASSES),
            comebacks: of(comebacks, 2 * LEAD_CLASSES),
            results: Results::new(agents, 1),
            edges: vec![Edge::new(1); if agents > 1 { agents } else { 0 }],
        }
    }

    /// Adds all matches on a wall.
    pub fn add(&mut self, wall: &WallCounts) {
        let counts = &wall.matches;
        self.yaku.add(&counts.wins.yaku);
        self.win_share.add(&counts.wins.values);
        self.win_points.add(&counts.wins.values);
        self.comebacks.add(&counts.comebacks);
        let agents = self.results.agents();
        self.results.add(groups(wall, agents));
        self.edges.iter_mut().enumerate().for_each(|(at, edge)| edge.add(&[wall.lead(at)]));
    }

    pub(crate) fn measures_mut(&mut self) -> impl Iterator<Item = &mut Measures> {
        let Metrics { yaku, win_share, win_points, comebacks, .. } = self;
        [yaku, win_share, win_points, comebacks].into_iter()
    }
}

/// The results of each agent on a wall.
pub(crate) fn groups(wall: &WallCounts, agents: usize) -> impl Iterator<Item = Group> {
    wall.agents[..agents].iter().map(|counts| Group {
        matches: counts[PlayerCount::Matches as usize],
        total: counts[PlayerCount::RankPoints as usize],
        squares: counts[PlayerCount::RankSquares as usize],
    })
}

impl PairedMetrics {
    /// No matches of a game with these measures.
    pub fn new(lineup: &Lineup, measures: GameMeasures) -> PairedMetrics {
        let GameMeasures { yaku, win_share, win_points, comebacks, .. } = measures;
        let agents = lineup.agents().len();
        let of = |table| PairedMeasures::new(table).has_matches(lineup.rotations());
        PairedMetrics {
            yaku: of(yaku),
            win_share: of(win_share),
            win_points: of(win_points),
            comebacks: of(comebacks),
            results: Results::new(agents, 2),
            resolution: (agents == 2).then(|| Resolution::new(2, (contrast_weight(lineup) / UNIT) as i64)),
            edges: vec![Edge::new(2); agents + lineup.named().len()],
            rotations: lineup.rotations() as i64,
        }
    }

    /// Adds all matches on a wall, without and with the change.
    pub fn add(&mut self, base: &WallCounts, variant: &WallCounts) {
        let counts = [base, variant].map(|wall| &wall.matches);
        let [first, second] = counts;
        self.yaku.add(&first.wins.yaku, &second.wins.yaku);
        self.win_share.add(&first.wins.values, &second.wins.values);
        self.win_points.add(&first.wins.values, &second.wins.values);
        self.comebacks.add(&first.comebacks, &second.comebacks);
        let agents = self.results.agents();
        self.results.add(groups(base, agents).chain(groups(variant, agents)));
        let edges = self.edges.iter_mut().enumerate();
        edges.for_each(|(at, edge)| edge.add(&[base, variant].map(|wall| wall.lead(at))));
        // A wall that lacks rotations weighs less than the others.
        let whole = counts.iter().all(|counts| counts.table[MatchCount::Matches as usize] == self.rotations);
        if let Some(resolution) = self.resolution.as_mut().filter(|_| whole) {
            resolution.add(&[base, variant].map(contrast));
        }
    }

    /// Visits the sums of what is no measure.
    pub(crate) fn each_rest(&mut self, visit: &mut dyn FnMut(Number<'_>)) {
        self.results.each(visit);
        self.resolution.iter_mut().for_each(|resolution| resolution.each(visit));
        self.edges.iter_mut().for_each(|edge| edge.each(visit));
    }

    pub(crate) fn measures(&self) -> impl Iterator<Item = &PairedMeasures> {
        [&self.yaku, &self.win_share, &self.win_points, &self.comebacks].into_iter()
    }

    pub(crate) fn measures_mut(&mut self) -> impl Iterator<Item = &mut PairedMeasures> {
        let PairedMetrics { yaku, win_share, win_points, comebacks, .. } = self;
        [yaku, win_share, win_points, comebacks].into_iter()
    }
}

impl WallCounts {
    /// The leads of an agent or a seat, by its place in [`Leads::over_others`](crate::counts::Leads::over_others).
    pub(crate) fn lead(&self, at: usize) -> Group {
        let [total, squares] = self.leads.over_others[at];
        Group { matches: self.matches.table[MatchCount::Matches as usize], total, squares }
    }
}

/// The difference of the mean results of two agents on a wall, times the matches of both.
fn contrast(wall: &WallCounts) -> i64 {
    let [[x, y], [x2, y2]] = [0, 1].map(|agent| {
        [PlayerCount::Matches, PlayerCount::RankPoints].map(|count| wall.agents[agent][count as usize])
    });
    x2 * y - x * y2
}

/// What the sum of the differences of two agents is divided by for the difference in rank points per match, of a lineup of two agents.
pub fn contrast_weight(lineup: &Lineup) -> f64 {
    let seats = |agent| (0..lineup.named().len()).filter(|&seat| lineup.agent_at(seat, 0) == agent).count();
    UNIT * (lineup.rotations() * lineup.rotations() * seats(0) * seats(1)) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_riichi::{Riichi, presets};

    #[test]
    fn leads_are_named_by_their_bounds() {
        let names: Vec<_> = GameMeasures::of::<Riichi<4>>(&presets::tenhou())
            .comebacks
            .iter()
            .map(|measure| measure.name)
            .collect();
        assert_eq!(names, ["below_4000", "4000_to_7999", "8000_to_11999", "12000_to_15999", "from_16000"]);
    }

    /// They are made once for each game.
    #[test]
    fn measures_are_kept() {
        let [first, second] = [(); 2].map(|()| GameMeasures::of::<Riichi<4>>(&presets::tenhou()));
        assert!(std::ptr::eq(first.yaku, second.yaku) && first.yaku.len() > 50);
    }
}
