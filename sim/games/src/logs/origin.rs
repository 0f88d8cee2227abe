//! What a log says of its origin: players, date. All of it comes from outside: escape it where it is shown.

use serde_json::Value;

/// Maximum number of characters of a name, a grade, or the site's text for the rules; what is longer is cut.
const MOST_TEXT: usize = 200;

/// Tenhou's grades by number, as its logs write them.
const TENHOU_GRADES: [&str; 21] = [
    "新人",
    "９級",
    "８級",
    "７級",
    "６級",
    "５級",
    "４級",
    "３級",
    "２級",
    "１級",
    "初段",
    "二段",
    "三段",
    "四段",
    "五段",
    "六段",
    "七段",
    "八段",
    "九段",
    "十段",
    "天鳳位",
];

/// A player, as the log writes it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct LogPlayer {
    /// The name; empty if the log has none.
    pub name: String,
    /// The grade at the site (`七段`, `雀豪2`), if given.
    pub grade: Option<String>,
    /// The rating at the site, if given.
    pub rate: Option<f64>,
}

/// The players by seat; empty if the log has none. They are not part of the play: two logs of the same match are equal
/// whatever their players.
#[derive(Clone, Default, Debug)]
pub struct LogPlayers(pub Vec<LogPlayer>);

impl LogPlayers {
    /// The names by seat.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|player| player.name.clone()).collect()
    }

    /// From JSON lists of names, grades and ratings; an entry of the wrong type is missing.
    pub(crate) fn of(names: Option<&Value>, grades: Option<&Value>, rates: Option<&Value>) -> LogPlayers {
        let [names, grades, rates] =
            [names, grades, rates].map(|list| list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice));
        let text = |list: &[Value], seat: usize| list.get(seat).and_then(Value::as_str).map(bounded_text);
        let player = |seat| LogPlayer {
            name: text(names, seat).unwrap_or_default(),
            grade: text(grades, seat).filter(|grade| !grade.is_empty()),
            rate: rates.get(seat).and_then(Value::as_f64),
        };
        LogPlayers((0..names.len().min(4)).map(player).collect())
    }

    /// The players of `seats` seats, where seat 0 is number `first` of the log; none if there are too few.
    pub(crate) fn from(mut self, first: usize, seats: usize) -> LogPlayers {
        if self.0.len() < seats {
            return LogPlayers::default();
        }
        self.0.truncate(seats);
        self.0.rotate_left(first);
        self
    }
}

impl PartialEq for LogPlayers {
    fn eq(&self, _: &LogPlayers) -> bool {
        true
    }
}

impl Eq for LogPlayers {}

/// The text, cut to the maximum length.
pub(crate) fn bounded_text(text: &str) -> String {
    text.chars().take(MOST_TEXT).collect()
}

/// Tenhou's name of a grade by its number.
pub(crate) fn tenhou_grade(number: &str) -> Option<String> {
    let number: usize = number.trim().parse().ok()?;
    TENHOU_GRADES.get(number).map(|&grade| grade.to_owned())
}

/// Tenhou's name of a match in the address of its log, `http://tenhou.net/0/?log=2022080601gm-00a9-0000-e3595545&tw=2`.
pub(crate) fn reference_in(address: &str) -> Option<String> {
    let (_, reference) = address.split_once("log=")?;
    let reference = reference.split('&').next().unwrap_or(reference);
    tenhou_date(reference).map(|_| bounded_text(reference))
}

/// The day (`2022-08-06`, in Japan) in Tenhou's name of a match, `2022080601gm-00a9-0000-e3595545`.
pub fn tenhou_date(reference: &str) -> Option<String> {
    let (time, _) = reference.split_once("gm-")?;
    if time.len() != 10 || !time.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (year, month, day) = (&time[..4], &time[4..6], &time[6..8]);
    let exists = ("01"..="12").contains(&month) && ("01"..="31").contains(&day);
    exists.then(|| format!("{year}-{month}-{day}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_date_is_in_the_reference() {
        assert_eq!(tenhou_date("2022080601gm-00a9-0000-e3595545").as_deref(), Some("2022-08-06"));
        for other in
            ["", "gm-", "2022080601", "2022130601gm-", "2022080001gm-", "20220806é1gm-", "x022080601gm-"]
        {
            assert_eq!(tenhou_date(other), None, "{other}");
        }
    }

    #[test]
    fn the_reference_is_in_the_address() {
        let reference = Some("2022080601gm-00a9-0000-e3595545");
        for end in ["", "&tw=2"] {
            let address = format!("http://tenhou.net/0/?log=2022080601gm-00a9-0000-e3595545{end}");
            assert_eq!(reference_in(&address).as_deref(), reference);
        }
        assert_eq!(["", "http://tenhou.net/0/?log=x"].map(reference_in), [const { None }; 2]);
    }

    #[test]
    fn grades_have_numbers() {
        assert_eq!(
            ["0", "9", "10", " 16", "20"].map(tenhou_grade).map(Option::unwrap),
            ["新人", "１級", "初段", "七段", "天鳳位"]
        );
        assert_eq!(["", "-1", "21", "x"].map(tenhou_grade), [const { None }; 4]);
    }

    #[test]
    fn what_is_missing_or_of_the_wrong_type_is_none() {
        let players =
            LogPlayers::of(Some(&json!(["a", 1, "c", "d", "e"])), Some(&json!(["七段", "", 3])), None);
        let grades: Vec<_> = players.0.iter().map(|player| player.grade.as_deref()).collect();
        assert_eq!(
            (players.names().join(","), grades),
            ("a,,c,d".to_owned(), vec![Some("七段"), None, None, None])
        );
        assert_eq!(players.clone().from(1, 3).names(), ["", "c", "a"]);
        assert!(players.from(0, 5).0.is_empty() && LogPlayers::of(Some(&json!({})), None, None).0.is_empty());
    }

    #[test]
    fn long_texts_are_cut() {
        let long = json!(["é".repeat(1_000)]);
        let players = LogPlayers::of(Some(&long), Some(&long), Some(&json!([1500.5])));
        let LogPlayer { name, grade, rate } = &players.0[0];
        assert_eq!((name.chars().count(), grade.as_ref(), *rate), (MOST_TEXT, Some(name), Some(1500.5)));
    }
}
