//! The help of the lobby: where one is, the keys that do something there, and what the rows of the settings mean.

use super::{
    super::overlay::{HelpItem, HelpPage},
    Lobby, Screen,
    keys::{self, Place},
    row::Row,
};
use crate::text::listed;

impl Lobby {
    /// Opens the help of the screen that is on.
    pub(super) fn open_help(&mut self) {
        let place = Place::of(self.screen);
        let mut items = vec![
            HelpItem::Paragraph(about(place).to_owned()),
            HelpItem::Gap,
            HelpItem::Heading("Keys".to_owned()),
        ];
        items.extend(keys::rows(place).map(|row| HelpItem::Key(row.help_row())));
        if self.screen == Screen::Settings {
            items.push(HelpItem::Gap);
            items.push(HelpItem::Heading("Rows".to_owned()));
            let mut named: Vec<String> = Vec::new();
            for row in self.rows() {
                let (name, summary) = self.row_help(row);
                if !named.contains(&name) {
                    named.push(name.clone());
                    items.push(HelpItem::Phase { name, summary });
                }
            }
        }
        self.help = Some(HelpPage::of(items));
    }

    /// Opens what is said of the row that is marked, as a page: on a small screen it has no place below the rows.
    pub(super) fn open_about(&mut self) {
        let mut items = Vec::new();
        for paragraph in self.beside.text().lines() {
            items.push(if paragraph.is_empty() {
                HelpItem::Gap
            } else {
                HelpItem::Paragraph(paragraph.to_owned())
            });
        }
        self.help = Some(HelpPage::titled("About", items));
    }

    /// The name of a row of the settings in the help, and its purpose.
    fn row_help(&self, row: Row) -> (String, String) {
        let says = match row {
            Row::Open => "The debate begins, as the rows below have it.",
            Row::Motion => "What is debated. Enter goes back to the motions.",
            Row::Format => "The rules: who speaks when, and how it ends.",
            Row::Seats(_) => "How many speak for a side.",
            Row::Seat(_) => {
                let says = "Who speaks there; drawn by lot as the house opens, where nobody is named. Who is named stays \
                            while you look at other formats.";
                return ("Seats".to_owned(), says.to_owned());
            }
            Row::Rounds => "How many rounds there are.",
            Row::Order => {
                let told = self.orders().into_iter();
                let told = told.map(|order| format!("{} ({})", order.word(), order.describe()));
                let told = listed(&told.collect::<Vec<_>>());
                let says = format!("Who follows whom in the rounds: {told}.");
                return (self.setting(row).0, says);
            }
            Row::Model => {
                "Which model speaks: type its name, or step through those that were found."
            }
            Row::Pace => {
                "How fast text is released: instant, reading (about 300 words a minute) or live (about 160)."
            }
            Row::Scale => "How long speeches are, beside what the format says.",
            Row::Polls => "When the audience is polled.",
            Row::Floor => "How many of the audience speak from the floor.",
        };
        (self.setting(row).0, says.to_owned())
    }
}

fn about(place: Place) -> &'static str {
    match place {
        Place::Motions => {
            "Choose what is debated, or type a motion of your own. Then comes who speaks, by which rules and with \
             which model."
        }
        Place::Settings => "You can start right away, or change anything first.",
        Place::Personas => "Choose who sits in this seat. Nobody can sit in two.",
        Place::Card => "The card of somebody who was invented, as it would stand in a file.",
    }
}
