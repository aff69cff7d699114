//! A stretch of time as a clock shows it: the same wherever one is told.

/// Seconds as minutes and seconds, and as hours where there are any: `03:12`, `1:06:40`.
pub fn clock(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes:02}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_hours_where_it_is_as_long_as_one() {
        let told = [0, 192, 3599, 3600, 4000, 90_000].map(clock);
        assert_eq!(
            told,
            ["00:00", "03:12", "59:59", "1:00:00", "1:06:40", "25:00:00"]
        );
    }
}
