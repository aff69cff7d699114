//! The meaning of a model's name: whose model it is, and what the model is called there. A run and `hustings check`
//! read names here alone.

use hustings_base::text::shown::given;
use hustings_config::{Overrides, Provider, Settings};
use hustings_llm::{
    EMBEDDED,
    price::{Price, PriceList},
};
use hustings_rules::catalog::nearest::nearest;

use super::{openai_if_set, openai_provider};

/// The name under which OpenAI, or what is in its place, is there without being set up.
pub(crate) const OPENAI: &str = "openai";

/// The meaning of a model's name.
#[derive(Debug)]
pub enum NamedModel<'m> {
    /// A model of this provider's, and what it is called there.
    At(Box<Provider>, &'m str),
    /// A model that runs in this process, by its name in the store.
    Here(&'m str),
    /// A model of whichever provider is the usual one, under this name: it may have a colon, too.
    Usual(&'m str),
}

/// Reads a model's name with these settings.
pub fn named<'m>(settings: &Settings, model: &'m str) -> NamedModel<'m> {
    let Some((provider, name)) = model.split_once(':') else {
        return NamedModel::Usual(model);
    };
    if let Some(found) = known(settings, provider) {
        return NamedModel::At(Box::new(found), name);
    }
    if provider == EMBEDDED {
        return NamedModel::Here(name);
    }
    NamedModel::Usual(model)
}

/// The provider of that name.
pub(crate) fn known(settings: &Settings, provider: &str) -> Option<Provider> {
    let mut providers = settings.providers.iter();
    let found = providers.find(|one| one.name == provider).cloned();
    found.or_else(|| (provider == OPENAI).then(|| openai_provider(settings)))
}

/// The provider that is asked where none is named, as far as that is set: the first one, or OpenAI.
pub(crate) fn usual(settings: &Settings) -> Option<Provider> {
    let first = settings.providers.first().cloned();
    first.or_else(|| openai_if_set(settings))
}

/// Whether the price of some model of whoever is asked where no model is named is known.
pub(crate) fn are_prices_known(settings: &Settings) -> bool {
    !settings.prices.is_empty()
        || usual(settings).is_some_and(|one| PriceList::built_in().knows(&one.base_url))
}

/// The price of a model, as far as it follows from the name.
pub fn price(settings: &Settings, model: &str) -> Price {
    match named(settings, model) {
        NamedModel::Here(_) => Price::Free,
        NamedModel::At(provider, name) => settings.price(&provider, name),
        NamedModel::Usual(name) => match usual(settings) {
            Some(provider) => settings.price(&provider, name),
            None => settings.prices.of("", name),
        },
    }
}

/// The fault in a name that would be looked for with the usual provider, and that seems to begin with the name of one
/// that is not there: the message, and what to do. `None` where it may be a model's own name, which has what is called
/// a tag behind its colon: `qwen2.5:3b`, `mistral:instruct`.
pub fn stranger(settings: &Settings, flags: &Overrides, model: &str) -> Option<(String, String)> {
    // A server that a flag names is asked for whatever it may have.
    if flags.base_url.is_some() {
        return None;
    }
    // Where no provider is set up, whatever is found is asked, and little is known of its names.
    let is_set_up = !settings.providers.is_empty() || !settings.unread.is_empty();
    strange(settings, model, is_set_up)
}

/// The same in a file that names no provider at all: whoever looks through it wants to hear that a name seems to begin
/// with one, while a run asks whatever server it finds.
pub fn stranger_to_none(settings: &Settings, model: &str) -> Option<(String, String)> {
    strange(settings, model, true)
}

fn strange(settings: &Settings, model: &str, is_set_up: bool) -> Option<(String, String)> {
    let NamedModel::Usual(whole) = named(settings, model) else {
        return None;
    };
    let (provider, name) = whole.split_once(':')?;
    // That of a reseller: the vendor, the model, and a variant of it.
    if provider.contains('/') {
        return None;
    }
    let providers = &settings.providers;
    let mut listed = providers.iter().flat_map(|one| &one.models);
    let is_unread = settings.unread.iter().any(|one| one == provider);
    if is_unread || listed.any(|known| known == whole) || is_size(name) {
        return None;
    }
    // Some names of models are near those of servers for them: `llama4` and `ollama`.
    if is_tagged(provider, name) {
        return None;
    }
    // Many names of models begin as that of the one in the program does.
    let built_in = [EMBEDDED, OPENAI].into_iter().filter(|one| {
        one.len().abs_diff(provider.len()) < 2 && !nearest(provider, [*one].into_iter()).is_empty()
    });
    let near = nearest(provider, providers.iter().map(|one| one.name.as_str()));
    let meant = built_in.chain(near).next();
    let is_strange = is_set_up && !is_version(name);
    if meant.is_none() && !is_strange {
        return None;
    }
    let (shown, whole) = (given(provider), given(whole));
    let meant = meant.map_or_else(
        || format!("expected [providers.{shown}], or another name"),
        |meant| format!("did you mean `{meant}`?"),
    );
    Some((
        format!("there is no provider `{shown}`"),
        format!(
            "{meant}; a model that is itself called `{whole}` is named with its provider, PROVIDER:{whole}"
        ),
    ))
}

