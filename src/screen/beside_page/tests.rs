//! A branch beside the debate that it parts from, drawn from events.

use std::sync::Arc;

use ratatui::{Terminal, backend::TestBackend};

use super::*;
use crate::{
    debate::{
        branch_change::BranchChange,
        event::{Event, Record},
        ids::DebateId,
    },
    style::ColorSupport,
    tests::fixture::DebateFixture,
};

/// A debate that is over, and a branch of it that has other words in its third speech.
fn pair() -> (DebateState, DebateState) {
    let parent = DebateFixture::divided();
    let half = DebateFixture::speaking().log;
    let at = half.last().unwrap().seq;
    let mut branch = DebateFixture::default();
    for Record { event, .. } in half {
        branch.add(if let Event::Opened(opening) = event {
            let to = (DebateId("0190-the-branch".to_owned()), 7);
            Event::Opened(Arc::new(opening.branched((at, 0), to)))
        } else {
            event
        });
    }
    let turn = branch.state.floor().unwrap().id;
    let kept = u32::try_from(
        branch
            .state
            .floor()
            .unwrap()
            .text
            .rfind("And that")
            .unwrap(),
    );
    branch.add(Event::SpeechRewound {
        turn,
        kept: kept.unwrap(),
    });
    let words = "I take that back: nobody pays.";
    branch.add(Event::BranchChanged {
        change: BranchChange::Words {
            turn,
            length: u32::try_from(words.len()).unwrap(),
            instead_of: "And that is".to_owned(),
        },
    });
    branch.say(turn, words);
    branch.say(turn, " So I go on from here. ");
    (parent.state, branch.state)
}

fn drawn(page: &mut dyn Overlay, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let styles = Styles::plain(ColorSupport::None);
    let draw = |frame: &mut ratatui::Frame<'_>| {
        page.render(frame.area(), frame.buffer_mut(), &styles);
    };
    terminal.draw(draw).unwrap();
    terminal.backend().to_string()
}

fn press(page: &mut dyn Overlay, c: char) -> OverlayOutcome {
    page.on_key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE))
}

#[test]
fn both_stand_side_by_side_from_where_they_part_and_below_what_it_changed() {
    let (parent, branch) = pair();
    for (width, height) in [(120, 40), (80, 24)] {
        let other = OtherDebate {
            state: Box::new(parent.clone()),
            is_parent: true,
        };
        let mut page = page(&branch, other, true);
        press(&mut *page, 'g');
        let top = drawn(&mut *page, width, height);
        assert!(top.contains("In common: 2 turns"), "{top}");
        insta::assert_snapshot!(format!("beside_{width}x{height}"), top);
        press(&mut *page, 'c');
        let below = drawn(&mut *page, width, height);
        assert!(below.contains("other words"), "{below}");
        insta::assert_snapshot!(format!("beside_changed_{width}x{height}"), below);
    }
}

#[test]
fn where_two_columns_have_no_room_the_debates_stand_below_each_other_and_nothing_is_cut() {
    let (parent, branch) = pair();
    let words = "I take that back: nobody pays.";
    let other = OtherDebate {
        state: Box::new(parent),
        is_parent: true,
    };
    let mut page = page(&branch, other, false);
    press(&mut *page, 'g');
    let shown = drawn(&mut *page, 40, 100);
    let inside = |line: &str| line.trim_matches(['"', '│', ' ']).to_owned();
    let told: Vec<String> = shown.lines().map(inside).collect();
    let told = told.join(" ").replace(" 2 ", " ");
    assert!(told.contains(words), "{shown}");
    assert!(
        shown.contains("1 The debate") && shown.contains("2 The branch"),
        "{shown}"
    );
    insta::assert_snapshot!("beside_40x100", shown);
}

#[test]
fn before_a_branch_has_parted_in_a_replay_it_is_not_said_to_part_from_the_beginning() {
    let (parent, _) = pair();
    let half = DebateFixture::speaking().log;
    let mut branch = DebateFixture::default();
    for Record { event, .. } in half.into_iter().take(5) {
        branch.add(if let Event::Opened(opening) = event {
            let to = (DebateId("0190-the-branch".to_owned()), 7);
            Event::Opened(Arc::new(opening.branched((1000, 0), to)))
        } else {
            event
        });
    }
    let other = OtherDebate {
        state: Box::new(parent),
        is_parent: true,
    };
    let mut page = page(&branch.state, other, false);
    press(&mut *page, 'g');
    let shown = drawn(&mut *page, 80, 24);
    assert!(shown.contains("everything in common"), "{shown}");
}

#[test]
fn what_is_said_meanwhile_is_followed_on_its_own_side() {
    let (parent, branch) = pair();
    let other = OtherDebate {
        state: Box::new(parent),
        is_parent: true,
    };
    let mut page = page(&branch, other, false);
    assert_eq!(press(&mut *page, 'o'), OverlayOutcome::Stay);
    drawn(&mut *page, 100, 60);
    let mut later = branch;
    let turn = later.floor().unwrap().id;
    later.apply(&Record {
        seq: later.next_seq,
        at_ms: 0,
        event: Event::Said {
            turn,
            text: "A word that nobody had said.".to_owned(),
        },
    });
    page.follow(&later);
    let seen = drawn(&mut *page, 100, 60);
    let row = seen.lines().find(|row| row.contains("A word that nobody"));
    let (left, right) = row.expect(&seen).split_once(" │ ").unwrap();
    assert!(
        right.contains("A word") && !left.contains("A word"),
        "{seen}"
    );
    assert_eq!(press(&mut *page, 'l'), OverlayOutcome::Close);
}
