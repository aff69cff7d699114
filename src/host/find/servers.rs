//! Finds servers and models that nobody has named.

use std::time::Duration;

use hustings_base::error::Failure;
use hustings_config::Provider;
use hustings_llm::{
    ModelError,
    openai::{BaseUrl, Endpoint, EndpointError, ListedModel, list_models},
    price::name_matches,
    probe::is_doubtful,
    roster::{PARALLEL, failure},
    secrets::Secrets,
};

/// Servers that people run on their own machine, with their usual addresses, in the order of preference.
const LOCAL: [(&str, &str); 3] = [
    ("ollama", "http://127.0.0.1:11434/v1"),
    ("llamacpp", "http://127.0.0.1:8080/v1"),
    ("lmstudio", "http://127.0.0.1:1234/v1"),
];
/// Calls at once for a server as people run it for themselves: such servers queue.
const LOCAL_PARALLEL: usize = 1;
/// The time that a server on this machine may take to answer.
const GLANCE: Duration = Duration::from_secs(2);
/// The models to take from OpenAI's long list, in the order of preference.
const OF_OPENAI: [&str; 4] = ["gpt-4.1-mini", "gpt-*-mini", "gpt-4*", "gpt-*"];
/// Models that do not write.
const NO_WRITERS: [&str; 10] = [
    "*embed*",
    "*rerank*",
    "*whisper*",
    "*tts*",
    "*dall-e*",
    "*moderation*",
    "*image*",
    "bge-*",
    "*/bge-*",
    "*transcribe*",
];

/// The places where servers of this machine are looked for.
pub(crate) fn usual_places() -> Vec<(String, String)> {
    LOCAL
        .map(|(name, url)| (name.to_owned(), url.to_owned()))
        .into()
}

/// The address by which a server of this machine is known, whatever it is called: it takes so many calls at once in all.
pub(crate) fn one_name(base_url: &BaseUrl) -> BaseUrl {
    let address = base_url.whole().replacen("//localhost", "//127.0.0.1", 1);
    BaseUrl::from(address)
}

/// The calls that a server is taken to answer at once until it says how many, with the places where people run servers
/// for themselves.
pub(super) fn calls_at_once(base_url: &BaseUrl, places: &[(String, String)]) -> usize {
    let address = one_name(base_url);
    if places.iter().any(|(_, url)| *url == address.whole()) {
        LOCAL_PARALLEL
    } else {
        PARALLEL
    }
}

/// The first of these servers that answers and has a model. All are asked at once.
pub(super) async fn nearby(places: &[(String, String)], known: &Secrets) -> Option<Provider> {
    let looks = places.iter().map(|(name, url)| look(name, url, known));
    let found = futures_util::future::join_all(looks).await;
    found.into_iter().flatten().next()
}

async fn look(name: &str, url: &str, known: &Secrets) -> Option<Provider> {
    let mut endpoint = Endpoint::new(url);
    endpoint.known = known.clone();
    let listed = list_models(&endpoint, GLANCE).await.ok()?.ok()?;
    let mut provider = Provider::at(name, url);
    provider.models = vec![choose(&listed, &provider.base_url)?];
    Some(provider)
}

/// The model to use of the list of a server, where it has one that writes.
pub(crate) fn chosen_of(listed: &[ListedModel], base_url: &BaseUrl) -> Option<String> {
    choose(listed, base_url)
}

/// The model to use of a list: for OpenAI a small one of the present kind, else the first that writes.
fn choose(listed: &[ListedModel], base_url: &BaseUrl) -> Option<String> {
    let names = || listed.iter().map(|one| &one.name);
    let writes = |name: &&String| !NO_WRITERS.iter().any(|pattern| name_matches(pattern, name));
    let preferred = OF_OPENAI
        .iter()
        .filter(|_| is_openai(base_url))
        .find_map(|pattern| {
            let mut fitting = names().filter(writes);
            fitting.find(|name| name_matches(pattern, name))
        });
    preferred.or_else(|| names().find(writes)).cloned()
}

