//! A decision row, read back, equals the view.

use super::reader::{Decision, Open, Own, Pending, Set, Situation, Thrown, read};
use super::support::{Manner, Player, Sheet, about, match_id, rulesets};
use hyakuman_core::column::Rows;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::rows::{MatchId, Table, TableRecorder};
use hyakuman_core::game::{ActionMask, Agent, AgentSeed, Game, KyokuEnd, MatchEnd, Sink, playout};
use hyakuman_core::notation::parse_tiles;
use hyakuman_core::wall::Faces;
use hyakuman_core::{Kind, KindSet, Meld, RelSeat, Rng, Seat, Tile, Wall};
use hyakuman_riichi::{
    Event, Offer, Question, Riichi, RiichiRules, RiichiState, RowCache, View, kernels, presets,
};
use std::sync::Arc;

type Four = Riichi<4>;

/// Matches of each ruleset and manner.
const MATCHES: u64 = 30;

/// Matches of each of the prepared deals that lead to rare situations.
const RARE_DEALS: u64 = 500;

/// First hands (east, south, west, north) of deals that tend to bring about: a big yakuman with somebody liable, a
/// robbed kan, a concealed kan robbed by thirteen orphans.
const RARE: [[&str; 4]; 3] = [
    ["556677z1234m123p", "", "567z1489m2589p19s", ""],
    ["11z234m2340p5678s", "199m195p1s234567z", "1z1489m258p1478s", ""],
    ["1111m23406p5678s", "9m9m19p19s1234567z", "", ""],
];

#[test]
fn a_reader_can_rebuild_the_view() {
    let mut met = Met::default();
    for (id, rules) in rulesets() {
        for manner in [Manner::Random, Manner::Greedy] {
            let mut check = Check::new(id);
            (0..MATCHES).for_each(|number| check.play(&rules, manner, number));
            met.add(&check.met);
        }
    }
    let rules = Arc::new(RiichiRules { length_winds: 0, ..presets::mahjongsoul() });
    for hands in RARE {
        let mut check = Check::new("rare");
        (0..RARE_DEALS).for_each(|number| check.play_rigged(&rules, &hands, number));
        met.add(&check.met);
    }
    assert!(met.is_everything(), "{met:?}");
}

/// Reads every row back as soon as it is written.
struct Check {
    rules: &'static str,
    recorder: TableRecorder<Four>,
    row_cache: RowCache,
    row: Rows,
    met: Met,
}

impl Check {
    fn new(rules: &'static str) -> Check {
        let recorder = TableRecorder::new(&about(), &[Table::Decisions]);
        Check {
            rules,
            recorder,
            row_cache: RowCache::default(),
            row: Rows::new(Four::COLUMNS.len()),
            met: Met::default(),
        }
    }

    fn begin(&mut self, number: u64) -> MatchId {
        let id = match_id(number);
        self.recorder.begin(id);
        self.row_cache = RowCache::default();
        id
    }

    /// Plays a match.
    fn play(&mut self, rules: &Arc<RiichiRules>, manner: Manner, number: u64) {
        let id = self.begin(number);
        playout::play(rules, id.seed, &mut Player::table(manner), self).expect("legal actions");
    }

    /// Plays a match whose deals all have these first hands.
    fn play_rigged(&mut self, rules: &Arc<RiichiRules>, hands: &[&str; 4], number: u64) {
        let seed = self.begin(number).seed;
        let faces = Faces::new(rules.red_fives);
        let walls = Walls::Scripted(Arc::new([rigged(&faces, hands, &mut Rng::from_seed(number))]));
        let game = Four::start_at(rules, walls, MatchState::first(rules.start_points), self);
        let (mut table, mut players) = (playout::MatchInProgress::of(game), Player::table(Manner::Greedy));
        for (seat, player) in Seat::all(4).zip(&mut players) {
            Agent::<Four>::begin(player, rules, seat, AgentSeed { of_match: seed, seat });
        }
        while let Some(seat) = table.pending().next() {
            let (view, legal) = (table.game().view(seat), *table.game().legal(seat));
            let action = players[seat.index()].act(&view, &legal);
            table.answer(seat, action, self).expect("a legal action");
        }
    }

