//! The arguments of `phalanx shot` and `phalanx film`.

use super::{ForceArgs, MapArgs, NoteArgs};
use clap::Args;
use phalanx::picture::Look;
use std::path::PathBuf;

/// What a picture or a film shows.
#[derive(Args)]
pub struct PictureArgs {
    /// A scenario (.ron), a map (.map, .png, .tmx, .tmj, .txt), or the name of a shipped scenario
    pub file: PathBuf,
    #[command(flatten)]
    pub map: MapArgs,
    /// Show this overlay, or `none`; can be given several times [default: those that the window shows at first]
    #[arg(long, value_name = "NAME")]
    pub overlay: Vec<String>,
    /// Select units, as some overlays need it: `all`, or their numbers, such as 0,4-7
    #[arg(long, value_name = "UNITS")]
    pub select: Option<String>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = parse_pixels)]
    pub size: (u32, u32),
    /// Use this seed instead of the scenario's
    #[arg(long)]
    pub seed: Option<u64>,
    /// Give every team this doctrine, or one team with TEAM=DOCTRINE, as in `phalanx run`; can be given several times
    #[arg(long, value_name = "DOCTRINE")]
    pub doctrine: Vec<String>,
    /// Draw a second arena beside the first, with this doctrine
    #[arg(long, value_name = "DOCTRINE")]
    pub beside: Vec<String>,
    #[command(flatten)]
    pub notes: NoteArgs,
    #[command(flatten)]
    pub force: ForceArgs,
}

/// The last tick that can be drawn: nearly nine simulated hours.
const LAST_TICK: u64 = 1_000_000;

#[derive(Args)]
pub struct ShotArgs {
    #[command(flatten)]
    pub picture: PictureArgs,
    /// The tick to draw, 32 per second
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=LAST_TICK))]
    pub tick: u64,
    /// Where to write it: a .png file
    #[arg(long, value_name = "PNG")]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct FilmArgs {
    #[command(flatten)]
    pub picture: PictureArgs,
    /// The first tick, 32 per second
    #[arg(long, value_name = "A", value_parser = clap::value_parser!(u64).range(..=LAST_TICK))]
    pub from: u64,
    /// The last tick
    #[arg(long, value_name = "B", value_parser = clap::value_parser!(u64).range(..=LAST_TICK))]
    pub to: u64,
    /// Frames per second, from 1 to 32
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub fps: u32,
    /// Where to write it: a .gif file, or a folder for numbered PNG files
    #[arg(long, value_name = "GIF")]
    pub out: PathBuf,
}

fn parse_pixels(text: &str) -> Result<(u32, u32), String> {
    let ((least_width, least_height), (most_width, most_height)) = (Look::MIN_SIZE, Look::MAX_SIZE);
    let wrong = || {
        format!(
            "write width x height in pixels, such as 1280x720, from {least_width}x{least_height} \
             to {most_width}x{most_height}"
        )
    };
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height))
            if (least_width..=most_width).contains(&width)
                && (least_height..=most_height).contains(&height) =>
        {
            Ok((width, height))
        }
        _ => Err(wrong()),
    }
}
