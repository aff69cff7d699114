//! The head of a document: the motion with what was settled, how the debate ended, who speaks.

use std::borrow::Cow;

use super::{
    Block, Builder, ItemKind, Note, Section, SectionItem, SectionKind, SectionPart, Tone, division,
    names,
    part::{fact, line, prose, remark},
};
use crate::debate::{
    event::{CloseReason, PausedBy},
    guidance::Guidance,
    missing,
    opening::{Opening, Speaker},
    person::PERSON,
    real::Real,
    scores::Scores,
    state::DebateStatus,
};
use crate::text::{clock, counted, listed, upper_first};

/// The words for a debate that is one run of an ensemble.
fn run_of(opening: &Opening) -> Option<String> {
    let variation = opening.variation.as_ref()?;
    let name = opening
        .batch
        .as_ref()
        .map_or("an ensemble", |one| one.batch.as_str());
    let coached = variation.coaching.keys().map(|seat| opening.name(seat));
    let coached: Vec<String> = coached.collect();
    let taught = if !coached.is_empty() {
        format!(
            "; coached with what became of the arguments before: {}",
            listed(&coached)
        )
    } else if variation.is_control {
        "; held without coaching, as a control".to_owned()
    } else {
        String::new()
    };
    Some(format!(
        "Debate {} of epoch {} of {name}{taught}.",
        variation.run, variation.epoch
    ))
}

