//! A loaded network, which answers rows in batches of fixed sizes.
//!
//! The runtime adds up a matrix product in an order that depends on its size, so the same row may have slightly different
//! outputs in a batch of 3 and of 100. A network is therefore run on batches of a few fixed sizes, the last one filled up with
//! zeros. When it is loaded, it is tried out which sizes give the same bits for the same row in every place of the batch,
//! and only these are used.

use crate::scan;
use crate::signature::Signature;
use crate::widen::widen;
use hyakuman_agents::agent_file;
use hyakuman_riichi::planes::KINDS;
use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value};
use rten_onnx::onnx::ModelProto;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The sizes of batches, from which those are taken that give the same answers.
const SIZES: [usize; 4] = [1, 8, 32, 64];
/// The largest batch of a network that convolves: in larger ones its tensors do not fit the second cache.
const MOST_CONVOLVED: usize = 32;
/// Fewest rows on which a size is tried.
const FEWEST_TRIED: usize = 8;

/// A network, ready to run.
pub(crate) struct Net {
    pub signature: Signature,
    model: Model,
    input_id: NodeId,
    output_id: NodeId,
    /// For each channel, what its cells are divided by.
    scales: Vec<f32>,
    /// The sizes of batches, the largest first.
    sizes: Vec<usize>,
}

impl Net {
    /// Reads a file. `planes` is the name of planes, or `auto`.
    pub(crate) fn load(path: &Path, planes: &str, sha256: &str) -> Result<Net, String> {
        let bytes = agent_file::read(path)?;
        agent_file::check_hash(path, &bytes, sha256)?;
        Net::of(bytes, planes).map_err(|error| format!("{} {error}", path.display()))
    }

    pub(crate) fn of(bytes: Vec<u8>, planes: &str) -> Result<Net, String> {
        scan::check(&bytes)?;
        let proto = ModelProto::parse_buf(&bytes).map_err(|error| format!("is damaged: {error}"))?;
        drop(bytes);
        let (bytes, signature) = checked(proto, planes)?;
        let pool = Arc::new(ThreadPool::with_num_threads(1));
        in_pool(&pool, || Net::made(bytes, signature, &pool))
    }

    fn made(bytes: Vec<u8>, signature: Signature, pool: &Arc<ThreadPool>) -> Result<Net, String> {
        let mut options = ModelOptions::with_ops(crate::shapes::registry());
        let model =
            options.prepack_weights(false).load(bytes).map_err(|error| format!("does not run: {error}"))?;
        let (inputs, outputs) = (model.input_ids().to_vec(), model.output_ids().to_vec());
        let &[input_id] = &inputs[..] else { return Err(format!("has {} inputs", inputs.len())) };
        let scales = signature.planes.channels().iter().map(|channel| f32::from(channel.scale)).collect();
        let output_id = outputs[signature.output];
        let mut net = Net { signature, model, input_id, output_id, scales, sizes: Vec::new() };
        net.sizes = net.steady_sizes(pool)?;
        Ok(net)
    }

    /// The outputs for these rows of cells, one row after another, computed in the thread of this pool.
    pub(crate) fn answers(
        &self,
        pool: &Arc<ThreadPool>,
        cells: &[u8],
        outputs: &mut Vec<f32>,
    ) -> Result<(), String> {
        let row = self.signature.planes.bytes();
        let mut left = cells;
        while !left.is_empty() {
            let count = left.len() / row;
            let fits = self.sizes.iter().copied().find(|&size| size <= count);
            let size = fits.unwrap_or(self.sizes[self.sizes.len() - 1]);
            let (now, later) = left.split_at(row * size.min(count));
            self.batch(pool, now, size, outputs)?;
            left = later;
        }
        Ok(())
    }

