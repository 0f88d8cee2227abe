//! Files that are no network which can play: one sentence each, and nothing is allocated for them.
#![cfg(feature = "runtime")]

mod support;

use hyakuman_arena::{Arena, Quiet, Rules};
use hyakuman_onnx::roster;
use hyakuman_riichi::Riichi;
use rten_onnx::onnx::{DataLocation, DataType, TensorProto};
use support::{ANY, LIGHT, Net, agent, convolutional, dense, int, list, value};

/// The error for a spec, without the name of the agent.
fn refused(spec: &str) -> String {
    let roster = roster();
    let checked = roster.spec(spec).unwrap();
    let error =
        roster.agent::<Riichi<4>>(&checked).err().unwrap_or_else(|| panic!("{spec} is no error")).to_string();
    assert!(!error.contains('\n') && error.len() < 600, "{error}");
    error.split_once(": ").expect("the agent").1.to_owned()
}

/// Asserts that a file with these bytes is refused with a sentence that has this text.
fn refuses(bytes: &[u8], text: &str) {
    let dir = tempfile::tempdir().unwrap();
    let error = refused(&agent(dir.path(), "net.onnx", bytes));
    assert!(error.contains("net.onnx") && error.contains(text), "{error}\nhas not\n{text}");
}

/// A network of one step: `build` makes the node whose output is that of the network.
fn of(build: impl FnOnce(&mut Net) -> String) -> Vec<u8> {
    let mut net = Net::new(&LIGHT);
    let output = build(&mut net);
    net.bytes(&output, &[ANY, 124])
}

/// A good end of a network for a tensor of any shape: its sum is added to the outputs.
fn ends_with(net: &mut Net, tensor: &str) -> String {
    let sum = net.node("ReduceMax", &[tensor], vec![int("keepdims", 0)]);
    let flat = net.node("Flatten", &["planes"], Vec::new());
    let logits = net.dense(&flat, 52 * 34, 124);
    net.node("Add", &[&logits, &sum], Vec::new())
}

#[test]
fn files_that_are_no_networks() {
    let dir = tempfile::tempdir().unwrap();
    let good = dense(124);
    assert!(refused("onnx").contains("name a file: onnx:net=FILE"));
    assert!(refused("onnx:net=/nowhere.onnx").contains("/nowhere.onnx cannot be read: No such file"));
    assert!(refused(&format!("onnx:net={}", dir.path().display())).contains("is not a file"));
    refuses(b"", "is empty");
    refuses(b"hello, I am no network", "is not an ONNX file");
    refuses(&[0; 100], "is not an ONNX file");
    refuses(b"PK\x03\x04 and more", "perhaps a checkpoint of PyTorch");
    for cut in [good.len() - 1, good.len() / 2, 1000, 60] {
        refuses(&good[..cut], "is cut short or damaged");
    }
}

/// Whatever byte is changed, the network plays or is refused before the runtime has it; the program goes on.
#[test]
fn damaged_files_are_refused_or_play() {
    let dir = tempfile::tempdir().unwrap();
    let roster = roster();
    let mut random = 1_u64;
    for good in [dense(124), convolutional(55)] {
        let is_weight = |at: usize| at > 100 && good[at - 100..at].iter().all(|&byte| byte != b't');
        for _ in 0..400 {
            let mut bytes = good.clone();
            let mut next = || {
                random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                (random >> 33) as usize
            };
            let at = (0..1000).map(|_| next() % good.len()).find(|&at| !is_weight(at)).unwrap();
            bytes[at] = [0, 0x7f, 0xff, bytes[at] ^ 1, bytes[at].wrapping_add(1), next() as u8][next() % 6];
            let spec = roster.spec(&agent(dir.path(), "net.onnx", &bytes)).unwrap();
            if let Err(error) = roster.agent::<Riichi<4>>(&spec) {
                let error = error.to_string();
                assert!(!error.contains('\n') && !error.contains("the runtime fails"), "{error}");
            }
        }
    }
}

