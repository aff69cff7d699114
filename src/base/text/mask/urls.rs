//! The parts of a URL that could be keys: its user part, what its query says, and a part of its path that is no name.
//!
//! A URL in a text may be anybody's: the page of a manual, a file at a commit. The base URL of a server is the one that
//! requests go to, and what is in it may let somebody in: there nothing is a commit, and only short, plain names are
//! shown.

use std::{
    borrow::Cow,
    net::{IpAddr, SocketAddr},
    ops::Range,
};

use super::{MASK, PREFIXES, UNBROKEN, names::is_no_name, run};

/// A part of any URL's path that has at least so many characters, and so many without a break, is no name.
const OPAQUE: usize = 20;
/// A part of a base URL's path is a name up to this length, and each of its words up to that one.
const NAME: usize = 24;
const WORD: usize = 14;
/// A word with digits in it is one up to this length.
const NUMBERED: usize = 10;
/// The most digits together that are taken for a number or a date.
const NUMBER: usize = 8;
/// The parts of a path that stand before the fingerprint of a commit or a file.
const BEFORE_HASHES: [&str; 7] = [
    "resolve", "blob", "blobs", "raw", "tree", "commit", "commits",
];

/// The owner of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// A server's, to which requests go.
    Base,
    /// A URL of anybody's.
    Any,
}

/// A base URL, without what could be a key.
pub fn masked_base_url(url: &str) -> Cow<'_, str> {
    let keys = keys_of_base_url(url);
    if keys.is_empty() {
        return Cow::Borrowed(url);
    }
    let mut shown = String::with_capacity(url.len());
    let mut from = 0;
    for key in keys {
        shown.push_str(url.get(from..key.start).unwrap_or_default());
        shown.push_str(MASK);
        from = key.end;
    }
    shown.push_str(url.get(from..).unwrap_or_default());
    Cow::Owned(shown)
}

/// Whether something was left out of what is shown of a base URL: no URL has this character as it is.
pub fn is_masked(url: &str) -> bool {
    url.contains(MASK)
}

/// The parts of a base URL that could be keys.
pub fn secrets_of_base_url(url: &str) -> impl Iterator<Item = &str> {
    keys_of_base_url(url)
        .into_iter()
        .filter_map(|key| url.get(key))
}

fn keys_of_base_url(url: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let after_scheme = url.find("://").map_or(0, |at| at + 3);
    of_one(url, after_scheme, Whose::Base, &mut found);
    found.retain(|key| !key.is_empty() && url.get(key.clone()) != Some(MASK));
    found
}

/// Looks through all URLs of a line.
pub(super) fn of_line(line: &str, whose: Whose, found: &mut Vec<Range<usize>>) {
    for (at, _) in line.match_indices("://") {
        let from = at + 3;
        let rest = line.get(from..).unwrap_or_default();
        let length = run(rest, |c| {
            !matches!(c, '"' | '\'' | '`' | '<' | '>' | '\n' | '\r')
        });
        let to_the_quote = line.get(..from + length).unwrap_or_default();
        of_one(to_the_quote, from, whose, found);
    }
}

/// Looks through one URL, from behind its scheme to the end of the text.
pub(super) fn of_one(text: &str, from: usize, whose: Whose, found: &mut Vec<Range<usize>>) {
    let rest = text.get(from..).unwrap_or_default();
    // A password may have anything in it, spaces and slashes too.
    let host = rest.rfind('@').map_or(0, |at| at + 1);
    if host > 0 {
        found.push(from..from + host - 1);
    }
    let rest = rest.get(host..).unwrap_or_default();
    let url = rest
        .get(..run(rest, |c| !c.is_whitespace()))
        .unwrap_or_default();
    let from = from + host;
    let query = url.find(['?', '#']).unwrap_or(url.len());
    let (path, query_text) = url.split_at(query);
    let mut at = from;
    let mut before = "";
    for part in path.split('/') {
        let bare = part.trim_end_matches([',', '.', ':', ';', ')']);
        let is_key = match whose {
            Whose::Base if at == from => is_no_host(bare),
            Whose::Base => !bare.is_empty() && !is_name(bare) && !is_address(bare),
            Whose::Any => {
                at > from && is_opaque(bare) && !(is_hash(bare) && BEFORE_HASHES.contains(&before))
            }
        };
        if is_key {
            found.push(at..at + bare.len());
        }
        at += part.len() + 1;
        before = part;
    }
    let mut at = from + query;
    for part in query_text.split_inclusive(['?', '#', '&']) {
        let sign = part.len() - part.trim_end_matches(['?', '#', '&']).len();
        let value = part.find('=').map_or(0, |at| at + 1);
        let end = part.len() - sign;
        if value < end {
            found.push(at + value..at + end);
        }
        at += part.len();
    }
}

