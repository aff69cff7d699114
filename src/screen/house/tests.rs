//! The page of the house, drawn from events, and what keys and clicks do on it.

use std::collections::BTreeSet;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{Terminal, backend::TestBackend, layout::Rect};

use super::*;
use crate::{
    debate::{
        answer::Vote,
        ask::When,
        command::{Command, Halt},
        division::{DivisionCount, PanelVote},
        event::Event,
        ids::Seat,
    },
    engine::Order,
    keymap::Keymap,
    panes::situation::ChamberMode,
    replay::{Playback, Speed},
    style::{ColorSupport, Styles},
    tests::fixture::DebateFixture,
    ui::{ThemeStyles, Ui},
    update::{Msg, ScreenEffect, update},
    view as chamber,
};

const SIZES: [(u16, u16); 4] = [(120, 40), (80, 24), (60, 20), (40, 12)];

/// Four speeches with their polls, and the house has divided.
fn divided(members: usize) -> DebateFixture {
    let mut debate = DebateFixture::housed(members);
    let reason = "Smith asked who pays, and nobody told me.";
    debate.ballots(When::After, reason, |nth| {
        [Vote::Aye, Vote::No, Vote::No, Vote::Aye][nth % 4]
    });
    let cast = |seat: &Seat, when| debate.state.ballots.get(&(when, seat.clone()))?.vote;
    let panel = debate.state.audience().iter().map(|one| PanelVote {
        member: one.card.name.clone(),
        before: cast(&one.seat, When::Before),
        after: cast(&one.seat, When::After),
        reason: String::new(),
    });
    let result = DivisionCount {
        motion: "This House Believes that cities should ban private cars",
        sides: ("Proposition", "Opposition"),
        panel: panel.collect(),
        wins_by: crate::catalog::WinsBy::Votes,
        verdicts: vec![],
        assessments: vec![],
    }
    .declare();
    debate.add(Event::DivisionDeclared(Box::new(result)));
    debate
}

fn ui() -> Ui {
    let look = ThemeStyles {
        name: "plain".to_owned(),
        styles: Styles::plain(ColorSupport::None),
    };
    Ui::new(ChamberMode::Live, Keymap::default(), vec![look])
}

/// The chamber with the page over it, whatever terminal the test runs in.
fn opened(debate: &DebateFixture) -> Ui {
    let mut ui = ui();
    press(&mut ui, debate, KeyCode::Char('v'));
    assert_eq!(
        ui.overlay.as_ref().map(|one| one.title()),
        Some("The house")
    );
    ui.overlay = Some(Box::new(HousePage::of(&debate.state, Signs::Shapes)));
    ui
}

fn draw(ui: &mut Ui, debate: &DebateFixture, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| chamber::render(frame.area(), frame.buffer_mut(), ui, &debate.state))
        .unwrap();
    terminal.backend().to_string()
}

fn press(ui: &mut Ui, debate: &DebateFixture, code: KeyCode) -> Vec<ScreenEffect> {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key))
}

fn click(ui: &mut Ui, debate: &DebateFixture, at: Position) {
    let event = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: at.x,
        row: at.y,
        modifiers: KeyModifiers::NONE,
    };
    assert_eq!(update(ui, &debate.state, Msg::Mouse(event)), []);
}

/// The page drawn by itself, to look into it.
fn page_of(debate: &DebateFixture, (width, height): (u16, u16)) -> HousePage {
    let mut page = HousePage::of(&debate.state, Signs::Shapes);
    let area = Rect::new(0, 0, width, height);
    let mut buf = Buffer::empty(area);
    page.render(area, &mut buf, &Styles::plain(ColorSupport::None));
    page
}

