//! All integration tests of this crate, as one program: `cargo test -p espalier-api --test suite all_at_once::` runs those of `all_at_once.rs`.

mod all_at_once;
mod conflicts;
mod contract;
mod copied;
mod difference;
mod learning;
mod linear_leaves;
mod loaders;
mod named_rows;
mod on_borders;
mod preparing;
mod reading;
mod replay;
