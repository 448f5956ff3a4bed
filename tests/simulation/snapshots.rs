//! Bytes of a snapshot: what is not one is refused. That a run continues from its bytes is a law, see `laws.rs`.

use phalanx::scenario::{shipped, shipped_named};
use phalanx::sim::{Simulation, Snapshot, SnapshotError};

#[test]
fn bytes_that_are_no_snapshot_are_refused() {
    let mut simulation =
        Simulation::new(&shipped()[shipped_named("bottleneck").unwrap()].load().unwrap());
    simulation.run(20);
    let bytes = simulation.snapshot().unwrap().to_bytes();
    assert_eq!(Snapshot::from_bytes(&[]).unwrap_err(), SnapshotError::NotASnapshot);
    assert_eq!(Snapshot::from_bytes(b"(version: 1)").unwrap_err(), SnapshotError::NotASnapshot);
    let mut later = bytes.clone();
    later[8] = 99;
    let error = Snapshot::from_bytes(&later).unwrap_err();
    assert_eq!(error, SnapshotError::OtherVersion { found: 99 });
    for cut in [bytes.len() - 1, bytes.len() / 2, 25] {
        assert_eq!(Snapshot::from_bytes(&bytes[..cut]).unwrap_err(), SnapshotError::Damaged);
    }
    let mut wrong = bytes.clone();
    let middle = wrong.len() / 2;
    wrong[middle] ^= 1;
    assert_eq!(Snapshot::from_bytes(&wrong).unwrap_err(), SnapshotError::Damaged);
}
