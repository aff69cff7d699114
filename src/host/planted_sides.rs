//! How often a model tells for which side a speech argues: planted speeches are put before it as a debate would put them,
//! and what follows is what the rules of a debate make of its answers. Nothing is recorded.

use std::sync::Arc;

use hustings_study::trial::{PlantedSpeech, SideOutcome, SidesReport, planted_speeches};
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    catalog::{SideCheck, Stance, Task},
    debate::{
        DebateState,
        ask::{Ask, Role},
        decide::{self, Input},
        event::{Event, Record},
        ids::{CallId, TurnId},
        opening::Opening,
    },
    engine::StandaloneCalls,
    error::Failure,
    progress::WorkProgress,
    setup::{DebateChoice, USUAL_FORMAT},
};

/// The most looks at one speech: one in each order of the claims.
const LOOKS: u32 = 2;
/// The only turn of a debate that consists of one speech.
const TURN: TurnId = TurnId(0);

/// Has the referee's model read every planted speech as though it came from either side.
///
/// # Errors
/// The model cannot be had, or the prompts cannot be read.
pub async fn planted_sides(
    host: &Host,
    progress: &mut dyn WorkProgress,
    stop: &CancellationToken,
) -> Result<SidesReport, Failure> {
    let roster = host.roster(&host.overrides).await?;
    let prompts = host.prompts()?;
    let referee = &roster.assigned(Role::Referee, None).model;
    let mut report = SidesReport {
        model: referee.label().to_owned(),
        by_likelihoods: referee.as_telling_likelihoods().is_some(),
        ..SidesReport::default()
    };
    let calls = StandaloneCalls {
        prompts: &prompts,
        roster: &roster,
    };
    let all = planted_speeches()?;
    let sides = [Stance::For, Stance::Against];
    progress.begins("reading the planted speeches".to_owned());
    for (at, speech) in all.iter().enumerate() {
        for (nth, from) in sides.into_iter().enumerate() {
            let place = sides.len() * at + nth;
            let choice = DebateChoice {
                motion: format!("This House would say: {}", speech.claims.prop),
                claims: Some(speech.claims.clone()),
                format: USUAL_FORMAT.to_owned(),
                audience: Some(0),
                seed: Some(1),
                ..DebateChoice::default()
            };
            let opening = host.opening(choice, &roster)?;
            let number = u32::try_from(place).unwrap_or(u32::MAX);
            let outcome = tokio::select! {
                outcome = read(opening, (speech, from), calls, number) => outcome,
                () = stop.cancelled() => {
                    progress.ends();
                    return Ok(report);
                }
            };
            report.take_in(speech, from, outcome.unwrap_or(SideOutcome::Failed));
            progress.at(place + 1, sides.len() * all.len());
        }
    }
    progress.ends();
    Ok(report)
}

/// What becomes of a speech that comes from this side; `None` where nothing does.
async fn read(
    mut opening: Opening,
    (speech, from): (&PlantedSpeech, Stance),
    calls: StandaloneCalls<'_>,
    number: u32,
) -> Option<SideOutcome> {
    for speaker in &mut opening.speakers {
        speaker.profile.side_check = SideCheck::EachSpeech;
    }
    let seat = opening
        .speakers
        .iter()
        .map(|speaker| speaker.seat.clone())
        .find(|seat| opening.stance(seat) == Some(from))?;
    let mut state = DebateState::default();
    take_in(&mut state, [Event::Opened(Arc::new(opening))]);
    let mut slots = state.plan.slots.iter();
    let slot = slots.find(|slot| slot.seat == seat && slot.task == Task::Speech)?;
    let (slot, phase) = (slot.index, slot.phase);
    let heard = [
        Event::PhaseBegan { phase },
        Event::TurnBegan {
            turn: TURN,
            slot,
            seat,
            task: Task::Speech,
            attempt: 1,
            target_words: 100,
        },
        Event::Said {
            turn: TURN,
            text: speech.text.clone(),
        },
    ];
    take_in(&mut state, heard);
    let ask = Ask::SideCheck { turn: TURN };
    for look in 0..LOOKS {
        let (answer, report) = calls.ask(&state, &ask, None, LOOKS * number + look).await;
        let call = CallId(look);
        let began = Event::CallBegan {
            call,
            ask: ask.clone(),
            seat: None,
        };
        take_in(&mut state, [began]);
        let answered = Input::Answered {
            call,
            answer: answer.ok()?,
            report,
        };
        let events = decide::decide(&state, answered).events;
        let is = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
        if is(|event| matches!(event, Event::TurnStruck { .. })) {
            return Some(SideOutcome::Struck);
        }
        if is(|event| matches!(event, Event::SideCleared { .. })) {
            return Some(SideOutcome::Cleared);
        }
        take_in(&mut state, events);
    }
    None
}

fn take_in(state: &mut DebateState, events: impl IntoIterator<Item = Event>) {
    for event in events {
        let seq = state.next_seq;
        state.apply(&Record {
            seq,
            at_ms: 0,
            event,
        });
    }
}

#[cfg(test)]
mod tests {
    use hustings_llm::{
        roster::Roster,
        scripted::{Scripted, ScriptedAnswer},
    };

    use super::*;

    /// What the model is asked of one planted speech from either side, told what it should find.
    async fn outcomes(model: Scripted) -> [Option<SideOutcome>; 2] {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let (prompts, roster) = (host.prompts().unwrap(), Roster::of(Arc::new(model)));
        let calls = StandaloneCalls {
            prompts: &prompts,
            roster: &roster,
        };
        let all = planted_speeches().unwrap();
        let mut found = [None; 2];
        for (found, from) in found.iter_mut().zip([Stance::For, Stance::Against]) {
            let choice = DebateChoice {
                motion: "This House would ban cars".to_owned(),
                claims: Some(all[0].claims.clone()),
                format: USUAL_FORMAT.to_owned(),
                audience: Some(0),
                seed: Some(1),
                ..DebateChoice::default()
            };
            let opening = host.opening(choice, &roster).unwrap();
            *found = read(opening, (&all[0], from), calls, 0).await;
        }
        found
    }

    /// Whether the claim that the first planted speech argues for comes first in a question.
    fn is_first(request: &hustings_llm::Request) -> bool {
        let task = &request.messages.last().unwrap().text;
        let at = |claim: &str| task.rfind(claim).unwrap();
        at("should be banned") < at("should stay")
    }

    #[tokio::test]
    async fn the_rules_find_the_same_by_words_and_by_numbers() {
        let expected = [Some(SideOutcome::Cleared), Some(SideOutcome::Struck)];
        let words = Scripted::new("m", |request| {
            let argues = if is_first(request) { "first" } else { "second" };
            ScriptedAnswer::json(&serde_json::json!({
                "words": "not fit to breathe", "argues": argues,
            }))
        });
        assert_eq!(outcomes(words).await, expected);
        let numbers = Scripted::in_order("m", []).with_likelihoods(|request, _| {
            let lead = if is_first(request) { 0.4 } else { -0.4 };
            vec![lead + 2.0, 2.0]
        });
        assert_eq!(outcomes(numbers).await, expected);
        // Nobody could say.
        assert_eq!(outcomes(Scripted::in_order("m", [])).await, [None, None]);
    }
}
