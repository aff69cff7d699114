//! Two debates that part from each other, entry beside entry: the past that they have in common is left out, and what
//! fills the same place of the format stands side by side.

use crate::{
    blocks::{Block, Builder, SpeechPart},
    debate::{
        DebateState,
        ids::TurnId,
        opening::PartingPlace,
        state::{TranscriptEntry, Turn},
    },
    text::{count_words, counted, floor_char_boundary, sentence},
};

/// The place that an entry fills, where another debate of the same format has it, too.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Phase(u32),
    /// A slot of the plan, and which attempt at it.
    Turn(u32, u32),
    Round(u32, u32, String),
    Judge(String),
    Chosen(u32, u32),
    Division,
    Scores,
    Granted,
    Outcomes,
    HouseThen,
}

/// What stands beside each other: the blocks of one debate and of the other. One of them may have none.
pub(super) type Row<'a> = (Vec<Block<'a>>, Vec<Block<'a>>);

/// The entries of both behind the place where they part.
pub(super) fn rows<'a>(parent: &'a DebateState, branch: &'a DebateState) -> Vec<Row<'a>> {
    let parts_in = match branch.parting {
        Some(PartingPlace::In(turn)) => Some(turn),
        Some(PartingPlace::BeforeFirst | PartingPlace::Behind(_)) | None => None,
    };
    let common = parts_in.map_or(0, |turn| common_bytes(parent, branch, turn));
    let blocks = |state: &'a DebateState| -> Vec<(Option<Place>, Vec<Block<'a>>)> {
        let builder = Builder::of(state);
        let own = state.entries.iter().skip(first_own(state, branch.parting));
        own.map(|entry| {
            let mut blocks = builder.entry(*entry);
            if parts_in.is_some() && entry.turn() == parts_in {
                for block in &mut blocks {
                    cut(block, common);
                }
            }
            (place(state, *entry), blocks)
        })
        .filter(|(_, blocks)| !blocks.is_empty())
        .collect()
    };
    aligned(blocks(parent), blocks(branch))
}

/// The position of the first entry that is not common to both.
fn first_own(state: &DebateState, parting: Option<PartingPlace>) -> usize {
    let at = |turn: TurnId| {
        let mut entries = state.entries.iter();
        entries.position(|entry| entry.turn() == Some(turn))
    };
    match parting {
        Some(PartingPlace::In(turn)) => at(turn).unwrap_or(0),
        Some(PartingPlace::Behind(turn)) => at(turn).map_or(0, |at| at + 1),
        Some(PartingPlace::BeforeFirst) | None => 0,
    }
}

/// The number of bytes with which a turn begins in both, to the end of a sentence.
fn common_bytes(parent: &DebateState, branch: &DebateState, turn: TurnId) -> usize {
    let (Some(one), Some(other)) = (parent.turn(turn), branch.turn(turn)) else {
        return 0;
    };
    let same = one.text.bytes().zip(other.text.bytes());
    let same = same.take_while(|(one, other)| one == other).count();
    let same = floor_char_boundary(&one.text, same);
    let before = one.text.get(..same).unwrap_or_default();
    if sentence::is_at_end(before) {
        same
    } else {
        sentence::last_end(before)
    }
}

/// Leaves out the words with which a speech begins in both.
fn cut(block: &mut Block<'_>, common: usize) {
    let Block::Speech(speech) = block else {
        return;
    };
    if common == 0 || speech.turn.work.is_some() {
        return;
    }
    let turn: &Turn = speech.turn;
    let mut at = 0;
    let mut kept = Vec::new();
    for piece in std::mem::take(&mut speech.pieces) {
        if let SpeechPart::Said(text) = &piece {
            let from = turn.text.get(at..).and_then(|rest| rest.find(*text));
            let from = at + from.unwrap_or(0);
            at = from + text.len();
            if at <= common {
                continue;
            }
            let own = text.get(common.saturating_sub(from)..).unwrap_or(text);
            kept.push(SpeechPart::Said(own));
        } else if at >= common {
            kept.push(piece);
        }
    }
    let words = count_words(turn.text.get(..common).unwrap_or_default());
    let same = counted(words, "word is", "words are");
    let told = SpeechPart::Folded(format!("(The first {same} the same.)"));
    speech.pieces = [told].into_iter().chain(kept).collect();
}

fn place(state: &DebateState, entry: TranscriptEntry) -> Option<Place> {
    Some(match entry {
        TranscriptEntry::Phase(phase) => Place::Phase(phase),
        TranscriptEntry::Turn(turn) => {
            let turn = state.turn(turn)?;
            Place::Turn(turn.slot, turn.attempt)
        }
        TranscriptEntry::Division => Place::Division,
        TranscriptEntry::Chosen(at) => {
            let chosen = state.chosen.get(at)?;
            Place::Chosen(chosen.phase, chosen.round)
        }
        TranscriptEntry::Round(at) => {
            let round = state.rounds.get(at)?;
            Place::Round(round.phase, round.round, round.judge.to_string())
        }
        TranscriptEntry::Judgement(at) => Place::Judge(state.judgements.get(at)?.0.to_string()),
        TranscriptEntry::Scores => Place::Scores,
        TranscriptEntry::Granted => Place::Granted,
        TranscriptEntry::Outcomes => Place::Outcomes,
        TranscriptEntry::HouseThen => Place::HouseThen,
        TranscriptEntry::Intervention(_)
        | TranscriptEntry::Notice(_)
        | TranscriptEntry::FollowUp(_) => return None,
    })
}

fn aligned<'a>(
    ones: Vec<(Option<Place>, Vec<Block<'a>>)>,
    others: Vec<(Option<Place>, Vec<Block<'a>>)>,
) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let mut others = others.into_iter().peekable();
    let places: Vec<Option<Place>> = others.clone().map(|(place, _)| place).collect();
    let mut at = 0;
    for (place, one) in ones {
        let rest = places.get(at..).unwrap_or_default();
        let found = place.as_ref().and_then(|place| {
            let same = |other: &Option<Place>| other.as_ref() == Some(place);
            rest.iter().position(same)
        });
        let Some(before) = found else {
            rows.push((one, Vec::new()));
            continue;
        };
        for (_, other) in others.by_ref().take(before) {
            rows.push((Vec::new(), other));
        }
        let other = others.next().map(|(_, other)| other);
        rows.push((one, other.unwrap_or_default()));
        at += before + 1;
    }
    rows.extend(others.map(|(_, other)| (Vec::new(), other)));
    rows
}
