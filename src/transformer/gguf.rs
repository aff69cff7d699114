//! The header of a GGUF file. Every length in it is taken for a lie until it fits into what is left of the file, and lists
//! that nobody asks for are walked over, so that no header is much larger in memory than it is in the file.

use std::{
    collections::HashMap,
    io::{Read, Seek, SeekFrom},
};

use crate::WeightKind;

/// The header of no model is longer; a vocabulary has a few megabytes.
const LONGEST: u64 = 256 << 20;
/// No list is nested deeper.
const DEEPEST: u32 = 4;
/// No tensor has more dimensions.
const MOST_DIMENSIONS: u32 = 8;
/// The alignment of tensors where the file does not state any.
const ALIGNMENT: u64 = 32;
/// The first bytes of every such file.
const MAGIC: [u8; 4] = *b"GGUF";

/// A piece of metadata.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number that is not negative.
    Count(u64),
    /// A number with a fraction.
    Number(f64),
    /// A yes or no.
    Flag(bool),
    /// A text.
    Text(String),
    /// A list of texts.
    Texts(Vec<String>),
    /// A list of whole numbers of 32 bits.
    Wholes(Vec<i64>),
    /// A list of numbers with fractions, of 32 bits.
    Numbers(Vec<f32>),
    /// What nobody asks for.
    Other,
}

/// A tensor as the header describes it. Whether it is in the file is not known yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TensorInfo {
    /// The sizes, of which the last is that of what lies together.
    pub(crate) dims: Vec<usize>,
    pub(crate) kind: WeightKind,
    /// The position from the beginning of the file.
    pub(crate) at: u64,
    /// The bytes, which are whole blocks.
    pub(crate) bytes: usize,
}

/// What a header says.
#[derive(Debug)]
pub(crate) struct Contents {
    pub(crate) metadata: HashMap<String, Value>,
    pub(crate) tensors: HashMap<String, TensorInfo>,
}

/// Reads the header of a file of `length` bytes; or says what is wrong with it.
pub(crate) fn read(source: impl Read + Seek, length: u64) -> Result<Contents, String> {
    let mut source = Source {
        inner: source,
        at: 0,
        end: length.min(LONGEST),
    };
    if source.array()? != MAGIC {
        return Err("it is no GGUF file".to_owned());
    }
    let version = source.u32()?;
    if !matches!(version, 2 | 3) {
        return Err(format!("it is of version {version}, and 2 and 3 are read"));
    }
    let (tensors, entries) = (source.u64()?, source.u64()?);
    source.fits(tensors, 24)?;
    source.fits(entries, 13)?;
    let mut metadata = HashMap::new();
    for _ in 0..entries {
        let key = source.text()?;
        let kind = source.u32()?;
        let value = source.value(kind, 0)?;
        metadata.insert(key, value);
    }
    let alignment = match metadata.get("general.alignment") {
        None => ALIGNMENT,
        Some(Value::Count(count)) if count.is_power_of_two() => *count,
        Some(_) => return Err("its alignment is no power of two".to_owned()),
    };
    let mut infos = HashMap::new();
    for _ in 0..tensors {
        let name = source.text()?;
        let info = source.tensor(&name)?;
        infos.insert(name, info);
    }
    let too_far = || "its tensors are beyond every file".to_owned();
    let start = source.at.checked_next_multiple_of(alignment);
    let start = start.ok_or_else(too_far)?;
    for info in infos.values_mut() {
        info.at = info.at.checked_add(start).ok_or_else(too_far)?;
    }
    Ok(Contents {
        metadata,
        tensors: infos,
    })
}

struct Source<R> {
    inner: R,
    at: u64,
    end: u64,
}

