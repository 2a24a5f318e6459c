import Glibc

extension Disk {
  /// Makes a folder and the parents that it lacks, each durable before the next is made in it.
  ///
  /// A folder that is there already, perhaps made by another process just now, is left as it is.
  ///
  /// - Returns: the folders that were made, the deepest last.
  /// - Throws: the system's reason, such as `ENOTDIR` where a parent is a file.
  @discardableResult
  package func makeFolders(_ path: String) throws(SystemError) -> [String] {
    var made: [String] = []
    do {
      try makeFolders(path, &made)
    } catch {
      Self.removeFolders(made)
      throw error
    }
    return made
  }

  /// Removes folders that `makeFolders` made, unless something is in them by now.
  package static func removeFolders(_ made: [String]) {
    for path in made.reversed() { rmdir(path) }
  }

  private func makeFolders(_ path: String, _ made: inout [String]) throws(SystemError) {
    do {
      try makeLastFolder(path, &made)
    } catch {
      let parent = folder(of: path)
      guard error.number == ENOENT, parent != path else { throw error }
      try makeFolders(parent, &made)
      // Once more and no further: a parent that is a link into nothing is there, and yet is not.
      try makeLastFolder(path, &made)
    }
  }

  /// Makes a folder in a parent that is there.
  private func makeLastFolder(_ path: String, _ made: inout [String]) throws(SystemError) {
    do {
      try makeFolder(path)
      made.append(path)
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
