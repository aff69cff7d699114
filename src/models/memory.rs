//! How much memory is free, where the system says so in a file.

use std::fs;

/// What a model needs of memory, for each byte of its file: the weights, a second copy in the order in which
/// they are multiplied, and the context.
pub(super) const TIMES_THE_FILE: u64 = 2;

/// The memory that can be had without swapping, in bytes.
pub(super) fn available() -> Option<u64> {
    parse(&fs::read_to_string("/proc/meminfo").ok()?)
}

fn parse(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_figure_is_read() {
        let text = "MemTotal:       24 kB\nMemAvailable:   12 kB\nBuffers: 1 kB\n";
        assert_eq!(parse(text), Some(12 * 1024));
        assert_eq!(parse("MemAvailable: many kB\n"), None);
        assert_eq!(parse(""), None);
    }
}
