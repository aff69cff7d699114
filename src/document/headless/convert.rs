//! From the values of the rules to the values of the public lines, one function each. No state.

use super::jsonl::{
    ArgumentLine, Body, CallLine, DivisionLine, DoubtLine, MissingLine, PanelLine, PassageLine,
    PerformanceLine, SpeakerLine, TallyLine,
};
use crate::debate::{
    answer::{SpeechArguments, Vote},
    ask::When,
    division::DivisionResult,
    event::{CallReport, PausedBy, Truncation},
    ids::{CallId, CommandId, Seat, TurnId},
    missing::{Missing, missing},
    opening::Opening,
    sources::{Doubt, Fault},
    state::{DebateState, Pending},
};

pub(super) fn opened(opening: &Opening) -> Body {
    let side = |seat: &Seat| {
        opening
            .format
            .side(seat.group())
            .map(|side| side.name.clone())
            .unwrap_or_default()
    };
    Body::DebateOpened {
        motion: opening.motion.motion.clone(),
        format: opening.format.name.clone(),
        format_id: opening.format_id.clone(),
        seed: opening.seed,
        opened_ms: opening.opened_ms,
        speakers: opening
            .speakers
            .iter()
            .map(|speaker| SpeakerLine {
                seat: speaker.seat.to_string(),
                side: side(&speaker.seat),
                persona: speaker.persona.clone(),
                name: speaker.card.name.clone(),
                model: speaker.model.clone(),
            })
            .collect(),
        audience: opening.audience.len(),
        pace: opening.options.pace.word(),
        scale: opening.options.scale,
    }
}

/// What is missing at the end.
pub(super) fn lacking(state: &DebateState) -> Vec<MissingLine> {
    let missing = missing(state).into_iter();
    let line = |one: Missing| MissingLine {
        what: one.part.word(),
        name: if one.seat == Seat::house() {
            String::new()
        } else {
            state.name(&one.seat)
        },
        seat: one.seat.to_string(),
        begun: one.begun,
        counts: one.counts,
        reason: one.reason,
    };
    missing.map(line).collect()
}

pub(super) fn argued(seat: String, arguments: &SpeechArguments) -> Body {
    Body::ArgumentsExtracted {
        seat,
        opening: arguments.opening.clone(),
        arguments: arguments
            .arguments
            .iter()
            .map(|point| ArgumentLine {
                claim: point.claim.clone(),
                reasoning: point.reasoning.clone(),
                evidence: point.evidence.clone(),
                is_rebuttal: point.is_rebuttal,
                rebuts_speaker: point.rebuts_speaker.clone(),
            })
            .collect(),
        closing: arguments.closing.clone(),
        tone: arguments.tone.clone(),
        key_rhetorical_moves: arguments.key_rhetorical_moves.clone(),
    }
}

pub(super) fn division(result: &DivisionResult) -> DivisionLine {
    DivisionLine {
        motion: result.motion.clone(),
        winner: result.outcome().ok().map(|(winner, _)| winner.to_owned()),
        undecided: result.outcome().err(),
        ayes: result.ayes,
        noes: result.noes,
        undecided_before: result.undecided_before,
        before: TallyLine {
            ayes: result.before.ayes,
            noes: result.before.noes,
            undecided: result.before.undecided,
        },
        swing: result.swing,
        margin: result
            .outcome()
            .ok()
            .and_then(|(_, margin)| Some(margin?.word())),
        panel_votes: result
            .panel_votes
            .iter()
            .map(|vote| PanelLine {
                member: vote.member.clone(),
                before: vote.before.map(Vote::word),
                after: vote.after.map(Vote::word),
                reason: vote.reason.clone(),
            })
            .collect(),
        abstentions: result.abstentions,
        lost: result.lost,
        direct_vote: result.direct_vote.map(Vote::word),
        core_tensions: result.core_tensions.clone(),
        decisive_moments: result.decisive_moments.clone(),
        most_damaging_rebuttals: result.most_damaging_rebuttals.clone(),
        strongest_argument_prop: result.strongest_argument_prop.clone(),
        strongest_argument_opp: result.strongest_argument_opp.clone(),
        most_compelling_speaker: result.most_compelling_speaker.clone(),
        weakest_link: result.weakest_link.clone(),
        speaker_performances: result
            .speaker_performances
            .iter()
            .map(|one| PerformanceLine {
                speaker_name: one.speaker_name.clone(),
                key_contribution: one.key_contribution.clone(),
                missed_opportunity: one.missed_opportunity.clone(),
                effectiveness: one.effectiveness,
                persona_fidelity: one.persona_fidelity,
                feedback: one.feedback.clone(),
            })
            .collect(),
        feedback: result.feedback.clone(),
        analysis: result.analysis.clone(),
    }
}

