//! What a user pays before anything runs: crates, compile times, the size of the program.
//!
//! Times are taken in copies of the servers outside this workspace, with the same lock file and
//! without the network. Processor time of the whole build is what counts; cargo may use all cores.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::peer::{Many, PEERS, Peer, benches, scratch};
use crate::samples::Samples;

const EDITS: usize = 3;
const TOOLS: usize = 200;

/// Compile times and sizes of one server.
#[derive(Default)]
pub struct Builds {
    /// Processor seconds and seconds of a release build from nothing.
    pub clean: Option<Spent>,
    /// The same after a line of the server's own source was changed, in processor seconds.
    pub rebuild: Samples,
    /// Processor seconds of `cargo check` of a server with many tools, its dependencies checked.
    pub check: Samples,
    /// The program without symbols, in bytes.
    pub size: Option<u64>,
}

/// What a command took.
#[derive(Clone, Copy)]
pub struct Spent {
    /// Processor time of all its processes, in seconds.
    pub cpu: f64,
    /// Time on the wall, in seconds.
    pub wall: f64,
}

/// Builds the release program of `peer` in this workspace, and the one of many tools.
pub fn release(peer: &Peer, has_many: bool) -> Result<(), String> {
    let mut command = cargo();
    command
        .args(["build", "--release", "--package", peer.package])
        .args(["--bin", peer.binary])
        .current_dir(benches());
    if let (true, Many::Other(binary)) = (has_many, &peer.many) {
        command.args(["--bin", binary]);
    }
    run(&mut command).map(drop)
}

/// Crates that a build of `peer` compiles, itself and build scripts included.
pub fn crates(peer: &Peer) -> Result<usize, String> {
    let output = cargo()
        .args(["tree", "--edges", "normal,build", "--prefix", "none"])
        .args(["--package", peer.package])
        .current_dir(benches())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo tree: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree: {}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut names: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or("")))
        .collect();
    names.sort_unstable();
    names.dedup();
    Ok(names.len())
}

/// Measures the chosen servers.
pub fn measure(chosen: &[usize]) -> Result<[Builds; PEERS.len()], String> {
    let mut builds: [Builds; PEERS.len()] = Default::default();
    let copies: Vec<(usize, Copy)> = chosen
        .iter()
        .map(|&index| Ok((index, Copy::of(&PEERS[index])?)))
        .collect::<Result<_, String>>()?;
    for (index, copy) in &copies {
        eprintln!("  clean build of {}", PEERS[*index].name);
        builds[*index].clean = Some(copy.clean_build()?);
        builds[*index].size = Some(copy.size()?);
    }
    for edit in 1..=EDITS {
        eprintln!("  edit {edit} of {EDITS}");
        for (index, copy) in &copies {
            builds[*index].rebuild.push(copy.rebuild(edit)?.cpu);
        }
    }
    for round in 0..=EDITS {
        eprintln!("  check {round} of {EDITS}");
        for (index, copy) in &copies {
            let Some(spent) = copy.check(round)? else {
                continue;
            };
            // The first one checks the dependencies too.
            if round > 0 {
                builds[*index].check.push(spent.cpu);
            }
        }
    }
    Ok(builds)
}

/// A copy of a server as a package of its own.
struct Copy {
    peer: &'static Peer,
    directory: PathBuf,
}

impl Copy {
    fn of(peer: &'static Peer) -> Result<Self, String> {
        let directory = scratch().join("copies").join(peer.name);
        let copy = Copy { peer, directory };
        copy.write()
            .map_err(|error| format!("{}: {error}", copy.directory.display()))?;
        Ok(copy)
    }

    fn write(&self) -> std::io::Result<()> {
        let original = benches().join("peers").join(self.peer.directory);
        if self.directory.exists() {
            fs::remove_dir_all(&self.directory)?;
        }
        copy_tree(&original.join("src"), &self.directory.join("src"))?;
        // Other programs of the package are not this one's cost.
        let programs = self.directory.join("src/bin");
        if programs.exists() {
            for program in fs::read_dir(&programs)? {
                let path = program?.path();
                if path != self.directory.join(self.peer.source) {
                    fs::remove_file(path)?;
                }
            }
        }
        fs::copy(
            benches().join("Cargo.lock"),
            self.directory.join("Cargo.lock"),
        )?;
        let manifest = fs::read_to_string(original.join("Cargo.toml"))?;
        fs::write(
            self.directory.join("Cargo.toml"),
            standalone(&manifest, self.peer),
        )
    }

    fn clean_build(&self) -> Result<Spent, String> {
        run(&mut self.cargo(&["build", "--release", "--bin", self.peer.binary]))
    }

    fn rebuild(&self, edit: usize) -> Result<Spent, String> {
        let path = self.directory.join(self.peer.source);
        let original = benches()
            .join("peers")
            .join(self.peer.directory)
            .join(self.peer.source);
        let edited = || {
            let source = fs::read_to_string(&original)?;
            fs::write(
                &path,
                format!("{source}\npub const EDIT: usize = {edit};\n"),
            )
        };
        edited().map_err(|error| format!("{}: {error}", path.display()))?;
        self.clean_build()
    }

