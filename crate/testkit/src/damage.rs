//! Damaged certificates.

use super::Rng;
use espalier_model::explanation::Certificate;

/// Flips, replaces or removes one part of a certificate.
pub fn damage(rng: &mut Rng, claim: &mut Certificate) {
    let g = rng.below(claim.proofs.len());
    let proof = &mut claim.proofs[g];
    if proof.is_empty() {
        proof.push(0);
    }
    let at = rng.below(proof.len());
    match rng.below(7) {
        0 => proof[at] ^= 1 << rng.below(8),
        1 => proof[at] = rng.below(256) as u8,
        2 => drop(proof.remove(at)),
        3 => proof.insert(at, rng.below(3) as u8),
        4 => *proof = vec![0],
        // A message so large that costs are lost in its rounding.
        5 => {
            let large = 10f32.powi(10 + rng.below(10) as i32);
            proof.iter_mut().skip(at).zip(large.to_le_bytes()).for_each(|(b, new)| *b = new);
        }
        _ => {
            let f = rng.below(claim.cuts.len());
            let cuts = &mut claim.cuts[f];
            if cuts.is_empty() {
                cuts.push(0.5);
            } else {
                let at = rng.below(cuts.len());
                cuts.remove(at);
            }
        }
    }
}
