//! Things that come again: told by how long ago they came last.

/// How many are remembered.
const REMEMBERED: usize = 64;

/// Values, the latest first. Writer and reader keep the same list.
pub struct Recent<T>(Vec<T>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: PartialEq> Recent<T> {
    /// The place of a value.
    pub fn place(&self, value: &T) -> Option<usize> {
        self.0.iter().position(|known| known == value)
    }

    /// The value at a place, which is now the latest.
    pub fn again(&mut self, place: usize) -> Option<&T> {
        self.0.get_mut(..=place)?.rotate_right(1);
        self.0.first()
    }

    /// Adds a new value.
    pub fn add(&mut self, value: T) {
        self.0.truncate(REMEMBERED - 1);
        self.0.insert(0, value);
    }
}
