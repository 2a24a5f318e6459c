/// The indices of runners whose bibs are short numbers, as most are: they are found without a hash.
struct ShortBibs: Sendable {
  /// By the value of the bib; -1 without a runner.
  private var indices: [Int32] = []

  /// The value of a bib that is a number of up to five digits; nil for any other, such as one with
  /// leading zeros.
  static func value(_ bib: some Sequence<UInt8>) -> Int? {
    var value = 0
    var count = 0
    for byte in bib {
      guard case 0x30...0x39 = byte, count < 5, count == 0 || value > 0 else { return nil }
      value = value * 10 + Int(byte - 0x30)
      count += 1
    }
    return count > 0 ? value : nil
  }

  /// The index of the runner whose bib has a value; nil if there is none.
  subscript(value: Int) -> Int? {
    get { value < indices.count && indices[value] >= 0 ? Int(indices[value]) : nil }
    set {
      if value >= indices.count {
        indices += repeatElement(-1, count: value + 1 - indices.count)
      }
      indices[value] = Int32(truncatingIfNeeded: newValue ?? -1)
    }
  }
}
