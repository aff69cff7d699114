//! A simulated house that divides on a debate that is over, as often as is wanted. Nothing is recorded, and the debate
//! stays as it is.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use tokio_util::sync::CancellationToken;

use super::standalone_calls::{Answered, StandaloneCalls};
use crate::{
    debate::{
        DebateState,
        answer::{Ballot, Vote},
        ask::{Ask, When},
        decide::Answer,
        event::CallReport,
        ids::Seat,
        opening::Listener,
        votes::CastBallot,
    },
    llm::{ModelError, retry},
    real::divided::{Cast, DivisionBallots},
};

/// The number of members who are asked at once; how many of the calls go out is the providers' gates' business.
const AT_ONCE: usize = 32;
/// After so many failures, with no ballot had, nobody else is asked.
const GIVE_UP: usize = 8;

/// The way in which a house divides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dividing {
    /// The number of times that the house divides; at least once.
    pub repeats: usize,
    /// The number of members who are asked for in one call; 1 asks each by themselves.
    pub together: usize,
}

/// The outcome of dividing a house.
#[derive(Debug, Clone, Default)]
pub struct Divisions {
    /// The ballots of each repeat, with every member in it.
    pub ballots: Vec<DivisionBallots>,
    /// The report on all calls together.
    pub report: CallReport,
    /// The number of members who were asked in vain, and why the last of them was.
    pub failed: Option<(usize, ModelError)>,
    /// Whether it was stopped before everybody was asked.
    pub stopped: bool,
}

/// The debate as this house has it before it: it has heard all and not voted.
pub fn seated(state: &DebateState, house: Vec<Listener>) -> DebateState {
    let mut state = state.clone();
    if let Some(opening) = &mut state.opening {
        let opening = Arc::make_mut(opening);
        opening.format.audience = house.len();
        opening.audience = house;
    }
    state.ballots.clear();
    state.polls.clear();
    state.looks.clear();
    state.division = None;
    state
}

/// Has the audience of `state` divide. `hear` is told how many members are done, of how many, over all repeats; `stop`
/// ends it with what there is.
pub async fn divide(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    dividing: Dividing,
    mut hear: impl FnMut(usize, usize),
    stop: &CancellationToken,
) -> Divisions {
    let seats: Vec<Seat> = state
        .opening
        .iter()
        .flat_map(|opening| &opening.audience)
        .map(|listener| listener.seat.clone())
        .collect();
    let repeats = dividing.repeats.max(1);
    let nobody: DivisionBallots = seats
        .iter()
        .map(|seat| (seat.clone(), Cast::default()))
        .collect();
    let mut divisions = Divisions {
        ballots: vec![nobody; repeats],
        ..Divisions::default()
    };
    let all = seats.len() * repeats;
    let groups = (0..repeats).flat_map(|repeat| {
        let groups = seats.chunks(dividing.together.max(1));
        groups.map(move |group| (repeat, group))
    });
    let asked = groups.enumerate().map(|(at, (repeat, group))| {
        // Two calls each: before and after.
        let number = u32::try_from(2 * at).unwrap_or(u32::MAX);
        async move { (repeat, voted(state, calls, group, number).await) }
    });
    let mut coming = stream::iter(asked).buffer_unordered(AT_ONCE);
    let (mut done, mut had, mut sum) = (0, 0, None);
    hear(done, all);
    loop {
        let next = tokio::select! {
            next = coming.next() => next,
            () = stop.cancelled() => {
                divisions.stopped = true;
                None
            }
        };
        let Some((repeat, voted)) = next else { break };
        sum = Some(retry::joined(sum.take(), voted.report));
        done += voted.cast.len();
        // Who is asked already is heard out; nobody else is asked.
        if let Some(ModelError::Limit { .. }) = voted.error {
            divisions.stopped = true;
        } else if let Some(error) = voted.error {
            let before = divisions.failed.map_or(0, |(count, _)| count);
            divisions.failed = Some((before + voted.cast.len(), error));
        } else {
            had += voted.cast.len();
        }
        if let Some(ballots) = divisions.ballots.get_mut(repeat) {
            ballots.extend(voted.cast);
        }
        hear(done, all);
        let failed = divisions.failed.as_ref().map_or(0, |(count, _)| *count);
        // What is too long for one is too long for all.
        let is_too_long = divisions
            .failed
            .as_ref()
            .is_some_and(|(_, error)| matches!(error, ModelError::TooLong { .. }));
        if had == 0 && (failed >= GIVE_UP || is_too_long) {
            break;
        }
    }
    divisions.report = sum.unwrap_or_default();
    divisions
}

/// The votes of some members.
struct Voted {
    cast: Vec<(Seat, Cast)>,
    report: CallReport,
    error: Option<ModelError>,
}

