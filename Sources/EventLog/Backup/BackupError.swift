public import SQLite
import Text

/// The reason why a log was not copied or restored; except with `unsynced`, the target is
/// unchanged.
public enum BackupError: Error, Hashable, Sendable {
  /// There is no log to copy.
  case noLog(path: String)
  /// The file to copy is empty.
  case empty(path: String)

  /// A file of that name exists, and must not be replaced.
  case exists(path: String)

  /// The target is the log itself, or a file that belongs to it.
  case isTheLog(path: String)

  /// The target has a write-ahead file or journal beside it: a database in use.
  case inUse(path: String, by: String)

  /// The target is a folder, a device or the like.
  case notAFile(path: String)

  /// The target is a link of another user, or into a file of another user.
  case foreignLink(path: String, target: String)

  /// The log is damaged, with the first fault found.
  case damaged(path: String, finding: String)

  /// The user interrupted it.
  case interrupted

  /// The file system refused.
  case system(SystemError)

  /// SQLite failed.
  case failed(DatabaseError)

  /// The complete copy is at the target, but it may not survive a power cut.
  ///
  /// Its folder could not be synced, or a file of the replaced log could not be moved away.
  case unsynced(SystemError)
}

extension LogFile {
  /// The reason why there is no log to copy at this place.
  var missingLog: BackupError { FileStatus(path) == nil ? .noLog(path: path) : .empty(path: path) }
}
