//! A virtual display with the real program, a mouse and a keyboard.
//!
//! The tests assume nothing about the length of a frame: they wait for changes that a user would see, such as the title of
//! the window, with a short pause between two events.

use bevy::math::{Rect, Vec2};
use phalanx::grid::{Bounds, Cell};
use phalanx::view::input::View;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Size of the screen and of the window, in pixels.
const SCREEN: (u32, u32) = (1440, 900);
/// Longest wait. Software rendering on a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// Pause between two checks.
const GLANCE: Duration = Duration::from_millis(100);
/// Environment variables that name the Vulkan drivers; older versions know only the second.
const DRIVERS: [&str; 2] = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
/// Pause between two events, so that they come in different frames.
const PAUSE: Duration = Duration::from_millis(300);

/// A virtual display, and a home folder for the program that runs on it.
pub struct Desktop {
    server: Child,
    display: String,
    /// The software driver: the same on every machine.
    driver: PathBuf,
    home: TempDir,
}

impl Desktop {
    /// Starts a display on a free number. If that is not possible, prints why and returns `None`, or panics if
    /// `PHALANX_WINDOW_TEST` is `required`.
    pub fn start() -> Option<Self> {
        Self::with_screen(SCREEN)
    }

    /// Starts a display with a screen of another size, in pixels.
    pub fn with_screen((width, height): (u32, u32)) -> Option<Self> {
        let tools = ["Xvfb", "xdotool", "import", "identify"];
        let path = std::env::var_os("PATH").unwrap_or_default();
        let installed = |tool: &&str| std::env::split_paths(&path).any(|p| p.join(tool).is_file());
        let mut missing: Vec<&str> = tools.into_iter().filter(|tool| !installed(tool)).collect();
        let driver = software_driver();
        if driver.is_none() {
            missing.push("the software driver for Vulkan (lavapipe)");
        }
        let Some(driver) = driver.filter(|_| missing.is_empty()) else {
            let why = format!("the window is not tested: {} not found", missing.join(", "));
            let required = std::env::var("PHALANX_WINDOW_TEST").is_ok_and(|v| v == "required");
            assert!(!required, "{why}, but PHALANX_WINDOW_TEST is `required`");
            eprintln!("{why}");
            return None;
        };
        // Without `-noreset` the server restarts when its last client leaves, and refuses connections meanwhile.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The server prints the number of its display once it accepts connections.
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let display = format!(":{}", number.trim());
        Some(Self { server, display, driver, home: tempfile::tempdir().unwrap() })
    }

    /// The home folder.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// The folder of the program's own files.
    pub fn data(&self) -> PathBuf {
        self.home().join("data")
    }

