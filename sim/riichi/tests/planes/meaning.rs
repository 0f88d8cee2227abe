//! A second reading: each channel of `planes-v1`, computed from the view by its meaning.

use crate::planes::played::{choose, seed};
use hyakuman_core::game::playout::MatchInProgress;
use hyakuman_core::game::{ActionMask, Game};
use hyakuman_core::{Kind, KindSet, Meld, MeldKind, RelSeat, Rng, Seat, Tile};
use hyakuman_riichi::planes::{DecisionRow, Encoder, Planes};
use hyakuman_riichi::{
    Action, Event, Offer, Question, Riichi, RiichiRules, RiichiState, RowCache, View, kernels, presets,
};
use std::collections::HashMap;
use std::sync::Arc;

const MATCHES: u64 = 4;

#[test]
fn each_channel_means_what_it_says() {
    let mut used = vec![false; Planes::V1.count()];
    for preset in presets::PRESETS {
        let rules = Arc::new((preset.rules)());
        match rules.players {
            3 => check::<3>(preset.id, &rules, &mut used),
            _ => check::<4>(preset.id, &rules, &mut used),
        }
    }
    let channels = Planes::V1.channels();
    let unused: Vec<&str> = channels.iter().filter(|c| !used[c.index]).map(|c| c.name.as_str()).collect();
    let is_rare = |name: &&str| name.starts_with("question_") || name.starts_with("double_riichi_");
    assert!(unused.iter().all(is_rare), "channels that no decision used: {unused:?}");
}

fn check<const N: usize>(id: &str, rules: &Arc<RiichiRules>, used: &mut [bool]) {
    let (encoder, channels) = (Encoder::new(Planes::V1, rules), Planes::V1.channels());
    let mut tensor = vec![0; Planes::V1.bytes()];
    for number in 0..MATCHES {
        let mut rng = Rng::from_seed(number);
        let mut table = MatchInProgress::<Riichi<N>>::start(rules, seed(number), &mut ());
        while let Some(seat) = table.pending().next() {
            let (view, legal) = (table.game().view(seat), table.game().legal(seat));
            let mut row_cache = RowCache::default();
            encoder.encode(&DecisionRow::of_view(&mut row_cache, &view, legal), &mut tensor);
            let expected = Reading::<N> { view, legal, rules, cells: HashMap::new() }.all();
            for channel in &channels {
                let cells = &tensor[34 * channel.index..][..34];
                let zero = [0; 34];
                let meant = expected.get(&channel.name).unwrap_or(&zero);
                assert_eq!(cells, meant, "{id} match {number}: {}", channel.name);
                used[channel.index] |= cells.iter().any(|&cell| cell != 0);
            }
            let action = choose(table.game(), seat, &mut rng);
            table.answer(seat, action, &mut ()).expect("a legal action");
        }
    }
}

/// What the channels mean at one decision, by name.
struct Reading<'a, const N: usize> {
    view: View<'a, N>,
    legal: &'a ActionMask,
    rules: &'a RiichiRules,
    cells: HashMap<String, [u8; 34]>,
}

