//! The beginning of a call: who is asked, with which prompt, and what is made of the answer.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{
    calls::{self, Call},
    driver::{Driver, Stop},
    outgrown,
    prompt_stamp::stamped,
    rating::{Rating, SideByModel},
    reveal::Reveal,
    room::{self, CallKind},
    running::{self, Running},
    voice::Voice,
};
use crate::{
    asks::{self, Draw, Reply},
    candidates::Choosing,
    debate::{ask::Ask, decide::Input, event::CallReport, ids::CallId},
    llm::{SharedModel, retry::millis, roster::Assigned},
    prompt::{Prompted, Prompts},
    text::shown::given,
};

impl Driver {
    /// Looks for passages beside everything else: a large library, or an embedder on a server, may take its time.
    fn look_up(&mut self, id: CallId, ask: &Ask, draw: Draw) {
        let (sources, notes) = (self.passage_sources.clone(), self.run.notes.0.clone());
        let task = tokio::spawn(calls::draw(id, draw, sources, notes));
        let running = Running::beside(ask.clone(), task.abort_handle());
        self.run.running.insert(id, running);
    }

    /// The assigned model that is asked by a call.
    pub(super) fn asked(&self, id: CallId, ask: &Ask) -> &Assigned {
        let seat = self
            .state
            .calls
            .get(&id)
            .and_then(|call| call.seat.as_ref());
        let role = self.state.role_of(ask, seat);
        self.roster.assigned(role, seat)
    }

    /// The prompt for a piece of work, and why it is made of the built-in templates, where it is: one of the user's
    /// that goes wrong in a place which no rehearsal comes to does not cost anybody their speech.
    pub(super) fn prompted(
        &self,
        ask: &Ask,
        context: u32,
    ) -> (Result<Prompted, String>, Option<String>) {
        match self.prompts.prompt_in_any_case(&self.state, ask, context) {
            Ok(prompted) => (Ok(prompted), None),
            Err(reason) => match Prompts::load(None) {
                Ok(built_in) => (
                    built_in.prompt_in_any_case(&self.state, ask, context),
                    Some(reason),
                ),
                Err(_) => (Err(reason), None),
            },
        }
    }

    /// How one of several answers is chosen, where the model writes them beside each other and a speaker of a side is
    /// asked for one thing at a time.
    fn choosing(&self, ask: &Ask, model: &SharedModel, is_stepwise: bool) -> Option<Choosing> {
        let many = model.beside();
        if many < 2 || !is_stepwise {
            return None;
        }
        let brief = asks::brief(&self.state, ask)?.into();
        let meaning = self.run.meaning.clone();
        Some(Choosing {
            many,
            brief,
            meaning,
            side: SideByModel::of(&self.state, &self.prompts, model, ask.purpose()),
        })
    }

