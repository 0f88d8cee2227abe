//! How an agent plays in another style than the fitted one: numbers times those of its file. `scripts/fit_styles.py` says
//! with which numbers each named style does as its line says.

/// How an agent differs from the fitted one; 1 is as fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Style {
    /// Times the losses that it expects from deal-ins.
    pub risk: f32,
    /// Times what a win is worth besides its points.
    pub win: f32,
    /// Times what it is worth to be tenpai at an exhaustive draw.
    pub draw: f32,
    /// Times what a hand is worth after a call, against passing.
    pub open: f32,
    /// Times the points that an own riichi costs besides the stick.
    pub riichi_cost: f32,
    /// Times what a hand in riichi is worth under the riichi of another.
    pub chase: f32,
    /// Times the han of yaku in reach: straights, the same sequence in three suits, flushes, those of a rules file.
    pub yaku: f32,
}

/// The named styles; the first is the default.
const STYLES: [(&str, Style); 5] = [
    ("fitted", Style::FITTED),
    ("silent", Style { riichi_cost: 2.0, chase: 0.4, ..Style::FITTED }),
    ("builder", Style { win: 0.0, open: 0.85, yaku: 3.0, ..Style::FITTED }),
    ("tight", Style { risk: 2.45, ..Style::FITTED }),
    ("caller", Style { open: 1.5, ..Style::FITTED }),
];

pub(crate) const STYLE_NAMES: [&str; STYLES.len()] = {
    let mut names = [""; STYLES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = STYLES[at].0;
        at += 1;
    }
    names
};

impl Style {
    /// As fitted.
    pub(crate) const FITTED: Style =
        Style { risk: 1.0, win: 1.0, draw: 1.0, open: 1.0, riichi_cost: 1.0, chase: 1.0, yaku: 1.0 };

    /// The style of a name; as fitted for another one.
    pub(crate) fn named(name: &str) -> Style {
        STYLES.iter().find(|(known, _)| *known == name).map_or(Style::FITTED, |(_, style)| *style)
    }
}
