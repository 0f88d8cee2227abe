//! A plot of estimates over an axis: a line for each series, with an interval at each of its points.

use crate::document::Drawn;
use crate::document::axis::Axis;
use crate::html::{anchor, percent, text};

/// Height of the plot in pixels.
const HEIGHT: f64 = 200.0;

/// Pixels between the highest value and the edge, and below the lowest one.
const ROOM: f64 = 8.0;

/// Series beyond these would have no colour and no mark of their own.
const MOST: usize = 4;

/// The outlines of the marks, one per series.
const MARKS: [&str; MOST] = [
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0Z",
    "M-3.5-3.5H3.5V3.5H-3.5Z",
    "M0-5L5 0L0 5L-5 0Z",
    "M0-5L4.5 4H-4.5Z",
];

/// Lines in one plot.
pub(crate) struct Lines<'a> {
    pub caption: String,
    /// Numbers or words under the plot, with their places from 0 to 1.
    pub places: &'a [(f64, String)],
    pub series: Vec<Series>,
}

/// The name of a line; its points, with their places from 0 to 1.
pub(crate) type Series = (String, Vec<(f64, Drawn)>);

impl Lines<'_> {
    /// The plot; nothing without points.
    pub(crate) fn html(&self) -> String {
        if self.series.is_empty() {
            return String::new();
        }
        let drawn = || self.series.iter().flat_map(|(_, points)| points).map(|(_, drawn)| drawn);
        let bounds = drawn().filter_map(|drawn| drawn.interval).flatten();
        let axis = Axis::over(drawn().map(|drawn| drawn.value).chain(bounds));
        let legend: String = self.series.iter().take(MOST).enumerate().map(name).collect();
        let numbers: String = axis.ticks().iter().map(number).collect();
        let grid: String = axis.ticks().iter().map(|(at, _)| grid(*at)).collect();
        let words: String = self.places.iter().filter(|(_, word)| !word.is_empty()).map(word).collect();
        let lines: String =
            self.series.iter().take(MOST).enumerate().map(|(at, series)| line(at, series, &axis)).collect();
        let legend = if self.series.len() > 1 {
            format!("<ul class=\"legend\">{legend}</ul>\n")
        } else {
            String::new()
        };
        format!(
            "<figure class=\"lines\">\n<figcaption>{}</figcaption>\n{legend}<div class=\"plot\" aria-hidden=\"true\">\
             <svg class=\"side\">{numbers}</svg><svg class=\"field\">{grid}{words}{lines}</svg></div>\n</figure>\n",
            text(&self.caption)
        )
    }
}

fn name((at, (name, _)): (usize, &Series)) -> String {
    format!(
        "<li class=\"s{at}\"><svg class=\"key\" aria-hidden=\"true\">{}</svg>{}</li>",
        mark(at, "50%", "50%"),
        text(name)
    )
}

/// From the top, in pixels.
fn height(at: f64) -> String {
    format!("{:.1}", ROOM + (1.0 - at) * (HEIGHT - 2.0 * ROOM))
}

fn number((at, number): &(f64, String)) -> String {
    format!("<text x=\"100%\" y=\"{}\" dy=\"4\" text-anchor=\"end\">{}</text>", height(*at), text(number))
}

fn grid(at: f64) -> String {
    let y = height(at);
    format!("<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{y}\" y2=\"{y}\"/>")
}

fn word((at, word): &(f64, String)) -> String {
    let anchor = anchor(*at);
    format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
        percent(*at),
        HEIGHT + 14.0,
        text(word)
    )
}

fn mark(at: usize, x: &str, y: &str) -> String {
    format!("<svg x=\"{x}\" y=\"{y}\"><path class=\"mark\" d=\"{}\"/></svg>", MARKS[at])
}

/// The segments, the intervals, and the marks on top.
fn line(at: usize, (_, points): &Series, axis: &Axis) -> String {
    let y = |value: f64| height(axis.place(value));
    let segments = points.windows(2).map(|pair| {
        let [(x1, first), (x2, second)] = [&pair[0], &pair[1]];
        let [x1, x2] = [*x1, *x2].map(percent);
        let [y1, y2] = [first, second].map(|drawn| y(drawn.value));
        format!("<line class=\"segment\" x1=\"{x1}\" x2=\"{x2}\" y1=\"{y1}\" y2=\"{y2}\"/>")
    });
    let whiskers = points.iter().filter_map(|(x, drawn)| {
        let ([low, high], x) = (drawn.interval?, percent(*x));
        Some(format!("<line class=\"whisker\" x1=\"{x}\" x2=\"{x}\" y1=\"{}\" y2=\"{}\"/>", y(low), y(high)))
    });
    let marks = points.iter().map(|(x, drawn)| mark(at, &percent(*x), &y(drawn.value)));
    format!("<g class=\"s{at}\">{}</g>", segments.chain(whiskers).chain(marks).collect::<String>())
}
