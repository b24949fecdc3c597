//! The values that a server lends to its tools.
//!
//! In: at most one value of each type. Out: references, found by type. It never makes a value and
//! never changes one.

use std::any::{Any, TypeId};
use std::sync::Arc;

/// Values by their type.
#[derive(Default)]
pub(crate) struct States(Vec<(TypeId, Box<dyn Any + Send + Sync>)>);

impl States {
    /// Takes a value in; `false` when there is one of this type already.
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) -> bool {
        let id = TypeId::of::<T>();
        let new = !self.has(id);
        if new {
            self.0.push((id, Box::new(value)));
        }
        new
    }

    /// The value of a type, or what an `Arc` of it holds.
    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.exact::<T>()
            .or_else(|| self.exact::<Arc<T>>().map(|shared| &**shared))
    }

    /// Is there a value of this type?
    pub(crate) fn has(&self, id: TypeId) -> bool {
        self.0.iter().any(|(other, _)| *other == id)
    }

    fn exact<T: 'static>(&self) -> Option<&T> {
        let id = TypeId::of::<T>();
        let (_, value) = self.0.iter().find(|(other, _)| *other == id)?;
        value.downcast_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_value_is_lent_as_itself_and_as_what_it_holds() {
        let mut states = States::default();
        assert!(states.insert(Arc::new(7_u8)));
        assert_eq!(states.get::<u8>(), Some(&7));
        assert_eq!(states.get::<Arc<u8>>(), Some(&Arc::new(7)));
        assert_eq!(states.get::<u16>(), None);
    }

    #[test]
    fn a_second_value_of_one_type_is_refused() {
        let mut states = States::default();
        assert!(states.insert(1_u8));
        assert!(!states.insert(2_u8));
        assert_eq!(states.get::<u8>(), Some(&1));
    }
}
