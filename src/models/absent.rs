//! The message about a model that is not on this machine: how it comes here, where it can, and otherwise which was
//! meant.

use super::{Catalogue, Store};
use crate::{
    catalog::nearest::nearest,
    error::{Exit, Failure},
    text::shown::{given, named},
};

impl Store {
    /// The failure of whoever asks for a model of that name. Nothing is offered that there is not.
    pub fn absent(&self, name: &str) -> Failure {
        let message = format!("the model \"{}\" is not on this machine", given(name));
        let mut failure = Failure::new(Exit::NoModel, message);
        failure.hints.extend(self.hint_for(name));
        failure.hint("see which there are: hustings model list")
    }

    fn hint_for(&self, name: &str) -> Option<String> {
        // Of a list that cannot be read, `hustings check` says what is wrong with it.
        let list = Catalogue::read(self.dirs()).ok();
        if let Some(entry) = list.as_ref().and_then(|list| list.find(name).ok()) {
            return Some(format!("fetch it: hustings model pull {}", entry.name));
        }
        let asked = named(name);
        let meant = |names: Vec<String>| {
            let near = nearest(&asked, names.iter().map(String::as_str));
            near.first().map(|near| (*near).to_owned())
        };
        let here = self.installed().into_iter().map(|one| one.name);
        if let Some(near) = meant(here.collect()) {
            return Some(format!("did you mean \"{near}\", which is here?"));
        }
        let to_fetch = list.iter().flat_map(Catalogue::entries);
        let near = meant(to_fetch.map(|entry| entry.name.clone()).collect())?;
        Some(format!(
            "did you mean \"{near}\"? Fetch it: hustings model pull {near}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Dirs;

    #[test]
    fn only_what_there_is_is_offered() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(&Dirs::under(folder.path()));
        for (name, hint) in [
            ("minilm", "fetch it: hustings model pull minilm"),
            (
                "qwen2.5-coder-1.5",
                "did you mean \"qwen2.5-coder-1.5b\"? Fetch it: hustings model pull qwen2.5-coder-1.5b",
            ),
            ("nosuch", "see which there are: hustings model list"),
        ] {
            let failure = store.absent(name);
            assert_eq!(failure.hints[0], hint, "{failure}");
            assert!(!failure.to_string().contains("pull nosuch"), "{failure}");
        }
    }
}
