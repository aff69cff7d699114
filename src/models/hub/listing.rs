//! What a hub says of a model: read with care, because anybody can put anything there.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    labels::{Label, RUN, label, part},
    reference::HubReference,
};
use crate::{
    entry::{ModelEntry, ModelFile, ModelKind, ModelSource},
    error::Failure,
    gguf::FAMILIES,
    names,
    text::{cut::shortened, first_words, sanitize::sanitize_line},
};

/// The context that is used of a model that states a longer one, or none, in tokens.
const CONTEXT: u64 = 8_192;
/// Bytes of a licence that are shown.
const LICENCE: usize = 60;
/// No model comes in more parts.
const MOST_PARTS: u32 = 99;

/// A model that a search found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The name by which it is fetched: `hf:OWNER/REPO`.
    pub name: String,
    /// The licence, as its page states it; empty where it states none.
    pub licence: String,
    /// How often it was fetched of late, as the hub counts.
    pub downloads: u64,
    /// Whether it is given to those alone who have asked for it.
    pub gated: bool,
}

/// What the hub says of a model.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Listing {
    #[serde(deserialize_with = "lenient")]
    id: String,
    #[serde(deserialize_with = "lenient")]
    sha: Option<String>,
    gated: Value,
    #[serde(rename = "cardData", deserialize_with = "lenient")]
    card: Option<Card>,
    #[serde(deserialize_with = "each")]
    tags: Vec<String>,
    #[serde(deserialize_with = "each")]
    siblings: Vec<Sibling>,
    #[serde(deserialize_with = "lenient")]
    gguf: Option<About>,
    #[serde(deserialize_with = "lenient")]
    downloads: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Card {
    license: Value,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct About {
    #[serde(deserialize_with = "lenient")]
    architecture: Option<String>,
    #[serde(deserialize_with = "lenient")]
    context_length: Option<u64>,
}

/// A file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Sibling {
    #[serde(deserialize_with = "lenient")]
    rfilename: String,
    #[serde(deserialize_with = "lenient")]
    size: Option<u64>,
    #[serde(deserialize_with = "lenient")]
    lfs: Option<Lfs>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Lfs {
    #[serde(deserialize_with = "lenient")]
    sha256: Option<String>,
    #[serde(deserialize_with = "lenient")]
    oid: Option<String>,
    #[serde(deserialize_with = "lenient")]
    size: Option<u64>,
}

/// A field, or nothing where what stands there is of another kind: one odd field makes no listing useless.
fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    given: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(given)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Those of a list that are of the right kind.
fn each<'de, D: Deserializer<'de>, T: DeserializeOwned>(given: D) -> Result<Vec<T>, D::Error> {
    let all: Vec<Value> = lenient(given)?;
    let read = |value| serde_json::from_value(value).ok();
    Ok(all.into_iter().filter_map(read).collect())
}

/// The models that a search found, and how many others there are of which nothing can be made.
pub(super) fn found(answered: Vec<Value>) -> (Vec<Found>, usize) {
    let all = answered.len();
    let found: Vec<Found> = answered
        .into_iter()
        .filter_map(|one| serde_json::from_value::<Listing>(one).ok()?.found())
        .collect();
    let skipped = all.saturating_sub(found.len());
    (found, skipped)
}

/// The files that are fetched of a model: one, or its parts in their order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// The path of the folder, with a slash behind it; empty for that of the model itself.
    folder: String,
    files: Vec<ModelFile>,
    label: Option<&'static str>,
}

impl Chosen {
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }
}

impl Listing {
    /// The state of the model's folder that is fetched, which does not change while it is.
    pub(super) fn revision(&self) -> &str {
        let sha = self.sha.as_deref().unwrap_or_default();
        let is_one = sha.len() == 40 && sha.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_one { sha } else { "main" }
    }

    /// Whether it is given to those alone who have asked for it.
    pub(super) fn is_gated(&self) -> bool {
        !matches!(self.gated, Value::Null | Value::Bool(false))
    }

