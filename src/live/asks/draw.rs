//! The passages of the speaker's corpus, and of long evidence, that fit what is to be said. Asked of the library, not
//! of a model.

use super::{
    Asking, Reply, Wording,
    passages::{Draw, Evidence},
};
use crate::{
    debate::{
        DebateState,
        ids::TurnId,
        state::{Extraction, Turn},
        written::Work,
    },
    text::first_words,
};

/// The most speeches that are looked at, the last ones, of what was said since the speaker's last turn.
const SPEECHES: usize = 4;
/// The most claims of each speech.
const CLAIMS: usize = 3;
/// Words of a speech of which nobody has written down what it argues.
const IN_SHORT: usize = 60;

/// The ask: for which turn.
pub(super) struct Passages(pub(super) TurnId);

impl Asking for Passages {
    fn wording<'a>(&self, _state: &'a DebateState) -> Option<Wording<'a>> {
        None
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        0
    }

    fn reply(&self, state: &DebateState) -> Reply {
        Reply::Passages(Draw::of(state, self.0))
    }
}

impl Draw {
    fn of(state: &DebateState, id: TurnId) -> Option<Self> {
        let turn = state.turn(id)?;
        let speaker = state.speaker(&turn.seat)?;
        let persona = (speaker.passages > 0).then(|| speaker.persona.clone());
        let evidence = state.long_evidence();
        Some(Self {
            persona,
            questions: questions(state, turn),
            most: state.passages_wanted(turn),
            lot: lot(state, turn),
            evidence: evidence
                .map(|one| Evidence {
                    item: one.item,
                    source: one.source.to_owned(),
                    places: one.places.to_owned(),
                    text: one.text.to_owned(),
                })
                .collect(),
        })
    }
}

/// The lot by which the passages of a turn are drawn, where the debate is a run in which they vary: another one for each
/// turn.
fn lot(state: &DebateState, turn: &Turn) -> Option<u64> {
    let variation = state.opening.as_deref()?.variation.as_ref()?;
    let lot = variation.passages?;
    Some(lot.wrapping_add(u64::from(turn.id.0)))
}

/// The questions that the passages are to fit: the motion, what the speaker's side claims of it, and what others have
/// said since the speaker's last turn.
fn questions(state: &DebateState, turn: &Turn) -> Vec<String> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let motion = &opening.motion;
    let mut questions = vec![motion.motion.clone()];
    if !motion.question.trim().is_empty() {
        questions.push(motion.question.clone());
    }
    // What the verdict on an earlier iteration missed, and what the speeches in it did not rest on.
    if let Some(guided) = opening.guided(&turn.seat) {
        questions.extend(guided.queries.iter().cloned());
        let set_forth = guided.correction.positions.iter();
        questions.extend(set_forth.map(|one| one.position.clone()));
    }
    let since = |one: &&Turn| one.seat != turn.seat;
    let heard = state.heard_before(turn);
    let said: Vec<&Turn> = heard
        .into_iter()
        .rev()
        .take_while(since)
        .take(SPEECHES)
        .collect();
    for speech in said {
        questions.extend(claims(speech));
    }
    questions
}

fn claims(speech: &Turn) -> Vec<String> {
    let all: Vec<String> = match (&speech.arguments, &speech.work) {
        (Extraction::Done(argued), _) => argued
            .arguments
            .iter()
            .map(|one| one.claim.clone())
            .collect(),
        (_, Some(Work::Arguments(all))) => all.iter().map(|one| one.claim.clone()).collect(),
        (Extraction::None | Extraction::Failed, _) => vec![first_words(&speech.text, IN_SHORT)],
    };
    let all = all.into_iter().filter(|claim| !claim.trim().is_empty());
    all.take(CLAIMS).collect()
}
