//! What the layers around a call hand to each other and to the tool.
//!
//! In: at most one value of each type. Out: references, found by type. A copy is cheap and shares
//! the values; what is put into one copy is not seen by another.

use std::any::{Any, TypeId};
use std::fmt;
use std::sync::Arc;

type Values = Vec<(TypeId, Arc<dyn Any + Send + Sync>)>;

/// Values by their type: what a layer found out about a call, for the layers further in and, through
/// [`Context::extensions`](crate::Context::extensions), for the tool.
///
/// ```
/// use mcp_runtime::middleware::Extensions;
///
/// #[derive(Debug, PartialEq)]
/// struct User(&'static str);
///
/// let mut extensions = Extensions::new();
/// extensions.insert(User("ada"));
/// assert_eq!(extensions.get::<User>(), Some(&User("ada")));
/// ```
#[derive(Clone, Default)]
pub struct Extensions(Option<Arc<Values>>);

impl Extensions {
    /// None at all; it takes no memory.
    pub const fn new() -> Self {
        Self(None)
    }

    /// Puts a value in; the one of this type that was there before is gone.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.remove::<T>();
        let values = Arc::make_mut(self.0.get_or_insert_default());
        values.push((TypeId::of::<T>(), Arc::new(value)));
    }

    /// The value of a type.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        let id = TypeId::of::<T>();
        let (_, value) = self.0.as_ref()?.iter().find(|(other, _)| *other == id)?;
        value.downcast_ref()
    }

    /// Takes the value of a type out; whether there was one.
    pub fn remove<T: 'static>(&mut self) -> bool {
        let id = TypeId::of::<T>();
        if self.get::<T>().is_none() {
            return false;
        }
        if let Some(values) = &mut self.0 {
            Arc::make_mut(values).retain(|(other, _)| *other != id);
        }
        true
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.0.as_ref().is_none_or(|values| values.is_empty())
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.as_ref().map_or(0, |values| values.len());
        f.debug_struct("Extensions")
            .field("values", &count)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_type_and_the_last_one_counts() {
        let mut extensions = Extensions::new();
        assert!(extensions.is_empty());
        extensions.insert(1_u8);
        extensions.insert("text");
        extensions.insert(2_u8);
        assert_eq!(extensions.get::<u8>(), Some(&2));
        assert_eq!(extensions.get::<&str>(), Some(&"text"));
        assert!(extensions.remove::<u8>() && !extensions.remove::<u8>());
        assert_eq!(extensions.get::<u8>(), None);
    }

    #[test]
    fn a_copy_keeps_to_itself_what_is_put_into_it() {
        let mut one = Extensions::new();
        one.insert(1_u8);
        let mut other = one.clone();
        other.insert(2_u8);
        assert_eq!((one.get::<u8>(), other.get::<u8>()), (Some(&1), Some(&2)));
    }
}
