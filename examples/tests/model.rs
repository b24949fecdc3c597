//! `--model` with a model that this test writes: five words, vectors of three numbers.
//!
//! In: directories of files, right and wrong. Out: vectors, or an error that names the file and what
//! is wrong with it. Without the feature `model`, the error says how to build with it.

use examples::pkm::embed;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// An empty directory of its own for each call, since tests run side by side.
fn directory(name: &str) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed).to_string();
    let models = Path::new(env!("CARGO_TARGET_TMPDIR")).join("models");
    let path = models.join(call).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

/// What the error says.
fn refused(directory: &Path) -> String {
    match embed::from_model(directory) {
        Ok(model) => panic!("{} was taken as {}", directory.display(), model.name()),
        Err(error) => error.to_string(),
    }
}

#[cfg(not(feature = "model"))]
#[test]
fn without_the_feature_the_error_says_the_command_that_builds_it() {
    let error = refused(&directory("any"));
    let command = "cargo build -p examples --bin pkm --features model";
    assert!(error.contains(command), "{error}");
}

#[cfg(feature = "model")]
mod with_the_feature {
    use super::{directory, refused};
    use examples::pkm::embed::{self, Builtin, Embedder};
    use examples::pkm::store::{Draft, Stop, Store};
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    const TOKENIZER: &str = r#"{
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "unk_token": "[UNK]",
            "vocab": {"[UNK]": 0, "고양이": 1, "cat": 2, "돈": 3, "money": 4}}
    }"#;

    /// Cats point one way, money another; what is unknown would point to both.
    const VECTORS: [[f32; 3]; 5] = [
        [9.0, 9.0, 9.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.1, 0.0],
        [0.0, 0.0, 2.0],
        [0.0, 0.2, 2.0],
    ];

    /// One tensor of a file.
    struct Tensor {
        name: &'static str,
        kind: &'static str,
        shape: Vec<usize>,
        bytes: Vec<u8>,
    }

    impl Tensor {
        fn embeddings() -> Self {
            let bytes = VECTORS.as_flattened().iter().flat_map(|x| x.to_le_bytes());
            Self {
                name: "embeddings",
                kind: "F32",
                shape: vec![5, 3],
                bytes: bytes.collect(),
            }
        }
    }

    /// The format safetensors: the length of the header, the header, the numbers.
    fn safetensors(tensors: &[Tensor]) -> Vec<u8> {
        let (mut header, mut data) = (serde_json::Map::new(), Vec::new());
        for tensor in tensors {
            let start = data.len();
            data.extend_from_slice(&tensor.bytes);
            let about = serde_json::json!({
                "dtype": tensor.kind, "shape": tensor.shape, "data_offsets": [start, data.len()],
            });
            header.insert(tensor.name.to_owned(), about);
        }
        let mut header = serde_json::Value::Object(header).to_string();
        while !header.len().is_multiple_of(8) {
            header.push(' ');
        }
        let length = (header.len() as u64).to_le_bytes();
        [&length, header.as_bytes(), &data].concat()
    }

    fn model(name: &str, tensors: &[Tensor]) -> PathBuf {
        let directory = directory(name);
        write(&directory, "tokenizer.json", TOKENIZER.as_bytes());
        write(&directory, "config.json", br#"{"normalize": true}"#);
        write(&directory, "model.safetensors", &safetensors(tensors));
        directory
    }

    fn write(directory: &Path, file: &str, bytes: &[u8]) {
        std::fs::write(directory.join(file), bytes).expect("a file");
    }

    fn load(directory: &Path) -> Arc<dyn Embedder> {
        embed::from_model(directory).unwrap_or_else(|error| panic!("{error}"))
    }

    fn vector(model: &dyn Embedder, text: &str) -> Vec<f32> {
        let mut vectors = model.embed(&[text]).expect("a vector");
        vectors.pop().expect("one vector")
    }

    fn close(seen: &[f32], wanted: [f32; 3]) -> bool {
        seen.len() == 3 && seen.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5)
    }

    #[test]
    fn a_text_is_the_mean_of_its_known_words_at_length_one() {
        let model = load(&model("right", &[Tensor::embeddings()]));
        assert_eq!(model.dimensions(), 3);
        assert!(close(&vector(&*model, "고양이"), [1.0, 0.0, 0.0]));
        // (1, 0, 0) and (0, 0, 2) are (0.5, 0, 1); the word that is not known changes nothing.
        let both = vector(&*model, "고양이 무언가 돈");
        assert!(close(&both, [0.447_213_6, 0.0, 0.894_427_2]), "{both:?}");
        assert!(close(&vector(&*model, "전혀 모르는 말"), [0.0; 3]));
        assert!(close(&vector(&*model, ""), [0.0; 3]));
    }

    #[test]
    fn without_normalize_the_mean_stays_as_it_is() {
        let directory = model("plain", &[Tensor::embeddings()]);
        write(&directory, "config.json", br#"{"normalize": false}"#);
        let model = load(&directory);
        let both = vector(&*model, "고양이 돈");
        assert!(close(&both, [0.5, 0.0, 1.0]), "{both:?}");
    }

    #[test]
    fn weights_and_a_mapping_are_used() {
        // All tokens share two rows, and `돈` counts twice.
        let embeddings = Tensor {
            shape: vec![2, 3],
            bytes: [[1.0_f32, 0.0, 0.0], [0.0, 1.0, 0.0]]
                .as_flattened()
                .iter()
                .flat_map(|x| x.to_le_bytes())
                .collect(),
            ..Tensor::embeddings()
        };
        let mapping = Tensor {
            name: "mapping",
            kind: "I64",
            shape: vec![5],
            bytes: [0_i64, 0, 0, 1, 1]
                .iter()
                .flat_map(|x| x.to_le_bytes())
                .collect(),
        };
        let weights = Tensor {
            name: "weights",
            kind: "F64",
            shape: vec![5],
            bytes: [1.0_f64, 1.0, 1.0, 2.0, 1.0]
                .iter()
                .flat_map(|x| x.to_le_bytes())
                .collect(),
        };
        let directory = model("mapped", &[embeddings, mapping, weights]);
        write(&directory, "config.json", br#"{"normalize": false}"#);
        let both = vector(&*load(&directory), "cat 돈");
        assert!(close(&both, [0.5, 1.0, 0.0]), "{both:?}");
    }

    #[test]
    fn vectors_of_16_and_8_bits_are_read() {
        let halves = Tensor {
            kind: "F16",
            bytes: [0x3c00_u16, 0, 0]
                .iter()
                .cycle()
                .take(15)
                .flat_map(|x| x.to_le_bytes())
                .collect(),
            ..Tensor::embeddings()
        };
        let eighths = Tensor {
            kind: "I8",
            bytes: [0_u8, 0xfe, 0].repeat(5),
            ..Tensor::embeddings()
        };
        let halves = load(&model("halves", &[halves]));
        assert!(close(&vector(&*halves, "cat"), [1.0, 0.0, 0.0]));
        let eighths = load(&model("eighths", &[eighths]));
        assert!(close(&vector(&*eighths, "cat"), [0.0, -1.0, 0.0]));
    }

    #[test]
    fn a_model_with_other_numbers_has_another_name() {
        let first = load(&model("named", &[Tensor::embeddings()]))
            .name()
            .to_owned();
        let again = load(&model("named", &[Tensor::embeddings()]))
            .name()
            .to_owned();
        let mut other = Tensor::embeddings();
        other.bytes[20] ^= 1;
        let other = load(&model("named", &[other])).name().to_owned();
        assert_eq!(first, again);
        assert_ne!(first, other);
        assert!(first.starts_with("named-"), "{first}");
    }

    #[test]
    fn notes_are_found_by_the_model_once_they_are_indexed_for_it() {
        let file = directory("store").join("notes.db");
        let stop = Stop::never();
        let before = Store::open(&file, Arc::new(Builtin::new())).expect("a new file");
        for (title, content) in [("고양이", "보리"), ("돈", "적금")] {
            let (title, content) = (title.to_owned(), content.to_owned());
            let tags = Vec::new();
            let draft = Draft {
                title,
                content,
                tags,
            };
            before.add(&draft, &stop).expect("a note");
        }
        drop(before);
        let store = Store::open(&file, load(&model("stored", &[Tensor::embeddings()])));
        let store = store.expect("the same file");
        let (found, unknown) = store.search_by_meaning("cat", 5, &stop).expect("a search");
        assert!(found.is_empty() && unknown == 2, "{found:?} {unknown}");
        store.reindex(&|_, _| (), &stop).expect("an index");
        let (found, unknown) = store.search_by_meaning("cat", 5, &stop).expect("a search");
        let titles: Vec<&str> = found.iter().map(|note| note.title.as_str()).collect();
        assert_eq!((titles, unknown), (vec!["고양이"], 0));
    }

    #[test]
    fn what_is_no_directory_is_refused_by_name() {
        let missing = directory("missing").join("none");
        let error = refused(&missing);
        assert!(
            error.contains("there is no directory") && error.contains("none"),
            "{error}"
        );
        let file = directory("file").join("a.txt");
        std::fs::write(&file, "x").expect("a file");
        let error = refused(&file);
        assert!(error.contains("is not a directory"), "{error}");
    }

    #[test]
    fn each_missing_file_is_named() {
        for file in ["model.safetensors", "tokenizer.json", "config.json"] {
            let directory = model("incomplete", &[Tensor::embeddings()]);
            std::fs::remove_file(directory.join(file)).expect("it was there");
            let error = refused(&directory);
            assert!(error.contains(&format!("has no {file};")), "{error}");
        }
    }

    #[test]
    fn each_broken_file_is_named_with_what_it_should_be() {
        let whole = safetensors(&[Tensor::embeddings()]);
        let cut = whole.get(..whole.len() - 4).expect("it is longer");
        let huge = [&u64::MAX.to_le_bytes()[..], b"{}"].concat();
        let cases: [(&str, &[u8], &str); 8] = [
            ("config.json", b"{", "config.json is not JSON"),
            (
                "config.json",
                br#"{"normalize": 1}"#,
                "must be true or false",
            ),
            ("tokenizer.json", b"{}", "tokenizer.json is no tokenizer"),
            (
                "tokenizer.json",
                b"\xff\xfe",
                "tokenizer.json is no tokenizer",
            ),
            ("model.safetensors", b"", "is not in the format safetensors"),
            (
                "model.safetensors",
                b"<html>",
                "is not in the format safetensors",
            ),
            ("model.safetensors", cut, "is not in the format safetensors"),
            (
                "model.safetensors",
                &huge,
                "is not in the format safetensors",
            ),
        ];
        for (file, bytes, wanted) in cases {
            let directory = model("broken", &[Tensor::embeddings()]);
            write(&directory, file, bytes);
            let error = refused(&directory);
            assert!(error.contains(wanted) && error.contains(file), "{error}");
        }
    }

    #[track_caller]
    fn refuses(tensors: Vec<Tensor>, wanted: &str) {
        let error = refused(&model("shapes", &tensors));
        assert!(error.contains(wanted), "{wanted}: {error}");
    }

    #[test]
    fn embeddings_of_another_name_kind_or_shape_are_refused() {
        let right = Tensor::embeddings;
        let name = "other";
        let wanted = "must have a tensor embeddings; it has: other";
        refuses(vec![Tensor { name, ..right() }], wanted);
        let shape = vec![15];
        refuses(vec![Tensor { shape, ..right() }], "shape [15]");
        let shape = vec![3, 5];
        let wanted = "has 3 vectors, but 5 are needed";
        refuses(vec![Tensor { shape, ..right() }], wanted);
        let (shape, bytes) = (vec![5, 0], Vec::new());
        let empty = Tensor {
            shape,
            bytes,
            ..right()
        };
        refuses(vec![empty], "vectors of no numbers");
        let kind = "I32";
        refuses(vec![Tensor { kind, ..right() }], "of type I32");
        let mut nan = right();
        nan.bytes[..4].copy_from_slice(&f32::NAN.to_le_bytes());
        refuses(vec![nan], "NaN");
    }

    #[test]
    fn a_mapping_or_weights_that_do_not_fit_are_refused() {
        let mapping = |rows: [i32; 5]| Tensor {
            name: "mapping",
            kind: "I32",
            shape: vec![5],
            bytes: rows.iter().flat_map(|x| x.to_le_bytes()).collect(),
        };
        let with = |tensor| vec![Tensor::embeddings(), tensor];
        let wanted = "has 5 vectors, but 10 are needed";
        refuses(with(mapping([0, 1, 2, 3, 9])), wanted);
        refuses(with(mapping([0, 1, 2, 3, -1])), "mapping below 0");
        let weights = Tensor {
            name: "weights",
            kind: "F32",
            shape: vec![2],
            bytes: vec![0; 8],
        };
        let wanted = "has 2 weights, but tokenizer.json has 5 tokens";
        refuses(with(weights), wanted);
    }
}
