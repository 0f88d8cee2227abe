//! The notation of tiles and groups in a yaku of a rules file: `a123`, `EEE`, `2 triplet of wind`, with variables.

use super::pattern::{Demand, Kinds, Way, sort};
use super::words::{CLASSES, Class, MARKS, Mark, SORTS, Sort, Word, did_you_mean};
use hyakuman_core::excerpt::excerpt;
use hyakuman_core::{Kind, KindSet};

/// Letters of suits: those of the first half are different, those of the second may be the same.
const SUITS: &str = "abcijk";
/// Letters of ranks.
const RANKS: &str = "xyz";
/// Letters of honors, in the order of their kinds.
const HONORS: &str = "ESWNPFC";

/// What each variable stands for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meaning {
    suits: [u8; SUITS.len()],
    ranks: [u8; RANKS.len()],
}

/// A part of a text that is wrong.
#[derive(Debug)]
pub(super) struct Wrong {
    /// Where it begins, in characters from 0.
    pub(super) at: usize,
    /// What is wrong, and what would be right.
    pub(super) message: String,
}

type Result<T> = std::result::Result<T, Wrong>;

fn wrong<T>(at: usize, message: impl Into<String>) -> Result<T> {
    Err(Wrong { at, message: message.into() })
}

/// Some kinds, with variables.
#[derive(Clone, Debug)]
pub(super) enum Token {
    Class(Class),
    /// The suit of this variable.
    Suit(usize),
    Tiles(Tiles),
}

/// Tiles of one suit, with variables.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    suit: Suit,
    ranks: Vec<Rank>,
}

#[derive(Clone, Copy, Debug)]
enum Suit {
    /// 0 to 2, 3 for honors.
    Is(u8),
    Variable(usize),
}

/// A rank, or a variable and what is added to it.
#[derive(Clone, Copy, Debug)]
struct Rank {
    variable: Option<usize>,
    number: i8,
}

/// What a group has to be, with variables.
#[derive(Clone, Debug)]
pub(super) struct GroupPattern {
    pub(super) count: u8,
    ways: Vec<WayPattern>,
}

#[derive(Clone, Debug)]
struct WayPattern {
    marks: Vec<Mark>,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Tiles(Tiles),
    Sort { sort: Sort, of: Vec<Token>, with: Vec<Token> },
}

/// The variables that are used, as bits: suits, then ranks.
pub(super) type Used = u16;

/// All variables of ranks.
const RANKS_USED: Used = !((1 << SUITS.len()) - 1);

impl Meaning {
    /// In how many ways these variables may be replaced, or a little more.
    pub(super) fn count(used: Used) -> u32 {
        let suits = (used & ((1 << SUITS.len()) - 1)).count_ones();
        3u32.pow(suits) * 9u32.pow(used.count_ones() - suits)
    }

    /// Everything that the variables may stand for.
    pub(super) fn all(used: Used) -> impl Iterator<Item = Meaning> {
        let is_used = move |at: usize| used >> at & 1 != 0;
        let choices = move |at: usize| match at {
            _ if !is_used(at) => 1,
            ..6 => 3u32,
            _ => 9,
        };
        let total: u32 = (0..SUITS.len() + RANKS.len()).map(choices).product();
        let meanings = (0..total).map(move |mut number| {
            let mut digits = (0..SUITS.len() + RANKS.len()).map(|at| {
                let digit = number % choices(at);
                number /= choices(at);
                digit as u8
            });
            let suits = std::array::from_fn(|_| digits.next().unwrap_or(0));
            Meaning { suits, ranks: std::array::from_fn(|_| digits.next().unwrap_or(0)) }
        });
        let is_apart = move |meaning: &Meaning| {
            let pairs = [(0, 1), (0, 2), (1, 2)].into_iter().filter(|&(a, b)| is_used(a) && is_used(b));
            pairs.into_iter().all(|(a, b)| meaning.suits[a] != meaning.suits[b])
        };
        meanings.filter(is_apart)
    }
}

impl Token {
    pub(super) fn read(word: &str, at: usize) -> Result<Token> {
        if let Some(class) = Class::of(word) {
            return Ok(Token::Class(class));
        }
        if let Some(suit) = variable(SUITS, word) {
            return Ok(Token::Suit(suit));
        }
        Tiles::read(word, at).map(Token::Tiles)
    }

    /// Reads words, a space between two.
    pub(super) fn read_all(text: &str) -> Result<Vec<Token>> {
        let words = words(text);
        if words.is_empty() {
            return wrong(0, "tiles or kinds are missing, such as 19m or wind");
        }
        words.into_iter().map(|(at, word)| Token::read(&word, at)).collect()
    }

