//! Cards that are written from corpora: a model reads passages from all over one and says who that was, what they held
//! and how they speak. A position that no passage bears out is left out. The card is a file that people edit; made again,
//! it keeps what they edited.

mod ask;
mod card_file;
mod drafted;
mod merge;
#[cfg(test)]
mod tests;

use std::{path::PathBuf, sync::Arc};

use tokio_util::sync::CancellationToken;

use self::{
    ask::{PASSAGES, Writers, is_asked_in_parts, sample},
    card_file::{CardFile, CardThere},
    drafted::{BorneOut, told_once},
    merge::{Merged, merged},
};
pub use drafted::LeftOutPosition;

use crate::{
    Host,
    assign::proposal::short_name,
    catalog::{self, LEAST_POSITIONS, Persona, Sample},
    corpora::{CorpusEnd, CorpusProgress, CorpusWishes, Growth},
    corpus::{CorpusSource, Hit, Labels, Library, SAMPLES},
    debate::ask::Role,
    error::Failure,
    limits, style,
    text::{counted, first_words, listed},
};

/// The request for a card.
#[derive(Debug)]
pub struct CardRequest<'a> {
    /// The id of the persona, who need not be there yet.
    pub persona: &'a str,
    /// The full name; without it that of the card, or of whoever wrote the sources.
    pub name: Option<String>,
    /// Files and folders that are read into the corpus first.
    pub paths: Vec<PathBuf>,
    /// The labels that each file is given.
    pub labels: Labels,
    /// Whether passages are embedded.
    pub embeds: bool,
    /// Whether a card that is there is written anew, whatever was edited in it.
    pub anew: bool,
}

/// The end of such work.
#[derive(Debug)]
pub enum MakingEnd {
    /// The card was written.
    Made(Box<MadeCard>),
    /// It was stopped while the corpus grew.
    StoppedCorpus(CorpusEnd),
    /// It was stopped while the card was written.
    Stopped,
}

/// A card that was written.
#[derive(Debug)]
pub struct MadeCard {
    /// The file.
    pub path: PathBuf,
    /// The file as it was before, where it was there.
    pub backup: Option<PathBuf>,
    /// The card.
    pub card: Persona,
    /// Positions that were left out, and why.
    pub left_out: Vec<LeftOutPosition>,
    /// The parts that were kept as somebody had edited them, for people.
    pub kept: Vec<String>,
    /// The file of a drawn style that lies over the card's, where there is one.
    pub style_over_it: Option<PathBuf>,
}

