//! The round table: its rules and numbers.
