//! A debate from what was asked for to its end: its models found, its speakers invented where nobody is named, each
//! side with its model, and, where that is asked for, the same debate once more with the models on each other's side.
//! Whoever follows it is a [`DebateViewer`].

use hustings_rules::setup::{DebateChoice, InventedSpeaker, Requested, sides::Sides};

use crate::{
    Host,
    debate::{ids::DebateId, opening::Opening},
    engine::{Estimate, Handle},
    error::{Exit, Failure},
    journal::Journal,
    limits,
    llm::roster::Roster,
    mirrored::{Mirror, Mirrored},
    people::{self, KeepPeople},
    sides,
};

/// A debate that is asked for.
#[derive(Debug, Clone)]
pub struct DebateRequest {
    /// The choice for the debate.
    pub choice: DebateChoice,
    /// Whether somebody has asked for polls.
    pub polls: Requested,
    /// The model of each side, in the order of the format's sides; that of the speakers where absent.
    pub side_models: [Option<String>; 2],
    /// Whether a model invents all speakers, and what becomes of them.
    pub invents: Option<KeepPeople>,
    /// Whether the debate is held a second time, with the models on each other's side.
    pub swap_sides: bool,
}

/// Whoever follows a debate that is held for them, and may leave while something is waited for.
#[expect(
    async_fn_in_trait,
    reason = "a debate is held on the thread of whoever asks for it"
)]
pub trait DebateViewer {
    /// The models of the host's flags, waited for; `None` where the viewer leaves.
    ///
    /// # Errors
    /// They cannot be had.
    async fn models(&mut self, host: &Host) -> Result<Option<Roster>, Failure>;

    /// People for every seat of a choice and the seed that they come from, by [`people::invent_and_keep`], waited for;
    /// `None` where the viewer leaves.
    ///
    /// # Errors
    /// Nobody could be invented.
    async fn people(
        &mut self,
        host: &Host,
        wanted: (&DebateChoice, KeepPeople),
        roster: &Roster,
    ) -> Result<Option<(Vec<InventedSpeaker>, u64)>, Failure> {
        let silent = |_: &str| {};
        let found = people::invent_and_keep(host, wanted, roster, &silent).await?;
        Ok(Some(found))
    }

    /// Refuses a debate before it is begun, for what the viewer wants to do in it.
    ///
    /// # Errors
    /// What is wrong with that.
    fn check(&self, _opening: &Opening) -> Result<(), Failure> {
        Ok(())
    }

    /// Hears what is done next, before something is waited for.
    ///
    /// # Errors
    /// It cannot be shown.
    fn tell(&mut self, _what: &str) -> Result<(), Failure> {
        Ok(())
    }

    /// Follows a debate that was begun to its end, or until the viewer leaves, and says what that means for the shell.
    ///
    /// # Errors
    /// It cannot be followed.
    async fn follow(
        &mut self,
        host: &Host,
        journal: &Journal,
        begun: (Handle, &DebateId),
    ) -> Result<Exit, Failure>;
}

/// The fate of the debate with the sides swapped.
#[derive(Debug, Clone, PartialEq)]
pub enum SecondDebate {
    /// Nobody asked for it.
    NotAsked,
    /// The first one was left before its end.
    NotBegun,
    /// The second debate was left before its end, or before it was begun.
    Left,
    /// The second debate was held, and this is how the two compare.
    Compared(Mirrored),
}

/// The outcome of holding a debate.
#[derive(Debug, Clone, PartialEq)]
pub struct HoldOutcome {
    /// The exit for the shell.
    pub exit: Exit,
    /// The fate of the debate with the sides swapped.
    pub second: SecondDebate,
}

impl HoldOutcome {
    fn alone(exit: Exit) -> Self {
        Self {
            exit,
            second: SecondDebate::NotAsked,
        }
    }

    fn left(exit: Exit, second: SecondDebate) -> Self {
        Self { exit, second }
    }
}

