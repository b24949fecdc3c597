//! Feeds `fuzz::envelope`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::envelope::check(data));
