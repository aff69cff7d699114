//! The debate as one page for a browser that stands alone: nothing is loaded, nothing of what was said can run. With a
//! script of its own it plays the debate again; without one it is the whole debate.

mod chart;
mod clock;
mod head;
mod items;
mod map;
mod markup;
mod page;
mod parts;
mod prose;
mod result;
mod study_page;

use std::collections::BTreeMap;

use crate::{
    blocks::{Document, Notes, running},
    debate::{DebateState, event::Record},
    shared::shared,
};
use head::head;
use markup::Markup;
use page::{Heading, Page};

pub use study_page::study_html;

/// The script that plays the debate again.
const SCRIPT: &str = include_str!("play.js");

/// The debate as a page for a browser. The same debate gives the same page.
pub fn html(records: &[Record], notes: Notes) -> String {
    let state = &DebateState::fold(shared(records).iter());
    let mut page = Page::new(state);
    let motion = state.opening.as_deref().map(|one| &*one.motion.motion);
    if motion.is_some() {
        page.document(&Document::of(state, notes));
        if let Some(map) = map::argument_map(state) {
            page.argument_map(map::TITLE, &map);
        }
    } else {
        page.nothing(running::NOTHING_YET);
    }
    let (header, body, headings) = page.into_parts();
    let mut out = Markup::default();
    head(
        &mut out,
        motion.unwrap_or(running::NOTHING_YET),
        Some(SCRIPT),
    );
    out.append(&header);
    contents(&mut out, &told_apart(headings));
    out.ours("<main>\n");
    out.append(&body);
    out.ours("</main>\n<script>");
    out.ours(SCRIPT);
    out.ours("</script>\n</body>\n</html>\n");
    out.into_text()
}

/// The headings, those that say the same told apart by a number.
fn told_apart(mut headings: Vec<Heading>) -> Vec<Heading> {
    let mut all: BTreeMap<String, u32> = BTreeMap::new();
    for heading in &headings {
        *all.entry(heading.text.clone()).or_default() += 1;
    }
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for heading in &mut headings {
        let is_alone = all.get(&heading.text).is_none_or(|count| *count < 2);
        if !is_alone {
            let nth = seen.entry(heading.text.clone()).or_default();
            *nth += 1;
            heading.text = format!("{} ({nth})", heading.text);
        }
    }
    headings
}

/// The table of contents.
fn contents(out: &mut Markup, headings: &[Heading]) {
    if headings.is_empty() {
        return;
    }
    out.ours("<nav class=\"contents\"><details open><summary>Contents</summary>\n<ol>\n");
    let mut is_nested = false;
    for (at, heading) in headings.iter().enumerate() {
        let is_first = at == 0;
        match (heading.is_nested && !is_first, is_nested) {
            (true, false) => out.ours("\n<ol>"),
            (false, true) => out.ours("</li></ol></li>\n"),
            (true, true) | (false, false) if !is_first => out.ours("</li>\n"),
            (true, true) | (false, false) => {}
        }
        is_nested = heading.is_nested && !is_first;
        out.ours("<li>");
        let link = format!("#{}", heading.id);
        out.element("a", &[("href", &link)], &heading.text);
    }
    out.ours(if is_nested {
        "</li></ol></li>"
    } else {
        "</li>"
    });
    out.ours("\n</ol></details></nav>\n");
}

#[cfg(test)]
mod tests;
