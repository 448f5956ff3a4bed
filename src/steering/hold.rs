//! No positioning: units keep walking their path, and go straight for their targets.

use super::engage::{Battle, Decision, EngageRule};

crate::parameters! {
    /// Parameters of `Hold`: none.
    pub struct Hold {}
}

impl EngageRule for Hold {
    type Scratch = ();

    fn chases(&self) -> bool {
        true
    }

    fn decide(&self, _: &Battle, (): &mut (), _: &mut [Option<Decision>]) {}
}
