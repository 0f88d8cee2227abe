//! From the text of a measure to its parts. What the words mean is not known here.
//!
//! ```text
//! measure    name = aggregate
//! aggregate  mean( number ROWS )  share( condition ROWS )  sum( number ROWS ) [per UNIT]  count( [condition] ROWS ) [per UNIT]
//! ROWS       [over WORD] [where condition]
//! ```
//!
//! Expressions bind as in most languages: `or`, `and`, `not`, a comparison, `+ -`, `* /`, a sign.

use super::Problem;

/// Longest text of a measure, in bytes.
const LONGEST: usize = 1_000;

/// Parentheses and signs in each other, at most.
const DEEPEST: usize = 40;

/// A word, and where it is.
pub(super) type Name = (usize, String);

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Parsed {
    pub name: String,
    pub aggregate: Aggregate,
    /// Where the aggregate is.
    pub at: usize,
    pub value: Option<Expr>,
    pub over: Option<Name>,
    pub condition: Option<Expr>,
    pub per: Option<Name>,
}

hyakuman_core::named! {
    /// How rows become a number.
    pub(super) enum Aggregate {
        Mean = "mean",
        Share = "share",
        Sum = "sum",
        Count = "count",
    }
}

/// An expression, and where it starts.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Expr {
    pub at: usize,
    pub node: Node,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Number(f64),
    Text(String),
    Word(String),
    Negative(Box<Expr>),
    Not(Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// What is done with two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BinaryOp {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Has,
    Add,
    Subtract,
    Multiply,
    Divide,
}

impl BinaryOp {
    /// The signs of comparisons; those that begin alike: the longer first.
    const COMPARISONS: [(&'static str, BinaryOp); 8] = [
        ("<=", BinaryOp::AtMost),
        (">=", BinaryOp::AtLeast),
        ("!=", BinaryOp::Unequal),
        ("<>", BinaryOp::Unequal),
        ("==", BinaryOp::Equal),
        ("=", BinaryOp::Equal),
        ("<", BinaryOp::Less),
        (">", BinaryOp::Greater),
    ];
}

/// Words that are no columns.
const RESERVED: [&str; 7] = ["and", "or", "not", "has", "where", "over", "per"];

pub(super) fn measure(text: &str) -> Result<Parsed, Problem> {
    if text.len() > LONGEST {
        return Err(Problem::new(LONGEST, format!("a measure has at most {LONGEST} characters")));
    }
    let mut parser = Parser { text, at: 0, depth: 0 };
    let parsed = parser.measure()?;
    match parser.rest().is_empty() {
        true => Ok(parsed),
        false => Err(parser.expected("the end of the measure")),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    /// The text from the next sign on.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn expected(&mut self, what: &str) -> Problem {
        let found = self.rest();
        let word: String = found.chars().take_while(|&letter| is_of_word(letter)).take(30).collect();
        let found = match (word.is_empty(), found.chars().next()) {
            (false, _) => format!("found {word}"),
            (true, Some(sign)) => format!("found {sign}"),
            (true, None) => "the text ends".to_owned(),
        };
        Problem::new(self.at, format!("expected {what}, {found}"))
    }

    /// Takes these signs, if they are next.
    fn takes(&mut self, signs: &str) -> bool {
        let is_next = self.rest().starts_with(signs);
        self.at += if is_next { signs.len() } else { 0 };
        is_next
    }

    fn need(&mut self, signs: &str, what: &str) -> Result<(), Problem> {
        if self.takes(signs) { Ok(()) } else { Err(self.expected(what)) }
    }

    /// The next word, which is left there.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len());
        if rest.starts_with(|letter: char| letter.is_ascii_digit()) { "" } else { &rest[..end] }
    }

    /// Takes this word, if it is next.
    fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.word() == word;
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    /// Takes a word that is a name.
    fn name(&mut self, what: &str) -> Result<Name, Problem> {
        let word = self.word();
        if word.is_empty() || RESERVED.contains(&word) {
            return Err(self.expected(what));
        }
        let at = self.at;
        self.at += word.len();
        Ok((at, word.to_owned()))
    }

    fn measure(&mut self) -> Result<Parsed, Problem> {
        let (start, name) =
            self.name("a name and =, such as dealer_points = mean(delta where seat = dealer)")?;
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if !name.chars().all(is_plain) || name.len() > 40 {
            let what = format!("the name {name} has other signs than a to z, 0 to 9 and _, or more than 40");
            return Err(Problem::new(start, what));
        }
        self.need("=", "= behind the name")?;
        let kinds = "mean(…), share(…), sum(…) or count(…)";
        let (at, word) = self.name(kinds)?;
        let Some(aggregate) = Aggregate::from_name(&word) else {
            return Err(Problem::new(at, format!("a measure is {kinds}, not {word}(…)")));
        };
        self.need("(", &format!("( behind {word}"))?;
        let is_empty = aggregate == Aggregate::Count
            && (["over", "where"].contains(&self.word()) || self.rest().starts_with(')'));
        let value = if is_empty { None } else { Some(self.expression()?) };
        let over = if self.takes_word("over") { Some(self.name("rows such as wins")?) } else { None };
        let condition = if self.takes_word("where") { Some(self.expression()?) } else { None };
        self.need(")", if condition.is_some() { ") or and" } else { "over, where or )" })?;
        let per = if self.takes_word("per") { Some(self.name("match, kyoku or hand")?) } else { None };
        Ok(Parsed { name, aggregate, at, value, over, condition, per })
    }

