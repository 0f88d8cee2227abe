//! The rows that a measure is over, and the words that each has: the columns of the tables, as they are declared once
//! ([`Table::columns`]), and a few more.

use hyakuman_core::column::{CellType, Column};
use hyakuman_core::game::rows::{Origin, Table};
use hyakuman_core::game::{GameFacts, HouseRules};

hyakuman_core::named! {
    /// What a measure has a value of, in the order in which they are tried if a measure does not say which.
    pub(super) enum Rows {
        /// A kyoku as a player plays it.
        Hands = "hands",
        /// A win, of its winner.
        Wins = "wins",
        /// A match, of a player.
        Results = "results",
        /// A kyoku, of the table.
        Kyoku = "kyoku",
        /// A match, of the table.
        Matches = "matches",
    }
}

/// Where the value of a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WordPlace {
    /// In a cell of a table; `by_seat`: the column of seat 0, those of the other seats follow.
    /// `of_house`: it is what rules count besides the scores.
    Cell { table: Table, column: usize, by_seat: bool, of_house: bool, cell_type: CellType },
    /// The seat of the player.
    Seat,
    /// Whether the player won the kyoku.
    Won,
    /// Whether the player dealt in in the kyoku.
    DealtIn,
    /// Whether the win is by the own draw.
    Tsumo,
    /// The decisions of the match, of all seats.
    Decisions,
}

/// A word of rows.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub name: String,
    pub place: WordPlace,
    /// As the column is declared.
    pub column: Column,
}

impl WordPlace {
    /// Whether it is what rules count besides the scores.
    pub(super) const fn is_of_house(self) -> bool {
        matches!(self, WordPlace::Cell { of_house: true, .. })
    }
}

/// Columns that say nothing to a measure: numbers of matches, what is equal in all rows, and sets of bits, which have words.
const LEFT_OUT: [&str; 7] = ["match", "wall", "seed", "ruleset", "rules_hash", "agent", "yaku"];

const SEAT: Column = extra("seat", CellType::U8, "seat", "seat of the player; 0 deals first");
const WON: Column = extra("won", CellType::Bool, "flag", "the player won the kyoku");
const DEALT_IN: Column = extra("dealt_in", CellType::Bool, "flag", "the player dealt in in the kyoku");
const TSUMO: Column = extra("tsumo", CellType::Bool, "flag", "the win is by the own draw");

const fn extra(name: &'static str, cell_type: CellType, unit: &'static str, meaning: &'static str) -> Column {
    Column::new(name, cell_type, hyakuman_core::column::ChangeRate::Often, unit, meaning)
}

impl Rows {
    /// Whether it is of each agent and seat, and not of the table.
    pub(super) const fn is_of_a_player(self) -> bool {
        matches!(self, Rows::Hands | Rows::Wins | Rows::Results)
    }

    /// Whether its rows are known when a match is over, and not when a kyoku is.
    pub(super) const fn is_of_matches(self) -> bool {
        matches!(self, Rows::Results | Rows::Matches)
    }

    const fn about(self) -> &'static str {
        match self {
            Rows::Hands => "a kyoku as one player plays it",
            Rows::Wins => "a win, of its winner",
            Rows::Results => "a match, of one player",
            Rows::Kyoku => "a kyoku, of the table",
            Rows::Matches => "a match, of the table",
        }
    }

    /// The words of these rows, under rules with these house rules.
    pub(super) fn words(self, game: &GameFacts, house: HouseRules) -> Vec<Word> {
        let more = |column: Column, place| Word { name: column.name.to_owned(), place, column };
        let mut words = match self {
            Rows::Hands | Rows::Kyoku => of_table(Table::Kyoku, game, house, self.is_of_a_player()),
            Rows::Wins => of_table(Table::Wins, game, house, true),
            Rows::Results | Rows::Matches => of_table(Table::Matches, game, house, self.is_of_a_player()),
        };
        match self {
            Rows::Hands => words.extend([more(WON, WordPlace::Won), more(DEALT_IN, WordPlace::DealtIn)]),
            Rows::Wins => {
                words.push(more(TSUMO, WordPlace::Tsumo));
                let of_kyoku = of_table(Table::Kyoku, game, house, true);
                let new = |word: &Word| words.iter().all(|other| other.name != word.name);
                let new: Vec<Word> = of_kyoku.into_iter().filter(new).collect();
                words.extend(new);
            }
            Rows::Results | Rows::Kyoku | Rows::Matches => {}
        }
        words.extend(self.is_of_a_player().then(|| more(SEAT, WordPlace::Seat)));
        words
    }
}

