//! The walk over a GGUF file's header. Every length in it is taken for a lie until it fits into what is left of
//! the file, because the library that runs the model allocates whatever a length says.

use std::{
    collections::BTreeMap,
    io::{BufReader, Read, Seek, SeekFrom},
};

use super::kinds::{Kind, name_of};
use crate::text::sanitize::sanitize_line;

/// The header of no model is longer; a vocabulary has a few megabytes.
const LONGEST_HEADER: u64 = 256 << 20;
/// No model has more values in all the lists of its header: the library makes 32 bytes of each.
const MOST_VALUES: u64 = 8 << 20;
/// No model has more pieces of metadata, or more tensors.
const MOST_ENTRIES: u64 = 1 << 16;
/// No list is nested deeper.
const DEEPEST: u32 = 4;
/// No name of a tensor or key is longer.
const LONGEST_NAME: u64 = 1 << 10;
/// The most bytes of a text that are kept.
const LONGEST_TEXT: u64 = 1 << 16;
/// The key of the number of parts that a model is in.
pub(super) const SPLIT_COUNT: &str = "split.count";
/// The alignment of tensors where the file does not state any.
const ALIGNMENT: u64 = 32;

/// The reason a walk does not come to its end.
#[derive(Debug)]
pub(super) enum Wrong {
    /// The first four bytes are others.
    NotGguf(Vec<u8>),
    /// A version that is not read.
    Version(String),
    /// The file ends before the header does, or before the last tensor does.
    CutOff(Option<u64>),
    /// Something contradicts itself.
    Damaged(String),
    /// A tensor is kept in a way that is not run.
    TensorType { tensor: String, kind: String },
    /// The file cannot be read.
    Unreadable(std::io::Error),
}

impl From<std::io::Error> for Wrong {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            Self::CutOff(None)
        } else {
            Self::Unreadable(error)
        }
    }
}

/// A piece of metadata, as far as anybody here asks for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// A whole number that is not negative.
    Number(u64),
    /// A text, made fit to be shown.
    Text(String),
    /// A list of that many values.
    List(u64),
    /// A value that nobody here asks for.
    Other,
}

/// A tensor, as the header describes it.
#[derive(Debug, Clone)]
pub(crate) struct Tensor {
    /// The name of the tensor, byte for byte.
    pub name: Vec<u8>,
    /// The dimensions of the tensor, as they stand in the file.
    pub dimensions: Vec<u64>,
    /// The kind that the tensor is kept as.
    pub kind: Kind,
    /// The position of the tensor, from the beginning of the file.
    pub at: u64,
    /// The number of bytes in the tensor.
    pub bytes: u64,
    /// The number of numbers in the tensor.
    pub numbers: u64,
}

/// The metadata, the last of each key.
pub(super) type Metadata = BTreeMap<String, Value>;

/// The contents of a header. Where it puts the tensors is not believed yet.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) metadata: Metadata,
    metadata_end: u64,
    end: u64,
    alignment: u64,
    split_count: Option<(u64, usize)>,
    tensors: Vec<RawTensor>,
    file_bytes: u64,
}

/// The layout of a file.
#[derive(Debug)]
pub(crate) struct Layout {
    /// The position where the metadata ends and the list of the tensors begins.
    pub metadata_end: u64,
    /// The alignment of tensors.
    pub alignment: u64,
    /// The place of the number of parts that the model is in, and its bytes, where the file states one.
    pub split_count: Option<(u64, usize)>,
    /// The tensors in the order of the list.
    pub tensors: Vec<Tensor>,
}

/// Walks over the header of a file of `length` bytes.
pub(super) fn walk(source: impl Read + Seek, length: u64) -> Result<Header, Wrong> {
    Walk {
        source: BufReader::with_capacity(1 << 16, source),
        at: 0,
        length,
        values: 0,
    }
    .header()
}

struct Walk<R> {
    source: BufReader<R>,
    at: u64,
    length: u64,
    /// The number of values of lists so far.
    values: u64,
}

fn damaged<T>(why: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::Damaged(why.into()))
}

