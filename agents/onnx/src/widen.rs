//! Convolutions along the 34 kinds, arranged so that they run fast.
//!
//! The runtime convolves each row of a batch by itself, and 34 columns fill its registers badly. Taken as one picture with a
//! line for each row, and kernels one line high, the batch takes half the time (docs/performance.md) and gives the same
//! numbers. So a tensor (batch, channels, kinds) becomes (1, channels, batch, kinds) before a convolution, and stays so
//! through the operators after it that do not care.

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
/// Names of stored tensors with one number, to be had as axes.
const AXES: [(&str, i64); 2] = [("0@axis", 0), ("2@axis", 2)];

/// Rewrites the convolutions of a graph; `shapes` are those of all its tensors.
pub(crate) fn widen(graph: &mut GraphProto, shapes: &Shapes) {
    let mut widened = Widened { shapes, nodes: Vec::new(), wide: HashSet::new(), absent: HashSet::new() };
    if !graph.node.iter().any(|node| widened.is_line_convolution(node)) {
        return;
    }
    graph.initializer.extend(AXES.map(axis));
    for node in std::mem::take(&mut graph.node) {
        if widened.goes_wide(&node) {
            widened.push_wide(node);
        } else {
            node.input.iter().for_each(|input| widened.need(input));
            widened.nodes.push(node);
        }
    }
    graph.output.iter().filter_map(|output| output.name.as_deref()).for_each(|name| widened.need(name));
    graph.node = widened.nodes;
}

/// The nodes of the new graph so far.
struct Widened<'a> {
    shapes: &'a Shapes,
    nodes: Vec<NodeProto>,
    /// Tensors that there are in the wide form.
    wide: HashSet<String>,
    /// Tensors that there are in the wide form only.
    absent: HashSet<String>,
}

impl Widened<'_> {
    fn is_line_convolution(&self, node: &NodeProto) -> bool {
        let is_line = |name: Option<&String>| name.is_some_and(|name| self.dimensions(name) == Some(3));
        let attribute =
            |name: &str| node.attribute.iter().find(|attribute| attribute.name.as_deref() == Some(name));
        let is_plain = attribute("auto_pad").is_none_or(|pad| pad.s.as_deref() == Some("NOTSET"));
        operator(node) == "Conv"
            && is_line(node.input.first())
            && is_plain
            && attribute("kernel_shape").is_some()
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
            _ => false,
        }
    }

    fn push_wide(&mut self, mut node: NodeProto) {
        let convolves = operator(&node) == "Conv";
        let tensors = if PAIRED.contains(&operator(&node)) { node.input.len() } else { 1 };
        for (at, input) in node.input.iter_mut().enumerate() {
            if at < tensors {
                *input = self.wide_form(input);
            } else {
                self.need(input);
            }
        }
        if convolves {
            let kernels = format!("{}@wide", node.output[0]) + "/kernels";
            self.push("Unsqueeze", &[&node.input[1], AXES[1].0], &kernels, None);
            node.input[1] = kernels;
            node.attribute.iter_mut().for_each(in_a_picture);
        }
        let output = std::mem::take(&mut node.output[0]);
        node.output[0] = format!("{output}@wide");
        self.absent.insert(output.clone());
        self.wide.insert(output);
        self.nodes.push(node);
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

fn axis((name, number): (&str, i64)) -> TensorProto {
    TensorProto {
        name: Some(name.into()),
        data_type: Some(DataType::INT64),
        dims: vec![1],
        int64_data: vec![number],
        ..TensorProto::default()
    }
}
