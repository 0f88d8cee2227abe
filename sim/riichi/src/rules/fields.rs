//! Every rule, and everything that is said of it.

use super::check::{is_noten, is_payment, is_stake};
use super::warnings::*;
use super::*;
use hyakuman_core::game::rule_fields;

/// Why other rules are refused.
const FOUR: &str = "it needs four players";
const KITA: &str = "it needs `kita` = Nukidora";
const EXCHANGE: &str = "it needs `exchange_tiles` above 0";
const GOES_ON: &str = "play goes on after a ron only with `wins_per_hand` above 1";

rule_fields! {
    /// Every rule of a riichi game, with its value in `tenhou`. Points are single points, not hundreds. Rules that have no effect with four
    /// players and one win a kyoku have the value that they have where they do.
    RiichiRules FIELDS of RiichiRules, r {
        /// Number of players.
        players: u8 = 4; "3 | 4"; fits matches!(r.players, 3 | 4); idle [],
        /// Length of the match in winds; 0 is a single kyoku.
        length_winds: u8 = 2; "0 | 1 | 2"; also ["rounds", "game_length", "hanchan", "tonpuu", "tonpuusen", "east_only"];
            fits r.length_winds <= 2; idle [],
        /// Winds that may be added while nobody has the target; 0 is no extension.
        extension_winds: u8 = 1; "0 | 1 | 2"; also ["west_round", "shaanyuu", "nishiiri"]; fits r.extension_winds <= 2;
            needs [
                { r.length_winds > 0 || r.extension_winds == 0, length_winds => "a match of one kyoku has no extension", "0", length_winds "1 | 2" },
            ];
            idle [
                { r.sudden_death == SuddenDeath::Off => "has no effect: `sudden_death` = Off means that no extension is played, so the match ends after `length_winds`" by sudden_death },
                { r.sudden_death != SuddenDeath::Off && r.target_points == 0 => "has no effect: without a target (`target_points` = 0) the match ends after `length_winds`" by target_points },
                ENDS_EARLY,
            ],
        /// Points of each player at the start.
        start_points: i32 = 25_000; "a multiple of 100, 100 to 1000000";
            also ["starting_points", "starting_score", "initial_points"]; fits is_payment(r.start_points) && r.start_points > 0;
            idle [],
        /// Points that count as zero in the final points.
        reference_points: i32 = 30_000; "a multiple of 100, start_points to 1000000"; also ["return_points", "kaeshi", "oka"];
            idle [],
        /// Points the first place needs for the match to end after its regular length; 0 is none.
        target_points: i32 = 30_000; "a multiple of 100, 0 to 1000000"; also ["goal_points"]; fits is_payment(r.target_points);
            idle [
                { is_extended(r) && r.target_points <= r.start_points => "is not above `start_points`: unless riichi sticks are on the table somebody has it, so hardly any match goes into the extension" by target_points, start_points },
                { is_extended(r) && exceeds_all(r, r.target_points) => "is more than all players have together: nobody reaches it, so every match goes through the whole extension" by target_points, start_points },
                { !is_extended(r) && !yame_needs_target(r) => "has no effect: no extension is played, and no dealer needs the target to stop" },
                ENDS_EARLY,
            ],
        /// Bonus by placement in thousands, first to last; three players use the first three.
        uma: [i32; 4] = [20, 10, -10, -20];
            "four whole numbers that sum to zero, such as [20, 10, -10, -20]; the last is 0 for three players";
            idle [
                { r.floating_uma.is_some() => "has no effect: `floating_uma` takes its place" },
            ],
        /// The first place gets the oka: (reference - start) x players.
        oka_to_first: bool = true; also ["oka"]; idle [],
        /// How scores are rounded to thousands in the final points.
        final_rounding: enum FinalRounding {
            /// Tenths are kept: 35,200 with reference 30,000 is +5.2.
            None,
            /// Nearest thousand, halves away from zero: 7,500 is 8, -5,500 is -6.
            HalfAwayFromZero,
            /// 500 goes towards zero, 600 away from it (五捨六入).
            FiveDownSixUp,
            /// Always down to the lower thousand.
            Floor,
        } = FinalRounding::HalfAwayFromZero; idle [],
        /// Who is placed higher with equal scores.
        tie_break: enum TieBreak {
            /// The seat nearer to the first dealer.
            InitialSeat,
            /// As InitialSeat, but equal seats share their uma and oka.
            Split,
            /// The seat farther from the first dealer (追いつき有利).
            Chaser,
        } = TieBreak::InitialSeat; also ["tie", "ties"];
            idle [
                { r.tie_break == TieBreak::Split && !has_uma(r) && r.reference_points == r.start_points => "plays like InitialSeat: there is neither uma nor oka to share" },
            ],
        /// Who gets the riichi sticks left on the table when the match ends.
        leftover_sticks: enum LeftoverSticks {
            /// The first place.
            First,
            /// Nobody.
            Vanish,
            /// All seats that share the highest score, in equal parts.
            SplitTies,
        } = LeftoverSticks::First;
            idle [
                NO_RIICHI,
                { r.riichi_stick == 0 => "has no effect: a riichi puts nothing on the table (`riichi_stick` = 0)" },
            ],
        /// When a low score ends the match.
        tobi: enum Tobi {
            /// Never.
            Off,
            /// At a negative score; exactly 0 plays on.
            Below0,
            /// At 0 or less.
            AtOrBelow0,
        } = Tobi::Below0; also ["bankruptcy", "bankrupt", "bust", "busting", "buttobi", "negative_scores", "dobon", "hakoshita"];
            idle [],
        /// A score at or above this ends the match after the kyoku (天辺); None: no score does.
        upper_limit_end: Option<i32> = None; "a whole number above start_points, at most 1000000, or \"None\"";
            idle [
                { r.upper_limit_end.is_some_and(|limit| exceeds_all(r, limit)) => "is more than all players have together: nobody reaches it before another's score ends the match" by start_points, tobi },
            ],
        /// Whether there is an extension, and how a score at the target ends it.
        sudden_death: enum SuddenDeath {
            /// There is no extension: the match ends after its regular length, whatever the scores and `extension_winds`.
            Off,
            /// A score at the target ends the extension, but a dealer who keeps the deal plays on first.
            RenchanFirst,
            /// A score at the target ends the extension at once, even when the dealer would keep the deal.
            Immediate,
        } = SuddenDeath::RenchanFirst;
            idle [
                { r.extension_winds == 0 => "has no effect: no extension is played (`extension_winds` = 0)" },
                ENDS_EARLY,
            ],
        /// A dealer who wins the last kyoku and leads ends the match.
        agari_yame: enum Yame {
            /// Never.
            Off,
            /// Always, without being asked.
            Auto,
            /// The dealer chooses.
            Ask,
        } = Yame::Auto; also ["agariyame"]; idle [SINGLE_KYOKU, ENDS_EARLY],
        /// A dealer who is tenpai at the draw of the last kyoku and leads ends the match.
        tenpai_yame: Yame = Yame::Auto; also ["tenpaiyame"];
            needs [
                { r.tenpai_yame == Yame::Off || r.renchan == Renchan::WinOrTenpai, renchan => "stopping in tenpai means refusing a renchan", "Off", renchan "WinOrTenpai" },
            ]; idle [SINGLE_KYOKU, ENDS_EARLY],
        /// Whether stopping needs the target besides first place.
        yame_needs_target: enum YameNeedsTarget {
            /// In every kyoku.
            Always,
            /// In every kyoku but the last possible one.
            ExceptFinalHand,
            /// First place is enough.
            Never,
        } = YameNeedsTarget::Always;
            idle [
                SINGLE_KYOKU,
                ENDS_EARLY,
                { r.length_winds > 0 && !may_stop(r) => "has no effect: no dealer may stop (`agari_yame` and `tenpai_yame` are Off)" },
            ],
        /// What lets the dealer keep the deal; an abortive draw does unless `abort_passes_deal`.
        renchan: enum Renchan {
            /// Nothing.
            None,
            /// A win.
            Win,
            /// A win, or tenpai at an exhaustive draw.
            WinOrTenpai,
        } = Renchan::WinOrTenpai; also ["dealer_repeat"]; idle [SINGLE_KYOKU],
        /// Red fives among the four fives of manzu, pinzu and souzu.
        red_fives: [u8; 3] = [1, 1, 1]; "three whole numbers from 0 to 4, such as [1, 1, 1]";
            also ["aka", "akadora", "aka_dora", "red", "reds", "red_dora"]; fits r.red_fives.iter().all(|&reds| reds <= 4);
            needs [
                { r.players != 3 || r.red_fives[0] == 0, players => "three players have no 5m", "0 as the first number" },
            ]; idle [],
        /// Replacement tiles for kans (and norths set aside).
        rinshan_tiles: u8 = 4; "a whole number, at least max_kans"; idle [],
        /// Tiles of the wall that are never drawn.
        reserved_undrawn: u8 = 14; "a whole number, enough for the replacement tiles and the indicators"; idle [],
        /// The indicators open from the start make dora.
        dora_omote: bool = true; also ["omotedora"]; idle [NO_INDICATORS],
        /// The tiles under the indicators make dora for a winner in riichi.
        dora_ura: bool = true; also ["ura", "uradora", "ura_dora"]; idle [NO_RIICHI, NO_INDICATORS],
        /// Each kan opens an indicator.
        dora_kan: bool = true; also ["kandora", "kan_dora"]; idle [NO_KANS],
        /// The tiles under the indicators of kans make dora for a winner in riichi.
        dora_kan_ura: bool = true; also ["kan_ura", "kan_uradora"];
            needs [
                { !r.dora_kan_ura || r.dora_kan, dora_kan => "kans open no indicators", "false", dora_kan "true" },
                { !r.dora_kan_ura || r.dora_ura, dora_ura => "the tiles under the indicators make no dora", "false", dora_ura "true" },
            ];
            idle [NO_RIICHI, NO_KANS],
        /// Indicators open from the start.
        initial_indicators: u8 = 1; "0 to 5, together with those of the kans at most 5"; idle [],
        /// When the indicator of a daiminkan or kakan opens.
        minkan_dora: enum MinkanDora {
            /// Just before the caller's discard, or before his next rinshan draw.
            BeforeDiscardOrRinshan,
            /// With the caller's discard, or when he declares the next kan.
            AtDiscardOrNextKanDecl,
            /// At once, as for an ankan.
            Immediate,
        } = MinkanDora::BeforeDiscardOrRinshan;
            idle [
                NO_KANS,
                { !r.dora_kan => "has no effect: kans open no indicators (`dora_kan` = false)" },
            ],
        /// The indicator 1m makes 9m dora (three players have no 2m to 8m).
        dora_wrap_1m9m: bool = false; "true for three players, false for four"; players 3;
            needs [
                { r.players != 3 || r.dora_wrap_1m9m, players => "three players have no 2m to 8m", "true" },
            ]; idle [],
        /// Chi may be called.
        chii: bool = true; also ["chi"];
            needs [
                { r.players != 3 || !r.chii, players => "three players do not chi", "false" },
            ]; idle [],
        /// What a north of three-player mahjong is worth.
        kita: enum Kita {
            /// An ordinary honor.
            Off,
            /// It may be set aside, one dora each (抜きドラ).
            Nukidora,
            /// A triplet is a yaku.
            Yakuhai,
        } = Kita::Off; "Off | Nukidora | Yakuhai (three players)"; also ["nuki", "nukidora", "north_dora"]; players 3; idle [],
        /// A north may be set aside right after a pon.
        kita_after_pon: bool = false; "true | false (three players)"; players 3;
            needs [
                { r.kita == Kita::Nukidora || !r.kita_after_pon, kita => KITA, "false" },
            ]; idle [],
        /// A north set aside may be ronned.
        kita_ron: bool = false; "true | false (three players)"; players 3;
            needs [
                { r.kita == Kita::Nukidora || !r.kita_ron, kita => KITA, "false" },
            ]; idle [],
        /// A ron on a north set aside has the yaku chankan.
        kita_ron_chankan: bool = false; "true | false (three players)"; players 3;
            needs [
                { !r.kita_ron_chankan || r.kita_ron, kita_ron => "it is a case of `kita_ron`", "false", kita_ron "true" },
            ]; idle [],
        /// Draws that must be left to set a north aside.
        kita_min_remaining: u8 = 1; "a whole number, 1 or more (three players)"; players 3; fits r.kita_min_remaining >= 1;
            idle [NO_NORTHS],
        /// Which norths may be set aside in riichi.
        kita_after_riichi: enum KitaAfterRiichi {
            /// The one just drawn.
            DrawnOnly,
            /// Any, as long as the hand stays tenpai.
            Any,
            /// None.
            No,
        } = KitaAfterRiichi::DrawnOnly; "DrawnOnly | Any | No (three players)"; players 3; idle [NO_RIICHI, NO_NORTHS],
        /// A north set aside spoils one's nagashi.
        kita_breaks_nagashi: bool = false; "true | false (three players)"; players 3;
            needs [
                { r.kita == Kita::Nukidora || !r.kita_breaks_nagashi, kita => KITA, "false" },
            ];
            idle [
                { r.nagashi == Nagashi::Off => "has no effect: there is no nagashi (`nagashi` = Off)" },
            ],
        /// Tanyao counts in an open hand (喰いタン).
        kuitan: bool = true; also ["tanyao", "open_tanyao", "kuitanyao"]; idle [],
        /// Which discards are forbidden right after a chi or pon.
        kuikae: enum Kuikae {
            /// None.
            Free,
            /// The called kind.
            BanSame,
            /// The called kind, and the kind at the other end of the run.
            BanSameAndSuji,
        } = Kuikae::BanSameAndSuji; also ["swap_calling"];
            idle [
                { r.kuikae == Kuikae::BanSameAndSuji && !r.chii => "plays like BanSame: no chi is called (`chii` = false)" },
            ],
        /// Han without dora that a win needs.
        han_shibari: u8 = 1; "1 | 2 | 4"; also ["minimum_han", "min_han", "shibari"]; fits matches!(r.han_shibari, 1 | 2 | 4);
            idle [],
        /// Points a riichi puts on the table.
        riichi_stick: i32 = 1_000; "a multiple of 100, 0 to 10000"; also ["riichi_deposit", "riichi_bou"];
            fits is_stake(r.riichi_stick); idle [NO_RIICHI],
        /// Points one must have to declare riichi.
        riichi_min_score: i32 = 1_000; "a whole number, at least riichi_stick; from -1000000, which is no limit, where tobi is Off";
            idle [
                { exceeds_all(r, r.riichi_min_score) => "is more than all players have together: no player can declare riichi" by riichi_min_score, start_points },
            ],
        /// Draws that must be left in the wall to declare riichi.
        riichi_min_remaining: u8 = 4; "a whole number, 0 or more";
            idle [
                { !has_draws_for_riichi(r) => "is more than the draws that are left when the first player has drawn: no player can declare riichi" by riichi_min_remaining, reserved_undrawn },
            ],
        /// Which ankan a player in riichi may declare with the drawn tile.
        riichi_ankan: enum RiichiAnkan {
            /// Those that leave the set of waits unchanged.
            WaitsOnly,
            /// Those that also leave the readings of the hand unchanged.
            Strict,
            /// None.
            Forbidden,
        } = RiichiAnkan::WaitsOnly; idle [NO_RIICHI, NO_KANS],
        /// Winning within one uninterrupted turn of the riichi is a yaku.
        ippatsu: bool = true; idle [NO_RIICHI],
        /// How many players may win on one discard.
        multi_ron: enum MultiRon {
            /// The nearest after the discarder.
            HeadBump,
            /// Two.
            Double,
            /// Three.
            Triple,
        } = MultiRon::Double; also ["atamahane", "head_bump", "double_ron", "multiple_ron", "daburon", "triple_ron"];
            needs [
                { r.players != 3 || r.multi_ron != MultiRon::Triple, players => FOUR, "HeadBump | Double" },
                { r.multi_ron != MultiRon::Triple || !r.triple_ron_abort, triple_ron_abort => "three rons cannot be both paid and an abortive draw", "HeadBump | Double", triple_ron_abort "false" },
                { r.multi_ron != MultiRon::Double || r.triple_ron_abort || r.players == 3, triple_ron_abort, players => "three rons must be an abortive draw where two are paid", "HeadBump | Triple", triple_ron_abort "true" },
            ]; idle [],
        /// Three players claiming one discard is an abortive draw (三家和).
        triple_ron_abort: bool = true;
            also ["abortive_draw", "abortive_draws", "abort", "aborts", "tochuu_ryuukyoku", "sanchahou", "triple_ron"];
            needs [
                { r.players != 3 || !r.triple_ron_abort, players => FOUR, "false" },
            ]; idle [],
        /// Nine different terminals and honors on the first draw may abort (九種九牌).
        abort_kyuushu: bool = true;
            also ["abortive_draw", "abortive_draws", "abort", "aborts", "tochuu_ryuukyoku", "kyuushu", "kyuushu_kyuuhai", "nine_terminals"];
            idle [],
        /// Four equal winds as first discards abort (四風連打).
        abort_suufon: bool = true;
            also ["abortive_draw", "abortive_draws", "abort", "aborts", "tochuu_ryuukyoku", "suufon", "suufon_renda", "four_winds"];
            needs [
                { r.players != 3 || !r.abort_suufon, players => FOUR, "false" },
            ]; idle [],
        /// Four riichi abort (四家立直).
        abort_suucha: bool = true;
            also ["abortive_draw", "abortive_draws", "abort", "aborts", "tochuu_ryuukyoku", "suucha", "suucha_riichi", "four_riichi"];
            needs [
                { r.players != 3 || !r.abort_suucha, players => FOUR, "false" },
            ]; idle [NO_RIICHI],
        /// Four kans by two or more players abort (四槓散了).
        abort_suukan: bool = true;
            also ["abortive_draw", "abortive_draws", "abort", "aborts", "tochuu_ryuukyoku", "suukan", "suukan_sanra", "suukaikan", "four_kans"];
            idle [
                { r.max_kans < 4 => "has no effect: there are never four kans (`max_kans` below 4)" },
            ],
        /// A riichi declared with the discard that aborts by four winds or four kans pays its stick.
        abort_last_riichi_stick: bool = false;
            idle [
                NO_RIICHI,
                { !r.abort_suufon && !four_kans_abort(r) => "has no effect: neither four winds nor four kans abort (`abort_suufon`, `abort_suukan`)" },
            ],
        /// Kans that may be made in one kyoku, by all players together.
        max_kans: u8 = 4; "0 to 4"; fits r.max_kans <= 4; idle [],
        /// Kokushi musou may ron the tile of an ankan.
        kokushi_robs_ankan: bool = false; also ["kokushi_ankan"]; idle [NO_KANS],
        /// Passing a complete shape without a yaku makes furiten too.
        furiten_pass_noyaku: bool = true; idle [],
        /// A kind held four times in the closed hand is not a wait.
        karaten_closed4: bool = true; idle [],
        /// A kind held four times in the closed hand and one's own melds together is not a wait either.
        karaten_melds: bool = false;
            needs [
                { r.karaten_closed4 || !r.karaten_melds, karaten_closed4 => "four in the closed hand are a case of four in hand and melds", "false", karaten_closed4 "true" },
            ]; idle [],
        /// What discarding only terminals and honors pays at an exhaustive draw (流し満貫).
        nagashi: enum Nagashi {
            /// Nothing.
            Off,
            /// As a mangan by tsumo.
            Mangan,
            /// As a yakuman by tsumo.
            Yakuman,
        } = Nagashi::Mangan; also ["nagashi_mangan"]; idle [],
        /// Nagashi is paid with honba, and takes the sticks.
        nagashi_takes_honba: bool = false;
            needs [
                { !r.nagashi_takes_honba || r.nagashi != Nagashi::Off, nagashi => "", "false", nagashi "Mangan | Yakuman" },
            ]; idle [],
        /// What noten players pay at an exhaustive draw.
        noten: Noten = Noten::Pool(3_000);
            "{ Pool = points } | { PerPair = points } | { PerNoten = points }, 0 to 1000000, multiples of 600 (three players: 200), PerPair of 100";
            also ["noten_penalty", "noten_bappu", "tenpai_payment"];
            needs [
                { is_noten(r), players => "" },
            ]; idle [],
        /// Points per honba added to a ron.
        honba_ron: i32 = 300; "a multiple of 100, 0 to 10000"; also ["honba"]; fits is_stake(r.honba_ron); idle [],
        /// Points per honba added to each share of a tsumo.
        honba_tsumo_each: i32 = 100; "a multiple of 100, 0 to 10000"; also ["honba", "tsumo"]; fits is_stake(r.honba_tsumo_each);
            idle [],
        /// Who pays the share of the absent fourth player at a tsumo.
        sanma_tsumo: enum SanmaTsumo {
            /// Nobody (ツモ損).
            Loss,
            /// Both payers, half of it each.
            SplitNorth,
            /// The whole value is paid in equal parts.
            SplitEven,
        } = SanmaTsumo::Loss; "Loss | SplitNorth | SplitEven (three players)"; also ["tsumo", "tsumo_loss", "tsumozon"]; players 3;
            idle [],
        /// Yakuman whose last exposed set makes its feeder liable (包).
        pao: PaoSet = PaoSet::of(&[PaoYakuman::Daisangen, PaoYakuman::Daisuushi]); also ["sekinin_barai", "liability"]; idle [],
        /// What the liable seat pays for.
        pao_scope: enum PaoScope {
            /// The whole hand.
            WholeHand,
            /// Only the yakuman it fed.
            YakumanOnly,
        } = PaoScope::WholeHand;
            idle [
                { r.pao.is_empty() => "has no effect: nobody is liable for a yakuman (`pao` = [])" },
            ],
        /// Who pays the honba of a hand with a liable seat. Pao: that seat; Discarder: the discarder, at a tsumo everybody; DiscarderAtRon: the discarder at a ron, that seat at a tsumo.
        pao_honba: enum PaoHonba {
            /// The liable seat.
            Pao,
            /// The discarder (at a tsumo: everybody).
            Discarder,
            /// The discarder at a ron, the liable seat at a tsumo.
            DiscarderAtRon,
        } = PaoHonba::Pao; idle [NO_LIABILITY],
        /// What a liable seat pays for a tsumo with three players.
        pao_tsumo_3p: enum PaoTsumo3p {
            /// What the two payers would have paid together.
            SumOfShares,
            /// As much as for a ron.
            FullRon,
        } = PaoTsumo3p::SumOfShares; "SumOfShares | FullRon (three players)"; players 3; idle [NO_LIABILITY],
        /// Whoever fed a daiminkan pays the whole of a rinshan tsumo that follows (大明槓の責任払い).
        rinshan_daiminkan_pao: bool = false; also ["daiminkan_pao"]; idle [NO_KANS],
        /// 30 fu 4 han and 60 fu 3 han are a mangan (切り上げ満貫).
        kiriage: bool = false; also ["kiriage_mangan"]; idle [NO_LIMITS],
        /// What thirteen han or more are worth.
        kazoe: enum Kazoe {
            /// A sanbaiman.
            Off,
            /// A yakuman (数え役満).
            Yakuman,
        } = Kazoe::Yakuman; also ["kazoe_yakuman", "counted_yakuman"]; idle [NO_LIMITS],
        /// Yakuman patterns that count twice.
        double_yakuman: DoubleYakumanSet = DoubleYakumanSet::EMPTY; idle [ONE_YAKUMAN],
        /// Several yakuman in one hand add up; otherwise the greatest counts.
        yakuman_stack: bool = true; also ["multiple_yakuman"]; idle [ONE_YAKUMAN],
        /// Highest multiple of a yakuman that is paid; None: no limit.
        max_yakuman: Option<u8> = None; "a whole number, 1 or more, or \"None\""; fits r.max_yakuman != Some(0);
            idle [
                { !r.yakuman_stack && r.double_yakuman.is_empty() => "has no effect: no hand counts more than one yakuman (`yakuman_stack` = false, `double_yakuman` = [])" },
            ],
        /// For the yakuman tenhou (天和, not the site) any of the fourteen tiles may count as the winning tile.
        tenhou_best_of_14: bool = false; idle [],
        /// Fu of a pair that is both seat and round wind.
        double_wind_pair_fu: u8 = 4; "2 | 4"; also ["double_wind_pair", "double_wind"]; fits matches!(r.double_wind_pair_fu, 2 | 4);
            idle [],
        /// The two fu of a tsumo also count for a rinshan tsumo.
        rinshan_tsumo_fu: bool = true;
            idle [
                { r.max_kans == 0 && r.kita != Kita::Nukidora => "has no effect: there are no replacement draws (`max_kans` = 0)" },
            ],
        /// An open hand of 20 fu counts 30.
        open_pinfu_30: bool = true; idle [],
        /// Pinfu holds with tsumo, at 20 fu.
        pinfu_tsumo: bool = true; also ["tsumo", "tsumo_pinfu", "pinzumo"]; idle [],
        /// What a ron before one's first draw is worth (人和).
        renhou: enum Renhou {
            /// Nothing.
            Off,
            /// A yaku of five han, which add up with other yaku and dora.
            Mangan,
            /// A mangan, neither more nor less: yaku and dora count instead of it where they are worth more.
            FlatMangan,
            /// A yakuman.
            Yakuman,
        } = Renhou::Off; idle [],
        /// Local yaku that are played.
        local_yaku: LocalYakuSet = LocalYakuSet::EMPTY; also ["old_yaku", "koyaku"]; idle [],
        /// Kanburi also counts after setting a north aside.
        kanburi_after_kita: bool = false; "true | false (three players)"; players 3;
            needs [
                { !r.kanburi_after_kita || r.kita == Kita::Nukidora && r.local_yaku.has(LocalYaku::Kanburi), local_yaku, kita => "it needs Kanburi in `local_yaku` and `kita` = Nukidora", "false" },
            ]; idle [],
        /// Norths set aside count as the wind of uumensai.
        uumensai_counts_kita: bool = false; "true | false (three players)"; players 3;
            needs [
                { !r.uumensai_counts_kita || r.kita == Kita::Nukidora && r.local_yaku.has(LocalYaku::Uumensai), local_yaku, kita => "it needs Uumensai in `local_yaku` and `kita` = Nukidora", "false" },
            ]; idle [],
        /// Wins that end a kyoku; before, it goes on without the winners.
        wins_per_hand: u8 = 1; "1 | 2 | 3; more than 1 for four players without honba and renchan"; logs false;
            fits (1..=3).contains(&r.wins_per_hand);
            needs [
                { r.wins_per_hand <= 1 || r.players == 4, players => FOUR, "1" },
                { r.wins_per_hand <= 1 || r.renchan == Renchan::None && r.honba_ron == 0 && r.honba_tsumo_each == 0, renchan, honba_ron, honba_tsumo_each => "with several wins there is no renchan and no honba (`renchan` = None, `honba_ron` = 0, `honba_tsumo_each` = 0)", "1" },
            ]; idle [],
        /// Tiles each player passes on before the first draw.
        exchange_tiles: u8 = 0; "0 to 3; more than 0 for four players"; logs false;
            fits usize::from(r.exchange_tiles) <= MAX_EXCHANGE_TILES;
            needs [
                { r.exchange_tiles == 0 || r.players == 4, players => FOUR, "0" },
            ]; idle [],
        /// Where the exchanged tiles go.
        exchange_dir: enum ExchangeDir {
            /// Next, across or previous seat: one direction for all, equal odds.
            Random3,
            /// Any permutation in which no player gets their own tiles back, equal odds.
            RandomDerangement,
            /// Always the next seat.
            Fixed,
        } = ExchangeDir::Random3;
            needs [
                { r.exchange_tiles > 0 || r.exchange_dir == ExchangeDir::Random3, exchange_tiles => EXCHANGE, "Random3", exchange_tiles "1 to 3" },
            ]; idle [],
        /// Tiles the dealer picks from for the exchange: before or after the first draw.
        exchange_pool: u8 = 13; "13 | 14"; fits matches!(r.exchange_pool, 13 | 14);
            needs [
                { r.exchange_tiles > 0 || r.exchange_pool == 13, exchange_tiles => EXCHANGE, "13", exchange_tiles "1 to 3" },
            ]; idle [],
        /// A robbed kan stands, and its player draws a replacement.
        chankan_keeps_kan: bool = false;
            needs [
                { r.wins_per_hand > 1 || !r.chankan_keeps_kan, wins_per_hand => GOES_ON, "false" },
            ]; idle [NO_KANS],
        /// What becomes of a riichi whose tile is ronned.
        riichi_on_ronned_tile: enum RiichiOnRonnedTile {
            /// No riichi, no stick.
            Fails,
            /// It stands if the player still has the points after paying.
            StandsIfAfford,
        } = RiichiOnRonnedTile::Fails;
            needs [
                { r.wins_per_hand > 1 || r.riichi_on_ronned_tile == RiichiOnRonnedTile::Fails, wins_per_hand => GOES_ON, "Fails" },
            ]; idle [NO_RIICHI],
        /// When four kans abort a kyoku that goes on after a win.
        shura_suukan_abort: enum ShuraSuukanAbort {
            /// At once after the win.
            Immediate,
            /// After the next discard that nobody wins on.
            AfterDiscard,
        } = ShuraSuukanAbort::Immediate;
            needs [
                { r.wins_per_hand > 1 || r.shura_suukan_abort == ShuraSuukanAbort::Immediate, wins_per_hand => GOES_ON, "Immediate" },
            ];
            idle [
                { !four_kans_abort(r) => "has no effect: four kans abort no kyoku (`abort_suukan`, `max_kans`)" },
            ],
        /// What an abortive draw does to the honba.
        abort_keeps_honba: enum AbortKeepsHonba {
            /// One more.
            Plus1,
            /// Back to 0.
            Reset0,
        } = AbortKeepsHonba::Plus1;
            idle [
                { r.wins_per_hand > 1 => "has no effect: where several win in a kyoku there are no honba (`wins_per_hand` above 1)" },
                { r.wins_per_hand == 1 && !aborts(r) => "has no effect: nothing aborts a kyoku (`abort_kyuushu` and its like, `triple_ron_abort`)" },
            ],
        /// A yaku that only some of the waits give is enough for those (後付け).
        atozuke: bool = true; idle [],
        /// A tenpai hand without a yaku counts as tenpai at the draw (形式テンパイ).
        keishiki_tenpai: bool = true; also ["keiten"]; idle [],
        /// Riichi may be declared in furiten.
        furiten_riichi: bool = true; idle [NO_RIICHI],
        /// Riichi may be declared when every waited tile is visible.
        karaten_riichi: bool = true; idle [NO_RIICHI],
        /// What ends a same-turn furiten.
        furiten_clear: enum FuritenClear {
            /// One's own next discard.
            OwnDiscard,
            /// One's own next draw or call.
            NextDraw,
        } = FuritenClear::OwnDiscard; idle [],
        /// Who gets the honba and the sticks when several players win.
        multi_ron_pot: enum MultiRonPot {
            /// The winner nearest after the discarder (上家取り).
            Nearest,
            /// Every winner his honba; the sticks are shared.
            Split,
            /// Every winner his honba and the stick of his own riichi; the other sticks go to the nearest.
            OwnSticks,
            /// Every winner his honba; the sticks go to the nearest.
            HonbaToAll,
        } = MultiRonPot::Nearest;
            idle [
                { r.multi_ron == MultiRon::HeadBump => "has no effect: only one player wins on a discard (`multi_ron` = HeadBump)" },
            ],
        /// A kokushi tenpai that lets the tile of an ankan pass becomes furiten.
        ankan_pass_furiten: bool = true;
            idle [
                NO_KANS,
                { !r.kokushi_robs_ankan => "has no effect: no ankan can be ronned (`kokushi_robs_ankan` = false)" },
            ],
        /// Three players robbing one kan is an abortive draw too, where three rons are.
        sanchahou_on_chankan: bool = true;
            idle [
                NO_KANS,
                { !r.triple_ron_abort => "has no effect: three rons do not abort (`triple_ron_abort` = false)" },
            ],
        /// No hand is capped: neither mangan nor any other limit (青天井).
        aotenjou: bool = false; inert "false"; also ["no_limit"]; idle [],
        /// Bonus by placement with one, two and three players at or above `reference_points`, in place of `uma`.
        floating_uma: Option<[[i32; 4]; 3]> = None;
            "three lists of four whole numbers that sum to zero, such as \
            [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]], or \"None\"; the last of each and the third list are 0 for \
            three players"; inert "\"None\""; idle [],
        /// Points of the score that each point of `uma` and `floating_uma` is worth: 500 makes halves.
        uma_unit: i32 = 1_000; "100 | 500 | 1000"; inert "1000"; fits matches!(r.uma_unit, 100 | 500 | 1_000);
            idle [
                { !has_uma(r) => "has no effect: there is no uma" },
            ],
        /// Final points that a player whose score ends the match (`tobi`) pays to the winner who took the points (飛び賞).
        tobi_prize: i32 = 0; "a whole number from 0 to 1000; more than 0 needs tobi"; inert "0"; also ["bust_prize"]; column prizes;
            fits (0..=1_000).contains(&r.tobi_prize);
            needs [
                { r.tobi_prize == 0 || r.tobi != Tobi::Off, tobi => "no score ends the match", "0", tobi "Below0 | AtOrBelow0" },
            ]; idle [],
        /// Final points that a player who won no kyoku of the match pays to each player who won one (焼き鳥).
        yakitori: i32 = 0; "a whole number from 0 to 1000"; inert "0"; logs false; column yakitori;
            fits (0..=1_000).contains(&r.yakitori); idle [],
        /// What a winner gets chips for, from the discarder or at a tsumo from everybody (祝儀).
        chips: ChipSet = ChipSet::EMPTY; inert "[]"; also ["shuugi", "shugi"]; logs false; column chips;
            needs [
                { !(r.chips.has(Chip::RedFives) && r.chips.has(Chip::ClosedRedFives)) => "red fives of a closed hand would count twice", "either RedFives or ClosedRedFives, or neither" },
            ];
            idle [
                { r.chips.has(Chip::Ippatsu) && !r.ippatsu => "plays like a list without Ippatsu, which is not played (`ippatsu` = false)" },
                { r.chips.has(Chip::Ura) && !r.dora_ura => "plays like a list without Ura: there are no ura dora (`dora_ura` = false)" },
                { (r.chips.has(Chip::RedFives) || r.chips.has(Chip::ClosedRedFives)) && r.red_fives == [0; 3] => "plays like a list without red fives: there are none (`red_fives` = [0, 0, 0])" },
            ],
        /// Points of the score that a chip is worth in the final points: 2000 is 2 final points.
        chip_value: i32 = 2_000; "a multiple of 100, 100 to 100000"; inert "2000";
            fits (100..=100_000).contains(&r.chip_value) && r.chip_value % 100 == 0;
            idle [
                { r.chips.is_empty() => "has no effect: nobody gets chips (`chips` = [])" },
            ],
        /// The player at whose wall the deal begins, by dice, is paid and pays double for wins (割れ目).
        wareme: bool = false; inert "false"; logs false; column wareme; idle [],
        /// The deal passes after an abortive draw; otherwise the dealer keeps it.
        abort_passes_deal: bool = false; inert "false";
            idle [
                { !aborts(r) => "has no effect: nothing aborts a kyoku (`abort_kyuushu` and its like, `triple_ron_abort`)" },
            ],
        /// The match ends after so many kyoku, repeats included; None: no such limit.
        max_kyoku: Option<u16> = None; "a whole number, 1 or more, or \"None\""; inert "\"None\""; logs false;
            fits r.max_kyoku != Some(0); idle [],
        /// Riichi may be declared with the hand laid open, for a han more (オープン立直).
        open_riichi: enum OpenRiichi {
            /// It cannot be declared.
            Off,
            /// It is worth a han more.
            Han,
            /// It is worth a han more, and a yakuman by ron on the tile of a player not in riichi.
            Yakuman,
        } = OpenRiichi::Off; inert "\"Off\""; logs false; column open_riichi; idle [],
        /// Yaku of riichi mahjong that are not played.
        without_yaku: WithoutYaku = WithoutYaku(YakuSet::EMPTY);
            "a list of names of yaku, such as [\"pinfu\", \"chiitoitsu\"]; riichi and double_riichi are always played, local yaku have `local_yaku`";
            inert "[]"; idle [],
        /// Yaku of one's own: one [[yaku]] each, with a name, a worth and conditions.
        yaku: WrittenYakuList = WrittenYakuList::NONE; "a list of tables, at most 64"; inert "[]"; idle [],
    }
}
