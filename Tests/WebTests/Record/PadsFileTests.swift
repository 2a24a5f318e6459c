import Commands
import Glibc
import ProcessTestSupport
import Testing
import Text

@testable import Web

@Suite struct PadsFileTests {
  private let folder: ScratchFolder
  private let uid = EventID(high: 1, low: 2)
  private var path: String { folder("pads") }

  init() throws { folder = try ScratchFolder() }

  @Test func `a pad is added with a random token`() throws {
    let gate = try PadsFile(path).add("gate", session: uid)
    let tent = try PadsFile(path).add("tent", session: uid)
    #expect(try PadsFile(path).pads() == ["gate": gate, "tent": tent])
    #expect(gate.token.utf8.count == 32 && gate.token != tent.token)
    #expect(folder.names == ["pads"])
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `lines that are there stay as they are`() throws {
    let text = "# the gate\n\ngate 0123456789abcdef 3"
    try writeFile(text.utf8, to: path)
    let tent = try PadsFile(path).add("tent", session: uid)
    #expect(String(decoding: contents(of: path), as: UTF8.self) == text + "\n" + tent.line)
  }

  @Test(arguments: [
    "gate", "gate short 3", "gate 0123456789abcdef", "g@te 0123456789abcdef 3",
    "gate 0123456789abcdef 3\ngate 0123456789abcdef 4", " gate 0123456789abcdef",
  ])
  func `a line of another form is refused, also when a pad is added`(text: String) throws {
    try writeFile(text.utf8, to: path)
    #expect(throws: WebRefusal.self) { try PadsFile(path).pads() }
    #expect(throws: WebRefusal.self) { try PadsFile(path).add("tent", session: uid) }
    #expect(contents(of: path) == Array(text.utf8))
  }

  @Test(arguments: ["", "a b", "ä", "a:b", "a\nb", String(repeating: "a", count: 33)])
  func `names are short and plain`(name: String) {
    #expect(throws: WebRefusal.self) { try PadsFile(path).add(name, session: uid) }
    #expect(folder.names == [])
  }

  @Test func `a name is taken once, and others may not read the file`() throws {
    _ = try PadsFile(path).add("gate", session: uid)
    #expect(throws: WebRefusal.self) { try PadsFile(path).add("gate", session: uid) }
    for mode: mode_t in [0o640, 0o604, 0o620, 0o700] {
      chmod(path, mode)
      #expect(throws: WebRefusal.self) { try PadsFile(path).pads() }
      #expect(throws: WebRefusal.self) { try PadsFile(path).add("tent", session: uid) }
    }
    #expect(throws: WebRefusal.self) { try PadsFile(folder.path).pads() }
  }

  @Test func `pads that are added at once are all there`() async throws {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { [path, uid] in
          #expect(throws: Never.self) { try PadsFile(path).add("pad\(number)", session: uid) }
        }
      }
    }
    #expect(try PadsFile(path).pads().count == 8)
  }
}