    /// The kinds; none if a rank does not exist.
    pub(super) fn kinds(&self, meaning: &Meaning) -> Option<Kinds> {
        let fixed = |fixed| Kinds { fixed, ..Kinds::default() };
        Some(match self {
            Token::Class(class) => Kinds {
                fixed: class.kinds(),
                seat_wind: matches!(class, Class::SeatWind | Class::Value),
                round_wind: matches!(class, Class::RoundWind | Class::Value),
            },
            Token::Suit(suit) => fixed(KindSet::suit(meaning.suits[*suit])),
            Token::Tiles(tiles) => fixed(tiles.kinds(meaning)?.into_iter().collect()),
        })
    }

    /// How much of it is replaced for each meaning of its variables.
    pub(super) fn size(&self) -> usize {
        if let Token::Tiles(tiles) = self { tiles.ranks.len() } else { 1 }
    }

    pub(super) fn used(&self) -> Used {
        match self {
            Token::Class(_) => 0,
            Token::Suit(suit) => 1 << suit,
            Token::Tiles(tiles) => tiles.used(),
        }
    }
}

/// The kinds of all of them.
pub(super) fn kinds_of(tokens: &[Token], meaning: &Meaning) -> Option<Kinds> {
    tokens.iter().try_fold(Kinds::default(), |kinds, token| Some(kinds.or(token.kinds(meaning)?)))
}

fn variable(letters: &str, word: &str) -> Option<usize> {
    let mut all = word.chars();
    let (first, None) = (all.next()?, all.next()) else { return None };
    letters.find(first)
}

impl Tiles {
    /// Reads `a123`, `123m`, `m123`, `axx+1x+2`, `EEE`, `555z`.
    fn read(word: &str, at: usize) -> Result<Tiles> {
        if word.chars().all(|letter| HONORS.contains(letter)) {
            let ranks = word.chars().filter_map(|letter| HONORS.find(letter));
            let ranks = ranks.map(|at| Rank { variable: None, number: at as i8 + 1 });
            return Ok(Tiles { suit: Suit::Is(3), ranks: ranks.collect() });
        }
        let suit = |letter: char| match "mpsz".find(letter) {
            Some(suit) => Some(Suit::Is(suit as u8)),
            None => SUITS.find(letter).map(Suit::Variable),
        };
        let first = word.chars().next().and_then(suit);
        let last = word.chars().next_back().and_then(suit);
        let tiles = match (first, last) {
            (Some(suit), _) => Some((suit, 1, &word[1..])),
            (None, Some(suit)) => Some((suit, 0, &word[..word.len() - 1])),
            _ => None,
        };
        let Some((suit, skipped, ranks)) = tiles.filter(|(.., ranks)| !ranks.is_empty()) else {
            return wrong(at, unknown(word));
        };
        let ranks = ranks_of(ranks, at + skipped, word)?;
        Ok(Tiles { suit, ranks })
    }

    /// The kinds one by one; none if a rank does not exist.
    pub(super) fn kinds(&self, meaning: &Meaning) -> Option<Vec<Kind>> {
        let suit = match self.suit {
            Suit::Is(suit) => suit,
            Suit::Variable(variable) => meaning.suits[variable],
        };
        let most = if suit == 3 { 7 } else { 9 };
        let kind = |rank: &Rank| {
            let base = rank.variable.map_or(0, |variable| meaning.ranks[variable] as i8 + 1);
            let rank = base + rank.number;
            (1..=most).contains(&rank).then(|| Kind::of(9 * suit + rank as u8 - 1))
        };
        self.ranks.iter().map(kind).collect()
    }

    fn used(&self) -> Used {
        let suit = if let Suit::Variable(suit) = self.suit { 1 << suit } else { 0 };
        let ranks = self.ranks.iter().filter_map(|rank| rank.variable);
        ranks.fold(suit, |used, rank| used | 1 << (SUITS.len() + rank))
    }

    /// The group that these tiles make: its sorts and its lowest kind.
    fn group(&self, meaning: &Meaning) -> Option<(u8, Kind)> {
        if self.ranks.len() > 4 {
            return None;
        }
        let mut kinds = self.kinds(meaning)?;
        kinds.sort();
        let code = |at: usize| kinds[at].code();
        let same = kinds.iter().all(|&kind| kind == kinds[0]);
        let sorts = match (kinds.len(), same) {
            (2, true) => sort::PAIR,
            (3, true) => sort::TRIPLET | sort::KAN,
            (4, true) => sort::KAN,
            (3, false) if code(1) == code(0) + 1 && code(2) == code(0) + 2 && !kinds[0].is_honor() => {
                sort::RUN
            }
            _ => return None,
        };
        Some((sorts, kinds[0]))
    }
}

