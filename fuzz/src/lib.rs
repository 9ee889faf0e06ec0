//! The promises that every fuzz target holds its input to: no panic, one line for a fault, and memory within a factor of
//! the input's size.

use espalier_model::Model;
use espalier_api::Shared;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes that any input may take, and bytes more for each of its own.
const MEMORY_FREE: usize = 48 << 20;
const MEMORY_PER_BYTE: usize = 400;

/// Runs `read` on an input and holds its memory to the bound.
pub fn bounded<T>(bytes: &[u8], read: impl FnOnce() -> T) -> T {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let result = read();
    let used = MEMORY.peak_usage().saturating_sub(before);
    assert!(used <= MEMORY_FREE + MEMORY_PER_BYTE * bytes.len(), "{used} bytes of memory for {} of input", bytes.len());
    result
}

/// Loads a model file, or takes its refusal; asks the loaded model for a few predictions. The rules are those of the tests.
pub fn model(bytes: &[u8]) {
    bounded(bytes, || espalier_testkit::files::attempt(bytes));
}

/// Holds an error's text to one line of bearable length.
pub fn line(text: &str) {
    assert!(!text.chars().any(char::is_control) && text.chars().count() < 1000, "{text:?}");
}

/// The file of the model that schemas, requests and queries are read for: every kind of feature, three classes.
const EXAMPLE: &[u8] = include_bytes!("example.json");

/// The model itself.
pub fn example() -> Model {
    espalier_formats::load(EXAMPLE).expect("the example opens")
}

/// The same as the product loads it.
pub fn shared() -> Shared {
    Shared::read(EXAMPLE, "example.json", None).unwrap_or_else(|e| panic!("{}", e.message()))
}
