//! A file from a web server, taken up where an earlier try stopped.

use std::{path::Path, time::Duration};

use futures_util::StreamExt;
use reqwest::{Client, Response, StatusCode, Url, header};
use tokio::{
    fs,
    io::{AsyncSeekExt, AsyncWriteExt, BufWriter},
};

use super::{Fetched, Miss, Work};
use crate::{
    hub::web,
    network_thread::NetworkThread,
    pull_error::{Halt, Why},
    unfinished::{ADDRESS, address_of},
};

/// The file that holds what has come.
pub(super) const PART: &str = "hub.part";
/// The times in a row that a line may break without a byte.
pub(super) const TRIES: u32 = 3;
/// Before the line is taken up again.
pub(super) const PAUSE: Duration = Duration::from_millis(500);
/// The most times that a server may send us elsewhere.
pub(super) const MOST_REDIRECTS: u32 = 10;
/// The header in which Hugging Face says the SHA-256 of a file before it sends us to it.
const LINKED_HASH: &str = "x-linked-etag";

/// Fetches the whole file, in as many tries as that takes.
pub(super) async fn fetch(work: &Work<'_>, address: &str) -> Result<Fetched, Miss> {
    let part = work.coming().join(PART);
    let mut have = kept(work, &part, address).await?;
    let resumed = have > 0;
    let url = Url::parse(address).map_err(|error| unreachable(&error))?;
    let client = web::client(&url).map_err(|error| unreachable(&error))?;
    let lines = NetworkThread::new().map_err(|error| unreachable(&error))?;
    let mut misses = 0;
    while have < work.file.bytes {
        let before = have;
        let broke = match ask(work, (&client, &lines), &url, have).await? {
            Answer::Bytes { response, from } => {
                have = from;
                take(work, response, &part, &mut have).await?
            }
            // With nothing in hand there is nothing to wait for: another source may be there at once.
            Answer::Nothing(why) if have == 0 => return Err(why.into()),
            Answer::Nothing(why) => Some(why),
        };
        if let Some(why) = broke {
            misses = if have > before { 0 } else { misses + 1 };
            if misses >= TRIES {
                return Err(why.into());
            }
            tokio::select! {
                () = tokio::time::sleep(PAUSE) => {}
                () = work.teller.stopped() => return Err(Halt::Stopped.into()),
            }
        }
    }
    Ok(Fetched { part, resumed })
}

/// The bytes of the file that are there from an earlier try at the same address.
async fn kept(work: &Work<'_>, part: &Path, address: &str) -> Result<u64, Halt> {
    let note = work.coming().join(ADDRESS);
    let same = address_of(&work.coming()).is_some_and(|of| of == address);
    let length = fs::metadata(part).await.map_or(0, |about| about.len());
    if same && length <= work.file.bytes {
        return Ok(length);
    }
    let _ = fs::remove_file(part).await;
    fs::write(&note, address)
        .await
        .map_err(Halt::disk(&note, "written"))?;
    Ok(0)
}

/// The answer of a server.
enum Answer {
    /// Bytes from that place on.
    Bytes { response: Response, from: u64 },
    /// Nothing, at least now.
    Nothing(Why),
}

/// Asks for the file from `have` on.
async fn ask(
    work: &Work<'_>,
    (client, lines): (&Client, &NetworkThread),
    url: &Url,
    have: u64,
) -> Result<Answer, Miss> {
    let mut from = have;
    let mut at = url.clone();
    for _ in 0..MOST_REDIRECTS {
        let mut request = client.get(at.clone());
        let token = work.store.token(&at).and_then(web::authorization);
        let has_token = token.is_some();
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, token);
        }
        if from > 0 {
            request = request.header(header::RANGE, format!("bytes={from}-"));
        }
        let response = tokio::select! {
            response = lines.run(async move { request.send().await }) => response,
            () = work.teller.stopped() => return Err(Halt::Stopped.into()),
        };
        let response = match response {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Ok(Answer::Nothing(unreachable(&error))),
            Err(panic) => return Ok(Answer::Nothing(Why::Unreachable(panic))),
        };
        if let Some(hash) = linked_hash(&response)
            && hash != work.file.sha256
        {
            return Err(Miss::Source(Why::Different {
                expected: work.file.sha256.clone(),
                got: hash,
            }));
        }
        match response.status() {
            status if status.is_redirection() => at = elsewhere(&at, &response)?,
            StatusCode::PARTIAL_CONTENT if from > 0 => match range(&response) {
                Some((start, Some(total))) if start == from && total == work.file.bytes => {
                    return Ok(Answer::Bytes { response, from });
                }
                Some((_, Some(total))) if total != work.file.bytes => {
                    return Err(work.other_size(total).into());
                }
                // Not what was asked for; then everything.
                _ => from = 0,
            },
            StatusCode::RANGE_NOT_SATISFIABLE if from > 0 => from = 0,
            StatusCode::OK => {
                return match response.content_length() {
                    Some(length) if length != work.file.bytes => {
                        Err(work.other_size(length).into())
                    }
                    _ => Ok(Answer::Bytes { response, from: 0 }),
                };
            }
            // A server that is busy or broken may be better in a moment; one that says no will go on to.
            status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                return Ok(Answer::Nothing(refused(status)));
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN if has_token => {
                return Err(Why::TokenRefused.into());
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => return Err(Why::Gated.into()),
            status => return Err(refused(status).into()),
        }
    }
    Err(Miss::Source(Why::Refused(
        "it sends us from one place to the next without end".to_owned(),
    )))
}

