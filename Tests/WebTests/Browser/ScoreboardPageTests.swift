import Foundation
import ProcessTestSupport
import Testing

/// The examples of the page on the API of the scoreboard.
private enum ScoreboardPage {
  /// The code blocks of a language, one after the other.
  static func code(_ language: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let page = try String(
      contentsOf: root.appending(path: "Sources/Commands/Commands.docc/Scoreboard.md"),
      encoding: .utf8)
    let blocks = page.components(separatedBy: "```\(language)\n").dropFirst()
    return blocks.map { $0.components(separatedBy: "```\n")[0] }.joined()
  }
}

struct ScoreboardCurlTests {
  @Test func `the commands of the page read the board, and record a crossing`() throws {
    let log = try ServedLog()
    let commands = try ScoreboardPage.code("sh").replacing("7077", with: "\(log.port)")
    let answers = try log.run("trap 'kill $(jobs -p)' EXIT\n" + commands).split(separator: "\n")
    // The commands before print an address and a QR code, and the server its own address.
    let documents = answers.filter { $0.hasPrefix("{") || $0.hasPrefix("[") }
    try #require(documents.count == 5, "\(answers)")
    let values = try documents.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    let sessions = values[0] as? [[String: Any]]
    #expect(sessions?.map { $0["name"] as? String } == ["Crit"])
    let board = values[1] as? [String: Any]
    #expect((board?["rows"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Ada Lovelace"])
    #expect((values[2] as? [String: Any])?["format"] as? String == "20 laps")
    let messages = values[3] as? [[String: Any]]
    #expect(messages?.map { $0["event"] as? String } == ["clock", "board"])
    let receipt = values[4] as? [String: Any]
    #expect((receipt?["crossing"] as? [String: Any])?["name"] as? String == "Ada Lovelace")
    #expect(try log("events", "--json").contains("\"source\":\"pad gate\""))
  }
}

extension BrowserSuite {
  @Suite struct ScoreboardScriptTests {
    @Test func `the script of the page prints the first three after each change`() throws {
      let log = try ServedLog()
      try log.startRace(bibs: 1...6)
      try log("cross", "4", "2", "3")
      try log.serve()
      let browser = try BrowserSuite.browser()
      try browser.open(log.address())
      // As a console does: the page itself may run no script.
      try browser.devTools(
        "Runtime.evaluate", ["expression": try ScoreboardPage.code("js"), "awaitPromise": true])
      try browser.wait(forMessage: "Runner 4, Runner 2, Runner 3")
      try log("cross", "5", "--ago", "1m")
      try browser.wait(forMessage: "Runner 5, Runner 4, Runner 2")
      let size = try ScoreboardPage.code("js").split(separator: "\n").count
      #expect(size <= 22)
    }
  }
}

extension Browser {
  /// Waits for a message on the console; one that does not come is an issue.
  fileprivate func wait(forMessage text: String) throws {
    let deadline = Date(timeIntervalSinceNow: 30)
    var messages: [String] = []
    while !messages.contains(where: { $0.contains(text) }), Date() < deadline {
      usleep(20_000)
      messages += try consoleMessages()
    }
    #expect(messages.contains { $0.contains(text) }, "\(messages)")
  }
}