    /// Begins what is asked: puts it to a model, or looks for passages.
    pub(super) async fn begin(&mut self, id: CallId, ask: &Ask) -> Stop {
        // A person answers by commands.
        if self.state.calls.get(&id).is_some_and(|call| call.by_hand) {
            return Ok(());
        }
        let (reply, labels) = asks::reply(&self.state, ask);
        let seconds = asks::of(ask).seconds(&self.state);
        if let Reply::Passages(draw) = reply {
            if let Some(draw) = draw {
                self.look_up(id, ask, draw);
            }
            return Ok(());
        }
        let assigned = self.asked(id, ask).clone();
        let model = Arc::clone(&assigned.model);
        let context = self.context_of(&*model);
        let rating = Rating::of(&self.state, ask, (&self.prompts, &*model));
        let (made, unfilled) = match &rating {
            Some(rating) => (Ok(Prompted::of(rating.request(ask.purpose()))), None),
            None => self.prompted(ask, context),
        };
        if let Some(reason) = unfilled
            && self.run.unfilled.insert(reason.clone())
        {
            let text = format!(
                "A prompt of yours cannot be filled for {}: {reason}. The built-in prompt is used in its place.",
                room::called(ask.purpose())
            );
            Box::pin(self.decide_only(Input::Notice(text))).await?;
        }
        let mut prompted = match made {
            Ok(prompted) => prompted,
            Err(reason) => {
                let reason = format!("the prompt could not be made: {reason}");
                let failed = outgrown::failed(id, reason, unsent(model.label()));
                return Box::pin(self.decide_only(failed)).await;
            }
        };
        let condensed = prompted.condensed;
        if prompted.left_out >= (2 * self.run.left_out).max(1) {
            self.run.left_out = prompted.left_out;
            let text = format!(
                "Even in short, what was said is longer than {} can read at once. The {} oldest speeches are left out \
                 of what it is given.",
                given(model.label()),
                prompted.left_out
            );
            Box::pin(self.decide_only(Input::Notice(text))).await?;
        }
        let needed = prompted.needed;
        let (mut parts, practice) =
            running::practised(&self.state, &self.prompts, (ask, &mut prompted));
        let mut choosing = self.choosing(ask, &model, prompted.is_stepwise);
        let stamp = stamped(&self.state, &prompted.request.messages, context);
        let (prompt_chars, repeated_share) = self.run.prefixes.take_in(&prompted.request.messages);
        let of_kind = CallKind::of(model.label(), ask);
        if let Some(reason) = self.is_too_long(&of_kind, prompt_chars) {
            let failed = outgrown::failed(id, reason, unsent(&of_kind.model));
            self.run.running.remove(id);
            return Box::pin(self.decide_only(failed)).await;
        }
        let (mut floor, mut broken_off) = (None, None);
        if let Reply::Floor(speech) = &reply {
            let mut reveal = Reveal::from(self.run.hold_until_ms.max(self.run.clock.now_ms()));
            reveal.push(speech.joint);
            let watch = running::watch(&self.state, speech, practice.as_ref());
            floor = Some((Voice::new(speech.names.clone(), watch), reveal));
            broken_off.clone_from(&speech.broken_off);
        }
        parts = parts.map(|parts| match choosing.take_if(|_| floor.is_none()) {
            Some(choosing) => parts.chosen(choosing),
            None => parts,
        });
        let voice = floor.as_ref().map(|(voice, _)| voice.clone());
        let label = model.label().to_owned();
        let mut request = prompted.request;
        request.seed = self
            .state
            .opening
            .as_ref()
            .map(|opening| running::seed(opening.seed, id));
        let mut policy = assigned.policy();
        if self.state.outage.is_gone_alone(&label) {
            policy.tries = 1;
        }
        let meter = policy.meter.clone();
        let wait = broken_off
            .as_ref()
            .map_or(Duration::ZERO, |(failures, _)| policy.wait_after(*failures));
        let call = Call {
            id,
            model,
            request,
            parts,
            practice,
            choosing: choosing.zip(voice),
            rating,
            reply,
            labels,
            gate: assigned.gate.clone(),
            policy,
            wait,
            patience: running::patience(seconds, assigned.is_here()),
        };
        let task = tokio::spawn(calls::run(call, self.run.notes.0.clone()));
        let shrunk = self.run.running.get(id).map_or(0, |call| call.shrunk);
        self.run.running.insert(
            id,
            Running {
                ask: ask.clone(),
                abort: task.abort_handle(),
                model: label,
                price: assigned.price,
                since: Instant::now(),
                prompt_chars,
                needed,
                repeated_share,
                prompt: Some(stamp),
                written_chars: 0,
                meter,
                waits_after: 0,
                shrunk,
                broke: None,
                draft: None,
                floor,
            },
        );
        if let Some((attempt, reason)) = broken_off {
            Box::pin(self.decide_only(Input::Retrying {
                call: id,
                attempt,
                reason,
                wait_ms: millis(wait),
                so_far: None,
            }))
            .await?;
        }
        // Said at first, and whenever it is twice as many: after every speech, nobody would read it.
        if condensed >= (2 * self.run.condensed).max(1) {
            self.run.condensed = condensed;
            Box::pin(self.decide_only(Input::Condensed {
                call: id,
                speeches: condensed,
                context,
            }))
            .await?;
        }
        Ok(())
    }
}

/// The report on a call that was never sent.
fn unsent(label: &str) -> CallReport {
    CallReport {
        model: label.to_owned(),
        ..CallReport::default()
    }
}
