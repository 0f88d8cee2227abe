//! Operators that arrange, choose and repeat values.

use super::Inferred;
use super::node::{Node, index};
use crate::tensor::shown;

pub(super) fn flatten(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = node.shape(0)?;
    let axis = match node.int("axis", 1) {
        end if end == shape.len() as i64 => shape.len(),
        axis => index(axis, shape.len())?,
    };
    let product = |sizes: &[usize]| sizes.iter().copied().fold(1, usize::saturating_mul);
    Ok(vec![Inferred::new(vec![product(&shape[..axis]), product(&shape[axis..])])])
}

pub(super) fn reshape(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let (input, wanted) = (node.input(0)?, node.needed_numbers(1)?);
    let differ =
        || format!("a tensor of shape {} cannot get the shape {}", shown(&input.shape), shown(wanted));
    let keeps_zero = node.int("allowzero", 0) != 0;
    let size = |(at, &size): (usize, &i64)| match size {
        -1 => Ok(None),
        0 if !keeps_zero => input.shape.get(at).copied().map(Some).ok_or_else(differ),
        _ => usize::try_from(size).map(Some).map_err(|_| differ()),
    };
    let sizes: Vec<Option<usize>> = wanted.iter().enumerate().map(size).collect::<Result<_, _>>()?;
    let given = sizes.iter().flatten().try_fold(1_u64, |count, &size| count.checked_mul(size as u64));
    let (given, count) = (given.ok_or_else(differ)?, input.count().ok_or_else(differ)?);
    let left = match sizes.iter().filter(|size| size.is_none()).count() {
        0 if given == count => 1,
        1 if given > 0 && count % given == 0 => (count / given) as usize,
        _ => return Err(differ()),
    };
    let shape = sizes.into_iter().map(|size| size.unwrap_or(left)).collect();
    Ok(vec![Inferred::new(shape).with(input.numbers.clone())])
}

pub(super) fn transpose(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = node.shape(0)?;
    let Some(order) = node.ints("perm") else {
        return Ok(vec![Inferred::new(shape.iter().rev().copied().collect())]);
    };
    let order: Vec<usize> = order.iter().map(|&axis| index(axis, shape.len())).collect::<Result<_, _>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    if !sorted.into_iter().eq(0..shape.len()) {
        return Err(format!("perm {} does not have each of {} dimensions once", shown(&order), shape.len()));
    }
    Ok(vec![Inferred::new(order.into_iter().map(|axis| shape[axis]).collect())])
}

pub(super) fn squeeze(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let input = node.input(0)?;
    let axes = node.axes(1, input.shape.len())?;
    let goes = |axis: usize| axes.as_ref().map_or(input.shape[axis] == 1, |axes| axes.contains(&axis));
    let shape = (0..input.shape.len()).filter(|&axis| !goes(axis)).map(|axis| input.shape[axis]).collect();
    Ok(vec![Inferred::new(shape).with(input.numbers.clone())])
}

pub(super) fn unsqueeze(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let input = node.input(0)?;
    let count = input.shape.len()
        + node
            .ints("axes")
            .map_or(Ok(node.numbers(1)?.map_or(0, <[i64]>::len)), |axes| Ok::<_, String>(axes.len()))?;
    let axes = node.axes(1, count)?.ok_or("it has no axes")?;
    let mut left = input.shape.iter().copied();
    let shape: Vec<usize> =
        (0..count).filter_map(|axis| if axes.contains(&axis) { Some(1) } else { left.next() }).collect();
    if shape.len() != count {
        return Err("it has an axis twice".into());
    }
    Ok(vec![Inferred::new(shape).with(input.numbers.clone())])
}

pub(super) fn concat(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let mut shape = node.shape(0)?.to_vec();
    let axis = node.axis(0, shape.len())?;
    let mut numbers = node.input(0)?.numbers.clone();
    for at in 1..node.inputs.len() {
        let next = node.input(at)?;
        let fits = next.shape.len() == shape.len()
            && (0..shape.len()).all(|i| i == axis || shape[i] == next.shape[i]);
        if !fits {
            return Err(format!(
                "the shapes {} and {} do not fit together",
                shown(&shape),
                shown(&next.shape)
            ));
        }
        shape[axis] = shape[axis].saturating_add(next.shape[axis]);
        numbers = numbers.zip(next.numbers.as_ref()).map(|(all, next)| [&all[..], next].concat());
    }
    let is_list = shape.len() == 1;
    Ok(vec![Inferred::new(shape).with(numbers.filter(|_| is_list))])
}

pub(super) fn split(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = node.shape(0)?;
    let (axis, outputs) = (node.axis(0, shape.len())?, node.proto.output.len());
    let part = |size: usize| {
        let mut shape = shape.to_vec();
        shape[axis] = size;
        Inferred::new(shape)
    };
    if let Some(sizes) = node.ints("split").map_or_else(|| node.numbers(1), |sizes| Ok(Some(sizes)))? {
        let sizes: Option<Vec<usize>> = sizes.iter().map(|&size| usize::try_from(size).ok()).collect();
        let sizes = sizes.filter(|sizes| sizes.iter().copied().fold(0, usize::saturating_add) == shape[axis]);
        return Ok(sizes.ok_or("its parts are not as large as the whole")?.into_iter().map(part).collect());
    }
    let size = shape[axis].div_ceil(outputs.max(1));
    let parts = (0..outputs).map(|at| part(size.min(shape[axis].saturating_sub(at * size))));
    Ok(parts.collect())
}

