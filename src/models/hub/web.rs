//! Lines to a hub.

use std::time::Duration;

use reqwest::{Client, Url, header::HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use crate::text::sanitize::sanitize_line;

/// The longest that a server may take to answer, and a byte to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client for a server.
pub(crate) fn client(url: &Url) -> Result<Client, reqwest::Error> {
    // An error only says that a provider is there already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let here = host == "localhost"
        || bare
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback());
    let builder = Client::builder()
        .connect_timeout(Duration::from_secs(10))
        .read_timeout(PATIENCE)
        // Followed by hand: what the first server says of a file is lost otherwise.
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("hustings/", env!("CARGO_PKG_VERSION")));
    // A hub on this machine that encrypts nothing can be asked where no certificates are installed.
    let builder = match (here, url.scheme()) {
        (true, "http") => builder.no_proxy().tls_certs_only([]),
        (true, _) => builder.no_proxy(),
        (false, _) => builder,
    };
    builder.build()
}

/// The token as the value of a header, which no log shows.
pub(crate) fn authorization(token: &SecretString) -> Option<HeaderValue> {
    let value = format!("Bearer {}", token.expose_secret());
    let mut value = HeaderValue::from_str(&value).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The innermost reason: the outer ones only say that a request was being made.
pub(crate) fn reason(error: &(dyn std::error::Error + 'static)) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    sanitize_line(&inner.to_string())
}
