//! The transcript as models read it: the Chair's call and the speech in turn, each a message of its own, and
//! what the gallery brought in at the place where the house came to know of it. Append-only: what stood in an
//! earlier prompt stands in every later one, byte for byte.

use crate::{
    debate::{
        DebateState,
        ask::{Ask, Cue, When},
        ids::{PoiId, TurnId},
        state::{Extraction, PoiStatus, Turn},
    },
    llm::{From, Message},
    text::{first_words, floor_char_boundary, quote},
};

use super::{Fitting, Prompts, brought::Brought, message, stage, view};

/// Words of a speech that is given in short and of which nothing was written down.
const WORDS_IN_SHORT: usize = 50;

/// Whether the transcript is left out: for those who have heard nothing yet, for the referee, who judges one
/// speech by itself, and for what is put after practice.
pub(super) fn sees_nothing(state: &DebateState, ask: &Ask) -> bool {
    let by_itself = match ask {
        Ask::Prepare { .. }
        | Ask::Ballot {
            when: When::Before, ..
        }
        | Ask::Probe { .. }
        | Ask::SideCheck { .. } => true,
        // Who is asked for one thing at a time is given what it is about, and not the record.
        Ask::Write { turn } => view::is_brief(state, *turn),
        _ => false,
    };
    by_itself || stage::is_staged(state, ask)
}

/// The speech that is under way and that the one who is asked hears from outside.
fn heard_live(state: &DebateState, ask: &Ask) -> Option<TurnId> {
    match ask {
        Ask::PoiOffer { turn } => Some(*turn),
        Ask::PoiAccept { poi } | Ask::PoiAnswer { poi } => {
            state.point(*poi).map(|point| point.turn)
        }
        Ask::Question { .. } => state
            .floor()
            .filter(|turn| !turn.text.trim().is_empty())
            .map(|turn| turn.id),
        Ask::Prepare { .. }
        | Ask::Speech { .. }
        | Ask::SideCheck { .. }
        | Ask::Extract { .. }
        | Ask::Draw { .. }
        | Ask::Probe { .. }
        | Ask::Sources { .. }
        | Ask::Poll { .. }
        | Ask::Ballot { .. }
        | Ask::Verdict
        | Ask::Assess { .. }
        | Ask::Write { .. }
        | Ask::Referee { .. }
        | Ask::Choose { .. }
        | Ask::Round { .. }
        | Ask::Judge { .. } => None,
    }
}

/// The turns that whoever is asked has heard. A call about a finished speech must not see what was said after it, and
/// a turn sees what its format lets it see.
fn heard<'a>(state: &'a DebateState, ask: &Ask) -> Vec<&'a Turn> {
    let upto = |last: TurnId| {
        let at = state.speeches().position(|speech| speech.id == last);
        let upto = at.map_or(usize::MAX, |at| at + 1);
        state.speeches().take(upto).collect()
    };
    match ask {
        Ask::Extract { turn } | Ask::Poll { after: turn, .. } => upto(*turn),
        Ask::Speech { turn, .. } | Ask::Write { turn } | Ask::Referee { turn } => {
            state.turn(*turn).map_or_else(Vec::new, |turn| match ask {
                Ask::Referee { .. } => state.heard_before(turn),
                _ => view::seen(state, turn),
            })
        }
        _ => state.speeches().collect(),
    }
}

impl Prompts {
    /// Adds the transcript and gives what the next message has to begin with.
    pub(super) fn transcript(
        &self,
        state: &DebateState,
        ask: &Ask,
        (condensed, brought): Fitting,
        messages: &mut Vec<Message>,
    ) -> Result<String, String> {
        let speeches = heard(state, ask);
        for (place, turn) in speeches.iter().enumerate() {
            let before = self.items(state, place, &brought)?;
            messages.push(message(From::User, join(&before, &self.call(state, turn)?)));
            let text = if place < condensed {
                self.in_short(turn)?
            } else {
                self.said(state, turn, None)?
            };
            messages.push(message(From::Assistant, text));
        }
        let mut pending = self.items(state, speeches.len(), &brought)?;
        if let Some(turn) = heard_live(state, ask).and_then(|turn| state.turn(turn)) {
            messages.push(message(
                From::User,
                join(&pending, &self.call(state, turn)?),
            ));
            messages.push(message(From::Assistant, self.said(state, turn, None)?));
            pending = String::new();
        }
        Ok(pending)
    }

    /// What the gallery brought in after so many speeches.
    fn items(
        &self,
        state: &DebateState,
        place: usize,
        brought: &Brought,
    ) -> Result<String, String> {
        self.fill("items.md", view::items(state, place, brought))
    }

    /// What was said in a turn, with the points that were taken at their places. The point that a cue is about
    /// is left to the cue.
    pub(super) fn said(
        &self,
        state: &DebateState,
        turn: &Turn,
        cue: Option<Cue>,
    ) -> Result<String, String> {
        let left_out: Option<PoiId> = match cue {
            Some(Cue::AfterPoint { poi }) => Some(poi),
            _ => None,
        };
        let mut said = String::with_capacity(turn.text.len());
        let mut from = 0;
        for point in turn.points.iter().filter_map(|id| state.point(*id)) {
            if !matches!(point.status, PoiStatus::Answered { .. }) || Some(point.id) == left_out {
                continue;
            }
            let at = floor_char_boundary(&turn.text, point.at as usize).max(from);
            let before = turn.text.get(from..at).unwrap_or_default();
            said.push_str(quote::speech(before).trim_end());
            said.push_str("\n\n");
            said.push_str(&self.fill("poi_inline.md", view::inline(state, point))?);
            said.push_str("\n\n");
            from = at;
        }
        let rest = turn.text.get(from..).unwrap_or_default();
        said.push_str(quote::speech(rest).trim_start());
        said.truncate(said.trim_end().len());
        Ok(said)
    }

    fn in_short(&self, turn: &Turn) -> Result<String, String> {
        let text = match &turn.arguments {
            Extraction::Done(arguments) => arguments
                .arguments
                .iter()
                .map(|argument| argument.claim.trim())
                .collect::<Vec<_>>()
                .join(" "),
            Extraction::None | Extraction::Failed => first_words(&turn.text, WORDS_IN_SHORT),
        };
        self.fill("condensed.md", minijinja::context! { text })
    }
}

fn join(first: &str, second: &str) -> String {
    if first.is_empty() {
        second.to_owned()
    } else {
        format!("{first}\n\n{second}")
    }
}
