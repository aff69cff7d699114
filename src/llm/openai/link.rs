//! The line to one endpoint: keys and time-outs, and the tower service that replaces the
//! client's own transport. It makes one try, keeps the status and the body of a refusal, and watches the
//! bytes go by. Nothing here knows what a completion is.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use async_openai::{
    Client, config::OpenAIConfig, error::OpenAIError, middleware::HttpRequestFactory,
};
use futures_util::{StreamExt, stream};
use reqwest::header;
use secrecy::{ExposeSecret, SecretString};

use super::{
    endpoint::{Endpoint, EndpointError, is_loopback, normal_url},
    refusal::Refusal,
};
use crate::text::{floor_char_boundary, sanitize::sanitize_line};

/// How much of a server's message is worth showing, in bytes.
const MESSAGE: usize = 400;
/// The longest answer that is not a stream.
const WHOLE: usize = 4 << 20;

/// A checked endpoint with its connections.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) base_url: String,
    pub(super) first_byte: Duration,
    pub(super) between_bytes: Duration,
    http: reqwest::Client,
    config: OpenAIConfig,
    headers: header::HeaderMap,
    has_key: bool,
    secrets: Arc<[SecretString]>,
}

impl Link {
    pub(super) fn new(endpoint: &Endpoint) -> Result<Self, EndpointError> {
        let base_url = normal_url(&endpoint.base_url)?;
        let key = endpoint.key.as_ref().map(|key| key.expose_secret().trim());
        if key.is_some_and(|key| key.is_empty() || !is_visible_ascii(key)) {
            return Err(EndpointError::Key { url: base_url });
        }
        // Every field that the client would otherwise fill from the environment is set here: a key or an
        // organisation meant for one endpoint must not reach another.
        let config = OpenAIConfig::new()
            .with_api_base(base_url.clone())
            .with_api_key(key.unwrap_or_default())
            .with_org_id("")
            .with_project_id("");
        let mut headers = header::HeaderMap::new();
        let mut secrets: Vec<SecretString> = key.map(SecretString::from).into_iter().collect();
        for (name, value) in &endpoint.headers {
            let wrong = || EndpointError::Header {
                url: base_url.clone(),
                name: name.clone(),
            };
            let parsed = header::HeaderName::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
            let mut sent =
                header::HeaderValue::from_str(value.expose_secret().trim()).map_err(|_| wrong())?;
            sent.set_sensitive(true);
            headers.insert(parsed, sent);
            secrets.push(SecretString::from(value.expose_secret().trim()));
        }
        Ok(Self {
            http: http_client(is_loopback(&base_url))?,
            first_byte: endpoint.first_byte,
            between_bytes: endpoint.between_bytes,
            config,
            headers,
            has_key: key.is_some(),
            secrets: secrets.into(),
            base_url,
        })
    }

    /// A client for one exchange, watched by `wire`.
    pub(super) fn client(&self, wire: Arc<Wire>) -> Client<OpenAIConfig> {
        Client::build(self.http.clone(), self.config.clone()).with_http_service(OneTry {
            http: self.http.clone(),
            headers: self.headers.clone(),
            has_key: self.has_key,
            wire,
        })
    }

    /// A server's words, fit to be shown: no secret of ours, no control sequence, not too long.
    pub(super) fn presentable(&self, message: &str) -> String {
        let mut shown = message.to_owned();
        for secret in self.secrets.iter() {
            let secret = secret.expose_secret();
            if secret.len() >= 4 {
                shown = shown.replace(secret, "[key]");
            }
        }
        let mut shown = sanitize_line(&shown);
        if shown.len() > MESSAGE {
            shown.truncate(floor_char_boundary(&shown, MESSAGE));
            shown.push('…');
        }
        shown
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("base_url", &self.base_url)
            .finish_non_exhaustive()
    }
}

fn is_visible_ascii(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}

