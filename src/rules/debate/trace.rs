//! The argument trace: every argument from its introduction to its end. A pure reading of the state; it grows while
//! the debate runs.

use super::{
    DebateState,
    ids::Seat,
    outcome::{ArgumentOutcome, ArgumentStatus},
    scores::{Judged, Judgement, Standing, common_standing},
    state::Turn,
    written::{Argument, Response, ResponseType, Work},
};

/// The response of one speaker to an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedResponse<'a> {
    /// The seat of whoever responds.
    pub by: &'a Seat,
    /// The response to the argument.
    pub response: &'a Response,
    /// What is in dispute after all, where it was conceded, whole or in part, and taken back after the last word.
    pub taken_back: Option<&'a str>,
}

/// An argument with its way through the debate.
#[derive(Debug, Clone, PartialEq)]
pub struct TracedArgument<'a> {
    /// The seat of whoever handed the argument in.
    pub seat: &'a Seat,
    /// The argument, as it was handed in.
    pub argument: &'a Argument,
    /// The responses to the argument in cross-examination.
    pub met: Vec<TracedResponse<'a>>,
    /// The seats that have taken the argument up in a speech or a question.
    pub taken_up: &'a [Seat],
    /// The outcome of the argument besides: who answers, who grants, what the synthesis names.
    pub outcome: Option<&'a ArgumentOutcome>,
    /// The answer of the author to the questions about the argument.
    pub reply: Option<&'a str>,
    /// The standing of the argument, in the view of most judges.
    pub standing: Option<Standing>,
    /// The reason for the standing, in the words of the first judge who sees it so.
    pub reason: &'a str,
}

impl TracedResponse<'_> {
    /// The words for what was done: "challenged", "conceded and taken back".
    pub fn how(&self) -> &'static str {
        let kind = self.response.response_type;
        match (kind, self.taken_back) {
            (ResponseType::Concede, Some(_)) => "conceded and taken back",
            (ResponseType::Partial, Some(_)) => "partly conceded and taken back",
            (ResponseType::Refute | ResponseType::Challenge, Some(_)) | (_, None) => kind.past(),
        }
    }
}

impl TracedArgument<'_> {
    /// The status of the argument by what is on the record so far.
    pub fn status(&self) -> ArgumentStatus {
        let outcome = self.outcome;
        let conceded = |met: &TracedResponse<'_>| {
            met.response.response_type == ResponseType::Concede && met.taken_back.is_none()
        };
        if outcome.is_some_and(|one| !one.granted_by.is_empty()) || self.met.iter().any(conceded) {
            ArgumentStatus::Granted
        } else if self.taken_up.is_empty() && self.met.is_empty() {
            ArgumentStatus::Untouched
        } else if self.reply.is_some() || outcome.is_some_and(|one| one.is_answered) {
            ArgumentStatus::Answered
        } else {
            ArgumentStatus::TakenUp
        }
    }

    /// The ways in which the argument was met, once for each who met it: "challenged by Adam Smith".
    pub fn met_by(&self, state: &DebateState) -> Vec<String> {
        let told = |met: &TracedResponse<'_>| format!("{} by {}", met.how(), state.name(met.by));
        if !self.met.is_empty() {
            return self.met.iter().map(told).collect();
        }
        let taken_up = self.taken_up.iter();
        let told = taken_up.map(|by| format!("taken up by {}", state.name(by)));
        told.collect()
    }
}

impl DebateState {
    /// Written turns whose work counts, or is still being checked, in order.
    pub(super) fn works(&self) -> impl Iterator<Item = (&Turn, &Work)> {
        let counts = |turn: &&Turn| turn.is_ended() || turn.is_heard();
        self.turns
            .iter()
            .filter(counts)
            .filter_map(|turn| Some((turn, turn.work.as_ref()?)))
    }

