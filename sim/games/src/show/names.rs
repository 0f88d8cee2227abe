//! The items of the value of a win, with their names. Those of yaku and fans are in the tables of the families; here are those of
//! dora and of the specials of Toutenkou.

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
    /// The item of a yaku with this name in records, and this Japanese name.
    pub(crate) fn of(slug: &'static str, kanji: &'static str, value: String) -> Item {
        let mut name = slug.replace('_', " ");
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Item { slug, name, kanji, value }
    }

    /// The item of dora or of a special with this name in records.
    pub(crate) fn bonus(slug: &'static str, value: String) -> Item {
        let known = KANJI.iter().find(|(known, _)| *known == slug);
        Item::of(slug, known.map_or(slug, |(_, kanji)| kanji), value)
    }
}

const KANJI: [(&str, &str); 15] = [
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
];
