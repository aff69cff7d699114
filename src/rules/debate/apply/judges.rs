//! Judges: whom they let speak, what they found between rounds, their reports and scores.

use crate::{
    debate::{
        agenda::Touched,
        annotation::{Annotation, AnnotationProgress},
        ask::Ask,
        event::{Event, Record},
        ids::Seat,
        notice,
        scores::{Assessment, Judged, Judgement},
        state::{ChosenSpeaker, DebateState, Round, TranscriptEntry},
    },
    events_of,
};

impl DebateState {
    pub(super) fn take_in_judges(&mut self, record: &Record) -> Touched {
        match &record.event {
            Event::SpeakerChosen {
                phase,
                round,
                seat,
                reason,
            } => {
                if !reason.is_empty() {
                    self.entries
                        .push(TranscriptEntry::Chosen(self.chosen.len()));
                }
                self.chosen.push(ChosenSpeaker {
                    phase: *phase,
                    round: *round,
                    seat: seat.clone(),
                    reason: reason.clone(),
                });
                Touched::Nothing
            }
            Event::AssessmentMade {
                phase,
                round,
                judge,
                assessment,
            } => self.assessed(*phase, *round, judge, Judged::Given((**assessment).clone())),
            Event::AssessmentUnusable {
                phase,
                round,
                judge,
                reason,
                raw,
            } => {
                let unusable = Judged::Unusable {
                    reason: reason.clone(),
                    raw: raw.clone(),
                };
                self.assessed(*phase, *round, judge, unusable)
            }
            Event::StoppedEarly {
                phase,
                round,
                criterion,
            } => {
                self.stopped.insert(*phase, *criterion);
                self.notice(notice::stopped(*round, *criterion));
                Touched::Nothing
            }
            Event::JudgementGiven {
                judge,
                again,
                judgement,
            } => self.judged((judge, *again), Judged::Given((**judgement).clone())),
            Event::JudgementUnusable {
                judge,
                again,
                reason,
                raw,
            } => {
                let unusable = Judged::Unusable {
                    reason: reason.clone(),
                    raw: raw.clone(),
                };
                self.judged((judge, *again), unusable)
            }
            Event::RankingGiven { judge, ranking } => self.ranked(judge, Some(ranking.clone())),
            Event::RankingFailed { judge, reason: _ } => self.ranked(judge, None),
            Event::ScoresGiven(scores) => {
                self.scores = Some((**scores).clone());
                self.entries.push(TranscriptEntry::Scores);
                Touched::Nothing
            }
            Event::AnnotationTaken { again, annotation } => {
                self.annotated(*again, annotation);
                Touched::Nothing
            }
            Event::AnnotationFailed { again, reason: _ } => {
                if *again {
                    self.annotated(true, &Annotation::default());
                } else {
                    self.annotation = AnnotationProgress::Failed;
                }
                Touched::Nothing
            }
            events_of!(debate turns points votes interventions calls) => Touched::Nothing,
        }
    }

    fn ranked(&mut self, judge: &Seat, ranking: Option<Vec<String>>) -> Touched {
        self.rankings.insert(judge.clone(), ranking);
        Touched::Ask(Ask::Rank {
            judge: judge.clone(),
        })
    }

    /// What was listed of claims and rebuttals, at first or, of rebuttals, once more.
    fn annotated(&mut self, again: bool, found: &Annotation) {
        match &mut self.annotation {
            AnnotationProgress::Taken {
                annotation,
                is_asked_again,
            } if again => {
                annotation.add_rebuttals(found);
                *is_asked_again = true;
            }
            AnnotationProgress::Awaited
            | AnnotationProgress::Taken { .. }
            | AnnotationProgress::Failed => {
                self.annotation = AnnotationProgress::Taken {
                    annotation: found.clone(),
                    is_asked_again: again,
                };
            }
        }
    }

    /// A judge's assessment after a round. The scores of the last one are the scores so far.
    fn assessed(
        &mut self,
        phase: u32,
        round: u32,
        judge: &Seat,
        assessment: Judged<Assessment>,
    ) -> Touched {
        self.entries.push(TranscriptEntry::Round(self.rounds.len()));
        self.rounds.push(Round {
            phase,
            round,
            judge: judge.clone(),
            assessment,
        });
        Touched::Ask(Ask::Round {
            phase,
            round,
            judge: judge.clone(),
        })
    }

    /// A look of a judge. The report is there once all of that judge's looks are in.
    fn judged(&mut self, (judge, again): (&Seat, bool), judgement: Judged<Judgement>) -> Touched {
        let look = |again| Ask::Judge {
            judge: judge.clone(),
            again,
        };
        let is_twice = !self.plan.owed_of(&look(true)).is_empty();
        let looks = self.report_looks.entry(judge.clone()).or_default();
        looks.take_in(again, judgement);
        if let Some(report) = looks.report(is_twice) {
            self.entries
                .push(TranscriptEntry::Judgement(self.judgements.len()));
            self.judgements.push((judge.clone(), report));
        }
        Touched::Ask(look(again))
    }
}
