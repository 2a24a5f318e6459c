import Arguments
import EventLog
import Timing

enum RecordCommand: RunnableCommand {
  static let declaration = Subcommand(
    "record", abstract: "Read commands from standard input, one a line.",
    discussion: """
      For sensors and scripts: a line is a command that writes with its options, such as 'lap', \
      'lap "Hole 7" --ago 2s' or 'start Golf --at 10:00', split into words as a shell does. Empty \
      lines and lines that begin with # are skipped. What happens now happened when its line came.

      Each line is answered once it is durable. A line that is wrong or refused is answered with \
      its number, and the rest go on. With --json these answers too are on standard output.
      """)

  static var isStreamed: Bool { true }

  /// The most bytes that wait for one transaction; of lines, as many as `Recorder` takes into one.
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
        message: "Interrupted; what was answered is saved.")
    case .failed(let number):
      throw Failure(
        exitCode: ExitCode.inputOutput, kind: "input_output",
        message:
          "Standard input could not be read: \(systemMessage(number)). What was answered is saved.")
    case .input, nil:
      guard recorder.failed > 0 else { return }
      let lines = recorder.failed == 1 ? "1 line was" : "\(recorder.failed) lines were"
      throw Failure(
        exitCode: ExitCode.data, kind: "bad_lines",
        message: "\(lines) not taken, \(recorder.taken) \(recorder.taken == 1 ? "was" : "were").")
    }
  }

  private enum End {
    case input
    case interrupted
    case failed(Int32)
  }

  /// Waits for a line, and takes those that wait behind it.
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
