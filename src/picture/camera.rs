//! Draws a moment of arenas.
//!
//! A [`Camera`] first records everything that is visible ([`Camera::look`]) as plain data; a [`Frame`] then becomes an
//! image without the simulation, in any thread.

use super::arena::{Anchor, Headings, Label};
use super::arena::{arena_label, draw_arena, draw_figures, goal_label};
use super::canvas::Canvas;
use super::columns::{Column, heights};
use super::film::FilmError;
use super::ground::GroundCache;
use super::image::Image;
use super::layout::{BAR, Layout, MARGIN};
use super::notes::Notes;
use super::page::{Page, Style, cut};
use super::raster::{Raster, Viewport};
use super::stage::{Caption, Stage, numbers_of};
use super::text::{Face, Fonts};
use crate::grid::Bounds;
use crate::overlay::{ArenaLegend, Drawing, Legend, Overlay, Scene, Swatch, palette};
use crate::report::Progress;
use crate::scenario::UnitId;
use crate::sim::{Numbers, Score, TICKS_PER_SECOND};
use bevy::math::{IRect, IVec2, Vec2};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a picture shows, and how large it is.
#[derive(Clone, Debug)]
pub struct Look {
    /// Pixels in a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// The overlays.
    pub overlays: Vec<&'static Overlay>,
    /// The selected units.
    pub selection: BTreeSet<UnitId>,
}

impl Look {
    /// The smallest width and height, in pixels.
    pub const MIN_SIZE: (u32, u32) = (480, 360);
    /// The largest width and height, in pixels.
    pub const MAX_SIZE: (u32, u32) = (4096, 4096);
}

/// Draws moments of arenas, always of the same ones.
pub struct Camera {
    look: Look,
    caption: Caption,
    fonts: Fonts,
    /// Made for the first frame.
    layout: Option<Layout>,
    ground: GroundCache,
    headings: Vec<Headings>,
    /// What each overlay showed of each arena, with the revision of its data.
    drawings: Vec<Vec<Kept>>,
}

/// A drawing with the revision of its data, if it has one.
type Kept = Option<(u64, Arc<Drawing>)>;

impl Camera {
    /// A camera.
    pub fn new(look: Look, caption: Caption) -> Self {
        let drawings = vec![Vec::new(); look.overlays.len()];
        let (fonts, ground) = (Fonts::default(), GroundCache::default());
        Self { look, caption, fonts, layout: None, ground, headings: Vec::new(), drawings }
    }

    /// Pixels of a picture.
    pub fn pixels(&self) -> usize {
        self.look.width as usize * self.look.height as usize
    }

    /// Runs the stage up to a tick and records every tick, the first and the last included. Follows the units, so
    /// that they look where they go.
    pub fn run_to(
        &mut self,
        tick: u64,
        stage: &mut dyn Stage,
        notes: &mut Notes,
        progress: &Progress,
    ) -> Result<(), FilmError> {
        loop {
            if progress.is_cancelled() {
                return Err(FilmError::Cancelled);
            }
            notes.note(stage).map_err(FilmError::Failed)?;
            if self.headings.is_empty() {
                self.follow(stage);
            }
            if stage.tick() >= tick {
                // Before the first tick no unit has a path yet.
                if tick == 0 {
                    stage.preview();
                }
                return Ok(());
            }
            stage.advance();
            self.follow(stage);
            progress.advance(1);
        }
    }

    /// Turns the units to where they go.
    fn follow(&mut self, stage: &dyn Stage) {
        let scenes = stage.scenes();
        self.headings.resize_with(scenes.len(), Headings::default);
        for (headings, scene) in self.headings.iter_mut().zip(&scenes) {
            headings.turn(scene);
        }
    }

