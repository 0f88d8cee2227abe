//! A plot with a row per estimate: a label, a strip with the value and its interval, and the numbers. All rows share an axis.
//! The strips have no fixed width: places are percentages, so letters keep their size on any screen.

use crate::document::axis::Axis;
use crate::document::{Cell, Drawn};
use crate::html::{anchor, percent, text};
use hyakuman_core::excerpt::plain;

/// Most letters of a label in a picture.
const MOST: usize = 36;

/// The height of a row of a picture.
const ROW: f64 = 24.0;

/// The style of a picture, which has a white ground everywhere.
const PICTURE: &str = "text{fill:#1b1f24}.line{stroke:#6b727b}.tick{stroke:#d3d8de}.whisker,.arrow{stroke:#1b1f24;stroke-width:1.5;fill:none}\
    .dashed{stroke-dasharray:3 3}.point{fill:#0a5ca8;stroke:#0a5ca8;stroke-width:2}.hollow{fill:#fff}";

/// A plot of estimates of one unit.
pub(crate) struct Strips {
    /// What it shows, with the unit.
    pub caption: String,
    /// The head of the last column; empty for none.
    pub last: &'static str,
    /// Whether values are bars from zero, otherwise points.
    pub bars: bool,
    /// A value that has a line in every row.
    pub line: Option<f64>,
    /// Labels, and what is drawn beside them.
    pub rows: Vec<(String, Cell)>,
}

/// How a point looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A dot.
    Filled,
    /// A ring.
    Hollow,
    /// A small dot: no statement.
    Small,
    /// A small dot on a dashed line: an interval of few events, which decides nothing.
    Dashed,
}

impl Strips {
    /// The plot; nothing without rows.
    pub(crate) fn html(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let axis = self.axis();
        let rows: String = self.rows.iter().map(|row| self.row(row, &axis)).collect();
        let ticks: String = axis.ticks().iter().map(tick).collect();
        let last = text(self.last);
        let narrow = if self.last.is_empty() { "" } else { " counted" };
        format!(
            "<figure class=\"strips{narrow}\">\n<figcaption>{}<span>{last}</span></figcaption>\n{rows}<div class=\"row axis\">\
             <svg class=\"strip\" aria-hidden=\"true\">{ticks}</svg></div>\n</figure>\n",
            text(&self.caption)
        )
    }

    /// The plot as a picture of its own, with letters of one size.
    pub(crate) fn svg(&self) -> String {
        let axis = self.axis();
        let (height, low) = (ROW * (self.rows.len() as f64 + 2.5), ROW * (self.rows.len() as f64 + 1.5));
        let line = self.line.map_or(String::new(), |at| upright("line", axis.place(at)));
        let rows: String =
            (1..).zip(&self.rows).map(|(at, row)| picture_row(self, row, ROW * at as f64, &axis)).collect();
        let ticks: String = axis.ticks().iter().map(tick).collect();
        let caption = text(&self.caption);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <style>{PICTURE}</style>\n<rect width=\"760\" height=\"{height}\" fill=\"#fff\"/>\n<text x=\"10\" y=\"20\">{caption}</text>\n\
             <svg x=\"260\" y=\"{ROW}\" width=\"300\" height=\"{}\">{line}</svg>\n{rows}<svg x=\"260\" y=\"{low}\" width=\"300\" height=\"{ROW}\" overflow=\"visible\">{ticks}</svg>\n</svg>\n",
            low - ROW
        )
    }

    /// Holds all values, and all intervals but the dashed ones, which are often wide.
    fn axis(&self) -> Axis {
        let drawn = || self.rows.iter().filter_map(|(_, cell)| cell.drawn.as_ref());
        let bounds = drawn().filter(|drawn| drawn.look != Look::Dashed).filter_map(|drawn| drawn.interval);
        let zero = self.bars.then_some(0.0);
        let values = drawn().map(|drawn| drawn.value).chain(bounds.flatten());
        Axis::over(values.chain(self.line).chain(zero))
    }

    fn row(&self, (label, cell): &(String, Cell), axis: &Axis) -> String {
        let line = self.line.or(self.bars.then_some(0.0));
        let line = line.map_or(String::new(), |at| upright("line", axis.place(at)));
        let drawn = cell.drawn.as_ref().map_or(String::new(), |drawn| self.drawn(drawn, axis));
        let last = match self.last.is_empty() {
            true => String::new(),
            false => {
                let last = cell.drawn.as_ref().map_or("", |drawn| &drawn.last);
                format!("<span class=\"last\">{}</span>", text(last))
            }
        };
        let [value, interval] = cell.shown().map(|part| text(&part));
        format!(
            "<div class=\"row\"><span class=\"label\">{}</span><svg class=\"strip\" aria-hidden=\"true\">{line}{drawn}</svg>\
             <span class=\"shown\">{value}<span class=\"interval\">{interval}</span></span>{last}</div>\n",
            text(label.trim())
        )
    }

    /// Bar or point, and the interval.
    fn drawn(&self, Drawn { look, value, interval, .. }: &Drawn, axis: &Axis) -> String {
        let whisker = interval.map_or(String::new(), |bounds| whisker(axis, bounds, *look));
        match self.bars {
            true => bar(axis, *value) + &whisker,
            false => whisker + &point(axis.place(*value), *look),
        }
    }
}

