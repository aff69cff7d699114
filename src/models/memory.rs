//! How much memory there is, where the system says so in a file.

use std::fs;

/// What a model needs of memory, for each byte of its file: the weights, a second copy in the order in which
/// they are multiplied, and the context.
pub(super) const TIMES_THE_FILE: u64 = 2;

/// Where Linux says it.
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
