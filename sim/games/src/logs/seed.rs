//! The walls of a Tenhou match from the seed in its log (`mt19937ar-sha512-n288-base64`).
//!
//! ```text
//! base64 -> 624 words, the key of an MT19937
//! per kyoku: 288 words -> nine blocks of 32, each hashed with SHA-512 -> 144 words
//! yama[i] = i-th tile; for i below n-1: swap yama[i] and yama[i + word[i] mod (n - i)]
//! ```
//! Tenhou deals and draws from the end of `yama`. The dead wall is its beginning, stacked in pairs (upper tile at the
//! odd position). Source: the shuffle published by Tenhou, verified here against real logs.

use crate::logs::error::LogError;
use base64::Engine;
use sha2::{Digest, Sha512};

/// Words of the generator's state.
const N: usize = 624;
/// The only kind of seed with a known shuffle.
const KIND: &str = "mt19937ar-sha512-n288-base64";

/// The walls of a match, one per kyoku.
#[derive(Clone)]
pub struct SeedWalls {
    twister: Twister,
    tiles: Vec<u8>,
}

impl SeedWalls {
    /// The walls of a seed in a log; `None` if it is of another kind. With three seats, without 2m to 8m.
    pub fn new(seed: &str, seats: usize) -> Result<Option<SeedWalls>, LogError> {
        let Some((kind, key)) = seed.split_once(',') else { return Ok(None) };
        if kind != KIND {
            return Ok(None);
        }
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(key.trim())
            .map_err(|e| LogError::new("", format!("the seed is not base64: {e}")))?;
        if bytes.len() != N * 4 {
            return Err(LogError::new("", format!("the seed has {} bytes, expected {}", bytes.len(), N * 4)));
        }
        let key: Vec<u32> =
            bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let tiles = (0..136).filter(|id| seats == 4 || !(4..32).contains(id)).collect();
        Ok(Some(SeedWalls { twister: Twister::from_key(&key), tiles }))
    }

    /// The next wall, in Tenhou's order: the first tile dealt is the last element.
    pub(crate) fn next_yama(&mut self) -> Vec<u8> {
        let words = self.words();
        let mut yama = self.tiles.clone();
        let n = yama.len();
        for (i, word) in words.into_iter().enumerate().take(n - 1) {
            yama.swap(i, i + word as usize % (n - i));
        }
        yama
    }

    fn words(&mut self) -> Vec<u32> {
        let mut words = Vec::with_capacity(144);
        for _ in 0..9 {
            let block: Vec<u8> = (0..32).flat_map(|_| self.twister.next().to_le_bytes()).collect();
            let hash = Sha512::digest(&block);
            words.extend(hash.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])));
        }
        words
    }
}

/// Converts a wall of Tenhou to canonical order: dealt from the front, dead wall at the end. `shown` is the number of
/// indicators opened: with three seats the fourth and fifth lie where the live wall may otherwise reach.
pub fn canonical(yama: &[u8], shown: usize) -> Vec<u8> {
    let dead = if yama.len() == 136 { 14 } else { 8 + 2 * shown.clamp(3, 5) };
    let place = |from_end: usize| if from_end < dead { from_end ^ 1 } else { from_end };
    (0..yama.len()).map(|i| yama[place(yama.len() - 1 - i)]).collect()
}

/// The Mersenne twister MT19937 with initialisation by array (Matsumoto and Nishimura 2002).
#[derive(Clone)]
struct Twister {
    state: [u32; N],
    at: usize,
}

impl Twister {
    fn from_key(key: &[u32]) -> Twister {
        let mut s = [19_650_218_u32; N];
        let mix = |s: &[u32; N], i: usize, factor: u32| (s[i - 1] ^ s[i - 1] >> 30).wrapping_mul(factor);
        for i in 1..N {
            s[i] = mix(&s, i, 1_812_433_253).wrapping_add(i as u32);
        }
        let mut i = 1;
        let advance = |s: &mut [u32; N], i: usize| {
            if i + 1 < N {
                return i + 1;
            }
            s[0] = s[N - 1];
            1
        };
        for k in 0..N.max(key.len()) {
            let j = k % key.len();
            s[i] = (s[i] ^ mix(&s, i, 1_664_525)).wrapping_add(key[j]).wrapping_add(j as u32);
            i = advance(&mut s, i);
        }
        for _ in 1..N {
            s[i] = (s[i] ^ mix(&s, i, 1_566_083_941)).wrapping_sub(i as u32);
            i = advance(&mut s, i);
        }
        s[0] = 0x8000_0000;
        Twister { state: s, at: N }
    }

    fn next(&mut self) -> u32 {
        if self.at == N {
            self.refill();
        }
        let mut y = self.state[self.at];
        self.at += 1;
        y ^= y >> 11;
        y ^= y << 7 & 0x9d2c_5680;
        y ^= y << 15 & 0xefc6_0000;
        y ^ y >> 18
    }

    fn refill(&mut self) {
        let s = &mut self.state;
        for i in 0..N {
            let y = s[i] & 0x8000_0000 | s[(i + 1) % N] & 0x7fff_ffff;
            s[i] = s[(i + 397) % N] ^ (y >> 1) ^ ((y & 1) * 0x9908_b0df);
        }
        self.at = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs in the authors' own test file for the key {0x123, 0x234, 0x345, 0x456}.
    #[test]
    fn twister_matches_the_published_output() {
        let mut twister = Twister::from_key(&[0x123, 0x234, 0x345, 0x456]);
        let first: Vec<u32> = (0..5).map(|_| twister.next()).collect();
        assert_eq!(first, [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476]);
    }

    #[test]
    fn pairs_of_the_dead_wall_are_reversed() {
        let yama: Vec<u8> = (0..136).collect();
        let wall = canonical(&yama, 1);
        assert_eq!((wall[0], wall[121]), (135, 14));
        assert_eq!((wall[135], wall[134], wall[133], wall[132]), (1, 0, 3, 2)); // rinshan
        assert_eq!((wall[131], wall[130], wall[123], wall[122]), (5, 4, 13, 12)); // dora, ura; the fifth pair
        let sanma: Vec<u8> = (0..108).collect();
        assert_eq!((canonical(&sanma, 1)[99], canonical(&sanma, 1)[93]), (9, 14));
        assert_eq!(canonical(&sanma, 4)[93], 15);
    }

    #[test]
    fn foreign_and_damaged_seeds() {
        assert!(SeedWalls::new("mt19937ar,0123", 4).is_ok_and(|walls| walls.is_none()));
        assert!(SeedWalls::new(&format!("{KIND},AAAA"), 4).is_err());
        assert!(SeedWalls::new(&format!("{KIND},?"), 4).is_err());
    }
}
