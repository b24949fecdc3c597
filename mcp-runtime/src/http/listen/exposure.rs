//! Who can reach an address, and whether that was said by name.
//!
//! In: the addresses to bind and the options. Out: nothing, or what to write. No socket is opened.

use crate::http::HttpOptions;
use std::net::SocketAddr;

/// What to write where others could reach a server that nobody meant them to.
pub(crate) fn refusal(addresses: &[SocketAddr], options: &HttpOptions) -> Option<String> {
    let meant = options.exposed || !options.hosts.is_empty();
    let open = addresses
        .iter()
        .find(|address| !address.ip().to_canonical().is_loopback())?;
    (!meant).then(|| {
        format!(
            "{open} can be reached from other machines, and nobody has to say who he is. \
             Serve 127.0.0.1:{port} instead; or name the hosts under which it may be reached \
             (`--allow-host NAME`, `HttpOptions::allow_host`); or say that this is meant \
             (`--expose-without-auth`, `HttpOptions::expose_without_auth`)",
            port = open.port()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(address: &str, options: &HttpOptions) -> Option<String> {
        refusal(&[address.parse().expect("an address")], options)
    }

    #[test]
    fn an_address_of_this_machine_alone_needs_no_word() {
        for address in [
            "127.0.0.1:0",
            "127.9.9.9:80",
            "[::1]:0",
            "[::ffff:127.0.0.1]:0",
        ] {
            assert_eq!(refused(address, &HttpOptions::new()), None, "{address}");
        }
    }

    #[test]
    fn an_address_that_others_reach_needs_one_of_three_words() {
        for address in [
            "0.0.0.0:0",
            "[::]:0",
            "192.168.0.1:80",
            "[::ffff:0.0.0.0]:0",
        ] {
            let text = refused(address, &HttpOptions::new()).expect("refused");
            assert!(text.contains("--expose-without-auth") && text.contains("allow_host"));
            let exposed = HttpOptions::new().expose_without_auth();
            assert_eq!(refused(address, &exposed), None);
            let named = HttpOptions::new().allow_host("notes.example.com");
            assert_eq!(refused(address, &named), None);
        }
    }
}
