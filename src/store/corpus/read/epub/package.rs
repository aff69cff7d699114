//! The package of an EPUB: where its file is, what the book is called, which pages it has in which order, what is
//! locked. Read with the HTML tokenizer, which forgives what a strict reader of XML would refuse a whole book for.

use std::collections::HashMap;

use html5gum::{StartTag, Token, Tokenizer};

/// Ways to hide a font from copying. They lock no text.
const FONT_LOCKS: [&str; 2] = [
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
];

/// A package file.
#[derive(Debug, Default)]
pub(super) struct Package {
    pub(super) title: String,
    pub(super) date: String,
    pub(super) creator: String,
    pub(super) subjects: Vec<String>,
    /// Paths of the pages in the archive, in reading order, without the table of contents.
    pub(super) spine: Vec<String>,
}

impl Package {
    /// Reads a package; `path` is its own place in the archive.
    pub(super) fn read(text: &str, path: &str) -> Self {
        let mut package = Self::default();
        let mut manifest: HashMap<String, String> = HashMap::new();
        let mut order = Vec::new();
        let mut open = Vec::new();
        for Ok(token) in Tokenizer::new(text) {
            match token {
                Token::StartTag(tag) => {
                    open = local(&tag.name).to_vec();
                    match open.as_slice() {
                        b"item" => {
                            let contents = attribute(&tag, "properties")
                                .is_some_and(|all| all.split_whitespace().any(|one| one == "nav"));
                            if let (Some(id), Some(href), false) =
                                (attribute(&tag, "id"), attribute(&tag, "href"), contents)
                            {
                                manifest.insert(id, resolved(path, &href));
                            }
                        }
                        b"itemref" => order.extend(attribute(&tag, "idref")),
                        b"subject" => package.subjects.push(String::new()),
                        _ => {}
                    }
                }
                Token::EndTag(tag) => {
                    open.clear();
                    // The first of several titles and authors is the work's.
                    for (name, field) in [
                        (b"title".as_slice(), &mut package.title),
                        (b"date", &mut package.date),
                        (b"creator", &mut package.creator),
                    ] {
                        if local(&tag.name) == name && !field.ends_with('\n') && !field.is_empty() {
                            field.push('\n');
                        }
                    }
                }
                Token::String(text) => {
                    let text = String::from_utf8_lossy(&text);
                    let field = match open.as_slice() {
                        b"title" => &mut package.title,
                        b"date" => &mut package.date,
                        b"creator" => &mut package.creator,
                        b"subject" => match package.subjects.last_mut() {
                            Some(subject) => subject,
                            None => continue,
                        },
                        _ => continue,
                    };
                    if !field.ends_with('\n') {
                        field.push_str(&text);
                    }
                }
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        package.spine = order.iter().filter_map(|id| manifest.remove(id)).collect();
        package
    }
}

/// The path of the package, from the container.
pub(super) fn root(container: &str) -> Option<String> {
    tags(container)
        .filter(|tag| local(&tag.name) == b"rootfile")
        .find_map(|tag| attribute(&tag, "full-path"))
}

/// Whether an `encryption.xml` locks anything but fonts.
pub(super) fn locks_text(encryption: &str) -> bool {
    let mut locked = false;
    let mut font = false;
    for tag in tags(encryption) {
        match local(&tag.name) {
            b"encrypteddata" => font = false,
            b"encryptionmethod" if !font => {
                let way = attribute(&tag, "algorithm").unwrap_or_default();
                font = FONT_LOCKS.contains(&way.as_str());
            }
            b"cipherreference" => {
                let path = attribute(&tag, "uri")
                    .unwrap_or_default()
                    .to_ascii_lowercase();
                let is_font = [".ttf", ".otf", ".woff", ".woff2"]
                    .iter()
                    .any(|ending| path.ends_with(ending));
                locked = locked || !(font || is_font);
            }
            _ => {}
        }
    }
    locked
}

fn tags(text: &str) -> impl Iterator<Item = StartTag<()>> {
    Tokenizer::new(text).filter_map(|token| match token {
        Ok(Token::StartTag(tag)) => Some(tag),
        Ok(_) => None,
    })
}

/// A name without its namespace's prefix.
fn local(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| *byte == b':').next().unwrap_or(name)
}

fn attribute(tag: &StartTag<()>, name: &str) -> Option<String> {
    let value = tag.attributes.get(name.as_bytes())?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// A reference in the package as a path in the archive: "../text/one%20two.xhtml#a" from "OEBPS/opf/book.opf".
fn resolved(package: &str, href: &str) -> String {
    let href = href.split(['#', '?']).next().unwrap_or_default();
    let mut path: Vec<&str> = package.split('/').collect();
    path.pop();
    let unescaped = unescaped(href);
    for part in unescaped.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            part => path.push(part),
        }
    }
    path.join("/")
}

/// "%20" is a space.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        if let (Some(code), Some(rest)) = (code, part.get(2..)) {
            bytes.push(code);
            bytes.extend_from_slice(rest.as_bytes());
        } else {
            bytes.push(b'%');
            bytes.extend_from_slice(part.as_bytes());
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_paths_in_the_archive() {
        let table = [
            ("OEBPS/book.opf", "one.xhtml", "OEBPS/one.xhtml"),
            (
                "OEBPS/opf/book.opf",
                "../text/one%20two.xhtml#a",
                "OEBPS/text/one two.xhtml",
            ),
            ("book.opf", "./a/../../b.html", "b.html"),
            ("book.opf", "100%.html", "100%.html"),
        ];
        for (package, href, path) in table {
            assert_eq!(resolved(package, href), path, "{href}");
        }
    }

    #[test]
    fn a_locked_font_locks_no_text() {
        let lock = |way: &str, path: &str| {
            format!(
                "<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm=\"{way}\"/>\
                 <enc:CipherData><enc:CipherReference URI=\"{path}\"/></enc:CipherData></enc:EncryptedData></encryption>"
            )
        };
        assert!(!locks_text(&lock(FONT_LOCKS[0], "OEBPS/a.bin")));
        assert!(!locks_text(&lock(
            "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
            "OEBPS/a.otf"
        )));
        assert!(locks_text(&lock(
            "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
            "OEBPS/a.xhtml"
        )));
        assert!(!locks_text("<encryption/>"));
    }
}
