//! Values winning hands of the riichi family.

use super::request::{MeldText, Request, Sort};
use super::win_value::WinValue;
use super::{FamilyScorer, Score, Scored, checks};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::{Hand, Kind, KindSet, Meld, RelSeat, Tile, eval};
use hyakuman_riichi::rules::{Kita, RiichiRules};
use hyakuman_riichi::score::{Course, DoraCount, HandValue, Win, WinFlags, han_of, value, yakuman_multiple};
use hyakuman_riichi::settle::{hand_points, win_deltas};
use hyakuman_riichi::written_yaku::Counted;
use hyakuman_riichi::{Riichi, Standard, Variant};

/// Scores hands under the rules of one riichi ruleset.
pub(super) struct RiichiScorer {
    rules: RiichiRules,
}

/// Dora of a hand by type. The number of indicators is not limited, so neither are the counts.
struct Dora {
    dora: u32,
    ura: u32,
    aka: u8,
    nuki: u8,
}

impl Dora {
    fn total(&self) -> u32 {
        self.dora + self.ura + u32::from(self.aka) + u32::from(self.nuki)
    }

    /// The counts limited to the range of the engine, 255; more than thirteen dora do not change the value.
    fn capped(&self) -> DoraCount {
        let [dora, ura] = [self.dora, self.ura].map(|count| u8::try_from(count).unwrap_or(u8::MAX));
        DoraCount { dora, ura, aka: self.aka, nuki: self.nuki }
    }
}

impl<const N: usize> Scored for Riichi<N> {
    fn scorer(rules: &Self::Rules) -> Box<dyn FamilyScorer> {
        Box::new(RiichiScorer { rules: rules.clone() })
    }
}

impl FamilyScorer for RiichiScorer {
    fn score(&self, text: &str) -> Result<Score, String> {
        let request = Request::parse(text)?;
        let melds = self.melds(&request)?;
        self.check_tiles(&request, &melds)?;
        self.check_circumstances(&request, &melds)?;
        Ok(self.answer(&request, &melds))
    }
}

impl RiichiScorer {
    fn melds(&self, request: &Request) -> Result<Vec<Meld>, String> {
        if request.melds.iter().any(|meld| meld.sort == Sort::Chi) && !self.rules.chii {
            return Err("there is no chi in this ruleset".to_owned());
        }
        request.melds.iter().map(meld).collect()
    }

    fn check_tiles(&self, request: &Request, melds: &[Meld]) -> Result<(), String> {
        checks::count(request, melds)?;
        if !request.nuki.is_empty() && self.rules.kita != Kita::Nukidora {
            return Err("no norths are set aside in this ruleset: leave out `nuki`".to_owned());
        }
        let indicators = request.dora.iter().chain(&request.ura);
        let inapplicable = all_tiles(request, melds)
            .chain(indicators.copied())
            .find(|tile| self.rules.players == 3 && !KindSet::SANMA.has(tile.kind()));
        if let Some(tile) = inapplicable {
            return Err(format!("`{tile}` is not in play in this ruleset"));
        }
        checks::copies(owned(request, melds))
    }

    fn check_circumstances(&self, request: &Request, melds: &[Meld]) -> Result<(), String> {
        checks::seats(request, self.rules.players)?;
        checks::riichi(request, melds)?;
        checks::discarder(request)
    }

    fn answer(&self, request: &Request, melds: &[Meld]) -> Score {
        let hand = request.whole_hand();
        let dora = self.dora(request, melds);
        let win = win(request, &hand, melds, dora.capped(), self.rules.players);
        match value(&self.rules, &win) {
            Some(value) => Score::Win(self.win_value(request, melds, &value, dora.total())),
            None => Score::none(self.why_not(&hand, melds)),
        }
    }

    fn why_not(&self, hand: &Hand, melds: &[Meld]) -> String {
        match (eval::is_agari(hand, melds.len() as u8), self.rules.han_shibari) {
            (false, _) => "not a complete hand".to_owned(),
            (true, 0 | 1) => "no yaku".to_owned(),
            (true, han) => format!("less than {han} han without dora"),
        }
    }

