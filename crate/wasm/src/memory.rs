//! Room in the module's memory.

use std::hint::black_box;

/// Files from so many bytes on have room made for them. By hand.
const LARGE: usize = 1 << 20;
/// Bytes of room for each byte of a large file, beside the file's own copy: models and their documents take up to two (docs/benchmarks/loading.md).
/// More is memory that the page seems to hold and does not use. Less makes the memory grow piece by piece while the file is read.
const FOR_EACH: usize = 2;
/// The most room. Browsers of small machines give little more to one page. By hand.
const MOST: usize = 1 << 30;

/// Makes room for the work on a model file of `bytes` bytes, in one piece, where there is so much.
///
/// The allocator asks for no more memory than its next piece needs, 64 kB for small ones. Each time the memory grows, V8 may collect the garbage of the
/// whole page: with 680,272 stumps that happened 500 times and took more than half of the time.
///
/// # Cost
/// None that grows with the room: pages that nobody writes to are not in memory.
pub fn make_room(bytes: usize) {
    if bytes < LARGE {
        return;
    }
    let mut room = Vec::<u8>::new();
    if room.try_reserve_exact(bytes.saturating_mul(FOR_EACH).min(MOST)).is_ok() {
        black_box(&mut room);
    }
}
