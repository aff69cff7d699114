//! The help of the lobby: where one is, the keys that do something there, and what the rows of the settings mean.

use super::{
    super::overlay::{HelpItem, HelpPage},
    Lobby, Screen,
    keys::{self, Place},
    row::Row,
};

impl Lobby {
    /// Opens the help of the screen that is on.
    pub(super) fn open_help(&mut self) {
        let place = self.place();
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
        let name = if let Row::Seat(_) = row {
            "Seats".to_owned()
        } else {
            self.setting(row).0
        };
        (name, self.meaning(row))
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
        Place::Motion => {
            "A motion of your own: a sentence, which the house debates as it stands. A question may be one, too."
        }
        Place::Parts => {
            "Which part of the debate has a model of its own. A seat comes before its side, and that before its role."
        }
        Place::Models => {
            "Choose a model, or type the name of one: PROVIDER:NAME, or embedded:NAME."
        }
        Place::Server => {
            "A server that speaks the OpenAI protocol: its address, a key where it wants one, and a model. The test asks \
             the server for its models, and one of them for a word. A key in the environment, or in config.toml, goes \
             before the one that is saved here."
        }
        Place::Making => {
            "The card of a persona, which a model writes from what they wrote or said, as `hustings personas make` does: \
             an id, files to read first, or none where the corpus has all."
        }
        Place::Presets => {
            "Settings under names, each a file in your folder of presets. `hustings run --preset NAME` takes them, too; \
             flags go before them."
        }
        Place::Name => "The name of a preset: letters, digits, spaces, - and _.",
        Place::Card => "The card of somebody who was invented, as it would stand in a file.",
    }
}
