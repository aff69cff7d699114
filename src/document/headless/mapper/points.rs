//! The lines of points of information.

use crate::{debate::event::Event, events_of, headless::jsonl::Body};

use super::Mapper;

impl Mapper {
    pub(super) fn of_points(&self, event: &Event) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::PoiOffered {
                poi,
                from,
                to,
                text,
                ..
            } => Body::PoiOffered {
                poi: poi.0,
                from: state.name(from),
                to: state.name(to),
                from_seat: from.to_string(),
                to_seat: to.to_string(),
                text: text.clone(),
            },
            Event::PoiAccepted { poi } => Body::PoiAccepted {
                poi: poi.0,
                reason: state
                    .point(*poi)
                    .map(|point| point.reason.clone())
                    .unwrap_or_default(),
            },
            Event::PoiDeclined {
                poi,
                gesture,
                reason,
            } => Body::PoiDeclined {
                poi: poi.0,
                gesture: gesture.clone(),
                reason: reason.clone(),
            },
            Event::PoiAnswered { poi, text } => Body::PoiAnswered {
                poi: poi.0,
                text: text.clone(),
            },
            // Told by other lines, or of no use to anybody outside.
            Event::PoiTaken { .. }
            | Event::PoiConsidered { .. }
            | events_of!(debate turns votes judges interventions calls) => return None,
        })
    }
}
