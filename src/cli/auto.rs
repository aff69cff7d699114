//! `--speakers auto`: people whom a model invents for the motion, and their files where they are to be kept.

use super::args::RunArgs;
use crate::{
    error::Failure,
    host::{people::KeepPeople, setup::DebateChoice},
};

/// The word that is typed in place of names.
const AUTO: &str = "auto";

/// Whether a model is to invent the speakers, and what becomes of them. The choice names nobody then.
///
/// # Errors
/// People are to be kept whom nobody invents, or some are to be invented and others not.
pub(super) fn invents(
    choice: &mut DebateChoice,
    args: &RunArgs,
) -> Result<Option<KeepPeople>, Failure> {
    let is_auto = |name: &String| name.eq_ignore_ascii_case(AUTO);
    if !choice.speakers.iter().any(is_auto) {
        return if args.save_speakers {
            Err(
                Failure::input("--save-speakers: nobody is invented for this debate")
                    .hint("use it with --speakers auto"),
            )
        } else {
            Ok(None)
        };
    }
    if choice.speakers.len() > 1 {
        return Err(Failure::input(
            "--speakers: `auto` finds everybody and cannot stand beside names",
        )
        .hint("name all of them, or give --speakers auto alone"));
    }
    choice.speakers.clear();
    Ok(Some(if args.save_speakers {
        KeepPeople::InFiles
    } else {
        KeepPeople::InTheDebate
    }))
}
