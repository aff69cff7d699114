//! The library: the debates of the journal on a page, with a preview beside the list, to be searched, sorted, tagged,
//! compared, exported, deleted, and gone on with.
//!
//! Pure: keys change the state and may yield a [`LibraryChoice`]; it reads no files. What it wants to know, a search or a
//! preview, it says ([`DebateLibrary::to_search`], [`DebateLibrary::to_preview`]) and is told when it is there.

mod act;
mod columns;
mod hints;
mod keys;
mod listing;
mod place;
mod preview;
mod prompt;
mod view;

use std::collections::{HashMap, HashSet};

pub use place::seq_of;
pub use preview::DebatePreview;

use super::{
    overlay::{HelpItem, HelpPage},
    scrolling::PaneScroll,
};
use crate::{
    debate::ids::DebateId,
    export::Form,
    journal::{CompletionStatus, DebateSummary, SearchHit, TagChange},
};
use columns::{ColumnNeeds, LibraryColumn};
use listing::{LibraryRow, Sorting};
use prompt::{ChoiceList, Prompt, PromptOf};

/// Previews that are kept.
const KEPT: usize = 64;

/// A debate as the library lists it.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryDebate {
    /// What the journal's list knows of it.
    pub summary: DebateSummary,
    /// The time at which it was opened, for people.
    pub when: String,
    /// The winner, or how far it has come.
    pub outcome: String,
    /// How long it ran, for people.
    pub length: String,
    /// Of a branch or an iteration: which one it is, and where it parts.
    pub comes_from: String,
}

/// The person's choice.
#[derive(Debug, Clone, PartialEq)]
pub enum LibraryChoice {
    /// Play that one again.
    Replay(DebateId),
    /// Play that one again from a sentence that was found in it.
    ReplayFrom(Box<SearchHit>),
    /// Open the replay of that one, paused, to choose where a branch begins.
    Branch(DebateId),
    /// Go on with that one.
    Resume(DebateId),
    /// Watch that one, which another process is running.
    Watch(DebateId),
    /// Hold that one again, taught by its verdict.
    Refine(DebateId),
    /// Compare these two.
    Compare(DebateId, DebateId),
    /// See that branch beside the debate that it parts from.
    Beside(DebateId),
    /// Write these as files.
    Export(Vec<DebateId>, Form),
    /// Delete these. The library is told what became of it by [`DebateLibrary::deleted`].
    Delete(Vec<DebateId>),
    /// Restore these, which were deleted on this page.
    Restore(Vec<DebateId>),
    /// Change the tags of these.
    Tag(Vec<DebateId>, TagChange),
    /// Put this note to that one, or take its note away.
    Note(DebateId, Option<String>),
    /// To leave the page.
    Back,
    /// To leave the program.
    Quit,
}

/// A search of everything that was said.
#[derive(Debug, Default)]
struct LibrarySearch {
    words: String,
    is_typed: bool,
    /// The words that were handed out to be searched for.
    asked: Option<String>,
    /// The places that were found, and for which words.
    found: Option<(String, Vec<SearchHit>)>,
}

/// What lies over the list, or takes its keys.
#[derive(Debug)]
enum Over {
    Nothing,
    Prompt(Box<Prompt>),
    Choices(ChoiceList),
    Help(HelpPage),
    /// A second debate is chosen, to be compared with that one.
    Second(DebateId),
}

/// The state of the library.
#[derive(Debug)]
pub struct DebateLibrary {
    debates: Vec<LibraryDebate>,
    rows: Vec<LibraryRow>,
    /// The cells that what is listed takes in each column.
    needs: ColumnNeeds,
    at: usize,
    /// The first row that is shown, and the number of rows that are, as last drawn.
    top: usize,
    height: usize,
    sorting: Sorting,
    tag: Option<String>,
    marked: HashSet<DebateId>,
    search: Option<LibrarySearch>,
    previews: HashMap<DebateId, DebatePreview>,
    /// Previews of debates that have changed since: they stand until there are others.
    outdated: HashSet<DebateId>,
    /// Whether the preview is on the screen, and whether it is alone there.
    is_previewed: bool,
    preview_alone: bool,
    scroll: PaneScroll,
    over: Over,
    /// What was deleted on this page, the last deletion last.
    deleted: Vec<Vec<DebateId>>,
    /// The debate that is chosen as soon as it is listed: it was brought back.
    awaited: Option<DebateId>,
    /// What was typed for tags and notes, and left.
    drafts: Vec<(PromptOf, String)>,
    message: Option<String>,
    /// The debate of which it was asked whether it is to be refined: that costs what a debate costs.
    asks_to_refine: Option<DebateId>,
}

