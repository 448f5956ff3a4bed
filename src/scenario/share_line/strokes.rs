//! Painted cells: steps of a brush, or shapes.
//!
//! A stroke is many small paints, each of the cells that the brush has newly reached. Writer and reader both know the
//! ground, so the step of the brush tells the cells. Whatever no brush explains is written as a shape.

use super::brush::{Brush, FARTHEST, Step};
use super::columns::Column::{Paint, StepX, StepY, Stroke};
use super::columns::{Reader, Result, Writer, damaged};
use super::recent::Recent;
use crate::grid::{Cell, Ground, Terrain};

/// The brush moves on.
const STEP: u64 = 0;
/// The brush starts at another place.
const START: u64 = 1;
/// A shape that did not come lately.
const NEW_SHAPE: u64 = 2;
/// Shapes that came before are numbered from here on, the latest first.
const RECENT: u64 = 3;

/// A column of cells of one ground: where it begins after the end of the one before, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    dx: i32,
    dy: i32,
    ground: Ground,
    length: u32,
}

/// Painted cells, seen from the first one.
type Shape = Vec<Run>;

/// The paints of a line.
pub struct Strokes {
    /// The ground after the paints so far.
    terrain: Terrain,
    brush: Brush,
    /// The last step of the brush.
    step: Step,
    /// The first cell of the last shape.
    first: Cell,
    shapes: Recent<Shape>,
}

impl Strokes {
    /// Before the first paint.
    pub fn new(terrain: &Terrain) -> Self {
        Self {
            terrain: terrain.clone(),
            brush: Brush { size: 1, ..Brush::default() },
            step: (0, 0),
            first: Cell::default(),
            shapes: Recent::default(),
        }
    }

    /// Writes the cells of a paint.
    pub fn write(&mut self, out: &mut Writer, painted: &[(Cell, Ground)]) {
        if !self.write_step(out, painted) {
            self.write_shape(out, painted);
        }
        self.note(painted);
    }

    /// Reads what [`write`](Self::write) wrote.
    pub fn read(&mut self, input: &mut Reader) -> Result<Vec<(Cell, Ground)>> {
        let painted = match input.get(Stroke)? {
            STEP => self.read_step(input)?,
            START => {
                let corner = self.brush.corner;
                let corner = moved(corner, get_difference(input)?, get_difference(input)?);
                let (size, ground) = (input.get_as(Paint)?, read_ground(input)?);
                self.brush = Brush { corner, size, ground };
                self.read_step(input)?
            }
            shape => self.read_shape(input, shape)?,
        };
        self.note(&painted);
        Ok(painted)
    }

    fn note(&mut self, painted: &[(Cell, Ground)]) {
        for &(cell, ground) in painted {
            self.terrain.set_ground(cell, ground);
        }
    }

    /// Writes a step of a brush that paints these cells, if there is one.
    fn write_step(&mut self, out: &mut Writer, painted: &[(Cell, Ground)]) -> bool {
        let Some(&(_, ground)) = painted.first() else { return false };
        let cells: Vec<Cell> = painted.iter().map(|(cell, _)| *cell).collect();
        let is_sorted = cells.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_sorted || painted.iter().any(|(_, other)| *other != ground) {
            return false;
        }
        let brush = self.brush;
        let step =
            (brush.ground == ground).then(|| brush.step_to(&cells, self.step, &self.terrain));
        let (start, step) = if let Some(step) = step.flatten() {
            out.put(Stroke, STEP);
            (brush, step)
        } else {
            let start = brush.new_start(&cells, ground, self.step, &self.terrain);
            let Some((start, step)) = start else { return false };
            out.put(Stroke, START);
            out.put_signed(Paint, start.corner.x.wrapping_sub(brush.corner.x).into());
            out.put_signed(Paint, start.corner.y.wrapping_sub(brush.corner.y).into());
            out.put(Paint, start.size.into());
            out.put(Paint, ground as u64);
            (start, step)
        };
        out.put_signed(StepX, step.0.into());
        out.put_signed(StepY, step.1.into());
        self.step = step;
        self.brush = start.paint(step, &self.terrain).1;
        true
    }

    /// The cells that the brush paints in its next step.
    fn read_step(&mut self, input: &mut Reader) -> Result<Vec<(Cell, Ground)>> {
        let (dx, dy) = (input.get_signed(StepX)?, input.get_signed(StepY)?);
        let range = -i64::from(FARTHEST)..=i64::from(FARTHEST);
        if !range.contains(&dx) || !range.contains(&dy) || !self.brush.is_usable(&self.terrain) {
            return damaged();
        }
        self.step = (dx as i32, dy as i32);
        let length = 1 + dx.unsigned_abs() + dy.unsigned_abs();
        input.spend::<u8>(length * u64::from(self.brush.size).pow(2))?;
        let (cells, brush) = self.brush.paint(self.step, &self.terrain);
        input.spend::<(Cell, Ground)>(cells.len() as u64)?;
        self.brush = brush;
        Ok(cells.into_iter().map(|cell| (cell, brush.ground)).collect())
    }

