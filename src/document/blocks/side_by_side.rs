//! How far apart the marks of judges are, and whether they agree with the order in which the judge ranks side by side.

use super::{Builder, SectionPart, Tone, part::line};
use crate::{
    debate::{ids::Seat, side_by_side::SideBySide},
    text::upper_first,
};

impl<'a> Builder<'a> {
    /// The spread of marks and the rankings, a line for each judge: of whoever gives the direct verdict, or of those who
    /// give reports. Nothing where none has ranked.
    pub(super) fn marks_side_by_side(self, of_verdict: bool) -> Vec<SectionPart<'a>> {
        let all = self.state.side_by_side();
        let all = all
            .iter()
            .filter(|one| (*one.judge == Seat::house()) == of_verdict);
        let told = all.map(|one| self.marks_beside_ranking(one));
        told.map(|told| line(Tone::Quiet, told)).collect()
    }

    fn marks_beside_ranking(self, one: &SideBySide<'_>) -> String {
        let judge = self.state.leaning_name(one.judge);
        let order = one.ranking.iter().map(|id| self.called(id));
        let order: Vec<String> = order.collect();
        let mut told = format!(
            "{judge}, side by side, the best first: {}.",
            order.join(", ")
        );
        if let Some(spread) = one.spread {
            let (deviation, range) = (spread.deviation, spread.range);
            told = format!(
                "{told} The marks spread by {deviation:.2} (standard deviation), {range:.2} from the lowest to the highest"
            );
            told = match one.agreement {
                Some(tau) => format!(
                    "{told}, and agree with that order by {tau:.2} (Kendall's tau-b; 1 is the same order, -1 the reverse)."
                ),
                None => format!("{told}: all have the same, and no order to agree with."),
            };
        }
        upper_first(&told)
    }
}
