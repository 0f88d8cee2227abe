//! The last entry of a kyoku: `["和了", [changes], [winner, from, pao, "30符2飜2000点", "立直(1飜)", …], …]`,
//! `["流局", [changes]]` or the name of another draw.

use super::{list, points};
use crate::logs::error::LogError;
use crate::logs::model::{DrawKind, KyokuName, Limit, LogDraw, LogEnd, LogOwnYaku, LogPoints, LogWin};
use crate::logs::origin::bounded_text;
use crate::logs::yaku::{LogYaku, folded};
use hyakuman_core::Seat;
use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::written_yaku::slug_of;
use serde_json::{Value, json};

/// Names of draws, the one that is written first: Tenhou's, and those of programs that convert matches of Mahjong Soul. Some kinds of draw share a
/// name and cannot be distinguished.
#[rustfmt::skip]
const DRAWS: [(&[&str], Option<DrawKind>); 8] = [
    (&["流局", "荒牌平局", "荒牌流局", "全員聴牌", "全員不聴", "Ryuukyoku", "Exhaustive Draw"], Some(DrawKind::Exhaustive)),
    (&["流し満貫", "流局満貫", "Nagashi Mangan", "Mangan at Draw"], Some(DrawKind::Nagashi)),
    (&["九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion", "Nine Terminals"], Some(DrawKind::Kyuushu)),
    (&["四風連打", "Suufon Renda", "Four Wind Abortion", "Four Winds"], Some(DrawKind::Suufon)),
    (&["四家立直", "Suucha Riichi", "Four Riichi Abortion"], Some(DrawKind::Suucha)),
    (&["四開槓", "四槓散了", "四槓散", "Suukaikan", "Suukan Sanra", "Four Kan Abortion"], Some(DrawKind::Suukan)),
    (&["三家和了", "三家和", "Sanchahou", "Three Ron Abortion"], Some(DrawKind::Sanchahou)),
    (&["途中流局"], None),
];
/// Words for wins.
const WINS: [&str; 2] = ["和了", "Agari"];
/// Words for a log that stops early.
const UNFINISHED: [&str; 2] = ["不明", ""];
/// The words of a value that reached a limit; the first is the one that is written.
#[rustfmt::skip]
const LIMITS: [(&[&str], Limit); 5] = [
    (&["満貫", "Mangan", "切り上げ満貫", "Kiriage Mangan", "Rounded Mangan"], Limit::Mangan),
    (&["跳満", "Haneman"], Limit::Haneman),
    (&["倍満", "Baiman"], Limit::Baiman),
    (&["三倍満", "Sanbaiman"], Limit::Sanbaiman),
    (&["役満", "Yakuman", "数え役満", "Kazoe Yakuman", "Counted Yakuman"], Limit::Yakuman),
];
/// Words for fu, and for han.
const FU: [&str; 2] = ["符", "Fu"];
const HAN: [&str; 3] = ["飜", "翻", "Han"];

/// The kyoku whose result is read.
pub(super) struct Place {
    pub(super) seats: usize,
    pub(super) name: KyokuName,
    /// Whether this program wrote the log: then yaku that its rules define may have names that other programs give to others.
    pub(super) own: bool,
}

pub(super) fn read(value: &Value, place: &Place) -> Result<LogEnd, LogError> {
    let parts = list(value, "result")?;
    let name = match parts.first() {
        None => return Ok(LogEnd::Unfinished),
        Some(name) => {
            let found = || excerpt(&name.to_string());
            name.as_str()
                .ok_or_else(|| LogError::new("result", format!("{} is not the name of an end", found())))?
        }
    };
    if is_among(name, &WINS) {
        return wins(&parts[1..], place).map_err(|e| e.within("result"));
    }
    if UNFINISHED.contains(&name) {
        return Ok(LogEnd::Unfinished);
    }
    let kind = DRAWS.iter().find(|(words, _)| is_among(name, words)).ok_or_else(|| {
        let known: Vec<&str> = DRAWS.iter().map(|(words, _)| words[0]).collect();
        LogError::new(
            "result",
            format!("unknown end `{}`; expected 和了 or one of {}", excerpt(name), known.join(" ")),
        )
    })?;
    let deltas = parts.get(1).map_or(Ok(None), |changes| deltas(changes, place.seats, "result"))?;
    Ok(LogEnd::Draw(LogDraw { kind: kind.1, deltas, ..LogDraw::default() }))
}

/// Whether a word is one of these, in any spelling.
fn is_among(word: &str, words: &[&str]) -> bool {
    words.contains(&word) || words.iter().any(|known| folded(known) == folded(word))
}

