//! The last entry of a kyoku: `["和了", [changes], [winner, from, pao, "30符2飜2000点", "立直(1飜)", …], …]`,
//! `["流局", [changes]]` or the name of another draw.

use super::{list, points};
use crate::error::LogError;
use crate::model::{DrawKind, Limit, LogDraw, LogEnd, LogOwnYaku, LogPoints, LogWin};
use crate::origin::bounded_text;
use crate::yaku::LogYaku;
use hyakuman_core::Seat;
use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::own::slug_of;
use serde_json::{Value, json};

/// Names of draws. Some kinds of draw share a name and cannot be distinguished.
const DRAWS: [(&str, Option<DrawKind>); 12] = [
    ("流局", Some(DrawKind::Exhaustive)),
    ("荒牌平局", Some(DrawKind::Exhaustive)),
    ("全員聴牌", Some(DrawKind::Exhaustive)),
    ("全員不聴", Some(DrawKind::Exhaustive)),
    ("流し満貫", Some(DrawKind::Nagashi)),
    ("九種九牌", Some(DrawKind::Kyuushu)),
    ("四風連打", Some(DrawKind::Suufon)),
    ("四家立直", Some(DrawKind::Suucha)),
    ("四開槓", Some(DrawKind::Suukan)),
    ("四槓散了", Some(DrawKind::Suukan)),
    ("三家和了", Some(DrawKind::Sanchahou)),
    ("途中流局", None),
];
/// Words for a log that stops early.
const UNFINISHED: [&str; 2] = ["不明", ""];
/// Prefixes of a value that reached a limit; longer ones first.
const LIMITS: [(&str, Limit); 5] = [
    ("三倍満", Limit::Sanbaiman),
    ("倍満", Limit::Baiman),
    ("跳満", Limit::Haneman),
    ("満貫", Limit::Mangan),
    ("役満", Limit::Yakuman),
];

pub(super) fn read(value: &Value, seats: usize) -> Result<LogEnd, LogError> {
    let parts = list(value, "result")?;
    let name = match parts.first() {
        None => return Ok(LogEnd::Unfinished),
        Some(name) => {
            let found = || excerpt(&name.to_string());
            name.as_str()
                .ok_or_else(|| LogError::new("result", format!("{} is not the name of an end", found())))?
        }
    };
    if name == "和了" {
        return wins(&parts[1..], seats).map_err(|e| e.within("result"));
    }
    if UNFINISHED.contains(&name) {
        return Ok(LogEnd::Unfinished);
    }
    let kind = DRAWS.iter().find(|(word, _)| *word == name).ok_or_else(|| {
        let known: Vec<&str> = DRAWS.iter().map(|(word, _)| *word).collect();
        LogError::new(
            "result",
            format!("unknown end `{}`; expected 和了 or one of {}", excerpt(name), known.join(" ")),
        )
    })?;
    let deltas = match parts.get(1) {
        Some(changes) if changes.as_array().is_some_and(|list| !list.is_empty()) => {
            Some(points(changes, seats, "result")?)
        }
        _ => None,
    };
    Ok(LogEnd::Draw(LogDraw { wins: Vec::new(), kind: kind.1, deltas, scores_before: None, shown: None }))
}

