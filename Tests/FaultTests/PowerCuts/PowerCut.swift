import ProcessTestSupport
import TimingTestSupport

/// A rule for the changes that are not synced when the power fails.
enum PowerCut: CaseIterable {
  case dropsAll
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
    let parent = folder(of: path)
    return path == root || entries[parent] == .folder && isReachable(parent, entries, root)
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
        if self == .contentsOnly || keeps(index, of: changes.count, &seed) { bytes.apply(change) }
        continue
      }
      tear(written, at: offset, into: &bytes, &seed)
    }
    return bytes
  }

  private func tear(_ new: [UInt8], at offset: Int, into bytes: inout [UInt8], _ seed: inout Seed) {
    let end = offset + new.count
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
        bytes.write(new[start - offset..<next - offset], at: start)
      }
      start = next
    }
  }
}

/// Simulates power cuts at every point of a journal, and examines the resulting disk images.
struct PowerCutSimulation {
  private(set) var images = 0
  /// The sum of the acknowledged events over all images.
  private(set) var acknowledgements = 0
  private(set) var flaws: [Flaw] = []
  private var seen: Set<Int> = []

  var losses: Int { flaws.filter(\.isLoss).count }

  var summary: String {
    "\(images) images, \(acknowledgements) events acknowledged in them, \(losses) with losses"
  }

  var flawSummary: String { Set(flaws).prefix(3).map(\.description).joined(separator: "; ") }

  /// Cuts the power after each operation of a journal from one on.
  ///
  /// `examine` finds a flaw in an image, by its folder and the number of acknowledged events.
  mutating func run(
    _ journal: Journal, from first: Int = 0, of folder: String, _ seed: inout Seed,
    _ examine: (_ root: String, _ acknowledged: Int) throws -> Flaw?
  ) throws {
    let scratch = try ScratchFolder.inMemory()
    var state = DiskState(journal.before, in: folder)
    let certain: [PowerCut] = [
      .dropsAll, .keepsAll, .entriesOnly, .contentsOnly, .keepsNewest, .dropsNewest,
    ]
    let chances = (0..<Effort.times(1, long: 25)).flatMap { _ in [PowerCut.some, .torn] }
    for index in 0...journal.operations.count {
      for cut in index < first ? [] : certain + chances {
        var image = cut.image(of: state, &seed)
        corruptIndexes(in: &image, &seed)
        guard isNew(image, state.acknowledged) else { continue }
        scratch.empty()
        try image.write(to: scratch.path, from: folder)
        images += 1
        acknowledgements += state.acknowledged
        if let flaw = try examine(scratch.path, state.acknowledged) { flaws.append(flaw) }
      }
      if index < journal.operations.count { state.apply(journal.operations[index]) }
    }
  }

  private func corruptIndexes(in image: inout Image, _ seed: inout Seed) {
    for path in image.files.keys.sorted()
    where path.hasSuffix("-wal") && Int.random(in: 0..<8, using: &seed) == 0 {
      var bytes = [UInt8](repeating: 0, count: 32_768)
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: seed.next()) }
      image.files[path.dropLast(4) + "-shm"] = bytes
    }
  }

  private mutating func isNew(_ image: Image, _ acknowledged: Int) -> Bool {
    var hasher = Hasher()
    hasher.combine(acknowledged)
    for (path, bytes) in image.files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    for folder in image.folders.sorted() { hasher.combine(folder) }
    hasher.combine(image.links)
    return seen.insert(hasher.finalize()).inserted
  }
}