    /// Records what is visible now.
    pub fn look(&mut self, stage: &dyn Stage) -> Frame {
        let scenes = stage.scenes();
        self.headings.resize_with(scenes.len(), Headings::default);
        let size = IVec2::new(self.look.width as i32, self.look.height as i32);
        let layout = self.layout(size, &scenes);
        let view = layout.map;
        let (visible, pixel) = (view.visible(), 1.0 / view.zoom);
        let mut canvas = Canvas::default();
        canvas.clear(visible, pixel);
        let selection = self.look.selection.clone();
        let shown: Vec<(Scene, Vec2)> = (0..)
            .zip(&scenes)
            .map(|(arena, scene)| {
                let origin = layout.grid.origin(arena);
                let scene = scene
                    .with_selection(&selection)
                    .seen_through(canvas.visible(origin), pixel)
                    .among(scenes.len());
                (scene, origin)
            })
            .collect();
        for ((scene, origin), headings) in shown.iter().zip(&self.headings) {
            draw_arena(&mut canvas, scene, &self.caption.goals, headings, *origin);
        }
        let mut pictures = Vec::new();
        let mut legends = Vec::new();
        for (place, overlay) in self.look.overlays.clone().into_iter().enumerate() {
            let mut drawn = Vec::new();
            for (arena, (scene, origin)) in shown.iter().enumerate() {
                let drawing = self.draw(place, arena, overlay, scene);
                draw_figures(&mut canvas, &drawing.figures, *origin, overlay.opacity);
                pictures.push(CellPicture {
                    drawing: drawing.clone(),
                    origin: *origin,
                    opacity: overlay.opacity,
                });
                drawn.push(drawing);
            }
            legends.extend(legend_of(&drawn).map(|legend| (overlay, legend)));
        }
        let grounds: Vec<_> =
            shown.iter().map(|(scene, origin)| (scene.terrain(), *origin)).collect();
        let ground = self.ground.get(size, &view, &grounds);
        let page = self.write(&layout, size, stage.tick(), &shown, &legends);
        Frame { ground, view, pictures, canvas, page }
    }

    /// How the pictures are divided, decided once by what there is to write at first.
    fn layout(&mut self, size: IVec2, scenes: &[Scene]) -> Layout {
        if let Some(layout) = &self.layout {
            return layout.clone();
        }
        let selection = self.look.selection.clone();
        let mut legends = Vec::new();
        for overlay in &self.look.overlays {
            let draw = |scene: &Scene| Arc::new((overlay.draw)(&scene.with_selection(&selection)));
            let drawn: Vec<Arc<Drawing>> = scenes.iter().map(draw).collect();
            legends.extend(legend_of(&drawn).map(|legend| (*overlay, legend)));
        }
        let numbers: Vec<Numbers> = scenes.iter().map(numbers_of).collect();
        let armed = scenes.iter().any(|scene| scene.roster.armed > 0);
        let fighting = scenes.first().filter(|_| armed).map_or(0, |scene| scene.teams.len());
        let (rows, legends) = heights(&mut self.fonts, &numbers, fighting, &legends);
        let bounds = scenes.first().map_or(Bounds::new(1, 1), |scene| scene.terrain().bounds());
        let layout = Layout::new(size, scenes.len().max(1), bounds, rows, &legends);
        self.layout.insert(layout).clone()
    }

    /// What an overlay shows of an arena; drawn again only if its data changed.
    fn draw(
        &mut self,
        place: usize,
        arena: usize,
        overlay: &Overlay,
        scene: &Scene,
    ) -> Arc<Drawing> {
        let kept = &mut self.drawings[place];
        kept.resize(kept.len().max(arena + 1), None);
        let revision = overlay.revision.map(|revision| revision(scene));
        if let (Some(now), Some((then, drawing))) = (revision, &kept[arena])
            && now == *then
        {
            return drawing.clone();
        }
        let drawing = Arc::new((overlay.draw)(scene));
        kept[arena] = revision.map(|revision| (revision, drawing.clone()));
        drawing
    }

