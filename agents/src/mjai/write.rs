//! The messages to a bot: events as mjai, one JSON object a line.

use super::settings::Three;
use hyakuman_core::game::ruleset::{AsTable, Ruleset, hash_text};
use hyakuman_core::game::{KyokuEnd, MAX_SEATS, Revealed};
use hyakuman_core::{MeldKind, Seat, Tile};
use hyakuman_games::logs::end_of;
use hyakuman_games::logs::mjai::lines::{self, Dialect, Shown, Start, typed_first};
use hyakuman_games::logs::model::KyokuName;
use hyakuman_games::show::Change;
use hyakuman_riichi::{Event, RiichiRules};
use serde_json::{Value, json};

/// How matches of this number of players are written.
pub(crate) fn dialect(seats: usize, three: Three) -> Dialect {
    let entries = if three == Three::Four { MAX_SEATS } else { seats };
    Dialect { seats, entries, nuki: if three == Three::Kita { "kita" } else { "nukidora" } }
}

/// The start of a kyoku.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealt {
    pub(crate) name: KyokuName,
    pub(crate) kyotaku: u32,
}

impl Dealt {
    /// The kyoku with this index.
    pub(crate) fn new(kyoku: u8, honba: u16, kyotaku: u16, seats: usize) -> Dealt {
        let [wind, number] = [kyoku / seats as u8, kyoku % seats as u8];
        Dealt { name: KyokuName { wind, number, honba: honba.into() }, kyotaku: kyotaku.into() }
    }
}

/// The rules as a bot gets them: their hash, the name of the ruleset if it is built in, and every rule by its name.
pub(crate) fn rules(rules: &RiichiRules) -> Value {
    let mut sent = serde_json::to_value(rules.to_table()).expect("rules are plain data");
    let preset = RiichiRules::PRESETS.iter().find(|preset| (preset.rules)() == *rules);
    sent["name"] = json!(preset.map(|preset| preset.id));
    sent["hash"] = json!(hash_text(rules.rules_hash()));
    sent
}

/// `start_game` for the bot in a seat.
pub(crate) fn start_game(dialect: Dialect, seat: Seat, rules: &RiichiRules, told: &Value) -> String {
    let names: Vec<String> = (0..dialect.entries).map(|seat| seat.to_string()).collect();
    typed_first(&json!({
        "type": "start_game", "id": seat.index(), "names": names,
        "kyoku_first": if rules.length_winds < 2 { 4 } else { 0 },
        "aka_flag": rules.red_fives != [0; 3], "rules": told,
    }))
}

/// `start_kyoku` for the bot in a seat, which was dealt these tiles.
pub(crate) fn start_kyoku(
    dialect: Dialect,
    text: &mut String,
    Dealt { name, kyotaku }: Dealt,
    own: (Seat, &[Tile]),
    scores: &[i32; MAX_SEATS],
    indicator: Tile,
) {
    let (dealer, indicator, hands) = (Seat::new(name.number), Some(indicator), &[own][..]);
    dialect.start_kyoku(text, &Start { name, kyotaku, dealer, indicator, scores, hands });
}

/// The lines of an event, if it has any: the deal, wins and draws have none, see [`start_kyoku`] and [`end_kyoku`]. `scores` are
/// those before it; what a riichi costs, a `stick`, is deducted.
pub(crate) fn event(
    dialect: Dialect,
    text: &mut String,
    event: &Event,
    (scores, stick): (&mut [i32; MAX_SEATS], i32),
) {
    match *event {
        Event::Draw { seat, tile, .. } => lines::tsumo(text, seat, tile),
        Event::Discard { seat, tile, tsumogiri, riichi } => {
            if riichi {
                lines::reach(text, seat);
            }
            lines::dahai(text, seat, tile, tsumogiri);
        }
        Event::Riichi { seat } => {
            scores[seat.index()] -= stick;
            dialect.reach_accepted(text, seat, stick, scores);
        }
        Event::Meld { seat, meld } if meld.kind() == MeldKind::Kakan => {
            let added = Some((None, meld.tiles()[3]));
            lines::set(text, MeldKind::Kakan, seat, added, &meld.tiles()[..3]);
        }
        Event::Meld { seat, meld } => lines::call(text, seat, meld.from().seat(seat, dialect.seats), &meld),
        Event::Nuki { seat, .. } => dialect.nuki(text, seat),
        Event::Dora { tile } => lines::dora(text, tile),
        // No rules with an open riichi are written (`hyakuman_games::logs::unsupported`).
        Event::Deal { .. }
        | Event::Handed { .. }
        | Event::OpenRiichi { .. }
        | Event::Win { .. }
        | Event::Ryuukyoku { .. } => {}
    }
}

/// The result of a kyoku and `end_kyoku`.
pub(crate) fn end_kyoku<const N: usize>(
    dialect: Dialect,
    text: &mut String,
    rules: &RiichiRules,
    end: &KyokuEnd<'_>,
    revealed: &Revealed,
) {
    let sticks: Vec<Change> = end.riichi.map(Change::Stick).collect();
    let mut hands = revealed.hands.clone().map(|hand| hand.to_vec());
    hands.iter_mut().for_each(|hand| hand.sort_by_key(|tile| (tile.kind(), tile.is_red())));
    for win in end.wins.iter().filter(|win| win.from.is_none()) {
        hands[win.winner.index()].push(Tile::of(win.tile));
    }
    let shown = Shown {
        dealer: Seat::new((end.kyoku % N as u32) as u8),
        hands: &hands,
        concealed: &revealed.concealed[..N],
        riichi: &Seat::all(N).map(|seat| end.riichi.has(seat)).collect::<Vec<_>>(),
        ura: &revealed.ura,
    };
    dialect.end_kyoku(text, &end_of::<N>(rules, end, &sticks), &shown);
}
