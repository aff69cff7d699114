//! A text from web servers whose size and hash nobody knows to the byte: from each address in turn, taken up where the
//! line broke as long as the server says that it is still the same text, and looked at before it counts.

mod looked_at;
mod partial;

use std::{io, ops::RangeInclusive, path::PathBuf};

use futures_util::StreamExt;
use reqwest::{Client, Response, StatusCode, Url, header};
use tokio::{fs, io::AsyncWriteExt, sync::mpsc};
use tokio_util::sync::CancellationToken;

use super::{
    Miss,
    hub::{MOST_REDIRECTS, PAUSE, TRIES, elsewhere, opened_at, range, refused, unreachable},
};
use crate::{
    error::{Exit, Failure},
    files::FileLock,
    hub::web,
    network_thread::NetworkThread,
    progress::{PullProgress, Teller},
    pull_error::{Halt, PullError, Tried, Why, listed},
    size::human,
    text::mask::masked,
};
use partial::Partial;

/// The file that keeps two programs from fetching the same text at once.
const LOCK: &str = "text.lock";
/// The kinds of files that the name of a fetched text can end with, by what a server says that it is.
const ENDINGS: [(&str, &str); 7] = [
    ("text/html", "html"),
    ("application/xhtml+xml", "html"),
    ("text/markdown", "md"),
    ("application/pdf", "pdf"),
    ("application/epub+zip", "epub"),
    ("text/vtt", "vtt"),
    ("application/x-subrip", "srt"),
];

/// A text that is wanted.
#[derive(Debug, Clone)]
pub struct WantedText {
    /// The name of the text, for people.
    pub name: String,
    /// The addresses of the text, in the order in which they are asked.
    pub addresses: Vec<String>,
    /// The folder in which the text is on its way; nothing else may be in it.
    pub folder: PathBuf,
    /// The bytes that it may have.
    pub bytes: RangeInclusive<u64>,
    /// The bytes that it is thought to have, where no server says it.
    pub expected: u64,
    /// The SHA-256 of the text, where it is known.
    pub sha256: Option<String>,
    /// Words that the beginning of the text has, where that is known.
    pub mark: Option<String>,
}

/// A text that has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedText {
    /// The file that it is in, in the folder of the text.
    pub path: PathBuf,
    /// The ending that a file of this kind has, by what the server said of it; none where it said nothing of use.
    pub ending: Option<&'static str>,
    /// The address that it is from.
    pub address: String,
}

/// The reason a text did not come.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// The work was told to stop. What has come is kept.
    #[error("stopped")]
    Stopped,
    /// Another process fetches the same text.
    #[error("another hustings is fetching {name}")]
    Busy {
        /// The name of the text.
        name: String,
    },
    /// No address had it.
    #[error("{name} could not be fetched{}", listed(tried))]
    Sources {
        /// The name of the text.
        name: String,
        /// Each address, and why it was of no use.
        tried: Vec<Tried>,
    },
    /// The disk got in the way.
    #[error(transparent)]
    Disk(PullError),
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        let message = error.to_string();
        match error {
            TextError::Stopped => Self::new(Exit::Interrupted, message),
            TextError::Busy { .. } => Self::input(message)
                .hint("wait until it has finished, or stop it; what has come is kept"),
            TextError::Sources { tried, .. } => Self::no_model(message)
                .hint(if tried.iter().any(|one| matches!(one.why, Why::Unreachable(_))) {
                    "see whether the network is there, then try again: the same command goes on where it stopped"
                } else {
                    "see in a browser what is at the address: it may have moved, be out of order, or ask for a login"
                })
                .hint("a file that was fetched in another way: `hustings corpus add PERSONA FILE`"),
            TextError::Disk(error) => error.into(),
        }
    }
}

/// Fetches a text from the first address that has it. `progress` may lose some of what is said. To drop the future
/// stops it as `cancel` does.
///
/// # Errors
/// Why it did not come. What has come is kept for the next time, unless it is of no use.
pub async fn pull_text(
    wanted: &WantedText,
    progress: mpsc::Sender<PullProgress>,
    cancel: CancellationToken,
) -> Result<FetchedText, TextError> {
    let cancel = cancel.child_token();
    let _stops_with_us = cancel.clone().drop_guard();
    let work = Work {
        wanted,
        teller: Teller::new(progress, cancel),
    };
    match work.run().await {
        Ok(fetched) => Ok(fetched),
        Err(End::Busy) => Err(TextError::Busy {
            name: wanted.name.clone(),
        }),
        Err(End::NoSource(tried)) => Err(TextError::Sources {
            name: wanted.name.clone(),
            tried,
        }),
        Err(End::Halt(Halt::Stopped)) => Err(TextError::Stopped),
        Err(End::Halt(Halt::Failed(error))) => Err(TextError::Disk(error)),
    }
}

