//! The smallest picture and sound that a program accepts, as bytes.

/// One grey pixel.
pub(super) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\
    \0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\
    \0\0\0\nIDATx\xdac`\0\0\0\x02\0\x01\xe5'\xde\xfc\
    \0\0\0\0IEND\xaeB`\x82";

/// A millisecond of silence, 8 bits at 8 kHz.
pub(super) const WAV: &[u8] = b"RIFF,\0\0\0WAVE\
    fmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0\
    data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";
