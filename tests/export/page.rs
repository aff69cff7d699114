//! The page for a browser, as a tokenizer of HTML reads it: nothing in it is anybody's but ours, and it holds together.

use std::collections::{BTreeMap, BTreeSet};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use html5gum::{Token, Tokenizer, emitters::default::DefaultEmitter};
use hustings::{
    debate::{
        DebateState,
        event::{Event, Record},
    },
    export::{Notes, html},
};
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

use super::said_by_all;
use crate::{
    common::{FORMATS, world::short_debate},
    samples,
};

/// A tag with its attributes.
type Tag = (String, BTreeMap<String, String>);

/// What a page is made of.
#[derive(Default)]
struct Parsed {
    tags: Vec<Tag>,
    /// The text in each tag of these names.
    style: String,
    script: String,
    /// The text that people see.
    text: String,
    faults: Vec<String>,
}

fn page(records: &[Record]) -> String {
    html(records, Notes::Shown)
}

fn utf8(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn parsed(page: &str) -> Parsed {
    let mut found = Parsed::default();
    let mut open: Vec<String> = Vec::new();
    // What stands in a style or a script is no tag, as in a browser.
    let mut emitter: DefaultEmitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = utf8(&tag.name);
                let attributes = tag
                    .attributes
                    .iter()
                    .map(|(name, value)| (utf8(name), utf8(value)))
                    .collect();
                if !["meta", "br"].contains(&&*name) {
                    open.push(name.clone());
                }
                found.tags.push((name, attributes));
            }
            Token::EndTag(tag) => {
                let name = utf8(&tag.name);
                let last = open.pop();
                if last.as_ref() != Some(&name) {
                    found.faults.push(format!("{name} closes {last:?}"));
                }
            }
            Token::String(text) => {
                let text = utf8(&text);
                match open.last().map(String::as_str) {
                    Some("style") => found.style += &text,
                    Some("script") => found.script += &text,
                    _ => found.text += &text,
                }
            }
            Token::Comment(text) => found.faults.push(format!("a comment: {}", utf8(&text))),
            Token::Doctype(_) => {}
            Token::Error(error) => found.faults.push(format!("{error:?}")),
        }
    }
    found
        .faults
        .extend(open.iter().map(|tag| format!("{tag} is open")));
    found
}

const TAGS: [&str; 47] = [
    "a",
    "article",
    "aside",
    "b",
    "blockquote",
    "body",
    "br",
    "circle",
    "del",
    "details",
    "figcaption",
    "figure",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "head",
    "header",
    "html",
    "i",
    "li",
    "line",
    "main",
    "meta",
    "nav",
    "ol",
    "p",
    "polyline",
    "rect",
    "s",
    "script",
    "section",
    "strong",
    "style",
    "summary",
    "svg",
    "table",
    "tbody",
    "td",
    "text",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];
const ATTRIBUTES: [&str; 29] = [
    "aria-hidden",
    "charset",
    "class",
    "content",
    "cx",
    "cy",
    "data-at",
    "data-for",
    "data-head",
    "focusable",
    "height",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "points",
    "preserveaspectratio",
    "r",
    "rel",
    "scope",
    "tabindex",
    "viewbox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
];

