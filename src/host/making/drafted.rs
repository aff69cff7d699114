//! What models write for a card, and what of it counts: pure.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    catalog::Position,
    corpus::Hit,
    similarity::{RETOLD, containment, dice},
    text::{
        content::content_words, counted, first_words, markup, quotes, sanitize::sanitize_line,
        sentence::key, shown::line, words,
    },
};

/// The fewest words that bear a position out: fewer stand anywhere.
const LEAST_WORDS: usize = 4;
/// The least share of a position's content words that stands in a passage, where nobody but code looks at it.
const LEAST_SHARED: f64 = 0.4;
/// Words of a sentence that stand for its topic.
const TOPIC: usize = 5;

/// Who somebody is, but for their style and their positions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) struct Portrait {
    /// What they were, in a few words.
    pub(super) role: String,
    /// Who they were, in a paragraph.
    pub(super) biography: String,
    /// Completes "… would approach this topic by".
    pub(super) approach: String,
    /// What they would never say or do.
    pub(super) never: Vec<String>,
}

/// One part of that, a text.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct PartText {
    /// The text.
    pub(super) text: String,
}

/// One part of that, a list.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct PartLines {
    /// The lines.
    pub(super) lines: Vec<String>,
}

/// Positions as a model has read them out of passages.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(super) struct DraftPositions {
    /// Each with its passage.
    pub(super) positions: Vec<DraftPosition>,
}

/// A position as a model has read it out of a passage.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub(super) struct DraftPosition {
    /// What it is about.
    pub(super) topic: String,
    /// What is held, and why.
    pub(super) position: String,
    /// The number of the passage, from 1.
    pub(super) passage: u32,
    /// Words of the passage that bear it out.
    pub(super) words: String,
}

/// The position of one passage, by the number of its sentence.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SentencePosition {
    /// The number of the sentence, from 1; 0 for none.
    pub(super) sentence: u32,
    /// What it is about.
    #[schemars(extend("mayBeEmpty" = true))]
    pub(super) topic: String,
    /// What is held.
    #[schemars(extend("mayBeEmpty" = true))]
    pub(super) position: String,
}

/// A position that a passage holds, as far as code can tell.
#[derive(Debug, Clone)]
pub(super) struct BorneOut {
    /// The position, with its place and the words.
    pub(super) position: Position,
    /// The words of the whole passage.
    pub(super) passage: String,
}

/// A position that was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOutPosition {
    /// The position, as the model has it.
    pub position: String,
    /// The reason, as the end of a sentence.
    pub why: String,
}

/// Holds a drafted position against the passages that it was read out of.
pub(super) fn held(draft: &DraftPosition, passages: &[Hit]) -> Result<BorneOut, LeftOutPosition> {
    let position = sanitize_line(&draft.position);
    let out = |why: String| {
        Err(LeftOutPosition {
            position: position.clone(),
            why,
        })
    };
    let at = (draft.passage as usize).checked_sub(1);
    let Some(passage) = at.and_then(|at| passages.get(at)) else {
        return out(format!("there is no passage {}", draft.passage));
    };
    let quoted = sanitize_line(&draft.words);
    let count = words(&quoted).count();
    if count < LEAST_WORDS {
        let named = counted(count as u64, "word", "words");
        return out(format!("{named} of the passage bear nothing out"));
    }
    if !quotes(&passage.text, &quoted) {
        return out(format!("the passage does not have the words \"{quoted}\""));
    }
    if position.is_empty() || draft.topic.trim().is_empty() {
        return out("it does not say what is held, and of what".to_owned());
    }
    let topic = topic(&draft.topic, &[&position, &passage.text], &quoted);
    Ok(of_passage(&topic, position, quoted, passage))
}

/// The topic as the model names it, where those texts speak of it; else, quoted, the first words of what bears the position out.
/// A heading that nothing speaks of is the model's own.
fn topic(named: &str, texts: &[&str], words: &str) -> String {
    let named = markup::plain(&sanitize_line(named));
    let named = named.trim_start_matches('#').trim();
    let said = content_words([named]);
    let known = content_words(texts.iter().copied());
    if !said.is_empty() && containment(&said, &known) >= LEAST_SHARED {
        named.to_owned()
    } else {
        format!("“{}”", first_words(words, TOPIC))
    }
}

