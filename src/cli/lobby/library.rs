//! The library over the lobby: its debates are read, searched and previewed beside the screen, and what is chosen in it is
//! done by the roads that there are.

mod background;
mod chores;

use tokio_util::sync::CancellationToken;

use super::{
    super::{
        chamber::begin,
        input::{self, Input},
        journal::{comes_from, length, outcome, when},
        open_debates::beside,
        screen::AskedAtEnd,
    },
    Session,
    follower::{self, Follower},
};
use crate::{
    debate::ids::DebateId,
    error::Failure,
    host::{
        patience::{Patience, Watched},
        refine::Chain,
    },
    journal::{Journal, SearchHit, WriterPresence},
    tui::{
        app::{ChamberExit, Feed},
        library::{DebateLibrary, LibraryChoice, LibraryDebate, seq_of},
        replay::{Jump, Player},
        update::{FollowUpDraft, NextStep},
    },
    unattended::Wait,
};
use background::Background;

/// Said over a replay that was opened to choose where a branch begins.
const WHERE_TO_BRANCH: &str =
    "go to where the debate is to go on differently; b there begins the branch";

/// The library, and whether it is on the screen. It stays as it was left while a debate is watched.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    library: Option<DebateLibrary>,
    pub(super) is_open: bool,
    /// Whether it was asked for in the shell: whoever leaves it is back there.
    pub(super) is_from_shell: bool,
}

impl Shelf {
    /// The library that was asked for in the shell.
    pub(super) fn from_shell() -> Self {
        Self {
            library: None,
            is_open: true,
            is_from_shell: true,
        }
    }

    /// Leaves the library for a debate: whoever only watches one comes back to it; what is held leads to the lobby.
    pub(super) fn leave_for(&mut self, feed: &Feed) {
        if !matches!(feed, Feed::Followed(..)) {
            self.close();
            self.is_from_shell = false;
        }
    }

    /// Leaves the library for the lobby.
    pub(super) fn close(&mut self) {
        self.is_open = false;
        if let Some(library) = &mut self.library {
            library.leave();
        }
    }
}

/// What comes after the library.
pub(super) enum BrowseEnd {
    /// The page is left.
    Back,
    /// The program is left.
    Quit,
    /// A signal has ended it all.
    Interrupted,
    /// A debate is held, or watched, in the place of the lobby.
    Follow(Feed, DebateId),
    /// A debate that is over was taken up for questions, for this one first.
    Ask(Feed, DebateId, Option<FollowUpDraft>),
    /// A debate is held again, taught by its verdict.
    Refine(DebateId),
}

/// The debates of the journal, as the library lists them.
pub(super) fn debates(journal: &Journal) -> Result<Vec<LibraryDebate>, Failure> {
    let zone = jiff::tz::TimeZone::system();
    let all = journal.list()?.into_iter().map(|summary| LibraryDebate {
        when: when(summary.opened_ms, &zone),
        outcome: outcome(&summary),
        length: length(summary.running_ms),
        comes_from: comes_from(&summary),
        summary,
    });
    Ok(all.collect())
}

/// Follows what other processes do in the journal: the debates as they are, each time that something has changed. Where
/// that cannot be told, nothing is followed.
fn changes(journal: &Journal) -> Option<Follower<Vec<LibraryDebate>>> {
    let mut changes = journal.changes().ok()??;
    let journal = journal.clone();
    // The list is read a moment after this: what comes between is seen at the first look.
    let look = move || match changes.have_come() {
        Ok(true) => debates(&journal).ok(),
        // Who keeps it busy will let go.
        Ok(false) | Err(_) => None,
    };
    Some(Follower::begin(look))
}

