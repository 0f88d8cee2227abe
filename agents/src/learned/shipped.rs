//! Corrections that come with the program: each has the name of the ruleset that it was learned for. `scripts/learned.sh` makes them.

const ALL: &[(&str, &str)] = &[("tenhou", include_str!("tenhou.agent"))];

/// The text of the file with this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
