//! Reads one `[[yaku]]` of a rules file.

use super::claims::{Claim, contradiction};
use super::fits::{Limits, no_number};
use super::notation::{GroupPattern, Meaning, Token, Used, Wrong, kinds_of, listed};
use super::pattern::{ALL_FORMS, ALL_WAITS, Case, Conditions, Demand, Kinds, MOST_GROUPS, Way};
use super::words::{
    CIRCUMSTANCES, Circumstance, FORMS, Form, QUANTITIES, Quantity, WAITS, WaitWord, Word, did_you_mean,
};
use super::{Worth, WrittenYaku};
use crate::scoring::yaku::YakuSet;
use hyakuman_core::Hand;
use hyakuman_core::excerpt::{excerpt, is_plain};
use hyakuman_core::game::ruleset::{EntryFault, value_text};
use std::cmp::Ordering;
use std::collections::HashSet;
use toml::{Table, Value};

/// The keys of a yaku, with what each says.
pub(super) const KEYS: &[Word] = &[
    Word::new("name", "its name; in records in lower case, with _ for what is no letter or digit"),
    Word::new("ja", "its name in Japanese"),
    Word::new("han", "its han in a closed hand, 1 to 13; 0 where it needs an open one"),
    Word::new("open", "its han in an open hand; 0 where it needs a closed one; `han` if not given"),
    Word::new("yakuman", "1 or 2 instead of han"),
    Word::new(
        "limit",
        "instead of han: mangan, haneman, baiman or sanbaiman; dora and all yaku included the hand has at least its han",
    ),
    Word::new("groups", "a list; each matches a group of its own"),
    Word::new("every", "a list; each group, the pair too, matches one of it"),
    Word::new("tiles", "the whole hand, melds too, has only these"),
    Word::new(
        "has",
        "the whole hand has these tiles, as often as they are written, and a tile of each class",
    ),
    Word::new("none", "the whole hand has none of these"),
    Word::new("winning_tile", "the winning tile is one of these"),
    Word::new("form", "a form or a list of forms; standard if not given and there are groups, otherwise any"),
    Word::new("wait", "how the winning tile completes the hand: a word or a list of words"),
    Word::new(
        "when",
        "a circumstance, `not` before one, or a number compared with >= <= = > <; or a list, of which all hold",
    ),
    Word::new("replaces", "yaku that do not count beside it"),
    Word::new("excludes", "yaku beside which it does not count"),
    Word::new("with_yakuman", "false: a yakuman that does not count beside another yakuman"),
    Word::new("counts_as_yaku", "false: its han count like dora, and are not enough to win"),
];

/// Most ways in which the variables of one yaku may be replaced, and most different hands that they may stand for.
const MOST_MEANINGS: u32 = 7_000;
const MOST_CASES: usize = 2_000;
/// How much is replaced by meanings of variables in all yaku of a file together: [`Patterns::size`] times the meanings of each.
pub(super) const MOST_REPLACED: usize = 200_000;
/// Most items of a list of conditions, and most characters of one.
const MOST_ITEMS: usize = 40;
const MOST_LETTERS: usize = 200;
/// Most characters of a name.
const MOST_NAME: usize = 40;

/// The names of limits, and the han from which a hand reaches each.
const LIMITS: [(&str, u8); 4] = [("mangan", 5), ("haneman", 6), ("baiman", 8), ("sanbaiman", 11)];

/// The names that `replaces` and `excludes` of one yaku give.
#[derive(Debug, Default)]
pub(super) struct Relations {
    pub(super) replaces: Vec<String>,
    pub(super) excludes: Vec<String>,
}

/// Reads the keys of one entry and notes what is wrong.
struct EntryReader<'a> {
    number: usize,
    table: &'a Table,
    faults: Vec<EntryFault>,
    /// What is left of [`MOST_REPLACED`].
    left: usize,
}

