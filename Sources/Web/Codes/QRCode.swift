/// A QR code (ISO/IEC 18004) of bytes, with error correction level M: a seventh of it may be lost.
///
/// The terminal shows it as text, a page as SVG.
package struct QRCode {
  /// The modules of each row, true if dark, without the light margin.
  package private(set) var modules: [[Bool]]
  /// The modules of the patterns, which no mask changes.
  private var isPattern: [[Bool]]
  private let version: Int

  package var size: Int { modules.count }

  /// The modules of the light margin on each side.
  static let margin = 4

  /// For each version from 1 on: the blocks, the codewords of error correction of each, and all
  /// codewords (tables 1 and 9).
  private static let versions: [(blocks: Int, correction: Int, codewords: Int)] = [
    (1, 10, 26), (1, 16, 44), (1, 26, 70), (2, 18, 100), (2, 24, 134), (4, 16, 172), (4, 18, 196),
    (4, 22, 242), (5, 22, 292), (5, 26, 346),
  ]

  /// Encodes a text of up to 213 bytes; nil for a longer one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let fitting = Self.versions.firstIndex { entry in
      let data = entry.codewords - entry.blocks * entry.correction
      return bytes.count + (data > 182 ? 3 : 2) <= data
    }
    guard let index = fitting else { return nil }
    version = index + 1
    let size = 17 + 4 * version
    modules = Array(repeating: Array(repeating: false, count: size), count: size)
    isPattern = modules
    drawPatterns()
    draw(Self.codewords(of: bytes, version))
    chooseMask()
  }

  // MARK: Codewords

  /// Returns the codewords of data and error correction, with the blocks interleaved.
  private static func codewords(of bytes: [UInt8], _ version: Int) -> [UInt8] {
    let (count, correction, all) = versions[version - 1]
    let capacity = all - count * correction
    // The mode of bytes is 4; the count has two bytes from version 10 on.
    var bits = (0..<4).map { $0 == 1 }
    for bit in (0..<(version < 10 ? 8 : 16)).reversed() { bits.append(bytes.count >> bit & 1 == 1) }
    for byte in bytes { for bit in (0..<8).reversed() { bits.append(byte >> bit & 1 == 1) } }
    bits += repeatElement(false, count: min(4, capacity * 8 - bits.count))
    bits += repeatElement(false, count: (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    for number in 0..<capacity - data.count { data.append(number % 2 == 0 ? 0xEC : 0x11) }
    // The last blocks have one byte more.
    var blocks: [[UInt8]] = []
    for number in 0..<count {
      let length = capacity / count + (number >= count - capacity % count ? 1 : 0)
      blocks.append(Array(data.prefix(length)))
      data.removeFirst(length)
    }
    let corrections = blocks.map { remainder(of: $0, by: generator(correction)) }
    return interleaved(blocks) + interleaved(corrections)
  }

  private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
    (0..<(blocks.map(\.count).max() ?? 0)).flatMap { index in
      blocks.filter { index < $0.count }.map { $0[index] }
    }
  }

  /// Multiplies in the field of 256 elements modulo x⁸ + x⁴ + x³ + x² + 1.
  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var sum: UInt8 = 0
    for bit in (0..<8).reversed() {
      sum = (sum << 1) ^ (sum >> 7 == 1 ? 0x1D : 0)
      if right >> bit & 1 == 1 { sum ^= left }
    }
    return sum
  }

  /// Returns the coefficients of (x − 1)(x − 2)(x − 4)… of a degree, without the leading one.
  private static func generator(_ degree: Int) -> [UInt8] {
    var coefficients = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        coefficients[index] = product(coefficients[index], root)
        if index + 1 < degree { coefficients[index] ^= coefficients[index + 1] }
      }
      root = product(root, 2)
    }
    return coefficients
  }

  private static func remainder(of data: [UInt8], by generator: [UInt8]) -> [UInt8] {
    var remainder = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in generator.indices { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  // MARK: Modules

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return }
    modules[row][column] = isDark
    isPattern[row][column] = true
  }

  private mutating func drawPatterns() {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      drawRings(row, column, radius: 4) { $0 != 2 && $0 != 4 }
    }
    // The third of three positions is in the middle of the others.
    let last = size - 7
    let places = version == 1 ? [] : version < 7 ? [6, last] : [6, (last + 6) / 2, last]
    for row in places {
      for column in places
      where !((row == 6 || column == 6) && (row == last || column == last) || row + column == 12) {
        drawRings(row, column, radius: 2) { $0 != 1 }
      }
    }
    drawFormat(mask: 0)
    if version >= 7 {
      let code = Self.code(version, 12, 0x1F25)
      for bit in 0..<18 {
        set(bit / 3, size - 11 + bit % 3, code >> bit & 1 == 1)
        set(size - 11 + bit % 3, bit / 3, code >> bit & 1 == 1)
      }
    }
  }

  private mutating func drawRings(
    _ row: Int, _ column: Int, radius: Int, isDark: (Int) -> Bool
  ) {
    for down in -radius...radius {
      for right in -radius...radius {
        set(row + down, column + right, isDark(max(abs(down), abs(right))))
      }
    }
  }

  /// Returns a number followed by some bits of its BCH code.
  private static func code(_ number: Int, _ bits: Int, _ generator: Int) -> Int {
    var rest = number
    for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1) & 1) * generator }
    return number << bits | rest
  }

  /// Draws the level M, which is 0, and the mask, twice.
  private mutating func drawFormat(mask: Int) {
    let code = Self.code(mask, 10, 0x537) ^ 0x5412
    for bit in 0..<15 {
      let isDark = code >> bit & 1 == 1
      let first = bit < 6 ? bit : bit < 8 ? bit + 1 : bit == 8 ? 7 : 14 - bit
      if bit < 8 { set(first, 8, isDark) } else { set(8, first, isDark) }
      if bit < 8 { set(8, size - 1 - bit, isDark) } else { set(size - 15 + bit, 8, isDark) }
    }
    set(size - 8, 8, true)
  }

  /// Draws codewords in columns of two modules from the right, alternately upwards and downwards.
  private mutating func draw(_ codewords: [UInt8]) {
    var bits = codewords.lazy.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 == 1 } }
      .makeIterator()
    var isUpwards = true
    for right in stride(from: size - 1, to: 0, by: -2).map({ $0 > 6 ? $0 : $0 - 1 }) where right > 0
    {
      for step in 0..<size {
        let row = isUpwards ? size - 1 - step : step
        for column in [right, right - 1] where !isPattern[row][column] {
          modules[row][column] = bits.next() ?? false
        }
      }
      isUpwards.toggle()
    }
  }

  private static let masks: [@Sendable (Int, Int) -> Bool] = [
    { ($0 + $1) % 2 == 0 }, { row, _ in row % 2 == 0 }, { $1 % 3 == 0 }, { ($0 + $1) % 3 == 0 },
    { ($0 / 2 + $1 / 3) % 2 == 0 }, { $0 * $1 % 2 + $0 * $1 % 3 == 0 },
    { ($0 * $1 % 2 + $0 * $1 % 3) % 2 == 0 }, { (($0 + $1) % 2 + $0 * $1 % 3) % 2 == 0 },
  ]

  /// Applies the mask of least penalty.
  private mutating func chooseMask() {
    let unmasked = self
    let masked = Self.masks.enumerated().map { number, isInverted in
      var code = unmasked
      code.drawFormat(mask: number)
      for row in 0..<size {
        for column in 0..<size where !isPattern[row][column] && isInverted(row, column) {
          code.modules[row][column].toggle()
        }
      }
      return code
    }
    self = masked.min { $0.penalty < $1.penalty } ?? self
  }

  /// The penalty for runs, squares, likenesses of a finder pattern, and an unequal number of dark
  /// and light modules (section 7.8.3).
  private var penalty: Int {
    let columns = (0..<size).map { column in modules.map { $0[column] } }
    var penalty = 0
    let finder = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    for line in modules + columns {
      var run = 0
      for (index, isDark) in line.enumerated() {
        run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
        if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        if index >= 10, case let last = line[index - 10...index],
          last.elementsEqual(finder + light) || last.elementsEqual(light + finder)
        {
          penalty += 40
        }
      }
    }
    for row in 1..<size {
      for column in 1..<size {
        let isDark = modules[row][column]
        if modules[row - 1][column] == isDark, modules[row][column - 1] == isDark,
          modules[row - 1][column - 1] == isDark
        {
          penalty += 3
        }
      }
    }
    let dark = modules.joined().count { $0 }
    return penalty + abs(dark * 20 - size * size * 10) / (size * size) * 10
  }
}

extension QRCode {
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
  }

  /// The code in half blocks, two rows of modules in each line.
  ///
  /// The blocks are the light modules, since most terminals are dark; readers know both.
  package var terminalText: String {
    let places = -Self.margin..<size + Self.margin
    return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
      places.map { column in
        switch (isDark(row, column), row + 1 < places.upperBound && !isDark(row + 1, column)) {
        case (false, true): "█"
        case (false, false): "▀"
        case (true, true): "▄"
        case (true, false): " "
        }
      }.joined() + "\n"
    }.joined()
  }

  /// The code as an SVG image: dark on light, in any scheme.
  package var svg: String {
    let all = size + 2 * Self.margin
    var path = ""
    for row in 0..<size {
      for column in 0..<size where modules[row][column] {
        path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(all) \(all)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(all)v\(all)H0z"/>\
      <path d="\(path)"/></svg>
      """
  }
}
