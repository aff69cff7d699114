//! Turns: begun, spoken or written, interrupted, checked, ended.

use crate::{
    debate::{
        agenda::Touched,
        ask::Cue,
        definitions::{DefinitionProgress, SideDefinitions},
        delivery::WorkDraft,
        event::{Event, Record},
        ids::TurnId,
        sources::citations,
        state::{DebateState, Extraction, TranscriptEntry, Turn, TurnStatus},
    },
    events_of,
};

impl DebateState {
    pub(super) fn take_in_turn(&mut self, record: &Record) -> Touched {
        match &record.event {
            Event::TurnBegan {
                turn,
                slot,
                seat,
                task,
                attempt,
                target_words,
            } => {
                let mut begun = Turn::begun(*turn, seat.clone(), *task, record.at_ms);
                begun.slot = *slot;
                begun.attempt = *attempt;
                begun.target_words = *target_words;
                self.begin_turn(begun)
            }
            Event::PassagesDrawn {
                turn,
                passages,
                numbers,
                trouble: _,
            } => {
                self.passages.extend(passages.iter().cloned());
                self.change_turn(*turn, |turn| turn.drawn = Some(numbers.clone()))
            }
            // No success yet: what is said may be taken back when the line breaks, and would be asked for without end.
            Event::Said { turn, text } => {
                self.calls.heard(*turn, record.at_ms);
                self.change_turn(*turn, |turn| turn.add(text))
            }
            Event::Drafted {
                turn,
                work,
                is_whole,
                withheld,
                checked,
            } => {
                self.calls.heard(*turn, record.at_ms);
                let draft = WorkDraft::of((**work).clone(), *is_whole);
                self.change_turn(*turn, |turn| {
                    turn.withheld.clone_from(withheld);
                    turn.checked.clone_from(checked);
                    turn.redraft(draft);
                })
            }
            Event::Delivered { turn, words } => {
                self.change_turn(*turn, |turn| turn.deliver(*words))
            }
            Event::Submitted {
                turn,
                work,
                left_out,
            } => self.change_turn(*turn, |turn| {
                turn.submit((**work).clone());
                turn.left_out = *left_out;
            }),
            Event::SpeechReady { turn } => self.change_turn(*turn, |turn| turn.is_ready = true),
            Event::SpeechCut { turn, cue } => {
                self.drop_speaking_call(*turn);
                let cue = *cue;
                self.change_turn(*turn, |turn| {
                    turn.cut = None;
                    turn.next = Some(cue);
                })
            }
            Event::StepEnded { turn, step } => {
                let next = step.saturating_add(1);
                self.change_turn(*turn, |turn| {
                    turn.steps = next;
                    turn.cut = None;
                    turn.next = Some(Cue::Step { step: next });
                    turn.break_paragraph();
                })
            }
            Event::SpeechRewound { turn, kept } => {
                let kept = *kept as usize;
                self.change_turn(*turn, |turn| turn.rewind(kept))
            }
            Event::BellRang {
                turn,
                words_left,
                interrupts,
            } => {
                self.with_turn(*turn, |turn| {
                    turn.bell = Some(turn.position());
                    turn.words_left = *words_left;
                });
                if *interrupts {
                    self.call_for_cut(*turn, Cue::Bell);
                }
                Touched::Turn(*turn)
            }
            Event::SpeechHeard { turn, truncated } => {
                self.drop_speaking_call(*turn);
                self.change_turn(*turn, |turn| {
                    turn.status = TurnStatus::Heard {
                        truncated: truncated.clone(),
                    };
                    turn.cut = None;
                    turn.next = None;
                })
            }
            Event::PartMissed { turn, rules } => {
                self.change_turn(*turn, |turn| turn.missed.clone_from(rules))
            }
            Event::SideDoubted { turn, words } => {
                self.change_turn(*turn, |turn| turn.doubted = Some(words.clone()))
            }
            Event::SideCleared { turn } => self.change_turn(*turn, |turn| {
                turn.sides_cleared += 1;
                turn.doubted = None;
            }),
            Event::TurnEnded {
                turn,
                truncated,
                flagged,
            } => {
                let status = TurnStatus::Ended {
                    truncated: truncated.clone(),
                    flagged: flagged.clone(),
                };
                self.close_turn(*turn, status, record.at_ms);
                self.take_up(*turn);
                self.follow_arguments(*turn);
                self.await_definitions(*turn);
                self.open_poll(*turn);
                Touched::Turn(*turn)
            }
            Event::TurnStruck { turn, rule, reason } => {
                let status = TurnStatus::Struck {
                    rule: rule.clone(),
                    reason: reason.clone(),
                };
                self.close_turn(*turn, status, record.at_ms);
                Touched::Turn(*turn)
            }
            Event::SourcesChecked { turn, doubts } => {
                self.change_turn(*turn, |turn| turn.doubts = Some(doubts.clone()))
            }
            Event::ArgumentsExtracted { turn, arguments } => {
                let touched = self.change_turn(*turn, |turn| {
                    turn.arguments = Extraction::Done(arguments.clone());
                });
                self.follow_grants(*turn);
                self.tell_outcomes(false);
                touched
            }
            Event::ExtractionFailed { turn, reason: _ } => {
                let touched = self.change_turn(*turn, |turn| turn.arguments = Extraction::Failed);
                self.tell_outcomes(false);
                touched
            }
            Event::DefinitionsTaken { turn, definitions } => {
                self.define(*turn, DefinitionProgress::Taken(definitions.clone()));
                Touched::Turn(*turn)
            }
            Event::DefinitionsFailed { turn, reason: _ } => {
                self.define(*turn, DefinitionProgress::Failed);
                Touched::Turn(*turn)
            }
            events_of!(debate points votes judges interventions calls) => Touched::Nothing,
        }
    }

