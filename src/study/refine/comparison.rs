//! The iterations of a chain side by side: who won, the votes, the measures, and of each pair which claims are new,
//! which were dropped and which stayed. Plain data, for the screen, for lines and as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    Iteration, NextIteration,
    corrected::{self, CorrectedSpeaker},
    measures::MeasureSeries,
    rules::{self, IterationResult, StopReason, Winner},
};
use crate::{
    debate::{
        DebateState,
        correction::Correction,
        division::Margin,
        guidance::SeatGuidance,
        ids::{DebateId, Seat},
    },
    likeness::Likeness,
    text::counted,
};

/// A claim and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AttributedClaim {
    /// The name of who made it.
    pub by: String,
    /// The words of the claim.
    pub text: String,
}

/// The division of one iteration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IterationVotes {
    /// Votes for the motion.
    pub ayes: u32,
    /// Votes against the motion.
    pub noes: u32,
    /// The growth of the Ayes' lead over the debate.
    pub swing: Option<i32>,
    /// The margin: how clear the division is.
    pub margin: Option<&'static str>,
}

impl IterationVotes {
    /// The count and how clear it is, in a cell of a table.
    pub fn describe(&self) -> String {
        match self.margin {
            Some(margin) => format!("{} to {}, {margin}", self.ayes, self.noes),
            None => "–".to_owned(),
        }
    }

    /// The swing, in a cell of a table.
    pub fn swing(&self) -> String {
        self.swing
            .map_or_else(|| "–".to_owned(), |by| format!("{by:+}"))
    }
}

/// A side's score.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The name of the side.
    pub side: String,
    /// The score that the judges gave.
    pub score: f64,
}

/// The column of an iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct IterationColumn {
    /// The number of the iteration, from 1.
    pub iteration: u32,
    /// The id of the debate.
    pub debate: DebateId,
    /// The winner of the debate.
    pub outcome: Winner,
    /// The votes, where a house divided.
    pub votes: Option<IterationVotes>,
    /// The scores, where judges gave any.
    pub scores: Vec<Score>,
    /// The fundamental disagreements.
    pub tensions: Vec<String>,
    /// The claims of the speeches, in order.
    pub claims: Vec<AttributedClaim>,
    /// The lessons from the iteration before, by speaker; empty in the first.
    pub taught: Vec<Lesson>,
    /// The speakers who were corrected, and what came of it beside the iteration before; empty in the first.
    pub corrected: Vec<CorrectedSpeaker>,
}

/// The lesson that a speaker was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lesson {
    /// The seat of the speaker.
    pub seat: Seat,
    /// The name of the speaker.
    pub name: String,
    /// The things that the speaker missed.
    pub missed: Vec<String>,
    /// The queries that the speaker's corpus is searched for.
    pub queries: Vec<String>,
    /// The points that the speaker is to answer.
    pub answer: Vec<String>,
    /// The opponents whom the speaker could challenge, by name, and on what.
    pub challenges: Vec<(String, String)>,
    /// Advice on how the speaker could do better.
    pub notes: Vec<String>,
    /// Whether the speaker has drifted from the person that they are.
    pub reinforce: bool,
    /// The correction of the speaker; its level is 0 where there is none.
    pub correction: Correction,
}

impl Lesson {
    /// The parts of the lesson, each with a word for what it is.
    pub fn describe(&self) -> Vec<(String, String)> {
        let of = |what: &str, list: &[String]| -> Vec<(String, String)> {
            let all = list.iter();
            all.map(|text| (what.to_owned(), text.clone())).collect()
        };
        let mut told = of("missed", &self.missed);
        told.extend(of("to answer", &self.answer));
        let challenges = self.challenges.iter();
        told.extend(
            challenges.map(|(whom, about)| (format!("to challenge {whom}"), about.clone())),
        );
        told.extend(of("advice", &self.notes));
        if let Some(correction) = self.describe_correction() {
            told.push(correction);
        }
        told
    }

    /// The correction, with a word for what led to it.
    fn describe_correction(&self) -> Option<(String, String)> {
        let level = self.correction.level;
        if level.is_none() {
            return None;
        }
        let (what, why) = if self.reinforce {
            ("drift", "fell out of character")
        } else {
            ("character", "was corrected before, which is kept")
        };
        let mut more = vec![format!(
            "up to {} more passages a turn where there is a corpus",
            level.more_passages()
        )];
        let samples = self.correction.samples.len();
        if samples > 0 {
            more.push(counted(samples, "more sample", "more samples"));
        }
        let topics: Vec<&str> = self
            .correction
            .positions
            .iter()
            .map(|one| one.topic.as_str())
            .collect();
        if !topics.is_empty() {
            more.push(format!("set forth: {}", topics.join("; ")));
        }
        if !self.correction.unheard.is_empty() {
            more.push(format!("phrases: {}", self.correction.unheard.join("; ")));
        }
        Some((
            what.to_owned(),
            format!("{why} (correction {}): {}", level.0, more.join("; ")),
        ))
    }
}

/// The changes from one iteration to the next.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The earlier iteration.
    pub from: u32,
    /// The later iteration.
    pub to: u32,
    /// Claims of the later one without a counterpart.
    pub new: Vec<AttributedClaim>,
    /// Claims of the earlier one without a counterpart.
    pub dropped: Vec<AttributedClaim>,
    /// The number of claims that have a counterpart.
    pub kept: usize,
    /// The share of the later claims that is new, from 0 to 1; absent where the claims of either are not known.
    pub novelty: Option<f64>,
    /// The number of core tensions that have a counterpart.
    pub tensions_kept: usize,
}