    /// The outputs for at most `size` rows, run as exactly `size`.
    fn batch(
        &self,
        pool: &Arc<ThreadPool>,
        cells: &[u8],
        size: usize,
        outputs: &mut Vec<f32>,
    ) -> Result<(), String> {
        let (row, actions) = (self.signature.planes.bytes(), self.signature.space.count());
        let input = self.input(cells, size)?;
        let run = Some(RunOptions::default().with_thread_pool(Some(pool.clone())));
        let values = self.model.run_n(vec![(self.input_id, input.into())], [self.output_id], run);
        let [values] = values.map_err(|error| format!("does not run: {error}"))?;
        let values = values.into_shape_vec::<f32, 2>();
        let (shape, values) =
            values.map_err(|error| format!("has an output that is not float32: {error}"))?;
        if shape != [size, actions] {
            return Err(format!("has an output of shape {shape:?} for {size} rows"));
        }
        outputs.extend_from_slice(&values[..cells.len() / row * actions]);
        Ok(())
    }

    /// The input for exactly `size` rows.
    fn input(&self, cells: &[u8], size: usize) -> Result<Value, String> {
        let (row, shape) = (self.signature.planes.bytes(), [size, self.signature.planes.count(), KINDS]);
        if self.signature.bytes {
            let mut padded = cells.to_vec();
            padded.resize(size * row, 0);
            return Value::from_shape(shape, padded).map_err(|error| error.to_string());
        }
        let mut padded = Vec::with_capacity(size * row);
        for (cells, &scale) in cells.chunks_exact(KINDS).zip(self.scales.iter().cycle()) {
            padded.extend(cells.iter().map(|&cell| f32::from(cell) / scale));
        }
        padded.resize(size * row, 0.0);
        Value::from_shape(shape, padded).map_err(|error| error.to_string())
    }

    /// The sizes of batches that give the same answer to the same row, whatever its place and the other rows; the largest
    /// first. At least one.
    fn steady_sizes(&self, pool: &Arc<ThreadPool>) -> Result<Vec<usize>, String> {
        let (mut steady, mut expected) = (Vec::new(), Vec::new());
        for size in SIZES.into_iter().rev().filter(|&size| size <= self.signature.most_rows) {
            let Some(answers) = self.steady_answers(pool, size)? else { continue };
            if steady.is_empty() || answers.iter().zip(&expected).all(|(a, b)| a == b) {
                steady.push(size);
            }
            if expected.is_empty() {
                expected = answers;
            }
        }
        Ok(steady)
    }

    /// The answers to some rows, always the same first ones, in batches of this size; `None` if they depend on the place in the
    /// batch or on other rows.
    fn steady_answers(&self, pool: &Arc<ThreadPool>, size: usize) -> Result<Option<Vec<u32>>, String> {
        let (row, actions) = (self.signature.planes.bytes(), self.signature.space.count());
        let rows = trial_cells(size.max(FEWEST_TRIED) * row);
        let answers = |cells: &[u8]| {
            let mut outputs = Vec::new();
            cells.chunks(size * row).try_for_each(|cells| self.batch(pool, cells, size, &mut outputs))?;
            let bits = |output: f32| if output.is_nan() { u32::MAX } else { output.to_bits() }; // all NaN are one
            Ok::<_, String>(outputs.into_iter().map(bits).collect::<Vec<_>>())
        };
        let expected = answers(&rows)?;
        if size == 1 {
            return Ok(Some(expected));
        }
        if !expected.starts_with(&answers(&rows[..row])?) {
            return Ok(None);
        }
        for shift in [1, size / 2 + 1] {
            let mut found = answers(&[&rows[shift * row..], &rows[..shift * row]].concat())?;
            found.rotate_right(shift * actions);
            if found != expected {
                return Ok(None);
            }
        }
        Ok(Some(expected))
    }
}

/// Checks a network. Returns the bytes of one that does the same: exactly what was checked, with its convolutions arranged
/// for speed.
fn checked(mut proto: ModelProto, planes: &str) -> Result<(Vec<u8>, Signature), String> {
    let (mut signature, shapes) = Signature::of(&proto, planes, &SIZES)?;
    if let Some(graph) = &mut proto.graph {
        graph.value_info.clear(); // shapes that the file says, true or not
        if signature.most_rows > 1 {
            let is_convolved = widen(graph, &shapes);
            (signature, _) = Signature::of(&proto, planes, &SIZES)?;
            if is_convolved {
                signature.most_rows = signature.most_rows.min(MOST_CONVOLVED);
            }
        }
    }
    let bytes = proto.write_buf().map_err(|error| format!("cannot be prepared: {error}"))?;
    Ok((bytes, signature))
}

