//! Sizes as people say them.

/// A number of bytes in three figures or so, in decimal units: `1.1 GB`.
pub fn human(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1_000 {
        return format!("{bytes} bytes");
    }
    let mut size = bytes as f64 / 1_000.0;
    let mut units = UNITS.iter().peekable();
    let mut unit = "kB";
    while let Some(next) = units.next() {
        unit = next;
        // What would be rounded up to 1000 belongs to the next unit.
        if size < 999.5 || units.peek().is_none() {
            break;
        }
        size /= 1_000.0;
    }
    if size < 9.95 {
        format!("{size:.1} {unit}")
    } else {
        format!("{size:.0} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        let table = [
            (0, "0 bytes"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (98_362_432, "98 MB"),
            (999_600, "1.0 MB"),
            (1_117_320_768, "1.1 GB"),
            (12_345_678_901, "12 GB"),
            (5_000_000_000_000_000, "5000 TB"),
        ];
        for (bytes, expected) in table {
            assert_eq!(human(bytes), expected, "{bytes}");
        }
    }
}
