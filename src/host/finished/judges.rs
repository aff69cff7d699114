//! A debate that is over, before several judges at once: by which rubric, what there is to judge, who is asked, and how
//! far they agree.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use hustings_rules::setup::seats::Seats;
use tokio_util::sync::CancellationToken;

use super::{named::load_finished, repeats::RepeatedJudge, too_long};
use crate::{
    Host,
    catalog::{Rubric, Scored},
    debate::{
        DebateState,
        agreement::JudgeAgreement,
        ask::{Ask, Role},
        decide::{self, Answer},
        ids::{DebateId, Seat},
        missing,
        opening::Opening,
        scores::{Items, Judgement, Marks, Scores},
        state::Turn,
    },
    engine::{self, StandaloneCalls},
    error::{Exit, Failure},
    host::check_seats,
    limits,
    llm::{ModelError, roster::Assigned},
};

/// The reply of a judge, and the model that gave it.
#[derive(Debug)]
pub struct JudgeReply {
    /// The seat of the judge.
    pub seat: Seat,
    /// The label of the model.
    pub model: String,
    /// The report, or why there is none of use.
    pub report: Result<Judgement, ModelError>,
}

/// Everything that is known once the judges are done.
#[derive(Debug)]
pub struct JudgedAgain {
    /// The id of the debate.
    pub debate: DebateId,
    /// The state of the debate at its end.
    pub state: DebateState,
    /// By what it was judged: the rubric of its format, or the usual one where that has none.
    pub rubric: Rubric,
    /// The items that were judged.
    pub items: Items,
    /// Every judge who was waited for, in the order of their seats: what they gave when they were asked first.
    pub judges: Vec<JudgeReply>,
    /// The number of judges who were asked.
    pub asked: usize,
    /// The number of times that each judge was asked.
    pub times: usize,
    /// The agreement of each judge with itself, where judges were asked more than once.
    pub repeats: Vec<RepeatedJudge>,
    /// The scores computed from the judges' marks; `None` where no report is of use.
    pub scores: Option<Scores>,
    /// The agreement among the judges; `None` where there are not two reports.
    pub agreement: Option<JudgeAgreement>,
    /// The limit that was reached meanwhile, for people.
    pub limit: Option<String>,
}

/// The house that has divided on a debate, beside judges who have judged it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BesideHouse {
    /// The name of the side that the house has voted for.
    pub winner: String,
    /// The number of judges who gave a report of use.
    pub judges: usize,
    /// The number of judges who put the winner first, and no other side beside it.
    pub agree: usize,
}

impl JudgedAgain {
    /// The judges beside the house; `None` where it has not divided, or no report is of use.
    pub fn beside_house(&self) -> Option<BesideHouse> {
        let (winner, _) = self.state.division.as_ref()?.outcome().ok()?;
        let firsts = self.given().map(|(_, _, report)| {
            let scores = Scores::of(&self.rubric, &self.items, &[&report.marks])?;
            scores.leader().map(|side| side.name.clone())
        });
        let firsts: Vec<Option<String>> = firsts.collect();
        let agree = firsts.iter().flatten().filter(|one| *one == winner);
        (!firsts.is_empty()).then(|| BesideHouse {
            winner: winner.to_owned(),
            judges: firsts.len(),
            agree: agree.count(),
        })
    }

    /// The judges whose reports are of use, with the number of their seat.
    pub fn given(&self) -> impl Iterator<Item = (usize, &JudgeReply, &Judgement)> {
        self.judges.iter().filter_map(|one| {
            let report = one.report.as_ref().ok()?;
            Some((one.seat.number().unwrap_or(0), one, report))
        })
    }

    /// The number of answers that were waited for, of use or not.
    pub fn answered(&self) -> usize {
        if self.repeats.is_empty() {
            return self.judges.len();
        }
        self.repeats.iter().map(|one| one.answered).sum()
    }

    /// Whether it was stopped before every judge had answered, as often as asked.
    pub fn is_stopped(&self) -> bool {
        self.answered() < self.asked * self.times
    }

    /// The exit for the shell.
    pub fn exit(&self) -> Exit {
        if self.is_stopped() || self.limit.is_some() {
            return Exit::Interrupted;
        }
        let mut repeats = self.repeats.iter();
        let is_lacking = repeats.any(|one| one.reports < one.answered)
            || self.judges.iter().any(|one| one.report.is_err());
        Exit::of_asked(self.given().next().is_some(), is_lacking)
    }
}

