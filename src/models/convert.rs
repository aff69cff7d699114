//! Brings the tensors that have no fast code here (Q4_1, Q5_0, Q5_1, IQ4_NL, IQ4_XS) into a form that has (Q8_0), once, when a
//! model comes, and makes one file of a model that comes in several. Everything else stays as it is, byte for byte.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use hustings_transformer::{WeightKind, to_q8_0};

use super::{
    gguf::{Kind, Layout, Q8_0, Tensor},
    progress::{PullProgress, Teller},
    pull_error::Halt,
};
use crate::files;

/// The place of the number of tensors in a file.
const TENSOR_COUNT: usize = 8;
/// The most blocks that are converted at once.
const BLOCKS: u64 = 1 << 15;

/// A file that a model comes in, and its layout.
pub(super) struct Part {
    pub(super) path: PathBuf,
    pub(super) layout: Layout,
}

/// Whether there is anything to convert.
pub(super) fn is_needed(parts: &[Part]) -> bool {
    parts.len() > 1 || tensors(parts).any(|tensor| tensor.kind.is_slow())
}

fn tensors(parts: &[Part]) -> impl Iterator<Item = &Tensor> {
    parts.iter().flat_map(|part| &part.layout.tensors)
}

/// The size of the file that [`convert`] would write, or a little more.
pub(super) fn size(parts: &[Part]) -> u64 {
    let Some(first) = parts.first() else {
        return 0;
    };
    let alignment = first.layout.alignment;
    let sizes = tensors(parts).map(|tensor| target_of(tensor).1.saturating_add(alignment + 128));
    sizes.fold(first.layout.metadata_end, u64::saturating_add)
}

/// Writes one file, and to the disk. Its metadata are those of the first part.
pub(super) fn convert(parts: &[Part], to: &Path, teller: &Teller) -> Result<(), Halt> {
    let Some(first) = parts.first() else {
        return Err(Halt::disk(to, "written")(io::ErrorKind::NotFound.into()));
    };
    let target = File::create(to).map_err(Halt::disk(to, "written"))?;
    let mut work = Work {
        target: BufWriter::with_capacity(1 << 20, target),
        written: 0,
        teller,
        alignment: first.layout.alignment,
        total: size(parts),
    };
    let mut source = open(&first.path)?;
    work.metadata(&mut source, first, parts)
        .and_then(|()| work.list(parts))
        .map_err(|error| error.into_halt(to))?;
    for part in parts {
        let mut source = open(&part.path)?;
        work.tensors(&mut source, &part.layout)
            .map_err(|error| error.into_halt(to))?;
    }
    let flushed = work
        .target
        .into_inner()
        .map_err(io::IntoInnerError::into_error);
    flushed
        .and_then(|file| file.sync_all())
        .map_err(Halt::disk(to, "written"))
}

fn open(path: &Path) -> Result<BufReader<File>, Halt> {
    let disk = Halt::disk(path, "read");
    let (source, _) = files::open(path).map_err(|error| disk(error.into_io()))?;
    Ok(BufReader::new(source))
}

/// The reason a conversion does not come to its end.
enum Wrong {
    Stopped,
    Io(io::Error),
}

impl Wrong {
    fn into_halt(self, to: &Path) -> Halt {
        match self {
            Self::Stopped => Halt::Stopped,
            Self::Io(error) => Halt::disk(to, "written")(error),
        }
    }
}

impl From<io::Error> for Wrong {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

struct Work<'a> {
    target: BufWriter<File>,
    written: u64,
    teller: &'a Teller,
    alignment: u64,
    total: u64,
}