impl<R: Read + Seek> Source<R> {
    /// Sees to it that so many things of at least so many bytes can follow.
    fn fits(&self, count: u64, least: u64) -> Result<(), String> {
        let bytes = count.checked_mul(least);
        let left = self.end.saturating_sub(self.at);
        if bytes.is_none_or(|bytes| bytes > left) {
            return Err("its header is longer than the file, or than any header".to_owned());
        }
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        self.fits(1, N as u64)?;
        let mut bytes = [0; N];
        let read = self.inner.read_exact(&mut bytes);
        read.map_err(|error| error.to_string())?;
        self.at += N as u64;
        Ok(bytes)
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, String> {
        self.array().map(u64::from_le_bytes)
    }

    fn bytes(&mut self, count: u64) -> Result<Vec<u8>, String> {
        self.fits(count, 1)?;
        let mut bytes = vec![0; count as usize];
        let read = self.inner.read_exact(&mut bytes);
        read.map_err(|error| error.to_string())?;
        self.at += count;
        Ok(bytes)
    }

    fn skip(&mut self, count: u64) -> Result<(), String> {
        self.fits(count, 1)?;
        self.at += count;
        let sought = self.inner.seek(SeekFrom::Start(self.at));
        sought.map(drop).map_err(|error| error.to_string())
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.u64()?;
        let mut bytes = self.bytes(length)?;
        // Some files end texts as C does, though the format does not ask for it.
        while bytes.pop_if(|byte| *byte == 0).is_some() {}
        Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// A value of the kind of that number.
    fn value(&mut self, kind: u32, depth: u32) -> Result<Value, String> {
        let whole = |number: i64| u64::try_from(number).map_or(Value::Other, Value::Count);
        Ok(match kind {
            0 => Value::Count(u8::from_le_bytes(self.array()?).into()),
            1 => whole(i8::from_le_bytes(self.array()?).into()),
            2 => Value::Count(u16::from_le_bytes(self.array()?).into()),
            3 => whole(i16::from_le_bytes(self.array()?).into()),
            4 => Value::Count(self.u32()?.into()),
            5 => whole(i32::from_le_bytes(self.array()?).into()),
            6 => Value::Number(f32::from_le_bytes(self.array()?).into()),
            7 => Value::Flag(self.array()? != [0]),
            8 => Value::Text(self.text()?),
            9 => self.list(depth)?,
            10 => Value::Count(self.u64()?),
            11 => whole(i64::from_le_bytes(self.array()?)),
            12 => Value::Number(f64::from_le_bytes(self.array()?)),
            _ => return Err(format!("its header has a value of the unknown kind {kind}")),
        })
    }

    fn list(&mut self, depth: u32) -> Result<Value, String> {
        if depth >= DEEPEST {
            return Err("its header has lists in lists in lists".to_owned());
        }
        let (kind, count) = (self.u32()?, self.u64()?);
        let least = match kind {
            0 | 1 | 7 => 1,
            2 | 3 => 2,
            4..=6 => 4,
            9 => 12,
            _ => 8,
        };
        self.fits(count, least)?;
        Ok(match kind {
            4 | 5 => {
                let bytes = self.bytes(count * least)?;
                let (fours, _) = bytes.as_chunks::<4>();
                let whole = |four: &[u8; 4]| match kind {
                    4 => u32::from_le_bytes(*four).into(),
                    _ => i32::from_le_bytes(*four).into(),
                };
                Value::Wholes(fours.iter().map(whole).collect())
            }
            6 => {
                let bytes = self.bytes(count * least)?;
                let (fours, _) = bytes.as_chunks::<4>();
                let number = |four: &[u8; 4]| f32::from_le_bytes(*four);
                Value::Numbers(fours.iter().map(number).collect())
            }
            8 => Value::Texts((0..count).map(|_| self.text()).collect::<Result<_, _>>()?),
            9 => {
                for _ in 0..count {
                    self.list(depth + 1)?;
                }
                Value::Other
            }
            0..=3 | 7 | 10..=12 => {
                self.skip(count * least)?;
                Value::Other
            }
            _ => return Err(format!("its header has a list of the unknown kind {kind}")),
        })
    }

    fn tensor(&mut self, name: &str) -> Result<TensorInfo, String> {
        let count = self.u32()?;
        if count > MOST_DIMENSIONS {
            return Err(format!("\"{name}\" has {count} dimensions"));
        }
        let mut dims = Vec::new();
        for _ in 0..count {
            let size = usize::try_from(self.u64()?);
            dims.push(size.map_err(|_| format!("\"{name}\" is too large"))?);
        }
        dims.reverse();
        let number = self.u32()?;
        let kind = WeightKind::of(number);
        let kind =
            kind.ok_or_else(|| format!("\"{name}\" is of type {number}, which is not run"))?;
        let numbers = dims
            .iter()
            .try_fold(1_usize, |all, size| all.checked_mul(*size));
        let numbers = numbers.filter(|numbers| numbers.is_multiple_of(kind.block()));
        let bytes = numbers.and_then(|numbers| (numbers / kind.block()).checked_mul(kind.bytes()));
        let bytes = bytes.ok_or_else(|| format!("\"{name}\" does not consist of whole blocks"))?;
        Ok(TensorInfo {
            dims,
            kind,
            at: self.u64()?,
            bytes,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn text(text: &str) -> Vec<u8> {
        [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat()
    }

    /// A file with this metadata and one tensor of 64 weights.
    fn file(metadata: &[(&str, u32, Vec<u8>)], kind: u32) -> Vec<u8> {
        let mut bytes = [&MAGIC[..], &3_u32.to_le_bytes(), &1_u64.to_le_bytes()].concat();
        bytes.extend((metadata.len() as u64).to_le_bytes());
        for (key, kind, value) in metadata {
            bytes.extend([text(key), kind.to_le_bytes().to_vec(), value.clone()].concat());
        }
        bytes.extend(text("w"));
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend([32_u64, 2].map(u64::to_le_bytes).concat());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(64_u64.to_le_bytes());
        bytes
    }

    fn list(kind: u32, count: u64, rest: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &count.to_le_bytes(), rest].concat()
    }

    fn parse(bytes: &[u8]) -> Result<Contents, String> {
        read(Cursor::new(bytes), bytes.len() as u64)
    }

    #[test]
    fn every_kind_of_value_is_read_or_walked_over() {
        let ones = [1_u32.to_le_bytes(), (-1_i32).to_le_bytes()].concat();
        let nested = [list(7, 2, &[1, 0]), list(0, 1, &[9])].concat();
        let bytes = file(
            &[
                ("byte", 0, vec![7]),
                ("less", 5, (-3_i32).to_le_bytes().to_vec()),
                ("half", 6, 0.5_f32.to_le_bytes().to_vec()),
                ("yes", 7, vec![1]),
                ("text", 8, text("a\0")),
                ("great", 10, u64::MAX.to_le_bytes().to_vec()),
                ("texts", 9, list(8, 2, &[text("x"), text("y")].concat())),
                ("wholes", 9, list(5, 2, &ones)),
                ("numbers", 9, list(6, 1, &2.5_f32.to_le_bytes())),
                ("nested", 9, list(9, 2, &nested)),
                ("wide", 9, list(12, 1, &[0; 8])),
                ("general.alignment", 4, 64_u32.to_le_bytes().to_vec()),
            ],
            2,
        );
        let read = parse(&bytes).unwrap();
        let is = |key: &str, value: Value| assert_eq!(read.metadata[key], value, "{key}");
        is("byte", Value::Count(7));
        is("less", Value::Other);
        is("half", Value::Number(0.5));
        is("yes", Value::Flag(true));
        is("text", Value::Text("a".to_owned()));
        is("great", Value::Count(u64::MAX));
        is("texts", Value::Texts(vec!["x".to_owned(), "y".to_owned()]));
        is("wholes", Value::Wholes(vec![1, -1]));
        is("numbers", Value::Numbers(vec![2.5]));
        is("nested", Value::Other);
        is("wide", Value::Other);
        let start = (bytes.len() as u64).next_multiple_of(64);
        let expected = TensorInfo {
            dims: vec![2, 32],
            kind: WeightKind::Q4_0,
            at: start + 64,
            bytes: 36,
        };
        assert_eq!(read.tensors["w"], expected);
    }

    #[test]
    fn lengths_that_lie_and_kinds_that_are_not_known_are_refused() {
        type Case<'a> = (&'a str, &'a [(&'a str, u32, Vec<u8>)], u32);
        let great = u64::MAX.to_le_bytes();
        let deep = (0..6).fold(list(0, 0, &[]), |inner, _| list(9, 1, &inner));
        let table: &[Case<'_>] = &[
            ("longer", &[("a", 8, great.to_vec())], 0),
            ("longer", &[("a", 9, list(8, u64::MAX, &[]))], 0),
            ("longer", &[("a", 9, list(4, 1 << 62, &[]))], 0),
            ("longer", &[("a", 9, list(12, 1 << 61, &[]))], 0),
            ("in lists", &[("a", 9, deep)], 0),
            ("unknown kind 13", &[("a", 13, vec![])], 0),
            ("unknown kind 13", &[("a", 9, list(13, 0, &[]))], 0),
            ("alignment", &[("general.alignment", 4, vec![0; 4])], 0),
            ("type 16", &[], 16),
            ("whole blocks", &[], 12),
        ];
        for (said, metadata, kind) in table {
            let error = parse(&file(metadata, *kind)).unwrap_err();
            assert!(error.contains(said), "{said}: {error}");
        }
        let good = file(&[("a", 0, vec![1])], 0);
        for end in 0..good.len() {
            assert!(parse(&good[..end]).is_err(), "{end}");
        }
        for (at, byte, said) in [(0, b'X', "no GGUF"), (4, 1, "version 1")] {
            let mut wrong = good.clone();
            wrong[at] = byte;
            assert!(parse(&wrong).unwrap_err().contains(said));
        }
    }
}
