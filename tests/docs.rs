//! What the pages list is what there is: yaku, rulesets, agents.

use hyakuman::games::registry::rulesets;
use hyakuman::games::riichi::yaku::YAKU;

/// docs/output.md has the name of each yaku of riichi mahjong, with its han where it is no yakuman.
#[test]
fn every_yaku_is_on_the_page_of_the_output() {
    let page = include_str!("../docs/output.md");
    for info in &YAKU {
        let name = format!("`{}` {}", info.slug, info.kanji);
        assert!(page.contains(&name), "docs/output.md does not list the yaku {name}");
    }
}

#[test]
fn every_ruleset_is_on_its_page() {
    let page = include_str!("../docs/rulesets.md");
    for listing in rulesets() {
        let id = format!("`{}`", listing.id);
        assert!(page.contains(&id), "docs/rulesets.md has no line for the ruleset {id}");
    }
}

#[test]
fn every_agent_is_on_its_page() {
    let page = include_str!("../docs/agents.md");
    for entry in hyakuman::roster().entries() {
        let line = format!("| `{}` | ", entry.name);
        assert!(page.contains(&line), "docs/agents.md has no line for the agent `{}`", entry.name);
    }
}