/// Changes of score; `None` if the list is empty.
fn deltas(value: &Value, seats: usize, what: &str) -> Result<Option<Vec<i32>>, LogError> {
    match value.as_array().is_some_and(Vec::is_empty) || value.is_null() {
        true => Ok(None),
        false => points(value, seats, what).map(Some),
    }
}

/// The entry for an end; `不明` if there is none.
pub(super) fn write(end: &LogEnd) -> Value {
    match end {
        LogEnd::Unfinished => json!([UNFINISHED[0]]),
        LogEnd::Draw(draw) => {
            let name =
                DRAWS.iter().find(|(_, kind)| *kind == draw.kind).map_or("流局", |(words, _)| words[0]);
            draw.deltas.as_ref().map_or(json!([name]), |deltas| json!([name, padded(deltas)]))
        }
        LogEnd::Wins(wins) => {
            let mut parts = vec![json!("和了")];
            for win in wins {
                parts.push(json!(win.deltas.as_deref().map(padded)));
                parts.push(details(win));
            }
            json!(parts)
        }
    }
}

fn padded(deltas: &[i32]) -> Vec<i32> {
    let mut deltas = deltas.to_vec();
    deltas.resize(4, 0);
    deltas
}

fn details(win: &LogWin) -> Value {
    let pao = win.pao.unwrap_or(win.winner);
    let mut parts = vec![json!(win.winner.index()), json!(win.from.index()), json!(pao.index())];
    let head = match LIMITS.iter().find(|(_, limit)| Some(*limit) == win.limit) {
        Some((words, _)) => words[0].to_owned(),
        None => win.fu.zip(win.han).map_or(String::new(), |(fu, han)| format!("{fu}符{han}飜")),
    };
    parts.extend(match win.points {
        Some(LogPoints::Sum(sum)) => Some(json!(format!("{head}{sum}点"))),
        Some(LogPoints::Each(each)) => Some(json!(format!("{head}{each}点∀"))),
        Some(LogPoints::Split { child, dealer }) => Some(json!(format!("{head}{child}-{dealer}点"))),
        None => (!win.yaku.is_empty() || !head.is_empty()).then(|| json!(head)),
    });
    parts.extend(named(win).map(|(name, han)| {
        let worth = if win.han.is_none() { "役満".to_owned() } else { format!("{han}飜") };
        json!(format!("{name}({worth})"))
    }));
    json!(parts)
}

/// The names of the yaku with their han, those that the rules define before the dora.
fn named(win: &LogWin) -> impl Iterator<Item = (&str, u32)> {
    let named = |dora: bool| {
        let of_sort = win.yaku.iter().filter(move |(yaku, _)| yaku.is_dora() == dora);
        of_sort.map(|(yaku, han)| (yaku.words(), *han))
    };
    let own = win.own_yaku.iter().map(|yaku| (&*yaku.name, yaku.han));
    named(false).chain(own).chain(named(true))
}

/// Whether a riichi declared with the last discard is accepted. A ron on the discard cancels it, and so do (on Tenhou)
/// three rons, four winds and four kans.
pub(super) fn accepts(end: &LogEnd, seat: Seat) -> bool {
    use DrawKind::{Sanchahou, Suufon, Suukan};
    match end {
        LogEnd::Wins(wins) => wins.iter().all(|win| win.from != seat),
        LogEnd::Draw(draw) => !matches!(draw.kind, Some(Sanchahou | Suufon | Suukan)),
        LogEnd::Unfinished => false,
    }
}

fn wins(parts: &[Value], place: &Place) -> Result<LogEnd, LogError> {
    let mut wins = Vec::new();
    for pair in parts.chunks(2) {
        let deltas = deltas(&pair[0], place.seats, "changes")?;
        wins.push(match pair.get(1) {
            Some(details) => win(details, deltas, place)?,
            None => {
                let problem = "a win is a list of changes and a list of details";
                let (winner, from) =
                    deltas.as_deref().and_then(seats_of).ok_or_else(|| LogError::new("", problem))?;
                LogWin { deltas, ..LogWin::of(winner, from) }
            }
        });
    }
    if wins.is_empty() { Err(LogError::new("", "和了 without a winner")) } else { Ok(LogEnd::Wins(wins)) }
}

/// The winner and who dealt in, or twice the winner by tsumo, if the changes of score show them.
fn seats_of(deltas: &[i32]) -> Option<(Seat, Seat)> {
    let seats = |is: fn(i32) -> bool| Seat::all(deltas.len()).filter(move |seat| is(deltas[seat.index()]));
    let (mut winners, mut payers) = (seats(|delta| delta > 0), seats(|delta| delta < 0));
    let (winner, payer) = (winners.next()?, payers.next()?);
    winners.next().is_none().then(|| (winner, if payers.next().is_some() { winner } else { payer }))
}

