//! Where a model is: addresses in one spelling, and what is wrong with those that cannot be used.

use std::{fmt, time::Duration};

use secrecy::SecretString;

use crate::text::{mask::masked, sanitize::sanitize_line};

/// Where a model is, and how long to wait for it.
#[derive(Clone)]
pub struct Endpoint {
    /// The base URL, with its path (most end in `/v1`).
    pub base_url: String,
    /// The key; without one no `Authorization` is sent.
    pub key: Option<SecretString>,
    /// Further headers. Their values are treated as secrets.
    pub headers: Vec<(String, SecretString)>,
    /// How long the first byte may take.
    pub first_byte: Duration,
    /// How long each further byte may take.
    pub between_bytes: Duration,
}

impl Endpoint {
    /// An endpoint with no key and the usual time-outs.
    pub fn new(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            key: None,
            headers: Vec::new(),
            first_byte: Duration::from_secs(120),
            between_bytes: Duration::from_secs(60),
        }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

/// Why there can be no line to an endpoint. No variant carries a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The base URL is no URL of a web service.
    #[error("\"{url}\" is not a base URL: {why}")]
    Url {
        /// As it was given.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// The key cannot be sent.
    #[error("the key for {url} is empty or has characters that a key cannot have")]
    Key {
        /// The base URL that it belongs to.
        url: String,
    },
    /// A header cannot be sent.
    #[error("the header \"{name}\" for {url} cannot be sent")]
    Header {
        /// The base URL that it belongs to.
        url: String,
        /// Its name.
        name: String,
    },
    /// The HTTP client cannot be made.
    #[error("no HTTP client: {0}")]
    Client(String),
}

/// A base URL in one spelling, so that two of them can be compared: lower-case host, no default port, no
/// slash at the end. A URL with a name and password, a query or a fragment is refused.
pub fn normal_url(url: &str) -> Result<String, EndpointError> {
    let wrong = |shown: &str, why: &str| EndpointError::Url {
        url: shown.to_owned(),
        why: why.to_owned(),
    };
    let given = url.trim();
    // What stands before an @ may be a key, and so may what is asked.
    let shown = given.rsplit('@').next().unwrap_or_default();
    let shown = shown.split(['?', '#']).next().unwrap_or_default();
    let shown = sanitize_line(&masked(shown));
    let parsed = reqwest::Url::parse(given)
        .map_err(|_| wrong(&shown, "expected http://host:port/v1 or https://host/v1"))?;
    if !parsed.username().is_empty() || parsed.password().is_some() {
        let shown = parsed.host_str().unwrap_or_default();
        return Err(wrong(
            shown,
            "it has a name or password in it; a key belongs in key_env",
        ));
    }
    if !matches!(parsed.scheme(), "http" | "https") || parsed.host_str().is_none() {
        return Err(wrong(&shown, "expected http:// or https://"));
    }
    if parsed.query().is_some() || parsed.fragment().is_some() {
        return Err(wrong(
            parsed.host_str().unwrap_or_default(),
            "it has a query or a fragment",
        ));
    }
    Ok(parsed.as_str().trim_end_matches('/').to_owned())
}

/// Whether an address is on this machine.
pub fn is_loopback(base_url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(base_url) else {
        return false;
    };
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || bare
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_compared_in_one_spelling() {
        let table = [
            (
                "https://API.openai.com/v1/",
                Some("https://api.openai.com/v1"),
            ),
            (
                "https://api.openai.com:443/v1",
                Some("https://api.openai.com/v1"),
            ),
            (
                " http://127.0.0.1:8080/v1// ",
                Some("http://127.0.0.1:8080/v1"),
            ),
            ("ftp://host/v1", None),
            ("localhost:8080", None),
            ("http://host/v1?key=1", None),
        ];
        for (given, normal) in table {
            assert_eq!(normal_url(given).ok().as_deref(), normal, "{given}");
        }
        let refused = normal_url("http://me:hunter2@host/v1")
            .unwrap_err()
            .to_string();
        assert!(!refused.contains("hunter2"), "{refused}");
        assert!(is_loopback("http://localhost:1/v1") && is_loopback("http://[::1]:1/v1"));
        assert!(!is_loopback("https://api.openai.com/v1"));
    }
}
