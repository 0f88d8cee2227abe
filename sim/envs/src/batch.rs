//! What a round gives: the decisions of the learner, and the matches that have ended.

use hyakuman_core::game::MAX_SEATS;

/// Sizes of an environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Number of tables.
    pub tables: usize,
    /// Number of seats of a table.
    pub seats: usize,
    /// Most decisions of a round.
    pub rows: usize,
    /// Bytes of an observation.
    pub observation: usize,
    /// Bytes of what a seat cannot see; 0 unless it was asked for.
    pub oracle: usize,
    /// Number of actions.
    pub actions: usize,
}

impl Layout {
    /// Cells of a row of an array of a batch.
    pub fn cells(&self, width: Width) -> usize {
        match width {
            Width::One => 1,
            Width::Seats => MAX_SEATS,
            Width::Observation => self.observation,
            Width::Oracle => self.oracle,
            Width::Actions => self.actions,
        }
    }
}

/// The arrays of a batch. Each is declared here only: meaning, name, type of a cell, cells of a row ([`Width`]), and name and type
/// in Python. `$with!` gets them all.
#[macro_export]
macro_rules! batch_arrays {
    ($with:ident) => {
        $with! {
            /// The table.
            env: [i32; One] = "env" "int32",
            /// The deciding seat, absolute.
            seat: [u8; One] = "seat" "uint8",
            /// The observation, [`Layout::observation`](crate::Layout::observation) bytes a row.
            obs: [u8; Observation] = "obs" "uint8",
            /// What the seat cannot see, [`Layout::oracle`](crate::Layout::oracle) bytes a row.
            oracle: [u8; Oracle] = "oracle" "uint8",
            /// 1 for each legal action, otherwise 0, [`Layout::actions`](crate::Layout::actions) bytes a row.
            mask: [u8; Actions] = "mask" "bool",
            /// The reward of this seat since its last decision, or since the match began.
            reward: [f32; One] = "reward" "float32",
            /// 1 for the first decision of this seat in its match, otherwise 0.
            first: [u8; One] = "first" "bool",
            /// 1 if a kyoku has ended since the last decision of this seat in its match, otherwise 0.
            kyoku_over: [u8; One] = "kyoku_over" "bool",
            /// The number of the match: `match` in a data set of a run with the same agents.
            number: [u64; One] = "match" "uint64",
            /// The number of the kyoku in the match, repeats counted: `kyoku_number` in a data set.
            kyoku: [u16; One] = "kyoku" "uint16",
            /// Which decision of the match it is, those of all seats counted: `step` in a data set.
            step: [i32; One] = "step" "int32",
            /// The scores now, from the deciding seat on, in the unit of data sets: points, in Toppan half points.
            scores: [i32; Seats] = "scores" "int32",
            /// The place of the seat by these scores, 0 for the first; of equal scores the seat before is better.
            place: [u8; One] = "place" "uint8",
        }
    };
}

/// Cells of a row of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// One.
    One,
    /// One for each seat that a game may have.
    Seats,
    /// Those of an observation.
    Observation,
    /// Those of what the seat cannot see.
    Oracle,
    /// One for each action.
    Actions,
}

/// An array of a batch, as Python has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayAbout {
    /// Its name.
    pub name: &'static str,
    /// The name of the type of its cells.
    pub cell: &'static str,
    /// Cells of a row.
    pub width: Width,
}

macro_rules! declare {
    ($($(#[$doc:meta])+ $name:ident: [$cell:ident; $width:ident] = $python:literal $type:literal,)+) => {
        /// Slices of the caller, one row for each decision. A slice may be empty: then it is not written. Slices may be longer
        /// than the rows; what is behind them stays.
        #[derive(Default, Debug)]
        pub struct Batch<'a> {
            $($(#[$doc])+ pub $name: &'a mut [$cell],)+
        }

        impl Batch<'_> {
            /// The arrays, in order.
            pub const ARRAYS: &'static [ArrayAbout] =
                &[$(ArrayAbout { name: $python, cell: $type, width: Width::$width }),+];

            /// Whether each slice is empty or has room for every round.
            pub fn fits(&self, layout: &Layout) -> bool {
                [$((self.$name.len(), Width::$width)),+]
                    .into_iter()
                    .all(|(cells, width)| cells == 0 || cells >= layout.rows * layout.cells(width))
            }

            /// The first `rows` rows, and the rest.
            pub(crate) fn split(self, rows: usize, layout: &Layout) -> [Self; 2] {
                $(let $name = at(self.$name, rows * layout.cells(Width::$width));)+
                [Batch { $($name: $name.0),+ }, Batch { $($name: $name.1),+ }]
            }

            /// The same slices, borrowed.
            pub(crate) fn borrowed(&mut self) -> Batch<'_> {
                Batch { $($name: &mut *self.$name),+ }
            }
        }
    };
}

batch_arrays!(declare);

/// A match that has ended. Arrays are by seat; seats that the game does not have are 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Finished {
    /// The table.
    pub env: u32,
    /// Number of the match, as in a run with the same agents.
    pub number: u64,
    /// Number of its walls.
    pub wall: u64,
    /// For each seat the place of its agent in the list of agents.
    pub agents: [u8; MAX_SEATS],
    /// Final scores in points.
    pub scores: [f32; MAX_SEATS],
    /// Placement, 0 for the first.
    pub placement: [u8; MAX_SEATS],
    /// Final points with uma and oka, in thousands.
    pub rank_points: [f32; MAX_SEATS],
    /// The reward of each seat of the learner since its last decision; 0 for other seats.
    pub reward: [f32; MAX_SEATS],
    /// Decisions of each seat of the learner; 0 for other seats.
    pub decisions: [u32; MAX_SEATS],
    /// Kyoku played, repeats included.
    pub kyoku: u32,
    /// How often the agents had been changed before it began ([`crate::VecEnv::set_agents`]).
    pub changes: u32,
}

fn at<T>(slice: &mut [T], place: usize) -> (&mut [T], &mut [T]) {
    if slice.is_empty() { (&mut [], &mut []) } else { slice.split_at_mut(place) }
}