#[test]
fn the_house_at_every_size() {
    let debate = DebateFixture::housed(13);
    for size in SIZES {
        let mut ui = opened(&debate);
        let name = format!("house_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, draw(&mut ui, &debate, size));
    }
    let over = divided(13);
    for size in SIZES {
        let mut ui = opened(&over);
        press(&mut ui, &over, KeyCode::Enter);
        let name = format!("member_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, draw(&mut ui, &over, size));
        press(&mut ui, &over, KeyCode::Char('s'));
        let name = format!("swing_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, draw(&mut ui, &over, size));
    }
    for size in [(40, 12), (41, 13), (69, 20), (70, 12), (200, 60), (120, 14)] {
        for code in ['s', 's'] {
            let mut ui = opened(&over);
            draw(&mut ui, &over, size);
            press(&mut ui, &over, KeyCode::Char(code));
            draw(&mut ui, &over, size);
        }
    }
}

#[test]
fn letters_stand_for_the_votes_where_a_terminal_has_no_shapes() {
    let debate = DebateFixture::housed(13);
    let mut ui = opened(&debate);
    press(&mut ui, &debate, KeyCode::Char('x'));
    insta::assert_snapshot!("letters_80x24", draw(&mut ui, &debate, (80, 24)));
}

#[test]
fn a_house_of_three_and_one_of_a_thousand() {
    insta::assert_snapshot!("three_80x24", {
        let debate = DebateFixture::housed(3);
        draw(&mut opened(&debate), &debate, (80, 24))
    });
    let debate = DebateFixture::housed(1001);
    for size in [(120, 40), (80, 24), (40, 12)] {
        let name = format!("thousand_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, draw(&mut opened(&debate), &debate, size));
    }
}

#[test]
fn every_member_is_behind_one_sign_and_can_be_chosen() {
    for members in [3, 13, 101, 1001] {
        let debate = DebateFixture::housed(members);
        for size in SIZES {
            let mut page = page_of(&debate, size);
            let seats = page.drawn.hall.seats.iter();
            let seated: Vec<usize> = seats.flat_map(|seat| seat.members.clone()).collect();
            let once: BTreeSet<usize> = seated.iter().copied().collect();
            assert_eq!((seated.len(), once.len()), (members, members), "{size:?}");
            let mut chosen = BTreeSet::new();
            for _ in 0..members {
                chosen.insert(page.selected);
                page.on_key(KeyEvent::from(KeyCode::Tab));
            }
            assert_eq!(chosen.len(), members);
        }
    }
}

#[test]
fn arrows_go_to_the_nearest_sign_in_their_direction() {
    let debate = DebateFixture::housed(101);
    let mut page = page_of(&debate, (100, 30));
    let at = |page: &HousePage| {
        let mut seats = page.drawn.hall.seats.iter();
        let own = seats.find(|seat| seat.members.contains(&page.selected));
        own.unwrap().at
    };
    page.on_key(KeyEvent::from(KeyCode::Char('g')));
    let first = at(&page);
    let mut right = first;
    for _ in 0..60 {
        page.on_key(KeyEvent::from(KeyCode::Right));
        assert!(at(&page).x >= right.x, "to the right, or at the end");
        right = at(&page);
    }
    assert!(right.x > first.x + 30);
    for (code, up) in [(KeyCode::Up, true), (KeyCode::Char('j'), false)] {
        let before = at(&page);
        page.on_key(KeyEvent::from(code));
        let after = at(&page);
        let has_moved = if up {
            after.y < before.y
        } else {
            after.y > before.y
        };
        assert!(has_moved, "{before:?} {after:?}");
    }
}

#[test]
fn whoever_is_chosen_stays_chosen_while_the_house_moves() {
    let mut debate = DebateFixture::seated(13);
    let mut ui = opened(&debate);
    draw(&mut ui, &debate, (120, 40));
    for name in "/winif".chars() {
        press(&mut ui, &debate, KeyCode::Char(name));
    }
    assert!(draw(&mut ui, &debate, (120, 40)).contains("find: winif"));
    press(&mut ui, &debate, KeyCode::Enter);
    let chosen = |screen: &str| {
        let row = screen.lines().find(|row| row.contains("╭ Member"));
        let at = screen.lines().position(|line| Some(line) == row).unwrap();
        let name = screen.lines().nth(at + 1).unwrap();
        name.rsplit('│')
            .find(|cell| !cell.trim_matches(['"', ' ']).is_empty())
            .unwrap()
            .trim()
            .to_owned()
    };
    let before = chosen(&draw(&mut ui, &debate, (120, 40)));
    debate.polled("prop.1", |_| Vote::No);
    let last = debate.log.last().unwrap().clone();
    update(&mut ui, &debate.state, Msg::Record(&last));
    let screen = draw(&mut ui, &debate, (120, 40));
    assert_eq!(chosen(&screen), before);
    assert!(screen.contains("Noes lead by 13"), "{screen}");
    assert!(screen.contains("after Gandhi · 2 of 2"), "{screen}");
    // Somebody who is not there is said not to be.
    for name in "/xyzzy".chars() {
        press(&mut ui, &debate, KeyCode::Char(name));
    }
    assert!(draw(&mut ui, &debate, (120, 40)).contains("nobody is called xyzzy"));
}

#[test]
fn a_click_chooses_a_member_or_a_count() {
    let debate = divided(13);
    let size = (120, 40);
    let page = page_of(&debate, (size.0, size.1 - 1));
    let mut ui = opened(&debate);
    draw(&mut ui, &debate, size);
    for nth in [0, 6, 12] {
        let seat = &page.drawn.hall.seats[nth];
        click(&mut ui, &debate, seat.at);
        let name = &debate.state.audience()[seat.members[0]].card.name;
        let screen = draw(&mut ui, &debate, size);
        assert!(screen.contains(&format!("│ {name}")), "{name}: {screen}");
    }
    let (columns, count) = page.drawn.counts[0];
    assert_eq!(count, 0);
    click(&mut ui, &debate, Position::new(columns.x, columns.y));
    let screen = draw(&mut ui, &debate, size);
    assert!(screen.contains("before the debate · 1 of 6"), "{screen}");
    // Where nothing is nothing happens.
    click(&mut ui, &debate, Position::new(0, 0));
    assert_eq!(draw(&mut ui, &debate, size), screen);
}

#[test]
fn the_counts_are_gone_through_one_by_one() {
    let debate = divided(13);
    let mut ui = opened(&debate);
    let size = (80, 24);
    assert!(draw(&mut ui, &debate, size).contains("at the division · 6 of 6"));
    for expected in ["· 5 of 6", "· 4 of 6"] {
        press(&mut ui, &debate, KeyCode::Char('['));
        assert!(draw(&mut ui, &debate, size).contains(expected));
    }
    insta::assert_snapshot!("earlier_count_80x24", draw(&mut ui, &debate, size));
    press(&mut ui, &debate, KeyCode::Char(']'));
    assert!(draw(&mut ui, &debate, size).contains("· 5 of 6"));
    press(&mut ui, &debate, KeyCode::Char('f'));
    assert!(draw(&mut ui, &debate, size).contains("· 6 of 6"));
}

#[test]
fn a_member_is_asked_what_would_change_their_mind() {
    let debate = DebateFixture::housed(13);
    let mut ui = opened(&debate);
    press(&mut ui, &debate, KeyCode::Char('a'));
    let screen = draw(&mut ui, &debate, (80, 24));
    assert!(screen.contains("What would change your mind?"), "{screen}");
    assert!(screen.contains("to Denise Pollard"), "{screen}");
    let sent = press(&mut ui, &debate, KeyCode::Enter);
    let [ScreenEffect::Send(Order { command, .. })] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    let asked = Command::Ask {
        seat: Seat::audience(1),
        text: "What would change your mind?".to_owned(),
        halt: Halt::Beside,
    };
    assert_eq!(*command, asked);
    // The page is there again, once that is sent or where it is not.
    let id = ui.waiting[0].id;
    let title = |ui: &Ui| ui.overlay.as_ref().map(|one| one.title().to_owned());
    update(&mut ui, &debate.state, Msg::Sent(id));
    assert_eq!(title(&ui).as_deref(), Some("The house"));
    press(&mut ui, &debate, KeyCode::Char('a'));
    assert_eq!(title(&ui).as_deref(), Some("Ask a speaker"));
    press(&mut ui, &debate, KeyCode::Esc);
    assert_eq!(title(&ui).as_deref(), Some("The house"));
    // What was proposed and not changed is no draft.
    press(&mut ui, &debate, KeyCode::Esc);
    press(&mut ui, &debate, KeyCode::Char('a'));
    let screen = draw(&mut ui, &debate, (80, 24));
    assert!(!screen.contains("change your mind"), "{screen}");
    // Where nobody can be asked that is said, and the page stays.
    let mut ui = opened(&debate);
    ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
    press(&mut ui, &debate, KeyCode::Char('a'));
    let screen = draw(&mut ui, &debate, (80, 24));
    assert!(
        screen.contains("can be asked at the end of the replay"),
        "{screen}"
    );
    assert!(screen.contains("The house"), "{screen}");
}

#[test]
fn a_replay_that_goes_back_takes_the_house_with_it() {
    let (early, late) = (DebateFixture::seated(13), divided(13));
    let mut ui = opened(&late);
    ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
    assert!(draw(&mut ui, &late, (80, 24)).contains("division"));
    press(&mut ui, &late, KeyCode::Char('['));
    let screen = draw(&mut ui, &early, (80, 24));
    assert!(screen.contains("before the debate · 1 of 1"), "{screen}");
    // The replay is paused from here, and the page stays.
    let paused = press(&mut ui, &early, KeyCode::Char(' '));
    assert_eq!(paused, [ScreenEffect::Play(crate::update::Play::Toggle)]);
    assert!(ui.overlay.is_some());
    press(&mut ui, &early, KeyCode::Esc);
    assert!(ui.overlay.is_none());
}

#[test]
fn a_debate_without_a_house_says_what_it_has_instead() {
    let debate = DebateFixture::structured(1);
    let mut ui = opened(&debate);
    insta::assert_snapshot!("without_80x24", draw(&mut ui, &debate, (80, 24)));
    press(&mut ui, &debate, KeyCode::Char('v'));
    assert!(ui.overlay.is_none());
}

#[test]
fn a_house_of_people_is_shown_by_its_shares() {
    use crate::real::{Given, Making, read, records};
    const DEBATE: &str = include_str!("../../../tests/samples/real/bridge.json");
    let read = read(DEBATE, &Given::default()).unwrap().debate;
    let making = Making {
        debate: crate::debate::ids::DebateId("d".into()),
        now_ms: 0,
        like: None,
    };
    let mut debate = DebateFixture::default();
    debate.state = DebateState::fold(&records(&read, &making));
    for size in [(80, 24), (40, 12)] {
        let name = format!("real_{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, draw(&mut opened(&debate), &debate, size));
    }
}

#[test]
fn the_same_is_told_as_text() {
    let text = |debate: &DebateFixture| {
        let mut out = Vec::new();
        hustings_document::plain::house(&debate.state, &mut out, 76).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let debate = divided(5);
    let told = text(&debate);
    for member in debate.state.audience() {
        assert!(told.contains(&member.card.name), "{told}");
    }
    for words in [
        "The swing of the House",
        "What moved the House",
        "at the division",
    ] {
        assert!(told.contains(words), "{told}");
    }
    let told = text(&DebateFixture::structured(1));
    assert!(told.contains("This format has no House"), "{told}");
}
