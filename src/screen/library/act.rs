//! What keys do in the library.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{
    super::{
        overlay::{HelpItem, HelpPage, Overlay as _, OverlayOutcome},
        scrolling::Scrollable as _,
    },
    DebateLibrary, LibraryChoice, LibraryRow, LibrarySearch, Over,
    keys::{self, LibraryAction},
    listing,
    prompt::{Choice, ChoiceList, Prompt, PromptOf, Prompted},
};
use crate::{debate::ids::DebateId, text::sanitize::sanitize_line};

const ABOUT: &str =
    "The debates of the journal: look through them, search all that was said, and go on with one.";

impl DebateLibrary {
    /// Takes a key; something was chosen where it yields a choice.
    pub fn on_key(&mut self, key: KeyEvent) -> Option<LibraryChoice> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        self.message = None;
        match std::mem::replace(&mut self.over, Over::Nothing) {
            Over::Help(mut page) => {
                if page.on_key(key) != OverlayOutcome::Close {
                    self.over = Over::Help(page);
                }
                None
            }
            Over::Prompt(prompt) => self.on_prompt(prompt, key),
            Over::Choices(list) => self.on_list(list, key),
            Over::Second(first) => self.on_second(first, key),
            Over::Nothing if self.search.as_ref().is_some_and(|one| one.is_typed) => {
                self.type_words(key)
            }
            Over::Nothing => {
                let action = keys::action(key)?;
                if action != super::keys::LibraryAction::Refine {
                    self.asks_to_refine = None;
                }
                self.act(action)
            }
        }
    }

    /// Takes a paste, where something is typed.
    pub fn on_paste(&mut self, text: &str) {
        self.message = None;
        if let Over::Prompt(prompt) = &mut self.over {
            prompt.paste(text);
        } else if let Some(search) = self.search.as_mut().filter(|one| one.is_typed) {
            search.words.push_str(&sanitize_line(text));
        }
    }

    fn on_prompt(&mut self, mut prompt: Box<Prompt>, key: KeyEvent) -> Option<LibraryChoice> {
        match prompt.on_key(key) {
            Prompted::Stay => self.over = Over::Prompt(prompt),
            Prompted::Close => self.keep_draft(&prompt),
            Prompted::Tags(debates, change) => {
                self.drafts.retain(|(of, _)| *of != prompt.of);
                self.marked.clear();
                return Some(LibraryChoice::Tag(debates, change));
            }
            Prompted::Note(debate, note) => {
                self.drafts.retain(|(of, _)| *of != prompt.of);
                return Some(LibraryChoice::Note(debate, note));
            }
        }
        None
    }

    /// Keeps what was typed and left, for whoever comes back to it.
    fn keep_draft(&mut self, prompt: &Prompt) {
        self.drafts.retain(|(of, _)| *of != prompt.of);
        let Some(text) = prompt.draft() else {
            return;
        };
        let key = match prompt.of {
            PromptOf::Tags(..) => "t",
            PromptOf::Note(_) => "n",
        };
        self.say(format!(
            "Not taken; what you typed is kept: {key} goes on with it."
        ));
        self.drafts.push((prompt.of.clone(), text));
    }

    /// Opens a box with what was typed in it before, where that was left.
    fn open_prompt(&mut self, prompt: Prompt) {
        let known = self.drafts.iter().find(|(of, _)| *of == prompt.of);
        let prompt = match known {
            Some((_, text)) => prompt.with_draft(text),
            None => prompt,
        };
        self.over = Over::Prompt(Box::new(prompt));
    }

    fn on_list(&mut self, mut list: ChoiceList, key: KeyEvent) -> Option<LibraryChoice> {
        match list.on_key(key) {
            Err(_closed) => None,
            Ok(None) => {
                self.over = Over::Choices(list);
                None
            }
            Ok(Some(Choice::Tag(tag))) => {
                self.tag = tag;
                self.list();
                None
            }
            Ok(Some(Choice::Form(debates, form))) => Some(LibraryChoice::Export(debates, form)),
        }
    }

    /// While a second debate is chosen, keys that move do what they do.
    fn on_second(&mut self, first: DebateId, key: KeyEvent) -> Option<LibraryChoice> {
        use LibraryAction as A;
        match keys::action(key) {
            Some(A::Back) => None,
            Some(A::Quit) => Some(LibraryChoice::Quit),
            Some(A::Open | A::Compare) => {
                let chosen = self.chosen().map(|one| one.summary.debate.clone());
                let second = chosen.filter(|second| *second != first);
                if second.is_none() {
                    self.over = Over::Second(first);
                    self.say("That is the same debate: choose another one.");
                    return None;
                }
                second.map(|second| LibraryChoice::Compare(first, second))
            }
            action => {
                let moves = [A::Up, A::Down, A::PageUp, A::PageDown, A::Top, A::Bottom];
                if let Some(action) = action.filter(|action| moves.contains(action)) {
                    self.act(action);
                }
                self.over = Over::Second(first);
                None
            }
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that type nothing here"
    )]
    fn type_words(&mut self, key: KeyEvent) -> Option<LibraryChoice> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let last = self.rows.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('c' | 'q') if control => return Some(LibraryChoice::Quit),
            KeyCode::Esc => self.end_search(),
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(last),
            _ => {}
        }
        let search = self.search.as_mut()?;
        match key.code {
            KeyCode::Enter if search.words.trim().is_empty() => self.end_search(),
            KeyCode::Enter => {
                search.is_typed = false;
                self.go_to_sentence();
            }
            KeyCode::Backspace => {
                search.words.pop();
            }
            KeyCode::Char('u') if control => search.words.clear(),
            KeyCode::Char(' ') => search.words.push(' '),
            KeyCode::Char(letter) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
                search.words.push_str(&sanitize_line(&letter.to_string()));
            }
            _ => {}
        }
        None
    }

    /// From a debate in which something was found to the first sentence below it: that is what was looked for.
    fn go_to_sentence(&mut self) {
        let below = self.rows.get(self.at + 1);
        let is_debate = matches!(self.rows.get(self.at), Some(LibraryRow::Debate { .. }));
        if is_debate && matches!(below, Some(LibraryRow::Sentence { .. })) {
            self.at += 1;
        }
    }

    fn end_search(&mut self) {
        self.search = None;
        self.list();
    }

    fn act(&mut self, action: LibraryAction) -> Option<LibraryChoice> {
        use LibraryAction as A;
        let last = self.rows.len().saturating_sub(1);
        let page = self.height.saturating_sub(1).max(1);
        match action {
            A::Quit => return Some(LibraryChoice::Quit),
            A::Back => return self.back(),
            A::Help => self.open_help(),
            A::Up if self.preview_alone => self.scroll.scroll_by(-1),
            A::Down if self.preview_alone => self.scroll.scroll_by(1),
            A::Up => self.go(self.at.saturating_sub(1)),
            A::Down => self.go((self.at + 1).min(last)),
            A::PageUp => self.go(self.at.saturating_sub(page)),
            A::PageDown => self.go((self.at + page).min(last)),
            A::Top => self.go(0),
            A::Bottom => self.go(last),
            A::TextUp => self.scroll.scroll_by(-1),
            A::TextDown => self.scroll.scroll_by(1),
            A::Preview => {
                self.preview_alone = !self.preview_alone && self.chosen().is_some();
                self.scroll.scroll_to_top();
            }
            A::Search => {
                let words = self.search.take().map(|search| search.words);
                self.search = Some(LibrarySearch {
                    words: words.unwrap_or_default(),
                    is_typed: true,
                    ..LibrarySearch::default()
                });
                self.preview_alone = false;
            }
            A::Sort => {
                self.sorting.by = self.sorting.by.next_sorted();
                self.sorting.is_reversed = false;
                self.sort();
            }
            A::Reverse => {
                self.sorting.is_reversed = !self.sorting.is_reversed;
                self.sort();
            }
            A::Mark => self.mark(),
            A::MarkAll => self.mark_all(),
            A::Filter => {
                let tags = listing::tags(&self.debates);
                if tags.is_empty() {
                    self.say("No debate has a tag yet. t puts one to a debate.");
                } else {
                    self.over = Over::Choices(ChoiceList::tags(tags, self.tag.as_ref()));
                }
            }
            A::Open
            | A::Replay
            | A::Branch
            | A::Refine
            | A::Compare
            | A::Beside
            | A::Export
            | A::Delete
            | A::Undo
            | A::Tags
            | A::Note => return self.do_with_debate(action),
        }
        None
    }

    fn go(&mut self, at: usize) {
        if at != self.at {
            self.scroll = crate::scrolling::PaneScroll::default();
        }
        self.at = at;
    }

    fn sort(&mut self) {
        if self.searched().is_some() {
            self.say("What was found stands with the best first. esc ends the search.");
        }
        self.list();
    }

    /// Gives up what was begun last, and then the page.
    fn back(&mut self) -> Option<LibraryChoice> {
        if self.preview_alone {
            self.preview_alone = false;
        } else if self.search.is_some() {
            self.end_search();
        } else if !self.marked.is_empty() {
            self.marked.clear();
        } else if self.tag.is_some() {
            self.tag = None;
            self.list();
        } else {
            return Some(LibraryChoice::Back);
        }
        None
    }

    fn mark(&mut self) {
        let Some(debate) = self.chosen().map(|one| one.summary.debate.clone()) else {
            return;
        };
        if !self.marked.remove(&debate) {
            self.marked.insert(debate);
        }
        self.go((self.at + 1).min(self.rows.len().saturating_sub(1)));
    }

    fn mark_all(&mut self) {
        let listed = self.rows.iter().filter_map(|row| {
            let one = self.debates.get(row.debate())?;
            Some(one.summary.debate.clone())
        });
        let listed: std::collections::HashSet<_> = listed.collect();
        self.marked = if listed.is_subset(&self.marked) {
            std::collections::HashSet::new()
        } else {
            listed
        };
    }

    fn do_with_debate(&mut self, action: LibraryAction) -> Option<LibraryChoice> {
        use LibraryAction as A;
        if action == A::Undo {
            let debates = self.deleted.pop();
            if debates.is_none() {
                self.say(
                    "Nothing was deleted here. `hustings list --deleted` shows what was before.",
                );
            }
            return debates.map(LibraryChoice::Restore);
        }
        let Some(one) = self.chosen() else {
            self.say("There is no debate here.");
            return None;
        };
        let debate = one.summary.debate.clone();
        let is_over = Self::is_over(one);
        match action {
            A::Open => {
                if let Some(sentence) = self.sentence() {
                    return Some(LibraryChoice::ReplayFrom(Box::new(sentence.clone())));
                }
                Some(if is_over {
                    LibraryChoice::Replay(debate)
                } else if one.summary.running {
                    LibraryChoice::Watch(debate)
                } else {
                    LibraryChoice::Resume(debate)
                })
            }
            A::Replay => Some(LibraryChoice::Replay(debate)),
            A::Branch if one.summary.real => {
                self.say("People held this debate; what they said cannot go on differently.");
                None
            }
            A::Branch => Some(LibraryChoice::Branch(debate)),
            A::Refine if !is_over => {
                self.say("This debate is not over: there is no verdict that could teach anything.");
                None
            }
            A::Refine if self.asks_to_refine.as_ref() != Some(&debate) => {
                self.asks_to_refine = Some(debate);
                self.say(
                    "r again begins a new debate at once, each speaker taught by this verdict; its models are asked, and paid.",
                );
                None
            }
            A::Refine => {
                self.asks_to_refine = None;
                Some(LibraryChoice::Refine(debate))
            }
            A::Compare if !is_over => {
                self.say("This debate is not over, and cannot be compared yet.");
                None
            }
            A::Compare => {
                // Two that are marked are the two.
                if let [first, second] = self.meant().as_slice()
                    && !self.marked.is_empty()
                {
                    return Some(LibraryChoice::Compare(first.clone(), second.clone()));
                }
                self.over = Over::Second(debate);
                None
            }
            A::Beside if one.summary.branch_of.is_none() => {
                self.say("This debate is no branch of another one. b begins one.");
                None
            }
            A::Beside => Some(LibraryChoice::Beside(debate)),
            A::Export => {
                self.over = Over::Choices(ChoiceList::forms(&self.meant()));
                None
            }
            A::Delete => Some(LibraryChoice::Delete(self.meant())),
            A::Tags => {
                let meant = self.meant();
                let had = match meant.as_slice() {
                    [one] => {
                        let all = self.debates.iter();
                        let found = all
                            .map(|each| &each.summary)
                            .find(|each| each.debate == *one);
                        found.map_or_else(Vec::new, |found| found.tags.clone())
                    }
                    _ => Vec::new(),
                };
                self.open_prompt(Prompt::tags(meant, had));
                None
            }
            A::Note => {
                let had = one.summary.note.clone().unwrap_or_default();
                self.open_prompt(Prompt::note(debate, &had));
                None
            }
            A::Undo
            | A::Search
            | A::Mark
            | A::MarkAll
            | A::Filter
            | A::Sort
            | A::Reverse
            | A::Preview
            | A::Up
            | A::Down
            | A::PageUp
            | A::PageDown
            | A::Top
            | A::Bottom
            | A::TextUp
            | A::TextDown
            | A::Help
            | A::Back
            | A::Quit => None,
        }
    }

    fn open_help(&mut self) {
        let mut items = vec![
            HelpItem::Paragraph(ABOUT.to_owned()),
            HelpItem::Gap,
            HelpItem::Heading("Keys".to_owned()),
        ];
        items.extend(keys::ROWS.iter().map(|row| HelpItem::Key(row.help_row())));
        self.over = Over::Help(HelpPage::of(items));
    }
}
