//! What `hustings doctor` looks at beside the terminal and the log: files, servers, models, and what is kept. No model is
//! asked anything: servers are asked for their lists alone.

mod diagnosis;
mod kept;
mod models;
mod servers;

pub use diagnosis::{Area, Diagnosis, Health, exit};
pub use kept::{corpora, disk, journal};
pub use models::servers_and_models;

use crate::{catalog::Problem, config::FILE, error::Failure, own_files::OwnFiles, text::shown};

/// Looks at the configuration.
pub fn configuration(own: &OwnFiles) -> Vec<Diagnosis> {
    let area = Area::Configuration;
    if !own.of_settings.is_empty() {
        return problems(area, &own.of_settings);
    }
    let path = own.dirs.config.join(FILE);
    let shown = shown::path(&path);
    vec![Diagnosis::ok(
        area,
        if path.exists() {
            format!("{shown}: nothing is wrong with it")
        } else {
            format!(
                "{shown} is not there, and the defaults hold; `hustings config init` writes one"
            )
        },
    )]
}

/// Looks at the user's own files beside the configuration, as `hustings check` does.
///
/// # Errors
/// The built-in prompts are not sound.
pub fn catalog(own: &OwnFiles) -> Result<Vec<Diagnosis>, Failure> {
    let area = Area::Catalog;
    let mut wrong = problems(area, &own.of_catalog);
    wrong.extend(problems(area, &own.rehearse()?));
    if !wrong.is_empty() {
        return Ok(wrong);
    }
    let found = &own.catalog;
    let message = format!(
        "{} motions, {} personas, {} formats and {} themes can be used; your own are looked for in {}",
        found.motions().len(),
        found.personas().len(),
        found.formats().len(),
        found.themes().len(),
        shown::path(&own.dirs.config)
    );
    Ok(vec![Diagnosis::ok(area, message)])
}

fn problems(area: Area, all: &[Problem]) -> Vec<Diagnosis> {
    all.iter()
        .map(|problem| Diagnosis::of_problem(area, problem))
        .collect()
}

#[cfg(test)]
mod tests;
