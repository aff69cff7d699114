//! What models are asked for a card: who somebody was, which positions their passages hold, whether those bear them out.

use std::collections::BTreeMap;

use super::drafted::{
    BorneOut, DraftPositions, LeftOutPosition, PartLines, PartText, Portrait, SentencePosition,
    distinct, held, of_sentence,
};
use crate::{
    catalog::{Sample, Steps},
    corpus::Hit,
    corpus_question::{CorpusQuestion, unmade},
    debate::scores::CitationCheck,
    error::Failure,
    llm::{
        roster::Assigned,
        shape::{counted as counted_in, keyed, ranged, shape_of},
    },
    prompt::{CardPart, Prompts},
    text::{first_words, listed, sanitize::sanitize_line, sentence::sentences, words},
};

/// The number of passages that positions are looked for in, of a capable model and of one that is asked in parts.
pub(super) const PASSAGES: usize = 48;
const PASSAGES_IN_PARTS: usize = 24;
/// The number of passages that a capable model reads at once.
const AT_ONCE: usize = 8;
/// The most positions of a card: as many as a prompt shows of one, and some from which to choose.
const MOST_POSITIONS: usize = 16;
/// A model that is asked in parts stops once it has so many: as many as a prompt shows.
const ENOUGH_IN_PARTS: usize = 12;
/// Sentences of a passage that a small model is shown.
const SENTENCES: usize = 10;
/// The number of passages that a portrait is drawn from, where the model is asked in parts, and of words in each.
const SHOWN_IN_PARTS: (usize, usize) = (3, 90);
/// The most things that somebody would never do.
const MOST_NEVER: usize = 6;

/// The models that a card is written by, and who is told of it meanwhile.
pub(super) struct Writers<'a> {
    /// Writes.
    pub(super) clerk: &'a Assigned,
    /// Looks at what was written; nobody where the model is a small one.
    pub(super) referee: Option<&'a Assigned>,
    /// The prompts.
    pub(super) prompts: &'a Prompts,
    /// Is told how far it is.
    pub(super) tell: &'a (dyn Fn(&str) + Send + Sync),
}

/// Whether a model is asked for one thing at a time.
pub(super) fn is_asked_in_parts(assigned: &Assigned) -> bool {
    assigned.model.profile().steps == Steps::OneAtATime
}

