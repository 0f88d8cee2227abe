//! The rules of Yangzhou mahjong as data: one field per rule, each said once. Clauses are those of RULES.md.

use hyakuman_core::game::ruleset::{Conflict, FieldDoc, Preset, Ruleset, Warning, outside};
use hyakuman_core::game::{options, rule_fields, warnings};

options! {
    /// Values of the fans, and the minimum to win that goes with them (Y-4.1).
    Level {
        /// Small values, minimum 3.
        L3,
        /// Minimum 7.
        L7,
        /// Minimum 13.
        L13,
        /// Minimum 18, with bonuses.
        L18,
    }

    /// Whether a fan that always comes with a bigger one is counted (Y-4.3).
    Implied {
        /// Never.
        Strict,
        /// Only where the description of the game does not name it.
        ExplicitOnly,
    }

    /// How often the small fans of two sequences count (Y-4.4).
    TwoSeq {
        /// Once for every two different sequences that have it.
        DistinctInstances,
        /// Once in a hand.
        OncePerHand,
    }

    /// When the shape of the wait is a fan (Y-4.5).
    WaitFan {
        /// Where the winning tile can be read so.
        ByDecomposition,
        /// Only where the hand waits for one kind.
        UniqueWaitOnly,
    }

    /// Whether two big fans together bring a bonus (Y-4.6).
    Combos {
        /// At level 18.
        Only18,
        /// Never.
        Never,
    }

    /// Which discards are forbidden right after a chi or pon (Y-2.5).
    Kuikae {
        /// None.
        Allowed,
        /// The kind called, and the other end of the sequence.
        Banned,
    }
}

rule_fields! {
    /// Every rule of a game of Yangzhou mahjong. Points are fan.
    YangzhouRules FIELDS {
        /// Values of the fans, and the minimum a hand needs to win. Y-4.1
        level: Level = Level::L18; "L3 | L7 | L13 | L18",
        /// Whether a fan that always comes with a bigger one is counted. Y-4.3
        implied: Implied = Implied::Strict; "Strict | ExplicitOnly",
        /// Four sequences with a pair of honors are pinghu. Y-4.4
        pinghu_honor_pair: bool = true; "true | false",
        /// How often laoshao, qixiang and lianfu count. Y-4.4
        two_seq: TwoSeq = TwoSeq::DistinctInstances; "DistinctInstances | OncePerHand",
        /// When the shape of the wait is a fan. Y-4.5
        wait: WaitFan = WaitFan::ByDecomposition; "ByDecomposition | UniqueWaitOnly",
        /// A triplet completed by another's tile counts as concealed. Y-4.5
        ron_triplet_concealed: bool = false; "true | false",
        /// Whether two big fans together bring a bonus. Y-4.6
        combos: Combos = Combos::Only18; "Only18 | Never",
        /// Value of shuangbanban and sifutong at level 3. Y-4.1
        l3_tier_c: u16 = 8; "a whole number from 4 to 16",
        /// A draw keeps the dealer. Y-5.2
        draw_keeps_dealer: bool = false; "true | false",
        /// How many times everybody is dealer. Y-5.1
        rotations: u8 = 4; "a whole number from 1 to 8",
        /// A dealer who wins together with others stays. Y-5.2
        multi_win_dealer_stays: bool = true; "true | false",
        /// Not winning by one's own draw is a chance missed. Y-3.2
        miss_own_draw: bool = true; "true | false",
        /// With a single concealed tile it is no chance missed. Y-3.3
        naked_wait_exempt: bool = true; "true | false",
        /// The last discard may be called. Y-2.4
        last_discard_calls: bool = false; "true | false",
        /// Which discards are forbidden right after a chi or pon. Y-2.5
        kuikae: Kuikae = Kuikae::Allowed; "Allowed | Banned",
        /// A concealed kan may be robbed as an added one. Y-2.7
        rob_concealed_kong: bool = false; "true | false",
        /// Points of each player at the start. Y-5.3
        start: i32 = 0; "a whole number from 0 to 1000000",
        /// The minimum to win by one's own draw; None: that of `level`. Y-4.8
        min_tsumo: Option<u16> = None; "a whole number from 0 to 1000, or \"None\""; inert "\"None\"",
        /// The minimum to win on a discard; None: that of `level`. Y-4.8
        min_ron: Option<u16> = None; "a whole number from 0 to 1000, or \"None\""; inert "\"None\"",
        /// The minimum to win on the tile of a kan; None: that of a discard. Y-4.8
        min_robbed_kan: Option<u16> = None; "a whole number from 0 to 1000, or \"None\""; inert "\"None\"",
    }
}

warnings! {
    /// Rules that fit together, but of which one does nothing.
    WARNINGS of YangzhouRules, r:
    combos if r.level != Level::L18
        => "has no effect: there are bonuses at L18 only (`level`)";
    l3_tier_c if r.level != Level::L3
        => "has no effect: it is a value of L3 (`level`)";
    naked_wait_exempt if !r.miss_own_draw
        => "has no effect: one's own draw is no chance missed (`miss_own_draw` = false)";
}

impl Ruleset for YangzhouRules {
    const FAMILY: &'static str = "yangzhou";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<YangzhouRules>] = super::presets::PRESETS;
    const WARNINGS: &'static [Warning<YangzhouRules>] = WARNINGS;

    fn validate(&self) -> Vec<Conflict> {
        let minimum = |minimum: Option<u16>| minimum.is_none_or(|minimum| minimum <= 1000);
        let domains: [(bool, &'static [&'static str]); 6] = [
            ((4..=16).contains(&self.l3_tier_c), &["l3_tier_c"]),
            ((1..=8).contains(&self.rotations), &["rotations"]),
            ((0..=1_000_000).contains(&self.start), &["start"]),
            (minimum(self.min_tsumo), &["min_tsumo"]),
            (minimum(self.min_ron), &["min_ron"]),
            (minimum(self.min_robbed_kan), &["min_robbed_kan"]),
        ];
        domains.into_iter().filter(|(fits, _)| !fits).map(|(_, fields)| outside(self, fields)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::game::ruleset::Source;

    fn load(set: &[&str]) -> Result<YangzhouRules, String> {
        let mut source = Source::preset("yangzhou");
        set.iter().for_each(|set| source.set(set).expect("NAME=VALUE"));
        source.load().map(|loaded| loaded.rules).map_err(|error| error.to_string())
    }

    #[test]
    fn minima_have_a_domain_and_change_the_hash() {
        let hash = |set: &[&str]| load(set).expect("accepted").rules_hash();
        assert_eq!(hash(&["min_ron=None"]), hash(&[]));
        assert_ne!(hash(&["min_ron=18"]), hash(&[]));
        for wrong in ["min_tsumo=1001", "min_ron=-1", "min_robbed_kan=few"] {
            let (name, value) = wrong.split_once('=').expect("a value");
            let error = load(&[wrong]).expect_err(wrong);
            let accepted = "; accepted: a whole number from 0 to 1000, or \"None\"";
            assert!(error.contains(&format!("`{name}` = ")) && error.contains(accepted), "{value}: {error}");
        }
    }
}
