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
    // Where the transcript would have no row, there is no frame without one.
    for height in 12..20 {
        let screen = draw(&mut ui, &debate, 40, height);
        let rows: Vec<&str> = screen.lines().map(|row| row.trim_matches('"')).collect();
        let top = rows.iter().position(|row| row.starts_with("╭ Transcript"));
        let below = top.and_then(|top| rows.get(top + 1));
        assert!(
            below.is_none_or(|row| row.starts_with('│')),
            "{height}: {screen}"
        );
    }
}

#[test]
fn who_types_a_reason_before_a_vote_is_told_what_is_missing() {
    let mut debate = DebateFixture::by_hand();
    debate.asks_no_more_but(0);
    debate.asks(Ask::Lean { judge: seat() }, "prop.2");
    let mut ui = ui();
    follow(&mut ui, &debate);
    let plain = KeyModifiers::NONE;
    key(&mut ui, &debate, KeyCode::Char('a'), plain);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("choose a vote first"), "{screen}");
}

#[test]
fn a_seat_that_its_judge_leaves_is_no_longer_under_their_name() {
    let mut debate = DebateFixture::by_hand();
    let house = Seat::house();
    debate.sits(house.clone(), "Kit Dale");
    assert_eq!(debate.state.name(&house), "Kit Dale");
    let mut ui = ui();
    ui.mode = ChamberMode::Followed(RunBy::Process(Some(4711)));
    ui.desk.sit_in(Some(house.clone()));
    follow(&mut ui, &debate);
    press(&mut ui, &debate, 'q');
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(screen.contains("Leave the seat to a model"), "{screen}");
    let left = press(&mut ui, &debate, 'u');
    assert_eq!(left, [ScreenEffect::LeaveToPersona]);
    let held = |by_persona| Event::SeatHeld {
        command: CommandId(7),
        seat: Seat::house(),
        by_persona,
        until: None,
    };
    debate.add(held(true));
    assert_eq!(debate.state.name(&house), "The house");
    let told = debate.state.notices.last().cloned().unwrap();
    assert_eq!(told, "Kit Dale hands the seat to a model.");
    debate.add(held(false));
    assert_eq!(debate.state.name(&house), "Kit Dale");
}

#[test]
fn who_presides_is_told_by_the_seat_while_a_model_judges_for_a_person() {
    let mut debate = DebateFixture::structured(1);
    let judge = Seat::judge(1);
    debate.sits(judge.clone(), "Kit Dale");
    let mut ui = ui();
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("│ Kit Dale "), "{screen}");
    debate.add(Event::SeatHeld {
        command: CommandId(7),
        seat: judge,
        by_persona: true,
        until: None,
    });
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("│ The judge ") && !screen.contains("│ Kit Dale "),
        "{screen}"
    );
}

#[test]
fn a_seat_is_named_as_people_name_it() {
    let (table, hall) = (DebateFixture::at_once(), DebateFixture::paused());
    let at_table = table.state.speakers()[0].seat.clone();
    for (debate, seat, told) in [
        (&table, at_table, "seat 1 of the panel"),
        (&hall, Seat::named("opp.2"), "the seat of Opposition 2"),
        (&hall, Seat::named("audience.3"), "a seat in the audience"),
        (&hall, Seat::named("house"), "the seat of the house"),
    ] {
        assert_eq!(debate.state.seat_told(&seat), told);
    }
}
