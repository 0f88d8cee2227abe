//! The rules of a riichi game as data: one field per rule.
//!
//! A preset ([`presets`]) is a difference from another preset; the engine reads the fields and does not know which ruleset
//! it plays. `check` finds rules that contradict each other, `warnings` rules that others leave without effect; `synonyms` has other names of rules; `options` and
//! `sets` are the values of rules that are neither numbers nor flags. Clauses (R-2.5 ...) are those of RULES.md beside this file.

mod check;
mod options;
pub mod presets;
mod sets;
mod synonyms;
#[cfg(test)]
mod tests;
mod warnings;

pub use crate::scoring::own::OwnYakuList;
use crate::scoring::own::{OwnYaku, OwnYakuSet};
use crate::scoring::yaku::local::CONDITIONS;
use crate::scoring::yaku::{LOCAL_DOMAIN, YakuSet};
pub use options::*;
pub use sets::*;

use hyakuman_core::game::ruleset::{Conflict, FieldDoc, Preset, Ruleset, Synonym, Warning};
use hyakuman_core::game::{HouseRules, rule_fields};

rule_fields! {
    /// Every rule of a riichi game, with its value in `tenhou`. Points are single points, not hundreds. Rules that have no effect with four
    /// players and one win a kyoku have the value that they have where they do.
    RiichiRules FIELDS {
        /// Number of players.
        players: u8 = 4; "3 | 4",
        /// Length of the match in winds; 0 is a single kyoku.
        length_winds: u8 = 2; "0 | 1 | 2",
        /// Winds that may be added while nobody has the target; 0 is no extension.
        extension_winds: u8 = 1; "0 | 1 | 2",
        /// Points of each player at the start.
        start_points: i32 = 25_000; "a multiple of 100, 100 to 1000000",
        /// Points that count as zero in the final points.
        reference_points: i32 = 30_000; "a multiple of 100, start_points to 1000000",
        /// Points the first place needs for the match to end after its regular length; 0 is none.
        target_points: i32 = 30_000; "a multiple of 100, 0 to 1000000",
        /// Bonus by placement in thousands, first to last; three players use the first three.
        uma: [i32; 4] = [20, 10, -10, -20]; "four whole numbers that sum to zero, such as [20, 10, -10, -20]; the last is 0 for three players",
        /// The first place gets the oka: (reference - start) x players.
        oka_to_first: bool = true; "true | false",
        /// How scores are rounded to thousands in the final points.
        final_rounding: FinalRounding = FinalRounding::HalfAwayFromZero; "None | HalfAwayFromZero | FiveDownSixUp | Floor",
        /// Who is placed higher with equal scores.
        tie_break: TieBreak = TieBreak::InitialSeat; "InitialSeat | Split | Chaser",
        /// Who gets the riichi sticks left on the table when the match ends.
        leftover_sticks: LeftoverSticks = LeftoverSticks::First; "First | Vanish | SplitTies",
        /// When a low score ends the match.
        tobi: Tobi = Tobi::Below0; "Off | Below0 | AtOrBelow0",
        /// A score at or above this ends the match after the kyoku (天辺); None: no score does.
        upper_limit_end: Option<i32> = None; "a whole number above start_points, at most 1000000, or \"None\"",
        /// Whether there is an extension, and how a score at the target ends it.
        sudden_death: SuddenDeath = SuddenDeath::RenchanFirst; "Off | RenchanFirst | Immediate",
        /// A dealer who wins the last kyoku and leads ends the match.
        agari_yame: Yame = Yame::Auto; "Off | Auto | Ask",
        /// A dealer who is tenpai at the draw of the last kyoku and leads ends the match.
        tenpai_yame: Yame = Yame::Auto; "Off | Auto | Ask",
        /// Whether stopping needs the target besides first place.
        yame_needs_target: YameNeedsTarget = YameNeedsTarget::Always; "Always | ExceptFinalHand | Never",
        /// What lets the dealer keep the deal; an abortive draw does unless `abort_passes_deal`.
        renchan: Renchan = Renchan::WinOrTenpai; "None | Win | WinOrTenpai",
        /// Red fives among the four fives of manzu, pinzu and souzu.
        red_fives: [u8; 3] = [1, 1, 1]; "three whole numbers from 0 to 4, such as [1, 1, 1]",
        /// Replacement tiles for kans (and norths set aside).
        rinshan_tiles: u8 = 4; "a whole number, at least max_kans",
        /// Tiles of the wall that are never drawn.
        reserved_undrawn: u8 = 14; "a whole number, enough for the replacement tiles and the indicators",
        /// The indicators open from the start make dora.
        dora_omote: bool = true; "true | false",
        /// The tiles under the indicators make dora for a winner in riichi.
        dora_ura: bool = true; "true | false",
        /// Each kan opens an indicator.
        dora_kan: bool = true; "true | false",
        /// The tiles under the indicators of kans make dora for a winner in riichi.
        dora_kan_ura: bool = true; "true | false",
        /// Indicators open from the start.
        initial_indicators: u8 = 1; "0 to 5, together with those of the kans at most 5",
        /// When the indicator of a daiminkan or kakan opens.
        minkan_dora: MinkanDora = MinkanDora::BeforeDiscardOrRinshan; "BeforeDiscardOrRinshan | AtDiscardOrNextKanDecl | Immediate",
        /// The indicator 1m makes 9m dora (three players have no 2m to 8m).
        dora_wrap_1m9m: bool = false; "true for three players, false for four",
        /// Chi may be called.
        chii: bool = true; "true | false",
        /// What a north of three-player mahjong is worth.
        kita: Kita = Kita::Off; "Off | Nukidora | Yakuhai (three players)",
        /// A north may be set aside right after a pon.
        kita_after_pon: bool = false; "true | false (three players)",
        /// A north set aside may be ronned.
        kita_ron: bool = false; "true | false (three players)",
        /// A ron on a north set aside has the yaku chankan.
        kita_ron_chankan: bool = false; "true | false (three players)",
        /// Draws that must be left to set a north aside.
        kita_min_remaining: u8 = 1; "a whole number, 1 or more (three players)",
        /// Which norths may be set aside in riichi.
        kita_after_riichi: KitaAfterRiichi = KitaAfterRiichi::DrawnOnly; "DrawnOnly | Any | No (three players)",
        /// A north set aside spoils one's nagashi.
        kita_breaks_nagashi: bool = false; "true | false (three players)",
        /// Tanyao counts in an open hand (喰いタン).
        kuitan: bool = true; "true | false",
        /// Which discards are forbidden right after a chi or pon.
        kuikae: Kuikae = Kuikae::BanSameAndSuji; "Free | BanSame | BanSameAndSuji",
        /// Han without dora that a win needs.
        han_shibari: u8 = 1; "1 | 2 | 4",
        /// Points a riichi puts on the table.
        riichi_stick: i32 = 1_000; "a multiple of 100, 0 to 10000",
        /// Points one must have to declare riichi.
        riichi_min_score: i32 = 1_000; "a whole number, at least riichi_stick; from -1000000, which is no limit, where tobi is Off",
        /// Draws that must be left in the wall to declare riichi.
        riichi_min_remaining: u8 = 4; "a whole number, 0 or more",
        /// Which ankan a player in riichi may declare with the drawn tile.
        riichi_ankan: RiichiAnkan = RiichiAnkan::WaitsOnly; "WaitsOnly | Strict | Forbidden",
        /// Winning within one uninterrupted turn of the riichi is a yaku.
        ippatsu: bool = true; "true | false",
        /// How many players may win on one discard.
        multi_ron: MultiRon = MultiRon::Double; "HeadBump | Double | Triple",
        /// Three players claiming one discard is an abortive draw (三家和).
        triple_ron_abort: bool = true; "true | false",
        /// Nine different terminals and honors on the first draw may abort (九種九牌).
        abort_kyuushu: bool = true; "true | false",
        /// Four equal winds as first discards abort (四風連打).
        abort_suufon: bool = true; "true | false",
        /// Four riichi abort (四家立直).
        abort_suucha: bool = true; "true | false",
        /// Four kans by two or more players abort (四槓散了).
        abort_suukan: bool = true; "true | false",
        /// A riichi declared with the discard that aborts by four winds or four kans pays its stick.
        abort_last_riichi_stick: bool = false; "true | false",
        /// Kans that may be made in one kyoku, by all players together.
        max_kans: u8 = 4; "0 to 4",
        /// Kokushi musou may ron the tile of an ankan.
        kokushi_robs_ankan: bool = false; "true | false",
        /// Passing a complete shape without a yaku makes furiten too.
        furiten_pass_noyaku: bool = true; "true | false",
        /// A kind held four times in the closed hand is not a wait.
        karaten_closed4: bool = true; "true | false",
        /// A kind held four times in the closed hand and one's own melds together is not a wait either.
        karaten_melds: bool = false; "true | false",
        /// What discarding only terminals and honors pays at an exhaustive draw (流し満貫).
        nagashi: Nagashi = Nagashi::Mangan; "Off | Mangan | Yakuman",
        /// Nagashi is paid with honba, and takes the sticks.
        nagashi_takes_honba: bool = false; "true | false",
        /// What noten players pay at an exhaustive draw.
        noten: Noten = Noten::Pool(3_000); "{ Pool = points } | { PerPair = points } | { PerNoten = points }, 0 to 1000000, multiples of 600 (three players: 200), PerPair of 100",
        /// Points per honba added to a ron.
        honba_ron: i32 = 300; "a multiple of 100, 0 to 10000",
        /// Points per honba added to each share of a tsumo.
        honba_tsumo_each: i32 = 100; "a multiple of 100, 0 to 10000",
        /// Who pays the share of the absent fourth player at a tsumo.
        sanma_tsumo: SanmaTsumo = SanmaTsumo::Loss; "Loss | SplitNorth | SplitEven (three players)",
        /// Yakuman whose last exposed set makes its feeder liable (包).
        pao: PaoSet = PaoSet::of(&[PaoYakuman::Daisangen, PaoYakuman::Daisuushi]); "a list of Daisangen | Daisuushi | Suukantsu",
        /// What the liable seat pays for.
        pao_scope: PaoScope = PaoScope::WholeHand; "WholeHand | YakumanOnly",
        /// Who pays the honba of a hand with a liable seat. Pao: that seat; Discarder: the discarder, at a tsumo everybody; DiscarderAtRon: the discarder at a ron, that seat at a tsumo.
        pao_honba: PaoHonba = PaoHonba::Pao; "Pao | Discarder | DiscarderAtRon",
        /// What a liable seat pays for a tsumo with three players.
        pao_tsumo_3p: PaoTsumo3p = PaoTsumo3p::SumOfShares; "SumOfShares | FullRon (three players)",
        /// Whoever fed a daiminkan pays the whole of a rinshan tsumo that follows (大明槓の責任払い).
        rinshan_daiminkan_pao: bool = false; "true | false",
        /// 30 fu 4 han and 60 fu 3 han are a mangan (切り上げ満貫).
        kiriage: bool = false; "true | false",
        /// What thirteen han or more are worth.
        kazoe: Kazoe = Kazoe::Yakuman; "Off | Yakuman",
        /// Yakuman patterns that count twice.
        double_yakuman: DoubleYakumanSet = DoubleYakumanSet::EMPTY; "a list of SuuankouTanki | Kokushi13 | JunseiChuuren | Daisuushi | Daichisei",
        /// Several yakuman in one hand add up; otherwise the greatest counts.
        yakuman_stack: bool = true; "true | false",
        /// Highest multiple of a yakuman that is paid; None: no limit.
        max_yakuman: Option<u8> = None; "a whole number, 1 or more, or \"None\"",
        /// For the yakuman tenhou (天和, not the site) any of the fourteen tiles may count as the winning tile.
        tenhou_best_of_14: bool = false; "true | false",
        /// Fu of a pair that is both seat and round wind.
        double_wind_pair_fu: u8 = 4; "2 | 4",
        /// The two fu of a tsumo also count for a rinshan tsumo.
        rinshan_tsumo_fu: bool = true; "true | false",
        /// An open hand of 20 fu counts 30.
        open_pinfu_30: bool = true; "true | false",
        /// Pinfu holds with tsumo, at 20 fu.
        pinfu_tsumo: bool = true; "true | false",
        /// What a ron before one's first draw is worth (人和).
        renhou: Renhou = Renhou::Off; "Off | Mangan | FlatMangan | Yakuman",
        /// Local yaku that are played.
        local_yaku: LocalYakuSet = LocalYakuSet::EMPTY; LOCAL_DOMAIN,
        /// Kanburi also counts after setting a north aside.
        kanburi_after_kita: bool = false; "true | false (three players)",
        /// Norths set aside count as the wind of uumensai.
        uumensai_counts_kita: bool = false; "true | false (three players)",
        /// Wins that end a kyoku; before, it goes on without the winners.
        wins_per_hand: u8 = 1; "1 | 2 | 3; more than 1 for four players without honba and renchan",
        /// Tiles each player passes on before the first draw.
        exchange_tiles: u8 = 0; "0 to 3; more than 0 for four players",
        /// Where the exchanged tiles go.
        exchange_dir: ExchangeDir = ExchangeDir::Random3; "Random3 | RandomDerangement | Fixed",
        /// Tiles the dealer picks from for the exchange: before or after the first draw.
        exchange_pool: u8 = 13; "13 | 14",
        /// A robbed kan stands, and its player draws a replacement.
        chankan_keeps_kan: bool = false; "true | false",
        /// What becomes of a riichi whose tile is ronned.
        riichi_on_ronned_tile: RiichiOnRonnedTile = RiichiOnRonnedTile::Fails; "Fails | StandsIfAfford",
        /// When four kans abort a kyoku that goes on after a win.
        shura_suukan_abort: ShuraSuukanAbort = ShuraSuukanAbort::Immediate; "Immediate | AfterDiscard",
        /// What an abortive draw does to the honba.
        abort_keeps_honba: AbortKeepsHonba = AbortKeepsHonba::Plus1; "Plus1 | Reset0",
        /// A yaku that only some of the waits give is enough for those (後付け).
        atozuke: bool = true; "true | false",
        /// A tenpai hand without a yaku counts as tenpai at the draw (形式テンパイ).
        keishiki_tenpai: bool = true; "true | false",
        /// Riichi may be declared in furiten.
        furiten_riichi: bool = true; "true | false",
        /// Riichi may be declared when every waited tile is visible.
        karaten_riichi: bool = true; "true | false",
        /// What ends a same-turn furiten.
        furiten_clear: FuritenClear = FuritenClear::OwnDiscard; "OwnDiscard | NextDraw",
        /// Who gets the honba and the sticks when several players win.
        multi_ron_pot: MultiRonPot = MultiRonPot::Nearest; "Nearest | Split | OwnSticks | HonbaToAll",
        /// A kokushi tenpai that lets the tile of an ankan pass becomes furiten.
        ankan_pass_furiten: bool = true; "true | false",
        /// Three players robbing one kan is an abortive draw too, where three rons are.
        sanchahou_on_chankan: bool = true; "true | false",
        /// No hand is capped: neither mangan nor any other limit (青天井).
        aotenjou: bool = false; "true | false"; inert "false",
        /// Bonus by placement with one, two and three players at or above `reference_points`, in place of `uma`.
        floating_uma: Option<[[i32; 4]; 3]> = None; "three lists of four whole numbers that sum to zero, such as \
            [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]], or \"None\"; the last of each and the third list are 0 for \
            three players"; inert "\"None\"",
        /// Points of the score that each point of `uma` and `floating_uma` is worth: 500 makes halves.
        uma_unit: i32 = 1_000; "100 | 500 | 1000"; inert "1000",
        /// Final points that a player whose score ends the match (`tobi`) pays to the winner who took the points (飛び賞).
        tobi_prize: i32 = 0; "a whole number from 0 to 1000; more than 0 needs tobi"; inert "0",
        /// Final points that a player who won no kyoku of the match pays to each player who won one (焼き鳥).
        yakitori: i32 = 0; "a whole number from 0 to 1000"; inert "0",
        /// What a winner gets chips for, from the discarder or at a tsumo from everybody (祝儀).
        chips: ChipSet = ChipSet::EMPTY; "a list of RedFives | ClosedRedFives | Ippatsu | Ura | Yakuman"; inert "[]",
        /// Points of the score that a chip is worth in the final points: 2000 is 2 final points.
        chip_value: i32 = 2_000; "a multiple of 100, 100 to 100000"; inert "2000",
        /// The player at whose wall the deal begins, by dice, is paid and pays double for wins (割れ目).
        wareme: bool = false; "true | false"; inert "false",
        /// The deal passes after an abortive draw; otherwise the dealer keeps it.
        abort_passes_deal: bool = false; "true | false"; inert "false",
        /// The match ends after so many kyoku, repeats included; None: no such limit.
        max_kyoku: Option<u16> = None; "a whole number, 1 or more, or \"None\""; inert "\"None\"",
        /// Riichi may be declared with the hand laid open, for a han more (オープン立直).
        open_riichi: OpenRiichi = OpenRiichi::Off; "Off | Han | Yakuman"; inert "\"Off\"",
        /// Yaku of riichi mahjong that are not played.
        without_yaku: WithoutYaku = WithoutYaku(YakuSet::EMPTY); "a list of names of yaku, such as [\"pinfu\", \"chiitoitsu\"]; riichi and double_riichi are always played, local yaku have `local_yaku`"; inert "[]",
        /// Yaku of one's own: one [[yaku]] each, with a name, a worth and conditions.
        yaku: OwnYakuList = OwnYakuList::NONE; "a list of tables, at most 64"; inert "[]",
    }
}

