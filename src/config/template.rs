//! The file that `hustings config init` writes: every setting, documented in its place and commented out. A test of the
//! program holds it to the types that settings are read as, to their defaults and to the keys of the chamber.

/// The file, as it is written. A line that begins with `#` and goes on without a space is a setting that is left out.
pub const TEMPLATE: &str = include_str!("template.toml");
