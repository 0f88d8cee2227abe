//! Rulesets beside a base, from the command line: the arms of a comparison, or those of a match.

use crate::choice;
use crate::failure::Failure;
use anyhow::Result;
use hyakuman_arena::Arm;
use hyakuman_arena::compare::MOST_ARMS;
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::game::ruleset::RulesError;
use hyakuman_games::registry::AnyRules;

/// The arguments that name arms.
pub struct Wanted<'a> {
    pub base: &'a str,
    /// The option that gives the variants.
    pub option: &'static str,
    pub variants: &'a [String],
    pub set: &'a [String],
    pub vary: &'a [String],
    /// Whether the values of several `vary` are paired in order.
    pub zip: bool,
}

/// Most characters of the name of an arm.
const LONGEST_NAME: usize = 40;

/// The arms.
pub struct Arms {
    pub arms: Vec<Arm>,
    /// Values and combinations of `vary` that are the base itself; empty if all are.
    pub left_out: Vec<String>,
    /// Rules of the arms that do nothing, where those of the base do not say so already.
    pub warnings: Vec<String>,
}

/// A ruleset by its name, and changes to it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    /// The name that was given to it: `Club=kuitan=false`.
    name: Option<String>,
    id: String,
    /// Whether the name was given, or is that of the base.
    given: bool,
    changes: Vec<String>,
}

impl Wanted<'_> {
    /// The rules of every arm.
    pub fn load(&self, base: &AnyRules) -> Result<Arms> {
        let (variants, points) = (self.variants(base)?, self.points()?);
        let count = variants.len() * points.len();
        if count > MOST_ARMS {
            return Err(usage(format!("{count} arms are too many: at most {MOST_ARMS} can be compared")));
        }
        let hash = base.describe().hash;
        let (mut arms, mut left_out) = (Vec::new(), Vec::new());
        for variant in &variants {
            for point in &points {
                let arm = self.arm(variant, point)?;
                let is_base = arm.rules.describe().hash == hash;
                let list = if is_base && !self.vary.is_empty() { &mut left_out } else { &mut arms };
                list.push(arm);
            }
        }
        if arms.is_empty() {
            std::mem::swap(&mut arms, &mut left_out);
        }
        let warnings = arms.iter().flat_map(|arm| warnings(arm, base)).collect();
        Ok(Arms { arms, left_out: left_out.into_iter().map(|arm| arm.name).collect(), warnings })
    }

    /// The rulesets of the variants; the base if there are none.
    fn variants(&self, base: &AnyRules) -> Result<Vec<Named>> {
        if self.variants.is_empty() {
            return Ok(vec![Named {
                name: None,
                id: self.base.to_owned(),
                given: false,
                changes: Vec::new(),
            }]);
        }
        let rules: Vec<&str> = base.describe().rows.iter().map(|row| row.field.name).collect();
        let variants: Vec<Named> =
            self.variants.iter().map(|text| self.variant(text, &rules)).collect::<Result<_>>()?;
        let names: Vec<&String> = variants.iter().filter_map(|variant| variant.name.as_ref()).collect();
        let twice = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name));
        twice.map_or(Ok(()), |(_, name)| {
            Err(usage(format!("two arms have the name {}: give each its own", excerpt(name))))
        })?;
        Ok(variants)
    }

    /// A ruleset with changes, perhaps behind a name. `rules` are the names of the rules of the base.
    fn variant(&self, text: &str, rules: &[&str]) -> Result<Named> {
        let option = self.option;
        if text.trim().is_empty() {
            return Err(usage(format!("{option} is empty: name a ruleset, or changes such as kuitan=false")));
        }
        if let Some((rule, change)) = of_rule(text, rules) {
            return Err(usage(format!(
                "{option} {}: `{rule}` is a rule, so no arm has this name; give another one, such as Club={change}, or write {change}",
                excerpt(text)
            )));
        }
        let (name, text) = named(text, rules).map_or((None, text), |(name, text)| (Some(name), text));
        if let Some(name) = name.filter(|name| name.chars().count() > LONGEST_NAME || *name == "base") {
            let name = excerpt(name);
            return Err(usage(format!(
                "{option} {name}=…: the name of an arm has at most {LONGEST_NAME} characters and is not `base`"
            )));
        }
        let words = if has_change(text) { split(text, ' ') } else { Some(vec![text.to_owned()]) };
        let words = words.filter(|words| words.iter().any(|word| !word.is_empty()));
        let mut words = words
            .ok_or_else(|| usage(format!("{option} {}: a bracket or quote is not closed", excerpt(text))))?;
        words.retain(|word| !word.is_empty());
        let given = !has_change(&words[0]);
        let id = if given { words.remove(0) } else { self.base.to_owned() };
        Ok(Named { name: name.map(str::to_owned), id, given, changes: words })
    }

    /// The combinations of the values of all `--vary`; without any, one without changes.
    fn points(&self) -> Result<Vec<Vec<String>>> {
        let lists: Vec<Vec<String>> = self.vary.iter().map(|text| values(text)).collect::<Result<_>>()?;
        if self.zip {
            return zipped(&lists);
        }
        let mut points = vec![Vec::new()];
        for list in &lists {
            let with = |point: &Vec<String>| {
                let point = point.clone();
                list.iter().map(move |value| [&point[..], std::slice::from_ref(value)].concat())
            };
            if points.len() * list.len() > 1_000_000 {
                return Err(usage(format!("these are too many arms: at most {MOST_ARMS} can be compared")));
            }
            points = points.iter().flat_map(with).collect();
        }
        Ok(points)
    }

    /// A ruleset with all changes.
    fn arm(&self, variant: &Named, point: &[String]) -> Result<Arm> {
        let changes = [&variant.changes[..], self.set, point].concat();
        let load = || hyakuman_games::registry::load(&choice::source(&variant.id, &changes)?);
        let rules = load().map_err(|error| self.with_option(error, &variant.changes, point))?;
        let words = match &variant.name {
            Some(name) => [std::slice::from_ref(name), point].concat(),
            None => variant.given.then(|| variant.id.clone()).into_iter().chain(changes).collect(),
        };
        let name = words.join(" ");
        Ok(Arm::new(if name.is_empty() { self.base.to_owned() } else { name }, &rules))
    }
}

