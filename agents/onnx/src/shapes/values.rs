//! Operators on the values of tensors.

use super::Inferred;
use super::node::Node;
use crate::tensor::shown;

/// One output, of the shape of the first input.
pub(super) fn same(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    Ok(vec![Inferred::new(node.shape(0)?.to_vec())])
}

/// The first input itself, perhaps of another type.
pub(super) fn carried(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    Ok(vec![node.input(0)?.clone()])
}

/// The inputs spread over each other.
pub(super) fn broadcast(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let mut shape = node.shape(0)?.to_vec();
    for at in 1..node.inputs.len() {
        shape = spread(&shape, node.shape(at)?)?;
    }
    Ok(vec![Inferred::new(shape)])
}

/// The same for the four operations, whose numbers are followed.
pub(super) fn arithmetic(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let [first, second] = [node.input(0)?, node.input(1)?];
    let made = Inferred::new(spread(&first.shape, &second.shape)?);
    let (Some(first), Some(second)) = (&first.numbers, &second.numbers) else { return Ok(vec![made]) };
    let of: fn(i64, i64) -> Option<i64> = match node.proto.op_type.as_deref() {
        Some("Add") => i64::checked_add,
        Some("Sub") => i64::checked_sub,
        Some("Mul") => i64::checked_mul,
        _ => i64::checked_div,
    };
    let at = |numbers: &[i64], at: usize| numbers.get(if numbers.len() == 1 { 0 } else { at }).copied();
    let count = first.len().max(second.len());
    let numbers = (0..count).map(|i| of(at(first, i)?, at(second, i)?)).collect();
    Ok(vec![made.with(numbers)])
}

/// The shape of two tensors spread over each other.
pub(super) fn spread(first: &[usize], second: &[usize]) -> Result<Vec<usize>, String> {
    let count = first.len().max(second.len());
    let size = |shape: &[usize], at: usize| (at + shape.len()).checked_sub(count).map_or(1, |at| shape[at]);
    let sizes = (0..count).map(|at| match (size(first, at), size(second, at)) {
        (a, b) if a == b || b == 1 => Ok(a),
        (1, b) => Ok(b),
        _ => Err(format!("the shapes {} and {} do not fit together", shown(first), shown(second))),
    });
    sizes.collect()
}

/// The product of matrices.
pub(super) fn matmul(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let (first, second) = (node.shape(0)?, node.shape(1)?);
    let differ =
        || format!("matrices of the shapes {} and {} cannot be multiplied", shown(first), shown(second));
    let (&inner, rows) = first.split_last().ok_or_else(differ)?;
    let (columns, others) = match second {
        [] => return Err(differ()),
        [only] if *only == inner => (None, &[][..]),
        [others @ .., rows, columns] if *rows == inner => (Some(*columns), others),
        _ => return Err(differ()),
    };
    let (row, batch) = rows.split_last().map_or((None, &[][..]), |(&row, batch)| (Some(row), batch));
    let mut shape = spread(batch, others)?;
    shape.extend(row.into_iter().chain(columns));
    Ok(vec![Inferred::new(shape)])
}

/// The product of two matrices, each perhaps transposed, and a third added.
pub(super) fn gemm(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let matrix = |at: usize, transposed: &str| match node.shape(at)? {
        &[rows, columns] if node.int(transposed, 0) != 0 => Ok([columns, rows]),
        &[rows, columns] => Ok([rows, columns]),
        other => Err(format!("a matrix is needed, its input {at} has the shape {}", shown(other))),
    };
    let ([rows, inner], [of_second, columns]) = (matrix(0, "transA")?, matrix(1, "transB")?);
    if inner != of_second {
        return Err(format!("rows of {inner} values cannot be multiplied with columns of {of_second}"));
    }
    if let Some(third) = node.optional(2) {
        let made = spread(&[rows, columns], &third.shape)?;
        if made != [rows, columns] {
            return Err(format!("its input 2 of shape {} is too large", shown(&third.shape)));
        }
    }
    Ok(vec![Inferred::new(vec![rows, columns])])
}

/// Bytes, their scale and their zero.
pub(super) fn quantize(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let number = || Inferred::new(Vec::new());
    Ok(vec![Inferred::new(node.shape(0)?.to_vec()), number(), number()])
}

/// Some dimensions made to one.
pub(super) fn reduce(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = node.shape(0)?;
    let axes = node.axes(1, shape.len())?.unwrap_or_default();
    if axes.is_empty() && node.int("noop_with_empty_axes", 0) != 0 {
        return same(node);
    }
    Ok(vec![Inferred::new(reduced(node, shape, |axis| axes.is_empty() || axes.contains(&axis)))])
}

/// The index of the largest or smallest value along a dimension.
pub(super) fn arg(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = node.shape(0)?;
    let reduced_axis = node.axis(0, shape.len())?;
    Ok(vec![Inferred::new(reduced(node, shape, |axis| axis == reduced_axis))])
}

fn reduced(node: &Node<'_>, shape: &[usize], is_reduced: impl Fn(usize) -> bool) -> Vec<usize> {
    let keeps = node.int("keepdims", 1) != 0;
    let sizes = shape.iter().enumerate();
    let size = |(axis, &size)| match is_reduced(axis) {
        true => keeps.then_some(1),
        false => Some(size),
    };
    sizes.filter_map(size).collect()
}
