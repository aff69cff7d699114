//! `hustings judge`: a debate that is over, before several judges at once, and how far they agree. The journal stays as
//! it is.

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Value, json};

use super::{
    flags::{self, Seats},
    ground::Ground,
    out, spend,
    table::table,
};
use crate::{
    catalog::{Rubric, Scored},
    debate::{
        DebateState,
        agreement::Agreement,
        ask::{Ask, Role},
        decide,
        ids::{DebateId, Seat},
        missing,
        scores::{Items, Judgement, Marks, Scores, Standing},
        state::Turn,
    },
    engine,
    error::{Exit, Failure},
    llm::{ModelError, roster::Assigned},
};

/// What a judge gave, and which model that was.
struct Seated {
    seat: Seat,
    model: String,
    report: Result<Judgement, ModelError>,
}

/// Everything that is known once the judges are done.
struct Hearing<'a> {
    debate: &'a DebateId,
    state: &'a DebateState,
    rubric: &'a Rubric,
    items: Items,
    bench: Vec<Seated>,
    scores: Option<Scores>,
    agreement: Option<Agreement>,
}

/// `hustings judge`.
pub(super) async fn run(
    ground: &Ground,
    id: &str,
    judges: usize,
    as_json: bool,
) -> Result<Exit, Failure> {
    let journal = ground.journal()?;
    let debate = journal.find(id)?;
    let state = DebateState::fold(&journal.load(&debate)?);
    let Some(opening) = state.opening.as_deref().filter(|_| state.is_closed()) else {
        return Err(
            Failure::input(format!("the debate {} is not over", debate.short())).hint(format!(
                "take it up first: hustings resume {}",
                debate.short()
            )),
        );
    };
    let rubric = opening
        .format
        .rubric
        .clone()
        .or_else(Rubric::usual)
        .ok_or_else(|| Failure::internal("the usual rubric cannot be read"))?;
    let items = decide::items(&state, opening, rubric.of);
    if items.is_empty() || state.speeches().all(Turn::is_empty) {
        return Err(Failure::input(format!(
            "there is nothing to judge in the debate {}: {}",
            debate.short(),
            match rubric.of {
                Scored::Arguments => "no argument was handed in",
                Scored::Speakers | Scored::Sides if state.speeches().next().is_some() => {
                    "every speech of it is empty"
                }
                Scored::Speakers | Scored::Sides => "nobody has spoken",
            }
        ))
        .hint("see what there is of it: hustings show"));
    }
    flags::seats(
        &ground.overrides,
        &Seats::of_opening(opening, 0, judges),
        &format!("the debate {}", debate.short()),
    )?;
    let account = ground.account();
    let roster = ground
        .roster(&ground.overrides_behind(&opening.launch))
        .await?
        .on(&account);
    let seats = (1..=judges).map(Seat::judge);
    let asked: Vec<&Assigned> = seats
        .map(|seat| roster.assigned(Role::Judge, Some(&seat)))
        .collect();
    spend::can_be_kept_by(ground.settings.limits.max_cost, asked)?;
    let prompts = ground.prompts()?;
    // What is too long for one judge is too long for all: said before anybody is asked.
    let first = Seat::judge(1);
    let ask = Ask::Judge {
        judge: first.clone(),
    };
    let seen = engine::before_judges(&state, &roster, &rubric, judges);
    engine::fits(&seen, (&prompts, &roster), &ask, Some(&first)).map_err(|long| {
        Failure::no_model(long.to_string()).hint(
            "choose a model with a larger context (--role judge=MODEL), or, if it has more than that, say so in \
             profiles.toml (context = N)",
        )
    })?;
    if state.speeches().any(Turn::is_empty)
        && let Some(told) = missing::told(&state, &missing::missing(&state))
    {
        out::say(&format!("The judges read what there is. {told}"));
    }
    out::say(&match judges {
        1 => "One judge is reading the debate …".to_owned(),
        many => format!("{many} judges are reading the debate …"),
    });
    let reports = engine::judge_again(&seen, &prompts, &roster, judges).await;
    let bench: Vec<Seated> = reports
        .into_iter()
        .map(|(seat, report)| Seated {
            model: roster
                .assigned(Role::Judge, Some(&seat))
                .model
                .label()
                .to_owned(),
            seat,
            report,
        })
        .collect();
    let given: Vec<&BTreeMap<String, Marks>> = bench
        .iter()
        .filter_map(|one| Some(&one.report.as_ref().ok()?.marks))
        .collect();
    let scores = Scores::of(&rubric, &items, &given);
    let agreement = Agreement::of(&rubric, &items, &given);
    let hearing = Hearing {
        debate: &debate,
        state: &state,
        rubric: &rubric,
        items,
        bench,
        scores,
        agreement,
    };
    let text = if as_json {
        format!("{:#}\n", hearing.json())
    } else {
        hearing.text()
    };
    out::print(|out| out.write_all(text.as_bytes()))?;
    if let Some(limit) = account.ended() {
        out::say(&limit);
        return Ok(Exit::Interrupted);
    }
    let is_lacking = hearing.bench.iter().any(|one| one.report.is_err());
    Ok(Exit::of_asked(hearing.given().next().is_some(), is_lacking))
}

