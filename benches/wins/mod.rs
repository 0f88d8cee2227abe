//! Wins collected from hanchan of the `ukeire` agent, with their payments.

use hyakuman_agents::Ukeire;
use hyakuman_core::game::playout::play;
use hyakuman_core::game::{ActionMask, Game, KyokuEnd, Sink, WinRecord};
use hyakuman_core::{Hand, Kind, MatchSeed, Meld, RelSeat, Seat, Tile};
use hyakuman_riichi::score::{DoraCount, Win, WinFlags};
use hyakuman_riichi::yaku::{Yaku, YakuSet};
use hyakuman_riichi::{Action, Question, Riichi, RiichiRules};
use std::sync::Arc;

/// A win and its payment.
pub(crate) struct Won {
    hand: Hand,
    melds: Vec<Meld>,
    tile: Tile,
    seat_wind: Kind,
    round_wind: Kind,
    seat: Seat,
    flags: WinFlags,
    dora: DoraCount,
    pub(crate) paid: WinRecord,
}

/// The yaku that depend on how the hand was won.
const BY_CIRCUMSTANCE: [(Yaku, WinFlags); 10] = [
    (Yaku::Riichi, WinFlags::RIICHI),
    (Yaku::DoubleRiichi, WinFlags::DOUBLE_RIICHI),
    (Yaku::Ippatsu, WinFlags::IPPATSU),
    (Yaku::Haitei, WinFlags::HAITEI),
    (Yaku::Houtei, WinFlags::HOUTEI),
    (Yaku::Rinshan, WinFlags::RINSHAN),
    (Yaku::Chankan, WinFlags::CHANKAN),
    (Yaku::Tenhou, WinFlags::FIRST_TURN),
    (Yaku::Chiihou, WinFlags::FIRST_TURN),
    (Yaku::Renhou, WinFlags::FIRST_TURN),
];

/// All wins of this many hanchan.
pub(crate) fn of_hanchan(rules: &RiichiRules, matches: u64) -> Vec<Won> {
    let mut collector = Collector::default();
    let rules = Arc::new(rules.clone());
    let mut agents = [0; 4].map(|_| Ukeire::default());
    for number in 0..matches {
        play(&rules, MatchSeed { seed: 2, number }, &mut agents, &mut collector).expect("legal actions only");
    }
    collector.wins
}

impl Won {
    /// The win as input of the scorer.
    #[inline]
    pub(crate) fn win(&self) -> Win<'_> {
        Win {
            hand: &self.hand,
            melds: &self.melds,
            tile: self.tile.kind(),
            tsumo: self.paid.from.is_none(),
            seat_wind: self.seat_wind,
            round_wind: self.round_wind,
            flags: self.flags,
            dora: self.dora,
            course: Default::default(),
        }
    }

    /// Adds what the payment record says about how it was won.
    fn with_payment(self, paid: WinRecord) -> Won {
        let yaku = YakuSet::from_bits(paid.yaku);
        let flags = BY_CIRCUMSTANCE
            .into_iter()
            .fold(WinFlags::NONE, |flags, (named, flag)| flags.with_if(flag, yaku.has(named)));
        let [dora, ura, aka, nuki] = paid.dora;
        Won { flags, dora: DoraCount { dora, ura, aka, nuki }, paid, ..self }
    }
}

/// Stores the hand when a win is declared and the payment when the kyoku ends.
#[derive(Default)]
struct Collector {
    declared: Vec<Won>,
    wins: Vec<Won>,
}

impl Sink<Riichi<4>> for Collector {
    fn decision(&mut self, game: &Riichi<4>, seat: Seat, _legal: &ActionMask, action: u8) {
        if ![Action::Tsumo.code(), Action::Ron.code()].contains(&action) {
            return;
        }
        let view = game.view(seat);
        let tile = match view.question() {
            Question::Claim(offer, _) => offer.tile(),
            _ => view.drawn().expect("a win by tsumo has drawn"),
        };
        self.declared.push(Won {
            hand: view.hand().with(tile.kind()),
            melds: view.melds(RelSeat::SELF).to_vec(),
            tile,
            seat_wind: view.seat_wind(RelSeat::SELF),
            round_wind: view.match_state().round_wind(),
            seat,
            flags: WinFlags::NONE,
            dora: DoraCount::default(),
            paid: WinRecord::of(seat),
        });
    }

    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        for won in self.declared.drain(..) {
            if let Some(&paid) = end.wins.iter().find(|paid| paid.winner == won.seat) {
                self.wins.push(won.with_payment(paid));
            }
        }
    }
}
