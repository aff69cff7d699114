//! Files that were whole when they were taken in and are not any more.

use hustings::{
    catalog::Profile,
    embedded::Embedded,
    llm::{ModelError, roster::InProcess as _},
};

use super::{smollm2, turn};

async fn loaded(bytes: &[u8]) -> Result<(), ModelError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.gguf");
    std::fs::write(&path, bytes).unwrap();
    Embedded::new("changed", path, Profile::default())
        .ready()
        .await
}

#[tokio::test]
async fn a_changed_file_is_an_error_and_never_the_end_of_the_process() {
    let _turn = turn();
    let whole = std::fs::read(&smollm2().path).unwrap();
    let with = |from: &[u8], to: &[u8]| {
        let at = whole
            .windows(from.len())
            .position(|bytes| bytes == from)
            .unwrap();
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        bytes
    };
    let table: [(Vec<u8>, &str); 8] = [
        (b"<html>no model</html>".to_vec(), "damaged"),
        (Vec::new(), "damaged"),
        (whole[..whole.len() / 2].to_vec(), "ends before"),
        (whole[..1000].to_vec(), "damaged"),
        (
            with(b"\x05\0\0\0\0\0\0\0llama", b"\x05\0\0\0\0\0\0\0mamba"),
            "mamba",
        ),
        (
            with(b"tokenizer.chat_template", b"tokenizer.chat_tempIate"),
            "chat template",
        ),
        (
            with(b"tokenizer.ggml.tokens", b"tokenizer.ggml.tokenz"),
            "tokenizer",
        ),
        (
            with(b"blk.3.ffn_up.weight", b"blk.3.ffn_ux.weight"),
            "blk.3.ffn_up.weight",
        ),
    ];
    for (bytes, part) in table {
        let error = loaded(&bytes).await.unwrap_err();
        assert!(matches!(error, ModelError::Unusable { .. }), "{error}");
        assert!(error.to_string().contains(part), "{part}: {error}");
        assert!(error.hint().is_some());
    }
    let nowhere = Embedded::new("gone", "/nonexistent/model.gguf".into(), Profile::default());
    let error = nowhere.ready().await.unwrap_err();
    assert!(error.to_string().contains("cannot be read"), "{error}");
}
