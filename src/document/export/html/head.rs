//! The head of a page: its title, its look, and the policy by which a browser loads nothing and runs nothing else.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

use super::markup::Markup;

/// The look of a page.
pub(super) const STYLE: &str = include_str!("style.css");

/// Writes a page as far as its body, which is opened. `script` is the one that the page has, if any.
pub(super) fn head(out: &mut Markup, title: &str, script: Option<&str>) {
    out.ours("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let policy = policy(script);
    let policy = [
        ("http-equiv", "Content-Security-Policy"),
        ("content", &*policy),
    ];
    out.open("meta", &policy);
    out.ours(
        "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n",
    );
    out.element("title", &[], title);
    out.ours("\n<style>");
    out.ours(STYLE);
    out.ours("</style>\n</head>\n<body>\n");
}

/// The policy of a page: its own style and its own script, where it has one, known by their hashes, and nothing else.
fn policy(script: Option<&str>) -> String {
    let source = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script = script.map_or_else(|| "'none'".to_owned(), source);
    format!(
        "default-src 'none'; style-src {}; script-src {script}; base-uri 'none'; form-action 'none'",
        source(STYLE)
    )
}
