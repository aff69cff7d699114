//! A body of a server, read as a call reads it.

use super::answer::{Answer, Item};

/// The words of a body that comes in these pieces; what of it cannot be read; whether the server has said that it was
/// complete. `None` where a part of it is longer than any answer.
pub fn read_body(pieces: &[&[u8]]) -> Option<(String, Vec<String>, bool)> {
    let mut answer = Answer::new();
    let mut items = Vec::new();
    for piece in pieces {
        answer.push(piece, &mut items).ok()?;
    }
    answer.finish(&mut items);
    let (mut words, mut unreadable, mut is_done) = (String::new(), Vec::new(), false);
    for item in items {
        match item {
            Item::Chunk(chunk) => words.push_str(&chunk.content),
            Item::Unreadable(what) => unreadable.push(what),
            Item::Done => is_done = true,
        }
    }
    Some((words, unreadable, is_done))
}
