//! A server's refusal: what it says, in whatever form it says it, and what that means.

use std::{fmt, time::Duration};

use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::Value;

use super::{
    context::{tokens, told_context},
    endpoint::BaseUrl,
};
use crate::{ModelError, secrets::Secrets};

/// Longer waits than a hundred years are as good as for ever, and are cut to keep arithmetic safe.
const LONGEST_WAIT: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// A status that is no success, or an error where a stream should be.
#[derive(Clone)]
pub(super) struct Refusal {
    pub(super) status: u16,
    retry_after: Option<Duration>,
    /// The message, for people; not yet fit to be shown.
    message: String,
    /// Message, code and parameter in lower case, to look for words in.
    words: String,
    /// The size of the context, in tokens, where it has a member of its own.
    context: Option<u32>,
}

/// The server that refuses: what the meaning of a refusal depends on besides itself.
pub(super) struct RefusedBy<'a> {
    pub(super) url: &'a BaseUrl,
    /// The secrets that the message is shown without.
    pub(super) secrets: &'a Secrets,
    pub(super) was_sent_a_key: bool,
    /// The environment variable that the key comes from, or is looked for in, where there is one.
    pub(super) key_variable: Option<&'a str>,
}

// The message may repeat a key, so it is in no text that this type makes of itself.
impl fmt::Debug for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refusal")
            .field("status", &self.status)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HTTP {}", self.status)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    /// From a body: an OpenAI object, Gemini's array, FastAPI's detail, plain text, a page of HTML.
    pub(super) fn new(status: u16, retry_after: Option<Duration>, body: &str) -> Self {
        let parsed = super::json::read(body).ok().and_then(|mut all| all.pop());
        let object = parsed.as_ref().map(|value| {
            value
                .as_array()
                .and_then(|all| all.first())
                .unwrap_or(value)
        });
        let message = object
            .and_then(message)
            .unwrap_or_else(|| body.chars().take(4000).collect());
        let mut words = body.to_lowercase();
        words.push(' ');
        words.push_str(&message.to_lowercase());
        Self {
            status,
            retry_after,
            message,
            words,
            context: object.and_then(|error| {
                let inner = error.get("error").unwrap_or(error);
                tokens(inner.get("n_ctx")?)
            }),
        }
    }

    /// The refusal, where it may name another address at which the answer is to be had.
    pub(super) fn moved_to(mut self, place: Option<&str>) -> Self {
        if let Some(place) = place.filter(|_| (300..400).contains(&self.status)) {
            self.message = format!("what was asked for is at {place}");
        }
        self
    }

    /// From an error in the place of a chunk.
    pub(super) fn in_stream(error: &Value) -> Self {
        Self::new(
            200,
            None,
            &serde_json::json!({ "error": error }).to_string(),
        )
    }

    /// The message of the server, as it came: not yet fit to be shown.
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    /// Whether it speaks of any of these.
    pub(super) fn names(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.words.contains(word))
    }

    /// Whether it says that the prompt is too long.
    pub(super) fn is_too_long(&self) -> bool {
        self.status < 500
            && self.names(&[
                "context length",
                "context_length",
                "context window",
                "context size",
                "maximum context",
                "prompt is too long",
                "too many tokens",
                "exceed_context",
            ])
    }

    /// The size of the context, in tokens, where the refusal says it: in a member of its own, as llama.cpp does, or in
    /// words.
    pub(super) fn context(&self) -> Option<u32> {
        self.context.or_else(|| told_context(&self.message))
    }

    /// The error that the refusal means.
    pub(super) fn meaning(&self, by: &RefusedBy<'_>, model: &str) -> ModelError {
        let url = by.url.to_string();
        let model = model.to_owned();
        let detail = by.secrets.message(&self.message);
        let status = self.status;
        let no_such = |model| ModelError::NoSuchModel {
            model,
            url: by.url.to_string(),
            offers: Vec::new(),
        };
        let key = |url| ModelError::Key {
            url,
            status,
            sent: by.was_sent_a_key,
            variable: by.key_variable.map(str::to_owned),
            detail: detail.clone(),
        };
        match status {
            200 | 400 | 413 | 422 if self.is_too_long() => ModelError::TooLong {
                model,
                detail,
                context: self.context(),
            },
            401 | 403 => key(url),
            400 if self.names(&["api key not valid", "invalid api key", "incorrect api key"]) => {
                key(url)
            }
            404 => no_such(model),
            400 | 422 if self.is_about_the_model() => no_such(model),
            429 if self.names(&["insufficient_quota"]) => ModelError::Refused { status, detail },
            429 => ModelError::Busy {
                retry_after: self.retry_after,
                detail,
            },
            200 | 408 | 409 | 425 | 500.. => ModelError::Server {
                status,
                retry_after: self.retry_after,
                detail,
            },
            _ => ModelError::Refused { status, detail },
        }
    }

    fn is_about_the_model(&self) -> bool {
        self.names(&[
            "model_not_found",
            "not a valid model",
            "invalid model",
            "unknown model",
            "no such model",
            "unknown_model",
        ]) || (self.names(&["model"])
            && self.names(&["does not exist", "not found"])
            && !self.names(&["response_format", "max_tokens"]))
    }
}

fn message(value: &Value) -> Option<String> {
    let found = value
        .pointer("/error/message")
        .or_else(|| value.get("message"))
        .or_else(|| value.get("detail"))
        .or_else(|| value.get("error"))?;
    Some(
        found
            .as_str()
            .map_or_else(|| found.to_string(), str::to_owned),
    )
}

