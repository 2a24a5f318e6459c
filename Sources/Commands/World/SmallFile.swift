import Glibc

/// Files of a line or two, such as the kernel has under /proc.
enum SmallFile {
  /// The first 4,096 bytes of a file as text; nil if it cannot be read.
  static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let text = String(unsafeUninitializedCapacity: 4096) { buffer in
      max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return text
  }

  /// The first line of a file; nil if it cannot be read or the line is empty.
  static func firstLine(of path: String) -> String? {
    guard let line = text(of: path)?.utf8.prefix(while: { $0 != UInt8(ascii: "\n") }) else {
      return nil
    }
    return line.isEmpty ? nil : String(Substring(line))
  }
}
