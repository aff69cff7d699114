//! The keys that the library tells on the line below: those that do something now, by what that is called now.

use super::{
    super::{
        hint::{Hint, hints},
        overlay::Overlay as _,
    },
    DebateLibrary, Over,
    keys::{self, LibraryAction},
    listing,
};

impl DebateLibrary {
    /// The keys that do something now, the most important first.
    pub(super) fn hints(&self) -> Vec<Hint> {
        match &self.over {
            Over::Help(page) => return page.hints(),
            Over::Prompt(_) => return hints([("enter", "keep"), ("esc", "cancel")]),
            Over::Choices(_) => {
                return hints([("enter", "choose"), ("↑↓", "move"), ("esc", "cancel")]);
            }
            Over::Second(_) => {
                return hints([
                    ("enter", "compare with this one"),
                    ("↑↓", "move"),
                    ("esc", "cancel"),
                ]);
            }
            Over::Nothing => {}
        }
        if self.search.as_ref().is_some_and(|one| one.is_typed) {
            return hints([
                ("enter", "go to what was found"),
                ("↑↓", "move"),
                ("esc", "end search"),
            ]);
        }
        let told = keys::ROWS.iter().filter_map(|row| {
            let word = self.word(row.action, row.hint);
            let hint = Hint::new(row.first_key(), word);
            let is_always = row.action == LibraryAction::Help;
            let hint = if is_always { hint.always() } else { hint };
            (!word.is_empty()).then_some(hint)
        });
        told.collect()
    }

    /// The word for an action now; nothing where it does nothing.
    fn word(&self, action: LibraryAction, usual: &'static str) -> &'static str {
        use LibraryAction as A;
        let chosen = self.chosen();
        match action {
            A::Open => match chosen {
                None => "",
                Some(_) if self.sentence().is_some() => "replay from here",
                Some(one) if Self::is_over(one) => "replay",
                Some(one) if one.summary.running => "watch",
                Some(_) => "resume",
            },
            A::Undo if self.deleted.is_empty() => "",
            // Enter says it.
            A::Replay if chosen.is_none_or(Self::is_over) => "",
            A::Refine | A::Compare if !chosen.is_some_and(Self::is_over) => "",
            A::Beside if chosen.is_none_or(|one| one.summary.branch_of.is_none()) => "",
            A::Mark | A::Tags | A::Note | A::Delete | A::Branch | A::Export | A::Preview
                if chosen.is_none() =>
            {
                ""
            }
            A::Filter if self.tag.is_none() && listing::tags(&self.debates).is_empty() => "",
            A::Back if self.search.is_some() => "end search",
            A::Back if !self.marked.is_empty() => "unmark",
            A::Back if self.tag.is_some() => "all debates",
            A::Undo
            | A::Replay
            | A::Refine
            | A::Compare
            | A::Beside
            | A::Mark
            | A::Tags
            | A::Note
            | A::Delete
            | A::Branch
            | A::Export
            | A::Preview
            | A::Filter
            | A::Back
            | A::Search
            | A::MarkAll
            | A::Sort
            | A::Reverse
            | A::Up
            | A::Down
            | A::PageUp
            | A::PageDown
            | A::Top
            | A::Bottom
            | A::TextUp
            | A::TextDown
            | A::Help
            | A::Quit => usual,
        }
    }
}
