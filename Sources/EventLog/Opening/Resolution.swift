import Glibc
import SQLite

/// What a path leads to, found out without opening or changing anything.
enum Resolution: Equatable {
  /// Nothing, or an empty file, which is as good; a log made now would get this path.
  case nothing(path: String)

  /// A file of some size, by its path without links.
  case file(path: String)
}

extension LogFile {
  /// Finds out what the path leads to.
  ///
  /// A link is followed if it is the user's own (or root's) and leads to a file of the user's own:
  /// nobody is led into the file of another. Links among the folders are the system's business.
  ///
  /// - Throws: the reason why no log can be there, or why it must not be looked at.
  func resolve() throws(OpeningError) -> Resolution {
    if let target = foreignTarget(ofLink: path) {
      throw .foreignLink(path: path, target: target)
    }
    guard let status = FileStatus(path) else {
      switch errno {
      // Below a file there is nothing either; who makes a log there is told why it cannot be.
      case ENOENT, ENOTDIR: return .nothing(path: try pathToBe())
      case EACCES: throw .noPermission(path: path)
      case EIO, ENOMEM, ESTALE:
        throw .unreachable(path: path, SystemError(call: "stat", path: path, number: errno))
      default: throw .cannotMake(path: path, SystemError(call: "stat", path: path, number: errno))
      }
    }
    if status.isFolder { throw .folder(path: path) }
    guard status.isFile else { throw .notAFile(path: path) }
    guard let resolved = realPath(path) else {
      let number = errno
      switch number {
      case EILSEQ: throw .notUTF8(path: path)
      case EACCES, EPERM: throw .noPermission(path: path)
      default:
        throw .unreachable(
          path: path, SystemError(call: "realpath", path: path, number: number))
      }
    }
    if let name = NetworkFileSystem.name(of: resolved, on: disk) {
      throw .networkFileSystem(path: path, name: name)
    }
    return status.size == 0 ? .nothing(path: resolved) : .file(path: resolved)
  }

  /// The path that a new log gets: for a link into nothing, the place that it points to.
  private func pathToBe() throws(OpeningError) -> String {
    var place = path
    for _ in 0..<8 {
      guard let bytes = linkTarget(place) else { return place }
      guard let target = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(path: path)
      }
      place = target.hasPrefix("/") ? target : folder(of: place) + "/" + target
    }
    throw .cannotMake(path: path, SystemError(call: "readlink", path: path, number: ELOOP))
  }
}

/// Where a link leads to that must not be followed: one of another user's, or one into a file of
/// another user's; nil of any other path.
func foreignTarget(ofLink path: String) -> String? {
  guard let link = FileStatus(path, followingLink: false), link.isLink else { return nil }
  let me = geteuid()
  let target = FileStatus(path)
  if link.owner == me || link.owner == 0, target == nil || target?.owner == me { return nil }
  return realPath(path) ?? linkTarget(path).map { String(decoding: $0, as: UTF8.self) } ?? "?"
}

/// The absolute path without links, or `nil`, with the reason in `errno`: `EILSEQ` for one that is
/// not UTF-8, which mended would be that of another file.
func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  let text = String(validatingCString: resolved)
  free(resolved)
  if text == nil { errno = EILSEQ }
  return text
}

private func linkTarget(_ path: String) -> [UInt8]? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { characters in
      characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
    }
    return count < 0 ? nil : Array(buffer[..<count])
  }
}
