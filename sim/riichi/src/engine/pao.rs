//! Which seat becomes liable for a yakuman by feeding its last open set (包, RULES.md ).

use super::state::Match;
use crate::rules::PaoYakuman;
use crate::scoring::settle::{Pao, PaoCause};
use crate::variant::Variant;
use hyakuman_core::{KindSet, MeldKind, Seat};

impl<const N: usize, V: Variant> Match<N, V> {
    /// Makes `feeder` liable if the call that the seat has just made of its tile completes the sets of such a yakuman.
    pub(super) fn note_pao(&mut self, seat: Seat, feeder: Seat) {
        let player = self.player(seat);
        let Some(last) = player.melds.last().filter(|meld| meld.kind() != MeldKind::Chi) else { return };
        let sets = |kinds: KindSet| {
            player.melds.iter().filter(|meld| kinds.has(meld.low()) && meld.kind() != MeldKind::Chi).count()
        };
        let kans = player.melds.iter().filter(|meld| meld.is_kan()).count();
        let cause = if KindSet::DRAGONS.has(last.low()) && sets(KindSet::DRAGONS) == 3 {
            PaoYakuman::Daisangen
        } else if KindSet::WINDS.has(last.low()) && sets(KindSet::WINDS) == 4 {
            PaoYakuman::Daisuushi
        } else if last.is_kan() && kans == 4 {
            PaoYakuman::Suukantsu
        } else {
            return;
        };
        if self.rules.pao.has(cause) {
            self.kyoku.players[seat.index()].pao = Some(Pao { feeder, cause: PaoCause::Yakuman(cause) });
        }
    }

    /// The seat that is liable for a win: the feeder of such a yakuman or, if the rules say so, of the kan just called; not a
    /// seat that has won already.
    pub(super) fn liable(&self, seat: Seat, tsumo: bool) -> Option<Pao> {
        let player = self.player(seat);
        let fed_kan = player.melds.last().filter(|meld| {
            self.rules.rinshan_daiminkan_pao
                && tsumo
                && self.kyoku.drawn_rinshan
                && self.kyoku.fed_kan
                && meld.kind() == MeldKind::Daiminkan
        });
        let fed_kan = fed_kan.map(|meld| Pao { feeder: meld.from().seat(seat, N), cause: PaoCause::Rinshan });
        player.pao.or(fed_kan).filter(|pao| self.kyoku.active.has(pao.feeder))
    }
}
