import Glibc

/// The lines of a small file.
func lines(of path: String) throws(Child.Failure) -> [String] {
  guard let file = fopen(path, "r") else {
    throw Child.Failure(description: "\(path): \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var lines: [String] = []
  var line = [CChar](repeating: 0, count: 65_536)
  while fgets(&line, Int32(line.count), file) != nil { lines.append(String(cString: line)) }
  return lines
}
