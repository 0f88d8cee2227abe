//! A decision row of Yangzhou mahjong, read back, equals the view.

use super::reader::{Set, Thrown, read_legal, read_melds, seen, some, tile, tiles};
use super::shown::rigged;
use super::support::{Sheet, about, match_id};
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::common::walls::Walls;
use hyakuman_core::game::rows::{Table, TableRecorder};
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, MatchEnd, Sink, playout};
use hyakuman_core::wall::Faces;
use hyakuman_core::{Hand, Kind, KindSet, Meld, MeldKind, RelSeat, Rng, Seat};
use hyakuman_yangzhou::rules::{Kuikae, Level};
use hyakuman_yangzhou::{Action, Event, Offer, Question, View, Yangzhou, YangzhouRules, kernels, presets};
use std::sync::Arc;

const SEATS: usize = 4;

/// Matches of the presets, of rules under which rare situations happen, and of prepared deals under these.
const MATCHES: [u64; 3] = [20, 1_000, 20];

/// First hands of deals in which a concealed kan tends to be robbed.
const RARE: [&str; SEATS] = ["", "1111s", "345345m678p23s99s", ""];

/// A decision as the deciding seat saw it. Seats are absolute.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Decision {
    seat: usize,
    /// Code of the decision, 0 to 3; the tile on offer and its seat.
    pending: (i64, Option<(Kind, usize)>),
    /// Number of kyoku dealt, index of the kyoku, its repeat, tiles left.
    place: [u32; 4],
    winds: ([Kind; SEATS], Kind),
    scores: [i32; SEATS],
    drawn: Option<Kind>,
    hand: Hand,
    shanten: i8,
    ukeire: Option<u32>,
    missed: bool,
    legal: Vec<u8>,
    /// Kinds in hand that may not be discarded after a call.
    forbidden: KindSet,
    replacement: bool,
    discards: Vec<(usize, Kind)>,
    rivers: [Vec<Thrown>; SEATS],
    melds: [Vec<Set>; SEATS],
    open: [bool; SEATS],
    seen: Hand,
}

/// Reads a row from nothing but the columns and their meanings.
fn read(sheet: &Sheet<'_>, row: usize) -> Decision {
    let int = |name| sheet.int(name, row);
    let offered = some(int("offered")).map(|code| (Kind::of(code as u8), int("offered_by") as usize));
    let (kyoku, drawn) = (int("kyoku") as usize, tile(int("drawn")).map(|tile| tile.kind()));
    let (discards, rivers) = read_discards(sheet, row);
    let (melds, legal) = (read_melds(sheet.cell("melds", row)), read_legal(sheet.cell("legal", row)));
    let mut hand = Hand::EMPTY;
    tiles(sheet.cell("hand", row)).iter().for_each(|tile| hand.add(tile.kind()));
    let discardable: KindSet = legal.iter().filter(|&&code| code < 34).map(|&code| Kind::of(code)).collect();
    let after_call = int("question") == 0 && drawn.is_none();
    Decision {
        seat: int("seat") as usize,
        pending: (int("question"), offered),
        place: [int("kyoku_number") as u32 + 1, kyoku as u32, int("repeat") as u32, int("remaining") as u32],
        winds: (
            std::array::from_fn(|seat| Kind::wind(((seat + SEATS - kyoku % SEATS) % SEATS) as u8)),
            Kind::wind((kyoku / SEATS) as u8),
        ),
        scores: sheet.by_seat("score", row).map(|score| score as i32),
        shanten: int("shanten") as i8,
        ukeire: some(int("ukeire")).map(|tiles| tiles as u32),
        missed: int("missed") != 0,
        forbidden: if after_call { hand.kinds() - discardable } else { KindSet::EMPTY },
        replacement: int("replacement") != 0,
        open: melds.each_ref().map(|melds| melds.iter().any(|meld| meld.kind != MeldKind::Ankan)),
        seen: seen(&rivers, &melds, &[]),
        drawn,
        hand,
        legal,
        discards,
        rivers,
        melds,
    }
}

