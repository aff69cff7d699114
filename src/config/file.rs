//! `config.toml`: what may stand in it, and what is said of what may not.

use std::{collections::BTreeMap, ops::Range, time::Duration};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use secrecy::SecretString;
use serde::Deserialize;
use toml::Spanned;

use super::{EmbeddingModel, Embeddings, Env, Limits, Provider, Settings};
use crate::{
    bounds::RETRY_AFTER_S,
    debate::{ask::Role, command::Pace, ids::Seat},
    error::Failure,
    llm::{
        openai::{normal_url, usable_key},
        price::{Price, Prices},
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct File {
    model: Option<String>,
    pace: Option<Pace>,
    theme: Option<String>,
    providers: toml::map::Map<String, toml::Value>,
    roles: BTreeMap<Role, String>,
    seats: BTreeMap<Seat, String>,
    embeddings: EmbeddingLines,
    prices: Vec<PriceLine>,
    keys: BTreeMap<String, String>,
    limits: LimitLines,
}

/// The same file once more, for the part whose order counts and whose values need their place.
#[derive(Deserialize)]
struct Places {
    #[serde(default)]
    providers: BTreeMap<Spanned<String>, ProviderLines>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProviderLines {
    base_url: Spanned<String>,
    key_env: Option<Spanned<String>>,
    key: Option<Spanned<SecretString>>,
    first_byte_s: Option<Spanned<f64>>,
    between_bytes_s: Option<Spanned<f64>>,
    parallel: Option<Spanned<u32>>,
    #[serde(default)]
    headers: BTreeMap<String, SecretString>,
    #[serde(default)]
    models: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceLine {
    #[serde(rename = "match")]
    pattern: Spanned<String>,
    input: Option<f64>,
    cached_input: Option<f64>,
    output: Option<f64>,
    #[serde(default)]
    free: bool,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct EmbeddingLines {
    model: Option<Spanned<String>>,
    batch: Option<Spanned<u32>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct LimitLines {
    max_cost: Option<Spanned<f64>>,
    max_tokens: Option<u64>,
    retry_after_s: Option<Spanned<f64>>,
}

/// A file being read.
struct Source<'a> {
    path: &'a str,
    text: &'a str,
}

/// Reads a file. `path` is only for what is said of it. Keys named by `key_env` are looked up in `env`.
pub fn parse(path: &str, text: &str, env: &Env) -> Result<Settings, Failure> {
    let source = Source { path, text };
    let file: File = source.read()?;
    let mut places: Places = source.read()?;
    let mut providers = Vec::new();
    for name in file.providers.keys() {
        let found = places.providers.keys().find(|key| key.get_ref() == name);
        let Some(place) = found.map(Spanned::span) else {
            continue;
        };
        let spanned = Spanned::new(place.clone(), name.clone());
        if let Some(lines) = places.providers.remove(&spanned) {
            providers.push(source.provider(name, place, lines, env)?);
        }
    }
    let prices = file
        .prices
        .into_iter()
        .map(|line| source.price(line))
        .collect::<Result<_, _>>()?;
    let embeddings = source.embeddings(&file.embeddings, &providers)?;
    let limits = Limits {
        max_cost: file
            .limits
            .max_cost
            .map(|cost| source.positive("limits.max_cost", &cost))
            .transpose()?,
        max_tokens: file.limits.max_tokens,
        retry_after: file
            .limits
            .retry_after_s
            .map(|seconds| source.wait("limits.retry_after_s", &seconds))
            .transpose()?,
    };
    Ok(Settings {
        model: file.model,
        pace: file.pace,
        theme: file.theme,
        providers,
        roles: file.roles,
        seats: file.seats,
        embeddings,
        prices: Prices::new(prices),
        keys: file.keys,
        limits,
        ..Settings::default()
    })
}

impl Source<'_> {
    fn read<T: serde::de::DeserializeOwned>(&self) -> Result<T, Failure> {
        let wrong = |field: &str, error: &toml::de::Error| {
            let (message, hint) = reworded(error.message());
            let field = if field == "." || field.is_empty() {
                String::new()
            } else {
                format!("`{field}`: ")
            };
            let failure = self.wrong(error.span().unwrap_or(0..0), &format!("{field}{message}"));
            match hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        };
        let document = toml::Deserializer::parse(self.text).map_err(|error| wrong("", &error))?;
        serde_path_to_error::deserialize(document)
            .map_err(|error| wrong(&error.path().to_string(), error.inner()))
    }

    /// File, line, column and the line itself. A line that holds a key is not shown.
    fn wrong(&self, span: Range<usize>, message: &str) -> Failure {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before
            .rsplit('\n')
            .next()
            .map_or(1, |text| text.chars().count() + 1);
        let shown = self.text.lines().nth(line - 1).unwrap_or_default();
        if self.may_show_a_secret(before, shown, &span) {
            let said = without_quotations(message);
            return Failure::input(format!("{}:{line}:{column}: {said}", self.path));
        }
        let place = format!("{}:{line}:{column}: {message}", self.path);
        let report = [Level::ERROR.primary_title(message).element(
            Snippet::source(self.text)
                .path(self.path)
                .annotation(AnnotationKind::Primary.span(span)),
        )];
        let drawn = Renderer::plain().render(&report);
        let drawn = drawn.split_once('\n').map_or("", |(_, picture)| picture);
        Failure::input(format!("{place}\n{drawn}"))
    }

    /// Whether what would be drawn may hold a secret, misspelt or not: only what is known to hold none is
    /// shown of a provider.
    fn may_show_a_secret(&self, before: &str, line: &str, span: &Range<usize>) -> bool {
        let spanned = self.text.get(span.clone()).unwrap_or_default();
        let section = before
            .lines()
            .chain([line])
            .rfind(|line| line.trim_start().starts_with('['))
            .unwrap_or_default();
        let line = line.trim_start();
        let of_a_provider = section.contains("providers") || line.contains("providers");
        let is_header = line.starts_with('[') && spanned.lines().count() <= 1;
        let harmless = HARMLESS.iter().any(|name| line.starts_with(name));
        of_a_provider && !is_header && !(harmless && spanned.lines().count() <= 1)
    }

    fn provider(
        &self,
        name: &str,
        place: Range<usize>,
        lines: ProviderLines,
        env: &Env,
    ) -> Result<Provider, Failure> {
        if name.is_empty() || name.contains(':') {
            return Err(self.wrong(place, "expected a provider's name without \":\""));
        }
        let field = |field: &str| format!("`providers.{name}.{field}`");
        let base_url = normal_url(lines.base_url.get_ref()).map_err(|error| {
            self.wrong(
                lines.base_url.span(),
                &format!("{}: {error}", field("base_url")),
            )
        })?;
        let key = match (&lines.key, &lines.key_env) {
            (Some(_), Some(key_env)) => {
                let message = format!(
                    "{}: expected a `key` or a `key_env`, not both",
                    field("key_env")
                );
                return Err(self.wrong(key_env.span(), &message));
            }
            (Some(key), None) => {
                let text = secrecy::ExposeSecret::expose_secret(key.get_ref());
                let key_span = key.span();
                Some(usable_key(text).ok_or_else(|| {
                    let message = format!(
                        "{}: expected a key of visible ASCII characters",
                        field("key")
                    );
                    self.wrong(key_span, &message)
                })?)
            }
            (None, Some(key_env)) => env
                .key(key_env.get_ref())
                .map_err(|failure| self.wrong(key_env.span(), &failure.message))?,
            (None, None) => None,
        };
        let seconds = |name: &str, value: Option<Spanned<f64>>| {
            value
                .map(|value| {
                    let seconds = self.positive(&field(name), &value)?;
                    Duration::try_from_secs_f64(seconds)
                        .map_err(|_| self.wrong(value.span(), "expected fewer seconds"))
                })
                .transpose()
        };
        let parallel = match lines.parallel {
            Some(number) if *number.get_ref() == 0 => {
                let message = format!("{}: expected at least 1", field("parallel"));
                return Err(self.wrong(number.span(), &message));
            }
            number => number.map(|number| number.into_inner() as usize),
        };
        Ok(Provider {
            name: name.to_owned(),
            base_url,
            key,
            first_byte: seconds("first_byte_s", lines.first_byte_s)?,
            between_bytes: seconds("between_bytes_s", lines.between_bytes_s)?,
            parallel,
            headers: lines.headers.into_iter().collect(),
            models: lines.models,
        })
    }

    fn embeddings(
        &self,
        lines: &EmbeddingLines,
        providers: &[Provider],
    ) -> Result<Embeddings, Failure> {
        let model = lines.model.as_ref().map(|text| {
            let wrong = |why: &str| self.wrong(text.span(), &format!("`embeddings.model`: {why}"));
            let model = EmbeddingModel::parse(text.get_ref()).map_err(|why| wrong(&why))?;
            if let EmbeddingModel::At { provider, .. } = &model
                && provider != "openai"
                && !providers.iter().any(|one| one.name == *provider)
            {
                return Err(wrong(&format!(
                    "there is no provider `{provider}` in this file"
                )));
            }
            Ok(model)
        });
        let batch = lines.batch.as_ref().map(|number| {
            let most = super::embeddings::MOST_IN_A_BATCH;
            if (1..=most).contains(number.get_ref()) {
                return Ok(*number.get_ref() as usize);
            }
            let message = format!("`embeddings.batch`: expected a number from 1 to {most}");
            Err(self.wrong(number.span(), &message))
        });
        Ok(Embeddings {
            model: model.transpose()?,
            batch: batch.transpose()?,
        })
    }

    /// Seconds that are waited.
    fn wait(&self, field: &str, value: &Spanned<f64>) -> Result<Duration, Failure> {
        let seconds = Some(*value.get_ref()).filter(|seconds| RETRY_AFTER_S.holds(*seconds));
        let wait = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        wait.ok_or_else(|| {
            let message = format!("`{field}`: expected a number of seconds from {RETRY_AFTER_S}");
            self.wrong(value.span(), &message)
        })
    }

    fn positive(&self, field: &str, value: &Spanned<f64>) -> Result<f64, Failure> {
        let number = *value.get_ref();
        if number.is_finite() && number > 0.0 {
            Ok(number)
        } else {
            let message = format!("{field}: expected a number above 0");
            Err(self.wrong(value.span(), &message))
        }
    }

    fn price(&self, line: PriceLine) -> Result<(String, Price), Failure> {
        let is_price = |price: Option<f64>| price.is_none_or(|n| n.is_finite() && n >= 0.0);
        let span = line.pattern.span();
        if ![line.input, line.cached_input, line.output]
            .into_iter()
            .all(is_price)
        {
            return Err(self.wrong(span, "`prices`: expected prices of 0 or more"));
        }
        let price = match (line.free, line.input, line.output) {
            (true, None, None) => Price::Free,
            (false, Some(input), Some(output)) => Price::PerMillion {
                input,
                cached_input: line.cached_input.unwrap_or(input),
                output,
            },
            _ => {
                return Err(self.wrong(
                    span,
                    "`prices`: expected `input` and `output` (a million tokens each), or `free = true`",
                ));
            }
        };
        Ok((line.pattern.into_inner(), price))
    }
}

/// Lines of a provider's table that hold no secret.
const HARMLESS: [&str; 7] = [
    "[",
    "base_url",
    "key_env",
    "parallel",
    "models",
    "first_byte_s",
    "between_bytes_s",
];

/// A message without the values that it quotes.
fn without_quotations(message: &str) -> String {
    let mut parts = message.split('"');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    while let Some(_quoted) = parts.next() {
        kept.push('…');
        kept.push_str(parts.next().unwrap_or_default());
    }
    kept
}

/// The parser's message, and for an unknown name the nearest known one.
fn reworded(message: &str) -> (String, Option<String>) {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let hint = match quoted.split_first() {
        Some((given, known)) if unknown => known
            .iter()
            .map(|name| (strsim::jaro_winkler(given, name), name))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, name)| format!("Did you mean `{name}`?")),
        _ => None,
    };
    (message.to_owned(), hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;

    fn wrong(text: &str) -> String {
        parse("config.toml", text, &Env::default())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn everything_can_be_set() {
        let text = r#"
            model = "far:big-1"
            pace = "live"
            theme = "dark"
            [providers.near]
            base_url = "http://127.0.0.1:8080/v1/"
            parallel = 2
            first_byte_s = 300
            [providers.far]
            base_url = "https://example.org/v1"
            key_env = "FAR_KEY"
            headers = { x-team = "red" }
            models = ["big-1"]
            [roles]
            judge = "near:small"
            [seats]
            "prop.2" = "near:small"
            [[prices]]
            match = "big-*"
            input = 2
            output = 8
            [[prices]]
            match = "near:*"
            free = true
            [embeddings]
            model = "far:vec-1"
            batch = 16
            [keys]
            pause = "space"
            [limits]
            max_cost = 1.5
            retry_after_s = 30
        "#;
        let settings = parse("config.toml", text, &Env::with([("FAR_KEY", " sk-1\n")])).unwrap();
        let names: Vec<&str> = settings.providers.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["near", "far"]);
        let near = &settings.providers[0];
        assert_eq!(near.base_url, "http://127.0.0.1:8080/v1");
        assert_eq!(
            (near.parallel, near.first_byte),
            (Some(2), Some(Duration::from_secs(300)))
        );
        let far = &settings.providers[1];
        assert_eq!(far.key.as_ref().unwrap().expose_secret(), "sk-1");
        assert_eq!(settings.roles[&Role::Judge], "near:small");
        assert_eq!(settings.seats[&Seat::named("prop.2")], "near:small");
        assert_eq!(settings.prices.of("near", "small"), Price::Free);
        assert_eq!(settings.limits.max_cost, Some(1.5));
        assert_eq!(settings.limits.retry_after, Some(Duration::from_secs(30)));
        let model = EmbeddingModel::parse("far:vec-1").ok();
        assert_eq!(
            (&settings.embeddings.model, settings.embeddings.batch),
            (&model, Some(16))
        );
        assert!(!format!("{settings:?}").contains("sk-1"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let table = [
            (
                "modle = \"x\"",
                "config.toml:1:1: ",
                "Did you mean `model`?",
            ),
            ("\npace = \"fast\"", "config.toml:2:8: `pace`", "instant"),
            (
                "[roles]\njugde = \"x\"",
                "config.toml:2:1: ",
                "Did you mean `judge`?",
            ),
            (
                "[providers.a]\nbase_url = 7",
                "config.toml:2:12: ",
                "string",
            ),
            (
                "[providers.a]\nbase_url = \"ftp://x\"",
                "config.toml:2:12: `providers.a.base_url`",
                "http://",
            ),
            (
                "[providers.a]\nbase_url = \"http://x/v1\"\nparallel = 0",
                "config.toml:3:12: ",
                "at least 1",
            ),
            (
                "[providers.a]\nbase_urk = \"http://x/v1\"",
                "config.toml:",
                "base_url",
            ),
            (
                "[[prices]]\nmatch = \"*\"\ninput = 1",
                "config.toml:2:9: ",
                "free = true",
            ),
            (
                "[embeddings]\nmodel = \"minilm\"",
                "config.toml:2:9: `embeddings.model`: ",
                "embedded:NAME",
            ),
            (
                "[embeddings]\nmodel = \"far:x\"",
                "config.toml:2:9: `embeddings.model`: ",
                "no provider `far`",
            ),
            (
                "[embeddings]\nbatch = 0",
                "config.toml:2:9: `embeddings.batch`: ",
                "1 to 2048",
            ),
            (
                "[embeddings]\nmodle = \"off\"",
                "config.toml:2:1: ",
                "Did you mean `model`?",
            ),
            ("[limits]\nmax_cost = -1", "config.toml:2:12: ", "above 0"),
            (
                "[limits]\nretry_after_s = 1e9",
                "config.toml:2:17: `limits.retry_after_s`",
                "from 0 to 86400",
            ),
            ("model = ", "config.toml:1:", ""),
        ];
        for (text, place, expectation) in table {
            let said = wrong(text);
            assert!(said.starts_with(place), "{text}: {said}");
            assert!(said.contains(expectation), "{text}: {said}");
        }
    }

    #[test]
    fn a_key_is_in_no_message() {
        for text in [
            "[providers.a]\nbase_url = \"http://x/v1\"\nkey = \"hunter2 é\"",
            "[providers.a]\nbase_url = \"http://x/v1\"\nkey = [\"hunter2\"]",
            "[providers.a]\nbase_url = \"http://x/v1\"\nkye = \"hunter2\"",
            "[providers.a]\nkey = \"hunter2\"",
            "[providers.a]\nbase_url = \"http://x/v1\"\nkey = \"hunter2",
        ] {
            let said = wrong(text);
            assert!(!said.contains("hunter2"), "{said}");
        }
    }
}
