//! When a debate was held, as people write it, in one form: a decade, a year, a month, a day or a minute.

use crate::text::{cut::shortened, sanitize::sanitize_line};

/// Bytes of a date that stand in a message.
const SHOWN: usize = 80;
/// The months, by the three letters with which their names begin.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
/// The names of the months.
const NAMES: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A date as it is kept: "1860s", "2019", "2019-11", "2019-11-21" or "2019-11-21 19:30". It is read in these forms and as
/// people write it: "21 November 2019", "Nov. 2019", "21.11.2019". Empty stays empty.
///
/// # Errors
/// It is no date, says no year, or may be two days, for people.
pub(super) fn read(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() || is_kept(text) {
        return Ok(text.to_owned());
    }
    let shown = || shortened(&sanitize_line(text), SHOWN);
    let no_date = || {
        format!(
            "\"{}\" is no date; expected one such as 2019-11-21, 21 November 2019, 2019-11 or 2019",
            shown()
        )
    };
    if let Some(day) = timed(text) {
        return Ok(day);
    }
    let (mut day, mut month, mut year) = (None, None, None);
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    let words: Vec<String> = words
        .map(|word| word.trim_end_matches('.').to_lowercase())
        .filter(|word| !word.is_empty() && word != "of" && word != "the" && !is_weekday(word))
        .collect();
    // "the 1860s"
    if let [one] = words.as_slice()
        && is_kept(one)
    {
        return Ok(one.clone());
    }
    if let [one] = words.as_slice()
        && let Some(numbers) = numbers(one)
    {
        return numeric(numbers)
            .unwrap_or_else(|| Err(no_date()))
            .map_err(|why| why.replace("{}", &shown()));
    }
    for word in &words {
        if let Some(number) = month_of(word) {
            month.replace(number).map_or(Ok(()), |_| Err(no_date()))?;
        } else {
            let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
            let ending = word.get(digits.len()..).unwrap_or_default();
            let is_ordinal = matches!(ending, "" | "st" | "nd" | "rd" | "th");
            let number: u32 = digits.parse().map_err(|_| no_date())?;
            let to = if digits.len() == 4 && ending.is_empty() {
                &mut year
            } else if is_ordinal && digits.len() <= 2 {
                &mut day
            } else {
                return Err(no_date());
            };
            to.replace(number).map_or(Ok(()), |_| Err(no_date()))?;
        }
    }
    match (year, month, day) {
        (Some(year), None, None) => Ok(format!("{year:04}")),
        (Some(year), Some(month), None) => Ok(format!("{year:04}-{month:02}")),
        (Some(year), Some(month), Some(day)) => dated(year, month, day).ok_or_else(no_date),
        (None, Some(month), Some(day)) if dated(2000, month, day).is_some() => Err(format!(
            "\"{}\" is a day without a year: write the year, too, such as 2019-{month:02}-{day:02}",
            shown()
        )),
        (None, Some(month), None) => Err(format!(
            "\"{}\" is a month without a year: write the year, too, such as 2019-{month:02}",
            shown()
        )),
        (_, _, _) => Err(no_date()),
    }
}

/// Whether it is in a form in which dates are kept.
pub(super) fn is_kept(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if let Some(decade) = text.strip_suffix('s') {
        return decade.len() == 4 && is_digits(decade) && decade.ends_with('0');
    }
    let (day, time) = match text.split_once(' ') {
        Some((day, time)) => (day, Some(time)),
        None => (text, None),
    };
    if time.is_some_and(|time| day.len() != 10 || !is_time(time)) {
        return false;
    }
    let day = match day.len() {
        4 => format!("{day}-01-01"),
        7 => format!("{day}-01"),
        _ => day.to_owned(),
    };
    day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok()
}

fn is_time(text: &str) -> bool {
    text.len() == 5 && text.parse::<jiff::civil::Time>().is_ok()
}

/// A day with a time behind it, as machines write it: "2019-11-21T19:30:00Z".
fn timed(text: &str) -> Option<String> {
    let (day, time) = text.split_once(['T', ' '])?;
    let kept = format!("{day} {}", time.get(..5)?);
    (day.len() == 10 && is_kept(&kept)).then_some(kept)
}

