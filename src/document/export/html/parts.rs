//! The parts of sections and of written turns as HTML.

use super::{
    chart,
    markup::Markup,
    page::{Page, tone},
    prose,
};
use crate::{
    blocks::{Builder, Gauge, Rounds, Section, SectionPart, Table, Tone, captions},
    debate::{answer::Vote, house_swing::HouseSwing},
    text::count_words,
};

impl Page<'_> {
    /// Several parts, one after the other.
    pub(super) fn parts(&mut self, parts: &[SectionPart<'_>]) {
        for part in parts {
            self.part(part);
        }
    }

    fn part(&mut self, part: &SectionPart<'_>) {
        match part {
            SectionPart::Line(remark) => self.line(remark.tone, &remark.text),
            SectionPart::Row(facts) if facts.is_empty() => {}
            SectionPart::Row(facts) => self.line(Tone::House, &format!("{}.", facts.join(", "))),
            SectionPart::Prose(title, text) => {
                self.titled(title);
                self.prose(text);
            }
            SectionPart::Quote(_, text) => {
                self.out.open("div", &[("class", "quoted")]);
                self.prose(text);
                self.out.close("div");
            }
            SectionPart::List(title, items) => {
                self.titled(title);
                self.out.open("ul", &[]);
                for item in items {
                    self.leaf("li", "", item);
                }
                self.out.close("ul");
            }
            SectionPart::Facts(facts) => {
                self.out.open("ul", &[("class", "facts")]);
                for one in facts {
                    let mut markup = Markup::default();
                    markup.element("b", &[], &format!("{}:", one.label));
                    markup.text(" ");
                    for (at, paragraph) in prose::paragraphs(&one.text).into_iter().enumerate() {
                        if at > 0 {
                            markup.open("br", &[]);
                        }
                        markup.append(&paragraph.markup);
                    }
                    let words = count_words(&one.label) + count_words(&one.text);
                    self.leaf_of("li", tone(one.tone), words, &markup);
                }
                self.out.close("ul");
            }
            SectionPart::Meters(all) => self.meters(all),
            SectionPart::Items(kind, items) => self.items(*kind, items),
            SectionPart::Table(table) => self.columns(table),
            SectionPart::Rounds(rounds) => self.rounds(rounds),
        }
        self.out.end_line();
    }

    /// Numbers as bars, each with its name and its value.
    pub(super) fn meters(&mut self, all: &[Gauge]) {
        self.out.open("table", &[("class", "meters")]);
        self.out.open("tbody", &[]);
        for one in all {
            self.out.open("tr", &[]);
            self.out.element("th", &[("scope", "row")], &one.label);
            self.out.open("td", &[("class", "gauge")]);
            let side = self.side(&one.of);
            chart::bar(&mut self.out, one.value, one.most, one.tone, side);
            self.out.close("td");
            self.out.element("td", &[("class", "number")], &one.words);
            self.out.close("tr");
        }
        self.out.close("tbody");
        self.out.close("table");
    }

    /// The way from the end to what came of it, where that stands further down.
    pub(super) fn way_to_result(&mut self, ending: &Section<'_>) {
        let tells_it = |part: &SectionPart<'_>| matches!(part, SectionPart::Line(remark) if remark.tone == Tone::Strong);
        let Some((id, title)) = &self.result_at else {
            return;
        };
        if ending.parts.iter().any(tells_it) {
            return;
        }
        let mut markup = Markup::default();
        markup.text(captions::RESULT_AT);
        markup.text(" ");
        markup.element("a", &[("href", &format!("#{id}"))], title);
        self.leaf_of("p", "line", count_words(title), &markup);
    }

    fn rounds(&mut self, rounds: &Rounds) {
        let mut drawn = Markup::default();
        chart::rounds(&mut drawn, rounds, |of| self.side(of));
        self.figure(&drawn, captions::ROUNDS);
        self.columns(&rounds.table());
    }

    /// The house as it sits at the end, and its swing as a line, below the count whose labels that has.
    pub(super) fn swing(&mut self, division: &Section<'_>) {
        let meters = division.parts.iter().find_map(|part| match part {
            SectionPart::Meters(all) => Some(all.as_slice()),
            SectionPart::Line(_)
            | SectionPart::Row(_)
            | SectionPart::Prose(..)
            | SectionPart::Quote(..)
            | SectionPart::List(..)
            | SectionPart::Facts(_)
            | SectionPart::Items(..)
            | SectionPart::Table(_)
            | SectionPart::Rounds(_) => None,
        });
        if let Some([ayes, noes]) = meters {
            let labels = [ayes.label.as_str(), noes.label.as_str()];
            let swing = self.state.house_swing();
            self.hemicycle(&swing);
            let builder = Builder::on_screen(self.state);
            let votes = swing.line().filter_map(|(at, lead)| {
                let when = builder.counted_shortly(swing.points.get(at)?);
                Some((when, lead))
            });
            let votes: Vec<(String, i32)> = votes.collect();
            let mut drawn = Markup::default();
            chart::swing(&mut drawn, &votes, labels);
            self.figure(&drawn, captions::SWING);
        }
    }

    /// Every member as a seat, the Noes to the left; ringed is whoever has changed their vote over the debate.
    fn hemicycle(&mut self, swing: &HouseSwing) {
        let Some(at) = swing.current() else {
            return;
        };
        let classes = [
            ("noes", Some(Vote::No)),
            ("absent", None),
            ("even", Some(Vote::Undecided)),
            ("ayes", Some(Vote::Aye)),
        ];
        let seating = swing.seating(Some(at));
        let groups = classes.map(|(class, of)| {
            let members = seating.iter().copied();
            let members = members.filter(|member| swing.vote(*member, at).cast() == of);
            let has_moved = |member: usize| swing.changes_of(member).next().is_some();
            (class, members.map(has_moved).collect())
        });
        let mut drawn = Markup::default();
        chart::hemicycle(&mut drawn, &groups);
        self.figure(&drawn, captions::HALL);
    }

    /// A table of numbers; the first column names the rows.
    fn columns(&mut self, table: &Table) {
        let due = self.clock.read(0);
        let due = due.attributes();
        let attributes = [&[("class", "wide"), ("tabindex", "0")][..], &due].concat();
        self.out.open("div", &attributes);
        self.out.open("table", &[("class", "numbers")]);
        self.heads(table.heads.iter().map(String::as_str));
        self.out.open("tbody", &[]);
        for (of, row) in &table.rows {
            self.out.open("tr", &[("class", self.side(of))]);
            for (at, cell) in row.iter().enumerate() {
                if at == 0 {
                    self.out.element("th", &[("scope", "row")], cell);
                } else {
                    self.out.element("td", &[("class", "number")], cell);
                }
            }
            self.out.close("tr");
            self.out.end_line();
        }
        self.out.close("tbody");
        self.out.close("table");
        self.out.close("div");
    }

    /// The heads of the columns of a table.
    pub(super) fn heads<'h>(&mut self, heads: impl Iterator<Item = &'h str>) {
        self.out.open("thead", &[]);
        self.out.open("tr", &[]);
        for head in heads {
            // A head without words is no head.
            if head.is_empty() {
                self.out.element("td", &[], "");
            } else {
                self.out.element("th", &[("scope", "col")], head);
            }
        }
        self.out.close("tr");
        self.out.close("thead");
        self.out.end_line();
    }
}
