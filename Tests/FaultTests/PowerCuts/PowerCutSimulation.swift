import ProcessTestSupport
import Testing
import TimingTestSupport

/// Simulates power cuts at every point of a journal, and examines the resulting disk images.
struct PowerCutSimulation {
  /// The number of examined disk images.
  private(set) var images = 0

  /// The sum of the acknowledged events over all images.
  private(set) var acknowledgements = 0

  /// The flaws found.
  private(set) var flaws: [Flaw] = []

  /// The numbers of images, events and losses.
  var summary: String {
    "\(images) images, \(acknowledgements) events acknowledged in them, \(losses) with losses"
  }

  /// Up to three of the flaws.
  var flawSummary: String { Set(flaws).prefix(3).map(\.description).joined(separator: "; ") }

  private var seen: Set<Int> = []

  init() {}

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

  /// A power cut may leave arbitrary contents in the index of a write-ahead file.
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

  /// The number of images that lack acknowledged events.
  var losses: Int { flaws.filter(\.isLoss).count }
}