/// Whether what stands where a host would has no dot in it, and is what services give for keys.
fn is_no_host(part: &str) -> bool {
    let host = part.split(':').next().unwrap_or_default();
    host.len() >= UNBROKEN && !host.contains('.') && is_no_name(host)
}

/// Whether it is the address of a machine: without its slashes, a URL has it in its path.
fn is_address(part: &str) -> bool {
    let inner = part
        .strip_prefix('[')
        .and_then(|part| part.strip_suffix(']'));
    part.parse::<SocketAddr>().is_ok() || inner.is_some_and(|ip| ip.parse::<IpAddr>().is_ok())
}

/// Whether a part of a path is too long without a break to be a name.
fn is_opaque(part: &str) -> bool {
    let longest = part.split(['-', '_', '.']).map(str::len).max();
    part.len() >= OPAQUE && longest >= Some(UNBROKEN)
}

/// Whether it is the fingerprint of a file or a commit.
fn is_hash(part: &str) -> bool {
    matches!(part.len(), 40 | 64) && part.chars().all(|c| c.is_ascii_hexdigit())
}

/// Whether a part of a base URL's path is a name that says nothing: `v1`, `openai`, `gpt-4o-mini-2024-07-18`.
fn is_name(part: &str) -> bool {
    let begins_as_keys_do = PREFIXES.iter().any(|(prefix, _)| part.starts_with(prefix));
    part.len() <= NAME && !begins_as_keys_do && part.split(['-', '_', '.', '~', ':']).all(is_word)
}

fn is_word(word: &str) -> bool {
    let count = |is: fn(&char) -> bool| word.chars().filter(is).count();
    let digits = count(char::is_ascii_digit);
    if word.len() != digits + count(char::is_ascii_alphabetic) {
        return false;
    }
    if word.len() == digits {
        return digits <= NUMBER;
    }
    let humps = word
        .as_bytes()
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    match digits {
        0 => word.len() <= WORD && humps.count() <= 1,
        1..=3 => word.len() <= NUMBERED && humps.count() == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_names_are_shown_of_the_path_of_a_base_url() {
        for plain in [
            "http://127.0.0.1:8080/v1",
            "https://api.openai.com/v1",
            "https://generativelanguage.googleapis.com/v1beta/openai",
            "https://dashscope.aliyuncs.com/compatible-mode/v1",
            "https://h.azure.com/openai/deployments/gpt-4o-mini-2024-07-18",
            "http://[::1]:1/api/paas/v4/",
            "https://h/projects/4711/locations/eu-west1/endpoints/openapi",
        ] {
            assert_eq!(masked_base_url(plain), plain);
            assert_eq!(secrets_of_base_url(plain).count(), 0);
        }
        for secret in [
            "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abcdefghijklmnopqrst",
            "QwErTyUiOpAs",
            "8f14e45f-ceea-467f-a0e6-1234567890ab",
            "correct-horse-battery-staple",
            "hunter2plain",
            "sk-abc",
            "%73ecret",
            "a+b=",
        ] {
            let url = format!("http://127.0.0.1:9/{secret}/v1");
            assert_eq!(masked_base_url(&url), "http://127.0.0.1:9/…/v1");
            assert_eq!(secrets_of_base_url(&url).collect::<Vec<_>>(), [secret]);
            let shown = masked_base_url(&url).into_owned();
            assert!(is_masked(&shown));
            assert_eq!(masked_base_url(&shown), shown, "masked once");
            assert_eq!(secrets_of_base_url(&shown).count(), 0);
        }
        assert_eq!(
            masked_base_url("https://me:p@ss@h/v1?a=b&c#d"),
            "https://…@h/v1?a=…&…#…"
        );
        assert_eq!(masked_base_url("h:1/9f8e7d6c5b4a39281706/v1"), "h:1/…/v1");
    }

    #[test]
    fn a_key_in_the_place_of_a_host_is_masked_and_an_address_is_not() {
        for key in [
            "9f8e7d6c5b4a39281706f5e4d3c2b1a0",
            "8f14e45f-ceea-467f-a0e6-1234567890ab",
        ] {
            for rest in ["", ":8080", "/v1", ":8080/v1"] {
                let shown = masked_base_url(&format!("http://{key}{rest}")).into_owned();
                assert_eq!(shown.matches(MASK).count(), 1, "{shown}");
                assert!(!shown.contains(&key[..8]), "{shown}");
            }
        }
        for host in [
            "http://localhost:8080/v1",
            "http://gpu-server-17:8080/v1",
            "http://[2001:db8::8a2e:370:7334]:1234/v1",
            "https://abcd1234efgh5678.us-east-1.aws.endpoints.huggingface.cloud/v1",
            "http//[::1]:1234/v1",
            "http:/127.0.0.1:1234/v1",
        ] {
            assert_eq!(masked_base_url(host), host);
        }
    }
}
