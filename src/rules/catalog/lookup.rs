//! Everything there is to choose from, and how a person names it.

use super::{
    CatalogEntry, Format, Looks, Member, Motion, Persona, Theme, Unknown, entries::Entries,
};

/// Motions, personas, audience, formats and themes, by id.
#[derive(Debug, Clone)]
pub struct Catalog {
    pub(super) motions: Entries<Motion>,
    pub(super) personas: Entries<Persona>,
    pub(super) members: Entries<Member>,
    pub(super) formats: Entries<Format>,
    pub(super) themes: Entries<Theme>,
}

/// A motion as it was chosen: from a file, or typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenMotion {
    /// The id of its file, where it has one.
    pub id: Option<String>,
    /// The motion, as it is debated.
    pub motion: Motion,
}

impl Catalog {
    /// The motion of that id, or of the only id that begins so.
    pub fn motion(&self, id: &str) -> Result<&CatalogEntry<Motion>, Unknown> {
        match self.motions.named(id, |_| Vec::new()) {
            Ok(entry) => Ok(entry),
            Err(unknown) => match self.motions.beginning(&unknown.asked)? {
                Some(entry) if unknown.is_not_there() => Ok(entry),
                Some(_) | None => Err(unknown),
            },
        }
    }

    /// The motion that a person means: an id, the beginning of one, or a whole sentence. A sentence has a
    /// space in it or begins with "This House"; one that a file has word for word is that file's motion.
    pub fn choose_motion(&self, text: &str) -> Result<ChosenMotion, Unknown> {
        let given = text;
        let text = crate::text::sanitize::sanitize_line(given);
        if !Motion::is_sentence(&text) {
            return self.motion(given).map(|entry| ChosenMotion {
                id: Some(entry.id.clone()),
                motion: entry.value.clone(),
            });
        }
        let own = Motion::own(&text);
        let known = self
            .motions()
            .find(|entry| entry.value.motion.to_lowercase() == own.motion.to_lowercase());
        Ok(match known {
            Some(entry) => ChosenMotion {
                id: Some(entry.id.clone()),
                motion: entry.value.clone(),
            },
            None => ChosenMotion {
                id: None,
                motion: own,
            },
        })
    }

    /// The persona of that id, full name or short name; case does not count.
    pub fn persona(&self, name: &str) -> Result<&CatalogEntry<Persona>, Unknown> {
        self.personas
            .named(name, |persona| vec![&persona.name, &persona.short])
    }

    /// The member of the audience of that id or name; case does not count.
    pub fn member(&self, name: &str) -> Result<&CatalogEntry<Member>, Unknown> {
        self.members.named(name, |member| vec![&member.name])
    }

    /// The format of that id or name; case does not count.
    pub fn format(&self, name: &str) -> Result<&CatalogEntry<Format>, Unknown> {
        self.formats.named(name, |format| vec![&format.name])
    }

    /// The theme of that id or name; case does not count.
    pub fn theme(&self, name: &str) -> Result<&CatalogEntry<Theme>, Unknown> {
        self.themes.named(name, |theme| vec![&theme.name])
    }

    /// A theme ready to be worn: inheritance followed, palette names replaced, gaps filled.
    pub fn looks(&self, theme: &str) -> Result<Looks, Unknown> {
        let entry = self.theme(theme)?;
        let mut line = vec![&entry.value];
        let mut seen = vec![entry.id.as_str()];
        let mut next = entry.value.inherits.as_deref();
        while let Some(id) = next.filter(|id| !seen.contains(id)) {
            let Some(parent) = self.themes.get(id) else {
                break;
            };
            line.push(&parent.value);
            seen.push(id);
            next = parent.value.inherits.as_deref();
        }
        Ok(Looks::of(&line))
    }

    /// All motions in the order of their ids.
    pub fn motions(&self) -> impl ExactSizeIterator<Item = &CatalogEntry<Motion>> {
        self.motions.iter()
    }

    /// All personas in the order of their ids.
    pub fn personas(&self) -> impl ExactSizeIterator<Item = &CatalogEntry<Persona>> {
        self.personas.iter()
    }

    /// All members of the audience in the order of their ids.
    pub fn members(&self) -> impl ExactSizeIterator<Item = &CatalogEntry<Member>> {
        self.members.iter()
    }

    /// All formats in the order of their ids.
    pub fn formats(&self) -> impl ExactSizeIterator<Item = &CatalogEntry<Format>> {
        self.formats.iter()
    }

    /// All themes in the order of their ids.
    pub fn themes(&self) -> impl ExactSizeIterator<Item = &CatalogEntry<Theme>> {
        self.themes.iter()
    }
}