impl DebateLibrary {
    /// The library of these debates.
    pub fn new(debates: Vec<LibraryDebate>) -> Self {
        let mut library = Self {
            debates,
            rows: Vec::new(),
            needs: ColumnNeeds::default(),
            at: 0,
            top: 0,
            height: 1,
            sorting: Sorting {
                by: LibraryColumn::Date,
                is_reversed: false,
            },
            tag: None,
            marked: HashSet::new(),
            search: None,
            previews: HashMap::new(),
            outdated: HashSet::new(),
            is_previewed: false,
            preview_alone: false,
            scroll: PaneScroll::default(),
            over: Over::Nothing,
            deleted: Vec::new(),
            awaited: None,
            drafts: Vec::new(),
            message: None,
            asks_to_refine: None,
        };
        library.list();
        library
    }

    /// Whether these are the debates as they are listed.
    pub fn lists(&self, debates: &[LibraryDebate]) -> bool {
        self.debates == debates
    }

    /// Takes in the debates as they are now; the choice, what is seen of the list, search, filter and marks stay.
    pub fn refresh(&mut self, debates: Vec<LibraryDebate>) {
        let of_row = |row: &LibraryRow| self.debates.get(row.debate());
        let before: Vec<DebateId> = self
            .rows
            .iter()
            .filter_map(of_row)
            .map(|one| one.summary.debate.clone())
            .collect();
        let known: HashMap<&DebateId, &LibraryDebate> = self
            .debates
            .iter()
            .map(|one| (&one.summary.debate, one))
            .collect();
        let has_changed = |one: &&LibraryDebate| known.get(&one.summary.debate) != Some(one);
        let changed = debates.iter().filter(has_changed);
        let changed: Vec<DebateId> = changed.map(|one| one.summary.debate.clone()).collect();
        self.outdated.extend(changed);
        self.debates = debates;
        let there: HashSet<&DebateId> =
            self.debates.iter().map(|one| &one.summary.debate).collect();
        self.previews.retain(|debate, _| there.contains(debate));
        self.outdated.retain(|debate| there.contains(debate));
        // Of the chosen one, where it is gone, the neighbour: others may have come in above meanwhile.
        let (above, below) = before.split_at_checked(self.at).unwrap_or_default();
        let nearest = below.iter().chain(above.iter().rev());
        let nearest = self.awaited.iter().chain(nearest);
        let chosen = nearest.into_iter().find(|one| there.contains(one)).cloned();
        self.marked.retain(|debate| there.contains(debate));
        if matches!(&self.over, Over::Second(first) if !there.contains(first)) {
            self.over = Over::Nothing;
            self.message = Some("The debate that was to be compared is gone.".to_owned());
        }
        if chosen == self.awaited {
            self.awaited = None;
        }
        if self.tag.as_ref().is_some_and(|tag| !self.has_tag(tag)) {
            self.tag = None;
        }
        let seen_at = self.at.saturating_sub(self.top);
        self.list_at(chosen.as_ref());
        // Whoever looks at the newest ones sees what comes in above them; elsewhere nothing moves.
        if self.top > 0 {
            self.top = self.at.saturating_sub(seen_at);
        }
        if let Some(search) = &mut self.search {
            // Something may have been said since.
            search.asked = None;
        }
    }

    /// Takes in the debates as they are once the page is opened again: what was said before is read.
    pub fn reopen(&mut self, debates: Vec<LibraryDebate>) {
        self.message = None;
        self.refresh(debates);
    }

    fn has_tag(&self, tag: &String) -> bool {
        self.debates
            .iter()
            .any(|one| one.summary.tags.contains(tag))
    }

    /// Says something until the next key.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// Shows a text on a page over the list.
    pub fn show_page(&mut self, title: &'static str, text: &str) {
        self.message = None;
        self.over = Over::Help(HelpPage::titled(title, page_items(text)));
    }

    /// The words to be searched for, once each time that they change.
    pub fn to_search(&mut self) -> Option<String> {
        let search = self.search.as_mut()?;
        let words = search.words.trim_start();
        if search.asked.as_deref() == Some(words) {
            return None;
        }
        search.asked = Some(words.to_owned());
        if words.trim().is_empty() {
            search.found = None;
            self.list();
            return None;
        }
        search.asked.clone()
    }

