import Host
import Text
import Timing

@testable import Arguments
@testable import Commands

/// Command lines, whose words are separated by zeros.
enum WordsTarget: FuzzTarget {
  static let name = "words"

  static func test(_ bytes: [UInt8]) throws {
    let given = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    var words: [String] = []
    do {
      words = try Commands.words(given)
      try check(words.map { Array($0.utf8) } == given, "\(words) differ from the bytes")
      switch try Laptimer.program.parse(words) {
      case .run(let subcommand, _):
        let names = [subcommand.name] + subcommand.aliases
        try check(names.contains(where: words.contains), "\(subcommand.name) is not in \(words)")
      case .help, .version: break
      }
    } catch let error as UsageError {
      let text = Laptimer.program.text(of: error)
      let obeyed = text.unicodeScalars.first { $0 != "\n" && Harmless.isObeyed($0) }
      try check(obeyed == nil, "\(words): \(text) is not harmless")
      try check(text.utf8.count < 20_000, "\(words): \(text.utf8.count) bytes are printed")
    }
  }
}

/// A line of `record`.
enum LineTarget: FuzzTarget {
  static let name = "line"

  static func test(_ bytes: [UInt8]) throws {
    let context = Context(
      world: FuzzLog.world(log: "/nowhere"), program: Laptimer.program,
      subcommand: RecordCommand.declaration, values: values, instant: FuzzLog.instant,
      outputMode: .stream)
    let line = LineReader.Line(number: 1, bytes: bytes, instant: FuzzLog.instant)
    do {
      let recorded = try RecordedLine(line, context)
      if let recorded {
        try check(
          recorded.requests.allSatisfy { $0.source == "record" }, "the source is not record")
      }
    } catch let violation as Violation {
      throw violation
    } catch {
      let failure = Failure(error)
      try check(failure.exitCode == ExitCode.data, "\(failure.exitCode): \(failure.message)")
      let obeyed = failure.message.text.unicodeScalars.first { $0 != "\n" && Harmless.isObeyed($0) }
      try check(obeyed == nil, "\(failure.message) is not harmless")
    }
  }

  private static let values = Values()
}