    /// Every argument that was handed in, with who did, in order.
    pub fn arguments(&self) -> impl Iterator<Item = (&Seat, &Argument)> {
        self.works().flat_map(|(turn, work)| {
            let arguments = match work {
                Work::Arguments(arguments) => arguments.as_slice(),
                Work::CrossExamination(_)
                | Work::Replies(_)
                | Work::Closing(_)
                | Work::Framing(_)
                | Work::Synthesis(_) => &[],
            };
            arguments.iter().map(|argument| (&turn.seat, argument))
        })
    }

    /// The number of arguments that a side has handed in: the next one's number is one more.
    pub(crate) fn arguments_of(&self, side: &str) -> usize {
        self.arguments()
            .filter(|(seat, _)| seat.group() == side)
            .count()
    }

    /// The arguments that a seat has to respond to: those of its opponents.
    pub fn arguments_against(&self, seat: &Seat) -> Vec<(&Seat, &Argument)> {
        let Some(opening) = self.opening.as_deref() else {
            return Vec::new();
        };
        self.arguments()
            .filter(|(by, _)| opening.oppose(seat, by))
            .collect()
    }

    /// The questions that were put to a seat's arguments: the argument, who asks, the response.
    pub fn questions_to(&self, seat: &Seat) -> Vec<(&Argument, &Seat, &Response)> {
        let own = self.arguments().filter(|(by, _)| *by == seat);
        own.flat_map(|(_, argument)| {
            let met = self.met(&argument.id).into_iter();
            met.map(move |met| (argument, met.by, met.response))
        })
        .collect()
    }

    /// The ids of a seat's arguments about which something was asked.
    pub fn asked_arguments(&self, seat: &Seat) -> Vec<&str> {
        let asked = self.questions_to(seat).into_iter();
        let mut ids: Vec<&str> = asked.map(|(one, ..)| one.id.as_str()).collect();
        ids.dedup();
        ids
    }

    fn met(&self, id: &str) -> Vec<TracedResponse<'_>> {
        self.works()
            .filter_map(|(turn, work)| {
                let Work::CrossExamination(all) = work else {
                    return None;
                };
                Some(TracedResponse {
                    by: &turn.seat,
                    response: all.get(id)?,
                    taken_back: self.taken_back(turn.id, &turn.seat, id),
                })
            })
            .collect()
    }

    /// The trace table.
    pub fn trace(&self) -> Vec<TracedArgument<'_>> {
        self.arguments()
            .map(|(seat, argument)| {
                let mut of_seat = self.works().filter(|(turn, _)| &turn.seat == seat);
                let reply = of_seat.find_map(|(_, work)| {
                    if let Work::Replies(all) = work {
                        all.get(&argument.id)
                    } else {
                        None
                    }
                });
                let standing = standing(self.reports(), &argument.id);
                TracedArgument {
                    seat,
                    argument,
                    met: self.met(&argument.id),
                    taken_up: self.taken_up.get(&argument.id).map_or(&[], Vec::as_slice),
                    outcome: self.outcomes.get(&argument.id),
                    reply: reply.map(String::as_str),
                    standing,
                    reason: reason(self.reports(), &argument.id, standing),
                }
            })
            .collect()
    }

    /// The reports of use.
    pub fn reports(&self) -> impl Iterator<Item = &Judgement> {
        self.judgements
            .iter()
            .filter_map(|(_, judged)| match judged {
                Judged::Given(judgement) => Some(judgement),
                Judged::Unusable { .. } => None,
            })
    }
}

fn standing<'a>(reports: impl Iterator<Item = &'a Judgement>, id: &str) -> Option<Standing> {
    common_standing(reports.filter_map(|report| report.marks.get(id)?.standing))
}

fn reason<'a>(
    reports: impl Iterator<Item = &'a Judgement>,
    id: &str,
    standing: Option<Standing>,
) -> &'a str {
    let mut marks = reports.filter_map(|report| report.marks.get(id));
    let first = marks.find(|marks| standing.is_none() || marks.standing == standing);
    first.map_or("", |marks| marks.reason.as_str())
}
