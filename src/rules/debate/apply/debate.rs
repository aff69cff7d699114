//! The debate as a whole: opened, taken up, its phases and rounds, paused, closed.

use std::sync::Arc;

use crate::{
    catalog::Claims,
    debate::{
        agenda::Touched,
        ask::Cue,
        branch_change::BranchChange,
        event::{CloseReason, Event, PausedBy, Record},
        grants::{Confirmation, GrantAnswer},
        ids::Seat,
        missing,
        opening::SpendLimits,
        outage::Outage,
        plan::Plan,
        spend_limits,
        state::{DebateState, DebateStatus, TranscriptEntry},
        votes::Polling,
    },
    events_of,
};

impl DebateState {
    pub(super) fn take_in_debate(&mut self, record: &Record) -> Touched {
        match &record.event {
            Event::Opened(opening) => {
                self.plan = Arc::new(Plan::of(opening));
                self.pace = opening.options.pace;
                self.on_failure = opening.options.on_failure;
                self.polling = Polling::of(opening.options.polled_together);
                self.opening = Some(Arc::clone(opening));
                self.status = DebateStatus::Running;
                // What was said when the debate was held before holds again.
                if opening.motion.is_worded() {
                    self.tell_claims(&opening.motion.claims);
                }
                Touched::All
            }
            Event::Reconvened {
                on_failure,
                polled_together,
                launch,
                models,
                limits,
            } => {
                if let Some(on_failure) = on_failure {
                    self.on_failure = *on_failure;
                    self.on_failure_chosen = None;
                }
                let together = polled_together.unwrap_or(self.polling.together);
                self.polling = Polling::of(Some(together));
                if let (Some(launch), Some(opening)) = (launch, &mut self.opening) {
                    Arc::make_mut(opening).launch = launch.clone();
                }
                for (seat, model) in models {
                    self.note_model(seat, model);
                }
                self.reconvene();
                self.limit(*limits);
                Touched::All
            }
            Event::BranchChanged { change } => {
                self.change_branch(change);
                Touched::All
            }
            Event::PhaseBegan { phase } => {
                self.tell_grants();
                self.phase = Some(*phase);
                self.entries.push(TranscriptEntry::Phase(*phase));
                Touched::Phase
            }
            Event::PhaseEnded { phase } => {
                self.phases_ended = self.phases_ended.max(phase.saturating_add(1));
                self.phase = None;
                let mut rest = self.plan.phases.iter().skip(self.phases_ended as usize);
                if rest.all(|phase| phase.slots.is_empty()) {
                    self.stop_clock();
                }
                // Once all of the summary is told.
                self.tell_outcomes(false);
                Touched::Phase
            }
            Event::RoundEnded { phase, round } => {
                self.rounds_ended.insert(*phase, *round);
                Touched::Round(*phase, *round)
            }
            Event::PaceChanged { command: _, pace } => {
                self.pace = *pace;
                Touched::Nothing
            }
            Event::Paused { command: _, by } => {
                self.status = DebateStatus::Paused(by.clone());
                self.questions_taken |= *by == PausedBy::Questions;
                self.paused_since.get_or_insert(record.at_ms);
                Touched::Nothing
            }
            Event::Resumed {
                command: _,
                goes_on_without,
            } => {
                if *goes_on_without {
                    self.go_on_without();
                }
                self.resume(record.at_ms);
                Touched::All
            }
            Event::Notice { text } => {
                self.notice(text.clone());
                Touched::Nothing
            }
            Event::ClaimsWorded { claims, reason } => {
                self.word_claims(claims.as_ref(), reason);
                Touched::Nothing
            }
            Event::GrantsConfirmed { seat, answers } => {
                self.confirm(seat, Some(answers.clone()));
                Touched::Nothing
            }
            Event::ConfirmationFailed { seat, reason: _ } => {
                self.confirm(seat, None);
                Touched::Nothing
            }
            Event::Closed { reason } => {
                self.close(*reason);
                Touched::All
            }
            Event::CommandRefused { .. }
            | events_of!(turns points votes judges interventions calls) => Touched::Nothing,
        }
    }

    /// Something is otherwise from now on.
    fn change_branch(&mut self, change: &BranchChange) {
        self.notice(self.describe_change(change));
        match change {
            BranchChange::Words { turn, length, .. } => {
                let length = *length;
                self.with_turn(*turn, |turn| {
                    let from = turn.position();
                    turn.put_in = Some((from, from.saturating_add(length)));
                    // They go on from the words, which follow.
                    turn.next = Some(Cue::Resume);
                });
            }
            BranchChange::Speaker {
                seat,
                persona,
                card,
                passages,
                before: _,
            } => {
                let opening = self.opening.as_mut().map(Arc::make_mut);
                if let Some(opening) = opening {
                    opening.replace_speaker(seat, (persona, card), *passages);
                }
                self.replaced.insert(seat.clone(), self.turns.len());
            }
            // What becomes of it follows.
            BranchChange::Point { .. } | BranchChange::Model { .. } => {}
        }
        self.changes.push(change.clone());
    }

