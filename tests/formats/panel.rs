//! The panel: its rules and numbers.
