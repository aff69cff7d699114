//! The annex, which only documents have: definitions, claims and rebuttals, what each speech argued, private notes, what the calls took.

use std::borrow::Cow;

use super::{
    Block, Builder, ItemKind, Note, Notes, Section, SectionItem, SectionKind, SectionPart, Table,
    Tone,
    division::section,
    part::{fact, list, prose},
    speech::what,
};
use crate::{
    call_totals::{CallTotals, by_phase, by_purpose, by_turn, money},
    debate::{
        answer::SpeechArguments,
        state::{Extraction, Turn},
    },
    text::upper_first,
};

impl<'a> Builder<'a> {
    /// The blocks that stand in documents alone.
    pub(super) fn annex(self, notes: Notes) -> Vec<Block<'a>> {
        let argued = self.state.speeches().filter_map(|turn| self.argued(turn));
        let opening = self.state.opening.iter().filter(|_| notes == Notes::Shown);
        let speakers = opening.flat_map(|one| &one.speakers);
        let made = speakers.filter_map(|speaker| {
            let turn = self.state.notes(&speaker.seat)?;
            let title = format!("Notes of {}", self.name_within(&turn.seat));
            section(SectionKind::Notes, title, vec![prose("", &turn.text)?])
        });
        let defined = self.definitions().into_iter();
        let counted = self.claims_and_rebuttals().into_iter();
        let sections = defined
            .chain(counted)
            .chain(argued)
            .chain(made)
            .chain(self.calls());
        sections.map(Block::Section).collect()
    }

    /// The section on what a speech argues, as it was taken down; `None` where nothing was.
    pub fn argued(self, turn: &'a Turn) -> Option<Section<'a>> {
        let arguments = match &turn.arguments {
            Extraction::Done(arguments) => arguments,
            Extraction::None | Extraction::Failed => return None,
        };
        let title = format!("What {} argued", self.name_within(&turn.seat));
        let mut argued = section(SectionKind::Argued, title, claims(arguments))?;
        argued.subtitle = what(self.state, turn);
        Some(argued)
    }

    fn calls(self) -> Option<Section<'a>> {
        let totals = by_purpose(self.state);
        let purposes = totals.iter();
        let mut rows: Vec<_> = purposes
            .map(|(one, total)| row(upper_first(one.told()), total))
            .collect();
        let total = totals.values().fold(CallTotals::default(), CallTotals::and);
        rows.push(row("Total".to_owned(), &total));
        let of_phases = by_phase(self.state);
        let of_phases = of_phases.iter();
        let of_phases = of_phases.map(|(part, total)| row(part.name(self.state), total));
        let of_turns = by_turn(self.state);
        let of_turns = of_turns.iter().filter_map(|(id, total)| {
            let turn = self.state.turn(*id)?;
            Some(row(self.numbered(turn), total))
        });
        let tables = [
            counts("Purpose", rows),
            counts("Phase", of_phases.collect()),
            counts("Turn", of_turns.collect()),
        ];
        let tables = tables.into_iter().flatten();
        let tables: Vec<SectionPart<'a>> = tables.map(SectionPart::Table).collect();
        if totals.is_empty() {
            return None;
        }
        section(SectionKind::Calls, "Calls and cost", tables)
    }

    /// A turn by its number, who has it, and what it is: "3. Ada Lovelace: Rebuttal, round 2". The number is the one that
    /// a search tells: turns are counted that the house hears, and the others have none.
    fn numbered(self, turn: &Turn) -> String {
        let plan = &self.state.plan;
        let slot = self.state.slot_of(turn);
        let is_heard = slot.is_some_and(|slot| slot.task.is_on_record() && !slot.private);
        let name = match self.state.speaker_in(turn) {
            name if is_heard => format!("{}. {name}", plan.nth_heard(turn.slot)),
            name => name,
        };
        let what = match what(self.state, turn) {
            what if what.is_empty() => turn.task.name().to_owned(),
            what => what,
        };
        match turn.attempt {
            0 | 1 => format!("{name}: {what}"),
            attempt => format!("{name}: {what}, attempt {attempt}"),
        }
    }
}

/// The totals of calls as a row, behind what the calls were for.
fn row(name: String, total: &CallTotals) -> (String, Vec<String>) {
    let cells = vec![
        name,
        total.calls.to_string(),
        total.failed.to_string(),
        total.prompt.to_string(),
        total.cached.to_string(),
        total.completion.to_string(),
        format!("{:.1}", total.duration_ms as f64 / 1000.0),
        money(total.costs.total()),
    ];
    (String::new(), cells)
}

/// A table of what calls took; `None` of no calls.
fn counts(first: &str, rows: Vec<(String, Vec<String>)>) -> Option<Table> {
    let heads = [
        first,
        "Calls",
        "Failed",
        "Tokens read",
        "From a cache",
        "Tokens written",
        "Seconds",
        "Cost",
    ];
    let short = [
        first, "Calls", "Failed", "Read", "Cached", "Written", "Seconds", "Cost",
    ];
    (!rows.is_empty()).then(|| Table {
        heads: heads.map(str::to_owned).into(),
        short: short.map(str::to_owned).into(),
        rows,
    })
}

fn claims(arguments: &SpeechArguments) -> Vec<SectionPart<'_>> {
    let points = arguments.arguments.iter().map(|one| {
        let mut item = SectionItem::new("", "");
        item.text = Cow::Borrowed(&*one.claim);
        item.note(Tone::Plain, "Because", &*one.reasoning);
        item.note(
            Tone::Evidence,
            "Evidence",
            one.evidence.as_deref().unwrap_or_default(),
        );
        if one.is_rebuttal {
            let whom = one.rebuts_speaker.as_deref().unwrap_or("the other side");
            item.note(Tone::Plain, "Answers", whom);
        }
        item
    });
    let facts = [
        fact("Opening", Tone::Plain, &*arguments.opening),
        fact("Closing", Tone::Plain, &*arguments.closing),
        fact("Tone", Tone::Plain, &*arguments.tone),
    ];
    let facts: Vec<Note<'_>> = facts.into_iter().flatten().collect();
    let points: Vec<SectionItem<'_>> = points.collect();
    let parts = [
        (!points.is_empty()).then_some(SectionPart::Items(ItemKind::Arguments, points)),
        (!facts.is_empty()).then_some(SectionPart::Facts(facts)),
        list("Devices", &arguments.key_rhetorical_moves),
    ];
    parts.into_iter().flatten().collect()
}
