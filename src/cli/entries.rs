//! `hustings motions | personas | formats | themes`: which entries of the catalog are asked for, and in which form.

use crate::{
    catalog::FileKind,
    error::{Exit, Failure},
    host::Host,
};

use super::{
    args::{FormatsArgs, FormatsCommand, ListArgs, ShowOne},
    catalog::{self, Output},
    out,
};

/// Lists the formats, or shows one of them.
pub(super) fn formats(host: &Host, args: FormatsArgs) -> Result<Exit, Failure> {
    let show = match args.what {
        Some(FormatsCommand::Show { id }) => Some(ShowOne::Show { id }),
        Some(FormatsCommand::Schema) | None => None,
    };
    let json = args.json;
    list(host, FileKind::Format, &ListArgs { show, json })
}

/// Lists the personas and the audience, or shows one of them.
pub(super) fn personas(host: &Host, show: Option<String>, json: bool) -> Result<Exit, Failure> {
    let show = show.map(|id| ShowOne::Show { id });
    list(host, FileKind::Persona, &ListArgs { show, json })
}

/// Lists the entries of a kind, or shows one of them.
pub(super) fn list(host: &Host, kind: FileKind, args: &ListArgs) -> Result<Exit, Failure> {
    let output = if args.json {
        Output::Json
    } else {
        Output::Text
    };
    let width = out::width();
    let entries = &host.catalog;
    let Some(ShowOne::Show { id }) = &args.show else {
        return out::print(|mut out| match kind {
            FileKind::Motion => catalog::list_motions(entries, &mut out, width, output),
            FileKind::Persona | FileKind::Member => {
                catalog::list_personas(entries, &mut out, width, output)
            }
            FileKind::Format => catalog::list_formats(entries, &mut out, width, output),
            FileKind::Theme | FileKind::Profiles => {
                catalog::list_themes(entries, &mut out, width, output)
            }
        });
    };
    match kind {
        FileKind::Motion => {
            let entry = entries.motion(id)?;
            out::print(|mut out| catalog::show_motion(entry, &mut out, width, output))
        }
        FileKind::Persona | FileKind::Member => match (entries.persona(id), entries.member(id)) {
            (Err(_), Ok(entry)) => {
                out::print(|mut out| catalog::show_member(entry, &mut out, width, output))
            }
            (entry, _) => {
                let entry = entry?;
                out::print(|mut out| catalog::show_persona(entry, &mut out, width, output))
            }
        },
        FileKind::Format => {
            let entry = entries.format(id)?;
            out::print(|mut out| catalog::show_format(entry, &mut out, width, output))
        }
        FileKind::Theme | FileKind::Profiles => {
            let entry = entries.theme(id)?;
            out::print(|mut out| catalog::show_theme(entry, &mut out, width, output))
        }
    }
}
