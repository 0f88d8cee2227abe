//! What a case expects: the end of the kyoku, its wins, what comes next, the result of the match.

use super::run::{Log, Run};
use super::wall::seat;
use hyakuman_core::common::match_state::MatchState;
use hyakuman_core::game::{Game, KyokuResult, WinRecord};
use hyakuman_core::notation::{parse_tile, parse_tiles};
use hyakuman_core::{RelSeat, Seat};
use hyakuman_riichi::{Event, RiichiState, Variant};

type Check = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Check {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?}, expected {expected:?}")) }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}

/// A number for each seat from the front of the words.
fn by_seat<T: std::str::FromStr + Copy + Default, const N: usize>(
    words: &[String],
) -> Result<[T; N], String> {
    let mut numbers = [T::default(); N];
    for (i, slot) in numbers.iter_mut().enumerate() {
        *slot = number(words.get(i).ok_or("a number for each seat is needed")?)?;
    }
    Ok(numbers)
}

/// `E1 honba 2 sticks 1 scores 25000 25000 24000 25000` into a match state; what is not given stays.
pub(crate) fn read_standing<const N: usize>(words: &[String], match_state: &mut MatchState<N>) -> Check {
    let (wind, turn) = words[0].split_at(1);
    let wind = "ESWN".find(wind).ok_or(format!("`{}` is no kyoku", words[0]))?;
    match_state.kyoku = (wind * N) as u32 + number::<u32>(turn)? - 1;
    let mut rest = &words[1..];
    while let Some(key) = rest.first() {
        match key.as_str() {
            "honba" => match_state.honba = number(&rest[1])?,
            "sticks" => match_state.kyotaku = number(&rest[1])?,
            "scores" => match_state.scores = by_seat(&rest[1..])?,
            _ => return Err(format!("`{key}` is nothing of a standing")),
        }
        rest = &rest[if key == "scores" { 1 + N } else { 2 }..];
    }
    Ok(())
}

/// `end RESULT [deltas] [riichi SEATS] [declared SEATS] [tenpai SEATS] [wins N]`.
pub(crate) fn end<const N: usize>(log: &Log, words: &[String]) -> Check {
    let end = log.end.as_ref().ok_or("the kyoku goes on")?;
    same("result", format!("{:?}", end.result).to_lowercase(), words[0].clone())?;
    let mut rest = &words[1..];
    while let Some(key) = rest.first() {
        let used = match key.as_str() {
            "riichi" => same("riichi", end.riichi.as_str(), rest[1].trim_matches('-')).map(|()| 2)?,
            "declared" => same("declared", end.declared.as_str(), rest[1].trim_matches('-')).map(|()| 2)?,
            "wins" => same("wins", end.wins.len(), number(&rest[1])?).map(|()| 2)?,
            "draws" => same("draws", end.draws, number(&rest[1])?).map(|()| 2)?,
            "tenpai" => same("tenpai", end.tenpai.as_str(), rest[1].trim_matches('-')).map(|()| 2)?,
            _ => same("deltas", &end.deltas[..N], &by_seat::<i32, N>(rest)?[..]).map(|()| N)?,
        };
        rest = &rest[used..];
    }
    let won = !end.wins.is_empty();
    same("a win", end.result == KyokuResult::Win || won && words.iter().any(|word| word == "wins"), won)
}

/// The lines that check the state or the events.
pub(crate) fn line<const N: usize, V: Variant>(run: &Run<N, V>, words: &[String]) -> Check {
    match words[0].as_str() {
        "win" => win::<V>(&run.log, &words[1..]),
        "next" => next(run, &words[1..]),
        "over" => over::<N>(&run.log, &words[1..]),
        "scores" => same("scores", run.game.match_state().scores, by_seat(&words[1..])?),
        _ => {
            let open = run.log.events.iter().filter(|event| matches!(event, Event::Dora { .. })).count();
            same("indicators open", open, number(&words[1])?)
        }
    }
}

/// `SEAT furiten yes`, `SEAT riichi no`, `SEAT out yes`.
pub(crate) fn seat_state<const N: usize, V: Variant>(run: &Run<N, V>, words: &[String]) -> Check {
    let view = run.game.view(Seat::new(seat(&words[0])? as u8));
    let found = match words[1].as_str() {
        "furiten" => view.furiten(),
        "out" => view.has_won(RelSeat::SELF),
        _ => view.riichi(RelSeat::SELF) == RiichiState::Accepted,
    };
    same(&words[1], found, words[2] == "yes")
}