/// The yaku of entry `number`, and the names of other yaku that it gives; or what is wrong. It takes what it replaces from `left`.
pub(super) fn read(
    number: usize,
    table: &Table,
    left: &mut usize,
) -> Result<(WrittenYaku, Relations), Vec<EntryFault>> {
    let mut reader = EntryReader { number, table, faults: Vec::new(), left: *left };
    reader.unknown_keys();
    let name = reader.name();
    let worth = reader.worth();
    let conditions = reader.conditions();
    reader.has_conditions();
    let relations = Relations { replaces: reader.names("replaces"), excludes: reader.names("excludes") };
    let counts = reader.flag("counts_as_yaku", true);
    let with_yakuman = reader.flag("with_yakuman", true);
    reader.flags_fit(worth, counts, with_yakuman, &relations);
    let ja = hyakuman_core::kept(reader.text("ja").unwrap_or_default());
    reader.can_count(worth, &conditions);
    *left = reader.left;
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    let slug = hyakuman_core::kept(&slug_of(&name));
    let name = hyakuman_core::kept(&name);
    let none = (YakuSet::EMPTY, 0);
    let yaku = WrittenYaku {
        name,
        slug,
        ja,
        worth,
        counts,
        with_yakuman,
        conditions,
        replaces: none,
        excludes: none,
    };
    Ok((yaku, relations))
}

/// The name of a yaku in records: lower case, `_` for everything that is neither letter nor digit.
pub fn slug_of(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    let slug: String = name.chars().map(plain).collect();
    let parts = slug.split('_').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_")
}

impl<'a> EntryReader<'a> {
    /// Notes what is wrong with a key; with the table as a whole if the key is empty.
    fn fault(&mut self, key: &str, message: impl Into<String>) {
        self.fault_in(key, None, 0, message.into());
    }

    /// The same at a place of its text, or of the text of one item.
    fn fault_in(&mut self, key: &str, item: Option<usize>, at: usize, message: String) {
        self.faults.push(EntryFault { entry: self.number, key: key.to_owned(), item, at, message });
    }

    fn unknown_keys(&mut self) {
        for key in self.table.keys().filter(|key| KEYS.iter().all(|known| known.word != **key)) {
            let meant = did_you_mean(key, KEYS.iter());
            let message = format!("a yaku has no `{}`;{meant} accepted: {}", excerpt(key), listed(KEYS));
            self.fault(key, message);
        }
    }

    /// A value that has another type than it should.
    fn unfit<T>(&mut self, key: &str, wanted: &str) -> Option<T> {
        let shown = excerpt(&value_text(&self.table[key]));
        self.fault(key, format!("`{key}` = {shown} is not accepted; accepted: {wanted}"));
        None
    }

