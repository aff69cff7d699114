//! Finds models that run in this process.

use std::sync::Arc;

use hustings_base::error::Failure;
use hustings_embedded::{Embedded, TOGETHER};
use hustings_llm::{
    EMBEDDED,
    gate::Gate,
    price::Price,
    roster::{Assigned, Place},
};
use hustings_models::{Installed, ModelKind, Store, human, memory_needed};

use super::Finder;

/// The model of that name in the store, if it can speak.
///
/// # Errors
/// There is none, or it makes embeddings.
pub(super) fn writer(store: &Store, name: &str) -> Result<Installed, Failure> {
    let found = store.find(name).ok_or_else(|| store.absent(name))?;
    if found.kind == ModelKind::Embeds {
        return Err(Failure::no_model(format!(
            "the model \"{}\" makes embeddings and cannot speak",
            found.name
        ))
        .hint(format!(
            "for embeddings it is named apart: --embeddings {EMBEDDED}:{}",
            found.name
        ))
        .hint("a model that speaks: hustings model list"));
    }
    Ok(found)
}

/// The models in the store, as names to choose from.
pub(super) fn offered(store: &Store) -> Vec<String> {
    let installed = store.writers().into_iter();
    installed
        .map(|one| format!("{EMBEDDED}:{}", one.name))
        .collect()
}

impl Finder<'_> {
    /// The model of that name in the store.
    pub(super) fn here(&mut self, name: &str) -> Result<Arc<Assigned>, Failure> {
        let installed = writer(self.store, name)?;
        self.run_here(&installed)
    }

    /// The model in the store where there is no key and no server: the one that is named, or else the usual one.
    /// `None` where there is none.
    pub(super) fn usual_here(
        &mut self,
        model: Option<&str>,
    ) -> Option<Result<Arc<Assigned>, Failure>> {
        match model {
            Some(name) if self.store.find(name).is_some() => Some(self.here(name)),
            Some(_) => None,
            None => self
                .store
                .usual()
                .map(|installed| self.run_here(&installed)),
        }
    }

    fn run_here(&mut self, installed: &Installed) -> Result<Arc<Assigned>, Failure> {
        let id = (EMBEDDED.to_owned(), EMBEDDED.into(), installed.name.clone());
        if let Some(known) = self.common.models.get(&id) {
            return Ok(Arc::clone(known));
        }
        let mut profile = (self.profiles)(&installed.profile);
        profile.context = profile.context.min(installed.context);
        let (model, fresh) = Embedded::shared(&installed.name, &installed.path, profile);
        let needed = memory_needed(installed.bytes);
        if let Some(free) = self
            .store
            .free_memory()
            .filter(|&free| fresh && free < needed)
        {
            return Err(Failure::no_model(format!(
                "the model \"{}\" needs {} of memory, and {} is free",
                installed.name,
                human(needed),
                human(free)
            ))
            .hint("close other programs, or choose a smaller model: hustings model list"));
        }
        let assigned = Assigned::new(model.clone(), Price::Free, Gate::new(TOGETHER))
            .found_as(format!("{EMBEDDED}:{}", installed.name))
            .at(Place::Here(model));
        let assigned = Arc::new(assigned);
        self.common.models.insert(id, Arc::clone(&assigned));
        Ok(assigned)
    }
}
