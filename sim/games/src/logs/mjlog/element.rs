//! An XML element whose attributes are numbers, tiles or lists of them.

use super::Players;
use crate::logs::error::LogError;
use crate::logs::origin::{self, LogPlayer, LogPlayers};
use hyakuman_core::excerpt::excerpt;
use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;
use std::borrow::Cow;

/// Maximum number of attributes of an element; real logs have at most 20.
const MOST_ATTRIBUTES: usize = 64;

/// One element of a log.
pub(super) struct Element<'a> {
    pub(super) tag: &'a str,
    attributes: Vec<(&'a str, Cow<'a, str>)>,
    /// The text of the log, and the byte offset of the element.
    at: (&'a str, usize),
}

impl<'a> Element<'a> {
    /// The element of this start tag, at this byte offset of the text.
    pub(super) fn new(text: &'a str, start: &'a BytesStart<'_>, at: usize) -> Result<Element<'a>, LogError> {
        let tag = start.name().into_inner();
        let mut element = Element { tag, attributes: Vec::new(), at: (text, at) };
        if start.contains('<') {
            // If a quotation mark is missing, the following elements must not become part of the attribute value.
            return Err(LogError::new(element.place(), "not well-formed XML: `<` within an element"));
        }
        let mut attributes = start.attributes();
        attributes.with_checks(false); // the checks take quadratic time; `add` checks instead
        for attribute in attributes {
            let read = attribute.map_err(quick_xml::Error::from).and_then(|attribute| {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0)?;
                Ok((attribute.key.into_inner(), value))
            });
            let read = read.map_err(|e| LogError::new("", format!("not well-formed XML: {e}")));
            let added = read.and_then(|(name, value)| element.add(name, value));
            added.map_err(|e| e.within(element.place()))?;
        }
        Ok(element)
    }

    fn add(&mut self, name: &'a str, value: Cow<'a, str>) -> Result<(), LogError> {
        if self.attributes.len() == MOST_ATTRIBUTES {
            let problem = format!("more than {MOST_ATTRIBUTES} attributes, the limit for an element");
            return Err(LogError::new("", problem));
        }
        if !name.chars().all(|c| c.is_alphanumeric() || "_:-.".contains(c)) {
            let problem = format!("not well-formed XML: `{}` is not an attribute name", excerpt(name));
            return Err(LogError::new("", problem));
        }
        if self.has(name) {
            let problem = format!("not well-formed XML: the attribute `{}` is given twice", excerpt(name));
            return Err(LogError::new("", problem));
        }
        self.attributes.push((name, value));
        Ok(())
    }

    /// The place of the element, for messages.
    pub(super) fn place(&self) -> String {
        let (text, at) = self.at;
        format!("{}, <{}>", place(text, at), excerpt(self.tag))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.attributes.iter().any(|(held, _)| *held == name)
    }

    /// The text of a required attribute.
    pub(super) fn text(&self, name: &str) -> Result<&str, LogError> {
        let held = self.attributes.iter().find(|(held, _)| *held == name);
        let missing = || LogError::new("", format!("the attribute `{name}` is missing"));
        held.map(|(_, value)| &value[..]).ok_or_else(missing)
    }

    /// The players in the log's order of seats: names `n0…3`, grades `dan`, ratings `rate`; a missing name is empty. A
    /// name that is not percent-encoded UTF-8 is taken as it is written.
    pub(super) fn people(&self) -> LogPlayers {
        let written = |name: &str| self.text(name).unwrap_or_default();
        let [grades, rates] = ["dan", "rate"].map(|name| written(name).split(',').collect::<Vec<_>>());
        let rate = |text: &&str| text.trim().parse().ok().filter(|rate: &f64| rate.is_finite());
        let player = |(number, name)| LogPlayer {
            name: origin::bounded_text(&decoded(written(name)).unwrap_or_else(|| written(name).to_owned())),
            grade: grades.get(number).and_then(|number: &&str| origin::tenhou_grade(number)),
            rate: rates.get(number).and_then(rate),
        };
        LogPlayers(["n0", "n1", "n2", "n3"].into_iter().enumerate().map(player).collect())
    }

    /// A number below a bound.
    pub(super) fn number(&self, name: &str, bound: usize) -> Result<usize, LogError> {
        let text = self.text(name)?;
        let number = text.parse().ok().filter(|&number| number < bound);
        number.ok_or_else(|| {
            LogError::new("", format!("{name}=\"{}\", expected a number below {bound}", excerpt(text)))
        })
    }

    /// A list of exactly `N` numbers.
    pub(super) fn array<const N: usize>(&self, name: &str) -> Result<[u32; N], LogError> {
        let list: Vec<u32> = self.list(name)?;
        let found = list.len();
        list.try_into().map_err(|_| LogError::new("", format!("{name} has {found} numbers, expected {N}")))
    }

