//! How far a judge's readings agree: with themselves over several times, and over several models.

use super::cell;
use crate::{
    cli::{layout::Sheet, table::table},
    eval::{Alike, Measure, Report},
};

/// A row for each measure and model that read the same twice, and for each measure that two models read; empty where
/// everything was read once.
pub(super) fn agreement(report: &Report, width: usize) -> String {
    if report.agreement.is_empty() {
        return String::new();
    }
    let head = ["", "things", "equal", "alpha", "of"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for (measure, found) in &report.agreement {
        let repeats = found.repeats.iter();
        rows.extend(repeats.map(|(model, alike)| row(*measure, alike, model)));
        rows.extend(
            found
                .models
                .iter()
                .map(|alike| row(*measure, alike, "the models")),
        );
    }
    let mut sheet = Sheet::new(width);
    sheet.heading(
        "Equal: the share of pairs of readings of the same thing that are equal. Alpha is Krippendorff's: 1 where they \
         agree, 0 where as by chance; it has none where all readings are the same.",
    );
    format!(
        "\nAgreement of the judge's readings\n{}{}",
        table(&rows),
        sheet.into_string()
    )
}

fn row(measure: Measure, alike: &Alike, of: &str) -> Vec<String> {
    vec![
        measure.definition().name.to_owned(),
        alike.things.to_string(),
        cell(Some(alike.equal)),
        cell(alike.alpha),
        of.to_owned(),
    ]
}