impl<R: Read + Seek> Walk<R> {
    fn header(mut self) -> Result<Header, Wrong> {
        self.magic()?;
        let tensors = self.u64()?;
        let entries = self.u64()?;
        for (count, what, least) in [(tensors, "tensors", 24), (entries, "entries", 13)] {
            if count > MOST_ENTRIES {
                return damaged(format!("its header speaks of {count} {what}"));
            }
            self.fits(count, least)?;
        }
        let mut metadata = BTreeMap::new();
        let mut split_count = None;
        for _ in 0..entries {
            let key = self.name("a key")?;
            let kind = self.u32()?;
            let from = self.at;
            let value = self.value(kind, 0)?;
            if key == SPLIT_COUNT.as_bytes()
                && let Value::Number(_) = value
            {
                split_count = Some((from, (self.at - from) as usize));
            }
            metadata.insert(String::from_utf8_lossy(&key).into_owned(), value);
        }
        let alignment = match metadata.get("general.alignment") {
            None => ALIGNMENT,
            Some(Value::Number(n)) if n.is_power_of_two() && (8..=65_536).contains(n) => *n,
            Some(_) => return damaged("its alignment is no power of two from 8 to 65536"),
        };
        let metadata_end = self.at;
        let mut raw = Vec::new();
        for _ in 0..tensors {
            raw.push(self.tensor()?);
        }
        Ok(Header {
            metadata,
            metadata_end,
            end: self.at,
            alignment,
            split_count,
            tensors: raw,
            file_bytes: self.length,
        })
    }

    fn magic(&mut self) -> Result<(), Wrong> {
        let mut head = Vec::new();
        let most = super::looks::HEAD as u64;
        self.source.by_ref().take(most).read_to_end(&mut head)?;
        if !head.starts_with(b"GGUF") {
            return Err(Wrong::NotGguf(head));
        }
        self.source.seek(SeekFrom::Start(4))?;
        self.at = 4;
        match self.u32()? {
            2 | 3 => Ok(()),
            1 => Err(Wrong::Version(
                "it is of version 1, which is too old".to_owned(),
            )),
            other if matches!(other.swap_bytes(), 1..=3) => Err(Wrong::Version(
                "it is for machines with the other order of bytes".to_owned(),
            )),
            other => Err(Wrong::Version(format!("it is of version {other}"))),
        }
    }

    fn left(&self) -> u64 {
        self.length.saturating_sub(self.at)
    }

