public import SQLite
import Text

/// Why a log was not opened: the path and what was found there.
///
/// Whatever the case, what was found is byte for byte as it was.
public enum OpeningError: Error, Hashable, Sendable {
  /// The path leads to a folder.
  case folder(path: String)

  /// The path leads to a pipe, a socket or a device.
  case notAFile(path: String)

  /// The path is a link into a file of another user, or a link of another user.
  case foreignLink(path: String, target: String)

  /// The path leads through a folder, or to a file, whose name is not UTF-8.
  case notUTF8(path: String)

  /// The file is no SQLite database: a text, perhaps.
  case notADatabase(path: String)

  /// The file is an SQLite database of another program, which names itself by this number
  /// (0: it does not).
  case anotherProgram(path: String, applicationID: UInt32)

  /// The log was written by a newer version of this program.
  case newer(path: String, version: Int, known: Int)

  /// The log is of an older version, and it can only be read, not brought up to date.
  case older(path: String, version: Int, known: Int)

  /// The file is shorter than it says it is.
  case cutShort(path: String, bytes: Int, expected: Int)

  /// SQLite found the file damaged.
  case damaged(path: String, DatabaseError)

  /// So much of the file is damaged or missing that no events can be found in it.
  case pastSaving(path: String, DatabaseError)

  /// The file has to be put in order before it can be read, and it could not be copied for that.
  case notCopied(path: String, SystemError)

  /// There is no log at the path, but beside it a file of one that was removed, emptied or moved.
  case leftover(path: String, file: String)

  /// The write-ahead file beside the log is that of another log, or of another copy of this one.
  case foreignWriteAheadFile(path: String, file: String)

  /// The rollback journal beside the log is that of another database.
  case foreignJournal(path: String, file: String)

  /// The file lies on a network file system, where nothing written would be safe.
  case networkFileSystem(path: String, name: String)

  /// The file or its folder may not be read, or not be written, by this user.
  case noPermission(path: String)

  /// The file lies on a file system that is mounted for reading only.
  case readOnlyFileSystem(path: String)

  /// The machine failed before the file could be looked at.
  case unreachable(path: String, SystemError)

  /// There is no log, and it cannot be made.
  case cannotMake(path: String, SystemError)

  /// Another process kept the log locked past the timeout.
  case locked(path: String)

  /// The log can be read only where files can be made beside it: what was appended last lies in
  /// a write-ahead file whose index is missing, or somebody may be writing.
  case unreadableInPlace(path: String)

  /// SQLite answered with this journal mode when asked for write-ahead logging.
  case noWriteAheadLog(path: String, mode: String)

  /// Bringing the log up to date failed, and it is as it was.
  case migrationFailed(path: String, to: Int, DatabaseError)

  /// SQLite or the machine failed in another way.
  case failed(path: String, DatabaseError)
}
