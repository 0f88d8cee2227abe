//! The value of a hypothetical win against the value that the engine pays.

use crate::view::support::{Check, after, in_every_ruleset};
use hyakuman_core::game::{Game, KyokuEnd, Sink, WinRecord};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::score::WinFlags;
use hyakuman_riichi::yaku::{Yaku, YakuSet};
use hyakuman_riichi::{Action, How, Hypothesis, Match, Question, Variant, View};

#[test]
fn worth_is_what_the_engine_pays() {
    let mut wins = Wins::default();
    in_every_ruleset(30, &mut wins);
    assert!(
        wins.ron > 300 && wins.tsumo > 300 && wins.open > 50 && wins.ura > 50 && wins.red > 100,
        "{wins:?}"
    );
    assert!(wins.nuki > 10 && wins.dealer > 100, "{wins:?}");
}

#[derive(Default, Debug)]
struct Wins {
    ron: u32,
    tsumo: u32,
    open: u32,
    ura: u32,
    red: u32,
    nuki: u32,
    dealer: u32,
}

impl Check for Wins {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let wins = [(Action::Tsumo, How::Tsumo), (Action::Ron, How::Ron)];
        let win = wins.into_iter().find(|(action, _)| game.legal(seat).has(action.code()));
        if let (Some((action, how)), "riichi") = (win, V::FAMILY) {
            let mut last = Last(None);
            let next = after(game, seat, action.code(), &mut last);
            let record = last.0.unwrap_or_else(|| *next.wins().last().unwrap());
            self.compare(&game.view(seat), how, &record);
        }
    }
}

impl Wins {
    fn compare<const N: usize, V: Variant>(&mut self, view: &View<'_, N, V>, how: How, record: &WinRecord) {
        let (tile, mut reds) = match view.question() {
            Question::Turn(tile) => (tile.unwrap(), view.full_reds().iter().sum::<u8>()),
            Question::Claim(offer, _) => {
                (offer.tile(), view.reds().iter().sum::<u8>() + offer.tile().is_red() as u8)
            }
            other => panic!("a win at {other:?}"),
        };
        let hand = view.hand().with(tile.kind());
        let melds = view.melds(RelSeat::SELF);
        reds += melds.iter().map(|meld| meld.reds()).sum::<u8>();
        let flags = flags(YakuSet::from_bits(record.yaku));
        let hypothesis = Hypothesis { hand: &hand, reds: reds.into(), melds, tile: tile.kind(), how, flags };
        let value = view.worth(&hypothesis).expect("a win");
        let [dora, ura, aka, nuki] = record.dora;
        assert_eq!([value.dora.dora, value.dora.ura, value.dora.aka, value.dora.nuki], [dora, 0, aka, nuki]);
        // With ura dora another reading of the hand may be the one that pays most.
        if ura == 0 || record.yakuman > 0 {
            let found = (value.yaku.bits(), value.yakuman, value.han.into(), value.fu);
            assert_eq!(found, (record.yaku, record.yakuman, record.han, record.fu), "{hypothesis:?}");
            assert_eq!(view.points(&value, how), record.points, "{hypothesis:?}");
        } else {
            assert!(view.points(&value, how) <= record.points);
            assert!(value.yaku.bits() != record.yaku || value.han as u16 + ura as u16 == record.han);
        }
        self.ron += (how == How::Ron) as u32;
        self.tsumo += (how == How::Tsumo) as u32;
        self.open += view.open(RelSeat::SELF) as u32;
        self.ura += (ura > 0) as u32;
        self.red += (aka > 0) as u32;
        self.nuki += (nuki > 0) as u32;
        self.dealer += (view.dealer() == RelSeat::SELF) as u32;
    }
}

/// The circumstances that give these yaku.
fn flags(yaku: YakuSet) -> WinFlags {
    let of = [
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
        (Yaku::TsubameGaeshi, WinFlags::RIICHI_TILE),
        (Yaku::Kanburi, WinFlags::AFTER_KAN),
    ];
    of.into_iter().fold(WinFlags::NONE, |flags, (yaku_of, flag)| flags.with_if(flag, yaku.has(yaku_of)))
}

/// The last win of the kyoku that ended.
struct Last(Option<WinRecord>);

impl<const N: usize, V: Variant> Sink<Match<N, V>> for Last {
    fn kyoku_end(&mut self, end: &KyokuEnd<'_>) {
        self.0 = self.0.or(end.wins.last().copied());
    }
}
