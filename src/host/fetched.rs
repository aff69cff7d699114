//! Texts for a corpus that are fetched: where they are on their way, and what becomes of them.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    bounds,
    catalog::{PublishedWork, is_text_address},
    config::Dirs,
    corpus::{NotHanded, hand_in, read::is_readable_name},
    error::Failure,
    models::{PullError, PullProgress, TextError, Tried, WantedText, Why, pull_text},
    text::{count_words, counted, mask::masked},
};

/// The folder among the data in which texts are on their way.
const COMING: &str = "works.coming";
/// Progress that was told and is not yet heard is kept up to so many pieces.
const MESSAGES: usize = 64;
/// A work has at least and at most so many times its size: whoever offers it changes what stands before and after it.
const SIZE: u64 = 4;
/// A text from an address that somebody typed has at least so many words.
const FEWEST_WORDS: u32 = 50;
/// The ending of web pages.
const PAGE: &str = "html";
/// Characters of a file's name.
const NAME: usize = 80;

/// A text that is to be fetched, and the name of its file.
pub(super) struct ComingText {
    wanted: WantedText,
    /// The name of the file without an ending, where it has none yet.
    name: String,
}

/// A text that has come, in a file with a name of its own.
pub(super) struct FetchedFile {
    /// The file.
    pub(super) path: PathBuf,
    folder: PathBuf,
}

impl FetchedFile {
    /// Takes the file away, once it is in the corpus.
    pub(super) fn forget(&self) {
        forget(&self.folder);
    }
}

fn forget(folder: &Path) {
    // Should it stay, it is fetched again in its place.
    let _ = fs::remove_dir_all(folder);
    if let Some(folder) = folder.parent() {
        let _ = fs::remove_dir(folder);
    }
}

/// A work of a persona, to be fetched.
pub(super) fn of_work(dirs: &Dirs, persona: &str, work: &PublishedWork) -> ComingText {
    let name = file_name(&work.title);
    ComingText {
        wanted: WantedText {
            name: format!("\"{}\"", work.title),
            addresses: work.addresses(),
            folder: folder(dirs, persona).join(&name),
            bytes: sizes(work.bytes),
            expected: work.bytes,
            sha256: work.sha256.clone(),
            mark: Some(work.mark().to_owned()),
        },
        name,
    }
}

/// A text at an address that somebody typed.
///
/// # Errors
/// It is no address, or has a name or a password in it.
pub(super) fn of_address(dirs: &Dirs, persona: &str, address: &str) -> Result<ComingText, Failure> {
    if !is_text_address(address) {
        return Err(
            Failure::input("--from: this is no address that a text can be fetched from").hint(
                "give one that begins with `https://` or `http://`, without a name or a password in it",
            ),
        );
    }
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let last = path.trim_end_matches('/').rsplit('/').next();
    let name = file_name(&masked(last.unwrap_or_default()));
    // What lies behind another address may have the same name.
    let mut place = DefaultHasher::new();
    address.hash(&mut place);
    let place = place.finish();
    Ok(ComingText {
        wanted: WantedText {
            name: format!("\"{name}\""),
            addresses: vec![address.to_owned()],
            folder: folder(dirs, persona).join(format!("from-{place:016x}")),
            bytes: 1..=bounds::WORK_BYTES.most,
            expected: 1,
            sha256: None,
            mark: None,
        },
        name,
    })
}

/// Fetches it, and gives its file a name by which it is read.
///
/// # Errors
/// Why it did not come.
pub(super) async fn fetch(
    text: ComingText,
    stop: &CancellationToken,
    tell: &mut (dyn FnMut(PullProgress) + Send),
) -> Result<FetchedFile, TextError> {
    // It came whole, and somebody stopped while it was read in.
    let whole = text.wanted.folder.join(named(&text.name, None));
    if whole.is_file() {
        return looked_at(whole, text).await;
    }
    let (sender, mut heard) = mpsc::channel(MESSAGES);
    let done = {
        let work = pull_text(&text.wanted, sender, stop.clone());
        tokio::pin!(work);
        loop {
            tokio::select! {
                Some(progress) = heard.recv() => tell(progress),
                done = &mut work => break done,
            }
        }
    };
    while let Ok(progress) = heard.try_recv() {
        tell(progress);
    }
    let fetched = done?;
    if let Some(kind) = other_kind(&text.name, fetched.ending) {
        forget(&text.wanted.folder);
        let why = format!(
            "it sends a web page where a .{kind} file was asked for, most likely an error or a login"
        );
        return Err(useless(&text.wanted, why));
    }
    let name = named(&text.name, fetched.ending);
    let path = text.wanted.folder.join(name);
    fs::rename(&fetched.path, &path).map_err(|error| {
        TextError::Disk(PullError::Disk {
            path: path.clone(),
            doing: "written",
            error,
        })
    })?;
    looked_at(path, text).await
}