impl<'a> Builder<'a> {
    /// The head of the document.
    pub(super) fn head(self) -> Vec<Block<'a>> {
        let motion = self.motion().into_iter();
        let ending = self.state.opening.as_deref().map(|_| self.ending());
        let blocks = motion.chain(ending).chain(self.line_up());
        blocks.map(Block::Section).collect()
    }

    /// The words for a debate that was taught by the verdict on another.
    pub fn refined(guidance: &Guidance) -> String {
        format!(
            "Refined: {}, held again with what the verdict on it had taught.",
            guidance.describe()
        )
    }

    /// The words for a debate that begins with the record of another one.
    pub fn branched(self) -> Option<String> {
        let of = &self.state.opening.as_deref()?.branch.as_ref()?.of;
        let place = self.state.describe_parting()?;
        let changes = self.state.describe_changes();
        let otherwise = if changes.is_empty() {
            "nothing was changed, it is another draw".to_owned()
        } else {
            format!("changed: {}", listed(&changes))
        };
        Some(format!(
            "A branch of the debate {}, from which it parts {place}; {otherwise}.",
            of.short()
        ))
    }

    /// The motion with what was settled beforehand.
    pub fn motion(self) -> Option<Section<'a>> {
        let opening = self.state.opening.as_deref()?;
        let mut parts = vec![SectionPart::Row(vec![
            opening.format.name.clone(),
            came(opening),
        ])];
        parts.extend(opening.real.as_ref().map(real_note));
        let refined = opening.guidance.as_ref().map(Self::refined);
        parts.extend(refined.map(|told| line(Tone::House, told)));
        parts.extend(self.branched().map(|told| line(Tone::House, told)));
        parts.extend(run_of(opening).map(|told| line(Tone::House, told)));
        let weighed = opening.speakers.iter();
        let weighed = weighed.filter_map(|one| {
            let emphasis = opening.emphasis(&one.seat)?;
            fact(&one.card.name, Tone::Plain, emphasis)
        });
        let weighed: Vec<Note<'a>> = weighed.collect();
        if !weighed.is_empty() {
            let lays = "What each speaker was given to lay most weight on, by lot:";
            parts.push(line(Tone::Quiet, lays.to_owned()));
            parts.push(SectionPart::Facts(weighed));
        }
        let unchecked = self.state.describe_unchecked();
        parts.extend(unchecked.map(|told| line(Tone::Quiet, told)));
        parts.extend(prose("", &opening.motion.background));
        let terms = opening.motion.terms.iter();
        let terms = terms.filter_map(|one| fact(&one.term, Tone::Plain, &*one.meaning));
        let terms: Vec<Note<'a>> = terms.collect();
        if !terms.is_empty() {
            parts.push(SectionPart::Facts(terms));
        }
        Some(Section {
            role: SectionKind::Motion,
            title: opening.motion.motion.clone(),
            subtitle: String::new(),
            parts,
        })
    }

    /// The end of the debate, what is missing, and the result.
    pub fn ending(self) -> Section<'a> {
        let state = self.state;
        let ended = match state.status {
            DebateStatus::Closed(CloseReason::Completed) => "The debate is over.",
            DebateStatus::Closed(CloseReason::Adjourned) => "The debate is adjourned.",
            DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Paused(_) => {
                "The debate is not over."
            }
        };
        let why_not = self.why_not_over().map(|why| line(Tone::Warning, why));
        let lacks = missing::describe(state, &missing::missing(state));
        // With what was broken off, where the debate was adjourned in the middle of it.
        let said = state.turns.iter().filter(|turn| turn.task.is_on_record());
        let words: u32 = said
            .filter(|turn| !turn.is_struck())
            .map(|turn| turn.words)
            .sum();
        // The clock of the screen and of the list, and the same number.
        let is_real = state
            .opening
            .as_deref()
            .is_some_and(|one| one.real.is_some());
        let ran = state
            .ran_ms
            .filter(|_| !is_real)
            .map_or_else(String::new, |ms| format!(" in {}", clock(ms / 1000)));
        let spoken = (words > 0).then(|| {
            line(
                Tone::Quiet,
                format!("{} spoken{ran}.", counted(words, "word was", "words were")),
            )
        });
        let scored = state.scores.as_ref().filter(|_| state.division.is_none());
        let scored = scored.and_then(Scores::describe);
        let division = state.division.as_ref();
        // Who won comes before what is missing.
        let parts = [
            Some(line(Tone::House, ended)),
            why_not,
            division.map(|result| line(Tone::Strong, division::in_one_line(result))),
            scored.map(|told| line(Tone::Strong, format!("The scores: {told}."))),
            lacks.map(|lacks| line(Tone::Warning, lacks)),
            spoken,
        ]
        .into_iter();
        Section {
            role: SectionKind::Ending,
            title: String::new(),
            subtitle: String::new(),
            parts: parts.flatten().collect(),
        }
    }

    /// Why a debate is not over, and where it stopped; `None` where it is.
    fn why_not_over(self) -> Option<String> {
        let state = self.state;
        let where_it_is = || {
            let phase = state.phase_plan().map(|phase| &phase.name)?;
            Some(format!(", in the phase \u{201c}{phase}\u{201d}"))
        };
        let place = where_it_is().unwrap_or_default();
        match &state.status {
            DebateStatus::Closed(_) | DebateStatus::Unopened => None,
            DebateStatus::Running => Some(format!("This is as far as it has come{place}.")),
            DebateStatus::Paused(by) => Some(match by {
                PausedBy::Viewer => format!("It was paused{place}."),
                PausedBy::Question { .. } => format!("It was paused for a question{place}."),
                PausedBy::Questions => {
                    "It was paused for questions, after the last word.".to_owned()
                }
                PausedBy::Limit { what } => {
                    let what = upper_first(what.trim_end_matches('.'));
                    format!("It stopped at a limit{place}. {what}.")
                }
                PausedBy::Unreachable { seat, reason } => {
                    let reason = reason.trim_end_matches('.');
                    let whose = if seat.is_house() {
                        "the model".to_owned()
                    } else {
                        format!("the model of {}", self.name_within(seat))
                    };
                    format!("It stopped{place}, because {whose} could not be had: {reason}.")
                }
            }),
        }
    }

    /// The line-up: who speaks, and who sits in the house.
    pub fn line_up(self) -> Option<Section<'a>> {
        let opening = self.state.opening.as_deref()?;
        let item = |speaker: &'a Speaker| {
            let mut item = SectionItem::new(
                names::title(self.state, &speaker.seat),
                speaker.seat.as_str(),
            );
            item.text = Cow::Borrowed(&*speaker.card.name);
            let about = [speaker.card.role.as_str(), speaker.card.lived.as_str()];
            let about: Vec<&str> = about.into_iter().filter(|s| !s.trim().is_empty()).collect();
            item.note(Tone::Plain, "", about.join(", "));
            // Who went on with another model says both.
            let by = match self.state.models_heard(&speaker.seat).as_slice() {
                // Whose model stands in has not spoken.
                [] if opening.person(&speaker.seat).is_some() => PERSON.to_owned(),
                [] => speaker.model.clone(),
                models => models.join(", later "),
            };
            item.status = Some(remark(Tone::Quiet, by));
            item
        };
        let items = opening.speakers.iter().map(item).collect();
        let mut parts = vec![SectionPart::Items(ItemKind::LineUp, items)];
        if !opening.audience.is_empty() {
            let members = opening.audience.iter();
            let members: Vec<&str> = members.map(|one| one.card.name.as_str()).collect();
            parts.push(line(
                Tone::House,
                format!("In the house: {}.", members.join(", ")),
            ));
        }
        Some(Section {
            role: SectionKind::LineUp,
            title: "Who speaks".to_owned(),
            subtitle: String::new(),
            parts,
        })
    }
}

/// Since when there has been such a debate here, and of which draw of lots it came.
fn came(opening: &Opening) -> String {
    let day = jiff::Timestamp::from_millisecond(opening.opened_ms)
        .map(|time| time.strftime("%-d %B %Y, %H:%M UTC").to_string())
        .unwrap_or_default();
    // What people held was held on another day, and no lots were drawn.
    if opening.real.is_some() {
        format!("imported on {day}")
    } else {
        format!("seed {}, {day}", opening.seed)
    }
}

/// The note that people held the debate, with the source of its text.
fn real_note<'a>(real: &Real) -> SectionPart<'a> {
    let mut text = "People held this debate.".to_owned();
    for (label, what) in [("Source", real.origin()), ("Licence", real.licence.clone())] {
        if !what.is_empty() {
            text.extend([" ", label, ": ", &what, "."]);
        }
    }
    line(Tone::House, text)
}
