//! Bytes as text. A crate that is made for speed would take 2 kB of the WebAssembly.

/// Bytes in base64 (RFC 4648, section 4), padded.
pub fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for part in bytes.chunks(3) {
        let word = part.iter().zip([16, 8, 0]).fold(0, |word, (byte, shift)| word | u32::from(*byte) << shift);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let letter = LETTERS[(word >> shift & 63) as usize];
            text.push(if place > part.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rfc_has_these_vectors() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn every_letter_stands_for_its_six_bits() {
        let all: Vec<u8> = (0..16)
            .flat_map(|n: u32| {
                let word = (4 * n) << 18 | (4 * n + 1) << 12 | (4 * n + 2) << 6 | (4 * n + 3);
                word.to_be_bytes().into_iter().skip(1)
            })
            .collect();
        assert_eq!(base64(&all), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
    }
}
