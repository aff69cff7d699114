//! Draws a persona's style from the corpus, into a file that people can edit.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Host,
    catalog::{DrawnStyle, Persona, STYLES, Sample, Style},
    corpus::{Library, SAMPLES},
    corpus_question::CorpusQuestion,
    debate::ask::Role,
    error::Failure,
    files::{self, Existing},
    limits,
    llm::{roster::Assigned, shape::shape_of},
    prompt::Prompts,
    text::{counted, first_words, shown},
};

/// Words of a passage that a style is drawn from.
const WORDS: usize = 160;
/// The number of passages that are kept with a style as examples, and of words in each.
const EXAMPLES: (usize, usize) = (3, 80);
/// Tokens for the six features.
const TOKENS: u32 = 900;

/// The file for the style of that persona.
pub fn path(host: &Host, id: &str) -> PathBuf {
    host.dirs.config.join(STYLES).join(format!("{id}.toml"))
}

/// Refuses a file that is there.
///
/// # Errors
/// As said.
pub fn check_absent(path: &Path) -> Result<(), Failure> {
    if path.exists() {
        let shown = shown::path(&path);
        return Err(Failure::input(format!("there is {shown} already")));
    }
    Ok(())
}

/// Draws it and writes the file.
///
/// # Errors
/// There is no corpus or no model, the model gives nothing of use, or there is a file already.
pub async fn draw(
    host: &Host,
    library: &Library,
    id: &str,
    card: &Persona,
    existing: Existing,
) -> Result<PathBuf, Failure> {
    let path = path(host, id);
    if existing == Existing::Keep {
        check_absent(&path)?;
    }
    let passages: Vec<Sample> = library
        .spread(id, SAMPLES)?
        .into_iter()
        .map(|hit| Sample {
            text: first_words(&hit.text, WORDS),
            source: hit.source(),
        })
        .collect();
    let account = host.account();
    let roster = host.roster(&host.overrides).await?.on(&account);
    let clerk = roster.assigned(Role::Clerk, None);
    limits::check_cost_limit_of(host.settings.limits.max_cost, [clerk])?;
    let assigned = roster.assigned(Role::Clerk, None);
    (host.tell)(&format!(
        "{} reads {} to draw the style of {} …",
        assigned.model.label(),
        counted(passages.len(), "passage", "passages"),
        card.name
    ));
    let style = ask(&host.prompts()?, assigned, &card.name, &passages).await?;
    let mut drawn = drawn(style, &passages);
    drawn.clean();
    let about = format!(
        "# The style of {}, drawn from the corpus by {}. It lies over the style of the card; edit it as you like,\n\
         # or take the file away to have the card's own back.\n\n",
        card.name,
        assigned.model.label()
    );
    let failed = |why: &dyn std::fmt::Display| {
        Failure::internal(format!("{} cannot be written: {why}", shown::path(&path)))
    };
    let text = toml::to_string_pretty(&drawn).map_err(|error| failed(&error))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(&files::why(&error)))?;
    }
    let text = about + &text;
    files::write(&path, Existing::Replace, |out| {
        out.write_all(text.as_bytes())
    })
    .map_err(|error| error.failure(&path))?;
    Ok(path)
}

/// Asks for the six features.
///
/// # Errors
/// The model cannot be had, or gives nothing of use.
pub(crate) async fn ask(
    prompts: &Prompts,
    assigned: &Assigned,
    name: &str,
    passages: &[Sample],
) -> Result<Style, Failure> {
    let question = CorpusQuestion {
        assigned,
        tokens: TOKENS,
        what: "describe the style",
    };
    let messages = question.thinned(passages, |passages| prompts.style(name, passages))?;
    question.ask(messages, shape_of::<Style>(), is_sound).await
}

/// A style with some of the passages that it was drawn from, as examples.
pub(crate) fn drawn(style: Style, passages: &[Sample]) -> DrawnStyle {
    let (count, words) = EXAMPLES;
    let step = (passages.len() / count).max(1);
    let samples = passages.iter().step_by(step).take(count);
    let samples = samples.map(|sample| Sample {
        text: first_words(&sample.text, words),
        source: sample.source.clone(),
    });
    DrawnStyle {
        style,
        samples: samples.collect(),
    }
}

fn is_sound(style: &Style) -> Result<(), String> {
    if style.devices.is_empty() || style.phrases.is_empty() {
        return Err("\"devices\" and \"phrases\" each need one entry or more".to_owned());
    }
    Ok(())
}
