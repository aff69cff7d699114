//! The forms that a debate is exported in: the one list of them.

use std::{
    fmt,
    io::{self, Write},
};

use super::{Notes, briefing, dot, html, json, markdown};
use crate::{
    debate::{DebateState, event::Record},
    error::Failure,
    visible::Shown,
};

/// The form of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A document to read.
    Markdown,
    /// A page for a browser.
    Html,
    /// A briefing for whoever has to decide, on a page.
    Briefing,
    /// The whole debate as one JSON document.
    Json,
    /// The argument map as a graph.
    Dot,
    /// A picture of the screen.
    Svg,
    /// A moving picture of the screen.
    Animation,
    /// A recording of the screen.
    Asciicast,
}

/// The words of a form that people read.
struct Row {
    name: &'static str,
    /// The ending of file names, without the dot.
    ending: &'static str,
    /// The description of the form, in a few words.
    about: &'static str,
}

/// The further wishes that some forms regard.
#[derive(Clone, Copy)]
pub struct Wishes<'a> {
    /// For JSON: the tags that somebody has put to the debate.
    pub tags: &'a [String],
    /// For JSON: the note that somebody has put to the debate.
    pub note: Option<&'a str>,
    /// Whether a document in Markdown or HTML has the private notes.
    pub notes: Notes,
    /// The function that draws the screen.
    pub picture: &'a dyn Fn(&[Record]) -> Result<String, Failure>,
    /// The function that draws a replay as a moving picture.
    pub animation: &'a dyn Fn(&[Record]) -> Result<String, Failure>,
    /// The function that records the screen of a replay.
    pub recording: &'a dyn Fn(&[Record]) -> Result<String, Failure>,
}

impl Default for Wishes<'_> {
    fn default() -> Self {
        Self {
            tags: &[],
            note: None,
            notes: Notes::default(),
            picture: &|_| Err(no_screen()),
            animation: &|_| Err(no_screen()),
            recording: &|_| Err(no_screen()),
        }
    }
}

/// Writes an export: nothing stands in the way of it any more but the disk.
pub type Content<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

impl Form {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::Markdown,
        Self::Html,
        Self::Briefing,
        Self::Json,
        Self::Dot,
        Self::Svg,
        Self::Animation,
        Self::Asciicast,
    ];

    #[rustfmt::skip]
    const fn row(self) -> Row {
        let (name, ending, about) = match self {
            Self::Markdown => ("markdown", "md",   "A document to read"),
            Self::Html     => ("html",     "html", "A page that plays the debate in a browser"),
            Self::Briefing => ("briefing", "md",   "A page for whoever has to decide"),
            Self::Json     => ("json",     "json", "The whole debate as one JSON document"),
            Self::Dot      => ("dot",      "dot",  "The argument map as a graph, for Graphviz"),
            Self::Svg      => ("svg",      "svg",  "A picture of the screen"),
            Self::Animation => ("animation", "svg", "A moving picture of a replay, for a page"),
            Self::Asciicast => ("asciicast", "cast", "A recording of a replay, for asciinema"),
        };
        Row { name, ending, about }
    }

    /// The word by which it is asked for.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The ending of file names, without the dot.
    pub const fn ending(self) -> &'static str {
        self.row().ending
    }

    /// The description of the form, in a few words for people.
    pub const fn about(self) -> &'static str {
        self.row().about
    }

    /// The function that writes a debate in this form, with a line break at its end.
    ///
    /// # Errors
    /// No picture could be drawn, or there is nothing to brief anybody on.
    pub fn content<'a>(
        self,
        records: &'a [Record],
        wishes: Wishes<'a>,
    ) -> Result<Content<'a>, Failure> {
        let state = move || DebateState::fold(records);
        Ok(match self {
            Self::Markdown => whole(markdown(&state(), wishes.notes)),
            Self::Html => whole(html(records, wishes.notes)),
            Self::Briefing => {
                let state = state();
                whole(briefing(&state).ok_or_else(|| no_briefing(&state))?)
            }
            Self::Dot => whole(dot(&state())),
            Self::Json => Box::new(move |out| {
                let filed = (wishes.tags, wishes.note);
                json(&state(), records, filed, &mut Shown::new(out))
            }),
            Self::Svg => whole((wishes.picture)(records)?),
            Self::Animation => whole((wishes.animation)(records)?),
            Self::Asciicast => whole((wishes.recording)(records)?),
        })
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn whole<'a>(text: String) -> Content<'a> {
    Box::new(move |out| out.write_all(text.as_bytes()))
}

/// The failure where a debate has nothing that a briefing could be made of.
fn no_briefing(state: &DebateState) -> Failure {
    let Some(opening) = state.opening.as_deref() else {
        return Failure::input("there is no briefing on a debate that was never opened");
    };
    Failure::input(format!(
        "there is no briefing on this debate: its format, {}, has neither a rubric nor a synthesis",
        opening.format.name
    ))
    .hint("export the whole debate (--to markdown)")
}

/// The failure where there is nothing that draws a screen.
pub fn no_screen() -> Failure {
    Failure::input("this program was built without its screen, and so without pictures of it")
        .hint("build it with the feature `tui`, which is on by default")
}
