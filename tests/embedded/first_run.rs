//! The first start on a machine with nothing set up: one question, and then the debate.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    sync::Arc,
};

use super::{
    pty::{Term, hustings},
    smollm2, turn,
};

/// A hub with one file.
fn hub(file: &Path) -> String {
    let file = Arc::new(std::fs::read(file).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/model.gguf", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let file = Arc::clone(&file);
            std::thread::spawn(move || {
                let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
                while lines.next().is_some_and(|line| !line.is_empty()) {}
                let head = format!(
                    "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    file.len()
                );
                // Whoever asks may go.
                let _ = (&stream).write_all(head.as_bytes());
                let _ = (&stream).write_all(&file);
            });
        }
    });
    url
}

#[test]
fn one_question_leads_to_a_debate() {
    let _turn = turn();
    let model = smollm2();
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let list = format!(
        "[[models]]\nname = \"tiny\"\ndefault = true\nsummary = \"For this test.\"\n\
         licence = \"Apache-2.0\"\nby = \"Nobody\"\nbytes = {}\nsha256 = \"{}\"\ncontext = 2048\n\
         profile = \"smollm2-135m-instruct\"\nfile = \"tiny.gguf\"\nsources = [{{ hub = \"{}\" }}]\n",
        model.bytes,
        model.sha256,
        hub(&model.path)
    );
    std::fs::write(config.join("models.toml"), list).unwrap();
    let mut term = Term::start(hustings(home.path(), &[]), 100, 30);
    term.wait("what shall be debated?");
    term.send("\r");
    // Until it is known that there is no model, the house cannot be opened.
    term.wait("you are asked when you start");
    term.send("\r");
    term.wait("No model was found yet");
    term.wait("whose:   Nobody");
    // The form for a server, and back.
    term.send("3");
    term.send("\r");
    term.wait("Test the connection");
    term.send("\u{1b}");
    term.wait("Start the debate");
    term.send("\r");
    term.wait("No model was found yet");
    term.send("1");
    term.send("\r");
    term.wait("Transcript");
    term.wait("space pause");
    term.send("q");
    term.wait("Leave");
    term.send("y");
    assert_eq!(term.end().0, 0);
    term.is_given_back();
}

#[test]
fn whoever_only_looks_leaves_without_an_error() {
    let _turn = turn();
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::start(hustings(home.path(), &[]), 80, 24);
    term.wait("what shall be debated?");
    term.send("\r");
    // It is known by now that there is no model.
    term.wait("you are asked when you start");
    term.send("\u{3}");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    assert!(!output.contains("error"), "{output}");
    term.is_given_back();
}

#[test]
fn whoever_wants_no_model_is_back_in_the_lobby() {
    let _turn = turn();
    let home = tempfile::tempdir().unwrap();
    let mut term = Term::start(hustings(home.path(), &[]), 80, 24);
    term.wait("what shall be debated?");
    term.send("\r");
    // Until it is known that there is no model, the house cannot be opened.
    term.wait("you are asked when you start");
    term.send("\r");
    term.wait("No model was found yet");
    term.send("q");
    term.wait("Start the debate");
    term.send("\u{3}");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    assert!(output.contains("hustings model pull"), "{output}");
    term.is_given_back();
}
