//! The embedder that looks each token of a text up in a table that somebody trained: a static
//! embedding model in the format of Model2Vec.
//!
//! In: a directory with `model.safetensors`, `tokenizer.json` and `config.json`; then texts. Out:
//! vectors, the mean of the vectors of the tokens. It reads nothing but those three files, and
//! never the network. How good it is, and in which languages, is a matter of the model.

use super::{EmbedError, Embedder, normalise};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tokenizers::Tokenizer;

/// How many tokens of a text count; models are made with this limit.
const MOST_TOKENS: usize = 512;

/// What a model needs, for messages.
const FORMAT: &str =
    "a model is a directory with model.safetensors, tokenizer.json and config.json (Model2Vec)";

/// A model in memory.
pub(super) struct Model {
    name: String,
    tokenizer: Tokenizer,
    /// Token ids of words that the tokenizer does not know: they say nothing.
    unknown: Option<u32>,
    table: Table,
    normalise: bool,
}

/// What the vector of a token is.
struct Table {
    dimensions: usize,
    /// All rows, one after the other.
    numbers: Vec<f32>,
    /// Which row a token has, by its id; without it, the row with the number of the id.
    rows: Option<Vec<usize>>,
    /// What a token counts, by its id; without it, all count the same.
    weights: Option<Vec<f32>>,
}

impl Model {
    /// Reads the three files.
    ///
    /// # Errors
    /// Which file or part of it is missing or can't be used, and what it should be.
    pub(super) fn load(directory: &Path) -> Result<Self, EmbedError> {
        let here = directory.display();
        if !directory.is_dir() {
            let what = match directory.exists() {
                true => format!("{here} is not a directory; {FORMAT}"),
                false => format!("there is no directory {here}; {FORMAT}"),
            };
            return Err(EmbedError::new(what));
        }
        let config = read(directory, "config.json")?;
        let words = read(directory, "tokenizer.json")?;
        let tensors = read(directory, "model.safetensors")?;
        let normalise = normalises(&config).map_err(|error| error.of(directory, "config.json"))?;
        let tokenizer = tokenizer(&words).map_err(|error| error.of(directory, "tokenizer.json"))?;
        let table = Table::read(&tensors)
            .and_then(|table| table.checked(most_tokens(&tokenizer)))
            .map_err(|error| error.of(directory, "model.safetensors"))?;
        Ok(Self {
            name: name(directory, [&config, &words, &tensors]),
            unknown: unknown(&words, &tokenizer),
            tokenizer,
            table,
            normalise,
        })
    }

    fn vector(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let tokens = self.tokenizer.encode_fast(text, false).map_err(|error| {
            let what = format!("the tokenizer of {} can't read a text", self.name);
            EmbedError::new(what).with_source(error)
        })?;
        let ids = tokens.get_ids().iter().take(MOST_TOKENS);
        let known: Vec<u32> = ids
            .copied()
            .filter(|id| Some(*id) != self.unknown)
            .collect();
        let mut vector = self.table.mean(&known);
        if self.normalise {
            normalise(&mut vector);
        }
        Ok(vector)
    }
}

impl Embedder for Model {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.table.dimensions
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        texts.iter().map(|text| self.vector(text)).collect()
    }
}

/// What is wrong in a file, in words that follow its path.
struct Wrong(String, Option<Box<dyn std::error::Error + Send + Sync>>);

impl Wrong {
    fn new(what: impl Into<String>) -> Self {
        Self(what.into(), None)
    }

    fn of(self, directory: &Path, file: &str) -> EmbedError {
        let path = directory.join(file);
        let error = EmbedError::new(format!("{} {}", path.display(), self.0));
        match self.1 {
            Some(source) => error.with_source(source),
            None => error,
        }
    }
}

fn read(directory: &Path, file: &str) -> Result<Vec<u8>, EmbedError> {
    fs::read(directory.join(file)).map_err(|error| {
        let here = directory.display();
        let what = match error.kind() {
            std::io::ErrorKind::NotFound => format!("{here} has no {file}; {FORMAT}"),
            _ => format!("{file} in {here} can't be read"),
        };
        EmbedError::new(what).with_source(error)
    })
}

