//! Painted cells: a stroke is many small paints, each a little further than the one before, most of the same shape.

use super::columns::Column::{Paint, Stroke};
use super::columns::{Reader, Result, Writer, damaged};
use super::recent::Recent;
use crate::grid::{Cell, Ground};

/// A step that did not come lately. Others are numbered from 1 on, the latest first.
const NEW: u64 = 0;

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
#[derive(Default)]
pub struct Strokes {
    /// The first cell that was painted last.
    last: Cell,
    shapes: Recent<Shape>,
    /// Moves to the next first cell, each with a shape.
    steps: Recent<((i32, i32), Shape)>,
}

impl Strokes {
    /// Writes the cells of a paint.
    pub fn write(&mut self, out: &mut Writer, cells: &[(Cell, Ground)]) {
        let start = cells.first().map_or(self.last, |(cell, _)| *cell);
        let (dx, dy) = (start.x.wrapping_sub(self.last.x), start.y.wrapping_sub(self.last.y));
        self.last = start;
        let step = ((dx, dy), shape(cells));
        if let Some(place) = self.steps.place(&step) {
            self.steps.again(place);
            return out.put(Stroke, place as u64 + 1);
        }
        out.put(Stroke, NEW);
        out.put_signed(Paint, dx.into());
        out.put_signed(Paint, dy.into());
        if let Some(place) = self.shapes.place(&step.1) {
            self.shapes.again(place);
            out.put(Paint, place as u64 + 1);
        } else {
            out.put(Paint, NEW);
            out.put(Paint, step.1.len() as u64);
            for run in &step.1 {
                out.put_signed(Paint, run.dx.into());
                out.put_signed(Paint, run.dy.into());
                out.put(Paint, run.ground as u64);
                out.put(Paint, run.length.into());
            }
            self.shapes.add(step.1.clone());
        }
        self.steps.add(step);
    }

    /// Reads what [`write`](Self::write) wrote.
    pub fn read(&mut self, input: &mut Reader) -> Result<Vec<(Cell, Ground)>> {
        let step = match input.get_as::<usize>(Stroke)? {
            0 => {
                let offset = (get_difference(input)?, get_difference(input)?);
                let step = (offset, self.read_shape(input)?);
                self.steps.add(step.clone());
                step
            }
            place => match self.steps.again(place - 1) {
                Some(step) => step.clone(),
                None => return damaged(),
            },
        };
        let ((dx, dy), shape) = step;
        input.spend::<Run>(shape.len() as u64)?;
        self.last = moved(self.last, dx, dy);
        let (mut cells, mut at) = (Vec::new(), self.last);
        for run in &shape {
            input.spend::<(Cell, Ground)>(run.length.into())?;
            at = moved(at, run.dx, run.dy);
            for _ in 0..run.length {
                cells.push((at, run.ground));
                at = moved(at, 0, 1);
            }
        }
        Ok(cells)
    }

    fn read_shape(&mut self, input: &mut Reader) -> Result<Shape> {
        let place = input.get_as::<usize>(Paint)?;
        if place > 0 {
            return self.shapes.again(place - 1).cloned().ok_or(()).or_else(|()| damaged());
        }
        let mut shape = Vec::new();
        for _ in 0..input.get(Paint)? {
            input.spend::<Run>(1)?;
            let (dx, dy) = (get_difference(input)?, get_difference(input)?);
            let Some(&ground) = Ground::ALL.get(input.get_as::<usize>(Paint)?) else {
                return damaged();
            };
            shape.push(Run { dx, dy, ground, length: input.get_as(Paint)? });
        }
        self.shapes.add(shape.clone());
        Ok(shape)
    }
}

fn get_difference(input: &mut Reader) -> Result<i32> {
    i32::try_from(input.get_signed(Paint)?).or_else(|_| damaged())
}

fn moved(cell: Cell, dx: i32, dy: i32) -> Cell {
    Cell::new(cell.x.wrapping_add(dx), cell.y.wrapping_add(dy))
}

fn shape(cells: &[(Cell, Ground)]) -> Shape {
    let mut shape: Shape = Vec::new();
    let mut next = cells.first().map_or_else(Cell::default, |(cell, _)| *cell);
    for &(cell, ground) in cells {
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