/// Cells like those of decisions: most are 0, many 1.
fn trial_cells(count: usize) -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let random = (state >> 32) as u32;
        match random & 15 {
            0..10 => 0,
            10..14 => 1,
            _ => (random >> 8) as u8,
        }
    };
    (0..count).map(|_| next()).collect()
}

/// Runs a function in the thread of a pool. A panic in it is an error: the runtime may have met something in a file that
/// it does not expect.
pub(crate) fn in_pool<T: Send>(
    pool: &ThreadPool,
    run: impl FnOnce() -> Result<T, String> + Send,
) -> Result<T, String> {
    // From another thread, because a thread of a pool that waits for another pool starts other work meanwhile.
    std::thread::scope(|scope| {
        let guarded = || catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| Err(failed(&*panic)));
        let thread = scope.spawn(|| pool.run(guarded));
        thread.join().unwrap_or_else(|panic| Err(failed(&*panic)))
    })
}

/// The sentence for a panic of the runtime.
pub(crate) fn failed(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("does not run: the runtime fails ({})", text.unwrap_or("no reason given").replace('\n', " "))
}

/// The networks in use, each read once for all threads and seats.
#[derive(Default)]
pub(crate) struct Nets(Mutex<Vec<(Key, Arc<Net>)>>);

/// Which file, and how it is read.
#[derive(PartialEq, Eq)]
struct Key {
    path: PathBuf,
    planes: String,
    sha256: String,
    /// Size and time of the last change: a file that was written anew is read again.
    version: Option<(u64, SystemTime)>,
}