    /// Takes in the places that were found for these words, or why nothing could be.
    pub fn found(&mut self, words: &str, hits: Result<Vec<SearchHit>, String>) {
        let Some(search) = &mut self.search else {
            return;
        };
        // Others may have been typed since.
        if search.asked.as_deref() != Some(words) {
            return;
        }
        let (hits, why) = match hits {
            Ok(hits) => (hits, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let has_more = search.found.as_ref().is_none_or(|(of, _)| of != words);
        search.found = Some((words.to_owned(), hits));
        let is_typed = search.is_typed;
        self.list();
        // The same words are searched for again where something was said since.
        if is_typed && has_more {
            self.at = 0;
        }
        if let Some(why) = why {
            self.say(why);
        }
    }

    /// The debate of which a preview is wanted and not there.
    pub fn to_preview(&self) -> Option<&DebateId> {
        let chosen = self.chosen().filter(|_| self.is_previewed)?;
        let debate = &chosen.summary.debate;
        let is_known = self.previews.contains_key(debate) && !self.outdated.contains(debate);
        (!is_known).then_some(debate)
    }

    /// Takes in the preview of a debate.
    pub fn previewed(&mut self, debate: DebateId, preview: DebatePreview) {
        if self.previews.len() >= KEPT {
            self.previews.clear();
        }
        self.outdated.remove(&debate);
        self.previews.insert(debate, preview);
    }

    /// Takes note of what was deleted, and says what else there is to say of it.
    pub fn deleted(&mut self, debates: Vec<DebateId>, told: impl Into<String>) {
        if !debates.is_empty() {
            self.deleted.push(debates);
        }
        self.marked.clear();
        self.message = Some(told.into());
    }

    /// Debates are back that were deleted: the first of them is chosen once it is listed.
    pub fn brought_back(&mut self, debates: &[DebateId], told: impl Into<String>) {
        self.awaited = debates.first().cloned();
        self.message = Some(told.into());
    }

    /// Forgets what was deleted: the page is left, and whoever opens it again has seen what was there.
    pub fn leave(&mut self) {
        self.deleted.clear();
        self.over = Over::Nothing;
        self.message = None;
    }

    /// The number of debates that come from one, directly.
    pub fn descendants(&self, debate: &DebateId) -> usize {
        let all = self.debates.iter();
        all.filter(|one| crate::journal::parent_of(&one.summary) == Some(debate))
            .count()
    }

    /// The debate of the row that is chosen.
    fn chosen(&self) -> Option<&LibraryDebate> {
        let row = self.rows.get(self.at)?;
        self.debates.get(row.debate())
    }

    /// The sentence that is chosen, where one is.
    fn sentence(&self) -> Option<&SearchHit> {
        let Some(LibraryRow::Sentence { hit, .. }) = self.rows.get(self.at) else {
            return None;
        };
        let (_, hits) = self.search.as_ref()?.found.as_ref()?;
        hits.get(*hit)
    }

    /// The words that were searched for, where places of them are listed.
    fn searched(&self) -> Option<&[SearchHit]> {
        let (_, hits) = self.search.as_ref()?.found.as_ref()?;
        Some(hits)
    }

    /// Lists what there is to list, and stays at the debate that is chosen.
    fn list(&mut self) {
        let chosen = self.chosen().map(|one| one.summary.debate.clone());
        self.list_at(chosen.as_ref());
    }

    fn list_at(&mut self, chosen: Option<&DebateId>) {
        let tag = self.tag.as_deref();
        let sentence = self.sentence().cloned();
        self.rows = match self.searched() {
            Some(hits) => listing::found(&self.debates, tag, hits),
            None => listing::tree(&self.debates, tag, self.sorting),
        };
        let listed = self.rows.iter().filter_map(|row| match row {
            LibraryRow::Debate { at, depth, .. } => Some((self.debates.get(*at)?, *depth)),
            LibraryRow::Sentence { .. } => None,
        });
        let has_tags = self.debates.iter().any(|one| !one.summary.tags.is_empty());
        self.needs = ColumnNeeds::of(&listed.collect::<Vec<_>>(), has_tags);
        let is_chosen = |row: &LibraryRow| {
            let one = self.debates.get(row.debate());
            one.is_some_and(|one| Some(&one.summary.debate) == chosen)
        };
        let same = self.rows.iter().position(|row| match (row, &sentence) {
            (LibraryRow::Sentence { hit, .. }, Some(sentence)) => {
                let hits = self.searched().unwrap_or_default();
                hits.get(*hit) == Some(sentence)
            }
            (LibraryRow::Debate { .. }, Some(_)) => false,
            (row, None) => matches!(row, LibraryRow::Debate { .. }) && is_chosen(row),
        });
        let same = same.or_else(|| self.rows.iter().position(is_chosen));
        let last = self.rows.len().saturating_sub(1);
        self.at = same.unwrap_or(self.at).min(last);
    }

    /// The debates that an action is for: those that are marked, in the order of the list, else the one that is chosen.
    fn meant(&self) -> Vec<DebateId> {
        if self.marked.is_empty() {
            let chosen = self.chosen().map(|one| one.summary.debate.clone());
            return chosen.into_iter().collect();
        }
        let all = self.debates.iter().map(|one| &one.summary.debate);
        all.filter(|debate| self.marked.contains(debate))
            .cloned()
            .collect()
    }

    fn is_over(one: &LibraryDebate) -> bool {
        one.summary.status != CompletionStatus::Unfinished
    }
}

/// The lines of a text as a page shows them.
fn page_items(text: &str) -> Vec<HelpItem> {
    text.lines()
        .map(|line| {
            if line.trim().is_empty() {
                HelpItem::Gap
            } else {
                HelpItem::Paragraph(line.to_owned())
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
