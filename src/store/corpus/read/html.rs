//! HTML and XHTML: the paragraphs of a page without its scripts, styles and ways around the site.
//!
//! A tokenizer without a tree: work and memory grow with the page and with nothing else, whatever its nesting.

mod tags;

use html5gum::{Emitter, Reader, StartTag, State, Token, Tokenizer};

use super::{Unreadable, draft::Draft, flow::Flow};

/// A page as a document.
pub(super) fn read(text: &str, flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    let mut draft = flow.draft("html");
    let found = page(text);
    for (name, value) in &found.meta {
        match name.as_str() {
            "author" | "article:author" | "dc.creator" | "dcterms.creator" => {
                draft.about.set_speaker(value);
            }
            "date" | "article:published_time" | "dc.date" | "dcterms.date" | "dcterms.created" => {
                draft.about.set_date(value);
            }
            "keywords" => draft.about.add_tags(value),
            _ => {}
        }
    }
    let other = found.meta.iter().find(|(name, _)| name == "og:title");
    draft.about.set_title(&found.title);
    if let Some((_, title)) = other {
        draft.about.set_title(title);
    }
    let mut number = 0;
    for part in found.parts() {
        number += usize::from(part.level.is_none());
        put(part, &format!("paragraph {number}"), &mut draft);
    }
    draft.finish()
}

/// A chapter of a book: its parts go into the book's draft.
pub(super) fn chapter(text: &str, number: usize, draft: &mut Draft<'_, '_>) {
    let found = page(text);
    let parts: Vec<&Part> = found.parts().collect();
    // A chapter without a heading is not the one before it going on.
    if !parts.iter().any(|part| part.level.is_some()) {
        draft.headings.enter(0, String::new());
    }
    let mut count = 0;
    for part in parts {
        count += usize::from(part.level.is_none());
        let position = if draft.headings.is_empty() {
            format!("section {number}, paragraph {count}")
        } else {
            format!("paragraph {count}")
        };
        put(part, &position, draft);
    }
}

/// The visible text of a piece of HTML, as one paragraph.
pub(super) fn visible(text: &str) -> String {
    let found = page(text);
    let texts: Vec<&str> = found.parts.iter().map(|part| part.text.as_str()).collect();
    texts.join("\n")
}

fn put(part: &Part, position: &str, draft: &mut Draft<'_, '_>) {
    match part.level {
        Some(level) => draft.heading(level, &part.text, position),
        None => draft.block(&part.text, position),
    }
}

/// A paragraph or a heading.
#[derive(Debug, Default)]
struct Part {
    text: String,
    /// 1 to 6 for a heading.
    level: Option<u8>,
    /// Whether it stands in what the page calls its main part or an article.
    main: bool,
}

/// The contents of a page.
#[derive(Debug, Default)]
struct Page {
    title: String,
    meta: Vec<(String, String)>,
    parts: Vec<Part>,
}

impl Page {
    /// The main part alone where most of the words are in it, else everything.
    fn parts(&self) -> impl Iterator<Item = &Part> {
        let length = |main: bool| -> usize {
            let parts = self.parts.iter().filter(|part| part.main || !main);
            parts.map(|part| part.text.len()).sum()
        };
        let main_only = length(true) * 2 > length(false);
        self.parts
            .iter()
            .filter(move |part| part.main || !main_only)
    }
}

/// A page that leaves an element of the site's furniture open would lose the rest: it is read again with them all.
fn page(text: &str) -> Page {
    let mut walk = Walk::default();
    walk.over(text);
    if walk
        .skipped
        .as_ref()
        .is_some_and(|skipped| skipped.furniture)
    {
        walk = Walk {
            keeps_furniture: true,
            ..Walk::default()
        };
        walk.over(text);
    }
    walk.flush();
    walk.page
}

/// An element that is left out, and how many of its name are open.
#[derive(Debug, Clone)]
struct Skipped {
    name: Vec<u8>,
    open: usize,
    furniture: bool,
}

#[derive(Debug, Default)]
struct Walk {
    page: Page,
    text: String,
    level: Option<u8>,
    skipped: Option<Skipped>,
    keeps_furniture: bool,
    in_title: bool,
    /// The number of `main` and `article` elements that are open.
    main: usize,
    /// One `br` is a space, two are a paragraph.
    broken: bool,
}

impl Walk {
    fn over(&mut self, text: &str) {
        let mut tokens = Tokenizer::new(text);
        while let Some(Ok(token)) = tokens.next() {
            match token {
                Token::StartTag(tag) => {
                    switch(&mut tokens, &tag);
                    self.start(&tag);
                }
                Token::EndTag(tag) => self.end(&tag.name),
                Token::String(text) => self.say(&String::from_utf8_lossy(&text)),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name: &[u8] = &tag.name;
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name && !tag.self_closing {
                skipped.open += 1;
            }
            return;
        }
        let furniture = tags::is_furniture(tag, self.main > 0);
        if tags::is_silent(name) || (furniture && !self.keeps_furniture) {
            self.flush();
            if !tag.self_closing && !tags::is_void(name) {
                self.skipped = Some(Skipped {
                    name: name.to_vec(),
                    open: 1,
                    furniture,
                });
            }
            return;
        }
        match name {
            b"title" => self.in_title = self.page.title.is_empty() && !tag.self_closing,
            b"meta" => self.page.meta.extend(tags::meta(tag)),
            b"main" | b"article" => {
                self.flush();
                self.main += usize::from(!tag.self_closing);
            }
            b"br" if self.broken => self.flush(),
            b"br" => {
                self.text.push('\n');
                self.broken = true;
            }
            b"td" | b"th" => self.text.push(' '),
            _ if tags::is_block(name) => {
                self.flush();
                self.level = tags::heading(name);
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(skipped) = &mut self.skipped {
            if skipped.name == name {
                skipped.open -= 1;
                if skipped.open == 0 {
                    self.skipped = None;
                }
            }
            return;
        }
        match name {
            b"title" => self.in_title = false,
            b"main" | b"article" => {
                self.flush();
                self.main = self.main.saturating_sub(1);
            }
            _ if tags::is_block(name) => self.flush(),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        if self.in_title {
            self.page.title.push_str(text);
        } else if self.skipped.is_none() {
            self.broken = self.broken && text.trim().is_empty();
            self.text.push_str(text);
        }
    }

    fn flush(&mut self) {
        self.broken = false;
        let text = std::mem::take(&mut self.text);
        let level = self.level.take();
        if !text.trim().is_empty() {
            self.page.parts.push(Part {
                text,
                level,
                main: self.main > 0,
            });
        }
    }
}

/// Switches the tokenizer for elements whose content is no markup, such as scripts. XHTML closes such elements at once,
/// as in `<title/>`.
fn switch<R: Reader, E: Emitter>(tokens: &mut Tokenizer<R, E>, tag: &StartTag<()>) {
    let state = match tag.name.as_slice() {
        _ if tag.self_closing => return,
        b"title" | b"textarea" => State::RcData,
        b"script" => State::ScriptData,
        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => State::RawText,
        _ => return,
    };
    tokens.set_state(state);
}
