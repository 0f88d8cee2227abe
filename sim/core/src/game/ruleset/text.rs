//! Rules as text, the same on every machine: for the hash, for differences and for output.

use toml::{Table, Value};

/// A value in one line of TOML, always the same characters for the same value.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(value_text).collect::<Vec<_>>().join(", ")),
        Value::Table(table) if table.is_empty() => "{}".into(),
        Value::Table(table) => format!("{{ {} }}", sorted_pairs(table).join(", ")),
        Value::String(text) => format!("{text:?}"),
        other => other.to_string(),
    }
}

/// The fields and values of a table, one per line, sorted by name.
pub(super) fn canonical(table: &Table) -> String {
    sorted_pairs(table).into_iter().map(|pair| pair + "\n").collect()
}

/// `name = value` for each field, sorted by name.
fn sorted_pairs(table: &Table) -> Vec<String> {
    let mut pairs: Vec<String> =
        table.iter().map(|(key, value)| format!("{key} = {}", value_text(value))).collect();
    pairs.sort();
    pairs
}

/// FNV-1a, 64 bits.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// The name among `names` nearest to `word`, if it is near enough to be a typing error. Capitals and `_`, `-` or
/// spaces between words make no difference.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = plain(word);
    let most = |name: &str| (name.len().max(word.len()) / 3).max(1);
    names
        .map(|name| (plain(name), name))
        .filter(|(plain, _)| plain.len().abs_diff(word.len()) <= most(plain)) // A long word is not compared letter by letter.
        .map(|(plain, name)| (edit_distance(&word, &plain), most(&plain), name))
        .min_by_key(|&(distance, _, name)| (distance, name))
        .filter(|(distance, most, _)| distance <= most)
        .map(|(_, _, name)| name)
}

/// A name in lower case, without spaces and signs between words, to find misspelt ones.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// Letters to insert, delete or change, or pairs of neighbours to swap (optimal string alignment).
fn edit_distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
    let first: Vec<usize> = (0..=b.len()).collect();
    let (mut before, mut last) = (first.clone(), first);
    for (i, &from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &to) in b.iter().enumerate() {
            let changed = last[j] + usize::from(from != to);
            let least = changed.min(row[j] + 1).min(last[j + 1] + 1);
            let swapped = i > 0 && j > 0 && from == b[j - 1] && to == a[i - 1];
            row.push(if swapped { least.min(before[j - 1] + 1) } else { least });
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_matches_its_published_vectors() {
        assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
    }

    #[test]
    fn a_slip_of_the_pen_is_recognised_and_nonsense_is_not() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("tsmuo", "tsumo"), 1);
        assert_eq!(edit_distance("ab", "cba"), 2);
        let names = || ["uma", "pao", "tobi", "kuitan", "riichi_stick"].into_iter();
        for (word, expected) in [
            ("umma", Some("uma")),
            ("kuittan", Some("kuitan")),
            ("riichistick", Some("riichi_stick")),
            ("RIICHI-STICK", Some("riichi_stick")),
            ("foo", None),
            ("xyzxyz", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names()), expected, "{word}");
        }
    }

    #[test]
    fn values_are_one_line_of_toml() {
        let text = "a = { Z = 1, B = [1, -2] }\nb = \"x\"\nc = true\n";
        let table: Table = text.parse().unwrap();
        assert_eq!(canonical(&table), "a = { B = [1, -2], Z = 1 }\nb = \"x\"\nc = true\n");
        assert_eq!(canonical(&table).parse::<Table>().unwrap(), table);
    }
}
