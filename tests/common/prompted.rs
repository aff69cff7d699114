//! What a simulated world is asked, with the prompts that a model would be sent.

use std::{cell::RefCell, rc::Rc};

use hustings::{
    debate::ask::Ask,
    prompt::{Prompted, Prompts},
};

use super::world::World;

/// Something that was asked for.
pub struct Sent {
    pub ask: Ask,
    pub prompted: Prompted,
}

impl Sent {
    /// Everything that the model is told.
    pub fn text(&self) -> String {
        let messages = self.prompted.request.messages.iter();
        let texts: Vec<&str> = messages.map(|message| message.text.as_str()).collect();
        texts.join("\n")
    }

    /// What it is told last, for each part where it is asked part by part.
    pub fn tasks(&self) -> Vec<&str> {
        let Prompted { request, parts, .. } = &self.prompted;
        let whole = std::slice::from_ref(&request.messages);
        let prompts = if parts.is_empty() { whole } else { parts };
        let last = prompts.iter().map(|messages| messages.last().unwrap());
        last.map(|message| message.text.as_str()).collect()
    }
}

/// Keeps everything that is asked from now on of models with a context of so many tokens.
pub fn log(world: &mut World, context: u32) -> Rc<RefCell<Vec<Sent>>> {
    let log: Rc<RefCell<Vec<Sent>>> = Rc::default();
    let kept = Rc::clone(&log);
    let prompts = Prompts::load(None).unwrap();
    world.on_ask = Some(Box::new(move |state, ask| {
        let prompted = prompts.prompt(state, ask, context).unwrap();
        let ask = ask.clone();
        kept.borrow_mut().push(Sent { ask, prompted });
    }));
    log
}
