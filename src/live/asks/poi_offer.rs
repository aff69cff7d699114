//! Does anybody on the other side rise, and with what?

use minijinja::Value;

use super::{
    Asking, Reply, Sees, Stepwise, Wording, speech,
    view::{claim, opening, origin, other, passages, positions_near, view},
};
use crate::{
    debate::{DebateState, answer, decide::Answer, ids::TurnId, opening::Speaker, state::Turn},
    fence::Sentence,
    llm::shape::{shape_of, with_choices},
    text::{count_words, first_words, last_words, sentence::sentences},
};

/// Words of the live speech that a listener is shown once more.
const RECENT: usize = 60;
/// The last words of a speech that a small model is given, which takes up whatever it is shown first.
const LATEST: usize = 45;
/// Positions of somebody who may rise, those nearest to the words just spoken.
const POSITIONS: usize = 2;
/// Words of their notes.
const NOTES_WORDS: usize = 60;
/// Passages that they were given.
const PASSAGES: usize = 2;
/// Words of each of those.
const PASSAGE_WORDS: usize = 50;
/// Words of the one position that a small model is given.
const HOLDS: usize = 30;
/// The most words of a point where the format says nothing of it.
const WORDS: u32 = 40;

/// The ask: for the turn that is listened to.
pub(super) struct PoiOffer(pub(super) TurnId);

impl Asking for PoiOffer {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("poi_offer.md", offer(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        220
    }

    /// The speech under way in full. A point is about its last words, and this is asked once a minute.
    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::with(state, state.turn(self.0)).last_in_full()
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let question = || ("poi_offer_step.md", offer(state, self.0));
        speech::is_stepwise(state, self.0).then(|| Stepwise::whole("floor", question()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let floor = state.turn(self.0);
        // Whoever sits opposite and is named all the same may rise.
        let others = floor.into_iter().flat_map(|floor| state.may_rise(floor));
        let names: Vec<(String, String)> = others
            .map(|one| (one.card.name.clone(), one.card.short.clone()))
            .collect();
        let words = floor.map_or(WORDS, |turn| most_words(state, turn));
        let likely = floor.map_or_else(Vec::new, |floor| state.likely_to_rise(floor));
        let likely = likely.iter().map(|one| one.card.name.as_str());
        let choices: Vec<&str> = likely.chain([""]).collect();
        let shape = with_choices(shape_of::<answer::PoiOffer>(), "speaker", &choices);
        Reply::shaped(shape, move |mut offer: answer::PoiOffer| {
            is_sound(&offer, &names, words)?;
            if let Some(name) = full_name(&offer.speaker, &names) {
                offer.speaker = name;
            }
            Ok(Answer::Offer(offer))
        })
    }
}

/// The most words that a point may have.
fn most_words(state: &DebateState, turn: &Turn) -> u32 {
    state.poi_rules(turn).map_or(WORDS, |rules| rules.max_words)
}

/// The claim that those believe who do not have the floor.
fn listeners_claim<'a>(state: &'a DebateState, turn: &Turn) -> Option<Sentence<'a>> {
    let opening = opening(state)?;
    let stance = opening.stance(&turn.seat)?;
    claim(&opening.motion, other(stance)?)
}

/// Whether somebody rises.
fn offer(state: &DebateState, turn: TurnId) -> Value {
    let Some(turn) = state.turn(turn) else {
        return view! {};
    };
    let recent = last_words(&turn.text, RECENT);
    let listeners = state.likely_to_rise(turn).into_iter();
    let listeners: Vec<Value> = listeners
        .map(|speaker| listener(state, speaker, &recent))
        .collect();
    let challenges: Vec<Value> = state
        .challenges_owed(turn)
        .map(|(by, about)| view! { by => state.name(by), about => about })
        .collect();
    let earlier: Vec<&str> = turn
        .points
        .iter()
        .filter_map(|id| state.point(*id))
        .map(|point| point.text.as_str())
        .collect();
    view! {
        floor => view! { name => state.name(&turn.seat), side => state.side_name(&turn.seat) },
        listeners,
        earlier,
        challenges,
        claim => listeners_claim(state, turn),
        recent,
        latest => last_words(&turn.text, LATEST),
        max_words => most_words(state, turn),
    }
}