    fn expression(&mut self) -> Result<Expr, Problem> {
        self.deeper(|parser| {
            parser.chain(&[("or", BinaryOp::Or)], |parser| {
                parser.chain(&[("and", BinaryOp::And)], Parser::negation)
            })
        })
    }

    /// Values between these words.
    fn chain(
        &mut self,
        words: &[(&str, BinaryOp)],
        mut part: impl FnMut(&mut Self) -> Result<Expr, Problem>,
    ) -> Result<Expr, Problem> {
        let mut first = part(self)?;
        while let Some((_, op)) = words.iter().find(|(word, _)| self.takes_any(word)) {
            first = joined(*op, first, part(self)?);
        }
        Ok(first)
    }

    /// Takes a word or a sign.
    fn takes_any(&mut self, token: &str) -> bool {
        if token.starts_with(is_of_word) { self.takes_word(token) } else { self.takes(token) }
    }

    fn negation(&mut self) -> Result<Expr, Problem> {
        self.rest();
        let at = self.at;
        if self.takes_word("not") {
            let inner = self.deeper(Parser::negation)?;
            return Ok(Expr { at, node: Node::Not(Box::new(inner)) });
        }
        let first = self.sum()?;
        let sign = BinaryOp::COMPARISONS.into_iter().find(|(sign, _)| self.takes(sign)).map(|(_, op)| op);
        match sign.or_else(|| self.takes_word("has").then_some(BinaryOp::Has)) {
            Some(op) => Ok(joined(op, first, self.sum()?)),
            None => Ok(first),
        }
    }

    fn sum(&mut self) -> Result<Expr, Problem> {
        self.chain(&[("+", BinaryOp::Add), ("-", BinaryOp::Subtract)], |parser| {
            parser.chain(&[("*", BinaryOp::Multiply), ("/", BinaryOp::Divide)], Parser::atom)
        })
    }

    fn atom(&mut self) -> Result<Expr, Problem> {
        let rest = self.rest();
        let at = self.at;
        let node = match rest.chars().next() {
            Some('(') => {
                self.at += 1;
                let inner = self.expression()?;
                self.need(")", ")")?;
                return Ok(Expr { at, ..inner });
            }
            Some('-') => {
                self.at += 1;
                Node::Negative(Box::new(self.deeper(Parser::atom)?))
            }
            Some('\'' | '"') => Node::Text(self.quoted()?),
            Some('0'..='9' | '.') => Node::Number(self.number()?),
            _ => Node::Word(self.name("a column, a number or a text")?.1),
        };
        Ok(Expr { at, node })
    }

    fn quoted(&mut self) -> Result<String, Problem> {
        let rest = self.rest();
        let quote = rest.chars().next().expect("a quote");
        let Some(end) = rest[1..].find(quote) else {
            return Err(Problem::new(self.at, format!("this text has no closing {quote}")));
        };
        self.at += end + 2;
        Ok(rest[1..1 + end].to_owned())
    }

    fn number(&mut self) -> Result<f64, Problem> {
        let rest = self.rest();
        let is_of_number = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '_');
        let end = rest.find(|letter| !is_of_number(letter)).unwrap_or(rest.len());
        let number = rest[..end].replace('_', "").parse().ok().filter(|number: &f64| *number <= 1e12);
        let number = number.ok_or_else(|| {
            Problem::new(
                self.at,
                format!("{} is no number up to 1,000,000,000,000, such as 8000 or 0.5", &rest[..end]),
            )
        })?;
        self.at += end;
        Ok(number)
    }

    fn deeper(&mut self, inner: impl FnOnce(&mut Self) -> Result<Expr, Problem>) -> Result<Expr, Problem> {
        if self.depth == DEEPEST {
            return Err(Problem::new(
                self.at,
                format!("more than {DEEPEST} parentheses or signs in each other"),
            ));
        }
        self.depth += 1;
        let found = inner(self);
        self.depth -= 1;
        found
    }
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn joined(op: BinaryOp, first: Expr, second: Expr) -> Expr {
    Expr { at: first.at, node: Node::Binary(op, Box::new(first), Box::new(second)) }
}