/// What in a page is not ours, or does not hold together.
fn faults(page: &str) -> Vec<String> {
    let parsed = parsed(page);
    let mut faults = parsed.faults;
    for (tag, attributes) in &parsed.tags {
        if !TAGS.contains(&&**tag) {
            faults.push(format!("the tag {tag}"));
        }
        for (name, value) in attributes {
            if !ATTRIBUTES.contains(&&**name) && !["y1", "y2"].contains(&&**name) {
                faults.push(format!("the attribute {name} of {tag}"));
            }
            let leads_out = value.starts_with("http://") || value.starts_with("https://");
            if name == "href" && !leads_out && !value.starts_with('#') {
                faults.push(format!("it leads to {value}"));
            }
            if name == "href" && leads_out {
                let rel = attributes.get("rel").map(String::as_str);
                if rel != Some("noreferrer noopener") {
                    faults.push(format!("{value} learns where one comes from"));
                }
            }
        }
    }
    for once in ["script", "style", "h1", "main", "title"] {
        let count = parsed.tags.iter().filter(|(tag, _)| tag == once).count();
        if count != 1 {
            faults.push(format!("{count} of {once}"));
        }
    }
    let policy = parsed.tags.iter().find_map(|(_, attributes)| {
        let is_policy = attributes.get("http-equiv")? == "Content-Security-Policy";
        attributes.get("content").filter(|_| is_policy)
    });
    let policy = policy.cloned().unwrap_or_default();
    for (directive, text) in [("style", &parsed.style), ("script", &parsed.script)] {
        let hash = STANDARD.encode(Sha256::digest(text));
        if !policy.contains(&format!("{directive}-src 'sha256-{hash}'")) {
            faults.push(format!("the policy does not know the {directive}"));
        }
    }
    if !policy.starts_with("default-src 'none';") || policy.contains("unsafe") {
        faults.push(format!("the policy: {policy}"));
    }
    let controls = page.chars().filter(|c| c.is_control() && *c != '\n');
    faults.extend(controls.map(|c| format!("the character {c:?}")));
    faults
}

#[test]
fn every_debate_is_a_page_that_holds_together() {
    let mut debates = vec![samples::debate(samples::ID)];
    debates.extend(FORMATS.iter().map(|id| short_debate(id, vec![7; 64])));
    for records in debates {
        let page = page(&records);
        assert_eq!(
            page,
            self::page(&records),
            "the same debate, the same bytes"
        );
        assert_eq!(faults(&page), Vec::<String>::new(), "{page}");
        let parsed = parsed(&page);
        let all = |name: &str| {
            let tags = parsed.tags.iter();
            tags.filter_map(|(_, attributes)| attributes.get(name).cloned())
                .collect::<Vec<String>>()
        };
        let ids = all("id");
        let known: BTreeSet<&String> = ids.iter().collect();
        assert_eq!(known.len(), ids.len(), "an id stands twice");
        for link in all("href") {
            let id = link.strip_prefix('#').unwrap_or("phase-1").to_owned();
            assert!(known.contains(&id), "{link} leads nowhere");
        }
        let is_turn = |id: &&String| id.starts_with("turn-");
        let state = DebateState::fold(&records);
        let heard = state.turns.iter().filter(|turn| turn.task.is_on_record());
        assert_eq!(ids.iter().filter(is_turn).count(), heard.count());
        // Heads of tables say of what they are the heads.
        let heads = parsed.tags.iter().filter(|(tag, _)| tag == "th");
        assert!(
            heads
                .clone()
                .all(|(_, attributes)| attributes.contains_key("scope"))
        );
        assert!(heads.count() > 0);
    }
}

#[test]
fn a_struck_speech_is_crossed_out_and_the_others_are_not() {
    let page = page(&samples::debate(samples::ID));
    let struck = page.find("<del>I too would ban them.</del>").unwrap();
    assert!(
        page.find("<h3><a href=\"#turn-2\"><del><b>Napoleon")
            .unwrap()
            < struck
    );
    assert!(!page.contains("<del>A car is a room"));
}

#[test]
fn a_replay_tells_one_thing_after_the_other_and_the_result_last() {
    let page = page(&samples::debate(samples::ID));
    let parsed = parsed(&page);
    let timed = parsed.tags.iter().filter_map(|(_, attributes)| {
        let at: u64 = attributes.get("data-at")?.parse().ok()?;
        let class = attributes.get("class").cloned().unwrap_or_default();
        Some((class, at))
    });
    let timed: Vec<(String, u64)> = timed.collect();
    let (result, rest): (Vec<_>, Vec<_>) = timed
        .into_iter()
        .partition(|(class, _)| class == "section result");
    assert!(
        rest.windows(2).all(|pair| pair[0].1 <= pair[1].1),
        "{rest:?}"
    );
    assert_eq!(rest.first().unwrap().1, 0);
    let division = rest.iter().find(|(class, _)| class == "section main");
    assert!(result.first().unwrap().1 > division.unwrap().1);
}

