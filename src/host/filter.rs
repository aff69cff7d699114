//! The check of a filter for debates of the journal: what a filter names has to be somewhere.

use crate::{
    Host,
    catalog::nearest,
    error::Failure,
    journal::{DebateFilter, Journal},
    text::shown::given,
};

/// The reason why a filter is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilterError {
    /// Its format is none that there is or was.
    Format(Failure),
    /// There is no debate of its batch.
    Batch(Failure),
    /// The journal cannot be read.
    Journal(Failure),
}

impl Host {
    /// Refuses a format and a batch of which nobody has ever heard: a list of nothing would look as if there were no
    /// debates.
    ///
    /// # Errors
    /// As said, with the nearest name.
    pub fn check_filter(&self, kept: &Journal, wanted: &DebateFilter) -> Result<(), FilterError> {
        let list = || {
            kept.list()
                .map_err(|error| FilterError::Journal(error.into()))
        };
        let is_there = |wanted: DebateFilter| -> Result<bool, FilterError> {
            Ok(list()?.iter().any(|summary| wanted.fits(summary)))
        };
        if let Some(format) = &wanted.format {
            let held = DebateFilter {
                format: Some(format.clone()),
                ..DebateFilter::default()
            };
            let mut all = self.catalog.formats();
            let named = all.any(|entry| entry.value.name.eq_ignore_ascii_case(format.trim()));
            if !named && !is_there(held)? {
                self.catalog
                    .format(format)
                    .map_err(|unknown| FilterError::Format(unknown.into()))?;
            }
        }
        if let Some(batch) = &wanted.batch {
            let held = DebateFilter {
                batch: Some(batch.clone()),
                ..DebateFilter::default()
            };
            if !is_there(held)? {
                let all = list()?;
                let mut names: Vec<&str> =
                    all.iter().filter_map(|one| one.batch.as_deref()).collect();
                names.sort_unstable();
                names.dedup();
                let near = nearest::nearest(batch, names.iter().copied());
                let names: Vec<String> = names.iter().map(|name| given(name)).collect();
                let hint = match (near.first(), names.is_empty()) {
                    (Some(near), _) => format!("did you mean `{}`?", given(near)),
                    (None, true) => "no debate of any batch is in the journal".to_owned(),
                    (None, false) => format!("there are {}", names.join(", ")),
                };
                let failure = Failure::input(format!("there is no batch `{}`", given(batch)));
                return Err(FilterError::Batch(failure.hint(hint)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_has_heard_of_is_refused_with_the_nearest_name() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let journal = host.journal().unwrap();
        let refused = |wanted: DebateFilter| host.check_filter(&journal, &wanted).unwrap_err();
        let format = |format: &str| DebateFilter {
            format: Some(format.to_owned()),
            ..DebateFilter::default()
        };
        let FilterError::Format(failure) = refused(format("exhibitoin")) else {
            panic!("the format is refused");
        };
        assert!(failure.to_string().contains("exhibition"), "{failure}");
        // By its name, too.
        let known = format("Cambridge Union exhibition");
        assert!(host.check_filter(&journal, &known).is_ok());
        let batch = DebateFilter {
            batch: Some("small".to_owned()),
            ..DebateFilter::default()
        };
        let FilterError::Batch(failure) = refused(batch) else {
            panic!("the batch is refused");
        };
        let told = failure.to_string();
        assert!(
            told.contains("no batch `small`") && told.contains("no debate of any batch"),
            "{told}"
        );
    }
}
