//! Colours. The one file that names them: everything else names a [`StyleRole`] and gets a style for it.
//! A theme gives roles their looks; this file knows the defaults, reads `#rrggbb` and colour names, and
//! brings colours down to what the terminal can show.

mod role;

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::Arc,
};

use ratatui::{
    style::{Color, Modifier, Style},
    widgets::BorderType,
};

use crate::catalog::{self, Attribute, Colour, Looks};

pub use role::StyleRole;

/// The number of colours that the terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorSupport {
    /// None wanted (`NO_COLOR`) or none there: weight, underline and reversal only.
    None,
    /// The sixteen of ANSI.
    Ansi16,
    /// 24 bits: every colour.
    True,
}

impl ColorSupport {
    /// Detects the support for colours from the environment, asked through `var`.
    pub(crate) fn detect(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        if set("NO_COLOR").is_some() || term == "dumb" || term.ends_with("-m") || term == "vt100" {
            return Self::None;
        }
        let colours = set("COLORTERM").unwrap_or_default().to_lowercase();
        let modern = [
            "truecolor",
            "24bit",
            "-direct",
            "kitty",
            "alacritty",
            "ghostty",
            "wezterm",
            "foot",
        ];
        if modern
            .iter()
            .any(|word| colours.contains(word) || term.contains(word))
        {
            Self::True
        } else {
            Self::Ansi16
        }
    }

    /// Detects the support for colours from the environment of this process.
    pub fn from_env() -> Self {
        Self::detect(|name| std::env::var(name).ok())
    }
}

/// The look of each role.
type Table = [Style; StyleRole::ALL.len()];

/// The looks of every role, resolved once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Styles {
    table: Table,
    /// The looks on the line above, and on the line below.
    upon: Arc<[Table; 2]>,
    border: BorderType,
    is_still: bool,
    revision: u64,
}

impl Styles {
    /// The looks where there is no theme.
    pub fn plain(support: ColorSupport) -> Self {
        Self::made(StyleRole::default_look, support)
    }

    /// The looks of a theme.
    pub fn from_theme(theme: &Looks, support: ColorSupport) -> Self {
        Self::made(
            |role| Look::of(&theme.role(&role.word().replace('-', "_"))),
            support,
        )
    }

    fn made(look: impl Fn(StyleRole) -> Look, support: ColorSupport) -> Self {
        let mut table = [Style::new(); StyleRole::ALL.len()];
        for (role, style) in StyleRole::ALL.into_iter().zip(&mut table) {
            *style = look(role).style(role, support);
        }
        if support == ColorSupport::Ansi16 {
            keep_readable(&mut table);
        }
        let upon = [StyleRole::Header, StyleRole::Status].map(|bar| upon(&table, bar));
        Self {
            table,
            upon: Arc::new(upon),
            border: BorderType::Rounded,
            is_still: false,
            revision: 0,
        }
        .stamped()
    }

    /// The looks of a role.
    pub fn get(&self, role: StyleRole) -> Style {
        self.table.get(role as usize).copied().unwrap_or_default()
    }

    /// The looks on the line above, which has a ground of its own.
    #[must_use]
    pub(crate) fn upon_header(&self) -> Self {
        let [table, _] = *self.upon;
        Self {
            table,
            ..self.clone()
        }
    }

    /// The looks on the line below.
    #[must_use]
    pub(crate) fn upon_status(&self) -> Self {
        let [_, table] = *self.upon;
        Self {
            table,
            ..self.clone()
        }
    }

    /// The frame of panes.
    pub fn border(&self) -> BorderType {
        self.border
    }

    /// The same looks, where nothing is to move that need not.
    #[must_use]
    pub fn with_reduced_motion(mut self, is_still: bool) -> Self {
        self.is_still = is_still;
        self.stamped()
    }

    /// Whether nothing is to move that need not: a speech grows by sentences, and not by words.
    pub(crate) fn is_still(&self) -> bool {
        self.is_still
    }

    /// Differs where the looks differ: what was drawn with other looks must be drawn again.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    fn stamped(mut self) -> Self {
        let mut hasher = DefaultHasher::new();
        self.table.hash(&mut hasher);
        self.border.hash(&mut hasher);
        self.is_still.hash(&mut hasher);
        self.revision = hasher.finish();
        self
    }
}

/// A look before it is brought down to what the terminal shows.
#[derive(Debug, Clone, Copy)]
struct Look {
    fg: Option<Color>,
    bg: Option<Color>,
    modifier: Modifier,
}

