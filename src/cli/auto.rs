//! `--speakers auto`: people whom a model invents for the motion, and their files where they are to be kept.

use super::{Host, args::RunArgs};
use crate::{
    error::Failure,
    host::{
        people,
        setup::{DebateChoice, InventedSpeaker},
    },
    llm::roster::Roster,
};

/// What is typed instead of names.
const AUTO: &str = "auto";

/// What becomes of the people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// Each has a file afterwards.
    Files,
    /// They are for this debate, and stay in its journal.
    Nothing,
}

/// Speakers are to be found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Auto(Keep);

impl Auto {
    /// Whether the arguments want that. The choice names nobody then.
    ///
    /// # Errors
    /// It is to be kept what nobody invents, or some are to be invented and others not.
    pub(super) fn of(choice: &mut DebateChoice, args: &RunArgs) -> Result<Option<Self>, Failure> {
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
        Ok(Some(Self(if args.save_speakers {
            Keep::Files
        } else {
            Keep::Nothing
        })))
    }

    /// Finds people for every seat, and keeps them where that was asked for. Gives the seed that they come from, too.
    pub(super) async fn find(
        self,
        host: &Host,
        choice: &DebateChoice,
        roster: &Roster,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<(Vec<InventedSpeaker>, u64), Failure> {
        let (found, seed) = people::invent_for(host, (choice, &[]), roster, tell).await?;
        if self.0 == Keep::Files {
            for (one, path) in found.iter().zip(people::save_all(host, &found)?) {
                tell(&format!("{} is kept in {}", one.card.name, path.display()));
            }
        }
        Ok((found, seed))
    }
}
