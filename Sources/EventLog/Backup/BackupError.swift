public import SQLite
import Text

/// Why a log was not copied or restored: at the target is what was there before.
public enum BackupError: Error, Hashable, Sendable {
  /// There is no log to copy.
  case noLog(path: String)

  /// There is a file of that name, and it is not to be replaced.
  case exists(path: String)

  /// The target is the log itself, or a file that belongs to it.
  case isTheLog(path: String)

  /// The target has a write-ahead file or journal beside it: a database that is in use.
  case inUse(path: String, by: String)

  /// The target is a folder, a device or the like.
  case notAFile(path: String)

  /// The target is a link of another user's, or into a file of another user's.
  case foreignLink(path: String, target: String)

  /// The log is damaged: the first thing that was found.
  case damaged(path: String, finding: String)

  /// The user stopped it.
  case interrupted

  /// The file system refused.
  case system(SystemError)

  /// SQLite failed.
  case failed(DatabaseError)

  /// The whole copy is at the target, but its folder could not be synced, or a file of the log that
  /// it replaced could not be moved away: nobody knows whether it would outlive a power cut.
  case unsynced(SystemError)
}