impl Host {
    /// Puts a debate of the journal before so many judges, each of them so many times, with the prompt and the sheet of
    /// the debate's own, until `stop`; what was answered before that is kept.
    ///
    /// # Errors
    /// It is stopped before anybody is asked, it is not over, there is nothing to judge in it, a flag names a seat that
    /// it does not have, a judge cannot be had, a limit on cost cannot be kept, or it is too long for a judge.
    pub async fn judge(
        &self,
        asked: &str,
        (judges, times): (usize, usize),
        stop: &CancellationToken,
    ) -> Result<JudgedAgain, Failure> {
        let (debate, found) = load_finished(&self.journal()?, asked)?;
        let state = found.state;
        let Some(opening) = state.opening.clone() else {
            return Err(Failure::internal("a debate that is over has no opening"));
        };
        let rubric = opening
            .format
            .rubric
            .clone()
            .or_else(Rubric::usual)
            .ok_or_else(|| Failure::internal("the usual rubric cannot be read"))?;
        let items = judged(&debate, (&state, &opening), &rubric)?;
        check_seats(
            &self.overrides,
            &Seats::of_opening(&opening, 0, judges),
            &format!("the debate {}", debate.short()),
        )?;
        let account = self.account();
        let overrides = self.overrides_behind(&opening.launch);
        let roster = tokio::select! {
            biased;
            () = stop.cancelled() => return Err(stopped()),
            found = self.roster(&overrides) => found?.on(&account),
        };
        let seats = (1..=judges).map(Seat::judge);
        let asked: Vec<&Assigned> = seats
            .map(|seat| roster.assigned(Role::Judge, Some(&seat)))
            .collect();
        limits::check_cost_limit_of(self.settings.limits.max_cost, asked)?;
        let prompts = self.prompts()?;
        // What is too long for one judge is too long for all: said before anybody is asked.
        let first = Seat::judge(1);
        let ask = Ask::Judge {
            judge: first.clone(),
            again: false,
        };
        let seen = engine::before_judges(&state, &roster, &rubric, judges);
        engine::fits(&seen, (&prompts, &roster), &ask, Some(&first))
            .map_err(|long| too_long(&long.to_string(), "--role judge=MODEL"))?;
        if state.speeches().any(Turn::is_empty)
            && let Some(told) = missing::describe(&state, &missing::missing(&state))
        {
            (self.tell)(&format!("The judges read what there is. {told}"));
        }
        (self.tell)(&match judges {
            1 => "One judge is reading the debate …".to_owned(),
            many => format!("{many} judges are reading the debate …"),
        });
        let times = times.max(1);
        let calls = StandaloneCalls {
            prompts: &prompts,
            roster: &roster,
        };
        let answer = async |time: usize, judge: usize| {
            let number = u32::try_from(time * judges + judge).unwrap_or(u32::MAX);
            tokio::select! {
                biased;
                reply = reply(&seen, calls, (Seat::judge(judge), number)) => Some(reply),
                () = stop.cancelled() => None,
            }
        };
        // The first answers come before those that are held against them.
        let rounds = (0..times).map(async |time| {
            let all = (1..=judges).map(|judge| answer(time, judge));
            join_all(all).await
        });
        let asked = judges;
        let mut rounds = join_all(rounds).await.into_iter();
        let judges: Vec<JudgeReply> = rounds.next().into_iter().flatten().flatten().collect();
        let again: Vec<JudgeReply> = rounds.flatten().flatten().collect();
        let repeats = (1..=asked).filter(|_| times > 1).map(|judge| {
            let seat = Seat::judge(judge);
            let own = judges.iter().chain(&again);
            let own: Vec<_> = own
                .filter(|one| one.seat == seat)
                .map(|one| &one.report)
                .collect();
            RepeatedJudge::of(seat, (&rubric, &items), &own)
        });
        let repeats = repeats.collect();
        let given: Vec<&BTreeMap<String, Marks>> = judges
            .iter()
            .filter_map(|one| Some(&one.report.as_ref().ok()?.marks))
            .collect();
        let scores = Scores::of(&rubric, &items, &given);
        let agreement = JudgeAgreement::of(&rubric, &items, &given);
        Ok(JudgedAgain {
            debate,
            state,
            rubric,
            items,
            judges,
            asked,
            times,
            repeats,
            scores,
            agreement,
            limit: account.ended(),
        })
    }
}