    /// Unsaved work that the program has autosaved.
    pub fn autosaved(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.data()).into_iter().flatten().flatten();
        let is_work = |path: &PathBuf| {
            path.extension().is_some_and(|e| e == "ron") && !path.ends_with("settings.ron")
        };
        files.map(|f| f.path()).filter(is_work).collect()
    }

    /// Starts the program.
    pub fn open(&self, arguments: &[&Path]) -> Program<'_> {
        let child = self.command(arguments).spawn().unwrap();
        let mut program = Program { desktop: self, child, window: String::new() };
        program.window = wait_for("the window", || {
            assert!(program.runs(), "the program ended before it had a window");
            let found = self.tool("xdotool", &["search", "--onlyvisible", "--name", " - Phalanx$"]);
            found.lines().next().map(str::to_owned)
        });
        self.tool("xdotool", &["windowfocus", "--sync", &program.window]);
        program
    }

    /// Runs the program as on a machine without a graphics driver, until it ends.
    pub fn run_without_driver(&self, arguments: &[&Path]) -> Output {
        let mut command = self.command(arguments);
        for variable in DRIVERS {
            command.env(variable, self.home().join("none.json"));
        }
        command.output().unwrap()
    }

    fn command(&self, arguments: &[&Path]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phalanx"));
        if !arguments.is_empty() {
            command.arg("open").args(arguments);
        }
        command
            .current_dir(self.home())
            .env("DISPLAY", &self.display)
            .env("HOME", self.home())
            .env("XDG_RUNTIME_DIR", self.home())
            .env("PHALANX_DATA", self.data())
            .envs(DRIVERS.map(|variable| (variable, &self.driver)))
            .env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Takes a screenshot.
    pub fn photograph(&self, file: &Path) {
        self.tool("import", &["-window", "root", file.to_str().unwrap()]);
    }

    /// A word that stands for what a part of the screen shows.
    pub fn signature(&self, part: &str) -> String {
        let picture = self.home().join("signature.png");
        self.photograph(&picture);
        let file = format!("{}[{part}]", picture.display());
        let output = Command::new("identify").args(["-format", "%#", &file]).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Runs a tool on the display and returns its output.
    fn tool(&self, name: &str, arguments: &[&str]) -> String {
        let output =
            Command::new(name).args(arguments).env("DISPLAY", &self.display).output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The running program.
pub struct Program<'a> {
    desktop: &'a Desktop,
    child: Child,
    window: String,
}

impl Program<'_> {
    /// The title of the window: the name of the file, and `*` while there is unsaved work.
    pub fn title(&self) -> String {
        self.desktop.tool("xdotool", &["getwindowname", &self.window])
    }

    /// Position and size of the window, in pixels.
    pub fn place(&self) -> [i32; 4] {
        let text = self.desktop.tool("xdotool", &["getwindowgeometry", "--shell", &self.window]);
        ["X=", "Y=", "WIDTH=", "HEIGHT="].map(|name| {
            let found = text.lines().find_map(|line| line.strip_prefix(name));
            found.and_then(|number| number.parse().ok()).unwrap_or_default()
        })
    }

    /// Moves the window and gives it another size, as a window manager does.
    pub fn move_to(&self, [x, y, width, height]: [i32; 4]) {
        let [x, y, width, height] = [x, y, width, height].map(|number| number.to_string());
        self.xdotool(&["windowmove", &self.window, &x, &y]);
        self.xdotool(&["windowsize", &self.window, &width, &height]);
    }

    /// Waits for a title.
    pub fn wait_for_title(&self, title: &str) {
        wait_for(&format!("the title {title:?}"), || (self.title() == title).then_some(()));
    }

    /// Waits until there is unsaved work.
    pub fn wait_for_unsaved_work(&self) {
        wait_for("the mark of unsaved work", || self.is_unsaved().then_some(()));
    }

    /// Whether the title marks unsaved work.
    pub fn is_unsaved(&self) -> bool {
        self.title().ends_with("* - Phalanx")
    }

    /// Whether the program still runs.
    pub fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Presses a key, such as `ctrl+s`.
    pub fn key(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Clicks with a button: 1 left, 3 right.
    pub fn click(&self, button: u8, at: Vec2) {
        self.point(at);
        self.xdotool(&["click", &button.to_string()]);
    }

    /// Drags with the left button through some points, as fast as events can be sent.
    pub fn drag(&self, points: &[Vec2]) {
        self.point(points[0]);
        let mut events = vec!["mousedown".to_owned(), "1".into()];
        for point in &points[1..] {
            events.extend(["mousemove".into(), point.x.round().to_string()]);
            events.push(point.y.round().to_string());
        }
        events.extend(["mouseup".into(), "1".into()]);
        self.xdotool(&events.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Presses the left button.
    pub fn press(&self, at: Vec2) {
        self.point(at);
        self.xdotool(&["mousedown", "1"]);
    }

    /// Releases the left button.
    pub fn release(&self) {
        self.xdotool(&["mouseup", "1"]);
    }

    /// Saves with Ctrl+S and waits until the file is saved.
    pub fn save(&self) {
        wait_for("the work to be saved", || {
            self.key("ctrl+s");
            (!self.is_unsaved()).then_some(())
        });
    }

    /// Waits until the program has ended.
    pub fn wait_for_end(mut self) -> ExitStatus {
        wait_for("the program to end", || self.child.try_wait().unwrap())
    }

    /// Kills the program.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Moves the pointer.
    pub fn point(&self, at: Vec2) {
        self.xdotool(&["mousemove", &at.x.round().to_string(), &at.y.round().to_string()]);
    }

    fn xdotool(&self, arguments: &[&str]) {
        self.desktop.tool("xdotool", arguments);
        std::thread::sleep(PAUSE);
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file that describes the software driver to Vulkan.
fn software_driver() -> Option<PathBuf> {
    let folders = ["/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
    let files = folders.iter().flat_map(std::fs::read_dir).flatten().flatten();
    files.map(|f| f.path()).find(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("lvp_icd") && name.ends_with(".json")
    })
}

/// The position of a cell on the screen while the panels are hidden and the whole map is in view.
pub fn on_screen(map: Bounds, cell: Cell) -> Vec2 {
    let window = Rect::new(0.0, 0.0, SCREEN.0 as f32, SCREEN.1 as f32);
    let mut view = View::default();
    view.set_extent(window.size(), window);
    view.set_arenas(1, map);
    view.screen_at(cell.center())
}

/// The number of colours in a part of a picture.
pub fn colours(picture: &Path, part: &str) -> usize {
    let file = format!("{}[{part}]", picture.display());
    let output = Command::new("identify").args(["-format", "%k", &file]).output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(0)
}

/// Checks again and again until there is a result.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(start.elapsed() < PATIENCE, "waited too long for {what}");
        std::thread::sleep(GLANCE);
    }
}