impl Writers<'_> {
    fn question<'q>(&'q self, what: &'q str, tokens: u32) -> CorpusQuestion<'q> {
        CorpusQuestion {
            assigned: self.clerk,
            tokens,
            what,
        }
    }

    /// Who somebody was, from passages all over their corpus.
    ///
    /// # Errors
    /// The model cannot be had, or gives nothing of use.
    pub(super) async fn portrait(
        &self,
        name: &str,
        passages: &[Sample],
    ) -> Result<Portrait, Failure> {
        let mut portrait = if is_asked_in_parts(self.clerk) {
            self.portrait_in_parts(name, passages).await?
        } else {
            let question = self.question("say who that was", 900);
            let made = |passages: &[Sample]| self.prompts.card_of(name, None, passages);
            let messages = question.thinned(passages, made)?;
            let shape = shape_of::<Portrait>();
            question.ask(messages, shape, is_filled).await?
        };
        portrait.role = sanitize_line(&portrait.role);
        portrait.biography = sanitize_line(&portrait.biography);
        portrait.approach = sanitize_line(&portrait.approach);
        let never = portrait.never.iter().map(|one| sanitize_line(one));
        portrait.never = never
            .filter(|one| !one.is_empty())
            .take(MOST_NEVER)
            .collect();
        Ok(portrait)
    }

    async fn portrait_in_parts(
        &self,
        name: &str,
        passages: &[Sample],
    ) -> Result<Portrait, Failure> {
        let (count, length) = SHOWN_IN_PARTS;
        let step = (passages.len() / count).max(1);
        let shown: Vec<Sample> = passages
            .iter()
            .step_by(step)
            .take(count)
            .map(|one| Sample {
                text: first_words(&one.text, length),
                source: one.source.clone(),
            })
            .collect();
        let mut portrait = Portrait::default();
        // The positions have been read by then; whether the model is gone, the question for the style tells.
        let mut is_lacking = false;
        for part in CardPart::ALL {
            let question = self.question("say who that was", 220);
            let made = |passages: &[Sample]| self.prompts.card_of(name, Some(part), passages);
            let messages = question.thinned(&shown, made)?;
            if part == CardPart::Never {
                let shape = counted_in(shape_of::<PartLines>(), "lines", 1, 4);
                let check = |found: &PartLines| {
                    let mut lines = found.lines.iter();
                    lines.try_for_each(|line| is_about_somebody(line, 3))
                };
                match question.ask(messages, shape, check).await {
                    Ok(found) => portrait.never = found.lines,
                    Err(_) => is_lacking = true,
                }
                continue;
            }
            let least = if part == CardPart::Role { 2 } else { 5 };
            let check = |found: &PartText| is_about_somebody(&found.text, least);
            let found = question.ask(messages, shape_of::<PartText>(), check).await;
            let Ok(PartText { text }) = found else {
                is_lacking = true;
                continue;
            };
            match part {
                CardPart::Role => portrait.role = first_words(&text, 12),
                CardPart::Biography => portrait.biography = text,
                CardPart::Approach => portrait.approach = text,
                CardPart::Never => {}
            }
        }
        // What a small model cannot say is said by what is known in any case; people edit it.
        let works = written_works(passages);
        for (text, known) in [
            (&mut portrait.role, format!("Author of {works}")),
            (&mut portrait.biography, format!("{name} wrote {works}.")),
            (
                &mut portrait.approach,
                format!("going by what stands in {works}."),
            ),
        ] {
            if text.trim().is_empty() {
                *text = known;
            }
        }
        if portrait.never.is_empty() {
            let line = "Claim what they never wrote or said";
            portrait.never.push(line.to_owned());
        }
        if is_lacking {
            (self.tell)(
                "The model could not say all of who that was. Plain words stand in the card for it: write them yourself.",
            );
        }
        Ok(portrait)
    }

    /// The positions that passages hold, and those that were left out.
    ///
    /// # Errors
    /// The model cannot be had, or gives nothing of use for any of the passages.
    pub(super) async fn positions(
        &self,
        name: &str,
        passages: &[Hit],
    ) -> Result<(Vec<BorneOut>, Vec<LeftOutPosition>), Failure> {
        let mut left_out = Vec::new();
        if is_asked_in_parts(self.clerk) {
            let found = self.in_parts(name, passages, &mut left_out).await?;
            return Ok((distinct(found, ENOUGH_IN_PARTS), left_out));
        }
        let mut found = Vec::new();
        let (mut rest, mut done, mut failed) = (passages, 0, None);
        while !rest.is_empty() {
            let (group, messages) = self.group(name, rest)?;
            rest = rest.get(group.len()..).unwrap_or_default();
            (self.tell)(&format!(
                "Reading passages {} to {} of {} for positions …",
                done + 1,
                done + group.len(),
                passages.len()
            ));
            done += group.len();
            let question = self.question("read positions out of the passages", 1_600);
            let shape = shape_of::<DraftPositions>();
            match question
                .ask(messages, shape, |_: &DraftPositions| Ok(()))
                .await
            {
                Ok(drafts) => {
                    for draft in &drafts.positions {
                        match held(draft, group) {
                            Ok(one) => found.push(one),
                            Err(one) => left_out.push(one),
                        }
                    }
                }
                // The others may give enough.
                Err(failure) => {
                    (self.tell)(&failure.message);
                    failed = Some(failure);
                }
            }
        }
        if let Some(failure) = failed.filter(|_| found.is_empty()) {
            return Err(failure);
        }
        let found = self.looked_at(name, found, &mut left_out).await;
        Ok((distinct(found, MOST_POSITIONS), left_out))
    }

    /// The first of the passages that are read at once, and the prompt with them.
    fn group<'h>(
        &self,
        name: &str,
        passages: &'h [Hit],
    ) -> Result<(&'h [Hit], Vec<crate::llm::Message>), Failure> {
        let question = self.question("", 1_600);
        let mut count = AT_ONCE.min(passages.len());
        loop {
            let group = passages.get(..count).unwrap_or(passages);
            let samples: Vec<Sample> = group.iter().map(sample).collect();
            let messages = self.prompts.positions_in(name, &samples).map_err(unmade)?;
            if question.fits(&messages) || count <= 1 {
                return Ok((group, messages));
            }
            count /= 2;
        }
    }

    /// One passage at a time, from all over the corpus, until there are enough.
    async fn in_parts(
        &self,
        name: &str,
        passages: &[Hit],
        left_out: &mut Vec<LeftOutPosition>,
    ) -> Result<Vec<BorneOut>, Failure> {
        let step = passages.len().div_ceil(PASSAGES_IN_PARTS).max(1);
        let mut order: Vec<(usize, &Hit)> = passages.iter().step_by(step).enumerate().collect();
        // Whoever stops early has been everywhere.
        order.sort_by_key(|(at, _)| (at % 3, *at));
        let (mut found, mut failed) = (Vec::new(), None);
        for (done, (_, passage)) in order.iter().enumerate() {
            if found.len() >= ENOUGH_IN_PARTS {
                break;
            }
            (self.tell)(&format!(
                "Reading passage {} of {} for a position …",
                done + 1,
                order.len()
            ));
            let all = sentences(&passage.text);
            let shown = all.get(..SENTENCES).unwrap_or(&all);
            let messages = self.prompts.position_in(name, shown).map_err(unmade)?;
            let most = i64::try_from(shown.len()).unwrap_or(i64::MAX);
            let shape = ranged(shape_of::<SentencePosition>(), "sentence", 0, most);
            let question = self.question("find a position in a passage", 200);
            match question
                .ask(messages, shape, |_: &SentencePosition| Ok(()))
                .await
            {
                Ok(one) => match of_sentence(&one, shown, passage) {
                    Ok(one) => found.extend(one),
                    Err(one) => left_out.push(one),
                },
                Err(failure) => failed = Some(failure),
            }
        }
        match failed {
            Some(failure) if found.is_empty() => Err(failure),
            Some(_) | None => Ok(found),
        }
    }

    /// Those that the referee's model finds borne out, too.
    async fn looked_at(
        &self,
        name: &str,
        found: Vec<BorneOut>,
        left_out: &mut Vec<LeftOutPosition>,
    ) -> Vec<BorneOut> {
        let Some(referee) = self.referee else {
            return found;
        };
        let question = CorpusQuestion {
            assigned: referee,
            tokens: 1_200,
            what: "hold the positions against their passages",
        };
        let mut kept = Vec::new();
        for group in found.chunks(AT_ONCE) {
            let read: Vec<(&str, &str)> = group
                .iter()
                .map(|one| (one.position.position.as_str(), one.passage.as_str()))
                .collect();
            let keys: Vec<String> = (1..=group.len()).map(|number| number.to_string()).collect();
            let shape = keyed("BorneOut", &keys, &shape_of::<CitationCheck>().schema);
            let check = |found: &BTreeMap<String, CitationCheck>| {
                some(
                    keys.iter().any(|key| !found.contains_key(key)),
                    "each number",
                )
            };
            let looked = match self.prompts.borne_out(name, &read) {
                Ok(messages) => question.ask(messages, shape, check).await,
                Err(reason) => Err(unmade(reason)),
            };
            let looked = looked.unwrap_or_else(|failure| {
                (self.tell)(&format!(
                    "{}; the words that they quote were found all the same",
                    failure.message
                ));
                BTreeMap::new()
            });
            for (one, key) in group.iter().zip(&keys) {
                match looked.get(key) {
                    Some(check) if !check.held => left_out.push(LeftOutPosition {
                        position: one.position.position.clone(),
                        why: format!(
                            "its passage does not bear it out: {}",
                            sanitize_line(&check.reason)
                        ),
                    }),
                    Some(_) | None => kept.push(one.clone()),
                }
            }
        }
        kept
    }
}