    fn text(&mut self, key: &str) -> Option<&'a str> {
        match self.table.get(key)? {
            Value::String(text) if text.chars().count() <= MOST_NAME && is_plain(text) => Some(text),
            _ => self
                .unfit(key, &format!("a text of at most {MOST_NAME} characters, without control characters")),
        }
    }

    fn name(&mut self) -> String {
        if !self.table.contains_key("name") {
            self.fault("", "a yaku needs a `name`, such as name = \"Three winds\"");
        }
        let name = self.text("name").unwrap_or("?").to_owned();
        let slug = slug_of(&name);
        if ["dora", "ura", "aka", "nuki"].contains(&&*slug) {
            let message = format!("`{slug}` is a sort of dora; give the yaku another name");
            self.fault("name", message);
        }
        if name != "?" && slug.is_empty() {
            let message = "a `name` has letters or digits of ASCII; the Japanese name is `ja`";
            self.fault("name", message);
        }
        name
    }

    fn number(&mut self, key: &str, least: i64, most: i64) -> Option<u8> {
        match self.table.get(key)? {
            Value::Integer(number) if (least..=most).contains(number) => Some(*number as u8),
            _ => self.unfit(key, &format!("a whole number from {least} to {most}")),
        }
    }

    fn flag(&mut self, key: &str, otherwise: bool) -> bool {
        match self.table.get(key) {
            None => otherwise,
            Some(Value::Boolean(flag)) => *flag,
            Some(_) => self.unfit(key, "true | false").unwrap_or(otherwise),
        }
    }

    fn worth(&mut self) -> Worth {
        let given: Vec<&str> =
            ["han", "yakuman", "limit"].into_iter().filter(|key| self.table.contains_key(*key)).collect();
        if given.is_empty() && !self.table.contains_key("open") {
            self.fault("", "a yaku needs its worth: `han`, `yakuman` or `limit`, such as han = 2");
        }
        if let [_, second, ..] = given[..] {
            self.fault(second, format!("a yaku has one worth; this one has {}", given.join(" and ")));
        }
        let (han, open) = (self.number("han", 0, 13), self.number("open", 0, 13));
        if open.is_some() && !given.contains(&"han") {
            self.fault("open", "`open` is the han in an open hand and needs `han` beside it");
        }
        if han == Some(0) && open.is_none_or(|open| open == 0) {
            self.fault(
                "han",
                "a yaku of 0 han is worth nothing; accepted: 1 to 13, or 0 with `open` of 1 or more",
            );
        }
        let yakuman = self.number("yakuman", 1, 2);
        match (yakuman, self.limit()) {
            (Some(times), _) => Worth::Yakuman(times),
            (None, Some(han)) => Worth::Limit(han),
            (None, None) => Worth::Han { closed: han.unwrap_or(0), open: open.or(han).unwrap_or(0) },
        }
    }

    fn limit(&mut self) -> Option<u8> {
        let value = self.table.get("limit")?;
        let found = LIMITS.iter().find(|(name, _)| value.as_str() == Some(name));
        found.map(|(_, han)| *han).or_else(|| self.unfit("limit", "mangan | haneman | baiman | sanbaiman"))
    }

    fn flags_fit(&mut self, worth: Worth, counts: bool, with_yakuman: bool, relations: &Relations) {
        let is_han = matches!(worth, Worth::Han { .. });
        if !counts && !is_han {
            self.fault("counts_as_yaku", "only a yaku of `han` can count like dora");
        }
        if !counts && !relations.replaces.is_empty() {
            self.fault("replaces", "what counts like dora (`counts_as_yaku` = false) replaces no yaku");
        }
        if !with_yakuman && !matches!(worth, Worth::Yakuman(_)) {
            self.fault("with_yakuman", "`with_yakuman` is for a yakuman; no other yaku counts beside one");
        }
    }

    /// A list of texts, or one text, each with its number.
    fn texts(&mut self, key: &str) -> Vec<(usize, &'a str)> {
        let fits = |text: &str| text.chars().count() <= MOST_LETTERS && is_plain(text);
        let texts = match self.table.get(key) {
            None => return Vec::new(),
            Some(Value::String(text)) => Some(vec![text.as_str()]),
            Some(Value::Array(items)) if items.len() <= MOST_ITEMS && !items.is_empty() => {
                items.iter().map(Value::as_str).collect::<Option<Vec<_>>>()
            }
            Some(_) => None,
        };
        match texts.filter(|texts| texts.iter().all(|text| fits(text))) {
            Some(texts) => texts.into_iter().enumerate().collect(),
            None => {
                let wanted = format!(
                    "a text, or a list of 1 to {MOST_ITEMS} texts, of at most {MOST_LETTERS} characters without control characters"
                );
                self.unfit::<()>(key, &wanted);
                Vec::new()
            }
        }
    }

    fn names(&mut self, key: &str) -> Vec<String> {
        self.texts(key).into_iter().map(|(_, name)| name.to_owned()).collect()
    }

    /// Reads each text of a key; notes what is wrong with it.
    fn read_each<T>(&mut self, key: &str, read: impl Fn(&str) -> Result<T, Wrong>) -> Vec<T> {
        let mut found = Vec::new();
        for (item, text) in self.texts(key) {
            match read(text) {
                Ok(value) => found.push(value),
                Err(Wrong { at, message }) => {
                    let item = self.table[key].is_array().then_some(item);
                    self.fault_in(key, item, at, message);
                }
            }
        }
        found
    }

    fn tokens(&mut self, key: &str) -> Vec<Token> {
        self.read_each(key, Token::read_all).into_iter().flatten().collect()
    }

    fn conditions(&mut self) -> Conditions {
        let mut conditions = Conditions::default();
        conditions.waits = self.waits();
        for when in self.read_each("when", when) {
            match when {
                When::Flag(flag, wanted) => conditions.flags.push((flag, wanted)),
                When::Number(number, orders, than) => conditions.numbers.push((number, orders, than)),
            }
        }
        let patterns = Patterns {
            groups: self.read_each("groups", GroupPattern::read),
            every: self.read_each("every", GroupPattern::read),
            only: self.tokens("tiles"),
            has: self.tokens("has"),
            none: self.tokens("none"),
            winning: self.tokens("winning_tile"),
        };
        let is_of_groups = ["groups", "every"].iter().any(|key| self.table.contains_key(*key));
        conditions.forms = self.forms(is_of_groups);
        self.circumstances_fit(&conditions);
        if self.faults.is_empty() {
            conditions.cases = self.cases(&patterns, &conditions);
        }
        conditions.prepared()
    }

    /// Circumstances that cannot come together, or are not known in time.
    fn circumstances_fit(&mut self, conditions: &Conditions) {
        let word = |(flag, holds): Claim| format!("`{}{}`", if holds { "" } else { "not " }, flag.word());
        if let Some(claims) = contradiction(&conditions.flags) {
            let [one, other] = claims.map(word);
            self.fault("when", format!("{one} and {other} never come together"));
        } else if let Some([open, _]) = contradiction(&conditions.claims()) {
            self.fault(
                "form",
                format!("a hand of this form is closed, so {} is never true of it", word(open)),
            );
        } else if let Some((quantity, range)) = conditions.number_that_none_has(&Limits::NONE) {
            self.fault("when", no_number(quantity, range));
        }
        let of_ura = conditions.numbers.iter().any(|&(number, ..)| number == Quantity::Ura);
        if of_ura && self.table.get("counts_as_yaku") != Some(&Value::Boolean(false)) {
            let message =
                "`ura` is not known before a win, so it cannot make one: it needs counts_as_yaku = false";
            self.fault("when", message);
        }
    }

    /// Han of closed or of open hands that are never counted.
    fn can_count(&mut self, worth: Worth, conditions: &Conditions) {
        let Worth::Han { closed, open } = worth else { return };
        if !self.faults.is_empty() {
            return;
        }
        if conditions.is_closed() && (closed == 0 || open > 0 && self.table.contains_key("open")) {
            let message =
                "it demands a closed hand, so `open` is never counted; leave it out, or let it be 0";
            self.fault("open", message);
        }
        if conditions.is_open() && open == 0 {
            self.fault(
                "open",
                "`when` demands an open hand, in which the yaku is worth nothing; accepted: 1 to 13",
            );
        }
    }

    /// A yaku without conditions.
    fn has_conditions(&mut self) {
        let keys = ["groups", "every", "tiles", "has", "none", "winning_tile", "form", "wait", "when"];
        if !keys.iter().any(|key| self.table.contains_key(*key)) {
            let message =
                format!("it has no conditions, so every win would have it; accepted: {}", keys.join(", "));
            self.fault("", message);
        }
    }

    fn forms(&mut self, is_of_groups: bool) -> u8 {
        if !self.table.contains_key("form") {
            return if is_of_groups { 1 << Form::Standard as u8 } else { ALL_FORMS };
        }
        let forms = self.read_each("form", |text| word(text, Form::of, FORMS));
        let bits = forms.iter().fold(0, |bits, form| bits | 1 << *form as u8);
        if is_of_groups && bits == 1 << Form::Orphans as u8 {
            self.fault("form", "thirteen orphans have no groups: leave out `groups` and `every`");
        }
        bits
    }

    fn waits(&mut self) -> u8 {
        if !self.table.contains_key("wait") {
            return ALL_WAITS;
        }
        let waits = self.read_each("wait", |text| word(text, WaitWord::of, WAITS));
        waits.iter().fold(0, |bits, wait| bits | 1 << *wait as u8)
    }

    /// The demands on the tiles for everything that the variables may stand for.
    fn cases(&mut self, patterns: &Patterns, conditions: &Conditions) -> Vec<Case> {
        if let Some(message) = patterns.too_many(conditions.forms) {
            self.fault("groups", message);
            return Vec::new();
        }
        let meanings = Meaning::count(patterns.used());
        let replaced = meanings as usize * patterns.size();
        if meanings > MOST_MEANINGS || replaced > self.left {
            self.fault(
                "groups",
                "with the letters for suits and ranks of the yaku before, these stand for too many hands (a file may have 200,000); use fewer, or fewer alternatives",
            );
            return Vec::new();
        }
        self.left -= replaced;
        let frame = conditions.frame(&Limits::NONE);
        let mut cases: Vec<Case> = Vec::new();
        let mut known = HashSet::new();
        for meaning in Meaning::all(patterns.used()) {
            let case = patterns.case(&meaning).filter(|case| frame.may_have(case));
            let Some(case) = case else { continue };
            if !known.insert(case.clone()) {
                continue;
            }
            if cases.len() == MOST_CASES {
                let message =
                    format!("its variables stand for more than {MOST_CASES} different hands; use fewer");
                self.fault("groups", message);
                return Vec::new();
            }
            cases.push(case);
        }
        if cases.is_empty() {
            self.nothing_fits();
        }
        cases
    }

    fn nothing_fits(&mut self) {
        let keys = ["groups", "every", "has", "tiles", "none", "winning_tile", "form", "wait", "when"];
        let key = keys.into_iter().find(|key| self.table.contains_key(*key)).unwrap_or("name");
        let message = "no hand fits all its conditions on tiles, groups and numbers: there are four of each kind, ranks from 1 to 9";
        self.fault(key, message);
    }
}

