//! The events of mjai as lines of text, with the type first: what logs and bots are written with.

use super::words::{reason_of, word_of};
use crate::logs::model::{KyokuName, LogDraw, LogEnd, LogWin};
use crate::logs::referee::sum;
use hyakuman_core::{Kind, Meld, MeldKind, Seat, Tile};
use serde_json::Value;
use std::fmt::{self, Display, Write};

/// What differs between games and between programs.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Number of seats.
    pub seats: usize,
    /// Number of entries in lists by seat: of three players there may be a fourth one, without points and with hidden tiles.
    pub entries: usize,
    /// The word for setting a north aside: `nukidora` or `kita`.
    pub nuki: &'static str,
}

/// What a `start_kyoku` says.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    /// Which kyoku it is.
    pub name: KyokuName,
    /// Riichi sticks on the table.
    pub kyotaku: u32,
    /// The dealer.
    pub dealer: Seat,
    /// The first dora indicator, if there is one.
    pub indicator: Option<Tile>,
    /// Scores by seat.
    pub scores: &'a [i32],
    /// The tiles of each seat that are shown; thirteen hidden ones of a seat that is not here.
    pub hands: &'a [(Seat, &'a [Tile])],
}

/// What is shown at the end of a kyoku.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The dealer.
    pub dealer: Seat,
    /// The concealed tiles of each seat, with the tile of a tsumo as the last one. Those of seats that show no hand are not written.
    pub hands: &'a [Vec<Tile>],
    /// Number of concealed tiles of each seat that shows no hand.
    pub concealed: &'a [u8],
    /// Whether a seat was in riichi.
    pub riichi: &'a [bool],
    /// The ura indicators.
    pub ura: &'a [Tile],
}

/// `tsumo`; `?` for a tile that is not shown.
pub fn tsumo(text: &mut String, seat: Seat, tile: Option<Tile>) {
    declare(text, "tsumo", seat, &[("pai", &Pai(tile))]);
}

/// `dahai`.
pub fn dahai(text: &mut String, seat: Seat, tile: Tile, tsumogiri: bool) {
    declare(text, "dahai", seat, &[("pai", &Pai(Some(tile))), ("tsumogiri", &tsumogiri)]);
}

/// `reach`, before the discard.
pub fn reach(text: &mut String, seat: Seat) {
    declare(text, "reach", seat, &[]);
}

/// `dora`.
pub fn dora(text: &mut String, tile: Tile) {
    line(text, "dora", &[("dora_marker", &Pai(Some(tile)))]);
}

/// A set that is called from `target`, or an `ankan`.
pub fn call(text: &mut String, seat: Seat, target: Seat, meld: &Meld) {
    match meld.kind() {
        MeldKind::Ankan => set(text, MeldKind::Ankan, seat, None, meld.tiles()),
        kind => set(text, kind, seat, Some((Some(target), meld.tiles()[0])), &meld.tiles()[1..]),
    }
}

/// `chi`, `pon` and `daiminkan` of the tile of another seat, `kakan` of one's own, `ankan` without one; `own` are the other
/// tiles of the set.
pub fn set(
    text: &mut String,
    kind: MeldKind,
    seat: Seat,
    called: Option<(Option<Seat>, Tile)>,
    own: &[Tile],
) {
    let target = called.and_then(|(target, _)| target).map(Seat::index);
    let (tile, own) = (called.map(|(_, tile)| Pai(Some(tile))), pais(own));
    let mut fields: Vec<Field<'_>> = Vec::new();
    fields.extend(target.as_ref().map(|target| ("target", target as &dyn Display)));
    fields.extend(tile.as_ref().map(|tile| ("pai", tile as &dyn Display)));
    fields.push(("consumed", &own));
    declare(text, kind.name(), seat, &fields);
}

