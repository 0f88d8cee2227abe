//! Writes small networks.
#![allow(dead_code, clippy::field_reassign_with_default)] // each test file uses some of it

use rten_onnx::onnx::{
    AttributeProto, AttributeType, DataType, Dimension, GraphProto, ModelProto, NodeProto,
    OperatorSetIdProto, StringStringEntryProto, TensorProto, TensorShapeProto, TypeProto, TypeProtoTensor,
    ValueInfoProto,
};
use std::cell::RefCell;
use std::path::Path;

/// A network that is written node by node.
pub(crate) struct Net {
    pub(crate) graph: GraphProto,
    pub(crate) model: ModelProto,
    random: u64,
    names: usize,
}

/// A size that is not fixed.
pub(crate) const ANY: i64 = -1;

impl Net {
    /// A network with this input, named `planes`.
    pub(crate) fn new(shape: &[i64]) -> Net {
        Net::of(DataType::FLOAT, shape)
    }

    /// A network with an input of this type.
    pub(crate) fn of(data_type: DataType, shape: &[i64]) -> Net {
        let mut graph = GraphProto::default();
        graph.input.push(value("planes", data_type, shape));
        Net { graph, model: ModelProto::default(), random: 0x2545_F491_4F6C_DD1D, names: 0 }.opset(17)
    }

    pub(crate) fn opset(mut self, version: i64) -> Net {
        let mut opset = OperatorSetIdProto::default();
        opset.version = Some(version);
        self.model.opset_import = vec![opset];
        self
    }

    pub(crate) fn metadata(mut self, key: &str, text: &str) -> Net {
        let mut entry = StringStringEntryProto::default();
        (entry.key, entry.value) = (Some(key.into()), Some(text.into()));
        self.model.metadata_props.push(entry);
        self
    }

    /// A node; the name of its output.
    pub(crate) fn node(
        &mut self,
        operator: &str,
        inputs: &[&str],
        attributes: Vec<AttributeProto>,
    ) -> String {
        let output = self.name();
        let mut node = NodeProto::default();
        node.op_type = Some(operator.into());
        node.input = inputs.iter().map(|&name| name.into()).collect();
        node.output = vec![output.clone()];
        node.attribute = attributes;
        self.graph.node.push(node);
        output
    }

    /// A stored tensor of random values from -`most` to `most`.
    pub(crate) fn weights(&mut self, shape: &[i64], most: f32) -> String {
        let count = shape.iter().product::<i64>();
        let values = (0..count).map(|_| most * self.random()).collect();
        self.floats(shape, values)
    }

    pub(crate) fn floats(&mut self, shape: &[i64], values: Vec<f32>) -> String {
        let mut tensor = TensorProto::default();
        tensor.data_type = Some(DataType::FLOAT);
        let bytes = values.into_iter().flat_map(f32::to_le_bytes).collect();
        tensor.raw_data = Some(RefCell::new(bytes));
        self.tensor(shape, tensor)
    }

    pub(crate) fn ints(&mut self, values: &[i64]) -> String {
        let mut tensor = TensorProto::default();
        tensor.data_type = Some(DataType::INT64);
        tensor.int64_data = values.to_vec();
        self.tensor(&[values.len() as i64], tensor)
    }

    pub(crate) fn tensor(&mut self, shape: &[i64], mut tensor: TensorProto) -> String {
        let name = self.name();
        (tensor.dims, tensor.name) = (shape.to_vec(), Some(name.clone()));
        self.graph.initializer.push(tensor);
        name
    }

    /// A dense layer with weights.
    pub(crate) fn dense(&mut self, input: &str, from: i64, to: i64) -> String {
        let weights = self.weights(&[to, from], (6.0 / from as f32).sqrt());
        let bias = self.weights(&[to], 0.1);
        self.node("Gemm", &[input, &weights, &bias], vec![int("transB", 1)])
    }

    /// A convolution over kinds with windows of three.
    pub(crate) fn convolution(&mut self, input: &str, from: i64, to: i64) -> String {
        let weights = self.weights(&[to, from, 3], (2.0 / from as f32).sqrt());
        let bias = self.weights(&[to], 0.1);
        let attributes = vec![list("kernel_shape", &[3]), list("pads", &[1, 1])];
        self.node("Conv", &[input, &weights, &bias], attributes)
    }

