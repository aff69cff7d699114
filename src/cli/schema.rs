//! `hustings schema | formats schema`: what other programs read about this one.

use crate::{
    catalog::{FileKind, schema},
    error::{Exit, Failure},
    headless::jsonl,
};

use super::{args::SchemaOf, out};

/// Prints the JSON Schema of a kind of file, or of the JSON lines.
pub(super) fn print(of: SchemaOf) -> Result<Exit, Failure> {
    let schema = match of {
        SchemaOf::Jsonl => jsonl::schema(),
        SchemaOf::Motion => schema(FileKind::Motion),
        SchemaOf::Persona => schema(FileKind::Persona),
        SchemaOf::Member => schema(FileKind::Member),
        SchemaOf::Format => schema(FileKind::Format),
        SchemaOf::Theme => schema(FileKind::Theme),
        SchemaOf::Debate => crate::real::schema(),
        SchemaOf::Batch => crate::batch::schema(),
        SchemaOf::Study => crate::paired::schema(),
    };
    out::print(|out| writeln!(out, "{schema:#}"))
}
