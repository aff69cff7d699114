//! A file of safetensors: the length of a header, the header, which is JSON, and the bytes of the tensors.

use std::{borrow::Cow, collections::HashMap};

use hustings_transformer::{WeightKind, numbers};
use serde::Deserialize;

/// A tensor as the header describes it.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow)]
    dtype: Cow<'a, str>,
    shape: Vec<usize>,
    /// The first byte behind the header, and the one behind the last.
    data_offsets: (usize, usize),
}

/// The header's own words on the file, or a tensor.
#[derive(Deserialize)]
#[serde(untagged)]
enum Named<'a> {
    #[serde(borrow)]
    Tensor(Entry<'a>),
    Other(serde::de::IgnoredAny),
}

/// A file of safetensors.
pub(super) struct Safetensors<'a> {
    entries: HashMap<String, Entry<'a>>,
    data: &'a [u8],
}

impl<'a> Safetensors<'a> {
    /// Reads the header.
    pub(super) fn parse(file: &'a [u8]) -> Result<Self, String> {
        let short = || "it ends before its header does".to_owned();
        let (length, rest) = file.split_first_chunk().ok_or_else(short)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| short())?;
        let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
        let entries: HashMap<String, Named<'_>> =
            serde_json::from_slice(header).map_err(|error| format!("its header: {error}"))?;
        let tensor = |(name, named)| match named {
            Named::Tensor(entry) => Some((name, entry)),
            Named::Other(_) => None,
        };
        Ok(Self {
            entries: entries.into_iter().filter_map(tensor).collect(),
            data,
        })
    }

    /// Whether there is a tensor of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// The numbers of a tensor, which must be so many.
    pub(super) fn numbers(&self, name: &str, count: usize) -> Result<Vec<f32>, String> {
        let entry = self.entries.get(name);
        let entry = entry.ok_or_else(|| format!("it has no \"{name}\""))?;
        let kind = match &*entry.dtype {
            "F32" => WeightKind::F32,
            "F16" => WeightKind::F16,
            "BF16" => WeightKind::Bf16,
            other => {
                return Err(format!(
                    "\"{name}\" is of the type {other}, which is not read"
                ));
            }
        };
        let stated = entry
            .shape
            .iter()
            .try_fold(1_usize, |all, size| all.checked_mul(*size));
        let (from, to) = entry.data_offsets;
        let bytes = self.data.get(from..to).filter(|bytes| {
            stated == Some(count) && Some(bytes.len()) == count.checked_mul(kind.bytes())
        });
        let bytes = bytes.ok_or_else(|| {
            format!("\"{name}\" is not in the file with the {count} numbers that it should have")
        })?;
        Ok(numbers(kind, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        [
            &(header.len() as u64).to_le_bytes(),
            header.as_bytes(),
            data,
        ]
        .concat()
    }

    #[test]
    fn tensors_are_read_where_the_header_says() {
        let header = r#"{"__metadata__": {"format": "pt"},
            "a": {"dtype": "F32", "shape": [1, 2], "data_offsets": [2, 10]},
            "b": {"dtype": "BF16", "shape": [1], "data_offsets": [0, 2]}}"#;
        let data = [
            &[0x80, 0x3f][..],
            &1.5_f32.to_le_bytes(),
            &(-2.0_f32).to_le_bytes(),
        ]
        .concat();
        let bytes = file(header, &data);
        let all = Safetensors::parse(&bytes).unwrap();
        assert!(all.has("a") && !all.has("__metadata__"));
        assert_eq!(all.numbers("a", 2).unwrap(), [1.5, -2.0][..]);
        assert_eq!(all.numbers("b", 1).unwrap(), [1.0][..]);
        assert!(all.numbers("c", 1).unwrap_err().contains("no \"c\""));
        assert!(all.numbers("a", 3).unwrap_err().contains("3 numbers"));
    }

    #[test]
    fn places_and_types_that_lie_are_refused() {
        let table = [
            (
                r#""dtype": "F32", "shape": [2], "data_offsets": [0, 16]"#,
                "not in the file",
            ),
            (
                r#""dtype": "F32", "shape": [2], "data_offsets": [8, 0]"#,
                "not in the file",
            ),
            (
                r#""dtype": "F32", "shape": [2], "data_offsets": [0, 4]"#,
                "not in the file",
            ),
            (
                r#""dtype": "F32", "shape": [18446744073709551615, 2], "data_offsets": [0, 8]"#,
                "not in the file",
            ),
            (
                r#""dtype": "I64", "shape": [1], "data_offsets": [0, 8]"#,
                "type I64",
            ),
        ];
        for (entry, said) in table {
            let bytes = file(&format!("{{\"a\": {{{entry}}}}}"), &[0; 8]);
            let error = Safetensors::parse(&bytes)
                .unwrap()
                .numbers("a", 2)
                .unwrap_err();
            assert!(error.contains(said), "{entry}: {error}");
        }
        for bytes in [&b""[..], &[0xff; 8], &file("{", &[]), &file("[]", &[])] {
            assert!(Safetensors::parse(bytes).is_err());
        }
    }
}
