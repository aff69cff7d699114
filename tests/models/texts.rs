//! Texts for corpora from servers that misbehave: cut off, moved, gone, another text, too much of it. The texts are our
//! own.

use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use futures_util::future::join_all;
use hustings::models::{FetchedText, TextError, WantedText, pull_text};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    common::text_server::{AskedText, TextAnswer, TextServer},
    registry::sha256,
};

/// A work that nobody else has written.
pub fn work() -> String {
    let line =
        "A toll that falls on the carter is a tax on bread, said the warden of the bridge.\n";
    format!("Title: Letters of a Warden\n\n{}", line.repeat(60))
}

fn wanted(folder: &Path, addresses: Vec<String>) -> WantedText {
    WantedText {
        name: "\"Letters of a Warden\"".to_owned(),
        addresses,
        folder: folder.join("coming"),
        bytes: 1_000..=20_000,
        expected: 5_000,
        sha256: None,
        mark: Some("Letters of a Warden".to_owned()),
    }
}

async fn pull(wanted: &WantedText) -> Result<FetchedText, TextError> {
    pull_text(wanted, mpsc::channel(64).0, CancellationToken::new()).await
}

fn read(fetched: &FetchedText) -> String {
    std::fs::read_to_string(&fetched.path).unwrap()
}

/// The rest of the work from where it was asked for, as a server sends it that can do that.
fn from(asked: &AskedText) -> TextAnswer {
    let text = work();
    match &asked.range {
        Some(range) => {
            let from = range.trim_start_matches("bytes=").trim_end_matches('-');
            let from: usize = from.parse().unwrap();
            let mut answer = TextAnswer::whole(&text[from..]);
            answer.status = 206;
            answer.with(&format!(
                "content-range: bytes {from}-{}/{}",
                text.len() - 1,
                text.len()
            ))
        }
        None => TextAnswer::whole(&text),
    }
}

#[tokio::test]
async fn a_line_that_breaks_is_taken_up_where_it_broke_while_the_text_is_still_the_same() {
    let stamps = [
        ("etag: \"one\"", true),
        ("last-modified: Wed, 21 Oct 2015 07:28:00 GMT", true),
        ("etag: W/\"one\"", false),
        ("x-none: 1", false),
    ];
    // Each waits a little before it asks again.
    join_all(stamps.map(|(stamp, resumes)| async move {
        let first = AtomicBool::new(true);
        let server = TextServer::answering(move |asked| {
            let answer = from(asked).with(stamp);
            if first.swap(false, Ordering::SeqCst) {
                return answer.cut(3_000);
            }
            answer
        });
        let folder = tempfile::tempdir().unwrap();
        let fetched = pull(&wanted(folder.path(), vec![server.url("/w.txt")])).await;
        assert_eq!(read(&fetched.unwrap()), work(), "{stamp}");
        let asked = server.asked();
        let range = resumes.then(|| "bytes=3000-".to_owned());
        assert_eq!((asked.len(), &asked[1].range), (2, &range), "{stamp}");
        let value = stamp.split_once(": ").map(|(_, value)| value.to_owned());
        assert_eq!(asked[1].if_range, value.filter(|_| resumes));
    }))
    .await;
}

#[tokio::test]
async fn what_came_of_another_version_is_thrown_away() {
    let edition = || format!("{}\nThe second edition.\n", work());
    let server = TextServer::answering(move |asked| match asked.range {
        None => from(asked).with("etag: \"first\"").cut(3_000),
        // There is another text by now, and all of it is sent.
        Some(_) => TextAnswer::whole(&edition()).with("etag: \"second\""),
    });
    let folder = tempfile::tempdir().unwrap();
    let fetched = pull(&wanted(folder.path(), vec![server.url("/w.txt")])).await;
    assert_eq!(read(&fetched.unwrap()), edition());
    assert_eq!(server.asked()[1].if_range.as_deref(), Some("\"first\""));
}

#[tokio::test]
async fn what_is_not_the_text_is_passed_over_for_the_next_source() {
    let long = work().repeat(20);
    let text = work();
    let server = TextServer::answering(move |asked| match asked.path.as_str() {
        "/gone" => TextAnswer::status(404),
        // A page that says, with a good conscience, that there is nothing.
        "/other" => TextAnswer::whole(&"Nothing of that name is here. ".repeat(60)),
        "/short" => TextAnswer::whole("Letters of a Warden"),
        "/long" => TextAnswer::whole(&long),
        "/endless" => TextAnswer {
            status: 200,
            head: vec!["x-length: unknown".to_owned()],
            body: long.clone().into(),
        },
        "/round" => TextAnswer::status(302).with("location: /round"),
        "/moved" => TextAnswer::status(301).with("location: /w.txt"),
        _ => TextAnswer::whole(&text).with("content-type: text/html; charset=utf-8"),
    });
    let folder = tempfile::tempdir().unwrap();
    let paths = [
        "/gone", "/other", "/short", "/long", "/endless", "/round", "/moved",
    ];
    let addresses: Vec<String> = paths.iter().map(|path| server.url(path)).collect();
    let fetched = pull(&wanted(folder.path(), addresses.clone()))
        .await
        .unwrap();
    assert_eq!(read(&fetched), work());
    assert_eq!(fetched.address, server.url("/moved"));
    assert_eq!(fetched.ending, Some("html"));

    let none = addresses[..6].to_vec();
    let failed = pull(&wanted(folder.path(), none))
        .await
        .unwrap_err()
        .to_string();
    for (path, why) in paths.iter().zip([
        "404",
        "expected \"Letters of a Warden\"",
        "another file",
        "another file",
        "another file",
        "without end",
    ]) {
        let line = failed.lines().find(|line| line.contains(&server.url(path)));
        assert!(line.unwrap().contains(why), "{path}: {failed}");
    }
}

#[tokio::test]
async fn a_hash_that_is_known_decides_and_whoever_stops_keeps_what_came() {
    let server = TextServer::answering(|asked| from(asked).with("etag: \"one\""));
    let folder = tempfile::tempdir().unwrap();
    let mut exact = wanted(folder.path(), vec![server.url("/w.txt")]);
    exact.sha256 = Some("0".repeat(64));
    let failed = pull(&exact).await.unwrap_err().to_string();
    assert!(failed.contains("another file"), "{failed}");
    exact.sha256 = Some(sha256(work().as_bytes()));
    exact.mark = Some("something else".to_owned());
    assert_eq!(read(&pull(&exact).await.unwrap()), work());

    let cancel = CancellationToken::new();
    cancel.cancel();
    let stopped = pull_text(&exact, mpsc::channel(1).0, cancel).await;
    assert!(matches!(stopped, Err(TextError::Stopped)));
    assert!(exact.folder.join("text.part").exists());
}