/// The target of a redirect, never from a safe line to an open one.
pub(super) fn elsewhere(at: &Url, response: &Response) -> Result<Url, Miss> {
    let target = response
        .headers()
        .get(header::LOCATION)
        .and_then(|target| target.to_str().ok())
        .and_then(|target| at.join(target).ok());
    match target {
        Some(target) if target.scheme() == "https" || target.scheme() == at.scheme() => Ok(target),
        _ => Err(Miss::Source(Why::Refused(
            "it sends us to a place that is not safe to go to".to_owned(),
        ))),
    }
}

/// The SHA-256 that a server gives for the file, where it gives one.
fn linked_hash(response: &Response) -> Option<String> {
    let value = response.headers().get(LINKED_HASH)?.to_str().ok()?;
    let hash = value.trim_start_matches("W/").trim_matches('"');
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| hash.to_ascii_lowercase())
}

/// The position at which a partial answer begins, and the bytes of the whole.
pub(super) fn range(response: &Response) -> Option<(u64, Option<u64>)> {
    let value = response
        .headers()
        .get(header::CONTENT_RANGE)?
        .to_str()
        .ok()?;
    let (places, total) = value.strip_prefix("bytes ")?.split_once('/')?;
    let (start, _) = places.split_once('-')?;
    Some((start.parse().ok()?, total.parse().ok()))
}

/// Writes down what comes. Gives why the line broke, if it did.
async fn take(
    work: &Work<'_>,
    response: Response,
    part: &Path,
    have: &mut u64,
) -> Result<Option<Why>, Miss> {
    let written = || Halt::disk(part, "written");
    let mut file = opened_at(part, *have).await?;
    let mut chunks = response.bytes_stream();
    let ended = loop {
        let chunk = tokio::select! {
            chunk = chunks.next() => chunk,
            () = work.teller.stopped() => break Err(Miss::Halt(Halt::Stopped)),
        };
        match chunk {
            Some(Ok(bytes)) => {
                let length = have.saturating_add(bytes.len() as u64);
                if length > work.file.bytes {
                    break Err(work.other_size(length).into());
                }
                file.write_all(&bytes).await.map_err(written())?;
                *have = length;
                work.tell_bytes(length);
            }
            Some(Err(error)) => break Ok(Some(unreachable(&error))),
            None if *have < work.file.bytes => {
                break Ok(Some(Why::Unreachable("the line broke".to_owned())));
            }
            None => break Ok(None),
        }
    };
    file.flush().await.map_err(written())?;
    if matches!(ended, Err(Miss::Source(_))) {
        drop(file);
        let _ = fs::remove_file(part).await;
    }
    ended
}

pub(super) fn refused(status: StatusCode) -> Why {
    Why::Refused(format!("it says {status}"))
}

/// The file of what has come, cut there and to be written on from there.
pub(super) async fn opened_at(part: &Path, have: u64) -> Result<BufWriter<fs::File>, Halt> {
    let written = || Halt::disk(part, "written");
    let file = fs::OpenOptions::new()
        .create(true)
        .write(true)
        .truncate(false)
        .open(part)
        .await
        .map_err(written())?;
    file.set_len(have).await.map_err(written())?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    file.seek(std::io::SeekFrom::Start(have))
        .await
        .map_err(written())?;
    Ok(file)
}

pub(super) fn unreachable(error: &(dyn std::error::Error + 'static)) -> Why {
    Why::Unreachable(format!("cannot be reached ({})", web::reason(error)))
}
