//! The house: crates on floors, and in each crate rooms (files and folders of `src`) that use each other in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Who uses whom.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Each crate is one that is read, built or used alone (ARCHITECTURE.md).
#[test]
fn crates_are_few_and_stand_on_few_floors() {
    let manifests: Vec<toml::Table> =
        crates().iter().map(|folder| read_toml(&folder.join("Cargo.toml"))).collect();
    let name = |manifest: &toml::Table| manifest["package"]["name"].as_str().unwrap().to_owned();
    let names: BTreeSet<String> = manifests.iter().map(name).collect();
    let uses = |manifest: &toml::Table| {
        manifest["dependencies"]
            .as_table()
            .into_iter()
            .flat_map(toml::Table::keys)
            .filter(|key| names.contains(*key))
            .cloned()
            .collect()
    };
    let mut left: Arrows = manifests.iter().map(|manifest| (name(manifest), uses(manifest))).collect();
    let mut floors = 0;
    while !left.is_empty() {
        let ground: Vec<String> = left
            .iter()
            .filter(|(_, uses)| uses.iter().all(|used| !left.contains_key(used)))
            .map(|(name, _)| name.clone())
            .collect();
        ground.iter().for_each(|name| drop(left.remove(name)));
        floors += 1;
    }
    assert!(names.len() <= 14 && floors <= 8, "{} crates on {floors} floors", names.len());
}

/// In riichi a yaku of a file is compiled where the rules are read, for scoring, which reads the rules; and a variant names the functions that are compiled
/// of its engine.
#[test]
fn rooms_of_a_crate_use_each_other_in_one_direction() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = crates().into_iter().map(|folder| folder.join("src")).chain([root.join("cli")]);
    let circles: Vec<String> = sources.filter_map(|source| circle(&source)).collect();
    let known = [format!(
        "{}: [\"engine\", \"row\", \"rules\", \"scoring\", \"variant\"]",
        root.join("sim/riichi/src").display()
    )];
    assert_eq!(circles, known, "rooms that use each other");
}

/// The folders of all crates of the workspace.
fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = read_toml(&root.join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().unwrap().iter();
    members.map(|member| root.join(member.as_str().unwrap())).chain([root.to_owned()]).collect()
}

fn read_toml(path: &Path) -> toml::Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Rooms that reach each other, if there are any.
fn circle(source: &Path) -> Option<String> {
    let rooms: Vec<String> = entries(source)
        .iter()
        .map(|path| stem(path))
        .filter(|name| !["lib", "main"].contains(&&**name))
        .collect();
    let mut arrows = Arrows::new();
    for path in entries(source) {
        let used =
            files(&path).into_iter().flat_map(|file| used(&file, &rooms)).filter(|room| *room != stem(&path));
        arrows.entry(stem(&path)).or_default().extend(used.collect::<Vec<_>>());
    }
    let is_in_circle = |room: &&String| reached(&arrows, room).contains(*room);
    let found: BTreeSet<&String> = rooms.iter().filter(is_in_circle).collect();
    (!found.is_empty()).then(|| format!("{}: {:?}", source.display(), Vec::from_iter(found)))
}

/// All rooms to which a room leads, over others.
fn reached(arrows: &Arrows, room: &str) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![room.to_owned()]);
    while let Some(room) = open.pop() {
        let next = arrows.get(&room).into_iter().flatten().filter(|used| found.insert((*used).clone()));
        open.extend(next.cloned());
    }
    found
}

/// The rooms that a file names behind `crate::`, but those of its own tests and comments.
fn used(file: &Path, rooms: &[String]) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap();
    let lines =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let names = |rest: &str| match rest.strip_prefix('{') {
        Some(list) => words(list.split("};").next().unwrap()),
        None => words(rest).into_iter().take(1).collect(),
    };
    lines.split("crate::").skip(1).flat_map(names).filter(|name| rooms.contains(name)).collect()
}

fn words(text: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !word(c)).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The files of a room, but its tests.
fn files(path: &Path) -> Vec<PathBuf> {
    match path.is_dir() {
        true => entries(path).iter().flat_map(|path| files(path)).collect(),
        false => vec![path.to_owned()],
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| {
        (path.is_dir() || path.extension().is_some_and(|end| end == "rs")) && stem(path) != "tests"
    })
    .collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}
