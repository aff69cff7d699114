//! The audience's members, drawn by lot.

use super::shuffle;
use crate::{
    catalog::{Catalog, Prior},
    debate::{ids::Seat, opening::Listener},
    error::Failure,
};

/// An audience as evenly divided as the people at hand allow: one without a view, one of each leaning, and round
/// again, each drawn by lot.
pub(super) fn seated(
    catalog: &Catalog,
    wanted: usize,
    seed: u64,
) -> Result<Vec<Listener>, Failure> {
    let mut groups: [Vec<_>; 3] = Default::default();
    for entry in catalog.members() {
        let group = match entry.value.prior {
            Prior::None => 0,
            Prior::Proposition => 1,
            Prior::Opposition => 2,
        };
        if let Some(group) = groups.get_mut(group) {
            group.push(entry);
        }
    }
    let there: usize = groups.iter().map(Vec::len).sum();
    if wanted > there {
        return Err(Failure::input(format!(
            "{wanted} members of the audience are wanted and {there} are known"
        ))
        .hint("add files to personas/audience, or ask for fewer with --audience"));
    }
    for (salt, group) in groups.iter_mut().enumerate() {
        shuffle(group, seed.wrapping_add(1 + salt as u64));
    }
    let mut seated = Vec::new();
    while seated.len() < wanted {
        for group in &mut groups {
            if seated.len() < wanted
                && let Some(entry) = group.pop()
            {
                seated.push(Listener {
                    seat: Seat::audience(seated.len() + 1),
                    persona: entry.id.clone(),
                    card: entry.value.clone(),
                    own_model: None,
                });
            }
        }
    }
    Ok(seated)
}
