//! Convolutions along the 34 kinds, arranged so that they run fast.
//!
//! The runtime convolves each row of a batch by itself, and 34 columns fill its registers badly. Taken as one picture with a
//! line for each row, and kernels one line high, the batch takes half the time (docs/performance.md) and gives the same
//! numbers. So a tensor (batch, channels, kinds) becomes (1, channels, batch, kinds) before a convolution, and stays so
//! through the operators after it that do not care. A kernel of several kinds becomes one of a single kind over the shifted
//! inputs, which is a plain matrix product.

use crate::shapes::Shapes;
use rten_onnx::onnx::{AttributeProto, AttributeType, DataType, GraphProto, NodeProto, TensorProto};
use std::collections::HashSet;

/// Operators on single values.
const SINGLE: &[&str] = &[
    "Abs",
    "BatchNormalization",
    "Clip",
    "Elu",
    "Erf",
    "Exp",
    "Gelu",
    "HardSigmoid",
    "HardSwish",
    "LeakyRelu",
    "Neg",
    "Relu",
    "Sigmoid",
    "Softplus",
    "Softsign",
    "Sqrt",
    "Tanh",
];
/// Operators on pairs of values.
const PAIRED: &[&str] = &["Add", "Div", "Mul", "Sub"];
/// Operators that make one number of all kinds, and what they are in the wide form.
const POOLS: &[(&str, &str)] =
    &[("GlobalAveragePool", "ReduceMean"), ("ReduceMean", "ReduceMean"), ("ReduceMax", "ReduceMax")];
/// Widths of kernels that are unrolled: of a wide one the shifted inputs would be too large.
const UNROLLED: std::ops::RangeInclusive<usize> = 2..=9;
/// Names of stored tensors with one number, to be had as axes.
const AXES: [(&str, i64); 2] = [("0@axis", 0), ("2@axis", 2)];

/// Rewrites the convolutions of a graph; `shapes` are those of all its tensors. False: it has none.
pub(crate) fn widen(graph: &mut GraphProto, shapes: &Shapes) -> bool {
    let (nodes, stored) = (Vec::new(), AXES.map(|(name, axis)| stored(name, &[axis])).to_vec());
    let mut widened = Widened { shapes, nodes, wide: HashSet::new(), absent: HashSet::new(), stored };
    if !graph.node.iter().any(|node| widened.is_line_convolution(node)) {
        return false;
    }
    for node in std::mem::take(&mut graph.node) {
        if widened.goes_wide(&node) {
            widened.push_wide(node);
        } else {
            node.input.iter().for_each(|input| widened.need(input));
            widened.nodes.push(node);
        }
    }
    graph.output.iter().filter_map(|output| output.name.as_deref()).for_each(|name| widened.need(name));
    graph.initializer.extend(widened.stored);
    graph.node = widened.nodes;
    true
}

/// The nodes of the new graph so far.
struct Widened<'a> {
    shapes: &'a Shapes,
    nodes: Vec<NodeProto>,
    /// Tensors that there are in the wide form.
    wide: HashSet<String>,
    /// Tensors that there are in the wide form only.
    absent: HashSet<String>,
    /// New stored tensors.
    stored: Vec<TensorProto>,
}

