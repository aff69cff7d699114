//! How the house divided, ballot by ballot, and the verdict with its analysis.

use super::{Page, escape::inline};
use crate::{
    catalog::WinsBy,
    debate::{
        DebateState,
        answer::{DirectVerdict, Vote},
        ask::When,
        division::{DivisionResult, lost_ballots},
        ids::Seat,
        opening::Opening,
        real::Real,
    },
};

/// The result as a sentence.
pub(super) fn in_one_line(result: &DivisionResult) -> String {
    let (winner, margin) = match result.outcome() {
        Ok((winner, margin)) => (inline(winner), margin),
        Err(why) => return format!("Undecided: {why}."),
    };
    if result.wins_by == WinsBy::Swing {
        return format!(
            "Ayes {}, Noes {}, {}: {winner} wins by what it moved.",
            result.ayes,
            result.noes,
            result.swing_told().unwrap_or_else(|| "no swing".to_owned())
        );
    }
    let fate = if result.ayes > result.noes {
        "The motion is carried"
    } else {
        "The motion falls"
    };
    let margin = margin.map_or_else(String::new, |margin| format!(", {}", margin.word()));
    format!(
        "{fate}: Ayes {}, Noes {}. {winner} wins{margin}.",
        result.ayes, result.noes
    )
}

/// The division and every ballot. Ballots that were cast are told even where no division was declared.
pub(super) fn division(page: &mut Page, state: &DebateState, opening: &Opening) {
    let rows: Vec<Vec<String>> = opening
        .audience
        .iter()
        .filter_map(|listener| ballots(state, &listener.seat, &listener.card.name))
        .collect();
    if rows.is_empty() && state.division.is_none() {
        return;
    }
    match &state.division {
        Some(result) => {
            page.block("## The division");
            page.block(format!("**{}**", in_one_line(result)));
            let before = match (result.swing_told(), result.before.total()) {
                (_, 0) => "No ballots before".to_owned(),
                (None, _) => format!("{} undecided before", result.undecided_before),
                (Some(swing), _) => format!(
                    "Since the first ballots, {swing}; {} undecided before",
                    result.undecided_before
                ),
            };
            let lost = match result.lost {
                0 => String::new(),
                lost => format!("; {}", lost_ballots(lost)),
            };
            page.block(format!(
                "{before}, {} abstained after{lost}.",
                result.abstentions
            ));
        }
        None => page.block("## The ballots"),
    }
    if !rows.is_empty() {
        page.table(&["Member", "Before", "After", "Why"], &rows);
    }
}

fn ballots(state: &DebateState, seat: &Seat, name: &str) -> Option<Vec<String>> {
    let cast = |when| state.ballots.get(&(when, seat.clone()));
    let (before, after) = (cast(When::Before), cast(When::After));
    let word = |vote: Option<Vote>| vote.map_or("–", Vote::word).to_owned();
    let why = after.or(before)?;
    Some(vec![
        inline(name),
        word(before.and_then(|ballot| ballot.vote)),
        word(after.and_then(|ballot| ballot.vote)),
        inline(&why.reason),
    ])
}

/// That people held the debate, with where its text comes from.
pub(super) fn held(real: &Real) -> String {
    let origin = real.origin();
    let origin = if origin.is_empty() {
        String::new()
    } else {
        format!(" Source: {}.", inline(&origin))
    };
    let licence = if real.licence.is_empty() {
        String::new()
    } else {
        format!(" Licence: {}.", inline(&real.licence))
    };
    format!("*People held this debate.{origin}{licence}*")
}

/// How the real house voted.
pub(super) fn house_then(page: &mut Page, opening: &Opening) {
    let told = opening.real.as_ref().map(Real::told).unwrap_or_default();
    if told.is_empty() {
        return;
    }
    page.block("## The house then");
    let lines: Vec<String> = told
        .iter()
        .map(|line| format!("- {}", inline(line)))
        .collect();
    page.block(lines.join("\n"));
}

/// The median member's verdict.
pub(super) fn verdict(page: &mut Page, state: &DebateState) {
    match &state.verdict {
        None => {}
        Some(None) => {
            page.block("## The verdict");
            page.block("*The verdict could not be had.*");
        }
        Some(Some(verdict)) => given(page, verdict),
    }
}

fn given(page: &mut Page, verdict: &DirectVerdict) {
    page.block("## The verdict");
    page.prose(&verdict.analysis);
    let facts: Vec<String> = [
        ("The verdict on the arguments", verdict.vote.word()),
        (
            "Strongest for the motion",
            verdict.strongest_argument_prop.as_str(),
        ),
        ("Strongest against it", &verdict.strongest_argument_opp),
        ("Won the room", &verdict.most_compelling_speaker),
        ("Fell short", &verdict.weakest_link),
    ]
    .into_iter()
    .filter(|(_, what)| !what.trim().is_empty())
    .map(|(title, what)| format!("- **{title}:** {}", inline(what)))
    .collect();
    page.block(facts.join("\n"));
    page.list("What divided them", &verdict.core_tensions);
    page.list("Where it turned", &verdict.decisive_moments);
    page.list(
        "Rebuttals that did most damage",
        &verdict.most_damaging_rebuttals,
    );
}

/// How each speaker did.
pub(super) fn assessments(page: &mut Page, state: &DebateState) {
    let rows: Vec<Vec<String>> = state
        .assessments
        .values()
        .flatten()
        .map(|one| {
            vec![
                inline(&one.speaker_name),
                format!("{:.1}", one.effectiveness),
                format!("{:.1}", one.persona_fidelity),
                inline(&one.key_contribution),
                inline(one.missed_opportunity.as_deref().unwrap_or("–")),
                inline(&one.feedback.join(" ")),
            ]
        })
        .collect();
    if rows.is_empty() {
        return;
    }
    page.block("**The speakers**");
    page.table(
        &[
            "Speaker",
            "Effect, of 10",
            "In character, of 10",
            "Added",
            "Missed",
            "Advice",
        ],
        &rows,
    );
}
