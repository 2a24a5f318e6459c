/// What of a journal's operations is on the disk for certain, and what only may be.
struct Platter {
  /// What a name stands for.
  enum Entry: Hashable {
    case folder
    case file(Int)
    case nothing
  }

  /// A change of a folder's entries, made whole or not at all.
  typealias Renaming = [String: Entry]

  enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private(set) var contents: [Int: [UInt8]] = [:]
  private(set) var changes: [Int: [Change]] = [:]
  private(set) var entries: [String: Entry] = [:]
  private(set) var renamings: [String: [Renaming]] = [:]

  /// What the names stand for as a running machine sees them.
  private var seen: [String: Entry] = [:]

  /// How many events are promised.
  private(set) var promised = 0

  /// The folder in which all of it is.
  let root: String

  init(_ before: Image, in root: String) {
    self.root = root
    for folder in before.folders { entries[folder] = .folder }
    for (path, bytes) in before.files.sorted(by: { $0.key < $1.key }) {
      contents[contents.count] = bytes
      entries[path] = .file(contents.count - 1)
    }
    for (path, other) in before.links { entries[path] = entries[other] }
    seen = entries
    fileCount = contents.count
  }

  private var fileCount: Int

  mutating func take(_ operation: Journal.Operation) {
    switch operation {
    case .promise(let events): promised = events
    case .makeFile(let path):
      rename([path: .file(fileCount)], in: path)
      contents[fileCount] = []
      fileCount += 1
    case .makeFolder(let path): rename([path: .folder], in: path)
    case .remove(let path): rename([path: .nothing], in: path)
    case .rename(let from, let to): rename([to: seen[from] ?? .nothing, from: .nothing], in: to)
    case .link(let from, let to): rename([to: seen[from] ?? .nothing], in: to)
    case .write(let path, let offset, let bytes):
      change(path, .write(offset: offset, bytes: bytes))
    case .truncate(let path, let size): change(path, .truncate(size))
    case .sync(let path): sync(path)
    case .forget(let path):
      if case .file(let file) = seen[path] { changes[file] = nil }
      renamings[path] = nil
    }
  }

  private mutating func rename(_ renaming: Renaming, in path: String) {
    for (path, entry) in renaming { seen[path] = entry }
    renamings[folder(of: path), default: []].append(renaming)
  }

  private mutating func change(_ path: String, _ change: Change) {
    if case .file(let file) = seen[path] { changes[file, default: []].append(change) }
  }

  private mutating func sync(_ path: String) {
    switch seen[path] {
    case .folder:
      for renaming in renamings.removeValue(forKey: path) ?? [] {
        for (path, entry) in renaming { entries[path] = entry }
      }
    case .file(let file):
      var bytes = contents[file] ?? []
      for change in changes.removeValue(forKey: file) ?? [] { bytes.take(change) }
      contents[file] = bytes
    case .nothing, nil: break
    }
  }
}

extension [UInt8] {
  /// Does a change of a file whole.
  mutating func take(_ change: Platter.Change) {
    switch change {
    case .write(let offset, let bytes): write(bytes[...], at: offset)
    case .truncate(let size):
      if size < count { removeLast(count - size) } else { grow(to: size) }
    }
  }

  /// Writes into a file, making it longer if need be.
  mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int) {
    grow(to: offset + bytes.count)
    withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + source.count])
          .copyMemory(from: source)
      }
    }
  }

  /// Makes a file longer; what nobody wrote is zero.
  mutating func grow(to size: Int) {
    if size > count { append(contentsOf: repeatElement(0, count: size - count)) }
  }
}
