//! Checks that this processor can run this build.
//!
//! The build assumes x86-64-v3 (`.cargo/config.toml`); an older processor would crash on an illegal instruction. The
//! check itself must not use such instructions, so it only masks `cpuid` bits, and the message is a constant.

/// The error message on an unsuitable processor.
const REFUSAL: &str = "error: this build needs an x86-64-v3 processor (AVX2, BMI2, FMA, F16C, LZCNT, MOVBE) and this \
    one is older; build it for this machine with: \
    cargo build --release --config 'target.\"cfg(target_arch=\\\"x86_64\\\")\".rustflags=[]'\n";

/// Whether the processor has the features that the build needs. Called before anything else.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(never)]
pub fn suffices() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // Uses `cpuid` directly: `is_x86_feature_detected!` returns true for every feature the build assumes.
    if __cpuid(0).eax < 7 || __cpuid(0x8000_0000).eax < 0x8000_0001 {
        return false;
    }
    enough(__cpuid(1).ecx, __cpuid_count(7, 0).ebx, __cpuid(0x8000_0001).ecx)
}

/// A portable build runs anywhere.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn suffices() -> bool {
    true
}

/// Reports the missing features and how to build for this processor.
#[cold]
#[inline(never)]
pub fn refuse() -> std::process::ExitCode {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), REFUSAL.as_bytes());
    std::process::ExitCode::FAILURE
}

/// Whether the `cpuid` registers report all features.
#[cfg(any(test, all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline(always)]
fn enough(leaf1_ecx: u32, leaf7_ebx: u32, extended_ecx: u32) -> bool {
    /// FMA, MOVBE, POPCNT, OSXSAVE, AVX, F16C.
    const LEAF1: u32 = 1 << 12 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    /// BMI1, AVX2, BMI2.
    const LEAF7: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    /// LZCNT.
    const EXTENDED: u32 = 1 << 5;
    leaf1_ecx & LEAF1 == LEAF1 && leaf7_ebx & LEAF7 == LEAF7 && extended_ecx & EXTENDED == EXTENDED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_processor_runs_these_tests() {
        assert!(suffices());
    }

    #[test]
    fn every_feature_counts() {
        assert!(enough(!0, !0, !0));
        for bit in [12, 22, 23, 27, 28, 29] {
            assert!(!enough(!(1 << bit), !0, !0), "{bit}");
        }
        for bit in [3, 5, 8] {
            assert!(!enough(!0, !(1 << bit), !0), "{bit}");
        }
        assert!(!enough(!0, !0, !(1 << 5)));
    }

    #[test]
    fn the_refusal_is_one_line_with_the_documented_flag() {
        assert_eq!(REFUSAL.matches('\n').count(), 1);
        let flag = include_str!("../.cargo/config.toml").split("cargo build").nth(1).expect("the flag");
        assert!(REFUSAL.contains(flag.lines().next().expect("a line")), "{REFUSAL}");
    }
}
