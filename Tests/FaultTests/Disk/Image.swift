import Glibc
import ProcessTestSupport

struct Image: Hashable {
  var files: [String: [UInt8]] = [:]
  var folders: Set<String> = []
  /// The additional hard links, each with the path of its file in `files`.
  var links: [String: String] = [:]

  init() {}

  init(of folder: String) throws {
    folders = [folder]
    var names: [UInt: String] = [:]
    for name in ScratchFolder.names(in: folder) {
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        let inner = try Image(of: path)
        folders.formUnion(inner.folders)
        files.merge(inner.files) { $1 }
        links.merge(inner.links) { $1 }
      } else if let name = names[status.st_ino] {
        links[path] = name
      } else {
        names[status.st_ino] = path
        files[path] = contents(of: path)
      }
    }
  }

  func write(to root: String, from before: String) throws {
    for folder in folders.sorted() {
      let path = root + folder.dropFirst(before.count)
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw ScratchFolder.Failure(errno: errno) }
    }
    for (path, bytes) in files { try writeFile(bytes, to: root + path.dropFirst(before.count)) }
    for (path, file) in links {
      let (path, file) = (root + path.dropFirst(before.count), root + file.dropFirst(before.count))
      guard link(file, path) == 0 else { throw ScratchFolder.Failure(errno: errno) }
    }
  }
}
