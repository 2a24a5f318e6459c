import Glibc

/// A temporary folder of a test, which `deinit` removes with its contents.
package final class ScratchFolder: Sendable {
  package let path: String

  /// The error of mkdtemp(3).
  package struct Failure: Error {
    package let errno: Int32

    package init(errno: Int32) { self.errno = errno }
  }

  /// Makes an empty folder in another one.
  package init(in parent: String = "/tmp") throws {
    var template = Array("\(parent)/laptimer-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(errno: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes an empty folder in memory if the machine has /dev/shm, for tests that write much.
  package static func inMemory() throws -> ScratchFolder {
    try ScratchFolder(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
  }

  deinit { Self.remove(path) }

  package func empty() { for name in names { Self.remove(path + "/" + name) } }

  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The sorted names of its contents.
  package var names: [String] { Self.names(in: path) }

  /// The sorted names of the contents of a folder.
  package static func names(in path: String) -> [String] {
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
}

/// The bytes of a file; empty if it is unreadable.
package func contents(of path: String) -> [UInt8] {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { return [] }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0, status.st_size > 0 else { return [] }
  let size = Int(status.st_size)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = max(0, read(file, buffer.baseAddress, size))
  }
}

/// Creates a file, or replaces its contents.
package func writeFile(_ bytes: some Sequence<UInt8>, to path: String) throws {
  let bytes = Array(bytes)
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard file >= 0 else { throw ScratchFolder.Failure(errno: errno) }
  defer { close(file) }
  guard write(file, bytes, bytes.count) == bytes.count else {
    throw ScratchFolder.Failure(errno: errno)
  }
}
