//! Flags that name something, beside what there is: seats, themes, people. What is not there is refused, with the flag, the
//! value and the nearest name, before anything is asked of a model.

use crate::{
    catalog::Catalog, config::Overrides, error::Failure, setup::seats::Seats, text::shown::given,
};

/// Refuses a theme that there is not, and a model for a seat that no format has.
///
/// # Errors
/// As said.
pub(super) fn check(catalog: &Catalog, flags: &Overrides) -> Result<(), Failure> {
    if let Some(theme) = &flags.theme {
        catalog
            .theme(theme)
            .map_err(|unknown| Failure::from(unknown).of("--theme"))?;
    }
    let seats = Seats::of_all(catalog);
    for (seat, _) in &flags.seat_models {
        if !seats.have(seat) {
            return Err(Failure::input(format!(
                "--seat: no format has a seat `{}`",
                given(seat.as_str())
            ))
            .hint(seats.expected(seat)));
        }
    }
    Ok(())
}

/// Refuses speakers whom nobody knows.
///
/// # Errors
/// The first of them, with the nearest name.
pub(super) fn people(catalog: &Catalog, flag: &str, names: &[String]) -> Result<(), Failure> {
    for name in names {
        catalog
            .persona(name)
            .map_err(|unknown| Failure::from(unknown).of(flag))?;
    }
    Ok(())
}
