import Glibc
import Host
package import Text

/// The file with the pads and their tokens, a line each, which only its owner may read.
///
/// It is read again when it has changed. Empty lines and lines that begin with # are skipped.
package final class PadsFile {
  /// The reason why the file cannot be used.
  package struct Fault: Error, Hashable {
    /// The name of the fault for scripts.
    package var kind: String
    package var message: String
  }

  private let path: String
  private var known: (stamp: Stamp, pads: [String: Pad])?

  package init(_ path: String) { self.path = path }

  /// Returns the pads by their names.
  package func pads() throws(Fault) -> [String: Pad] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let advice = errno == ENOENT ? " 'serve --new-pad' makes it with its first pad." : ""
      throw Self.fault("cannot be opened", errno, advice)
    }
    defer { close(file) }
    if let read = try Self.content(of: file, unless: known?.stamp) {
      known = (read.stamp, read.pads)
    }
    return known?.pads ?? [:]
  }

  /// Adds a pad of the session with a uid, with a new token; the file is replaced as a whole, or
  /// created.
  package static func add(_ name: String, session: EventID, to path: String) throws(Fault) -> Pad {
    guard Pad.isName(name) else {
      throw Fault(
        kind: "usage",
        message: "A pad's name has up to 32 letters, digits, dots, dashes and underscores.")
    }
    let file = try locked(path)
    defer { close(file) }
    guard let old = try content(of: file), old.pads[name] == nil else {
      throw Fault(kind: "exists", message: "There is a pad '\(name)' already.")
    }
    let pad = Pad(name: name, session: session)
    var text = old.text
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    text += pad.line
    let draft = "\(path).\(getpid())"
    let copy = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw fault("cannot be replaced", errno) }
    defer {
      close(copy)
      unlink(draft)
    }
    let bytes = Array(text.utf8)
    guard fchmod(copy, 0o600) == 0, write(copy, bytes, bytes.count) == bytes.count,
      fsync(copy) == 0, rename(draft, path) == 0
    else { throw fault("cannot be replaced", errno) }
    return pad
  }

  /// Opens the file, or creates it, and locks it against others that add a pad.
  private static func locked(_ path: String) throws(Fault) -> Int32 {
    while true {
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard file >= 0 else { throw fault("cannot be opened", errno) }
      var (locked, current) = (stat(), stat())
      guard flock(file, LOCK_EX) == 0, fstat(file, &locked) == 0 else {
        let number = errno
        close(file)
        throw fault("cannot be locked", number)
      }
      // Another process may have replaced it meanwhile.
      if stat(path, &current) == 0, current.st_ino == locked.st_ino { return file }
      close(file)
    }
  }

  /// Reads the file, unless it is still as it was at a stamp.
  private static func content(
    of file: Int32, unless known: Stamp? = nil
  ) throws(Fault) -> (text: String, pads: [String: Pad], stamp: Stamp)? {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw fault("cannot be read", errno) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= 1 << 20 else {
      throw Fault(kind: "not_a_file", message: "The pads file is not a file of up to 1 MiB.")
    }
    guard status.st_mode & 0o177 == 0 else {
      throw Fault(
        kind: "no_permission",
        message: "Others can read the pads file: 'chmod 600' keeps its tokens secret.")
    }
    let stamp = Stamp(status)
    if stamp == known { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw fault("cannot be read", errno) }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    var pads: [String: Pad] = [:]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let pad = Pad(line: line), pads.updateValue(pad, forKey: pad.name) == nil else {
        throw Fault(
          kind: "bad_data",
          message: "Line \(index + 1) of the pads file is not a new NAME TOKEN SESSION.")
      }
    }
    return (text, pads, stamp)
  }

  private static func fault(_ what: String, _ number: Int32, _ advice: String = "") -> Fault {
    let kind =
      switch number {
      case ENOENT: "no_file"
      case EACCES, EPERM, EROFS: "no_permission"
      default: "input_output"
      }
    return Fault(kind: kind, message: "The pads file \(what): \(systemMessage(number)).\(advice)")
  }

  /// The properties of a file that differ after a change of it.
  private struct Stamp: Equatable {
    private var numbers: [Int]

    init(_ status: stat) {
      numbers = [
        Int(status.st_dev), Int(status.st_ino), status.st_size, status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
      ].map { Int($0) }
    }
  }
}