/// A sparse file takes no room; it is refused before it is read.
#[test]
fn a_huge_file_is_not_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("huge.onnx");
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert!(refused(&format!("onnx:net={}", path.display())).contains("more than the limit"));
}

#[test]
fn wrong_inputs_and_outputs() {
    let with_input = |data_type, shape: &[i64]| Net::of(data_type, shape).bytes("planes", &[ANY, 124]);
    let right = "right is (batch, channels, 34), channels 214 for planes-v1 and 52 for planes-v1-light";
    refuses(&with_input(DataType::FLOAT, &[ANY, 100, 34]), &format!("of shape (any, 100, 34); {right}"));
    refuses(&with_input(DataType::FLOAT, &[ANY, 7276]), "of shape (any, 7276)");
    refuses(&with_input(DataType::FLOAT, &[ANY, 52, 9]), "of shape (any, 52, 9)");
    refuses(&with_input(DataType::FLOAT, &[ANY, ANY, 34]), "say which planes it needs with planes=");
    refuses(&with_input(DataType::FLOAT, &[16, 52, 34]), "takes exactly 16 rows");
    refuses(&with_input(DataType::INT64, &LIGHT), "has an input of type int64; right is float32 or uint8");

    let mut two = Net::new(&LIGHT);
    two.graph.input.push(value("mask", DataType::FLOAT, &[ANY, 124]));
    refuses(&two.bytes("planes", &[ANY, 124]), "has 2 inputs (planes, mask); one is needed");

    let right = "right is (batch, actions), actions 124 for actions-v1 and 55 for actions-v1-short";
    let actions = |count| {
        of(|net| {
            let flat = net.node("Flatten", &["planes"], Vec::new());
            net.dense(&flat, 52 * 34, count)
        })
    };
    refuses(&actions(46), &format!("of shape (64, 46) for 64 rows; {right}"));
    refuses(&of(|net| net.node("Relu", &["planes"], Vec::new())), "of shape (64, 52, 34)");
    let mut none = Net::new(&LIGHT);
    none.graph.input.clear();
    refuses(&none.bytes("planes", &[ANY, 124]), "has no input");
}

#[test]
fn options_and_metadata_have_to_fit() {
    let dir = tempfile::tempdir().unwrap();
    let agent_of = |bytes: &[u8], options: &str| agent(dir.path(), "net.onnx", bytes) + options;
    let good = dense(124);
    assert!(refused(&agent_of(&good, ",planes=planes-v1")).contains("of shape (any, 52, 34)"));
    assert!(refused(&agent_of(&good, ",temperature=0.5")).contains("means something with sample=true only"));
    assert!(refused(&agent_of(&good, ",sample=true,temperature=0")).contains("is not above 0"));
    assert!(refused(&agent_of(&good, ",sha256=0123456789")).contains("has the SHA-256 "));
    assert!(refused(&agent_of(&good, ",sha256=xyz")).contains("is no hash"));
    let named = |key: &str, text: &str| Net::new(&LIGHT).metadata(key, text).bytes("planes", &[ANY, 124]);
    let other = named("hyakuman.planes", "planes-v1");
    refuses(&other, "of shape (any, 52, 34)");
    assert!(
        refused(&agent_of(&other, ",planes=planes-v1-light"))
            .contains("says in its metadata that it needs planes-v1")
    );
    refuses(&named("hyakuman.planes", "mine"), "there are no planes \"mine\"");
    let mut short = Net::new(&LIGHT).metadata("hyakuman.actions", "actions-v1-short");
    let flat = short.node("Flatten", &["planes"], Vec::new());
    let logits = short.dense(&flat, 52 * 34, 124);
    refuses(&short.bytes(&logits, &[ANY, 124]), "says in its metadata that its outputs are actions-v1-short");
}