#[test]
fn the_swing_is_drawn_from_vote_to_vote() {
    let records = samples::debate(samples::ID);
    let leads = DebateState::fold(&records).leads();
    assert!(leads.len() > 1);
    let page = page(&records);
    let (_, chart) = page.split_once("class=\"chart swing\"").unwrap();
    let (chart, _) = chart.split_once("</svg>").unwrap();
    assert_eq!(chart.matches("<circle").count(), leads.len());
    for lead in leads {
        assert!(chart.contains(&format!(">{lead:+}</text>")), "{chart}");
    }
    // Every member has a seat in the half circle.
    let members = DebateState::fold(&records).audience().len();
    let (_, hall) = page.split_once("class=\"chart hemicycle\"").unwrap();
    let (hall, _) = hall.split_once("</svg>").unwrap();
    assert_eq!(hall.matches("<circle").count(), members);
}

/// In a debate from elsewhere the address of a server may be any text, and addresses are taken out of a page.
#[test]
fn an_address_made_up_by_somebody_breaks_no_page() {
    for address in [
        "http://\"",
        "http://div/v1",
        "x://default-src 'none'/",
        "http://&lt;/v1",
    ] {
        let mut records = samples::debate(samples::ID);
        let Event::Opened(opening) = &mut records[0].event else {
            panic!("no opening");
        };
        let opening = std::sync::Arc::make_mut(opening);
        opening.launch.base_url = Some(address.to_owned());
        for speaker in &mut opening.speakers {
            speaker.model = "a\" onclick=.:x".to_owned();
        }
        assert_eq!(faults(&page(&records)), Vec::<String>::new(), "{address}");
    }
}

#[test]
fn private_notes_are_left_out_unless_asked_for() {
    let records = samples::debate(samples::ID);
    assert!(html(&records, Notes::Shown).contains("Begin with the salt."));
    assert!(!html(&records, Notes::LeftOut).contains("Begin with the salt."));
}

#[test]
fn a_debate_that_broke_off_is_a_page_of_what_there_is() {
    let records = samples::debate(samples::ID);
    for many in (1..records.len()).step_by(7) {
        assert_eq!(
            faults(&page(&records[..many])),
            Vec::<String>::new(),
            "{many}"
        );
    }
}

/// Texts that would do harm if they were HTML, or Markdown that becomes it.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "<script>alert(1)</script>",
            "</script>",
            "</style>",
            "</title>",
            "<!--",
            "-->",
            "]]>",
            "<![CDATA[",
            "\" onload=\"alert(1)",
            "' onload='x",
            "<img src=x onerror=alert(1)>",
            "<svg/onload=x>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](https://e.example/\"onmouseover=\"x)",
            "<https://e.example/a>",
            "<javascript:x>",
            "![x](https://e.example/i.png)",
            "[x](data:text/html,<script>)",
            "[r]: javascript:x\n\n[r]",
            "&lt;script&gt;",
            "&#x1b;[31m",
            "&#60;b&#62;",
            "\u{fffd}",
            "\u{202e}",
            "\u{1b}]0;x\u{7}",
            "\u{0}",
            "\n\n",
            "\n- ",
            "\n> ",
            "\n```\n",
            "**",
            "~~",
            "`",
            "| a | b |\n| - | - |\n",
            "{{x}}",
            "${x}",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
        "[a-z <>&\"'=/]{0,12}",
    ];
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_s_words_are_a_tag_or_an_attribute(words in hostile()) {
        let page = page(&said_by_all(&words));
        prop_assert_eq!(faults(&page), Vec::<String>::new());
    }
}
