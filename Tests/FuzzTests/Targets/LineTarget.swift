import EventLog
import Logbook
import Timing

@testable import Arguments
@testable import Commands
import Text

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
      let obeyed = failure.message.unicodeScalars.first { $0 != "\n" && Harmless.isObeyed($0) }
      try check(obeyed == nil, "\(failure.message) is not harmless")
    }
  }

  /// The options of `record` without arguments.
  private static let values = Values()
}
