//! Several answers to one question, written beside each other by a model for which that costs little, of which the best
//! is taken. What they are held against is a [`Brief`]; what each is worth is worked out by `weigh`, from texts and
//! vectors alone. Who writes them, and what becomes of the one that is taken, stands where they are asked for.

mod weigh;

use std::{
    cmp::Ordering,
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use futures_util::future::join_all;

use crate::{
    catalog::Stance,
    debate::{
        event::{CallReport, CandidateAnswer, CandidateChoice},
        own_side::argues_for_other,
        ungiven::GivenWords,
    },
    llm::{
        BoxFuture, Request,
        embed::SharedEmbedder,
        retry::{self, Policy},
    },
};

/// What the answers to one question are held against.
#[derive(Debug, Clone, Default)]
pub(crate) struct Brief {
    /// The texts that an answer is to be near: what its side claims and can bring forward.
    pub(crate) own: Vec<String>,
    /// The case of the other side.
    pub(crate) other: Vec<String>,
    /// What is answered, for each part of the answer; nothing where nothing is.
    pub(crate) answered: Vec<String>,
    /// What anybody has said before, a text each.
    pub(crate) said: Vec<String>,
    /// What was given to whoever answers.
    pub(crate) given: GivenWords,
    /// The side that is argued for.
    pub(crate) stance: Option<Stance>,
    /// The fewest words that are no less than was asked for.
    pub(crate) words: usize,
}

/// The vectors of texts that stay the same from one question to the next.
type Known = Arc<Mutex<HashMap<String, Vec<f32>>>>;
/// So many vectors are kept: what a debate is about, and what was said of late.
const KEPT: usize = 512;

/// An embedder that makes the vector of a text once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meaning {
    embedder: Option<SharedEmbedder>,
    known: Known,
}

impl Meaning {
    /// With this embedder; words alone must do without one.
    pub(crate) fn by(embedder: Option<SharedEmbedder>) -> Self {
        Self {
            embedder,
            known: Known::default(),
        }
    }

    /// The vectors of these texts; nothing where they cannot be had, and then words do.
    async fn of(&self, texts: &[&str]) -> Option<HashMap<String, Vec<f32>>> {
        let embedder = self.embedder.as_ref()?;
        let mut found = HashMap::new();
        let mut wanted = Vec::new();
        {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            for text in texts {
                match known.get(*text) {
                    Some(vector) => drop(found.insert((*text).to_owned(), vector.clone())),
                    None => wanted.push((*text).to_owned()),
                }
            }
        }
        wanted.sort();
        wanted.dedup();
        let made = embedder.embed(&wanted).await.ok()?;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > KEPT {
            known.clear();
        }
        for (text, vector) in wanted.into_iter().zip(made) {
            known.insert(text.clone(), vector.clone());
            found.insert(text, vector);
        }
        Some(found)
    }
}

/// Whoever tells for which side a text argues.
pub(crate) trait SideReader: fmt::Debug + Send + Sync {
    /// The lead of the motion over the other claim in a text, in natural logarithms; nothing where it cannot be told. With
    /// the report on the calls for it.
    fn lead<'a>(
        &'a self,
        text: &'a str,
        policy: &'a Policy,
    ) -> BoxFuture<'a, (Option<f64>, CallReport)>;
}

/// How one of several answers is chosen.
#[derive(Debug, Clone)]
pub(crate) struct Choosing {
    /// The number of answers that are written beside each other.
    pub(crate) many: u32,
    pub(crate) brief: Arc<Brief>,
    pub(crate) meaning: Meaning,
    /// Who tells for which side an answer argues, where somebody can.
    pub(crate) side: Option<Arc<dyn SideReader>>,
}

/// One of several answers, as it is weighed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Weighed {
    /// Its words as they would be heard.
    pub(crate) text: String,
    /// Whether it can be taken at all.
    pub(crate) is_sound: bool,
}