    /// Checks that a new row cache gives the same row as that of the whole match.
    fn compare_scribes(&mut self, view: &View<'_, 4>) {
        self.row.clear();
        Four::write_row(&mut self.row_cache, view, &mut self.row);
        self.row.end_row();
        let mut fresh = Rows::new(Four::COLUMNS.len());
        Four::write_row(&mut RowCache::default(), view, &mut fresh);
        fresh.end_row();
        assert_eq!(self.row, fresh, "{}: a used row_cache against a new one", self.rules);
    }
}

impl Sink<Four> for Check {
    fn decision(&mut self, game: &Four, seat: Seat, legal: &ActionMask, action: u8) {
        let view = game.view(seat);
        self.compare_scribes(&view);
        self.recorder.decision(game, seat, legal, action);
        let sheet = Sheet::new(Table::Decisions, &mut self.recorder);
        let row = sheet.len() - 1;
        let (decision, shown) = (read(&sheet, row), shown(&view, legal));
        assert_eq!(decision, shown, "{} row {row}: the row against the view", self.rules);
        assert_eq!(sheet.int("action", row), action as i64);
        self.met.note(&decision);
    }

    fn kyoku_start(&mut self) {
        Sink::<Four>::kyoku_start(&mut self.recorder);
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        Sink::<Four>::kyoku_end(&mut self.recorder, end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        Sink::<Four>::match_end(&mut self.recorder, end);
    }
}

/// A wall that deals these hands where they are given; the other tiles are random.
pub(crate) fn rigged(faces: &Faces, hands: &[&str; 4], rng: &mut Rng) -> Wall {
    let mut wall = Wall::ordered(KindSet::ALL);
    wall.shuffle_from(0, rng);
    let mut ids = wall.ids().to_vec();
    let mut fixed = Vec::new();
    for (seat, hand) in hands.iter().enumerate() {
        for (number, tile) in parse_tiles(hand).expect("tiles").into_iter().enumerate() {
            // Four tiles to each seat three times, then one.
            let place = if number < 12 { number / 4 * 16 + 4 * seat + number % 4 } else { 48 + seat };
            let is_free = |&other: &usize| !fixed.contains(&other) && faces.tile(ids[other]) == tile;
            let other = (0..ids.len()).find(is_free).expect("a copy that is not dealt yet");
            ids.swap(place, other);
            fixed.push(place);
        }
    }
    Wall::with_places(&ids)
}

/// Everything the view shows.
fn shown(view: &View<'_, 4>, legal: &ActionMask) -> Decision {
    Decision { situation: situation(view), own: own(view, legal), table: open(view) }
}

/// A value of each seat, in absolute order.
fn by_seat<T>(view: &View<'_, 4>, value: impl Fn(RelSeat) -> T) -> [T; 4] {
    std::array::from_fn(|seat| value(Seat::new(seat as u8).seen_from(view.seat(), 4)))
}

fn absolute(view: &View<'_, 4>, of: RelSeat) -> usize {
    of.seat(view.seat(), 4).index()
}

fn situation(view: &View<'_, 4>) -> Situation {
    Situation {
        seat: view.seat().index(),
        question: match view.question() {
            Question::Turn(drawn) => {
                assert_eq!(drawn, view.drawn());
                Pending::Turn
            }
            Question::Claim(Offer::Discard(tile), by) => Pending::Discard(tile, absolute(view, by)),
            Question::Claim(Offer::Kakan(tile), by) => Pending::Kakan(tile, absolute(view, by)),
            Question::Claim(Offer::Ankan(kind), by) => Pending::Ankan(kind, absolute(view, by)),
            Question::Yame => Pending::Stop,
            Question::Exchange => Pending::Exchange,
            Question::Claim(Offer::Nuki(_), _) => unreachable!("four players set no norths aside"),
            Question::Nothing => unreachable!("a decider has something to decide"),
        },
        deals: view.match_state().deals,
        kyoku: view.match_state().kyoku,
        dealer: absolute(view, view.dealer()),
        round_wind: view.match_state().round_wind(),
        winds: by_seat(view, |of| view.seat_wind(of)),
        honba: view.match_state().honba,
        kyotaku: view.match_state().kyotaku,
        remaining: view.remaining(),
        scores: by_seat(view, |of| view.score(of)),
    }
}

fn own(view: &View<'_, 4>, legal: &ActionMask) -> Own {
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let waiting = view.hand().len() % 3 == 1;
    let ukeire = || kernels::ukeire::<4>(view.hand(), melds);
    Own {
        drawn: view.drawn(),
        hand: view.tiles().collect(),
        shanten: kernels::shanten::<4>(&view.full_hand(), melds),
        ukeire: waiting.then(|| view.unseen(ukeire())),
        furiten: view.furiten(),
        legal: legal.iter().collect(),
        forbidden: view.forbidden() & view.hand().kinds(),
        unseen: Kind::all().map(|kind| view.unseen(KindSet::of(kind))).collect(),
        given: (view.given().to_vec(), view.given_to().map(|to| absolute(view, to))),
        received: (view.received().to_vec(), view.received_from().map(|from| absolute(view, from))),
    }
}

fn open(view: &View<'_, 4>) -> Open {
    let thrown = |of| {
        let river = view.river(of).iter();
        river.map(|d| Thrown { tile: d.tile, tsumogiri: d.tsumogiri, riichi: d.riichi, called: d.called })
    };
    let sets = |of: RelSeat| {
        let owner = of.seat(view.seat(), 4);
        let from = |meld: &Meld| meld.from().seat(owner, 4).index();
        let set = |meld: &Meld| Set { kind: meld.kind(), from: from(meld), tiles: meld.tiles().to_vec() };
        view.melds(of).iter().map(set).collect()
    };
    let draws = view.events().filter_map(|event| match event {
        Event::Draw { rinshan, .. } => Some(rinshan),
        _ => None,
    });
    let discards = view.events().filter_map(|event| match event {
        Event::Discard { seat, tile, .. } => Some((seat.index(), tile)),
        _ => None,
    });
    Open {
        rinshan: draws.last().unwrap_or(false),
        discards: discards.collect(),
        rivers: by_seat(view, |of| thrown(of).collect()),
        melds: by_seat(view, sets),
        melds_at: by_seat(view, |of| melds_at(view, of)),
        open: by_seat(view, |of| view.open(of)),
        riichi: by_seat(view, |of| view.riichi(of)),
        double_riichi: by_seat(view, |of| view.double_riichi(of)),
        ippatsu: by_seat(view, |of| view.ippatsu(of)),
        liable: by_seat(view, |of| view.liable(of).map(|by| absolute(view, by))),
        indicators: indicators(view),
        discarded: by_seat(view, |of| view.discarded(of)),
        safe_against: by_seat(view, |of| view.safe_against(of)),
        seen: *view.seen(),
        won: by_seat(view, |of| view.has_won(of)),
        won_tiles: view.won_tiles().to_vec(),
    }
}

/// For each set of a seat the number of discards before it was declared. A kan that was undone left a set declared earlier.
fn melds_at(view: &View<'_, 4>, of: RelSeat) -> Vec<usize> {
    let (seat, melds) = (of.seat(view.seat(), 4), view.melds(of));
    let declares = |event: Event, set: &Meld| matches!(event, Event::Meld { seat: by, meld } if by == seat && meld == *set);
    let at = |(number, set): (usize, &Meld)| {
        let equal_before = melds[..number].iter().filter(|meld| *meld == set).count();
        timed(view).filter(|(event, _)| declares(*event, set)).nth(equal_before).expect("a declared set").1
    };
    melds.iter().enumerate().map(at).collect()
}

/// The indicators turned up, each with the number of discards before it.
fn indicators(view: &View<'_, 4>) -> Vec<(Tile, usize)> {
    let indicators = timed(view).filter_map(|(event, at)| match event {
        Event::Dora { tile } => Some((tile, at)),
        _ => None,
    });
    let indicators: Vec<_> = indicators.collect();
    assert!(view.indicators().eq(indicators.iter().map(|(tile, _)| *tile)));
    indicators
}

/// The events, each with the number of discards before it.
fn timed<'a>(view: &View<'a, 4>) -> impl Iterator<Item = (Event, usize)> + 'a {
    view.events().scan(0, |discards, event| {
        let at = *discards;
        *discards += matches!(event, Event::Discard { .. }) as usize;
        Some((event, at))
    })
}

