//! What `hustings doctor` looks at beside the terminal and the log: files, servers, models, and what is kept. No model is
//! asked anything: servers are asked for their lists alone.

mod diagnosis;
mod kept;
mod models;
mod servers;

pub use diagnosis::{Area, Diagnosis, Health, exit};
pub use kept::{corpora, disk, journal};
pub use models::servers_and_models;

use crate::{
    catalog::Problem,
    config::{FILE, KEYS, Overrides},
    error::Failure,
    own_files::OwnFiles,
    text::{counted, shown},
};

/// Looks at the configuration, and at the variables of the environment that belong to it.
pub fn configuration(own: &OwnFiles, flags: &Overrides) -> Vec<Diagnosis> {
    let area = Area::Configuration;
    let mut wrong = problems(area, &own.of_settings);
    let settled = own.settings.clone().within(own.env.clone(), flags);
    wrong.extend(
        settled
            .err()
            .map(|failure| Diagnosis::of_failure(area, &failure)),
    );
    if !wrong.is_empty() {
        return wrong;
    }
    let path = own.dirs.config.join(FILE);
    let shown = shown::path(&path);
    let mut found = vec![Diagnosis::ok(
        area,
        if path.exists() {
            format!("{shown}: nothing is wrong with it")
        } else {
            format!(
                "{shown} is not there, and the defaults hold; `hustings config init` writes one"
            )
        },
    )];
    let keys = &own.settings.stored;
    if !keys.is_empty() {
        let count = counted(keys.len() as u64, "key", "keys");
        let shown = shown::path(&own.dirs.config.join(KEYS));
        let message = format!("{shown}: {count}, as plain text that only you can read");
        found.push(Diagnosis::ok(area, message));
    }
    found
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
mod tests {
    use std::{
        io::{Read as _, Write as _},
        net::TcpListener,
        path::Path,
    };

    use super::*;
    use crate::{
        Host,
        config::{Dirs, Env},
    };

    /// A server that answers once with this list; gives its base URL and what it was asked.
    fn server(list: &'static str) -> (String, std::thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let served = std::thread::spawn(move || {
            let (mut line, _) = listener.accept().unwrap();
            let mut asked = [0; 1024];
            let count = line.read(&mut asked).unwrap();
            let length = list.len();
            write!(
                line,
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{list}"
            )
            .unwrap();
            String::from_utf8_lossy(asked.get(..count).unwrap()).into_owned()
        });
        (url, served)
    }

    fn host(folder: &Path, config: &str, overrides: Overrides) -> Host {
        let dirs = Dirs::under(folder);
        std::fs::create_dir_all(&dirs.config).unwrap();
        std::fs::write(dirs.config.join(FILE), config).unwrap();
        let own = OwnFiles::read(dirs, Env::default(), |_, _| {});
        own.into_host(overrides).unwrap()
    }

    #[tokio::test]
    async fn servers_are_told_with_what_to_do_where_they_are_needed_and_are_gone() {
        let (url, served) = server(r#"{"object":"list","data":[{"id":"here-1"}]}"#);
        let folder = tempfile::tempdir().unwrap();
        // Nothing answers at the port of one that has just gone.
        let gone = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let config = format!(
            "model = \"near:here-2\"\nlook_nearby = false\n[providers.near]\nbase_url = \"{url}\"\n\
         [providers.gone]\nbase_url = \"http://{gone}/v1\"\n[roles]\njudge = \"gone:x\"\n\
         [providers.unasked]\nbase_url = \"http://{gone}/v1\"\nkey_env = \"NO_SUCH_KEY\"\n\
             [embeddings]\nmodel = \"near:vec\"\n"
        );
        let host = host(folder.path(), &config, Overrides::default());
        let found = servers_and_models(&host).await.unwrap();
        let asked = served.join().unwrap();
        assert!(asked.starts_with("GET /v1/models "), "{asked}");
        let of = |area: Area, words: &str| {
            let mut all = found.iter().filter(|one| one.area == area);
            let one = all.find(|one| one.message.contains(words));
            one.unwrap_or_else(|| panic!("{words}: {found:?}"))
        };
        assert_eq!(of(Area::Servers, "near at").health, Health::Ok);
        assert!(of(Area::Servers, "near at").message.contains("here-1"));
        let needed = of(Area::Servers, "gone at");
        assert_eq!(needed.health, Health::Fault);
        assert!(needed.advice[0].contains("Start the server"), "{needed:?}");
        assert_eq!(
            of(Area::Servers, "NO_SUCH_KEY is not set").health,
            Health::Note
        );
        let absent = of(Area::Models, "here-2");
        assert_eq!(absent.health, Health::Fault);
        assert!(absent.advice[0].contains("here-1"), "{absent:?}");
        // Debates are held without one that embeds, too.
        assert_eq!(of(Area::Models, "near:vec").health, Health::Note);
        assert_eq!(of(Area::Models, "costs").health, Health::Note);
        assert_eq!(exit(&found), crate::error::Exit::NoModel);
        let without_advice = |one: &&Diagnosis| one.health != Health::Ok && one.advice.is_empty();
        assert_eq!(found.iter().find(without_advice), None);
    }

    #[test]
    fn what_is_wrong_with_the_configuration_is_a_fault_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(folder.path());
        let own = || OwnFiles::read(dirs.clone(), Env::default(), |_, _| {});
        let absent = configuration(&own(), &Overrides::default());
        assert!(
            absent[0].message.contains("hustings config init"),
            "{absent:?}"
        );
        assert_eq!(absent[0].health, Health::Ok);
        std::fs::create_dir_all(&dirs.config).unwrap();
        std::fs::write(dirs.config.join(FILE), "pace = \"live\"\nmodle = \"x\"\n").unwrap();
        let wrong = configuration(&own(), &Overrides::default());
        assert_eq!(wrong[0].health, Health::Fault);
        assert!(wrong[0].message.contains("config.toml:2:"), "{wrong:?}");
        assert!(wrong[0].advice[0].contains("model"), "{wrong:?}");
        let junk = Env::with([("OPENAI_BASE_URL", "junk")]);
        let own_with = OwnFiles::read(Dirs::under(&folder.path().join("in")), junk, |_, _| {});
        let wrong = configuration(&own_with, &Overrides::default());
        assert!(wrong[0].message.contains("OPENAI_BASE_URL"), "{wrong:?}");
        // What else there is is looked at all the same.
        assert_eq!(catalog(&own()).unwrap()[0].health, Health::Ok);
        assert!(own().into_host(Overrides::default()).is_ok());
    }
}