/// The ranks of a word: digits, or variables to which a digit may be added.
fn ranks_of(text: &str, at: usize, word: &str) -> Result<Vec<Rank>> {
    let (mut ranks, mut rest) = (Vec::new(), text.char_indices().peekable());
    while let Some((place, letter)) = rest.next() {
        if let Some(digit) = letter.to_digit(10).filter(|&digit| digit > 0) {
            ranks.push(Rank { variable: None, number: digit as i8 });
            continue;
        }
        let Some(variable) = RANKS.find(letter) else { return wrong(at + place, unknown(word)) };
        let mut number = 0;
        if let Some((_, sign)) = rest.next_if(|&(_, letter)| letter == '+' || letter == '-') {
            let Some(digit) = rest.next().and_then(|(_, letter)| letter.to_digit(10)) else {
                return wrong(at + place, format!("a digit has to follow {sign} in `{}`", excerpt(word)));
            };
            number = if sign == '+' { digit as i8 } else { -(digit as i8) };
        }
        ranks.push(Rank { variable: Some(variable), number });
    }
    Ok(ranks)
}

/// The message for a word that is neither tiles nor a class.
fn unknown(word: &str) -> String {
    let meant = did_you_mean(word, CLASSES.iter());
    format!(
        "`{}` is not accepted;{meant} accepted: tiles such as 123m, a123, axxx, EEE, a suit (m p s, variables a b c i j k), \
         or one of {}",
        excerpt(word),
        listed(CLASSES)
    )
}

/// The words of a list.
pub(super) fn listed(words: &[Word]) -> String {
    words.iter().map(|word| word.word).collect::<Vec<_>>().join(", ")
}

/// The words of a text and where each begins. What begins with a variable of a rank belongs to the word before: `ax x+1 x+2`.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    for part in text.split(' ') {
        match words.last_mut() {
            Some((_, word)) if part.starts_with(|first| RANKS.contains(first)) => word.push_str(part),
            _ if part.is_empty() => {}
            _ => words.push((at, part.to_owned())),
        }
        at += part.chars().count() + 1;
    }
    words
}

impl GroupPattern {
    /// Reads `a123`, `2 concealed triplet of wind`, `triplet of dragon | pair of dragon`.
    pub(super) fn read(text: &str) -> Result<GroupPattern> {
        let mut words = words(text);
        let mut count = 1;
        if let Some(number) = words.first().and_then(|(_, word)| word.parse::<u8>().ok()) {
            if !(1..=7).contains(&number) {
                return wrong(0, format!("{number} groups are not accepted; accepted: 1 to 7"));
            }
            (count, _) = (number, words.remove(0));
        }
        let ways = words.split(|(_, word)| word == "|");
        let ways = ways.map(|words| WayPattern::read(words, text.chars().count()));
        Ok(GroupPattern { count, ways: ways.collect::<Result<_>>()? })
    }

    pub(super) fn used(&self) -> Used {
        self.ways.iter().fold(0, |used, way| used | way.used())
    }

    /// How much of it is replaced for each meaning of its variables.
    pub(super) fn size(&self) -> usize {
        self.ways.iter().map(WayPattern::size).sum()
    }

    /// The demand; none if none of its ways exists.
    pub(super) fn demand(&self, meaning: &Meaning) -> Option<Demand> {
        let ways: Vec<Way> = self.ways.iter().filter_map(|way| way.way(meaning)).collect();
        (!ways.is_empty()).then_some(Demand { count: self.count, ways })
    }
}

impl WayPattern {
    /// `end` is the length of the text, where a word is missing.
    fn read(words: &[(usize, String)], end: usize) -> Result<WayPattern> {
        let mut words = words.iter().map(|(at, word)| (*at, word.as_str())).peekable();
        let mut marks = Vec::new();
        while let Some(mark) = words.peek().and_then(|(_, word)| Mark::of(word)) {
            marks.push(mark);
            words.next();
        }
        let Some((at, word)) = words.next() else {
            return wrong(
                end,
                format!(
                    "a group is missing; accepted: tiles such as a123 or EEE, or one of {}",
                    listed(SORTS)
                ),
            );
        };
        let what = match Sort::of(word) {
            Some(sort) => {
                let (of, with) = limits(&mut words, end)?;
                What::Sort { sort, of, with }
            }
            None => What::Tiles(group_tiles(word, at)?),
        };
        match words.next() {
            Some((at, word)) => wrong(
                at,
                format!(
                    "`{}` is not expected here; one group is one text, and | stands between two ways",
                    excerpt(word)
                ),
            ),
            None => Ok(WayPattern { marks, what }),
        }
    }