    /// Dora by type. Ura count only with riichi.
    fn dora(&self, request: &Request, melds: &[Meld]) -> Dora {
        let copies = |indicator: &Tile| {
            let dora = Standard::dora_of(&self.rules, indicator.kind());
            owned(request, melds).filter(|tile| Some(tile.kind()) == dora).count() as u32
        };
        let open = (0..).zip(&request.dora).filter(|&(i, _)| self.rules.indicator_counts(i).0);
        let under = (0..).zip(&request.ura).filter(|&(i, _)| self.rules.indicator_counts(i).1);
        Dora {
            dora: open.map(|(_, indicator)| copies(indicator)).sum(),
            ura: under.filter(|_| request.riichi > 0).map(|(_, indicator)| copies(indicator)).sum(),
            aka: all_tiles(request, melds).filter(|&tile| self.is_aka(tile)).count() as u8,
            nuki: request.nuki.len() as u8,
        }
    }

    /// Whether it is a red five of a suit that has red fives under these rules; otherwise it is a plain five.
    fn is_aka(&self, tile: Tile) -> bool {
        tile.is_red() && self.rules.red_fives[tile.kind().suit() as usize] > 0
    }

    fn win_value(&self, request: &Request, melds: &[Meld], value: &HandValue, dora: u32) -> WinValue {
        let closed = !melds.iter().any(Meld::is_open);
        let counted = |yaku| match value.yakuman {
            0 => u32::from(han_of(yaku, closed)),
            _ => yakuman_multiple(&self.rules, yaku).into(),
        };
        let hand = Counted { yaku: value.yaku, closed, dora, total: value.han.into() };
        let own = self.rules.yaku.worths(value.own_yaku, &hand);
        let own = own.into_iter().map(|(yaku, worth)| (yaku.slug, worth));
        let ordinary = value.yakuman == 0;
        let (points, deltas) = match self.rules.players {
            3 => self.paid::<3>(request, value),
            _ => self.paid::<4>(request, value),
        };
        let yaku: Vec<_> = value.yaku.iter().map(|yaku| (yaku.slug(), counted(yaku))).chain(own).collect();
        let of_yaku = yaku.iter().map(|(_, han)| han).sum::<u32>();
        // Dora have no value if they are not part of the han. The engine counts no further than 255.
        let han = match (value.yaku_han, value.han == value.yaku_han) {
            (u8::MAX, _) => of_yaku + dora,
            (_, true) => u32::from(value.han),
            (of_yaku, false) => u32::from(value.han).max(u32::from(of_yaku) + dora),
        };
        WinValue {
            agari: true,
            yaku,
            dora,
            han: ordinary.then_some(han),
            fu: ordinary.then_some(value.fu),
            yakuman: value.yakuman,
            limit: value.limit.slug(),
            points,
            deltas,
        }
    }

    /// Points of the hand, and the change of every score.
    fn paid<const N: usize>(&self, request: &Request, value: &HandValue) -> (i32, Vec<i32>) {
        let (won, stakes) = (request.won_by(), request.stakes(N));
        let deltas: [i32; N] = win_deltas(&self.rules, value, &won, &stakes);
        (hand_points::<N>(&self.rules, value, &won, &stakes), deltas.to_vec())
    }
}

/// The win of a request, whose whole hand and melds these are.
pub(super) fn win<'a>(
    request: &Request,
    hand: &'a Hand,
    melds: &'a [Meld],
    dora: DoraCount,
    players: u8,
) -> Win<'a> {
    Win {
        hand,
        melds,
        tile: request.win.kind(),
        tsumo: request.is_tsumo(),
        seat_wind: request.seat.kind(),
        round_wind: request.round.kind(),
        flags: flags(request),
        dora,
        course: course(request, players),
    }
}

/// The course of the kyoku before the win.
fn course(request: &Request, players: u8) -> Course {
    let from = request.won_by().from.map(|from| from.seen_from(request.seat.seat(), players.into()));
    Course {
        discards: request.discards,
        outside_only: request.outside_discards,
        left: request.left,
        honba: request.honba,
        from,
    }
}

