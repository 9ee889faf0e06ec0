//! Loads model files and says how long that takes, for `npm run bench:read`: for each line of the input, which names a file, a line of JSON with its
//! milliseconds of processor time, its bytes, and the most memory that was in use at once, the file included.
//! `cargo run --release -p espalier-formats --example load`

use peak_alloc::PeakAlloc;
use std::time::Instant;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    for line in std::io::stdin().lines() {
        let bytes = std::fs::read(line.expect("text")).expect("a file");
        MEMORY.reset_peak_usage();
        let (start, began) = (Instant::now(), busy());
        let model = espalier_formats::load(&bytes).expect("a model that can be read");
        let wall = start.elapsed().as_secs_f64() * 1e3;
        let milliseconds = busy().zip(began).map_or(wall, |(now, began)| now - began);
        let nodes: usize = model.ensemble.trees.iter().map(|tree| tree.nodes.len()).sum();
        let (bytes, peak, held) = (bytes.len(), MEMORY.peak_usage(), MEMORY.current_usage());
        println!(
            "{}",
            serde_json::json!({ "milliseconds": milliseconds, "bytes": bytes, "peak": peak, "held": held, "nodes": nodes })
        );
    }
}

/// Milliseconds of processor time of this thread, by the scheduler's own clock.
fn busy() -> Option<f64> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}
