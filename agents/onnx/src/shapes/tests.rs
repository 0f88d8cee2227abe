//! The shapes that are computed are those that the runtime makes.

use super::operators::NAMES;
use super::*;
use crate::support::{Net, int, list, value};
use rten::{Model, ModelOptions, Value};
use rten_onnx::onnx::{AttributeProto, ModelProto};
use rten_tensor::Layout;
use std::collections::HashSet;

/// One node on tensors.
struct Case {
    operator: &'static str,
    inputs: Vec<Input>,
    attributes: Vec<AttributeProto>,
    outputs: usize,
}

/// An input: random values of a shape, or these whole numbers.
enum Input {
    Values(Vec<i64>),
    Numbers(Vec<i64>),
    None,
}

use Input::{None as Absent, Numbers, Values};

fn case(operator: &'static str, inputs: Vec<Input>, attributes: Vec<AttributeProto>) -> Case {
    Case { operator, inputs, attributes, outputs: 1 }
}

fn values(shapes: &[&[i64]]) -> Vec<Input> {
    shapes.iter().map(|shape| Values(shape.to_vec())).collect()
}

impl Case {
    /// A network whose outputs are those of the node.
    fn model(&self) -> ModelProto {
        let mut net = Net::new(&[1, 52, 34]);
        let mut inputs = Vec::new();
        for input in &self.inputs {
            inputs.push(match input {
                Values(shape) => net.weights(shape, 1.0),
                Numbers(numbers) => net.ints(numbers),
                Absent => String::new(),
            });
        }
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        net.node(self.operator, &inputs, self.attributes.clone());
        let node = net.graph.node.last_mut().expect("the node");
        node.output = (0..self.outputs).map(|at| format!("y{at}")).collect();
        let outputs = (0..self.outputs).map(|at| value(&format!("y{at}"), DataType(0), &[]));
        net.graph.output = outputs.collect();
        net.graph.output.iter_mut().for_each(|output| output.r#type = None);
        net.finished()
    }

    fn check(&self) {
        let model = self.model();
        let inferred = infer(model.graph.as_ref().expect("a graph"), "planes", [1, 52, 34]);
        let inferred = inferred.unwrap_or_else(|error| panic!("{}: {error}", self.operator));
        let runtime: Model = ModelOptions::with_ops(registry())
            .load(model.write_buf().expect("bytes"))
            .unwrap_or_else(|error| panic!("{}: {error}", self.operator));
        let outputs = runtime.output_ids().to_vec();
        let made: Vec<Value> = runtime
            .run(Vec::new(), &outputs, None)
            .unwrap_or_else(|error| panic!("{}: {error}", self.operator));
        for (at, made) in made.iter().enumerate() {
            assert_eq!(made.shape()[..], inferred[&format!("y{at}")], "{} {at}", self.operator);
        }
    }
}

/// Operators of one tensor.
const UNARY: &str = "Abs Acos Asin Atan Ceil Clip Cos Elu Erf Exp Floor HardSigmoid HardSwish Identity IsInf IsNaN \
    LeakyRelu Log LogSoftmax LpNormalization Neg Reciprocal Relu Round Sigmoid Sign Sin Softmax Softplus \
    Softsign Sqrt Tan Tanh GlobalAveragePool";
/// Operators of two tensors that are broadcast.
const BINARY: &str = "Add Sub Mul Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Pow Sum";

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let none = Vec::new;
    for operator in UNARY.split_whitespace() {
        cases.push(case(operator, values(&[&[2, 3, 5]]), none()));
    }
    cases.push(case("Cast", values(&[&[2, 3]]), vec![int("to", 6)]));
    for operator in BINARY.split_whitespace() {
        let attributes = if operator == "Mod" { vec![int("fmod", 1)] } else { none() };
        cases.push(case(operator, values(&[&[2, 1, 5], &[3, 1]]), attributes.clone()));
        cases.push(case(operator, values(&[&[], &[4, 5]]), attributes));
    }
    cases.push(case("PRelu", values(&[&[2, 3, 5], &[3, 1]]), none()));
    for (first, second) in [
        (&[2, 3][..], &[3, 4][..]),
        (&[3], &[3, 4]),
        (&[2, 3], &[3]),
        (&[3], &[3]),
        (&[7, 1, 2, 3], &[5, 3, 4]),
    ] {
        cases.push(case("MatMul", values(&[first, second]), none()));
    }
    cases.push(case("Gemm", values(&[&[3, 2], &[4, 3], &[4]]), vec![int("transA", 1), int("transB", 1)]));
    cases.push(case("BatchNormalization", values(&[&[2, 3, 5], &[3], &[3], &[3], &[3]]), none()));
    cases.push(case("InstanceNormalization", values(&[&[2, 3, 5], &[3], &[3]]), none()));
    cases.push(case("LayerNormalization", values(&[&[2, 3, 5], &[5], &[5]]), none()));
    cases.push(Case { outputs: 3, ..case("DynamicQuantizeLinear", values(&[&[2, 3]]), none()) });
    windows(&mut cases);
    layouts(&mut cases);
    cases
}

