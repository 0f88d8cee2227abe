//! Bars that are divided into shares.

use crate::html::{percent, text};

/// A bar per row, divided into the same parts.
pub(crate) struct Stack {
    pub caption: String,
    /// The names of the parts, at most [`PARTS`].
    pub parts: Vec<String>,
    /// Labels, and the share of each part.
    pub rows: Vec<(String, Vec<f64>)>,
}

/// Most parts; each has a colour in the style.
const PARTS: usize = 4;

impl Stack {
    /// The plot; nothing without rows.
    pub(crate) fn html(&self) -> String {
        debug_assert!(self.parts.len() <= PARTS);
        if self.rows.is_empty() {
            return String::new();
        }
        let name = |(at, name): (usize, &String)| {
            format!(
                "<li><svg class=\"key\" aria-hidden=\"true\"><rect class=\"part{at}\" width=\"100%\" height=\"100%\"/></svg>{}</li>",
                text(name)
            )
        };
        let names: String = self.parts.iter().enumerate().map(name).collect();
        let rows: String = self.rows.iter().map(row).collect();
        format!(
            "<figure class=\"stack\">\n<figcaption>{}</figcaption>\n<ul class=\"legend\">{names}</ul>\n{rows}</figure>\n",
            text(&self.caption)
        )
    }
}

fn row((label, shares): &(String, Vec<f64>)) -> String {
    let starts = shares.iter().scan(0.0, |sum, share| {
        *sum += share;
        Some(*sum - share)
    });
    let part = |(at, (start, share)): (usize, (f64, &f64))| {
        let (x, width) = (percent(start), percent(*share));
        format!("<rect class=\"part{at}\" x=\"{x}\" width=\"{width}\" height=\"100%\"/>")
    };
    let parts: String = starts.zip(shares).enumerate().map(part).collect();
    format!(
        "<div class=\"row\"><span class=\"label\">{}</span><svg class=\"strip\" aria-hidden=\"true\">{parts}</svg></div>\n",
        text(label)
    )
}