pub(super) fn slice(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let input = node.input(0)?;
    let (starts, ends) = (node.needed_numbers(1)?, node.needed_numbers(2)?);
    let axes = node.axes(3, input.shape.len())?.unwrap_or_else(|| (0..starts.len()).collect());
    let steps = node.numbers(4)?.map_or_else(|| vec![1; starts.len()], <[i64]>::to_vec);
    if [ends.len(), axes.len(), steps.len()] != [starts.len(); 3]
        || axes.iter().any(|&axis| axis >= input.shape.len())
    {
        return Err("its starts, ends, axes and steps do not fit together".into());
    }
    let (mut shape, mut numbers) = (input.shape.clone(), input.numbers.clone());
    for (at, &axis) in axes.iter().enumerate() {
        let taken = taken(starts[at], ends[at], steps[at], input.shape[axis])?;
        shape[axis] = taken.1;
        let of = |number: usize| taken.0 + number as i64 * steps[at];
        numbers = numbers
            .filter(|_| shape.len() == 1)
            .map(|all| (0..taken.1).map(|n| all[of(n) as usize]).collect());
    }
    Ok(vec![Inferred::new(shape).with(numbers)])
}

/// The first index that a slice takes, and how many.
fn taken(start: i64, end: i64, step: i64, size: usize) -> Result<(i64, usize), String> {
    let size = size as i64;
    let from_start = |number: i64| if number < 0 { number.saturating_add(size) } else { number };
    let (start, end, way) = match step {
        0 => return Err("its step is 0".into()),
        1.. => (from_start(start).clamp(0, size), from_start(end).clamp(0, size), 1),
        _ => (from_start(start).clamp(-1, size - 1), from_start(end).clamp(-1, size - 1), -1),
    };
    let distance = ((end - start) * way).max(0) as u64;
    Ok((start, distance.div_ceil(step.unsigned_abs()) as usize))
}

pub(super) fn gather(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let (input, indices) = (node.input(0)?, node.input(1)?);
    let axis = node.axis(0, input.shape.len())?;
    let shape = [&input.shape[..axis], &indices.shape, &input.shape[axis + 1..]].concat();
    let numbers = match (&input.numbers, &indices.numbers) {
        (Some(all), Some(indices)) if input.shape.len() == 1 => {
            Some(indices.iter().map(|&at| index(at, all.len()).map(|at| all[at])).collect::<Result<_, _>>()?)
        }
        _ => None,
    };
    Ok(vec![Inferred::new(shape).with(numbers)])
}

pub(super) fn gather_elements(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    Ok(vec![Inferred::new(node.shape(1)?.to_vec())])
}

pub(super) fn shape(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = node.shape(0)?;
    let bound = |number: i64| if number < 0 { number.saturating_add(shape.len() as i64) } else { number };
    let bound = |number: i64| bound(number).clamp(0, shape.len() as i64) as usize;
    let (start, end) = (bound(node.int("start", 0)), bound(node.int("end", i64::MAX)));
    let sizes: Vec<i64> = shape.get(start..end).unwrap_or_default().iter().map(|&size| size as i64).collect();
    Ok(vec![Inferred::new(vec![sizes.len()]).with(Some(sizes))])
}

pub(super) fn size(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let count = node.input(0)?.count().and_then(|count| i64::try_from(count).ok());
    Ok(vec![Inferred::new(Vec::new()).with(count.map(|count| vec![count]))])
}

pub(super) fn expand(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let shape = super::values::spread(node.shape(0)?, &sizes(node.needed_numbers(1)?)?)?;
    Ok(vec![Inferred::new(shape)])
}

pub(super) fn tile(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let (shape, repeats) = (node.shape(0)?, sizes(node.needed_numbers(1)?)?);
    if shape.len() != repeats.len() {
        return Err(format!("its input has {} dimensions, and {} are repeated", shape.len(), repeats.len()));
    }
    let shape = shape.iter().zip(repeats).map(|(size, repeats)| size.saturating_mul(repeats)).collect();
    Ok(vec![Inferred::new(shape)])
}

pub(super) fn constant_of_shape(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    Ok(vec![Inferred::new(sizes(node.needed_numbers(0)?)?)])
}

pub(super) fn pad(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let (shape, pads) = (node.shape(0)?, sizes(node.needed_numbers(1)?)?);
    if pads.len() != 2 * shape.len() {
        return Err(format!("{} pads do not fit {} dimensions", pads.len(), shape.len()));
    }
    let (before, after) = pads.split_at(shape.len());
    let padded = |((size, before), after): ((&usize, &usize), &usize)| {
        size.saturating_add(*before).saturating_add(*after)
    };
    Ok(vec![Inferred::new(shape.iter().zip(before).zip(after).map(padded).collect())])
}

fn sizes(numbers: &[i64]) -> Result<Vec<usize>, String> {
    let size = |&number: &i64| usize::try_from(number).map_err(|_| format!("{number} is no size"));
    numbers.iter().map(size).collect()
}