impl Wanted<'_> {
    /// Names the option in errors of changes that were not given by `--set`.
    fn with_option(&self, mut error: RulesError, variant: &[String], point: &[String]) -> RulesError {
        for problem in &mut error.0 {
            for (option, changes) in [(self.option, variant), ("--vary", point)] {
                if changes.iter().any(|change| problem.place == format!("--set {}", excerpt(change))) {
                    problem.place = problem.place.replacen("--set", option, 1);
                }
            }
        }
        error
    }
}

fn usage(message: String) -> anyhow::Error {
    Failure::Usage(message).into()
}

/// What an arm is warned about and the base is not, with the name of the arm.
fn warnings<'a>(arm: &'a Arm, base: &'a AnyRules) -> impl Iterator<Item = String> + 'a {
    let own = arm.rules.warnings().iter().filter(|found| !base.warnings().contains(found));
    own.map(|found| format!("arm {}: {}", arm.name, found.message))
}

/// The changes of `KEY=[VALUE,…]`: one for each value.
fn values(text: &str) -> Result<Vec<String>> {
    let expected = || {
        usage(format!(
            "--vary {}: expected KEY=[VALUE,VALUE,…], such as --vary tobi=[Off,AtOrBelow0] or --vary \
             'uma=[[15,5,-5,-15],[30,10,-10,-30]]'",
            excerpt(text)
        ))
    };
    let (key, list) = text.split_once('=').ok_or_else(expected)?;
    let list = list.trim().strip_prefix('[').and_then(|list| list.strip_suffix(']')).ok_or_else(expected)?;
    let values = split(list, ',').ok_or_else(expected)?;
    let last = values.len() - 1;
    let filled =
        values.iter().enumerate().filter(|(at, value)| !(value.is_empty() && *at == last && last > 0));
    let values: Vec<&String> = filled.map(|(_, value)| value).collect();
    if key.trim().is_empty() || values.iter().any(|value| value.is_empty()) {
        return Err(expected());
    }
    Ok(values.iter().map(|value| format!("{}={value}", key.trim())).collect())
}

/// The first values of all lists, then the second, …
fn zipped(lists: &[Vec<String>]) -> Result<Vec<Vec<String>>> {
    let length = lists.first().map_or(0, Vec::len);
    if let Some(other) = lists.iter().find(|list| list.len() != length) {
        let lengths = [length, other.len()];
        return Err(usage(format!(
            "--zip pairs the values in order, but one --vary has {} and another {}: give as many of each",
            lengths[0], lengths[1]
        )));
    }
    Ok((0..length).map(|at| lists.iter().map(|list| list[at].clone()).collect()).collect())
}

