//! Positions: whether what speakers claimed is what they are known to have held.

use std::collections::BTreeMap;

use super::{
    by::By,
    definition::Measure,
    materials::{Judge, Stand},
    measured::MeasureResult,
    said::{SpokenClaim, Voice},
};
use crate::debate::ids::Seat;

/// The number of a speaker's claims that are looked at, the first ones first.
pub(super) const MOST_CLAIMS: usize = 12;

/// The accuracy and the coverage.
pub(super) fn readings(
    voices: &[Voice<'_>],
    claims: &[SpokenClaim<'_>],
    judge: &Judge,
) -> [MeasureResult; 2] {
    let mut accuracy = BTreeMap::new();
    let mut coverage = BTreeMap::new();
    let by = match judge {
        Judge::Asked(answers) => By::Judge(answers.model.clone()),
        Judge::NotAsked(_) => By::Count,
    };
    for voice in voices {
        let seat = voice.seat();
        let claims = claims.iter().filter(|claim| &claim.turn.seat == seat);
        let (accurate, covered) = match stands(voice, claims.count(), judge) {
            Err(why) => (Err(why.clone()), Err(why)),
            Ok(stands) => {
                let count = |wanted| stands.iter().filter(|one| **one == wanted).count();
                let agrees = count(Stand::Agrees);
                let bears = agrees + count(Stand::Contradicts);
                (Ok((agrees, bears)), Ok((bears, stands.len())))
            }
        };
        accuracy.insert(seat.clone(), accurate);
        coverage.insert(seat.clone(), covered);
    }
    let none = "no claim touches a documented position";
    [
        MeasureResult::shares(Measure::PositionAccuracy, &by, accuracy, none),
        MeasureResult::shares(Measure::PositionCoverage, &by, coverage, super::NO_CLAIMS),
    ]
}

fn stands(voice: &Voice<'_>, claims: usize, judge: &Judge) -> Result<Vec<Stand>, String> {
    if claims == 0 {
        return Err(super::NO_CLAIMS.to_owned());
    }
    if voice.speaker.card.positions.is_empty() {
        let name = &voice.speaker.card.short;
        return Err(format!("no documented position on the card of {name}"));
    }
    match judge {
        Judge::NotAsked(why) => Err(why.clone()),
        Judge::Asked(answers) => match answers.positions.get(voice.seat()) {
            Some(Ok(stands)) => Ok(stands.clone()),
            Some(Err(why)) => Err(format!("{} gave nothing of use: {why}", answers.model)),
            None => Err(format!("{} was not asked", answers.model)),
        },
    }
}

/// The claims of a speaker that are looked at.
pub(super) fn looked_at<'a>(
    claims: &'a [SpokenClaim<'a>],
    seat: &Seat,
) -> Vec<&'a SpokenClaim<'a>> {
    let own = claims.iter().filter(|claim| &claim.turn.seat == seat);
    own.take(MOST_CLAIMS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Materials, Measured, Report, materials::Answers, tests::sample};

    #[test]
    fn accuracy_is_of_the_claims_on_which_a_position_bears() {
        let mut debate = sample::SampleDebate::new();
        let claims = ["Roads feed", "Trade pays", "Tolls hurt", "It rains"].map(|one| (one, ""));
        debate.speech("prop.1", "One.", &claims);
        debate.speech("opp.1", "Two.", &[("It snows", "")]);
        let answers = Answers {
            model: "wise".to_owned(),
            positions: [
                (
                    Seat::new("prop", 1),
                    Ok(vec![
                        Stand::Agrees,
                        Stand::Agrees,
                        Stand::Contradicts,
                        Stand::Neither,
                    ]),
                ),
                (Seat::new("opp", 1), Ok(vec![Stand::Neither])),
            ]
            .into(),
            ..Answers::default()
        };
        let materials = Materials {
            judge: Judge::Asked(answers),
            ..Materials::default()
        };
        let report = Report::of(&debate.state, &materials);
        let by = By::Judge("wise".to_owned());
        let accuracy = report.reading(Measure::PositionAccuracy);
        assert_eq!(
            accuracy.total,
            Measured::Is {
                value: 2.0 / 3.0,
                of: 3,
                by: by.clone()
            }
        );
        assert_eq!(
            accuracy.speakers[&Seat::new("opp", 1)],
            Measured::not("no claim touches a documented position")
        );
        // Three of five.
        assert_eq!(
            report.reading(Measure::PositionCoverage).total,
            Measured::Is {
                value: 0.6,
                of: 5,
                by
            }
        );
    }
}
