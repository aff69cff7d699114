//! Text from outside as plain text inside Markdown: no word of a model, a motion or a viewer can open a
//! heading, a list, a fence, a table, a link, a formula or a piece of HTML.

use crate::text::sanitize::{sanitize, sanitize_line};

/// A text in one line, for a heading, a cell or the middle of a sentence.
pub(super) fn inline(text: &str) -> String {
    line(&sanitize_line(text), true)
}

/// A text in one line behind words or marks of ours, where no line begins: in a cell, in bold.
pub(super) fn within(text: &str) -> String {
    line(&sanitize_line(text), false)
}

/// Running text as paragraphs. Blank lines part them; line breaks stay, and what stands first in a line
/// means nothing.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for bare in sanitize(text).lines().map(str::trim).chain([""]) {
        if !bare.is_empty() {
            lines.push(line(bare, true));
        } else if !lines.is_empty() {
            found.push(lines.join("\n"));
            lines.clear();
        }
    }
    found
}

/// A text inside a tag of HTML, or inside an attribute in double quotation marks: the one function by which anything from
/// outside comes into HTML.
pub(super) fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in sanitize(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

fn line(text: &str, begins: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        let rest = text.get(at + c.len_utf8()..).unwrap_or_default();
        let special = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '$' => true,
            // An entity; an ampersand between words may stay as it is.
            '&' => rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '#'),
            // Headings and their underlines, lists, one-column tables.
            '#' | '-' | '+' | '=' | ':' => begins && at == 0,
            // "1." or "1)" at the beginning of a line.
            '.' | ')' => {
                let head = text.get(..at).unwrap_or_default();
                begins && !head.is_empty() && head.bytes().all(|byte| byte.is_ascii_digit())
            }
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_markdown_is_escaped_and_the_rest_is_not() {
        let table = [
            ("# heading", r"\# heading"),
            ("No 5 # of 6", "No 5 # of 6"),
            ("<script>", r"\<script\>"),
            ("```", r"\`\`\`"),
            ("~~~", r"\~\~\~"),
            ("| a | b |", r"\| a \| b \|"),
            (":--", r"\:--"),
            ("===", r"\==="),
            ("- item", r"\- item"),
            ("well-known", "well-known"),
            ("1. first", r"1\. first"),
            ("12) twelfth", r"12\) twelfth"),
            ("In 1790. Then", "In 1790. Then"),
            ("[here](http://x)", r"\[here\](http://x)"),
            ("![x]: y", r"!\[x\]: y"),
            ("$5 and $6", r"\$5 and \$6"),
            ("a & b &lt; &#60;", r"a & b \&lt; \&#60;"),
            (r"a\b", r"a\\b"),
            ("a\u{1b}[31m\u{202e}b", "ab"),
        ];
        for (text, escaped) in table {
            assert_eq!(inline(text), escaped);
        }
        assert_eq!(inline("one\n\n# two"), "one # two");
        assert_eq!(within("7.00 | -"), r"7.00 \| -");
    }

    #[test]
    fn paragraphs_are_parted_and_every_line_is_escaped() {
        assert_eq!(
            paragraphs("a\n    indented\n# b\n \n\n- c\n"),
            ["a\nindented\n\\# b", "\\- c"]
        );
        assert!(paragraphs(" \n").is_empty());
        assert_eq!(
            html("</summary>&\" x=\"\u{1b}"),
            "&lt;/summary&gt;&amp;&quot; x=&quot;"
        );
    }
}
