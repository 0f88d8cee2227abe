//! What the circumstances of a win say of each other and of its numbers: which never come together.

use super::words::{Circumstance, Quantity};

/// A circumstance, and whether it holds. Only one of a ron and a tsumo is looked at, and one of an open and a closed hand ([`plain`]).
pub(super) type Claim = (Circumstance, bool);

/// The same of the circumstance that is the opposite of another one.
pub(super) fn plain(claim: Claim) -> Claim {
    match claim {
        (Circumstance::Ron, holds) => (Circumstance::Tsumo, !holds),
        (Circumstance::Open, holds) => (Circumstance::Closed, !holds),
        claim => claim,
    }
}

/// What holds, and what does not, wherever some circumstance holds.
const FOLLOWS: &[(Circumstance, &[Claim])] = {
    use Circumstance::*;
    const RON: Claim = (Tsumo, false);
    &[
        (Riichi, &[(Closed, true)]),
        (DoubleRiichi, &[(Riichi, true)]),
        (OpenRiichi, &[(Riichi, true)]),
        // A kan and a north set aside end every ippatsu and first go-round, but not before they can be robbed.
        (Ippatsu, &[(Riichi, true), (AfterKan, false), (DiscardAfterKan, false)]),
        (
            FirstGoRound,
            &[
                (Closed, true),
                (Riichi, false),
                (AfterKan, false),
                (DiscardAfterKan, false),
                (OutsideRiver, false),
            ],
        ),
        (AfterKan, &[(Tsumo, true), (LastTile, false)]),
        (RobbedKan, &[RON, (LastTile, false), (RiichiTile, false), (DiscardAfterKan, false)]),
        (RiichiTile, &[RON]),
        (DiscardAfterKan, &[RON]),
        (FromLeft, &[RON, (FromAcross, false), (FromRight, false)]),
        (FromAcross, &[RON, (FromRight, false)]),
        (FromRight, &[RON]),
        (EastRound, &[(SouthRound, false), (WestRound, false)]),
        (SouthRound, &[(WestRound, false)]),
    ]
};

/// Everything that follows from a claim, itself included.
fn consequences(claim: Claim) -> Vec<Claim> {
    let mut all = vec![plain(claim)];
    let mut at = 0;
    while let Some(&(circumstance, holds)) = all.get(at) {
        let of = FOLLOWS.iter().filter(|(from, _)| holds && *from == circumstance);
        all.extend(of.flat_map(|(_, claims)| *claims));
        at += 1;
    }
    all
}

/// Whether these claims together say this.
pub(super) fn follows(claims: &[Claim], wanted: Claim) -> bool {
    claims.iter().any(|&claim| consequences(claim).contains(&plain(wanted)))
}

/// Two of these claims that are never true of the same win.
pub(super) fn contradiction(claims: &[Claim]) -> Option<[Claim; 2]> {
    let excludes =
        |a, b| consequences(a).into_iter().any(|(of, holds)| consequences(b).contains(&(of, !holds)));
    let after =
        |(at, &a): (usize, &Claim)| claims[at + 1..].iter().find(|&&b| excludes(a, b)).map(|&b| [a, b]);
    claims.iter().enumerate().find_map(after)
}

/// What a claim says of numbers: the least and the greatest value.
const BOUNDS: &[(Claim, Quantity, [u32; 2])] = {
    use Circumstance::*;
    use Quantity::{Called, Discards, Kans, Left, Melds, Norths, Ura};
    &[
        ((Closed, true), Called, [0, 0]),
        ((Closed, false), Called, [1, 4]),
        ((Closed, false), Melds, [1, 4]),
        ((Closed, false), Ura, [0, 0]),
        ((Riichi, false), Ura, [0, 0]),
        ((Riichi, true), Discards, [1, u32::MAX]),
        ((OutsideRiver, true), Discards, [1, u32::MAX]),
        ((FirstGoRound, true), Discards, [0, 0]),
        ((FirstGoRound, true), Melds, [0, 0]),
        ((FirstGoRound, true), Kans, [0, 0]),
        ((FirstGoRound, true), Norths, [0, 0]),
        ((LastTile, true), Left, [0, 0]),
    ]
};

/// What two ranges have in common.
pub(super) fn within(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].max(b[0]), a[1].min(b[1])]
}

impl Quantity {
    /// The least and the greatest value that it has in a win of which these claims are true.
    pub(super) fn range(self, claims: &[Claim]) -> [u32; 2] {
        let bounds = BOUNDS.iter().filter(|(claim, of, _)| *of == self && follows(claims, *claim));
        bounds.fold(self.of_any_win(), |range, (.., bounds)| within(range, *bounds))
    }
}
