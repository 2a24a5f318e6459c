import Glibc
package import Text
package import Web

extension Pad {
  /// The line of the pads file.
  package var line: String { "\(name) \(token) \(session)\n" }
}

extension PadsFile {
  /// Adds a pad of the session with a uid, with a new token; creates the file if it is missing.
  package func add(_ name: String, session: EventID) throws(WebRefusal) -> Pad {
    guard Pad.isName(name) else {
      throw Self.refusal(
        "usage", "A pad's name has up to 32 letters, digits, dots, dashes and underscores.")
    }
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw Self.fault("cannot be opened", errno) }
    defer { close(file) }
    // Another process may be adding a pad.
    guard flock(file, LOCK_EX) == 0 else { throw Self.fault("cannot be locked", errno) }
    let (size, text, pads) = try Self.content(of: file)
    if pads[name] != nil {
      throw Self.refusal("exists", "There is a pad '\(name)' already.")
    }
    let pad = Pad(name: name, session: session)
    let bytes = Array(((text.last ?? "\n") == "\n" ? pad.line : "\n" + pad.line).utf8)
    guard write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
      let number = errno
      // A part of a line would make the file invalid.
      ftruncate(file, size)
      throw Self.fault("cannot be written", number)
    }
    return pad
  }
}
