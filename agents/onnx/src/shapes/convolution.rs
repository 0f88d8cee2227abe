//! Convolutions and pools.

use super::Inferred;
use super::node::Node;
use crate::tensor::shown;

/// A convolution: input (batch, channels, sizes), kernels (outputs, channels of a group, sizes).
pub(super) fn convolution(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let (input, kernels) = (node.shape(0)?, node.shape(1)?);
    let groups = usize::try_from(node.int("group", 1)).unwrap_or(0);
    let differ = || {
        let (input, kernels) = (shown(input), shown(kernels));
        format!(
            "an input of shape {input} and kernels of shape {kernels} do not fit together with {groups} groups"
        )
    };
    let ([batch, channels, sizes @ ..], [outputs, of_group, kernel @ ..]) = (input, kernels) else {
        return Err(differ());
    };
    let fits = groups > 0 && outputs % groups == 0 && of_group.checked_mul(groups) == Some(*channels);
    let named = node
        .ints("kernel_shape")
        .is_none_or(|named| named.iter().map(|&size| size as usize).eq(kernel.iter().copied()));
    if !fits || !named || sizes.len() != kernel.len() {
        return Err(differ());
    }
    let mut shape = vec![*batch, *outputs];
    shape.extend(Windows::of(node, kernel)?.counts(sizes)?);
    Ok(vec![Inferred::new(shape)])
}

/// The largest or the average value of each window.
pub(super) fn pool(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let [batch, channels, sizes @ ..] = node.shape(0)? else {
        return Err("its input has too few dimensions".into());
    };
    let kernel: Vec<usize> =
        node.ints("kernel_shape").unwrap_or_default().iter().map(|&size| size as usize).collect();
    if kernel.len() != sizes.len() {
        return Err(format!("its window has {} dimensions, its input {}", kernel.len(), sizes.len()));
    }
    let mut shape = vec![*batch, *channels];
    shape.extend(Windows::of(node, &kernel)?.counts(sizes)?);
    Ok(vec![Inferred::new(shape)])
}

/// One value for each channel.
pub(super) fn global_pool(node: &Node<'_>) -> Result<Vec<Inferred>, String> {
    let mut shape = node.shape(0)?.to_vec();
    shape.iter_mut().skip(2).for_each(|size| *size = 1);
    Ok(vec![Inferred::new(shape)])
}

/// The windows that a kernel is laid on.
struct Windows<'a> {
    kernel: &'a [usize],
    strides: Vec<usize>,
    dilations: Vec<usize>,
    /// Padding before and after each dimension; `None` for as much as keeps the size.
    padding: Option<Vec<usize>>,
    rounds_up: bool,
}

impl<'a> Windows<'a> {
    fn of(node: &Node<'_>, kernel: &'a [usize]) -> Result<Self, String> {
        let list = |name: &str, count: usize, default: usize| match node.ints(name) {
            None => Ok(vec![default; count]),
            Some(numbers) => {
                let good = |&number: &i64| {
                    usize::try_from(number).ok().filter(|&number| number >= default && number <= 1 << 20)
                };
                let numbers = numbers.iter().map(good).collect::<Option<Vec<_>>>();
                let good = numbers.filter(|numbers| numbers.len() == count);
                good.ok_or_else(|| format!("{name} has to be {count} numbers from {default}"))
            }
        };
        let count = kernel.len();
        let (strides, dilations) = (list("strides", count, 1)?, list("dilations", count, 1)?);
        let padding = match node.text("auto_pad") {
            "SAME_UPPER" | "SAME_LOWER" => None,
            _ => Some(list("pads", 2 * count, 0)?),
        };
        if kernel.iter().any(|size| !(1..=1 << 20).contains(size)) {
            return Err(format!("its window {} is empty or too large", shown(kernel)));
        }
        Ok(Windows { kernel, strides, dilations, padding, rounds_up: node.int("ceil_mode", 0) != 0 })
    }

    /// How many windows there are along each dimension.
    fn counts(&self, sizes: &[usize]) -> Result<Vec<usize>, String> {
        let count = |(dimension, &size): (usize, &usize)| {
            let stride = self.strides[dimension];
            let Some(padding) = &self.padding else { return Ok(size.div_ceil(stride)) };
            let padded = size.saturating_add(padding[dimension] + padding[dimension + sizes.len()]);
            let window = (self.kernel[dimension] - 1) * self.dilations[dimension] + 1;
            let places = padded
                .checked_sub(window)
                .ok_or_else(|| format!("a window of {window} does not fit into {padded}"))?;
            Ok(if self.rounds_up { places.div_ceil(stride) } else { places / stride } + 1)
        };
        sizes.iter().enumerate().map(count).collect()
    }
}