/// The time for which a server asks to be left alone: in milliseconds, in seconds, or until a date.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    let wait = |seconds: f64| {
        Duration::try_from_secs_f64(seconds.max(0.0)).map_or(LONGEST_WAIT, |d| d.min(LONGEST_WAIT))
    };
    if let Some(ms) = text("retry-after-ms").and_then(number) {
        return Some(wait(ms / 1000.0));
    }
    let value = text(RETRY_AFTER.as_str())?;
    if let Some(seconds) = number(value) {
        return Some(wait(seconds));
    }
    let date = jiff::fmt::rfc2822::parse(value.trim()).ok()?.timestamp();
    let left = date.duration_since(crate::clock::now());
    Some(wait(left.as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(status: u16, body: &str) -> ModelError {
        let by = RefusedBy {
            url: &"http://127.0.0.1:1/v1".into(),
            secrets: Secrets::none(),
            was_sent_a_key: false,
            key_variable: None,
        };
        Refusal::new(status, None, body).meaning(&by, "m")
    }

    type Check = fn(&ModelError) -> bool;

    #[test]
    fn refusals_mean_what_servers_mean_by_them() {
        use ModelError as E;
        let table: [(u16, &str, Check); 17] = [
            (401, "{}", |e| matches!(e, E::Key { status: 401, .. })),
            (403, "nope", |e| matches!(e, E::Key { .. })),
            (
                400,
                r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]"#,
                |e| matches!(e, E::Key { .. }),
            ),
            (
                404,
                r#"{"error":{"message":"model 'm' not found, try pulling it first"}}"#,
                |e| matches!(e, E::NoSuchModel { .. }),
            ),
            (
                400,
                r#"{"error":{"message":"m is not a valid model ID","code":400}}"#,
                |e| matches!(e, E::NoSuchModel { .. }),
            ),
            (
                400,
                r#"{"error":{"message":"The model `m` does not exist"}}"#,
                |e| matches!(e, E::NoSuchModel { .. }),
            ),
            (
                400,
                r#"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","code":400}"#,
                |e| matches!(e, E::TooLong { .. }),
            ),
            (
                400,
                r#"{"error":{"type":"exceed_context_size_error","message":"the request exceeds the available context size"}}"#,
                |e| matches!(e, E::TooLong { .. }),
            ),
            (
                429,
                r#"{"error":{"code":429,"message":"slow down"}}"#,
                |e| matches!(e, E::Busy { .. }),
            ),
            (
                429,
                "slow down",
                |e| matches!(e, E::Busy { detail, .. } if detail == "slow down"),
            ),
            (
                429,
                r#"{"error":{"code":"insufficient_quota","message":"no quota"}}"#,
                |e| matches!(e, E::Refused { status: 429, .. }),
            ),
            (408, "", |e| matches!(e, E::Server { .. })),
            (425, "", |e| matches!(e, E::Server { .. })),
            (
                503,
                "<html>\u{1b}[2Jbad gateway</html>",
                |e| matches!(e, E::Server { status: 503, detail, .. } if !detail.contains('\u{1b}')),
            ),
            (529, "overloaded", |e| matches!(e, E::Server { .. })),
            (422, r#"{"detail":[{"msg":"field required"}]}"#, |e| {
                matches!(e, E::Refused { status: 422, .. })
            }),
            (302, "", |e| matches!(e, E::Refused { status: 302, .. })),
        ];
        for (status, body, is_right) in table {
            let error = meaning(status, body);
            assert!(is_right(&error), "{status} {body}: {error:?}");
            // For whom it is nobody's; a quota that is used up is somebody's.
            let is_gone = matches!(status, 408 | 425 | 429 | 500..) && !body.contains("no quota");
            assert_eq!(error.is_outage(), is_gone, "{status} {body}: {error:?}");
        }
    }

    #[test]
    fn a_context_that_a_refusal_tells_is_read_and_none_is_invented() {
        let told = |message: &str, more: &str| {
            let body = serde_json::json!({"error": {"message": message}}).to_string();
            let body = body.replace("}}", &format!("{more}}}}}"));
            Refusal::new(400, None, &body).context()
        };
        for message in [
            "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (5728 in the messages, \
             3272 in the completion).",
            "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
            "It overflows the context, however large that is thought to be; loaded with a context length of only 8,192 tokens",
        ] {
            assert_eq!(told(message, ""), Some(8_192), "{message}");
        }
        for message in [
            "context length exceeded: 9040 tokens in the prompt, the limit is 8192",
            "prompt is too long: 9151 tokens > 8192 maximum",
        ] {
            assert_eq!(told(message, ""), Some(8_192), "{message}");
        }
        for message in [
            "context size -4096",
            "prompt is too long: 9000 tokens",
            "context window: 16",
            "context",
        ] {
            assert_eq!(told(message, ""), None, "{message}");
        }
        let silent = "the request exceeds the available context size";
        let member = r#","n_prompt_tokens":9000,"n_ctx":4096"#;
        assert_eq!(told(silent, member), Some(4_096));
        assert_eq!(told(silent, r#","n_ctx":"4096""#), None);
    }

    #[test]
    fn waits_are_read_in_every_form() {
        let wait = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(wait("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(wait("retry-after", "0.5"), Some(Duration::from_millis(500)));
        assert_eq!(
            wait("retry-after-ms", "250"),
            Some(Duration::from_millis(250))
        );
        assert_eq!(wait("retry-after", "1e300"), Some(LONGEST_WAIT));
        assert_eq!(wait("retry-after", "soon"), None);
        let date = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(30);
        let date = jiff::fmt::rfc2822::to_string(&date.to_zoned(jiff::tz::TimeZone::UTC)).unwrap();
        let left = wait("retry-after", &date).unwrap();
        assert!(
            left > Duration::from_secs(25) && left <= Duration::from_secs(30),
            "{left:?}"
        );
        assert_eq!(
            wait("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT"),
            Some(Duration::ZERO)
        );
    }
}
