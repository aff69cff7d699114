//! The memory of the machine, where the system says it in a file.

use std::fs;

/// The memory that a model needs when it runs, in bytes, by the size of its file: the weights, a tensor or two as they come
/// from the file while it is loaded, and what it remembers of prompts; and much to spare. (The 1.5 B model, whose file has
/// 1.12 GB, took 2.48 GB at the most in whole debates when its weights still lay in memory twice.)
pub fn memory_needed(file_bytes: u64) -> u64 {
    file_bytes.saturating_mul(2).saturating_add(file_bytes / 4)
}

/// The file in which Linux says how much memory there is.
const FILE: &str = "/proc/meminfo";

/// The memory that can be had without swapping, in bytes.
pub(super) fn available() -> Option<u64> {
    parse(&fs::read_to_string(FILE).ok()?, "MemAvailable:")
}

/// The memory that the machine has, in bytes.
pub(super) fn total() -> Option<u64> {
    parse(&fs::read_to_string(FILE).ok()?, "MemTotal:")
}

fn parse(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_figures_are_read() {
        let text = "MemTotal:       24 kB\nMemAvailable:   12 kB\nBuffers: many kB\n";
        assert_eq!(parse(text, "MemTotal:"), Some(24 * 1024));
        assert_eq!(parse(text, "MemAvailable:"), Some(12 * 1024));
        assert_eq!(parse(text, "Buffers:"), None);
        assert_eq!(parse("", "MemTotal:"), None);
    }
}
