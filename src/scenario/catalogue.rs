//! The unit kinds that a scenario can use: those of the program, those in the user's folders, and those in
//! files that the scenario names.

use super::error::ScenarioError;
use super::origin::name_from;
use super::read::Step::{Entry, Field};
use super::read::{choices, explain, find_field, locate, position, read_text, token};
use crate::combat::{SetFile, UnitKind, built_in, built_in_sets, intern};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// Where a user's own unit kinds are looked for, below the present folder and beside the program.
pub const UNIT_FOLDER: &str = "assets/units";

/// The unit kinds that a scenario can use.
///
/// Of two kinds with the same name the more specific one is used: one that the scenario defines before a file that it names,
/// these before the user's folders, these before the program.
#[derive(Clone, Debug)]
pub struct Catalogue {
    files: Vec<NamedFile>,
    /// Those of the program, of the user's folders and of the files.
    shared: Arc<[&'static UnitKind]>,
    /// Those that the scenario defines.
    own: Arc<[&'static UnitKind]>,
    /// All of them.
    kinds: Arc<[&'static UnitKind]>,
    unusable_files: Arc<[ScenarioError]>,
}

/// A file that a scenario names.
#[derive(Clone, Debug)]
struct NamedFile {
    written: String,
    found: PathBuf,
}

/// The kinds that come with the program.
impl Default for Catalogue {
    fn default() -> Self {
        Self::built_in()
    }
}

impl Catalogue {
    /// The kinds that come with the program.
    pub fn built_in() -> Self {
        static KINDS: LazyLock<Arc<[&UnitKind]>> = LazyLock::new(|| built_in().into());
        Self {
            files: Vec::new(),
            shared: KINDS.clone(),
            own: Arc::default(),
            kinds: KINDS.clone(),
            unusable_files: Arc::default(),
        }
    }

    /// The kinds that come with the program and those in the user's folders, which are read once.
    pub fn with_user_folders() -> Self {
        static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut catalogue = Catalogue::built_in();
            let (kinds, unusable_files) = read_folders();
            catalogue.add(kinds);
            catalogue.unusable_files = unusable_files.into();
            catalogue
        });
        CATALOGUE.clone()
    }

    /// What is wrong with files in the user's folders.
    pub fn unusable_files(&self) -> &[ScenarioError] {
        &self.unusable_files
    }

    /// All kinds. The first is the usual one.
    pub fn kinds(&self) -> &[&'static UnitKind] {
        &self.kinds
    }

    /// The kind with a name.
    pub fn kind(&self, name: &str) -> Option<&'static UnitKind> {
        self.kinds.iter().copied().find(|k| k.name == name)
    }

    /// The kinds that the scenario defines.
    pub fn own(&self) -> &[&'static UnitKind] {
        &self.own
    }

    /// The kind with a name as it is without what the scenario defines.
    pub fn original(&self, name: &str) -> Option<&'static UnitKind> {
        self.shared.iter().copied().find(|k| k.name == name)
    }

    /// Replaces the kinds that the scenario defines. Those that are as in their file are left out.
    pub(crate) fn set_own(&mut self, own: Vec<&'static UnitKind>) {
        let differs = |kind: &&'static UnitKind| self.original(kind.name) != Some(*kind);
        self.own = own.into_iter().filter(differs).collect();
        self.kinds = joined(&self.shared, &self.own);
    }

    /// Adds kinds to those that the scenario defines; one of the same name is replaced.
    pub(crate) fn add_own(&mut self, more: &[&'static UnitKind]) {
        let is_new = |kind: &&&'static UnitKind| more.iter().all(|new| new.name != kind.name);
        let mut own: Vec<&'static UnitKind> = self.own.iter().filter(is_new).copied().collect();
        own.extend_from_slice(more);
        self.set_own(own);
    }

    /// The files that the scenario names, where they were found.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| file.found.as_path())
    }

    /// Adds the kinds of a file that a scenario names.
    pub(super) fn read(
        &mut self,
        written: &str,
        folder: Option<&Path>,
    ) -> Result<(), CatalogueError> {
        let places: Vec<PathBuf> = std::iter::once(folder.unwrap_or(Path::new(".")).to_path_buf())
            .chain(folders())
            .map(|folder| folder.join(written))
            .collect();
        let Some(found) = places.iter().find(|p| p.exists()) else {
            let looked: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
            return Err(CatalogueError::Missing(format!(
                "there is no file of unit kinds {written:?}; looked for {}",
                looked.join(" and ")
            )));
        };
        self.add(load_kinds(found).map_err(CatalogueError::Wrong)?);
        self.files.push(NamedFile { written: written.into(), found: found.clone() });
        Ok(())
    }

    /// Adds kinds; one of the same name is replaced.
    fn add(&mut self, more: impl IntoIterator<Item = &'static UnitKind>) {
        let more: Vec<_> = more.into_iter().collect();
        self.shared = joined(&self.shared, &more);
        self.kinds = joined(&self.shared, &self.own);
    }

    /// The files that the scenario names, as a scenario in `folder` (or in a place not known yet) names
    /// them.
    pub(super) fn written(&self, folder: Option<&Path>) -> Vec<String> {
        let name = |file: &NamedFile| match folder {
            Some(folder) => name_from(folder, &file.written, &file.found),
            None => file.written.clone(),
        };
        self.files.iter().map(name).collect()
    }
}