/// The two ballots of some members. Who has none before is not asked after: the one would not be held against the
/// other.
async fn voted(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    group: &[Seat],
    number: u32,
) -> Voted {
    let none = |seat: &Seat| (seat.clone(), Cast::default());
    let (before, report) = ballots(state, calls, (group, When::Before), number).await;
    let before = match before {
        Ok(before) => before,
        Err(error) => {
            return Voted {
                cast: group.iter().map(none).collect(),
                report,
                error: Some(error),
            };
        }
    };
    let mut heard = state.clone();
    for (seat, ballot) in &before {
        let cast = CastBallot {
            vote: Some(ballot.vote),
            reason: ballot.reason.clone(),
        };
        heard.ballots.insert((When::Before, seat.clone()), cast);
    }
    let (after, more) = ballots(&heard, calls, (group, When::After), number + 1).await;
    let report = retry::joined(Some(report), more);
    let (after, error) = match after {
        Ok(after) => (after, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    let of = |ballots: &[(Seat, Ballot)], seat: &Seat| -> Option<Vote> {
        let own = ballots.iter().find(|(of, _)| of == seat);
        own.map(|(_, ballot)| ballot.vote)
    };
    let cast = |seat: &Seat| {
        let cast = Cast {
            before: of(&before, seat),
            after: of(&after, seat),
        };
        (seat.clone(), cast)
    };
    Voted {
        cast: group.iter().map(cast).collect(),
        report,
        error,
    }
}

async fn ballots(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    (group, when): (&[Seat], When),
    number: u32,
) -> Answered<Vec<(Seat, Ballot)>> {
    let (answer, report) = match group {
        [member] => {
            let ask = Ask::Ballot {
                member: member.clone(),
                when,
            };
            calls.ask(state, &ask, Some(member), number).await
        }
        several => calls.ballots(state, several, when, number).await,
    };
    let ballots = answer.and_then(|answer| {
        if let Answer::Ballots(all) = answer {
            return Ok(all.into_iter().collect());
        }
        if let (Answer::Ballot(ballot), [member]) = (answer, group) {
            return Ok(vec![(member.clone(), ballot)]);
        }
        Err(ModelError::EMPTY)
    });
    (ballots, report)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{
        catalog::Member,
        debate::ids::DebateId,
        llm::{
            Request,
            roster::Roster,
            scripted::{Scripted, ScriptedAnswer as Said},
        },
        prompt::Prompts,
        real::{Given, Making, house, read, records},
    };

    const DEBATE: &str = include_str!("../../../tests/samples/real/bridge.json");
    const CARD: &str = include_str!("../../../personas/audience/poet.toml");

    fn state(members: usize) -> DebateState {
        let debate = read(DEBATE, &Given::default()).unwrap().debate;
        let making = Making {
            debate: DebateId("d".into()),
            now_ms: 0,
            like: None,
        };
        let card: Member = toml::from_str(CARD).unwrap();
        let state = DebateState::fold(&records(&debate, &making));
        seated(&state, house::drawn(&[("poet", &card)], members, 1))
    }

    fn last(request: &Request) -> &str {
        request.messages.last().map_or("", |one| one.text.as_str())
    }

    /// No before, aye after; as many as are asked for.
    fn converted(request: &Request) -> Said {
        let after = last(request).contains("the house divides");
        let one = serde_json::json!({"reason": "So.", "vote": if after { "aye" } else { "no" }});
        let seats: Vec<&str> = last(request)
            .lines()
            .filter(|line| line.starts_with("audience.") && !line.contains(' '))
            .collect();
        let all: serde_json::Map<_, _> = seats
            .iter()
            .map(|seat| ((*seat).to_owned(), one.clone()))
            .collect();
        Said::json(&if all.is_empty() { one } else { all.into() })
    }

    async fn held(model: &Scripted, dividing: Dividing, members: usize) -> (Divisions, usize) {
        let (prompts, roster) = (
            Prompts::load(None).unwrap(),
            Roster::of(Arc::new(model.clone())),
        );
        let calls = StandaloneCalls {
            prompts: &prompts,
            roster: &roster,
        };
        let mut heard = 0;
        let stop = CancellationToken::new();
        let divisions = divide(
            &state(members),
            calls,
            dividing,
            |done, _| heard = done,
            &stop,
        )
        .await;
        (divisions, heard)
    }

    #[tokio::test(start_paused = true)]
    async fn everybody_votes_before_and_after_by_themselves_or_together() {
        for (together, calls) in [(1, 2 * 3 * 5), (2, 2 * 3 * 3), (9, 2 * 3)] {
            let model = Scripted::new("m", converted);
            let dividing = Dividing {
                repeats: 3,
                together,
            };
            let (divisions, heard) = held(&model, dividing, 5).await;
            assert_eq!((model.requests().len(), heard), (calls, 15));
            assert_eq!(divisions.failed, None);
            let cast = Cast {
                before: Some(Vote::No),
                after: Some(Vote::Aye),
            };
            assert_eq!(divisions.ballots.len(), 3);
            for ballots in &divisions.ballots {
                assert!(ballots.len() == 5 && ballots.values().all(|one| *one == cast));
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_transcript_is_a_prefix_that_all_ballots_share() {
        for together in [1, 2] {
            let model = Scripted::new("m", converted);
            let dividing = Dividing {
                repeats: 1,
                together,
            };
            held(&model, dividing, 4).await;
            let requests = model.requests();
            let after: Vec<_> = requests
                .iter()
                .filter(|one| last(one).contains("the house divides"))
                .collect();
            let [first, rest @ ..] = after.as_slice() else {
                panic!("nobody voted after");
            };
            assert!(first.messages.len() > 4);
            for one in rest {
                let shared = one.messages.len() - 1;
                assert_eq!(one.messages[..shared], first.messages[..shared]);
            }
            let said: String = first.messages.iter().map(|one| one.text.as_str()).collect();
            assert!(
                said.contains("nurse at three") && said.contains("Before the debate you voted no")
            );
            assert!(
                !said.contains("45") && !said.contains("carried"),
                "nobody knows what came of it"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn where_nobody_answers_not_everybody_is_asked() {
        let model = Scripted::new("m", |_| {
            Said::error(ModelError::Key {
                url: "u".into(),
                status: 401,
                sent: true,
                variable: None,
                detail: String::new(),
            })
        });
        let dividing = Dividing {
            repeats: 5,
            together: 1,
        };
        let (divisions, heard) = held(&model, dividing, 40).await;
        assert!(heard < 60 && model.requests().len() < 60, "{heard}");
        assert!(matches!(
            divisions.failed,
            Some((8.., ModelError::Key { .. }))
        ));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_too_long_for_one_is_asked_of_nobody_else() {
        let long = || ModelError::TooLong {
            model: "m".into(),
            detail: "22462 tokens".into(),
            context: None,
        };
        let model = Scripted::new("m", move |request| {
            if last(request).contains("the house divides") {
                return Said::error(long());
            }
            converted(request)
        });
        let dividing = Dividing {
            repeats: 1,
            together: 20,
        };
        let (divisions, heard) = held(&model, dividing, 1_000).await;
        assert_eq!(heard, 20);
        assert!(matches!(
            divisions.failed,
            Some((20, ModelError::TooLong { .. }))
        ));
    }

    #[test]
    fn a_debate_that_does_not_fit_is_known_before_anybody_is_asked() {
        let state = state(3);
        let prompts = Prompts::load(None).unwrap();
        let ask = Ask::Ballot {
            member: Seat::audience(1),
            when: When::After,
        };
        for (context, fits_it) in [(200, false), (128_000, true)] {
            let profile = crate::catalog::Profile {
                context,
                ..crate::catalog::Profile::default()
            };
            let model = Scripted::new("m", converted).with_profile(profile);
            let roster = Roster::of(Arc::new(model));
            let room = crate::engine::fits(&state, (&prompts, &roster), &ask, None);
            assert_eq!(room.is_ok(), fits_it, "{room:?}");
            if let Err(long) = room {
                let told = long.to_string();
                assert!(long.needed > 200 && told.contains("\"ballots after\" needs about"));
                assert!(told.contains("m has a context of 200"), "{told}");
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn what_there_is_stays_when_it_is_stopped() {
        let (prompts, answered) = (Prompts::load(None).unwrap(), Arc::new(AtomicUsize::new(0)));
        let count = Arc::clone(&answered);
        let model = Scripted::new("m", move |request| {
            let nth = count.fetch_add(1, Ordering::Relaxed);
            let wait = std::time::Duration::from_secs(if nth < 12 { 1 } else { 1_000 });
            converted(request).delays(wait, std::time::Duration::ZERO)
        });
        let roster = Roster::of(Arc::new(model));
        let calls = StandaloneCalls {
            prompts: &prompts,
            roster: &roster,
        };
        let stop = CancellationToken::new();
        let (state, token) = (state(20), stop.clone());
        let dividing = Dividing {
            repeats: 1,
            together: 1,
        };
        let divided = divide(&state, calls, dividing, |_, _| {}, &stop);
        let (divisions, ()) = tokio::join!(divided, async {
            tokio::time::sleep(std::time::Duration::from_secs(500)).await;
            token.cancel();
        });
        assert!(divisions.stopped);
        assert_eq!(divisions.ballots[0].len(), 20);
    }
}
