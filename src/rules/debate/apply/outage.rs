//! The state of the servers, kept: what a call that failed, an answer and a probe tell of them.

use crate::debate::{
    MAX_FAILURES,
    ask::Ask,
    event::{CallFailure, PausedBy},
    ids::{CallId, Seat},
    opening::{OnFailure, Opening},
    outage::{Failed, Outage, provider},
    state::{DebateState, DebateStatus},
};

/// The number of times that a piece of work fails, while the server is there, before it is given up.
const TIMES: u32 = 2;

impl DebateState {
    /// A call has failed, and was not cut before.
    pub(super) fn doubt(
        &mut self,
        call: CallId,
        (ask, model): (&Ask, &str),
        reason: &str,
        failure: CallFailure,
    ) {
        if matches!(ask, Ask::Probe { .. }) {
            match failure {
                CallFailure::Outage | CallFailure::Refused | CallFailure::Overdue => {
                    self.is_gone_for(model, reason);
                }
                CallFailure::Broke | CallFailure::Unavailable | CallFailure::Late => {
                    self.is_there();
                }
            }
            return;
        }
        let more = match failure {
            CallFailure::Outage => 1,
            // Nobody waits for the ones a second time, and the other would be refused again.
            CallFailure::Late | CallFailure::Overdue | CallFailure::Refused => TIMES,
            CallFailure::Broke | CallFailure::Unavailable => {
                self.settle(ask);
                return;
            }
        };
        let more = if self.outage.gone.is_some() {
            let excused = !self.is_beside(provider(model));
            if let Some(call) = self.finished.last_mut() {
                call.excused = excused;
            }
            0
        } else {
            more
        };
        let outage = &mut self.outage;
        outage.doubted.get_or_insert(call);
        let work = ask.work();
        let known = outage.failed.remove(&work);
        let known = known.or_else(|| outage.lost.remove(&work));
        let failed = Failed {
            reason: reason.to_owned(),
            times: known.map_or(0, |known| known.times) + more,
        };
        let among = if failed.times >= TIMES {
            &mut outage.lost
        } else {
            &mut outage.failed
        };
        among.insert(work, failed);
        // Where another server may answer, the probe tells.
        if failure == CallFailure::Overdue
            && self.is_overdue_again(ask, model)
            && self.at_another_server(provider(model)).is_none()
        {
            self.is_gone(reason);
        }
    }

    /// Whether the call for this purpose before was overdue, too, of the same server.
    fn is_overdue_again(&mut self, ask: &Ask, model: &str) -> bool {
        let server = provider(model).to_owned();
        let before = self.outage.overdue.insert(ask.purpose(), server.clone());
        before == Some(server)
    }

    /// A call had its answer: whoever is asked for such a thing is waited for again, and the server is there.
    pub(super) fn is_in_time(&mut self, ask: &Ask, model: &str) {
        self.outage.overdue.remove(&ask.purpose());
        self.outage.gone_alone.remove(provider(model));
    }

    /// A piece of work was had, or is given up for another reason. So is that of several at once in which it was asked
    /// for: nobody asks for it in that way again.
    pub(super) fn settle(&mut self, ask: &Ask) {
        let work = ask.work();
        let is_open = |known: &Ask| *known != work && !known.each().contains(&work);
        self.outage.failed.retain(|known, _| is_open(known));
        self.outage.lost.retain(|known, _| is_open(known));
    }

    /// The probe of a model failed, too. Another one of its server is asked, where there is one and it was not yet, and
    /// then one of another server.
    fn is_gone_for(&mut self, model: &str, reason: &str) {
        let server = self
            .doubted_server()
            .unwrap_or_else(|| provider(model).to_owned());
        let before = self.outage.elsewhere.take();
        let next = match &before {
            None => self
                .other_of_server(model)
                .or_else(|| self.at_another_server(&server)),
            Some((seat, _)) if self.is_served_by(seat, &server) => self.at_another_server(&server),
            Some(_) => None,
        };
        let reason = before.map_or_else(|| reason.to_owned(), |(_, reason)| reason);
        match next {
            Some(seat) => self.outage.elsewhere = Some((seat, reason)),
            None => self.is_gone(&reason),
        }
    }

    /// What failed is asked once more, and without a look at the server: what fails from now on is given up.
    pub(super) fn go_on_without(&mut self) {
        self.on_failure_chosen = Some(OnFailure::GoOn);
        self.outage = Outage {
            gone_alone: std::mem::take(&mut self.outage.gone_alone),
            ..Outage::default()
        };
    }

    /// Whether the debate is paused for want of a model and can do without it: where a server is gone, a speaker has
    /// another one; where it is not, somebody was heard already.
    pub fn can_do_without(&self) -> bool {
        let is_waiting = matches!(
            self.status,
            DebateStatus::Paused(PausedBy::Unreachable { .. })
        );
        let is_more_left = if self.outage.gone.is_some() {
            let server = self.doubted_server();
            server.is_some_and(|server| {
                let mut speakers = self.speakers().iter();
                speakers.any(|one| provider(&one.model) != server)
            })
        } else {
            self.speeches().any(|speech| !speech.is_empty())
        };
        is_waiting && is_more_left
    }