impl<const N: usize> Reading<'_, N> {
    fn all(mut self) -> HashMap<String, [u8; 34]> {
        self.own();
        self.rivers();
        self.sets();
        self.dora();
        self.progress();
        self.actions();
        self.table();
        self.passed_on();
        self.cells
    }

    /// Adds to the cell of a kind.
    fn add(&mut self, name: impl Into<String>, kind: Kind, value: u8) {
        self.cells.entry(name.into()).or_insert([0; 34])[kind.index()] += value;
    }

    /// Sets the cell of a kind.
    fn set(&mut self, name: impl Into<String>, kind: Kind, value: u8) {
        self.cells.entry(name.into()).or_insert([0; 34])[kind.index()] = value;
    }

    /// Sets all cells.
    fn fill(&mut self, name: impl Into<String>, value: u8) {
        self.cells.insert(name.into(), [value; 34]);
    }

    fn flag(&mut self, name: impl Into<String>, holds: bool) {
        self.fill(name, holds as u8);
    }

    /// One channel for each number up to the count of a kind.
    fn copies(&mut self, name: &str, kind: Kind, count: u32) {
        (1..=count).for_each(|copies| self.set(format!("{name}_{copies}"), kind, 1));
    }

    /// A tile and whether it is a red five.
    fn tile(&mut self, name: &str, tile: Tile) {
        self.set(name, tile.kind(), 1);
        if tile.is_red() {
            self.set(format!("{name}_red"), tile.kind(), 1);
        }
    }

    fn seats(&self) -> impl Iterator<Item = RelSeat> + use<N> {
        (0..N as u8).map(RelSeat::new)
    }

    fn own(&mut self) {
        let hand: Vec<Tile> = self.view.tiles().chain(self.view.drawn()).collect();
        for kind in Kind::all() {
            self.copies("hand", kind, hand.iter().filter(|tile| tile.kind() == kind).count() as u32);
        }
        hand.iter().filter(|tile| tile.is_red()).for_each(|tile| self.set("hand_red", tile.kind(), 1));
        self.view.drawn().into_iter().for_each(|tile| self.tile("drawn", tile));
        let question = match self.view.question() {
            Question::Turn(_) => "turn",
            Question::Claim(offer, from) => {
                self.tile("offered", offer.tile());
                self.fill(format!("offered_by_{}", from.steps()), 1);
                match offer {
                    Offer::Discard(_) => "discard",
                    Offer::Kakan(_) => "kakan",
                    Offer::Ankan(_) => "ankan",
                    Offer::Nuki(_) => "nuki",
                }
            }
            Question::Exchange => "exchange",
            Question::Yame => "stop",
            Question::Nothing => unreachable!("a decider"),
        };
        self.fill(format!("question_{question}"), 1);
    }

    fn rivers(&mut self) {
        for of in self.seats() {
            let (seat, river) = (of.steps(), self.view.river(of));
            for (order, discard) in river.iter().enumerate() {
                let (kind, row) = (discard.tile.kind(), ["a", "b", "c"][(order / 6).min(2)]);
                let age = (255.0 * (-0.2 * (river.len() - 1 - order) as f64).exp()).round() as u8;
                self.set(format!("river_{seat}_{row}"), kind, 1);
                self.set(format!("river_age_{seat}"), kind, age);
                if !discard.tsumogiri {
                    self.set(format!("river_hand_{seat}_{row}"), kind, 1);
                    self.set(format!("river_hand_age_{seat}"), kind, age);
                    self.fill(format!("last_from_hand_{seat}"), 0);
                    self.set(format!("last_from_hand_{seat}"), kind, 1);
                }
                if discard.tile.is_red() {
                    self.set(format!("river_red_{seat}"), kind, 1);
                }
                if discard.riichi {
                    self.set(format!("riichi_tile_{seat}"), kind, 1);
                }
            }
            self.view.safe_against(of).into_iter().for_each(|kind| self.set(format!("safe_{seat}"), kind, 1));
        }
        self.discards_after_calls();
    }

    fn discards_after_calls(&mut self) {
        let mut last: Option<(Seat, Meld)> = None;
        let events: Vec<Event> = self.view.events().collect();
        for event in events {
            match event {
                Event::Meld { seat, meld } => last = Some((seat, meld)),
                Event::Discard { seat, tile, .. } => {
                    let after = match last.take() {
                        Some((by, meld)) if by == seat && meld.is_kan() => "after_kan",
                        Some((by, meld)) if by == seat && self.has(seat, &meld) => "after_call",
                        _ => continue,
                    };
                    let of = seat.seen_from(self.view.seat(), N).steps();
                    self.set(format!("{after}_{of}"), tile.kind(), 1);
                }
                _ => {}
            }
        }
    }

    /// Whether the seat still has this set: a pon may have become a kan.
    fn has(&self, seat: Seat, meld: &Meld) -> bool {
        self.view.melds(seat.seen_from(self.view.seat(), N)).contains(meld)
    }

    fn sets(&mut self) {
        for of in self.seats() {
            let seat = of.steps();
            let melds = self.view.melds(of).to_vec();
            let count = |kind: Kind| melds.iter().map(|meld| u32::from(meld.count(kind))).sum();
            Kind::all().for_each(|kind| self.copies(&format!("meld_{seat}"), kind, count(kind)));
            for meld in &melds {
                for tile in meld.tiles().iter().filter(|tile| tile.is_red()) {
                    self.set(format!("meld_red_{seat}"), tile.kind(), 1);
                }
                match meld.kind() {
                    MeldKind::Chi => self.add(format!("meld_chi_{seat}"), meld.low(), 1),
                    MeldKind::Ankan => self.set(format!("meld_kan_{seat}"), meld.low(), 2),
                    MeldKind::Daiminkan | MeldKind::Kakan => {
                        self.set(format!("meld_kan_{seat}"), meld.low(), 1)
                    }
                    MeldKind::Pon => {}
                }
                if meld.kind() != MeldKind::Ankan {
                    self.add(format!("meld_from_{seat}_{}", meld.from().steps()), meld.tiles()[0].kind(), 1);
                }
            }
            self.set(format!("nuki_{seat}"), Kind::NORTH, self.view.nuki(of).len());
            self.flag(format!("open_{seat}"), self.view.open(of));
        }
    }

    fn dora(&mut self) {
        let indicators: Vec<Tile> = self.view.indicators().collect();
        let (mut discards, mut times) = (0, Vec::new());
        for event in self.view.events() {
            match event {
                Event::Discard { .. } => discards += 1,
                Event::Dora { .. } => times.push(discards),
                _ => {}
            }
        }
        for (tile, at) in indicators.iter().zip(times) {
            let age = (255.0 * (-0.2 * f64::from(discards - at)).exp()).round() as u8;
            self.add("indicator", tile.kind(), 1);
            self.set("indicator_age", tile.kind(), age);
            if tile.is_red() {
                self.set("indicator_red", tile.kind(), 1);
            }
        }
        for tile in &indicators {
            let dora =
                self.view.dora().into_iter().find(|&dora| is_dora(tile.kind(), dora, N)).expect("a dora");
            self.add("dora", dora, 1);
        }
        self.fill("indicators", indicators.len() as u8);
        for kind in Kind::all() {
            self.copies("unseen", kind, self.view.unseen(KindSet::of(kind)));
        }
        self.unseen_reds(&indicators);
    }

    fn unseen_reds(&mut self, indicators: &[Tile]) {
        let mut reds: Vec<Tile> = self.view.tiles().chain(self.view.drawn()).collect();
        reds.extend(indicators);
        reds.extend(self.view.won_tiles());
        for of in self.seats() {
            reds.extend(self.view.river(of).iter().map(|discard| discard.tile));
            reds.extend(self.view.melds(of).iter().flat_map(|meld| meld.tiles().to_vec()));
        }
        for suit in 0..3 {
            let red = Tile::red_five(suit);
            let in_play = self.rules.red_fives[suit as usize] > 0;
            if in_play && !reds.contains(&red) {
                self.set("unseen_red", red.kind(), 1);
            }
        }
    }

    fn progress(&mut self) {
        let (view, melds) = (self.view, self.view.melds(RelSeat::SELF).len() as u8);
        let full = view.full_hand();
        let shanten = kernels::shanten::<N>(&full, melds);
        let name = if shanten < 0 { "complete".into() } else { shanten.min(6).to_string() };
        self.fill(format!("shanten_{name}"), 1);
        self.flag("furiten", view.furiten());
        let before = kernels::shanten::<N>(view.hand(), melds);
        if view.hand().len() % 3 == 1 {
            for kind in kernels::ukeire::<N>(view.hand(), melds) {
                let unseen = view.unseen(KindSet::of(kind)) as u8;
                self.set("ukeire", kind, unseen);
                if before == 0 {
                    self.set("waits", kind, unseen);
                }
            }
        }
        if !matches!(view.question(), Question::Turn(_)) {
            return;
        }
        for kind in full.kinds() {
            let rest = full.without(kind);
            if kernels::shanten::<N>(&rest, melds) == shanten.max(0) {
                let draws = kernels::ukeire::<N>(&rest, melds);
                self.discard(kind, shanten, draws, view.drawn().is_some() && shanten < before);
            }
        }
    }

    /// A discard that keeps the shanten.
    fn discard(&mut self, kind: Kind, shanten: i8, draws: KindSet, lowered: bool) {
        if shanten < 0 {
            return; // every discard breaks a complete hand, so none keeps its shanten
        }
        self.set("keep", kind, 1);
        self.set("lower", kind, lowered as u8);
        self.set("ukeire_after", kind, self.view.unseen(draws).min(80) as u8);
    }

    fn actions(&mut self) {
        for action in self.legal.iter().map(|code| Action::from_code(code).expect("an action")) {
            let drawn = || self.view.drawn().expect("a drawn tile").kind();
            match action {
                Action::Discard(tile) | Action::Exchange(tile) => self.set("can_discard", tile.kind(), 1),
                Action::Tsumogiri => self.set("can_discard", drawn(), 1),
                Action::Riichi(tile) => self.set("can_riichi", tile.kind(), 1),
                Action::RiichiTsumogiri => self.set("can_riichi", drawn(), 1),
                Action::Kan(kind) => self.set("can_kan", kind, 1),
                Action::Chi { side, .. } => {
                    self.fill(format!("can_chi_{}", ["low", "middle", "high"][side as usize]), 1)
                }
                Action::Pon { .. } => self.fill("can_pon", 1),
                Action::Daiminkan => self.fill("can_daiminkan", 1),
                Action::Tsumo | Action::Ron => self.fill("can_win", 1),
                Action::Kyuushu => self.fill("can_nine", 1),
                Action::Nuki(_) => self.fill("can_nuki", 1),
                Action::Pass => self.fill("can_pass", 1),
                Action::Continue | Action::Stop | Action::OpenRiichi => {}
            }
        }
    }

    fn table(&mut self) {
        let (view, state) = (self.view, self.view.match_state());
        let byte = |value: f64| value.clamp(0.0, 255.0) as u8;
        let own = f64::from(view.score(RelSeat::SELF));
        let mut rank = 1;
        for of in self.seats() {
            let (seat, score) = (of.steps(), f64::from(view.score(of)));
            self.flag(format!("riichi_{seat}"), view.riichi(of) != RiichiState::No);
            self.flag(format!("ippatsu_{seat}"), view.ippatsu(of));
            self.flag(format!("double_riichi_{seat}"), view.double_riichi(of));
            self.flag(format!("has_won_{seat}"), view.has_won(of));
            self.fill(format!("score_100k_{seat}"), byte(score * 255.0 / 100_000.0));
            self.fill(format!("score_30k_{seat}"), byte(score * 255.0 / 30_000.0));
            if seat > 0 {
                self.fill(format!("score_gap_{seat}"), byte(128.0 + ((score - own) / 200.0).trunc()));
                let earlier = of.seat(view.seat(), N) < view.seat();
                rank += (score > own || score == own && earlier) as u8;
            }
        }
        self.fill(format!("rank_{rank}"), 1);
        self.set("wind_round", state.round_wind(), 1);
        self.set("wind_own", view.seat_wind(RelSeat::SELF), 1);
        self.fill(format!("dealer_{}", view.dealer().steps()), 1);
        let (round, number) = (state.kyoku as usize / N, state.kyoku as usize % N);
        self.fill(format!("round_{}", ["east", "south", "later"][round.min(2)]), 1);
        self.fill(format!("kyoku_{}", number + 1), 1);
        self.fill("honba", state.honba.min(10) as u8);
        self.fill("sticks", state.kyotaku.min(10) as u8);
        self.fill("remaining", view.remaining() as u8);
        let rounds = u32::from(self.rules.length_winds);
        self.flag("last_kyoku", state.kyoku + 1 >= rounds * N as u32);
        self.flag("east_only", rounds == 1);
    }

    fn passed_on(&mut self) {
        let view = self.view;
        view.given().iter().for_each(|tile| self.add("given", tile.kind(), 1));
        view.received().iter().for_each(|tile| self.add("received", tile.kind(), 1));
        view.given_to().into_iter().for_each(|to| self.fill(format!("given_to_{}", to.steps()), 1));
        view.received_from().into_iter().for_each(|by| self.fill(format!("received_from_{}", by.steps()), 1));
    }
}

/// Whether an indicator makes this kind dora.
fn is_dora(indicator: Kind, dora: Kind, seats: usize) -> bool {
    let (from, to) = (indicator.code(), dora.code());
    let next = match from {
        0 if seats == 3 => 8,
        8 | 17 | 26 => from - 8,
        30 => 27,
        33 => 31,
        _ => from + 1,
    };
    to == next
}
