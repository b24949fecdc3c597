//! `tools![…]`.
//!
//! In: paths of functions under `#[tool]`. Out: a list of tools. It names each function once, so
//! that a function that is no tool is one error, at its name.

/// A list of tools, from the names of functions under `#[tool]`.
///
/// Paths, re-exports and `#[cfg]` work as anywhere:
///
/// ```ignore
/// Server::new("calculator", "1.0.0").tools(tools![add, calc::subtract, #[cfg(unix)] fork]);
/// ```
#[macro_export]
macro_rules! tools {
    ($($(#[$attr:meta])* $tool:path),* $(,)?) => {{
        #[allow(unused_mut)]
        let mut tools = $crate::__private::Vec::<$crate::Tool>::new();
        $(
            $(#[$attr])*
            tools.push($crate::__private::entry(
                <$tool as $crate::__private::ToolFn>::about,
                <$tool as $crate::__private::ToolFn>::run,
            ));
        )*
        tools
    }};
}
