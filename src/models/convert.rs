//! Brings the tensors that have no fast code here (Q4_1, Q5_0, Q5_1) into a form that has (Q8_0), once, when a
//! model comes. Everything else of the file stays as it is, byte for byte.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::Path,
};

use candle_core::{
    Device,
    quantized::{GgmlDType, QTensor, ggml_file::qtensor_from_ggml},
};

use super::{
    gguf::{FileError, Kind, Layout, Q8_0, Tensor},
    progress::{PullProgress, Teller},
    pull_error::Halt,
};
use crate::files;

/// The most blocks that are converted at once.
const BLOCKS: u64 = 1 << 15;

/// Whether there is anything to convert.
pub(super) fn is_needed(layout: &Layout) -> bool {
    layout.tensors.iter().any(|tensor| tensor.kind.is_slow())
}

/// The size of the file that [`convert`] would write, or a little more.
pub(super) fn size(layout: &Layout) -> u64 {
    let tensors = layout.tensors.iter().map(|tensor| {
        let bytes = tensor.numbers / Q8_0.block * Q8_0.bytes;
        let bytes = if tensor.kind.is_slow() {
            bytes
        } else {
            tensor.bytes
        };
        bytes.saturating_add(layout.alignment + 128)
    });
    tensors.fold(layout.metadata_end, u64::saturating_add)
}

/// Writes the file anew, and to the disk.
pub(super) fn convert(
    from: &Path,
    to: &Path,
    layout: &Layout,
    teller: &Teller,
) -> Result<(), Halt> {
    let disk = Halt::disk(from, "read");
    let (source, _) = files::open(from).map_err(|error| disk(error.into_io()))?;
    let mut source = BufReader::new(source);
    let target = File::create(to).map_err(Halt::disk(to, "written"))?;
    let mut work = Work {
        target: BufWriter::with_capacity(1 << 20, target),
        written: 0,
        teller,
        total: size(layout),
    };
    work.header(&mut source, layout)
        .and_then(|()| work.tensors(&mut source, layout))
        .map_err(|error| error.into_halt(from, to))?;
    let flushed = work
        .target
        .into_inner()
        .map_err(io::IntoInnerError::into_error);
    flushed
        .and_then(|file| file.sync_all())
        .map_err(Halt::disk(to, "written"))
}

/// The reason a conversion does not come to its end.
enum Wrong {
    Stopped,
    Io(io::Error),
    Numbers(candle_core::Error),
}

impl Wrong {
    fn into_halt(self, from: &Path, to: &Path) -> Halt {
        match self {
            Self::Stopped => Halt::Stopped,
            Self::Io(error) => Halt::disk(to, "written")(error),
            Self::Numbers(error) => Halt::from(FileError::Damaged {
                path: from.to_owned(),
                why: crate::text::sanitize::sanitize_line(&error.to_string()),
            }),
        }
    }
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<candle_core::Error> for Wrong {
    fn from(error: candle_core::Error) -> Self {
        Self::Numbers(error)
    }
}

struct Work<'a> {
    target: BufWriter<File>,
    written: u64,
    teller: &'a Teller,
    total: u64,
}

