import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import Commands

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
      let all = -QRCode.margin..<code.size + QRCode.margin
      let modules = all.map { row in all.map { column in code.isDark(row, column) } }
      #expect(try QRReader.text(of: modules, in: folder) == text, "\(seed)")
    }
  }

  @Test func `a longer text has no code`() {
    #expect(QRCode(String(repeating: "a", count: 213))?.size == 57)
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
  }

  @Test func `the terminal shows the modules in half blocks`() throws {
    let code = try #require(QRCode("http://192.168.1.5:7077/"))
    let size = code.size + 2 * QRCode.margin
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == (size + 1) / 2 && lines.allSatisfy { $0.count == size })
    for row in 0..<code.size {
      for column in 0..<code.size {
        let (x, y) = (column + QRCode.margin, row + QRCode.margin)
        let block = Array(lines[y / 2])[x]
        #expect(code.isDark(row, column) == !(y % 2 == 0 ? "█▀" : "█▄").contains(block))
      }
    }
  }
}
