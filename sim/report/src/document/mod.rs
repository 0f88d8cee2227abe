//! A result as blocks (facts, tables, notes, sections) and its printers: text, HTML and Markdown. A document has no time and no path of its
//! own: the same result gives the same page.

mod axis;
mod html;
mod lines;
mod markdown;
mod plots;
mod prose;
mod stack;
mod strips;
pub mod text;

pub use strips::Look;

use hyakuman_analysis::figures::{grouped, read_as, shown, shown_effect, unit_words};
use hyakuman_analysis::{Difference, Effect, Estimate, Mark, Unit};
use std::ops::Range;
use strips::Strips;

/// A result to be printed.
#[derive(Clone, Debug)]
pub struct Document {
    /// The title of pages; the text has none.
    pub title: String,
    /// What follows it, in order.
    pub blocks: Vec<Block>,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// What was played.
    Facts(Vec<Fact>),
    /// Values.
    Table(Table),
    /// What was found. With line ends in it, its lines stay lines; otherwise it is wrapped.
    Note(String),
    /// Paragraphs that belong together; the text has no empty line in front of them or between them.
    Paragraphs(Vec<String>),
    /// How to read the document.
    Reading(String),
    /// How to read its plots, which HTML alone has.
    Plots(String),
    /// Blocks under a heading.
    Section(Section),
    /// A text of the user in Markdown. HTML knows its paragraphs, `code` and links.
    Prose(String),
    /// A plot of which the page has the numbers elsewhere: HTML draws it, Markdown shows the picture in a file beside it.
    Plot(Plot),
    /// A list.
    List(Vec<String>),
    /// Links to other pages.
    Contents(Vec<Link>),
    /// Blocks that only these have.
    Only(&'static [Printer], Vec<Block>),
}

/// A drawing of a column, and its picture.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows, with the unit.
    pub caption: String,
    /// The file of the picture.
    pub file: String,
    /// A value that has a line in every row: that of no difference.
    pub line: Option<f64>,
    /// Labels, and what is drawn beside them.
    pub rows: Vec<(String, Cell)>,
}

/// A link to a page beside this one.
#[derive(Clone, Debug)]
pub struct Link {
    /// The title of the page.
    pub title: String,
    /// Its file without the ending; `None` as long as there is none.
    pub file: Option<String>,
    /// What it says, in a few words each.
    pub text: Vec<String>,
}

/// What prints a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printer {
    /// The text without details.
    Text,
    /// The text with details.
    Details,
    /// The page of HTML.
    Html,
    /// The page of Markdown.
    Markdown,
}

/// A name and what it has: `agents: value, defend`.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The name as the text has it: with a colon if it has one, with spaces at the end if the fact is one line. Pages have neither.
    pub name: String,
    /// What is listed behind it.
    pub items: Vec<String>,
    /// Whether the text leaves out the name.
    pub bare: bool,
}

/// Blocks under a heading; nothing without content.
#[derive(Clone, Default, Debug)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// Whether the text has the heading, too.
    pub in_text: bool,
    /// Whether HTML folds it up until it is opened.
    pub folded: bool,
    /// What is under the heading.
    pub blocks: Vec<Block>,
}

/// Heads of the columns, and rows of a label with a cell for each other column. Nothing without rows.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Table {
    /// The first is that of the labels.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What HTML draws above the numbers.
    pub draw: Draw,
    /// Whether cells are words, which a narrow screen breaks into lines. The text has them at the left of their column.
    pub words: bool,
    /// Whether the text has columns that do not fit into a line in a table below.
    pub split: bool,
}

/// A row of a table.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Row {
    /// The label.
    pub label: String,
    /// The cells of the other columns.
    pub cells: Vec<Cell>,
    /// Whether the text has it with details only; pages have every row.
    pub detail: bool,
}

/// A value as text, and what can be drawn of it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Cell {
    /// A mark in front of the value.
    pub mark: String,
    /// The value.
    pub value: String,
    /// Its interval, with a space in front.
    pub interval: String,
    /// What is behind that: a mark; or another value with two spaces in front, of which pages make a comma.
    pub more: String,
    /// Its place in a plot.
    pub drawn: Option<Drawn>,
}

/// A value in a plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    /// How its point looks.
    pub look: Look,
    /// In the unit of the axis.
    pub value: f64,
    /// That unit, in words.
    pub unit: &'static str,
    /// Its interval.
    pub interval: Option<[f64; 2]>,
    /// The text of the last column of the plot.
    pub last: String,
}

/// How HTML draws a table; text and Markdown have the numbers alone.
#[derive(Clone, PartialEq, Default, Debug)]
pub enum Draw {
    /// Not at all.
    #[default]
    No,
    /// A strip for each row with the value and the interval of one column, around zero; the values of each unit have an axis.
    Strips {
        /// Which cell of a row, from 0.
        column: usize,
        /// What it shows; the unit is behind it.
        caption: &'static str,
        /// The head of the last column ([`Drawn::last`]); empty for none.
        last: &'static str,
    },
    /// A bar for each row with the value and the interval of the first column.
    Bars {
        /// What it shows, with the unit.
        caption: &'static str,
        /// Whether they are in place of the table.
        alone: bool,
    },
    /// Of players in the columns: bars divided into the shares in some rows, and a strip for each with the value in another row.
    Players {
        /// The rows with the shares.
        shares: Range<usize>,
        /// The row with the value.
        value: usize,
    },
    /// A line over the rows for each column with values that can be drawn.
    Lines {
        /// What they show, with the unit.
        caption: String,
        /// Whether each has a plot of its own, with its head before the caption.
        each: bool,
        /// Where each row is, from 0 to 1, and what is written there.
        places: Vec<(f64, String)>,
    },
    /// In place of the table a figure for each column: a strip for each row, or its number alone, around zero.
    Figures {
        /// What each shows, with the unit; columns without a caption are not drawn.
        captions: Vec<String>,
        /// The head of the last column.
        last: &'static str,
    },
}