/// Somebody who may rise: what they hold that comes near the words just spoken, what they have prepared and were given,
/// and how they disagree.
fn listener(state: &DebateState, speaker: &Speaker, recent: &str) -> Value {
    let points = state.points.iter();
    let rose = points.filter(|point| point.from == speaker.seat).count();
    let opening = state.opening.as_deref();
    let card = opening.map_or(&speaker.card, |one| one.card_for_model(speaker));
    let near = positions_near(recent, &card.positions, POSITIONS);
    let holds = near
        .first()
        .and_then(|one| sentences(&one.position).first().copied());
    let positions: Vec<Value> = near
        .iter()
        .map(|one| view! { topic => one.topic, position => one.position })
        .collect();
    let notes = state.notes(&speaker.seat);
    let passages = passages::drawn(state, &speaker.seat).into_iter();
    let passages: Vec<Value> = passages
        .take(PASSAGES)
        .map(|(_, passage)| {
            view! {
                source => origin(&passage.source),
                text => first_words(&passage.text, PASSAGE_WORDS),
            }
        })
        .collect();
    view! {
        name => speaker.card.name,
        role => speaker.card.role,
        spoken => state.has_spoken(&speaker.seat),
        rose,
        positions,
        holds => holds.map(|held| first_words(held, HOLDS)),
        notes => notes.map(|notes| first_words(&notes.text, NOTES_WORDS)),
        passages,
        manner => card.style.disagreement,
    }
}

/// The full name of whoever an answer means, of those with these full and short names.
fn full_name(said: &str, names: &[(String, String)]) -> Option<String> {
    let said = said.trim();
    if said.is_empty() {
        return None;
    }
    let lower = said.to_lowercase();
    names
        .iter()
        .find(|(full, short)| full.eq_ignore_ascii_case(said) || short.eq_ignore_ascii_case(said))
        .or_else(|| {
            names.iter().find(|(full, short)| {
                lower.contains(&short.to_lowercase()) || full.to_lowercase().contains(&lower)
            })
        })
        .map(|(full, _)| full.clone())
}

/// Whether an offer names somebody who may rise, with a point that is short enough.
fn is_sound(
    offer: &answer::PoiOffer,
    names: &[(String, String)],
    words: u32,
) -> Result<(), String> {
    // That somebody rises who is nobody comes to the same, and the floor waits: it is not asked again.
    if !offer.rises || offer.speaker.trim().is_empty() {
        return Ok(());
    }
    if full_name(&offer.speaker, names).is_none() {
        let may: Vec<&str> = names.iter().map(|(full, _)| full.as_str()).collect();
        return Err(format!("\"speaker\" must be one of: {}", may.join(", ")));
    }
    match count_words(&offer.point) {
        0 => Err("\"point\" must hold the point when somebody rises".to_owned()),
        n if n > words + words / 2 => Err(format!("\"point\" has {n} words; it may have {words}")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<(String, String)> {
        vec![
            ("John Stuart Mill".into(), "Mill".into()),
            ("Mary Wollstonecraft".into(), "Wollstonecraft".into()),
        ]
    }

    fn offer(speaker: &str, point: &str) -> answer::PoiOffer {
        answer::PoiOffer {
            weakness: String::new(),
            rises: true,
            speaker: speaker.into(),
            point: point.into(),
        }
    }

    #[test]
    fn whoever_rises_must_be_there_and_brief() {
        assert_eq!(
            is_sound(&offer("Mr Mill", "Who pays?"), &names(), 5),
            Ok(())
        );
        assert_eq!(
            full_name("mary wollstonecraft", &names()).as_deref(),
            Some("Mary Wollstonecraft")
        );
        assert!(
            is_sound(&offer("Napoleon", "Who?"), &names(), 5)
                .unwrap_err()
                .contains("Mill")
        );
        assert!(is_sound(&offer("Mill", ""), &names(), 5).is_err());
        assert!(is_sound(&offer("Mill", &"word ".repeat(9)), &names(), 5).is_err());
        let seated = answer::PoiOffer {
            rises: false,
            ..offer("", "")
        };
        assert_eq!(is_sound(&seated, &names(), 5), Ok(()));
    }
}
