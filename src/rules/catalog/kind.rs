//! The kinds of file that the catalog holds: where they lie and what they are called.

use std::{fmt, sync::LazyLock};

use serde_json::Value;

use super::{Format, Member, Motion, Persona, Profiles, Theme};

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A motion: what is debated.
    Motion,
    /// A persona: who speaks.
    Persona,
    /// A member of the audience, who listens and votes.
    Member,
    /// A format: the rules of a debate.
    Format,
    /// A theme: the colours of the screen.
    Theme,
    /// The model profiles; one file, not a folder.
    Profiles,
}

impl FileKind {
    /// All kinds of file, in the order in which they are listed.
    pub const ALL: [Self; 6] = [
        Self::Motion,
        Self::Persona,
        Self::Member,
        Self::Format,
        Self::Theme,
        Self::Profiles,
    ];

    /// The folder of files of this kind, in the program and below the user's folder.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Motion => "motions",
            Self::Persona => "personas",
            Self::Member => "personas/audience",
            Self::Format => "formats",
            Self::Theme => "themes",
            Self::Profiles => "profiles.toml",
        }
    }

    /// The command that lists the entries of the kind.
    pub fn command(self) -> &'static str {
        match self {
            Self::Motion => "hustings motions",
            Self::Persona | Self::Member => "hustings personas",
            Self::Format => "hustings formats",
            Self::Theme => "hustings themes",
            Self::Profiles => "hustings check",
        }
    }

    /// The kind's name in the plural.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Motion => "motions",
            Self::Persona => "personas",
            Self::Member => "audience members",
            Self::Format => "formats",
            Self::Theme => "themes",
            Self::Profiles => "model profiles",
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Motion => "motion",
            Self::Persona => "persona",
            Self::Member => "audience member",
            Self::Format => "format",
            Self::Theme => "theme",
            Self::Profiles => "model profile",
        })
    }
}

/// The JSON schema of a kind of file, made once: every file of the catalog is held against it.
pub(super) fn known(kind: FileKind) -> &'static Value {
    static SCHEMAS: LazyLock<Vec<Value>> =
        LazyLock::new(|| FileKind::ALL.iter().map(|kind| schema(*kind)).collect());
    let at = FileKind::ALL.iter().position(|one| *one == kind);
    at.and_then(|at| SCHEMAS.get(at)).unwrap_or(&Value::Null)
}

/// The JSON schema of a kind of file, for editors and for checking.
pub fn schema(kind: FileKind) -> Value {
    let schema = match kind {
        FileKind::Motion => schemars::schema_for!(Motion),
        FileKind::Persona => schemars::schema_for!(Persona),
        FileKind::Member => schemars::schema_for!(Member),
        FileKind::Format => schemars::schema_for!(Format),
        FileKind::Theme => schemars::schema_for!(Theme),
        FileKind::Profiles => schemars::schema_for!(Profiles),
    };
    schema.to_value()
}