/// The rule that these lack, and without which no rows have this word.
pub(super) fn missing_rule(word: &str, game: &GameFacts, rules: HouseRules) -> Option<&'static str> {
    let is_it = |known: Word| known.name == word && known.place.is_of_house();
    let has = |house| Rows::ALL.into_iter().flat_map(|rows| rows.words(game, house)).any(is_it);
    let lacks = |house: HouseRules| rules.and(house) == HouseRules::NONE;
    HouseRules::EACH.iter().find_map(|&(rule, house)| (lacks(house) && has(house)).then_some(rule))
}

/// The columns of a table; `by_seat`: of four columns of the seats one, which is that of the player.
fn of_table(table: Table, game: &GameFacts, house: HouseRules, by_seat: bool) -> Vec<Word> {
    let columns = table.columns_of(game, Origin::Run, house);
    let without_house = table.columns_of(game, Origin::Run, HouseRules::NONE).len();
    let mut words = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        let (base, seat) = of_seat(column.name);
        let is_other_seat = by_seat && seat.is_some_and(|seat| seat != "0");
        if LEFT_OUT.contains(&base) || is_other_seat {
            continue;
        }
        let of_player = by_seat && seat.is_some();
        let name = if of_player { base } else { column.name }.to_owned();
        let place = match column.name {
            "decisions" => WordPlace::Decisions,
            _ => {
                let (of_house, cell_type) = (at >= without_house, column.cell_type);
                WordPlace::Cell { table, column: at, by_seat: of_player, of_house, cell_type }
            }
        };
        words.push(Word { name, place, column: *column });
    }
    words
}

/// The name of a column without the seat at its end, and the seat.
fn of_seat(name: &str) -> (&str, Option<&str>) {
    match name.rsplit_once('_') {
        Some((base, seat @ ("0" | "1" | "2" | "3"))) => (base, Some(seat)),
        _ => (name, None),
    }
}

/// The rows, and each word with the rows that have it, as tables for a page: those of riichi mahjong with four seats.
pub fn words_as_markdown(game: &GameFacts) -> String {
    let mut text = "| rows | a row is |\n| --- | --- |\n".to_owned();
    let mut lines: Vec<(String, String, Vec<String>)> = Vec::new();
    for rows in Rows::ALL {
        text += &format!("| `{}` | {} |\n", rows.name(), rows.about());
        for word in rows.words(game, HouseRules::ALL) {
            let (name, seat) = of_seat(&word.name);
            let (about, having) = (described(&word, game), of_rows(rows, seat));
            match lines.iter_mut().find(|(other, text, _)| other == name && *text == about) {
                Some((_, _, all)) => all.extend(having),
                None => lines.push((name.to_owned(), about, having.into_iter().collect())),
            }
        }
    }
    text += "\n| word | of the rows | unit | meaning |\n| --- | --- | --- | --- |\n";
    let line = |(name, about, rows): &(String, String, Vec<String>)| {
        format!("| `{name}` | {} | {about} |\n", rows.join(", "))
    };
    text + &lines.iter().map(line).collect::<String>()
}

/// The rows, once for all seats.
fn of_rows(rows: Rows, seat: Option<&str>) -> Option<String> {
    match seat {
        None => Some(rows.name().to_owned()),
        Some("0") => Some(format!("{} (`_0` to `_3`)", rows.name())),
        Some(_) => None,
    }
}

/// The unit and meaning of a word, as cells of a table.
fn described(word: &Word, game: &GameFacts) -> String {
    let is_flag = word.column.cell_type == CellType::Bool;
    let unit = if is_flag { "yes or no" } else { word.column.unit };
    let rule = missing_rule(&word.name, game, HouseRules::NONE).filter(|_| word.place.is_of_house());
    let rule = rule.map(|rule| format!("under rules with `{rule}` only"));
    let missing = Some(word.column.missing.to_owned()).filter(|text| !text.is_empty());
    let meaning = [Some(word.column.meaning.to_owned()), missing, rule];
    let meaning: Vec<String> = meaning.into_iter().flatten().collect();
    format!("{unit} | {}", meaning.join("; "))
}
