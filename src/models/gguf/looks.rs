//! The looks of a file that is not a GGUF file, from its first bytes.

/// The number of bytes that are enough to tell.
pub(super) const HEAD: usize = 64;

/// In a few words.
pub(super) fn of(head: &[u8]) -> &'static str {
    let text = head.trim_ascii_start().to_ascii_lowercase();
    if head.is_empty() {
        "it is empty"
    } else if head.iter().all(|byte| *byte == 0) {
        "it begins with zeros, as a file does that was set aside and never filled"
    } else if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        "it looks like a zip archive, such as a Python package or a PyTorch model"
    } else if head.starts_with(&[0x1f, 0x8b])
        || head.starts_with(b"\xfd7zXZ")
        || head.starts_with(b"BZh")
    {
        "it looks like a compressed archive"
    } else if head.starts_with(b"version https://git-lfs") {
        "it is the note that Git leaves in place of a large file (`git lfs pull` fetches the file)"
    } else if text.starts_with(b"<!doctype")
        || text.starts_with(b"<html")
        || text.starts_with(b"<?xml")
    {
        "it looks like a web page, as a download gives that was refused"
    } else if head.get(8) == Some(&b'{') {
        "it looks like a safetensors file"
    } else if text.starts_with(b"{") {
        "it looks like JSON"
    } else if [b"lmgg", b"tjgg", b"fmgg", b"algg"]
        .iter()
        .any(|magic| head.starts_with(*magic))
    {
        "it is in a format of llama.cpp's from before GGUF"
    } else if head.starts_with(&[0x80]) {
        "it looks like a Python pickle, such as a PyTorch model"
    } else {
        "it begins like nothing that is known here"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_mistakes_are_recognised() {
        let table: [(&[u8], &str); 10] = [
            (b"", "empty"),
            (b"PK\x03\x04....", "zip"),
            (b"\x10\x00\x00\x00\x00\x00\x00\x00{\"a\":1}", "safetensors"),
            (b"\n <!DOCTYPE html>", "web page"),
            (b"{\"error\": \"gated\"}", "JSON"),
            (b"version https://git-lfs.github.com/spec/v1", "git lfs"),
            (b"tjgg\x03", "before GGUF"),
            (b"\x80\x02}q", "pickle"),
            (b"\0\0\0\0\0\0\0\0\0", "zeros"),
            (b"hello there", "nothing that is known"),
        ];
        for (head, expected) in table {
            assert!(of(head).contains(expected), "{expected}: {}", of(head));
        }
    }
}
