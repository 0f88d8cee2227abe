//! Yangzhou mahjong.
pub mod fan;
pub mod presets;
pub mod rules;
mod runs;
pub mod score;
pub use rules::YangzhouRules;
