import Glibc

/// A file without a name for what is too much to be kept in memory; gone with its owner, or with
/// the process however it ends.
struct Spool: ~Copyable {
  let descriptor: Int32

  /// Makes an empty one.
  ///
  /// - Parameter folder: where there is room; some file systems lend no file without a name, and
  ///   one with a name is then made and unlinked at once.
  /// - Throws: why there is none.
  init(in folder: String) throws(OutputError) {
    // open(2): "O_TMPFILE … must be specified with one of O_RDWR or O_WRONLY"; Glibc's macro for
    // it is none that Swift imports: __O_TMPFILE | O_DIRECTORY.
    var opened = open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
    if opened < 0 {
      var path = Array("\(folder)/laptimer.XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
      opened = mkstemp(&path)
      if opened >= 0 {
        _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
        unlink(path)
      }
    }
    guard opened >= 0 else { throw OutputError(errno: errno) }
    descriptor = opened
  }

  deinit { close(descriptor) }
}