/// What was left out, each position once, by the first reason; without those that are on the card all the same, because
/// another passage bears them out. A model reads the same out of several windows of a corpus.
pub(super) fn told_once(left_out: Vec<LeftOutPosition>, kept: &[BorneOut]) -> Vec<LeftOutPosition> {
    let words = |text: &str| content_words([text]);
    let is_same = |one: &str, other: &str| {
        key(one) == key(other) || dice(&words(one), &words(other)) >= RETOLD
    };
    let mut told: Vec<LeftOutPosition> = Vec::new();
    for one in left_out {
        let is_kept = kept
            .iter()
            .any(|other| is_same(&other.position.position, &one.position));
        if !is_kept
            && !told
                .iter()
                .any(|other| is_same(&other.position, &one.position))
        {
            told.push(one);
        }
    }
    told
}

/// The position of a small model, which names a sentence. What it says in words of its own counts where those are the
/// passage's; else what was written stands for itself.
pub(super) fn of_sentence(
    found: &SentencePosition,
    sentences: &[&str],
    passage: &Hit,
) -> Result<Option<BorneOut>, LeftOutPosition> {
    if found.sentence == 0 {
        return Ok(None);
    }
    let at = (found.sentence as usize).checked_sub(1);
    let Some(sentence) = at.and_then(|at| sentences.get(at)) else {
        return Err(LeftOutPosition {
            position: sanitize_line(&found.position),
            why: format!("the passage has no sentence {}", found.sentence),
        });
    };
    let sentence = sanitize_line(sentence);
    if words(&sentence).count() < LEAST_WORDS {
        return Err(LeftOutPosition {
            position: sentence,
            why: "so few words bear nothing out".to_owned(),
        });
    }
    let own = sanitize_line(&found.position);
    let said = content_words([own.as_str()]);
    let is_borne_out =
        !said.is_empty() && containment(&said, &content_words([sentence.as_str()])) >= LEAST_SHARED;
    let position = if is_borne_out { own } else { sentence.clone() };
    // Small models give the words of the question for a topic.
    let topic = topic(&found.topic, &[&passage.text], &sentence);
    Ok(Some(of_passage(&topic, position, sentence, passage)))
}

fn of_passage(topic: &str, position: String, words: String, passage: &Hit) -> BorneOut {
    let (work, place) = work_and_place(passage);
    BorneOut {
        position: Position {
            topic: sanitize_line(topic),
            position,
            work,
            place,
            words,
        },
        passage: passage.text.clone(),
    }
}

/// The work that a passage is from, with its date, and the place in it. Neither is empty.
fn work_and_place(passage: &Hit) -> (String, String) {
    let work = passage.work();
    let place = match line(&passage.place) {
        place if place.is_empty() => "in the whole of it".to_owned(),
        place => place,
    };
    (line(&work), place)
}

/// Whether two positions say the same.
pub(super) fn is_same(one: &Position, other: &Position) -> bool {
    let is_same_passage = one.work == other.work && one.place == other.place;
    if is_same_passage && !one.words.is_empty() && one.words == other.words {
        return true;
    }
    let of = |one: &Position| content_words([one.topic.as_str(), one.position.as_str()]);
    dice(&of(one), &of(other)) >= RETOLD
}

