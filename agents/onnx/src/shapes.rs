//! The shape of every tensor that a network makes, and so the memory and time that it takes, before any is taken.
//!
//! A small file can ask for a huge tensor: by repeating, padding or spreading one over another. The runtime has no limits,
//! and computes what does not depend on the input as soon as it loads a file. So only operators whose output shape is
//! computed here are allowed, and a network is loaded after all its shapes have been found small enough.

mod convolution;
mod layout;
mod node;
mod operators;
#[cfg(test)]
mod tests;
mod values;

use crate::tensor::{check_tensor, shown};
use hyakuman_core::excerpt::excerpt;
use node::Node;
pub(crate) use operators::registry;
use rten_onnx::onnx::{DataType, GraphProto, NodeProto, TensorProto};
use std::collections::HashMap;

/// Most values of all tensors together that are made in one run, stored ones not counted: a GiB.
const MOST_VALUES: u64 = 1 << 28;
/// Most multiplications in one run: about a second.
const MOST_WORK: u64 = 1 << 35;
/// Most whole numbers of a tensor that are followed, to know the shapes that are computed from them.
const MOST_NUMBERS: usize = 64;
/// Most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 16;

/// What is known of a tensor before a run.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Inferred {
    shape: Vec<usize>,
    /// Its values if they are few whole numbers that do not depend on the input.
    numbers: Option<Vec<i64>>,
}

impl Inferred {
    fn new(shape: Vec<usize>) -> Inferred {
        Inferred { shape, numbers: None }
    }

    /// With these values, as many as the shape has.
    fn with(mut self, numbers: Option<Vec<i64>>) -> Inferred {
        self.numbers = numbers
            .filter(|numbers| numbers.len() <= MOST_NUMBERS && Some(numbers.len() as u64) == self.count());
        self
    }

    /// Number of values; `None` if it is beyond all bounds.
    fn count(&self) -> Option<u64> {
        self.shape.iter().try_fold(1_u64, |count, &size| count.checked_mul(size as u64))
    }
}

/// The shapes of tensors by name.
pub(crate) type Shapes = HashMap<String, Vec<usize>>;

/// The shapes of all tensors of a network for an input of this shape.
pub(crate) fn infer(graph: &GraphProto, input: &str, shape: [usize; 3]) -> Result<Shapes, String> {
    let mut known: HashMap<&str, Inferred> = HashMap::new();
    for tensor in &graph.initializer {
        add(&mut known, tensor.name.as_deref().unwrap_or_default(), stored(tensor))?;
    }
    add(&mut known, input, Inferred::new(shape.into()))?;
    let mut spent = Spent::default();
    for proto in &graph.node {
        let made = made(proto, &known).map_err(|error| format!("does not run: {}: {error}", place(proto)))?;
        spent.add(proto, &known, &made)?;
        proto.output.iter().zip(made).try_for_each(|(name, made)| add(&mut known, name, made))?;
    }
    Ok(known.into_iter().map(|(name, tensor)| (name.to_owned(), tensor.shape)).collect())
}

/// Adds a tensor. Its name must be new: otherwise the runtime might take the other tensor of this name.
fn add<'a>(known: &mut HashMap<&'a str, Inferred>, name: &'a str, tensor: Inferred) -> Result<(), String> {
    match name {
        "" => Ok(()),
        _ if known.insert(name, tensor).is_some() => Err(format!("has two tensors named {}", excerpt(name))),
        _ => Ok(()),
    }
}

/// What a node makes.
fn made(proto: &NodeProto, known: &HashMap<&str, Inferred>) -> Result<Vec<Inferred>, String> {
    let find = |name: &String| match name.as_str() {
        "" => Ok(None),
        name => known
            .get(name)
            .map(Some)
            .ok_or_else(|| format!("nothing before it makes its input {}", excerpt(name))),
    };
    let inputs: Vec<Option<&Inferred>> = proto.input.iter().map(find).collect::<Result<_, _>>()?;
    let made = operators::infer(&Node { proto, inputs: &inputs })?;
    if proto.output.len() > made.len() {
        return Err(format!("it has {} outputs, and only {} can be used", proto.output.len(), made.len()));
    }
    Ok(made)
}

