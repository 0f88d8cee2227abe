//! The values of riichi rules that are names: one enum per rule.
//!
//! In a rules file and with `--set` a variant is written by its name: `sudden_death = "Immediate"`.

use hyakuman_core::game::options;
use hyakuman_core::game::ruleset::toml::{Table, Value};
use hyakuman_core::game::ruleset::{RuleValue, Shape};

options! {
    /// How scores become whole thousands in the final points.
    FinalRounding {
        /// Tenths are kept: 35,200 with reference 30,000 is +5.2.
        None,
        /// Nearest thousand, halves away from zero: 7,500 is 8, -5,500 is -6.
        HalfAwayFromZero,
        /// 500 goes towards zero, 600 away from it (五捨六入).
        FiveDownSixUp,
        /// Always down to the lower thousand.
        Floor,
    }

    /// Who is placed higher when scores are equal.
    TieBreak {
        /// The seat nearer to the first dealer.
        InitialSeat,
        /// As InitialSeat, but equal seats share their uma and oka.
        Split,
        /// The seat farther from the first dealer (追いつき有利).
        Chaser,
    }

    /// Who gets the riichi sticks left on the table at the end of the match.
    LeftoverSticks {
        /// The first place.
        First,
        /// Nobody.
        Vanish,
        /// All seats that share the highest score, in equal parts.
        SplitTies,
    }

    /// When a low score ends the match.
    Tobi {
        /// Never.
        Off,
        /// At a negative score; exactly 0 plays on.
        Below0,
        /// At 0 or less.
        AtOrBelow0,
    }

    /// Whether there is an extension, and how a score at the target ends it.
    SuddenDeath {
        /// There is no extension: the match ends after its regular length, whatever the scores and `extension_winds`.
        Off,
        /// A score at the target ends the extension, but a dealer who keeps the deal plays on first.
        RenchanFirst,
        /// A score at the target ends the extension at once, even when the dealer would keep the deal.
        Immediate,
    }

    /// Whether a leading dealer stops in the last kyoku instead of a renchan.
    Yame {
        /// Never.
        Off,
        /// Always, without being asked.
        Auto,
        /// The dealer chooses.
        Ask,
    }

    /// Whether stopping needs the target score besides first place.
    YameNeedsTarget {
        /// In every kyoku.
        Always,
        /// In every kyoku but the last possible one.
        ExceptFinalHand,
        /// First place is enough.
        Never,
    }

    /// What lets the dealer keep the deal. An abortive draw does unless `abort_passes_deal`.
    Renchan {
        /// Nothing.
        None,
        /// A win.
        Win,
        /// A win, or tenpai at an exhaustive draw.
        WinOrTenpai,
    }

    /// When the indicator of a daiminkan or kakan opens. That of an ankan opens at once.
    MinkanDora {
        /// Just before the caller's discard, or before his next rinshan draw.
        BeforeDiscardOrRinshan,
        /// With the caller's discard, or when he declares the next kan.
        AtDiscardOrNextKanDecl,
        /// At once, as for an ankan.
        Immediate,
    }

    /// What a north of three-player mahjong is worth.
    Kita {
        /// An ordinary honor.
        Off,
        /// It may be set aside, one dora each (抜きドラ).
        Nukidora,
        /// A triplet is a yaku.
        Yakuhai,
    }

    /// Which discards are forbidden right after a chi or pon.
    Kuikae {
        /// None.
        Free,
        /// The called kind.
        BanSame,
        /// The called kind, and the kind at the other end of the run.
        BanSameAndSuji,
    }

    /// Which ankan a player in riichi may declare with the drawn tile.
    RiichiAnkan {
        /// Those that leave the set of waits unchanged.
        WaitsOnly,
        /// Those that also leave the readings of the hand unchanged.
        Strict,
        /// None.
        Forbidden,
    }

    /// How many players may win on one discard.
    MultiRon {
        /// The nearest after the discarder.
        HeadBump,
        /// Two.
        Double,
        /// Three.
        Triple,
    }

    /// What discarding only terminals and honors pays at an exhaustive draw.
    Nagashi {
        /// Nothing.
        Off,
        /// As a mangan by tsumo.
        Mangan,
        /// As a yakuman by tsumo.
        Yakuman,
    }

    /// Who pays the share of the absent fourth player at a tsumo.
    SanmaTsumo {
        /// Nobody (ツモ損).
        Loss,
        /// Both payers, half of it each.
        SplitNorth,
        /// The whole value is paid in equal parts.
        SplitEven,
    }

    /// What a seat liable for a yakuman pays for.
    PaoScope {
        /// The whole hand.
        WholeHand,
        /// Only the yakuman it fed.
        YakumanOnly,
    }

    /// Who pays the honba of a hand with a liable seat.
    PaoHonba {
        /// The liable seat.
        Pao,
        /// The discarder (at a tsumo: everybody).
        Discarder,
        /// The discarder at a ron, the liable seat at a tsumo.
        DiscarderAtRon,
    }

    /// What thirteen han or more are worth.
    Kazoe {
        /// A sanbaiman.
        Off,
        /// A yakuman (数え役満).
        Yakuman,
    }

    /// What a ron before one's first draw is worth (人和, R-8.2).
    Renhou {
        /// Nothing.
        Off,
        /// A yaku of five han, which add up with other yaku and dora.
        Mangan,
        /// A mangan, neither more nor less: yaku and dora count instead of it where they are worth more.
        FlatMangan,
        /// A yakuman.
        Yakuman,
    }

    /// Riichi with the hand laid open (オープン立直, R-10.10).
    OpenRiichi {
        /// It cannot be declared.
        Off,
        /// It is worth a han more.
        Han,
        /// It is worth a han more, and a yakuman by ron on the tile of a player not in riichi.
        Yakuman,
    }

    /// Where exchanged tiles go.
    ExchangeDir {
        /// Next, across or previous seat: one direction for all, equal odds.
        Random3,
        /// Any permutation that leaves nobody his own tiles, equal odds.
        RandomDerangement,
        /// Always the next seat.
        Fixed,
    }

    /// What becomes of a riichi whose tile is ronned.
    RiichiOnRonnedTile {
        /// No riichi, no stick.
        Fails,
        /// It stands if the player still has the points after paying.
        StandsIfAfford,
    }

    /// What an abortive draw does to the honba.
    AbortKeepsHonba {
        /// One more.
        Plus1,
        /// Back to 0.
        Reset0,
    }

    /// What ends a same-turn furiten.
    FuritenClear {
        /// One's own next discard.
        OwnDiscard,
        /// One's own next draw or call.
        NextDraw,
    }

    /// Who gets the honba and the sticks when several players win.
    MultiRonPot {
        /// The winner nearest after the discarder (上家取り).
        Nearest,
        /// Every winner his honba; the sticks are shared.
        Split,
        /// Every winner his honba and the stick of his own riichi; the other sticks go to the nearest.
        OwnSticks,
        /// Every winner his honba; the sticks go to the nearest.
        HonbaToAll,
    }

    /// What a liable seat pays for a tsumo with three players.
    PaoTsumo3p {
        /// What the two payers would have paid together.
        SumOfShares,
        /// As much as for a ron.
        FullRon,
    }

    /// Which norths may be set aside in riichi.
    KitaAfterRiichi {
        /// The one just drawn.
        DrawnOnly,
        /// Any, as long as the hand stays tenpai.
        Any,
        /// None.
        No,
    }

    /// When four kans abort a kyoku that goes on after a win.
    ShuraSuukanAbort {
        /// At once after the win.
        Immediate,
        /// After the next discard that nobody wins on.
        AfterDiscard,
    }
}

