//! Tensors of a file: whether their values are there, and their shapes and types as text.

use hyakuman_core::excerpt::excerpt;
use rten_onnx::onnx::{DataLocation, DataType, TensorProto};

/// The type of a tensor that says none.
pub(crate) const UNKNOWN: DataType = DataType(0);

/// Checks that the values of a tensor are in the file, as many as its shape says.
pub(crate) fn check_tensor(tensor: &TensorProto) -> Result<(), String> {
    let of = excerpt(tensor.name.as_deref().unwrap_or_default());
    if tensor.data_location == Some(DataLocation::EXTERNAL) || !tensor.external_data.is_empty() {
        return Err(format!("keeps the tensor {of} in another file; export it with external_data=False"));
    }
    let data_type = tensor.data_type.unwrap_or(UNKNOWN);
    let (bytes, stored) = match data_type {
        DataType::FLOAT => (4, tensor.float_data.len()),
        DataType::INT64 => (8, tensor.int64_data.len()),
        DataType::DOUBLE => (8, tensor.double_data.len()),
        DataType::INT32 => (4, tensor.int32_data.len()),
        DataType::BOOL | DataType::INT8 | DataType::UINT8 => (1, tensor.int32_data.len()),
        DataType::FLOAT16 => (2, tensor.int32_data.len()),
        other => {
            return Err(format!("has the tensor {of} of type {}, which is not supported", type_name(other)));
        }
    };
    let stored = tensor.raw_data.as_ref().map_or(stored as u64, |raw| raw.borrow().len() as u64 / bytes);
    let times = |count: u64, &size: &i64| count.checked_mul(u64::try_from(size).ok()?);
    let count = tensor.dims.iter().try_fold(1, times);
    if count == Some(stored) {
        return Ok(());
    }
    Err(format!(
        "says that the tensor {of} has the shape {}, but has {stored} values of it",
        shown(&tensor.dims)
    ))
}

/// A shape as text.
pub(crate) fn shown<T: ToString>(sizes: &[T]) -> String {
    let sizes: Vec<String> = sizes.iter().map(T::to_string).collect();
    format!("({})", sizes.join(", "))
}

/// The name of a type as NumPy and PyTorch have it.
pub(crate) fn type_name(data_type: DataType) -> String {
    match data_type {
        DataType::FLOAT => "float32".into(),
        DataType::DOUBLE => "float64".into(),
        DataType(number) => data_type.name().map_or_else(|| format!("number {number}"), str::to_lowercase),
    }
}
