//! What a network gets and gives, read from its file and checked.

use crate::shapes::{self, Shapes};
use crate::tensor::{UNKNOWN, check_tensor, shown, type_name};
use hyakuman_core::excerpt::excerpt;
use hyakuman_riichi::planes::{ActionSpace, KINDS, Planes};
use rten_onnx::onnx::{DataType, GraphProto, ModelProto, ValueInfoProto};

/// Versions of the ONNX operators that mean what the runtime makes of them.
const OPSETS: std::ops::RangeInclusive<i64> = 13..=26;

/// What a network gets and gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Signature {
    /// Its input.
    pub planes: Planes,
    /// Whether the input is cells as they are; otherwise each is divided by the scale of its channel.
    pub bytes: bool,
    /// Its output.
    pub space: ActionSpace,
    /// Index of the output among those of the graph.
    pub output: usize,
    /// Most rows at a time, of those that were asked for.
    pub most_rows: usize,
}

impl Signature {
    /// Reads and checks the signature of a network, and the shapes of its tensors. It shall run on these numbers of rows at a time, the smallest first.
    /// `planes` is the name of planes, or `auto`.
    pub(crate) fn of(
        model: &ModelProto,
        planes: &str,
        rows: &[usize],
    ) -> Result<(Signature, Shapes), String> {
        let graph = model.graph.as_ref().ok_or("is not an ONNX file")?;
        check_opset(model)?;
        graph.initializer.iter().try_for_each(check_tensor)?;
        let input = the_input(graph)?;
        let (planes, is_fixed) = planes_of(input, planes, metadata(model, "hyakuman.planes"))?;
        let bytes = is_bytes(input)?;
        let output = the_output(graph)?;
        let rows = if is_fixed { &[1] } else { rows };
        let (most_rows, shapes) = infer(graph, input, planes, rows)?;
        let space = space_of(&graph.output[output], &shapes, most_rows)?;
        check_space(space, metadata(model, "hyakuman.actions"))?;
        Ok((Signature { planes, bytes, space, output, most_rows }, shapes))
    }
}

/// The shapes of all tensors for the largest of these numbers of rows that is not too large.
fn infer(
    graph: &GraphProto,
    input: &ValueInfoProto,
    planes: Planes,
    rows: &[usize],
) -> Result<(usize, Shapes), String> {
    let of = |rows: usize| shapes::infer(graph, name(input), [rows, planes.count(), KINDS]);
    let mut found = (rows[0], of(rows[0])?);
    for &rows in &rows[1..] {
        match of(rows) {
            Ok(shapes) => found = (rows, shapes),
            Err(_) => break,
        }
    }
    Ok(found)
}

fn check_opset(model: &ModelProto) -> Result<(), String> {
    let is_onnx = |domain: Option<&str>| matches!(domain, None | Some("" | "ai.onnx"));
    let opset = model.opset_import.iter().find(|opset| is_onnx(opset.domain.as_deref()));
    let (first, last) = OPSETS.into_inner();
    match opset.and_then(|opset| opset.version) {
        Some(version) if version > last => Err(format!(
            "needs version {version} of the ONNX operators, newer than {last}; export it with opset_version={last} or less"
        )),
        Some(version) if version < first => Err(format!(
            "needs version {version} of the ONNX operators, older than {first}; export it with opset_version={first} or more"
        )),
        Some(_) => Ok(()),
        None => Err("does not say which version of the ONNX operators it needs".into()),
    }
}

/// The one input that is no stored tensor.
fn the_input(graph: &GraphProto) -> Result<&ValueInfoProto, String> {
    let stored = |value: &&ValueInfoProto| graph.initializer.iter().any(|tensor| tensor.name == value.name);
    let inputs: Vec<_> = graph.input.iter().filter(|value| !stored(value)).collect();
    match inputs[..] {
        [input] => Ok(input),
        [] => Err("has no input; one is needed, of shape (batch, channels, 34)".into()),
        _ => {
            let names: Vec<_> = inputs.iter().take(5).map(|value| excerpt(name(value))).collect();
            let count = inputs.len();
            Err(format!(
                "has {count} inputs ({}); one is needed, of shape (batch, channels, 34)",
                names.join(", ")
            ))
        }
    }
}

/// The output with the numbers of the actions: that of the name `logits`, otherwise the first.
fn the_output(graph: &GraphProto) -> Result<usize, String> {
    if graph.output.is_empty() {
        return Err("has no output".into());
    }
    Ok(graph.output.iter().position(|output| name(output) == "logits").unwrap_or(0))
}

/// A size of a shape as the file says it; `None` if it is not fixed.
type Size = Option<i64>;

