//! Values of flags that are more than a word or a number.

use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::{
    bounds::{CALL, COLUMNS, ROWS, THREADS},
    clock,
    debate::{ask::Role, ids::Seat},
    export::Form,
    journal::Tag,
    text::shown::given,
};

/// A number of threads, or none: a variable of the environment that is empty counts as one that is not set.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct Threads(pub(in crate::cli) Option<u16>);

pub(super) fn threads(text: &str) -> Result<Threads, String> {
    if text.trim().is_empty() {
        return Ok(Threads(None));
    }
    THREADS.whole()(text).map(|number| Threads(Some(number)))
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((left, right)) if !left.is_empty() && !right.is_empty() => {
            Ok((left.to_owned(), right.to_owned()))
        }
        _ => Err("expected NAME=MODEL".to_owned()),
    }
}

/// What stands for the debate that a branch parts from, where nobody names another one to see it beside.
pub(in crate::cli) const PARENT: &str = "";

/// A seat and the persona who takes it.
pub(super) fn persona(text: &str) -> Result<(Seat, String), String> {
    match text.split_once('=') {
        Some((seat, id)) if !seat.is_empty() && !id.is_empty() => {
            Ok((Seat::named(seat), id.to_owned()))
        }
        _ => Err("expected SEAT=ID, such as opp.2=ada-lovelace".to_owned()),
    }
}

pub(super) fn role(text: &str) -> Result<(Role, String), String> {
    let (name, model) = pair(text)?;
    let role = Role::ALL
        .into_iter()
        .find(|role| role.word() == name)
        .ok_or_else(|| {
            let known: Vec<&str> = Role::ALL.iter().map(|role| role.word()).collect();
            format!(
                "there is no role \"{}\"; the roles are {}",
                given(&name),
                known.join(", ")
            )
        })?;
    Ok((role, model))
}

/// The forms of exports, each by its name.
pub(super) fn form() -> impl TypedValueParser<Value = Form> {
    let offered = Form::ALL.map(|form| PossibleValue::new(form.name()).help(form.about()));
    PossibleValuesParser::new(offered).try_map(|name| {
        let mut forms = Form::ALL.into_iter();
        forms.find(|form| form.name() == name).ok_or("no such form")
    })
}

pub(super) fn size(text: &str) -> Result<(u16, u16), String> {
    let parsed = text
        .split_once('x')
        .and_then(|(cols, rows)| Some((cols.parse().ok()?, rows.parse().ok()?)));
    parsed
        .filter(|(cols, rows): &(u16, u16)| {
            COLUMNS.holds((*cols).into()) && ROWS.holds((*rows).into())
        })
        .ok_or_else(|| {
            format!("expected columns from {COLUMNS} and rows from {ROWS}, such as 120x40")
        })
}

/// A place in the record of a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum BranchPlace {
    /// The line of that number, of those for programs.
    Line(u64),
    /// A time, as a replay shows it.
    Time(Duration),
}

/// A place in the record of a debate: the number of a line, or a time such as 12:30 or 1:02:30.
pub(super) fn place(text: &str) -> Result<BranchPlace, String> {
    let parsed = if text.contains(':') {
        time(text).map(BranchPlace::Time)
    } else {
        text.parse().ok().map(BranchPlace::Line)
    };
    parsed.ok_or_else(|| {
        "expected a time as a replay shows it, such as 12:30, or the seq of a line of --output jsonl, such as 412"
            .to_owned()
    })
}

/// A time in minutes and seconds, with hours before them where there are any.
fn time(text: &str) -> Option<Duration> {
    let parts: Option<Vec<u32>> = text.split(':').map(|part| part.parse().ok()).collect();
    let (hours, minutes, seconds) = match *parts?.as_slice() {
        [minutes, seconds] => (0, minutes, seconds),
        [hours, minutes, seconds] if minutes < 60 => (hours, minutes, seconds),
        _ => return None,
    };
    let whole = (u64::from(hours) * 60 + u64::from(minutes)) * 60 + u64::from(seconds);
    (seconds < 60).then_some(Duration::from_secs(whole))
}

/// A day, a time, or so long ago, as milliseconds since the Unix epoch.
pub(super) fn since(text: &str) -> Result<i64, String> {
    let now = clock::now().to_zoned(jiff::tz::TimeZone::system());
    let ago = || {
        text.parse::<jiff::Span>()
            .ok()
            .map(jiff::Span::abs)
            .filter(|span| !span.is_zero())
    };
    let at = if let Ok(time) = text.parse::<jiff::Timestamp>() {
        Some(time)
    } else if let Ok(time) = text.parse::<jiff::civil::DateTime>() {
        time.to_zoned(now.time_zone().clone())
            .ok()
            .map(|time| time.timestamp())
    } else {
        ago()
            .and_then(|span| now.checked_sub(span).ok())
            .map(|time| time.timestamp())
    };
    at.map(jiff::Timestamp::as_millisecond).ok_or_else(|| {
        "expected a day such as 2026-05-01, a time, or so long ago, such as 12h or 3d".to_owned()
    })
}

/// A tag of debates.
pub(super) fn tag(text: &str) -> Result<Tag, String> {
    Tag::of(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_checked() {
        assert_eq!(role("judge=m").unwrap(), (Role::Judge, "m".to_owned()));
        assert!(role("jugde=m").unwrap_err().contains("judge"));
        assert_eq!(size("80x24").unwrap(), (80, 24));
        assert_eq!(since("1970-01-02T00:00:00Z"), Ok(86_400_000));
        assert!(since("3d").unwrap() > since("2w").unwrap());
        assert!(
            since("2026-05-01").is_ok() && since("yesterdayish").is_err() && since("").is_err()
        );
        assert_eq!(place("412"), Ok(BranchPlace::Line(412)));
        for (text, seconds) in [
            ("12:30", 750),
            ("0:00", 0),
            ("90:05", 5405),
            ("1:02:30", 3750),
        ] {
            let time = Duration::from_secs(seconds);
            assert_eq!(place(text), Ok(BranchPlace::Time(time)));
        }
        for wrong in ["", "-1", "12.5", "1:60", "1:60:00", ":30", "1:2:3:4"] {
            assert!(place(wrong).unwrap_err().contains("12:30"), "{wrong}");
        }
        for wrong in ["80", "8x2", "99999x99999", "401x40", "120x201"] {
            let said = size(wrong).unwrap_err();
            assert!(
                said.contains("columns from 40 to 400 and rows from 12 to 200"),
                "{said}"
            );
        }
    }
}

/// The selection of calls to models that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum ShownCalls {
    /// All of them, in a table.
    All,
    /// The prompt of one, by its number.
    Prompt(u32),
}

/// The word for all of them.
pub(super) const ALL_CALLS: &str = "all";

/// Parses the selection of calls that is to be shown.
pub(super) fn shown_calls(text: &str) -> Result<ShownCalls, String> {
    if text == ALL_CALLS {
        return Ok(ShownCalls::All);
    }
    CALL.whole()(text).map(ShownCalls::Prompt)
}