    /// What each side holds is from now on what the clerk has said.
    fn word_claims(&mut self, claims: Option<&Claims>, reason: &str) {
        self.claims_worded = true;
        let Some(claims) = claims else {
            return self.notice(format!(
                "The clerk did not say what each side holds, and the motion is quoted to them: {reason}"
            ));
        };
        if let Some(opening) = &mut self.opening {
            Arc::make_mut(opening).motion.claims = claims.clone();
        }
        self.tell_claims(claims);
    }

    fn tell_claims(&mut self, Claims { prop, opp }: &Claims) {
        self.notice(format!("For the motion: {prop} Against it: {opp}"));
    }

    /// Calls of an earlier process are forgotten; whoever had the floor takes it up again.
    fn reconvene(&mut self) {
        self.calls.clear();
        self.outage = Outage::default();
        self.forget_terminals();
        for turn in &mut self.turns {
            if turn.is_open() {
                turn.cut = None;
                if turn.next.is_none() {
                    turn.next = Some(turn.taken_up());
                }
            }
        }
        // Whoever left while the rest was awaited goes on, too: the limit that was reached is not told again.
        if spend_limits::reached(self).is_some() {
            self.gone_on_at = Some(self.spent());
        }
        // Whoever left while questions were taken has not said that there are no more.
        if self.status == DebateStatus::Paused(PausedBy::Questions) {
            self.questions_taken = false;
        }
        // A point that was to be taken at the end of the sentence is put as soon as the speech is taken up.
        self.resume(self.at_ms);
    }

    /// Other limits hold from now on, counted from here.
    fn limit(&mut self, limits: SpendLimits) {
        if limits.are_as_before() {
            return;
        }
        self.gone_on_at = Some(self.spent());
        if let Some(opening) = &mut self.opening {
            let options = &mut Arc::make_mut(opening).options;
            options.max_cost = limits.max_cost.or(options.max_cost);
            options.max_tokens = limits.max_tokens.or(options.max_tokens);
        }
    }

    fn resume(&mut self, at_ms: u64) {
        if let DebateStatus::Paused(by) = &self.status {
            if matches!(by, PausedBy::Limit { .. }) {
                self.gone_on_at = Some(self.spent());
                let Self { turns, calls, .. } = self;
                // Whoever was cut off by the limit before a word was written.
                for turn in turns.iter_mut().filter(|turn| turn.is_open()) {
                    let is_written = calls.writing(turn.id).is_some() || turn.is_all_there();
                    if !is_written && turn.cut.is_none() && turn.next.is_none() {
                        turn.next = Some(turn.taken_up());
                    }
                }
            }
            if let PausedBy::Unreachable { .. } = by {
                // Who was waited for as long as anybody is, and can be done without, is not asked again.
                if self.on_failure_chosen.is_none() {
                    for turn in &mut self.turns {
                        turn.failures = 0;
                    }
                }
            }
            self.status = DebateStatus::Running;
        }
        // Whether the server is back is asked first.
        self.outage.gone = None;
        if let Some(since) = self.paused_since.take() {
            self.paused_ms += at_ms.saturating_sub(since);
            self.resumed_ms = at_ms;
        }
    }

    /// The time of the debate is over.
    fn stop_clock(&mut self) {
        self.ran_ms = Some(self.running_ms());
    }

    /// Whoever is asked answers once.
    fn confirm(&mut self, seat: &Seat, answers: Option<Vec<GrantAnswer>>) {
        if !self.confirmations.iter().any(|one| &one.seat == seat) {
            let seat = seat.clone();
            self.confirmations.push(Confirmation { seat, answers });
        }
    }

    /// Once the speakers have had their last word, and have been asked about it, it is told what they grant each other.
    fn tell_grants(&mut self) {
        let is_due = self.is_after_last_word()
            && !self.entries.contains(&TranscriptEntry::Granted)
            && !self.grants().is_empty();
        if is_due {
            self.entries.push(TranscriptEntry::Granted);
        }
    }

    /// The debate is over. Of one that people held, it is told how they voted.
    fn close(&mut self, reason: CloseReason) {
        self.tell_grants();
        self.tell_outcomes(true);
        self.stop_clock();
        self.calls.clear();
        self.status = DebateStatus::Closed(reason);
        if let Some(told) = missing::describe(self, &missing::missing(self)) {
            self.notice(told);
        }
        let real = self.opening.as_deref().and_then(|one| one.real.as_ref());
        if real.is_some_and(|real| !real.describe().is_empty()) {
            self.entries.push(TranscriptEntry::HouseThen);
        }
    }
}
