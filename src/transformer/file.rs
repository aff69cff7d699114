//! A GGUF file, open for reading: what its header says, and the bytes of its tensors. (The format:
//! "GGUF", in the documentation of ggml.) That the header is sound has been checked when the file was taken in;
//! that it still is, is checked again by the library.

use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Mutex,
};

use candle_core::quantized::{
    GgmlDType,
    gguf_file::{Content, Value},
};

use crate::{Error, linear::numbers};

/// A GGUF file that is open.
pub struct GgufFile {
    path: PathBuf,
    header: Content,
    file: Mutex<File>,
}

/// A tensor's bytes.
pub(crate) struct Raw {
    pub(crate) kind: GgmlDType,
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
        let mut reader = BufReader::new(&file);
        let header = Content::read(&mut reader).map_err(|error| Error::Damaged {
            path: path.to_owned(),
            detail: Error::from(error).to_string(),
        })?;
        Ok(Self {
            path: path.to_owned(),
            header,
            file: Mutex::new(file),
        })
    }

    /// The header, for the tokenizer.
    pub fn header(&self) -> &Content {
        &self.header
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
        if let Value::String(text) = self.header.metadata.get(key)? {
            Some(text)
        } else {
            None
        }
    }

    /// A count of the header.
    pub fn count(&self, key: &str) -> Option<usize> {
        let wide = match *self.header.metadata.get(key)? {
            Value::U8(n) => u64::from(n),
            Value::U16(n) => u64::from(n),
            Value::U32(n) => u64::from(n),
            Value::U64(n) => n,
            Value::I32(n) => u64::try_from(n).ok()?,
            Value::I64(n) => u64::try_from(n).ok()?,
            Value::I8(_)
            | Value::I16(_)
            | Value::F32(_)
            | Value::F64(_)
            | Value::Bool(_)
            | Value::String(_)
            | Value::Array(_) => return None,
        };
        usize::try_from(wide).ok()
    }

    /// A count that must be there and not be nothing.
    pub(crate) fn needed(&self, key: &str) -> Result<usize, Error> {
        self.count(key)
            .filter(|&count| count > 0)
            .ok_or_else(|| self.damaged(format!("its header has no usable \"{key}\"")))
    }

    /// A number of the header.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        let value = self.header.metadata.get(key)?;
        if let Value::F32(n) = *value {
            Some(f64::from(n))
        } else if let Value::F64(n) = *value {
            Some(n)
        } else {
            None
        }
    }

    /// A yes or no of the header.
    pub fn flag(&self, key: &str) -> Option<bool> {
        if let Value::Bool(flag) = *self.header.metadata.get(key)? {
            Some(flag)
        } else {
            None
        }
    }

    /// The shape of a tensor, if there is one of that name.
    pub(crate) fn dims(&self, name: &str) -> Option<&[usize]> {
        self.header
            .tensor_infos
            .get(name)
            .map(|info| info.shape.dims())
    }

    /// Numbers of known length.
    pub(crate) fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>, Error> {
        let raw = self.shaped(name, &[length])?;
        Ok(numbers(raw.kind, &raw.bytes, length)?)
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
        let Some(info) = self.header.tensor_infos.get(name) else {
            return Ok(None);
        };
        let count = info.shape.elem_count();
        let block = info.ggml_dtype.block_size();
        if !count.is_multiple_of(block) {
            return Err(self.damaged(format!("\"{name}\" does not consist of whole blocks")));
        }
        let bytes = self.read(
            name,
            self.header.tensor_data_offset.saturating_add(info.offset),
            count / block * info.ggml_dtype.type_size(),
        )?;
        Ok(Some(Raw {
            kind: info.ggml_dtype,
            dims: info.shape.dims().to_vec(),
            bytes,
        }))
    }

    /// The position of the rows of a matrix: the place of the first, the bytes of each, and how they are written.
    pub(crate) fn rows(&self, name: &str) -> Option<(u64, usize, GgmlDType)> {
        let info = self.header.tensor_infos.get(name)?;
        let width = *info.shape.dims().last()?;
        let kind = info.ggml_dtype;
        let bytes = width.checked_div(kind.block_size())? * kind.type_size();
        let start = self.header.tensor_data_offset.saturating_add(info.offset);
        width
            .is_multiple_of(kind.block_size())
            .then_some((start, bytes, kind))
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