fn is_weekday(word: &str) -> bool {
    ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        .iter()
        .any(|day| word.starts_with(day) && (word.len() == 3 || word.ends_with("day")))
}

fn month_of(word: &str) -> Option<u32> {
    let is_it = |(at, name): (usize, &&str)| {
        let short = MONTHS.get(at).copied().unwrap_or_default();
        (word == *name || word == short || (word == "sept" && short == "sep")).then_some(at)
    };
    let at = NAMES.iter().enumerate().find_map(is_it)?;
    u32::try_from(at + 1).ok()
}

/// The numbers of "21.11.2019" or "21/11/2019", with the sign between them.
fn numbers(word: &str) -> Option<(Vec<u32>, char)> {
    let sign = word.chars().find(|c| matches!(c, '.' | '/' | '-'))?;
    let numbers: Option<Vec<u32>> = word
        .split(sign)
        .map(|part| part.parse().ok().filter(|_| part.len() <= 4))
        .collect();
    Some((numbers?, sign))
}

/// A date in numbers alone; `None` where it is none. In a message `{}` stands for the date.
fn numeric((numbers, sign): (Vec<u32>, char)) -> Option<Result<String, String>> {
    match *numbers.as_slice() {
        [year, month, day] if year > 999 => dated(year, month, day).map(Ok),
        [day, month, year] if year > 999 && sign == '.' => dated(year, month, day).map(Ok),
        [one, other, year] if year > 999 => {
            match (dated(year, other, one), dated(year, one, other)) {
                (Some(day), Some(same)) if day == same => Some(Ok(day)),
                (Some(day), Some(month)) => Some(Err(format!(
                    "\"{{}}\" may be {day} or {month}: write it so"
                ))),
                (Some(only), None) | (None, Some(only)) => Some(Ok(only)),
                (None, None) => None,
            }
        }
        [month, year] if year > 999 && (1..=12).contains(&month) => {
            Some(Ok(format!("{year:04}-{month:02}")))
        }
        [one, other] if dated(2000, one, other).is_some() || dated(2000, other, one).is_some() => {
            Some(Err(
                "\"{}\" is a day without a year: write the year, too, such as 2019-11-21"
                    .to_owned(),
            ))
        }
        _ => None,
    }
}

fn dated(year: u32, month: u32, day: u32) -> Option<String> {
    let kept = format!("{year:04}-{month:02}-{day:02}");
    is_kept(&kept).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them_and_kept_in_one_form() {
        for (text, kept) in [
            ("", ""),
            ("1860s", "1860s"),
            ("the 1860s", "1860s"),
            ("2019", "2019"),
            ("2019-11", "2019-11"),
            ("2019-11-21", "2019-11-21"),
            ("2019-11-21 19:30", "2019-11-21 19:30"),
            ("2019-11-21T19:30:00Z", "2019-11-21 19:30"),
            ("21 November 2019", "2019-11-21"),
            ("Thursday, November 21st, 2019", "2019-11-21"),
            ("the 21st of Nov. 2019", "2019-11-21"),
            ("Sept 1860", "1860-09"),
            ("21.11.2019", "2019-11-21"),
            ("21/11/2019", "2019-11-21"),
            ("2019/11/21", "2019-11-21"),
            ("5/5/2020", "2020-05-05"),
            ("11/2019", "2019-11"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(kept), "{text}");
        }
    }

    #[test]
    fn what_is_missing_of_a_date_is_said() {
        for (text, words) in [
            ("21 November", "a day without a year"),
            ("21/11", "a day without a year"),
            ("November", "a month without a year"),
            ("4/5/2020", "may be 2020-05-04 or 2020-04-05"),
            ("31 February 2019", "is no date"),
            ("soon", "is no date"),
            ("2019-13", "is no date"),
            ("1865s", "is no date"),
        ] {
            let wrong = read(text).unwrap_err();
            assert!(wrong.contains(words) && wrong.contains(text), "{wrong}");
        }
    }
}
