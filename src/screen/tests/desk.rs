//! A person in a seat at the screen: what is asked of them opens the desk, and nothing that they type is lost.

mod answers;

use super::*;
use std::sync::Arc;

use crate::debate::{
    ask::{Ask, Cue},
    event::CallReport,
    ids::{CallId, PoiId},
    person::{HandoverSpan, PersonAnswer},
};
use crate::desk::DeskDrafts;
use crate::panes::situation::RunBy;

impl DebateFixture {
    /// A debate in which a person has the floor, from prop.2.
    fn by_hand() -> Self {
        let mut debate = Self::preparing();
        let opening = Arc::make_mut(debate.state.opening.as_mut().unwrap());
        assert!(opening.seat_person(&Seat::named("prop.2"), "The Guest"));
        debate.end(TurnId(0), None);
        debate.add(Event::PhaseEnded { phase: 0 });
        debate.add(Event::PhaseBegan { phase: 1 });
        let turn = debate.begin("prop.1", 19, Task::Speech);
        debate.say(turn, "A road is a promise that the state has made.");
        debate.end(turn, None);
        let turn = debate.begin("prop.2", 21, Task::Speech);
        let cue = Cue::Begin;
        debate.asks(Ask::Speech { turn, cue }, "prop.2");
        debate
    }

    /// Something is asked from a seat.
    fn asks(&mut self, ask: Ask, seat: &str) -> CallId {
        let call = CallId(self.state.calls_begun);
        self.add(Event::CallBegan {
            call,
            ask,
            seat: Some(Seat::named(seat)),
        });
        call
    }

    /// Somebody sits down in a seat at a terminal of their own.
    fn sits(&mut self, seat: Seat, name: &str) {
        self.add(Event::SeatTaken {
            command: CommandId(1 << 32),
            seat,
            name: name.to_owned(),
        });
    }

    /// Whatever is asked is asked no more, but for so many of the latest.
    fn asks_no_more_but(&mut self, latest: usize) {
        let open: Vec<CallId> = self.state.calls.keys().copied().collect();
        for call in open.into_iter().rev().skip(latest) {
            let report = CallReport::default();
            self.add(Event::CallCut { call, report });
        }
    }

    /// Somebody rises on whoever has the floor, who is asked whether they take the point.
    fn offered(&mut self, from: &str, text: &str) {
        let turn = self.state.floor().unwrap().id;
        self.point(0, turn, from, text);
        self.asks(Ask::PoiAccept { poi: PoiId(0) }, "prop.2");
    }

    /// The point is taken, and the speech makes way for it.
    fn taken(&mut self) {
        let poi = PoiId(0);
        let turn = self.state.floor().unwrap().id;
        let open: Vec<CallId> = self.state.calls.keys().copied().collect();
        self.add(Event::PoiTaken {
            poi,
            reason: String::new(),
            answer: None,
        });
        let cue = Cue::AfterPoint { poi };
        self.add(Event::SpeechCut { turn, cue });
        for call in open {
            let report = CallReport::default();
            self.add(Event::CallCut { call, report });
        }
        self.add(Event::PoiAccepted { poi });
    }

    /// The point is answered, and the speech goes on.
    fn goes_on(&mut self) {
        let poi = PoiId(0);
        let turn = self.state.floor().unwrap().id;
        let open: Vec<CallId> = self.state.calls.keys().copied().collect();
        for call in open {
            let report = CallReport::default();
            self.add(Event::ModelCalled { call, report });
        }
        let text = "You do.".to_owned();
        self.add(Event::PoiAnswered { poi, text });
        let cue = Cue::AfterPoint { poi };
        self.asks(Ask::Speech { turn, cue }, "prop.2");
    }
}

fn seat() -> Seat {
    Seat::named("prop.2")
}

/// A debate in which the person has the floor, and the chamber that has followed it there.
fn on_the_floor() -> (Ui, DebateFixture) {
    let debate = DebateFixture::by_hand();
    let mut ui = ui();
    follow(&mut ui, &debate);
    (ui, debate)
}