impl Work<'_> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), Wrong> {
        self.target.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    fn pad(&mut self, alignment: u64) -> Result<(), Wrong> {
        let missing = self.written.next_multiple_of(alignment) - self.written;
        self.written += missing;
        io::copy(&mut io::repeat(0).take(missing), &mut self.target)?;
        Ok(())
    }

    fn copy(&mut self, source: &mut impl Read, bytes: u64) -> Result<(), Wrong> {
        if io::copy(&mut source.take(bytes), &mut self.target)? != bytes {
            return Err(Wrong::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        self.written += bytes;
        Ok(())
    }

    fn go_on(&self) -> Result<(), Wrong> {
        self.teller.tell(PullProgress::Converting {
            done: self.written.min(self.total),
            total: self.total,
        });
        self.teller.go_on().map_err(|_| Wrong::Stopped)
    }

    /// The metadata as they are, and the list of the tensors with new kinds and places.
    fn header(&mut self, source: &mut impl Read, layout: &Layout) -> Result<(), Wrong> {
        self.copy(source, layout.metadata_end)?;
        let mut offset = 0_u64;
        for tensor in &layout.tensors {
            let (kind, bytes) = target_of(tensor);
            self.put(&(tensor.name.len() as u64).to_le_bytes())?;
            self.put(&tensor.name)?;
            self.put(&(tensor.dimensions.len() as u32).to_le_bytes())?;
            for size in &tensor.dimensions {
                self.put(&size.to_le_bytes())?;
            }
            self.put(&kind.number.to_le_bytes())?;
            self.put(&offset.to_le_bytes())?;
            offset += bytes.next_multiple_of(layout.alignment);
        }
        Ok(())
    }

    fn tensors(&mut self, source: &mut (impl Read + Seek), layout: &Layout) -> Result<(), Wrong> {
        for tensor in &layout.tensors {
            self.pad(layout.alignment)?;
            source.seek(SeekFrom::Start(tensor.at))?;
            if tensor.kind.is_slow() {
                self.converted(source, tensor)?;
            } else {
                let mut left = tensor.bytes;
                while left > 0 {
                    self.go_on()?;
                    let some = left.min(4 << 20);
                    self.copy(source, some)?;
                    left -= some;
                }
            }
        }
        // The padding behind the last tensor belongs to the format.
        self.pad(layout.alignment)
    }

    fn converted(&mut self, source: &mut impl Read, tensor: &Tensor) -> Result<(), Wrong> {
        let kind = match tensor.kind.number {
            3 => GgmlDType::Q4_1,
            6 => GgmlDType::Q5_0,
            _ => GgmlDType::Q5_1,
        };
        let mut blocks = tensor.numbers / tensor.kind.block;
        let mut raw = Vec::new();
        while blocks > 0 {
            self.go_on()?;
            let some = blocks.min(BLOCKS);
            let bytes = some * tensor.kind.bytes;
            raw.clear();
            source.take(bytes).read_to_end(&mut raw)?;
            if raw.len() as u64 != bytes {
                return Err(Wrong::Io(io::ErrorKind::UnexpectedEof.into()));
            }
            let numbers = (some * tensor.kind.block) as usize;
            let slow = qtensor_from_ggml(kind, &raw, vec![numbers], &Device::Cpu)?;
            let fast = QTensor::quantize(&slow.dequantize(&Device::Cpu)?, GgmlDType::Q8_0)?;
            self.put(&fast.data()?)?;
            blocks -= some;
        }
        Ok(())
    }
}

/// The kind that a tensor is kept as afterwards, and its bytes.
fn target_of(tensor: &Tensor) -> (Kind, u64) {
    if tensor.kind.is_slow() {
        (Q8_0, tensor.numbers / Q8_0.block * Q8_0.bytes)
    } else {
        (tensor.kind, tensor.bytes)
    }
}

#[cfg(test)]
mod tests {
    use candle_core::quantized::gguf_file;
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{gguf, sample::Gguf};

    fn slow() -> Gguf {
        let numbers = |kind: GgmlDType| {
            let ramp: Vec<f32> = (0..128).map(|n| (n as f32 - 64.0) / 32.0).collect();
            let tensor = candle_core::Tensor::from_vec(ramp, (2, 64), &Device::Cpu).unwrap();
            let tensor = QTensor::quantize(&tensor, kind).unwrap();
            tensor.data().unwrap().into_owned()
        };
        Gguf::good()
            .with_tensor("a", &[64, 2], 3, &numbers(GgmlDType::Q4_1))
            .with_tensor("b", &[64, 2], 6, &numbers(GgmlDType::Q5_0))
            .with_tensor("c", &[64, 2], 7, &numbers(GgmlDType::Q5_1))
            .with_tensor("d", &[64, 2], 2, &numbers(GgmlDType::Q4_0))
    }

    #[test]
    fn slow_tensors_are_converted_and_the_rest_stays() {
        let wide = Gguf {
            alignment: 64,
            ..slow()
        };
        let wide = wide.with("general.alignment", crate::sample::number(64));
        for file in [slow(), wide] {
            let folder = tempfile::tempdir().unwrap();
            let (from, to) = (folder.path().join("a.gguf"), folder.path().join("b.gguf"));
            std::fs::write(&from, file.bytes()).unwrap();
            let layout = gguf::layout(&from).unwrap();
            assert!(is_needed(&layout));
            let (sender, _listens) = mpsc::channel(64);
            let teller = Teller::new(sender, CancellationToken::new());
            convert(&from, &to, &layout, &teller).unwrap();

            let facts = gguf::check(&to).unwrap();
            assert_eq!(
                facts.quantisations.into_iter().collect::<Vec<_>>(),
                ["F32", "Q4_0", "Q8_0"]
            );
            assert!(!is_needed(&gguf::layout(&to).unwrap()));
            assert!(std::fs::metadata(&to).unwrap().len() <= size(&layout));
            // The library reads the same numbers from both.
            let read = |path: &Path| {
                let mut file = File::open(path).unwrap();
                let content = gguf_file::Content::read(&mut file).unwrap();
                let tensors = [
                    "a",
                    "b",
                    "c",
                    "d",
                    "token_embd.weight",
                    "output_norm.weight",
                ];
                tensors.map(|name| {
                    let tensor = content.tensor(&mut file, name, &Device::Cpu).unwrap();
                    let tensor = tensor.dequantize(&Device::Cpu).unwrap();
                    tensor.flatten_all().unwrap().to_vec1::<f32>().unwrap()
                })
            };
            for (old, new) in read(&from).iter().zip(read(&to)) {
                assert_eq!(old.len(), new.len());
                for (old, new) in old.iter().zip(new) {
                    assert!((old - new).abs() < 0.02 || old.to_bits() == new.to_bits());
                }
            }
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("a.gguf"), folder.path().join("b.gguf"));
        std::fs::write(&from, slow().bytes()).unwrap();
        let layout = gguf::layout(&from).unwrap();
        let (sender, _listens) = mpsc::channel(1);
        let cancel = CancellationToken::new();
        cancel.cancel();
        let stopped = convert(&from, &to, &layout, &Teller::new(sender, cancel));
        assert!(matches!(stopped, Err(Halt::Stopped)));
    }
}
