//! The values of a measure that count as good.

use std::fmt;

/// The values that count as good.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Good {
    /// A value of this much or more.
    AtLeast(f64),
    /// A value of this much or less.
    AtMost(f64),
    /// No less than the first and no more than the second.
    Between(f64, f64),
    /// More is not better and not worse.
    Neither,
}

impl Good {
    /// Whether a value is good; `None` where none is better than another.
    pub fn holds(self, value: f64) -> Option<bool> {
        match self {
            Self::AtLeast(least) => Some(value >= least),
            Self::AtMost(most) => Some(value <= most),
            Self::Between(least, most) => Some((least..=most).contains(&value)),
            Self::Neither => None,
        }
    }
}

impl fmt::Display for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "≥ {least:.2}"),
            Self::AtMost(most) => write!(f, "≤ {most:.2}"),
            Self::Between(least, most) => write!(f, "{least:.2} to {most:.2}"),
            Self::Neither => f.write_str("–"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_good_is_told_and_decided_alike() {
        let table = [
            (Good::AtLeast(0.5), 0.5, Some(true), "≥ 0.50"),
            (Good::AtMost(0.3), 0.31, Some(false), "≤ 0.30"),
            (Good::Between(0.2, 2.0), 2.1, Some(false), "0.20 to 2.00"),
            (Good::Neither, 9.0, None, "–"),
        ];
        for (good, value, holds, told) in table {
            assert_eq!(good.holds(value), holds, "{good}");
            assert_eq!(good.to_string(), told);
        }
    }
}
