//! Who sent a request, as whatever stands in front of the server found out.
//!
//! In: what a layer in front of the endpoint proved (a token, a certificate, a proxy's word). Out: the
//! same as data, for handlers and for what belongs to one principal alone: sessions. It never proves
//! anything itself, and nothing of it comes from the messages.

use std::fmt;
use std::sync::Arc;

/// An authenticated principal: unlike [`Client`](super::Client), a base for decisions about security.
///
/// A layer in front of an HTTP endpoint puts it into the extensions of the request; handlers find it
/// with [`Context::identity`](crate::Context::identity). A session belongs to the principal that began
/// it: for any other, and for nobody, it does not exist (2025-11-25, Security Best Practices, Session
/// Hijacking). Two are the same principal when issuer, subject and client are the same, whatever their
/// scopes. Clones share one value.
///
/// ```
/// use mcp_runtime::Identity;
/// let ada = Identity::new("ada")
///     .with_issuer("https://login.example.com")
///     .with_scopes(["notes:read"]);
/// assert!(ada.has_scope("notes:read"));
/// assert!(ada.is_principal(&Identity::new("ada").with_issuer("https://login.example.com")));
/// assert!(!ada.is_principal(&Identity::new("ada")));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Identity(Arc<Claims>);

#[derive(Clone, PartialEq, Eq)]
struct Claims {
    subject: Box<str>,
    issuer: Option<Box<str>>,
    client: Option<Box<str>>,
    scopes: Vec<Box<str>>,
}

impl Identity {
    /// The principal of that name; who gave the name is said with [`with_issuer`](Self::with_issuer).
    pub fn new(subject: impl Into<Box<str>>) -> Self {
        Self(Arc::new(Claims {
            subject: subject.into(),
            issuer: None,
            client: None,
            scopes: Vec::new(),
        }))
    }

    /// Says who vouches for the subject. Names of two issuers are never the same principal.
    #[must_use]
    pub fn with_issuer(mut self, issuer: impl Into<Box<str>>) -> Self {
        Arc::make_mut(&mut self.0).issuer = Some(issuer.into());
        self
    }

    /// Says through which client the subject acts (`client_id`, RFC 6749, section 2.2).
    #[must_use]
    pub fn with_client(mut self, client: impl Into<Box<str>>) -> Self {
        Arc::make_mut(&mut self.0).client = Some(client.into());
        self
    }

    /// Says what the subject may do here (RFC 6749, section 3.3); replaces what was said before.
    #[must_use]
    pub fn with_scopes<S: Into<Box<str>>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        Arc::make_mut(&mut self.0).scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// Who it is, among the names of the issuer.
    pub fn subject(&self) -> &str {
        &self.0.subject
    }

    /// Who vouches for the subject.
    pub fn issuer(&self) -> Option<&str> {
        self.0.issuer.as_deref()
    }

    /// The client through which the subject acts.
    pub fn client(&self) -> Option<&str> {
        self.0.client.as_deref()
    }

    /// What the subject may do here.
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.0.scopes.iter().map(|scope| &**scope)
    }

    /// Whether one of the scopes is exactly this one.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scopes().any(|one| one == scope)
    }

    /// Whether both are one principal: the same subject of the same issuer, through the same client.
    pub fn is_principal(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.key() == other.key()
    }

    /// Whether what one of them began may be used by the other: they are one principal, or nobody.
    #[cfg(feature = "http")]
    pub(crate) fn shared(owner: Option<&Self>, who: Option<&Self>) -> bool {
        match (owner, who) {
            (Some(owner), Some(who)) => owner.is_principal(who),
            (None, None) => true,
            _ => false,
        }
    }

    fn key(&self) -> (&str, Option<&str>, Option<&str>) {
        (self.subject(), self.issuer(), self.client())
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("subject", &self.subject())
            .field("issuer", &self.issuer())
            .field("client", &self.client())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_principal_is_a_subject_of_an_issuer_through_a_client() {
        let ada = || Identity::new("ada").with_issuer("a").with_client("c");
        assert!(ada().is_principal(&ada().with_scopes(["more"])));
        for other in [
            Identity::new("bob").with_issuer("a").with_client("c"),
            ada().with_issuer("b"),
            ada().with_client("d"),
            Identity::new("ada").with_issuer("a"),
            Identity::new("ada").with_client("c"),
        ] {
            assert!(!ada().is_principal(&other), "{other:?}");
            assert!(!other.is_principal(&ada()), "{other:?}");
        }
    }

    #[test]
    fn scopes_are_compared_whole_and_never_shown() {
        let ada = Identity::new("ada").with_scopes(["notes:read"]);
        assert!(ada.has_scope("notes:read"));
        assert!(!ada.has_scope("notes") && !ada.has_scope("notes:read "));
        assert!(!format!("{ada:?}").contains("notes"));
    }
}
