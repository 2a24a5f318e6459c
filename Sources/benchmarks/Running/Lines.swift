import Glibc

/// The lines of a small file.
func lines(of path: String) throws(Child.Failure) -> [String] {
  guard let file = fopen(path, "r") else {
    throw Child.Failure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var lines: [String] = []
  var line = [CChar](repeating: 0, count: 65_536)
  while fgets(&line, Int32(line.count), file) != nil { lines.append(textLine(line)) }
  return lines
}

/// The text before the zero that ends it, as C leaves it in a buffer.
func textLine(_ buffer: [CChar]) -> String {
  String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