/// The model to use at an endpoint for which none is named.
pub(super) async fn first_model(endpoint: &Endpoint, limit: Duration) -> Result<String, Failure> {
    let url = &endpoint.base_url;
    let listed = list_models(endpoint, limit)
        .await
        .map_err(|error| no_line(&error))?;
    let name_one = "Name a model with --model NAME, or with `model` in config.toml.";
    match listed {
        Ok(listed) => choose(&listed, url).ok_or_else(|| {
            Failure::no_model(format!(
                "{url} lists no model that writes, or none whose name can be shown"
            ))
            .hint(name_one)
        }),
        Err(error @ ModelError::Refused { .. }) if is_doubtful(&error) => Err(failure(&error)),
        Err(ModelError::NoSuchModel { .. } | ModelError::Refused { .. }) => Err(Failure::no_model(
            format!("{url} does not say which models it has"),
        )
        .hint(name_one)
        .hint("Check that the base URL is right: most end in /v1.")),
        Err(error @ ModelError::Busy { .. }) => Err(failure(&error)
            .hint("Or name a model with --model NAME: then its list is not needed.")
            .hint("Or let it be waited for, so many minutes at the most: --wait MINUTES.")),
        Err(error) => Err(failure(&error)),
    }
}

/// The failure where there can be no line to a server.
pub(crate) fn no_line(error: &EndpointError) -> Failure {
    let message = error.to_string();
    match error {
        EndpointError::Client { .. } => Failure::no_model(message).hint(
            "Where certificates are missing, install those of your system (the package is mostly called \
             ca-certificates), or name a file of them in SSL_CERT_FILE. A server at http://127.0.0.1 needs none.",
        ),
        EndpointError::Url { .. }
        | EndpointError::Masked { .. }
        | EndpointError::Key { .. }
        | EndpointError::Header { .. } => Failure::input(message),
    }
}

/// Whether an address is OpenAI's own.
fn is_openai(base_url: &BaseUrl) -> bool {
    base_url.whole() == hustings_config::OPENAI
}

/// A short name for a server that has none: its host, with a port where there is one.
pub(super) fn name_of(base_url: &BaseUrl) -> String {
    // What is shown of it: it is a name for people.
    let shown = base_url.to_string();
    let known = LOCAL.iter().find(|(_, url)| *url == shown);
    if let Some((name, _)) = known {
        return (*name).to_owned();
    }
    if is_openai(base_url) {
        return "openai".to_owned();
    }
    let host = shown.split_once("://").map_or(&*shown, |(_, rest)| rest);
    host.split('/').next().unwrap_or(host).to_owned()
}

/// The machine of an address, without its port, as it is shown.
pub(crate) fn host_of(base_url: &BaseUrl) -> String {
    let shown = base_url.to_string();
    let rest = shown.split_once("://").map_or(&*shown, |(_, rest)| rest);
    let host = rest.split('/').next().unwrap_or(rest);
    // An address in brackets has colons of its own.
    let bare = host
        .rsplit_once(':')
        .filter(|(_, port)| port.parse::<u16>().is_ok());
    bare.map_or(host, |(host, _)| host).to_owned()
}

/// The failure with no key, no configuration and no local server, where one was looked for, and what to do.
pub(super) fn no_model(looked: bool) -> Failure {
    let ports = LOCAL.map(|(_, url)| url).join(", ");
    let mut none = Failure::no_model("there is no model to speak");
    // A server on this machine may be about to start.
    none.passing = true;
    none
        .hint("With no key and no server: hustings model pull fetches one (1.1 GB) that runs in the program.")
        .hint("With a key: set OPENAI_API_KEY (and OPENAI_BASE_URL, if it is not for OpenAI itself).")
        .hint(if looked {
            format!(
                "With a server on this machine: start Ollama, llama.cpp's llama-server or LM Studio; these are \
                 looked for at {ports}."
            )
        } else {
            "With a server on this machine: name it with --base-url; none is looked for, because `look_nearby = false` \
             stands in config.toml."
                .to_owned()
        })
        .hint("With any other OpenAI-compatible server: --base-url URL [--key-env NAME] [--model NAME].")
}

#[cfg(test)]
mod tests {
    use hustings_base::error::Exit;

    use super::*;

