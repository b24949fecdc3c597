//! `tools![…]`.
//!
//! In: paths of functions under `#[tool]`. Out: a list of tools. It names each function once, so
//! that a function that is no tool is one error, at its name.

/// A list of tools, from the names of functions under `#[tool]`.
///
/// Paths, re-exports and `#[cfg]` work as anywhere:
///
/// ```
/// use mcp_runtime::prelude::*;
///
/// /// Adds.
/// #[tool]
/// async fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// mod calc {
///     /// Subtracts.
///     #[mcp_runtime::tool]
///     pub async fn subtract(a: i64, b: i64) -> i64 {
///         a - b
///     }
/// }
///
/// let tools = tools![add, calc::subtract, #[cfg(any())] nowhere];
/// assert_eq!(tools.len(), 2);
/// ```
#[macro_export]
macro_rules! tools {
    ($($(#[$attr:meta])* $tool:path),* $(,)?) => {
        $crate::__private::list([
            $(
                $(#[$attr])*
                $crate::__private::entry(
                    <$tool as $crate::__private::ToolFn>::about,
                    <$tool as $crate::__private::ToolFn>::run,
                ),
            )*
        ])
    };
}
