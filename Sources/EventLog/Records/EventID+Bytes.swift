package import Text
import SQLite

extension EventID {
  /// Creates an id from the sixteen bytes of the UUID in their order; nil for any other count.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    self.init(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }
}

extension EventID: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    let bytes = (firstHalf.bigEndian, secondHalf.bigEndian)
    return withUnsafeBytes(of: bytes) { $0.bind(to: statement, at: index) }
  }
}
