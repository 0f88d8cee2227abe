//! Names of items that have no table of their own: those of dora, of Toutenkou, Yangzhou mahjong and Toppan. The
//! Japanese ones are those of each RULES.md.

/// One item of the value of a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Name in records: `ura_dora`.
    pub slug: &'static str,
    /// English or romanised name, for people: `Ura dora`.
    pub name: String,
    /// Japanese name.
    pub kanji: &'static str,
    /// Its value as text; may be empty.
    pub value: String,
}

impl Item {
    /// The item with this name in records.
    pub(crate) fn of(slug: &'static str, value: String) -> Item {
        let mut name = slug.replace('_', " ");
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let known = KANJI.iter().find(|(known, _)| *known == slug);
        Item { slug, name, kanji: known.map_or(slug, |(_, kanji)| kanji), value }
    }
}

const KANJI: [(&str, &str); 88] = [
    ("dora", "ドラ"),
    ("ura_dora", "裏ドラ"),
    ("red_five", "赤ドラ"),
    ("nuki_dora", "抜きドラ"),
    ("base", "基本点"),
    ("oya", "親"),
    ("menzen", "門前"),
    ("gari", "ガリ"),
    ("minkan", "明槓"),
    ("ankan", "暗槓"),
    ("set", "ガリ四枚"),
    ("ron", "ロン"),
    ("karasu", "カラス"),
    ("all_gari", "全ガリ"),
    ("fives", "五牌"),
    ("menfeng", "門風"),
    ("quanfeng", "圏風"),
    ("hongzhong", "紅中"),
    ("facai", "發財"),
    ("baipi", "白皮"),
    ("dudiao", "独吊"),
    ("yazi", "丫子"),
    ("bianzhang", "辺張"),
    ("zimo", "自摸"),
    ("menqing", "門清"),
    ("queyi", "欠一"),
    ("duanyao", "断幺"),
    ("yaotou", "幺頭"),
    ("laoshao", "老少"),
    ("qixiang", "斉相"),
    ("lianfu", "連副"),
    ("pinghu", "平胡"),
    ("zige", "子格"),
    ("minggang", "明槓"),
    ("angang", "暗槓"),
    ("yiban", "一板"),
    ("hunyise", "混一色"),
    ("yitiaolong", "一条龍"),
    ("sanfutong", "三副同"),
    ("duiduihu", "対対胡"),
    ("shuangpiao", "双飄"),
    ("shuanglian_shuangxi", "双連双喜"),
    ("shuangbanban", "双板板"),
    ("sifutong", "四副同"),
    ("qingyise", "清一色"),
    ("tieban", "鉄板"),
    ("shuangban_shuangxi", "双板双喜"),
    ("shuangban_shuanglian", "双板双連"),
    ("shuangban_shuangpiao", "双板双飄"),
    ("fengqing", "風清"),
    ("gangban", "鋼板"),
    ("banlong", "板龍"),
    ("hunlong", "混龍"),
    ("hunduidui", "混対対"),
    ("qinglong", "清龍"),
    ("qingduidui", "清対対"),
    ("kihonten", "基本点"),
    ("honba", "延続点"),
    ("chanfonpai", "圏風牌"),
    ("honuupai", "紅五牌"),
    ("fuchuechan", "和絶張"),
    ("chunjantoi", "純正対"),
    ("tanhanpai", "断半牌"),
    ("huniisoo", "混一色"),
    ("chantayao", "全帯幺"),
    ("chensanyuen", "全三元"),
    ("sanfonpai", "三風牌"),
    ("chensaimen", "全彩門"),
    ("suushuupai", "四数牌"),
    ("chiniisoo", "清一色"),
    ("toppanfu", "十半和"),
    ("uuchanfu", "五張和"),
    ("tsumofu", "自摸和"),
    ("tonshunfu", "同順和"),
    ("shanhonfu", "双紅和"),
    ("shanfuchue", "双和絶"),
    ("sansooton", "三色同"),
    ("shantoitsu", "双対子"),
    ("chinsuuchan", "清四張"),
    ("uumenchi", "五門斉"),
    ("toppanron", "十半龍"),
    ("uusuupai", "五数牌"),
    ("ryuuchanfu", "六張和"),
    ("tonkufu", "同刻和"),
    ("haniisoo", "半一色"),
    ("maachanfu", "麻将和"),
    ("toppanchin", "十半清"),
    ("chiichanfu", "七張和"),
];
