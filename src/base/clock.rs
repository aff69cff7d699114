//! The clock of the machine, as a time that can be written down. A machine may be set to any year; what no calendar here
//! reaches is its nearest end.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// The time now.
pub fn now() -> Timestamp {
    at(SystemTime::now())
}

fn at(time: SystemTime) -> Timestamp {
    let beyond = if time < UNIX_EPOCH {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    };
    Timestamp::try_from(time).unwrap_or(beyond)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_clock_that_is_set_to_any_year_is_read() {
        let far = Duration::from_secs(1 << 40);
        assert_eq!(at(UNIX_EPOCH + far), Timestamp::MAX);
        assert_eq!(at(UNIX_EPOCH - far), Timestamp::MIN);
        assert_eq!(at(UNIX_EPOCH + Duration::from_secs(1)).as_second(), 1);
        let zoned = at(UNIX_EPOCH + far).to_zoned(jiff::tz::TimeZone::fixed(jiff::tz::offset(14)));
        assert!(zoned.checked_sub(jiff::Span::new().weeks(2)).is_ok());
    }
}
