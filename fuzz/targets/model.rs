//! Every loader: one binary a format, told apart by its seeds and its dictionary.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| espalier_fuzz::model(bytes));