/// The conditions on tiles, with variables.
struct Patterns {
    groups: Vec<GroupPattern>,
    every: Vec<GroupPattern>,
    only: Vec<Token>,
    has: Vec<Token>,
    none: Vec<Token>,
    winning: Vec<Token>,
}

impl Patterns {
    fn used(&self) -> Used {
        let tokens = [&self.only, &self.has, &self.none, &self.winning].into_iter().flatten();
        let groups = self.groups.iter().chain(&self.every);
        tokens.map(Token::used).chain(groups.map(GroupPattern::used)).fold(0, |all, used| all | used)
    }

    /// Words and tiles in which variables may be replaced.
    fn size(&self) -> usize {
        let tokens = [&self.only, &self.has, &self.none, &self.winning].into_iter().flatten();
        let groups = self.groups.iter().chain(&self.every);
        tokens.map(Token::size).chain(groups.map(GroupPattern::size)).sum()
    }

    /// Why there are more groups than a hand has.
    fn too_many(&self, forms: u8) -> Option<String> {
        let count: u32 = self.groups.iter().map(|group| u32::from(group.count)).sum();
        let pairs = forms >> Form::SevenPairs as u8 & 1 != 0;
        let most = if pairs { MOST_GROUPS as u32 } else { 5 };
        (count > most).then(|| format!("{count} groups are too many: a hand has four sets and a pair, or seven pairs (form = \"seven-pairs\")"))
    }