fn http_client(local: bool) -> Result<reqwest::Client, EndpointError> {
    // An error only says that a provider is there already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(10))
        // Small servers close a line that was idle for five seconds; a request sent on it at that moment is lost.
        .pool_idle_timeout(Duration::from_secs(4))
        // A redirect would take the request, and with it the prompt, to a place that nobody named.
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("hustings/", env!("CARGO_PKG_VERSION")));
    if local {
        builder = builder.no_proxy();
    }
    builder
        .build()
        .map_err(|error| EndpointError::Client(root_cause(&error)))
}

/// The innermost reason: the outer ones only say that a request was being made.
pub(super) fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// What is known of the bytes of one exchange.
#[derive(Debug)]
pub(super) struct Wire {
    bytes: AtomicUsize,
    most: usize,
    /// Whether the answer is one JSON object, and not read as a stream.
    whole: bool,
    done: AtomicBool,
    broke: OnceLock<String>,
}

impl Wire {
    /// Watches an exchange of which at most `most` bytes are read.
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            bytes: AtomicUsize::new(0),
            most,
            whole: false,
            done: AtomicBool::new(false),
            broke: OnceLock::new(),
        })
    }

    /// Watches an exchange whose answer is one JSON object of at most `most` bytes.
    pub(super) fn whole(most: usize) -> Arc<Self> {
        Arc::new(Self {
            bytes: AtomicUsize::new(0),
            most,
            whole: true,
            done: AtomicBool::new(false),
            broke: OnceLock::new(),
        })
    }

    /// How much has come, comments and all.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Whether the limit was reached.
    pub(super) fn is_full(&self) -> bool {
        self.bytes() > self.most
    }

    /// Whether the server has said that the stream is complete.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Acquire)
    }

    /// How the line broke, if it did.
    pub(super) fn broke(&self) -> Option<&str> {
        self.broke.get().map(String::as_str)
    }
}

/// One try, on a line that is open, and no opinion about what comes of it.
#[derive(Clone)]
struct OneTry {
    http: reqwest::Client,
    headers: header::HeaderMap,
    has_key: bool,
    wire: Arc<Wire>,
}

impl tower::Service<HttpRequestFactory> for OneTry {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = Pin<Box<dyn Future<Output = Result<reqwest::Response, OpenAIError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, factory: HttpRequestFactory) -> Self::Future {
        let Self {
            http,
            headers,
            has_key,
            wire,
        } = self.clone();
        Box::pin(async move {
            let mut request = factory.build().await?;
            if !has_key {
                request.headers_mut().remove(header::AUTHORIZATION);
            }
            request.headers_mut().extend(headers);
            let streams = request.method() == reqwest::Method::POST;
            let again = request.try_clone();
            let response = match (http.execute(request).await, again) {
                (Err(error), Some(again)) if is_stale(&error) => http.execute(again).await?,
                (response, _) => response?,
            };
            if !response.status().is_success() {
                return Err(refused(response).await);
            }
            if wire.whole {
                let body = read_whole(response, wire.most).await?;
                // One that was cut is no JSON any more.
                wire.bytes.fetch_add(body.len(), Ordering::Relaxed);
                Ok(http::Response::new(reqwest::Body::from(body)).into())
            } else if streams {
                watched(response, wire).await
            } else {
                Ok(response)
            }
        })
    }
}

/// Whether the line was closed before a word of an answer came. A server may close a line at the very moment at
/// which a request goes out on it; that is nobody's failure, and on a new line the request is taken.
fn is_stale(error: &reqwest::Error) -> bool {
    error.is_request() && !error.is_connect() && !error.is_timeout()
}

async fn refused(response: reqwest::Response) -> OpenAIError {
    let status = response.status().as_u16();
    let retry_after = super::refusal::retry_after(response.headers());
    let body = read_whole(response, 64 << 10).await.unwrap_or_default();
    let refusal = Refusal::new(status, retry_after, &String::from_utf8_lossy(&body));
    OpenAIError::Boxed(Box::new(refusal))
}

async fn read_whole(response: reqwest::Response, most: usize) -> Result<Vec<u8>, reqwest::Error> {
    let mut body = Vec::new();
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        body.extend_from_slice(&chunk?);
        if body.len() > most {
            body.truncate(most);
            break;
        }
    }
    Ok(body)
}

