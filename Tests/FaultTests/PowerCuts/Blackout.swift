import ProcessTestSupport
import Testing
import TimingTestSupport

/// Cuts the power at every point of a journal, in several ways each, and looks at what is left.
struct Blackout {
  /// How many disk images were looked at.
  private(set) var images = 0

  /// How many events were promised in all of them together.
  private(set) var promises = 0

  /// What was found wrong.
  private(set) var flaws: [Flaw] = []

  /// What was looked at, and what of it was lost.
  var summary: String {
    "\(images) images, \(promises) events promised in them, \(losses) with losses"
  }

  /// The first few things that were found wrong.
  var words: String { Set(flaws).prefix(3).map(\.description).joined(separator: "; ") }

  private var seen: Set<Int> = []

  init() {}

  /// Goes through a journal of what was done to a folder, and hands each image's place, and how much
  /// was promised by then, to `examine`; `seeds` is how many images by chance there are for a point.
  mutating func cut(
    _ journal: Journal, of folder: String, seeds: Int = 1, _ seed: inout Seed,
    _ examine: (_ root: String, _ promised: Int) throws -> Flaw?
  ) throws {
    let scratch = try ScratchFolder.inMemory()
    var platter = Platter(journal.before, in: folder)
    let certain: [PowerCut] = [
      .dropsAll, .keepsAll, .entriesOnly, .contentsOnly, .keepsNewest, .dropsNewest,
    ]
    let chances = (0..<seeds).flatMap { _ in [PowerCut.some, .torn] }
    for index in 0...journal.operations.count {
      for cut in certain + chances {
        var image = cut.image(of: platter, &seed)
        spoilIndexes(in: &image, &seed)
        guard isNew(image, platter.promised) else { continue }
        scratch.empty()
        try image.write(to: scratch.path, from: folder)
        images += 1
        promises += platter.promised
        if let flaw = try examine(scratch.path, platter.promised) { flaws.append(flaw) }
      }
      if index < journal.operations.count { platter.take(journal.operations[index]) }
    }
  }

  /// The index of a write-ahead log outlives no power cut, but what it leaves may be anything.
  private func spoilIndexes(in image: inout Image, _ seed: inout Seed) {
    for path in image.files.keys.sorted()
    where path.hasSuffix("-wal") && Int.random(in: 0..<8, using: &seed) == 0 {
      var bytes = [UInt8](repeating: 0, count: 32_768)
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: seed.next()) }
      image.files[path.dropLast(4) + "-shm"] = bytes
    }
  }

  private mutating func isNew(_ image: Image, _ promised: Int) -> Bool {
    var hasher = Hasher()
    hasher.combine(promised)
    for (path, bytes) in image.files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    for folder in image.folders.sorted() { hasher.combine(folder) }
    hasher.combine(image.links)
    return seen.insert(hasher.finalize()).inserted
  }

  /// How many images lack events that were promised.
  var losses: Int { flaws.filter(\.isLoss).count }
}
