extension EventLog {
  /// Copies the log into a file of its own, while others go on writing.
  ///
  /// - Parameters:
  ///   - target: the path of the copy.
  ///   - replacing: whether a file that is there may be replaced.
  ///   - isInterrupted: asked now and then; `true` ends it.
  /// - Returns: the length of the copy in bytes.
  /// - Throws: `BackupError`; at the target is then what was there before, but for `unsynced`.
  @discardableResult
  public func backUp(
    to target: String, replacing: Bool = false, isInterrupted: () -> Bool = { false }
  ) throws(BackupError) -> Int {
    guard let connection else { throw .noLog(path: file.path) }
    try file.backUp(connection, to: target, replacing: replacing, isInterrupted: isInterrupted)
    return FileStatus(target).map { Int($0.size) } ?? 0
  }
}