/// Those of them that say something that none before says, and no more than `most`; what is beyond it is taken from the
/// works that have most.
pub(super) fn distinct(all: Vec<BorneOut>, most: usize) -> Vec<BorneOut> {
    let mut kept: Vec<BorneOut> = Vec::new();
    for one in all {
        if !kept
            .iter()
            .any(|other| is_same(&one.position, &other.position))
        {
            kept.push(one);
        }
    }
    while kept.len() > most {
        let count = |work: &str| kept.iter().filter(|one| one.position.work == work).count();
        let fullest = kept
            .iter()
            .enumerate()
            .max_by_key(|(_, one)| count(&one.position.work))
            .map(|(at, _)| at);
        kept.remove(fullest.unwrap_or_default());
    }
    kept
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A passage of a work.
    pub(in crate::making) fn passage(text: &str, title: &str, place: &str) -> Hit {
        Hit {
            text: text.to_owned(),
            title: title.to_owned(),
            place: place.to_owned(),
            date: Some("1861".to_owned()),
            ..Hit::default()
        }
    }

    fn draft(position: &str, passage: u32, words: &str) -> DraftPosition {
        DraftPosition {
            topic: "tolls".to_owned(),
            position: position.to_owned(),
            passage,
            words: words.to_owned(),
        }
    }

    const TOLLS: &str = "I have kept the gate for nine winters. A toll that falls on the carter is a tax on bread, and \
                         I would have it abolished.";

    #[test]
    fn a_position_counts_where_its_passage_has_its_words() {
        let passages = [passage(TOLLS, "Letters of a Warden", "line 12")];
        let good = draft(
            "Tolls on carters should go.",
            1,
            "a tax on BREAD, and I would",
        );
        let found = held(&good, &passages).unwrap().position;
        assert_eq!(
            (found.work.as_str(), found.place.as_str()),
            ("Letters of a Warden (1861)", "line 12")
        );
        for (wrong, why) in [
            (
                draft("Tolls should go.", 2, "a tax on bread"),
                "no passage 2",
            ),
            (
                draft("Tolls should go.", 0, "a tax on bread"),
                "no passage 0",
            ),
            (
                draft("Tolls should stay.", 1, "a toll is a blessing for all"),
                "does not have the words",
            ),
            (draft("Tolls should go.", 1, "bread"), "1 word"),
            (draft("  ", 1, "a tax on bread, and"), "what is held"),
        ] {
            let left_out = held(&wrong, &passages).unwrap_err();
            assert!(left_out.why.contains(why), "{left_out:?}");
        }
    }

    #[test]
    fn a_heading_that_nothing_speaks_of_gives_way_to_the_words() {
        let passages = [passage(TOLLS, "Letters", "line 1")];
        let of = |topic: &str| {
            let draft = DraftPosition {
                topic: topic.to_owned(),
                ..draft("Tolls should go.", 1, "a tax on bread, and I would")
            };
            held(&draft, &passages).unwrap().position.topic
        };
        assert_eq!(of("**Tolls** and bread"), "Tolls and bread");
        assert_eq!(of("## Monetary sovereignty"), "“a tax on bread, and …”");
    }

    #[test]
    fn what_was_left_out_is_told_once_and_not_where_it_is_kept() {
        let out = |position: &str, why: &str| LeftOutPosition {
            position: position.to_owned(),
            why: why.to_owned(),
        };
        let tolls = held(
            &draft(
                "Tolls on bread should go.",
                1,
                "a tax on bread, and I would",
            ),
            &[passage(TOLLS, "Letters", "line 1")],
        );
        let told = told_once(
            vec![
                out("Kings rule by grace.", "first"),
                out("kings rule, by grace", "second"),
                out("Tolls on bread should go!", "elsewhere"),
                out("Rain makes rivers.", "third"),
            ],
            &[tolls.unwrap()],
        );
        let told: Vec<&str> = told.iter().map(|one| one.why.as_str()).collect();
        assert_eq!(told, ["first", "third"]);
    }

    #[test]
    fn what_a_small_model_adds_to_a_sentence_gives_way_to_the_sentence() {
        let passage = passage(TOLLS, "Letters", "line 1");
        let sentences = crate::text::sentence::sentences(TOLLS);
        let of = |sentence, position: &str| {
            let found = SentencePosition {
                sentence,
                topic: "What is true or false".to_owned(),
                position: position.to_owned(),
            };
            of_sentence(&found, &sentences, &passage)
        };
        let own = of(2, "A toll on the carter taxes bread.").unwrap().unwrap();
        assert_eq!(own.position.position, "A toll on the carter taxes bread.");
        assert!(own.position.topic.starts_with("“A toll that falls"));
        let invented = of(2, "Democracy needs strong leaders.").unwrap().unwrap();
        assert!(invented.position.position.starts_with("A toll that falls"));
        assert_eq!(invented.position.words, invented.position.position);
        assert!(of(0, "").unwrap().is_none());
        assert!(of(9, "x").is_err());
    }

    #[test]
    fn what_was_held_before_is_not_held_again_and_no_work_has_all_places() {
        let of = |title: &str, text: &str| {
            of_passage(
                "tolls",
                text.to_owned(),
                text.to_owned(),
                &passage(text, title, "line 1"),
            )
        };
        let all = vec![
            of("A", "Tolls on the carters of bread should be abolished."),
            of(
                "B",
                "The tolls on carters of bread should be abolished soon.",
            ),
            of("A", "Bridges belong to the parish that built them."),
            of("A", "Winter wages must be paid in coin."),
            of("B", "Nobody should be pressed to serve at sea."),
        ];
        let kept = distinct(all, 3);
        let works: Vec<&str> = kept.iter().map(|one| one.position.work.as_str()).collect();
        assert_eq!(works.len(), 3);
        assert!(works.contains(&"B (1861)"), "{works:?}");
    }
}