/// A node as errors name it.
fn place(proto: &NodeProto) -> String {
    let output = proto.output.first().map_or("", String::as_str);
    let name = proto.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(output);
    format!("node {} ({})", excerpt(name), excerpt(proto.op_type.as_deref().unwrap_or_default()))
}

/// Values made and multiplications done so far.
#[derive(Default)]
struct Spent {
    values: u64,
    work: u64,
}

impl Spent {
    fn add(
        &mut self,
        proto: &NodeProto,
        known: &HashMap<&str, Inferred>,
        made: &[Inferred],
    ) -> Result<(), String> {
        for tensor in made {
            let values = tensor.count().filter(|_| tensor.shape.len() <= MOST_DIMENSIONS);
            self.values = self.values.saturating_add(values.unwrap_or(u64::MAX));
            if self.values > MOST_VALUES {
                return Err(format!(
                    "needs too much memory: {} makes a tensor of shape {}, and all tensors of a run may have {MOST_VALUES} values",
                    place(proto),
                    shown(&tensor.shape)
                ));
            }
        }
        let values = made.first().and_then(Inferred::count).unwrap_or(0);
        let input = |at: usize| known.get(proto.input.get(at)?.as_str());
        let per_value = operators::multiplications(proto, input);
        self.work = self.work.saturating_add(values.saturating_mul(per_value));
        if self.work > MOST_WORK {
            let place = place(proto);
            return Err(format!(
                "takes too long: up to {place} it has more than {MOST_WORK} multiplications"
            ));
        }
        Ok(())
    }
}

/// A tensor that is stored in the file.
fn stored(tensor: &TensorProto) -> Inferred {
    let shape = tensor.dims.iter().map(|&size| size as usize).collect();
    Inferred::new(shape).with(numbers(tensor))
}

/// The values of a stored tensor if they are few whole numbers.
fn numbers(tensor: &TensorProto) -> Option<Vec<i64>> {
    let raw = tensor.raw_data.as_ref().map(|raw| raw.borrow());
    let is_long = raw.as_ref().is_some_and(|raw| raw.len() > 8 * MOST_NUMBERS);
    match (tensor.data_type?, raw) {
        _ if is_long => None,
        (DataType::INT64, Some(raw)) => {
            Some(raw.as_chunks().0.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect())
        }
        (DataType::INT64, None) => Some(tensor.int64_data.iter().take(MOST_NUMBERS + 1).copied().collect()),
        (DataType::INT32, Some(raw)) => {
            Some(raw.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes).into()).collect())
        }
        (DataType::INT32, None) => {
            Some(tensor.int32_data.iter().take(MOST_NUMBERS + 1).map(|&n| n.into()).collect())
        }
        _ => None,
    }
}

/// The value of a node `Constant`.
fn constant(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let attribute = node.proto.attribute.first().ok_or("it has no value")?;
    let name = attribute.name.as_deref().unwrap_or_default();
    let value = match (name, &attribute.t) {
        ("value", Some(tensor)) => {
            check_tensor(tensor).map_err(|error| format!("it {error}"))?;
            stored(tensor)
        }
        ("value_int", _) => Inferred::new(Vec::new()).with(attribute.i.map(|number| vec![number])),
        ("value_ints", _) => Inferred::new(vec![attribute.ints.len()]).with(Some(attribute.ints.clone())),
        ("value_float", _) => Inferred::new(Vec::new()),
        ("value_floats", _) => Inferred::new(vec![attribute.floats.len()]),
        _ => return Err(format!("its value {} is not supported", excerpt(name))),
    };
    Ok(vec![value])
}
