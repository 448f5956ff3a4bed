//! The named terms of a wanted velocity.

use glam::Vec2;

/// Terms that a rule may have.
const MAX: usize = 7;

/// The terms of a wanted velocity, each with its name, in cells per second. A plain value: writing one
/// per unit and tick allocates nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    names: &'static [&'static str],
    vectors: [Vec2; MAX],
}

impl Terms {
    /// Terms with the names of their rule.
    #[inline]
    pub fn new<const N: usize>(names: &'static [&'static str; N], vectors: [Vec2; N]) -> Self {
        const { assert!(N <= MAX) };
        let mut all = [Vec2::ZERO; MAX];
        all[..N].copy_from_slice(&vectors);
        Self { names, vectors: all }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Each name with its vector.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Vec2)> {
        self.names.iter().copied().zip(self.vectors)
    }

    /// The vector with a name; zero if there is none.
    pub fn get(&self, name: &str) -> Vec2 {
        self.iter().find(|&(n, _)| n == name).map_or(Vec2::ZERO, |(_, vector)| vector)
    }

    /// The sum of the terms.
    #[inline]
    pub fn sum(&self) -> Vec2 {
        self.vectors.iter().sum()
    }

    /// All terms, lengthened by a factor.
    #[inline]
    pub fn scaled(mut self, factor: f32) -> Self {
        self.vectors = self.vectors.map(|vector| vector * factor);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_keep_their_names_and_add_up() {
        let terms = Terms::new(&["goal", "others"], [Vec2::X, Vec2::new(0.5, 2.0)]);
        assert_eq!(terms.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["goal", "others"]);
        assert_eq!(terms.sum(), Vec2::new(1.5, 2.0));
        assert_eq!(terms.scaled(2.0).get("others"), Vec2::new(1.0, 4.0));
        assert_eq!(terms.get("nothing"), Vec2::ZERO);
        assert!(Terms::default().is_empty());
    }
}
