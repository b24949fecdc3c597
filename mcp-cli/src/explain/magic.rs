//! Files that are surely no logs.
//!
//! In: the first bytes of a file. Out: what it is and how to get at a log in it. Text of any kind,
//! in any encoding, is none of them.

use mcp_core::explain::Words;

/// As many bytes as are looked at.
pub(super) const LENGTH: usize = 8;

/// What a file is, and what to do about it.
pub(super) struct Kind {
    begins: &'static [u8],
    pub(super) what: Words,
    /// The command that writes what is packed in it.
    pub(super) unpack: Option<&'static str>,
}

const fn packed(begins: &'static [u8], what: &'static str, unpack: &'static str) -> Kind {
    Kind {
        begins,
        what: Words::new(what, what),
        unpack: Some(unpack),
    }
}

const fn other(begins: &'static [u8], en: &'static str, ko: &'static str) -> Kind {
    Kind {
        begins,
        what: Words::new(en, ko),
        unpack: None,
    }
}

const KINDS: [Kind; 16] = [
    packed(b"\x1F\x8B", "gzip", "gzip -dc"),
    packed(b"\x28\xB5\x2F\xFD", "zstd", "zstd -dc"),
    packed(b"\xFD7zXZ\0", "xz", "xz -dc"),
    packed(b"BZh", "bzip2", "bzip2 -dc"),
    packed(b"PK\x03\x04", "zip", "unzip -p"),
    other(
        b"\xD4\xC3\xB2\xA1",
        "a capture of packets",
        "패킷 캡처 파일",
    ),
    other(
        b"\xA1\xB2\xC3\xD4",
        "a capture of packets",
        "패킷 캡처 파일",
    ),
    other(
        b"\x0A\x0D\x0D\x0A",
        "a capture of packets",
        "패킷 캡처 파일",
    ),
    other(b"\x7FELF", "a program", "실행 파일"),
    other(b"MZ\x90\0", "a program", "실행 파일"),
    other(b"\xCF\xFA\xED\xFE", "a program", "실행 파일"),
    other(b"\xCA\xFE\xBA\xBE", "a program", "실행 파일"),
    other(b"\x89PNG", "a picture", "그림 파일"),
    other(b"\xFF\xD8\xFF", "a picture", "그림 파일"),
    other(b"%PDF-", "a PDF document", "PDF 문서"),
    other(b"SQLite f", "a database", "데이터베이스 파일"),
];

/// What a file is that begins so, when that is surely no log.
pub(super) fn of(beginning: &[u8]) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| beginning.starts_with(kind.begins))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_any_encoding_is_none_of_them() {
        for text in ["{\"jsonrpc\":\"2.0\"}", "BZ", "PK", "-> {", "MZ: up"] {
            assert!(of(text.as_bytes()).is_none(), "{text}");
            for order in [u16::to_le_bytes, u16::to_be_bytes] {
                let wide = "\u{FEFF}".encode_utf16().chain(text.encode_utf16());
                let wide: Vec<u8> = wide.flat_map(order).collect();
                assert!(of(&wide).is_none(), "{text}");
            }
        }
        assert!(KINDS.iter().all(|kind| kind.begins.len() <= LENGTH));
    }
}
