//! A provider put at the end of `config.toml`, where a person has entered one: all that stands there stays as it is.

use std::fs;

use crate::{
    Dirs, FILE,
    error::Failure,
    files::{self, Existing},
    llm::openai::BaseUrl,
    text::shown,
    text_of,
};

/// Puts a provider of that name, which is none of the file's, at the end of the file, or into a new one.
///
/// # Errors
/// The file cannot be read or written.
pub fn append_provider(
    dirs: &Dirs,
    name: &str,
    (address, model): (&BaseUrl, &str),
) -> Result<(), Failure> {
    let path = dirs.config.join(FILE);
    let failed = |why: String| {
        let shown = shown::path(&path);
        Failure::internal(format!("{shown} cannot be written: {why}"))
            .hint("check that you may write in that folder, and that there is room")
    };
    let before = text_of(&path).map_err(|error| failed(error.to_string()))?;
    let is_new = before.is_none();
    let before = before.unwrap_or_default();
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let gap = match before.as_str() {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let lines = format!(
        "{gap}[providers.{}]\nbase_url = {}\nmodels = [{}]\n",
        quoted(name),
        quoted(address.whole()),
        quoted(model)
    );
    fs::create_dir_all(&dirs.config).map_err(|error| failed(files::why(&error)))?;
    files::write(&path, Existing::Replace, |out| {
        out.write_all(before.as_bytes())?;
        out.write_all(lines.as_bytes())
    })
    .map_err(|error| error.failure(&path))?;
    // Somebody may write a key into it.
    #[cfg(unix)]
    if is_new && path.is_file() {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))
            .map_err(|error| failed(files::why(&error)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Env, Overrides, Settings};

    #[test]
    fn what_stands_in_the_file_stays_and_the_provider_is_the_last() {
        let folder = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(folder.path());
        let append = |name: &str| {
            let place = (&BaseUrl::from("https://a.example/v1"), "big \"one\"");
            append_provider(&dirs, name, place).unwrap();
            Settings::load(&dirs, Env::default(), &Overrides::default()).unwrap()
        };
        let settings = append("far");
        assert_eq!(settings.providers[0].models, ["big \"one\""]);
        let own = "# mine\nmodel = \"far:x\"\n\n[providers.far] # here\nbase_url = \"http://h/v1\"";
        fs::write(dirs.config.join(FILE), own).unwrap();
        let settings = append("a.b");
        let text = fs::read_to_string(dirs.config.join(FILE)).unwrap();
        assert!(text.starts_with(own), "{text}");
        let names: Vec<&str> = settings
            .providers
            .iter()
            .map(|one| one.name.as_str())
            .collect();
        assert_eq!(names, ["far", "a.b"]);
    }
}
