//! ONNX's messages (onnx.proto3), as far as a tree ensemble needs them. A field is searched for when it is needed.

use super::wire::{Message, Parts, Value, Wholes};
use crate::error::Fault;
use crate::words::one_line;
use crate::words::{quote, suggest};

/// A model: the program that wrote it, and its graph.
pub(super) struct ModelProto<'a> {
    pub producer: String,
    pub version: String,
    pub graph: Message<'a>,
}

/// A node of the graph.
pub(super) struct NodeProto<'a> {
    /// Its number in the graph.
    pub index: usize,
    pub op: String,
    /// Whether it is of the domain "ai.onnx.ml".
    pub ml: bool,
    /// Whether its domain is neither that one nor ONNX's own.
    pub foreign: bool,
    pub inputs: Vec<&'a [u8]>,
    pub outputs: Vec<&'a [u8]>,
    attributes: Vec<Attribute<'a>>,
}

/// An attribute of a node. Its list may be half of the file, so its name is read once.
#[derive(Clone, Copy)]
struct Attribute<'a> {
    name: &'a [u8],
    message: Message<'a>,
    /// Fields of its lists of numbers, whole numbers and texts: as many entries, where none of them stand together.
    fields: [usize; 3],
    /// Whether numbers stand together in some field.
    packed: bool,
}

/// The first of three fields of an attribute that are lists: single-precision numbers, then whole numbers, then texts.
const LISTS: usize = 7;

impl<'a> Attribute<'a> {
    fn read(message: Message<'a>) -> Result<Attribute<'a>, Fault> {
        let mut read = Attribute { name: &[], message, fields: [0; 3], packed: false };
        let mut fields = message.fields();
        loop {
            while let Some(number) = fields.whole(LISTS as u32 + 1) {
                number?;
                read.fields[1] += 1;
            }
            let Some(field) = fields.next() else { return Ok(read) };
            let (number, value) = field?;
            if let (1, Value::Bytes(name)) = (number, value) {
                read.name = name.bytes();
            }
            match (number as usize).checked_sub(LISTS).zip(Some(value)) {
                Some((0, Value::Fixed32(_))) => read.fields[0] += 1,
                Some((1, Value::Varint(_))) => read.fields[1] += 1,
                Some((2, Value::Bytes(_))) => read.fields[2] += 1,
                Some((0 | 1, Value::Bytes(_))) => read.packed = true,
                // An entry of another kind is nowhere read.
                _ => {}
            }
        }
    }
}

/// Types of tensors that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Single,
    Double,
    /// Whole numbers of 32 or 64 bits.
    Whole,
}

impl Element {
    pub fn of(code: i64) -> Option<Element> {
        match code {
            1 => Some(Element::Single),
            11 => Some(Element::Double),
            6 | 7 => Some(Element::Whole),
            _ => None,
        }
    }
}

