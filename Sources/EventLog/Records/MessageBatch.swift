import Text

/// The messages of some events, each with the digest that it must have.
final class MessageBatch {
  /// Each message has its position, its length and its digest before it.
  private var bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 8)
  private var count = 0

  deinit { bytes.deallocate() }

  /// Whether it is long enough for another thread.
  var isFull: Bool { count >= 1 << 17 }

  func removeAll() { count = 0 }

  /// The length of the part before each message.
  private static let header = 2 * 8 + Digest.length

  /// Adds the message of a row.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - source: its source, in UTF-8.
  ///   - session: the identity of its session.
  ///   - clock: the part of the message that its clock makes.
  ///   - digest: its digest as stored, of the length that digests have.
  func add(
    _ row: FoldedRow, source: UnsafeBufferPointer<UInt8>, of session: EventID, by clock: [UInt8],
    _ digest: UnsafeRawBufferPointer
  ) {
    let length = Digest.length(of: row, source: source, by: clock)
    reserve(Self.header + length)
    bytes.storeBytes(of: row.position, toByteOffset: count, as: Int.self)
    bytes.storeBytes(of: length, toByteOffset: count + 8, as: Int.self)
    UnsafeMutableRawBufferPointer(rebasing: bytes[(count + 16)...]).copyMemory(from: digest)
    let start = count + Self.header
    Digest.write(
      row, source: source, of: session, by: clock,
      to: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + length]))
    // Numbers are read where they are aligned.
    count = (start + length + 7) & ~7
  }

  private func reserve(_ length: Int) {
    guard count + length + 8 > bytes.count else { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * (count + length + 8), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    bytes.deallocate()
    bytes = larger
  }

  /// Verifies all messages, in order.
  ///
  /// - Throws: `LogError.damaged` for the first that has another digest.
  func verify() throws(LogError) {
    var offset = 0
    while offset < count {
      let position = bytes.load(fromByteOffset: offset, as: Int.self)
      let length = bytes.load(fromByteOffset: offset + 8, as: Int.self)
      let message = offset + Self.header
      let isDigest = Digest.isDigest(
        UnsafeRawBufferPointer(rebasing: bytes[offset + 16..<message]),
        of: UnsafeRawBufferPointer(rebasing: bytes[message..<message + length]))
      guard isDigest else { throw .damaged(position: position, .digest) }
      offset = (message + length + 7) & ~7
    }
  }
}
