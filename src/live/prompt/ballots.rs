//! The prompt by which one model plays several members of the audience at once. It begins as that of one member does, so
//! that caches serve both.

use minijinja::context;

use super::{Fitting, From, Message, Prompts, TOKENS_A_BALLOT, message, view, within};
use crate::{
    debate::{
        DebateState,
        ask::{Ask, When},
        ids::Seat,
    },
    llm::Request,
};

impl Prompts {
    /// Asks for the ballots of these members, under the text of each one's seat, to fit a context of `context` tokens.
    ///
    /// # Errors
    /// What the template engine says of a template of the user that does not fit its data.
    pub fn ballots(
        &self,
        state: &DebateState,
        members: &[Seat],
        when: When,
        context: u32,
    ) -> Result<Request, String> {
        let ask = Ask::Ballot {
            member: members.first().cloned().unwrap_or_else(Seat::house),
            when,
        };
        let count = u32::try_from(members.len()).unwrap_or(u32::MAX);
        let max_tokens = TOKENS_A_BALLOT.saturating_mul(count);
        let budget = (context as usize).saturating_sub(max_tokens as usize);
        let longest = match when {
            When::Before => 0,
            When::After => state.speeches().count(),
        };
        let make = |fitting| self.together(state, (&ask, when), members, fitting);
        let (_, messages) = within(state, budget, longest, make)?;
        Ok(Request {
            purpose: ask.purpose(),
            messages,
            max_tokens,
            shape: None,
            temperature: None,
            seed: None,
        })
    }

    fn together(
        &self,
        state: &DebateState,
        (ask, when): (&Ask, When),
        members: &[Seat],
        fitting: Fitting,
    ) -> Result<Vec<Message>, String> {
        let house = self.fill("house.md", view::house(state))?;
        let mut messages = vec![message(From::System, house)];
        let mut last = match when {
            When::Before => String::new(),
            When::After => self.transcript(state, ask, fitting, &mut messages)?,
        };
        let seats: Vec<String> = members.iter().map(ToString::to_string).collect();
        let all: Vec<minijinja::Value> = members
            .iter()
            .map(|seat| view::member(state, seat))
            .collect();
        let task = self.fill(
            "ballots.md",
            context! {
                seats,
                members => all,
                after => when == When::After,
                ..view::verdict(state)
            },
        )?;
        if !last.is_empty() {
            last.push_str("\n\n");
        }
        last.push_str(&task);
        messages.push(message(From::User, last));
        Ok(messages)
    }
}