/// A win by its details, of which only winner and discarder must be there.
fn win(details: &Value, deltas: Option<Vec<i32>>, place: &Place) -> Result<LogWin, LogError> {
    let problem = || {
        let right = "expected [winner, from, pao, \"30符2飜2000点\", \"立直(1飜)\", …]";
        LogError::new("", format!("{} are not the details of a win: {right}", excerpt(&details.to_string())))
    };
    let parts = list(details, "details")?;
    let seat = |value: &Value| {
        value.as_u64().filter(|&n| n < place.seats as u64).map(|n| Seat::new(n as u8)).ok_or_else(problem)
    };
    let [winner, from, rest @ ..] = &parts[..] else { return Err(problem()) };
    let (winner, from) = (seat(winner)?, seat(from)?);
    let pao = rest.first().map_or(Ok(winner), seat)?;
    let worth = rest.get(1).map_or(Some(Worth::default()), |value| value.as_str().and_then(worth));
    let Worth { fu, limit, points } = worth.ok_or_else(problem)?;
    let items = rest.iter().skip(2).map(one_yaku).collect::<Result<Vec<_>, _>>()?;
    let counted = !items.is_empty() && items.iter().all(|&(_, is_yakuman, _)| !is_yakuman);
    let han = counted.then(|| items.iter().map(|&(_, _, han)| han).sum());
    let (yaku, own_yaku) = sorted(items, winner, place);
    let pao = (pao != winner).then_some(pao);
    Ok(LogWin { pao, fu, han, limit, points, yaku, own_yaku, deltas, ..LogWin::of(winner, from) })
}

/// What the value of a win says.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Worth {
    fu: Option<u32>,
    limit: Option<Limit>,
    points: Option<LogPoints>,
}

/// Fu, limit and payment of `30符2飜2000点`, `満貫2000-4000点`, `跳満6000点∀`, `30Fu6HanHaneman 12000点`, `2000点`, `満貫`.
fn worth(text: &str) -> Option<Worth> {
    let Some((digits, after)) = text.split_once('点') else {
        let (fu, limit) = head(text)?;
        return Some(Worth { fu, limit, points: None });
    };
    let amount = digits.trim_start_matches(|c: char| !c.is_ascii_digit());
    let start =
        amount.rfind(|c: char| !c.is_ascii_digit() && c != '-').map_or(0, |at| at + char_len(amount, at));
    let amount = &amount[start..];
    let (fu, limit) = head(&digits[..digits.len() - amount.len()])?;
    let number = |text: &str| text.parse::<i32>().ok().filter(|&n| n < 10_000_000);
    let points = match amount.split_once('-') {
        Some((child, dealer)) => LogPoints::Split { child: number(child)?, dealer: number(dealer)? },
        None if after.starts_with('∀') => LogPoints::Each(number(amount)?),
        None => LogPoints::Sum(number(amount)?),
    };
    Some(Worth { fu, limit, points: Some(points) })
}

/// Fu and limit of what comes before the payment; neither if it is empty.
fn head(text: &str) -> Option<(Option<u32>, Option<Limit>)> {
    let text = text.trim();
    let after_fu = counted(text, &FU);
    let (fu, word) = match after_fu {
        Some((fu, rest)) => (Some(fu), counted(rest, &HAN)?.1.trim()),
        None => (None, text),
    };
    if word.is_empty() {
        return Some((fu, fu.map(|_| Limit::None)));
    }
    let limit = LIMITS.iter().find(|(words, _)| is_among(word, words)).map(|&(_, limit)| limit);
    let of_many = || folded(word).ends_with(LIMITS[4].0[0]).then_some(Limit::Yakuman); // ダブル役満
    limit.or_else(of_many).map(|limit| (fu, Some(limit)))
}

