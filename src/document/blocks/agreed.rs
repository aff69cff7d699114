//! What is agreed: what the sides have granted each other, and whether both say so.

use std::borrow::Cow;

use super::{Block, Builder, SectionKind, SectionPart, division::section};
use crate::{
    debate::{
        DebateState,
        granted::{Grant, GrantExtent, GrantStanding},
        ids::Seat,
    },
    text::{listed, sentence::in_a_row},
};

impl<'a> Builder<'a> {
    /// The section on what is granted, by its standing; `None` where nothing is.
    pub(super) fn granted(self) -> Option<Block<'a>> {
        let (mut agreed, mut open, mut unconfirmed) = (Vec::new(), Vec::new(), Vec::new());
        for grant in self.state.grants() {
            let name = self.name_within(grant.by);
            let told = told(&grant, &name);
            let claim = grant.claim.trim();
            match self.state.grant_standing(&grant) {
                GrantStanding::Agreed => agreed.push(format!("{told}: {claim}")),
                GrantStanding::Disputed(disputes) => {
                    let disputes = disputes.into_iter();
                    let disputes = disputes.map(|(seat, how)| self.disputed(seat, how.trim()));
                    let texts = [format!("{told}: {claim}")].into_iter().chain(disputes);
                    open.push(in_a_row(&texts.collect::<Vec<_>>()));
                }
                GrantStanding::Unconfirmed(by) => {
                    let by: Vec<String> = by.into_iter().map(|seat| self.party(seat)).collect();
                    let by: Vec<&str> = by.iter().map(String::as_str).collect();
                    let alone = match by.as_slice() {
                        [] => String::new(),
                        some => format!(", confirmed by {} alone", listed(some)),
                    };
                    unconfirmed.push(format!("{told}{alone}: {claim}"));
                }
            }
        }
        let lists = [
            ("Confirmed by both sides", agreed),
            ("Not agreed", open),
            ("Granted, and not confirmed by both sides", unconfirmed),
        ];
        let parts = lists.into_iter().filter(|(_, items)| !items.is_empty());
        let parts = parts.map(|(title, items)| {
            let items = items.into_iter().map(Cow::Owned);
            SectionPart::List(Cow::Borrowed(title), items.collect())
        });
        let agreed = section(SectionKind::Agreed, "What is agreed", parts.collect());
        agreed.map(Block::Section)
    }

    fn disputed(self, seat: &Seat, how: &str) -> String {
        format!("{}: {how}", self.party(seat))
    }
}

/// The grants that nobody disputes, those first that both sides confirm, and those that somebody does: each with how it
/// stands, and its texts as `brief` makes them, which have so many bytes together.
pub(super) fn by_standing(
    state: &DebateState,
    most: usize,
    brief: fn(&str, usize) -> String,
) -> (Vec<String>, Vec<String>) {
    let (mut agreed, mut unconfirmed, mut open) = (Vec::new(), Vec::new(), Vec::new());
    let builder = Builder::of(state);
    for grant in state.grants() {
        let told = told(&grant, &state.name_within(grant.by));
        match state.grant_standing(&grant) {
            GrantStanding::Agreed => {
                let claim = brief(grant.claim, most);
                agreed.push(format!("{told}, confirmed by both sides: {claim}"));
            }
            GrantStanding::Unconfirmed(_) => {
                let claim = brief(grant.claim, most);
                unconfirmed.push(format!("{told}, not confirmed: {claim}"));
            }
            GrantStanding::Disputed(disputes) => {
                // What is in dispute matters more than the claim.
                let claim = brief(grant.claim, most * 3 / 8);
                let each = most / 2 / disputes.len().max(1);
                let disputes = disputes.into_iter();
                let disputes = disputes.map(|(seat, how)| {
                    let how = brief(how, each);
                    builder.disputed(seat, &how)
                });
                let texts = [format!("{told}, not agreed: {claim}")];
                let texts: Vec<String> = texts.into_iter().chain(disputes).collect();
                open.push(in_a_row(&texts));
            }
        }
    }
    agreed.extend(unconfirmed);
    (agreed, open)
}

/// The beginning of what is told of a grant: "PRO-1, conceded by Ada Lovelace".
fn told(grant: &Grant<'_>, name: &str) -> String {
    let how = match grant.extent {
        GrantExtent::Whole => "conceded",
        GrantExtent::Part => "partly conceded",
    };
    match grant.argument {
        Some(argument) => format!("{}, {how} by {name}", argument.id),
        None => format!("Granted by {name}"),
    }
}
