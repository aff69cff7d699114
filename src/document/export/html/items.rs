//! Things of one kind as HTML: arguments, marks, ballots, the trace, who speaks.

use super::{
    chart,
    markup::Markup,
    page::{Page, tone},
};
use crate::{
    blocks::{ItemKind, Note, SectionItem, Tone},
    text::count_words,
};

impl Page<'_> {
    /// Items as their kind is laid out.
    pub(super) fn items(&mut self, kind: ItemKind, items: &[SectionItem<'_>]) {
        match kind {
            ItemKind::LineUp | ItemKind::Trace | ItemKind::Ballots => self.listed(kind, items),
            ItemKind::Marks | ItemKind::Speakers => self.metered(kind, items),
            ItemKind::Arguments | ItemKind::Responses | ItemKind::Replies => {
                for item in items {
                    self.argument(item);
                }
            }
        }
    }

    fn argument(&mut self, item: &SectionItem<'_>) {
        let class = ["item", self.side(&item.of)].join(" ");
        self.out.open("div", &[("class", class.trim())]);
        let named = [
            Some(item.label.as_str()),
            item.status.as_ref().map(|one| one.text.as_str()),
        ];
        let named = named.into_iter().flatten().filter(|one| !one.is_empty());
        let named: Vec<&str> = named.collect();
        let named = named.join(", ");
        let mut markup = Markup::default();
        match (named.is_empty(), item.text.is_empty()) {
            (true, _) => markup.element("b", &[], &item.text),
            (false, true) => markup.element("b", &[], &named),
            (false, false) => {
                markup.element("b", &[], &format!("{named}:"));
                markup.text(" ");
                markup.text(&item.text);
            }
        }
        let words = count_words(&named) + count_words(&item.text);
        self.leaf_of("p", "claim", words, &markup);
        if !item.tags.is_empty() {
            let tags: Vec<&str> = item.tags.iter().map(|tag| tag.text.as_str()).collect();
            self.line(Tone::Quiet, &tags.join(" · "));
        }
        self.notes(&item.notes);
        self.out.close("div");
        self.out.end_line();
    }

    /// A row each, of which a small screen makes a card.
    fn listed(&mut self, kind: ItemKind, items: &[SectionItem<'_>]) {
        let row = |one: &SectionItem<'_>| {
            let said: Vec<&str> = one.notes.iter().map(|note| &*note.text).collect();
            let tags: Vec<&str> = one.tags.iter().map(|tag| tag.text.as_str()).collect();
            let status = one.status.as_ref().map_or("", |one| &one.text);
            [
                one.label.clone(),
                one.text.to_string(),
                tags.join("; "),
                status.to_owned(),
                said.join(" "),
            ]
        };
        let rows: Vec<[String; 5]> = items.iter().map(row).collect();
        // A column of which there is nothing to tell goes.
        let is_used = |at: usize| {
            let mut cells = rows.iter().filter_map(|row| row.get(at));
            cells.any(|one| !one.is_empty())
        };
        let heads = kind.heads().into_iter().enumerate();
        let heads: Vec<(usize, &str)> = heads.filter(|(at, _)| is_used(*at)).collect();
        let class = if kind == ItemKind::Trace {
            "cards broad"
        } else {
            "cards"
        };
        self.out.open("table", &[("class", class)]);
        self.heads(heads.iter().map(|(_, head)| *head));
        self.out.open("tbody", &[]);
        for (item, row) in items.iter().zip(&rows) {
            self.out.open("tr", &[("class", self.side(&item.of))]);
            for (nth, (at, head)) in heads.iter().enumerate() {
                let cell = row.get(*at).map_or("", String::as_str);
                if nth == 0 {
                    self.out.element("th", &[("scope", "row")], cell);
                } else {
                    self.out.element("td", &[("data-head", head)], cell);
                }
            }
            self.out.close("tr");
            self.out.end_line();
        }
        self.out.close("tbody");
        self.out.close("table");
    }

    /// Items with numbers: a table of these, then what is said of each.
    fn metered(&mut self, kind: ItemKind, items: &[SectionItem<'_>]) {
        let Some(first) = items.first() else { return };
        let has_status = items.iter().any(|item| item.status.is_some());
        let [label, _, _, status, _] = kind.heads();
        let heads = [label].into_iter();
        let heads = heads.chain(first.meters.iter().map(|meter| meter.label.as_str()));
        let heads: Vec<&str> = heads.chain(has_status.then_some(status)).collect();
        self.out
            .open("div", &[("class", "wide"), ("tabindex", "0")]);
        self.out.open("table", &[("class", "numbers")]);
        self.heads(heads.into_iter());
        self.out.open("tbody", &[]);
        for item in items {
            let side = self.side(&item.of);
            self.out.open("tr", &[("class", side)]);
            self.out.element("th", &[("scope", "row")], &item.label);
            for (at, meter) in item.meters.iter().enumerate() {
                let moved = item.moved().filter(|_| at == 0);
                let moved = moved.map_or_else(String::new, |moved| format!(" ({moved})"));
                self.out.open("td", &[("class", "number")]);
                self.out.text(&format!("{}{moved}", meter.words));
                chart::bar(&mut self.out, meter.value, meter.most, meter.tone, side);
                self.out.close("td");
            }
            if has_status {
                let status = item.status.as_ref().map_or("–", |one| &one.text);
                self.out.element("td", &[], status);
            }
            self.out.close("tr");
            self.out.end_line();
        }
        self.out.ours("</tbody></table></div>\n");
        for item in items.iter().filter(|item| !item.notes.is_empty()) {
            self.titled(&item.label);
            self.notes(&item.notes);
        }
    }

    fn notes(&mut self, notes: &[Note<'_>]) {
        if notes.is_empty() {
            return;
        }
        self.out.open("ul", &[("class", "notes")]);
        for note in notes {
            let mut markup = Markup::default();
            markup.text(note.mark());
            if !note.label.is_empty() {
                markup.element("i", &[], &note.lead());
            }
            markup.text(&note.text);
            let words = count_words(&note.label) + count_words(&note.text);
            self.leaf_of("li", tone(note.tone), words, &markup);
        }
        self.out.close("ul");
        self.out.end_line();
    }
}