/// What is paid at an exhaustive draw. In a rules file: `noten = { Pool = 3000 }`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Noten {
    /// So many points in all, from the noten players to the tenpai players, in equal parts.
    Pool(i32),
    /// So many points from each noten player to each tenpai player.
    PerPair(i32),
    /// So many points from each noten player, to the tenpai players in equal parts.
    PerNoten(i32),
}

impl Noten {
    const NAMES: [&'static str; 3] = ["Pool", "PerPair", "PerNoten"];
    const MADE: [fn(i32) -> Noten; 3] = [Noten::Pool, Noten::PerPair, Noten::PerNoten];
}

impl RuleValue for Noten {
    const SHAPE: Shape = Shape::Tagged { names: &Noten::NAMES, value: &i32::SHAPE };
    const MEANINGS: &'static [(&'static str, &'static str)] = &[
        ("Pool", "So many points in all, from the noten players to the tenpai players, in equal parts."),
        ("PerPair", "So many points from each noten player to each tenpai player."),
        ("PerNoten", "So many points from each noten player, to the tenpai players in equal parts."),
    ];

    fn to_value(&self) -> Value {
        let (name, points) = match self {
            Noten::Pool(points) => (0, points),
            Noten::PerPair(points) => (1, points),
            Noten::PerNoten(points) => (2, points),
        };
        Table::from_iter([(Noten::NAMES[name].to_owned(), points.to_value())]).into()
    }

    fn of_value(value: &Value) -> Option<Self> {
        let table = value.as_table().filter(|table| table.len() == 1)?;
        let (name, points) = table.iter().next()?;
        let made = Noten::NAMES.iter().position(|known| known == name)?;
        i32::of_value(points).map(Noten::MADE[made])
    }
}
