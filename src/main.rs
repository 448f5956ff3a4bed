//! The command line of Phalanx.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
