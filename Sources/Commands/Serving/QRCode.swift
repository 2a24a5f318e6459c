import CQRCode

/// A QR code (ISO/IEC 18004) of a text, with error correction level M: a seventh of it may be lost.
struct QRCode {
  /// The modules on each side, without the margin.
  let size: Int
  private let code: [UInt8]

  /// The modules of the light margin on each side.
  static let margin = 4
  /// Larger codes are hard to read from a terminal.
  private static let largestVersion: Int32 = 10

  /// Encodes a text of up to 213 bytes in the smallest size; nil for a longer one.
  init?(_ text: String) {
    // A version has 17 modules on each side, and four more for its number; both buffers have the size
    // of the code, with a byte for its length.
    let side = Int(17 + 4 * Self.largestVersion)
    var code = [UInt8](repeating: 0, count: (side * side + 7) / 8 + 1)
    var scratch = code
    guard
      qrcodegen_encodeText(
        text, &scratch, &code, qrcodegen_Ecc_MEDIUM, 1, Self.largestVersion, qrcodegen_Mask_AUTO,
        false)
    else { return nil }
    self.code = code
    size = Int(qrcodegen_getSize(code))
  }

  /// Whether a module is dark; those outside are light.
  func isDark(_ row: Int, _ column: Int) -> Bool {
    qrcodegen_getModule(code, Int32(column), Int32(row))
  }

  /// The code in half blocks, two rows of modules in each line.
  ///
  /// The blocks are the light modules, since most terminals are dark; readers know both.
  var terminalText: String {
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
}