/// The end of work that fetched nothing.
enum End {
    Busy,
    NoSource(Vec<Tried>),
    Halt(Halt),
}

impl From<Halt> for End {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

/// The work of fetching one text.
struct Work<'a> {
    wanted: &'a WantedText,
    teller: Teller,
}

impl Work<'_> {
    async fn run(&self) -> Result<FetchedText, End> {
        let folder = &self.wanted.folder;
        fs::create_dir_all(folder)
            .await
            .map_err(Halt::disk(folder, "made"))?;
        let lock = folder.join(LOCK);
        let _lock = FileLock::take(&lock).map_err(|error| {
            if error.kind() == io::ErrorKind::WouldBlock {
                return End::Busy;
            }
            Halt::disk(&lock, "written")(error).into()
        })?;
        let mut tried = Vec::new();
        for address in &self.wanted.addresses {
            self.teller.go_on().map_err(Halt::from)?;
            let source = masked(address).into_owned();
            self.teller.tell(PullProgress::Asking {
                source: source.clone(),
            });
            match self.from(address).await {
                Ok(fetched) => return Ok(fetched),
                Err(Miss::Halt(halt)) => return Err(halt.into()),
                Err(Miss::Source(why)) => {
                    self.teller.go_on().map_err(Halt::from)?;
                    let note = format!("{source}: {why}");
                    self.teller.tell(PullProgress::Note(note));
                    tried.push(Tried { source, why });
                }
            }
        }
        Err(End::NoSource(tried))
    }

    /// The text from one address, if it is the right one.
    async fn from(&self, address: &str) -> Result<FetchedText, Miss> {
        let mut partial = Partial::of(&self.wanted.folder, address).await;
        let resumed = partial.have > 0;
        let fetched = self.whole(address, &mut partial).await?;
        let (path, wanted) = (fetched.path.clone(), self.wanted.clone());
        let looked = tokio::task::spawn_blocking(move || looked_at::look_at(&path, &wanted));
        let looked = looked
            .await
            .map_err(|error| Halt::disk(&fetched.path, "read")(io::Error::other(error)))?;
        let Err(why) = looked? else {
            return Ok(fetched);
        };
        partial.forget().await;
        if !resumed {
            return Err(why.into());
        }
        // Its beginning may be the one that was wrong.
        let anew = "what came earlier does not fit; beginning anew";
        self.teller.tell(PullProgress::Note(anew.to_owned()));
        Box::pin(self.from(address)).await
    }

    /// All bytes from one address, in as many tries as that takes.
    async fn whole(&self, address: &str, partial: &mut Partial) -> Result<FetchedText, Miss> {
        let url = Url::parse(address).map_err(|error| unreachable(&error))?;
        let client = web::client(&url).map_err(|error| unreachable(&error))?;
        let lines = NetworkThread::new().map_err(|error| unreachable(&error))?;
        let mut misses = 0;
        loop {
            let before = partial.have;
            let broke = match self.ask((&client, &lines), &url, partial).await? {
                Answer::Text(response) => {
                    let ending = ending(&response);
                    match self.take(response, partial).await? {
                        None => {
                            return Ok(FetchedText {
                                path: partial.file.clone(),
                                ending,
                                address: masked(address).into_owned(),
                            });
                        }
                        Some(why) => why,
                    }
                }
                // With nothing in hand there is nothing to wait for: another address may have it at once.
                Answer::Nothing(why) if partial.have == 0 => return Err(why.into()),
                Answer::Nothing(why) => why,
            };
            misses = if partial.have > before { 0 } else { misses + 1 };
            if misses >= TRIES {
                return Err(broke.into());
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = self.teller.stopped() => return Err(Halt::Stopped.into()),
            }
        }
    }

    /// Asks for the text, for what is missing of it where the server still has the same.
    async fn ask(
        &self,
        (client, lines): (&Client, &NetworkThread),
        url: &Url,
        partial: &mut Partial,
    ) -> Result<Answer, Miss> {
        let mut at = url.clone();
        for _ in 0..MOST_REDIRECTS {
            let mut request = client.get(at.clone());
            if let Some(stamp) = partial.stamp.as_deref().filter(|_| partial.have > 0) {
                // Whoever has another text by now sends all of it.
                request = request
                    .header(header::RANGE, format!("bytes={}-", partial.have))
                    .header(header::IF_RANGE, stamp);
            }
            let response = tokio::select! {
                response = lines.run(async move { request.send().await }) => response,
                () = self.teller.stopped() => return Err(Halt::Stopped.into()),
            };
            let response = match response {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => return Ok(Answer::Nothing(unreachable(&error))),
                Err(panic) => return Ok(Answer::Nothing(Why::Unreachable(panic))),
            };
            match response.status() {
                status if status.is_redirection() => at = elsewhere(&at, &response)?,
                StatusCode::PARTIAL_CONTENT if partial.have > 0 => match range(&response) {
                    Some((start, total)) if start == partial.have => {
                        partial.total = total;
                        self.check_size(total)?;
                        return Ok(Answer::Text(response));
                    }
                    // Not what was asked for; then everything.
                    _ => partial.begin_anew(),
                },
                // There is no more of it than has come.
                StatusCode::RANGE_NOT_SATISFIABLE if partial.have > 0 => partial.begin_anew(),
                StatusCode::OK => {
                    partial.begin_anew();
                    partial.total = response.content_length();
                    self.check_size(partial.total)?;
                    partial.note(&response).await?;
                    return Ok(Answer::Text(response));
                }
                status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                    return Ok(Answer::Nothing(refused(status)));
                }
                status => return Err(refused(status).into()),
            }
        }
        Err(Miss::Source(Why::Refused(
            "it sends us from one place to the next without end".to_owned(),
        )))
    }

    /// Writes down what comes. Gives why the line broke, if it did.
    async fn take(&self, response: Response, partial: &mut Partial) -> Result<Option<Why>, Miss> {
        let path = partial.file.clone();
        let written = || Halt::disk(&path, "written");
        let mut file = opened_at(&path, partial.have).await?;
        let mut chunks = response.bytes_stream();
        let ended = loop {
            let chunk = tokio::select! {
                chunk = chunks.next() => chunk,
                () = self.teller.stopped() => break Err(Miss::Halt(Halt::Stopped)),
            };
            match chunk {
                Some(Ok(bytes)) => {
                    let length = partial.have.saturating_add(bytes.len() as u64);
                    if length > *self.wanted.bytes.end() {
                        break Err(self.other_size(length).into());
                    }
                    file.write_all(&bytes).await.map_err(written())?;
                    partial.have = length;
                    let total = partial.total.unwrap_or(self.wanted.expected).max(length);
                    self.teller.tell(PullProgress::Bytes {
                        done: length,
                        total,
                    });
                }
                Some(Err(error)) => {
                    let why = format!("the line broke ({})", web::reason(&error));
                    break Ok(Some(Why::Unreachable(why)));
                }
                None if partial.total.is_some_and(|total| partial.have < total) => {
                    break Ok(Some(Why::Unreachable("the line broke".to_owned())));
                }
                None => break Ok(None),
            }
        };
        file.flush().await.map_err(written())?;
        drop(file);
        if matches!(ended, Err(Miss::Source(_))) {
            partial.forget().await;
        }
        ended
    }

    /// Refuses a size that the text cannot have, before a byte of it is taken.
    fn check_size(&self, total: Option<u64>) -> Result<(), Why> {
        match total {
            Some(total) if !self.wanted.bytes.contains(&total) => Err(self.other_size(total)),
            Some(_) | None => Ok(()),
        }
    }

    fn other_size(&self, got: u64) -> Why {
        other_size(&self.wanted.bytes, got)
    }
}

/// The size is none that the text can have.
fn other_size(bytes: &RangeInclusive<u64>, got: u64) -> Why {
    if got == 0 {
        return Why::Refused("there is nothing in it".to_owned());
    }
    Why::Different {
        expected: format!("{} to {}", human(*bytes.start()), human(*bytes.end())),
        got: format!("{} ({got} bytes)", human(got)),
    }
}

/// The answer of a server.
enum Answer {
    /// The text, or what is missing of it.
    Text(Response),
    /// Nothing, at least now.
    Nothing(Why),
}

/// The ending of a file of the kind that the server says it is.
fn ending(response: &Response) -> Option<&'static str> {
    let kind = response
        .headers()
        .get(header::CONTENT_TYPE)?
        .to_str()
        .ok()?;
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let known = ENDINGS
        .iter()
        .find(|(name, _)| kind.eq_ignore_ascii_case(name));
    known.map(|(_, ending)| *ending)
}
