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
            Event::JudgementGiven { judge, judgement } => {
                self.judged(judge, Judged::Given((**judgement).clone()))
            }
            Event::JudgementUnusable { judge, reason, raw } => {
                let unusable = Judged::Unusable {
                    reason: reason.clone(),
                    raw: raw.clone(),
                };
                self.judged(judge, unusable)
            }
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

    fn judged(&mut self, judge: &Seat, judgement: Judged<Judgement>) -> Touched {
        self.entries
            .push(TranscriptEntry::Judgement(self.judgements.len()));
        self.judgements.push((judge.clone(), judgement));
        Touched::Ask(Ask::Judge {
            judge: judge.clone(),
        })
    }
}
