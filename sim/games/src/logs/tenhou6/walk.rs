//! Reconstructs the order of play across seats from the lists of each seat.
//!
//! After a discard, the next entries of the seats determine who continues: a seat whose next entry calls this tile from
//! this seat, otherwise the next seat, which must draw. This is ambiguous if a seat discards two tiles of a kind: a
//! call may be of the second. So a call of the first is tried first, and undone if the lists cannot all be used up.

use super::entry::{Drop, Lists, Take};
use crate::logs::error::LogError;
use crate::show::Change;
use hyakuman_core::{Kind, MeldKind, Seat, Tile};

/// Maximum number of search steps, more than any real log needs.
const MOST_STEPS: usize = 100_000;

/// The events of a kyoku in order.
pub(super) fn walk(lists: &[Lists], dealer: Seat) -> Result<Vec<Change>, LogError> {
    let mut walk = Walk { events: Vec::new(), taken: [0; 4], dropped: [0; 4] };
    // Alternatives not yet tried, each with the position to return to: the events before it stay unchanged until then.
    let mut open = vec![(walk.mark(), Next::Draw(dealer))];
    let mut longest = (0, None);
    let mut steps = 0;
    while let Some((mark, next)) = open.pop().filter(|_| steps < MOST_STEPS) {
        walk.back_to(mark);
        let mut on = Step::On(next);
        while let Step::On(next) = on {
            on = walk.step(lists, next);
            steps += 1;
        }
        match on {
            Step::Choice(choices) => {
                let mark = walk.mark();
                open.extend(choices.into_iter().rev().map(|next| (mark, next)));
            }
            _ if walk.is_even(lists) => return Ok(walk.events),
            _ if walk.events.len() > longest.0 => longest = (walk.events.len(), walk.events.last().copied()),
            _ => {}
        }
    }
    let problem = match longest.1 {
        Some(last) => format!("draws and discards of the seats are inconsistent after {last}"),
        None => "the dealer has no first draw, but there are other entries".to_owned(),
    };
    Err(LogError::new(format!("event {}", longest.0), problem))
}

/// Progress through the lists.
struct Walk {
    events: Vec<Change>,
    taken: [usize; 4],
    dropped: [usize; 4],
}

/// A position to return to: the number of events, and of the used entries of each list.
type Mark = (usize, [usize; 4], [usize; 4]);

/// What comes next.
#[derive(Clone, Copy, PartialEq)]
enum Next {
    Draw(Seat),
    Call(Seat),
    /// This seat acts after drawing this tile, or after a call.
    Act(Seat, Option<Tile>),
}

enum Step {
    On(Next),
    Choice(Vec<Next>),
    /// The end, or no way to continue.
    Stop,
}

impl Walk {
    fn mark(&self) -> Mark {
        (self.events.len(), self.taken, self.dropped)
    }

    /// Undoes everything since a position.
    fn back_to(&mut self, (events, taken, dropped): Mark) {
        self.events.truncate(events);
        (self.taken, self.dropped) = (taken, dropped);
    }

    fn step(&mut self, lists: &[Lists], next: Next) -> Step {
        match next {
            Next::Draw(seat) => match self.take(lists, seat) {
                Some(Take::Draw(tile)) => {
                    self.events.push(Change::Draw(seat, tile));
                    Step::On(Next::Act(seat, Some(tile)))
                }
                _ => Step::Stop,
            },
            Next::Call(seat) => match self.take(lists, seat) {
                Some(Take::Call(_, meld)) => {
                    self.events.push(Change::Call(seat, meld));
                    Step::On(Next::Act(seat, None))
                }
                _ => Step::Stop,
            },
            Next::Act(seat, drawn) => self.act(lists, seat, drawn),
        }
    }

    fn act(&mut self, lists: &[Lists], seat: Seat, drawn: Option<Tile>) -> Step {
        let Some(&drop) = lists[seat.index()].drops.get(self.dropped[seat.index()]) else {
            return Step::Stop;
        };
        let after_daiminkan = drawn.is_none()
            && matches!(self.events.last(), Some(Change::Call(_, meld)) if meld.kind() == MeldKind::Daiminkan);
        if after_daiminkan != (drop == Drop::Nothing) {
            return Step::Stop;
        }
        let event = match drop {
            Drop::Discard { tile, riichi } => return self.discard(lists, seat, drawn, tile, riichi),
            Drop::Nothing => None,
            Drop::Ankan(meld) => Some(Change::Call(seat, meld)),
            Drop::Kakan(tile) => Some(Change::Kakan(seat, tile)),
            Drop::Nuki => Some(Change::Nuki(seat, Kind::NORTH.tile())),
        };
        self.events.extend(event);
        self.dropped[seat.index()] += 1;
        Step::On(Next::Draw(seat))
    }

