//! A report on nothing; and what the tests of the measures share.

mod planted;
pub(crate) mod sample;

use super::*;

#[test]
fn a_report_has_every_measure_once_and_of_nothing_says_why() {
    let report = Report::of(&DebateState::default(), &Materials::default());
    for (reading, definition) in report.readings.iter().zip(&DEFINITIONS) {
        assert_eq!(reading.measure, definition.measure);
        let Measured::Not { why } = &reading.total else {
            panic!("{}: {:?}", definition.id, reading.total);
        };
        assert!(!why.is_empty(), "{}", definition.id);
    }
    // A debate that was adjourned in the middle of its first speech has words in it, and no speech that counts.
    let why = "no speech has come to its end";
    for measure in [Measure::StylePhrases, Measure::StyleCard] {
        assert_eq!(report.reading(measure).total, Measured::not(why));
    }
    assert_eq!(report.readings.len(), DEFINITIONS.len());
    assert!(texts(&DebateState::default()).is_empty());
}
