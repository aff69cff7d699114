//! The meaning of a page's elements to a reader.

use html5gum::StartTag;

/// Elements whose content nobody reads.
pub(super) fn is_silent(name: &[u8]) -> bool {
    matches!(
        name,
        b"script"
            | b"style"
            | b"noscript"
            | b"template"
            | b"svg"
            | b"math"
            | b"iframe"
            | b"object"
            | b"audio"
            | b"video"
            | b"canvas"
            | b"select"
            | b"button"
            | b"textarea"
            | b"noembed"
            | b"noframes"
            | b"rt"
            | b"rp"
    )
}

/// Ways around the site, and what it says on every page.
pub(super) fn is_furniture(tag: &StartTag<()>, in_main: bool) -> bool {
    let name: &[u8] = &tag.name;
    let role = attribute(tag, b"role");
    let id = attribute(tag, b"id");
    matches!(name, b"nav" | b"menu" | b"dialog")
        || (!in_main && matches!(name, b"footer" | b"aside"))
        || matches!(role.as_deref(), Some("navigation" | "banner" | "contentinfo" | "search"))
        // The licence of a well-known library of free books.
        || matches!(id.as_deref(), Some("pg-header" | "pg-footer"))
        || (tag.attributes.contains_key(b"hidden".as_slice()) && !is_void(name))
}

/// Elements without an end.
pub(super) fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

/// Elements that begin and end a paragraph.
pub(super) fn is_block(name: &[u8]) -> bool {
    heading(name).is_some()
        || matches!(
            name,
            b"p" | b"div"
                | b"section"
                | b"header"
                | b"footer"
                | b"aside"
                | b"blockquote"
                | b"ul"
                | b"ol"
                | b"li"
                | b"dl"
                | b"dt"
                | b"dd"
                | b"pre"
                | b"table"
                | b"caption"
                | b"tr"
                | b"hr"
                | b"figure"
                | b"figcaption"
                | b"details"
                | b"summary"
                | b"address"
                | b"form"
                | b"fieldset"
                | b"body"
                | b"head"
                | b"html"
                | b"center"
        )
}

/// The level of a heading.
pub(super) fn heading(name: &[u8]) -> Option<u8> {
    match name {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// The name and the content of a `meta`.
pub(super) fn meta(tag: &StartTag<()>) -> Option<(String, String)> {
    let name = attribute(tag, b"name").or_else(|| attribute(tag, b"property"))?;
    let content = attribute(tag, b"content")?;
    Some((name.to_ascii_lowercase(), content))
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).into_owned())
}