#[test]
fn what_the_runtime_does_not_know() {
    refuses(
        &of(|net| net.node("Frobnicate", &["planes"], Vec::new())),
        "the operator Frobnicate is not supported",
    );
    refuses(&of(|net| net.node("Loop", &["planes"], Vec::new())), "the operator Loop is not supported");
    refuses(
        &Net::new(&LIGHT).opset(99).bytes("planes", &[ANY, 124]),
        "needs version 99 of the ONNX operators, newer than",
    );
    refuses(
        &Net::new(&LIGHT).opset(9).bytes("planes", &[ANY, 124]),
        "needs version 9 of the ONNX operators, older than",
    );
    let of_type = |data_type| TensorProto { data_type: Some(data_type), ..TensorProto::default() };
    let elsewhere = TensorProto { data_location: Some(DataLocation::EXTERNAL), ..of_type(DataType::FLOAT) };
    let stored = |tensor: TensorProto, shape: &[i64]| {
        let mut net = Net::new(&LIGHT);
        net.tensor(shape, tensor);
        net.bytes("planes", &[ANY, 124])
    };
    refuses(&stored(elsewhere, &[4, 4]), "in another file; export it with external_data=False");
    refuses(&stored(of_type(DataType::BFLOAT16), &[4]), "of type bfloat16, which is not supported");
}

/// What a file that would grow is refused with.
const TOO_MUCH: &str = "needs too much memory: node";

/// A tensor of this shape, all of one value.
fn filled(net: &mut Net, shape: &[i64]) -> String {
    let shape = net.ints(shape);
    net.node("ConstantOfShape", &[&shape], Vec::new())
}

/// A network that ends with what `build` makes of 64 x 64 stored numbers.
fn growing(build: impl Fn(&mut Net, &str) -> String) -> Vec<u8> {
    of(|net| {
        let small = net.weights(&[64, 64], 1.0);
        let x = build(net, &small);
        ends_with(net, &x)
    })
}

#[test]
fn small_files_with_large_shapes() {
    for shape in
        [vec![1 << 40], vec![1 << 62, 1 << 62], vec![i64::MAX; 9], vec![1 << 20, 1 << 10], vec![1; 40]]
    {
        refuses(&growing(|net, _| filled(net, &shape)), TOO_MUCH);
    }
}

#[test]
fn small_files_whose_tensors_grow() {
    let expanded = |net: &mut Net, x: &str| {
        let shape = net.ints(&[1 << 20, 64, 64]);
        net.node("Expand", &[x, &shape], Vec::new())
    };
    let tiled = |net: &mut Net, x: &str| {
        let times = net.ints(&[1 << 30, 1 << 30]);
        net.node("Tile", &[x, &times], Vec::new())
    };
    let padded = |net: &mut Net, x: &str| {
        let pads = net.ints(&[1 << 40, 0, 0, 0]);
        net.node("Pad", &[x, &pads], Vec::new())
    };
    let doubled = |net: &mut Net, x: &str| {
        (0..40).fold(x.to_owned(), |x, _| net.node("Concat", &[&x, &x], vec![int("axis", 0)]))
    };
    [growing(expanded), growing(tiled), growing(padded), growing(doubled)]
        .iter()
        .for_each(|bytes| refuses(bytes, TOO_MUCH));
}

#[test]
fn small_files_whose_operators_grow() {
    let column_and_row = growing(|net, _| {
        let (column, row) = (net.weights(&[100_000, 1], 1.0), net.weights(&[1, 100_000], 1.0));
        net.node("Add", &[&column, &row], Vec::new())
    });
    let padded_convolution = growing(|net, _| {
        let kernels = net.weights(&[256, 52, 3], 1.0);
        let attributes = vec![list("kernel_shape", &[3]), list("pads", &[1 << 20, 1 << 20])];
        net.node("Conv", &["planes", &kernels], attributes)
    });
    [column_and_row, padded_convolution].iter().for_each(|bytes| refuses(bytes, TOO_MUCH));
}