    fn case(&self, meaning: &Meaning) -> Option<Case> {
        let some = |tokens: &[Token]| match tokens {
            [] => Some(None),
            _ => kinds_of(tokens, meaning).map(Some),
        };
        let mut case = Case {
            only: some(&self.only)?,
            none: kinds_of(&self.none, meaning)?,
            winning: some(&self.winning)?,
            groups: self.groups.iter().map(|group| group.demand(meaning)).collect::<Option<_>>()?,
            every: self.every.iter().filter_map(|group| group.demand(meaning)).collect(),
            ..Case::default()
        };
        if case.every.is_empty() && !self.every.is_empty() {
            return None;
        }
        self.has(meaning, &mut case)?;
        case.groups.sort_by_cached_key(Demand::key);
        Some(case)
    }

    /// The tiles that the hand has to have, as often as they are written, and the classes.
    fn has(&self, meaning: &Meaning, case: &mut Case) -> Option<()> {
        let mut held = Hand::EMPTY;
        for token in &self.has {
            let Token::Tiles(tiles) = token else {
                case.classes.push(token.kinds(meaning)?);
                continue;
            };
            for kind in tiles.kinds(meaning)? {
                if held.count(kind) == 4 {
                    return None;
                }
                held.add(kind);
            }
        }
        case.tiles = std::array::from_fn(|n| held.at_least(n + 1));
        Some(())
    }
}

