import TimingTestSupport

/// A rule for the changes that are not synced when the power fails.
enum PowerCut: CaseIterable {
  /// Loses all changes.
  case dropsAll

  /// Keeps all changes.
  case keepsAll

  /// Keeps the entries of folders and loses the contents of files.
  case entriesOnly

  /// Keeps the contents of files and loses the entries of folders.
  case contentsOnly

  /// Keeps only the newest change of each file and folder.
  case keepsNewest

  /// Loses only the newest change of each file and folder.
  case dropsNewest

  /// Keeps or loses each change at random.
  case some

  /// Keeps or loses each sector of 512 bytes at random.
  ///
  /// A write past the end may grow the file without its data, filled with zeros or random bytes.
  case torn

  static let sector = 512

  /// The disk image after the power cut.
  func image(of state: DiskState, _ seed: inout Seed) -> Image {
    var entries = state.entries
    for (_, entryChanges) in state.entryChanges.sorted(by: { $0.key < $1.key }) {
      for (index, change) in entryChanges.enumerated()
      where self == .entriesOnly || keeps(index, of: entryChanges.count, &seed) {
        for (path, entry) in change { entries[path] = entry }
      }
    }
    var image = Image()
    var names: [Int: String] = [:]
    // A fixed order, because each file takes numbers from the seed.
    for (path, entry) in entries.sorted(by: { $0.key < $1.key })
    where isReachable(path, entries, state.root) {
      switch entry {
      case .folder: image.folders.insert(path)
      case .file(let file):
        if let name = names[file] {
          image.links[path] = name
        } else {
          names[file] = path
          image.files[path] = bytes(of: file, state, &seed)
        }
      case .nothing: break
      }
    }
    return image
  }

  private func isReachable(
    _ path: String, _ entries: [String: DiskState.Entry], _ root: String
  ) -> Bool {
    guard path != root else { return true }
    let parent = folder(of: path)
    return entries[parent] == .folder && isReachable(parent, entries, root)
  }

  private func keeps(_ index: Int, of count: Int, _ seed: inout Seed) -> Bool {
    switch self {
    case .dropsAll, .entriesOnly, .contentsOnly: false
    case .keepsAll: true
    case .keepsNewest: index == count - 1
    case .dropsNewest: index < count - 1
    case .some, .torn: Bool.random(using: &seed)
    }
  }

  private func bytes(of file: Int, _ state: DiskState, _ seed: inout Seed) -> [UInt8] {
    var bytes = state.contents[file] ?? []
    let changes = state.changes[file] ?? []
    for (index, change) in changes.enumerated() {
      guard case .torn = self, case .write(let offset, let written) = change else {
        if self == .contentsOnly || keeps(index, of: changes.count, &seed) {
          bytes.apply(change)
        }
        continue
      }
      tear(written, at: offset, into: &bytes, &seed)
    }
    return bytes
  }

  private func tear(
    _ written: [UInt8], at offset: Int, into bytes: inout [UInt8], _ seed: inout Seed
  ) {
    let end = offset + written.count
    if end > bytes.count, Bool.random(using: &seed) {
      let before = bytes.count
      bytes.grow(to: end)
      if Bool.random(using: &seed) {
        for index in before..<end { bytes[index] = UInt8(truncatingIfNeeded: seed.next()) }
      }
    }
    var start = offset
    while start < end {
      let next = min(end, (start / Self.sector + 1) * Self.sector)
      if Bool.random(using: &seed) {
        bytes.write(written[start - offset..<next - offset], at: start)
      }
      start = next
    }
  }
}
