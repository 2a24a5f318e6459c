import Glibc

extension Disk {
  /// Makes a folder and the parents that it lacks, each durable before the next is made in it.
  ///
  /// A folder that is there already, perhaps made by another process just now, is left as it is.
  ///
  /// - Throws: the system's reason, such as `ENOTDIR` where a parent is a file.
  package func makeFolders(_ path: String) throws(SystemError) {
    do {
      try makeLastFolder(path)
    } catch {
      let parent = folder(of: path)
      guard error.number == ENOENT, parent != path else { throw error }
      try makeFolders(parent)
      // Once more and no further: a parent that is a link into nothing is there, and yet is not.
      try makeLastFolder(path)
    }
  }

  /// Makes a folder in a parent that is there.
  private func makeLastFolder(_ path: String) throws(SystemError) {
    do {
      try makeFolder(path)
    } catch {
      // Whoever made it may not have come to the sync yet. If the parent cannot even be read, the
      // folder is an old one.
      if error.number == EEXIST {
        try? sync(folder(of: path))
        return
      }
      // A folder of another's may be there although nothing may be made beside it.
      if error.number != ENOENT, FileStatus(path)?.isFolder == true { return }
      throw error
    }
    try sync(folder(of: path))
  }
}

/// The last name in a path of a file: all behind its last slash.
package func fileName(of path: String) -> Substring {
  path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

/// The folder that `path` lies in: all before its last slash, `.` if it has none.
package func folder(of path: String) -> String {
  let trimmed = path.utf8.count > 1 && path.hasSuffix("/") ? path.dropLast() : path[...]
  guard let slash = trimmed.lastIndex(of: "/") else { return "." }
  return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
}
