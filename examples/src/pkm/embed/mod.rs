//! Texts become vectors, so that notes can be found by what they mean.
//!
//! In: texts. Out: one vector each, of one length; the closer two vectors point, the closer the
//! texts are. An embedder never stores anything.

mod builtin;
mod concepts;
mod features;
#[cfg(feature = "model")]
mod model;

pub use builtin::Builtin;

use std::error::Error;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Makes vectors of texts.
pub trait Embedder: Send + Sync {
    /// Which embedder this is, with its version: vectors of two names are never compared.
    fn name(&self) -> &str;

    /// How long its vectors are.
    fn dimensions(&self) -> usize;

    /// One vector for each text, in their order.
    ///
    /// # Errors
    /// A model that can't be used; no text is at fault.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// From which closeness on (the cosine of two vectors) two texts have something in common; less
    /// is chance, and is not shown to anybody.
    fn floor(&self) -> f32 {
        0.0
    }
}

/// The embedder of a model on disk: a directory in the format of Model2Vec (`model.safetensors`,
/// `tokenizer.json`, `config.json`). Nothing is fetched.
///
/// # Errors
/// A missing or unusable directory or file, by name; a program built without the feature `model`,
/// with the command that builds one.
pub fn from_model(directory: &Path) -> Result<Arc<dyn Embedder>, EmbedError> {
    #[cfg(feature = "model")]
    return Ok(Arc::new(model::Model::load(directory)?));
    #[cfg(not(feature = "model"))]
    return Err(EmbedError::new(format!(
        "this program was built without models, so {} can't be used; \
         `cargo build -p examples --bin pkm --features model` builds one that has them",
        directory.display()
    )));
}

/// Why no vectors could be made.
#[derive(Debug)]
pub struct EmbedError {
    what: String,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl EmbedError {
    /// In words: what failed, and the remedy.
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            source: None,
        }
    }

    /// With what caused it.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl Error for EmbedError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}

/// Makes a vector one of length 1; one of length 0 stays.
fn normalise(vector: &mut [f32]) {
    let length = vector
        .iter()
        .map(|number| number * number)
        .sum::<f32>()
        .sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
}
