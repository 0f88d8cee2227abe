//! Yaku of rules files and local yaku that only some of the compared rulesets have, and whether agents build towards them.

use hyakuman_games::registry::AnyRules;
use hyakuman_riichi::written_yaku::{self, WrittenYaku};
use hyakuman_riichi::yaku::Yaku;

/// A sentence that names the yaku of the arms, without those of the base, towards which no agent builds; none if there are none.
pub fn not_built_towards<'a>(base: &'a AnyRules, arms: impl Iterator<Item = &'a AnyRules>) -> Option<String> {
    let unbuilt = |rules: &AnyRules| rules.written_yaku().into_iter().filter(|yaku| !yaku.is_built_towards());
    let mut known: Vec<&str> = unbuilt(base).map(|yaku| yaku.slug).collect();
    let mut yaku: Vec<&WrittenYaku> = arms.flat_map(unbuilt).collect();
    yaku.retain(|yaku| {
        let is_new = !known.contains(&yaku.slug);
        known.push(yaku.slug);
        is_new
    });
    written_yaku::not_built_towards(yaku)
}

/// Whether agents can build towards a yaku that only one of two rulesets has by a rule, `yaku` or `local_yaku`.
pub(super) fn is_built_towards(rule: &str, base: &AnyRules, arm: &AnyRules) -> bool {
    let lists = [base, arm].map(AnyRules::written_yaku);
    let is_of_rule = |yaku: &WrittenYaku| Yaku::from_slug(yaku.slug).is_some() == (rule == "local_yaku");
    let is_in = |list: &[&WrittenYaku], yaku: &WrittenYaku| list.iter().any(|other| other.slug == yaku.slug);
    let differs = |yaku: &&&WrittenYaku| is_of_rule(yaku) && !lists.iter().all(|list| is_in(list, yaku));
    let mut differing = lists.iter().flatten().filter(differs).peekable();
    // One of the same name may have other conditions.
    differing.peek().is_none() || differing.any(|yaku| yaku.is_built_towards())
}