/// Little memory, much time.
#[test]
fn small_files_that_take_long() {
    let products = growing(|net, _| {
        let x = filled(net, &[1 << 12, 1 << 12]);
        (0..10).fold(x, |x, _| net.node("MatMul", &[&x, &x], Vec::new()))
    });
    refuses(&products, "takes too long: up to node");
}

/// Sizes that the file says, and bytes that are not there.
#[test]
fn tensors_without_their_values() {
    let tensor = |dims: &[i64]| {
        let (data_type, float_data) = (Some(DataType::FLOAT), vec![1.0; 4]);
        let tensor = TensorProto { data_type, float_data, ..TensorProto::default() };
        let mut net = Net::new(&LIGHT);
        net.tensor(dims, tensor);
        net.bytes("planes", &[ANY, 124])
    };
    refuses(&tensor(&[1 << 40]), "has the shape (1099511627776), but has 4 values");
    refuses(&tensor(&[1 << 62, 1 << 62]), "but has 4 values");
    refuses(&tensor(&[-4]), "but has 4 values");
}

/// Messages in messages, deeper than any stack.
#[test]
fn nested_messages_are_not_followed() {
    let field = |number: u64, bytes: Vec<u8>| {
        let mut message = Vec::new();
        for mut value in [number << 3 | 2, bytes.len() as u64] {
            while value > 127 {
                message.push(value as u8 | 128);
                value >>= 7;
            }
            message.push(value as u8);
        }
        message.extend(bytes);
        message
    };
    let mut graph = Vec::new();
    for _ in 0..20_000 {
        graph = field(1, field(5, field(6, graph))); // a node with an attribute that is a graph
    }
    refuses(&field(7, graph), "branches or loops (If, Loop, Scan), which are not supported");
    let empty_nodes = [0x0a, 0x00].repeat(2_000_000);
    refuses(&field(7, empty_nodes), "has more than");
}

/// Nodes that do not fit together are named.
#[test]
fn nodes_that_do_not_fit_are_named() {
    refuses(
        &of(|net| {
            let weights = net.weights(&[7, 124], 1.0);
            net.node("MatMul", &["planes", &weights], Vec::new())
        }),
        "does not run: node t2 (MatMul): matrices of the shapes (1, 52, 34) and (7, 124) cannot be multiplied",
    );
    refuses(
        &of(|net| net.node("Relu", &["nothing"], Vec::new())),
        "nothing before it makes its input nothing",
    );
    refuses(
        &of(|net| {
            let kernels = net.weights(&[8, 51, 3], 1.0);
            net.node("Conv", &["planes", &kernels], vec![list("kernel_shape", &[3])])
        }),
        "do not fit together with 1 groups",
    );
}

/// An output that is not a number ends the run; the error names the agent and the decision.
#[test]
fn outputs_that_are_not_numbers_end_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = of(|net| {
        let flat = net.node("Flatten", &["planes"], Vec::new());
        let logits = net.dense(&flat, 52 * 34, 124);
        let zero = net.floats(&[], vec![-1.0]);
        let roots = net.node("Relu", &[&logits], Vec::new());
        let less = net.node("Add", &[&roots, &zero], Vec::new());
        net.node("Sqrt", &[&less], Vec::new())
    });
    let spec = agent(dir.path(), "nan.onnx", &bytes);
    let (rules, roster) = (Rules::preset("tenhou").unwrap(), roster());
    let arena = Arena::new(&rules, &roster)
        .agents(&format!("{spec},random,random,random"))
        .unwrap()
        .games(8)
        .threads(1);
    let error = arena.play(&Quiet).unwrap_err().to_string();
    assert!(error.starts_with("the agent onnx:net="), "{error}");
    assert!(error.contains("is not a number (NaN) in decision ") && error.contains(" on wall "), "{error}");
}

#[test]
fn other_games_are_not_played() {
    let rules = Rules::preset("toutenkou").unwrap();
    let roster = roster();
    let error = Arena::new(&rules, &roster).agents("onnx:net=x,random,random").unwrap().games(1).play(&Quiet);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("the agent \"onnx\" plays riichi only"), "{error}");
}
