//! What a case expects: the end of the kyoku, its wins, what comes next, the result of the match.

use super::Engine;
use super::run::Run;
use super::wall::seat;
use crate::common::match_state::MatchState;
use crate::game::{Game, KyokuResult, WinRecord};
use crate::notation::{parse_tile, parse_tiles};
use crate::{Seat, Tile};

type Check = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Check {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, expected {expected:?}")) }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

/// A number with decimals as a whole number of parts of one.
fn parts(word: &str, of_one: i32) -> Result<i32, String> {
    Ok((number::<f64>(word)? * f64::from(of_one)).round() as i32)
}

/// For each seat a number of points from the front of the words, as a whole number of parts of one.
fn by_seat<const N: usize>(words: &[String], of_one: i32) -> Result<[i32; N], String> {
    let mut numbers = [0; N];
    for (i, slot) in numbers.iter_mut().enumerate() {
        *slot = parts(words.get(i).ok_or("a number for each seat is needed")?, of_one)?;
    }
    Ok(numbers)
}

/// Units of score in a point.
const fn units<const N: usize, E: Engine<N>>() -> i32 {
    E::Game::UNITS_PER_POINT
}

/// `E1 again repeat 1 honba 2 sticks 1 scores 25000 25000 24000 25000` into a match state; what is not given stays.
pub(super) fn read_standing<const N: usize, E: Engine<N>>(
    words: &[String],
    match_state: &mut MatchState<N>,
) -> Check {
    let (wind, turn) = words[0].split_at(1);
    let wind = "ESWN".find(wind).ok_or(format!("`{}` is no kyoku", words[0]))?;
    match_state.kyoku = (wind * N) as u32 + number::<u32>(turn)? - 1;
    let mut rest = &words[1..];
    while let Some(key) = rest.first() {
        match key.as_str() {
            "again" => match_state.kyoku += 4 * N as u32,
            "repeat" => match_state.repeat = number(&rest[1])?,
            "honba" => match_state.honba = number(&rest[1])?,
            "sticks" => match_state.kyotaku = number(&rest[1])?,
            "scores" => match_state.scores = by_seat(&rest[1..], units::<N, E>())?,
            _ => return Err(format!("`{key}` is nothing of a standing")),
        }
        let used = match key.as_str() {
            "again" => 1,
            "scores" => 1 + N,
            _ => 2,
        };
        rest = &rest[used..];
    }
    Ok(())
}

/// `end RESULT [deltas] [riichi SEATS] [declared SEATS] [tenpai SEATS] [draws N] [wins N] [won SEATS]`.
pub(super) fn end<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Check {
    let end = run.end().ok_or("the kyoku goes on")?;
    same("result", format!("{:?}", end.result).to_lowercase(), words[0].clone())?;
    let mut rest = &words[1..];
    while let Some(key) = rest.first() {
        let value = rest.get(1).map_or("", String::as_str);
        let is = |found: String| same(key, found.as_str(), value.trim_matches('-')).map(|()| 2);
        let used = match key.as_str() {
            "riichi" => is(numbers(end.riichi))?,
            "declared" => is(numbers(end.declared))?,
            "tenpai" => is(numbers(end.tenpai))?,
            "won" => is(numbers(end.wins.iter().map(|win| win.winner)))?,
            "wins" => is(end.wins.len().to_string())?,
            "draws" => is(end.draws.to_string())?,
            _ => same("deltas", &end.deltas[..N], &by_seat::<N>(rest, units::<N, E>())?[..]).map(|()| N)?,
        };
        rest = &rest[used..];
    }
    let won = !end.wins.is_empty();
    same("a win", end.result == KyokuResult::Win || won && words.iter().any(|word| word == "wins"), won)
}

/// Seats as their numbers.
fn numbers(seats: impl IntoIterator<Item = Seat>) -> String {
    seats.into_iter().map(|seat| seat.index().to_string()).collect()
}

/// The lines that check the state or the events.
pub(super) fn line<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Check {
    match words[0].as_str() {
        "win" => win(run, &words[1..]),
        "over" => over(run, &words[1..]),
        "scores" => same("scores", E::match_state(&run.game).scores, by_seat(&words[1..], units::<N, E>())?),
        _ => {
            let open = run.events().iter().filter(|event| E::turns_up(event)).count();
            same("indicators turned up", open, number(&words[1])?)
        }
    }
}

/// `SEAT WORD VALUE`; none if it is an action.
pub(super) fn state<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Option<Check> {
    let [number, word, value] = words else { return None };
    let seat = Seat::new(seat(number).ok()? as u8);
    let found = E::state(&run.game, seat, word, value)?;
    Some(same(word, found.as_str(), value))
}

/// `SEAT holds [only] TILES`: the hand without the tile just drawn has these.
pub(super) fn holds<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Check {
    let mut hand = E::tiles(&run.game, Seat::new(seat(&words[0])? as u8));
    let is_all = words[2] == "only";
    for tile in tiles(&words[2 + is_all as usize])? {
        let place = hand.iter().position(|&own| own == tile).ok_or(format!("no {tile} beside {hand:?}"))?;
        hand.swap_remove(place);
    }
    if is_all { same("others", hand, vec![]) } else { Ok(()) }
}

/// Tiles, `-` for none.
fn tiles(text: &str) -> Result<Vec<Tile>, String> {
    if text == "-" { Ok(vec![]) } else { parse_tiles(text).map_err(|error| error.to_string()) }
}

fn win<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Check {
    let end = run.end().ok_or("the kyoku goes on")?;
    let winner = Seat::new(seat(&words[0])? as u8);
    let win = end.wins.iter().find(|win| win.winner == winner).ok_or("this seat has not won")?;
    words[1..].chunks(2).try_for_each(|pair| match pair {
        [key, value] => win_field::<E::Game>(win, key, value),
        _ => Err("key without value".into()),
    })
}

fn win_field<G: Game>(win: &WinRecord, key: &str, value: &str) -> Check {
    let has = |number: u32| win.yaku >> number & 1 != 0;
    let names = || (0..G::YAKU).filter(|&n| has(n)).map(G::yaku_name).collect::<Vec<_>>().join(",");
    let number_of = |slug: &str| (0..G::YAKU).find(|&n| G::yaku_name(n) == slug);
    let has = |slug: &str| number_of(slug).map(has).ok_or(format!("`{slug}` is no yaku"));
    match key {
        "from" if value == "-" => same(key, win.from, None),
        "from" => same(key, win.from.map(Seat::index), Some(seat(value)?)),
        "tile" => same(key, Some(win.tile), parse_tile(value).map(|tile| tile.code())),
        "han" => same(key, win.han, number(value)?),
        "fu" => same(key, win.fu, number(value)?),
        "yakuman" => same(key, win.yakuman, number(value)?),
        "points" => same(key, win.points, parts(value, G::UNITS_PER_POINT)?),
        "dora" => same(key, win.dora[0], number(value)?),
        "ura" => same(key, win.dora[1], number(value)?),
        "aka" => same(key, win.dora[2], number(value)?),
        "nuki" => same(key, win.dora[3], number(value)?),
        "yaku" => value.split(',').try_for_each(|slug| same(&names(), has(slug)?, true)),
        "notyaku" => value.split(',').try_for_each(|slug| same(&names(), has(slug)?, false)),
        _ => Err(format!("`{key}` is nothing of a win")),
    }
}

/// `next E2 ..`: this kyoku has been dealt.
pub(super) fn next<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Check {
    let end = run.end().ok_or("the kyoku goes on")?;
    same("the match is over", run.log.over.is_some(), false)?;
    let found = *E::match_state(&run.game);
    let mut expected = found;
    read_standing::<N, E>(words, &mut expected)?;
    same("next", found, expected)?;
    same("repeat", found.repeat, if end.kyoku == found.kyoku { end.repeat + 1 } else { 0 })?;
    same("deals", found.deals as usize, run.kyoku + 2)
}

fn over<const N: usize, E: Engine<N>>(run: &Run<N, E>, words: &[String]) -> Check {
    let over = run.log.over.as_ref().ok_or("the match goes on")?;
    same("no decision is pending", run.game.deciders().is_empty(), true)?;
    let mut rest = words;
    while let Some(key) = rest.first() {
        let by_seat = |of_one| by_seat::<N>(&rest[1..], of_one);
        match key.as_str() {
            "scores" => same(key, &over.scores[..N], &by_seat(units::<N, E>())?[..])?,
            "places" => same(key, &over.placement.map(|place| i32::from(place) + 1)[..N], &by_seat(1)?[..])?,
            "points" => same(key, &over.rank_points[..N], &by_seat(1_000)?[..])?,
            "reason" => same(key, format!("{:?}", over.reason).to_lowercase(), rest[1].clone())?,
            "kyoku" => same(key, over.kyoku, number(&rest[1])?)?,
            _ => return Err(format!("`{key}` is nothing of a result")),
        }
        rest = &rest[if matches!(key.as_str(), "reason" | "kyoku") { 2 } else { 1 + N }..];
    }
    Ok(())
}
