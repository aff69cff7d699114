//! The memory of the machine, where the system says it in a file.

use std::fs;

/// The memory that a model needs when it runs, in bytes, by the size of its file: the weights, which take as much as in the
/// file, and what it remembers of prompts, which depends on the model and is a quarter to two thirds of that in most; and
/// something to spare. (The 1.5 B model, whose file has 1.12 GB, took 1.29 GB at the most in `model bench`, of which little
/// was for prompts. All that it may remember takes 0.29 GB more.)
pub fn memory_needed(file_bytes: u64) -> u64 {
    file_bytes
        .saturating_add(file_bytes / 2)
        .saturating_add(AROUND)
}

/// What the program itself needs, and the smallest of models for prompts.
const AROUND: u64 = 256 * 1024 * 1024;

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

    /// The most that was measured, with all the prompts that are remembered, and what was needed at other times.
    #[test]
    fn what_a_model_is_said_to_need_is_enough_and_not_twice_as_much() {
        // The file, the peak without prompts to speak of, and the bytes of 10,240 tokens.
        let models: [(u64, u64, u64); 2] = [
            (144_811_072, 187_000_000, 235_929_600),
            (1_117_320_768, 1_239_000_000, 293_601_280),
        ];
        for (file, without, prompts) in models {
            let (needed, most) = (memory_needed(file), without + prompts);
            assert!(needed >= most && needed < most * 2, "{file}: {needed}");
        }
    }

    #[test]
    fn the_kernels_figures_are_read() {
        let text = "MemTotal:       24 kB\nMemAvailable:   12 kB\nBuffers: many kB\n";
        assert_eq!(parse(text, "MemTotal:"), Some(24 * 1024));
        assert_eq!(parse(text, "MemAvailable:"), Some(12 * 1024));
        assert_eq!(parse(text, "Buffers:"), None);
        assert_eq!(parse("", "MemTotal:"), None);
    }
}