    /// A list of numbers separated by commas.
    pub(super) fn list<T: std::str::FromStr>(&self, name: &str) -> Result<Vec<T>, LogError> {
        let text = self.text(name)?;
        let number = |item: &str| {
            let problem = || format!("`{}` in {name} is not a number of the right kind", excerpt(item));
            item.trim().parse().map_err(|_| LogError::new("", problem()))
        };
        if text.is_empty() { Ok(Vec::new()) } else { text.split(',').map(number).collect() }
    }

    /// A physical tile.
    pub(super) fn tile(&self, name: &str) -> Result<u8, LogError> {
        self.number(name, 136).map(|id| id as u8)
    }

    /// A list of physical tiles.
    pub(super) fn tiles(&self, name: &str) -> Result<Vec<u8>, LogError> {
        let tiles: Vec<u8> = self.list(name)?;
        match tiles.iter().find(|&&id| id >= 136) {
            Some(id) => Err(LogError::new("", format!("tile {id} in {name}, tiles are 0 to 135"))),
            None => Ok(tiles),
        }
    }

    /// A list of scores in hundreds, converted to points by seat.
    pub(super) fn points(&self, name: &str, table: Players) -> Result<Vec<i32>, LogError> {
        by_seat(&self.list(name)?, name, table).and_then(|list| in_points(&list, name))
    }

    /// A list of pairs (score and change, in hundreds), converted to points by seat. Chips may follow.
    pub(super) fn point_pairs(&self, name: &str, table: Players) -> Result<(Vec<i32>, Vec<i32>), LogError> {
        let mut list: Vec<i32> = self.list(name)?;
        without_chips(&mut list, table);
        let half = |skip: usize| list.iter().skip(skip).step_by(2).copied().collect::<Vec<i32>>();
        let points = |skip| by_seat(&half(skip), name, table).and_then(|list| in_points(&list, name));
        Ok((points(0)?, points(1)?))
    }
}

/// A draw or discard, which is encoded in the name of the element: whether it is a draw, the seat number of the log, the physical tile.
pub(super) fn play(tag: &str) -> Option<(bool, usize, u32)> {
    let place = "TUVWDEFG".find(tag.chars().next()?)?;
    let digits = tag.get(1..).filter(|rest| rest.len() <= 3 && rest.bytes().all(|b| b.is_ascii_digit()))?;
    Some((place < 4, place % 4, digits.parse().ok()?))
}

/// Removes the chips of a parlour game: a second list of pairs after the scores.
pub(super) fn without_chips<T>(pairs: &mut Vec<T>, table: Players) {
    if pairs.len() == 16 || pairs.len() == 4 * table.seats {
        pairs.truncate(pairs.len() / 2);
    }
}

/// The entries of a list in the log's order of seats, reordered by seat. A game of three may have a fourth, empty
/// entry.
pub(super) fn by_seat<T: Copy>(list: &[T], name: &str, table: Players) -> Result<Vec<T>, LogError> {
    if list.len() != table.seats && list.len() != 4 {
        let problem = format!("{name} has entries for {} seats, expected {}", list.len(), table.seats);
        return Err(LogError::new("", problem));
    }
    Ok((0..table.seats).map(|seat| list[table.number(seat)]).collect())
}

fn in_points(hundreds: &[i32], name: &str) -> Result<Vec<i32>, LogError> {
    let points = |&n: &i32| (n.unsigned_abs() < 100_000).then_some(n * 100);
    hundreds
        .iter()
        .map(points)
        .collect::<Option<_>>()
        .ok_or_else(|| LogError::new("", format!("{name} has a score of more than ten million points")))
}

/// The text of a percent-encoded one.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some((plain, encoded)) = rest.split_once('%') {
        bytes.extend(plain.as_bytes());
        bytes.push(u8::from_str_radix(encoded.get(..2)?, 16).ok()?);
        rest = &encoded[2..];
    }
    bytes.extend(rest.as_bytes());
    String::from_utf8(bytes).ok()
}

/// Line and column of a byte offset.
pub(super) fn place(text: &str, at: usize) -> String {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    format!("line {} column {}", before.matches('\n').count() + 1, before[line..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn names_are_percent_encoded() {
        let decoded = |text| decoded(text).unwrap_or_default();
        assert_eq!(decoded("%E7%99%BE%E4%B8%87 a"), "百万 a");
        assert_eq!(["%", "%4", "%zz", "%ff", "%é"].map(decoded), [""; 5], "not percent-encoded UTF-8");
    }
}
