//! A simulated house that votes on debates that are over, and is held against the real one where its votes are known:
//! who sits in it, which models it has, what is divided on before it ends.

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use hustings_rules::setup::seats::Seats;

use hustings_base::clock;

use super::{
    FinishedDebate,
    retold::{Heard, Untold},
};
use crate::{
    Host,
    catalog::Member,
    config::Overrides,
    debate::{
        answer::Vote,
        ask::Role,
        event::CallReport,
        ids::DebateId,
        opening::{Launch, Listener, Opening},
        polling,
        real::Real,
        telling::Telling,
    },
    engine::{Dividing, InShort, StandaloneCalls, divide, seated},
    error::{Exit, Failure},
    host::check_seats,
    journal::{HouseDivision, RepeatedDivisions},
    limits,
    llm::{retry, roster::Roster},
    progress::WorkProgress,
    prompt::Prompts,
    real::{
        Given,
        divided::{Cast, Divided, DivisionBallots, OrderAgreement, Overall, in_both_orders},
        house,
    },
    text::counted,
};

/// Members of the house where nobody says how many; the profile of a model may say fewer.
pub(crate) const HOUSE: usize = 101;

/// The debates that a house is to divide on, and the way it divides.
#[derive(Debug, Clone, Copy)]
pub struct DivideRequest<'a> {
    /// The debates: ids of the journal, or files.
    pub debates: &'a [String],
    /// The facts that plain transcripts among the debates do not give themselves.
    pub given: &'a Given,
    /// The number of members in the house, where somebody gives it.
    pub audience: Option<usize>,
    /// The seed that the members of the house come from; the debate's own where absent.
    pub seed: Option<u64>,
    /// The number of divisions on each debate, and of members who are asked for in one call.
    pub dividing: Dividing,
    /// How the debates are told to the house.
    pub telling: Telling,
    /// Whether each member hears the debate in both orders of the speeches, and has a vote where the two agree.
    pub both_orders: bool,
    /// The model of the house, where it has one of its own: no flag of a role or a seat comes before it.
    pub model: Option<&'a str>,
    /// Whether even a single division is kept: a study finds it again.
    pub keeps_one: bool,
}

impl DivideRequest<'_> {
    /// The other order in which the debate is told, where it is told in both.
    fn in_both_orders(self) -> Option<Telling> {
        let other = match self.telling {
            Telling::AsHeld => Some(Telling::Backwards),
            Telling::Backwards => Some(Telling::AsHeld),
            Telling::SidesExchanged | Telling::Nothing => None,
        };
        other.filter(|_| self.both_orders)
    }
}

/// A debate, once the house has divided on it.
#[derive(Debug, Serialize)]
pub struct DividedDebate {
    /// A short id, or a file.
    pub debate: String,
    /// The motion that was debated.
    pub motion: String,
    /// The origin of a debate that people held.
    pub origin: Option<String>,
    /// Members of the house.
    pub audience: usize,
    /// The seed that the members of the house came from.
    pub seed: u64,
    /// The model of the house.
    pub model: String,
    /// How the debate was told to the house.
    pub telling: Telling,
    /// How far the members voted the same in both orders of the speeches, where they heard both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<OrderAgreement>,
    /// Whether it was stopped before everybody had voted.
    pub stopped: bool,
    /// The outcome of the divisions; absent where nobody cast both ballots.
    #[serde(flatten)]
    pub divided: Option<Divided>,
    /// The report on all calls together.
    pub usage: CallReport,
    /// How much of it stood before the members in short, as the clerk has written it down.
    pub in_short: InShort,
    /// The reason why ballots are missing.
    pub failed: Option<String>,
    /// Whether the divisions are kept in the journal, for measures of how far they agree.
    pub kept: bool,
}

/// All of them.
#[derive(Debug)]
pub struct DividedDebates {
    /// The debates that the house has come to, in order.
    pub debates: Vec<DividedDebate>,
    /// The outcome of all debates together.
    pub overall: Overall,
    /// The number of debates that there were to be.
    pub wanted: usize,
    /// The limit that was reached meanwhile, for people.
    pub limit: Option<String>,
}

impl DividedDebates {
    /// The exit for the shell.
    pub fn exit(&self) -> Exit {
        let is_cut = self.debates.iter().any(|one| one.stopped) || self.debates.len() < self.wanted;
        if self.limit.is_some() || is_cut {
            return Exit::Interrupted;
        }
        let is_lacking = self.debates.iter().any(|one| one.failed.is_some());
        Exit::of_asked(self.overall.debates > 0, is_lacking)
    }
}

