//! Feeds `fuzz::dispatch`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::dispatch::check(data));
