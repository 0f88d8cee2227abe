//! Fills a tensor from a decision row.

use crate::RiichiRules;
use crate::planes::channels::Planes;
use crate::planes::row::DecisionRow;
use crate::planes::tensor::{EncodeCache, RuleFacts, Tensor};
use crate::planes::{light, v1};
use crate::variant::StandardKinds;

/// Encodes rows of matches under one ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Encoder {
    planes: Planes,
    facts: RuleFacts,
}

impl Encoder {
    /// An encoder of these planes for matches under these rules.
    pub fn new(planes: Planes, rules: &RiichiRules) -> Encoder {
        let RiichiRules { length_winds: rounds, red_fives, dora_wrap_1m9m, .. } = *rules;
        Encoder { planes, facts: RuleFacts { rounds, red_fives, dora_wrap_1m9m } }
    }

    /// Its planes.
    pub fn planes(&self) -> Planes {
        self.planes
    }

    /// Fills a tensor of [`Planes::bytes`] bytes, channel by channel, whatever it has. Panics if it has another size.
    pub fn encode(&self, row: &DecisionRow<'_>, tensor: &mut [u8]) {
        self.encode_with(&mut EncodeCache::default(), row, tensor);
    }

    /// [`Encoder::encode`] with what is kept from earlier rows of the same table. The tensor is the same.
    pub fn encode_with(&self, kept: &mut EncodeCache, row: &DecisionRow<'_>, tensor: &mut [u8]) {
        assert_eq!(tensor.len(), self.planes.bytes(), "the size of a tensor of {}", self.planes);
        kept.catch_up(row);
        tensor.fill(0);
        let (channels, _) = tensor.as_chunks_mut();
        let facts = &self.facts;
        match (self.planes, row.seats) {
            (Planes::V1, 3) => v1::encode::<StandardKinds<3>>(row, kept, facts, &mut Tensor::of(channels)),
            (Planes::V1, _) => v1::encode::<StandardKinds<4>>(row, kept, facts, &mut Tensor::of(channels)),
            (Planes::Light, 3) => {
                light::encode::<StandardKinds<3>>(row, kept, facts, &mut Tensor::of(channels))
            }
            (Planes::Light, _) => {
                light::encode::<StandardKinds<4>>(row, kept, facts, &mut Tensor::of(channels))
            }
        }
    }
}