/// The directory's name, and a print of the files: another model has another name.
fn name(directory: &Path, files: [&Vec<u8>; 3]) -> String {
    let print = files.iter().fold(0xcbf2_9ce4_8422_2325, |print, file| {
        let (eights, rest) = file.as_chunks::<8>();
        let words = eights.iter().map(|eight| u64::from_le_bytes(*eight));
        let rest = rest.iter().map(|byte| u64::from(*byte));
        words.chain(rest).fold(print, |print: u64, word| {
            (print ^ word)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .rotate_left(29)
        })
    });
    let directory = directory.canonicalize();
    let stem = directory.as_deref().ok().and_then(Path::file_name);
    let stem = stem.map_or("model".into(), |name| name.to_string_lossy());
    format!("{stem}-{print:016x}")
}

fn normalises(config: &[u8]) -> Result<bool, Wrong> {
    let broken = |error| Wrong("is not JSON".to_owned(), Some(Box::from(error)));
    let config: Value =
        serde_json::from_slice(config).map_err(|error: serde_json::Error| broken(error))?;
    match config.get("normalize") {
        None => Ok(true),
        Some(Value::Bool(normalise)) => Ok(*normalise),
        Some(other) => Err(Wrong::new(format!(
            "says normalize: {other}; it must be true or false"
        ))),
    }
}

fn tokenizer(file: &[u8]) -> Result<Tokenizer, Wrong> {
    let mut tokenizer = Tokenizer::from_bytes(file).map_err(|error| {
        Wrong(
            "is no tokenizer that this program can read".to_owned(),
            Some(error),
        )
    })?;
    // Limits of the file would cut texts to other lengths than the model was made with.
    tokenizer.with_padding(None);
    tokenizer
        .with_truncation(None)
        .map_err(|error| Wrong("has limits that can't be taken off".to_owned(), Some(error)))?;
    Ok(tokenizer)
}

/// One more than the highest id of a token.
fn most_tokens(tokenizer: &Tokenizer) -> usize {
    let ids = tokenizer.get_vocab(true).into_values().max();
    ids.map_or(0, |id| id as usize + 1)
}

/// The id that stands for words the tokenizer does not know; kinds of tokenizer name it differently.
fn unknown(file: &[u8], tokenizer: &Tokenizer) -> Option<u32> {
    let file: Value = serde_json::from_slice(file).ok()?;
    let model = file.get("model")?;
    if let Some(id) = model.get("unk_id").and_then(Value::as_u64) {
        return u32::try_from(id).ok();
    }
    tokenizer.token_to_id(model.get("unk_token")?.as_str()?)
}

impl Table {
    fn read(file: &[u8]) -> Result<Self, Wrong> {
        let tensors = SafeTensors::deserialize(file).map_err(|error| {
            Wrong(
                "is not in the format safetensors".to_owned(),
                Some(Box::new(error)),
            )
        })?;
        let Ok(embeddings) = tensors.tensor("embeddings") else {
            let names = tensors.names().join(", ");
            return Err(Wrong::new(format!(
                "must have a tensor embeddings; it has: {names}"
            )));
        };
        let &[_, dimensions] = embeddings.shape() else {
            let shape = embeddings.shape();
            return Err(Wrong::new(format!(
                "has embeddings of shape {shape:?}; it must be [tokens, numbers of a vector]"
            )));
        };
        let optional = |name| tensors.tensor(name).ok();
        Ok(Self {
            dimensions,
            numbers: floats("embeddings", &embeddings)?,
            rows: optional("mapping")
                .map(|tensor| integers("mapping", &tensor))
                .transpose()?,
            weights: optional("weights")
                .map(|tensor| floats("weights", &tensor))
                .transpose()?,
        })
    }