/// Asks one judge, with a number for the choices of words.
async fn reply(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    (seat, number): (Seat, u32),
) -> JudgeReply {
    let ask = Ask::Judge {
        judge: seat.clone(),
        again: false,
    };
    let (answer, _) = calls.ask(state, &ask, Some(&seat), number).await;
    let report = match answer {
        Ok(Answer::Judgement(judgement)) => Ok(*judgement),
        Ok(_) => Err(ModelError::EMPTY),
        Err(error) => Err(error),
    };
    let model = &calls.roster.assigned(Role::Judge, Some(&seat)).model;
    JudgeReply {
        model: model.label().to_owned(),
        seat,
        report,
    }
}

fn stopped() -> Failure {
    Failure::new(Exit::Interrupted, "stopped before a judge was asked")
}

/// The items that there are to judge.
///
/// # Errors
/// Nothing.
fn judged(
    debate: &DebateId,
    (state, opening): (&DebateState, &Opening),
    rubric: &Rubric,
) -> Result<Items, Failure> {
    let items = decide::items(state, opening, rubric.of);
    if !items.is_empty() && !state.speeches().all(Turn::is_empty) {
        return Ok(items);
    }
    let why = match rubric.of {
        Scored::Arguments => "no argument was handed in",
        Scored::Speakers | Scored::Sides if state.speeches().next().is_some() => {
            "every speech of it is empty"
        }
        Scored::Speakers | Scored::Sides => "nobody has spoken",
    };
    Err(Failure::input(format!(
        "there is nothing to judge in the debate {}: {why}",
        debate.short()
    ))
    .hint("see what there is of it: hustings show"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::Given;

    const BRIDGE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/samples/real/bridge.json"
    );

    fn bridge() -> DebateState {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        host.finished(BRIDGE, &Given::default()).unwrap().state
    }

    #[test]
    fn there_must_be_something_to_judge() {
        let (debate, rubric) = (DebateId("d".into()), Rubric::usual().unwrap());
        let judged = |state: &DebateState| {
            let opening = state.opening.clone().unwrap();
            super::judged(&debate, (state, &opening), &rubric)
        };
        let mut state = bridge();
        assert!(!judged(&state).unwrap().is_empty());
        for turn in &mut state.turns {
            turn.text.clear();
            turn.words = 0;
        }
        let told = judged(&state).unwrap_err().message;
        assert!(told.contains("every speech of it is empty"), "{told}");
        state.turns.clear();
        let told = judged(&state).unwrap_err().message;
        assert!(told.contains("nobody has spoken"), "{told}");
    }

    #[test]
    fn one_report_is_a_result_and_none_is_not() {
        let reply = |number, report| JudgeReply {
            seat: Seat::judge(number),
            model: "m".to_owned(),
            report,
        };
        let judged = |reports: Vec<Result<Judgement, ModelError>>, limit: Option<&str>| {
            let asked = reports.len();
            let judges = (1..).zip(reports);
            JudgedAgain {
                debate: DebateId("d".into()),
                state: DebateState::default(),
                rubric: Rubric::usual().unwrap(),
                items: Items::new(),
                judges: judges
                    .map(|(number, report)| reply(number, report))
                    .collect(),
                asked,
                times: 1,
                repeats: Vec::new(),
                scores: None,
                agreement: None,
                limit: limit.map(str::to_owned),
            }
        };
        let good = || Ok(Judgement::default());
        let bad = || Err(ModelError::EMPTY);
        assert_eq!(judged(vec![good(), good()], None).exit(), Exit::Done);
        assert_eq!(judged(vec![bad(), good()], None).exit(), Exit::ModelFailed);
        assert_eq!(judged(vec![bad(), bad()], None).exit(), Exit::NoModel);
        assert_eq!(
            judged(vec![good()], Some("spent")).exit(),
            Exit::Interrupted
        );
        let mut cut = judged(vec![good()], None);
        cut.asked = 2;
        assert_eq!(cut.exit(), Exit::Interrupted);
        let mut again = judged(vec![good()], None);
        again.times = 2;
        again.repeats.push(RepeatedJudge {
            seat: Seat::judge(1),
            answered: 2,
            reports: 1,
            first: Vec::new(),
            agreement: None,
        });
        assert_eq!(again.exit(), Exit::ModelFailed);
        let numbers: Vec<usize> = judged(vec![bad(), good()], None)
            .given()
            .map(|(number, ..)| number)
            .collect();
        assert_eq!(numbers, [2]);
    }
}