/// The beginnings of the names of models that people run themselves, under which they have tags.
const FAMILIES: [&str; 44] = [
    "alfred",
    "athene",
    "aya",
    "bakllava",
    "cogito",
    "command",
    "dbrx",
    "deepseek",
    "devstral",
    "dolphin",
    "exaone",
    "falcon",
    "gemma",
    "glm",
    "goliath",
    "gpt-oss",
    "granite",
    "hermes",
    "internlm",
    "kimi",
    "lfm",
    "llama",
    "llava",
    "magistral",
    "minicpm",
    "ministral",
    "mistral",
    "mixtral",
    "nemotron",
    "notus",
    "olmo",
    "openchat",
    "openhermes",
    "orca",
    "phi",
    "qwen",
    "qwq",
    "reflection",
    "smollm",
    "solar",
    "starling",
    "vicuna",
    "wizard",
    "yi",
];
/// The beginnings of the names of models that are had from services alone.
const OF_SERVICES: [&str; 10] = [
    "chatgpt", "claude", "gemini", "gpt-3", "gpt-4", "gpt-5", "grok", "o1", "o3", "o4",
];

/// Whether what stands before the colon is a model, and what stands behind it a tag. Where the latter is a model
/// itself, the former is a provider, whatever it is called.
fn is_tagged(before: &str, behind: &str) -> bool {
    let (before, behind) = (before.to_lowercase(), behind.to_lowercase());
    // `hf.co/someone/model:Q4_K_M`, `open-mixtral`, `codellama`.
    let is_family = |text: &str| {
        let name = text.rsplit('/').next().unwrap_or(text);
        FAMILIES.iter().any(|family| {
            name.starts_with(family)
                || name
                    .split(['-', '_', '.'])
                    .any(|part| part.starts_with(family))
                || (family.len() > 4 && name.contains(family))
        })
    };
    let is_of_service = |text: &str| OF_SERVICES.iter().any(|family| text.starts_with(family));
    if is_of_service(&behind) || behind.contains('/') {
        return false;
    }
    is_family(&before) && !is_family(&behind)
}

/// Whether it begins with what only stands behind the colon of a model's own name: its size, or a word for the newest.
fn is_size(name: &str) -> bool {
    let first = name.split(['-', '_']).next().unwrap_or(name);
    let number = first.strip_suffix(['b', 'B', 'm', 'M']).unwrap_or_default();
    let number = number.trim_start_matches(['e', 'E']);
    first == "latest"
        || (!number.is_empty()
            && number
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '.' | 'x')))
}

/// Whether it begins with a version or a precision, such as `v1.5`, `q4_K_M`, `fp16`. `m1` is the name of a model.
fn is_version(name: &str) -> bool {
    let first = name.split(['-', '_', '.']).next().unwrap_or(name);
    let first = first.to_lowercase();
    let digits = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let marks = ["v", "q", "iq", "fp", "bf", "f", "int"];
    let mut numbers = marks.iter().filter_map(|mark| first.strip_prefix(mark));
    digits(&first) || numbers.any(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(providers: &[&str]) -> Settings {
        Settings {
            providers: providers
                .iter()
                .map(|name| Provider::at(*name, "http://127.0.0.1:9/v1"))
                .collect(),
            ..Settings::default()
        }
    }

    #[test]
    fn a_tag_is_told_from_the_name_of_a_model_and_a_model_from_a_provider() {
        let with = settings(&["near", "far", "ollama"]);
        let stranger = |model: &str| stranger(&with, &Overrides::default(), model).is_some();
        for fine in [
            "near:x",
            "far:gemma:instruct",
            "openai:gpt-4o",
            "embedded:qwen",
            "plain",
            "mistral:instruct",
            "llama4:scout",
            "llama3.2-vision:latest",
            "codellama:code",
            "command-r:plus",
            "qwen2.5-coder:instruct",
            "deepseek-r1:8b-llama-distill-q4_K_M",
            "mixtral:8x7b-instruct-v0.1-q4_0",
            "gemma3n:e4b",
            "bear:7b",
            "neat:latest",
            "hf.co/someone/model:Q4_K_M",
            "own-model:v2",
            "own-model:fp16",
        ] {
            assert!(!stranger(fine), "{fine}");
        }
        for strange in [
            "nosuch:gpt-4o-mini-2024-07-18",
            "nosuch:qwen",
            "mistral:mistral-large-latest",
            "anthropic:claude-3-5-sonnet",
            "groq:llama-3.1-8b-instant",
            "openrouter:meta-llama/llama-3.1-8b",
            "zzz:m1",
            "naer:mock-1",
            "opnai:gpt-4o",
            "embeded:qwen2.5-coder-1.5b",
        ] {
            assert!(stranger(strange), "{strange}");
        }
    }

    #[test]
    fn of_names_of_which_nothing_is_known_nothing_is_said() {
        let stranger = |settings: &Settings, flags: &Overrides, model: &str| {
            super::stranger(settings, flags, model).is_some()
        };
        let none = settings(&[]);
        let plain = Overrides::default();
        assert!(!stranger(&none, &plain, "nosuch:x"));
        assert!(stranger(&none, &plain, "opnai:x"), "a slip of the pen");
        assert!(stranger_to_none(&none, "nosuch:x").is_some());
        assert!(stranger_to_none(&none, "own-model:v2").is_none());
        let with = settings(&["near"]);
        let server = Overrides {
            base_url: Some("http://127.0.0.1:7/v1".into()),
            ..Overrides::default()
        };
        assert!(!stranger(&with, &server, "nosuch:x"));
        let unread = Settings {
            unread: vec!["broken".into()],
            ..settings(&["near"])
        };
        assert!(!stranger(&unread, &plain, "broken:x"));
        assert!(stranger(&unread, &plain, "nosuch:x"));
    }

    #[test]
    fn a_key_in_the_place_of_a_provider_or_a_model_is_not_repeated() {
        let key = "8f14e45f-ceea-467f-a0e6-1234567890ab";
        for model in [format!("{key}:x"), format!("zzz:{key}")] {
            let (message, hint) =
                stranger(&settings(&["near"]), &Overrides::default(), &model).unwrap();
            let said = message + &hint;
            assert!(!said.contains("8f14e45f"), "{said}");
        }
    }
}
