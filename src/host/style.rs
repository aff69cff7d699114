//! Draws a persona's style from the corpus, into a file that people can edit.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Host,
    catalog::{DrawnStyle, Persona, STYLES, Sample, Style},
    corpus::{Library, SAMPLES},
    debate::ask::{Purpose, Role},
    error::Failure,
    files::{self, Existing},
    limits,
    llm::{Message, Request, roster::Assigned, shape::shape_of},
    text::{counted, first_words, shown},
};

/// Words of a passage that a style is drawn from.
const WORDS: usize = 160;
/// The number of passages that are kept with a style as examples, and of words in each.
const EXAMPLES: (usize, usize) = (3, 80);
/// Tokens for the six features.
const TOKENS: u32 = 900;
/// Characters of a token, on the safe side.
const CHARS_A_TOKEN: usize = 3;

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
    let style = ask(host, assigned, &card.name, &passages).await?;
    let (count, words) = EXAMPLES;
    let step = (passages.len() / count).max(1);
    let samples = passages.iter().step_by(step).take(count);
    let mut drawn = DrawnStyle {
        style,
        samples: samples
            .map(|sample| Sample {
                text: first_words(&sample.text, words),
                source: sample.source.clone(),
            })
            .collect(),
    };
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

async fn ask(
    host: &Host,
    assigned: &Assigned,
    name: &str,
    passages: &[Sample],
) -> Result<Style, Failure> {
    let prompts = host.prompts()?;
    let context = assigned.model.profile().context as usize;
    let room = context.saturating_sub(TOKENS as usize) * CHARS_A_TOKEN;
    let fits = |messages: &[Message]| {
        messages
            .iter()
            .map(|one| one.text.chars().count())
            .sum::<usize>()
            <= room
    };
    let made = |passages: &[Sample]| {
        prompts.style(name, passages).map_err(|reason| {
            Failure::input(format!("the prompt for a style cannot be made: {reason}"))
        })
    };
    // As many passages as the model has room for, from all over the corpus.
    let mut chosen = passages.to_vec();
    let mut messages = made(&chosen)?;
    while !fits(&messages) && chosen.len() > 1 {
        chosen = chosen.into_iter().step_by(2).collect();
        messages = made(&chosen)?;
    }
    let request = Request {
        purpose: Purpose::Extract,
        messages,
        max_tokens: TOKENS,
        shape: None,
        temperature: Some(0.2),
        seed: Some(0),
    };
    let (answer, _) = assigned.ask(request, shape_of::<Style>(), is_sound).await;
    answer.map_err(|error| {
        // Nothing has come of it: a part of the work would be done otherwise.
        let failure = Failure::no_model(format!(
            "{} could not describe the style: {error}",
            assigned.model.label()
        ));
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}

fn is_sound(style: &Style) -> Result<(), String> {
    if style.devices.is_empty() || style.phrases.is_empty() {
        return Err("\"devices\" and \"phrases\" each need one entry or more".to_owned());
    }
    Ok(())
}