    /// The program has no symbols, as its manifest says.
    fn size(&self) -> Result<u64, String> {
        let program = self.directory.join("target/release").join(self.peer.binary);
        fs::metadata(&program)
            .map(|metadata| metadata.len())
            .map_err(|error| format!("{}: {error}", program.display()))
    }

    /// Checks a server with many tools; none where tools are not what is written.
    fn check(&self, round: usize) -> Result<Option<Spent>, String> {
        let Some(source) = many_tools(self.peer, round) else {
            return Ok(None);
        };
        let path = self.directory.join("src/bin/many.rs");
        let write = || {
            fs::create_dir_all(self.directory.join("src/bin"))?;
            fs::write(&path, source)
        };
        write().map_err(|error| format!("{}: {error}", path.display()))?;
        run(&mut self.cargo(&["check", "--bin", "many"])).map(Some)
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo();
        command
            .args(arguments)
            .arg("--offline")
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("CARGO_TARGET_DIR")
            .current_dir(&self.directory);
        command
    }
}

/// The manifest of a copy: nothing inherited, paths whole, the same release profile, stripped.
fn standalone(manifest: &str, peer: &Peer) -> String {
    let dependencies = manifest
        .split_once("[dependencies]")
        .map_or("", |(_, rest)| rest.split("\n[").next().unwrap_or(rest));
    let root = benches().parent().unwrap_or(benches());
    let dependencies =
        dependencies.replace("path = \"../../..", &format!("path = \"{}", root.display()));
    format!(
        "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]{dependencies}\n[workspace]\n\n\
         [profile.release]\nlto = \"thin\"\ncodegen-units = 1\nstrip = \"symbols\"\n",
        peer.package
    )
}

/// A server with many tools, as a user of the same framework writes it.
fn many_tools(peer: &Peer, round: usize) -> Option<String> {
    let original = benches()
        .join("peers")
        .join(peer.directory)
        .join(peer.source);
    let mut source = String::new();
    match peer.directory {
        "ours" => {
            source.push_str("use mcp_runtime::prelude::*;\n");
            for tool in 0..TOOLS {
                let _ = write!(
                    source,
                    "/// Tool {tool}, edit {round}.\n#[tool]\nasync fn tool{tool}(\n    \
                     /// One.\n    a: i64,\n    /// Two.\n    b: String,\n    \
                     /// Three.\n    c: Option<f64>,\n) -> String {{\n    \
                     format!(\"{{a}} {{b}} {{c:?}} {tool}\")\n}}\n"
                );
            }
            let names: Vec<String> = (0..TOOLS).map(|tool| format!("tool{tool}")).collect();
            let _ = write!(
                source,
                "#[tokio::main]\nasync fn main() -> mcp_runtime::Result<()> {{\n    \
                 Server::new(\"many\", \"1\").tools(tools![{}]).run().await\n}}\n",
                names.join(", ")
            );
        }
        "rmcp" => {
            // Heads and tail of the very file that is measured, so that both idioms are covered.
            let whole = fs::read_to_string(original).ok()?;
            let (head, rest) = whole.split_once("    #[tool(description")?;
            let (_, tail) = rest.split_once("\n}\n")?;
            source.push_str(head);
            let mut types = String::new();
            for tool in 0..TOOLS {
                let _ = write!(
                    types,
                    "#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]\n\
                     struct Params{tool} {{\n    /// One.\n    a: i64,\n    /// Two.\n    b: String,\n    \
                     /// Three.\n    c: Option<f64>,\n}}\n"
                );
                let _ = write!(
                    source,
                    "    #[tool(description = \"Tool {tool}, edit {round}.\")]\n    \
                     async fn tool{tool}(&self, Parameters(Params{tool} {{ a, b, c }}): Parameters<Params{tool}>) -> String {{\n        \
                     format!(\"{{a}} {{b}} {{c:?}} {tool}\")\n    }}\n"
                );
            }
            source.push_str("}\n");
            source.push_str(tail);
            source.push_str(&types);
        }
        _ => return None,
    }
    Some(source)
}

fn copy_tree(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What `cargo run` sets for this program is not meant for others.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            command.env_remove(name);
        }
    }
    command.env_remove("CARGO_MANIFEST_DIR");
    command
}

/// Runs `command` to its end; its words are shown only when it fails.
fn run(command: &mut Command) -> Result<Spent, String> {
    let before = children_cpu()?;
    let started = Instant::now();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let wall = started.elapsed().as_secs_f64();
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?}: {}\n{words}", output.status));
    }
    let cpu = children_cpu()? - before;
    Ok(Spent { cpu, wall })
}

/// Processor seconds of all processes that were started here and have ended.
fn children_cpu() -> Result<f64, String> {
    const PATH: &str = "/proc/self/stat";
    let text = fs::read_to_string(PATH).map_err(|error| format!("{PATH}: {error}"))?;
    // The name before the last parenthesis may hold anything.
    let fields = text.rsplit(") ").next().unwrap_or_default();
    let mut times = fields.split(' ').skip(13).take(2).map(str::parse::<u64>);
    match (times.next(), times.next()) {
        // Linux reports hundredths of a second here, whatever its clock does.
        (Some(Ok(user)), Some(Ok(system))) => Ok((user + system) as f64 / 100.0),
        _ => Err(format!("{PATH} cannot be read")),
    }
}