impl Choosing {
    /// Has as many answers to a request written beside each other as are chosen from, each by `one`, which is given the
    /// answer's number, request and policy. What they have used comes as one report.
    pub(crate) async fn written<T, F>(
        &self,
        request: &Request,
        policy: &Policy,
        one: impl Fn(u32, Request, Policy) -> F,
    ) -> (Vec<T>, CallReport)
    where
        F: Future<Output = (T, CallReport)>,
    {
        let lanes = (0..self.many).map(|lane| {
            let request = Request {
                seed: seed(request.seed, lane),
                ..request.clone()
            };
            one(lane, request, policy.beside(lane))
        });
        let (answers, reports): (Vec<T>, Vec<CallReport>) =
            join_all(lanes).await.into_iter().unzip();
        (answers, retry::beside(reports))
    }

    /// Chooses between answers to the part at this position: gives the place of the one that is taken, of those that are
    /// worth as much the first, or `None` where none of them can be. None that argues for the other side is taken while
    /// there is another. The choice goes on the report of the calls that the answers took.
    pub(crate) async fn choose(
        &self,
        at: usize,
        all: &[Weighed],
        policy: &Policy,
        mut report: CallReport,
    ) -> (Option<usize>, CallReport) {
        let mut between = self.weighed(at, all).await;
        let worths = between.iter().map(|one| one.worth);
        let mut best_first: Vec<(usize, f64)> = (0..)
            .zip(worths)
            .filter_map(|(place, worth)| Some((place, worth?)))
            .collect();
        // Stable: of those that are worth as much the first stays the first.
        best_first
            .sort_by(|(_, one), (_, other)| other.partial_cmp(one).unwrap_or(Ordering::Equal));
        let Some((best, _)) = best_first.first().copied() else {
            return (None, report);
        };
        let mut taken = best;
        if let Some((side, stance)) = self.side.as_ref().zip(self.brief.stance) {
            for (place, _) in best_first {
                let Some(one) = between.get_mut(place) else {
                    continue;
                };
                let (lead, more) = side.lead(&one.text, policy).await;
                report = with_more(report, more);
                one.lead = lead;
                if lead.is_none_or(|lead| !argues_for_other(lead, stance)) {
                    taken = place;
                    break;
                }
            }
        }
        report.candidates.push(CandidateChoice { taken, between });
        (Some(taken), report)
    }

    /// The answers, with what each is worth.
    async fn weighed(&self, at: usize, all: &[Weighed]) -> Vec<CandidateAnswer> {
        let brief = &*self.brief;
        let answered = brief.answered.get(at).map(String::as_str);
        let texts = all.iter().map(|one| one.text.as_str());
        let held = brief.own.iter().chain(&brief.other).chain(&brief.said);
        let texts: Vec<&str> = texts
            .chain(held.map(String::as_str))
            .chain(answered)
            .filter(|text| !text.is_empty())
            .collect();
        let vectors = self.meaning.of(&texts).await;
        let weighed = |one: &Weighed| CandidateAnswer {
            text: one.text.clone(),
            worth: one
                .is_sound
                .then(|| weigh::worth(&one.text, brief, answered, vectors.as_ref())),
            lead: None,
        };
        all.iter().map(weighed).collect()
    }
}

/// The report of a call, with what was asked about its answers: that is no try of its own.
fn with_more(report: CallReport, more: CallReport) -> CallReport {
    CallReport {
        tries: report.tries,
        first_token_ms: report.first_token_ms,
        ..retry::joined(Some(report), more)
    }
}

