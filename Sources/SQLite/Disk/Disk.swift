import CLinux
import Glibc

/// What is asked of the operating system about folders and files beside SQLite.
///
/// It is a value of functions so that a test can count the calls, refuse them, or cut the power
/// between them. What SQLite itself does goes through its own virtual file system.
package struct Disk: Sendable {
  /// The kind of file system that a path lies on, `f_type` of statfs(2); `nil` if unknown.
  package var kind: @Sendable (_ path: String) -> UInt32?

  /// Makes one folder with mode 0700, whatever the umask.
  package var makeFolder: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Makes an empty file with mode 0600, whatever the umask; refuses one that is there.
  package var makeFile: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Makes what was written to a file, or the entries of a folder, outlive a power cut.
  package var sync: @Sendable (_ path: String) throws(SystemError) -> Void

  /// Gives a file another name, in the place of a file that bears it.
  package var rename: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Gives a file another name, or throws `EEXIST` if there is one of that name, with no moment
  /// in between.
  package var renameAsNew: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Gives a file a second name that is not taken; only another one where it cannot have two.
  package var keep: @Sendable (_ from: String, _ to: String) throws(SystemError) -> Void

  /// Removes a file; that there is none is no error.
  package var remove: @Sendable (_ path: String) throws(SystemError) -> Void

  /// The machine's own.
  package static let live = Disk(
    kind: liveKind, makeFolder: liveMakeFolder, makeFile: liveMakeFile, sync: liveSync,
    rename: liveRename, renameAsNew: liveRenameAsNew, keep: liveKeep,
    remove: liveRemove)
}

private func liveKind(_ path: String) -> UInt32? {
  let kind = clinux_file_system_kind(path)
  return kind == 0 ? nil : kind
}

private func liveMakeFolder(_ path: String) throws(SystemError) {
  try checked("mkdir", path, mkdir(path, 0o700))
  try checked("chmod", path, chmod(path, 0o700))
}

private func liveMakeFile(_ path: String) throws(SystemError) {
  let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
  let file = try checked("open", path, open(path, flags, 0o600))
  defer { close(file) }
  try checked("fchmod", path, fchmod(file, 0o600))
}

private func liveSync(_ path: String) throws(SystemError) {
  let file = try checked("open", path, open(path, O_RDONLY | O_CLOEXEC))
  defer { close(file) }
  try checked("fsync", path, fsync(file))
}

private func liveRename(_ from: String, _ to: String) throws(SystemError) {
  try checked("rename", to, rename(from, to))
}

private func liveRenameAsNew(_ from: String, _ to: String) throws(SystemError) {
  if clinux_rename_as_new(from, to) == 0 { return }
  // "EINVAL: The filesystem does not support one of the flags in flags" (rename(2)). A link(2)
  // refuses a name that is taken as well; it needs a second call to drop the old name.
  guard errno == EINVAL || errno == ENOSYS else {
    throw SystemError(call: "rename", path: to, number: errno)
  }
  try checked("link", to, link(from, to))
  try checked("unlink", from, unlink(from))
}

private func liveKeep(_ from: String, _ to: String) throws(SystemError) {
  if link(from, to) == 0 { return }
  // Not every file system has hard links, and not every user may make one of any file (link(2)).
  guard [EPERM, EACCES, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) else {
    throw SystemError(call: "link", path: to, number: errno)
  }
  try liveRenameAsNew(from, to)
}

private func liveRemove(_ path: String) throws(SystemError) {
  if unlink(path) != 0, errno != ENOENT {
    throw SystemError(call: "unlink", path: path, number: errno)
  }
}