impl Host {
    /// Reads files into a persona's corpus, where any are given, and writes their card from it, until `stop`. Is told of
    /// the corpus by `tell`, and of the card by `say`.
    ///
    /// # Errors
    /// The id is none, there is no corpus or no model, the file is somebody's own or has a fault, the model gives nothing of
    /// use, or too few positions are borne out for a card.
    pub async fn make_persona(
        &self,
        request: CardRequest<'_>,
        stop: &CancellationToken,
        tell: &mut (dyn FnMut(CorpusProgress) + Send),
        say: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<MakingEnd, Failure> {
        let known = self.catalog.persona(request.persona).ok();
        let id = known.map_or(request.persona, |entry| entry.id.as_str());
        if !catalog::is_plain_name(id) {
            return Err(Failure::input("this cannot be the id of a persona")
                .hint("give one of small letters, digits, hyphens and underscores: `hustings personas make ada-lovelace …`"));
        }
        let file = CardFile::of(&self.dirs, id);
        let there = if request.anew { None } else { file.read()? };
        if there.as_ref().is_some_and(|there| there.made.is_none()) {
            return Err(Failure::input(format!(
                "{} is a card that somebody wrote by hand",
                file.shown()
            ))
            .hint("--force writes it anew and keeps it as it is beside it; or give another id"));
        }
        let library = Arc::new(Library::open(&self.dirs.data)?);
        if !request.paths.is_empty() {
            let growth = Growth::of(Arc::clone(&library), id, stop)?;
            let added = growth.read(request.paths, request.labels, tell).await?;
            if added.stopped {
                return Ok(MakingEnd::StoppedCorpus(CorpusEnd::StoppedReading));
            }
            let wishes = CorpusWishes {
                embeds: request.embeds,
                draws_style: false,
            };
            let end = growth.finish(self, wishes, tell).await?;
            if end != CorpusEnd::Whole {
                return Ok(MakingEnd::StoppedCorpus(end));
            }
        }
        if library.passages_of(id)? == 0 {
            return Err(Failure::input(format!("there is no corpus of `{id}`"))
                .hint(format!(
                    "name files to read: `hustings personas make {id} FILES…`"
                ))
                .hint("or fetch what is in the public domain: `hustings corpus pull` lists it"));
        }
        let base = match (&there, known) {
            (Some(there), _) => there.card.clone(),
            (None, Some(entry)) => entry.value.clone(),
            (None, None) => Persona::default(),
        };
        let name = named(request.name, &base, &library.sources(id)?)?;
        let work = self.written((id, &name), &library, &base, say);
        let (card, left_out, label) = tokio::select! {
            written = work => written?,
            () = stop.cancelled() => return Ok(MakingEnd::Stopped),
        };
        let (merged, made) = match there {
            Some(CardThere {
                card: current,
                made: Some(made),
            }) => (merged(&made, &current, card.clone()), card),
            Some(CardThere { made: None, .. }) | None => (
                Merged {
                    card: card.clone(),
                    kept: Vec::new(),
                },
                card,
            ),
        };
        let about = format!(
            "# {name}, written from the corpus by {label}. Edit it as you like: made again, it keeps what you edited,\n\
             # but not comments.\n\n"
        );
        let (written, backup) = file.write((&merged.card, &made), &about)?;
        let over = style::path(self, id);
        Ok(MakingEnd::Made(Box::new(MadeCard {
            path: written,
            backup,
            card: merged.card,
            left_out,
            kept: merged.kept,
            style_over_it: over.exists().then_some(over),
        })))
    }

    /// The card as models write it, what they wrote and does not count, and the label of the one that wrote.
    async fn written(
        &self,
        (id, name): (&str, &str),
        library: &Library,
        base: &Persona,
        say: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<(Persona, Vec<LeftOutPosition>, String), Failure> {
        let account = self.account();
        let roster = self.roster(&self.overrides).await?.on(&account);
        let (clerk, referee) = (
            roster.assigned(Role::Clerk, None),
            roster.assigned(Role::Referee, None),
        );
        limits::check_cost_limit_of(self.settings.limits.max_cost, [clerk, referee])?;
        let prompts = self.prompts()?;
        let writers = Writers {
            clerk,
            referee: Some(referee).filter(|referee| !is_asked_in_parts(referee)),
            prompts: &prompts,
            tell: say,
        };
        let spread = library.spread(id, PASSAGES)?;
        let label = clerk.model.label().to_owned();
        say(&format!(
            "{label} reads {} to write the card of {name} …",
            counted(spread.len() as u64, "passage", "passages"),
        ));
        let taken: Vec<String> = self
            .catalog
            .personas()
            .filter(|entry| entry.id != id)
            .map(|entry| entry.value.short.clone())
            .collect();
        let (card, left_out) = draft(&writers, name, &spread, base, &taken).await?;
        Ok((card, left_out, label))
    }
}

/// A card of these passages. What no model can know is as it was.
///
/// # Errors
/// The model cannot be had or gives nothing of use, or too few positions are borne out.
async fn draft(
    writers: &Writers<'_>,
    name: &str,
    passages: &[Hit],
    base: &Persona,
    taken: &[String],
) -> Result<(Persona, Vec<LeftOutPosition>), Failure> {
    let shown = |most: usize| -> Vec<Sample> {
        let step = passages.len().div_ceil(most).max(1);
        passages.iter().step_by(step).map(sample).collect()
    };
    let (found, left_out) = writers.positions(name, passages).await?;
    let left_out = told_once(left_out, &found);
    if found.len() < LEAST_POSITIONS {
        return Err(too_few(&found, &left_out));
    }
    (writers.tell)("Writing who that was …");
    let samples = shown(SAMPLES);
    let portrait = writers.portrait(name, &samples).await?;
    (writers.tell)("Writing how they speak …");
    let style = style::ask(writers.prompts, writers.clerk, name, &samples).await?;
    let mut drawn = style::drawn(style, &samples);
    drawn.clean();
    let short = Some(base.short.clone()).filter(|short| !short.is_empty() && base.name == name);
    let card = Persona {
        name: name.to_owned(),
        short: short.unwrap_or_else(|| short_name(name, taken)),
        lived: base.lived.clone(),
        icon: base.icon.clone(),
        role: portrait.role,
        biography: portrait.biography,
        approach: portrait.approach,
        never: portrait.never,
        style: drawn.style,
        positions: found.into_iter().map(|one| one.position).collect(),
        samples: drawn.samples,
        works: base.works.clone(),
    };
    Ok((card, left_out))
}

fn too_few(found: &[BorneOut], left_out: &[LeftOutPosition]) -> Failure {
    let mut failure = Failure::no_model(format!(
        "{} could be read out of the passages, and a card needs {LEAST_POSITIONS}",
        match found.len() {
            0 => "no position".to_owned(),
            count => counted(count as u64, "position", "positions"),
        }
    ));
    if let Some(first) = left_out.first() {
        let position = first_words(&first.position, 20);
        failure = failure.hint(format!("left out, such as \"{position}\": {}", first.why));
    }
    failure.hint("add more of what they wrote, or choose an abler model: --model, or in the lobby the row Model")
}

/// The full name: as somebody gave it, as the card has it, or as the sources name whoever wrote them.
fn named(
    given: Option<String>,
    base: &Persona,
    sources: &[CorpusSource],
) -> Result<String, Failure> {
    if let Some(given) = given.filter(|given| !given.trim().is_empty()) {
        return Ok(given.trim().to_owned());
    }
    if !base.name.is_empty() {
        return Ok(base.name.clone());
    }
    let mut writers: Vec<String> = Vec::new();
    for speaker in sources
        .iter()
        .filter_map(|source| source.speaker.as_deref())
    {
        // As libraries have it.
        let name = match speaker.split_once(", ") {
            Some((last, first)) if !first.contains(',') => format!("{first} {last}"),
            Some(_) | None => speaker.to_owned(),
        };
        if !writers.contains(&name) {
            writers.push(name);
        }
    }
    match writers.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(Failure::input("no source says who wrote it")
            .hint("give the full name: --name \"Ada Lovelace\"")),
        several => Err(Failure::input(format!(
            "the sources are by several people: {}",
            listed(several)
        ))
        .hint("say whose card it is: --name \"Ada Lovelace\"")),
    }
}