    /// The bytes of the file, in which this tensor is the output `logits`.
    pub(crate) fn bytes(mut self, output: &str, shape: &[i64]) -> Vec<u8> {
        let logits = self.node("Identity", &[output], Vec::new());
        self.graph.output.push(value(&logits, DataType::FLOAT, shape));
        self.finished().write_buf().expect("a model")
    }

    pub(crate) fn finished(mut self) -> ModelProto {
        self.model.ir_version = Some(8);
        self.model.graph = Some(self.graph);
        self.model
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("t{}", self.names)
    }

    fn random(&mut self) -> f32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

pub(crate) fn int(name: &str, number: i64) -> AttributeProto {
    let mut attribute = AttributeProto::default();
    (attribute.name, attribute.i, attribute.r#type) =
        (Some(name.into()), Some(number), Some(AttributeType::INT));
    attribute
}

pub(crate) fn list(name: &str, numbers: &[i64]) -> AttributeProto {
    let mut attribute = AttributeProto::default();
    (attribute.name, attribute.ints) = (Some(name.into()), numbers.to_vec());
    attribute.r#type = Some(AttributeType::INTS);
    attribute
}

pub(crate) fn value(name: &str, data_type: DataType, shape: &[i64]) -> ValueInfoProto {
    let mut sizes = TensorShapeProto::default();
    for &size in shape {
        let mut dimension = Dimension::default();
        match size {
            ANY => dimension.dim_param = Some("batch".into()),
            _ => dimension.dim_value = Some(size),
        }
        sizes.dim.push(dimension);
    }
    let (mut tensor, mut kind, mut value) =
        (TypeProtoTensor::default(), TypeProto::default(), ValueInfoProto::default());
    (tensor.elem_type, tensor.shape) = (Some(data_type), Some(sizes));
    kind.tensor_type = Some(tensor);
    (value.name, value.r#type) = (Some(name.into()), Some(kind));
    value
}

/// Planes, 52 channels.
pub(crate) const LIGHT: [i64; 3] = [ANY, 52, 34];

/// A small dense network with this number of outputs.
pub(crate) fn dense(actions: i64) -> Vec<u8> {
    let mut net = Net::new(&LIGHT);
    let flat = net.node("Flatten", &["planes"], Vec::new());
    let hidden = net.dense(&flat, 52 * 34, 16);
    let hidden = net.node("Relu", &[&hidden], Vec::new());
    let logits = net.dense(&hidden, 16, actions);
    net.bytes(&logits, &[ANY, actions])
}

/// A small network of convolutions with a residual block.
pub(crate) fn convolutional(actions: i64) -> Vec<u8> {
    let mut net = Net::new(&LIGHT);
    let first = net.convolution("planes", 52, 8);
    let first = net.node("Relu", &[&first], Vec::new());
    let inner = net.convolution(&first, 8, 8);
    let inner = net.node("Sigmoid", &[&inner], Vec::new());
    let sum = net.node("Add", &[&first, &inner], Vec::new());
    let flat = net.node("Flatten", &[&sum], Vec::new());
    let logits = net.dense(&flat, 8 * 34, actions);
    net.bytes(&logits, &[ANY, actions])
}

/// A dense network whose outputs are all equal but for the order in which their parts are added up: rounding decides.
pub(crate) fn near_ties(actions: i64) -> Vec<u8> {
    let (units, copies) = (16, 8);
    let mut net = Net::new(&LIGHT);
    let flat = net.node("Flatten", &["planes"], Vec::new());
    let hidden = net.dense(&flat, 52 * 34, units);
    let hidden = net.node("Concat", &vec![hidden.as_str(); copies as usize], vec![int("axis", 1)]);
    let weight = |action: i64, at: i64| {
        let (unit, copy) = (at % units, at / units);
        // Each unit counts in one of its copies, another for each action.
        if (unit * 5 + action * 3) % copies == copy { 0.1 + unit as f32 / 7.0 } else { 0.0 }
    };
    let weights =
        (0..actions).flat_map(|action| (0..units * copies).map(move |at| weight(action, at))).collect();
    let weights = net.floats(&[actions, units * copies], weights);
    let logits = net.node("Gemm", &[&hidden, &weights], vec![int("transB", 1)]);
    net.bytes(&logits, &[ANY, actions])
}

/// Writes a network and returns the spec of its agent.
pub(crate) fn agent(dir: &Path, name: &str, bytes: &[u8]) -> String {
    let path = dir.join(name);
    std::fs::write(&path, bytes).expect("a temporary file");
    format!("onnx:net={}", path.display())
}