    fn write_shape(&mut self, out: &mut Writer, painted: &[(Cell, Ground)]) {
        let (shape, recent) = (shape(painted), &mut self.shapes);
        let place = recent.place(&shape);
        out.put(Stroke, place.map_or(NEW_SHAPE, |place| RECENT + place as u64));
        let first = painted.first().map_or(self.first, |(cell, _)| *cell);
        out.put_signed(Paint, first.x.wrapping_sub(self.first.x).into());
        out.put_signed(Paint, first.y.wrapping_sub(self.first.y).into());
        self.first = first;
        if let Some(place) = place {
            recent.again(place);
            return;
        }
        out.put(Paint, shape.len() as u64);
        for run in &shape {
            out.put_signed(Paint, run.dx.into());
            out.put_signed(Paint, run.dy.into());
            out.put(Paint, run.ground as u64);
            out.put(Paint, run.length.into());
        }
        recent.add(shape);
    }

    fn read_shape(&mut self, input: &mut Reader, place: u64) -> Result<Vec<(Cell, Ground)>> {
        self.first = moved(self.first, get_difference(input)?, get_difference(input)?);
        let shape = if place == NEW_SHAPE {
            let mut shape = Vec::new();
            for _ in 0..input.get(Paint)? {
                input.spend::<Run>(1)?;
                let (dx, dy) = (get_difference(input)?, get_difference(input)?);
                shape.push(Run {
                    dx,
                    dy,
                    ground: read_ground(input)?,
                    length: input.get_as(Paint)?,
                });
            }
            self.shapes.add(shape.clone());
            shape
        } else {
            let place = usize::try_from(place - RECENT).unwrap_or(usize::MAX);
            let Some(shape) = self.shapes.again(place) else { return damaged() };
            input.spend::<Run>(shape.len() as u64)?;
            shape.clone()
        };
        let (mut painted, mut at) = (Vec::new(), self.first);
        for run in &shape {
            input.spend::<(Cell, Ground)>(run.length.into())?;
            at = moved(at, run.dx, run.dy);
            for _ in 0..run.length {
                painted.push((at, run.ground));
                at = moved(at, 0, 1);
            }
        }
        Ok(painted)
    }
}

fn get_difference(input: &mut Reader) -> Result<i32> {
    i32::try_from(input.get_signed(Paint)?).or_else(|_| damaged())
}

fn read_ground(input: &mut Reader) -> Result<Ground> {
    Ground::ALL.get(input.get_as::<usize>(Paint)?).copied().ok_or(()).or_else(|()| damaged())
}

fn moved(cell: Cell, dx: i32, dy: i32) -> Cell {
    Cell::new(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy))
}

fn shape(painted: &[(Cell, Ground)]) -> Shape {
    let mut shape: Shape = Vec::new();
    let mut next = painted.first().map_or_else(Cell::default, |(cell, _)| *cell);
    for &(cell, ground) in painted {
        match shape.last_mut() {
            Some(run) if run.ground == ground && cell == next => run.length += 1,
            _ => {
                let (dx, dy) = (cell.x.wrapping_sub(next.x), cell.y.wrapping_sub(next.y));
                shape.push(Run { dx, dy, ground, length: 1 });
            }
        }
        next = moved(cell, 0, 1);
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn strokes_of_any_brush_and_speed_read_back() {
        let mut random = Pcg64::seed_from_u64(3);
        let ground = (0..50 * 40).map(|_| Ground::ALL[usize::from(random.random_bool(0.1)) * 2]);
        let bounds = Bounds::new(50, 40);
        let start = Terrain::from_ground(bounds, CornerRule::default(), ground.collect());
        for size in [1, 2, 3, 4, 9, 25, 40] {
            let (mut terrain, mut paints) = (start.clone(), Vec::new());
            let mut brush = Brush { size, ..Brush::default() };
            for _ in 0..300 {
                if random.random_bool(0.1) {
                    let at = (random.random_range(-5..50), random.random_range(-5..40));
                    let ground = Ground::ALL[random.random_range(0..3)];
                    brush = Brush { corner: at.into(), size, ground };
                }
                let far = if random.random_bool(0.1) { 20 } else { 3 };
                let step = (random.random_range(-far..=far), random.random_range(-far..=far));
                let (cells, next) = brush.paint(step, &terrain);
                brush = next;
                for &cell in &cells {
                    terrain.set_ground(cell, brush.ground);
                }
                paints.push(cells.into_iter().map(|cell| (cell, brush.ground)).collect::<Vec<_>>());
            }
            let (mut out, mut strokes) = (Writer::default(), Strokes::new(&start));
            for painted in &paints {
                strokes.write(&mut out, painted);
            }
            let bytes = out.finish();
            let (mut input, mut strokes) = (Reader::new(&bytes).unwrap(), Strokes::new(&start));
            for painted in &paints {
                assert_eq!(strokes.read(&mut input).as_ref(), Ok(painted), "size {size}");
            }
            input.finish().unwrap();
        }
    }
}