pub(super) fn called(id: CallId, call: &Pending, report: &CallReport) -> CallLine {
    CallLine {
        call: id.0,
        purpose: call.ask.purpose().word(),
        seat: call.seat.as_ref().map(Seat::to_string),
        model: report.model.clone(),
        prompt_tokens: report.usage.prompt_tokens,
        cached_tokens: report.usage.cached_tokens,
        completion_tokens: report.usage.completion_tokens,
        estimated: report.usage.estimated,
        first_token_ms: report.first_token_ms,
        duration_ms: report.duration_ms,
        tries: report.tries,
        cost: report.cost,
    }
}

pub(super) fn because(truncation: &Truncation) -> String {
    match truncation {
        Truncation::TimeLimit => "time_limit".to_owned(),
        Truncation::Length => "length".to_owned(),
        Truncation::Unreachable { reason } => format!("unreachable: {reason}"),
    }
}

pub(super) fn when_word(when: When) -> &'static str {
    match when {
        When::Before => "before",
        When::After => "after",
    }
}

pub(super) fn paused(state: &DebateState, by: &PausedBy, command: CommandId) -> Body {
    let (why, seat, detail) = match by {
        PausedBy::Viewer => ("viewer", None, None),
        PausedBy::Question { item: _ } => ("question", None, None),
        PausedBy::Questions => ("questions", None, None),
        PausedBy::Limit { what } => ("limit", None, Some(what.clone())),
        PausedBy::Unreachable { seat, reason } if *seat == Seat::house() => {
            ("unreachable", None, Some(reason.clone()))
        }
        PausedBy::Unreachable { seat, reason } => (
            "unreachable",
            Some(seat.to_string()),
            Some(format!("{}: {reason}", state.name(seat))),
        ),
    };
    Body::Paused {
        why,
        seat,
        detail,
        command: command.0,
    }
}

pub(super) fn drawn(
    state: &DebateState,
    turn: TurnId,
    numbers: &[u32],
    trouble: Option<&str>,
) -> Body {
    let passages = numbers.iter().filter_map(|number| {
        let passage = state.passage(*number)?;
        Some(PassageLine {
            number: *number,
            source: passage.source.clone(),
            text: passage.text.clone(),
        })
    });
    Body::PassagesDrawn {
        seat: state
            .turn(turn)
            .map_or_else(String::new, |turn| turn.seat.to_string()),
        passages: passages.collect(),
        trouble: trouble.map(str::to_owned),
    }
}

pub(super) fn checked(seat: String, doubts: &[Doubt]) -> Body {
    let line = |doubt: &Doubt| {
        let (fault, detail) = match &doubt.fault {
            Fault::Unknown => ("unknown", String::new()),
            Fault::Misquoted { words } => ("misquoted", words.clone()),
            Fault::NotHeld { reason } => ("not_held", reason.clone()),
        };
        DoubtLine {
            number: doubt.number,
            sentence: doubt.sentence.clone(),
            fault,
            detail,
            said: doubt.told(),
        }
    };
    Body::SourcesChecked {
        seat,
        doubts: doubts.iter().map(line).collect(),
    }
}