/// The planes of an input, and whether its batch size is fixed.
fn planes_of(input: &ValueInfoProto, option: &str, metadata: Option<&str>) -> Result<(Planes, bool), String> {
    let wrong = |what: &str| {
        let [v1, light] = Planes::ALL.map(|planes| format!("{} for {planes}", planes.count()));
        format!("has an input {what}; right is (batch, channels, {KINDS}), channels {v1} and {light}")
    };
    let sizes = sizes(input).ok_or_else(|| wrong("without a shape"))?;
    let of_shape = || wrong(&format!("of shape {}", shown_sizes(&sizes)));
    let [batch, channels, kinds] = sizes[..] else { return Err(of_shape()) };
    if kinds.is_some_and(|kinds| kinds != KINDS as i64) {
        return Err(of_shape());
    }
    if let Some(batch) = batch.filter(|&batch| batch != 1) {
        return Err(format!(
            "takes exactly {batch} rows; export it with a batch size that is not fixed, or 1"
        ));
    }
    let fits = |planes: &Planes| channels.is_none_or(|channels| channels == planes.count() as i64);
    let named = if option == "auto" { metadata } else { Some(option) };
    let planes = match (named, channels) {
        (Some(name), _) => name.parse::<Planes>().map(Some)?,
        (None, Some(_)) => Planes::ALL.into_iter().find(fits),
        (None, None) => {
            return Err(
                "has an input with any number of channels; say which planes it needs with planes=".into()
            );
        }
    };
    if let (Some(planes), Some(name)) = (planes, metadata.filter(|&name| name != option && option != "auto"))
    {
        return Err(format!("says in its metadata that it needs {name}, not {planes}"));
    }
    let planes = planes.filter(fits).ok_or_else(of_shape)?;
    Ok((planes, batch.is_some()))
}

fn is_bytes(input: &ValueInfoProto) -> Result<bool, String> {
    match data_type(input) {
        DataType::FLOAT => Ok(false),
        DataType::UINT8 => Ok(true),
        other => Err(format!("has an input of type {}; right is float32 or uint8", type_name(other))),
    }
}

/// The actions of an output that has this shape for this number of rows.
fn space_of(output: &ValueInfoProto, shapes: &Shapes, rows: usize) -> Result<ActionSpace, String> {
    let [one_step, short] = ActionSpace::ALL.map(|space| format!("{} for {}", space.count(), space.name()));
    let right = format!("right is (batch, actions), actions {one_step} and {short}");
    let shape = shapes.get(name(output));
    let name = excerpt(name(output));
    let is_float = matches!(data_type(output), DataType::FLOAT | UNKNOWN);
    if !is_float {
        let found = type_name(data_type(output));
        return Err(format!("has the output {name} of type {found}; right is float32"));
    }
    let shape = shape.ok_or_else(|| format!("makes no output {name}"))?;
    let space = match shape[..] {
        [batch, actions] if batch == rows => ActionSpace::of_count(actions),
        _ => None,
    };
    let plural = if rows == 1 { "row" } else { "rows" };
    space.ok_or_else(|| {
        format!("has the output {name} of shape {} for {rows} {plural}; {right}", shown(shape))
    })
}

/// Checks the actions that the metadata names, if it does.
fn check_space(space: ActionSpace, metadata: Option<&str>) -> Result<(), String> {
    match metadata {
        Some(name) if name != space.name() => Err(format!(
            "says in its metadata that its outputs are {}, but has the {} outputs of {}",
            excerpt(name),
            space.count(),
            space.name()
        )),
        _ => Ok(()),
    }
}

fn metadata<'a>(model: &'a ModelProto, key: &str) -> Option<&'a str> {
    let entry = model.metadata_props.iter().find(|entry| entry.key.as_deref() == Some(key))?;
    Some(entry.value.as_deref().unwrap_or_default())
}

fn name(value: &ValueInfoProto) -> &str {
    value.name.as_deref().unwrap_or_default()
}

fn data_type(value: &ValueInfoProto) -> DataType {
    let tensor = value.r#type.as_ref().and_then(|kind| kind.tensor_type.as_ref());
    tensor.and_then(|tensor| tensor.elem_type).unwrap_or(UNKNOWN)
}

/// The sizes of a value; `None` if the file does not say them.
fn sizes(value: &ValueInfoProto) -> Option<Vec<Size>> {
    let shape = value.r#type.as_ref()?.tensor_type.as_ref()?.shape.as_ref()?;
    Some(shape.dim.iter().map(|size| size.dim_value).collect())
}

fn shown_sizes(sizes: &[Size]) -> String {
    let text = |size: &Size| size.map_or_else(|| "any".to_owned(), |size| size.to_string());
    shown(&sizes.iter().map(text).collect::<Vec<_>>())
}