impl Look {
    const NONE: Self = Self {
        fg: None,
        bg: None,
        modifier: Modifier::empty(),
    };

    fn fg(mut self, hex: &str) -> Self {
        self.fg = Colour::parse(hex).map(self::colour);
        self
    }

    fn add(mut self, modifier: Modifier) -> Self {
        self.modifier = self.modifier.union(modifier);
        self
    }

    fn of(look: &catalog::RoleLook) -> Self {
        let modifier = |attribute: &Attribute| match attribute {
            Attribute::Bold => Modifier::BOLD,
            Attribute::Dim => Modifier::DIM,
            Attribute::Italic => Modifier::ITALIC,
            Attribute::Underline => Modifier::UNDERLINED,
            Attribute::Reversed => Modifier::REVERSED,
            Attribute::Crossed => Modifier::CROSSED_OUT,
        };
        Self {
            fg: look.fg.map(colour),
            bg: look.bg.map(colour),
            modifier: look
                .attributes
                .iter()
                .map(modifier)
                .fold(Modifier::empty(), Modifier::union),
        }
    }

    fn style(self, role: StyleRole, support: ColorSupport) -> Style {
        let mut style = Style::new();
        // Faint text in a faint colour cannot be read: where there are colours, they do the fading.
        let fades = self.fg.is_some();
        match support {
            ColorSupport::None => return style.add_modifier(role.without_colour()),
            ColorSupport::Ansi16 => {
                style.fg = self.fg.map(nearest);
                style.bg = self.bg.map(if role == StyleRole::Text {
                    ground
                } else {
                    nearest
                });
            }
            ColorSupport::True => {
                style.fg = self.fg;
                style.bg = self.bg;
            }
        }
        let modifier = if fades {
            self.modifier.difference(Modifier::DIM)
        } else {
            self.modifier
        };
        style.add_modifier(modifier)
    }
}