/// A move that a player makes: its type, and `actor` before the other fields.
pub fn declare(text: &mut String, kind: &str, seat: Seat, fields: &[Field<'_>]) {
    let actor = seat.index();
    let actor = ("actor", &actor as &dyn Display);
    line(text, kind, &[&[actor], fields].concat());
}

/// An event.
pub fn line(text: &mut String, kind: &str, fields: &[Field<'_>]) {
    text.extend(["{\"type\":\"", kind, "\""]);
    for (key, value) in fields {
        write!(text, ",\"{key}\":{value}").expect("a String can be written");
    }
    text.push_str("}\n");
}

/// A key and its value as JSON.
pub type Field<'a> = (&'static str, &'a dyn Display);

impl Dialect {
    /// That of logs.
    pub fn of_logs(seats: usize) -> Dialect {
        Dialect { seats, entries: seats, nuki: "nukidora" }
    }

    /// `start_kyoku`.
    pub fn start_kyoku(self, text: &mut String, start: &Start<'_>) {
        let Start { name, kyotaku, dealer, indicator, scores, hands } = start;
        let hand = |seat: usize| hands.iter().find(|(owner, _)| owner.index() == seat);
        let hands =
            (0..self.entries).map(|seat| hand(seat).map_or(hidden(13), |(_, hand)| pais(hand).to_string()));
        let fields: [Field<'_>; 8] = [
            ("bakaze", &Pai(Some(Kind::wind(name.wind % 4).tile()))),
            ("kyoku", &(name.number + 1)),
            ("honba", &name.honba),
            ("kyotaku", kyotaku),
            ("oya", &dealer.index()),
            ("dora_marker", &indicator.map_or("null".into(), |tile| Pai(Some(tile)).to_string())),
            ("scores", &self.numbers(scores)),
            ("tehais", &List(hands)),
        ];
        line(text, "start_kyoku", &fields);
    }

    /// `reach_accepted` of a stick of this value; `scores` are those after it.
    pub fn reach_accepted(self, text: &mut String, seat: Seat, stick: i32, scores: &[i32]) {
        let deltas = (0..self.entries).map(|other| if other == seat.index() { -stick } else { 0 });
        let fields: [Field<'_>; 2] = [("deltas", &List(deltas)), ("scores", &self.numbers(scores))];
        declare(text, "reach_accepted", seat, &fields);
    }

    /// `nukidora` or `kita`.
    pub fn nuki(self, text: &mut String, seat: Seat) {
        declare(text, self.nuki, seat, &[("pai", &Pai(Some(Kind::NORTH.tile())))]);
    }

    /// The result of a kyoku and `end_kyoku`; nothing if it has not ended.
    pub fn end_kyoku(self, text: &mut String, end: &LogEnd, shown: &Shown<'_>) {
        match end {
            LogEnd::Wins(wins) => wins.iter().for_each(|win| self.hora(text, win, shown)),
            LogEnd::Draw(draw) => self.ryukyoku(text, draw, shown),
            LogEnd::Unfinished => return,
        }
        line(text, "end_kyoku", &[]);
    }

    /// A win. Programs differ in the name of the ura indicators, so both are there.
    fn hora(self, text: &mut String, win: &LogWin, shown: &Shown<'_>) {
        let points = win.points.map(|points| sum(points, self.seats as i32, win.winner == shown.dealer));
        let hand = shown.hands.get(win.winner.index()).map_or(&[][..], Vec::as_slice);
        let ura = pais(if shown.riichi[win.winner.index()] { shown.ura } else { &[] });
        let (actor, target) = (win.winner.index(), win.from.index());
        let (tile, hand) = (Pai(win.tile), pais(hand));
        let own = win.own_yaku.iter().map(|yaku| (&*yaku.slug, yaku.han));
        let yakus = win.yaku.iter().map(|&(yaku, han)| (yaku.mjai(), han)).chain(own);
        let yakus = List(yakus.map(|(word, han)| format!("[\"{word}\",{han}]")));
        let mut fields: Vec<Field<'_>> = vec![("actor", &actor), ("target", &target)];
        fields.extend(win.tile.is_some().then_some(("pai", &tile as &dyn Display)));
        fields.extend([
            ("hora_tehais", &hand as &dyn Display),
            ("uradora_markers", &ura),
            ("ura_markers", &ura),
        ]);
        let has_yaku = !win.yaku.is_empty() || !win.own_yaku.is_empty();
        fields.extend(has_yaku.then_some(("yakus", &yakus as &dyn Display)));
        if let Some(han) = &win.han {
            fields.extend(win.fu.as_ref().map(|fu| ("fu", fu as &dyn Display)));
            fields.push(("fan", han));
        }
        fields.extend(points.as_ref().map(|points| ("hora_points", points as &dyn Display)));
        let paid = self.paid(win.deltas.as_deref(), win.scores_before.as_deref());
        fields.extend(paid.iter().map(|(key, list)| (*key, list as &dyn Display)));
        line(text, "hora", &fields);
    }

    /// A draw. `tenpais` and `tehais` are left out where it is not known who was tenpai.
    fn ryukyoku(self, text: &mut String, draw: &LogDraw, shown: &Shown<'_>) {
        let reason = draw.kind.map(|kind| format!("\"{}\"", reason_of(kind)));
        let is_shown =
            |seat: usize| draw.tenpai().is_some_and(|tenpai| tenpai.contains(&Seat::new(seat as u8)));
        let hand = |seat: usize| match is_shown(seat) {
            true => pais(&shown.hands[seat]).to_string(),
            false => hidden(shown.concealed.get(seat).map_or(13, |&count| count as usize)),
        };
        let (tenpais, tehais) = (List((0..self.entries).map(is_shown)), List((0..self.entries).map(hand)));
        let mut fields: Vec<Field<'_>> = Vec::new();
        fields.extend(reason.as_ref().map(|reason| ("reason", reason as &dyn Display)));
        if draw.tenpai().is_some() {
            fields.extend([("tenpais", &tenpais as &dyn Display), ("tehais", &tehais)]);
        }
        let paid = self.paid(draw.deltas.as_deref(), draw.scores_before.as_deref());
        fields.extend(paid.iter().map(|(key, list)| (*key, list as &dyn Display)));
        line(text, "ryukyoku", &fields);
    }

    /// Changes of score, and the scores after them, as far as they are known.
    fn paid(self, deltas: Option<&[i32]>, before: Option<&[i32]>) -> Vec<(&'static str, String)> {
        let Some(deltas) = deltas else { return Vec::new() };
        let after: Option<Vec<i32>> =
            before.map(|before| before.iter().zip(deltas).map(|(a, b)| a + b).collect());
        let after = after.map(|after| ("scores", self.numbers(&after)));
        [("deltas", self.numbers(deltas))].into_iter().chain(after).collect()
    }

    /// `end_game`, with the final scores if they are known.
    pub fn end_game(self, text: &mut String, scores: Option<&[i32]>) {
        let scores = scores.map(|scores| self.numbers(scores));
        let fields: Vec<Field<'_>> = scores.iter().map(|scores| ("scores", scores as &dyn Display)).collect();
        line(text, "end_game", &fields);
    }

    /// A number for each entry.
    fn numbers(self, numbers: &[i32]) -> String {
        List((0..self.entries).map(|seat| numbers.get(seat).copied().unwrap_or_default())).to_string()
    }
}

/// An object as a line with its type in front, for people and simple parsers.
pub fn typed_first(line: &Value) -> String {
    let object = line.as_object().into_iter().flatten();
    let rest = object.filter(|(key, _)| *key != "type");
    let rest: String = rest.map(|(key, value)| format!(",\"{key}\":{value}")).collect();
    format!("{{\"type\":{}{rest}}}\n", line["type"])
}

/// A tile as JSON, or `?`.
#[derive(Clone, Copy, Debug)]
pub struct Pai(pub Option<Tile>);

impl Display for Pai {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.map_or("?", word_of))
    }
}

/// A list of JSON values.
struct List<I>(I);

impl<I: Iterator<Item: Display> + Clone> Display for List<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, item) in self.0.clone().enumerate() {
            write!(f, "{}{item}", if at == 0 { "[" } else { "," })?;
        }
        f.write_str(if self.0.clone().next().is_none() { "[]" } else { "]" })
    }
}

