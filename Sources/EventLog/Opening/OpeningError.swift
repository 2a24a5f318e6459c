public import SQLite

/// The reason why a log was not opened, with the path and what was found there.
///
/// A file that is not a log of this program, or a newer log, is unchanged, byte for byte. A log of
/// this program keeps its events; a journal may have been rolled back, or its journal mode set.
public enum OpeningError: Error, Hashable, Sendable {
  /// The path leads to a folder, a pipe, a socket or a device.
  case notAFile(path: String)

  /// The name of the file, or of a folder of the path, is not UTF-8.
  case notUTF8(path: String)

  /// The file is not an SQLite database; it may be a text file.
  case notADatabase(path: String)

  /// The file is an SQLite database of another program, which identifies itself by this number (0:
  /// by none).
  case anotherProgram(path: String, applicationID: UInt32)

  /// The log was written by a newer version of this program.
  case newer(path: String, version: Int, known: Int)

  /// SQLite found the file damaged, or it is cut short.
  case damaged(path: String, DatabaseError)

  /// The file is damaged or incomplete to the extent that no events can be found in it.
  case pastSaving(path: String, DatabaseError)

  /// The file cannot be read in its place, and could not be copied.
  case notCopied(path: String, SystemError)

  /// There is no log at the path, but beside it files of a log that was removed, emptied or moved, or
  /// whose name a power cut took before a command was answered.
  case leftover(path: String, files: [String])

  /// The file beside the log belongs to the log that an interrupted restore has replaced.
  case replaced(path: String, file: String)

  /// The file is on a network file system, where written data is not safe.
  case networkFileSystem(path: String, name: String)

  /// This user has no permission to read or write the file or its folder.
  case noPermission(path: String)

  /// The file is on a file system that is mounted for reading only.
  case readOnlyFileSystem(path: String)

  /// The machine failed before the file could be examined.
  case unreachable(path: String, SystemError)

  /// No log can be created, or the new log may not survive a power failure, since its folder was
  /// not synced.
  case cannotMake(path: String, SystemError)

  /// Another process kept the log locked past the timeout, or created it while this one was building
  /// it.
  case locked(path: String)

  /// SQLite returned this journal mode when asked for write-ahead logging.
  case noWriteAheadLog(path: String, mode: String)

  /// SQLite or the machine failed in another way.
  case failed(path: String, DatabaseError)
}