fn follow(ui: &mut Ui, debate: &DebateFixture) {
    let last = debate.log.last().unwrap();
    update(ui, &debate.state, Msg::Record(last));
}

fn key(ui: &mut Ui, debate: &DebateFixture, code: KeyCode, with: KeyModifiers) -> Vec<Command> {
    let effects = update(ui, &debate.state, Msg::Key(KeyEvent::new(code, with)));
    let sent = effects.into_iter().filter_map(|effect| {
        if let ScreenEffect::Send(order) = effect {
            Some(order.command)
        } else {
            None
        }
    });
    sent.collect()
}

fn types(ui: &mut Ui, debate: &DebateFixture, text: &str) {
    for c in text.chars() {
        assert_eq!(press(ui, debate, c), [], "{c}");
    }
}

#[test]
fn the_desk_opens_below_the_transcript_at_every_size() {
    for (width, height) in SIZES {
        let (mut ui, debate) = on_the_floor();
        assert!(ui.desk.is_to_ring() && !ui.desk.is_to_ring(), "once");
        types(
            &mut ui,
            &debate,
            "A road is a promise, and q leaves nothing.",
        );
        insta::assert_snapshot!(
            format!("desk_{width}x{height}"),
            draw(&mut ui, &debate, width, height)
        );
    }
}

#[test]
fn what_is_typed_is_said_kept_and_given_back_where_it_is_refused() {
    let (mut ui, debate) = on_the_floor();
    types(&mut ui, &debate, "Who pays?");
    // Whoever looks at something else finds it again.
    key(&mut ui, &debate, KeyCode::Esc, KeyModifiers::NONE);
    press(&mut ui, &debate, '?');
    key(&mut ui, &debate, KeyCode::Esc, KeyModifiers::NONE);
    key(&mut ui, &debate, KeyCode::Enter, KeyModifiers::NONE);
    assert!(draw(&mut ui, &debate, 80, 24).contains("Who pays?"));
    let said = Command::Say {
        seat: seat(),
        text: "Who pays?".to_owned(),
    };
    let sent = key(&mut ui, &debate, KeyCode::Enter, KeyModifiers::NONE);
    assert_eq!(sent, std::slice::from_ref(&said));
    let refused = Record {
        seq: 0,
        at_ms: 0,
        event: Event::CommandRefused {
            command: ui.waiting[0].id,
            reason: "The floor is not yours at this moment.".to_owned(),
        },
    };
    types(&mut ui, &debate, "And who walks?");
    update(&mut ui, &debate.state, Msg::Record(&refused));
    // Both are handed in, and then the speech is over.
    let sent = key(&mut ui, &debate, KeyCode::Char('d'), KeyModifiers::CONTROL);
    let both = Command::Say {
        seat: seat(),
        text: "Who pays?\nAnd who walks?".to_owned(),
    };
    assert_eq!(sent, [both, Command::EndSpeech { seat: seat() }]);
}

#[test]
fn a_point_interrupts_without_a_word_being_lost() {
    let (mut ui, mut debate) = on_the_floor();
    types(&mut ui, &debate, "Let me say this");
    debate.offered("opp.1", "Who pays for it?");
    follow(&mut ui, &debate);
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("On that point!") && screen.contains("Who pays for it?"),
        "{screen}"
    );
    assert!(
        screen.contains("Let me say this") && screen.contains("ctrl-y take the point"),
        "{screen}"
    );
    let call = debate.state.asked_of_people().next().unwrap().0;
    let take = key(&mut ui, &debate, KeyCode::Char('y'), KeyModifiers::CONTROL);
    let answer = PersonAnswer::Point(true);
    assert_eq!(take, [Command::Reply { call, answer }]);
    // The answer has a field of its own, and behind it the speech is where it was.
    let poi = PoiId(0);
    debate.taken();
    let call = debate.asks(Ask::PoiAnswer { poi }, "prop.2");
    follow(&mut ui, &debate);
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("Answer the point") && !screen.contains("Let me say this"),
        "{screen}"
    );
    types(&mut ui, &debate, "You do.");
    let answered = key(&mut ui, &debate, KeyCode::Enter, KeyModifiers::NONE);
    let answer = PersonAnswer::Text("You do.".to_owned());
    assert_eq!(answered, [Command::Reply { call, answer }]);
    debate.goes_on();
    follow(&mut ui, &debate);
    assert!(draw(&mut ui, &debate, 120, 40).contains("Let me say this"));
}

