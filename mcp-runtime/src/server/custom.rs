//! Methods that the specification does not know, answered by the application.
//!
//! In: the `params` of a request, as they were sent. Out: any JSON value, or an error. A custom
//! method never shadows a method of the specification; `build()` refuses that.

use crate::Error;
use crate::context::Context;
use crate::tool::Place;
use mcp_core::json::{self, Raw, Text};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

pub(crate) type CustomFuture = Pin<Box<dyn Future<Output = Result<Text, Error>> + Send>>;
type Run = dyn Fn(Option<Raw<'_>>, Context) -> CustomFuture + Send + Sync;

/// A method of the application's own.
#[derive(Clone)]
pub(crate) struct CustomMethod {
    pub(crate) run: Arc<Run>,
    /// Where the application gave it to the server.
    pub(crate) place: Place,
}

/// Makes a method of an async function from params to result; params that don't deserialise are
/// refused with the path of what is wrong.
#[track_caller]
pub(crate) fn method<P, R, F, A>(handler: F) -> CustomMethod
where
    P: DeserializeOwned + Send + 'static,
    R: Serialize + Send + 'static,
    F: Fn(P, Arc<Context>) -> A + Send + Sync + 'static,
    A: Future<Output = Result<R, Error>> + Send + 'static,
{
    let place = Place::of_caller();
    let handler = Arc::new(handler);
    let run = move |params: Option<Raw<'_>>, context| -> CustomFuture {
        let handler = handler.clone();
        // NB. owned, so that what is read borrows from nothing of the connection's.
        let params = params.map_or_else(|| "{}".to_owned(), |params| params.get().to_owned());
        // Nothing of the application's runs, and nothing large is read, before the first poll.
        Box::pin(async move {
            let answer = handler(read::<P>(&params)?, Arc::new(context));
            Text::from_serialize(&answer.await?).map_err(Error::internal)
        })
    };
    let run = Arc::new(run);
    CustomMethod { run, place }
}

/// What the application sees of `params`: all but `_meta`, which is the protocol's.
fn read<P: DeserializeOwned>(params: &str) -> Result<P, Error> {
    let raw = Raw::parse(params).map_err(|e| Error::invalid_params("params", e.to_string()))?;
    let members: Vec<_> = raw
        .members()
        .filter(|member| member.key != "_meta")
        .map(|member| (member.key, member.value))
        .collect();
    json::from_members(&members).map_err(refused)
}

fn refused(error: json::DeError) -> Error {
    let field = match error.path.as_str() {
        "" => "params".to_owned(),
        path => format!("params.{path}"),
    };
    Error::invalid_params(field, error.message)
}
