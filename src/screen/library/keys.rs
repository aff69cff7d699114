//! The keys of the library: one table in which they are looked up, and of which the line below and the help are made.

use crossterm::event::KeyEvent;

use super::super::keymap::{Chord, HelpRow};

/// Something that a key of the library does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LibraryAction {
    /// Replays, resumes or watches the debate.
    Open,
    Search,
    /// Marks the debate, or takes the mark away.
    Mark,
    MarkAll,
    Replay,
    Branch,
    Refine,
    Compare,
    /// Shows a branch beside the debate that it parts from.
    Beside,
    Export,
    Tags,
    Note,
    /// Chooses a tag, of which alone debates are shown.
    Filter,
    Sort,
    Reverse,
    Delete,
    Undo,
    /// The preview over the whole screen, and back.
    Preview,
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    TextUp,
    TextDown,
    Help,
    Back,
    Quit,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct LibraryBinding {
    pub(super) action: LibraryAction,
    /// The keys, as crokey writes them.
    pub(super) keys: &'static [&'static str],
    /// A word for the line below; empty where there is no room for it there.
    pub(super) hint: &'static str,
    /// The action in words, for the help.
    pub(super) help: &'static str,
}

const fn row(
    action: LibraryAction,
    keys: &'static [&'static str],
    hint: &'static str,
    help: &'static str,
) -> LibraryBinding {
    LibraryBinding {
        action,
        keys,
        hint,
        help,
    }
}

/// The keys of the library, in the order in which the help and the line below show them.
pub(super) const ROWS: &[LibraryBinding] = {
    use LibraryAction as A;
    &[
        row(
            A::Open,
            &["enter"],
            "open",
            "replay a debate that is over, resume one that is not, watch one that is running; on a sentence that was found, \
             replay the debate from there",
        ),
        row(
            A::Search,
            &["/"],
            "search",
            "search motions, speakers and everything that was said",
        ),
        row(
            A::Mark,
            &["space"],
            "mark",
            "mark the debate, to delete, tag or export several at once; again takes the mark away",
        ),
        row(A::MarkAll, &["a"], "", "mark all that are listed, or none"),
        row(
            A::Tags,
            &["t"],
            "tags",
            "put tags to the debate, or to those that are marked",
        ),
        row(A::Note, &["n"], "note", "write a note on the debate"),
        row(
            A::Filter,
            &["f"],
            "filter",
            "show only the debates with one of the tags",
        ),
        row(
            A::Sort,
            &["s"],
            "sort",
            "sort by the next column: date, motion, winner, format, speakers, length, cost",
        ),
        row(A::Reverse, &["shift-s"], "", "sort the other way round"),
        row(
            A::Delete,
            &["d", "delete"],
            "delete",
            "delete the debate, or those that are marked; u brings them back",
        ),
        row(
            A::Undo,
            &["u"],
            "undo",
            "bring back what was deleted last, and then what was deleted before that",
        ),
        row(
            A::Replay,
            &["p", "ctrl-r"],
            "replay",
            "replay a debate, over or not",
        ),
        row(
            A::Branch,
            &["b"],
            "branch",
            "open the replay, paused: go to a place with its keys, and b there begins a branch",
        ),
        row(
            A::Refine,
            &["r"],
            "refine",
            "hold the debate again, taught by its verdict; of one that was, see the iterations",
        ),
        row(
            A::Compare,
            &["c"],
            "compare",
            "compare the debate with a second one, which is chosen next",
        ),
        row(
            A::Beside,
            &["l"],
            "side by side",
            "see a branch beside the debate that it parts from, and what it changed",
        ),
        row(
            A::Export,
            &["e"],
            "export",
            "write the debate, or those that are marked, as files",
        ),
        row(
            A::Preview,
            &["v"],
            "preview",
            "the preview on the whole screen, and back to the list",
        ),
        row(A::Up, &["up", "k"], "", "one line up"),
        row(A::Down, &["down", "j"], "", "one line down"),
        row(A::PageUp, &["pageup"], "", "one page up"),
        row(A::PageDown, &["pagedown"], "", "one page down"),
        row(A::Top, &["home", "g"], "", "to the first"),
        row(A::Bottom, &["end", "shift-g"], "", "to the last"),
        row(A::TextUp, &["left"], "", "the preview up by a line"),
        row(A::TextDown, &["right"], "", "the preview down by a line"),
        row(A::Help, &["?", "f1"], "help", "this help"),
        row(
            A::Back,
            &["esc", "q", "tab"],
            "back",
            "give up the search, the filter or the marks; then leave the library",
        ),
        row(A::Quit, &["ctrl-c", "ctrl-q"], "", "leave the program"),
    ]
};

/// The action of a key, if it has any.
pub(super) fn action(key: KeyEvent) -> Option<LibraryAction> {
    let pressed = Chord::of(key.code, key.modifiers);
    let row = ROWS.iter().find(|row| {
        let mut keys = row.keys.iter();
        keys.any(|key| Chord::parse(key) == Some(pressed))
    });
    row.map(|row| row.action)
}

impl LibraryBinding {
    /// The first of its keys, as people read it.
    pub(super) fn first_key(&self) -> String {
        self.keys.first().map_or_else(String::new, |key| shown(key))
    }

    /// All of its keys, for the help.
    pub(super) fn help_row(&self) -> HelpRow {
        let keys: Vec<String> = self.keys.iter().map(|key| shown(key)).collect();
        HelpRow {
            keys: keys.join(" / "),
            help: self.help,
        }
    }
}

/// A key as people read it.
fn shown(key: &str) -> String {
    Chord::parse(key).map_or_else(|| key.to_owned(), |chord| chord.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_one_and_means_one_thing() {
        let mut seen = Vec::new();
        for key in ROWS.iter().flat_map(|row| row.keys) {
            let chord = Chord::parse(key);
            assert!(chord.is_some(), "{key}");
            assert!(!seen.contains(&chord), "{key}");
            seen.push(chord);
        }
    }
}