    fn licence(&self) -> String {
        let stated = self.card.as_ref().map(|card| &card.license);
        let stated = stated.and_then(|licence| match licence {
            Value::String(one) => Some(one.as_str()),
            Value::Array(all) => all.first().and_then(Value::as_str),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
        });
        let tagged = self
            .tags
            .iter()
            .find_map(|tag| tag.strip_prefix("license:"));
        let stated = sanitize_line(stated.or(tagged).unwrap_or_default());
        shortened(&first_words(&stated, 8), LICENCE)
    }

    /// The model as a search tells of it, if it has a name that can be fetched.
    pub(super) fn found(&self) -> Option<Found> {
        let reference = HubReference::of(&format!("hf:{}", self.id))?.ok()?;
        Some(Found {
            name: reference.to_string(),
            licence: self.licence(),
            downloads: self.downloads,
            gated: self.is_gated(),
        })
    }

    /// The files of the quantisation that is wanted, or of the usual one.
    pub(super) fn choose(&self, reference: &HubReference) -> Result<Chosen, Failure> {
        if let Some(family) = self
            .gguf
            .as_ref()
            .and_then(|about| about.architecture.as_ref())
            && !FAMILIES.contains(&family.as_str())
        {
            return Err(Failure::input(format!(
                "{reference} is a model of the family `{}`; these are run here: {}",
                first_words(&sanitize_line(family), 4),
                FAMILIES.join(", ")
            ))
            .hint("llama.cpp or Ollama may run it: start it there and use `--base-url http://localhost:8080/v1`"));
        }
        let mut all: Vec<(&str, Label<'_>)> = self
            .siblings
            .iter()
            .filter_map(|file| Some((file.rfilename.strip_suffix(".gguf")?, file)))
            .filter(|(stem, _)| !stem.to_ascii_lowercase().contains("mmproj"))
            .filter(|(stem, _)| part(stem).is_none_or(|(number, ..)| number == 1))
            .map(|(stem, _)| (stem, label(stem)))
            .collect();
        all.sort_unstable_by_key(|(stem, _)| *stem);
        let rank = |label: &Label<'_>| match label {
            Label::Run(name) => RUN.iter().position(|known| known == name),
            Label::Unsaid => Some(RUN.len()),
            Label::NotRun(_) => None,
        };
        let is_wanted = |label: &Label<'_>| match &reference.wanted {
            Some(wanted) => matches!(label, Label::Run(name) if name == wanted),
            None => true,
        };
        let best = all
            .iter()
            .filter(|(_, label)| is_wanted(label))
            .filter_map(|(stem, label)| Some((rank(label)?, *stem, *label)))
            .min_by_key(|(rank, stem, _)| (*rank, *stem));
        let Some((_, stem, label)) = best else {
            return Err(Self::nothing(reference, &all));
        };
        let label = match label {
            Label::Run(name) => Some(name),
            Label::NotRun(_) | Label::Unsaid => None,
        };
        let (folder, _) = stem.rsplit_once('/').unwrap_or_default();
        let stems = match part(stem) {
            Some((_, count, _)) if count > MOST_PARTS => {
                return Err(Failure::input(format!(
                    "{reference} comes in {count} parts"
                )));
            }
            Some((_, count, name)) => (1..=count)
                .map(|at| format!("{name}-{at:05}-of-{count:05}"))
                .collect(),
            None => vec![stem.to_owned()],
        };
        let files: Result<_, Failure> = stems
            .iter()
            .map(|stem| self.file(reference, &format!("{stem}.gguf")))
            .collect();
        Ok(Chosen {
            folder: if folder.is_empty() {
                String::new()
            } else {
                format!("{folder}/")
            },
            files: files?,
            label,
        })
    }

    /// What there is in the place of what was wanted.
    fn nothing(reference: &HubReference, all: &[(&str, Label<'_>)]) -> Failure {
        let run: Vec<&str> = RUN
            .into_iter()
            .filter(|known| all.iter().any(|(_, label)| *label == Label::Run(known)))
            .collect();
        let failure = match (&reference.wanted, all) {
            (_, []) => Failure::input(format!("{reference} has no GGUF file")),
            (Some(wanted), _) => Failure::input(format!(
                "hf:{}/{} has no file with {wanted} weights that are run here",
                reference.owner, reference.repository
            )),
            (None, _) => Failure::input(format!(
                "{reference} has no file with weights that are run here"
            )),
        };
        if run.is_empty() {
            failure.hint("`hustings model search WORDS` lists models with such files")
        } else {
            failure.hint(format!("it has these: {}", run.join(", ")))
        }
    }

    fn file(&self, reference: &HubReference, path: &str) -> Result<ModelFile, Failure> {
        let shown = sanitize_line(path);
        let wrong = |said: &str| {
            Failure::no_model(format!("{reference}: {}", said.replace("{}", &shown))).hint(
                "take another file or another copy of the model: `hustings model search WORDS`",
            )
        };
        let file = self.siblings.iter().find(|file| file.rfilename == path);
        let file = file.ok_or_else(|| wrong("the hub has a part of it only: {} is missing"))?;
        let lfs = file.lfs.clone().unwrap_or_default();
        let hash = lfs
            .sha256
            .or(lfs.oid)
            .unwrap_or_default()
            .to_ascii_lowercase();
        let is_hash = hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash {
            return Err(wrong("the hub does not say the SHA-256 of {}"));
        }
        if let (Some(one), Some(other)) = (lfs.size, file.size)
            && one != other
        {
            return Err(wrong("the hub gives two sizes for {}"));
        }
        let bytes = lfs.size.or(file.size).filter(|&bytes| bytes > 0);
        let name = path.rsplit('/').next().unwrap_or_default();
        let folder = path.strip_suffix(name).unwrap_or_default();
        let is_plain = |part: &str| names::is_plain(part);
        if !is_plain(name) || !folder.split_terminator('/').all(is_plain) {
            return Err(wrong(
                "a file cannot be kept under the name that the hub gives it, {}",
            ));
        }
        Ok(ModelFile {
            file: name.to_owned(),
            bytes: bytes.ok_or_else(|| wrong("the hub does not say the size of {}"))?,
            sha256: hash,
        })
    }

    /// The model as one that can be fetched. `hub` is the address of its files, with `{file}` for their names.
    pub(super) fn entry(
        &self,
        reference: &HubReference,
        files: &Chosen,
        hub: String,
    ) -> Result<ModelEntry, Failure> {
        let none = || {
            Failure::input(format!(
                "{reference}: no name for the model can be made of its file's"
            ))
        };
        let mut parts = files.files.iter().cloned();
        let main = parts.next().ok_or_else(none)?;
        let stem = main.file.strip_suffix(".gguf").unwrap_or(&main.file);
        let stem = part(stem).map_or(stem, |(_, _, name)| name);
        let name = names::made_of(&stem.to_ascii_lowercase()).ok_or_else(none)?;
        let licence = self.licence();
        let stated = self.gguf.as_ref().and_then(|about| about.context_length);
        let context = stated.unwrap_or(CONTEXT).clamp(256, CONTEXT);
        let full = HubReference {
            wanted: files.label.map(str::to_owned),
            ..reference.clone()
        };
        let count = files.files.len();
        let in_parts = if count > 1 {
            format!(", in {count} parts that are made one")
        } else {
            String::new()
        };
        Ok(ModelEntry {
            aliases: vec![full.to_string()],
            summary: format!(
                "A model of the hub{in_parts}, which nobody has tried here; {} have come of it there of late.",
                match self.downloads {
                    1 => "1 copy".to_owned(),
                    many => format!("{many} copies"),
                }
            ),
            licence: if licence.is_empty() {
                "its page states none".to_owned()
            } else {
                licence
            },
            by: reference.owner.clone(),
            note: String::new(),
            kind: ModelKind::Writes,
            main,
            beside: parts.collect(),
            context: u32::try_from(context).unwrap_or(u32::MAX),
            profile: name.clone(),
            name,
            default: false,
            sources: vec![ModelSource::Hub { hub }],
        })
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
