//! The structured protocol: its rules and numbers.
