//! Which rules the decisions of the built-in agents follow: the table in `knowledge.txt`, a line per rule, clause or chapter of rules and a column
//! per agent.
//!
//! A comparison of rules shows it: what an agent does not know of a rule, it does not play by.

use crate::roster::Roster;
use crate::spec::Spec;
use hyakuman_games::registry::field;

hyakuman_core::named! {
    /// How far the decisions of an agent follow a rule, in the order in which it is shown, each with its name in JSON.
    pub enum Knowledge {
        /// As the rule is.
        Exactly = "exactly",
        /// In some decisions, or roughly.
        InPart = "in_part",
        /// Only in what a hand that is tenpai or complete is worth.
        AtTenpai = "at_tenpai",
        /// In none: the agent only plays what is legal.
        NotAtAll = "not_at_all",
        /// The agent does not say: a program or a network, an agent of one's own, or a correction that was learned under other rules.
        NotDeclared = "not_declared",
    }
}

impl Knowledge {
    /// In words, for people.
    pub const fn words(self) -> &'static str {
        match self {
            Knowledge::Exactly => "exactly",
            Knowledge::InPart => "in part",
            Knowledge::AtTenpai => "at tenpai only",
            Knowledge::NotAtAll => "not at all",
            Knowledge::NotDeclared => "not declared",
        }
    }

    /// Of the table: the line of the rule, of its clause, or of its chapter; `None` where there is none of these, or no column for the agent.
    /// `is_built`: one can build towards what the rule changes.
    pub(crate) fn in_table(family: &str, agent: &str, rule: &str, is_built: bool) -> Option<Knowledge> {
        let mut lines = TABLE.lines().skip_while(|line| line.split_whitespace().next() != Some(family));
        let column = lines.next()?.split_whitespace().position(|name| name == agent)?;
        let lines = lines.take_while(|line| !line.is_empty()).map(str::split_whitespace);
        let clause = field(family, rule)?.clause();
        let names = [rule, clause, clause.split('.').next()?];
        let line = names.iter().find_map(|name| lines.clone().find(|line| line.clone().next() == Some(name)));
        match line?.nth(column)? {
            "exact" => Some(Knowledge::Exactly),
            "part" => Some(Knowledge::InPart),
            "built" if is_built => Some(Knowledge::InPart),
            "tenpai" | "built" => Some(Knowledge::AtTenpai),
            "-" => Some(Knowledge::NotAtAll),
            _ => None,
        }
    }
}

const TABLE: &str = include_str!("knowledge.txt");

impl Roster {
    /// How far the decisions of the agent of a spec follow a rule of a family. `is_built`: whether one can build towards one of the yaku that a
    /// change of `yaku` or `local_yaku` is about. What the agent's options change is left out, but for a correction: it may know more.
    pub fn knowledge(&self, spec: &Spec, family: &str, rule: &str, is_built: bool) -> Knowledge {
        let is_built_in = |name| self.entries().iter().any(|entry| entry.name == name && entry.is_built_in);
        let known = Some(spec.name()).filter(|&name| is_built_in(name));
        let known = known.and_then(|name| Knowledge::in_table(family, name, rule, is_built));
        match known.unwrap_or(Knowledge::NotDeclared) {
            Knowledge::NotAtAll if self.is_corrected(spec) => Knowledge::NotDeclared,
            known => known,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyakuman_core::game::ruleset::{FieldDoc, Ruleset};
    use hyakuman_riichi::RiichiRules;
    use hyakuman_riichi::toutenkou::ToutenkouRules;
    use hyakuman_toppan::ToppanRules;
    use hyakuman_yangzhou::YangzhouRules;

    /// The rules of all families, each with its family.
    fn rules() -> impl Iterator<Item = (&'static str, &'static FieldDoc)> {
        fn of<R: Ruleset>() -> impl Iterator<Item = (&'static str, &'static FieldDoc)> {
            R::FIELDS.iter().map(|field| (R::FAMILY, field))
        }
        of::<RiichiRules>()
            .chain(of::<ToutenkouRules>())
            .chain(of::<YangzhouRules>())
            .chain(of::<ToppanRules>())
    }

    #[test]
    fn every_agent_has_an_answer_for_every_rule() {
        let roster = Roster::built_in();
        for entry in roster.entries().iter().filter(|entry| !entry.external) {
            for (family, FieldDoc { name, .. }) in rules().filter(|(family, _)| entry.plays(family)) {
                let known = Knowledge::in_table(family, &entry.name, name, true);
                assert!(
                    known.is_some(),
                    "agents/src/knowledge.txt: does {} know `{name}` of {family}?",
                    entry.name
                );
            }
        }
    }

    /// A line is for a rule, a clause or a chapter, and has a word for each agent. What a new rule gets from its chapter is not too much.
    #[test]
    fn every_line_is_of_rules_with_a_word_for_each_agent() {
        let (mut columns, mut of) = (0, "");
        for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            if rules().any(|(family, _)| family == words[0]) {
                (columns, of) = (words.len(), words[0]);
                continue;
            }
            let rules = || rules().filter(|(family, _)| *family == of).map(|(_, rule)| rule);
            let is_rule = rules().any(|rule| rule.name == words[0]);
            let in_clause = |clause: &str| clause == words[0] || clause.split('.').next() == Some(words[0]);
            assert!(is_rule || rules().any(|rule| in_clause(rule.clause())), "{of}: {line}");
            assert!(words.len() == columns && (is_rule || !words.contains(&"exact")), "{of}: {line}");
        }
    }

    /// Two declarations of the same: an agent that ignores final points knows no uma.
    #[test]
    fn agents_that_ignore_final_points_know_no_uma() {
        let roster = Roster::built_in();
        for entry in roster.entries().iter().filter(|entry| !entry.external && entry.plays("riichi")) {
            for rule in ["uma", "oka_to_first", "final_rounding", "uma_unit", "floating_uma"] {
                let knows =
                    Knowledge::in_table("riichi", &entry.name, rule, true) != Some(Knowledge::NotAtAll);
                assert_eq!(knows, entry.reads_rank_points, "{}: {rule}", entry.name);
            }
        }
    }

    #[test]
    fn only_what_is_declared_is_known() {
        let mut roster = Roster::built_in();
        let known = |roster: &Roster, agent, rule| {
            roster.knowledge(&roster.spec(agent).unwrap(), "riichi", rule, false)
        };
        for (agent, rule, expected) in [
            ("ukeire", "kuitan", Knowledge::Exactly),
            ("value", "kiriage", Knowledge::AtTenpai),
            ("value", "uma", Knowledge::NotAtAll),
            ("value:learned=tenhou", "uma", Knowledge::NotDeclared),
            ("placement", "uma", Knowledge::Exactly),
            ("placement", "chips", Knowledge::NotAtAll),
            ("placement", "yaku", Knowledge::AtTenpai),
            ("search", "yaku", Knowledge::InPart),
        ] {
            assert_eq!(known(&roster, agent, rule), expected, "{agent} {rule}");
        }
        roster.add::<hyakuman_riichi::Riichi, _>("ukeire", |_| crate::Random::default());
        assert_eq!(known(&roster, "ukeire", "kuitan"), Knowledge::NotDeclared, "another agent of this name");
    }
}