/// The response with its body read through the wire. A server that does not stream sends one JSON object:
/// it becomes a stream of one event.
async fn watched(
    response: reqwest::Response,
    wire: Arc<Wire>,
) -> Result<reqwest::Response, OpenAIError> {
    let whole = response
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|kind| kind.starts_with("application/json"));
    let body = if whole {
        let body = read_whole(response, WHOLE).await?;
        let line = String::from_utf8_lossy(&body).replace(['\n', '\r'], " ");
        wire.bytes.fetch_add(line.len(), Ordering::Relaxed);
        wire.done.store(true, Ordering::Release);
        reqwest::Body::from(format!("data: {line}\n\n"))
    } else {
        reqwest::Body::wrap_stream(watch(response, wire))
    };
    Ok(http::Response::new(body).into())
}

fn watch(
    response: reqwest::Response,
    wire: Arc<Wire>,
) -> impl stream::Stream<Item = Result<Vec<u8>, std::io::Error>> + Send {
    let bytes = Box::pin(response.bytes_stream());
    stream::unfold(Some((bytes, Marker::default())), move |state| {
        let wire = Arc::clone(&wire);
        async move {
            let (mut bytes, mut marker) = state?;
            match bytes.next().await {
                Some(Ok(chunk)) => {
                    let seen = wire.bytes.fetch_add(chunk.len(), Ordering::Relaxed);
                    if marker.sees_end(&chunk) {
                        wire.done.store(true, Ordering::Release);
                    }
                    let next = (seen <= wire.most).then_some((bytes, marker));
                    Some((Ok(chunk.to_vec()), next))
                }
                Some(Err(error)) => {
                    let cause = root_cause(&error);
                    let _ = wire.broke.set(cause.clone());
                    Some((Err(std::io::Error::other(cause)), None))
                }
                // An event counts only when an empty line follows it, and some servers leave out the last.
                None => Some((Ok(b"\n\n".to_vec()), None)),
            }
        }
    })
}

/// Finds the line that ends a stream, however it is split.
#[derive(Debug, Default)]
struct Marker {
    line: Vec<u8>,
}

impl Marker {
    /// The longest line that could still be the one; longer ones are not kept.
    const LONGEST: usize = 16;

    fn sees_end(&mut self, chunk: &[u8]) -> bool {
        let mut end = false;
        for byte in chunk {
            if matches!(byte, b'\n' | b'\r') {
                self.line.clear();
            } else if self.line.len() < Self::LONGEST {
                self.line.push(*byte);
                end |= matches!(self.line.as_slice(), b"data: [DONE]" | b"data:[DONE]");
            }
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_cannot_be_sent_are_refused_and_not_shown() {
        for key in ["", " ", "sk-\nhunter2", "sk-hünter2"] {
            let mut endpoint = Endpoint::new("http://127.0.0.1:1/v1");
            endpoint.key = Some(key.into());
            let error = Link::new(&endpoint).unwrap_err();
            assert!(matches!(error, EndpointError::Key { .. }));
            assert!(!format!("{error} {error:?} {endpoint:?}").contains("nter2"));
        }
        let mut endpoint = Endpoint::new("http://127.0.0.1:1/v1");
        endpoint.key = Some("sk-hunter2\n".into());
        let link = Link::new(&endpoint).unwrap();
        assert!(!format!("{link:?}").contains("hunter2"));
        assert_eq!(
            link.presentable("bad\u{1b}[1m key sk-hunter2"),
            "bad key [key]"
        );
    }

    #[test]
    fn the_end_is_seen_wherever_it_is_split() {
        let stream = b"data: {\"x\":\"data: [DONE]\"}\r\n\r\ndata: [DONE]\n\n";
        let (body, end) = stream.split_at(stream.len() - 14);
        for at in 0..end.len() {
            let mut marker = Marker::default();
            assert!(!marker.sees_end(body));
            let (head, tail) = end.split_at(at);
            assert!(marker.sees_end(head) | marker.sees_end(tail), "{at}");
        }
    }
}
