//! The outcome of a batch: the table in a file, the summary beside it and on the screen.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::super::{args::BatchArgs, journal, out};
use crate::{
    batch::{BatchRow, csv, summary},
    error::Failure,
    host::batch::BatchPlan,
    text::shown::{self, visible},
};

/// The folder for what comes of many debates, made before anything is spent: the one that is named, or else of the usual
/// name.
///
/// # Errors
/// It cannot be made.
pub(in crate::cli) fn folder(named: Option<&Path>, usual: &str) -> Result<OutFolder, Failure> {
    let folder = named.map_or_else(|| PathBuf::from(file_name(usual)), Path::to_path_buf);
    let is_new = !folder.exists();
    fs::create_dir_all(&folder).map_err(|error| {
        Failure::input(format!(
            "{} cannot be made: {}",
            shown::path(&folder),
            crate::files::why(&error)
        ))
        .hint("--out names another folder")
    })?;
    Ok(OutFolder {
        path: folder,
        is_new,
    })
}

/// The folder for what comes of many debates. One that was made for it and stays empty is taken away again: a command that
/// fails leaves nothing behind.
pub(in crate::cli) struct OutFolder {
    path: PathBuf,
    is_new: bool,
}

impl std::ops::Deref for OutFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

impl Drop for OutFolder {
    fn drop(&mut self) {
        if self.is_new {
            // Of one that has something in it, this fails.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

/// A name as one of a file or a folder.
pub(in crate::cli) fn file_name(name: &str) -> String {
    let fit = |c: char| {
        if c.is_alphanumeric() || c == '-' || c == '_' {
            c
        } else {
            '-'
        }
    };
    name.chars().map(fit).collect()
}

/// Writes the table and the summary, and prints the summary.
pub(super) fn write(
    plan: &BatchPlan,
    rows: &[BatchRow],
    folder: &Path,
    args: &BatchArgs,
) -> Result<(), Failure> {
    let whole = summary(&plan.name, rows);
    let part = plan
        .shard
        .map_or_else(String::new, |shard| format!("-{}", shard.label()));
    let table = csv(&plan.name, rows).map_err(|error| Failure::internal(error.to_string()))?;
    let file = folder.join(format!("debates{part}.csv"));
    journal::save(
        &file,
        &String::from_utf8_lossy(&table),
        journal::Existing::Replace,
    )?;
    let json = serde_json::to_string_pretty(&whole)
        .map_err(|error| Failure::internal(error.to_string()))?
        + "\n";
    let json = visible(&json).into_owned();
    journal::save(
        &folder.join(format!("summary{part}.json")),
        &json,
        journal::Existing::Replace,
    )?;
    let text = if args.json { json } else { whole.describe() };
    out::say(&format!("The table is in {}", shown::path(&file)));
    out::print(|out| out.write_all(text.as_bytes())).map(drop)
}