/// Holds a debate for a viewer, and its mirror where that is asked for. What is wrong with the request is said before a
/// model is looked for.
///
/// # Errors
/// The choice makes no sense, a model cannot be had, or a debate cannot be opened or followed.
pub async fn hold(
    host: &mut Host,
    request: DebateRequest,
    viewer: &mut impl DebateViewer,
) -> Result<HoldOutcome, Failure> {
    let mut choice = request.choice.clone();
    let flags = host.overrides.clone();
    // Before anybody is invented, too.
    let Some((mut sides, mut roster)) = ready(host, &mut choice, &request, viewer).await? else {
        return Ok(HoldOutcome::alone(Exit::Interrupted));
    };
    if let Some(keep) = request.invents {
        let found = viewer.people(host, (&choice, keep), &roster).await?;
        let Some((found, seed)) = found else {
            return Ok(HoldOutcome::alone(Exit::Interrupted));
        };
        people::seat(&mut choice, found, seed);
        // Who sits where may decide who speaks for which side, and so with which model.
        host.overrides = flags;
        sides = give_models(host, &mut choice, &request)?;
        let Some(again) = viewer.models(host).await? else {
            return Ok(HoldOutcome::alone(Exit::Interrupted));
        };
        roster = again;
    }
    match sides.filter(|_| request.swap_sides) {
        Some(sides) => hold_mirrored(host, choice, roster, sides, viewer).await,
        None => Ok(HoldOutcome::alone(
            one(host, choice, roster, viewer).await?.0,
        )),
    }
}

/// The sides of a debate that is asked for, and its models, once what is wrong with the request was said; `None` where
/// the viewer leaves.
async fn ready(
    host: &mut Host,
    choice: &mut DebateChoice,
    request: &DebateRequest,
    viewer: &mut impl DebateViewer,
) -> Result<Option<(Option<Sides>, Roster)>, Failure> {
    host.check(choice, request.polls)?;
    let sides = give_models(host, choice, request)?;
    let Some(roster) = viewer.models(host).await? else {
        return Ok(None);
    };
    limits::check_cost_limit(choice.options.max_cost, &roster)?;
    Ok(Some((sides, roster)))
}

/// The opening of a debate that is asked for, and the estimate of what the debate would ask of models, who are found
/// and asked nothing else. Speakers who are to be invented are drawn by lot. `None` where the viewer leaves.
///
/// # Errors
/// As [`hold`] says, before the first word.
pub async fn estimated(
    host: &mut Host,
    request: DebateRequest,
    viewer: &mut impl DebateViewer,
) -> Result<Option<(Opening, Estimate)>, Failure> {
    let mut choice = request.choice.clone();
    let Some((_, roster)) = ready(host, &mut choice, &request, viewer).await? else {
        return Ok(None);
    };
    let opening = host.opening(choice, &roster)?;
    viewer.check(&opening)?;
    host.estimated(opening, &roster).map(Some)
}

/// Holds a debate, and then once more with the models on each other's side; and compares.
async fn hold_mirrored(
    host: &mut Host,
    mut choice: DebateChoice,
    roster: Roster,
    sides: Sides,
    viewer: &mut impl DebateViewer,
) -> Result<HoldOutcome, Failure> {
    let mirror = Mirror::of(host, &mut choice, sides, &roster)?;
    let (first, debate) = one(host, choice.clone(), roster, viewer).await?;
    let journal = host.journal()?;
    if !mirror.follows(&journal, &debate, first)? {
        return Ok(HoldOutcome::left(first, SecondDebate::NotBegun));
    }
    mirror.swap((host, &mut choice), (&journal, &debate))?;
    let Some(roster) = viewer.models(host).await? else {
        return Ok(HoldOutcome::left(Exit::Interrupted, SecondDebate::Left));
    };
    viewer.tell("The same debate again, with the models on each other's side …")?;
    let (second, again) = one(host, choice, roster, viewer).await?;
    if second == Exit::Interrupted {
        return Ok(HoldOutcome::left(second, SecondDebate::Left));
    }
    let compared = mirror.compared(&journal, [&debate, &again])?;
    let exit = Mirror::exit([first, second]);
    Ok(HoldOutcome::left(exit, SecondDebate::Compared(compared)))
}

/// Opens one debate, and has it followed.
async fn one(
    host: &Host,
    choice: DebateChoice,
    roster: Roster,
    viewer: &mut impl DebateViewer,
) -> Result<(Exit, DebateId), Failure> {
    let opening = host.opening(choice, &roster)?;
    viewer.check(&opening)?;
    let journal = host.journal()?;
    let debate = opening.debate.clone();
    let handle = host.open(&journal, opening, roster)?;
    let exit = viewer.follow(host, &journal, (handle, &debate)).await?;
    Ok((exit, debate))
}

