//! Points of information.

use crate::{
    debate::{
        agenda::Touched,
        ask::Cue,
        event::{Event, Record},
        ids::PoiId,
        state::{DebateState, Poi, PoiStatus, Turn},
    },
    events_of,
    text::count_words,
};

impl DebateState {
    pub(super) fn take_in_point(&mut self, record: &Record) -> Touched {
        match &record.event {
            Event::PoiOffered {
                poi,
                turn,
                from,
                to,
                text,
                command: _,
            } => {
                if poi.index() == self.points.len() {
                    let at = self.turn(*turn).map_or(0, Turn::position);
                    self.points.push(Poi {
                        id: *poi,
                        turn: *turn,
                        from: from.clone(),
                        raised_as: None,
                        to: to.clone(),
                        text: text.clone(),
                        status: PoiStatus::Offered,
                        at,
                        offered_at: at,
                        reason: String::new(),
                        prepared_answer: None,
                        offered_ms: record.at_ms,
                    });
                    let poi = *poi;
                    self.with_turn(*turn, |turn| turn.points.push(poi));
                }
                Touched::Nothing
            }
            Event::PoiTaken {
                poi,
                reason,
                answer,
            } => {
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Taken;
                    point.reason.clone_from(reason);
                    point.prepared_answer.clone_from(answer);
                });
                let cue = Cue::AfterPoint { poi: *poi };
                if let Some(turn) = self.point(*poi).map(|point| point.turn) {
                    self.call_for_cut(turn, cue);
                }
                Touched::Nothing
            }
            Event::PoiAccepted { poi } => {
                let at = self
                    .point(*poi)
                    .and_then(|point| self.turn(point.turn))
                    .map_or(0, Turn::position);
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Accepted;
                    point.at = at;
                });
                Touched::Nothing
            }
            Event::PoiDeclined {
                poi,
                gesture,
                reason,
            } => {
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Declined {
                        gesture: gesture.clone(),
                    };
                    point.reason.clone_from(reason);
                });
                Touched::Nothing
            }
            Event::PoiAnswered { poi, text } => {
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Answered { text: text.clone() };
                });
                Touched::Nothing
            }
            Event::PoiConsidered { turn, upto } => {
                let upto = *upto;
                self.with_turn(*turn, |turn| {
                    turn.considered = upto;
                    turn.considered_words = turn
                        .text
                        .get(..upto as usize)
                        .map_or(turn.words, count_words);
                });
                Touched::Turn(*turn)
            }
            events_of!(debate turns votes judges interventions calls) => Touched::Nothing,
        }
    }

    fn with_point(&mut self, id: PoiId, change: impl FnOnce(&mut Poi)) {
        if let Some(point) = self.points.get_mut(id.index()) {
            change(point);
        }
    }
}
