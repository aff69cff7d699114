//! Interventions of viewers: evidence, questions, clarifications, points of the gallery.

use crate::{
    debate::{
        agenda::Touched,
        ask::Cue,
        event::{Event, Record},
        ids::{CommandId, InterventionId, Seat, TurnId},
        notice,
        state::{
            DebateState, DraftedAnswer, Intervention, InterventionProgress, Matter, TranscriptEntry,
        },
    },
    events_of,
    text::count_words,
};

impl DebateState {
    pub(super) fn take_in_intervention(&mut self, record: &Record) -> Touched {
        let touched = match &record.event {
            Event::EvidenceAdmitted {
                item,
                command,
                text,
                source,
                places,
                during,
            } => {
                let matter = Matter::Evidence {
                    source: source.clone(),
                    places: places.clone(),
                    words: count_words(text),
                };
                if self.bring_in(record, *item, *command, matter, text, *during) {
                    self.progress(*item, InterventionProgress::Done { answer: None });
                    let told = during.filter(|turn| {
                        let turn = self.turn(*turn);
                        turn.is_some_and(|turn| self.can_be_told(turn))
                    });
                    if let Some(turn) = told {
                        self.call_for_cut(turn, Cue::Evidence { item: *item });
                    }
                }
                *item
            }
            Event::QuestionAsked {
                item,
                command,
                seat,
                text,
                halt,
                during,
            } => {
                if self.bring_in(
                    record,
                    *item,
                    *command,
                    Matter::Question { halt: *halt },
                    text,
                    *during,
                ) {
                    self.address(*item, seat);
                    self.progress(*item, InterventionProgress::Put);
                }
                *item
            }
            Event::ClarificationQueued {
                item,
                command,
                seat,
                text,
            } => {
                if self.bring_in(record, *item, *command, Matter::Clarification, text, None)
                    && let Some(seat) = seat
                {
                    self.address(*item, seat);
                }
                *item
            }
            Event::ClarificationPut { item, seat } => {
                self.address(*item, seat);
                self.progress(*item, InterventionProgress::Put);
                *item
            }
            Event::AnswerDrafted {
                item,
                text,
                withheld,
            } => {
                if let Some(item) = self.interventions.get_mut(item.index()) {
                    item.drafted = Some(DraftedAnswer {
                        text: text.clone(),
                        withheld: withheld.clone(),
                    });
                }
                *item
            }
            Event::QuestionAnswered { item, text } => {
                self.progress(
                    *item,
                    InterventionProgress::Done {
                        answer: Some(text.clone()),
                    },
                );
                *item
            }
            Event::QuestionFailed { item, reason } => {
                self.progress(
                    *item,
                    InterventionProgress::Failed {
                        reason: reason.clone(),
                    },
                );
                *item
            }
            Event::GalleryPointQueued {
                item,
                command,
                text,
            } => {
                self.bring_in(record, *item, *command, Matter::GalleryPoint, text, None);
                *item
            }
            Event::GalleryPointRaised { item } => {
                self.progress(*item, InterventionProgress::Done { answer: None });
                *item
            }
            Event::SeatHeld {
                command: _,
                seat,
                by_persona,
                until,
            } => {
                let sits = self.opening.as_deref().map(|opening| opening.name(seat));
                let before = self.name(seat);
                if *by_persona {
                    self.handed_over.insert(seat.clone(), *until);
                } else {
                    self.handed_over.remove(seat);
                }
                if self.name(seat) != before {
                    // What was said stays with whoever said it.
                    let mut turns = self.turns.iter_mut();
                    for turn in turns
                        .by_ref()
                        .filter(|one| one.seat == *seat && !one.is_open())
                    {
                        turn.spoken_as.get_or_insert_with(|| before.clone());
                    }
                }
                let sits = sits.unwrap_or(before);
                self.notice(notice::seat_held(seat, &sits, *by_persona));
                return Touched::Nothing;
            }
            Event::SeatTaken {
                command: _,
                seat,
                name,
            } => {
                self.seat_at_terminal(seat, name);
                return Touched::All;
            }
            Event::SeatLeft { command: _, seat } => {
                self.leave_terminal(seat);
                return Touched::Nothing;
            }
            Event::FollowUpAsked { .. }
            | Event::FollowUpSaid { .. }
            | Event::FollowUpAnswered { .. }
            | Event::FollowUpFailed { .. } => {
                self.take_in_follow_up(record);
                return Touched::Nothing;
            }
            // What follows from what is handed in is in events of its own.
            Event::HandedIn { .. } | events_of!(debate turns points votes judges calls) => {
                return Touched::Nothing;
            }
        };
        Touched::Item(touched)
    }

    fn bring_in(
        &mut self,
        record: &Record,
        id: InterventionId,
        command: CommandId,
        matter: Matter,
        text: &str,
        during: Option<TurnId>,
    ) -> bool {
        if id.index() != self.interventions.len() {
            return false;
        }
        let during = during.and_then(|turn| Some((turn, self.turn(turn)?.position())));
        self.interventions.push(Intervention {
            id,
            command,
            matter,
            seat: None,
            asked_as: None,
            text: text.to_owned(),
            progress: InterventionProgress::Queued,
            drafted: None,
            during,
            place: None,
            at_ms: record.at_ms,
            after_turns: self.turns.len(),
        });
        self.entries.push(TranscriptEntry::Intervention(id));
        true
    }

    fn address(&mut self, id: InterventionId, seat: &Seat) {
        if let Some(item) = self.interventions.get_mut(id.index()) {
            item.seat = Some(seat.clone());
        }
    }

    fn progress(&mut self, id: InterventionId, progress: InterventionProgress) {
        let place = self.agenda.heard.len() + usize::from(self.floor().is_some());
        if let Some(item) = self.interventions.get_mut(id.index()) {
            if matches!(progress, InterventionProgress::Done { .. }) {
                item.place = Some(place);
            }
            item.progress = progress;
            item.drafted = None;
        }
    }
}