impl Host {
    /// Has a house divide on one debate after the other, until `stop`.
    ///
    /// # Errors
    /// One of them is not there or not over, which is known before anybody is asked; a model cannot be had, or a limit
    /// on cost not be kept; nobody could sit in the house.
    pub async fn divide(
        &self,
        wanted: DivideRequest<'_>,
        progress: &mut dyn WorkProgress,
        stop: &CancellationToken,
    ) -> Result<DividedDebates, Failure> {
        let debates = wanted
            .debates
            .iter()
            .map(|asked| self.finished(asked, wanted.given))
            .collect::<Result<Vec<FinishedDebate>, Failure>>()?;
        let prompts = self.prompts()?;
        let account = self.account();
        let mut all = Vec::new();
        // The models stay the same from one debate to the next where both were opened with the same flags.
        let mut models: Option<(Launch, Roster)> = None;
        for found in &debates {
            let launch = found.launch();
            let of_house = |flags| match wanted.model {
                Some(model) => with_house(flags, model),
                None => flags,
            };
            let same = models.take().filter(|(had, _)| *had == launch);
            let (launch, roster) = if let Some(same) = same {
                same
            } else {
                let roster = self
                    .roster(&of_house(self.overrides_behind(&launch)))
                    .await?;
                (launch, roster.on(&account))
            };
            all.push(
                Box::pin(self.divide_on(
                    found,
                    wanted,
                    (&prompts, &roster),
                    (&mut *progress, stop),
                ))
                .await?,
            );
            models = Some((launch, roster));
            if stop.is_cancelled() || account.ended().is_some() {
                break;
            }
        }
        let divided: Vec<Divided> = all.iter().filter_map(|one| one.divided.clone()).collect();
        Ok(DividedDebates {
            debates: all,
            overall: Overall::of(&divided),
            wanted: debates.len(),
            limit: account.ended(),
        })
    }

    pub(crate) async fn divide_on(
        &self,
        found: &FinishedDebate,
        wanted: DivideRequest<'_>,
        (prompts, roster): (&Prompts, &Roster),
        (progress, stop): (&mut dyn WorkProgress, &CancellationToken),
    ) -> Result<DividedDebate, Failure> {
        let Some(opening) = found.state.opening.as_deref() else {
            return Err(Failure::internal(format!(
                "{} was never opened",
                found.name
            )));
        };
        let listener = &roster.assigned(Role::Audience, None).model;
        if wanted.dividing.together > 1 && !polling::is_possible(listener.profile()) {
            return Err(Failure::input(format!(
                "--together: the context of {} has no room for several members at once",
                listener.label()
            ))
            .hint("leave --together out, or choose another model: --role audience=MODEL"));
        }
        let seed = wanted.seed.unwrap_or(opening.seed);
        let members = self.members(wanted.audience, listener.profile().audience, seed)?;
        let audience = members.len();
        check_seats(
            &self.overrides,
            &Seats::of_opening(opening, audience, 0),
            &format!("the debate {}", found.name),
        )?;
        let mut state = seated(&self.with_readings(found), members);
        let seats = state.audience().iter();
        let asked = seats.map(|member| roster.assigned(Role::Audience, Some(&member.seat)));
        limits::check_cost_limit_of(self.settings.limits.max_cost, asked)?;
        let unasked = DividedDebate {
            telling: wanted.telling,
            ..unasked(found, opening, (audience, seed), listener.label())
        };
        let mut heard = Heard::default();
        let tellings = [Some(wanted.telling), wanted.in_both_orders()];
        for telling in tellings.into_iter().flatten() {
            let told = self.told_to_house(
                found,
                (&mut state, telling),
                &mut heard,
                (prompts, roster),
                (&mut *progress, stop),
            );
            match told.await? {
                Ok(told) => heard.tellings.push(told),
                Err(Untold { failed, stopped }) => {
                    return Ok(DividedDebate {
                        stopped,
                        usage: heard.report.unwrap_or_default(),
                        failed,
                        ..unasked
                    });
                }
            }
        }
        let calls = StandaloneCalls { prompts, roster };
        progress.begins(format!("voting on {}", found.name));
        let orders = heard.tellings.len();
        let (mut all, mut usage) = (Vec::new(), heard.report);
        let (mut vain, mut stopped) = (None, false);
        for (at, told) in heard.tellings.iter().enumerate() {
            let hear = |done: usize, of: usize| progress.at(at * of + done, orders * of);
            let divisions = divide(told, calls, wanted.dividing, hear, stop).await;
            usage = Some(retry::joined(usage.take(), divisions.report));
            vain = divisions.failed.or(vain);
            stopped |= divisions.stopped;
            all.push(divisions.ballots);
            if stopped {
                break;
            }
        }
        progress.ends();
        let mut all = all.into_iter();
        let first = all.next().unwrap_or_default();
        let (ballots, orders) = match all.next() {
            Some(second) => {
                let (both, agreement) = in_both_orders(&first, &second);
                (both, Some(agreement))
            }
            None => (first, None),
        };
        let house = (audience, seed, listener.label());
        let kept = match (&found.debate, repeated(&ballots, wanted, house)) {
            (Some(debate), Some(repeated)) => self.keep(debate, &repeated),
            (None, _) | (_, None) => false,
        };
        Ok(DividedDebate {
            stopped,
            kept,
            divided: Divided::of(&ballots, opening.real.as_ref().map(|real| &real.votes)),
            orders,
            usage: usage.unwrap_or_default(),
            in_short: heard.in_short,
            failed: vain.map(|(count, error)| {
                let asked = counted(count, "member was", "members were");
                format!("{asked} asked in vain: {error}")
            }),
            ..unasked
        })
    }