    /// Whether so many things of at least so many bytes each can still come.
    fn fits(&self, count: u64, least: u64) -> Result<(), Wrong> {
        match count.checked_mul(least) {
            Some(bytes) if bytes <= self.left() => Ok(()),
            _ => Err(Wrong::CutOff(None)),
        }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Wrong> {
        let mut bytes = [0; N];
        self.source.read_exact(&mut bytes)?;
        self.at += N as u64;
        if self.at > LONGEST_HEADER {
            return damaged("its header is longer than that of any model");
        }
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, Wrong> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Wrong> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn skip(&mut self, bytes: u64) -> Result<(), Wrong> {
        self.fits(bytes, 1)?;
        self.at += bytes;
        if self.at > LONGEST_HEADER {
            return damaged("its header is longer than that of any model");
        }
        match i64::try_from(bytes) {
            Ok(bytes) => Ok(self.source.seek_relative(bytes)?),
            Err(_) => Err(Wrong::CutOff(None)),
        }
    }

    /// The beginning of a text; the rest of it is skipped.
    fn text(&mut self, keep: u64) -> Result<Vec<u8>, Wrong> {
        let length = self.u64()?;
        self.fits(length, 1)?;
        let kept = length.min(keep);
        let mut text = Vec::new();
        self.source.by_ref().take(kept).read_to_end(&mut text)?;
        if text.len() as u64 != kept {
            return Err(Wrong::CutOff(None));
        }
        self.at += kept;
        self.skip(length - kept)?;
        Ok(text)
    }

    fn name(&mut self, what: &str) -> Result<Vec<u8>, Wrong> {
        let name = self.text(LONGEST_NAME + 1)?;
        if name.len() as u64 > LONGEST_NAME {
            return damaged(format!("{what} in it has an endless name"));
        }
        Ok(name)
    }

    fn value(&mut self, kind: u32, depth: u32) -> Result<Value, Wrong> {
        let number = |n: i64| u64::try_from(n).map_or(Value::Other, Value::Number);
        Ok(match kind {
            0 => Value::Number(u8::from_le_bytes(self.bytes()?).into()),
            1 => number(i8::from_le_bytes(self.bytes()?).into()),
            2 => Value::Number(u16::from_le_bytes(self.bytes()?).into()),
            3 => number(i16::from_le_bytes(self.bytes()?).into()),
            4 => Value::Number(self.u32()?.into()),
            5 => number(i32::from_le_bytes(self.bytes()?).into()),
            7 => match self.bytes()? {
                [0 | 1] => Value::Other,
                [other] => return damaged(format!("a yes or no in it is {other}")),
            },
            8 => {
                let text = self.text(LONGEST_TEXT)?;
                Value::Text(sanitize_line(&String::from_utf8_lossy(&text)))
            }
            9 => Value::List(self.list(depth)?),
            10 => Value::Number(self.u64()?),
            11 => number(i64::from_le_bytes(self.bytes()?)),
            other => match size_of(other) {
                Some(size) => {
                    self.skip(size)?;
                    Value::Other
                }
                None => return damaged(format!("a value in it is of the unknown type {other}")),
            },
        })
    }

    /// Skips a list and counts it.
    fn list(&mut self, depth: u32) -> Result<u64, Wrong> {
        if depth >= DEEPEST {
            return damaged("lists in it are nested without end");
        }
        let kind = self.u32()?;
        let count = self.u64()?;
        self.values = self.values.saturating_add(count);
        let least = match kind {
            8 => 8,
            9 => 12,
            other => match size_of(other) {
                Some(size) => size,
                None => return damaged(format!("a list in it is of the unknown type {other}")),
            },
        };
        self.fits(count, least)?;
        if self.values > MOST_VALUES {
            return damaged(format!("its header speaks of {} values", self.values));
        }
        match kind {
            8 => {
                for _ in 0..count {
                    let length = self.u64()?;
                    self.skip(length)?;
                }
            }
            9 => {
                for _ in 0..count {
                    self.list(depth + 1)?;
                }
            }
            _ => self.skip(count.saturating_mul(least))?,
        }
        Ok(count)
    }

    fn tensor(&mut self) -> Result<RawTensor, Wrong> {
        let name = self.name("a tensor")?;
        let count = self.u32()?;
        if count > 4 {
            return damaged(format!("a tensor in it has {count} dimensions"));
        }
        let mut dimensions = Vec::new();
        for _ in 0..count {
            dimensions.push(self.u64()?);
        }
        Ok(RawTensor {
            name,
            dimensions,
            kind: self.u32()?,
            offset: self.u64()?,
        })
    }
}

/// The size of a value whose size does not depend on it.
fn size_of(kind: u32) -> Option<u64> {
    match kind {
        0 | 1 | 7 => Some(1),
        2 | 3 => Some(2),
        4..=6 => Some(4),
        10..=12 => Some(8),
        _ => None,
    }
}

#[derive(Debug)]
struct RawTensor {
    name: Vec<u8>,
    dimensions: Vec<u64>,
    kind: u32,
    offset: u64,
}

impl Header {
    /// The tensors with their places, all of which lie in the file.
    pub(super) fn placed(self) -> Result<Layout, Wrong> {
        let start = self.end.next_multiple_of(self.alignment);
        let mut end = start;
        let mut tensors = Vec::new();
        for raw in self.tensors {
            let tensor = raw.placed(start, self.alignment)?;
            end = end.max(tensor.at.saturating_add(tensor.bytes));
            tensors.push(tensor);
        }
        if end > self.file_bytes && !tensors.is_empty() {
            return Err(Wrong::CutOff(Some(end - self.file_bytes)));
        }
        Ok(Layout {
            metadata_end: self.metadata_end,
            alignment: self.alignment,
            split_count: self.split_count,
            tensors,
        })
    }
}

impl RawTensor {
    fn placed(self, start: u64, alignment: u64) -> Result<Tensor, Wrong> {
        let shown = sanitize_line(&String::from_utf8_lossy(&self.name));
        let Some(kind) = Kind::of(self.kind) else {
            return Err(Wrong::TensorType {
                tensor: shown,
                kind: name_of(self.kind),
            });
        };
        let numbers = self
            .dimensions
            .iter()
            .try_fold(1_u64, |product, size| product.checked_mul(*size));
        let row = self.dimensions.first().copied().unwrap_or(1);
        let size = numbers
            .filter(|numbers| *numbers > 0 && row.is_multiple_of(kind.block))
            .and_then(|numbers| Some((numbers, kind.size(numbers)?)));
        let Some((numbers, bytes)) = size else {
            return damaged(format!("its tensor `{shown}` has no possible size"));
        };
        let at = start
            .checked_add(self.offset)
            .filter(|at| at.checked_add(bytes).is_some() && self.offset.is_multiple_of(alignment));
        let Some(at) = at else {
            return damaged(format!("its tensor `{shown}` has no possible place"));
        };
        Ok(Tensor {
            name: self.name,
            dimensions: self.dimensions,
            kind,
            at,
            bytes,
            numbers,
        })
    }
}
