//! The markup of a line of subtitles, taken away.

use crate::text::floor_char_boundary;

/// The longest tag, in bytes: what is longer is a lonely sign in the text.
const TAG: usize = 200;

/// Text without its tags (`<i>`, `<00:00:01.000>`, `{\an8}`) and with its characters for their names.
pub(super) fn untagged(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '{']) {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let near = tag.get(..floor_char_boundary(tag, TAG)).unwrap_or_default();
        let tagged = near
            .strip_prefix("{\\")
            .and_then(|tag| tag.split_once('}'))
            .or_else(|| {
                let inside = near.strip_prefix('<')?;
                let real = inside.starts_with(|c: char| c == '/' || c.is_ascii_alphanumeric());
                inside.split_once('>').filter(|_| real)
            });
        if let Some((_, after)) = tagged {
            rest = tag.get(near.len() - after.len()..).unwrap_or_default();
        } else {
            let mut letters = tag.chars();
            out.extend(letters.next());
            rest = letters.as_str();
        }
    }
    out.push_str(rest);
    if !out.contains('&') {
        return out;
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&nbsp;", " "),
        ("&lrm;", ""),
        ("&rlm;", ""),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    entities
        .iter()
        .fold(out, |text, (name, sign)| text.replace(name, sign))
}
