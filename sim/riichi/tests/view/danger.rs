//! Danger classes against a second reading, which lists the two-sided waits of one kind at a time.

use crate::view::support::{Check, in_every_ruleset};
use hyakuman_core::game::Game;
use hyakuman_core::{Kind, KindSet, RelSeat, Seat};
use hyakuman_riichi::rules::Kita;
use hyakuman_riichi::{DangerClass, Event, Match, RiichiState, Variant, View};

#[test]
fn danger_classes_agree_with_a_second_reading() {
    let mut classes = Classes { found: [0; DangerClass::COUNT], one_chance: 0 };
    in_every_ruleset(6, &mut classes);
    for (class, found) in DangerClass::ALL.into_iter().zip(classes.found) {
        assert!(found > 0, "{} never occurred", class.name());
    }
    assert!(classes.one_chance > 0);
}

/// How often each class was found.
struct Classes {
    found: [u64; DangerClass::COUNT],
    one_chance: u64,
}

impl Check for Classes {
    fn at<const N: usize, V: Variant>(&mut self, game: &Match<N, V>, seat: Seat) {
        let view = game.view(seat);
        for of in view.others() {
            let classes = view.danger(of);
            let slow = Slow::new(&view, of);
            for kind in Kind::all() {
                let class = slow.class(kind);
                assert_eq!(classes.of(kind), class, "{kind}, against seat {of:?} of {:?}", view.seat());
                assert_eq!(classes.index_of(kind), class as usize);
                assert!(classes.of_class(class).has(kind));
                assert_eq!(classes.one_chance().has(kind), slow.one_chance(kind), "{kind}");
                self.found[class as usize] += 1;
                self.one_chance += slow.one_chance(kind) as u64;
            }
            let sum: u32 = DangerClass::ALL.map(|class| classes.of_class(class).len()).iter().sum();
            assert_eq!(sum, 34, "each kind has one class");
        }
    }
}

/// How one two-sided wait on a kind stands.
#[derive(Clone, Copy, PartialEq)]
enum Wait {
    /// The copies left of its scarcer neighbour.
    Possible(u32),
    Suji,
    Wall,
}

/// What a viewer knows of a seat, one kind at a time.
struct Slow {
    safe: KindSet,
    value: KindSet,
    unseen: Vec<u32>,
}

impl Slow {
    fn new<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> Slow {
        let unseen = Kind::all().map(|kind| view.unseen(KindSet::of(kind))).collect();
        let mut value = KindSet::DRAGONS;
        value.insert(view.match_state().round_wind());
        value.insert(view.seat_wind(of));
        if view.rules().kita == Kita::Yakuhai {
            value.insert(Kind::NORTH);
        }
        Slow { safe: safe(view, of), value, unseen }
    }

    fn unseen(&self, kind: Kind) -> u32 {
        self.unseen[kind.index()]
    }

    /// The two-sided waits on a kind: their two tiles lie `direction` of it.
    fn waits(&self, kind: Kind) -> Vec<Wait> {
        let directions: [i32; 2] = [1, -1];
        let waits = directions.iter().filter_map(|direction| {
            let [near, far, end] = [1, 2, 3].map(|steps| neighbour(kind, steps * direction));
            let (near, far, end) = (near?, far?, end?);
            let left = self.unseen(near).min(self.unseen(far));
            Some(match left {
                _ if self.safe.has(end) => Wait::Suji,
                0 => Wait::Wall,
                left => Wait::Possible(left),
            })
        });
        waits.collect()
    }

    fn class(&self, kind: Kind) -> DangerClass {
        if self.safe.has(kind) {
            return DangerClass::Safe;
        }
        if kind.is_honor() {
            return self.honor(kind);
        }
        let waits = self.waits(kind);
        let possible = waits.iter().filter(|wait| matches!(wait, Wait::Possible(_))).count();
        let name = match (possible, waits.len()) {
            (0, _) if waits.contains(&Wait::Wall) => return DangerClass::Walled,
            (0, _) => "suji",
            (1, 2) => "half-suji",
            _ => "no-suji",
        };
        let rank = kind.rank() + 1;
        let ranks = match rank.min(10 - rank) {
            1 => "19",
            2 => "28",
            3 => "37",
            4 => "46",
            _ => "5",
        };
        let name = format!("{name}-{ranks}");
        DangerClass::from_name(&name).unwrap()
    }

    fn honor(&self, kind: Kind) -> DangerClass {
        let copies = self.unseen(kind);
        match (self.value.has(kind), copies) {
            (true, 3..) => DangerClass::ValueHonor3,
            (true, 2) => DangerClass::ValueHonor2,
            (true, _) => DangerClass::ValueHonor1,
            (false, 3..) => DangerClass::GuestWind3,
            (false, 2) => DangerClass::GuestWind2,
            (false, _) => DangerClass::GuestWind1,
        }
    }

    fn one_chance(&self, kind: Kind) -> bool {
        let waits = if kind.is_honor() || self.safe.has(kind) { Vec::new() } else { self.waits(kind) };
        let mut possible = waits.iter().filter(|wait| matches!(wait, Wait::Possible(_))).peekable();
        possible.peek().is_some() && possible.all(|wait| *wait == Wait::Possible(1))
    }
}

fn neighbour(kind: Kind, steps: i32) -> Option<Kind> {
    let rank = kind.rank() as i32 + steps;
    (0..9).contains(&rank).then(|| Kind::of((kind.code() as i32 + steps) as u8))
}

/// The kinds a seat cannot win on, from the events: what it discarded (or set aside as a discard), and all discards since
/// its riichi.
fn safe<const N: usize, V: Variant>(view: &View<'_, N, V>, of: RelSeat) -> KindSet {
    let owner = of.seat(view.seat(), N);
    let (mut safe, mut riichi) = (KindSet::EMPTY, false);
    for event in view.events() {
        match event {
            Event::Riichi { seat } if seat == owner => riichi = true,
            Event::Discard { seat, tile, .. } if riichi || seat == owner => safe.insert(tile.kind()),
            Event::Nuki { seat, tile } if seat == owner && V::aside_is_discard(view.variant_rules()) => {
                safe.insert(tile.kind());
            }
            _ => {}
        }
    }
    assert_eq!(riichi, view.riichi(of) == RiichiState::Accepted);
    safe
}
