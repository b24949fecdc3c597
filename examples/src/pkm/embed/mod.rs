//! Texts become vectors, so that notes can be found by what they mean.
//!
//! In: texts. Out: one vector each, of one length; the closer two vectors point, the closer the
//! texts are. An embedder never stores anything.

use std::error::Error;
use std::fmt;

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

/// Counts pairs of letters.
#[derive(Debug, Default)]
pub struct Builtin;

const PLACES: usize = 256;

impl Embedder for Builtin {
    fn name(&self) -> &str {
        "letter-pairs-1"
    }

    fn dimensions(&self) -> usize {
        PLACES
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| pairs(text)).collect())
    }
}

fn pairs(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; PLACES];
    let letters: Vec<u32> = text.to_lowercase().chars().map(u32::from).collect();
    for pair in letters.windows(2) {
        let place = pair.iter().fold(7_u32, |sum, c| sum.wrapping_mul(31) ^ c);
        if let Some(count) = vector.get_mut(place as usize % PLACES) {
            *count += 1.0;
        }
    }
    vector
}