    /// The action that is taken where a model cannot be had: what was settled, or what the viewer has chosen since.
    pub fn failure_policy(&self) -> OnFailure {
        self.on_failure_chosen.unwrap_or(self.on_failure)
    }

    /// The server of the call that has put it in doubt.
    fn doubted_server(&self) -> Option<String> {
        let doubted = self.outage.doubted?;
        let mut finished = self.finished.iter().rev();
        let call = finished.find(|one| one.call == doubted)?;
        Some(provider(&call.report.model).to_owned())
    }

    fn is_served_by(&self, seat: &Seat, server: &str) -> bool {
        let opening = self.opening.as_deref();
        let mut seated = opening.into_iter().flat_map(Opening::seated);
        seated.any(|(other, model)| other == seat && provider(model) == server)
    }

    /// A speaker at another server, where the debate can go on without this one. Where it is to wait for whoever is
    /// gone, it does not matter whether others answer.
    fn at_another_server(&self, server: &str) -> Option<Seat> {
        if self.on_failure != OnFailure::Stop || !self.is_beside(server) {
            return None;
        }
        let mut speakers = self.speakers().iter();
        speakers
            .find(|one| provider(&one.model) != server)
            .map(|one| one.seat.clone())
    }

    /// Whether no speaker has this server, or a single one has it for themselves.
    fn is_beside(&self, server: &str) -> bool {
        let Some(opening) = self.opening.as_deref() else {
            return false;
        };
        let mut speakers = opening
            .speakers
            .iter()
            .filter(|one| provider(&one.model) == server);
        let Some(first) = speakers.next() else {
            return true;
        };
        let mut others = self.models_beside(opening, &first.seat);
        !others.any(|model| provider(model) == server)
    }

    /// The models that all but this seat have or were answered by.
    fn models_beside<'a>(
        &'a self,
        opening: &'a Opening,
        seat: &'a Seat,
    ) -> impl Iterator<Item = &'a str> {
        let seated = opening.seated().map(|(other, model)| (Some(other), model));
        let called = self.finished.iter();
        let called = called.map(|call| (call.seat.as_ref(), call.report.model.as_str()));
        let all = seated.chain(called.filter(|(_, model)| !model.is_empty()));
        all.filter(move |(other, _)| *other != Some(seat))
            .map(|(_, model)| model)
    }

    /// A seat that has another model of the same server.
    fn other_of_server(&self, model: &str) -> Option<Seat> {
        let opening = self.opening.as_deref()?;
        let server = provider(model);
        opening
            .seated()
            .find(|(_, other)| *other != model && provider(other) == server)
            .map(|(seat, _)| seat.clone())
    }

    /// The probe failed, too. What has failed so far says nothing of what was asked.
    fn is_gone(&mut self, reason: &str) {
        self.outage.gone = Some(reason.to_owned());
        let mut unasked = Vec::new();
        let lost = std::mem::take(&mut self.outage.lost);
        self.outage.failed.extend(lost);
        for (ask, one) in &mut self.outage.failed {
            one.times = 0;
            if let Ask::PoiOffer { turn } = ask {
                unasked.push(*turn);
            }
        }
        // A server that no speaker has is not gone for everybody: where the speeches went on without it, what was lost is lost.
        let calls = self.finished.iter().enumerate();
        let excused = calls.filter(|(_, call)| {
            call.failed.is_some()
                && self.outage.failed.contains_key(&call.ask.work())
                && !self.is_beside(provider(&call.report.model))
        });
        let excused: Vec<usize> = excused.map(|(at, _)| at).collect();
        for at in excused {
            if let Some(call) = self.finished.get_mut(at) {
                call.excused = true;
            }
        }
        // Who rises is asked again.
        for turn in unasked {
            self.with_turn(turn, |turn| {
                turn.considered = 0;
                turn.considered_words = 0;
            });
        }
    }

    /// The probe had an answer, or was refused by a server that is there: the one in doubt, or another one.
    pub(super) fn is_there(&mut self) {
        let server = self.doubted_server();
        let outage = std::mem::take(&mut self.outage);
        self.outage.failed = outage.failed;
        self.outage.overdue = outage.overdue;
        self.outage.gone_alone = outage.gone_alone;
        if let Some(server) = server {
            let answered = outage.elsewhere.as_ref();
            if answered.is_none_or(|(seat, _)| self.is_served_by(seat, &server)) {
                self.outage.gone_alone.remove(&server);
            } else {
                self.outage.gone_alone.insert(server);
            }
        }
        let mut lost = outage.lost;
        for ask in lost.keys() {
            self.asked_together(ask, false);
            if let Ask::Speech { turn, .. } | Ask::Write { turn } = ask {
                self.with_turn(*turn, |turn| turn.failures = MAX_FAILURES);
            }
        }
        // The last call for each, all of them in one go.
        let mut calls = self.finished.iter_mut().rev();
        while let (false, Some(call)) = (lost.is_empty(), calls.next()) {
            if lost.remove(&call.ask.work()).is_some() {
                call.failure = Some(CallFailure::Unavailable);
            }
        }
    }
}
