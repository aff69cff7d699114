//! Answers at the desk: votes, refused fields, instructions, and the names of whoever said what before.

use super::*;

#[test]
fn no_vote_is_cast_by_a_key_that_was_meant_for_something_else() {
    let mut debate = DebateFixture::by_hand();
    debate.asks_no_more_but(0);
    let lean = Ask::Lean { judge: seat() };
    let call = debate.asks(lean, "prop.2");
    let mut ui = ui();
    follow(&mut ui, &debate);
    let plain = KeyModifiers::NONE;
    assert_eq!(key(&mut ui, &debate, KeyCode::Enter, plain), []);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("choose a vote first"), "{screen}");
    assert!(
        screen.contains("○ aye") && !screen.contains("● aye"),
        "{screen}"
    );
    key(&mut ui, &debate, KeyCode::Right, plain);
    key(&mut ui, &debate, KeyCode::Down, plain);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("● no"), "{screen}");
    let sent = key(&mut ui, &debate, KeyCode::Enter, plain);
    let answer = PersonAnswer::Vote(crate::debate::answer::Vote::No, String::new());
    assert_eq!(sent, [Command::Reply { call, answer }]);
}

#[test]
fn a_field_that_is_refused_is_where_typing_goes() {
    let mut debate = DebateFixture::by_hand();
    let house = Seat::house();
    debate.sits(house.clone(), "Kit Dale");
    let order = crate::debate::looks::TeamOrder::AsSeated;
    debate.asks(Ask::Verdict { order }, "house");
    let mut ui = ui();
    let drafts = DeskDrafts::default();
    ui.desk.find(drafts.clone());
    ui.desk.sit_in(Some(house));
    follow(&mut ui, &debate);
    types(&mut ui, &debate, "- Room against speed.");
    key(&mut ui, &debate, KeyCode::Char('d'), KeyModifiers::CONTROL);
    let refused = Record {
        seq: 0,
        at_ms: 0,
        event: Event::CommandRefused {
            command: ui.waiting[0].id,
            reason: "\"Most damaging rebuttals\" says nothing; words are needed there".to_owned(),
        },
    };
    update(&mut ui, &debate.state, Msg::Record(&refused));
    types(&mut ui, &debate, "Nobody counted.");
    let form = &drafts.kept()[0].text;
    let line = form.lines().find(|line| line.ends_with("Nobody counted."));
    assert!(
        line.is_some_and(|line| line.starts_with("Most damaging rebuttals")),
        "{form}"
    );
}

#[test]
fn what_was_said_before_somebody_sat_down_keeps_the_name_of_whoever_said_it() {
    let mut debate = DebateFixture::by_hand();
    debate.offered("opp.1", "Who pays for it?");
    let riser = Seat::named("opp.1");
    let before = debate.state.name(&riser);
    debate.sits(riser.clone(), "Kit Dale");
    assert_eq!(debate.state.name(&riser), "Kit Dale");
    let point = debate.state.point(PoiId(0)).unwrap();
    assert_eq!(debate.state.raiser_of(point), before);
    let map = debate.state.argument_map();
    let by_them = map.nodes.iter().filter(|node| node.seat == riser);
    for node in by_them.clone() {
        assert_eq!(debate.state.name_of_node(node), before);
    }
    assert!(by_them.count() > 0);
    let mut ui = ui();
    follow(&mut ui, &debate);
    let screen = draw(&mut ui, &debate, 200, 60);
    assert!(
        screen.contains(&format!("{before} rises on a point")),
        "{screen}"
    );
    assert!(screen.matches(&before).count() > 1, "{screen}");
}

#[test]
fn what_is_asked_is_read_in_full_on_the_smallest_screen_and_is_never_cut_without_a_word() {
    let mut debate = DebateFixture::by_hand();
    debate.asks(Ask::Confirm { seat: seat() }, "prop.2");
    debate.asks_no_more_but(1);
    let mut ui = ui();
    follow(&mut ui, &debate);
    let screen = draw(&mut ui, &debate, 40, 12);
    assert!(
        screen.contains("all do.") || screen.contains(" more line"),
        "{screen}"
    );
    assert!(screen.contains("What is agreed"), "{screen}");
}