impl Widened<'_> {
    fn is_line_convolution(&self, node: &NodeProto) -> bool {
        let is_line = |name: Option<&String>| name.is_some_and(|name| self.dimensions(name) == Some(3));
        let is_plain = attribute(node, "auto_pad").is_none_or(|pad| pad.s.as_deref() == Some("NOTSET"));
        operator(node) == "Conv"
            && is_line(node.input.first())
            && is_plain
            && attribute(node, "kernel_shape").is_some()
    }

    fn dimensions(&self, name: &str) -> Option<usize> {
        self.shapes.get(name).map(Vec::len)
    }

    /// Whether a tensor is one number, which goes with any shape.
    fn is_number(&self, name: &str) -> bool {
        self.shapes.get(name).is_some_and(|shape| shape.len() < 2 && shape.iter().product::<usize>() == 1)
    }

    fn goes_wide(&self, node: &NodeProto) -> bool {
        let is_wide = |name: &String| self.wide.contains(name);
        let fits = |name: &String| self.dimensions(name) == Some(3) || self.is_number(name);
        match operator(node) {
            "Conv" => self.is_line_convolution(node),
            name if SINGLE.contains(&name) => {
                node.input.first().is_some_and(is_wide) && node.output.len() == 1
            }
            name if PAIRED.contains(&name) => node.input.iter().any(is_wide) && node.input.iter().all(fits),
            "Concat" => node.input.iter().all(is_wide) && int(node, "axis") == Some(1),
            _ => is_pool(node) && node.input.iter().all(is_wide),
        }
    }

    fn push_wide(&mut self, mut node: NodeProto) {
        let convolves = operator(&node) == "Conv";
        let is_of_all = PAIRED.contains(&operator(&node)) || operator(&node) == "Concat";
        let tensors = if is_of_all { node.input.len() } else { 1 };
        for (at, input) in node.input.iter_mut().enumerate() {
            if at < tensors {
                *input = self.wide_form(input);
            } else {
                self.need(input);
            }
        }
        if convolves && self.is_dense(&node) {
            self.unroll(&mut node);
        } else if convolves {
            let kernels = format!("{}@wide", node.output[0]) + "/kernels";
            self.push("Unsqueeze", &[&node.input[1], AXES[1].0], &kernels, None);
            node.input[1] = kernels;
            node.attribute.iter_mut().for_each(in_a_picture);
        }
        if let Some((_, wide)) = POOLS.iter().find(|(line, _)| *line == operator(&node)) {
            node.op_type = Some((*wide).into());
            node.attribute = vec![list("axes", vec![3])];
        }
        let output = std::mem::take(&mut node.output[0]);
        node.output[0] = format!("{output}@wide");
        self.absent.insert(output.clone());
        self.wide.insert(output);
        self.nodes.push(node);
    }

    /// Whether a convolution has a number for each place of its kernel at each kind and the kinds beside it.
    fn is_dense(&self, node: &NodeProto) -> bool {
        let is_one = |name: &str| attribute(node, name).is_none_or(|numbers| numbers.ints == [1]);
        let is_wide = self.shapes.get(&node.input[1]).is_some_and(|kernels| UNROLLED.contains(&kernels[2]));
        is_wide
            && is_one("strides")
            && is_one("dilations")
            && int(node, "group").is_none_or(|group| group == 1)
    }

    /// Makes a wide convolution one of single cells: its input is the shifted inputs, one after another. To collect the cells of
    /// a kernel takes the runtime as long as to multiply them.
    fn unroll(&mut self, node: &mut NodeProto) {
        let made = |what: &str| format!("{}@wide/{what}", node.output[0]);
        let [count, channels, width] = self.shapes[&node.input[1]][..] else { return };
        let shifted = self.shifted(node, width as i64);
        let shifted: Vec<&str> = shifted.iter().map(String::as_str).collect();
        self.push("Concat", &shifted, &made("shifted"), Some(number("axis", 1)));
        self.numbers(&made("size"), &[count as i64, (channels * width) as i64, 1, 1]);
        self.push("Transpose", &[&node.input[1]], &made("turned"), Some(list("perm", vec![0, 2, 1])));
        self.push("Reshape", &[&made("turned"), &made("size")], &made("kernels"), None);
        (node.input[0], node.input[1]) = (made("shifted"), made("kernels"));
        node.attribute = vec![list("kernel_shape", vec![1, 1])];
    }

    /// The input of a convolution, shifted to each place of its kernel.
    fn shifted(&mut self, node: &NodeProto, width: i64) -> Vec<String> {
        let (input, output) = (&node.input[0], &node.output[0]);
        let made = |what: &str| format!("{output}@wide/{what}");
        let pads = attribute(node, "pads").map_or_else(|| vec![0, 0], |pads| pads.ints.clone());
        let made_kinds = self.shapes[output][2] as i64;
        let kinds = made_kinds + width - 1 - pads[0] - pads[1];
        self.numbers(&made("pads"), &[0, 0, 0, pads[0], 0, 0, 0, pads[1]]);
        self.numbers(&made("axis"), &[3]);
        self.push("Pad", &[input, &made("pads")], &made("padded"), None);
        let at = |place: i64| {
            if (place, made_kinds) == (pads[0], kinds) {
                return input.clone(); // not shifted
            }
            let [from, to, shifted] = ["from", "to", "at"].map(|what| made(&format!("{what}{place}")));
            self.numbers(&from, &[place]);
            self.numbers(&to, &[place + made_kinds]);
            self.push("Slice", &[&made("padded"), &from, &to, &made("axis")], &shifted, None);
            shifted
        };
        (0..width).map(at).collect()
    }

    /// Stores whole numbers under this name.
    fn numbers(&mut self, name: &str, numbers: &[i64]) {
        self.stored.push(stored(name, numbers));
    }

    /// The name of a tensor in the wide form, made if it is not there.
    fn wide_form(&mut self, name: &str) -> String {
        if self.is_number(name) {
            return name.into();
        }
        let wide = format!("{name}@wide");
        if self.wide.insert(name.into()) {
            let turned = format!("{name}@turned");
            self.push("Transpose", &[name], &turned, Some(list("perm", vec![1, 0, 2])));
            self.push("Unsqueeze", &[&turned, AXES[0].0], &wide, None);
        }
        wide
    }

    /// Makes a tensor from its wide form if it is not there.
    fn need(&mut self, name: &str) {
        if self.absent.remove(name) {
            let line = format!("{name}@line");
            self.push("Squeeze", &[&format!("{name}@wide"), AXES[0].0], &line, None);
            self.push("Transpose", &[&line], name, Some(list("perm", vec![1, 0, 2])));
        }
    }

    fn push(&mut self, operator: &str, inputs: &[&str], output: &str, attribute: Option<AttributeProto>) {
        self.nodes.push(NodeProto {
            op_type: Some(operator.into()),
            input: inputs.iter().map(|&name| name.to_owned()).collect(),
            output: vec![output.into()],
            attribute: attribute.into_iter().collect(),
            ..NodeProto::default()
        });
    }
}

