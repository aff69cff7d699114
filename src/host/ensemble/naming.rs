//! What models are asked for the report of an ensemble: a name for each theme, and the synthesis over all runs.

use futures_util::StreamExt as _;
use hustings_rules::setup::model_name;
use hustings_study::ensemble::{ArgumentTheme, DraftSynthesis, EnsembleReport, Landscape};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    Host,
    corpus_question::{CorpusQuestion, unmade},
    debate::ask::Role,
    error::Failure,
    llm::{
        roster::Assigned,
        shape::{counted, shape_of},
    },
    prompt::{Prompts, ThemeInShort},
    text::{first_words, sanitize::sanitize_line},
};

/// The most themes that are named: those that come first.
const NAMED: usize = 40;
/// The most claims of a theme that whoever names it is shown, and words of each.
const CLAIMS: usize = 8;
const WORDS: usize = 40;
/// Words of a name at the most.
const NAME_WORDS: usize = 10;
/// The most themes, and the fewest where there is little room, that whoever sums up is shown.
const SUMMED: usize = 24;
/// The most sentences of a synthesis.
const SENTENCES: u32 = 12;
/// Tokens for a name, and for a synthesis.
const NAME_TOKENS: u32 = 120;
const SYNTHESIS_TOKENS: u32 = 1_400;
/// Themes that are named at a time.
const AT_ONCE: usize = 8;

/// The name of a theme, as a model gives it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
struct ThemeName {
    /// Three to eight words.
    name: String,
}

impl Host {
    /// Has models name the themes of a report that have no name yet, and write its synthesis where it has none. What cannot
    /// be had is left out, and said.
    ///
    /// # Errors
    /// A prompt of the user's cannot be filled.
    pub async fn describe_themes(&self, report: &mut EnsembleReport) -> Result<(), Failure> {
        let is_named = |theme: &ArgumentTheme| !theme.name.is_empty() || !is_nameable(theme);
        let all_named = report.landscape.themes.iter().take(NAMED).all(is_named);
        if report.landscape.themes.is_empty() || (all_named && report.synthesis.is_some()) {
            return Ok(());
        }
        let prompts = self.prompts()?;
        let roster = match self.roster(&self.overrides).await {
            Ok(roster) => roster.on(&self.account()),
            Err(failure) => {
                (self.tell)(&format!("Themes are not named: {}", failure.message));
                return Ok(());
            }
        };
        let clerk = roster.assigned(Role::Clerk, None);
        self.name_themes(report, &prompts, clerk).await;
        if report.synthesis.is_none() {
            match synthesis(report, &prompts, clerk).await {
                Ok(draft) => {
                    let name = model_name(clerk.model.label());
                    report.synthesis = Some(draft.kept(&report.landscape, name));
                }
                Err(failure) => {
                    (self.tell)(&format!("There is no synthesis: {}", failure.message));
                }
            }
        }
        Ok(())
    }

    async fn name_themes(&self, report: &mut EnsembleReport, prompts: &Prompts, clerk: &Assigned) {
        let motion = report.occasion.motion.clone();
        let themes = report.landscape.themes.iter().take(NAMED);
        let unnamed = themes.filter(|theme| theme.name.is_empty() && is_nameable(theme));
        let asked = unnamed.map(|theme| {
            let claims = theme.claims.iter().take(CLAIMS);
            let claims: Vec<String> = claims.map(|one| first_words(&one.text, WORDS)).collect();
            let (motion, number) = (&motion, theme.number);
            async move { (number, name(motion, &claims, prompts, clerk).await) }
        });
        let asked: Vec<_> = asked.collect();
        let answers: Vec<(usize, Result<String, Failure>)> = futures_util::stream::iter(asked)
            .buffered(AT_ONCE)
            .collect()
            .await;
        let mut failed = None;
        for (number, answer) in answers {
            match answer {
                Ok(name) => {
                    let themes = report.landscape.themes.iter_mut();
                    for theme in themes.filter(|theme| theme.number == number) {
                        theme.name.clone_from(&name);
                    }
                    report.landscape.named_by = Some(model_name(clerk.model.label()).to_owned());
                }
                Err(failure) => failed = Some(failure),
            }
        }
        if let Some(failure) = failed {
            (self.tell)(&format!(
                "Some themes have no name but their own claims: {}",
                failure.message
            ));
        }
    }
}

/// Whether a theme has more than one claim, so that a name says more than the claim does.
fn is_nameable(theme: &ArgumentTheme) -> bool {
    theme.claims.len() > 1
}

async fn name(
    motion: &str,
    claims: &[String],
    prompts: &Prompts,
    clerk: &Assigned,
) -> Result<String, Failure> {
    let claims: Vec<&str> = claims.iter().map(String::as_str).collect();
    let messages = prompts.theme_name(motion, &claims).map_err(unmade)?;
    let question = CorpusQuestion {
        assigned: clerk,
        tokens: NAME_TOKENS,
        what: "name a theme",
    };
    let check = |found: &ThemeName| {
        let words = sanitize_line(&found.name);
        if crate::text::has_words(&words) {
            Ok(())
        } else {
            Err("a name has words".to_owned())
        }
    };
    let found = question
        .ask(messages, shape_of::<ThemeName>(), check)
        .await?;
    let name = sanitize_line(&found.name);
    Ok(first_words(name.trim(), NAME_WORDS))
}

async fn synthesis(
    report: &EnsembleReport,
    prompts: &Prompts,
    clerk: &Assigned,
) -> Result<DraftSynthesis, Failure> {
    let question = CorpusQuestion {
        assigned: clerk,
        tokens: SYNTHESIS_TOKENS,
        what: "sum the debates up",
    };
    let mut shown = SUMMED;
    let messages = loop {
        let themes = in_short(report, &report.landscape, shown);
        let runs = report.runs.len();
        let messages = prompts
            .over_all_runs(&report.occasion.motion, runs, &themes)
            .map_err(unmade)?;
        if question.fits(&messages) || shown <= 1 {
            break messages;
        }
        shown /= 2;
    };
    let shape = counted(shape_of::<DraftSynthesis>(), "sentences", 1, SENTENCES);
    question.ask(messages, shape, |_| Ok(())).await
}

/// The themes that were made most often.
fn in_short(report: &EnsembleReport, landscape: &Landscape, most: usize) -> Vec<ThemeInShort> {
    let mut themes: Vec<&ArgumentTheme> = landscape.themes.iter().collect();
    themes.sort_by_key(|theme| std::cmp::Reverse(theme.runs.len()));
    themes.truncate(most);
    themes.sort_by_key(|theme| theme.number);
    let short = |theme: &&ArgumentTheme| ThemeInShort {
        number: theme.number,
        claim: first_words(&theme.central, WORDS),
        side: report.occasion.side(&theme.side).to_owned(),
        runs: theme.runs.clone(),
        answered: theme.answered.len(),
        stood: theme.stood.len(),
    };
    themes.iter().map(short).collect()
}
