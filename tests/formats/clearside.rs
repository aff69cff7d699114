//! ClearSide: its rules and numbers.
