//! The rules of Yangzhou mahjong as data: one field per rule, each said once. Clauses are those of RULES.md.

use hyakuman_core::game::rule_fields;
use hyakuman_core::game::ruleset::{FieldDoc, Limit, Preset, Ruleset, Warning};

rule_fields! {
    /// Every rule of a game of Yangzhou mahjong. Points are fan.
    YangzhouRules FIELDS of YangzhouRules, r {
        /// Values of the fans, and the minimum a hand needs to win. Y-4.1
        level: enum Level {
            /// Small values, minimum 3.
            L3,
            /// Minimum 7.
            L7,
            /// Minimum 13.
            L13,
            /// Minimum 18, with bonuses.
            L18,
        } = Level::L18; idle [],
        /// Whether a fan that always comes with a bigger one is counted. Y-4.3
        implied: enum Implied {
            /// Never.
            Strict,
            /// Only where the description of the game does not name it.
            ExplicitOnly,
        } = Implied::Strict; idle [],
        /// Four sequences with a pair of honors are pinghu. Y-4.4
        pinghu_honor_pair: bool = true; idle [],
        /// How often laoshao, qixiang and lianfu count. Y-4.4
        two_seq: enum TwoSeq {
            /// Once for every two different sequences that have it.
            DistinctInstances,
            /// Once in a hand.
            OncePerHand,
        } = TwoSeq::DistinctInstances; idle [],
        /// When the shape of the wait is a fan. Y-4.5
        wait: enum WaitFan {
            /// Where the winning tile can be read so.
            ByDecomposition,
            /// Only where the hand waits for one kind.
            UniqueWaitOnly,
        } = WaitFan::ByDecomposition; idle [],
        /// A triplet completed by another's tile counts as concealed. Y-4.5
        ron_triplet_concealed: bool = false; idle [],
        /// Whether two big fans together bring a bonus. Y-4.6
        combos: enum Combos {
            /// At level 18.
            Only18,
            /// Never.
            Never,
        } = Combos::Only18;
            idle [
                { r.level != Level::L18 => "has no effect: there are bonuses at L18 only (`level`)" },
            ],
        /// Value of shuangbanban and sifutong at level 3. Y-4.1
        l3_tier_c: u16 = 8; "a whole number from 4 to 16"; fits (4..=16).contains(&r.l3_tier_c);
            idle [
                { r.level != Level::L3 => "has no effect: it is a value of L3 (`level`)" },
            ],
        /// A draw keeps the dealer. Y-5.2
        draw_keeps_dealer: bool = false; idle [],
        /// How many times everybody is dealer. Y-5.1
        rotations: u8 = 4; "a whole number from 1 to 8"; fits (1..=8).contains(&r.rotations); idle [],
        /// A dealer who wins together with others stays. Y-5.2
        multi_win_dealer_stays: bool = true; idle [],
        /// Not winning by one's own draw is a chance missed. Y-3.2
        miss_own_draw: bool = true; idle [],
        /// With a single concealed tile it is no chance missed. Y-3.3
        naked_wait_exempt: bool = true;
            idle [
                { !r.miss_own_draw => "has no effect: one's own draw is no chance missed (`miss_own_draw` = false)" },
            ],
        /// The last discard may be called. Y-2.4
        last_discard_calls: bool = false; idle [],
        /// Which discards are forbidden right after a chi or pon. Y-2.5
        kuikae: enum Kuikae {
            /// None.
            Allowed,
            /// The kind called, and the other end of the sequence.
            Banned,
        } = Kuikae::Allowed; idle [],
        /// A concealed kan may be robbed as an added one. Y-2.7
        rob_concealed_kong: bool = false; idle [],
        /// Points of each player at the start. Y-5.3
        start: i32 = 0; "a whole number from 0 to 1000000"; fits (0..=1_000_000).contains(&r.start); idle [],
        /// The minimum to win by one's own draw; None: that of `level`. Y-4.8
        min_tsumo: Option<u16> = None; "a whole number from 0 to 1000, or \"None\""; inert "\"None\""; fits is_minimum(r.min_tsumo);
            idle [],
        /// The minimum to win on a discard; None: that of `level`. Y-4.8
        min_ron: Option<u16> = None; "a whole number from 0 to 1000, or \"None\""; inert "\"None\""; fits is_minimum(r.min_ron);
            idle [],
        /// The minimum to win on the tile of a kan; None: that of a discard. Y-4.8
        min_robbed_kan: Option<u16> = None; "a whole number from 0 to 1000, or \"None\""; inert "\"None\"";
            fits is_minimum(r.min_robbed_kan); idle [],
    }
}

fn is_minimum(minimum: Option<u16>) -> bool {
    minimum.is_none_or(|minimum| minimum <= 1_000)
}

impl Ruleset for YangzhouRules {
    const FAMILY: &'static str = "yangzhou";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<YangzhouRules>] = super::presets::PRESETS;
    const WARNINGS: &'static [Warning<YangzhouRules>] = YangzhouRules::IDLE;
    const LIMITS: &'static [Limit<YangzhouRules>] = YangzhouRules::DEMANDS;
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
    fn minima_change_the_hash() {
        let hash = |set: &[&str]| load(set).expect("accepted").rules_hash();
        assert_eq!(hash(&["min_ron=None"]), hash(&[]));
        assert_ne!(hash(&["min_ron=18"]), hash(&[]));
    }
}
