//! Checks that a card is rich enough to speak or to vote from.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::{Check, Context, Findings};
use crate::catalog::{
    LEAST_POSITIONS, Member, Persona, PublishedWork, document::Field, is_text_address,
};

/// The most characters that fit into the narrowest panel.
const SHORT: usize = 14;
/// Columns that a sign before a name takes, at the most.
const ICON: usize = 2;

impl Check for Persona {
    fn check(&self, _: &str, _: &Context, findings: &mut Findings) {
        findings.line(Field::of("name"), &self.name);
        let short = Field::of("short");
        findings.line(short.clone(), &self.short);
        let length = self.short.chars().count();
        if length > SHORT {
            findings.add(
                short,
                format!("`{}` has {length} characters", self.short),
                format!("expected {SHORT} at the most"),
            );
        }
        if self.lived.contains('\n') {
            findings.line(Field::of("lived"), &self.lived);
        }
        let signs = self.icon.graphemes(true).count();
        if signs > 1 || self.icon.width() > ICON {
            findings.add(
                Field::of("icon"),
                format!("`{}` is more than one sign", self.icon),
                format!("expected one character, {ICON} columns wide at the most"),
            );
        }
        findings.line(Field::of("role"), &self.role);
        findings.text(Field::of("biography"), &self.biography);
        findings.text(Field::of("approach"), &self.approach);
        findings.lines(&Field::of("never"), &self.never);
        let style = Field::of("style");
        findings.text(style.key("register"), &self.style.register);
        findings.text(style.key("openings"), &self.style.openings);
        findings.lines(&style.key("devices"), &self.style.devices);
        findings.text(style.key("disagreement"), &self.style.disagreement);
        findings.lines(&style.key("phrases"), &self.style.phrases);
        findings.text(style.key("closings"), &self.style.closings);
        let positions = Field::of("positions");
        if self.positions.len() < LEAST_POSITIONS {
            findings.add(
                positions.clone(),
                format!("too few positions: {}", self.positions.len()),
                format!("expected {LEAST_POSITIONS} or more tables `[[positions]]`"),
            );
        }
        findings.entries(&positions, self.positions.len());
        findings.entries(&Field::of("samples"), self.samples.len());
        for (index, position) in self.positions.iter().enumerate() {
            let here = positions.at(index);
            findings.line(here.key("topic"), &position.topic);
            findings.text(here.key("position"), &position.position);
            findings.line(here.key("work"), &position.work);
            findings.line(here.key("place"), &position.place);
        }
        let works = Field::of("works");
        findings.entries(&works, self.works.len());
        for (index, work) in self.works.iter().enumerate() {
            check_work(work, &works.at(index), findings);
        }
    }
}

fn check_work(work: &PublishedWork, here: &Field, findings: &mut Findings) {
    findings.line(here.key("title"), &work.title);
    findings.line(here.key("date"), &work.date);
    findings.line(here.key("kind"), &work.kind);
    if !work.topics.is_empty() {
        findings.lines(&here.key("topics"), &work.topics);
    }
    findings.line(here.key("licence"), &work.licence);
    if !work.says.is_empty() {
        findings.line(here.key("says"), &work.says);
    }
    let is_hash = |hash: &String| {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        hash.len() == 64 && hash.bytes().all(is_digit)
    };
    if !work.sha256.as_ref().is_none_or(is_hash) {
        findings.add(
            here.key("sha256"),
            "this is no SHA-256",
            "expected 64 small hexadecimal digits",
        );
    }
    if work.gutenberg.is_none() && work.sources.is_empty() {
        findings.add(
            here.clone(),
            format!("nobody knows where \"{}\" is to be had", work.title),
            "expected `gutenberg` with its number there, or `sources` with addresses",
        );
    }
    for (at, address) in work.sources.iter().enumerate() {
        if !is_text_address(address) {
            findings.add(
                here.key("sources").at(at),
                "this is no address that a text can be fetched from",
                "expected one that begins with `https://` or `http://`, without a name or a password in it",
            );
        }
    }
}

impl Check for Member {
    fn check(&self, _: &str, _: &Context, findings: &mut Findings) {
        findings.line(Field::of("name"), &self.name);
        findings.line(Field::of("who"), &self.who);
        findings.text(Field::of("background"), &self.background);
        findings.lines(&Field::of("values"), &self.values);
        findings.text(Field::of("moved_by"), &self.moved_by);
        findings.text(Field::of("unmoved_by"), &self.unmoved_by);
    }
}