/// `SEAT holds TILES`: the hand without the tile just drawn has these.
pub(crate) fn holds<const N: usize, V: Variant>(run: &Run<N, V>, words: &[String]) -> Check {
    let mut hand: Vec<_> = run.game.tiles(Seat::new(seat(&words[0])? as u8)).collect();
    for tile in parse_tiles(&words[2]).map_err(|error| error.to_string())? {
        let place = hand.iter().position(|&own| own == tile).ok_or(format!("no {tile} beside {hand:?}"))?;
        hand.swap_remove(place);
    }
    Ok(())
}

fn win<V: Variant>(log: &Log, words: &[String]) -> Check {
    let end = log.end.as_ref().ok_or("the kyoku goes on")?;
    let winner = Seat::new(seat(&words[0])? as u8);
    let win = end.wins.iter().find(|win| win.winner == winner).ok_or("this seat has not won")?;
    words[1..].chunks(2).try_for_each(|pair| match pair {
        [key, value] => win_field::<V>(win, key, value),
        _ => Err("key without value".into()),
    })
}

fn win_field<V: Variant>(win: &WinRecord, key: &str, value: &str) -> Check {
    let has = |number: u32| win.yaku >> number & 1 != 0;
    let numbered = || V::YAKU_NAMES.iter().zip(0..);
    let names = || numbered().filter(|(_, n)| has(*n)).map(|(name, _)| *name).collect::<Vec<_>>().join(",");
    let number_of = |slug| numbered().find(|(name, _)| **name == slug).map(|(_, n)| n);
    let has = |slug| number_of(slug).map(has).ok_or(format!("`{slug}` is no yaku"));
    match key {
        "from" => same(key, win.from.map(Seat::index), Some(seat(value)?)),
        "tile" => same(key, Some(win.tile), parse_tile(value).map(|tile| tile.code())),
        "han" => same(key, win.han, number(value)?),
        "fu" => same(key, win.fu, number(value)?),
        "yakuman" => same(key, win.yakuman, number(value)?),
        "points" => same(key, win.points, number(value)?),
        "dora" => same(key, win.dora[0], number(value)?),
        "ura" => same(key, win.dora[1], number(value)?),
        "aka" => same(key, win.dora[2], number(value)?),
        "nuki" => same(key, win.dora[3], number(value)?),
        "yaku" => value.split(',').try_for_each(|slug| same(&names(), has(slug)?, true)),
        "notyaku" => value.split(',').try_for_each(|slug| same(&names(), has(slug)?, false)),
        _ => Err(format!("`{key}` is nothing of a win")),
    }
}

fn next<const N: usize, V: Variant>(run: &Run<N, V>, words: &[String]) -> Check {
    run.log.end.as_ref().ok_or("the kyoku goes on")?;
    same("the match is over", run.log.over.is_some(), false)?;
    let found = *run.game.match_state();
    let mut expected = found;
    read_standing(words, &mut expected)?;
    same("next", found, expected)?;
    let kyoku = run.log.end.as_ref().map(|end| end.kyoku);
    same("repeat", found.repeat, (kyoku == Some(found.kyoku)) as u32)?;
    same("deals", found.deals, 2)
}

fn over<const N: usize>(log: &Log, words: &[String]) -> Check {
    let over = log.over.as_ref().ok_or("the match goes on")?;
    let mut rest = words;
    while let Some(key) = rest.first() {
        match key.as_str() {
            "scores" => same(key, &over.scores[..N], &by_seat::<i32, N>(&rest[1..])?[..])?,
            "places" => {
                same(key, &over.placement.map(|place| place + 1)[..N], &by_seat::<u8, N>(&rest[1..])?[..])?
            }
            "points" => {
                let tenths = by_seat::<f64, N>(&rest[1..])?.map(|points| (points * 1_000.0).round() as i32);
                same(key, &over.rank_points[..N], &tenths[..])?;
            }
            _ => return Err(format!("`{key}` is nothing of a result")),
        }
        rest = &rest[1 + N..];
    }
    Ok(())
}
