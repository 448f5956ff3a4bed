//! Combat: hit points, shots in flight, blows, and deaths.

use crate::overlay::{Scene, palette};
use crate::picture::canvas::{Canvas, Layer};
use crate::picture::glyphs::Glyph;
use crate::picture::paint::Paint;
use crate::sim::{
    Armament, Clock, EventKind, Events, HitPoints, Position, Shots, TICKS_PER_SECOND,
};
use bevy::math::Vec2;

/// Paints everything that belongs to fights in an arena.
pub fn draw_combat(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    draw_deaths(canvas, scene, origin);
    draw_blows(canvas, scene, origin);
    draw_shots(canvas, scene, origin);
    draw_hit_points(canvas, scene, origin);
}

/// Width of a bar of hit points, in radii of the unit.
const BAR_WIDTH: f32 = 1.7;
/// Units without a scratch have a bar only if at most this many are selected.
const BARS_OF_HEALTHY: usize = 3;
/// Units with a smaller radius, in pixels, have no bar.
const BAR_FROM: f32 = 3.5;

/// Bars of units that are hurt, and of a few selected ones: the bars of a whole healthy group would hide it.
fn draw_hit_points(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    let mut painter = canvas.on(Layer::Marks, origin);
    let few = scene.selection.len() <= BARS_OF_HEALTHY;
    for unit in scene.units() {
        let (Some(hit_points), Some(at)) = (unit.get::<HitPoints>(), scene.place(&unit)) else {
            continue;
        };
        let kind = unit.unit.kind;
        let whole = kind.hit_points;
        let has_bar = hit_points.0 < whole || few && scene.selection.contains(&unit.unit.id);
        let reach = kind.body_reach();
        let is_small = reach / painter.pixel < BAR_FROM;
        if whole <= 0.0 || !has_bar || is_small || !painter.sees(at, 2.0 * reach) {
            continue;
        }
        let part = (hit_points.0 / whole).clamp(0.0, 1.0);
        let half = Vec2::new(BAR_WIDTH * reach.min(1.0), 1.6 * painter.pixel);
        let middle = at - Vec2::new(0.0, reach + 4.0 * painter.pixel);
        let frame = Vec2::splat(painter.pixel);
        painter.fill(middle - half - frame, middle + half + frame, Paint::BLACK.fade(0.7));
        let right = Vec2::new(middle.x - half.x + 2.0 * half.x * part, middle.y + half.y);
        painter.fill(middle - half, right, palette::health(part));
    }
}

/// Length of the trail behind a shot, in cells.
const TRAIL: f32 = 0.5;

fn draw_shots(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    let mut painter = canvas.on(Layer::Marks, origin);
    for shot in scene.get::<Shots>().iter().flat_map(|shots| &shots.0) {
        let at = shot.previous.lerp(shot.position, scene.between());
        if !painter.sees(at, 1.0) {
            continue;
        }
        let back = (shot.position - shot.previous).normalize_or_zero() * TRAIL;
        painter.line(at - back, at, 1.6, Paint::new(palette::SHOT, 0.5));
        let size = Vec2::splat((0.11_f32).max(2.0 * painter.pixel));
        painter.glyph(Glyph::Dot, at, size, 0.0, palette::SHOT);
    }
}

/// How long a blow is drawn, in seconds of simulated time.
const BLOW_SECONDS: f32 = 0.12;

/// Attacks without a shot: a flash between attacker and target.
fn draw_blows(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    let mut painter = canvas.on(Layer::Marks, origin);
    for unit in scene.units() {
        let Some(armament) = unit.get::<Armament>() else { continue };
        let Some(aimed_at) = armament.aimed_at.filter(|_| armament.attacks > 0) else { continue };
        let Some(target) = scene.unit(aimed_at) else { continue };
        let weapon = unit.unit.kind.weapon_against(target.unit.kind.flying);
        let strikes = weapon.filter(|weapon| weapon.shot_speed <= 0.0);
        let Some(since) = strikes.map(|weapon| weapon.cooldown - armament.cooling) else {
            continue;
        };
        if !(0.0..BLOW_SECONDS).contains(&since) {
            continue;
        }
        let to = target.get::<Position>().map(|position| position.0);
        if let (Some(from), Some(to)) = (scene.place(&unit), to)
            && painter.sees(from, from.distance(to))
        {
            let left = 1.0 - since / BLOW_SECONDS;
            painter.line(from, to, 1.8, Paint::new(palette::SHOT, 0.75 * left));
        }
    }
}

/// How long the mark of a death is drawn, in seconds of simulated time.
const DEATH_SECONDS: f32 = 2.5;

fn draw_deaths(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    let lasts = (DEATH_SECONDS * TICKS_PER_SECOND as f32) as u64;
    let (Some(clock), Some(events)) = (scene.get::<Clock>(), scene.get::<Events>()) else { return };
    let mut painter = canvas.on(Layer::Floor, origin);
    let recent = events.iter().rev().take_while(|event| event.tick + lasts > clock.tick);
    for event in recent.filter(|event| matches!(event.kind, EventKind::Died { .. })) {
        let at = event.at.center();
        if !painter.sees(at, 1.0) {
            continue;
        }
        let left = 1.0 - clock.tick.saturating_sub(event.tick) as f32 / lasts as f32;
        let colour = Paint::new(palette::STUCK, 0.8 * left);
        for arm in [Vec2::new(0.28, 0.28), Vec2::new(0.28, -0.28)] {
            painter.line(at - arm, at + arm, 2.2, colour);
        }
    }
}