impl Block {
    /// A section of one table.
    pub fn titled(heading: impl Into<String>, table: Table) -> Block {
        let (heading, blocks) = (heading.into(), vec![Block::Table(table)]);
        Block::Section(Section { heading, in_text: true, blocks, ..Section::default() })
    }

    /// Blocks with a heading on pages alone.
    pub fn under(heading: impl Into<String>, blocks: Vec<Block>) -> Block {
        Block::Section(Section { heading: heading.into(), blocks, ..Section::default() })
    }
}

impl Printer {
    /// All of them.
    pub const ALL: &[Printer] = &[Printer::Text, Printer::Details, Printer::Html, Printer::Markdown];
    /// The text.
    pub const TEXT: &[Printer] = &[Printer::Text, Printer::Details];
    /// The pages.
    pub const PAGES: &[Printer] = &[Printer::Html, Printer::Markdown];
    /// What has details.
    pub const DETAILS: &[Printer] = &[Printer::Details, Printer::Html, Printer::Markdown];
}

impl Fact {
    /// A fact whose name is in front of it in the text, too, with a colon.
    pub fn new(name: impl Into<String>, items: Vec<String>) -> Fact {
        Fact::headed(name.into() + ":", items)
    }

    /// The same with a name that has its colon, or needs none.
    pub fn headed(name: impl Into<String>, items: Vec<String>) -> Fact {
        Fact { name: name.into(), items, bare: false }
    }

    /// A fact whose name pages alone have.
    pub fn bare(name: impl Into<String>, items: Vec<String>) -> Fact {
        Fact { name: name.into(), items, bare: true }
    }

    /// The name and the items, as pages have them.
    fn on_pages(&self) -> (&str, String) {
        (self.name.trim_end_matches([':', ' ']), self.items.join(", "))
    }
}

impl Plot {
    /// The picture, as SVG.
    pub fn svg(&self) -> String {
        self.strips().svg()
    }

    fn strips(&self) -> Strips {
        let (caption, rows) = (self.caption.clone(), self.rows.clone());
        Strips { caption, last: "", bars: false, line: self.line, rows }
    }
}

impl Table {
    /// Whether there is nothing to show.
    fn is_empty(&self) -> bool {
        self.rows.is_empty() || self.heads.len() < 2
    }

    /// A table of these rows.
    pub fn new<H: Into<String>, C: Into<Cell>>(
        heads: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = (String, Vec<C>)>,
    ) -> Table {
        let heads = heads.into_iter().map(H::into).collect();
        Table { heads, rows: rows.into_iter().map(Row::from).collect(), ..Table::default() }
    }
}

impl Cell {
    /// The value with its mark, and what is behind it, on pages.
    pub(crate) fn shown(&self) -> [String; 2] {
        let Cell { mark, value, interval, more, .. } = self;
        [format!("{mark} {value}").trim().to_owned(), interval.clone() + &more.replace("  ", ", ")]
    }

    /// An estimate, which can be drawn.
    pub fn rate(unit: Unit, estimate: Option<Estimate>) -> Cell {
        let scale = read_as(unit).0;
        let drawn = |found: Estimate| Drawn {
            look: if found.bounds().is_some() { Look::Filled } else { Look::Small },
            value: found.value * scale,
            unit: unit_words(unit),
            interval: found.bounds().map(|bounds| bounds.map(|bound| bound * scale)),
            last: String::new(),
        };
        Cell { drawn: estimate.map(drawn), ..shown(unit, estimate).into() }
    }

    /// A difference, which can be drawn.
    pub fn effect(unit: Unit, effect: &Effect, mark: Mark) -> Cell {
        let scale = read_as(unit).0;
        let look = match mark {
            Mark::Adjusted => Look::Filled,
            Mark::Unadjusted => Look::Hollow,
            Mark::Few => Look::Dashed,
            Mark::Same | Mark::Unclear => Look::Small,
        };
        let drawn = |found: Difference| Drawn {
            look,
            value: found.value * scale,
            unit: unit_words(unit),
            interval: found.interval.map(|bounds| bounds.map(|bound| bound * scale)),
            last: grouped(found.events_changed.unwrap_or(found.clusters_changed) as f64, 0),
        };
        let [.., value, interval] = shown_effect(unit, effect);
        Cell { drawn: effect.difference.map(drawn), ..[value, interval].into() }
    }
}

/// A cell without an interval.
pub fn plain(value: impl Into<String>) -> Cell {
    Cell { value: value.into(), ..Cell::default() }
}

/// A value and its interval ([`hyakuman_analysis::figures::shown`]).
impl From<[String; 2]> for Cell {
    fn from([value, interval]: [String; 2]) -> Cell {
        Cell { value, interval, ..Cell::default() }
    }
}

impl<C: Into<Cell>> From<(String, Vec<C>)> for Row {
    fn from((label, cells): (String, Vec<C>)) -> Row {
        Row { label, cells: cells.into_iter().map(C::into).collect(), detail: false }
    }
}
