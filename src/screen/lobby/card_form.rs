//! The card that is asked of a model, as it was entered.

/// A card as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardForm {
    /// The id of the persona, who need not be there yet.
    pub id: String,
    /// The full name; empty where the card or the texts say it.
    pub name: String,
    /// Files and folders that are read into the corpus first, with semicolons between them; empty where it has all.
    pub files: String,
}