    /// Adds a turn, where it is the next one.
    fn begin_turn(&mut self, mut begun: Turn) -> Touched {
        let id = begun.id;
        if id.index() == self.turns.len() {
            let slot = self.plan.slots.get(begun.slot as usize);
            begun.phase = slot.map_or(0, |slot| slot.phase);
            if begun.task.is_on_record() {
                self.entries.push(TranscriptEntry::Turn(id));
            }
            self.turns.push(begun);
        }
        Touched::Turn(id)
    }

    fn change_turn(&mut self, id: TurnId, change: impl FnOnce(&mut Turn)) -> Touched {
        self.with_turn(id, change);
        Touched::Turn(id)
    }

    pub(in crate::debate) fn with_turn(&mut self, id: TurnId, change: impl FnOnce(&mut Turn)) {
        if let Some(turn) = self.turns.get_mut(id.index()) {
            change(turn);
        }
    }

    /// Asks for an interruption at the end of the sentence, where somebody is in the middle of one and no
    /// other interruption comes first.
    pub(super) fn call_for_cut(&mut self, turn: TurnId, cue: Cue) {
        if self.speaking_call(turn).is_some() {
            self.with_turn(turn, |turn| {
                turn.cut.get_or_insert(cue);
            });
        }
    }

    pub(super) fn drop_speaking_call(&mut self, turn: TurnId) {
        if let Some(id) = self.speaking_call(turn) {
            self.calls.cut(id);
        }
    }

    /// The arguments that a turn which counts takes up have been met so far.
    fn take_up(&mut self, id: TurnId) {
        let Some(seat) = self.turn(id).map(|turn| turn.seat.clone()) else {
            return;
        };
        for argument in self.takes_up(id) {
            let seats = self.taken_up.entry(argument).or_default();
            if !seats.contains(&seat) {
                seats.push(seat.clone());
            }
        }
    }

    /// The definitions of a turn that counts are awaited, where it is the first speech of its side.
    fn await_definitions(&mut self, id: TurnId) {
        let side = self.turn(id).and_then(|turn| self.defines_for(turn));
        self.definitions.extend(side.map(|side| SideDefinitions {
            side,
            turn: id,
            progress: DefinitionProgress::Awaited,
            before: id,
        }));
    }

    fn define(&mut self, id: TurnId, progress: DefinitionProgress) {
        let before = TurnId::next(self.turns.len());
        if let Some(one) = self.definitions.iter_mut().find(|one| one.turn == id) {
            one.progress = progress;
            one.before = before;
        }
    }

    fn close_turn(&mut self, id: TurnId, status: TurnStatus, at_ms: u64) {
        self.drop_speaking_call(id);
        self.with_turn(id, |turn| {
            turn.status = status;
            turn.cut = None;
            turn.next = None;
            turn.draft = None;
            turn.ended_ms = Some(at_ms);
            // Looked at once: whoever asks what is to be checked asks after every sentence that is said.
            if turn.is_ended() && citations(&turn.text).is_empty() {
                turn.doubts = Some(Vec::new());
            }
        });
    }
}