/// A passage as it stands in a prompt.
pub(super) fn sample(passage: &Hit) -> Sample {
    Sample {
        text: passage.text.clone(),
        source: passage.source(),
    }
}

/// The titles of the works that passages are from, in a sentence.
fn written_works(passages: &[Sample]) -> String {
    let mut titles: Vec<&str> = Vec::new();
    for passage in passages {
        let title = passage.source.split(", ").next().unwrap_or_default();
        if !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles.truncate(3);
    listed(&titles)
}

/// What a small model says of the passages that it was shown is nothing on whoever wrote them.
fn is_about_somebody(text: &str, least: usize) -> Result<(), String> {
    let lower = text.to_lowercase();
    let is_of_passages = ["passage", "the text", "<<<", "json"]
        .iter()
        .any(|word| lower.contains(word));
    if is_of_passages || words(text).count() < least {
        return Err("say it of the person who wrote the passages, in a sentence".to_owned());
    }
    Ok(())
}

fn some(is_missing: bool, what: &str) -> Result<(), String> {
    if is_missing {
        return Err(format!("\"{what}\" must be there, and say something"));
    }
    Ok(())
}

fn is_filled(portrait: &Portrait) -> Result<(), String> {
    some(portrait.role.trim().is_empty(), "role")?;
    some(portrait.biography.trim().is_empty(), "biography")?;
    some(portrait.approach.trim().is_empty(), "approach")?;
    some(
        portrait.never.iter().all(|one| one.trim().is_empty()),
        "never",
    )
}
