//! What cells are made of, and when a diagonal step between them is legal.

use serde::{Deserialize, Serialize};

/// What a cell is made of. The letters are those of MovingAI maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
pub enum Ground {
    /// Open ground, `.` (and `G`).
    #[default]
    Floor,
    /// Swamp, `S`: passable.
    Swamp,
    /// Rock or a wall, `@` (and `O`, and `#` in our own files).
    Wall,
    /// Trees, `T`: impassable.
    Trees,
    /// Water, `W`: not passable from land.
    Water,
}

impl Ground {
    /// All kinds.
    pub const ALL: [Ground; 5] = [Self::Floor, Self::Swamp, Self::Wall, Self::Trees, Self::Water];

    /// Whether a unit can stand there.
    pub const fn is_passable(self) -> bool {
        matches!(self, Self::Floor | Self::Swamp)
    }

    /// The letter that MovingAI maps use.
    pub const fn letter(self) -> char {
        match self {
            Self::Floor => '.',
            Self::Swamp => 'S',
            Self::Wall => '@',
            Self::Trees => 'T',
            Self::Water => 'W',
        }
    }

    /// The kind that a letter stands for. Besides MovingAI's letters, `#` is a wall.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '.' | 'G' => Self::Floor,
            'S' => Self::Swamp,
            '@' | 'O' | '#' => Self::Wall,
            'T' => Self::Trees,
            'W' => Self::Water,
            _ => return None,
        })
    }
}

/// When a diagonal step is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
pub enum CornerRule {
    /// Always: corners may be cut (the Map Marker layouts need this).
    Free,
    /// Unless both cells beside the step are blocked.
    NotBetweenTwo,
    /// Only when both cells beside the step are passable, as in MovingAI benchmarks.
    #[default]
    BothSidesFree,
}

impl CornerRule {
    /// All rules.
    pub const ALL: [CornerRule; 3] = [Self::Free, Self::NotBetweenTwo, Self::BothSidesFree];
}
