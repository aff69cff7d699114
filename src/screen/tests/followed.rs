//! A debate that another process holds: watched, and not steered.

use super::*;
use crate::panes::situation::RunBy;

const ELSEWHERE: RunBy = RunBy::Process(Some(4711));

fn watching(run_by: RunBy) -> Ui {
    let mut ui = ui();
    ui.mode = ChamberMode::Followed(run_by);
    ui.asks_what_next = true;
    ui
}

#[test]
fn whoever_watches_steers_nothing_and_is_told_where_it_is_steered() {
    let debate = DebateFixture::speaking();
    for (run_by, told) in [
        (ELSEWHERE, "steered where it runs (process 4711)"),
        (RunBy::Process(None), "steered where it runs"),
        (RunBy::Nobody, "goes on with the debate"),
    ] {
        for key in " eacpX+-".chars() {
            let mut ui = watching(run_by);
            assert_eq!(press(&mut ui, &debate, key), [], "{key}");
            assert!(ui.overlay.is_none() && ui.waiting.is_empty(), "{key}");
            let (said, _) = ui.message.unwrap();
            assert!(said.starts_with("this terminal only watches"), "{said}");
            assert!(said.contains(told), "{key}: {said}");
        }
        let mut ui = watching(run_by);
        let pasted = update(&mut ui, &debate.state, Msg::Paste("A text for the house"));
        assert!(pasted.is_empty() && ui.overlay.is_none());
        // What is looked at is looked at as anywhere, and nobody is asked whether they want to leave.
        press(&mut ui, &debate, '[');
        assert!(ui.message.is_none());
        assert_eq!(press(&mut ui, &debate, 'q'), [ScreenEffect::Leave]);
    }
}

#[test]
fn keys_that_steer_are_not_offered() {
    for debate in [DebateFixture::speaking(), DebateFixture::paused()] {
        let screen = draw(&mut watching(ELSEWHERE), &debate, 160, 40);
        let foot = screen.lines().last().unwrap();
        for hint in ["space ", "e evidence", "a ask", "c clarify", "p POI"] {
            assert!(!foot.contains(hint), "{hint}: {foot}");
        }
        assert!(foot.contains("? help") && foot.contains("q quit"), "{foot}");
        assert!(foot.contains("watching"), "{foot}");
        let mut ui = watching(ELSEWHERE);
        press(&mut ui, &debate, '?');
        let help = draw(&mut ui, &debate, 160, 60);
        assert!(help.contains("one page down"), "{help}");
        assert!(!help.contains("pause or resume"), "{help}");
    }
}

#[test]
fn where_nobody_runs_it_any_more_that_is_told_with_the_command_that_goes_on() {
    let debate = DebateFixture::speaking();
    let id = debate.state.opening.as_deref().unwrap().debate.clone();
    let resumed = format!("hustings resume {}", id.short());
    for (width, height) in SIZES {
        let screen = draw(&mut watching(RunBy::Nobody), &debate, width, height);
        let words = screen.replace(['│', '"', '\n'], " ");
        let words: Vec<&str> = words.split_whitespace().collect();
        let all = words.join(" ");
        assert!(all.contains("No process runs this debate"), "{screen}");
        if width >= 60 {
            assert!(all.contains("■ left"), "{screen}");
        }
        let running = draw(&mut watching(ELSEWHERE), &debate, width, height);
        assert!(!running.contains("No process"), "{running}");
    }
    let screen = draw(&mut watching(RunBy::Nobody), &debate, 200, 40);
    assert!(screen.contains(&resumed), "{screen}");
}

#[test]
fn of_a_debate_that_was_deleted_no_resuming_is_offered_before_it_is_restored() {
    let debate = DebateFixture::speaking();
    let id = debate.state.opening.as_deref().unwrap().debate.clone();
    let screen = draw(&mut watching(RunBy::Deleted), &debate, 200, 40);
    let restored = format!("hustings restore {}", id.short());
    assert!(screen.contains("This debate was deleted"), "{screen}");
    assert!(screen.contains(&restored), "{screen}");
    assert!(!screen.contains("No process runs"), "{screen}");
}

#[test]
fn once_it_is_over_the_same_comes_next_as_anywhere() {
    let debate = DebateFixture::divided();
    for run_by in [ELSEWHERE, RunBy::Nobody] {
        let mut ui = watching(run_by);
        let screen = draw(&mut ui, &debate, 120, 40);
        assert!(screen.contains("q what next"), "{screen}");
        assert!(!screen.contains("No process"), "{screen}");
        assert!(!screen.contains("watching"), "{screen}");
        assert_eq!(press(&mut ui, &debate, 'q'), []);
        let screen = draw(&mut ui, &debate, 120, 40);
        assert!(screen.contains("Replay it"), "{screen}");
        assert!(screen.contains("Back to the lobby"), "{screen}");
    }
}