    /// Writes all text: the bar above, the columns, names on the map.
    fn write(
        &mut self,
        layout: &Layout,
        size: IVec2,
        tick: u64,
        shown: &[(Scene, Vec2)],
        legends: &[(&'static Overlay, Legend)],
    ) -> Page {
        let mut page = Page::default();
        let labels = self.labels(&layout.map, shown);
        for label in labels {
            let style = Style { size: label.size, colour: palette::LABEL, ..Style::BODY };
            let shift = match label.anchor {
                Anchor::LeftMiddle => Vec2::ZERO,
                Anchor::RightMiddle => {
                    Vec2::new(self.fonts.width(style.face, style.size, &label.text), 0.0)
                }
                Anchor::LeftBottom => Vec2::new(0.0, 0.6 * label.size),
            };
            let at = layout.map.pixel_at(label.at) - shift;
            page.label(&mut self.fonts, at, style, &label.text);
        }
        let numbers: Vec<Numbers> = shown.iter().map(|(scene, _)| numbers_of(scene)).collect();
        let scores: Vec<&Score> = shown.iter().filter_map(|(scene, _)| scene.get()).collect();
        let teams = shown.first().map_or(&[][..], |(scene, _)| scene.teams);
        let mut column = Column::new(&mut page, &mut self.fonts, layout.numbers);
        column.numbers(&numbers, &scores, teams);
        if layout.legends.is_empty() {
            column.gap(MARGIN);
            legends.iter().for_each(|(overlay, legend)| column.legend(overlay, legend));
        }
        let per_column = legends.len().div_ceil(layout.legends.len().max(1)).max(1);
        for (area, legends) in layout.legends.iter().zip(legends.chunks(per_column)) {
            let mut column = Column::new(&mut page, &mut self.fonts, *area);
            legends.iter().for_each(|(overlay, legend)| column.legend(overlay, legend));
        }
        self.bar(&mut page, size, tick);
        let mut edge = |x: i32| {
            page.fill(IRect::new(x, BAR, x + 1, size.y), palette::PANEL_LINE);
        };
        edge(layout.numbers.max.x - 1);
        layout.legends.first().into_iter().for_each(|area| edge(area.min.x));
        page
    }

    /// The bar above: simulated time, tick, title and description.
    fn bar(&mut self, page: &mut Page, size: IVec2, tick: u64) {
        page.fill(IRect::new(0, 0, size.x, BAR - 1), palette::PANEL);
        page.fill(IRect::new(0, BAR - 1, size.x, BAR), palette::PANEL_LINE);
        let middle = (BAR - 1) as f32 / 2.0;
        let fonts = &mut self.fonts;
        // Everything has room to grow, so that nothing moves while the time goes on.
        let seconds = format!("{:.2} s", tick as f64 / f64::from(TICKS_PER_SECOND));
        let mut at = MARGIN as f32;
        page.text(fonts, Vec2::new(at, middle), Style::STRONG_NUMBER, &seconds);
        at += fonts.width(Face::Monospace, Style::NUMBER.size, "9999.99 s") + 4.0;
        page.text(fonts, Vec2::new(at, middle), Style::QUIET, &format!("tick {tick}"));
        at += fonts.width(Face::Proportional, Style::QUIET.size, "tick 99999") + 12.0;
        page.fill(IRect::new(at as i32, 8, at as i32 + 1, BAR - 9), palette::PANEL_LINE);
        at += 13.0;
        let room = size.x as f32 - MARGIN as f32 - at;
        let title = cut(fonts, Style::STRONG, &self.caption.title, room);
        page.text(fonts, Vec2::new(at, middle), Style::STRONG, &title);
        let used = fonts.width(Face::Proportional, Style::STRONG.size, &title) + 10.0;
        let description = cut(fonts, Style::QUIET, &self.caption.description, room - used);
        page.text(fonts, Vec2::new(at + used, middle), Style::QUIET, &description);
    }

    /// The names on the map.
    fn labels(&self, view: &Viewport, shown: &[(Scene, Vec2)]) -> Vec<Label> {
        let pixel = 1.0 / view.zoom;
        let mut labels = Vec::new();
        for (scene, origin) in shown {
            let bounds = scene.terrain().bounds();
            let goals = self.caption.goals.iter();
            labels.extend(goals.map(|goal| goal_label(goal, bounds, *origin, pixel)));
        }
        if shown.len() > 1 {
            for ((arena, name), (_, origin)) in (0..).zip(&self.caption.arenas).zip(shown) {
                labels.push(arena_label(arena, name, *origin, pixel));
            }
        }
        labels
    }
}

/// One legend for all arenas, which names each of several.
fn legend_of(drawn: &[Arc<Drawing>]) -> Option<Legend> {
    let drawn = (0..).zip(drawn).map(|(arena, drawing)| (arena, drawing.legend.clone()));
    let parts = ArenaLegend::of(drawn).into_iter().flat_map(|ArenaLegend { arenas, legend }| {
        let name = format!("in arena {arenas}");
        let name = (!arenas.is_empty()).then(|| Legend::Swatches(vec![Swatch::note(name)]));
        name.into_iter().chain([legend])
    });
    let mut parts: Vec<Legend> = parts.collect();
    if parts.len() > 1 { Some(Legend::Several(parts)) } else { parts.pop() }
}

/// The picture of an overlay over one arena.
struct CellPicture {
    drawing: Arc<Drawing>,
    origin: Vec2,
    opacity: f32,
}

/// Everything that is visible at a moment.
pub struct Frame {
    ground: Arc<Raster>,
    view: Viewport,
    pictures: Vec<CellPicture>,
    canvas: Canvas,
    page: Page,
}

impl Frame {
    /// Draws it.
    pub fn render(&self) -> Image {
        let mut raster = Raster::clone(&self.ground);
        for CellPicture { drawing, origin, opacity } in &self.pictures {
            if let Some(picture) = &drawing.picture {
                raster.overlay(&self.view, picture, *origin, *opacity);
            }
        }
        raster.draw(&self.canvas, &self.view);
        let mut image = raster.finish();
        self.page.draw(&mut image);
        image
    }
}
