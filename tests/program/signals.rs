//! How a run is stopped from outside.
#![cfg(unix)]

use std::{process::Stdio, time::Duration};

use super::{
    common::{
        calls_have_one_end,
        debater::{Debater, Home, Manner, PATIENCE, end, records, short, signal, start},
    },
    debates::{rising, whole},
};

fn slow() -> Debater {
    let manner = Manner {
        between: Duration::from_millis(8),
        ..Manner::default()
    };
    Debater::with(manner, |_| None)
}

#[test]
fn a_signal_leaves_a_debate_that_can_be_resumed() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let (home, debater) = (Home::new(), slow());
        let url = debater.server.url();
        let running = start(&mut home.command(&short(&url)));
        let mut before = String::new();
        while !before.contains("speech_delta") {
            before += &running.lines.recv_timeout(PATIENCE).unwrap();
        }
        signal(&running.child, name);
        let first = end(running);
        first.ended(5);
        assert!(
            first.stderr.contains("go on with: hustings resume"),
            "{}",
            first.stderr
        );
        assert!(!first.stdout.contains("debate_closed"));
        calls_have_one_end(&records(&home));
        let second = home.run(&["resume", "--headless", "--output", "jsonl"]);
        let stdout = before + &first.stdout + &second.ended(0).stdout;
        let lines = super::common::debater::json_lines(&stdout);
        rising(&lines);
        whole(&lines);
        assert_eq!(lines.last().unwrap()["type"], "debate_closed");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for output in ["jsonl", "text"] {
        let (home, debater) = (Home::new(), slow());
        let url = debater.server.url();
        let mut args = short(&url);
        args[4] = output;
        let mut child = home
            .command(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // What `head -1` does: it reads a little and goes.
        let mut stdout = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut stdout, &mut [0; 40]).unwrap();
        drop(stdout);
        let done = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(done.stderr).unwrap();
        assert!(
            !stderr.contains("error") && !stderr.contains("panic"),
            "{stderr}"
        );
        assert!(
            matches!(done.status.code(), Some(0 | 5)),
            "{:?}",
            done.status
        );
    }
}