impl Work<'_> {
    fn put(&mut self, bytes: &[u8]) -> Result<(), Wrong> {
        self.target.write_all(bytes)?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    fn pad(&mut self) -> Result<(), Wrong> {
        let missing = self.written.next_multiple_of(self.alignment) - self.written;
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

    /// The metadata as they are, but for the number of tensors and of parts.
    fn metadata(
        &mut self,
        source: &mut impl Read,
        first: &Part,
        parts: &[Part],
    ) -> Result<(), Wrong> {
        let mut head = Vec::new();
        let end = first.layout.metadata_end;
        source.take(end).read_to_end(&mut head)?;
        if head.len() as u64 != end {
            return Err(Wrong::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        let count = tensors(parts).count() as u64;
        if let Some(place) = head.get_mut(TENSOR_COUNT..TENSOR_COUNT + 8) {
            place.copy_from_slice(&count.to_le_bytes());
        }
        let parted = first.layout.split_count.and_then(|(at, bytes)| {
            let at = usize::try_from(at).ok()?;
            head.get_mut(at..at + bytes)
        });
        if let Some(place) = parted {
            place.fill(0);
        }
        self.put(&head)
    }

    /// The list of the tensors with new kinds and places.
    fn list(&mut self, parts: &[Part]) -> Result<(), Wrong> {
        let mut offset = 0_u64;
        for tensor in tensors(parts) {
            let (kind, bytes) = target_of(tensor);
            self.put(&(tensor.name.len() as u64).to_le_bytes())?;
            self.put(&tensor.name)?;
            self.put(&(tensor.dimensions.len() as u32).to_le_bytes())?;
            for size in &tensor.dimensions {
                self.put(&size.to_le_bytes())?;
            }
            self.put(&kind.number.to_le_bytes())?;
            self.put(&offset.to_le_bytes())?;
            offset += bytes.next_multiple_of(self.alignment);
        }
        Ok(())
    }

    fn tensors(&mut self, source: &mut (impl Read + Seek), layout: &Layout) -> Result<(), Wrong> {
        for tensor in &layout.tensors {
            self.pad()?;
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
        self.pad()
    }

    fn converted(&mut self, source: &mut impl Read, tensor: &Tensor) -> Result<(), Wrong> {
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
            // A kind that is read has a number that is known.
            let kind = WeightKind::of(tensor.kind.number).unwrap_or(WeightKind::Q8_0);
            self.put(&to_q8_0(kind, &raw))?;
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
    use hustings_transformer::numbers;
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{
        gguf::{self, FileError},
        sample::Gguf,
    };

    /// Blocks of a kind that has these scales before its weights.
    fn blocks(scales: &[u8], rest: usize) -> Vec<u8> {
        let block = |at: usize| {
            let weights = (0..rest).map(move |byte| (byte * 37 + at * 11) as u8);
            scales.iter().copied().chain(weights)
        };
        (0..4).flat_map(block).collect()
    }

    fn slow() -> Gguf {
        // 1/16 and -1 in 16 bits.
        let (scale, both) = ([0, 0x2c], [0, 0x2c, 0, 0xbc]);
        Gguf::good()
            .with_tensor("a", &[64, 2], 3, &blocks(&both, 16))
            .with_tensor("b", &[64, 2], 6, &blocks(&scale, 20))
            .with_tensor("c", &[64, 2], 7, &blocks(&both, 20))
            .with_tensor("d", &[64, 2], 2, &blocks(&scale, 16))
            .with_tensor("e", &[64, 2], 20, &blocks(&scale, 16))
    }

    /// The numbers of a tensor in a file.
    fn read(path: &Path, name: &str) -> Vec<f32> {
        let layout = gguf::layout(path).unwrap();
        let tensor = layout
            .tensors
            .iter()
            .find(|one| one.name == name.as_bytes());
        let tensor = tensor.unwrap();
        let bytes = std::fs::read(path).unwrap();
        let at = usize::try_from(tensor.at).unwrap();
        let to = at + usize::try_from(tensor.bytes).unwrap();
        numbers(WeightKind::of(tensor.kind.number).unwrap(), &bytes[at..to])
    }

    fn part(path: &Path) -> Part {
        Part {
            path: path.to_owned(),
            layout: gguf::layout(path).unwrap(),
        }
    }

    #[test]
    fn a_model_in_parts_becomes_one() {
        let folder = tempfile::tempdir().unwrap();
        let of = |file: Gguf| file.with("split.count", crate::sample::number(2));
        let mut second = of(Gguf::good());
        second.tensors = Vec::new();
        let second = second.with_tensor("last", &[64, 2], 0, &[3; 512]);
        let paths = ["a", "b", "whole"].map(|name| folder.path().join(name));
        std::fs::write(&paths[0], of(slow()).bytes()).unwrap();
        std::fs::write(&paths[1], second.bytes()).unwrap();
        assert!(matches!(
            gguf::check(&paths[0]),
            Err(FileError::Split { .. })
        ));
        let (sender, _listens) = mpsc::channel(64);
        let teller = Teller::new(sender, CancellationToken::new());
        let parts = [part(&paths[0]), part(&paths[1])];
        assert!(is_needed(&parts));
        convert(&parts, &paths[2], &teller).unwrap();
        let facts = gguf::check(&paths[2]).unwrap();
        assert_eq!(facts.tensors, slow().tensors.len() + 1);
        assert_eq!(
            read(&paths[2], "last"),
            [f32::from_bits(0x0303_0303); 128][..]
        );
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
            let parts = [part(&from)];
            assert!(is_needed(&parts));
            let (sender, _listens) = mpsc::channel(64);
            let teller = Teller::new(sender, CancellationToken::new());
            convert(&parts, &to, &teller).unwrap();

            let facts = gguf::check(&to).unwrap();
            assert_eq!(
                facts.quantisations.into_iter().collect::<Vec<_>>(),
                ["F32", "Q4_0", "Q8_0"]
            );
            assert!(!is_needed(&[part(&to)]));
            assert!(std::fs::metadata(&to).unwrap().len() <= size(&parts));
            for name in [
                "a",
                "b",
                "c",
                "d",
                "e",
                "token_embd.weight",
                "output_norm.weight",
            ] {
                let (old, new) = (read(&from, name), read(&to, name));
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
        let (sender, _listens) = mpsc::channel(1);
        let cancel = CancellationToken::new();
        cancel.cancel();
        let stopped = convert(&[part(&from)], &to, &Teller::new(sender, cancel));
        assert!(matches!(stopped, Err(Halt::Stopped)));
    }
}