/// The discards in order, and the rivers.
fn read_discards(sheet: &Sheet<'_>, row: usize) -> (Vec<(usize, Kind)>, [Vec<Thrown>; SEATS]) {
    let seats = sheet.cell("discarders", row);
    let (mut all, mut rivers): (Vec<_>, [Vec<Thrown>; SEATS]) = Default::default();
    let made = sheet.cell("discards", row).iter().take_while(|&&code| code != 255);
    for (number, &code) in made.enumerate() {
        let seat = (seats[number / 4] >> (2 * (number % 4)) & 3) as usize;
        let tile = tile(code as i64 & 63).expect("a tile");
        all.push((seat, tile.kind()));
        let (tsumogiri, called) = (code & 64 != 0, code & 128 != 0);
        rivers[seat].push(Thrown { tile, tsumogiri, riichi: false, called });
    }
    (all, rivers)
}

/// Everything the view shows.
fn shown(view: &View<'_>, legal: &ActionMask) -> Decision {
    let absolute = |of: RelSeat| of.seat(view.seat(), SEATS).index();
    let melds = view.melds(RelSeat::SELF).len() as u8;
    let (hand, kinds) = (*view.hand(), view.hand().kinds());
    let nearer = kernels::ukeire(&hand, melds);
    let unseen = 4 * nearer.len() - view.full_hand().count_in(nearer) - view.seen().count_in(nearer);
    let draws = view.events().filter_map(|event| match event {
        Event::Draw { replacement, .. } => Some(replacement),
        _ => None,
    });
    let discards = view.events().filter_map(|event| match event {
        Event::Discard { seat, tile, .. } => Some((seat.index(), tile)),
        _ => None,
    });
    Decision {
        seat: view.seat().index(),
        pending: match view.question() {
            Question::Turn(drawn) => {
                assert_eq!(drawn, view.drawn());
                (0, None)
            }
            Question::Claim(Offer::Discard(kind), by) => (1, Some((kind, absolute(by)))),
            Question::Claim(Offer::Kakan(kind), by) => (2, Some((kind, absolute(by)))),
            Question::Claim(Offer::Ankan(kind), by) => (3, Some((kind, absolute(by)))),
            Question::Nothing => unreachable!("a decider has something to decide"),
        },
        place: [
            view.match_state().deals,
            view.match_state().kyoku,
            view.match_state().repeat,
            view.remaining(),
        ],
        winds: (by_seat(view, |of| view.seat_wind(of)), view.match_state().round_wind()),
        scores: by_seat(view, |of| view.score(of)),
        drawn: view.drawn(),
        hand,
        shanten: kernels::shanten(&view.full_hand(), melds),
        ukeire: (hand.len() % 3 == 1).then_some(unseen),
        missed: view.missed(),
        legal: legal.iter().collect(),
        forbidden: view.forbidden() & kinds,
        replacement: draws.last().unwrap_or(false),
        discards: discards.collect(),
        rivers: by_seat(view, |of| rivers_of(view, of)),
        melds: by_seat(view, |of| sets_of(view, of)),
        open: by_seat(view, |of| view.open(of)),
        seen: *view.seen(),
    }
}

/// A value of each seat, in absolute order.
fn by_seat<T>(view: &View<'_>, value: impl Fn(RelSeat) -> T) -> [T; SEATS] {
    std::array::from_fn(|seat| value(Seat::new(seat as u8).seen_from(view.seat(), SEATS)))
}

fn rivers_of(view: &View<'_>, of: RelSeat) -> Vec<Thrown> {
    let river = view.river(of).iter();
    river
        .map(|d| Thrown { tile: d.tile, tsumogiri: d.tsumogiri, riichi: d.riichi, called: d.called })
        .collect()
}

fn sets_of(view: &View<'_>, of: RelSeat) -> Vec<Set> {
    let owner = of.seat(view.seat(), SEATS);
    let from = |meld: &Meld| meld.from().seat(owner, SEATS).index();
    let set = |meld: &Meld| Set { kind: meld.kind(), from: from(meld), tiles: meld.tiles().to_vec() };
    view.melds(of).iter().map(set).collect()
}

/// Chooses at random; mostly wins and keeps the shanten.
struct Player(Rng);