/// Two lists as one. Of two kinds with the same name the one of the second list is used.
fn joined(some: &[&'static UnitKind], more: &[&'static UnitKind]) -> Arc<[&'static UnitKind]> {
    let mut kinds = some.to_vec();
    for &kind in more {
        match kinds.iter_mut().find(|k| k.name == kind.name) {
            Some(known) => *known = kind,
            None => kinds.push(kind),
        }
    }
    kinds.into()
}

/// Why a file that a scenario names cannot be used.
pub(super) enum CatalogueError {
    /// It is not there, in a sentence.
    Missing(String),
    /// It is wrong.
    Wrong(ScenarioError),
}

/// Reads a file of unit kinds.
pub fn load_kinds(path: &Path) -> Result<Vec<&'static UnitKind>, ScenarioError> {
    read_kinds(&read_text(path)?, &path.display().to_string())
}

/// Whether a file holds unit kinds rather than a scenario.
pub fn holds_kinds(path: &Path) -> bool {
    let text = read_text(path).unwrap_or_default();
    find_field(&text, "kinds").is_some() && find_field(&text, "map").is_none()
}

/// Reads the text of such a file. `name` is used in messages.
pub fn read_kinds(text: &str, name: &str) -> Result<Vec<&'static UnitKind>, ScenarioError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Some(at) = find_field(text, "version")
        && token(text, at) != SetFile::VERSION.to_string()
    {
        let (written, known) = (token(text, at), SetFile::VERSION);
        let message = format!("version `{written}` is not known; this program reads {known}");
        return Err(ScenarioError::new(name, position(text, at), message));
    }
    let file: SetFile =
        SetFile::options().from_str(text).map_err(|error| explain(name, text, &error))?;
    let kinds = file.check().map_err(|fault| {
        let mut path = vec![Field(fault.list), Entry(fault.entry)];
        path.extend(fault.fields.iter().map(|&field| Field(field)));
        let mut message = fault.message;
        if let Some((wrong, names)) = &fault.unknown {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            message.push_str(&choices(wrong, &names, '"'));
        }
        ScenarioError::new(name, position(text, locate(text, &path)), message)
    })?;
    Ok(kinds.into_iter().map(intern).collect())
}

/// The folders in which a user's own unit kinds are looked for.
fn folders() -> impl Iterator<Item = PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|p| p.parent().map(Path::to_path_buf));
    std::iter::once(PathBuf::new()).chain(beside).map(|folder| folder.join(UNIT_FOLDER))
}

/// Reads the kinds in the user's folders. Files that cannot be used come back as errors.
fn read_folders() -> (Vec<&'static UnitKind>, Vec<ScenarioError>) {
    let (mut kinds, mut wrong) = (Vec::new(), Vec::new());
    for folder in folders() {
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "ron"))
            .collect();
        files.sort();
        for path in files {
            match load_kinds(&path) {
                // The files that come with the program are inside it.
                Ok(_) if is_shipped(&path) => {}
                Ok(more) => kinds.extend(more),
                Err(error) => wrong.push(error),
            }
        }
    }
    (kinds, wrong)
}

