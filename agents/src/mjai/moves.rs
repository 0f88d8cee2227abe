//! The legal moves of a decision, as a bot would send them.

use super::reply::{Asked, is_riichi};
use hyakuman_core::{Kind, Meld, MeldKind, RelSeat, Tile};
use hyakuman_games::logs::mjai::lines::{self, Pai};
use hyakuman_riichi::{Action, Offer, Question};

impl<const N: usize> Asked<'_, N> {
    /// The legal moves as JSON. The discards that declare riichi are one `reach`, or, after it, discards.
    pub(crate) fn moves(&self) -> Vec<String> {
        let fits = |code: &u8| !self.riichi || is_riichi(*code);
        let actions = self.legal.iter().filter(fits).filter_map(Action::from_code);
        let mut moves: Vec<String> = actions.map(|action| self.written(action)).collect();
        moves.dedup();
        moves
    }

    /// The move that means an action.
    pub(super) fn written(&self, action: Action) -> String {
        let (seat, mut text) = (self.view.seat(), String::new());
        match action {
            Action::Riichi(_) | Action::RiichiTsumogiri if !self.riichi => lines::reach(&mut text, seat),
            Action::Discard(tile) | Action::Riichi(tile) => lines::dahai(&mut text, seat, tile, false),
            Action::Tsumogiri | Action::RiichiTsumogiri => {
                self.view.drawn().into_iter().for_each(|tile| lines::dahai(&mut text, seat, tile, true));
            }
            Action::Tsumo | Action::Ron => {
                let (target, tile) = match self.view.question() {
                    Question::Claim(offer, from) => (from, Some(offer.tile())),
                    _ => (RelSeat::SELF, self.view.drawn()),
                };
                let target = target.seat(seat, N).index();
                lines::declare(&mut text, "hora", seat, &[("target", &target), ("pai", &Pai(tile))]);
            }
            Action::Kyuushu => lines::declare(&mut text, "ryukyoku", seat, &[]),
            Action::Nuki(_) => self.dialect.nuki(&mut text, seat),
            Action::Kan(kind) => self.own_kan_of(&mut text, kind),
            Action::Chi { .. } | Action::Pon { .. } | Action::Daiminkan => self.call(&mut text, action),
            Action::Pass | Action::Continue | Action::Stop | Action::Exchange(_) | Action::OpenRiichi => {
                lines::line(&mut text, "none", &[]);
            }
        }
        text.truncate(text.trim_end().len());
        text
    }

    fn own_kan_of(&self, text: &mut String, kind: Kind) {
        let is_pon = |meld: &&Meld| meld.kind() == MeldKind::Pon && meld.low() == kind;
        let held = self.held(kind);
        match (self.view.melds(RelSeat::SELF).iter().find(is_pon), &held[..]) {
            (Some(pon), &[tile, ..]) => {
                lines::set(text, MeldKind::Kakan, self.view.seat(), Some((None, tile)), pon.tiles());
            }
            _ => lines::set(text, MeldKind::Ankan, self.view.seat(), None, &held),
        }
    }

    fn call(&self, text: &mut String, action: Action) {
        let Question::Claim(Offer::Discard(called), from) = self.view.question() else { return };
        let (kind, own) = match action {
            Action::Chi { side, red } => {
                let one = |kind: Kind| {
                    self.held(kind).into_iter().find(|tile| !kind.is_five() || tile.is_red() == red)
                };
                (MeldKind::Chi, side.own(called.kind()).into_iter().flatten().filter_map(one).collect())
            }
            Action::Pon { reds } => {
                let (red, plain): (Vec<Tile>, Vec<Tile>) =
                    self.held(called.kind()).into_iter().partition(|tile| tile.is_red());
                (MeldKind::Pon, red.into_iter().take(reds.into()).chain(plain).take(2).collect())
            }
            _ => (MeldKind::Daiminkan, self.held(called.kind())),
        };
        let target = from.seat(self.view.seat(), N);
        lines::set(text, kind, self.view.seat(), Some((Some(target), called)), &own);
    }

    /// The tiles of a kind in the hand, the drawn one among them.
    fn held(&self, kind: Kind) -> Vec<Tile> {
        self.view.tiles().chain(self.view.drawn()).filter(|tile| tile.kind() == kind).collect()
    }
}