/// The name in `NAME=RULESET` or `NAME=KEY=VALUE …`, and what it names; `None` if the text begins with a ruleset or a change. `rules` are the
/// names of the rules: none is a name of an arm.
fn named<'t>(text: &'t str, rules: &[&str]) -> Option<(&'t str, &'t str)> {
    let (name, rest) = text.split_once('=')?;
    let (name, rest) = (name.trim(), rest.trim());
    let is_key = name.split(' ').next_back().is_some_and(|last| rules.contains(&last));
    let first = split(rest, ' ')?.into_iter().next()?;
    let is_variant = has_change(&first) || choice::is_ruleset(&first);
    let is_name = !name.is_empty() && !is_key && !name.contains(['[', '{', '"', '\'']);
    (is_name && is_variant).then_some((name, rest))
}

/// A rule in place of a name, and what it would name.
fn of_rule<'t>(text: &'t str, rules: &[&str]) -> Option<(&'t str, String)> {
    let (rule, rest) = text.split_once('=')?;
    let others: Vec<&str> = rules.iter().copied().filter(|name| *name != rule.trim()).collect();
    let (rule, rest) =
        named(text, &others).filter(|_| others.len() < rules.len() && !rest.trim().is_empty())?;
    Some((rule, excerpt(rest)))
}

/// Whether a text has an `=` outside of brackets and quotes.
fn has_change(text: &str) -> bool {
    split(text, '=').is_none_or(|parts| parts.len() > 1)
}