fn is_shipped(path: &Path) -> bool {
    std::fs::read_to_string(path)
        .is_ok_and(|text| built_in_sets().iter().any(|set| set.text == text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{load_file, load_str, save_file, to_ron};

    fn error(text: &str) -> String {
        read_kinds(text, "k.ron").unwrap_err().to_string()
    }

    #[test]
    fn only_the_catalogue_that_says_so_reads_the_users_folders() {
        let shipped: Vec<_> = built_in().to_vec();
        assert_eq!(Catalogue::default().kinds(), shipped);
        assert!(Catalogue::with_user_folders().kinds().len() >= shipped.len());
    }

    #[test]
    fn a_wrong_catalogue_is_told_by_line_and_column() {
        let text = "(version: 1, kinds: [\n  (name: \"orc\", hit_points: 50, speed: 99),\n])";
        assert_eq!(error(text), "k.ron:2:40: `speed` is 99; it goes from 0 to 7.5");
        let text = "(version: 1, kinds: [(name: \"orc\", hit_points: 50, speed: 2,\n weapon: (damage: 3, \
                    range: 1, cooldown: 1, damage_type: \"peircing\"))],\n multipliers: [(damage: \
                    \"piercing\", armour: \"wood\", factor: 0.5)])";
        assert_eq!(
            error(text),
            "k.ron:2:58: no multiplier names the type of damage \"peircing\" (did you mean \"piercing\"?); \
             it can be \"normal\" or \"piercing\""
        );
        let text = "(version: 1, kinds: [(name: \"orc\", hit_point: 50, speed: 2)])";
        assert!(
            error(text).starts_with("k.ron:1:36: `Kind` has no field `hit_point` (did you mean")
        );
        let text = "(version: 1, kinds: [(name: \"a\", hit_points: 5, speed: 2), (name: \"a\", hit_points: 5, \
                    speed: 2)])";
        assert!(error(text).contains("two kinds named \"a\""), "{}", error(text));
        assert!(error("(version: 7, kinds: [])").starts_with("k.ron:1:11: version `7`"));
    }

    #[test]
    fn a_scenario_uses_the_kinds_of_the_files_that_it_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let orc = "(version: 1, kinds: [(name: \"orc\", hit_points: 50, speed: 2, weapon: (damage: 3, range: 1, \
                   cooldown: 1)), (name: \"Marine\", hit_points: 41, speed: 2)])";
        std::fs::write(at("orcs.ron"), orc).unwrap();
        let text = "(version: 1, catalogue: [\"orcs.ron\"], map: Rows([\"....\"]), units: [\n (team: \"blue\", \
                    at: (0, 0), kind: \"orc\"), (team: \"blue\", at: (1, 0), kind: \"Marine\"),\n (team: \"blue\", \
                    at: (2, 0), kind: \"Medic\")])";
        std::fs::write(at("a.ron"), text).unwrap();
        let scenario = load_file(&at("a.ron")).unwrap();
        let points: Vec<f32> = scenario.units.iter().map(|u| u.kind.hit_points).collect();
        assert_eq!(points, [50.0, 41.0, 60.0], "its own marine, the program's medic");

        std::fs::create_dir(at("saved")).unwrap();
        save_file(&scenario, &at("saved/b.ron")).unwrap();
        assert_eq!(load_file(&at("saved/b.ron")).unwrap(), scenario);
        assert!(to_ron(&scenario).contains("catalogue: [\"orcs.ron\"],\n"));
        assert!(holds_kinds(&at("orcs.ron")) && !holds_kinds(&at("a.ron")));

        std::fs::write(
            at("orcs.ron"),
            "(version: 1, kinds: [(name: \"\", hit_points: 1, speed: 1)])",
        )
        .unwrap();
        let error = load_file(&at("a.ron")).unwrap_err();
        assert!(error.file.ends_with("orcs.ron"), "{error}");
        assert_eq!((error.line, error.column), (1, 29));
        let missing =
            load_str("(version: 1, catalogue: [\"none.ron\"], map: Rows([\".\"]))", "m.ron", None);
        assert!(
            missing
                .unwrap_err()
                .to_string()
                .starts_with("m.ron:1:26: there is no file of unit kinds")
        );
    }

    #[test]
    fn a_tower_needs_all_its_cells_and_a_block_of_them_reads_back() {
        let on = |units: &str| {
            let text = format!(
                "(version: 1, map: Rows([\"......\", \".#....\", \"......\"]), units: [{units}])"
            );
            load_str(&text, "t", None)
        };
        let tower = |at| format!("(team: \"blue\", kind: \"defence tower\", at: {at}),");
        let error = |units: String| on(&units).unwrap_err().message;
        assert!(error(tower("(0, 0)")).contains("a wall at (1, 1)"));
        assert!(error(tower("(5, 0)")).contains("outside the map"));
        let both = tower("(2, 0)") + "(team: \"blue\", at: (3, 1)),";
        assert!(error(both).contains("unit 1 stands on (3, 1), where unit 0 stands already"));
        let block = "(team: \"blue\", kind: \"defence tower\", at: (2, 1), block: (2, 1))";
        let scenario = on(block).unwrap();
        assert_eq!(scenario.units[1].at, crate::grid::Cell::new(4, 1));
        assert!(!scenario.stamped_terrain().is_passable(crate::grid::Cell::new(5, 2)));
        let text = to_ron(&scenario);
        assert!(text.contains("at: (2, 1), block: (2, 1), kind: \"defence tower\""), "{text}");
        assert_eq!(load_str(&text, "t", None).unwrap(), scenario);
    }

    #[test]
    fn a_kind_is_kept_only_once_however_often_it_is_read() {
        let text = "(version: 1, kinds: [(name: \"troll\", hit_points: 50, speed: 2)])";
        let [a, b] = [0, 1].map(|_| read_kinds(text, "k.ron").unwrap()[0]);
        assert!(std::ptr::eq(a, b));
    }
}
