//! The order of rounds: which ones can be chosen, and what the help says of them.

use super::*;

#[test]
fn the_order_of_rounds_is_set_where_the_format_leaves_it_open_and_an_order_makes_a_difference() {
    let orders = |format: usize| {
        let mut lobby = Lobby::new(data(), 5);
        press(&mut lobby, &[Enter]);
        lobby.row = 2;
        press(&mut lobby, &vec![Right; format]);
        let row = lobby.rows().iter().position(|row| *row == Row::Order);
        let Some(row) = row else {
            return Vec::new();
        };
        lobby.row = row;
        let told = |lobby: &mut Lobby| {
            let chosen = lobby.setup().unwrap().settings.order;
            (chosen, lobby.setting(Row::Order).1)
        };
        let mut seen = vec![told(&mut lobby)];
        loop {
            press(&mut lobby, &[Right]);
            let next = told(&mut lobby);
            if next == seen[0] {
                return seen;
            }
            seen.push(next);
        }
    };
    let is = |order: TurnOrder| (Some(order), order.word().to_owned());
    let usual = |order: TurnOrder| (None, format!("{} (as in this format)", order.word()));
    assert!(orders(0).is_empty(), "an exhibition has no rounds");
    // A panel has one side, and a judge.
    let of_panel = [
        usual(TurnOrder::Rotating),
        is(TurnOrder::JudgeSelected),
        is(TurnOrder::Fixed),
    ];
    assert_eq!(orders(1), of_panel);
    // Nobody at a round table judges.
    let of_table = [usual(TurnOrder::Fixed), is(TurnOrder::Rotating)];
    assert_eq!(orders(2), of_table);
    // Another format has another order.
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter, Down, Down, Right]);
    lobby.set.order = Some(TurnOrder::JudgeSelected);
    press(&mut lobby, &[Right]);
    assert_eq!(lobby.setup().unwrap().settings.order, None);
}

#[test]
fn the_help_of_the_order_says_what_each_of_those_that_can_be_chosen_means() {
    let mut lobby = Lobby::new(data(), 1);
    press(&mut lobby, &[Enter, Down, Down, Right]);
    letters(&mut lobby, "?");
    let told = screen(&mut lobby, 300, 80);
    let says = "Who follows whom in the rounds: fixed (in the order of the seats, the same in every round), rotating \
                (every round begins with the next seat) and judge-selected (a judge chooses among those who have not spoken \
                in the round, and says why).";
    let told = told.replace(['│', '\n', '"'], " ");
    let told: Vec<&str> = told.split_whitespace().collect();
    assert!(told.join(" ").contains(says), "{}", told.join(" "));
}
