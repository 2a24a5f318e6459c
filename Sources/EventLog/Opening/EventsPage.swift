/// A page of the table of events, read without SQLite (fileformat2.html, "B-tree Pages").
///
/// The page is only compared, and may be torn: bytes that cannot be an event count as no row.
struct EventsPage {
  /// The row of an event.
  struct Row {
    /// The position of the event: its rowid.
    let position: Int64
    /// The bytes of the row in this page.
    let bytes: ArraySlice<UInt8>
    /// The id of the event.
    let id: ArraySlice<UInt8>
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The first byte of a leaf of a table.
  static let leaf: UInt8 = 0x0D

  /// Whether it is a leaf of a table.
  var isLeaf: Bool { bytes.first == Self.leaf }

  /// Returns the child page for the row of a position; nil for a leaf, and for pages of other
  /// kinds.
  func child(for position: Int64) -> Int? {
    guard let rightmostChild else { return nil }
    for index in 0..<count {
      let entry = 12 + 2 * index
      guard entry + 2 <= bytes.count else { return nil }
      let start = Int(bytes[entry]) << 8 | Int(bytes[entry + 1])
      guard start + 5 <= bytes.count else { return nil }
      var rest = bytes[(start + 4)...]
      guard let last = rest.varint() else { return nil }
      if position <= last { return bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }
    return rightmostChild
  }

  /// The child page of the newest rows; nil for a leaf, and for pages of other kinds.
  var rightmostChild: Int? {
    guard bytes.first == 0x05, bytes.count >= 12 else { return nil }
    return bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The number of rows of a leaf.
  var count: Int { bytes.count < 8 ? 0 : Int(bytes[3]) << 8 | Int(bytes[4]) }

  /// Returns the row at an index of a leaf, in the order of positions; nil if it is not an event.
  func row(_ index: Int) -> Row? {
    let entry = 8 + 2 * index
    guard isLeaf, index >= 0, index < count, entry + 2 <= bytes.count else { return nil }
    let start = Int(bytes[entry]) << 8 | Int(bytes[entry + 1])
    guard start >= entry + 2, start < bytes.count else { return nil }
    var rest = bytes[start...]
    guard let payload = rest.varint(), let position = rest.varint(), payload > 4, position > 0
    else { return nil }
    let local = localSize(ofPayload: Int(clamping: payload))
    guard local <= rest.count else { return nil }
    let end = rest.startIndex + local
    // The position is the rowid, so its column is NULL; an id of sixteen bytes follows.
    let record = rest.startIndex
    guard let size = rest.varint(), rest.prefix(2).elementsEqual([0, 44]), size < 100,
      record + Int(size) + 16 <= end
    else { return nil }
    let id = record + Int(size)
    return Row(position: position, bytes: bytes[start..<end], id: bytes[id..<id + 16])
  }

  /// Returns the row of the event at a position; nil if it is not on this page.
  func row(at position: Int64) -> Row? {
    // Positions are gapless, so the first one determines the index.
    guard let first = row(0), position >= first.position,
      let row = row(Int(clamping: position - first.position)), row.position == position
    else { return nil }
    return row
  }

  /// Returns the size of the part of a payload in the page itself: "Cell Payload Overflow Pages".
  private func localSize(ofPayload payload: Int) -> Int {
    let usable = bytes.count
    guard payload > usable - 35 else { return payload }
    let least = (usable - 12) * 32 / 255 - 23
    let most = least + (payload - least) % (usable - 4)
    return (most <= usable - 35 ? most : least) + 4
  }
}

/// A page of the index of the events by their ids, also read without SQLite.
struct IDsPage {
  /// The first byte of a leaf of an index.
  static let leaf: UInt8 = 0x0A

  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Calls a closure with each id and the position of its event; never for a page of another kind.
  func forEach(_ body: (_ id: ArraySlice<UInt8>, _ position: Int64) -> Void) {
    let base = bytes.startIndex
    guard bytes.first == Self.leaf, bytes.count >= 8 else { return }
    for index in 0..<(Int(bytes[base + 3]) << 8 | Int(bytes[base + 4])) {
      let entry = base + 8 + 2 * index
      guard entry + 2 <= bytes.endIndex else { return }
      let start = base + (Int(bytes[entry]) << 8 | Int(bytes[entry + 1]))
      guard start < bytes.endIndex else { continue }
      var rest = bytes[start...]
      // A record of two columns: sixteen bytes, and an integer.
      guard let payload = rest.varint(), payload >= 19, payload <= rest.count,
        rest.prefix(2).elementsEqual([3, 44])
      else { continue }
      rest = rest.prefix(Int(payload)).dropFirst(3)
      let id = rest.prefix(16)
      body(id, rest.dropFirst(16).reduce(0) { $0 << 8 | Int64($1) })
    }
  }
}

extension EventsPage.Row {
  /// The result of comparing two rows of one position.
  enum Comparison { case same, different, unclear }

  /// Compares the row of a file with the row in its write-ahead file.
  ///
  /// A power cut during a checkpoint leaves pages with only some sectors written. The first sector
  /// of a row contains its position and was written completely; if it differs, it is another event.
  /// A difference of only a few bytes may be damage.
  func compare(to other: Self) -> Comparison {
    if bytes.elementsEqual(other.bytes) { return .same }
    let count = min(bytes.count, other.bytes.count, 512 - bytes.startIndex % 512)
    let differing = zip(bytes.prefix(count), other.bytes.prefix(count)).count { $0 != $1 }
    return differing >= 4 ? .different : .unclear
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns a variable-length integer from the front; nil if it is incomplete.
  fileprivate mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for length in 1...9 {
      guard let byte = popFirst() else { return nil }
      if length == 9 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