/// A number in front that one of these words follows, and the rest.
fn counted<'a>(text: &'a str, words: &[&str]) -> Option<(u32, &'a str)> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let number = text[..end].parse().ok()?;
    words.iter().find_map(|word| text[end..].strip_prefix(word)).map(|rest| (number, rest))
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The yaku that are known by their names, and those with other names.
fn sorted(
    items: Vec<(&str, bool, u32)>,
    winner: Seat,
    place: &Place,
) -> (Vec<(LogYaku, u32)>, Vec<LogOwnYaku>) {
    let (mut yaku, mut own): (Vec<(LogYaku, u32)>, Vec<LogOwnYaku>) = (Vec::new(), Vec::new());
    let dealer = place.name.number as usize;
    let seat_wind = (winner.index() + place.seats - dealer) % place.seats;
    let is_known = |known: &LogYaku, name: &str| !place.own || known.words() == name;
    for (name, _, han) in items {
        let known =
            LogYaku::named(name, [seat_wind as u8, place.name.wind]).filter(|known| is_known(known, name));
        let earlier = yaku.iter_mut().find(|(earlier, _)| Some(*earlier) == known);
        match (known, earlier) {
            (Some(_), Some((_, sum))) => *sum += han,
            (Some(known), None) => yaku.push((known, han)),
            (None, _) => own.push(own_yaku(bounded_text(name), han)),
        }
    }
    (yaku, own)
}

/// A yaku of this name; one that no rules file can have is named as it is.
fn own_yaku(name: String, han: u32) -> LogOwnYaku {
    let slug = Some(slug_of(&name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| name.clone());
    LogOwnYaku { slug: slug.into(), name: name.into(), han }
}

/// The name of a yaku, whether it is a yakuman, and its han (13 for a yakuman): `断幺九(1飜)`, `大三元(役満)`.
fn one_yaku(value: &Value) -> Result<(&str, bool, u32), LogError> {
    let problem = || {
        let found = excerpt(&value.to_string());
        LogError::new("", format!("{found} is not a yaku: expected `立直(1飜)` or `大三元(役満)`"))
    };
    let text = value.as_str().ok_or_else(problem)?;
    let (name, worth) = text.rsplit_once('(').filter(|(name, _)| !name.is_empty()).ok_or_else(problem)?;
    let worth = worth.strip_suffix(')').ok_or_else(problem)?;
    if worth.ends_with("役満") || worth.ends_with("Yakuman") {
        return Ok((name, true, 13));
    }
    let han = HAN.iter().find_map(|word| worth.strip_suffix(word)).and_then(|han| han.trim().parse().ok());
    Ok((name, false, han.filter(|&han: &u32| han <= 100).ok_or_else(problem)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_wins() {
        use LogPoints::*;
        let row = |fu, limit, points| Worth { fu, limit: Some(limit), points: Some(points) };
        let rows = [
            ("30符2飜2000点", row(Some(30), Limit::None, Sum(2000))),
            ("20符3飜700-1300点", row(Some(20), Limit::None, Split { child: 700, dealer: 1300 })),
            ("50符3飜3200点∀", row(Some(50), Limit::None, Each(3200))),
            ("三倍満6000-12000点", row(None, Limit::Sanbaiman, Split { child: 6000, dealer: 12_000 })),
            ("倍満8000点∀", row(None, Limit::Baiman, Each(8000))),
            ("役満48000点", row(None, Limit::Yakuman, Sum(48_000))),
            ("30符6飜跳満12000点", row(Some(30), Limit::Haneman, Sum(12_000))),
            ("30Fu2Han2000点", row(Some(30), Limit::None, Sum(2000))),
            ("30Fu6HanHaneman 12000点", row(Some(30), Limit::Haneman, Sum(12_000))),
            ("Mangan 2000-4000点", row(None, Limit::Mangan, Split { child: 2000, dealer: 4000 })),
            ("Counted Yakuman 16000点∀", row(None, Limit::Yakuman, Each(16_000))),
            ("切り上げ満貫8000点", row(None, Limit::Mangan, Sum(8000))),
            ("ダブル役満64000点", row(None, Limit::Yakuman, Sum(64_000))),
            ("2000点", Worth { points: Some(Sum(2000)), ..Worth::default() }),
            ("満貫", Worth { limit: Some(Limit::Mangan), ..Worth::default() }),
            ("", Worth::default()),
        ];
        for (text, expected) in rows {
            assert_eq!(worth(text), Some(expected), "{text}");
        }
        for text in [
            "点",
            "30符点",
            "満貫点",
            "満貫-点",
            "満貫99999999999点",
            "満貫é点",
            "30符2飜é点",
            "Manga 2000点",
        ] {
            assert_eq!(worth(text), None, "{text}");
        }
    }

    #[test]
    fn names_of_ends() {
        let place = Place { seats: 4, name: KyokuName { wind: 0, number: 0, honba: 0 }, own: false };
        let kind = |name: &str| match read(&json!([name]), &place) {
            Ok(LogEnd::Draw(draw)) => draw.kind,
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(kind("Exhaustive Draw"), Some(DrawKind::Exhaustive));
        assert_eq!(kind("四风连打"), Some(DrawKind::Suufon));
        assert_eq!(kind("九种九牌"), Some(DrawKind::Kyuushu));
        assert_eq!(kind("Mangan at Draw"), Some(DrawKind::Nagashi));
        for (words, expected) in DRAWS {
            words.iter().for_each(|word| assert_eq!(kind(word), expected, "{word}"));
        }
    }
}
