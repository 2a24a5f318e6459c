import Glibc
import Text

/// Reads a file that fits into memory, such as the names of segments or the entries of a race.
enum InputFile {
  /// The name of a file in a message: its path in quotes, or the standard input for `-`.
  static func name(of path: String) -> String {
    path == "-" ? "The standard input" : path.shown
  }

  /// Reads a whole file, or the standard input for `-`; throws an error if it cannot be read or
  /// is too large.
  static func contents(of path: String, mostBytes: Int) throws -> [UInt8] {
    let name = name(of: path)
    // A path ends at a zero byte, which a line of a file may have.
    guard !path.utf8.contains(0) else { throw CommandError.unreadable(name: name, errno: ENOENT) }
    let isInput = path == "-"
    // The opening of a named pipe would wait for a writer; a read then ends at once.
    let descriptor = isInput ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw CommandError.unreadable(name: name, errno: errno) }
    defer { if !isInput { close(descriptor) } }
    if !isInput { _ = fcntl(descriptor, F_SETFL, 0) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CommandError.unreadable(name: name, errno: errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= mostBytes else {
        throw Failure("too_large", "\(name) is longer than \(ByteCount.text(mostBytes)).")
      }
    }
  }
}