impl<'a> ModelProto<'a> {
    pub fn read(bytes: &'a [u8]) -> Result<ModelProto<'a>, Fault> {
        let (mut producer, mut version, mut graph) = (String::new(), String::new(), None);
        for field in Message::file(bytes).fields() {
            match field? {
                (2, Value::Bytes(text)) => producer = one_line(&text.text()),
                (3, Value::Bytes(text)) => version = one_line(&text.text()),
                (7, Value::Bytes(message)) => graph = Some(message),
                _ => {}
            }
        }
        let right = "export the model again; this copy is damaged or cut off";
        let graph = graph.ok_or_else(|| Fault::new("", "the file has no graph", right))?;
        Ok(ModelProto { producer, version, graph })
    }
}

impl<'a> NodeProto<'a> {
    pub fn read(index: usize, message: Message<'a>) -> Result<NodeProto<'a>, Fault> {
        let mut node = NodeProto {
            index,
            op: String::new(),
            ml: false,
            foreign: false,
            inputs: Vec::new(),
            outputs: Vec::new(),
            attributes: Vec::new(),
        };
        for field in message.fields() {
            let (number, Value::Bytes(part)) = field? else { continue };
            match number {
                // An input that is left out has no name.
                1 if !part.bytes().is_empty() => node.inputs.push(part.bytes()),
                2 => node.outputs.push(part.bytes()),
                4 => node.op = one_line(&part.text()),
                5 => node.attributes.push(Attribute::read(part)?),
                7 => {
                    node.ml = part.bytes() == b"ai.onnx.ml";
                    node.foreign = !node.ml && ![&b""[..], b"ai.onnx"].contains(&part.bytes());
                }
                _ => {}
            }
        }
        if node.op.is_empty() {
            let right = "export the model again; this copy is damaged";
            return Err(Fault::new(format!("/graph/node/{index}"), "the node has no operator", right));
        }
        Ok(node)
    }

    /// Refuses attributes that the operator does not have.
    pub fn known(&self, known: &[&str]) -> Result<(), Fault> {
        for attribute in &self.attributes {
            let name = String::from_utf8_lossy(attribute.name);
            if !known.contains(&&*name) {
                let what = format!("the attribute {} is not one of the operator's", quote(&one_line(&name)));
                return Err(self.fault("", what, suggest(&name, known.iter().copied())));
            }
        }
        Ok(())
    }

    /// The node's place, for errors.
    pub fn at(&self, field: &str) -> String {
        let slash = if field.is_empty() { "" } else { "/" };
        format!("/graph/node/{} ({}){slash}{field}", self.index, self.op)
    }

    pub fn fault(&self, field: &str, what: impl Into<String>, right: impl Into<String>) -> Fault {
        Fault::new(self.at(field), what, right)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute<'a>> {
        self.attributes.iter().find(|attribute| attribute.name == name.as_bytes())
    }

    /// An attribute's message; one without fields where it is absent.
    fn message(&self, name: &str) -> Message<'a> {
        self.attribute(name).map_or(Message::file(&[]), |attribute| attribute.message)
    }

    /// The whole numbers of a list, one after the other; none where the attribute is absent.
    pub fn wholes(&self, name: &str) -> Wholes<'a> {
        self.message(name).wholes(LISTS as u32 + 1)
    }

    /// How many whole numbers a list has.
    pub fn count(&self, name: &str) -> Result<usize, Fault> {
        match self.attribute(name) {
            None => Ok(0),
            Some(Attribute { fields: [_, count, _], packed: false, .. }) => Ok(*count),
            Some(_) => self.wholes(name).try_fold(0, |count, number| number.map(|_| count + 1)),
        }
    }

    /// The texts of a list, one after the other; none where the attribute is absent.
    pub fn texts(&self, name: &str) -> Parts<'a> {
        self.message(name).parts(LISTS as u32 + 2)
    }

    /// How many texts a list has.
    pub fn count_texts(&self, name: &str) -> usize {
        self.attribute(name).map_or(0, |attribute| attribute.fields[2])
    }

    /// A list of numbers, from the attribute or from the tensor of its name with "_as_tensor".
    pub fn numbers(&self, name: &str) -> Result<Vec<f64>, Fault> {
        if let Some(tensor) = self.tensor(&format!("{name}_as_tensor"))? {
            return self.tensor_numbers(&tensor, name);
        }
        self.attribute(name).map_or(Ok(Vec::new()), |a| a.message.singles(LISTS as u32, a.fields[0]))
    }

    /// The numbers of a tensor attribute; `None` where it is absent.
    pub fn tensor_list(&self, name: &str) -> Result<Option<Vec<f64>>, Fault> {
        self.tensor(name)?.map(|t| self.tensor_numbers(&t, name)).transpose()
    }

    fn tensor_numbers(&self, tensor: &Tensor, name: &str) -> Result<Vec<f64>, Fault> {
        tensor.numbers()?.ok_or_else(|| {
            let right = "float, double or whole numbers that stand in the file are needed";
            self.fault(name, "the tensor's numbers cannot be read", right)
        })
    }

    pub fn tensor(&self, name: &str) -> Result<Option<Tensor<'a>>, Fault> {
        Ok(self.message(name).bytes_of(5)?.map(Tensor))
    }

    /// A text; `None` where the attribute is absent.
    pub fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        Ok(self.message(name).bytes_of(4)?.map(|t| one_line(&t.text())))
    }

    /// A single-precision number; `None` where the attribute is absent.
    pub fn single(&self, name: &str) -> Result<Option<f64>, Fault> {
        Ok(self.message(name).singles(2, 0)?.pop())
    }

    /// A whole number; `None` where the attribute is absent.
    pub fn whole(&self, name: &str) -> Result<Option<i64>, Fault> {
        self.message(name).whole_of(3)
    }
}

