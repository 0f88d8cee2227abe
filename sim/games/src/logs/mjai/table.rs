//! The seats of a log: players are numbered in any order there, and seat 0 is the first dealer here.

use super::event::Event;
use crate::logs::error::LogError;
use hyakuman_core::Seat;
use serde_json::Value;

/// The number of players, and the number of the first dealer in the log.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Table {
    pub(super) seats: usize,
    pub(super) first: usize,
}

impl Table {
    /// The table of a `start_kyoku`, and the number of the kyoku within its wind.
    pub(super) fn of(event: Event) -> Result<(Table, u8), LogError> {
        let is_hidden =
            |hand: &Value| hand.as_array().is_some_and(|hand| hand.iter().all(|tile| tile == "?"));
        let hands = event.list("tehais")?;
        let seats = if hands.len() == 3 || hands.get(3).is_some_and(is_hidden) { 3 } else { 4 };
        let number = event.number("kyoku", 1..=seats as u64)? as usize - 1;
        let oya = event.number("oya", 0..=seats as u64 - 1)? as usize;
        Ok((Table { seats, first: (oya + seats - number) % seats }, number as u8))
    }

    pub(super) fn seat(self, event: Event, key: &str) -> Result<Seat, LogError> {
        let number = event.number(key, 0..=self.seats as u64 - 1)? as usize;
        Ok(Seat::new(((number + self.seats - self.first) % self.seats) as u8))
    }

    /// Points by seat, if they are there.
    pub(super) fn points(self, event: Event, key: &str) -> Result<Option<Vec<i32>>, LogError> {
        if !event.has(key) {
            return Ok(None);
        }
        let list = self.by_seat(event.list(key)?, key)?;
        let point = |n: &&Value| n.as_i64().filter(|n| n.abs() < 100_000_000).map(|n| n as i32);
        let points: Option<Vec<i32>> = list.iter().map(point).collect();
        points.map(Some).ok_or_else(|| LogError::new("", format!("`{key}` must be whole numbers of points")))
    }

    /// The entries of a list in the order of the log, reordered by seat. A game of three may have a fourth entry.
    pub(super) fn by_seat<'a>(self, list: &'a [Value], key: &str) -> Result<Vec<&'a Value>, LogError> {
        if list.len() != self.seats && list.len() != 4 {
            let problem = format!("`{key}` has {} entries, expected {}", list.len(), self.seats);
            return Err(LogError::new("", problem));
        }
        Ok((0..self.seats).map(|seat| &list[(seat + self.first) % self.seats]).collect())
    }
}
