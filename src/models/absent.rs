//! What is said of a model that is not on this machine: how it comes here, where it can, and otherwise which was meant.

use super::{Catalogue, Store};
use crate::{
    catalog::nearest::nearest,
    error::{Exit, Failure},
    text::shown::{given, named},
};

impl Store {
    /// The failure of whoever asks for a model of that name. Nothing is offered that there is not.
    pub fn absent(&self, name: &str) -> Failure {
        let mut failure = Failure::new(
            Exit::NoModel,
            format!("the model \"{}\" is not on this machine", given(name)),
        );
        let there = self.installed();
        let there: Vec<&str> = there.iter().map(|one| one.name.as_str()).collect();
        let asked = named(name);
        let meant = |of: &[&str]| -> Option<String> {
            let found = nearest(&asked, of.iter().copied());
            found.first().map(|name| (*name).to_owned())
        };
        // Of a list that cannot be read, `hustings check` says what is wrong with it.
        match Catalogue::read(self.dirs()) {
            Ok(list) => match list.find(name) {
                Ok(entry) => {
                    failure = failure.hint(format!("fetch it: hustings model pull {}", entry.name));
                }
                Err(_) => {
                    let to_fetch: Vec<&str> =
                        list.entries().iter().map(|one| one.name.as_str()).collect();
                    if let Some(near) = meant(&there) {
                        failure = failure.hint(format!("did you mean \"{near}\", which is here?"));
                    } else if let Some(near) = meant(&to_fetch) {
                        failure = failure.hint(format!(
                            "did you mean \"{near}\"? Fetch it: hustings model pull {near}"
                        ));
                    }
                }
            },
            Err(_) => {
                if let Some(near) = meant(&there) {
                    failure = failure.hint(format!("did you mean \"{near}\", which is here?"));
                }
            }
        }
        failure.hint("see which there are: hustings model list")
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
