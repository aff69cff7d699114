//! Files that people name: what is read of them, and how they are written.
//!
//! Owns what may be opened and how much of it is read; what stands in a file is its reader's. Every file that is read
//! for a person goes through [`open`], [`open_up_to`], [`bytes`] or [`text`], every one that is written through [`write()`];
//! copies of ours that nobody has named are made by [`private_folder`] and [`private_file`].

mod editor;
mod handle;
mod lock;
mod private;
mod read;
mod room;
mod write;

pub use editor::{USUAL_EDITOR, editor, editor_words};
pub use lock::FileLock;
pub use private::{private_file, private_folder};
pub use read::{NotRead, bytes, open, open_up_to, regular, text};
#[cfg(unix)]
pub use room::TOO_LONG_SIGNAL;
pub use room::{
    free_space, is_at_its_longest, is_full, is_without_room, refusal, refusal_of_new, why,
};
pub use write::{Existing, NotWritten, replaces, write};

#[cfg(test)]
mod tests {
    /// A named pipe in a folder.
    #[cfg(unix)]
    pub(super) fn pipe_in(folder: &std::path::Path) -> std::path::PathBuf {
        let pipe = folder.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        pipe
    }
}
