//! Addresses of models in one spelling, and what is wrong with those that cannot be used.

use std::{fmt, time::Duration};

use secrecy::SecretString;

use crate::{
    secrets::Secrets,
    text::{
        mask::{is_masked, masked_base_url, secrets_of_base_url},
        shown::{named, visible},
    },
};

/// The place of a model, and how long to wait for it.
#[derive(Clone)]
pub struct Endpoint {
    /// The base URL, with its path (most end in `/v1`).
    pub base_url: BaseUrl,
    /// The key; without one no `Authorization` is sent.
    pub key: Option<SecretString>,
    /// The environment variable that the key comes from, or is looked for in, where there is one.
    pub key_variable: Option<String>,
    /// Further headers. Their values are treated as secrets.
    pub headers: Vec<(String, SecretString)>,
    /// Further secrets that are in no text of this server's: the keys of other servers.
    pub known: Secrets,
    /// The longest wait for the first byte.
    pub first_byte: Duration,
    /// The longest wait for each further byte.
    pub between_bytes: Duration,
}

impl Endpoint {
    /// An endpoint with no key and the usual time-outs.
    pub fn new(base_url: impl Into<BaseUrl>) -> Self {
        Self {
            base_url: base_url.into(),
            key: None,
            key_variable: None,
            headers: Vec::new(),
            known: Secrets::default(),
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

/// The reason there can be no line to an endpoint. No variant carries a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The base URL is no URL of a web service.
    #[error("\"{}\" is not a base URL: {why}", named(url))]
    Url {
        /// As it was given.
        url: String,
        /// The fault of the URL.
        why: String,
    },
    /// The base URL is only the part of it that was shown.
    #[error("{url} is not the whole address: what could be a key was left out")]
    Masked {
        /// As it was shown.
        url: BaseUrl,
    },
    /// The key cannot be sent.
    #[error("the key for {url} is empty or has characters that a key cannot have")]
    Key {
        /// The base URL that it belongs to.
        url: BaseUrl,
    },
    /// A header cannot be sent.
    #[error("the header \"{name}\" for {url} cannot be sent")]
    Header {
        /// The base URL that it belongs to.
        url: BaseUrl,
        /// The name of the header.
        name: String,
    },
    /// There can be no line to it from this machine.
    #[error("nothing can be asked of {url} from this machine: {why}")]
    Client {
        /// The base URL.
        url: BaseUrl,
        /// The missing part: certificates that a server is checked by, or a thread.
        why: String,
    },
}

/// Whether a header of this name and value can be sent.
pub fn is_header(name: &str, value: &str) -> bool {
    use reqwest::header::{HeaderName, HeaderValue};
    HeaderName::from_bytes(name.as_bytes()).is_ok() && HeaderValue::from_str(value.trim()).is_ok()
}

/// The address of a server. Somebody may be let in by what its path says, so it is shown without that: only the line to
/// the server reads it whole.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BaseUrl(String);

/// Whether what is no base URL was meant as one, and not as a key: it begins as one does, or as the name of a machine
/// without anything before it.
fn may_be_shown(given: &str) -> bool {
    let host = given.split(['/', ':']).next().unwrap_or_default();
    let is_web = ["http://", "https://"]
        .iter()
        .any(|scheme| given.starts_with(scheme));
    let has_port = given.strip_prefix(host).is_some_and(|rest| {
        let port = rest.strip_prefix(':').unwrap_or_default();
        let port = port.split('/').next().unwrap_or_default();
        !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_web
        || host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok()
        || has_port
            && host
                .bytes()
                .all(|b| b.is_ascii_alphabetic() || b == b'.' || b == b'-')
}

impl BaseUrl {
    /// All of it: to connect, and to compare.
    pub fn whole(&self) -> &str {
        &self.0
    }

    /// The parts of the URL that could let somebody in.
    pub fn secrets(&self) -> impl Iterator<Item = &str> {
        secrets_of_base_url(&self.0)
    }

    /// The address in one spelling, so that two can be compared: lower-case host, no default port, no slash at the end.
    ///
    /// # Errors
    /// It is no address, it is masked, or it has a name and password, a query or a fragment.
    pub fn normal(&self) -> Result<Self, EndpointError> {
        let wrong = |shown: &str, why: &str| EndpointError::Url {
            url: shown.to_owned(),
            why: why.to_owned(),
        };
        let given = self.0.trim();
        if is_masked(given) {
            return Err(EndpointError::Masked { url: self.clone() });
        }
        // What stands before an @ may be a key, and so may what is asked.
        let shown = given.rsplit('@').next().unwrap_or_default();
        let shown = shown.split(['?', '#']).next().unwrap_or_default();
        let shown = if may_be_shown(shown) {
            visible(&masked_base_url(shown)).into_owned()
        } else {
            "…".to_owned()
        };
        let parsed = reqwest::Url::parse(given)
            .map_err(|_| wrong(&shown, "expected http://host:port/v1 or https://host/v1"))?;
        let host = masked_base_url(parsed.host_str().unwrap_or_default());
        let host = host.as_ref();
        if !parsed.username().is_empty() || parsed.password().is_some() {
            return Err(wrong(
                host,
                "it has a name or password in it; a key belongs in key_env",
            ));
        }
        if !matches!(parsed.scheme(), "http" | "https") || parsed.host_str().is_none() {
            return Err(wrong(&shown, "expected http:// or https://"));
        }
        if parsed.query().is_some() || parsed.fragment().is_some() {
            return Err(wrong(host, "it has a query or a fragment"));
        }
        Ok(Self(parsed.as_str().trim_end_matches('/').to_owned()))
    }

    /// Whether what is sent there is encrypted on the way.
    pub(super) fn is_encrypted(&self) -> bool {
        self.0.starts_with("https:")
    }

    /// The name of the machine, in lower case.
    pub fn host(&self) -> Option<String> {
        let url = reqwest::Url::parse(&self.0).ok()?;
        url.host_str().map(str::to_lowercase)
    }

    /// Whether it is on this machine.
    pub fn is_loopback(&self) -> bool {
        let host = self.host().unwrap_or_default();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        host == "localhost"
            || bare
                .parse::<std::net::IpAddr>()
                .is_ok_and(|address| address.is_loopback())
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&masked_base_url(&self.0))
    }
}

impl fmt::Debug for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl From<&str> for BaseUrl {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<String> for BaseUrl {
    fn from(text: String) -> Self {
        Self(text)
    }
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
            let found = BaseUrl::from(given).normal().ok();
            assert_eq!(found.as_ref().map(BaseUrl::whole), normal, "{given}");
        }
        let refused = |given: &str| BaseUrl::from(given).normal().unwrap_err().to_string();
        let user = refused("http://me:hunter2@host/v1");
        assert!(!user.contains("hunter2"), "{user}");
        let masked = refused("http://host/…/v1");
        assert!(masked.contains("is not the whole address"), "{masked}");
        let is_here = |url: &str| BaseUrl::from(url).is_loopback();
        assert!(is_here("http://localhost:1/v1") && is_here("http://[::1]:1/v1"));
        assert!(!is_here("https://api.openai.com/v1"));
    }

    #[test]
    fn an_address_is_shown_without_what_lets_somebody_in() {
        let url = BaseUrl::from("http://h/9f8e7d6c5b4a39281706f5e4d3c2b1a0/v1");
        assert_eq!(format!("{url} {url:?}"), "http://h/…/v1 \"http://h/…/v1\"");
        assert_eq!(
            url.secrets().collect::<Vec<_>>(),
            ["9f8e7d6c5b4a39281706f5e4d3c2b1a0"]
        );
    }
}
