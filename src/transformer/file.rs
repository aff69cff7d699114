//! A GGUF file, open for reading: what its header says, and the bytes of its tensors. (The format:
//! "GGUF", in the documentation of ggml.) That the header is sound has been checked when the file was taken in;
//! that it still is, is checked again when it is opened.

use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Mutex,
};

use crate::{
    Error, WeightKind,
    blocks::numbers,
    gguf::{self, Contents, Value},
};

/// A GGUF file that is open.
pub struct GgufFile {
    path: PathBuf,
    header: Contents,
    file: Mutex<File>,
}

/// A tensor's bytes.
pub(crate) struct Raw {
    pub(crate) kind: WeightKind,
    pub(crate) dims: Vec<usize>,
    pub(crate) bytes: Vec<u8>,
}

impl GgufFile {
    /// Reads the header.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| Error::Unreadable {
            path: path.to_owned(),
            detail: error.to_string(),
        };
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let header =
            gguf::read(BufReader::new(&file), length).map_err(|detail| Error::Damaged {
                path: path.to_owned(),
                detail,
            })?;
        Ok(Self {
            path: path.to_owned(),
            header,
            file: Mutex::new(file),
        })
    }

    /// A piece of metadata.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.header.metadata.get(key)
    }

    /// All metadata, in no order.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, &Value)> {
        let all = self.header.metadata.iter();
        all.map(|(key, value)| (key.as_str(), value))
    }

    /// An error about this file.
    pub fn damaged(&self, detail: impl Into<String>) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            detail: detail.into(),
        }
    }

    /// A word of the header.
    pub fn text(&self, key: &str) -> Option<&str> {
        if let Value::Text(text) = self.value(key)? {
            Some(text)
        } else {
            None
        }
    }

    /// A count of the header.
    pub fn count(&self, key: &str) -> Option<usize> {
        if let Value::Count(count) = *self.value(key)? {
            usize::try_from(count).ok()
        } else {
            None
        }
    }

    /// A count that must be there and not be nothing.
    pub(crate) fn needed(&self, key: &str) -> Result<usize, Error> {
        self.count(key)
            .filter(|&count| count > 0)
            .ok_or_else(|| self.damaged(format!("its header has no usable \"{key}\"")))
    }

    /// A number of the header.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        if let Value::Number(number) = *self.value(key)? {
            Some(number)
        } else {
            None
        }
    }

    /// A yes or no of the header.
    pub fn flag(&self, key: &str) -> Option<bool> {
        if let Value::Flag(flag) = *self.value(key)? {
            Some(flag)
        } else {
            None
        }
    }

    /// The shape of a tensor, if there is one of that name.
    pub(crate) fn dims(&self, name: &str) -> Option<&[usize]> {
        self.header
            .tensors
            .get(name)
            .map(|info| info.dims.as_slice())
    }

    /// Numbers of known length.
    pub(crate) fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>, Error> {
        let raw = self.shaped(name, &[length])?;
        Ok(numbers(raw.kind, &raw.bytes))
    }

    /// Numbers of known length, where the file has them.
    pub(crate) fn optional_vector(
        &self,
        name: &str,
        length: usize,
    ) -> Result<Option<Vec<f32>>, Error> {
        let there = self.dims(name).map(|_| self.vector(name, length));
        there.transpose()
    }

    /// A tensor of known shape, which must be there.
    pub(crate) fn shaped(&self, name: &str, dims: &[usize]) -> Result<Raw, Error> {
        let raw = self
            .raw(name)?
            .ok_or_else(|| self.damaged(format!("it has no \"{name}\"")))?;
        if raw.dims != dims {
            return Err(self.damaged(format!(
                "\"{name}\" is {:?} where {dims:?} is expected",
                raw.dims
            )));
        }
        Ok(raw)
    }

    /// Reads a tensor, if there is one of that name.
    fn raw(&self, name: &str) -> Result<Option<Raw>, Error> {
        let Some(info) = self.header.tensors.get(name) else {
            return Ok(None);
        };
        Ok(Some(Raw {
            kind: info.kind,
            dims: info.dims.clone(),
            bytes: self.read(name, info.at, info.bytes)?,
        }))
    }

    /// The position of the rows of a matrix: the place of the first, the bytes of each, and how they are written.
    pub(crate) fn rows(&self, name: &str) -> Option<(u64, usize, WeightKind)> {
        let info = self.header.tensors.get(name)?;
        let width = *info.dims.last()?;
        let bytes = width / info.kind.block() * info.kind.bytes();
        width
            .is_multiple_of(info.kind.block())
            .then_some((info.at, bytes, info.kind))
    }

    /// Reads so many bytes.
    pub(crate) fn read(&self, what: &str, from: u64, count: usize) -> Result<Vec<u8>, Error> {
        let cut_off = || self.damaged(format!("it ends before \"{what}\" does"));
        let mut file = self
            .file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let length = file.metadata().map_or(0, |meta| meta.len());
        if from.saturating_add(count as u64) > length {
            return Err(cut_off());
        }
        let mut bytes = vec![0; count];
        file.seek(SeekFrom::Start(from)).map_err(|_| cut_off())?;
        file.read_exact(&mut bytes).map_err(|_| cut_off())?;
        Ok(bytes)
    }
}
