//! All integration tests of this crate, as one program: `cargo test -p espalier-formats --test suite damage::` runs those of `damage.rs`.

mod damage;
mod lightgbm_codes;
mod lightgbm_damage;
mod lightgbm_zero;
mod linear_leaves;
mod round_trip;
mod ubjson;
mod ubjson_damage;
