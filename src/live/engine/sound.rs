//! Checks of structured answers: what is wrong with a value that has the right shape, told so that the model that gave it
//! can do better.

use crate::{
    debate::{
        answer::{
            ArgumentPoint, Ballot, DirectVerdict, PoiOffer, SpeakerAssessment, SpeechArguments,
            Vote,
        },
        ask::When,
        decide::Answer,
    },
    text::count_words,
};

pub(super) fn full_name(said: &str, names: &[(String, String)]) -> Option<String> {
    let said = said.trim();
    if said.is_empty() {
        return None;
    }
    let lower = said.to_lowercase();
    names
        .iter()
        .find(|(full, short)| full.eq_ignore_ascii_case(said) || short.eq_ignore_ascii_case(said))
        .or_else(|| {
            names.iter().find(|(full, short)| {
                lower.contains(&short.to_lowercase()) || full.to_lowercase().contains(&lower)
            })
        })
        .map(|(full, _)| full.clone())
}

pub(super) fn offer_is_sound(
    offer: &PoiOffer,
    names: &[(String, String)],
    words: u32,
) -> Result<(), String> {
    // That somebody rises who is nobody comes to the same, and the floor waits: it is not asked again.
    if !offer.rises || offer.speaker.trim().is_empty() {
        return Ok(());
    }
    if full_name(&offer.speaker, names).is_none() {
        let may: Vec<&str> = names.iter().map(|(full, _)| full.as_str()).collect();
        return Err(format!("\"speaker\" must be one of: {}", may.join(", ")));
    }
    match count_words(&offer.point) {
        0 => Err("\"point\" must hold the point when somebody rises".to_owned()),
        n if n > words + words / 2 => Err(format!("\"point\" has {n} words; it may have {words}")),
        _ => Ok(()),
    }
}

pub(super) fn arguments_are_sound(said: &SpeechArguments) -> Result<(), String> {
    if said.arguments.iter().any(ArgumentPoint::is_said) {
        return Ok(());
    }
    Err("\"arguments\" needs two to four entries, each with its \"claim\"".to_owned())
}

/// What a speech argued, without entries that claim nothing.
pub(super) fn with_claims(mut said: SpeechArguments) -> Answer {
    said.arguments.retain(ArgumentPoint::is_said);
    Answer::Arguments(said)
}

pub(super) fn ballot_is_sound(ballot: &Ballot, when: When) -> Result<(), String> {
    if when == When::After && ballot.vote == Vote::Undecided {
        return Err("\"vote\" must be \"aye\" or \"no\": there are two doors".to_owned());
    }
    Ok(())
}

pub(super) fn verdict_is_sound(verdict: &DirectVerdict) -> Result<(), String> {
    if verdict.vote == Vote::Undecided {
        return Err("\"vote\" must be \"aye\" or \"no\"".to_owned());
    }
    Ok(())
}

pub(super) fn assessment_is_sound(one: &SpeakerAssessment) -> Result<(), String> {
    if one.effectiveness.is_finite() && one.persona_fidelity.is_finite() {
        return Ok(());
    }
    Err("\"effectiveness\" and \"persona_fidelity\" must be numbers from 1 to 10".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<(String, String)> {
        vec![
            ("John Stuart Mill".into(), "Mill".into()),
            ("Mary Wollstonecraft".into(), "Wollstonecraft".into()),
        ]
    }

    fn offer(speaker: &str, point: &str) -> PoiOffer {
        PoiOffer {
            weakness: String::new(),
            rises: true,
            speaker: speaker.into(),
            point: point.into(),
        }
    }

    #[test]
    fn whoever_rises_must_be_there_and_brief() {
        assert_eq!(
            offer_is_sound(&offer("Mr Mill", "Who pays?"), &names(), 5),
            Ok(())
        );
        assert_eq!(
            full_name("mary wollstonecraft", &names()).as_deref(),
            Some("Mary Wollstonecraft")
        );
        assert!(
            offer_is_sound(&offer("Napoleon", "Who?"), &names(), 5)
                .unwrap_err()
                .contains("Mill")
        );
        assert!(offer_is_sound(&offer("Mill", ""), &names(), 5).is_err());
        assert!(offer_is_sound(&offer("Mill", &"word ".repeat(9)), &names(), 5).is_err());
        let seated = PoiOffer {
            rises: false,
            ..offer("", "")
        };
        assert_eq!(offer_is_sound(&seated, &names(), 5), Ok(()));
    }

    #[test]
    fn after_the_debate_there_are_two_doors() {
        let ballot = Ballot {
            reason: String::new(),
            vote: Vote::Undecided,
        };
        assert_eq!(ballot_is_sound(&ballot, When::Before), Ok(()));
        assert!(ballot_is_sound(&ballot, When::After).is_err());
    }
}
