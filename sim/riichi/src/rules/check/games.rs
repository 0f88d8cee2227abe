//! Checks of rules that only some games have: three players, an exchange of tiles, several wins in a kyoku.

use super::findings::{Findings, range, word};
use crate::rules::{
    ExchangeDir, Kita, MAX_EXCHANGE_TILES, MultiRon, Renchan, RiichiOnRonnedTile, RiichiRules,
    ShuraSuukanAbort,
};
use crate::scoring::own::Limits;

/// What a rule of four players needs.
const FOUR: &str = "it needs four players";

/// rules that three players do not have.
pub(super) fn three_players(r: &RiichiRules, found: &mut Findings) {
    let four = r.players != 3;
    found.only(four || !r.chii, &["chii", "players"], "three players do not chi", "false");
    found.only(
        four || r.dora_wrap_1m9m,
        &["dora_wrap_1m9m", "players"],
        "three players have no 2m to 8m",
        "true",
    );
    found.only(four || !r.abort_suufon, &["abort_suufon", "players"], FOUR, "false");
    found.only(four || !r.abort_suucha, &["abort_suucha", "players"], FOUR, "false");
    found.only(four || !r.triple_ron_abort, &["triple_ron_abort", "players"], FOUR, "false");
    let paid = four || r.multi_ron != MultiRon::Triple;
    found.only(paid, &["multi_ron", "players"], FOUR, "HeadBump | Double");
}

/// a yaku of the file that no win can have.
pub(super) fn own_yaku(r: &RiichiRules, found: &mut Findings) {
    if let Some((yaku, why)) = r.yaku.first_impossible(&Limits::of(r)) {
        let why = format!("no hand can have the yaku `{}`: {why}", yaku.name);
        found.require(false, &["yaku", "players"], hyakuman_core::kept(&why), [("yaku", None)]);
    }
}

///
pub(super) fn kita(r: &RiichiRules, found: &mut Findings) {
    const KITA: &str = "it needs `kita` = Nukidora";
    let plays = r.kita == Kita::Nukidora;
    found.only(plays || !r.kita_after_pon, &["kita_after_pon", "kita"], KITA, "false");
    found.only(plays || !r.kita_ron, &["kita_ron", "kita"], KITA, "false");
    found.only(plays || !r.kita_breaks_nagashi, &["kita_breaks_nagashi", "kita"], KITA, "false");
    found.require(
        !r.kita_ron_chankan || r.kita_ron,
        &["kita_ron_chankan", "kita_ron"],
        "it is a case of `kita_ron`",
        [("kita_ron_chankan", word("false")), ("kita_ron", word("true"))],
    );
}

///
pub(super) fn exchange(r: &RiichiRules, found: &mut Findings) {
    const EXCHANGE: &str = "it needs `exchange_tiles` above 0";
    let exchanges = r.exchange_tiles > 0;
    let some = || ("exchange_tiles", range(1, MAX_EXCHANGE_TILES as u8));
    found.only(!exchanges || r.players == 4, &["exchange_tiles", "players"], FOUR, "0");
    found.require(
        exchanges || r.exchange_dir == ExchangeDir::Random3,
        &["exchange_dir", "exchange_tiles"],
        EXCHANGE,
        [("exchange_dir", word("Random3")), some()],
    );
    found.require(
        exchanges || r.exchange_pool == 13,
        &["exchange_pool", "exchange_tiles"],
        EXCHANGE,
        [("exchange_pool", word("13")), some()],
    );
}

///
pub(super) fn several_wins(r: &RiichiRules, found: &mut Findings) {
    const GOES_ON: &str = "play goes on after a ron only with `wins_per_hand` above 1";
    let several = r.wins_per_hand > 1;
    found.only(!several || r.players == 4, &["wins_per_hand", "players"], FOUR, "1");
    found.only(
        !several || r.renchan == Renchan::None && r.honba_ron == 0 && r.honba_tsumo_each == 0,
        &["wins_per_hand", "renchan", "honba_ron", "honba_tsumo_each"],
        "with several wins there is no renchan and no honba (`renchan` = None, `honba_ron` = 0, `honba_tsumo_each` = 0)",
        "1",
    );
    let one = several || !r.chankan_keeps_kan;
    found.only(one, &["chankan_keeps_kan", "wins_per_hand"], GOES_ON, "false");
    let fails = several || r.riichi_on_ronned_tile == RiichiOnRonnedTile::Fails;
    found.only(fails, &["riichi_on_ronned_tile", "wins_per_hand"], GOES_ON, "Fails");
    let at_once = several || r.shura_suukan_abort == ShuraSuukanAbort::Immediate;
    found.only(at_once, &["shura_suukan_abort", "wins_per_hand"], GOES_ON, "Immediate");
}
