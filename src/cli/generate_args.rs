//! The arguments of `phalanx generate`.

use super::ForceArgs;
use clap::{Args, ValueEnum};
use phalanx::grid::{Bounds, Generator, MapKind};
use phalanx::parameters::Kind;
use phalanx::parts::Part;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_long_help = parameters_of_generators())]
pub struct GenerateArgs {
    /// The kind of map
    pub kind: KindArg,
    /// Columns and rows
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    pub size: Bounds,
    /// Seed of all random draws
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Set a parameter of the generator, such as rock=50; can be given several times. `--help` lists them
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = parse_setting)]
    pub settings: Vec<(String, i64)>,
    /// Where to write it: a map (.map, .png, .txt), or a .ron scenario
    #[arg(long)]
    pub out: PathBuf,
    #[command(flatten)]
    pub force: ForceArgs,
}

/// The kinds of maps, by their names in lower case.
#[derive(Clone, Copy)]
pub struct KindArg(pub MapKind);

impl ValueEnum for KindArg {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: std::sync::LazyLock<Vec<KindArg>> =
            std::sync::LazyLock::new(|| MapKind::ALL.iter().copied().map(KindArg).collect());
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.name()))
    }
}

/// The parameters of every generator, with their ranges, for `generate --help`.
fn parameters_of_generators() -> String {
    let mut text = String::from("Parameters for --set:\n");
    for generator in MapKind::ALL.map(Generator::of) {
        text += &format!("  {}\n", generator.kind().name());
        let parameters = generator.parameters();
        for (place, parameter) in parameters.list().iter().enumerate() {
            let Kind::Whole(least, most) = parameter.kind else { continue };
            let (name, usual) = (parameter.name, parameters.value(place));
            let range = format!("{least} to {most} {}", parameter.unit);
            text += &format!("    {name:<20}{}\n", parameter.doc);
            text += &format!("    {:<20}{}; usually {usual}\n", "", range.trim_end());
        }
    }
    text
}

fn parse_setting(text: &str) -> Result<(String, i64), String> {
    let wrong = || "write the name of a parameter and a whole number, such as rock=50".to_string();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.trim().into(), value.trim().parse().map_err(|_| wrong())?))
}

fn parse_size(text: &str) -> Result<Bounds, String> {
    let largest = Bounds::MAX_SIDE;
    let wrong = || format!("write columns x rows, such as 128x96, each from 1 to {largest}");
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=largest).contains(n));
    match (side(width), side(height)) {
        (Some(width), Some(height)) => Ok(Bounds::new(width, height)),
        _ => Err(wrong()),
    }
}