/// How often each situation occurred: rows are only tested for situations that occur.
#[derive(Clone, Copy, Default, Debug)]
struct Met {
    rows: u64,
    stops: u64,
    kakan: u64,
    ankan: u64,
    red_hands: u64,
    furiten: u64,
    forbidden: u64,
    rinshan: u64,
    riichi: u64,
    declared: u64,
    double_riichi: u64,
    ippatsu: u64,
    safer: u64,
    liable: u64,
    two_indicators: u64,
    called: u64,
    picks: u64,
    won: u64,
    won_tiles: u64,
    most_discards: u64,
}

impl Met {
    fn note(&mut self, decision: &Decision) {
        let Decision { situation, own, table } = decision;
        self.rows += 1;
        self.stops += (situation.question == Pending::Stop) as u64;
        self.kakan += matches!(situation.question, Pending::Kakan(..)) as u64;
        self.ankan += matches!(situation.question, Pending::Ankan(..)) as u64;
        self.red_hands += own.hand.iter().any(|tile| tile.is_red()) as u64;
        self.furiten += own.furiten as u64;
        self.forbidden += !own.forbidden.is_empty() as u64;
        self.rinshan += table.rinshan as u64;
        self.riichi += table.riichi.contains(&RiichiState::Accepted) as u64;
        self.declared += table.riichi.contains(&RiichiState::Declared) as u64;
        self.double_riichi += table.double_riichi.contains(&true) as u64;
        self.ippatsu += table.ippatsu.contains(&true) as u64;
        self.safer += (table.safe_against != table.discarded) as u64;
        self.liable += table.liable.iter().any(Option::is_some) as u64;
        self.two_indicators += (table.indicators.len() > 1) as u64;
        self.picks += (situation.question == Pending::Exchange && own.given.0.len() == 2) as u64;
        self.won += table.won.contains(&true) as u64;
        self.won_tiles += !table.won_tiles.is_empty() as u64;
        self.called += table.rivers.iter().flatten().any(|thrown| thrown.called) as u64;
        self.most_discards = self.most_discards.max(table.discards.len() as u64);
    }

    fn all(&mut self) -> [&mut u64; 19] {
        [
            &mut self.rows,
            &mut self.stops,
            &mut self.kakan,
            &mut self.ankan,
            &mut self.red_hands,
            &mut self.furiten,
            &mut self.forbidden,
            &mut self.rinshan,
            &mut self.riichi,
            &mut self.declared,
            &mut self.double_riichi,
            &mut self.ippatsu,
            &mut self.safer,
            &mut self.liable,
            &mut self.two_indicators,
            &mut self.called,
            &mut self.picks,
            &mut self.won,
            &mut self.won_tiles,
        ]
    }

    fn add(&mut self, other: &Met) {
        let mut other = *other;
        self.most_discards = self.most_discards.max(other.most_discards);
        self.all().into_iter().zip(other.all()).for_each(|(sum, more)| *sum += *more);
    }

    fn is_everything(mut self) -> bool {
        self.most_discards > 80 && self.all().iter().all(|count| **count > 0)
    }
}
