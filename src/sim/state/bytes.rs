//! Snapshots as bytes: a head with a version and a checksum, then the state, compressed.
//!
//! The state is written by `postcard`, which stores numbers with a variable length and no names, component by component;
//! deflate then takes away what repeats. Floating-point numbers keep their bits.

use super::snapshot::{Head, Kept, Snapshot};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::Arc;
use xxhash_rust::xxh64::xxh64;

/// The first bytes of a snapshot.
const MAGIC: &[u8; 8] = b"phalanx\x01";
/// Grows with every change of the format.
const VERSION: u32 = 7;
/// Magic, version and checksum.
const HEAD: usize = 8 + 4 + 8;

/// Why a snapshot cannot be read or put back.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// These are other bytes.
    #[error("this is not a snapshot of an arena")]
    NotASnapshot,
    /// It was written by another version.
    #[error("this snapshot has format {found}, and this version of Phalanx reads format {VERSION}")]
    OtherVersion {
        /// The version of its format.
        found: u32,
    },
    /// Bytes are missing or differ.
    #[error("this snapshot is damaged: its checksum does not match")]
    Damaged,
    /// The arena has no such kind.
    #[error("the scenario has no unit kind \"{0}\", which the snapshot needs")]
    UnknownKind(String),
    /// The program has state that the snapshot has not.
    #[error("the snapshot has no component \"{0}\", which is state here")]
    NoComponent(String),
    /// The entity is none.
    #[error("there is no arena to put the snapshot into")]
    NoArena,
}

impl Snapshot {
    /// The snapshot as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Every length is known and memory grows, so nothing here can fail.
        let mut state = postcard::to_stdvec(&*self.head).unwrap_or_default();
        for (name, kept) in &self.components {
            let values = match kept {
                Kept::Live(values, stored) => Arc::from((stored.write)(values)),
                Kept::Packed(bytes) => bytes.clone(),
            };
            state = postcard::to_extend(&(name, values.len()), state).unwrap_or_default();
            state.extend_from_slice(&values);
        }
        let mut bytes = Vec::with_capacity(state.len() / 4 + HEAD);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&xxh64(&state, 0).to_le_bytes());
        let mut encoder = DeflateEncoder::new(bytes, Compression::fast());
        let _ = encoder.write_all(&state);
        encoder.finish().unwrap_or_default()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (head, rest) = bytes.split_at_checked(HEAD).ok_or(SnapshotError::NotASnapshot)?;
        let (magic, head) = head.split_at(MAGIC.len());
        let (version, checksum) = head.split_at(4);
        if magic != MAGIC {
            return Err(SnapshotError::NotASnapshot);
        }
        let found = u32::from_le_bytes(version.try_into().unwrap_or_default());
        if found != VERSION {
            return Err(SnapshotError::OtherVersion { found });
        }
        let mut state = Vec::new();
        DeflateDecoder::new(rest).read_to_end(&mut state).map_err(|_| SnapshotError::Damaged)?;
        if xxh64(&state, 0).to_le_bytes() != checksum {
            return Err(SnapshotError::Damaged);
        }
        read(&state).ok_or(SnapshotError::Damaged)
    }
}

fn read(state: &[u8]) -> Option<Snapshot> {
    let (head, mut rest): (Head, &[u8]) = postcard::take_from_bytes(state).ok()?;
    let mut components = BTreeMap::new();
    while !rest.is_empty() {
        let ((name, length), after): ((String, usize), _) = postcard::take_from_bytes(rest).ok()?;
        let (values, after) = after.split_at_checked(length)?;
        components.insert(name, Kept::Packed(values.into()));
        rest = after;
    }
    Some(Snapshot { head: Arc::new(head), components })
}
