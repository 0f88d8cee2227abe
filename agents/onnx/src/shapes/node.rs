//! A node of a graph with what is known of its inputs.

use super::Inferred;
use rten_onnx::onnx::{AttributeProto, NodeProto};

/// A node and its inputs; `None` for one that is left out.
pub(super) struct Node<'a> {
    pub proto: &'a NodeProto,
    pub inputs: &'a [Option<&'a Inferred>],
}

impl Node<'_> {
    /// An input that must be there.
    pub(super) fn input(&self, at: usize) -> Result<&Inferred, String> {
        self.optional(at).ok_or_else(|| format!("it has no input {at}"))
    }

    /// An input that may be left out.
    pub(super) fn optional(&self, at: usize) -> Option<&Inferred> {
        self.inputs.get(at).copied().flatten()
    }

    /// The shape of an input that must be there.
    pub(super) fn shape(&self, at: usize) -> Result<&[usize], String> {
        self.input(at).map(|input| input.shape.as_slice())
    }

    /// The values of an input of whole numbers, if it is there.
    pub(super) fn numbers(&self, at: usize) -> Result<Option<&[i64]>, String> {
        let Some(input) = self.optional(at) else { return Ok(None) };
        let unknown = || format!("its input {at} has to be constant");
        input.numbers.as_deref().map(Some).ok_or_else(unknown)
    }

    /// The values of an input of whole numbers that must be there.
    pub(super) fn needed_numbers(&self, at: usize) -> Result<&[i64], String> {
        self.numbers(at)?.ok_or_else(|| format!("it has no input {at}"))
    }

    fn attribute(&self, name: &str) -> Option<&AttributeProto> {
        self.proto.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
    }

    /// A number among the attributes.
    pub(super) fn int(&self, name: &str, default: i64) -> i64 {
        self.attribute(name).and_then(|attribute| attribute.i).unwrap_or(default)
    }

    /// A list of numbers among the attributes.
    pub(super) fn ints(&self, name: &str) -> Option<&[i64]> {
        self.attribute(name).map(|attribute| attribute.ints.as_slice())
    }

    /// A text among the attributes.
    pub(super) fn text(&self, name: &str) -> &str {
        self.attribute(name).and_then(|attribute| attribute.s.as_deref()).unwrap_or_default()
    }

    /// Dimensions as a list of numbers or an input says them: attribute `axes`, or the input at this place.
    pub(super) fn axes(&self, at: usize, dimensions: usize) -> Result<Option<Vec<usize>>, String> {
        let axes = match self.ints("axes") {
            Some(axes) => Some(axes),
            None => self.numbers(at)?,
        };
        axes.map(|axes| axes.iter().map(|&axis| index(axis, dimensions)).collect()).transpose()
    }

    /// The dimension that the attribute `axis` says.
    pub(super) fn axis(&self, default: i64, dimensions: usize) -> Result<usize, String> {
        index(self.int("axis", default), dimensions)
    }
}

/// The index that a number means of which negative ones count from the end.
pub(super) fn index(number: i64, count: usize) -> Result<usize, String> {
    let from_start = if number < 0 { number.saturating_add(count as i64) } else { number };
    let index = usize::try_from(from_start).ok().filter(|&index| index < count);
    index.ok_or_else(|| format!("{number} is no index of {count}"))
}
