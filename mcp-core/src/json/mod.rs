//! JSON text: validated once, walked without copying, read into Rust values with a path, written.
//!
//! In: bytes from the wire, or values to write. Out: [`Raw`] slices of valid text, values of any
//! `Deserialize` type with an error that names the place, and text again. Nothing here recurses
//! deeper than [`MAX_DEPTH`], and nothing here knows what a message is.

mod de;
mod escape;
#[cfg(feature = "explain")]
mod glance;
mod members;
mod number;
mod plain;
mod raw;
mod scan;
mod shown;
mod string;
mod write;

pub use de::{DeError, from_members, from_raw};
pub use members::{Elements, Member, Members, duplicate_key};
pub(crate) use members::{Head, Walk, head_of};
pub use number::Number;
pub use raw::{Kind, Raw};
pub use scan::{MAX_DEPTH, ScanError, ScanErrorKind, scan};
pub(crate) use scan::{Name, Scanner, Step, trim};
#[cfg(feature = "explain")]
pub(crate) use shown::is_letter;
pub use shown::shown_name;
pub(crate) use shown::visible;
pub use string::BadText;
pub use write::{Text, write, write_str};