/// The trimmed parts of a text between separators outside of brackets and quotes; `None` if one of these is not closed.
fn split(text: &str, separator: char) -> Option<Vec<String>> {
    let (mut parts, mut closing, mut quoted) = (vec![String::new()], Vec::new(), None);
    for letter in text.chars() {
        match (quoted, letter) {
            (Some(quote), _) => quoted = Some(quote).filter(|&quote| quote != letter),
            (None, '"' | '\'') => quoted = Some(letter),
            (None, '[') => closing.push(']'),
            (None, '{') => closing.push('}'),
            (None, ']' | '}') if closing.pop() != Some(letter) => return None,
            _ => {}
        }
        if letter == separator && quoted.is_none() && closing.is_empty() {
            parts.push(String::new());
        } else {
            parts.last_mut()?.push(letter);
        }
    }
    let whole = quoted.is_none() && closing.is_empty();
    whole.then(|| parts.iter().map(|part| part.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(variants: &[&str], set: &[&str], vary: &[&str], zip: bool) -> Result<(Vec<String>, Vec<String>)> {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let (variants, set, vary) = (texts(variants), texts(set), texts(vary));
        let wanted =
            Wanted { base: "tenhou", option: "--variant", variants: &variants, set: &set, vary: &vary, zip };
        let found = wanted.load(&hyakuman_games::registry::load_preset("tenhou").expect("a preset"))?;
        Ok((found.arms.into_iter().map(|arm| arm.name).collect(), found.left_out))
    }

    #[test]
    fn a_warning_names_the_arm() {
        let (set, vary) = (["extension_winds=2".to_owned()], ["sudden_death=[Off,RenchanFirst]".to_owned()]);
        let wanted =
            Wanted { base: "tenhou", option: "--variant", variants: &[], set: &set, vary: &vary, zip: false };
        let found = wanted
            .load(&hyakuman_games::registry::load_preset("tenhou").expect("a preset"))
            .expect("arms")
            .warnings;
        let [warning] = &found[..] else { panic!("{found:?}") };
        let expected = "arm extension_winds=2 sudden_death=Off: `extension_winds` = 2 has no effect: `sudden_death` = Off means";
        assert!(warning.starts_with(expected), "{warning}");
    }

    #[test]
    fn arms_are_named_by_what_differs() {
        for (variants, set, vary, zip, names) in [
            (&[][..], &["kuitan=false", "tobi=Off"][..], &[][..], false, &["kuitan=false tobi=Off"][..]),
            (&["mleague", "wrc-2015"], &[], &[], false, &["mleague", "wrc-2015"]),
            (
                &["mleague noten={ Pool = 0 }", "kuitan=false"],
                &[],
                &[],
                false,
                &["mleague noten={ Pool = 0 }", "kuitan=false"],
            ),
            (
                &[],
                &["kuitan=false"],
                &["tobi=[Off, AtOrBelow0,]"],
                false,
                &["kuitan=false tobi=Off", "kuitan=false tobi=AtOrBelow0"],
            ),
            (
                &[],
                &[],
                &["uma=[[15,5,-5,-15],[30,10,-10,-30]]"],
                false,
                &["uma=[15,5,-5,-15]", "uma=[30,10,-10,-30]"],
            ),
            (
                &[],
                &[],
                &["kuitan=[false]", "tobi=[Off,Below0]"],
                false,
                &["kuitan=false tobi=Off", "kuitan=false tobi=Below0"],
            ),
            (
                &[],
                &[],
                &["kuitan=[false,true]", "tobi=[Off,AtOrBelow0]"],
                true,
                &["kuitan=false tobi=Off", "kuitan=true tobi=AtOrBelow0"],
            ),
        ] {
            assert_eq!(load(variants, set, vary, zip).expect("arms").0, names);
        }
    }

    #[test]
    fn arms_have_the_names_that_they_are_given() {
        let (set, vary) = (&["tobi=Off"][..], &["red_fives=[[0,0,0],[1,1,2]]"][..]);
        for (variants, vary, names) in [
            (&["Club=kuitan=false uma=[30,10,-10,-30]"][..], &[][..], &["Club"][..]),
            (
                &["Club=mleague", "Our league=wrc-2015 kuitan=false", "kuitan=false"],
                &[],
                &["Club", "Our league", "kuitan=false tobi=Off"],
            ),
            (&["Club = kuitan=false"], vary, &["Club red_fives=[0,0,0]", "Club red_fives=[1,1,2]"]),
            (&["連盟=noten={ Pool = 0 }"], &[], &["連盟"]),
        ] {
            assert_eq!(load(variants, set, vary, false).expect("arms").0, names);
        }
        for (variants, message) in [
            (&["kuitann=false"][..], "--variant kuitann=false: there is no rule `kuitann`"),
            (&["Club=tenhuo"], "--variant Club=tenhuo: there is no rule `Club`"),
            (&["A=kuitan=false", "A=tobi=Off"], "two arms have the name A: give each its own"),
            (&["base=kuitan=false"], "and is not `base`"),
            (
                &["kuitan=kuitan=false"],
                "--variant kuitan=kuitan=false: `kuitan` is a rule, so no arm has this name; give another one, such as Club=kuitan=false",
            ),
            (&["tobi=mleague"], "`tobi` is a rule, so no arm has this name"),
            (&["A=kuitan=[false"], "a bracket or quote is not closed"),
        ] {
            let error = load(variants, &[], &[], false).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn a_value_that_is_the_base_is_left_out() {
        let (arms, left_out) =
            load(&[], &[], &["kuitan=[true,false]", "tobi=[Below0,Off]"], false).expect("arms");
        assert_eq!((arms.len(), &left_out[..]), (3, &["kuitan=true tobi=Below0".to_owned()][..]));
        let (arms, left_out) = load(&[], &[], &["kuitan=[true,false]"], false).expect("arms");
        assert_eq!((arms.len(), &left_out[..]), (1, &["kuitan=true".to_owned()][..]));
        let (arms, left_out) = load(&[], &[], &["kuitan=[true]"], false).expect("arms");
        assert_eq!((arms.len(), left_out.len()), (1, 0));
    }

    #[test]
    fn bad_arms_are_one_sentence() {
        for (variants, vary, zip, message) in [
            (&[][..], &["kuitan"][..], false, "--vary kuitan: expected KEY=[VALUE,VALUE,…]"),
            (&[], &["kuitan=false"], false, "--vary kuitan=false: expected KEY=[VALUE,VALUE,…]"),
            (&[], &["uma=[[1,2]"], false, "--vary uma=[[1,2]: expected KEY=[VALUE,VALUE,…]"),
            (&[], &["tobi=[]"], false, "--vary tobi=[]: expected KEY=[VALUE,VALUE,…]"),
            (&[], &["tobi=[Off,,Below0]"], false, "expected KEY=[VALUE,VALUE,…]"),
            (
                &[],
                &["tobbi=[Off]"],
                false,
                "--vary tobbi=Off: there is no rule `tobbi`; did you mean `tobi`?",
            ),
            (&["mleague kuitann=false"], &[], false, "--variant kuitann=false: there is no rule"),
            (&["kuitan=[false"], &[], false, "a bracket or quote is not closed"),
            (&[], &["kuitan=[true,false]", "tobi=[Off]"], true, "one --vary has 2 and another 1"),
            (
                &[],
                &["start_points=[1,2,3,4,5,6,7,8,9]", "target_points=[1,2,3,4,5,6,7,8]"],
                false,
                "72 arms are too many: at most 64",
            ),
        ] {
            let error = load(variants, &[], vary, zip).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