/// A tensor of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tensor<'a>(pub Message<'a>);

impl Tensor<'_> {
    /// The numbers of a tensor. `None` for other element types, and for numbers stored in another file.
    pub fn numbers(&self) -> Result<Option<Vec<f64>>, Fault> {
        if self.0.whole_of(14)?.is_some_and(|location| location != 0) {
            return Ok(None);
        }
        let raw = self.0.bytes_of(9)?;
        Ok(Some(match (self.0.whole_of(2)?.unwrap_or(0), raw) {
            (1, Some(raw)) => raw.chunks()?.map(|b| f64::from(f32::from_le_bytes(b))).collect(),
            (1, None) => self.0.singles(4, 0)?,
            (11, Some(raw)) => raw.chunks()?.map(f64::from_le_bytes).collect(),
            (11, None) => self.0.doubles(10)?,
            (7, Some(raw)) => raw.chunks()?.map(|b| i64::from_le_bytes(b) as f64).collect(),
            (7, None) => self.0.wholes(7).map(|v| v.map(|v| v as f64)).collect::<Result<_, _>>()?,
            (6, Some(raw)) => raw.chunks()?.map(|b| f64::from(i32::from_le_bytes(b))).collect(),
            (2, Some(raw)) => raw.bytes().iter().map(|b| f64::from(*b)).collect(),
            (2 | 6, None) => self.0.wholes(5).map(|v| v.map(|v| v as f64)).collect::<Result<_, _>>()?,
            _ => return Ok(None),
        }))
    }

    /// Its dimensions.
    pub fn dims(&self) -> Result<Vec<usize>, Fault> {
        self.0.wholes(1).map(|d| Ok(usize::try_from(d?).unwrap_or(0))).collect()
    }

    /// Its texts, where it holds texts.
    pub fn texts(&self) -> Result<Option<Vec<String>>, Fault> {
        if self.0.whole_of(2)? != Some(8) {
            return Ok(None);
        }
        Ok(Some(self.0.all(6)?.into_iter().map(Message::text).collect()))
    }
}

/// An input of the graph.
pub(super) struct Input<'a> {
    pub name: &'a [u8],
    /// The code of its elements' type.
    pub element: i64,
    /// The width, where the file states it: the second dimension, or 1 where there is none.
    pub width: Option<i64>,
}

impl<'a> Input<'a> {
    pub fn read(message: Message<'a>) -> Result<Input<'a>, Fault> {
        let name = message.bytes_of(1)?.map_or(&b""[..], Message::bytes);
        let tensor = message.bytes_of(2)?.map(|t| t.bytes_of(1)).transpose()?.flatten();
        let mut input = Input { name, element: 0, width: None };
        if let Some(tensor) = tensor {
            input.element = tensor.whole_of(1)?.unwrap_or(0);
            if let Some(shape) = tensor.bytes_of(2)? {
                let dims = shape.all(1)?;
                input.width = match dims.get(1) {
                    Some(dim) => dim.whole_of(1)?,
                    None => Some(1),
                };
            }
        }
        Ok(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A damaged list: one of its entries has another kind. It was counted, and the reader of its nodes ran out of them.
    #[test]
    fn entries_of_another_kind_are_not_counted() {
        let field = |number: u8, kind: u8| number << 3 | kind;
        let list = |name: &str, entries: &[u8]| {
            let attribute = [&[field(1, 2), name.len() as u8], name.as_bytes(), entries].concat();
            [&[field(5, 2), attribute.len() as u8], &attribute[..]].concat()
        };
        let texts = [field(9, 2), 1, b'a', field(9, 0), 7, field(9, 2), 1, b'b'];
        let wholes = [field(8, 0), 3, field(8, 5), 0, 0, 0, 0, field(8, 0), 4];
        let bytes = [vec![field(4, 2), 1, b'T'], list("texts", &texts), list("wholes", &wholes)].concat();
        let node = NodeProto::read(0, Message::file(&bytes)).unwrap();
        assert_eq!((node.count_texts("texts"), node.texts("texts").count()), (2, 2));
        assert_eq!((node.count("wholes").unwrap(), node.wholes("wholes").count()), (2, 2));
    }
}
