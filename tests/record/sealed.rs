//! Changed manifests and sidecars with their right hashes, so that a test reaches the checks behind those of the hashes.

use hyakuman_record::{Manifest, Sidecar};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Writes the manifest of a data set, with its hash in the second line.
pub(crate) fn write_manifest(set: &Path, manifest: &Value) {
    let mut text = manifest.to_string();
    if let Value::Object(keys) = manifest {
        let mut rest = keys.clone();
        rest.remove("manifest_sha256");
        let rest = format!("{{\n{}", &Value::Object(rest).to_string()[1..]);
        text = rest.replacen('\n', &format!("\n\"manifest_sha256\":\"{}\",\n", hash(rest.as_bytes())), 1);
    }
    fs::write(set.join("manifest.json"), text).unwrap();
}

/// Writes the sidecar of a part, and the manifest that lists it.
pub(crate) fn write_sidecar(set: &Path, manifest: &mut Value, part: usize, sidecar: &Value) {
    let mut sidecar = sidecar.clone();
    sidecar["sha256"] = Value::Null;
    let mut run = serde_json::from_value::<Manifest>(manifest.clone()).unwrap().run;
    (run.matches, run.parts) = (0, 0);
    let typed = |value: &Value| pretty(&serde_json::from_value::<Sidecar>(value.clone()).unwrap());
    sidecar["sha256"] = json!(hash(&[pretty(&run), typed(&sidecar)].concat()));
    fs::write(set.join(format!("parts/part-{part:06}.json")), typed(&sidecar)).unwrap();
    if let Some(extra) = sidecar.get_mut("extra") {
        *extra = json!(hash(extra.to_string().as_bytes()));
    }
    manifest["files"][part] = sidecar;
    write_manifest(set, manifest);
}

/// Writes a manifest with another recipe, and all that depends on it.
pub(crate) fn write_recipe(set: &Path, manifest: &mut Value) {
    let run = serde_json::from_value::<Manifest>(manifest.clone()).unwrap().run;
    fs::write(set.join("parts/run.json"), pretty(&run)).unwrap();
    for part in 0..run.parts as usize {
        let sidecar = fs::read(set.join(format!("parts/part-{part:06}.json"))).unwrap();
        write_sidecar(set, manifest, part, &serde_json::from_slice(&sidecar).unwrap());
    }
}

fn pretty(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).unwrap();
    bytes.push(b'\n');
    bytes
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
