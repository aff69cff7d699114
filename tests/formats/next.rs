//! Who is said to speak next, and who does.

use hustings::{
    catalog::{Coordination, Profile},
    debate::{DebateState, decide::Input, event::Event, opening::Options},
};

use super::common::{
    FORMATS, opening_in,
    world::{Choices, World},
};

#[test]
fn whoever_is_said_to_be_next_begins_next_in_every_format() {
    for id in FORMATS {
        let options = Options {
            scale: 0.2,
            ..Options::default()
        };
        let mut world = World::new();
        let opening = opening_in(id, 3, options, &Profile::default());
        world.feed(Input::Open(opening.into()));
        let mut choices = Choices {
            bytes: vec![9, 8, 7, 1],
            at: 0,
        };
        world.run(&mut choices, 0);
        let mut state = DebateState::default();
        let (mut begun, mut told) = (0, 0);
        for record in &world.journal {
            if let Event::TurnBegan {
                slot,
                seat,
                task,
                attempt: 1,
                ..
            } = &record.event
                && task.is_on_record()
                && !state.plan.slots[*slot as usize].private
            {
                let phase = state.plan.slots[*slot as usize].phase as usize;
                let of_phase = state.plan.phases[phase].coordination;
                begun += usize::from(of_phase == Coordination::TurnTaking);
                if let Some(next) = state.next_up() {
                    assert_eq!(next, seat, "{id}: turn {begun}");
                    told += 1;
                }
            }
            state.apply(record);
        }
        assert!(state.is_closed(), "{id}");
        assert_eq!(state.next_up(), None, "{id}: nobody is next");
        // Who speak at once are not told apart, and nobody is told whom a judge has not chosen yet.
        assert!(told * 2 >= begun, "{id}: {told} of {begun}");
    }
}
