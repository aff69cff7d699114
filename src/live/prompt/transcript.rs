//! The transcript as models read it: for each speech a message with the Chair's call and, behind a fence, what was
//! said, and what the gallery brought in, the clerk took down of definitions and the speakers said of what they grant each
//! other at the place where the house came to know of it. Only what whoever is asked has said so far of the speech that they are in comes from their own mouth.
//! Append-only: what stood in an earlier prompt stands in every later one, byte for byte.

use std::ops::RangeInclusive;

use crate::{
    asks::{
        Earlier, SeenGallery,
        view::{definitions::definitions, grants::granted, points},
    },
    debate::{
        ask::Cue,
        definitions::{Definitions, SideDefinitions},
        ids::{PoiId, TurnId},
        state::{Extraction, PoiStatus, TranscriptEntry, Turn},
    },
    fence::{Names, Own},
    llm::{From, Message},
    text::{first_words, quote, sentence},
};

use super::{AsRead, Fitting, Prompts, gallery_share::GalleryShare, house, message};

/// Words of a speech that is shortened and of which nothing was written down.
pub(crate) const WORDS_IN_SHORT: usize = 50;
/// The most words of what was written down of a speech that is shortened.
pub(crate) const IN_SHORT: usize = 100;

/// The part of the record that stands in a prompt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown<'a> {
    /// The speeches that are over, in their order.
    pub(super) speeches: &'a [&'a Turn],
    /// The one under way, for those who hear it from outside.
    pub(super) live: Option<&'a Turn>,
    /// The part of what the gallery brought in that stands in it.
    pub(super) gallery: SeenGallery,
    /// The length at which those stand before the last one, which is the one under way where one is.
    pub(super) earlier: Earlier,
    /// The speech that the prompt is for: what was not known when it began stands in none of its prompts, so that each
    /// begins like the one before.
    pub(super) own: Option<TurnId>,
}

impl Shown<'_> {
    /// Whether the speech at this place stands as it was taken down.
    fn is_taken_down(&self, place: usize, turn: &Turn) -> bool {
        let is_earlier = self.live.is_some() || place + 1 < self.speeches.len();
        match self.earlier {
            Earlier::Whole => false,
            Earlier::TakenDown => is_earlier && matches!(turn.arguments, Extraction::Done(_)),
        }
    }

    /// The definitions of the speeches that are shown, in the order in which the house came to know of them.
    fn definitions<'a>(&self, read: AsRead<'a>) -> Vec<(&'a SideDefinitions, &'a Definitions)> {
        let is_shown = |of: &SideDefinitions| self.speeches.iter().any(|turn| turn.id == of.turn);
        let taken = read.state.definitions_taken();
        let mut defined: Vec<_> = taken.filter(|(of, _)| is_shown(of)).collect();
        defined.sort_by_key(|(of, _)| of.before);
        defined
    }

    /// The number of speeches after which it stands what is granted and whether it is agreed: all up to the last word of
    /// the speakers. `None` where that is not shown, or nobody has been asked.
    fn granted_after(&self, read: AsRead<'_>) -> Option<usize> {
        let state = read.state;
        let is_told = state.entries.contains(&TranscriptEntry::Granted);
        if !is_told || state.confirmations.is_empty() {
            return None;
        }
        let is_speakers = |turn: &&Turn| state.speaker(&turn.seat).is_some();
        let last = state.speeches().rev().find(is_speakers)?.id;
        let at = self.speeches.iter().position(|turn| turn.id == last)?;
        Some(at + 1)
    }
}

impl Prompts {
    /// Adds the transcript and gives what the next message has to begin with.
    pub(super) fn transcript(
        &self,
        read: AsRead<'_>,
        shown: &Shown<'_>,
        fitting: Fitting,
        messages: &mut Vec<Message>,
    ) -> Result<String, String> {
        let Shown {
            speeches,
            live,
            gallery: seen,
            own,
            earlier: _,
        } = *shown;
        let Fitting {
            condensed,
            left_out,
            gallery,
        } = fitting;
        let left_out = left_out.min(speeches.len());
        let mut carried = String::new();
        // Places count all speeches of the debate, of which some may not be shown.
        let mut all = read.state.speeches().enumerate();
        let mut from = 0;
        let mut defined = shown.definitions(read);
        let granted_after = shown.granted_after(read);
        for (place, turn) in speeches.iter().enumerate() {
            let number = all.find(|(_, one)| one.id == turn.id);
            let number = number.map_or(from, |(number, _)| number);
            let before = self.items(read, from..=number, (seen, &gallery))?;
            from = number + 1;
            let before = self.defined_by(read, &mut defined, Some(turn.id), before)?;
            let before = self.granted(read, granted_after == Some(place), before)?;
            let before = join(&std::mem::take(&mut carried), &before);
            // What was brought in before it is there all the same.
            if place < left_out {
                carried = before;
                continue;
            }
            let text = if place < condensed || shown.is_taken_down(place, turn) {
                let left_out = if place == left_out { left_out } else { 0 };
                self.in_short(read, turn, left_out)?
            } else {
                self.said(read, turn, None)?
            };
            let given = self.given(read, turn, &text)?;
            messages.push(message(From::User, join(&before, &given)));
        }
        let until = seen.until().unwrap_or_default();
        let mut pending = self.items(read, from..=until, (seen, &gallery))?;
        pending = self.granted(read, granted_after == Some(speeches.len()), pending)?;
        pending = join(&carried, &pending);
        if let Some(turn) = live {
            pending = self.defined_by(read, &mut defined, Some(turn.id), pending)?;
            let given = self.given(read, turn, &self.said(read, turn, None)?)?;
            messages.push(message(From::User, join(&pending, &given)));
            pending = String::new();
        }
        self.defined_by(read, &mut defined, own, pending)
    }

