import Glibc

/// A folder of published files, which a plain web server serves.
///
/// A file is written beside its place and renamed, so that a reader, or a process that was killed,
/// never leaves half of one. It is not synced: after a power cut the next start writes all again.
package final class PublishedFolder {
  /// A failed system call.
  package struct Fault: Error, Hashable {
    package var path: String
    package var errno: Int32
  }

  private let path: String
  /// The folder, locked against a second publisher, whose drafts have the same names.
  private let folder: Int32

  /// Opens a folder, or creates it; the fault `EWOULDBLOCK` is another publisher.
  package init(_ path: String) throws(Fault) {
    self.path = path
    try Self.create(path)
    folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A failed init runs the deinit too.
    guard folder >= 0, flock(folder, LOCK_EX | LOCK_NB) == 0 else {
      throw Fault(path: path, errno: errno)
    }
  }

  deinit { if folder >= 0 { close(folder) } }

  /// Replaces a file, or creates it, and the folder that it is in.
  func replace(_ name: String, with bytes: [UInt8]) throws(Fault) {
    let place = "\(path)/\(name)"
    if let slash = place.lastIndex(of: "/") { try Self.create(String(place[..<slash])) }
    let draft = place + ".draft"
    // Others, such as a web server, read it.
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0, let stream = fdopen(file, "w") else { throw Fault(path: draft, errno: errno) }
    let isWritten = fwrite(bytes, 1, bytes.count, stream) == bytes.count
    guard fclose(stream) == 0, isWritten, rename(draft, place) == 0 else {
      let fault = Fault(path: place, errno: errno)
      unlink(draft)
      throw fault
    }
  }

  /// Removes a file, if it is there.
  func remove(_ name: String) throws(Fault) {
    guard unlink("\(path)/\(name)") == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw Fault(path: "\(path)/\(name)", errno: errno)
    }
  }

  /// Removes the files of sessions of an earlier process for which a function returns true.
  func removeSessions(where isGone: (_ name: String) -> Bool) throws(Fault) {
    for session in names(in: path) where Int(session) != nil {
      let lists = names(in: "\(path)/\(session)").map { "\(session)/\($0)" }
      for folder in [session] + lists {
        for name in ["\(folder)/index.html", "\(folder)/board.json"] where isGone(name) {
          try remove(name)
        }
      }
    }
  }

  /// Returns the names in a folder; none if it is not a folder.
  private func names(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.filter { !$0.hasPrefix(".") }
  }

  private static func create(_ folder: String) throws(Fault) {
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw Fault(path: folder, errno: errno)
    }
  }
}
