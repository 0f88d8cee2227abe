//! The rules of rooms of friends and of contests, `detail_rule`.
//!
//! Names of fields: the definition of the protocol; their defaults: the list of rules that the client shows. Some programs leave out
//! fields that are 0 or false; then a missing field has its default only where the room does not set such rules at all.

use super::fields::Fields;
use super::head::EVENT_RULES;
use crate::logs::error::LogError;
use crate::logs::model::NamedRules;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::{AsTable, Ruleset, value_text};
use hyakuman_riichi::RiichiRules;
use serde_json::{Map, Value};

/// A field that is yes or no: its default, and the rules in the other case, as [`NamedRules::sets`].
type Switch = (&'static str, bool, &'static [&'static str]);

#[rustfmt::skip]
const SWITCHES: [Switch; 22] = [
    ("can_jifei", true, &["tobi=Off"]),
    ("have_liujumanguan", true, &["nagashi=Off"]),
    ("have_qieshangmanguan", false, &["kiriage=true"]),
    ("have_biao_dora", true, &["dora_omote=false"]),
    ("have_gang_biao_dora", true, &["dora_kan=false", "dora_kan_ura=false"]),
    ("ming_dora_immediately_open", false, &["minkan_dora=Immediate"]),
    ("have_li_dora", true, &["dora_ura=false", "dora_kan_ura=false"]),
    ("have_gang_li_dora", true, &["dora_kan_ura=false"]),
    ("have_sigangsanle", true, &["abort_suukan=false"]),
    ("have_jiuzhongjiupai", true, &["abort_kyuushu=false"]),
    ("have_toutiao", false, &["multi_ron=HeadBump"]),
    ("have_helezhongju", true, &["agari_yame=Off"]),
    ("have_tingpaizhongju", true, &["tenpai_yame=Off"]),
    ("have_yifa", true, &["ippatsu=false"]),
    ("have_nanruxiru", true, &["extension_winds=0"]),
    ("disable_leijiyiman", false, &["kazoe=Off"]),
    ("disable_double_yakuman", false, &["double_yakuman=[]"]),
    ("disable_composite_yakuman", false, &["yakuman_stack=false"]),
    ("enable_shiti", false, &["kuikae=Free"]),
    ("enable_nontsumo_liqi", false, &["riichi_min_remaining=0"]),
    ("disable_double_wind_four_fu", false, &["double_wind_pair_fu=2"]),
    ("disable_angang_guoshi", false, &["kokushi_robs_ankan=false"]),
];

/// Those that only games of four have, and of three.
const OF_FOUR: [Switch; 3] = [
    ("have_sifenglianda", true, &["abort_suufon=false"]),
    ("have_sijializhi", true, &["abort_suucha=false"]),
    ("have_sanjiahele", false, &["multi_ron=Double", "triple_ron_abort=true"]),
];
const OF_THREE: [Switch; 1] = [("have_zimosun", true, &["sanma_tsumo=SplitNorth"])];

/// Fields that are read otherwise, or change nothing.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "dora_count", "shiduan", "init_point", "fandian", "jingsuanyuandian", "tianbian_value", "liqibang_value", "changbang_value",
    "noting_fafu_1", "noting_fafu_2", "noting_fafu_3", "shunweima_1", "shunweima_2", "shunweima_3", "shunweima_4",
    "have_helelianzhuang", "have_tingpailianzhuang", "disable_multi_yukaman", "fanfu", "guyi_mode", "enable_renhe",
    "enable_baopai_extend_settings", "time_fixed", "time_add", "bianjietishi", "ai_level", "open_hand", "thinking_type", "round_type",
];

/// Local yaku: the rules that games with them have otherwise.
const OF_LOCAL_YAKU: [&str; 3] = ["local_yaku", "renhou", "double_yakuman"];

/// Most of a number.
const MOST: u32 = u32::MAX;

/// The field with this name among those that are read: some programs write `doraCount`.
pub(super) fn known(key: &str, is_same: impl Fn(&str, &str) -> bool) -> Option<&'static str> {
    let switches = SWITCHES.iter().chain(&OF_FOUR).chain(&OF_THREE).map(|switch| switch.0);
    switches.chain(OTHERS.iter().copied()).find(|field| is_same(field, key))
}