impl Hearing<'_> {
    fn name(&self, id: &str, side: &str) -> String {
        match self.rubric.of {
            Scored::Arguments => id.to_owned(),
            Scored::Speakers => self.state.name(&Seat::named(id)),
            Scored::Sides => side.to_owned(),
        }
    }

    /// The judges whose reports are of use, with the number of their seat.
    fn given(&self) -> impl Iterator<Item = (usize, &Seated, &Judgement)> {
        self.bench.iter().filter_map(|one| {
            let report = one.report.as_ref().ok()?;
            Some((one.seat.number().unwrap_or(0), one, report))
        })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(opening) = self.state.opening.as_deref() {
            let _ = writeln!(text, "{}", opening.motion.motion);
            let by = match opening.format.rubric {
                Some(_) => "by its own rubric",
                None => "by the usual rubric: it has none of its own",
            };
            let _ = writeln!(text, "{}, judged again {by}\n", opening.format.name);
        }
        for (number, seated, _) in self.given() {
            let _ = writeln!(text, "Judge {number}: {}", seated.model);
        }
        for one in &self.bench {
            if let Err(error) = &one.report {
                let number = one.seat.number().unwrap_or(0);
                let _ = writeln!(
                    text,
                    "Judge {number}: {} gave nothing of use: {error}",
                    one.model
                );
                if let Some(hint) = error.hint() {
                    let _ = writeln!(text, "  hint: {hint}");
                }
            }
        }
        let Some(scores) = &self.scores else {
            return text;
        };
        let _ = writeln!(
            text,
            "\nTotals, {} to {}",
            self.rubric.lowest, self.rubric.highest
        );
        text += &table(&self.totals(scores));
        Self::sides(scores, &mut text);
        self.agreement(&mut text);
        for (number, _, report) in self.given() {
            let _ = writeln!(text, "\nJudge {number} finds: {}", report.key_insight);
        }
        text
    }

    /// What each judge gave, side by side.
    fn totals(&self, scores: &Scores) -> Vec<Vec<String>> {
        let heads = self.given().map(|(number, _, _)| format!("Judge {number}"));
        let mut rows: Vec<Vec<String>> =
            vec![std::iter::once(String::new()).chain(heads).collect()];
        let several = scores.judges > 1;
        if let Some(head) = rows.first_mut().filter(|_| several) {
            head.push("mean".to_owned());
        }
        for (id, _, side) in &self.items {
            let mut row = vec![self.name(id, side)];
            row.extend(self.given().map(|(_, _, report)| {
                report.marks.get(id).map_or_else(String::new, |marks| {
                    let total = format!("{:.2}", marks.total(self.rubric));
                    match marks.standing {
                        Some(standing) => format!("{total} {}", standing.told()),
                        None => total,
                    }
                })
            }));
            let mean = scores.totals.iter().find(|one| &one.id == id);
            if let Some(mean) = mean.filter(|_| several) {
                row.push(format!("{:.2}", mean.total));
            }
            rows.push(row);
        }
        rows
    }

    fn sides(scores: &Scores, text: &mut String) {
        let _ = writeln!(text, "\nSides");
        let rows = scores.sides.iter().map(|side| {
            vec![
                format!("{}. {}", side.rank, side.name),
                format!("{:.2}", side.score),
            ]
        });
        *text += &table(&rows.collect::<Vec<_>>());
        if scores.sides.len() > 1 {
            let _ = writeln!(
                text,
                "{:.2} apart: {}.",
                scores.gap,
                scores.closeness.told()
            );
        }
    }

    fn agreement(&self, text: &mut String) {
        let Some(agreement) = &self.agreement else {
            return;
        };
        let _ = writeln!(
            text,
            "\nHow far {} judges are apart, on average over what they judged",
            agreement.judges
        );
        let word = |text: &str| text.to_owned();
        let mut rows = vec![vec![String::new(), word("deviation"), word("range")]];
        let row = |name: &str, spread: &crate::debate::agreement::Spread| {
            vec![
                name.to_owned(),
                format!("{:.2}", spread.deviation),
                format!("{:.2}", spread.range),
            ]
        };
        for (id, spread) in &agreement.dimensions {
            let dimension = self.rubric.dimensions.iter().find(|one| &one.id == id);
            rows.push(row(dimension.map_or(id, |one| &one.name), spread));
        }
        rows.push(row("Total", &agreement.total));
        *text += &table(&rows);
        if let Some(standings) = &agreement.standings {
            let _ = writeln!(
                text,
                "All agree on what became of {:.0} % of {} arguments; Fleiss' kappa is {:.2} (1 is agreement, 0 chance).",
                standings.unanimous * 100.0,
                standings.arguments,
                standings.kappa
            );
        }
    }

    fn json(&self) -> Value {
        let judges: Vec<Value> = self.bench.iter().map(|one| self.judge(one)).collect();
        let scores = self.scores.as_ref().map(|scores| {
            let totals: BTreeMap<&str, f64> = scores
                .totals
                .iter()
                .map(|one| (one.id.as_str(), one.total))
                .collect();
            json!({
                "judges": scores.judges,
                "totals": totals,
                "sides": scores.sides,
                "gap": scores.gap,
                "closeness": scores.closeness,
            })
        });
        let agreement = self.agreement.as_ref().map(|agreement| {
            let dimensions: serde_json::Map<String, Value> = agreement
                .dimensions
                .iter()
                .map(|(id, spread)| (id.clone(), json!(spread)))
                .collect();
            json!({
                "judges": agreement.judges,
                "dimensions": dimensions,
                "total": agreement.total,
                "standings": agreement.standings,
            })
        });
        let opening = self.state.opening.as_deref();
        json!({
            "debate": self.debate,
            "motion": opening.map(|opening| &opening.motion.motion),
            "format": opening.map(|opening| &opening.format_id),
            "rubric": self.rubric,
            "judges": judges,
            "scores": scores,
            "agreement": agreement,
        })
    }

    fn judge(&self, one: &Seated) -> Value {
        let report = match &one.report {
            Ok(report) => report,
            Err(error) => {
                let raw = match error {
                    ModelError::Shape { raw, .. } => raw.as_str(),
                    _ => "",
                };
                return json!({
                    "seat": one.seat,
                    "model": one.model,
                    "unusable": {"reason": error.to_string(), "raw": raw},
                });
            }
        };
        let marks: serde_json::Map<String, Value> = self
            .items
            .iter()
            .filter_map(|(id, _, _)| Some((id.clone(), self.marks(report.marks.get(id)?))))
            .collect();
        json!({
            "seat": one.seat,
            "model": one.model,
            "marks": marks,
            "key_insight": report.key_insight,
            "unresolved_questions": report.unresolved_questions,
            "recommendation": report.recommendation,
        })
    }

    fn marks(&self, marks: &Marks) -> Value {
        json!({
            "scores": marks.scores,
            "total": marks.total(self.rubric),
            "standing": marks.standing.map(Standing::word),
            "reason": marks.reason,
            "fallacies": marks.fallacies,
            "strengths": marks.strengths,
            "weaknesses": marks.weaknesses,
        })
    }
}
