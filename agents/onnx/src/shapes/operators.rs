//! The operators that are supported, each with the rule for the shapes that it makes.

use super::convolution::{convolution, global_pool, pool};
use super::layout::{
    concat, constant_of_shape, expand, flatten, gather, gather_elements, pad, reshape, shape, size, slice,
    split, squeeze, tile, transpose, unsqueeze,
};
use super::node::Node;
use super::values::{arg, arithmetic, broadcast, carried, gemm, matmul, quantize, reduce, same};
use super::{Inferred, constant};
use hyakuman_core::excerpt::excerpt;
use rten::{OpRegistry, RegisterOp, op_types};
use rten_onnx::onnx::NodeProto;

/// The shapes that a node makes.
type Rule = fn(&Node<'_>) -> Result<Vec<Inferred>, String>;

macro_rules! operators {
    ($($rule:ident: $($operator:ident)*;)*) => {
        fn rule(operator: &str) -> Option<Rule> {
            Some(match operator {
                "Constant" => constant,
                $($(stringify!($operator) => $rule,)*)*
                _ => return None,
            })
        }

        #[cfg(test)]
        pub(super) const NAMES: &[&str] = &["Constant", $($(stringify!($operator),)*)*];

        /// The supported operators for the runtime.
        pub(crate) fn registry() -> OpRegistry {
            OpRegistry::with_ops(&[$($(&op_types::$operator as &dyn RegisterOp,)*)*])
        }
    };
}

operators! {
    same: Abs Acos Asin Atan BatchNormalization Ceil Clip Cos CumSum DequantizeLinear Elu Erf Exp Floor Gelu HardSigmoid
        HardSwish InstanceNormalization IsInf IsNaN LayerNormalization LeakyRelu Log LogSoftmax LpNormalization Neg Not
        QuantizeLinear Reciprocal Relu Round Sigmoid Sign Sin Softmax Softplus Softsign Sqrt Tan Tanh;
    carried: Cast Identity;
    arithmetic: Add Sub Mul Div;
    broadcast: And Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Or Pow PRelu Sum Where Xor;
    matmul: MatMul MatMulInteger;
    gemm: Gemm;
    quantize: DynamicQuantizeLinear;
    convolution: Conv ConvInteger;
    pool: AveragePool MaxPool;
    global_pool: GlobalAveragePool;
    reduce: ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare;
    arg: ArgMax ArgMin;
    flatten: Flatten;
    reshape: Reshape;
    transpose: Transpose;
    squeeze: Squeeze;
    unsqueeze: Unsqueeze;
    concat: Concat;
    split: Split;
    slice: Slice;
    gather: Gather;
    gather_elements: GatherElements;
    shape: Shape;
    size: Size;
    expand: Expand;
    tile: Tile;
    constant_of_shape: ConstantOfShape;
    pad: Pad;
}

/// The shapes that a node makes.
pub(super) fn infer(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let operator = node.proto.op_type.as_deref().unwrap_or_default();
    let domain = node.proto.domain.as_deref().unwrap_or_default();
    let rule = Some(operator).filter(|_| matches!(domain, "" | "ai.onnx")).and_then(rule);
    let rule = rule.ok_or_else(|| {
        let of =
            if matches!(domain, "" | "ai.onnx") { String::new() } else { format!(" of {}", excerpt(domain)) };
        format!("the operator {}{of} is not supported (docs/onnx.md lists those that are)", excerpt(operator))
    })?;
    rule(node)
}

/// Multiplications for each value of the first output; `input` gives what is known of an input.
pub(super) fn multiplications<'a>(proto: &NodeProto, input: impl Fn(usize) -> Option<&'a Inferred>) -> u64 {
    let of = |at: usize, dimension: usize| input(at)?.shape.get(dimension).copied();
    let last = |at: usize| input(at)?.shape.last().copied();
    let count = match proto.op_type.as_deref().unwrap_or_default() {
        "MatMul" | "MatMulInteger" => last(0),
        "Gemm" => input(0).and_then(|input| input.shape.iter().max().copied()),
        "Conv" | "ConvInteger" => {
            input(1).and_then(|kernel| kernel.shape.get(1..)?.iter().copied().reduce(usize::saturating_mul))
        }
        "AveragePool" | "MaxPool" => {
            let kernel =
                proto.attribute.iter().find(|attribute| attribute.name.as_deref() == Some("kernel_shape"));
            kernel.and_then(|kernel| {
                kernel.ints.iter().map(|&size| size.max(1) as usize).reduce(usize::saturating_mul)
            })
        }
        "GlobalAveragePool" => of(0, 2),
        _ => None,
    };
    count.unwrap_or(1) as u64
}