/// A colour of a theme as the terminal library names it.
fn colour(colour: Colour) -> Color {
    match colour {
        Colour::Default => Color::Reset,
        Colour::Ansi(number) => ANSI
            .get(usize::from(number))
            .map_or(Color::Reset, |(named, _)| *named),
        Colour::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}

/// The contrast below which text cannot be read by everybody (as below, level AA).
const LEAST_CONTRAST: f64 = 4.5;

/// The same on a dark ground where there are sixteen colours, of which each terminal has its own.
const LEAST_OF_SIXTEEN: f64 = 3.0;

/// The sixteen as most terminals show them.
const ANSI: [(Color, [i32; 3]); 16] = [
    (Color::Black, [0, 0, 0]),
    (Color::Red, [205, 49, 49]),
    (Color::Green, [13, 158, 90]),
    (Color::Yellow, [196, 160, 0]),
    (Color::Blue, [36, 114, 200]),
    (Color::Magenta, [188, 63, 188]),
    (Color::Cyan, [17, 168, 205]),
    (Color::Gray, [204, 204, 204]),
    (Color::DarkGray, [118, 118, 118]),
    (Color::LightRed, [241, 106, 96]),
    (Color::LightGreen, [120, 220, 130]),
    (Color::LightYellow, [245, 222, 110]),
    (Color::LightBlue, [90, 160, 240]),
    (Color::LightMagenta, [214, 140, 230]),
    (Color::LightCyan, [100, 214, 219]),
    (Color::White, [255, 255, 255]),
];

/// Gives what could no longer be read on the ground of the text, once colours were brought down to sixteen, the colour
/// of the text.
fn keep_readable(table: &mut Table) {
    let text = table
        .get(StyleRole::Text as usize)
        .copied()
        .unwrap_or_default();
    // The colours of most terminals are paler than those here.
    let is_light = text
        .bg
        .and_then(luminance)
        .is_some_and(|ground| ground > 0.5);
    let least = if is_light {
        LEAST_CONTRAST
    } else {
        LEAST_OF_SIXTEEN
    };
    for (role, style) in StyleRole::ALL.into_iter().zip(table) {
        let contrast = style
            .fg
            .zip(style.bg.or(text.bg))
            .and_then(|(fg, bg)| contrast(fg, bg));
        if role.is_read() && contrast.is_some_and(|contrast| contrast < least) {
            style.fg = text.fg;
            style.bg = style.bg.and(text.bg);
        }
    }
}

/// The looks on a bar: what could not be read on it has the colour of the bar's text.
fn upon(table: &Table, bar: StyleRole) -> Table {
    let look = |role: StyleRole| table.get(role as usize).copied().unwrap_or_default();
    let (bar, ground) = (look(bar), look(StyleRole::Text).bg);
    table.map(|mut style| {
        style.bg = style.bg.filter(|bg| Some(*bg) != ground);
        let contrast = style.fg.zip(bar.bg).and_then(|(fg, bg)| contrast(fg, bg));
        // Of a bar that reverses the terminal's own colours nobody knows which these are.
        let is_unsure = bar.bg.is_none() && bar.add_modifier.contains(Modifier::REVERSED);
        let is_faint = contrast.is_some_and(|contrast| contrast < LEAST_CONTRAST);
        if style.bg.is_none() && (is_unsure || is_faint) {
            style.fg = bar.fg;
        }
        style
    })
}

/// The contrast of text with its ground, to one (Web Content Accessibility Guidelines 2.2, "contrast ratio"); `None` of
/// colours that are the terminal's own.
fn contrast(fg: Color, bg: Color) -> Option<f64> {
    let (fg, bg) = (luminance(fg)?, luminance(bg)?);
    Some((fg.max(bg) + 0.05) / (fg.min(bg) + 0.05))
}

/// The relative luminance of a colour, from 0 to 1 (as above, "relative luminance").
fn luminance(colour: Color) -> Option<f64> {
    let shown = if let Color::Rgb(red, green, blue) = colour {
        [red, green, blue].map(i32::from)
    } else {
        ANSI.into_iter().find(|(one, _)| *one == colour)?.1
    };
    let linear = shown.map(|one| {
        let one = f64::from(one) / 255.0;
        if one <= 0.04045 {
            one / 12.92
        } else {
            ((one + 0.055) / 1.055).powf(2.4)
        }
    });
    let weighted = linear.into_iter().zip([0.2126, 0.7152, 0.0722]);
    Some(weighted.map(|(one, weight)| one * weight).sum())
}

/// The ground of all text, of sixteen colours: black or white, on which the others can be read.
fn ground(colour: Color) -> Color {
    match (colour, luminance(colour)) {
        (Color::Rgb(..), Some(light)) if light > 0.5 => Color::White,
        (Color::Rgb(..), Some(_)) => Color::Black,
        (other, _) => other,
    }
}

fn nearest(colour: Color) -> Color {
    let Color::Rgb(red, green, blue) = colour else {
        return colour;
    };
    let wanted = [red, green, blue].map(i32::from);
    // Hue counts for more than brightness: a muted blue should stay blue and not turn grey.
    let grey = |[r, g, b]: [i32; 3]| (r - g).abs().max((g - b).abs()).max((b - r).abs()) < 40;
    ANSI.into_iter()
        .min_by_key(|(_, shown)| {
            let distance: i32 = wanted
                .iter()
                .zip(shown)
                .zip([3, 4, 2])
                .map(|((a, b), weight)| weight * (a - b) * (a - b))
                .sum();
            distance
                + if grey(wanted) == grey(*shown) {
                    0
                } else {
                    60_000
                }
        })
        .map_or(colour, |(named, _)| named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_stand_at_their_place_in_the_table() {
        for (position, role) in StyleRole::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, position, "{role:?}");
        }
    }

    #[test]
    fn without_colour_nothing_has_one_and_sides_of_a_pair_differ() {
        let styles = Styles::plain(ColorSupport::None);
        for role in StyleRole::ALL {
            let style = styles.get(role);
            assert_eq!((style.fg, style.bg), (None, None), "{role:?}");
        }
        for (one, other) in [
            (StyleRole::Ayes, StyleRole::Noes),
            (StyleRole::Border, StyleRole::BorderFocus),
            (StyleRole::Text, StyleRole::Selection),
            (StyleRole::Accepted, StyleRole::Declined),
            (StyleRole::Status, StyleRole::Key),
        ] {
            assert_ne!(styles.get(one), styles.get(other), "{one:?} {other:?}");
        }
        assert!(
            styles
                .get(StyleRole::Struck)
                .add_modifier
                .contains(Modifier::CROSSED_OUT)
        );
    }

    #[test]
    fn sixteen_colours_keep_the_hue() {
        let table = [
            ("#6fb0e8", Color::LightBlue),
            ("#e58a7b", Color::LightRed),
            ("#8fd07f", Color::LightGreen),
            ("#4b5260", Color::DarkGray),
            ("#ffffff", Color::White),
            ("#000000", Color::Black),
        ];
        for (given, expected) in table {
            assert_eq!(
                Colour::parse(given).map(colour).map(nearest),
                Some(expected),
                "{given}"
            );
        }
        let styles = Styles::plain(ColorSupport::Ansi16);
        for role in StyleRole::ALL {
            assert!(
                !matches!(styles.get(role).fg, Some(Color::Rgb(..))),
                "{role:?}"
            );
        }
        assert_ne!(
            styles.get(StyleRole::Prop).fg,
            styles.get(StyleRole::Opp).fg
        );
    }

    #[test]
    fn a_theme_has_its_way() {
        let (catalog, _) = catalog::Catalog::load(None);
        let looks = catalog.looks("ansi").unwrap();
        let styles = Styles::from_theme(&looks, ColorSupport::True);
        for role in StyleRole::ALL {
            let wanted = looks.role(&role.word().replace('-', "_"));
            assert_eq!(styles.get(role).fg, wanted.fg.map(colour), "{role:?}");
        }
        assert_ne!(
            styles.revision(),
            Styles::plain(ColorSupport::True).revision()
        );
    }

    fn least(support: ColorSupport) -> f64 {
        match support {
            ColorSupport::Ansi16 => LEAST_OF_SIXTEEN,
            ColorSupport::True | ColorSupport::None => LEAST_CONTRAST,
        }
    }

    #[test]
    fn everything_can_be_read_upon_a_bar_in_every_theme() {
        let (catalog, _) = catalog::Catalog::load(None);
        for theme in catalog.themes() {
            let theme = &theme.id;
            let looks = catalog.looks(theme).unwrap();
            for support in [ColorSupport::True, ColorSupport::Ansi16] {
                let styles = Styles::from_theme(&looks, support);
                for (bar, upon) in [
                    (StyleRole::Header, styles.upon_header()),
                    (StyleRole::Status, styles.upon_status()),
                ] {
                    let ground = styles.get(bar).bg;
                    for role in StyleRole::ALL {
                        let style = upon.get(role);
                        let ground = style.bg.or(ground);
                        let read = style.fg.zip(ground).and_then(|(fg, bg)| contrast(fg, bg));
                        assert!(
                            read.is_none_or(|read| read >= least(support)),
                            "{role:?} upon {bar:?}, {theme}, {support:?}: {read:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn everything_can_be_read_in_every_theme() {
        let (catalog, _) = catalog::Catalog::load(None);
        let mut checked = 0;
        for theme in catalog.themes() {
            let theme = &theme.id;
            let looks = catalog.looks(theme).unwrap();
            for support in [ColorSupport::True, ColorSupport::Ansi16] {
                let styles = Styles::from_theme(&looks, support);
                let ground = styles.get(StyleRole::Text).bg;
                for role in StyleRole::ALL.into_iter().filter(|role| role.is_read()) {
                    let style = styles.get(role);
                    let pair = style.fg.zip(style.bg.or(ground));
                    if let Some(read) = pair.and_then(|(fg, bg)| contrast(fg, bg)) {
                        let told = format!("{role:?}, {theme}, {support:?}: {read:.2}");
                        assert!(read >= least(support), "{told}");
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 700, "{checked}");
    }

    #[test]
    fn every_role_of_the_screen_is_a_role_of_themes() {
        for role in StyleRole::ALL {
            let word = role.word().replace('-', "_");
            assert!(catalog::Theme::ROLES.contains(&word.as_str()), "{word}");
        }
    }

    #[test]
    fn the_environment_decides() {
        let detect = |pairs: &[(&str, &str)]| {
            ColorSupport::detect(|name| {
                pairs
                    .iter()
                    .find(|(key, _)| *key == name)
                    .map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(
            detect(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]),
            ColorSupport::None
        );
        assert_eq!(
            detect(&[("NO_COLOR", ""), ("TERM", "xterm")]),
            ColorSupport::Ansi16
        );
        assert_eq!(
            detect(&[("COLORTERM", "truecolor"), ("TERM", "xterm")]),
            ColorSupport::True
        );
        assert_eq!(detect(&[("TERM", "xterm-kitty")]), ColorSupport::True);
        assert_eq!(detect(&[("TERM", "dumb")]), ColorSupport::None);
    }
}
