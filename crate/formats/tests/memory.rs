//! Opening a model takes memory in proportion to the size of its file, for any sizes that the file claims.

use espalier_formats::load;
use peak_alloc::PeakAlloc;
use std::path::PathBuf;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Peak memory in bytes, less the memory in use before.
fn peak(bytes: &[u8]) -> (usize, bool) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let opened = load(bytes);
    (MEMORY.peak_usage().saturating_sub(before), opened.is_ok())
}

/// Models of the real libraries, largest first.
fn models() -> Vec<(String, Vec<u8>)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let mut all = Vec::new();
    for folder in std::fs::read_dir(root).expect("the folder of fixtures") {
        let folder = folder.expect("an entry").path();
        for file in ["model.json", "model.ubj", "model.txt", "dump.json", "model.onnx"] {
            if let Ok(bytes) = std::fs::read(folder.join(file)) {
                all.push((format!("{}/{file}", folder.file_name().expect("a name").to_string_lossy()), bytes));
            }
        }
    }
    all.sort_by_key(|(_, bytes)| std::cmp::Reverse(bytes.len()));
    all
}

/// Most memory for a file of the real libraries, as a multiple of its bytes. Measured: at most 8 (small ONNX models, in which a
/// leaf is a number or two), below 6 for the rest, below 2.3 for most boosters.
const USUAL: usize = 10;

/// Most memory for files made to take memory: this multiple of their bytes, plus the bytes that the largest claimable number of columns takes.
const HOSTILE: (usize, usize) = (32, 48 << 20);

/// About two megabytes of content that costs more memory than text.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    const SIZE: usize = 2_000_000;
    let many = |before: &str, piece: &str, after: &str| {
        (before.to_string() + &piece.repeat(SIZE / piece.len()) + after).into_bytes()
    };
    let head = r#"{"format": "espalier", "version": 1, "kind": "regressor", "columns": 65536, "input": "float32", "compare": "<=",
        "aggregation": "sum", "trees": ["#;
    let xgboost = r#"{"learner": {"gradient_booster": {"model": {"trees": ["#;
    let keys: String = (0..SIZE / 9).map(|i| format!("\"{i:x}\":0,")).collect();
    let wide = |columns: usize| {
        let tree = r#"{"feature": [-1], "threshold": [0], "left": [-1], "right": [-1], "value": [[1]]}]}"#;
        (head.replace("65536", &columns.to_string()) + tree).into_bytes()
    };
    let mut onnx = b"\x08\x08\x12\x01x\x3a\x80\x89\x7a".to_vec();
    onnx.extend(b"\x0a\x00".repeat(SIZE / 2));
    let mut ubjson = b"{L\x00\x00\x00\x00\x00\x00\x00\x07learner".to_vec();
    ubjson.extend(b"[".repeat(SIZE));
    let mut claims = b"{L\x00\x00\x00\x00\x00\x00\x00\x07learner[$d#L\x00\x00\x7f\xff\xff\xff\xff\xff".to_vec();
    claims.extend(b"\0".repeat(SIZE));
    vec![
        ("lists in lists", many("", "[", "")),
        ("objects in objects", many("", "{\"a\":", "")),
        ("many fields", format!("{{{keys}\"format\":0}}").into_bytes()),
        ("empty trees", many(head, "{},", "{}]}")),
        ("empty values", many(&format!("{head}{{\"value\": ["), "[],", "[]]}]}")),
        ("short thresholds", many(&format!("{head}{{\"threshold\": ["), "1,", "1]}]}")),
        ("NaN upon NaN", many(&format!("{xgboost}{{\"split_conditions\": ["), "NaN,", "NaN]}]}}}}")),
        ("empty trees of XGBoost", many(xgboost, "{},", "{}]}}}}")),
        ("one tree of the most columns", wide(65536)),
        ("lines without end", many("tree\n", "a=1\n", "")),
        ("empty nodes", onnx),
        ("lists in lists of UBJSON", ubjson),
        ("a list that claims terabytes", claims),
    ]
}

/// A single test, because another thread's memory would count.
#[test]
fn memory_is_bounded_by_the_size_of_the_file() {
    let mut count = 0;
    for (name, bytes) in models().iter().filter(|(_, bytes)| bytes.len() >= 8000) {
        let (used, opened) = peak(bytes);
        assert!(opened, "{name}");
        assert!(used <= USUAL * bytes.len(), "{name}: {used} bytes for {}", bytes.len());
        count += 1;
    }
    assert!(count >= 50, "{count}");
    for (name, bytes) in hostile() {
        let (used, _) = peak(&bytes);
        let most = HOSTILE.1 + HOSTILE.0 * bytes.len();
        assert!(used <= most, "{name}: {used} bytes for {}", bytes.len());
    }
}
