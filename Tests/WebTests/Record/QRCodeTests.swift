import Glibc
import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import Web

@Suite struct QRCodeTests {
  @Test func `another program reads codes of all sizes`() throws {
    let folder = try ScratchFolder.inMemory()
    var seed = Seed()
    let characters = Array(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/?#=&-_.%")
    // The first and last length of each version, and others.
    let lengths = [
      1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213,
    ]
    for length in lengths + (0..<10).map({ _ in 1 + seed.below(213) }) {
      let text = String((0..<length).map { _ in characters[seed.below(characters.count)] })
      let code = try #require(QRCode(text))
      try writeFile(image(of: code), to: folder("code.pgm"))
      #expect(try decoded(folder("code.pgm")) == text, "\(seed)")
    }
  }

  @Test func `a longer text has no code`() {
    #expect(QRCode(String(repeating: "a", count: 213))?.size == 57)
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
  }

  @Test func `the terminal and the page show the same modules`() throws {
    let code = try #require(QRCode("http://192.168.1.5:7077/"))
    let size = code.size + 2 * QRCode.margin
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == (size + 1) / 2 && lines.allSatisfy { $0.count == size })
    for (row, modules) in code.modules.enumerated() {
      for (column, isDark) in modules.enumerated() {
        let (x, y) = (column + QRCode.margin, row + QRCode.margin)
        let block = Array(lines[y / 2])[x]
        #expect(isDark == !(y % 2 == 0 ? "█▀" : "█▄").contains(block))
        #expect(isDark == code.svg.contains("M\(x) \(y)h1v1h-1z"))
      }
    }
  }

  /// The code as a grey image (PGM), three dots a module.
  private func image(of code: QRCode) -> [UInt8] {
    let size = (code.size + 2 * QRCode.margin) * 3
    var bytes = Array("P5\n\(size) \(size)\n255\n".utf8)
    for row in 0..<size {
      for column in 0..<size {
        let (y, x) = (row / 3 - QRCode.margin, column / 3 - QRCode.margin)
        let isInside = code.modules.indices.contains(y) && code.modules.indices.contains(x)
        bytes.append(isInside && code.modules[y][x] ? 0 : 255)
      }
    }
    return bytes
  }

  /// The text that zbarimg of Debian's zbar-tools reads.
  private func decoded(_ path: String) throws -> String {
    let pipe = try #require(popen("zbarimg -q --raw -Sbinary '\(path)' 2>/dev/null", "r"))
    defer { pclose(pipe) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, pipe)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
