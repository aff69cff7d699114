//! The transcript as models read it: for each speech a message with the Chair's call and, behind a fence, what was
//! said, and what the gallery brought in at the place where the house came to know of it. Only what whoever is asked
//! has said so far of the speech that they are in comes from their own mouth. Append-only: what stood in an earlier
//! prompt stands in every later one, byte for byte.

use crate::{
    asks::view::points,
    debate::{
        ask::Cue,
        ids::PoiId,
        state::{Extraction, PoiStatus, Turn},
    },
    fence::Own,
    llm::{From, Message},
    text::{first_words, floor_char_boundary, quote},
};

use super::{AsRead, Fitting, Prompts, gallery_share::GalleryShare, house, message};

/// Words of a speech that is shortened and of which nothing was written down.
const WORDS_IN_SHORT: usize = 50;

impl Prompts {
    /// Adds the transcript and gives what the next message has to begin with.
    pub(super) fn transcript(
        &self,
        read: AsRead<'_>,
        (speeches, live): (&[&Turn], Option<&Turn>),
        (condensed, gallery): Fitting,
        messages: &mut Vec<Message>,
    ) -> Result<String, String> {
        for (place, turn) in speeches.iter().enumerate() {
            let before = self.items(read, place, &gallery)?;
            let text = if place < condensed {
                self.in_short(read, turn)?
            } else {
                self.said(read, turn, None)?
            };
            let given = self.given(read, turn, &text)?;
            messages.push(message(From::User, join(&before, &given)));
        }
        let mut pending = self.items(read, speeches.len(), &gallery)?;
        if let Some(turn) = live {
            let given = self.given(read, turn, &self.said(read, turn, None)?)?;
            messages.push(message(From::User, join(&pending, &given)));
            pending = String::new();
        }
        Ok(pending)
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

    /// The things that the gallery brought in after so many speeches.
    fn items(
        &self,
        read: AsRead<'_>,
        place: usize,
        gallery: &GalleryShare,
    ) -> Result<String, String> {
        self.fill(
            "items.md",
            house::items(read.state, place, gallery),
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
        let mut said = String::with_capacity(turn.text.len());
        let mut from = 0;
        for point in turn.points.iter().filter_map(|id| read.state.point(*id)) {
            let is_over = matches!(
                point.status,
                PoiStatus::Answered { .. } | PoiStatus::Declined { .. }
            );
            if !is_over || Some(point.id) == left_out {
                continue;
            }
            let at = floor_char_boundary(&turn.text, point.at as usize).max(from);
            let before = turn.text.get(from..at).unwrap_or_default();
            said.push_str(quote::speech(before).trim_end());
            said.push_str("\n\n");
            said.push_str(&self.fill(
                "poi_inline.md",
                points::inline(read.state, point),
                read.names(),
            )?);
            said.push_str("\n\n");
            from = at;
        }
        let rest = turn.text.get(from..).unwrap_or_default();
        said.push_str(quote::speech(rest).trim_start());
        said.truncate(said.trim_end().len());
        Ok(said)
    }

    fn in_short(&self, read: AsRead<'_>, turn: &Turn) -> Result<String, String> {
        let text = match &turn.arguments {
            Extraction::Done(arguments) => arguments
                .arguments
                .iter()
                .map(|argument| argument.claim.trim())
                .collect::<Vec<_>>()
                .join(" "),
            Extraction::None | Extraction::Failed => first_words(&turn.text, WORDS_IN_SHORT),
        };
        self.fill("condensed.md", minijinja::context! { text }, read.names())
    }
}

fn join(first: &str, second: &str) -> String {
    if first.is_empty() {
        second.to_owned()
    } else {
        format!("{first}\n\n{second}")
    }
}