    /// A discard (`tile` is `None` for the tile just drawn), and what may follow.
    fn discard(
        &mut self,
        lists: &[Lists],
        seat: Seat,
        drawn: Option<Tile>,
        tile: Option<Tile>,
        riichi: bool,
    ) -> Step {
        let Some(discarded) = tile.or(drawn) else { return Step::Stop };
        self.dropped[seat.index()] += 1;
        self.events.push(Change::Discard { seat, tile: discarded, tsumogiri: tile.is_none(), riichi });
        let seats = lists.len();
        let mut choices: Vec<(bool, Next)> = (1..seats as u8)
            .map(|steps| seat.after(steps, seats))
            .filter_map(|caller| Some((self.calls(lists, caller, seat, discarded)?, Next::Call(caller))))
            .collect();
        choices.sort_by_key(|&(is_chi, _)| is_chi);
        let mut choices: Vec<Next> = choices.into_iter().map(|(_, next)| next).collect();
        choices.push(Next::Draw(seat.after(1, seats)));
        Step::Choice(choices)
    }

    /// Whether the next entry of this seat calls that discard, and if so whether as a chi.
    fn calls(&self, lists: &[Lists], caller: Seat, seat: Seat, discarded: Tile) -> Option<bool> {
        match *lists[caller.index()].takes.get(self.taken[caller.index()])? {
            Take::Call(from, meld) if from == seat && meld.called() == Some(discarded) => {
                Some(meld.kind() == MeldKind::Chi)
            }
            _ => None,
        }
    }

    fn take(&mut self, lists: &[Lists], seat: Seat) -> Option<Take> {
        let take = lists[seat.index()].takes.get(self.taken[seat.index()]).copied()?;
        self.taken[seat.index()] += 1;
        Some(take)
    }

    /// Whether all entries of all lists are used.
    fn is_even(&self, lists: &[Lists]) -> bool {
        let even = |(seat, lists): (usize, &Lists)| {
            self.taken[seat] == lists.takes.len() && self.dropped[seat] == lists.drops.len()
        };
        lists.iter().enumerate().all(even)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry;
    use super::*;
    use serde_json::{Value, json};

    fn lists(rows: [Value; 8]) -> Vec<Lists> {
        let seat = |i: usize| entry::lists(&rows[2 * i], &rows[2 * i + 1], Seat::new(i as u8), 4).unwrap();
        (0..4).map(seat).collect()
    }

    /// The order of events: `0` a draw, `0-` a discard, `0c` a call.
    fn order(events: &[Change]) -> String {
        let word = |event: &Change| match *event {
            Change::Draw(seat, _) => format!("{}", seat.index()),
            Change::Call(seat, _) => format!("{}c", seat.index()),
            _ => format!("{}-", event.seat().map_or(9, Seat::index)),
        };
        events.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_pon_skips_seats() {
        let rows =
            [json!([11]), json!([41]), json!([]), json!([]), json!(["41p4141"]), json!([12]), json!([13])];
        let [a, b, c, d, e, f, g] = rows;
        let events = walk(&lists([a, b, c, d, e, f, g, json!([60])]), Seat::new(0)).unwrap();
        assert_eq!(order(&events), "0 0- 2c 2- 3 3-");
    }

    /// Seat 3 calls the second 1z of seat 0, which seat 0's own pon put later: calling the first leaves unused entries.
    #[test]
    fn the_second_tile_of_a_kind_is_called() {
        let rows = [
            json!([11, "1212p12"]),
            json!([41, 41]),
            json!([11]),
            json!([12]),
            json!([]),
            json!([]),
            json!(["4141p41"]),
            json!([19]),
        ];
        let events = walk(&lists(rows), Seat::new(0)).unwrap();
        assert_eq!(order(&events), "0 0- 1 1- 0c 0- 3c 3-");
    }

    #[test]
    fn inconsistent_lists() {
        let rows =
            [json!([11]), json!([41]), json!([]), json!([]), json!([12]), json!([60]), json!([]), json!([])];
        let error = walk(&lists(rows), Seat::new(0)).err().unwrap();
        assert_eq!(error.place, "event 2");
    }
}