/// The seed of one of several answers, from that of the call.
fn seed(of_call: Option<u64>, lane: u32) -> Option<u64> {
    // The golden ratio's digits: far from the steps by which a call that is tried again goes on.
    const APART: u64 = 0x9E37_79B9_7F4A_7C15;
    of_call.map(|seed| seed.wrapping_add(u64::from(lane).wrapping_mul(APART)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief() -> Brief {
        Brief {
            own: vec!["Cities should ban private cars.".to_owned()],
            other: vec!["A car takes the sick to hospital at night.".to_owned()],
            said: vec!["Children cannot play where cars park.".to_owned()],
            stance: Some(Stance::For),
            words: 6,
            ..Brief::default()
        }
    }

    fn weighed(texts: &[&str]) -> Vec<Weighed> {
        let of = |text: &&str| Weighed {
            text: (*text).to_owned(),
            is_sound: !text.is_empty(),
        };
        texts.iter().map(of).collect()
    }

    async fn taken(texts: &[&str]) -> Option<usize> {
        let choosing = Choosing {
            many: 4,
            brief: brief().into(),
            meaning: Meaning::default(),
            side: None,
        };
        let report = CallReport::default();
        let policy = Policy::default();
        let (taken, report) = choosing.choose(0, &weighed(texts), &policy, report).await;
        if let [choice] = report.candidates.as_slice() {
            assert_eq!(
                (choice.between.len(), Some(choice.taken)),
                (texts.len(), taken)
            );
        }
        taken
    }

    /// Tells of a text by a word in it.
    #[derive(Debug)]
    struct ByWord;

    impl SideReader for ByWord {
        fn lead<'a>(
            &'a self,
            text: &'a str,
            _policy: &'a Policy,
        ) -> BoxFuture<'a, (Option<f64>, CallReport)> {
            let lead = match text {
                _ if text.contains("hospital") => Some(-0.7),
                _ if text.contains("street") => Some(0.4),
                _ => None,
            };
            let report = CallReport {
                tries: 2,
                ..CallReport::default()
            };
            Box::pin(std::future::ready((lead, report)))
        }
    }

    #[tokio::test]
    async fn none_that_argues_for_the_other_side_is_taken_while_there_is_another() {
        const WRONG: &str = "Cities should ban private cars, and leave the hospital one.";
        const RIGHT: &str = "The street is for people.";
        const OWN: &str = "Cities should ban private cars: the street is for people.";
        let choosing = Choosing {
            many: 2,
            brief: brief().into(),
            meaning: Meaning::default(),
            side: Some(Arc::new(ByWord)),
        };
        for (texts, expected, leads) in [
            (&[WRONG, RIGHT][..], 1, vec![Some(-0.7), Some(0.4)]),
            (&[OWN, WRONG], 0, vec![Some(0.4), None]),
            // Where all do, the best of them is taken.
            (&["A hospital.", WRONG], 1, vec![Some(-0.7), Some(-0.7)]),
        ] {
            let (all, report) = (weighed(texts), CallReport::default());
            let (taken, report) = choosing.choose(0, &all, &Policy::default(), report).await;
            let [choice] = report.candidates.as_slice() else {
                panic!("one choice is recorded");
            };
            assert_eq!(
                (taken, choice.taken, report.tries),
                (Some(expected), expected, 0)
            );
            let found: Vec<_> = choice.between.iter().map(|one| one.lead).collect();
            assert_eq!(found, leads, "{texts:?}");
        }
    }

    #[tokio::test]
    async fn the_best_is_taken_and_the_first_of_equals() {
        const GOOD: &str = "Cities that ban private cars give the street back to whoever walks.";
        const ADRIFT: &str = "My horse was grey, and he died at a great age, far from battle.";
        const SAID: &str = "Children cannot play where cars park, and cities are full of them.";
        const INVENTED: &str =
            "Cities that ban private cars save $40 million, as Oslo found in 2015.";
        const OTHER: &str = "Cities should ban private cars, and yet I ask you to vote No.";
        for (texts, expected) in [
            (&[ADRIFT, GOOD][..], Some(1)),
            (&[SAID, GOOD], Some(1)),
            (&[INVENTED, GOOD], Some(1)),
            (&["Let us vote No to private cars.", GOOD], Some(1)),
            (&["Ban cars.", GOOD], Some(1)),
            (&[GOOD, GOOD, ADRIFT], Some(0)),
            (&["", ADRIFT], Some(1)),
            (&["", ""], None),
            (&[OTHER, ADRIFT, GOOD], Some(2)),
        ] {
            assert_eq!(taken(texts).await, expected, "{texts:?}");
        }
    }

    #[test]
    fn each_has_a_seed_of_its_own_and_the_first_the_calls() {
        assert_eq!(seed(Some(7), 0), Some(7));
        assert_eq!(seed(None, 3), None);
        let seeds: std::collections::BTreeSet<_> = (0..8).map(|lane| seed(Some(7), lane)).collect();
        assert_eq!(seeds.len(), 8);
    }
}
