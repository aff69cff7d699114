//! The line to one endpoint: keys, the request for a completion, and the tower service that replaces the client's own
//! transport. It makes one try, keeps the status and the body of a refusal, and bounds every body that is read as a
//! whole. Nothing here knows what a completion is.

use std::{
    env, fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use async_openai::{
    Client,
    config::{Config, OpenAIConfig},
    error::OpenAIError,
    middleware::HttpRequestFactory,
};
use reqwest::header;
use secrecy::ExposeSecret;
use serde::{Serialize, de::IgnoredAny};
use serde_json::Value;
use tokio::time::{Instant, timeout, timeout_at};

use super::{
    endpoint::{BaseUrl, Endpoint, EndpointError},
    json,
    refusal::{Refusal, RefusedBy},
};
use crate::{
    ModelError,
    model_error::{ANSWER, FURTHER},
    network_thread::NetworkThread,
    secrets::Secrets,
};

/// The longest body of a refusal that is read, in bytes.
const REFUSAL: usize = 64 << 10;
/// The longest wait for the body of a refusal: its status has said the most.
const REFUSAL_TIME: Duration = Duration::from_secs(5);

/// A checked endpoint with its connections.
#[derive(Clone)]
pub(super) struct Link {
    pub(super) base_url: BaseUrl,
    pub(super) first_byte: Duration,
    pub(super) between_bytes: Duration,
    pub(super) secrets: Arc<Secrets>,
    key_variable: Option<String>,
    config: OpenAIConfig,
    sender: Sender,
}

impl Link {
    pub(super) fn new(endpoint: &Endpoint) -> Result<Self, EndpointError> {
        let base_url = endpoint.base_url.normal()?;
        let key = endpoint.key.as_ref().map(|key| key.expose_secret().trim());
        if key.is_some_and(|key| key.is_empty() || !is_visible_ascii(key)) {
            return Err(EndpointError::Key { url: base_url });
        }
        // Every field that the client would otherwise fill from the environment is set here: a key or an
        // organisation meant for one endpoint must not reach another.
        let config = OpenAIConfig::new()
            .with_api_base(base_url.whole())
            .with_api_key(key.unwrap_or_default())
            .with_org_id("")
            .with_project_id("");
        let mut headers = header::HeaderMap::new();
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
        }
        let values = endpoint.headers.iter();
        let values = values.map(|(name, value)| (name.as_str(), value.expose_secret()));
        let own = Secrets::new(key, values).and_of_address(base_url.secrets());
        Ok(Self {
            secrets: Arc::new(own.and(&endpoint.known)),
            sender: Sender {
                http: http_client(&base_url)?,
                lines: Arc::new(NetworkThread::new().map_err(|error| EndpointError::Client {
                    url: base_url.clone(),
                    why: error.to_string(),
                })?),
                headers,
                has_key: key.is_some(),
            },
            first_byte: endpoint.first_byte,
            between_bytes: endpoint.between_bytes,
            key_variable: endpoint.key_variable.clone(),
            config,
            base_url,
        })
    }

    /// A client for one exchange, of whose answer at most `most` bytes are read.
    pub(super) fn client(&self, most: usize) -> Client<OpenAIConfig> {
        let http = self.sender.http.clone();
        Client::build(http, self.config.clone()).with_http_service(OneTry {
            sender: self.sender.clone(),
            most,
            between_bytes: self.between_bytes,
        })
    }

    /// Asks for a completion. The answer's body has not been read yet.
    pub(super) async fn complete(
        &self,
        body: &impl Serialize,
    ) -> Result<reqwest::Response, Trouble> {
        let body = serde_json::to_vec(body).map_err(|error| Trouble::NoJson(error.to_string()))?;
        let request = self
            .sender
            .http
            .post(self.config.url("/chat/completions"))
            .headers(self.config.headers())
            .header(header::CONTENT_TYPE, "application/json")
            .body(body)
            .build()
            .map_err(Trouble::Http)?;
        let response = self.sender.send(request).await?;
        let coding = response.headers().get(header::CONTENT_ENCODING);
        match coding.map(|coding| coding.to_str().unwrap_or("in some way")) {
            None | Some("" | "identity") => Ok(response),
            Some(coding) => Err(Trouble::Compressed(coding.to_owned())),
        }
    }

    /// What a local server tells beside its API, at that path, at most `most` bytes of it.
    pub(super) async fn beside(&self, path: &str, most: usize) -> Result<Value, Trouble> {
        let whole = self.base_url.whole();
        let root = whole.strip_suffix("/v1").unwrap_or(whole);
        let request = self
            .sender
            .http
            .get(format!("{root}/{path}"))
            .headers(self.config.headers())
            .build()
            .map_err(Trouble::Http)?;
        let response = self.sender.send(request).await?;
        let body = read_json(response, most, self.between_bytes).await?;
        serde_json::from_slice(&body).map_err(|error| Trouble::NoJson(error.to_string()))
    }

    /// A server's words, fit to be shown: no secret of ours, no control sequence, not too long.
    pub(super) fn presentable(&self, message: &str) -> String {
        self.secrets.message(message)
    }

    /// The meaning of a refusal, of a server that was asked for this model.
    pub(super) fn refused(&self, refusal: &Refusal, model: &str) -> ModelError {
        let by = RefusedBy {
            url: &self.base_url,
            secrets: &self.secrets,
            // Any header may be taken for one.
            was_sent_a_key: self.sender.has_key || !self.sender.headers.is_empty(),
            key_variable: self.key_variable.as_deref(),
        };
        refusal.meaning(&by, model)
    }

    /// The meaning of a trouble in a call that was given so long to begin.
    pub(super) fn meaning(&self, trouble: &Trouble, limit: Duration) -> ModelError {
        let failed = |detail: &str| ModelError::Server {
            status: 200,
            retry_after: None,
            detail: self.presentable(detail),
        };
        match trouble {
            Trouble::Http(error) if error.is_timeout() && !error.is_connect() => {
                ModelError::TimedOut {
                    url: None,
                    what: ANSWER,
                    after: limit,
                }
            }
            Trouble::Http(error) => {
                let cause = root_cause(error);
                tracing::debug!(url = %self.base_url, %cause, "no connection");
                let cause = if is_no_http(&cause) {
                    format!("what answers there is not HTTP ({cause})")
                } else {
                    cause
                };
                let cause = self.presentable(&cause);
                let is_far = error.is_connect() && !self.base_url.is_loopback();
                let proxy = is_far.then(|| proxy(self.base_url.is_encrypted()));
                ModelError::Unreachable {
                    url: self.base_url.to_string(),
                    detail: match proxy.flatten() {
                        Some(name) => format!("{cause} (by way of the proxy that {name} names)"),
                        None => cause,
                    },
                }
            }
            Trouble::Stalled(after) => ModelError::TimedOut {
                url: None,
                what: FURTHER,
                after: *after,
            },
            Trouble::TooLong(bytes) => ModelError::Flood { bytes: *bytes },
            Trouble::Failed(why) => ModelError::Internal {
                detail: self.presentable(why),
            },
            Trouble::NoJson(why) => failed(&format!("the answer is no JSON: {why}")),
            Trouble::Compressed(coding) => failed(&format!(
                "the answer is compressed ({coding}), which was not asked for"
            )),
            Trouble::Refused(refusal) => self.refused(refusal, "the model"),
        }
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

fn http_client(base_url: &BaseUrl) -> Result<reqwest::Client, EndpointError> {
    // An error only says that a provider is there already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = || {
        let builder = reqwest::Client::builder()
            .connect_timeout(Duration::from_secs(10))
            // Small servers close a line that was idle for five seconds; a request sent on it at that moment is lost.
            .pool_idle_timeout(Duration::from_secs(4))
            // A redirect would take the request, and with it the prompt, to a place that nobody named.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("hustings/", env!("CARGO_PKG_VERSION")));
        if base_url.is_loopback() {
            builder.no_proxy()
        } else {
            builder
        }
    };
    // Nothing is encrypted on the way to such a server, and so it can be asked where no certificates are installed. A
    // proxy may want them, if there are any.
    let without_certificates = || builder().tls_certs_only([]).build();
    let made = if base_url.is_encrypted() {
        builder().build()
    } else if base_url.is_loopback() {
        without_certificates()
    } else {
        builder().build().or_else(|_| without_certificates())
    };
    made.map_err(|error| EndpointError::Client {
        url: base_url.clone(),
        why: root_cause(&error),
    })
}

/// The variable of the environment that names the proxy for such addresses. What the proxy is, it may not say: there may be
/// a password in it.
fn proxy(is_encrypted: bool) -> Option<&'static str> {
    let is_set = |name: &str| env::var_os(name).is_some();
    // Whether an address is among those that go past it is not looked at here.
    if is_set("no_proxy") || is_set("NO_PROXY") {
        return None;
    }
    let names = if is_encrypted {
        ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    } else {
        ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]
    };
    names.into_iter().find(|name| is_set(name))
}