    /// Keeps divisions in the journal; whether that could be done. Where it cannot, they are told all the same.
    fn keep(&self, debate: &DebateId, divisions: &RepeatedDivisions) -> bool {
        let kept = self
            .journal()
            .and_then(|journal| Ok(journal.keep_divisions(debate, divisions)?));
        if let Err(error) = &kept {
            (self.tell)(&format!(
                "The divisions could not be kept: {}",
                error.message
            ));
        }
        kept.is_ok()
    }

    /// The members of the house.
    ///
    /// # Errors
    /// Nobody.
    fn members(
        &self,
        wanted: Option<usize>,
        by_profile: usize,
        seed: u64,
    ) -> Result<Vec<Listener>, Failure> {
        let cards: Vec<(&str, &Member)> = self
            .catalog
            .members()
            .map(|entry| (entry.id.as_str(), &entry.value))
            .collect();
        let wanted = wanted.unwrap_or_else(|| HOUSE.min(by_profile.max(1)));
        let members = house::drawn(&cards, wanted, seed);
        if members.is_empty() {
            return Err(Failure::input("there is nobody to sit in the house")
                .hint("add files to personas/audience"));
        }
        Ok(members)
    }
}

/// These flags, and a model for the house that nothing in them comes before.
pub(crate) fn with_house(mut flags: Overrides, model: &str) -> Overrides {
    flags
        .role_models
        .retain(|(role, _)| *role != Role::Audience);
    flags.role_models.push((Role::Audience, model.to_owned()));
    flags.seat_models.retain(|(seat, _)| !seat.is_audience());
    flags
}

/// The debate before anybody was asked.
fn unasked(
    found: &FinishedDebate,
    opening: &Opening,
    (audience, seed): (usize, u64),
    model: &str,
) -> DividedDebate {
    DividedDebate {
        debate: found.name.clone(),
        motion: opening.motion.motion.clone(),
        origin: opening.real.as_ref().map(Real::origin),
        audience,
        seed,
        model: model.to_owned(),
        telling: Telling::default(),
        orders: None,
        stopped: false,
        divided: None,
        usage: CallReport::default(),
        in_short: InShort::default(),
        failed: None,
        kept: false,
    }
}

/// The divisions as they are kept, without those of which nobody's vote could be had. `None` of fewer than two.
fn repeated(
    ballots: &[DivisionBallots],
    wanted: DivideRequest<'_>,
    (audience, seed, model): (usize, u64, &str),
) -> Option<RepeatedDivisions> {
    let votes = |division: &DivisionBallots, of: fn(&Cast) -> Option<Vote>| {
        let cast = division.iter();
        cast.filter_map(|(seat, cast)| Some((seat.clone(), of(cast)?)))
            .collect()
    };
    let divisions = ballots.iter().map(|division| HouseDivision {
        before: votes(division, |cast| cast.before),
        after: votes(division, |cast| cast.after),
    });
    let divisions: Vec<HouseDivision> = divisions.filter(|one| !one.after.is_empty()).collect();
    (divisions.len() > 1 || (wanted.keeps_one && !divisions.is_empty())).then(|| {
        RepeatedDivisions {
            made_ms: clock::now().as_millisecond(),
            seed,
            audience,
            model: model.to_owned(),
            named: wanted.model.map(str::to_owned),
            together: wanted.dividing.together,
            telling: wanted.telling,
            both_orders: wanted.in_both_orders().is_some(),
            divisions,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRIDGE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/samples/real/bridge.json"
    );

    #[test]
    fn the_house_is_as_large_as_is_said_or_as_the_model_can_play() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let seated = |wanted, by_profile| host.members(wanted, by_profile, 1).unwrap().len();
        assert_eq!(seated(Some(3), 9), 3);
        assert_eq!(seated(None, 9), 9);
        assert_eq!(seated(None, 0), 1);
        assert_eq!(seated(None, 1_000), HOUSE);
    }

    #[test]
    fn what_was_stopped_or_not_come_to_can_be_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let found = host.finished(BRIDGE, &Given::default()).unwrap();
        let opening = found.state.opening.clone().unwrap();
        let divided = |stopped, failed: Option<&str>, wanted, counted| DividedDebates {
            debates: vec![DividedDebate {
                stopped,
                failed: failed.map(str::to_owned),
                ..unasked(&found, &opening, (5, 1), "m")
            }],
            overall: Overall {
                debates: counted,
                ..Overall::of(&[])
            },
            wanted,
            limit: None,
        };
        assert_eq!(divided(false, None, 1, 1).exit(), Exit::Done);
        assert_eq!(divided(false, Some("gone"), 1, 1).exit(), Exit::ModelFailed);
        assert_eq!(divided(false, Some("gone"), 1, 0).exit(), Exit::NoModel);
        assert_eq!(divided(true, Some("gone"), 1, 1).exit(), Exit::Interrupted);
        assert_eq!(divided(false, None, 2, 1).exit(), Exit::Interrupted);
        let limited = DividedDebates {
            limit: Some("spent".to_owned()),
            ..divided(false, None, 1, 1)
        };
        assert_eq!(limited.exit(), Exit::Interrupted);
    }
}
