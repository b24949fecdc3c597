//! The shelf of scripts: every file below `conversations/`, read and ready.
//!
//! In: a directory. Out: a [`Case`] per script, revision and transport, and every fault in a script
//! or in the shelf itself. A file that would not be played is a fault, so no behaviour is forgotten.

use std::path::Path;

use crate::script::parse::scripts;
use crate::script::{Script, Transport};

/// One script over one transport.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file without its ending, below the shelf: `ids/zero`.
    pub name: String,
    /// What is played.
    pub script: Script,
    /// Over what.
    pub transport: Transport,
}

impl Case {
    /// The name with revision and transport: `ids/zero 2025-06-18 over stdio`.
    pub fn title(&self) -> String {
        let version = self
            .script
            .version
            .as_deref()
            .map(|v| format!(" {v}"))
            .unwrap_or_default();
        format!("{}{version} over {}", self.name, self.transport.word())
    }
}

/// Reads the whole shelf, in order of names.
pub fn read(directory: &Path) -> Result<Vec<Case>, Vec<String>> {
    let (mut cases, mut faults) = (Vec::new(), Vec::new());
    walk(directory, "", &mut cases, &mut faults);
    if cases.is_empty() && faults.is_empty() {
        faults.push(format!("{} holds no script", directory.display()));
    }
    if faults.is_empty() {
        Ok(cases)
    } else {
        Err(faults)
    }
}

fn walk(directory: &Path, below: &str, cases: &mut Vec<Case>, faults: &mut Vec<String>) {
    let entries = match std::fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) => return faults.push(format!("{}: {error}", directory.display())),
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let file = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if path.is_dir() {
            walk(&path, &format!("{below}{file}/"), cases, faults);
        } else if let Some(stem) = file.strip_suffix(".txt") {
            one(&path, &format!("{below}{stem}"), cases, faults);
        } else {
            faults.push(format!(
                "{below}{file}: not a .txt file, so it would never be played"
            ));
        }
    }
}

fn one(path: &Path, name: &str, cases: &mut Vec<Case>, faults: &mut Vec<String>) {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return faults.push(format!("{name}.txt: {error}")),
    };
    let versions = match scripts(&text) {
        Ok(versions) => versions,
        Err(fault) => return faults.push(format!("{name}.txt:{fault}")),
    };
    let before = cases.len();
    for script in versions {
        for transport in script.transports.clone() {
            cases.push(Case {
                name: name.to_owned(),
                script: script.clone(),
                transport,
            });
        }
    }
    if cases.len() == before {
        faults.push(format!(
            "{name}.txt: names no transport, so it would never be played"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(name: &str, files: &[(&str, &str)]) -> Result<Vec<Case>, Vec<String>> {
        let directory = std::env::temp_dir().join(format!("shelf-{name}-{}", std::process::id()));
        std::fs::create_dir_all(directory.join("in")).unwrap();
        for (file, text) in files {
            std::fs::write(directory.join(file), text).unwrap();
        }
        let read = read(&directory);
        std::fs::remove_dir_all(&directory).unwrap();
        read
    }

    #[test]
    fn each_script_is_a_case_per_revision_and_transport() {
        let text = "# A rule.\nserver: plain\nversions: 2025-03-26, 2025-06-18\n<- nothing\n";
        let cases = shelf(
            "cases",
            &[
                ("in/a.txt", text),
                (
                    "b.txt",
                    "# A rule.\nserver: x\ntransport: stdio\nnot over http: it has no end\n<- end\n",
                ),
            ],
        );
        let titles: Vec<String> = cases.unwrap().iter().map(Case::title).collect();
        assert_eq!(
            titles,
            [
                "b over stdio",
                "in/a 2025-03-26 over memory",
                "in/a 2025-03-26 over stdio",
                "in/a 2025-03-26 over http",
                "in/a 2025-06-18 over memory",
                "in/a 2025-06-18 over stdio",
                "in/a 2025-06-18 over http",
            ]
        );
    }

    #[test]
    fn a_file_that_would_not_be_played_is_a_fault() {
        let faults = shelf(
            "faults",
            &[
                ("in/a.text", "x"),
                ("b.txt", "# A rule.\nserver: x\n-> 1 ping\n"),
            ],
        )
        .unwrap_err();
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(
            faults[0].starts_with("b.txt:1:") && faults[1].contains("never be played"),
            "{faults:?}"
        );
        assert!(shelf("empty", &[]).is_err());
    }
}