/// The rules of a room or contest.
pub(super) struct Detail<'a> {
    fields: Fields<'a>,
    seats: usize,
    /// Whether a missing field is 0 or false: the program leaves those out, and such rules are set.
    is_sparse: bool,
    /// The same for the fields that every room sets.
    is_sparse_room: bool,
}

impl<'a> Detail<'a> {
    pub(super) fn new(fields: Fields<'a>, seats: usize) -> Detail<'a> {
        let none = Map::new();
        let all = fields.0.as_object().unwrap_or(&none);
        let is_zero = |value: &Value| *value == false || value.as_i64() == Some(0);
        let is_set = |&(key, usual, _): &Switch| usual && all.contains_key(key);
        let is_sparse_room = !all.is_empty() && !all.values().any(is_zero);
        let is_sparse = is_sparse_room && SWITCHES.iter().any(is_set);
        Detail { fields, seats, is_sparse, is_sparse_room }
    }

    /// The red fives of each suit.
    pub(super) fn red_fives(&self, usual: [u8; 3]) -> Result<[u8; 3], LogError> {
        Ok(match self.fields.get("dora_count") {
            None if !self.is_sparse_room => usual,
            _ => match self.fields.number("dora_count", MOST)? {
                0 => [0; 3],
                4 => [1, 2, 1],
                _ => usual,
            },
        })
    }

    /// Whether open tanyao is allowed.
    pub(super) fn kuitan(&self) -> Result<bool, LogError> {
        Ok(self.fields.switch("shiduan")?.unwrap_or(!self.is_sparse_room))
    }

    /// All other rules.
    pub(super) fn named(&self) -> Result<NamedRules, LogError> {
        let mut named = NamedRules::default();
        let of_seats = if self.seats == 4 { &OF_FOUR[..] } else { &OF_THREE };
        // Head bump, the last to set `multi_ron`, excludes even two rons.
        for &(key, usual, sets) in of_seats.iter().chain(&SWITCHES) {
            if self.switch(key, usual)? != usual {
                named.sets.extend(sets.iter().map(|&set| set.to_owned()));
            }
        }
        self.points(&mut named)?;
        self.payments(&mut named)?;
        self.renchan(&mut named)?;
        self.yaku(&mut named)?;
        self.unknown(&mut named);
        Ok(named)
    }

    fn switch(&self, key: &str, usual: bool) -> Result<bool, LogError> {
        Ok(self.fields.switch(key)?.unwrap_or(usual && !self.is_sparse))
    }

    /// A number, or its default.
    fn number(&self, key: &str, usual: i32) -> Result<i32, LogError> {
        let usual = if self.is_sparse { 0 } else { usual };
        if self.fields.get(key).is_some() { self.fields.signed(key) } else { Ok(usual) }
    }

    /// The points at the start, those needed at the end, and the uma.
    fn points(&self, named: &mut NamedRules) -> Result<(), LogError> {
        let of_seats = |four, three| if self.seats == 4 { four } else { three };
        let usual = of_seats([25_000, 30_000, 25_000], [35_000, 40_000, 35_000]);
        let keys = [
            ("init_point", "start_points"),
            ("fandian", "target_points"),
            ("jingsuanyuandian", "reference_points"),
        ];
        for ((key, rule), usual) in keys.into_iter().zip(usual) {
            let points = self.number(key, usual)?;
            if points != usual && points > 0 {
                named.set(rule, points);
            }
        }
        match self.number("tianbian_value", 0)? {
            0 => {}
            limit => named.set("upper_limit_end", limit),
        }
        let [second, third, fourth] = of_seats([5, -5, -15], [0, -15, 0]);
        let rest = [
            self.number("shunweima_2", second)?,
            self.number("shunweima_3", third)?,
            if self.seats == 4 { self.number("shunweima_4", fourth)? } else { 0 },
        ];
        if rest != [second, third, fourth] {
            named.set("uma", format!("{:?}", [-rest.iter().sum::<i32>(), rest[0], rest[1], rest[2]]));
        }
        Ok(())
    }

    /// Sticks, honba and noten payments.
    fn payments(&self, named: &mut NamedRules) -> Result<(), LogError> {
        let payers = self.seats as i32 - 1;
        match self.number("liqibang_value", 1_000)? {
            1_000 => {}
            stick => {
                named.set("riichi_stick", stick);
                named.set("riichi_min_score", stick);
            }
        }
        let honba = self.number("changbang_value", 100 * payers)?;
        // That of a ron; what cannot be divided among the payers is that of each.
        let each = if honba % (100 * payers) == 0 { honba / payers } else { honba };
        if each != 100 {
            named.set("honba_ron", each * payers);
            named.set("honba_tsumo_each", each);
        }
        let usual = if self.seats == 4 { [1_000, 1_500, 3_000] } else { [1_000, 2_000, 0] };
        let mut paid = [0; 3];
        for (at, key) in ["noting_fafu_1", "noting_fafu_2", "noting_fafu_3"].into_iter().enumerate() {
            paid[at] = if at < payers as usize { self.number(key, usual[at])? } else { 0 };
        }
        if paid != usual {
            match noten(&paid[..payers as usize]) {
                Some(noten) => named.set("noten", noten),
                None => named.unsupported(format!("noting_fafu {:?}", &paid[..payers as usize])),
            }
        }
        Ok(())
    }

    /// What lets the dealer keep the deal.
    fn renchan(&self, named: &mut NamedRules) -> Result<(), LogError> {
        let keeps = (self.switch("have_helelianzhuang", true)?, self.switch("have_tingpailianzhuang", true)?);
        match keeps {
            (true, true) => {}
            (true, false) => without_stopping(named, "Win", &["tenpai_yame"]),
            (false, false) => without_stopping(named, "None", &["agari_yame", "tenpai_yame"]),
            (false, true) => named.unsupported("have_helelianzhuang false, have_tingpailianzhuang true"),
        }
        Ok(())
    }

    /// Han, yakuman and local yaku.
    fn yaku(&self, named: &mut NamedRules) -> Result<(), LogError> {
        let fields = self.fields;
        if let Some(han @ 2..) = fields.positive("fanfu", MOST)? {
            named.set("han_shibari", han);
        }
        if fields.switch("disable_multi_yukaman")? == Some(true) {
            named
                .sets
                .retain(|set| !set.starts_with("double_yakuman=") && !set.starts_with("yakuman_stack="));
            named.set("double_yakuman", "[]");
            named.set("yakuman_stack", "false");
        }
        let has_local = fields.switch("guyi_mode")? == Some(true);
        if has_local {
            local_yaku(named);
        }
        match fields.number("enable_renhe", MOST)? {
            0 => {}
            _ if has_local => {}
            1 => named.set("renhou", "Mangan"),
            2 => named.set("renhou", "Yakuman"),
            other => named.unsupported(format!("enable_renhe {other}")),
        }
        match fields.number("enable_baopai_extend_settings", MOST)? {
            0 => {}
            1 => named.set("pao", r#"["Daisangen", "Daisuushi", "Suukantsu"]"#),
            2 => named.set("pao", "[]"),
            other => named.unsupported(format!("enable_baopai_extend_settings {other}")),
        }
        Ok(())
    }

    /// Fields that are set and not known.
    fn unknown(&self, named: &mut NamedRules) {
        let is_known =
            |key: &str| known(key, |field, key| field == key).is_some() || EVENT_RULES.contains(&key);
        let is_set = |value: &Value| match value {
            Value::Null => false,
            Value::Bool(flag) => *flag,
            Value::Number(number) => number.as_f64() != Some(0.0),
            Value::String(text) => !text.is_empty(),
            Value::Array(list) => !list.is_empty(),
            Value::Object(parts) => !parts.is_empty(),
        };
        let all = self.fields.0.as_object().into_iter().flatten();
        for (key, value) in all.filter(|(key, value)| !is_known(key) && is_set(value)) {
            named.unsupported(format!("{} {}", excerpt(key), excerpt(&value.to_string())));
        }
    }
}

/// The dealer keeps the deal for less, and has no choice to stop where the deal passes.
fn without_stopping(named: &mut NamedRules, renchan: &str, rules: &[&str]) {
    named.set("renchan", renchan);
    for rule in rules {
        if !named.sets.iter().any(|set| set.starts_with(rule)) {
            named.set(rule, "Off");
        }
    }
}

/// The rule by which each noten player pays so much where one, two, three players are tenpai.
fn noten(paid: &[i32]) -> Option<String> {
    let payers = paid.len() as i32;
    let by = |of: &dyn Fn(i32) -> i32| (1..).zip(paid).all(|(tenpai, &paid)| paid == of(tenpai));
    let pool = payers * paid[0];
    match () {
        () if by(&|tenpai| pool / (payers + 1 - tenpai)) => Some(format!("{{ Pool = {pool} }}")),
        () if by(&|tenpai| tenpai * paid[0]) => Some(format!("{{ PerPair = {} }}", paid[0])),
        () if by(&|_| paid[0]) => Some(format!("{{ PerNoten = {} }}", paid[0])),
        () => None,
    }
}

/// All local yaku of the site.
pub(super) fn local_yaku(named: &mut NamedRules) {
    let Some(preset) = RiichiRules::preset("mahjongsoul-local") else { return };
    let rules = (preset.rules)().to_table();
    let is_set =
        |rule: &str, named: &NamedRules| named.sets.iter().any(|set| set.starts_with(&format!("{rule}=")));
    for rule in OF_LOCAL_YAKU {
        if let Some(value) = rules.get(rule).filter(|_| !is_set(rule, named)) {
            named.set(rule, value_text(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The changes by a list of rules, and what is not supported.
    fn read(rules: Value, seats: usize) -> (String, String) {
        let named = Detail::new(Fields(&rules), seats).named().expect("rules");
        (named.sets.join(" "), named.unsupported.join(" "))
    }

    fn sets(rules: Value, seats: usize) -> String {
        let (sets, unsupported) = read(rules, seats);
        assert_eq!(unsupported, "", "{sets}");
        sets
    }

    #[rustfmt::skip]
    #[test]
    fn rules_differ_from_the_usual_ones() {
        let rows = [
            (json!({"init_point": 30_000, "fandian": 35_000, "jingsuanyuandian": 30_000, "bianjietishi": true}),
                "start_points=30000 target_points=35000 reference_points=30000"),
            (json!({"shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30, "x": 0}), "uma=[30, 10, -10, -30]"),
            (json!({"have_qieshangmanguan": true, "have_toutiao": 1, "can_jifei": false}), "tobi=Off kiriage=true multi_ron=HeadBump"),
            (json!({"changbang_value": 1_500, "liqibang_value": 2_000}),
                "riichi_stick=2000 riichi_min_score=2000 honba_ron=1500 honba_tsumo_each=500"),
            (json!({"changbang_value": 200}), "honba_ron=600 honba_tsumo_each=200"),
            (json!({"noting_fafu_1": 2_000, "noting_fafu_2": 3_000, "noting_fafu_3": 6_000}), "noten={ Pool = 6000 }"),
            (json!({"noting_fafu_1": 1_000, "noting_fafu_2": 2_000, "noting_fafu_3": 3_000}), "noten={ PerPair = 1000 }"),
            (json!({"noting_fafu_1": 0, "noting_fafu_2": 0, "noting_fafu_3": 0}), "noten={ Pool = 0 }"),
            (json!({"have_tingpailianzhuang": false, "have_helezhongju": false}), "agari_yame=Off renchan=Win tenpai_yame=Off"),
            (json!({"disable_multi_yukaman": true, "disable_double_yakuman": 1}), "double_yakuman=[] yakuman_stack=false"),
            (json!({"fanfu": 2, "enable_renhe": 1, "enable_baopai_extend_settings": 2}), "han_shibari=2 renhou=Mangan pao=[]"),
            (json!({"fanfu": 1, "guyi_mode": 0, "time_fixed": 60, "time_add": 0, "ai_level": 2}), ""),
        ];
        for (rules, expected) in rows {
            assert_eq!(sets(rules.clone(), 4), expected, "{rules}");
        }
        let three = json!({"have_zimosun": false, "noting_fafu_1": 1_000, "noting_fafu_2": 2_000, "changbang_value": 200});
        assert_eq!(sets(three, 3), "sanma_tsumo=SplitNorth");
        assert!(sets(json!({"guyi_mode": 1}), 4).starts_with("local_yaku=[\"TsubameGaeshi\", "));
    }

    #[test]
    fn every_switch_alone_is_played() {
        for (id, seats, of_seats) in [("mahjongsoul", 4, &OF_FOUR[..]), ("mahjongsoul-sanma", 3, &OF_THREE)] {
            let preset = RiichiRules::preset(id).expect("a preset");
            for &(key, usual, _) in of_seats.iter().chain(&SWITCHES) {
                let rules = json!({key: !usual, "x": 0});
                let named = Detail::new(Fields(&rules), seats).named().expect("rules");
                assert_eq!(named.applied(preset).1, [""; 0], "{id}: {rules}");
            }
        }
        let both = sets(json!({"have_sanjiahele": true, "have_toutiao": true}), 4);
        assert_eq!(both, "multi_ron=Double triple_ron_abort=true multi_ron=HeadBump");
    }

    /// Programs that leave out what is 0 or false: then a missing field has its default only if no such rule is set.
    #[test]
    fn missing_fields() {
        let room =
            json!({"dora_count": 3, "shiduan": 1, "init_point": 25_000, "fandian": 30_000, "time_fixed": 5});
        assert_eq!(sets(room, 4), "");
        let contest = json!({"dora_count": 3, "shiduan": 1, "can_jifei": true, "have_yifa": true, "shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15, "liqibang_value": 1_000, "changbang_value": 300});
        let set = sets(contest, 4);
        assert!(set.contains(" nagashi=Off dora_omote=false dora_kan=false"), "{set}");
        let reds = |rules: Value| {
            let detail = Detail::new(Fields(&rules), 4);
            (detail.red_fives([1; 3]).expect("red fives"), detail.kuitan().expect("a flag"))
        };
        assert_eq!(reds(json!({})), ([1; 3], true));
        assert_eq!(reds(json!({"init_point": 25_000})), ([0; 3], false));
        assert_eq!(reds(json!({"init_point": 25_000, "ai_level": 0})), ([1; 3], true));
        assert_eq!(reds(json!({"dora_count": 4, "shiduan": 0})), ([1, 2, 1], false));
    }

    #[test]
    fn what_is_not_supported_is_named() {
        let rules = json!({"have_helelianzhuang": false, "enable_renhe": 7, "new_mode": 3, "other": 0, "noting_fafu_1": 5});
        let (_, unsupported) = read(rules, 4);
        assert_eq!(
            unsupported,
            "noting_fafu [5, 1500, 3000] have_helelianzhuang false, have_tingpailianzhuang true enable_renhe 7 new_mode 3"
        );
    }
}
