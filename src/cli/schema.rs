//! `hustings schema | formats schema | completions`: what other programs read about this one.

use clap::CommandFactory as _;

use crate::{
    catalog::{FileKind, schema},
    error::{Exit, Failure},
    headless::jsonl,
};

use super::{
    args::{Cli, SchemaOf},
    out,
};

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
    };
    out::print(|out| writeln!(out, "{schema:#}"))
}

/// Prints the script by which a shell completes what is typed.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    // The generator panics when nobody reads; a buffer does not mind.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hustings", &mut script);
    out::print(|out| out.write_all(&script))
}