/// Everything side by side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The motion of all iterations.
    pub motion: String,
    /// The name of the format.
    pub format: String,
    /// The way in which claims and tensions were compared.
    pub compared: String,
    /// The iterations, in order.
    pub iterations: Vec<IterationColumn>,
    /// The changes from each iteration to the next.
    pub changes: Vec<Change>,
    /// The measures of each iteration.
    pub measures: Vec<MeasureSeries>,
    /// The number of iterations at the most.
    pub most: u32,
    /// The reason why no further iteration is held; absent where one can be.
    pub ended: Option<StopReason>,
    /// The lessons for the next iteration, where one can be held.
    pub next: Vec<Lesson>,
}

impl Comparison {
    /// Compares the iterations of a chain, with what was measured of them, and what comes next.
    pub fn of(
        chain: &[Iteration],
        measures: Vec<MeasureSeries>,
        likeness: &Likeness,
        (most, step): (u32, Option<&NextIteration>),
    ) -> Self {
        let opening = chain.first().and_then(|one| one.state.opening.as_deref());
        let before = std::iter::once(None).chain(chain.iter().map(Some));
        let iterations: Vec<IterationColumn> = (1..)
            .zip(chain.iter().zip(before))
            .map(|(number, (one, before))| column(number, one, before))
            .collect();
        let pairs = iterations.iter().zip(iterations.iter().skip(1));
        let changes = pairs
            .map(|(one, other)| change(one, other, likeness))
            .collect();
        let (ended, next) = match (step, chain.last()) {
            (Some(NextIteration::End(ending)), _) => (Some(*ending), Vec::new()),
            (Some(NextIteration::Go(guidance)), Some(last)) => {
                (None, lessons(&last.state, &guidance.seats))
            }
            _ => (None, Vec::new()),
        };
        Self {
            motion: opening.map_or_else(String::new, |opening| opening.motion.motion.clone()),
            format: opening.map_or_else(String::new, |opening| opening.format.name.clone()),
            compared: likeness.describe(),
            iterations,
            changes,
            measures,
            most,
            ended,
            next,
        }
    }
}

/// The lesson for each speaker, in the order of the line-up.
pub fn lessons(state: &DebateState, seats: &BTreeMap<Seat, SeatGuidance>) -> Vec<Lesson> {
    let speakers = state.speakers().iter();
    speakers
        .filter_map(|speaker| {
            let given = seats.get(&speaker.seat)?.clone();
            let challenges = given.challenges.into_iter();
            Some(Lesson {
                seat: speaker.seat.clone(),
                name: speaker.card.name.clone(),
                missed: given.missed,
                queries: given.queries,
                answer: given.answer,
                challenges: challenges
                    .map(|one| (state.name(&one.against), one.about))
                    .collect(),
                notes: given.notes,
                reinforce: given.reinforce,
                correction: given.correction,
            })
        })
        .collect()
}

fn column(iteration: u32, one: &Iteration, before: Option<&Iteration>) -> IterationColumn {
    let state = &one.state;
    let reading = IterationResult::of(state);
    let claims = rules::claims(state).into_iter();
    let scores = state.scores.iter().flat_map(|scores| &scores.sides);
    let guidance = state
        .opening
        .as_deref()
        .and_then(|opening| opening.guidance.as_ref());
    IterationColumn {
        iteration,
        debate: one.debate.clone(),
        outcome: reading.outcome,
        votes: state.division.as_ref().map(|division| IterationVotes {
            ayes: division.ayes,
            noes: division.noes,
            swing: division.swing,
            margin: division.margin.map(Margin::word),
        }),
        scores: scores
            .map(|side| Score {
                side: side.name.clone(),
                score: side.score,
            })
            .collect(),
        tensions: reading.tensions,
        claims: claims
            .map(|(by, text)| AttributedClaim { by, text })
            .collect(),
        taught: guidance.map_or_else(Vec::new, |guidance| lessons(state, &guidance.seats)),
        corrected: before.map_or_else(Vec::new, |before| corrected::speakers(&before.state, state)),
    }
}

fn change(one: &IterationColumn, other: &IterationColumn, likeness: &Likeness) -> Change {
    let texts = |column: &IterationColumn| -> Vec<String> {
        column
            .claims
            .iter()
            .map(|claim| claim.text.clone())
            .collect()
    };
    let (earlier, later) = (texts(one), texts(other));
    let counterparts = likeness.counterparts(&earlier, &later);
    let kept: Vec<usize> = counterparts.iter().copied().flatten().collect();
    let new = other.claims.iter().zip(&counterparts);
    let dropped = one.claims.iter().enumerate();
    let tensions = likeness.counterparts(&one.tensions, &other.tensions);
    Change {
        from: one.iteration,
        to: other.iteration,
        new: new
            .filter(|(_, counterpart)| counterpart.is_none())
            .map(|(claim, _)| claim.clone())
            .collect(),
        dropped: dropped
            .filter(|(at, _)| !kept.contains(at))
            .map(|(_, claim)| claim.clone())
            .collect(),
        kept: kept.len(),
        novelty: rules::novelty(&earlier, &later, likeness),
        tensions_kept: tensions.into_iter().flatten().count(),
    }
}

impl Change {
    /// The change in a line, beginning with the share of new claims.
    pub fn describe(&self) -> String {
        let of = self.new.len() + self.kept;
        let share = self.novelty.map_or_else(
            || "claims are not known of both".to_owned(),
            |share| {
                format!(
                    "{} of {of} claims new ({:.0} %)",
                    self.new.len(),
                    share * 100.0
                )
            },
        );
        let tensions = match self.tensions_kept {
            0 => String::new(),
            1 => ", 1 core tension stayed".to_owned(),
            several => format!(", {several} core tensions stayed"),
        };
        format!(
            "{share}, {} dropped, {} stayed{tensions}",
            self.dropped.len(),
            self.kept
        )
    }
}
