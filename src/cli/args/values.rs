//! Values of flags that are more than a word or a number.

use crate::debate::ask::Role;

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((left, right)) if !left.is_empty() && !right.is_empty() => {
            Ok((left.to_owned(), right.to_owned()))
        }
        _ => Err("expected NAME=MODEL".to_owned()),
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
                "there is no role \"{name}\"; the roles are {}",
                known.join(", ")
            )
        })?;
    Ok((role, model))
}

pub(super) fn scale(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if (0.01..=10.0).contains(&scale) => Ok(scale),
        _ => Err("expected a number from 0.01 to 10".to_owned()),
    }
}

pub(super) fn size(text: &str) -> Result<(u16, u16), String> {
    let parsed = text
        .split_once('x')
        .and_then(|(cols, rows)| Some((cols.parse().ok()?, rows.parse().ok()?)));
    parsed
        .filter(|(cols, rows)| (40..=400).contains(cols) && (12..=200).contains(rows))
        .ok_or_else(|| "expected columns and rows, such as 120x40".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_is_checked() {
        assert_eq!(role("judge=m").unwrap(), (Role::Judge, "m".to_owned()));
        assert!(role("jugde=m").unwrap_err().contains("judge"));
        assert!(scale("0").is_err() && scale("nan").is_err() && scale("0.2").is_ok());
        assert_eq!(size("80x24").unwrap(), (80, 24));
        assert!(size("80").is_err() && size("8x2").is_err());
    }
}