fn windows(cases: &mut Vec<Case>) {
    let kernel = |sizes: &[i64]| list("kernel_shape", sizes);
    cases.push(case("Conv", values(&[&[2, 4, 9], &[6, 4, 3], &[6]]), vec![kernel(&[3])]));
    let attributes = vec![
        kernel(&[3]),
        list("pads", &[2, 1]),
        list("strides", &[2]),
        list("dilations", &[2]),
        int("group", 2),
    ];
    cases.push(case("Conv", values(&[&[2, 4, 9], &[6, 2, 3]]), attributes));
    cases.push(case(
        "Conv",
        values(&[&[2, 4, 5, 6], &[6, 4, 3, 1]]),
        vec![kernel(&[3, 1]), list("pads", &[1, 0, 1, 0])],
    ));
    for operator in ["MaxPool", "AveragePool"] {
        cases.push(case(operator, values(&[&[2, 4, 9]]), vec![kernel(&[2]), list("strides", &[2])]));
        cases.push(case(
            operator,
            values(&[&[2, 4, 9, 7]]),
            vec![kernel(&[3, 2]), list("pads", &[1, 1, 1, 1]), list("strides", &[1, 2])],
        ));
    }
    for operator in [
        "ReduceL2",
        "ReduceLogSum",
        "ReduceLogSumExp",
        "ReduceMax",
        "ReduceMean",
        "ReduceMin",
        "ReduceProd",
        "ReduceSum",
        "ReduceSumSquare",
    ] {
        cases.push(case(operator, values(&[&[2, 3, 5]]), Vec::new()));
        let inputs = |axes: &[i64]| vec![Values(vec![2, 3, 5]), Numbers(axes.to_vec())];
        cases.push(case(operator, inputs(&[-1, 0]), vec![int("keepdims", 0)]));
        cases.push(case(operator, inputs(&[1]), Vec::new()));
    }
    for operator in ["ArgMax", "ArgMin"] {
        cases.push(case(operator, values(&[&[2, 3, 5]]), vec![int("axis", -2)]));
        cases.push(case(operator, values(&[&[2, 3, 5]]), vec![int("keepdims", 0)]));
    }
}

fn layouts(cases: &mut Vec<Case>) {
    let tensor = || Values(vec![2, 3, 4]);
    let with = |numbers: &[&[i64]]| {
        std::iter::once(tensor())
            .chain(numbers.iter().map(|numbers| Numbers(numbers.to_vec())))
            .collect::<Vec<_>>()
    };
    let none = Vec::new;
    for axis in [0, 1, 3, -1] {
        cases.push(case("Flatten", vec![tensor()], vec![int("axis", axis)]));
    }
    for shape in [&[6, 4][..], &[0, -1], &[-1], &[4, 0, 2], &[2, 3, 4, 1]] {
        if shape != [4, 0, 2] {
            cases.push(case("Reshape", with(&[shape]), none()));
        }
    }
    cases.push(case("Transpose", vec![tensor()], none()));
    cases.push(case("Transpose", vec![tensor()], vec![list("perm", &[1, 2, 0])]));
    cases.push(case("Squeeze", vec![Values(vec![1, 3, 1]), Numbers(vec![-1])], none()));
    cases.push(case("Squeeze", values(&[&[1, 3, 1]]), none()));
    cases.push(case("Unsqueeze", with(&[&[0, -1]]), none()));
    cases.push(case("Concat", values(&[&[2, 3], &[2, 1], &[2, 7]]), vec![int("axis", -1)]));
    cases.push(Case { outputs: 2, ..case("Split", with(&[&[1, 3]]), vec![int("axis", 2)]) });
    cases.push(Case {
        outputs: 2,
        ..case("Split", vec![tensor()], vec![int("axis", 1), int("num_outputs", 2)])
    });
    cases.push(case("Slice", with(&[&[1], &[i64::MAX], &[1]]), none()));
    cases.push(case("Slice", with(&[&[-1, 0], &[i64::MIN, 3], &[2, 1], &[-2, 2]]), none()));
    cases.push(case("Gather", with(&[&[1, 0, 1, 1]]), vec![int("axis", 2)]));
    cases.push(case("GatherElements", vec![Values(vec![4]), Numbers(vec![3, 3])], none()));
    cases.push(case("Shape", vec![tensor()], vec![int("start", 1)]));
    cases.push(case("Shape", vec![tensor()], vec![int("end", -1)]));
    cases.push(case("Size", vec![tensor()], none()));
    cases.push(case("Expand", vec![Values(vec![3, 1]), Numbers(vec![2, 1, 4])], none()));
    cases.push(case("Tile", with(&[&[2, 1, 3]]), none()));
    cases.push(case("ConstantOfShape", vec![Numbers(vec![2, 0, 4])], none()));
    cases.push(case("Pad", with(&[&[1, 0, 0, 2, 0, 3]]), none()));
    cases.push(case("Clip", vec![tensor(), Absent, Values(Vec::new())], none()));
    cases.push(case("CumSum", vec![tensor(), Numbers(vec![1])], none()));
}

#[test]
fn shapes_are_those_of_the_runtime() {
    let cases = cases();
    cases.iter().for_each(Case::check);
    let tried: HashSet<&str> = cases.iter().map(|case| case.operator).collect();
    // Those of truth values and quantized ones have no input here; their rules are those of others.
    let left = [
        "And",
        "Constant",
        "ConvInteger",
        "DequantizeLinear",
        "Gelu",
        "MatMulInteger",
        "Not",
        "Or",
        "QuantizeLinear",
        "Where",
        "Xor",
    ];
    for name in NAMES {
        assert!(tried.contains(name) != left.contains(name), "{name}");
    }
}

#[test]
fn the_page_lists_the_operators() {
    let page = include_str!("../../../../docs/onnx.md");
    let (_, list) = page.split_once("## Operators").expect("the list");
    for name in NAMES {
        assert!(list.contains(&format!("`{name}`")), "docs/onnx.md does not list {name}");
    }
    assert_eq!(list.matches('`').count() / 2, NAMES.len() + 1);
}