/// Looks at a text of which nothing was known but its address: a server that has no such text often sends a sentence
/// that says so.
async fn looked_at(path: PathBuf, text: ComingText) -> Result<FetchedFile, TextError> {
    let file = FetchedFile {
        path,
        folder: text.wanted.folder.clone(),
    };
    if text.wanted.mark.is_some() {
        return Ok(file);
    }
    let path = file.path.clone();
    let read = tokio::task::spawn_blocking(move || hand_in(&path)).await;
    let why = match read {
        Ok(Ok(handed)) => match count_words(&handed.text) {
            FEWEST_WORDS.. => None,
            words => Some(format!(
                "it has {} only, most likely an error or a login; save it yourself if that is all there is, and add the file",
                counted(u64::from(words), "word", "words")
            )),
        },
        Ok(Err(NotHanded::Unreadable(why))) => Some(why.to_string()),
        // Longer than evidence may be, or to be told of where it is read in.
        Ok(Err(NotHanded::TooLong(_) | NotHanded::NotRead(_))) | Err(_) => None,
    };
    match why {
        Some(why) => {
            file.forget();
            Err(useless(&text.wanted, why))
        }
        None => Ok(file),
    }
}

/// What came is of no use.
fn useless(wanted: &WantedText, why: String) -> TextError {
    let source = wanted
        .addresses
        .first()
        .map_or_else(String::new, |address| masked(address).into_owned());
    TextError::Sources {
        name: wanted.name.clone(),
        tried: vec![Tried {
            source,
            why: Why::Refused(why),
        }],
    }
}

/// The kind of file that an address names, where a server sends a web page for it.
fn other_kind<'a>(name: &'a str, ending: Option<&str>) -> Option<&'a str> {
    if ending != Some(PAGE) || !is_readable_name(name) {
        return None;
    }
    let kind = Path::new(name).extension()?.to_str()?;
    (![PAGE, "htm", "xhtml"].contains(&kind)).then_some(kind)
}

fn folder(dirs: &Dirs, persona: &str) -> PathBuf {
    dirs.data.join(COMING).join(persona)
}

fn sizes(bytes: u64) -> RangeInclusive<u64> {
    (bytes / SIZE).max(1)..=bytes.saturating_mul(SIZE).min(bounds::WORK_BYTES.most)
}

/// The name of the file of a work, which is the name of its source in the corpus.
pub(super) fn file_of(work: &PublishedWork) -> String {
    format!("{}.txt", file_name(&work.title))
}

/// A name for a file: small letters, digits, dots and hyphens, and never empty.
fn file_name(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '.');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(NAME).collect();
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "text" } else { name }.to_owned()
}

/// The name with an ending by which it is read: its own, that which the server says, or that of a text.
fn named(name: &str, ending: Option<&str>) -> String {
    let has_one = Path::new(name).extension().is_some() && is_readable_name(name);
    match ending {
        None if has_one => name.to_owned(),
        Some(ending) if has_one && name.ends_with(&format!(".{ending}")) => name.to_owned(),
        ending => {
            let ending = ending.unwrap_or("txt");
            format!("{name}.{ending}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_text_of_which_only_the_address_was_known_is_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let host = crate::Host::in_folder(folder.path()).unwrap();
        for (bytes, refusal) in [
            (
                "Please log in to read this.".to_owned().into_bytes(),
                "it has 6 words only",
            ),
            (
                vec![0xff, 0x00, 0x01, 0xfe, 0x00],
                "\"letter.txt\" could not be fetched",
            ),
            ("A letter of some length. ".repeat(20).into_bytes(), ""),
        ] {
            let text = of_address(&host.dirs, "mill", "https://example.org/letter.txt").unwrap();
            let place = text.wanted.folder.clone();
            fs::create_dir_all(&place).unwrap();
            fs::write(place.join("letter.txt"), bytes).unwrap();
            let stop = CancellationToken::new();
            match fetch(text, &stop, &mut |_| {}).await {
                Ok(_) => assert_eq!(refusal, ""),
                Err(error) => {
                    let failure = Failure::from(error);
                    let told = format!("{failure} {}", failure.advice());
                    assert!(told.contains(refusal) && !refusal.is_empty(), "{told}");
                    assert!(
                        !told.contains("network") && !told.contains(COMING),
                        "{told}"
                    );
                    assert!(!place.exists());
                }
            }
        }
    }

    #[test]
    fn a_page_in_place_of_another_file_is_known() {
        assert_eq!(other_kind("letter.txt", Some("html")), Some("txt"));
        assert_eq!(other_kind("letter.txt", None), None);
        for name in ["letter.html", "letter.htm", "letter", "letter.php"] {
            assert_eq!(other_kind(name, Some("html")), None, "{name}");
        }
    }

    #[test]
    fn files_have_names_by_which_they_are_read() {
        assert_eq!(file_name("On Liberty"), "on-liberty");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("…"), "text");
        for (name, ending, expected) in [
            ("letters.epub", None, "letters.epub"),
            ("letters.epub", Some("epub"), "letters.epub"),
            ("34901.txt", None, "34901.txt"),
            ("34901.txt.utf-8", None, "34901.txt.utf-8.txt"),
            ("on_liberty", Some("html"), "on_liberty.html"),
            ("speech", None, "speech.txt"),
        ] {
            assert_eq!(named(name, ending), expected);
        }
    }
}