impl Player {
    fn act(&mut self, view: &View<'_>, legal: &ActionMask) -> u8 {
        if self.0.below(6) == 0 {
            return legal.nth(self.0.below(legal.len()));
        }
        let melds = view.melds(RelSeat::SELF).len() as u8;
        let keep = kernels::keep(&view.full_hand(), melds);
        let serves = |code: &u8| match Action::from_code(*code) {
            Some(Action::Discard(kind)) => keep.has(kind),
            Some(Action::Tsumogiri) => view.drawn().is_some_and(|kind| keep.has(kind)),
            Some(Action::Pass) => !legal.has(Action::Ron.code()),
            _ => true,
        };
        let won = [Action::Tsumo, Action::Ron].map(Action::code).into_iter().find(|&code| legal.has(code));
        let serving: Vec<u8> = won.map_or_else(|| legal.iter().filter(serves).collect(), |code| vec![code]);
        match serving.len() {
            0 => legal.nth(0),
            n => serving[self.0.below(n as u32) as usize],
        }
    }
}

/// Reads every row back as soon as it is written.
struct Check {
    recorder: TableRecorder<Yangzhou>,
    met: Met,
}

/// How often the rare situations occurred.
#[derive(Default, Debug)]
struct Met {
    questions: [u64; 4],
    missed: u64,
    forbidden: u64,
    replacement: u64,
    repeats: u64,
}

impl Check {
    /// Plays a match on these walls.
    fn play(&mut self, rules: &Arc<YangzhouRules>, number: u64, walls: Walls) {
        self.recorder.begin(match_id(number));
        let game = Yangzhou::start_at(rules, walls, MatchState::first(rules.start), self);
        let (mut table, mut player) = (playout::MatchInProgress::of(game), Player(Rng::from_seed(number)));
        while let Some(seat) = table.pending().next() {
            let action = player.act(&table.game().view(seat), table.game().legal(seat));
            table.answer(seat, action, self).expect("a legal action");
        }
        self.recorder.rows_mut(Table::Decisions).expect("the table kept").clear();
    }
}

impl Sink<Yangzhou> for Check {
    fn decision(&mut self, game: &Yangzhou, seat: Seat, legal: &ActionMask, action: u8) {
        self.recorder.decision(game, seat, legal, action);
        let sheet = Sheet::new(Table::Decisions, &mut self.recorder);
        let row = sheet.len() - 1;
        let (decision, shown) = (read(&sheet, row), shown(&game.view(seat), legal));
        assert_eq!(decision, shown, "row {row}: the row against the view");
        assert_eq!(sheet.int("action", row), action as i64);
        self.met.questions[decision.pending.0 as usize] += 1;
        self.met.missed += decision.missed as u64;
        self.met.forbidden += !decision.forbidden.is_empty() as u64;
        self.met.replacement += decision.replacement as u64;
        self.met.repeats += (decision.place[2] > 0) as u64;
    }

    fn kyoku_start(&mut self) {
        Sink::<Yangzhou>::kyoku_start(&mut self.recorder);
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        Sink::<Yangzhou>::kyoku_end(&mut self.recorder, end);
    }

    fn match_end(&mut self, end: &MatchEnd) {
        Sink::<Yangzhou>::match_end(&mut self.recorder, end);
    }
}

/// Checks that the rare situations occurred often enough.
fn lively() -> YangzhouRules {
    YangzhouRules {
        level: Level::L3,
        kuikae: Kuikae::Banned,
        rob_concealed_kong: true,
        last_discard_calls: true,
        rotations: 1,
        ..presets::yangzhou()
    }
}

#[test]
fn a_reader_can_rebuild_the_view() {
    let mut check =
        Check { recorder: TableRecorder::new(&about(), &[Table::Decisions]), met: Met::default() };
    let [few, many, rare] = MATCHES;
    let runs = [(presets::yangzhou(), few), (presets::yangzhou_7(), few), (lively(), many)];
    for (rules, matches) in runs {
        let rules = Arc::new(rules);
        for number in 0..matches {
            check.play(&rules, number, Walls::Keyed(match_id(number).seed));
        }
    }
    let wall = |number| rigged(&Faces::new([0; 3]), &RARE, &mut Rng::from_seed(number));
    let scripted = |number| Walls::Scripted(Arc::new([wall(number)]));
    (0..rare).for_each(|number| check.play(&Arc::new(lively()), number, scripted(number)));
    let Met { questions, missed, forbidden, replacement, repeats } = check.met;
    let met = [missed, forbidden, replacement, repeats].into_iter().chain(questions);
    assert!(met.min() > Some(0), "{:?}", check.met);
}
