//! From the parts of a measure to a program: which rows it is over, which types and units its values have, and what is done in which order.

use super::parse::{self, Aggregate, BinaryOp, Expr, Node, Parsed};
use super::resolve::{Texts, of_other_rules, rows_of};
use super::span::Span;
use super::words::{Rows, Word, WordPlace};
use super::{Problem, advice};
use hyakuman_analysis::measure::Whole;
use hyakuman_analysis::{Measure, Range, Unit};
use hyakuman_core::column::CellType;
use hyakuman_core::game::{GameFacts, HouseRules};
use hyakuman_core::kept;

/// Values that a program holds at the same time, at most.
pub(super) const STACK: usize = 32;

/// A measure, ready to be counted.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub name: String,
    pub rows: Rows,
    /// The value of a row; empty for a count of rows.
    pub value: Vec<Step>,
    /// Which rows count; empty for all.
    pub condition: Vec<Step>,
    /// What the sum is divided by.
    pub per: Per,
    /// What a value is multiplied by before it is rounded to a whole number.
    pub scale: f64,
    unit: Unit,
    range: Range,
    text: String,
}

/// What a sum is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Per {
    /// The rows that count.
    Row,
    Match,
    Kyoku,
    Hand,
}

/// A step of a program, on a stack of numbers. A flag is 0 or 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Step {
    Number(f64),
    Load(WordPlace),
    /// Whether a text is this one.
    Is(WordPlace, &'static str),
    /// Whether a text has this word.
    Has(WordPlace, &'static str),
    Negative,
    Not,
    Binary(BinaryOp),
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Type {
    Number { of: Of, span: Span },
    Flag,
    Text,
}

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    Points,
    /// Rank points in thousandths.
    RankPoints,
    Else,
}

pub(super) fn program(
    text: &str,
    game: &GameFacts,
    own_yaku: &[&'static str],
    house: HouseRules,
) -> Result<Program, Problem> {
    let parsed = parse::measure(text)?;
    let rows = rows_of(&parsed, game, house)?;
    let compiler = Compiler {
        words: rows.words(game, house),
        rows,
        texts: Texts::of(game, own_yaku),
        game: *game,
        house,
    };
    let per = per(&parsed, rows)?;
    let (value, kind) = compiler.value(&parsed)?;
    let condition = match &parsed.condition {
        Some(condition) => compiler.flag(condition, "where")?,
        None => Vec::new(),
    };
    let (unit, scale) = unit(parsed.aggregate, kind);
    let (range, text) = (range(parsed.aggregate, kind), text.to_owned());
    let Parsed { name, .. } = parsed;
    Ok(Program { name, rows, value, condition, per, scale, unit, range, text })
}

impl Program {
    /// As a measure whose counts are this one and the next.
    pub(super) fn measure(&self, of: usize) -> Measure {
        let [name, about] = [&self.name, &self.text].map(|text| kept(text));
        Measure { about, range: self.range, ..Measure::new(name, [of, of + 1], self.unit) }
    }

    /// Whether it looks at the number of decisions of a match.
    pub(super) fn reads_decisions(&self) -> bool {
        self.value.iter().chain(&self.condition).any(|step| *step == Step::Load(WordPlace::Decisions))
    }
}

fn per(parsed: &Parsed, rows: Rows) -> Result<Per, Problem> {
    let sums = matches!(parsed.aggregate, Aggregate::Sum | Aggregate::Count);
    let Some((at, word)) = &parsed.per else { return Ok(if sums { Per::Match } else { Per::Row }) };
    if !sums {
        return Err(Problem::new(
            *at,
            "mean and share are per row that counts; per belongs to sum and count",
        ));
    }
    let found = match word.as_str() {
        "match" => Per::Match,
        "kyoku" | "hand" if rows.is_of_matches() => {
            return Err(Problem::new(*at, format!("{} are of whole matches: per match", rows.name())));
        }
        "kyoku" => Per::Kyoku,
        "hand" => Per::Hand,
        _ => {
            return Err(Problem::new(
                *at,
                format!("a sum is per match, per kyoku or per hand, not per {word}"),
            ));
        }
    };
    Ok(found)
}

/// The unit of the measure, and what values are multiplied by.
fn unit(aggregate: Aggregate, kind: Type) -> (Unit, f64) {
    match (aggregate, kind) {
        (Aggregate::Share, _) => (Unit::Share, 1.0),
        (Aggregate::Count, _) | (_, Type::Flag | Type::Text) => (Unit::Events, 1.0),
        (_, Type::Number { of, span }) => {
            let whole = match of {
                Of::Points => Whole::Points,
                Of::RankPoints => Whole::Thousandths,
                Of::Else => Whole::Number,
            };
            let unit = Unit::Binary(whole, span.bits().unwrap_or(0));
            (if span.bits().is_some() { unit } else { unit.whole() }, unit.parts())
        }
    }
}

/// What values the measure may have.
fn range(aggregate: Aggregate, kind: Type) -> Range {
    match kind {
        Type::Number { span, .. } if !span.is_from_zero() => Range::Any,
        _ if aggregate == Aggregate::Sum => Range::SumFromZero,
        _ => Range::FromZero,
    }
}

struct Compiler {
    words: Vec<Word>,
    rows: Rows,
    texts: Texts,
    game: GameFacts,
    house: HouseRules,
}

impl Compiler {
    /// The value of a row, and what it is.
    fn value(&self, parsed: &Parsed) -> Result<(Vec<Step>, Type), Problem> {
        let Some(value) = &parsed.value else { return Ok((Vec::new(), Type::Flag)) };
        let name = parsed.aggregate.name();
        if matches!(parsed.aggregate, Aggregate::Share | Aggregate::Count) {
            return Ok((self.flag(value, name)?, Type::Flag));
        }
        let mut steps = Vec::new();
        let kind = self.steps(value, &mut steps)?;
        match kind {
            Type::Number { span, .. } if !span.is_finite() => Err(Problem::new(
                value.at,
                "this is too large to be counted: divide it by its size, as in / 1000",
            )),
            Type::Number { .. } => checked(steps, value.at).map(|steps| (steps, kind)),
            Type::Flag => Err(Problem::new(
                value.at,
                format!("{name} takes a number, and this is yes or no: share(…) is the part that is yes"),
            )),
            Type::Text => Err(Problem::new(value.at, format!("{name} takes a number, and this is a text"))),
        }
    }

    fn flag(&self, expr: &Expr, of: &str) -> Result<Vec<Step>, Problem> {
        let mut steps = Vec::new();
        match self.steps(expr, &mut steps)? {
            Type::Flag => checked(steps, expr.at),
            Type::Number { .. } => Err(Problem::new(
                expr.at,
                format!("{of} takes a condition, and this is a number: compare it, as in > 0"),
            )),
            Type::Text => Err(Problem::new(
                expr.at,
                format!("{of} takes a condition, and this is a text: compare it, as in = 'win'"),
            )),
        }
    }

    fn steps(&self, expr: &Expr, steps: &mut Vec<Step>) -> Result<Type, Problem> {
        match &expr.node {
            Node::Number(number) => {
                steps.push(Step::Number(*number));
                Ok(Type::Number { of: Of::Else, span: Span::of_number(*number) })
            }
            Node::Text(_) => Err(Problem::new(
                expr.at,
                "a text is compared with a column of texts, such as result = 'win'",
            )),
            Node::Word(word) => self.word(expr.at, word, steps),
            Node::Negative(inner) => {
                let (of, span) = self.number(inner, "-", steps)?;
                steps.push(Step::Negative);
                Ok(Type::Number { of, span: span.negative() })
            }
            Node::Not(inner) => {
                steps.extend(self.flag(inner, "not")?);
                steps.push(Step::Not);
                Ok(Type::Flag)
            }
            Node::Binary(op, first, second) => self.op(*op, first, second, steps),
        }
    }

    fn find(&self, at: usize, word: &str) -> Result<&Word, Problem> {
        let found = self.words.iter().find(|known| known.name == word);
        found.ok_or_else(|| {
            if let Some(sentence) = of_other_rules(word, &self.game, self.house) {
                return Problem::new(at, sentence);
            }
            let names = self.words.iter().map(|word| word.name.as_str());
            let of_seat = format!("{word}_0");
            let by_seat = self.words.iter().any(|known| known.name == of_seat);
            let advice = match by_seat {
                true => {
                    format!("; there is {of_seat} and so on, and {word} of a player over hands or results")
                }
                false => advice(word, names),
            };
            Problem::new(at, format!("{} have no column {word}{advice}", self.rows.name()))
        })
    }

    fn word(&self, at: usize, word: &str, steps: &mut Vec<Step>) -> Result<Type, Problem> {
        let found = self.find(at, word)?;
        let column = &found.column;
        steps.push(Step::Load(found.place));
        let of = match column.unit {
            unit if unit == self.game.score_unit => Of::Points,
            "thousandths" => Of::RankPoints,
            _ => Of::Else,
        };
        Ok(match column.cell_type {
            CellType::Bool => Type::Flag,
            CellType::Text => Type::Text,
            _ => Type::Number { of, span: Span::of_column(found) },
        })
    }

    fn op(&self, op: BinaryOp, first: &Expr, second: &Expr, steps: &mut Vec<Step>) -> Result<Type, Problem> {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                for part in [first, second] {
                    steps.extend(self.flag(part, if op == BinaryOp::And { "and" } else { "or" })?);
                }
            }
            BinaryOp::Has => return self.text(true, first, second, steps),
            BinaryOp::Equal | BinaryOp::Unequal if self.is_text(first) || self.is_text(second) => {
                let (column, text) =
                    if matches!(first.node, Node::Text(_)) { (second, first) } else { (first, second) };
                self.text(false, column, text, steps)?;
                steps.extend((op == BinaryOp::Unequal).then_some(Step::Not));
                return Ok(Type::Flag);
            }
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide => {
                return self.arithmetic(op, first, second, steps);
            }
            _ => {
                self.number(first, "a comparison", steps)?;
                self.number(second, "a comparison", steps)?;
            }
        }
        steps.push(Step::Binary(op));
        Ok(Type::Flag)
    }

    fn is_text(&self, expr: &Expr) -> bool {
        match &expr.node {
            Node::Text(_) => true,
            Node::Word(word) => {
                self.words.iter().any(|known| known.name == *word && known.column.cell_type == CellType::Text)
            }
            _ => false,
        }
    }

    /// Whether a column is a text, or has it among its words.
    fn text(&self, has: bool, first: &Expr, second: &Expr, steps: &mut Vec<Step>) -> Result<Type, Problem> {
        let name = match &first.node {
            Node::Word(word) => word,
            _ => {
                return Err(Problem::new(first.at, "has follows a column of words: yaku_names has 'riichi'"));
            }
        };
        let Word { place, column, .. } = self.find(first.at, name)?;
        if column.cell_type != CellType::Text || has != (column.unit == "words") {
            let how = match (column.cell_type, has) {
                (CellType::Text, true) => "one word: compare it with =",
                (CellType::Text, false) => "many words: ask with has",
                _ => "no text",
            };
            return Err(Problem::new(first.at, format!("{name} is {how}")));
        }
        let Node::Text(text) = &second.node else {
            return Err(Problem::new(second.at, format!("{name} is compared with a text in quotes")));
        };
        let known = self.texts.of_column(name);
        let Some(text) = known.iter().find(|known| *known == text) else {
            let what = format!("{name} is never '{text}'{}", advice(text, known.iter().copied()));
            return Err(Problem::new(second.at, what));
        };
        steps.push(if has { Step::Has(*place, text) } else { Step::Is(*place, text) });
        Ok(Type::Flag)
    }

    fn number(&self, expr: &Expr, of: &str, steps: &mut Vec<Step>) -> Result<(Of, Span), Problem> {
        match self.steps(expr, steps)? {
            Type::Number { of, span } => Ok((of, span)),
            Type::Flag => Err(Problem::new(expr.at, format!("{of} takes numbers, and this is yes or no"))),
            Type::Text => Err(Problem::new(expr.at, format!("{of} takes numbers, and this is a text"))),
        }
    }

    fn arithmetic(
        &self,
        op: BinaryOp,
        first: &Expr,
        second: &Expr,
        steps: &mut Vec<Step>,
    ) -> Result<Type, Problem> {
        let sign = match op {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            _ => "/",
        };
        let (a, first) = self.number(first, sign, steps)?;
        let (b, second) = self.number(second, sign, steps)?;
        steps.push(Step::Binary(op));
        let of = match (op, a, b) {
            (BinaryOp::Divide, _, Of::Else) => a,
            (BinaryOp::Divide, ..) => Of::Else,
            (BinaryOp::Multiply, Of::Else, unit) | (BinaryOp::Multiply, unit, Of::Else) => unit,
            (BinaryOp::Multiply, ..) => Of::Else,
            (_, Of::Else, unit) | (_, unit, Of::Else) => unit,
            (_, a, b) if a == b => a,
            _ => Of::Else,
        };
        Ok(Type::Number { of, span: Span::combined(op, first, second) })
    }
}

/// Steps that fit the stack.
fn checked(steps: Vec<Step>, at: usize) -> Result<Vec<Step>, Problem> {
    let (mut depth, mut most) = (0_usize, 0);
    for step in &steps {
        match step {
            Step::Number(_) | Step::Load(_) | Step::Is(..) | Step::Has(..) => depth += 1,
            Step::Binary(_) => depth -= 1,
            Step::Negative | Step::Not => {}
        }
        most = most.max(depth);
    }
    match most <= STACK {
        true => Ok(steps),
        false => Err(Problem::new(at, format!("this holds {most} values at the same time: at most {STACK}"))),
    }
}