    #[test]
    fn a_model_that_writes_is_chosen() {
        let listed = |name: &&str| ListedModel {
            name: (*name).to_owned(),
            context: None,
        };
        let list = |names: &[&str]| names.iter().map(listed).collect::<Vec<_>>();
        let here = &BaseUrl::from("http://127.0.0.1:1/v1");
        let mixed = list(&[
            "text-embedding-3-small",
            "nomic-embed-text",
            "qwen2.5:3b",
            "b",
        ]);
        assert_eq!(choose(&mixed, here).as_deref(), Some("qwen2.5:3b"));
        assert_eq!(choose(&list(&["bge-m3"]), here), None);
        let openai = list(&["whisper-1", "gpt-4", "gpt-4o-mini-tts", "gpt-4.1-mini"]);
        assert_eq!(
            choose(&openai, &hustings_config::OPENAI.into()).as_deref(),
            Some("gpt-4.1-mini")
        );
        assert_eq!(name_of(&"https://example.org/api/v1".into()), "example.org");
        assert_eq!(name_of(&"http://127.0.0.1:11434/v1".into()), "ollama");
        let key = "http://9f8e7d6c5b4a39281706f5e4d3c2b1a0/v1";
        assert_eq!(name_of(&key.into()), "…");
    }

    #[test]
    fn a_server_on_this_machine_is_waited_for_longer() {
        let waits = |provider: &Provider| {
            let endpoint = super::super::endpoint(provider, Secrets::none());
            let waits = [endpoint.first_byte, endpoint.between_bytes];
            waits.map(|wait| wait.as_secs())
        };
        let mut here = Provider::at("a", "http://127.0.0.1:1/v1");
        assert_eq!(waits(&here), [300, 60]);
        assert_eq!(waits(&Provider::at("a", "https://a.example/v1")), [120, 60]);
        here.first_byte = Some(Duration::from_secs(7));
        here.between_bytes = Some(Duration::from_secs(8));
        assert_eq!(waits(&here), [7, 8], "unless the file says otherwise");
    }

    #[tokio::test]
    async fn the_usual_ports_are_asked() {
        use std::io::{Read as _, Write as _};

        let places = usual_places();
        let known: Vec<(&str, &str)> = places
            .iter()
            .map(|(name, url)| (name.as_str(), url.as_str()))
            .collect();
        assert_eq!(
            known,
            [
                ("ollama", "http://127.0.0.1:11434/v1"),
                ("llamacpp", "http://127.0.0.1:8080/v1"),
                ("lmstudio", "http://127.0.0.1:1234/v1"),
            ]
        );
        for place in places {
            let address = place
                .1
                .trim_start_matches("http://")
                .trim_end_matches("/v1");
            // Where somebody has the port already, it is theirs.
            let Ok(listener) = std::net::TcpListener::bind(address) else {
                continue;
            };
            let served = std::thread::spawn(move || {
                let (mut line, _) = listener.accept().unwrap();
                let mut asked = [0; 1024];
                let count = line.read(&mut asked).unwrap();
                let list = r#"{"object":"list","data":[{"id":"here"}]}"#;
                let length = list.len();
                write!(
                    line,
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
                     connection: close\r\n\r\n{list}"
                )
                .unwrap();
                String::from_utf8_lossy(asked.get(..count).unwrap()).into_owned()
            });
            let only = [place.clone()];
            let found = nearby(&only, Secrets::none()).await.unwrap();
            assert_eq!(
                (found.name, found.models),
                (place.0, vec!["here".to_owned()])
            );
            let asked = served.join().unwrap();
            assert!(asked.starts_with("GET /v1/models "), "{asked}");
        }
    }

    #[test]
    fn servers_that_people_run_for_themselves_get_one_call_after_the_other() {
        for (url, calls) in [
            ("http://127.0.0.1:11434/v1", 1),
            ("http://localhost:1234/v1", 1),
            ("http://127.0.0.1:8000/v1", PARALLEL),
            ("https://api.example/v1", PARALLEL),
        ] {
            assert_eq!(calls_at_once(&url.into(), &usual_places()), calls, "{url}");
        }
    }

    #[test]
    fn no_model_says_what_to_do() {
        let said = no_model(true).to_string();
        for word in ["OPENAI_API_KEY", "11434", "8080", "1234", "--base-url"] {
            assert!(said.contains(word), "{said}");
        }
        let said = no_model(false).to_string();
        assert!(
            said.contains("look_nearby") && !said.contains("1234"),
            "{said}"
        );
        assert_eq!(no_model(true).exit, Exit::NoModel);
    }
}
