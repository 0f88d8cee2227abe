//! Is this processor able to run this build?

/// Compares what the build needs (x86-64-v3, see `.cargo/config.toml`) with what the processor has. The first thing
/// the program does: without it an older processor would meet an unknown instruction and crash.
///
/// # Errors
/// What is missing, and how to build for this processor, as one sentence.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub fn check() -> Result<(), String> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    // Asked by hand: `is_x86_feature_detected!` answers yes to whatever the build assumes.
    let leaf = |number| if __cpuid(0).eax >= number { __cpuid_count(number, 0) } else { __cpuid(0) };
    let extended = if __cpuid(0x8000_0000).eax > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
    let ebx7 = if __cpuid(0).eax >= 7 { leaf(7).ebx } else { 0 };
    judge(leaf(1).ecx, ebx7, extended)
}

/// A portable build runs anywhere.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
pub fn check() -> Result<(), String> {
    Ok(())
}

/// Features of x86-64-v3 beyond what every 64-bit processor has: register, bit, name.
#[cfg(any(test, all(target_arch = "x86_64", target_feature = "avx2")))]
const NEEDED: [(usize, u32, &str); 10] = [
    (0, 12, "FMA"),
    (0, 22, "MOVBE"),
    (0, 23, "POPCNT"),
    (0, 27, "OSXSAVE"),
    (0, 28, "AVX"),
    (0, 29, "F16C"),
    (1, 3, "BMI1"),
    (1, 5, "AVX2"),
    (1, 8, "BMI2"),
    (2, 5, "LZCNT"),
];

#[cfg(any(test, all(target_arch = "x86_64", target_feature = "avx2")))]
fn judge(ecx1: u32, ebx7: u32, extended_ecx: u32) -> Result<(), String> {
    let registers = [ecx1, ebx7, extended_ecx];
    let missing: Vec<&str> = NEEDED
        .iter()
        .filter(|(register, bit, _)| registers[*register] >> bit & 1 == 0)
        .map(|&(.., name)| name)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "this build needs an x86-64-v3 processor and this one lacks {}; build it for this machine with: \
         cargo build --release --config 'target.\"cfg(target_arch=\\\"x86_64\\\")\".rustflags=[]'",
        missing.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_processor_runs_these_tests() {
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(judge(!0, !0, !0), Ok(()));
        let told = judge(!0, !(1 << 5 | 1 << 8), !0).unwrap_err();
        assert!(told.contains("this one lacks AVX2, BMI2; build it"), "{told}");
    }
}
