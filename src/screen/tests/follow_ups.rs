//! Questions after the end: who can be asked, where the answer stands, and what is said of what cannot be done any more.

use super::*;
use crate::{
    debate::{
        ask::Ask,
        event::{CallReport, CloseReason},
        ids::{CallId, FollowUpId},
    },
    overlay::{Draft, Overlay, OverlayOutcome},
    update::NextStep,
};

/// A debate that has come to its end.
fn over() -> DebateFixture {
    let mut debate = DebateFixture::divided();
    debate.add(Event::Closed {
        reason: CloseReason::Completed,
    });
    debate
}

/// A chamber in which it is asked at the end what comes next; with an engine, questions are put from it.
fn chamber(takes_questions: bool) -> Ui {
    let mut ui = ui();
    ui.asks_what_next = true;
    ui.takes_questions = takes_questions;
    ui
}

fn asked(debate: &mut DebateFixture, number: u32, seat: Seat, text: &str) -> FollowUpId {
    let item = FollowUpId(number);
    debate.add(Event::FollowUpAsked {
        item,
        command: CommandId(1),
        seat: seat.clone(),
        text: text.to_owned(),
    });
    debate.add(Event::CallBegan {
        call: CallId(900 + number),
        ask: Ask::FollowUp { item },
        seat: Some(seat),
    });
    item
}

fn said(debate: &mut DebateFixture, item: FollowUpId, text: &str) {
    debate.add(Event::FollowUpSaid {
        item,
        text: text.to_owned(),
    });
}

#[test]
fn after_the_end_anybody_who_took_part_is_asked() {
    let mut debate = over();
    // Without an engine one is begun for it; from the menu as by the key.
    let begin = [ScreenEffect::Next(NextStep::Ask(None))];
    assert_eq!(press(&mut chamber(false), &debate, 'a'), begin);
    let mut menu = chamber(false);
    press(&mut menu, &debate, 'q');
    assert_eq!(press(&mut menu, &debate, 'a'), begin);
    assert!(menu.overlay.is_none());

    let mut ui = chamber(true);
    press(&mut ui, &debate, 'a');
    insta::assert_snapshot!(draw(&mut ui, &debate, 100, 34));
    // A member of the house, by name; then the question.
    let member = debate.state.audience()[0].clone();
    for letter in member.card.name.to_lowercase().chars() {
        press(&mut ui, &debate, letter);
    }
    let enter = |ui: &mut Ui, debate: &DebateFixture| {
        let key = KeyEvent::from(KeyCode::Enter);
        update(ui, &debate.state, Msg::Key(key))
    };
    enter(&mut ui, &debate);
    update(&mut ui, &debate.state, Msg::Paste("What moved you?"));
    let sent = enter(&mut ui, &debate);
    let [ScreenEffect::Send(order)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    assert!(
        matches!(&order.command, Command::Ask { seat, text, .. } if *seat == member.seat && text == "What moved you?"),
        "{order:?}"
    );
    update(&mut ui, &debate.state, Msg::Sent(order.id));

    // The answer comes below the verdict, under a heading of its own, as it is written.
    let item = asked(&mut debate, 0, member.seat.clone(), "What moved you?");
    ui.transcript.follow();
    assert!(draw(&mut ui, &debate, 100, 34).contains("An answer is awaited."));
    said(&mut debate, item, "The carts, and what ");
    assert!(draw(&mut ui, &debate, 100, 34).contains("The carts, and what"));
    said(&mut debate, item, "nobody said of them.");
    debate.add(Event::ModelCalled {
        call: CallId(900),
        report: CallReport::default(),
    });
    debate.add(Event::FollowUpAnswered {
        item,
        text: "The carts, and what nobody said of them.".to_owned(),
    });
    let item = asked(&mut debate, 1, Seat::new("prop", 1), "Who counted them?");
    debate.add(Event::FollowUpFailed {
        item,
        reason: "no answer within 30 s".to_owned(),
    });
    insta::assert_snapshot!(draw(&mut ui, &debate, 100, 34));
}

#[test]
fn a_question_that_was_begun_is_there_once_the_debate_is_taken_up_for_it() {
    let debate = over();
    let seat = debate.state.audience()[0].seat.clone();
    let mut ui = chamber(false);
    // Begun on the page of the house.
    let begun = ui_asks(&mut ui, &debate, &seat, "Why did you ");
    let [ScreenEffect::Next(NextStep::Ask(Some(begun)))] = begun.as_slice() else {
        panic!("{begun:?}");
    };
    assert_eq!(begun.seat.as_ref(), Some(&seat));
    let mut taken_up = chamber(false);
    let draft = Draft::question(begun.seat.clone(), begun.text.clone());
    taken_up.take_questions(&debate.state, Some(draft));
    let name = debate.state.name(&seat);
    let screen = draw(&mut taken_up, &debate, 100, 34);
    assert!(
        screen.contains("Why did you") && screen.contains(&format!("to {name}")),
        "{screen}"
    );
    // Where it could not be taken up, the words are a draft.
    let mut left = chamber(false);
    left.drafts
        .keep(Some(Draft::question(Some(seat), "Why did you ".to_owned())));
    let again = press(&mut left, &debate, 'a');
    assert_eq!(
        again,
        [ScreenEffect::Next(NextStep::Ask(Some(begun.clone())))]
    );
}

/// A page asks for a question to somebody.
fn ui_asks(ui: &mut Ui, debate: &DebateFixture, seat: &Seat, text: &str) -> Vec<ScreenEffect> {
    struct AskingPage(OverlayOutcome);
    impl Overlay for AskingPage {
        fn title(&self) -> &'static str {
            "A page"
        }
        fn on_key(&mut self, _key: KeyEvent) -> OverlayOutcome {
            self.0.clone()
        }
        fn hints(&self) -> Vec<crate::hint::Hint> {
            Vec::new()
        }
        fn render(
            &mut self,
            _area: ratatui::layout::Rect,
            _buf: &mut ratatui::buffer::Buffer,
            _styles: &crate::style::Styles,
        ) {
        }
    }
    ui.open(Box::new(AskingPage(OverlayOutcome::Ask {
        seat: seat.clone(),
        text: text.to_owned(),
    })));
    press(ui, debate, 'a')
}

#[test]
fn what_cannot_be_done_any_more_says_what_can() {
    let debate = over();
    for key in ['e', 'c', 'p', ' '] {
        let mut ui = chamber(false);
        assert_eq!(press(&mut ui, &debate, key), []);
        let (told, _) = ui.message.unwrap();
        assert!(
            told.contains("over") && told.contains("a asks those who took part"),
            "{key}: {told}"
        );
    }
    // In a replay that is not there yet, and of a debate that was adjourned, nobody is asked.
    let mut ui = chamber(false);
    ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
    let speaking = DebateFixture::speaking();
    assert_eq!(press(&mut ui, &speaking, 'a'), []);
    assert!(ui.message.unwrap().0.contains("at the end of the replay"));
    let mut adjourned = DebateFixture::speaking();
    adjourned.add(Event::Closed {
        reason: CloseReason::Adjourned,
    });
    let mut ui = chamber(false);
    assert_eq!(press(&mut ui, &adjourned, 'a'), []);
    assert_eq!(ui.message.unwrap().0, "the debate is over");
    // Where another debate follows, nobody is asked in between.
    let mut ui = super::ui();
    assert_eq!(press(&mut ui, &debate, 'a'), []);
}
