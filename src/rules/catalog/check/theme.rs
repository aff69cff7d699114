//! Checks that a theme can be drawn with.

use std::collections::BTreeSet;

use super::{Check, Context, Findings, is_plain_name};
use crate::catalog::{Colour, RoleSpec, Theme, document::Field, nearest};

/// The values that a colour may have, in words for people.
const COLOURS: &str = "`#rrggbb`, `default`, or one of black, red, green, yellow, blue, magenta, cyan, white, alone or with `bright-` before it";

impl Check for Theme {
    fn check(&self, id: &str, context: &Context, findings: &mut Findings) {
        findings.line(Field::of("name"), &self.name);
        let (ancestry, is_whole) = ancestry(self, id, context, findings);
        for (name, colour) in &self.palette {
            let here = Field::of("palette").key(name);
            if !is_plain_name(name) || Colour::parse(name).is_some() {
                findings.add(
                    here.clone(),
                    format!("`{name}` cannot be the name of a colour"),
                    "expected small letters, digits and hyphens, and no terminal colour's own name",
                );
            }
            if Colour::parse(colour).is_none() {
                findings.add(
                    here,
                    format!("`{colour}` is not a colour"),
                    format!("expected {COLOURS}"),
                );
            }
        }
        let names = ancestry.iter().flat_map(|theme| theme.palette.keys());
        let palette = Palette {
            names: names.map(String::as_str).collect(),
            is_whole,
        };
        for (role, spec) in &self.roles {
            let here = Field::of("roles").key(role);
            if !Self::ROLES.contains(&role.as_str()) {
                findings.add(
                    here,
                    format!("nothing on the screen has the role `{role}`"),
                    expected_role(role),
                );
                continue;
            }
            match spec {
                RoleSpec::Colour(colour) => known(colour, here, &palette, findings),
                RoleSpec::Look(look) => {
                    for (key, colour) in [("fg", &look.fg), ("bg", &look.bg)] {
                        if let Some(colour) = colour {
                            known(colour, here.key(key), &palette, findings);
                        }
                    }
                }
            }
        }
    }
}

fn expected_role(role: &str) -> String {
    match nearest::nearest(role, Theme::ROLES.into_iter()).first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", Theme::ROLES.join(", ")),
    }
}

/// The names of colours that a theme knows.
struct Palette<'a> {
    names: BTreeSet<&'a str>,
    /// Whether all from which it inherits are there: what is not may have any name.
    is_whole: bool,
}

fn known(colour: &str, field: Field, palette: &Palette<'_>, findings: &mut Findings) {
    if palette.names.contains(colour) || Colour::parse(colour).is_some() {
        return;
    }
    let near = nearest::nearest(colour, palette.names.iter().copied());
    if near.is_empty() && !palette.is_whole && is_plain_name(colour) {
        return;
    }
    let expected = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected a name from the palette, {COLOURS}"),
    };
    findings.add(field, format!("`{colour}` is not a colour"), expected);
}

/// The theme and what it inherits from, nearest first, and whether that is all. A circle or an unknown name is
/// reported.
fn ancestry<'a>(
    theme: &'a Theme,
    id: &str,
    context: &'a Context,
    findings: &mut Findings,
) -> (Vec<&'a Theme>, bool) {
    let mut line = vec![theme];
    let mut seen = vec![id];
    let mut next = theme.inherits.as_deref();
    while let Some(parent) = next {
        if seen.contains(&parent) {
            if parent == id {
                findings.add(
                    Field::of("inherits"),
                    format!(
                        "`{id}` inherits from itself, through `{}`",
                        seen.join("`, `")
                    ),
                    "expected a theme that does not inherit from this one",
                );
            }
            return (line, true);
        }
        let Some(found) = context.themes.get(parent) else {
            // Further up it is the other file's fault, and is reported there.
            if line.len() == 1 {
                // Whoever inherits from itself inherits from nothing.
                let names = context.themes.keys().map(String::as_str);
                let names = names.filter(|name| *name != id);
                let expected = match nearest::nearest(parent, names).first() {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "expected the id of a theme: `hustings themes` lists them".to_owned(),
                };
                findings.add(
                    Field::of("inherits"),
                    format!("there is no theme `{parent}`"),
                    expected,
                );
            }
            return (line, false);
        };
        line.push(found);
        seen.push(parent);
        next = found.inherits.as_deref();
    }
    (line, true)
}
