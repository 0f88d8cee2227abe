//! The columns of what rules count besides the scores, against the wins and the dice.

use super::support::{Manner, Sheet, record};
use hyakuman_core::game::rows::{Origin, Table};
use hyakuman_core::game::ruleset::AsTable;
use hyakuman_core::game::{ActionMask, Game, GameFacts, HouseRules, KyokuEnd, MatchEnd, Sink};
use hyakuman_core::{Seat, SeatSet};
use hyakuman_riichi::rules::{Chip, ChipSet, OpenRiichi};
use hyakuman_riichi::{Event, Riichi, RiichiRules, presets};
use std::sync::Arc;

type Four = Riichi<4>;

/// Chips for all but red fives of closed hands only, a fee, prizes and dice.
fn rules() -> RiichiRules {
    RiichiRules {
        chips: ChipSet::of(&[Chip::RedFives, Chip::Ippatsu, Chip::Ura, Chip::Yakuman]),
        yakitori: 15,
        tobi_prize: 10,
        wareme: true,
        ..presets::tenhou_east()
    }
}

/// What a match tells of it.
#[derive(Default)]
struct Notes {
    /// By kyoku the seat that pays double, and by seat the chips, prizes and wins since the match began.
    kyoku: Vec<(usize, [i64; 4], [bool; 4])>,
    end: Option<MatchEnd>,
}

impl Sink<Four> for Notes {
    fn settled(&mut self, game: &Four, end: &KyokuEnd<'_>) {
        let (mut chips, mut won) = self.kyoku.last().map_or(([0; 4], [false; 4]), |last| (last.1, last.2));
        for win in end.wins {
            let own = win.winner.index();
            won[own] = true;
            for payer in
                (0..4).filter(|&seat| seat != own && win.from.is_none_or(|from| from.index() == seat))
            {
                chips[payer] -= chips_of(win);
                chips[own] += chips_of(win);
            }
        }
        let wareme = game.house_counts().wareme.expect("a rule");
        self.kyoku.push((wareme.index(), chips, won));
    }

    fn match_end(&mut self, end: &MatchEnd) {
        self.end = Some(*end);
    }
}

/// Chips by what is recorded of a win. A yakuman hides ippatsu, and has no ura here.
fn chips_of(win: &hyakuman_core::game::WinRecord) -> i64 {
    let ippatsu =
        hyakuman_riichi::yaku::YakuSet::from_bits(win.yaku).has(hyakuman_riichi::yaku::Yaku::Ippatsu);
    let yakuman = if win.yakuman == 0 {
        0
    } else if win.from.is_some() {
        10
    } else {
        5
    };
    i64::from(win.dora[1]) + i64::from(win.dora[2]) + i64::from(ippatsu) + yakuman
}

#[test]
fn tables_have_what_is_counted_besides_the_scores() {
    let (rules, mut wins, mut chips) = (Arc::new(rules()), 0, 0);
    let (mut recorder, notes) = record(&rules, Manner::Greedy, 0..60, Notes::default);
    let house = rules.house();
    let (mut kyoku, mut win) = (0, 0);
    for (number, notes) in notes.iter().enumerate() {
        let mut before = [0; 4];
        for (wareme, after, _) in &notes.kyoku {
            let sheet = Sheet::with(house, Table::Kyoku, &mut recorder);
            assert_eq!(sheet.int("wareme", kyoku), *wareme as i64);
            let change = sheet.by_seat("chips", kyoku);
            assert_eq!(change, std::array::from_fn(|seat| after[seat] - before[seat]), "kyoku {kyoku}");
            let of_kyoku = sheet.int("wins", kyoku);
            let sheet = Sheet::with(house, Table::Wins, &mut recorder);
            for win in win..win + of_kyoku as usize {
                let payers = if sheet.int("from", win) == 255 { 3 } else { 1 };
                let winner = sheet.int("winner", win) as usize;
                assert!(of_kyoku > 1 || change[winner] == payers * sheet.int("chips", win));
                chips += sheet.int("chips", win);
            }
            (win, kyoku, before) = (win + of_kyoku as usize, kyoku + 1, *after);
        }
        let (_, after, won) = notes.kyoku.last().expect("a kyoku");
        let sheet = Sheet::with(house, Table::Matches, &mut recorder);
        assert_eq!(sheet.by_seat("chips", number), *after);
        assert_eq!(sheet.by_seat("winless", number), won.map(|won| i64::from(!won)));
        let prizes = sheet.by_seat("prizes", number);
        let end = notes.end.expect("the end");
        let plain = hyakuman_riichi::rank_points::<4>(&rules, &end.scores);
        let fees = |seat: usize| match (won[seat], won.iter().filter(|&&won| won).count() as i64) {
            (true, winners) => 4 - winners,
            (false, winners) => -winners,
        };
        for seat in 0..4 {
            let more = 1_000 * (10 * prizes[seat] + 15 * fees(seat)) + 2_000 * after[seat];
            assert_eq!(
                i64::from(end.rank_points[seat]),
                i64::from(plain[seat]) + more,
                "match {number}, seat {seat}"
            );
        }
        wins += won.iter().filter(|&&won| won).count();
    }
    assert!(wins > 60 && chips > 60, "{wins} {chips}");
}

