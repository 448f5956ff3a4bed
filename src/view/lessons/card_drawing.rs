//! The small drawing of a card in egui.

use crate::learn::drawing::{Colour, Drawing, Stroke};
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Painter, Pos2, Rect, Sense, Shape, Ui, Vec2, pos2, vec2,
};

/// Largest side of a cell, in logical pixels.
const CELL: f32 = 22.0;
/// Free space around the grid, in cells.
const MARGIN: f32 = 0.9;

const BLUE: Color32 = Color32::from_rgb(86, 160, 222);
const ORANGE: Color32 = Color32::from_rgb(230, 145, 56);
const GREEN: Color32 = Color32::from_rgb(72, 178, 120);
const RED: Color32 = Color32::from_rgb(214, 92, 84);
const YELLOW: Color32 = Color32::from_rgb(232, 190, 64);
const GREY: Color32 = Color32::from_rgb(140, 148, 162);

/// Shows a drawing, as large as the width allows.
pub fn show(ui: &mut Ui, drawing: &Drawing) {
    let (columns, rows) = drawing.size();
    let cells = vec2(columns as f32 + 2.0 * MARGIN, rows as f32 + 2.0 * MARGIN);
    let cell = (ui.available_width() / cells.x.max(1.0)).min(CELL);
    let (rect, _) = ui.allocate_exact_size(cells * cell, Sense::hover());
    let paper = Paper { painter: ui.painter_at(rect), rect, cell };
    paper.painter.rect_filled(rect, 6.0, ui.visuals().extreme_bg_color);
    for (y, row) in drawing.rows.iter().enumerate() {
        for (x, &letter) in row.iter().enumerate() {
            paper.letter(ui, letter, (x as f32, y as f32));
        }
    }
    drawing.strokes.iter().for_each(|stroke| paper.stroke(ui, stroke));
}

struct Paper {
    painter: Painter,
    rect: Rect,
    cell: f32,
}

impl Paper {
    /// The centre of a cell.
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.rect.min + vec2(x + 0.5 + MARGIN, y + 0.5 + MARGIN) * self.cell
    }

    fn letter(&self, ui: &Ui, letter: char, place: (f32, f32)) {
        let middle = self.at(place);
        let square = Rect::from_center_size(middle, Vec2::splat(self.cell - 1.0));
        let fill = |colour: Color32| {
            self.painter.rect_filled(square, 1.0, colour);
        };
        let floor = ui.visuals().faint_bg_color;
        if letter != ' ' {
            fill(floor);
        }
        let arrow = |x: f32, y: f32| {
            let half = vec2(x, y) * self.cell * 0.3;
            let stroke = egui::Stroke::new(1.5, GREY);
            self.painter.arrow(middle - half, half * 2.0, stroke);
        };
        match letter {
            '#' => fill(ui.visuals().weak_text_color()),
            '~' => fill(Color32::from_rgb(44, 84, 120)),
            'o' => {
                self.painter.circle_filled(middle, self.cell * 0.34, BLUE);
            }
            'x' => {
                self.painter.circle_filled(middle, self.cell * 0.34, ORANGE);
            }
            '*' => {
                let stroke = egui::Stroke::new(2.0, GREEN);
                self.painter.circle_stroke(middle, self.cell * 0.34, stroke);
                self.painter.circle_filled(middle, self.cell * 0.12, GREEN);
            }
            '<' => arrow(-1.0, 0.0),
            '>' => arrow(1.0, 0.0),
            '^' => arrow(0.0, -1.0),
            'v' => arrow(0.0, 1.0),
            '1'..='9' => {
                let strength = letter.to_digit(10).unwrap_or(0) as f32 / 9.0;
                fill(YELLOW.gamma_multiply(0.12 + 0.68 * strength));
            }
            _ => {}
        }
    }

    fn stroke(&self, ui: &Ui, stroke: &Stroke) {
        match stroke {
            Stroke::Line { colour, broken, head, points } => {
                let points: Vec<Pos2> = points.iter().map(|&point| self.at(point)).collect();
                let pen = egui::Stroke::new(2.0, colour_of(*colour));
                if *broken {
                    self.painter.extend(Shape::dashed_line(&points, pen, 5.0, 4.0));
                } else {
                    self.painter.add(Shape::line(points.clone(), pen));
                }
                if let ([.., before, last], true) = (points.as_slice(), *head) {
                    self.head(*before, *last, pen);
                }
            }
            Stroke::Ring { colour, filled, at, radius } => {
                let (middle, radius) = (self.at(*at), radius * self.cell);
                let colour = colour_of(*colour);
                if *filled {
                    self.painter.circle_filled(middle, radius, colour.gamma_multiply(0.3));
                }
                self.painter.circle_stroke(middle, radius, egui::Stroke::new(1.5, colour));
            }
            Stroke::Label { at, text } => {
                let font = FontId::proportional(12.5);
                let colour = ui.visuals().text_color();
                self.painter.text(self.at(*at), Align2::CENTER_CENTER, text, font, colour);
            }
        }
    }

    /// The head of an arrow.
    fn head(&self, from: Pos2, to: Pos2, pen: egui::Stroke) {
        let back = (from - to).normalized() * self.cell * 0.42;
        let side = vec2(-back.y, back.x) * 0.6;
        for tip in [to + back + side, to + back - side] {
            self.painter.line_segment([to, pos2(tip.x, tip.y)], pen);
        }
    }
}

fn colour_of(colour: Colour) -> Color32 {
    match colour {
        Colour::Blue => BLUE,
        Colour::Orange => ORANGE,
        Colour::Green => GREEN,
        Colour::Red => RED,
        Colour::Yellow => YELLOW,
        Colour::Grey => GREY,
    }
}