#[test]
fn the_seat_is_handed_over_from_the_desk() {
    let (mut ui, debate) = on_the_floor();
    key(&mut ui, &debate, KeyCode::Char('o'), KeyModifiers::CONTROL);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(
        screen.contains("For this turn") && screen.contains("Until you take it back"),
        "{screen}"
    );
    let handed = key(&mut ui, &debate, KeyCode::Char('t'), KeyModifiers::NONE);
    let span = HandoverSpan::Turn;
    assert_eq!(handed, [Command::HandOver { seat: seat(), span }]);
    assert!(ui.overlay.is_none());
}

#[test]
fn at_a_second_terminal_the_desk_is_that_of_its_own_seat_and_nothing_is_steered() {
    let mut debate = DebateFixture::by_hand();
    debate.sits(seat(), "Kit Dale");
    // Where the debate runs nobody is asked, but whoever is away can be helped out.
    let mut host = ui();
    follow(&mut host, &debate);
    assert!(!host.desk.is_open());
    let screen = draw(&mut host, &debate, 120, 40);
    assert!(screen.contains("waiting for Kit Dale"), "{screen}");
    press(&mut host, &debate, 'H');
    let screen = draw(&mut host, &debate, 80, 24);
    assert!(
        screen.contains("Hand over the seat of Kit Dale?"),
        "{screen}"
    );

    let mut there = ui();
    there.mode = ChamberMode::Followed(RunBy::Process(Some(4711)));
    there.desk.sit_in(Some(seat()));
    follow(&mut there, &debate);
    let screen = draw(&mut there, &debate, 120, 40);
    assert!(screen.contains("waiting for you"), "{screen}");
    types(&mut there, &debate, "Who pays?");
    let says = Command::Say {
        seat: seat(),
        text: "Who pays?".to_owned(),
    };
    let sent = key(&mut there, &debate, KeyCode::Enter, KeyModifiers::NONE);
    assert_eq!(sent, [says]);
    key(&mut there, &debate, KeyCode::Esc, KeyModifiers::NONE);
    for steers in [' ', 'e', 'X'] {
        assert_eq!(press(&mut there, &debate, steers), []);
        let (said, _) = there.message.take().unwrap();
        assert!(
            said.contains("you sit in the seat of Proposition 2"),
            "{steers}: {said}"
        );
    }
    press(&mut there, &debate, 'q');
    let screen = draw(&mut there, &debate, 80, 24);
    assert!(screen.contains("Leave the seat to its persona"), "{screen}");
    let left = press(&mut there, &debate, 'u');
    assert_eq!(left, [ScreenEffect::LeaveToPersona]);
}

#[test]
fn the_open_speech_of_a_person_is_no_models() {
    let (_, debate) = on_the_floor();
    let turn = debate.state.floor().unwrap();
    assert_eq!(debate.state.model_of_turn(turn), Some("person"));
}