/// What a decision has is what had been counted when its kyoku began.
#[test]
fn decisions_have_what_has_been_counted() {
    let rules = Arc::new(rules());
    let (mut recorder, notes) = record(&rules, Manner::Greedy, 0..20, Notes::default);
    let sheet = Sheet::with(rules.house(), Table::Decisions, &mut recorder);
    for row in 0..sheet.len() {
        let notes = &notes[sheet.int("match", row) as usize];
        let kyoku = sheet.int("kyoku_number", row) as usize;
        let (chips, won) = kyoku
            .checked_sub(1)
            .map_or(([0; 4], [false; 4]), |last| (notes.kyoku[last].1, notes.kyoku[last].2));
        assert_eq!(sheet.by_seat("chips", row), chips);
        assert_eq!(sheet.by_seat("winless", row), won.map(|won| i64::from(!won)));
        assert_eq!(sheet.int("wareme", row), notes.kyoku[kyoku].0 as i64);
    }
}

/// Which hands lie open, by the events, and their tiles at every decision.
#[derive(Default)]
struct OpenHands {
    announced: Option<Seat>,
    open: SeatSet,
    decisions: Vec<[Vec<u8>; 4]>,
    kyoku: Vec<SeatSet>,
}

impl Sink<Four> for OpenHands {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Deal { .. } => self.open = SeatSet::EMPTY,
            Event::OpenRiichi { seat } => self.announced = Some(*seat),
            Event::Discard { .. } => self.open = self.announced.take().into_iter().chain(self.open).collect(),
            _ => {}
        }
    }

    fn decision(&mut self, game: &Four, _: Seat, _: &ActionMask, _: u8) {
        let shown = |seat: usize| match Seat::new(seat as u8) {
            seat if self.open.has(seat) => game.tiles(seat).map(|tile| tile.code()).collect(),
            _ => Vec::new(),
        };
        self.decisions.push(std::array::from_fn(shown));
    }

    fn settled(&mut self, _: &Four, _: &KyokuEnd<'_>) {
        self.kyoku.push(self.open);
    }
}

#[test]
fn open_hands_are_recorded() {
    let rules = RiichiRules { open_riichi: OpenRiichi::Han, ..presets::tenhou_east() };
    let (mut recorder, found) = record(&Arc::new(rules.clone()), Manner::Greedy, 0..20, OpenHands::default);
    let sheet = Sheet::with(rules.house(), Table::Decisions, &mut recorder);
    let expected = || found.iter().flat_map(|found| &found.decisions);
    assert_eq!(sheet.len(), expected().count());
    for (row, hands) in expected().enumerate() {
        for (seat, hand) in hands.iter().enumerate() {
            let cell = sheet.cell(&format!("open_hand_{seat}"), row);
            let padded: Vec<u8> = hand.iter().copied().chain([255; 13]).take(13).collect();
            assert_eq!(cell, padded, "row {row}, seat {seat}");
        }
    }
    let shown = expected().filter(|hands| hands.iter().any(|hand| !hand.is_empty())).count();
    let sheet = Sheet::with(rules.house(), Table::Kyoku, &mut recorder);
    for (row, open) in found.iter().flat_map(|found| &found.kyoku).enumerate() {
        let expected = std::array::from_fn(|seat| i64::from(open.has(Seat::new(seat as u8))));
        assert_eq!(sheet.by_seat("open_riichi", row), expected);
    }
    assert!(shown > 100, "{shown} decisions with an open hand");
}

/// Other rules have no such columns, and those of a rule are there with this rule only.
#[test]
fn columns_are_there_with_their_rule_only() {
    let names = |table: Table, house: HouseRules| -> Vec<&str> {
        let all = table.columns_of(&GameFacts::of::<Four>(), Origin::Run, house);
        all.iter().map(|column| column.name).skip(table.columns::<Four>().len()).collect()
    };
    let none = HouseRules::NONE;
    for table in Table::ALL {
        assert_eq!(names(table, none), [""; 0]);
    }
    let chips = ["chips_0", "chips_1", "chips_2", "chips_3"];
    let winless = ["winless_0", "winless_1", "winless_2", "winless_3"];
    let wareme = HouseRules { wareme: true, ..none };
    assert_eq!([Table::Kyoku, Table::Decisions].map(|table| names(table, wareme)), [["wareme"]; 2]);
    assert_eq!(names(Table::Wins, HouseRules { chips: true, ..none }), ["chips"]);
    let both = HouseRules { chips: true, yakitori: true, ..none };
    assert_eq!(names(Table::Matches, both), [chips, winless].concat());
    assert_eq!(names(Table::Kyoku, HouseRules { prizes: true, ..none }), [""; 0]);
    assert_eq!(rules().house(), hyakuman_riichi::house_rules(&rules().to_table()));
    assert_eq!(presets::tenhou().house(), none);
}