    /// Adds the definitions that a turn could know of to what stands before it; all that are left, where no turn
    /// follows.
    fn defined_by(
        &self,
        read: AsRead<'_>,
        defined: &mut Vec<(&SideDefinitions, &Definitions)>,
        turn: Option<TurnId>,
        before: String,
    ) -> Result<String, String> {
        let mut text = before;
        let is_known = |of: &SideDefinitions| turn.is_none_or(|turn| of.before <= turn);
        for (of, taken) in defined.extract_if(.., |(of, _)| is_known(of)) {
            let view = definitions(read.state, of, taken);
            text = join(&text, &self.fill("definitions.md", view, read.names())?);
        }
        Ok(text)
    }

    /// Adds what is granted, and whether it is agreed, to what stands before a turn, where this is its place.
    fn granted(&self, read: AsRead<'_>, is_here: bool, before: String) -> Result<String, String> {
        if !is_here {
            return Ok(before);
        }
        let told = self.fill("granted.md", granted(read.state), read.names())?;
        Ok(join(&before, &told))
    }

    /// The Chair's call, and what was said after it.
    fn given(&self, read: AsRead<'_>, turn: &Turn, said: &str) -> Result<String, String> {
        let call = self.call(read, turn)?;
        self.fill(
            "said.md",
            minijinja::context! { call => Own(&call), said },
            read.names(),
        )
    }

    /// The things that the gallery brought in after any of these numbers of speeches.
    fn items(
        &self,
        read: AsRead<'_>,
        places: RangeInclusive<usize>,
        (seen, gallery): (SeenGallery, &GalleryShare),
    ) -> Result<String, String> {
        let hears_questions = match seen {
            SeenGallery::Nothing => return Ok(String::new()),
            SeenGallery::Evidence(_) => false,
            SeenGallery::All(_) => true,
        };
        self.fill(
            "items.md",
            house::items(read.state, &places, (hears_questions, gallery)),
            read.names(),
        )
    }

    /// The words of a turn, with the points that were taken or waved down at their places. The point that a cue is
    /// about is left to the cue.
    pub(super) fn said(
        &self,
        read: AsRead<'_>,
        turn: &Turn,
        cue: Option<Cue>,
    ) -> Result<String, String> {
        let left_out: Option<PoiId> = match cue {
            Some(Cue::AfterPoint { poi }) => Some(poi),
            Some(
                Cue::Begin | Cue::Step { .. } | Cue::Bell | Cue::Evidence { .. } | Cue::Resume,
            )
            | None => None,
        };
        let mut parts = Vec::new();
        let mut from = 0;
        for point in turn.points.iter().filter_map(|id| read.state.point(*id)) {
            let is_over = matches!(
                point.status,
                PoiStatus::Answered { .. } | PoiStatus::Declined { .. }
            );
            if !is_over || Some(point.id) == left_out {
                continue;
            }
            // In the middle of a sentence the point would tear apart what is read, or even a word.
            let at = sentence::settled(&turn.text, point.at as usize).max(from);
            parts.push(quote::speech(turn.text.get(from..at).unwrap_or_default()));
            let inline = points::inline(read.state, point);
            parts.push(self.fill("poi_inline.md", inline, read.names())?);
            from = at;
        }
        parts.push(quote::speech(turn.text.get(from..).unwrap_or_default()));
        let parts = parts.iter().map(|part| part.trim());
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        Ok(parts.join("\n\n"))
    }

    /// A speech in short, the first behind so many that are left out.
    fn in_short(&self, read: AsRead<'_>, turn: &Turn, left_out: usize) -> Result<String, String> {
        let text = match &turn.arguments {
            Extraction::Done(arguments) => {
                let claims = arguments.arguments.iter();
                let claims: Vec<&str> = claims.map(|one| one.claim.trim()).collect();
                first_words(&claims.join(" "), IN_SHORT)
            }
            Extraction::None | Extraction::Failed => first_words(&turn.text, WORDS_IN_SHORT),
        };
        self.condensed(&text, left_out, read.names())
    }

    /// A speech in short behind so many that are left out, by itself. Only a debate that outgrows its model's context comes
    /// to it, which is too long to be rehearsed for a look at the template.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn speech_in_short(&self, text: &str, left_out: usize) -> Result<Vec<Message>, String> {
        let text = self.condensed(text, left_out, Names::None)?;
        Ok(vec![message(From::User, text)])
    }

    fn condensed(&self, text: &str, left_out: usize, names: Names<'_>) -> Result<String, String> {
        let filling = minijinja::context! { text, left_out };
        self.fill("condensed.md", filling, names)
    }
}

fn join(first: &str, second: &str) -> String {
    match (first, second) {
        ("", one) | (one, "") => one.to_owned(),
        (first, second) => format!("{first}\n\n{second}"),
    }
}
