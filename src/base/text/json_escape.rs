//! The escapes of JSON strings, for whoever reads them in what is no JSON as a whole.

/// The code unit that an escape `\uXXXX` at the beginning stands for.
pub fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| are_digits)
}