fn pais(tiles: &[Tile]) -> List<impl Iterator<Item = Pai> + Clone + '_> {
    List(tiles.iter().map(|&tile| Pai(Some(tile))))
}

/// A list of tiles that are not shown.
fn hidden(count: usize) -> String {
    List(std::iter::repeat_n(Pai(None), count)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::model::{DrawKind, LogPoints};
    use crate::logs::yaku::LogYaku;
    use hyakuman_core::notation::parse_tiles;

    fn tiles(text: &str) -> Vec<Tile> {
        parse_tiles(text).expect("tiles")
    }

    fn written(entries: usize, end: &LogEnd, hands: &[&str]) -> String {
        let hands: Vec<Vec<Tile>> = hands.iter().map(|hand| tiles(hand)).collect();
        let concealed: Vec<u8> = hands.iter().map(|hand| hand.len() as u8).collect();
        let (riichi, ura) = ([false, true, false, false], tiles("4s"));
        let shown =
            Shown { dealer: Seat::new(0), hands: &hands, concealed: &concealed, riichi: &riichi, ura: &ura };
        let (mut text, dialect) = (String::new(), Dialect { entries, ..Dialect::of_logs(hands.len()) });
        dialect.end_kyoku(&mut text, end, &shown);
        text
    }

    fn win(winner: u8, from: u8) -> LogWin {
        LogWin { tile: Some(tiles("0p")[0]), ..LogWin::of(Seat::new(winner), Seat::new(from)) }
    }

    /// A tsumo in riichi with everything, a ron of which a log says little, without riichi.
    #[test]
    fn wins() {
        let yaku = [(1, 1), (0, 1), (54, 1), (53, 1)];
        let tsumo = LogWin {
            fu: Some(30),
            han: Some(4),
            points: Some(LogPoints::Split { child: 2_000, dealer: 3_900 }),
            yaku: yaku.map(|(number, han)| (LogYaku::from_number(number).expect("a yaku"), han)).to_vec(),
            scores_before: Some(vec![25_000, 24_000, 25_000, 25_000]),
            deltas: Some(vec![-3_900, 8_900, -2_000, -2_000]),
            ..win(1, 1)
        };
        let hand = "234m05p55678s222z0p";
        let text = written(4, &LogEnd::Wins(vec![tsumo, win(2, 0)]), &["1m", hand, "12m", ""]);
        let expected = concat!(
            r#"{"type":"hora","actor":1,"target":1,"pai":"5pr","#,
            r#""hora_tehais":["2m","3m","4m","5pr","5p","5s","5s","6s","7s","8s","S","S","S","5pr"],"#,
            r#""uradora_markers":["4s"],"ura_markers":["4s"],"#,
            r#""yakus":[["reach",1],["menzenchin_tsumoho",1],["akadora",1],["uradora",1]],"fu":30,"fan":4,"#,
            r#""hora_points":7900,"deltas":[-3900,8900,-2000,-2000],"scores":[21100,32900,23000,23000]}"#,
            "\n",
            r#"{"type":"hora","actor":2,"target":0,"pai":"5pr","hora_tehais":["1m","2m"],"uradora_markers":[],"ura_markers":[]}"#,
            "\n{\"type\":\"end_kyoku\"}\n",
        );
        assert_eq!(text, expected);
    }

    /// Hands that are not shown are hidden, also that of a fourth player who does not exist.
    #[test]
    fn draws() {
        let draw = |kind, shown: &[u8]| {
            LogEnd::Draw(LogDraw {
                kind: Some(kind),
                deltas: Some(vec![1_500, -3_000, 1_500]),
                scores_before: Some(vec![35_000; 3]),
                shown: Some(shown.iter().map(|&seat| Seat::new(seat)).collect()),
                ..LogDraw::default()
            })
        };
        let hands = ["11m2p", "345s", "7z"];
        let paid = r#""deltas":[1500,-3000,1500],"scores":[36500,32000,36500]}"#;
        assert_eq!(
            written(3, &draw(DrawKind::Exhaustive, &[0, 2]), &hands),
            [
                r#"{"type":"ryukyoku","reason":"fanpai","tenpais":[true,false,true],"#,
                r#""tehais":[["1m","1m","2p"],["?","?","?"],["C"]],"#,
                paid,
                "\n{\"type\":\"end_kyoku\"}\n"
            ]
            .concat()
        );
        let four = written(4, &draw(DrawKind::Suucha, &[]), &hands);
        assert!(four.contains(
            r#""tenpais":[false,false,false,false],"tehais":[["?","?","?"],["?","?","?"],["?"],["?","#
        ));
        assert!(four.contains(r#""scores":[36500,32000,36500,0]"#), "{four}");
    }

    #[test]
    fn riichi_is_paid() {
        let mut text = String::new();
        Dialect::of_logs(3).reach_accepted(&mut text, Seat::new(2), 1_000, &[35_000, 35_000, 34_000]);
        let expected =
            r#"{"type":"reach_accepted","actor":2,"deltas":[0,0,-1000],"scores":[35000,35000,34000]}"#;
        assert_eq!(text.trim_end(), expected);
    }
}