fn flags(request: &Request) -> WinFlags {
    let tsumo = request.is_tsumo();
    WinFlags::NONE
        .with_if(WinFlags::RIICHI, request.riichi == 1)
        .with_if(WinFlags::DOUBLE_RIICHI, request.riichi == 2)
        .with_if(WinFlags::OPEN_RIICHI, request.open_riichi)
        .with_if(WinFlags::SASHIKOMI, request.open_riichi && !request.from_riichi && !tsumo)
        .with_if(WinFlags::IPPATSU, request.ippatsu)
        .with_if(WinFlags::RINSHAN, request.rinshan)
        .with_if(WinFlags::CHANKAN, request.chankan)
        .with_if(WinFlags::HAITEI, request.last_tile && tsumo)
        .with_if(WinFlags::HOUTEI, request.last_tile && !tsumo)
        .with_if(WinFlags::FIRST_TURN, request.first_turn)
        .with_if(WinFlags::RIICHI_TILE, request.riichi_tile && !tsumo)
        .with_if(WinFlags::AFTER_KAN, request.after_kan && !tsumo)
        .with_if(WinFlags::AFTER_NUKI, request.after_nuki && !tsumo)
}

/// Hand, winning tile and melds.
pub(super) fn all_tiles<'a>(request: &'a Request, melds: &'a [Meld]) -> impl Iterator<Item = Tile> + 'a {
    let concealed = request.hand.iter().chain([&request.win]).copied();
    concealed.chain(melds.iter().flat_map(|meld| meld.tiles().iter().copied()))
}

/// The same, and the tiles set aside.
pub(super) fn owned<'a>(request: &'a Request, melds: &'a [Meld]) -> impl Iterator<Item = Tile> + 'a {
    all_tiles(request, melds).chain(request.nuki.iter().copied())
}

/// A meld of these tiles in any order; the seat it was called from does not affect the value.
pub(super) fn meld(text: &MeldText) -> Result<Meld, String> {
    let mut tiles = text.tiles.clone();
    tiles.sort_by_key(|tile| tile.kind());
    let from = RelSeat::new(3);
    let same = tiles.iter().all(|tile| tile.kind() == tiles[0].kind());
    match (text.sort, tiles.as_slice()) {
        (Sort::Chi, &[a, b, c]) if is_run(a.kind(), b.kind(), c.kind()) => Ok(Meld::chi(a, [b, c], from)),
        (Sort::Pon, &[a, b, c]) if same => Ok(Meld::pon(a, [b, c], from)),
        (Sort::Minkan, &[a, b, c, d]) if same => Ok(Meld::daiminkan(a, [b, c, d], from)),
        (Sort::Kakan, &[a, b, c, d]) if same => Ok(Meld::pon(a, [b, c], from).with_added(d)),
        (Sort::Ankan, &[a, b, c, d]) if same => Ok(Meld::ankan([a, b, c, d])),
        (sort, tiles) => {
            let shape = match sort {
                Sort::Chi => "three tiles in a row of one suit",
                Sort::Pon => "three tiles of a kind",
                _ => "four tiles of a kind",
            };
            let found: Vec<String> = tiles.iter().map(Tile::to_string).collect();
            let name = format!("{sort:?}").to_lowercase();
            Err(format!("malformed meld: {name} is {shape}, found [{}]", excerpt(&found.join(", "))))
        }
    }
}

fn is_run(a: Kind, b: Kind, c: Kind) -> bool {
    let in_a_row = b.code() == a.code() + 1 && c.code() == a.code() + 2;
    !a.is_honor() && a.suit() == c.suit() && in_a_row
}

#[cfg(test)]
mod tests {
    use super::super::request::Request;
    use super::super::tests::{answered, under};
    use super::flags;
    use hyakuman_riichi::score::WinFlags;

