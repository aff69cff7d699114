//! Work that was handed in as a whole: arguments, responses, replies, closings, the question and the synthesis.

use std::borrow::Cow;

use super::{
    Builder, ItemKind, SectionItem, SectionPart, Tone, names,
    part::{prose, remark},
};
use crate::{
    debate::{
        ids::Seat,
        state::Turn,
        written::{Argument, ResponseType, Work},
    },
    text::{
        has_words,
        sentence::{in_a_row, so_far},
    },
};

/// The words in the place of texts where there are none.
const NONE: &str = "None.";

impl<'a> Builder<'a> {
    /// The work that a turn handed in.
    pub fn work(self, turn: &'a Turn, work: &'a Work) -> Vec<SectionPart<'a>> {
        let mut parts = self.all_of(turn, work);
        // While it is read out nobody knows yet whether there will be nothing.
        while turn.draft.is_some() && parts.last().is_some_and(says_nothing) {
            parts.pop();
        }
        parts
    }

    fn all_of(self, turn: &'a Turn, work: &'a Work) -> Vec<SectionPart<'a>> {
        match work {
            Work::Arguments(all) => {
                let last = all.len().saturating_sub(1);
                let items = all.iter().enumerate().map(|(at, one)| {
                    let is_open = turn.draft.is_some() && at == last;
                    argument(one, &turn.seat, is_open)
                });
                vec![SectionPart::Items(ItemKind::Arguments, items.collect())]
            }
            Work::CrossExamination(all) => {
                let items = all.iter().map(|(id, one)| {
                    let mut item = SectionItem::new(id, id);
                    let kind = one.response_type;
                    item.status = Some(remark(met(kind), kind.past()));
                    let mut arguments = self.state.arguments();
                    let known = arguments.find(|(_, argument)| &argument.id == id);
                    item.text = known.map_or(Cow::Borrowed(""), |(_, one)| (&*one.claim).into());
                    item.note(Tone::Plain, "", one.reasoning.trim());
                    item.note(Tone::Question, "", one.follow_up_question.trim());
                    item
                });
                vec![SectionPart::Items(ItemKind::Responses, items.collect())]
            }
            Work::Replies(all) => {
                let asked = self.state.questions_to(&turn.seat);
                let items = all.iter().map(|(id, answer)| {
                    let mut item = SectionItem::new(id, id);
                    for (_, by, response) in asked.iter().filter(|(one, ..)| &one.id == id) {
                        let label = format!("{} asked", self.party(by));
                        item.note(Tone::Question, &label, response.follow_up_question.trim());
                    }
                    item.note(Tone::Answer, "", answer.trim());
                    item
                });
                vec![SectionPart::Items(ItemKind::Replies, items.collect())]
            }
            Work::Closing(closing) => {
                let position = &*closing.final_position;
                let title = format!("Final position ({})", closing.shift.word());
                let lists = [
                    ("Concessions made", &closing.concessions),
                    ("Arguments not effectively rebutted", &closing.not_rebutted),
                ];
                // Of one that was cut, or is being read out, what was not said is not "none".
                let is_whole = has_words(position);
                let lists = lists
                    .into_iter()
                    .filter(|(_, all)| is_whole || !all.is_empty());
                let lists = lists.map(|(title, all)| named(title, all));
                let position = is_whole.then(|| SectionPart::Prose(title.into(), position.into()));
                lists.chain(position).collect()
            }
            Work::Framing(framing) => {
                vec![SectionPart::Quote(Tone::Strong, framing.question.trim())]
            }
            Work::Synthesis(synthesis) => {
                let parts = synthesis.parts().into_iter();
                parts.map(|(title, items)| named(title, items)).collect()
            }
        }
    }

    /// The party that asks or is asked: the side, where one person is the whole of it, or else the person.
    pub(super) fn party(self, seat: &Seat) -> String {
        if self.is_on_screen {
            return names::party(self.state, seat);
        }
        let side = self.state.opening.as_deref();
        let side = side.and_then(|opening| opening.format.side(seat.group()));
        side.filter(|side| side.seats == 1)
            .map_or_else(|| self.name(seat), |side| side.name.clone())
    }
}

/// The tone of a response to an argument.
pub(super) fn met(kind: ResponseType) -> Tone {
    match kind {
        ResponseType::Refute => Tone::Error,
        ResponseType::Challenge => Tone::Warning,
        ResponseType::Partial => Tone::Evidence,
        ResponseType::Concede => Tone::Good,
    }
}

/// An argument; the last words of one that is open are still being read out, and have no stop that nobody has said.
fn argument<'a>(one: &'a Argument, seat: &Seat, is_open: bool) -> SectionItem<'a> {
    let mut item = SectionItem::new(&one.id, seat.as_str());
    item.text = Cow::Borrowed(&*one.claim);
    item.note(Tone::Plain, "Because", one.reasoning.trim());
    item.note(Tone::Evidence, one.evidence_label(), one.evidence.trim());
    if let Some(unproven) = one.unproven().filter(|_| has_words(&one.evidence)) {
        item.note(Tone::Quiet, "Nobody has handed in", unproven);
    }
    if let Some(detail) = &one.detail {
        let category = one.category.as_deref();
        item.tags
            .extend(category.map(|category| remark(Tone::House, category)));
        let kind = detail.evidence_type.word();
        item.tags.push(remark(Tone::Evidence, kind));
        let sure = format!("confidence {}", detail.confidence.word());
        item.tags.push(remark(Tone::Quiet, sure));
        let (assumed, unknown) = (&detail.assumptions, &detail.uncertainties);
        let is_more_to_come = is_open && unknown.iter().all(|one| !has_words(one));
        let row = |all, is_open| if is_open { so_far(all) } else { in_a_row(all) };
        item.note(Tone::Plain, "Assumes", row(assumed, is_more_to_come));
        item.note(Tone::Plain, "Not known", row(unknown, is_open));
    }
    item
}

/// Whether a part of a work has no words of its author's.
fn says_nothing(part: &SectionPart<'_>) -> bool {
    matches!(part, SectionPart::Prose(_, text) if text.trim().is_empty() || text == NONE)
}

/// Texts under a title, or that there are none.
fn named<'a>(title: &'static str, items: &'a [String]) -> SectionPart<'a> {
    super::part::list(title, items)
        .or_else(|| prose(title, NONE))
        .unwrap_or(SectionPart::Row(Vec::new()))
}