impl Demand {
    /// The same for equal demands only.
    fn key(&self) -> (u8, Vec<[u64; 5]>) {
        let bits = |kinds: Kinds| {
            let winds = u64::from(kinds.seat_wind) << 62 | u64::from(kinds.round_wind) << 63;
            kinds.fixed.bits() | winds
        };
        let marks = |way: &Way| u64::from(way.concealed) | u64::from(way.exposed) << 1;
        let of_way = |way: &Way| [way.sorts.into(), way.low.bits(), bits(way.of), bits(way.with), marks(way)];
        (self.count, self.ways.iter().map(of_way).collect())
    }
}

/// A condition of `when`.
enum When {
    Flag(Circumstance, bool),
    Number(Quantity, &'static [Ordering], u32),
}

/// The signs of comparisons, and the orders for which each holds. A sign comes before those that it begins with.
const SIGNS: [(&str, &[Ordering]); 5] = [
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">", &[Ordering::Greater]),
    ("<", &[Ordering::Less]),
    ("=", &[Ordering::Equal]),
];

/// Reads `tsumo`, `not riichi`, `red >= 3`.
fn when(text: &str) -> Result<When, Wrong> {
    if ["==", "=>", "=<", "!"].iter().any(|sign| text.contains(sign))
        || text.starts_with("not ") && text.contains(['<', '>', '='])
    {
        let message = "a comparison is a number, then >= <= = > or <, then a whole number, such as red >= 3; `not` stands before circumstances";
        return Err(Wrong { at: 0, message: message.to_owned() });
    }
    let found = SIGNS.iter().find_map(|(sign, orders)| Some((text.split_once(sign)?, *orders)));
    if let Some(((number, than), orders)) = found {
        let quantity = word(number.trim(), Quantity::of, QUANTITIES)?;
        let at = text.chars().count() - than.chars().count();
        let wrong = || Wrong {
            at,
            message: format!("`{}` is not a whole number from 0 to 1000", excerpt(than.trim())),
        };
        let than = than.trim().parse().ok().filter(|than| *than <= 1000).ok_or_else(wrong)?;
        return Ok(When::Number(quantity, orders, than));
    }
    let text = text.trim();
    if Quantity::of(text).is_some() {
        return Err(Wrong {
            at: 0,
            message: format!("`{text}` is a number and has to be compared, such as {text} >= 1"),
        });
    }
    match text.strip_prefix("not ") {
        Some(text) => Ok(When::Flag(word(text.trim(), Circumstance::of, CIRCUMSTANCES)?, false)),
        None => Ok(When::Flag(word(text, Circumstance::of, CIRCUMSTANCES)?, true)),
    }
}

/// One of a list of words.
fn word<T>(text: &str, of: impl Fn(&str) -> Option<T>, words: &[Word]) -> Result<T, Wrong> {
    of(text).ok_or_else(|| {
        let meant = did_you_mean(text, words.iter());
        let message = format!("`{}` is not accepted;{meant} accepted: {}", excerpt(text), listed(words));
        Wrong { at: 0, message }
    })
}