    fn used(&self) -> Used {
        match &self.what {
            What::Tiles(tiles) => tiles.used(),
            What::Sort { of, with, .. } => of.iter().chain(with).fold(0, |used, token| used | token.used()),
        }
    }

    fn size(&self) -> usize {
        match &self.what {
            What::Tiles(tiles) => tiles.ranks.len(),
            What::Sort { of, with, .. } => 1 + of.iter().chain(with).map(Token::size).sum::<usize>(),
        }
    }

    fn way(&self, meaning: &Meaning) -> Option<Way> {
        let has = |mark| self.marks.contains(&mark);
        let no_kan = if has(Mark::NoKan) { !sort::KAN } else { u8::MAX };
        let (sorts, low, of, with) = match &self.what {
            What::Tiles(tiles) => {
                let (sorts, low) = tiles.group(meaning)?;
                (sorts, KindSet::of(low), Kinds::ALL, Kinds::ALL)
            }
            What::Sort { sort, of, with } => {
                let all = |tokens: &[Token]| {
                    if tokens.is_empty() { Some(Kinds::ALL) } else { kinds_of(tokens, meaning) }
                };
                (bits(*sort), KindSet::ALL, all(of)?, all(with)?)
            }
        };
        let (concealed, exposed) = (has(Mark::Concealed), has(Mark::Exposed));
        let is_suited = |kinds: Kinds| !(kinds.fixed - KindSet::HONORS).is_empty();
        let no_run = if is_suited(of) && is_suited(with) { u8::MAX } else { !sort::RUN };
        let no_pair = if exposed { !sort::PAIR } else { u8::MAX };
        let neither = if concealed && exposed { 0 } else { u8::MAX };
        let sorts = sorts & no_kan & no_run & no_pair & neither;
        (sorts != 0).then_some(Way { sorts, low, of, with, concealed, exposed })
    }
}

fn bits(sort: Sort) -> u8 {
    match sort {
        Sort::Run => sort::RUN,
        Sort::Triplet => sort::TRIPLET | sort::KAN,
        Sort::Kan => sort::KAN,
        Sort::Pair => sort::PAIR,
        Sort::Set => sort::RUN | sort::TRIPLET | sort::KAN,
        Sort::Group => sort::RUN | sort::TRIPLET | sort::KAN | sort::PAIR,
    }
}

/// `of` and `with` and the kinds after them, each at most once.
fn limits<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = (usize, &'a str)>>,
    end: usize,
) -> Result<(Vec<Token>, Vec<Token>)> {
    let (mut of, mut with) = (Vec::new(), Vec::new());
    while let Some((_, word)) = words.next_if(|(_, word)| matches!(*word, "of" | "with")) {
        let tokens = if word == "of" { &mut of } else { &mut with };
        while let Some((at, word)) = words.next_if(|(_, word)| !matches!(*word, "of" | "with")) {
            tokens.push(Token::read(word, at)?);
        }
        if tokens.is_empty() {
            let at = words.peek().map_or(end, |(at, _)| *at);
            return wrong(at, format!("kinds have to follow `{word}`, such as wind or 19m"));
        }
    }
    Ok((of, with))
}

/// Tiles that can be a group.
fn group_tiles(word: &str, at: usize) -> Result<Tiles> {
    let meant = did_you_mean(word, SORTS.iter().chain(MARKS));
    let tiles = match (Token::read(word, at), meant.is_empty()) {
        (Ok(Token::Tiles(tiles)), _) => tiles,
        (Ok(_), _) => {
            let word = excerpt(word);
            return wrong(at, format!("`{word}` is no group; write what of it, such as `triplet of {word}`"));
        }
        (Err(_), false) => return wrong(at, format!("`{}` is not accepted;{meant}", excerpt(word))),
        (Err(wrong), true) if !wrong.message.starts_with('`') => return Err(wrong),
        (Err(_), true) => {
            let message = format!(
                "`{}` is no group; accepted: tiles such as a123, EEE or 55p, or {}, with {} before it",
                excerpt(word),
                listed(SORTS),
                listed(MARKS)
            );
            return wrong(at, message);
        }
    };
    // In which suit does not matter.
    if Meaning::all(tiles.used() & RANKS_USED).any(|meaning| tiles.group(&meaning).is_some()) {
        return Ok(tiles);
    }
    wrong(at, format!("`{}` is neither a sequence, three or four of a kind, nor a pair", excerpt(word)))
}