/// The entry for an end; `不明` if there is none.
pub(super) fn write(end: &LogEnd) -> Value {
    match end {
        LogEnd::Unfinished => json!([UNFINISHED[0]]),
        LogEnd::Draw(draw) => {
            let name = DRAWS.iter().find(|(_, kind)| *kind == draw.kind).map_or("流局", |(word, _)| word);
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
        Some((word, _)) => (*word).to_owned(),
        None => format!("{}符{}飜", win.fu.unwrap_or_default(), win.han.unwrap_or_default()),
    };
    parts.push(json!(match win.points {
        Some(LogPoints::Sum(sum)) => format!("{head}{sum}点"),
        Some(LogPoints::Each(each)) => format!("{head}{each}点∀"),
        Some(LogPoints::Split { child, dealer }) => format!("{head}{child}-{dealer}点"),
        None => format!("{head}0点"),
    }));
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

fn wins(parts: &[Value], seats: usize) -> Result<LogEnd, LogError> {
    let mut wins = Vec::new();
    for pair in parts.chunks(2) {
        let [changes, details] = pair else {
            return Err(LogError::new("", "a win is a list of changes and a list of details"));
        };
        wins.push(win(details, points(changes, seats, "changes")?, seats)?);
    }
    if wins.is_empty() { Err(LogError::new("", "和了 without a winner")) } else { Ok(LogEnd::Wins(wins)) }
}

fn win(details: &Value, deltas: Vec<i32>, seats: usize) -> Result<LogWin, LogError> {
    let problem = || {
        let right = "expected [winner, from, pao, \"30符2飜2000点\", \"立直(1飜)\", …]";
        LogError::new("", format!("{} are not the details of a win: {right}", excerpt(&details.to_string())))
    };
    let parts = list(details, "details")?;
    let [winner, from, pao, value, yaku @ ..] = &parts[..] else { return Err(problem()) };
    let seat = |value: &Value| {
        value.as_u64().filter(|&n| n < seats as u64).map(|n| Seat::new(n as u8)).ok_or_else(problem)
    };
    let (winner, from, pao) = (seat(winner)?, seat(from)?, seat(pao)?);
    let (fu, limit, points) = value.as_str().and_then(self::value).ok_or_else(problem)?;
    let items = yaku.iter().map(one_yaku).collect::<Result<Vec<_>, _>>()?;
    let counted = items.iter().all(|&(_, is_yakuman, _)| !is_yakuman);
    let han = counted.then(|| items.iter().map(|&(_, _, han)| han).sum());
    let (yaku, own_yaku) = sorted(items);
    Ok(LogWin {
        winner,
        from,
        pao: (pao != winner).then_some(pao),
        tile: None,
        fu,
        han,
        limit: Some(limit),
        points: Some(points),
        yaku,
        own_yaku,
        scores_before: None,
        deltas: Some(deltas),
    })
}

/// Fu, limit and payment of `30符2飜2000点`, `満貫2000-4000点`, `跳満6000点∀`.
fn value(text: &str) -> Option<(Option<u32>, Limit, LogPoints)> {
    let digits = text.find("点").map(|end| &text[..end])?;
    let start =
        digits.rfind(|c: char| !c.is_ascii_digit() && c != '-').map_or(0, |at| at + char_len(digits, at));
    let (head, amount) = digits.split_at(start);
    let (fu, limit) = match LIMITS.iter().find(|(word, _)| head.ends_with(word)) {
        Some(&(_, limit)) => (None, limit),
        None => (Some(head.split_once('符')?.0.parse().ok()?), Limit::None),
    };
    let number = |text: &str| text.parse::<i32>().ok().filter(|&n| n < 10_000_000);
    let points = match amount.split_once('-') {
        Some((child, dealer)) => LogPoints::Split { child: number(child)?, dealer: number(dealer)? },
        None if text.ends_with('∀') => LogPoints::Each(number(amount)?),
        None => LogPoints::Sum(number(amount)?),
    };
    Some((fu, limit, points))
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// Tenhou's yaku, and those with another name.
fn sorted(items: Vec<(&str, bool, u32)>) -> (Vec<(LogYaku, u32)>, Vec<LogOwnYaku>) {
    let (mut yaku, mut own) = (Vec::new(), Vec::new());
    for (name, _, han) in items {
        match LogYaku::named(name, [0; 2]) {
            Some(known) => yaku.push((known, han)),
            None => own.push(own_yaku(bounded_text(name), han)),
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
    if worth == "役満" {
        return Ok((name, true, 13));
    }
    let han = worth.strip_suffix('飜').and_then(|han| han.parse().ok()).filter(|&han: &u32| han <= 100);
    Ok((name, false, han.ok_or_else(problem)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        use LogPoints::*;
        let rows = [
            ("30符2飜2000点", (Some(30), Limit::None, Sum(2000))),
            ("20符3飜700-1300点", (Some(20), Limit::None, Split { child: 700, dealer: 1300 })),
            ("50符3飜3200点∀", (Some(50), Limit::None, Each(3200))),
            ("三倍満6000-12000点", (None, Limit::Sanbaiman, Split { child: 6000, dealer: 12_000 })),
            ("倍満8000点∀", (None, Limit::Baiman, Each(8000))),
            ("役満48000点", (None, Limit::Yakuman, Sum(48_000))),
        ];
        for (text, expected) in rows {
            assert_eq!(value(text), Some(expected), "{text}");
        }
        for text in
            ["", "点", "30符点", "満貫点", "2000点", "30符2飜2000", "満貫-点", "満貫99999999999点", "満貫é点"]
        {
            assert_eq!(value(text), None, "{text}");
        }
    }
}
