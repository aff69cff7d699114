//! Lines that are no message, and whoever does not speak the protocol.

use super::*;

#[tokio::test]
async fn a_line_that_is_no_message_is_answered_and_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::greeted(folder.path(), None).await;
    client.input.write_all(b"hello\n").await.unwrap();
    let line = client.lines.next_line().await.unwrap().unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(answer["error"]["code"], -32700, "{answer}");
    let listed = client.ask("tools/list", json!({})).await;
    assert!(listed["result"]["tools"].is_array(), "{listed}");
    client.go().await.unwrap();
    // Nothing but that is no session.
    let mut client = Client::silent(folder.path(), None);
    client.input.write_all(b"hello\n").await.unwrap();
    let failure = client.go().await.unwrap_err();
    assert!(
        failure.to_string().contains("Model Context Protocol"),
        "{failure}"
    );
}

#[tokio::test]
async fn whoever_does_not_speak_the_protocol_is_told_so_and_who_says_nothing_is_not() {
    let folder = tempfile::tempdir().unwrap();
    Client::silent(folder.path(), None).go().await.unwrap();
    let mut client = Client::silent(folder.path(), None);
    client
        .tell(
            "notifications/progress",
            json!({ "progressToken": 1, "progress": 1 }),
        )
        .await;
    let failure = client.go().await.unwrap_err();
    assert!(
        failure.to_string().contains("Model Context Protocol"),
        "{failure}"
    );
}
