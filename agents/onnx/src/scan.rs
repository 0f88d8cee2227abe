//! Walks through the bytes of a file before anything is made of them.
//!
//! An ONNX file is a Protocol Buffers message, that is, fields in fields. The parser of the runtime trusts the sizes that a
//! file says, and recurses where messages contain themselves. Here nothing is stored, the messages that may contain themselves
//! are refused, and sizes and numbers of fields are bounded.

/// Most fields in a file: a net has a dozen for each operator and tensor.
const MOST_FIELDS: u64 = 1 << 20;
/// Most bytes of names, attributes and shapes, everything but the contents of tensors.
const MOST_OTHER_BYTES: u64 = 1 << 26;

/// The messages that are looked into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Message {
    Model,
    Graph,
    Node,
    Attribute,
    Tensor,
    Value,
    Type,
    TensorType,
    Shape,
    Dimension,
    /// A key and its value, or a domain and its version.
    Pair,
}

/// What a field with a size is.
enum Content {
    Message(Message),
    /// The contents of a tensor.
    Values,
    Other,
    Refused(&'static str),
}

/// What a field of a message is, by its number in onnx.proto.
fn content(message: Message, field: u64) -> Content {
    use Message::{Attribute, Dimension, Graph, Model, Node, Pair, Shape, Tensor, TensorType, Type, Value};
    Content::Message(match (message, field) {
        (Model, 7) => Graph,
        (Model, 8 | 14) => Pair,
        (Model, 25) => return Content::Refused("functions of its own, which are not supported"),
        (Graph, 1) => Node,
        (Graph, 5) | (Attribute, 5) => Tensor,
        (Graph, 11..=13) => Value,
        (Graph, 15) => return Content::Refused("sparse tensors, which are not supported"),
        (Node, 5) => Attribute,
        (Attribute, 6 | 11) => {
            return Content::Refused("branches or loops (If, Loop, Scan), which are not supported");
        }
        (Tensor, 4 | 9 | 10) => return Content::Values,
        (Tensor, 13) => Pair,
        (Value, 2) => Type,
        (Type, 1) => TensorType,
        (Type, 4 | 5 | 8 | 9) => return Content::Refused("values that are not tensors"),
        (TensorType, 2) => Shape,
        (Shape, 1) => Dimension,
        _ => return Content::Other,
    })
}

/// Checks that a file is an ONNX model as far as its fields go.
pub(crate) fn check(bytes: &[u8]) -> Result<(), String> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(
            "is a zip file, perhaps a checkpoint of PyTorch, and not ONNX; write it with torch.onnx.export"
                .into(),
        );
    }
    let mut scan = Scan { bytes, at: 0, fields: 0, other: 0, version: false, graphs: 0 };
    scan.message(Message::Model, bytes.len())?;
    if scan.graphs == 1 { Ok(()) } else { Err(NOT_ONNX.into()) }
}

const NOT_ONNX: &str = "is not an ONNX file";

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    fields: u64,
    other: u64,
    /// Whether it has said the version of its format, which comes first.
    version: bool,
    graphs: u32,
}

impl Scan<'_> {
    fn message(&mut self, message: Message, end: usize) -> Result<(), String> {
        while self.at < end {
            self.fields += 1;
            if self.fields > MOST_FIELDS {
                return Err(format!("has more than {MOST_FIELDS} fields"));
            }
            let key = self.varint(end)?;
            match key & 7 {
                _ if key < 8 => return Err(self.damaged()),
                0 => {
                    self.varint(end)?;
                    self.version |= message == Message::Model && key >> 3 == 1;
                }
                1 => self.skip(8, end)?,
                2 => self.sized(message, key >> 3, end)?,
                5 => self.skip(4, end)?,
                _ => return Err(self.damaged()),
            }
        }
        Ok(())
    }

    /// A field that begins with its size.
    fn sized(&mut self, message: Message, field: u64, end: usize) -> Result<(), String> {
        let size = self.varint(end)?;
        let left = (end - self.at) as u64;
        if size > left {
            let at = self.at;
            let sentence =
                format!("is cut short or damaged: {size} bytes should follow byte {at}, {left} do");
            return Err(if self.version { sentence } else { NOT_ONNX.into() });
        }
        match content(message, field) {
            Content::Message(inner) => {
                self.graphs += u32::from(inner == Message::Graph);
                return self.message(inner, self.at + size as usize);
            }
            Content::Refused(what) => return Err(format!("has {what}")),
            Content::Values => {}
            Content::Other => self.other += size,
        }
        if self.other > MOST_OTHER_BYTES {
            return Err(format!("has more than {MOST_OTHER_BYTES} bytes that are not contents of tensors"));
        }
        self.skip(size as usize, end)
    }

    fn skip(&mut self, size: usize, end: usize) -> Result<(), String> {
        if size > end - self.at {
            return Err(self.damaged());
        }
        self.at += size;
        Ok(())
    }

    fn varint(&mut self, end: usize) -> Result<u64, String> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let Some(&byte) = self.bytes[..end].get(self.at) else { return Err(self.damaged()) };
            self.at += 1;
            value |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err(self.damaged())
    }

    fn damaged(&self) -> String {
        let at = self.at;
        if self.version { format!("is cut short or damaged at byte {at}") } else { NOT_ONNX.into() }
    }
}