/// The innermost reason: the outer ones only say that a request was being made.
pub(super) fn root_cause(error: &(dyn std::error::Error + 'static)) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// The reason there is no answer to read.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    /// A status that is no success.
    #[error("{0}")]
    Refused(Refusal),
    /// The line, or what is on it, is no HTTP.
    #[error("{0}")]
    Http(reqwest::Error),
    /// The client itself failed.
    #[error("{0}")]
    Failed(String),
    /// Nothing more has come for so long.
    #[error("nothing more came")]
    Stalled(Duration),
    /// More bytes came than any answer has.
    #[error("{0} bytes came")]
    TooLong(usize),
    /// A body that should be JSON is none; what is wrong with it, and no word of it.
    #[error("no JSON")]
    NoJson(String),
    /// The body is in a coding that was not asked for.
    #[error("compressed")]
    Compressed(String),
}

impl Trouble {
    /// The trouble that our service put into the client's error.
    pub(super) fn within(error: OpenAIError) -> Self {
        match error {
            OpenAIError::Boxed(inner) => match inner.downcast::<Self>() {
                Ok(trouble) => *trouble,
                Err(inner) => Self::NoJson(inner.to_string()),
            },
            OpenAIError::Reqwest(error) => Self::Http(error),
            // The client's own message repeats the body.
            OpenAIError::JSONDeserialize(error, _) => Self::NoJson(error.to_string()),
            other @ (OpenAIError::ApiError(_)
            | OpenAIError::FileSaveError(_)
            | OpenAIError::FileReadError(_)
            | OpenAIError::StreamError(_)
            | OpenAIError::InvalidArgument(_)) => Self::NoJson(other.to_string()),
        }
    }
}

/// Sends requests as they have to be sent to this endpoint.
#[derive(Clone)]
struct Sender {
    http: reqwest::Client,
    lines: Arc<NetworkThread>,
    headers: header::HeaderMap,
    has_key: bool,
}

impl Sender {
    async fn send(&self, mut request: reqwest::Request) -> Result<reqwest::Response, Trouble> {
        if !self.has_key {
            request.headers_mut().remove(header::AUTHORIZATION);
        }
        request.headers_mut().extend(self.headers.clone());
        let again = request.try_clone();
        let response = match (self.once(request).await, again) {
            (Err(Trouble::Http(error)), Some(again)) if is_stale(&error) => self.once(again).await,
            (sent, _) => sent,
        }?;
        if response.status().is_success() {
            Ok(response)
        } else {
            Err(Trouble::Refused(refused(response).await))
        }
    }

    async fn once(&self, request: reqwest::Request) -> Result<reqwest::Response, Trouble> {
        let http = self.http.clone();
        let sent = self.lines.run(async move { http.execute(request).await });
        sent.await.map_err(Trouble::Failed)?.map_err(Trouble::Http)
    }
}

/// Whether something answered that is no HTTP, as the client words it.
fn is_no_http(cause: &str) -> bool {
    cause.ends_with(" parsed") || cause.contains("message head is too large")
}

/// Whether the line was closed before a word of an answer came. A server may close a line at the very moment at
/// which a request goes out on it; that is nobody's failure, and on a new line the request is taken.
fn is_stale(error: &reqwest::Error) -> bool {
    error.is_request() && !error.is_connect() && !error.is_timeout()
}

/// Keeps what has come of the body in time: one that has no end says enough, too.
async fn refused(mut response: reqwest::Response) -> Refusal {
    let status = response.status().as_u16();
    let retry_after = super::refusal::retry_after(response.headers());
    let place = response.headers().get(header::LOCATION);
    let place = place.map(|place| String::from_utf8_lossy(place.as_bytes()).into_owned());
    let mut body = Vec::new();
    let read = async {
        while let Ok(Some(chunk)) = response.chunk().await {
            body.extend_from_slice(&chunk);
            if body.len() > REFUSAL {
                body.truncate(REFUSAL);
                break;
            }
        }
    };
    let _ = timeout(REFUSAL_TIME, read).await;
    Refusal::new(status, retry_after, &String::from_utf8_lossy(&body)).moved_to(place.as_deref())
}

/// One try of a request whose answer is one JSON value, and no opinion about what comes of it.
#[derive(Clone)]
struct OneTry {
    sender: Sender,
    most: usize,
    between_bytes: Duration,
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
            sender,
            most,
            between_bytes,
        } = self.clone();
        Box::pin(async move {
            let request = factory.build().await?;
            let told = |trouble: Trouble| OpenAIError::Boxed(Box::new(trouble));
            let response = sender.send(request).await.map_err(told)?;
            let body = read_json(response, most, between_bytes)
                .await
                .map_err(told)?;
            Ok(http::Response::new(reqwest::Body::from(body)).into())
        })
    }
}

