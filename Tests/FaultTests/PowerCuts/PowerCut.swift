import TimingTestSupport

/// How the disk treats what was not synced when the power goes.
enum PowerCut: CaseIterable {
  /// None of it is there.
  case dropsAll

  /// All of it is there.
  case keepsAll

  /// The folders' entries are there, and of the files nothing.
  case entriesOnly

  /// The files are there whole, under the names that they had.
  case contentsOnly

  /// The newest change of each file alone is there.
  case keepsNewest

  /// All but the newest.
  case dropsNewest

  /// Each change is there or not, by chance.
  case some

  /// Each sector of 512 bytes is there or not, by chance, also whether the file is as long as it
  /// was to be; and where it is longer than what is there, there are zeros, or anything.
  case torn

  static let sector = 512

  /// What is found when the power comes back.
  func image(of platter: Platter, _ seed: inout Seed) -> Image {
    var entries = platter.entries
    for (_, renamings) in platter.renamings.sorted(by: { $0.key < $1.key }) {
      for (index, renaming) in renamings.enumerated()
      where self == .entriesOnly || keeps(index, of: renamings.count, &seed) {
        for (path, entry) in renaming { entries[path] = entry }
      }
    }
    var image = Image()
    var names: [Int: String] = [:]
    // In one order always: each file takes numbers of the seed.
    for (path, entry) in entries.sorted(by: { $0.key < $1.key })
    where isReachable(path, entries, platter.root) {
      switch entry {
      case .folder: image.folders.insert(path)
      case .file(let file):
        if let name = names[file] {
          image.links[path] = name
        } else {
          names[file] = path
          image.files[path] = bytes(of: file, platter, &seed)
        }
      case .nothing: break
      }
    }
    return image
  }

  private func isReachable(
    _ path: String, _ entries: [String: Platter.Entry], _ root: String
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

  private func bytes(of file: Int, _ platter: Platter, _ seed: inout Seed) -> [UInt8] {
    var bytes = platter.contents[file] ?? []
    let changes = platter.changes[file] ?? []
    for (index, change) in changes.enumerated() {
      guard case .torn = self, case .write(let offset, let written) = change else {
        if self == .contentsOnly || keeps(index, of: changes.count, &seed) {
          bytes.take(change)
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