    /// A win that has them all, by ron and by tsumo, in riichi and in double riichi.
    #[test]
    fn every_circumstance_has_a_key() {
        let whole = |by: &str, riichi: u8| {
            let won = format!(
                r#"{{"hand":[],"win":"1m","seat":"S","round":"E","by":"{by}","from":"E","riichi":{riichi},"#
            );
            let keys = [
                "open_riichi",
                "ippatsu",
                "rinshan",
                "chankan",
                "last_tile",
                "first_turn",
                "riichi_tile",
                "after_kan",
                "after_nuki",
            ];
            let keys = keys.map(|key| format!("\"{key}\":true")).join(",");
            flags(&Request::parse(&format!("{won}{keys}}}")).unwrap())
        };
        let found = [whole("ron", 1), whole("ron", 2), whole("tsumo", 1)];
        assert_eq!(found.into_iter().fold(WinFlags::NONE, WinFlags::with), WinFlags::ALL);
    }

    const EXAMPLE: &str = r#"{"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z",
        "melds":[{"type":"pon","tiles":["7z","7z","7z"]}],"by":"ron","from":"W","seat":"S","round":"E","riichi":0,
        "ippatsu":false,"rinshan":false,"chankan":false,"last_tile":false,"first_turn":false,
        "dora":["1m"],"ura":[],"nuki":0,"honba":1,"kyotaku":1}"#;

    /// The answer to a hand as JSON, or the error.
    fn score(rules: &str, text: &str) -> String {
        answered(rules, &[], text)
    }

    /// A closed hand with other fields.
    fn closed(hand: &str, rest: &str) -> String {
        let tiles: Vec<String> = hand.split(' ').map(|tile| format!("\"{tile}\"")).collect();
        let (win, hand) = tiles.split_last().expect("tiles");
        format!(r#"{{"hand":[{}],"win":{win},"seat":"S","round":"E",{rest}}}"#, hand.join(","))
    }

    #[test]
    fn the_documented_example() {
        let expected = concat!(
            r#"{"agari":true,"yaku":[["haku",1],["chun",1]],"dora":2,"han":4,"fu":30,"yakuman":0,"#,
            r#""limit":null,"points":7700,"deltas":[0,9000,-8000,0]}"#
        );
        assert_eq!(score("tenhou", EXAMPLE), expected);
        assert_eq!(score("mahjongsoul", EXAMPLE), expected);
    }

    #[test]
    fn yakuman_have_no_han_and_no_fu() {
        let kokushi = closed("1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 1m", r#""by":"ron","from":"E""#);
        let single =
            r#""yaku":[["kokushi_13",1]],"dora":0,"han":null,"fu":null,"yakuman":1,"limit":"yakuman","#;
        assert!(score("tenhou", &kokushi).contains(single));
        let double = r#""yakuman":2,"limit":"yakuman","points":64000,"deltas":[-64000,64000,0,0]"#;
        assert!(score("mahjongsoul", &kokushi).contains(double));
    }

    #[test]
    fn a_hand_without_yaku_or_shape_says_why() {
        let rest = r#""by":"ron","from":"N""#;
        let no_yaku = closed("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2z 2z 1z", rest).replace("\"S\"", "\"W\"");
        let no_yaku = no_yaku.replace("\"E\"", "\"S\"");
        assert_eq!(score("tenhou", &no_yaku), r#"{"agari":false,"reason":"no yaku"}"#);
        let no_shape = closed("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2z 2z 3z", rest);
        assert_eq!(score("tenhou", &no_shape), r#"{"agari":false,"reason":"not a complete hand"}"#);
    }

    #[test]
    fn ura_count_in_riichi_and_the_winner_takes_the_sticks() {
        let hand = "2m 3m 4m 4p 5p 6p 3s 3s 6s 7s 8s 3s 4s 5s";
        let rest = r#""by":"tsumo","dora":["1m"],"ura":["2s","3p"],"honba":2,"kyotaku":3"#;
        let silent = score("tenhou", &closed(hand, rest));
        assert!(silent.contains(r#""dora":1,"han":4,"fu":20"#), "{silent}");
        assert!(silent.contains(r#""points":5200,"deltas":[-2800,8800,-1500,-1500]"#), "{silent}");
        let riichi =
            score("tenhou", &closed(hand, &format!(r#"{rest},"riichi":2,"ippatsu":true,"last_tile":true"#)));
        assert!(riichi.contains(
            r#"[["double_riichi",2],["ippatsu",1],["menzen_tsumo",1],["pinfu",1],["tanyao",1],["haitei",1]]"#
        ));
        assert!(riichi.contains(r#""dora":5,"han":12,"fu":20,"yakuman":0,"limit":"sanbaiman""#), "{riichi}");
    }

    #[test]
    fn red_fives_count_in_the_suits_that_have_some() {
        let hand = closed("2m 3m 4m 4p 0p 6p 2s 2s 3s 4s 0s 6s 7s 8s", r#""by":"tsumo""#);
        for (red_fives, dora) in [("[1,1,1]", 2), ("[1,0,1]", 1), ("[0,1,0]", 1), ("[4,0,0]", 0)] {
            let answer = under("tenhou", &[&format!("red_fives={red_fives}")]).score(&hand).expect("a win");
            let answer = serde_json::to_string(&answer).expect("JSON");
            assert!(
                answer.contains(&format!(r#""dora":{dora},"han":{},"#, 3 + dora)),
                "{red_fives} {answer}"
            );
        }
    }

    /// The notation of `hyakuman hand` is read wherever tiles are.
    #[test]
    fn tiles_are_a_text_or_a_list() {
        let listed = r#"{"hand":["2m","3m","4m","0p","6p","7p","3s","3s","5z","5z"],"win":"5z","melds":[{"type":"pon",
            "tiles":["7z","7z","7z"]}],"by":"tsumo","seat":"S","round":"E","dora":["1m","4p"],"ura":[]}"#;
        let short = r#"{"hand":"234m067p 33s55z","win":"5z","melds":[{"type":"pon","tiles":"777z"}],"by":"tsumo",
            "seat":"S","round":"E","dora":"1m4p","ura":""}"#;
        assert_eq!(score("tenhou", short), score("tenhou", listed));
        assert!(score("tenhou", short).starts_with("{\"agari\":true"));
        for (hand, error) in [
            (short.replace("55z\"", "55\""), "`hand` must be tiles such as"),
            (short.replace("55z", "59z"), "there is no tile `9z`"),
            (
                "123m406p11z56s".to_owned(),
                "these are tiles, but a win is a JSON object with the winning tile",
            ),
        ] {
            assert!(score("tenhou", &hand).contains(error), "{}", score("tenhou", &hand));
        }
    }

    #[test]
    fn bad_hands_are_reported() {
        let hand = "2m 3m 4m 4p 5p 6p 3s 3s 6s 7s 8s 3s 4s 5s";
        let rows = [
            (
                closed("2x 3m", r#""by":"tsumo""#),
                "`hand` must be tiles such as \"5m0p77z\" or [\"5m\", \"0p\", \"7z\", \"7z\"]; \"2x\" is not a tile",
            ),
            (closed("2m 3m", r#""by":"tsumo""#), "expected 14 tiles, found 2"),
            (closed("1m 1m 1m 1m 0m 5m 5m 5m 5m 6m 7m 8m 2m 2m", r#""by":"tsumo""#), "5 copies of `5m`"),
            (closed(hand, r#""by":"tsumo","ippatsu":true"#), "ippatsu without riichi"),
            (closed(hand, r#""by":"tsumo","open_riichi":true"#), "an open riichi without riichi"),
            (
                closed(hand, r#""by":"tsumo","riichi":3"#),
                "`riichi` must be a whole number from 0 to 2, found 3",
            ),
            (closed(hand, r#""by":"tsumo","nuki":1"#), "leave out `nuki`"),
            (closed(hand, r#""by":"tsumo","color":1"#), "there is no key `color`; the keys are hand, win,"),
            (closed(hand, r#""by":"ron""#), "needs `from`"),
            (closed(hand, r#""by":"ron","from":"S""#), "the winner's own seat"),
            (
                closed(hand, r#""by":"ron","from":"X""#),
                "`from` must be \"E\", \"S\", \"W\" or \"N\", found \"X\"",
            ),
            (
                EXAMPLE.replace("\"7z\",\"7z\",\"7z\"", "\"7z\",\"7z\",\"6z\""),
                "malformed meld: pon is three tiles",
            ),
            (EXAMPLE.replace("pon", "chi"), "malformed meld: chi is three tiles in a row"),
            (EXAMPLE.replace("pon", "ankan"), "malformed meld: ankan is four tiles"),
            (EXAMPLE.replace("\"riichi\":0", "\"riichi\":1"), "riichi with an open meld"),
            (
                closed(hand, r#""by":"tsumo","honba":-1"#),
                "`honba` must be a whole number from 0 to 10000, found -1",
            ),
            (
                closed(hand, r#""by":"tsumo","nuki":true"#),
                "`nuki` must be a whole number from 0 to 4, found true",
            ),
            (closed(hand, r#""by":"tsumo","ippatsu":1"#), "`ippatsu` must be true or false, found 1"),
            (closed(hand, r#""by":"draw""#), "`by` must be \"ron\" or \"tsumo\", found \"draw\""),
            (closed(hand, r#""by":"tsumo","by":"ron""#), "`by` is given twice"),
            (EXAMPLE.replace("pon", "kan"), "in `melds`: `type` must be \"chi\", \"pon\""),
            (EXAMPLE.replace("\"win\":\"5z\",", ""), "`win` is missing; it must be a tile such as"),
            (r#"["1m"]"#.to_owned(), "this is not a JSON object `{...}`: [\"1m\"]"),
            (format!("[{}]", EXAMPLE), "this is not a JSON object `{...}`: a list"),
            ("{".to_owned(), "this is not a JSON object: it ends too early"),
            ("{} {}".to_owned(), "this is not one JSON object: there is more text at column 4"),
            ("{hand}".to_owned(), "this is not a JSON object: the text at column 2 does not fit"),
            ("tenhou".to_owned(), "this is not a JSON object: the text at column"),
        ];
        for (text, expected) in rows {
            let found = under("tenhou", &[]).score(&text).expect_err(&text).to_string();
            assert!(found.contains(expected), "{text}\n{found}");
        }
    }

    /// The number of indicators is not checked; many of them are paid as thirteen han.
    #[test]
    fn any_number_of_dora_is_counted() {
        let with = |key: &str, old: &str, n: usize| {
            let shown = vec![r#""6z""#; n].join(",");
            let hand = EXAMPLE.replace(&format!(r#""{key}":{old}"#), &format!(r#""{key}":[{shown}]"#));
            let super::Score::Win(win_value) = under("tenhou", &[]).score(&hand).expect("a win") else {
                panic!("{hand}")
            };
            (win_value.dora, win_value.han, win_value.limit, win_value.points)
        };
        let (dora, han, limit, points) = with("dora", r#"["1m"]"#, 100);
        assert_eq!((dora, han, limit, points), (301, Some(303), Some("kazoe_yakuman"), 32_000));
        assert_eq!(with("dora", r#"["1m"]"#, 5_000).1, Some(15_003));
        assert_eq!(with("ura", "[]", 5_000).1, Some(4), "ura count with riichi only");
    }

    /// The engine counts han to 255; all that a file of yaku may add is shown.
    #[test]
    fn han_beyond_what_the_engine_counts_are_shown() {
        let yaku = |number: usize| format!(r#"{{name="Yaku {number}",han=13,when="closed"}}"#);
        let set = format!("yaku=[{}]", (1..=30).map(yaku).collect::<Vec<_>>().join(","));
        let hand = closed("1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 2z 2z 1z", r#""by":"tsumo","dora":["4z"]"#);
        let super::Score::Win(value) = under("tenhou", &[&set]).score(&hand).expect("a win") else {
            panic!("{hand}")
        };
        let of_yaku = value.yaku.iter().map(|(_, han)| han).sum::<u32>();
        assert_eq!((value.dora, value.han), (3, Some(of_yaku + 3)));
        assert!(of_yaku > 30 * 13 && value.points == 32_000, "{of_yaku}");
    }
}