/// Gives the seats of each side the model that was asked for, and tells which sides there are.
fn give_models(
    host: &mut Host,
    choice: &mut DebateChoice,
    request: &DebateRequest,
) -> Result<Option<Sides>, Failure> {
    let sides = host.sides_of(choice)?;
    let [first, second] = &request.side_models;
    let wanted = [
        ("--prop-model", first.is_some()),
        ("--opp-model", second.is_some()),
        ("--swap-sides", request.swap_sides),
    ];
    let Some(sides) = sides else {
        let flag = wanted.into_iter().find(|(_, is_wanted)| *is_wanted);
        return match flag {
            Some((flag, _)) => Err(sides::no_sides(&host.format_of(choice)?, flag)),
            None => Ok(None),
        };
    };
    let models = [first.as_deref(), second.as_deref()];
    host.overrides = sides::with_models(&host.overrides, &sides, models);
    choice.launch = host.launch();
    Ok(Some(sides))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        debate::{
            DebateState,
            ask::{Purpose, When},
            command::Pace,
        },
        llm::{
            SharedModel,
            gate::Gate,
            price::Price,
            roster::Assigned,
            scripted::{Scripted, ScriptedAnswer},
        },
        patience::Watched,
    };

    /// A viewer who hears a debate to its end. Each seat that the flags name has the model of that name.
    #[derive(Default)]
    struct Listener {
        looked_for_models: usize,
        told: Vec<String>,
    }

    fn model(name: &str) -> SharedModel {
        Arc::new(Scripted::new(name, |request| {
            ScriptedAnswer::text(
                if [Purpose::ballot(When::Before), Purpose::ballot(When::After)]
                    .contains(&request.purpose)
                {
                    r#"{"reason": "It is dear.", "vote": "aye"}"#
                } else {
                    "A toll pays for the road, and spares the poor."
                },
            )
        }))
    }

    impl DebateViewer for Listener {
        async fn models(&mut self, host: &Host) -> Result<Option<Roster>, Failure> {
            self.looked_for_models += 1;
            let seats = host.overrides.seat_models.iter();
            let roster = seats.fold(Roster::of(model("a")), |roster, (seat, name)| {
                let assigned = Assigned::new(model(name), Price::Free, Gate::new(1));
                roster.with_seat(seat.clone(), assigned)
            });
            Ok(Some(roster))
        }

        fn tell(&mut self, what: &str) -> Result<(), Failure> {
            self.told.push(what.to_owned());
            Ok(())
        }

        async fn follow(
            &mut self,
            _: &Host,
            _: &Journal,
            (mut handle, _): (Handle, &DebateId),
        ) -> Result<Exit, Failure> {
            while handle.updates.recv().await.is_some() {}
            Ok(Exit::Done)
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_call_holds_a_debate_and_its_mirror() {
        let folder = tempfile::tempdir().unwrap();
        let mut host = Host::in_folder(folder.path()).unwrap();
        let watched = Watched::by_nobody(Some(crate::debate::opening::OnFailure::GoOn));
        let mut choice = host.choice("This House Believes that tolls are fair", "oxford", watched);
        choice.options.pace = Pace::Instant;
        choice.audience = Some(3);
        let request = DebateRequest {
            choice,
            polls: Requested::No,
            side_models: [None, Some("b".to_owned())],
            invents: None,
            swap_sides: true,
        };
        let mut viewer = Listener::default();
        let held = hold(&mut host, request, &mut viewer).await.unwrap();
        let SecondDebate::Compared(compared) = held.second else {
            panic!("{held:?}");
        };
        assert_eq!(
            (held.exit, compared.models.as_slice()),
            (Exit::Done, &["a".to_owned(), "b".to_owned()][..])
        );
        assert_eq!((viewer.looked_for_models, viewer.told.len()), (2, 1));
        let journal = host.journal().unwrap();
        let mut debates = journal.list().unwrap();
        debates.sort_by_key(|one| one.opened_ms);
        let of_first_side = |id: &DebateId| {
            let state = DebateState::fold(&journal.load(id).unwrap());
            assert!(state.is_closed());
            state.opening.unwrap().speakers[0].model.clone()
        };
        let models: Vec<String> = debates
            .iter()
            .map(|one| of_first_side(&one.debate))
            .collect();
        assert_eq!(models, ["a", "b"]);
    }

    #[tokio::test]
    async fn what_cannot_be_held_is_said_before_a_model_is_looked_for() {
        let folder = tempfile::tempdir().unwrap();
        let mut host = Host::in_folder(folder.path()).unwrap();
        let choice = host.choice(
            "This House Believes that tolls are fair",
            "roundtable",
            Watched::ByViewer,
        );
        let request = DebateRequest {
            choice,
            polls: Requested::No,
            side_models: [None, None],
            invents: None,
            swap_sides: true,
        };
        let mut viewer = Listener::default();
        let refused = hold(&mut host, request, &mut viewer).await.unwrap_err();
        assert!(refused.message.contains("has no two sides"), "{refused}");
        assert_eq!(viewer.looked_for_models, 0);
    }
}
