import Arguments
import EventLog
import Logbook
import Timing

enum RecordCommand: RunnableCommand {
  static let declaration = Subcommand(
    "record", abstract: "Record events from standard input, one command a line.",
    discussion: """
      For sensors and scripts. A line is a command that writes, with its options: 'lap', \
      'lap "Hole 7" --ago 2s' or 'start Golf --at 10:00', split into words as in a shell. Empty \
      lines and lines that begin with # are skipped. The time of an event is the arrival of its \
      line, unless --at or --ago state another.

      Each line is answered once it is saved. A line that is wrong or refused is reported with its \
      number, and the next lines are read. With --json, these errors are on standard output too.
      """,
    examples: [
      Example(
        "Start a session and record two laps",
        "printf 'start Golf\\nlap\\nlap\\n' | laptimer record"),
      Example(
        "Record a lap for each line of a sensor", "sensor | sed -u 's/.*/lap/' | laptimer record"),
      Example("Record the lines of a file", "laptimer record < race.txt"),
    ])

  static var isStreamed: Bool { true }

  /// The limit of bytes in one transaction; `Recorder` limits the lines.
  private static let mostBytes = 1 << 20

  static func run(_ context: Context) throws {
    let log = try context.openLog(for: .appending(longLived: true))
    context.opened = log
    var recorder = Recorder(context, log)
    var reader = LineReader(
      descriptor: context.world.input, interrupts: try context.world.catchInterrupts())
    var end: End?
    while end == nil {
      let lines: [(LineReader.Line, Instant)]
      (lines, end) = gather(&reader, context.world)
      try recorder.record(lines)
    }
    switch end {
    case .interrupted:
      throw Failure(
        exitCode: ExitCode.interrupted, kind: "interrupted",
        message: "Interrupted. All answered lines are saved.")
    case .failed(let number):
      throw Failure(
        exitCode: ExitCode.inputOutput, kind: "input_output",
        message:
          "Standard input could not be read: \(systemMessage(number)). All answered lines are saved."
      )
    case .input, nil:
      guard recorder.failed > 0 else { return }
      let lines = recorder.recorded == 1 ? "1 line" : "\(recorder.recorded) lines"
      throw Failure(
        exitCode: ExitCode.data, kind: "bad_lines",
        message: "\(lines) recorded, \(recorder.failed) rejected.")
    }
  }

  private enum End {
    case input
    case interrupted
    case failed(Int32)
  }

  /// Waits for a line, and reads those that are already available.
  private static func gather(
    _ reader: inout LineReader, _ world: World
  ) -> ([(LineReader.Line, Instant)], End?) {
    var gathered: [(LineReader.Line, Instant)] = []
    var bytes = 0
    while gathered.count < Recorder.mostLines, bytes < mostBytes {
      let piece: LineReader.Piece
      do throws(SystemFailure) {
        piece = try reader.next(waits: gathered.isEmpty)
      } catch {
        return (gathered, .failed(error.number))
      }
      switch piece {
      case .interrupted: return (gathered, .interrupted)
      case .lines(let lines), .end(let lines):
        if !lines.isEmpty {
          let instant = world.instant()
          gathered += lines.map { ($0, instant) }
          bytes += lines.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
        }
        if case .end = piece { return (gathered, .input) }
        if lines.isEmpty, !gathered.isEmpty { return (gathered, nil) }
      }
    }
    return (gathered, nil)
  }
}