fn operator(node: &NodeProto) -> &str {
    node.op_type.as_deref().unwrap_or_default()
}

fn attribute<'a>(node: &'a NodeProto, name: &str) -> Option<&'a AttributeProto> {
    node.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name))
}

fn int(node: &NodeProto, name: &str) -> Option<i64> {
    attribute(node, name).and_then(|attribute| attribute.i)
}

/// Whether a node makes one number of all kinds of each channel.
fn is_pool(node: &NodeProto) -> bool {
    let of_kinds = |axes: &AttributeProto| matches!(axes.ints[..], [2] | [-1]);
    let keeps = int(node, "keepdims").is_none_or(|keeps| keeps != 0);
    let is_reduction = attribute(node, "axes").is_some_and(of_kinds) && keeps;
    let is_pool = operator(node) == "GlobalAveragePool" || is_reduction;
    is_pool
        && node.input.len() == 1
        && node.output.len() == 1
        && POOLS.iter().any(|(line, _)| *line == operator(node))
}

/// An attribute of a convolution along a line as that of one in a picture.
fn in_a_picture(attribute: &mut AttributeProto) {
    let ints = &mut attribute.ints;
    match attribute.name.as_deref() {
        Some("kernel_shape" | "strides" | "dilations") => ints.insert(0, 1),
        Some("pads") if ints.len() == 2 => *ints = vec![0, ints[0], 0, ints[1]],
        _ => {}
    }
}

fn list(name: &str, ints: Vec<i64>) -> AttributeProto {
    let r#type = Some(AttributeType::INTS);
    AttributeProto { name: Some(name.into()), ints, r#type, ..AttributeProto::default() }
}

fn number(name: &str, number: i64) -> AttributeProto {
    let r#type = Some(AttributeType::INT);
    AttributeProto { name: Some(name.into()), i: Some(number), r#type, ..AttributeProto::default() }
}

fn stored(name: &str, numbers: &[i64]) -> TensorProto {
    TensorProto {
        name: Some(name.into()),
        data_type: Some(DataType::INT64),
        dims: vec![numbers.len() as i64],
        int64_data: numbers.to_vec(),
        ..TensorProto::default()
    }
}
