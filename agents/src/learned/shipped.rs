//! Corrections that come with the program: each has the name of the ruleset that it was learned for. `scripts/learned.sh` makes them.

/// Names and texts.
pub(crate) const ALL: &[(&str, &str)] = &[
    ("mahjongsoul", include_str!("mahjongsoul.agent")),
    ("shura", include_str!("shura.agent")),
    ("tenhou", include_str!("tenhou.agent")),
    ("tenhou-sanma", include_str!("tenhou-sanma.agent")),
    ("toutenkou", include_str!("toutenkou.agent")),
];

/// The text of the file with this name.
pub(crate) fn text(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
