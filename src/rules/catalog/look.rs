//! The looks that a theme comes to: inheritance followed, palette names replaced, gaps filled.

use std::collections::BTreeMap;

use super::theme::{LookSpec, RoleSpec, Theme};

/// A colour of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Whatever the terminal uses for text, or behind it.
    Default,
    /// A colour of the sixteen, 0 to 15 in the terminal's own order: the bright ones begin at 8.
    Ansi(u8),
    /// Red, green, blue.
    Rgb(u8, u8, u8),
}

/// The sixteen in the terminal's order, without the bright half.
const ANSI: [&str; 8] = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
];

impl Colour {
    /// Reads `#rrggbb`, `default`, `red`, `bright-red`, `grey`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(digits) = text.strip_prefix('#') {
            let plain = digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit());
            let number = u32::from_str_radix(digits, 16).ok().filter(|_| plain)?;
            let [_, red, green, blue] = number.to_be_bytes();
            return Some(Self::Rgb(red, green, blue));
        }
        let position = |name: &str| {
            let at = ANSI.iter().position(|known| *known == name)?;
            u8::try_from(at).ok()
        };
        match text {
            "default" => Some(Self::Default),
            "grey" | "gray" => Some(Self::Ansi(8)),
            _ => match text.strip_prefix("bright-") {
                Some(name) => position(name).map(|at| Self::Ansi(at + 8)),
                None => position(text).map(Self::Ansi),
            },
        }
    }
}

/// An emphasis that is no colour; what is left of a theme on a terminal without colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attribute {
    /// Text in heavier strokes.
    Bold,
    /// A fainter colour.
    Dim,
    /// Text in slanted letters.
    Italic,
    /// With a line below.
    Underline,
    /// With text and background exchanged.
    Reversed,
    /// With a line through it.
    Crossed,
}

/// The look of one role. What is absent is left as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleLook {
    /// The colour of the text.
    pub fg: Option<Colour>,
    /// The colour behind it.
    pub bg: Option<Colour>,
    /// The emphases, each at most once.
    pub attributes: Vec<Attribute>,
}

/// A theme ready to be worn: a look for every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Looks(BTreeMap<&'static str, RoleLook>);

impl Looks {
    /// The look of a role of [`Theme::ROLES`]; plain text for any other.
    pub fn role(&self, role: &str) -> RoleLook {
        self.0.get(role).cloned().unwrap_or_default()
    }

    /// Resolves a line of themes, the one that is worn first, each followed by what it inherits from.
    pub(super) fn of(line: &[&Theme]) -> Self {
        let mut palette: BTreeMap<&str, Colour> = BTreeMap::new();
        for theme in line.iter().rev() {
            for (name, colour) in &theme.palette {
                if let Some(colour) = Colour::parse(colour) {
                    palette.insert(name, colour);
                }
            }
        }
        let looks = Theme::ROLES.into_iter().map(|role| {
            let look = line
                .iter()
                .find_map(|theme| theme.roles.get(role))
                .map_or_else(|| unstyled(role), |spec| look(spec, &palette));
            (role, look)
        });
        Self(looks.collect())
    }
}

fn look(spec: &RoleSpec, palette: &BTreeMap<&str, Colour>) -> RoleLook {
    let colour = |name: &String| {
        palette
            .get(name.as_str())
            .copied()
            .or_else(|| Colour::parse(name))
    };
    match spec {
        RoleSpec::Colour(name) => RoleLook {
            fg: colour(name),
            ..RoleLook::default()
        },
        RoleSpec::Look(spec) => RoleLook {
            fg: spec.fg.as_ref().and_then(colour),
            bg: spec.bg.as_ref().and_then(colour),
            attributes: attributes(spec),
        },
    }
}

fn attributes(spec: &LookSpec) -> Vec<Attribute> {
    [
        (spec.bold, Attribute::Bold),
        (spec.dim, Attribute::Dim),
        (spec.italic, Attribute::Italic),
        (spec.underline, Attribute::Underline),
        (spec.reversed, Attribute::Reversed),
        (spec.crossed, Attribute::Crossed),
    ]
    .into_iter()
    .filter_map(|(set, attribute)| (set == Some(true)).then_some(attribute))
    .collect()
}

/// The look of a role when no theme says anything: emphasis alone, which every terminal can show.
fn unstyled(role: &str) -> RoleLook {
    let attributes = match role {
        "title" | "header" | "key" | "speaker" | "bell" | "warning" | "error" | "border_focus" => {
            vec![Attribute::Bold]
        }
        "dim" | "declined" | "undecided" | "border" => vec![Attribute::Dim],
        "emphasis" | "quote" => vec![Attribute::Italic],
        "link" => vec![Attribute::Underline],
        "selection" | "cursor" | "paused" => vec![Attribute::Reversed],
        "struck" => vec![Attribute::Dim, Attribute::Crossed],
        _ => Vec::new(),
    };
    RoleLook {
        attributes,
        ..RoleLook::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_nothing_else_is() {
        let table = [
            ("#0a141e", Some(Colour::Rgb(10, 20, 30))),
            ("default", Some(Colour::Default)),
            ("red", Some(Colour::Ansi(1))),
            ("bright-blue", Some(Colour::Ansi(12))),
            ("grey", Some(Colour::Ansi(8))),
            ("#fff", None),
            ("#+12345", None),
            ("#ééé", None),
            ("bright-default", None),
            ("crimson", None),
            ("", None),
        ];
        for (text, colour) in table {
            assert_eq!(Colour::parse(text), colour, "{text:?}");
        }
    }

    #[test]
    fn a_child_recolours_what_it_inherits_by_its_palette() {
        let parent: Theme = toml::from_str(
            "name = \"P\"\n[palette]\nink = \"red\"\n[roles]\ntext = \"ink\"\nkey = { fg = \"ink\", bold = true }",
        )
        .unwrap();
        let child: Theme =
            toml::from_str("name = \"C\"\n[palette]\nink = \"blue\"\n[roles]\nlink = \"ink\"")
                .unwrap();
        let looks = Looks::of(&[&child, &parent]);
        assert_eq!(looks.role("text").fg, Some(Colour::Ansi(4)));
        assert_eq!(looks.role("link").fg, Some(Colour::Ansi(4)));
        assert_eq!(looks.role("key").attributes, [Attribute::Bold]);
        assert_eq!(
            looks.role("struck").attributes,
            [Attribute::Dim, Attribute::Crossed]
        );
        assert_eq!(looks.role("no such role"), RoleLook::default());
    }
}