/// A row of a picture, of which the top is given.
fn picture_row(strips: &Strips, (label, cell): &(String, Cell), top: f64, axis: &Axis) -> String {
    let drawn = cell.drawn.as_ref().map_or(String::new(), |drawn| strips.drawn(drawn, axis));
    let (base, label) = (top + ROW * 0.7, text(&plain(label, MOST)));
    let shown = text(&cell.shown().concat());
    format!(
        "<text x=\"10\" y=\"{base}\">{label}</text><svg x=\"260\" y=\"{top}\" width=\"300\" height=\"{ROW}\" overflow=\"visible\">{drawn}</svg>\
         <text x=\"580\" y=\"{base}\">{shown}</text>\n"
    )
}

fn upright(class: &str, at: f64) -> String {
    let x = percent(at);
    format!("<line class=\"{class}\" x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"100%\"/>")
}

fn bar(axis: &Axis, value: f64) -> String {
    let [from, to] = [axis.place(value.min(0.0)), axis.place(value.max(0.0))];
    let (x, width) = (percent(from), percent(to - from));
    format!("<rect class=\"bar\" x=\"{x}\" y=\"22%\" width=\"{width}\" height=\"56%\"/>")
}

/// The interval. An end beyond the axis is an arrow.
fn whisker(axis: &Axis, [low, high]: [f64; 2], look: Look) -> String {
    let class = if look == Look::Dashed { "whisker dashed" } else { "whisker" };
    let [x1, x2] = [low, high].map(|bound| percent(axis.place(bound)));
    let arrow = |beyond: bool, x: &str, path: &str| match beyond {
        true => format!("<svg x=\"{x}\" y=\"50%\"><path class=\"arrow\" d=\"{path}\"/></svg>"),
        false => String::new(),
    };
    let left = arrow(!axis.holds(low), "0%", "M6-4L0 0L6 4");
    let right = arrow(!axis.holds(high), "100%", "M-6-4L0 0L-6 4");
    format!("<line class=\"{class}\" x1=\"{x1}\" x2=\"{x2}\" y1=\"50%\" y2=\"50%\"/>{left}{right}")
}

fn point(at: f64, look: Look) -> String {
    let (class, radius) = match look {
        Look::Filled => ("point", 5),
        Look::Hollow => ("point hollow", 5),
        Look::Small | Look::Dashed => ("point", 3),
    };
    format!("<circle class=\"{class}\" cx=\"{}\" cy=\"50%\" r=\"{radius}\"/>", percent(at))
}

/// A number under the strips.
fn tick((at, number): &(f64, String)) -> String {
    let (anchor, x) = (anchor(*at), percent(*at));
    format!(
        "<line class=\"tick\" x1=\"{x}\" x2=\"{x}\" y1=\"0\" y2=\"5\"/><text x=\"{x}\" y=\"18\" text-anchor=\"{anchor}\">{}</text>",
        text(number)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(value: f64, half: f64, look: Look) -> (String, Cell) {
        let interval = Some([value - half, value + half]);
        let drawn = Drawn { look, value, unit: "", interval, last: "7".into() };
        ("<a>".into(), Cell { drawn: Some(drawn), ..Cell::default() })
    }

    #[test]
    fn a_wide_interval_of_few_events_does_not_widen_the_axis() {
        let rows = vec![strip(0.5, 0.25, Look::Filled), strip(0.0, 90.0, Look::Dashed)];
        let plot =
            Strips { caption: String::new(), last: "walls", bars: false, line: Some(0.0), rows }.html();
        assert!(plot.contains(">0.8<") && !plot.contains(">100<"), "{plot}");
        assert!(plot.matches("class=\"arrow\"").count() == 2 && plot.contains("&lt;a&gt;"), "{plot}");
    }
}
