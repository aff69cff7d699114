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

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    blocks::{Document, Notes, captions, running},
    debate::DebateState,
};
use head::head;
use markup::Markup;
use page::{Heading, Page};

pub use study_page::study_html;

/// The script that plays the debate again.
const SCRIPT: &str = include_str!("play.js");

/// The debate as a page for a browser. The same debate gives the same page.
pub fn html(state: &DebateState, notes: Notes) -> String {
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
    without_addresses(out.into_text(), state)
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

/// The page without the addresses of the servers that the models are on: it is given to others. A model whose server has no
/// name but its address keeps the model's own.
fn without_addresses(page: String, state: &DebateState) -> String {
    let Some(opening) = state.opening.as_deref() else {
        return page;
    };
    let servers = opening
        .seated()
        .map(|(_, label)| label)
        .filter_map(authority);
    let of_flag = opening.launch.base_url.as_deref().and_then(|url| {
        let (_, rest) = url.split_once("://")?;
        rest.split('/').next()
    });
    let all: BTreeSet<String> = servers.chain(of_flag).map(str::to_owned).collect();
    let all = all.into_iter().filter(|one| !one.is_empty());
    all.fold(page, |page, server| {
        let page = page.replace(&format!("{server}:"), "");
        let page = ["https://", "http://"].iter().fold(page, |page, scheme| {
            let whole = format!("{scheme}{server}");
            let versioned = format!("{whole}/v1");
            let page = page.replace(&versioned, captions::A_SERVER);
            page.replace(&whole, captions::A_SERVER)
        });
        page.replace(&server, captions::A_SERVER)
    })
}

/// The address of a server that stands before the name of a model: it has a port, or a point in it, which names have not.
fn authority(label: &str) -> Option<&str> {
    let mut ends = label.match_indices(':').map(|(at, _)| at);
    let first = ends.next()?;
    let host = label.get(..first)?;
    let end = ends.next().filter(|end| {
        let port = label.get(first + 1..*end);
        port.is_some_and(|port| port.parse::<u16>().is_ok())
    });
    match end {
        Some(end) => label.get(..end),
        None => Some(host).filter(|host| host.contains('.')),
    }
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
