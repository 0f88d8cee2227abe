//! Local yaku (古役), each with a switch of its own: the conditions of their rows in the table of all yaku. Source: RULES.md.

use super::{LOCAL, LocalYaku, LocalYakuSet, YakuInfo, YakuSet};
use crate::scoring::written_yaku::{WrittenYakuList, WrittenYakuSet};
use std::sync::LazyLock;
use toml::{Table, Value};

/// The conditions of each local yaku, in the order of the bits of [`LocalYakuSet`].
pub(crate) static CONDITIONS: LazyLock<WrittenYakuList> = LazyLock::new(|| {
    WrittenYakuList::local(&entries().into(), |slug| of_slug(slug).is_some())
        .expect("the conditions are right")
});

/// The local yaku as those of a rules file.
pub(crate) fn entries() -> Vec<Value> {
    LOCAL.iter().map(|(yaku, conditions)| Value::Table(entry(yaku.info(), conditions))).collect()
}

fn entry(info: &YakuInfo, conditions: &str) -> Table {
    let mut entry: Table = conditions.parse().expect(info.slug);
    let worth = match info.yakuman {
        true => vec![("yakuman", 1)],
        false if info.open == info.closed => vec![("han", info.closed)],
        false => vec![("han", info.closed), ("open", info.open)],
    };
    entry.extend(worth.into_iter().map(|(key, worth)| (key.to_owned(), i64::from(worth).into())));
    entry.extend([("name", info.name), ("ja", info.kanji)].map(|(key, name)| (key.to_owned(), name.into())));
    entry
}

/// The yaku with these places in [`CONDITIONS`].
#[inline]
pub(crate) fn numbered(local: WrittenYakuSet) -> YakuSet {
    let (mut left, mut yaku) = (local, YakuSet::EMPTY);
    while left != 0 {
        yaku.add(LOCAL[left.trailing_zeros() as usize].0, true);
        left &= left - 1;
    }
    yaku
}

/// The local yaku with this name in records.
pub(crate) fn of_slug(slug: &str) -> Option<LocalYaku> {
    LocalYakuSet::ALL.iter().find(|local| local.info().slug == slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scoring::written_yaku::Worth;

    /// The conditions of each row are right, and its name is that of its slug; its meaning ends with its kanji and its worth.
    #[test]
    fn every_row_fits_together() {
        let meanings = <LocalYakuSet as hyakuman_core::game::ruleset::RuleValue>::MEANINGS;
        for (at, (yaku, (local, _))) in CONDITIONS.all().iter().zip(LOCAL).enumerate() {
            let info = local.info();
            let (worth, words) = match (info.closed, info.open) {
                _ if info.yakuman => (Worth::Yakuman(1), "yakuman".to_owned()),
                (0, han) => (Worth::Han { closed: 0, open: han }, format!("{han} han")),
                (closed, open) if open == closed => (Worth::Han { closed, open }, format!("{open} han")),
                (closed, open) => (Worth::Han { closed, open }, format!("{closed} han, open {open}")),
            };
            assert_eq!(
                (yaku.slug, yaku.name, yaku.ja, yaku.worth),
                (info.slug, info.name, info.kanji, worth)
            );
            assert_eq!(numbered(1 << at), YakuSet::of(&[*local]));
            let expected = format!("({}), {words}", info.kanji);
            assert!(
                meanings[at].1.contains(&expected),
                "the comment of {local:?} does not have `{expected}`"
            );
        }
    }
}
