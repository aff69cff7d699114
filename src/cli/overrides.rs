//! The overrides from the flags for models and looks, and the host that they lead to.

use std::collections::BTreeSet;

use crate::{
    config::{Env, Overrides},
    debate::ids::Seat,
    error::Failure,
    llm::openai::BaseUrl,
};

use super::{Host, args::SharedArgs, flags, out};

/// The overrides from the flags.
pub(super) fn of(shared: &SharedArgs) -> Overrides {
    let models = &shared.models;
    Overrides {
        model: models.model.clone(),
        base_url: models.base_url.as_deref().map(BaseUrl::from),
        key_env: models.key_env.clone(),
        role_models: models.roles.clone(),
        seat_models: models
            .seats
            .iter()
            .map(|(seat, model)| (Seat::named(seat), model.clone()))
            .collect(),
        embeddings: models.embeddings.clone(),
        theme: shared.theme.clone(),
        ..Overrides::default()
    }
}

/// The host with these flags, once they are known to name what there is.
pub(super) fn host(shared: &SharedArgs) -> Result<Host, Failure> {
    let mut host = Host::load(Env::of_process(), of(shared))?;
    flags::check(&host.catalog, &host.overrides)?;
    host.tell = out::say;
    if let Some(text) = left_out(&host) {
        out::say(&text);
    }
    Ok(host)
}

/// The notice of the user's files that are left out because of what is wrong with them.
pub(super) fn left_out(host: &Host) -> Option<String> {
    let files: BTreeSet<&str> = host.left_out.iter().map(|one| one.file.as_str()).collect();
    let mut files = files.into_iter();
    let first = files.next()?;
    let more = match files.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "Left out, because something in it is wrong: {first}{more}. `hustings check` says what."
    ))
}
