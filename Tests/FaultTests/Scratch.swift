import Glibc

/// A folder of a test's own, in memory where there is such a place; gone when the test drops it.
final class Scratch {
  let path: String

  init() throws {
    let place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(place)/laptimer-faults-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(errno: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of `name` in this folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Removes all that is in it.
  func empty() {
    for name in names(in: path) { Self.remove(path + "/" + name) }
  }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      for name in names(in: path) { remove(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  struct Failure: Error { let errno: Int32 }
}

@available(*, unavailable)
extension Scratch: Sendable {}

/// The names of all that is in a folder, sorted.
func names(in path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}
