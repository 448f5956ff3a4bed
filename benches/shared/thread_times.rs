//! Processor time of the threads of this process.

/// Seconds that the threads of this process have run on a processor: of all together, and of the one that ran longest since
/// an earlier look. Where the system does not tell, nothing.
pub struct ThreadTimes(Vec<(String, f64)>);

impl ThreadTimes {
    /// The times now.
    pub fn now() -> Self {
        // The count of a thread is brought up to date when it lets others run.
        std::thread::yield_now();
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let time = |task: std::fs::DirEntry| {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
            Some((task.file_name().to_string_lossy().into_owned(), nanoseconds * 1e-9))
        };
        Self(tasks.filter_map(time).collect())
    }

    /// Seconds since an earlier look: of all threads together, and of the busiest one.
    pub fn since(&self, before: &Self) -> (f64, f64) {
        let earlier = |name: &str| before.0.iter().find(|(n, _)| n == name).map_or(0.0, |t| t.1);
        let spent = self.0.iter().map(|(name, time)| time - earlier(name));
        (spent.clone().sum(), spent.fold(0.0, f64::max))
    }
}