/// A body of at most `most` bytes that is JSON: the client logs what it cannot read, and that may repeat a key. Once it
/// has begun, it goes on: white space keeps a line open, and is no progress.
async fn read_json(
    mut response: reqwest::Response,
    most: usize,
    between_bytes: Duration,
) -> Result<Vec<u8>, Trouble> {
    let mut body = Vec::new();
    let mut progressed: Option<Instant> = None;
    loop {
        let chunk = match progressed.map(|at| at + between_bytes) {
            None => response.chunk().await,
            Some(deadline) => timeout_at(deadline, response.chunk())
                .await
                .map_err(|_| Trouble::Stalled(between_bytes))?,
        };
        let Some(chunk) = chunk.map_err(Trouble::Http)? else {
            break;
        };
        if !chunk.trim_ascii().is_empty() {
            progressed = Some(Instant::now());
        } else if progressed.is_some_and(|at| at.elapsed() >= between_bytes) {
            return Err(Trouble::Stalled(between_bytes));
        }
        body.extend_from_slice(&chunk);
        if body.len() > most {
            return Err(Trouble::TooLong(body.len()));
        }
    }
    if serde_json::from_slice::<IgnoredAny>(&body).is_ok() {
        return Ok(body);
    }
    let mended = json::mended(String::from_utf8_lossy(&body).trim_start_matches('\u{feff}'));
    match serde_json::from_str::<IgnoredAny>(&mended) {
        Ok(_) => Ok(mended.into_bytes()),
        Err(error) => Err(Trouble::NoJson(error.to_string())),
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
}