impl Nets {
    /// The network of a file, read if it is not there.
    pub(crate) fn get(&self, path: &str, planes: &str, sha256: &str) -> Result<Arc<Net>, String> {
        let mut nets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let about = fs::metadata(path).ok();
        let version = about.and_then(|about| Some((about.len(), about.modified().ok()?)));
        let key = Key { path: path.into(), planes: planes.into(), sha256: sha256.into(), version };
        let is_same =
            |held: &Key| (&held.path, &held.planes, &held.sha256) == (&key.path, &key.planes, &key.sha256);
        // A run that is under way keeps its network, even if the file changes.
        let held = nets
            .iter()
            .find(|(held, net)| is_same(held) && (held.version == key.version || Arc::strong_count(net) > 1));
        if let Some((_, net)) = held {
            return Ok(net.clone());
        }
        nets.retain(|(_, net)| Arc::strong_count(net) > 1);
        let net = Arc::new(Net::load(&key.path, planes, sha256)?);
        nets.push((key, net.clone()));
        Ok(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::{self, ANY, int, list};

    fn answers(net: &Net, cells: &[u8]) -> Vec<f32> {
        let pool = Arc::new(ThreadPool::with_num_threads(1));
        let mut outputs = Vec::new();
        net.answers(&pool, cells, &mut outputs).unwrap();
        outputs
    }

    fn close(first: &[f32], second: &[f32]) -> bool {
        first.len() == second.len()
            && first.iter().zip(second).all(|(a, b)| (a - b).abs() <= 1e-4 * (1.0 + a.abs()))
    }

    /// Convolutions of every kind, and operators between them.
    fn convolutions(batch: i64) -> Vec<u8> {
        let mut net = support::Net::new(&[batch, 52, 34]);
        let x = net.convolution("planes", 52, 8);
        let x = net.node("Relu", &[&x], Vec::new());
        let statistics: Vec<String> = (0..3).map(|_| net.weights(&[8], 1.0)).collect();
        let variance = net.floats(&[8], vec![0.5; 8]);
        let normal = [x.as_str(), &statistics[0], &statistics[1], &statistics[2], &variance];
        let x = net.node("BatchNormalization", &normal, Vec::new());
        let kernels = net.weights(&[8, 8, 4], 0.2);
        let sizes = vec![list("kernel_shape", &[4]), list("pads", &[2, 0])];
        let x = net.node("Conv", &[&x, &kernels], sizes); // 33 wide
        let most = net.node("ReduceMax", &[&x], vec![list("axes", &[2])]);
        let mean = net.node("GlobalAveragePool", &[&x], Vec::new());
        let both = net.node("Concat", &[&most, &mean], vec![int("axis", 1)]);
        let kernels = net.weights(&[8, 16, 1], 0.3);
        let all = net.node("Conv", &[&both, &kernels], vec![list("kernel_shape", &[1])]);
        let x = net.node("Add", &[&x, &all], Vec::new());
        let kernels = net.weights(&[8, 4, 5], 0.3);
        let sizes =
            vec![list("kernel_shape", &[5]), list("pads", &[4, 3]), list("dilations", &[2]), int("group", 2)];
        let y = net.node("Conv", &[&x, &kernels], sizes); // 32 wide
        let kernels = net.weights(&[6, 8, 2], 0.3);
        let y = net.node("Conv", &[&y, &kernels], vec![list("kernel_shape", &[2]), list("strides", &[2])]); // 16 wide
        let pooled = net.node("GlobalAveragePool", &[&y], Vec::new());
        let gates = net.node("Sigmoid", &[&pooled], Vec::new());
        let y = net.node("Mul", &[&y, &gates], Vec::new());
        let bias = net.weights(&[1, 6, 1], 1.0);
        let y = net.node("Add", &[&bias, &y], Vec::new());
        let two = net.floats(&[], vec![2.0]);
        let y = net.node("Div", &[&y, &two], Vec::new());
        let flat = net.node("Flatten", &[&y], Vec::new());
        let logits = net.dense(&flat, 6 * 16, 124);
        net.bytes(&logits, &[batch, 124])
    }

    /// A network for one row is run as it is, one for many with its convolutions rearranged.
    #[test]
    fn rearranged_convolutions_give_the_same_numbers() {
        let [one, many] = [1, ANY].map(|batch| Net::of(convolutions(batch), "auto").unwrap());
        assert_eq!((one.signature.most_rows, many.signature.most_rows), (1, MOST_CONVOLVED));
        let cells = trial_cells(45 * one.signature.planes.bytes());
        assert!(close(&answers(&one, &cells), &answers(&many, &cells)));
    }

    #[test]
    fn rows_have_the_same_bits_in_batches_of_any_size() {
        for bytes in
            [support::dense(124), support::convolutional(55), support::near_ties(124), convolutions(ANY)]
        {
            let net = Net::of(bytes, "auto").unwrap();
            assert!(net.sizes.len() > 1 || net.sizes == [1], "{:?}", net.sizes);
            let (row, actions) = (net.signature.planes.bytes(), net.signature.space.count());
            let cells = trial_cells(100 * row);
            let all = answers(&net, &cells);
            for count in [1, 2, 7, 8, 9, 31, 33, 65] {
                let some: Vec<f32> =
                    cells.chunks(count * row).flat_map(|cells| answers(&net, cells)).collect();
                assert!(some == all, "{count} rows, {:?}", net.sizes);
            }
            assert_eq!(all.len(), 100 * actions);
        }
    }

    /// What mixes the rows of a batch is run row by row.
    #[test]
    fn a_network_that_mixes_rows_is_run_row_by_row() {
        let mut net = support::Net::new(&support::LIGHT);
        let flat = net.node("Flatten", &["planes"], Vec::new());
        let logits = net.dense(&flat, 52 * 34, 124);
        let mean = net.node("ReduceMean", &[&logits], vec![list("axes", &[0])]);
        let logits = net.node("Sub", &[&logits, &mean], Vec::new());
        let net = Net::of(net.bytes(&logits, &[ANY, 124]), "auto").unwrap();
        assert_eq!(net.sizes, [1]);
    }
}
