extension String {
  /// Whether it comes before another text, if numbers within both are compared as numbers.
  ///
  /// Equal numbers written in different ways, such as `7` and `007`, are ordered as texts.
  public func precedesNaturally(_ other: String) -> Bool {
    var (left, right) = (self.utf8[...], other.utf8[...])
    while let first = left.first, let second = right.first {
      if first.isDigit, second.isDigit {
        let (one, two) = (left.takeNumber(), right.takeNumber())
        if one.count != two.count { return one.count < two.count }
        if let (a, b) = zip(one, two).first(where: { $0 != $1 }) { return a < b }
      } else if first != second {
        return first < second
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return utf8.lexicographicallyPrecedes(other.utf8)
  }

  /// A text whose bytes are in the natural order of this one; equal for `7` and `007`.
  ///
  /// Each number is a zero, a letter for the count of its digits, and the digits.
  package var naturalSortKey: String {
    var key: [UInt8] = []
    var rest = self.utf8[...]
    while let first = rest.first {
      if first.isDigit {
        let digits = rest.takeNumber()
        key += [0x30, 0x40 + UInt8(min(digits.count, 0x3E))]
        key += digits
      } else {
        key.append(first)
        rest.removeFirst()
      }
    }
    return String(decoding: key, as: UTF8.self)
  }
}

/// A text that is compared with many others in natural order.
struct NaturalText: Comparable, Sendable {
  let text: String
  /// The value of a text of digits only, as most bibs are; nil with leading zeros.
  private let number: Int?

  init(_ text: String) {
    self.text = text
    let isPlain = text.utf8.allSatisfy(\.isDigit) && (text.utf8.first != 0x30 || text == "0")
    number = isPlain ? Int(text) : nil
  }

  static func < (left: Self, right: Self) -> Bool {
    if let left = left.number, let right = right.number { return left < right }
    return left.text.precedesNaturally(right.text)
  }
}

extension Sequence {
  /// Returns the elements in the natural order of their texts; those of equal texts in their order.
  ///
  /// - Complexity: O(n log n).
  package func sortedNaturally(by text: (Element) -> String) -> [Element] {
    map { (text: NaturalText(text($0)), element: $0) }.sorted { $0.text < $1.text }
      .map(\.element)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension Substring.UTF8View {
  /// Removes the digits at the start, and returns them without leading zeros.
  fileprivate mutating func takeNumber() -> Substring.UTF8View {
    let digits = prefix(while: \.isDigit)
    removeFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
}