#[test]
fn what_a_judge_is_asked_is_a_form_whose_fields_are_filled_in_one_after_the_other() {
    let mut debate = DebateFixture::by_hand();
    let house = Seat::house();
    debate.sits(house.clone(), "Kit Dale");
    let order = crate::debate::looks::TeamOrder::AsSeated;
    let call = debate.asks(Ask::Verdict { order }, "house");
    let mut ui = ui();
    let drafts = DeskDrafts::default();
    ui.desk.find(drafts.clone());
    ui.desk.sit_in(Some(house));
    follow(&mut ui, &debate);
    // The empty form is nobody's words.
    ui.desk.keep_typed(&debate.state);
    assert_eq!(drafts.kept(), []);
    for (width, height) in [(80, 24), (120, 40)] {
        let screen = draw(&mut ui, &debate, width, height);
        assert!(screen.contains("Your verdict · house"), "{screen}");
        assert!(screen.contains("Core tensions"), "{screen}");
    }
    types(&mut ui, &debate, "- Room against speed.");
    // A line that says what is meant is not broken: the key goes to the next field.
    key(&mut ui, &debate, KeyCode::Down, KeyModifiers::NONE);
    key(&mut ui, &debate, KeyCode::Enter, KeyModifiers::NONE);
    let form = drafts.kept()[0].text.clone();
    assert!(
        form.contains("> Most damaging rebuttals: The rebuttals that did most damage.\n"),
        "{form}"
    );
    let up = KeyCode::Up;
    key(&mut ui, &debate, up, KeyModifiers::NONE);
    key(&mut ui, &debate, KeyCode::Tab, KeyModifiers::NONE);
    types(&mut ui, &debate, "- Nobody counted.");
    let kept = drafts.kept();
    assert!(kept[0].text.contains("- Nobody counted."), "{kept:?}");
    let sent = key(&mut ui, &debate, KeyCode::Char('d'), KeyModifiers::CONTROL);
    let [
        Command::Reply {
            call: answered,
            answer: PersonAnswer::Text(text),
        },
    ] = sent.as_slice()
    else {
        panic!("{sent:?}");
    };
    assert_eq!(*answered, call);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(": - ")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    // What was handed in is no draft any more.
    let report = CallReport::default();
    debate.add(Event::ModelCalled { call, report });
    follow(&mut ui, &debate);
    assert_eq!(drafts.kept(), []);
}

#[test]
fn whoever_judges_by_hand_is_named_with_no_model_until_one_stands_in() {
    let mut debate = DebateFixture::judged(1);
    let seat = Seat::judge(1);
    let opening = Arc::make_mut(debate.state.opening.as_mut().unwrap());
    assert!(opening.seat_person(&seat, "The Guest"));
    let seated = |debate: &DebateFixture| -> String {
        let screen = draw(&mut ui(), debate, 120, 40);
        let line = screen.lines().find(|line| line.contains("The Guest  "));
        line.unwrap_or_default().to_owned()
    };
    assert!(seated(&debate).contains(" person "), "{}", seated(&debate));
    debate.add(Event::SeatHeld {
        command: CommandId(1),
        seat,
        by_persona: true,
        until: None,
    });
    assert!(!seated(&debate).contains(" person "), "{}", seated(&debate));
}

#[test]
fn whoever_hands_in_nothing_is_told_so() {
    let mut debate = DebateFixture::by_hand();
    debate.asks(Ask::Confirm { seat: seat() }, "prop.2");
    debate.asks_no_more_but(1);
    let mut ui = ui();
    follow(&mut ui, &debate);
    assert_eq!(
        draw(&mut ui, &debate, 80, 24)
            .matches("nothing is written")
            .count(),
        0
    );
    let sent = key(&mut ui, &debate, KeyCode::Char('d'), KeyModifiers::CONTROL);
    assert_eq!(sent, []);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("nothing is written yet"), "{screen}");
}

#[test]
fn what_is_typed_is_there_for_whoever_keeps_it_before_the_desk_is_left() {
    let (mut ui, debate) = on_the_floor();
    let drafts = DeskDrafts::default();
    ui.desk.find(drafts.clone());
    types(&mut ui, &debate, "I begin");
    assert_eq!(drafts.kept()[0].text, "I begin");
    key(&mut ui, &debate, KeyCode::Enter, KeyModifiers::NONE);
    assert_eq!(drafts.kept(), [], "what is said is no draft");
}

#[test]
fn a_key_that_interrupts_is_known_from_all_others() {
    let pressed = |code, with| crossterm::event::Event::Key(KeyEvent::new(code, with));
    let is = |code, with| crate::desk::is_interrupt(&pressed(code, with));
    assert!(is(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(!is(KeyCode::Char('c'), KeyModifiers::NONE));
    assert!(!is(KeyCode::Char('d'), KeyModifiers::CONTROL));
}
