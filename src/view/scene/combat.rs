//! Combat: hit points, shots in flight, blows, and deaths.

use crate::sim::{
    Arena, Armament, Clock, EventKind, Events, HitPoints, Land, Pace, Position, Roster, Shots,
    TICKS_PER_SECOND, Unit,
};
use crate::view::input::selection::Selection;
use crate::view::scene::arena_layout::arena_origin;
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::scene::glyphs::Glyph;
use crate::view::scene::units::DrawnPositions;
use crate::view::theme::{self, fade};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (draw_hit_points, draw_shots, draw_blows, draw_deaths).in_set(DrawSystems::Paint),
    );
}

/// Width of a bar of hit points, in radii of the unit.
const BAR_WIDTH: f32 = 1.7;
/// Units with a smaller radius, in pixels, have no bar.
const BAR_FROM: f32 = 3.5;

/// Bars of units that are hurt or selected.
fn draw_hit_points(
    mut canvas: ResMut<Canvas>,
    selection: Res<Selection>,
    drawn: DrawnPositions,
    arenas: Query<(&Arena, &Land)>,
    units: Query<(Entity, &Unit, &HitPoints, &ChildOf)>,
) {
    for (entity, unit, hit_points, child) in &units {
        let whole = unit.kind.hit_points;
        let has_bar = hit_points.0 < whole || selection.units.contains(&unit.id);
        if whole <= 0.0 || !has_bar {
            continue;
        }
        let (Ok((arena, land)), Some(at)) = (arenas.get(child.parent()), drawn.of(entity)) else {
            continue;
        };
        let mut painter = canvas.on(Layer::Marks, arena_origin(arena.index, land.terrain.bounds()));
        let reach = unit.kind.body_reach();
        if reach / painter.pixel < BAR_FROM || !painter.sees(at, 2.0 * reach) {
            continue;
        }
        let part = (hit_points.0 / whole).clamp(0.0, 1.0);
        let half = Vec2::new(BAR_WIDTH * reach.min(1.0), 1.6 * painter.pixel);
        let middle = at - Vec2::new(0.0, reach + 4.0 * painter.pixel);
        let frame = Vec2::splat(painter.pixel);
        painter.fill(middle - half - frame, middle + half + frame, fade(Color::BLACK, 0.7));
        let right = Vec2::new(middle.x - half.x + 2.0 * half.x * part, middle.y + half.y);
        painter.fill(middle - half, right, theme::health(part));
    }
}

/// Length of the trail behind a shot, in cells.
const TRAIL: f32 = 0.5;

fn draw_shots(
    mut canvas: ResMut<Canvas>,
    time: Res<Time<Fixed>>,
    pace: Res<Pace>,
    arenas: Query<(&Arena, &Land, &Shots)>,
) {
    let part = if pace.running { time.overstep_fraction() } else { 1.0 };
    for (arena, land, shots) in &arenas {
        let mut painter = canvas.on(Layer::Marks, arena_origin(arena.index, land.terrain.bounds()));
        for shot in &shots.0 {
            let at = shot.previous.lerp(shot.position, part);
            if !painter.sees(at, 1.0) {
                continue;
            }
            let back = (shot.position - shot.previous).normalize_or_zero() * TRAIL;
            painter.line(at - back, at, 1.6, fade(theme::SHOT, 0.5));
            let size = Vec2::splat((0.11_f32).max(2.0 * painter.pixel));
            painter.glyph(Glyph::Dot, at, size, 0.0, theme::SHOT);
        }
    }
}

/// How long a blow is drawn, in seconds of simulated time.
const BLOW_SECONDS: f32 = 0.12;

/// Attacks without a shot: a flash between attacker and target.
fn draw_blows(
    mut canvas: ResMut<Canvas>,
    drawn: DrawnPositions,
    arenas: Query<(&Arena, &Land, &Roster)>,
    units: Query<(Entity, &Unit, &Armament, &ChildOf)>,
    positions: Query<&Position>,
) {
    for (entity, unit, armament, child) in &units {
        let Some(aimed_at) = armament.aimed_at.filter(|_| armament.attacks > 0) else { continue };
        let Ok((arena, land, roster)) = arenas.get(child.parent()) else { continue };
        let Some(&target) = roster.units.get(&aimed_at) else { continue };
        let flying = units.get(target).is_ok_and(|(_, other, ..)| other.kind.flying);
        let weapon = unit.kind.weapon_against(flying).filter(|w| w.shot_speed <= 0.0);
        let Some(since) = weapon.map(|w| w.cooldown - armament.cooling) else { continue };
        if !(0.0..BLOW_SECONDS).contains(&since) {
            continue;
        }
        let to = positions.get(target).ok().map(|p| p.0);
        if let (Some(from), Some(to)) = (drawn.of(entity), to) {
            let mut painter =
                canvas.on(Layer::Marks, arena_origin(arena.index, land.terrain.bounds()));
            if painter.sees(from, from.distance(to)) {
                let left = 1.0 - since / BLOW_SECONDS;
                painter.line(from, to, 1.8, fade(theme::SHOT, 0.75 * left));
            }
        }
    }
}

/// How long the mark of a death is drawn, in seconds of simulated time.
const DEATH_SECONDS: f32 = 2.5;

fn draw_deaths(mut canvas: ResMut<Canvas>, arenas: Query<(&Arena, &Land, &Clock, &Events)>) {
    let lasts = (DEATH_SECONDS * TICKS_PER_SECOND as f32) as u64;
    for (arena, land, clock, events) in &arenas {
        let mut painter = canvas.on(Layer::Floor, arena_origin(arena.index, land.terrain.bounds()));
        let recent = events.iter().rev().take_while(|e| e.tick + lasts > clock.tick);
        for event in recent.filter(|e| matches!(e.kind, EventKind::Died { .. })) {
            let at = event.at.center();
            if !painter.sees(at, 1.0) {
                continue;
            }
            let left = 1.0 - clock.tick.saturating_sub(event.tick) as f32 / lasts as f32;
            let colour = fade(theme::STUCK, 0.8 * left);
            for arm in [Vec2::new(0.28, 0.28), Vec2::new(0.28, -0.28)] {
                painter.line(at - arm, at + arm, 2.2, colour);
            }
        }
    }
}