    /// Held to its shape, so that every token of the tokenizer has a row.
    fn checked(self, tokens: usize) -> Result<Self, Wrong> {
        let rows = match self.dimensions {
            0 => return Err(Wrong::new("has vectors of no numbers")),
            dimensions => self.numbers.len() / dimensions,
        };
        if !self.numbers.iter().all(|number| number.is_finite()) {
            return Err(Wrong::new(
                "has embeddings that are not numbers (NaN or infinite)",
            ));
        }
        let needed = match &self.rows {
            Some(mapping) => mapping.iter().max().map_or(0, |row| row + 1),
            None => tokens,
        };
        if needed > rows {
            return Err(Wrong::new(format!(
                "has {rows} vectors, but {needed} are needed: it belongs to another tokenizer.json"
            )));
        }
        let lists = [
            ("mapping", self.rows.as_ref().map(Vec::len)),
            ("weights", self.weights.as_ref().map(Vec::len)),
        ];
        for (list, length) in lists {
            if let Some(length) = length.filter(|length| *length < tokens) {
                return Err(Wrong::new(format!(
                    "has {length} {list}, but tokenizer.json has {tokens} tokens"
                )));
            }
        }
        Ok(self)
    }

    fn mean(&self, ids: &[u32]) -> Vec<f32> {
        let mut sum = vec![0.0; self.dimensions];
        for id in ids.iter().map(|id| *id as usize) {
            let row = self
                .rows
                .as_ref()
                .map_or(Some(id), |rows| rows.get(id).copied());
            let start = row.map(|row| row * self.dimensions);
            let row = start.and_then(|start| self.numbers.get(start..start + self.dimensions));
            let weight = self.weights.as_ref().and_then(|weights| weights.get(id));
            let weight = weight.copied().unwrap_or(1.0);
            for (sum, number) in sum.iter_mut().zip(row.unwrap_or_default()) {
                *sum += number * weight;
            }
        }
        let count = ids.len().max(1) as f32;
        sum.iter_mut().for_each(|number| *number /= count);
        sum
    }
}

fn floats(name: &str, tensor: &TensorView<'_>) -> Result<Vec<f32>, Wrong> {
    let bytes = tensor.data();
    match tensor.dtype() {
        Dtype::F32 => Ok(bytes
            .as_chunks()
            .0
            .iter()
            .map(|four| f32::from_le_bytes(*four))
            .collect()),
        Dtype::F64 => Ok(bytes
            .as_chunks()
            .0
            .iter()
            .map(|eight| f64::from_le_bytes(*eight) as f32)
            .collect()),
        Dtype::F16 => Ok(bytes
            .as_chunks()
            .0
            .iter()
            .map(|two| half(u16::from_le_bytes(*two)))
            .collect()),
        Dtype::I8 => Ok(bytes
            .iter()
            .map(|byte| f32::from(byte.cast_signed()))
            .collect()),
        other => Err(Wrong::new(format!(
            "has {name} of type {other:?}; it must be F32, F16, F64 or I8"
        ))),
    }
}

fn integers(name: &str, tensor: &TensorView<'_>) -> Result<Vec<usize>, Wrong> {
    let bytes = tensor.data();
    let numbers: Vec<i64> = match tensor.dtype() {
        Dtype::I64 => bytes
            .as_chunks()
            .0
            .iter()
            .map(|eight| i64::from_le_bytes(*eight))
            .collect(),
        Dtype::I32 => bytes
            .as_chunks()
            .0
            .iter()
            .map(|four| i32::from_le_bytes(*four).into())
            .collect(),
        other => {
            return Err(Wrong::new(format!(
                "has {name} of type {other:?}; it must be I32 or I64"
            )));
        }
    };
    let numbers = numbers.into_iter().map(usize::try_from);
    let negative = |_| Wrong::new(format!("has {name} below 0"));
    numbers.collect::<Result<_, _>>().map_err(negative)
}

/// A number of 16 bits (IEEE 754 binary16) as one of 32.
fn half(bits: u16) -> f32 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff) / 1024.0;
    sign * match exponent {
        0 => fraction * 2.0_f32.powi(-14),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + fraction) * 2.0_f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn numbers_of_16_bits_are_read_as_the_standard_says() {
        let known = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65504.0),
            (0x0001, 5.960_464_5e-8),
        ];
        for (bits, value) in known {
            assert_eq!(half(bits), value, "{bits:#06x}");
        }
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan());
    }
}