impl Session<'_> {
    /// Shows the library until something is chosen that comes in its place.
    pub(super) async fn browse(&mut self, kept: &mut Shelf) -> Result<BrowseEnd, Failure> {
        let listed = debates(&self.journal)?;
        let library = match &mut kept.library {
            Some(library) => {
                library.reopen(listed);
                library
            }
            None => kept.library.insert(DebateLibrary::new(listed)),
        };
        let mut background = Background::default();
        while let Some(choice) = self.look(library, &mut background).await? {
            if let Some(end) = self.go_on(library, choice).await? {
                return Ok(end);
            }
        }
        Ok(BrowseEnd::Interrupted)
    }

    /// Shows the library until something is chosen; `None` where a signal ended it.
    async fn look(
        &mut self,
        library: &mut DebateLibrary,
        background: &mut Background,
    ) -> Result<Option<LibraryChoice>, Failure> {
        let mut followed = changes(&self.journal);
        let mut is_drawn = false;
        loop {
            // What is typed is searched for before it is drawn; of which debate a preview has room is known after that.
            background.follow(&self.journal, library);
            if !is_drawn {
                self.draw(library)?;
                background.follow(&self.journal, library);
            }
            is_drawn = false;
            let heard = tokio::select! {
                biased;
                heard = input::next(&mut self.screen, &mut self.signals) => heard?,
                (words, hits) = background.search.done() => {
                    library.found(&words, hits);
                    continue;
                }
                (debate, preview) = background.preview.done() => {
                    library.previewed(debate, preview);
                    continue;
                }
                listed = follower::news(&mut followed) => {
                    is_drawn = library.lists(&listed);
                    if !is_drawn {
                        library.refresh(listed);
                    }
                    continue;
                }
            };
            match heard {
                Input::Key(key) => {
                    if let Some(choice) = library.on_key(key) {
                        return Ok(Some(choice));
                    }
                }
                Input::Paste(text) => library.on_paste(&text),
                Input::Other => {}
                Input::End => return Ok(None),
            }
        }
    }

    fn draw(&mut self, library: &mut DebateLibrary) -> Result<(), Failure> {
        let styles = self.styles();
        self.screen
            .draw(|frame| library.render(frame.area(), frame.buffer_mut(), &styles))?;
        Ok(())
    }

    /// Says what is under way and draws it, before something that takes a while.
    fn tell(&mut self, library: &mut DebateLibrary, what: &str) -> Result<(), Failure> {
        library.say(what);
        self.draw(library)
    }

    /// Does what was chosen; `None` where the library stays.
    async fn go_on(
        &mut self,
        library: &mut DebateLibrary,
        choice: LibraryChoice,
    ) -> Result<Option<BrowseEnd>, Failure> {
        let done = match choice {
            LibraryChoice::Back => return Ok(Some(BrowseEnd::Back)),
            LibraryChoice::Quit => return Ok(Some(BrowseEnd::Quit)),
            LibraryChoice::Replay(debate) => {
                self.replay(debate, AskedAtEnd::default(), |_| {}).await
            }
            LibraryChoice::ReplayFrom(hit) => self.replay_from(*hit).await,
            LibraryChoice::Branch(debate) => {
                let asked = AskedAtEnd {
                    told: Some(WHERE_TO_BRANCH.to_owned()),
                    ..AskedAtEnd::default()
                };
                let paused = |player: &mut Player| {
                    player.toggle();
                    player.seek(Jump::Start);
                };
                self.replay(debate, asked, paused).await
            }
            LibraryChoice::Beside(debate) => {
                let asked = AskedAtEnd {
                    opens_beside: true,
                    ..AskedAtEnd::default()
                };
                let end = |player: &mut Player| player.seek(Jump::End);
                self.replay(debate, asked, end).await
            }
            LibraryChoice::Watch(debate) => self.watch_writer(debate),
            LibraryChoice::Resume(debate) => {
                self.tell(library, "Starting the debate …")?;
                self.resumed(debate).await
            }
            LibraryChoice::Refine(debate) => self.refinable(debate),
            LibraryChoice::Compare(one, other) => {
                self.tell(library, "Comparing the two …")?;
                self.compared(library, (&one, &other)).await.map(|()| None)
            }
            LibraryChoice::Export(debates, form) => {
                self.tell(library, "Writing …")?;
                library.say(self.exported(&debates, form));
                return Ok(None);
            }
            LibraryChoice::Delete(debates) => {
                self.delete(library, debates);
                Ok(None)
            }
            LibraryChoice::Restore(debates) => self.restore(library, &debates).map(|()| None),
            LibraryChoice::Tag(debates, change) => self
                .journal
                .change_tags(&debates, &change)
                .map_err(Failure::from)
                .map(|()| None),
            LibraryChoice::Note(debate, note) => self
                .journal
                .set_note(&debate, note.as_deref())
                .map_err(Failure::from)
                .map(|()| None),
        };
        match done {
            Ok(Some(end)) => return Ok(Some(end)),
            Ok(None) => {}
            Err(failure) => library.say(failure.message),
        }
        // Something may have become of debates meanwhile.
        match debates(&self.journal) {
            Ok(listed) => library.refresh(listed),
            Err(failure) => library.say(failure.message),
        }
        Ok(None)
    }

    /// Plays a debate again, over the library; from there it can be branched, refined, or its people asked.
    async fn replay(
        &mut self,
        debate: DebateId,
        asked: AskedAtEnd,
        place: impl FnOnce(&mut Player),
    ) -> Result<Option<BrowseEnd>, Failure> {
        let mut player = Player::new(self.journal.load(&debate)?).in_rhythm(None);
        place(&mut player);
        let asked = AskedAtEnd {
            beside: beside(&self.journal, &debate, None),
            ..asked
        };
        let feed = Feed::Replay(Box::new(player));
        let host = self.themed();
        let on = (&mut self.screen, &mut self.signals);
        let left = Box::pin(super::watch(&host, on, feed, asked)).await?;
        match left {
            ChamberExit::Interrupted => Ok(Some(BrowseEnd::Interrupted)),
            ChamberExit::Refine => self.refinable(debate),
            ChamberExit::Next(step @ (NextStep::Branch(_) | NextStep::Ask(_))) => {
                let begun = Box::pin(begin(self.host, &self.journal, &debate, &step)).await?;
                let (handle, debate, known) = begun;
                let feed = Feed::Live(Box::new(handle), known);
                Ok(Some(if let NextStep::Ask(begun) = step {
                    BrowseEnd::Ask(feed, debate, begun)
                } else {
                    BrowseEnd::Follow(feed, debate)
                }))
            }
            ChamberExit::Left
            | ChamberExit::Over
            | ChamberExit::GoOnWith(_)
            | ChamberExit::Next(_) => Ok(None),
        }
    }

    /// Plays a debate again from the sentence that was found in it, with its words marked.
    async fn replay_from(&mut self, hit: SearchHit) -> Result<Option<BrowseEnd>, Failure> {
        let records = self.journal.load(&hit.debate)?;
        let seq = seq_of(&records, &hit);
        let words = hit
            .marks
            .first()
            .and_then(|mark| hit.snippet.get(mark.clone()))
            .map(str::to_owned);
        let asked = AskedAtEnd {
            search: words,
            ..AskedAtEnd::default()
        };
        self.replay(hit.debate, asked, |player| {
            if let Some(seq) = seq {
                player.toggle();
                player.seek(Jump::Seq(seq));
            }
        })
        .await
    }

    /// Watches a debate that another process is running.
    fn watch_writer(&self, debate: DebateId) -> Result<Option<BrowseEnd>, Failure> {
        let tail = self.journal.tail(&debate)?;
        let feed = Feed::Followed(Box::new(tail), None);
        Ok(Some(BrowseEnd::Follow(feed, debate)))
    }

    /// Takes a debate up again; one that another process has taken up since it was listed is watched.
    async fn resumed(&self, debate: DebateId) -> Result<Option<BrowseEnd>, Failure> {
        if let WriterPresence::There(_) = self.journal.writer_of(&debate) {
            return self.watch_writer(debate);
        }
        let stop = CancellationToken::new();
        let patience = Patience::of(Watched::ByViewer, Wait::default());
        let taken_up = self
            .host
            .take_up(&self.journal, &debate, patience, None, &stop);
        let (handle, known) = taken_up.await?;
        let feed = Feed::Live(Box::new(handle), known);
        Ok(Some(BrowseEnd::Follow(feed, debate)))
    }

    /// Holds a debate again, where it can be.
    fn refinable(&self, debate: DebateId) -> Result<Option<BrowseEnd>, Failure> {
        let chain = Chain::load(&self.journal, &debate)?;
        self.host.check_chain(&chain, &debate)?;
        Ok(Some(BrowseEnd::Refine(debate)))
    }
}