/// Most tiles a seat can pass on in the exchange before the first draw.
pub const MAX_EXCHANGE_TILES: usize = 3;

impl RiichiRules {
    /// Whether written yaku are played: local ones, or those of the rules file.
    #[inline]
    pub fn has_written_yaku(&self) -> bool {
        !self.local_yaku.is_empty() || !self.yaku.is_empty()
    }

    /// Written yaku that are played: those of the rules file, then local ones.
    pub fn written_yaku(&self) -> impl Iterator<Item = &'static OwnYaku> + use<> {
        let (local, played) = self.written_local_yaku();
        self.yaku.all().iter().chain(local.of_set(played))
    }

    /// What they count besides the scores.
    pub fn house(&self) -> HouseRules {
        HouseRules {
            chips: !self.chips.is_empty(),
            yakitori: self.yakitori > 0,
            prizes: self.tobi_prize > 0,
            wareme: self.wareme,
            open_riichi: self.open_riichi != OpenRiichi::Off,
        }
    }

    /// Whether final points follow from the final scores: nothing else is counted.
    pub(crate) fn counts_nothing(&self) -> bool {
        self.tobi_prize == 0 && self.yakitori == 0 && self.chips.is_empty()
    }

    /// The conditions of the local yaku, and which of them are played.
    pub fn written_local_yaku(&self) -> (OwnYakuList, OwnYakuSet) {
        match self.local_yaku.is_empty() {
            true => (OwnYakuList::NONE, 0),
            false => (*CONDITIONS, self.local_yaku.bits().into()),
        }
    }

    /// Does the `i`-th indicator make dora, and does the tile under it for a winner in riichi? Those after the first ones
    /// were opened by kans.
    #[inline]
    pub fn indicator_counts(&self, i: usize) -> (bool, bool) {
        match i < self.initial_indicators as usize {
            true => (self.dora_omote, self.dora_ura),
            false => (self.dora_kan, self.dora_kan_ura),
        }
    }
}

impl Ruleset for RiichiRules {
    const FAMILY: &'static str = "riichi";
    const FIELDS: &'static [FieldDoc] = FIELDS;
    const PRESETS: &'static [Preset<RiichiRules>] = presets::PRESETS;
    const WARNINGS: &'static [Warning<RiichiRules>] = warnings::WARNINGS;
    const SYNONYMS: &'static [Synonym] = synonyms::SYNONYMS;

    fn validate(&self) -> Vec<Conflict> {
        check::conflicts(self)
    }
}
