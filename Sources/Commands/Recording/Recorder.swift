import EventLog
import Host
import Logbook
import Timing
import Text

/// Appends lines that arrived together in one transaction, and answers each in order.
struct Recorder {
  let context: Context
  let log: Logbook
  /// The counts of rejected and recorded lines.
  private(set) var failed = 0
  private(set) var recorded = 0

  /// A line before it is appended.
  private enum Entry {
    case parsed(RecordedLine)
    case invalid(Int, Failure)
  }

  /// Opens the log; if that fails, the lines that have arrived, which `waiting` reads, are not
  /// saved.
  init(_ context: Context, waiting: () -> [LineReader.Line]) throws {
    self.context = context
    do {
      log = try context.openLog(for: .appending(longLived: true))
    } catch {
      guard Failure(error).isNotSaved else { throw error }
      throw try Self.failure(error, of: waiting().compactMap { Self.parsed($0, context) }, context)
    }
    context.opened = log
  }

  /// The limit of lines in one transaction, which are kept in memory until it ends.
  static let mostLines = 4_000

  /// Records lines; throws a failure that says which of them are saved.
  ///
  /// `waiting` reads the lines that arrived later; they are not saved if these are not.
  mutating func record(_ lines: [LineReader.Line], waiting: () -> [LineReader.Line]) throws {
    for start in stride(from: 0, to: lines.count, by: Self.mostLines) {
      let end = min(start + Self.mostLines, lines.count)
      try recordTogether(lines[start..<end]) { lines[end...] + waiting() }
    }
  }

  private mutating func recordTogether(
    _ lines: ArraySlice<LineReader.Line>, waiting: () -> ArraySlice<LineReader.Line>
  ) throws {
    let entries = lines.compactMap(entry)
    guard !entries.isEmpty else { return }
    let results = try append(entries, waiting)
    do {
      try answer(entries, results)
    } catch OutputError.readerClosed {
      throw OutputError.readerClosed
    } catch let error as OutputError {
      guard let saved = Self.saved(entries, results) else { throw error }
      throw Failure(error, afterSaving: saved)
    }
  }

  private mutating func answer(
    _ entries: [Entry], _ results: [Result<[Receipt], Rejection>]
  ) throws {
    var results = results[...]
    for entry in entries {
      switch entry {
      case .parsed(let line):
        switch results.removeFirst() {
        case .success(let receipts):
          recorded += 1
          try answer(receipts, line)
        case .failure(let rejection):
          let failure = line.context.failure(rejection, repeating: line.requests.first)
          try answer(failure, line.number)
        }
      case .invalid(let number, let failure):
        try answer(failure, number)
      }
      if context.output.bytes.count >= Output.fullAt { try context.output.flush() }
    }
    try context.output.flush()
  }

  /// The saved lines as the subject of a sentence; nil if there are none.
  private static func saved(
    _ entries: [Entry], _ results: [Result<[Receipt], Rejection>]
  ) -> String? {
    let parsed = entries.compactMap { entry in
      if case .parsed(let line) = entry { line.number } else { nil }
    }
    let saved = zip(parsed, results).compactMap { number, result in
      if case .success = result { number } else { nil }
    }
    guard let first = saved.first, let last = saved.last else { return nil }
    return first == last ? "Line \(first) is" : "Each accepted line from \(first) to \(last) is"
  }

  private func entry(_ line: LineReader.Line) -> Entry? {
    do {
      return try RecordedLine(line, context).map(Entry.parsed)
    } catch {
      return .invalid(line.number, Failure(error))
    }
  }

  /// Appends the parsed lines in one transaction; throws a failure that says whether they are
  /// saved.
  private func append(
    _ entries: [Entry], _ waiting: () -> ArraySlice<LineReader.Line>
  ) throws -> [Result<[Receipt], Rejection>] {
    let lines = entries.compactMap { if case .parsed(let line) = $0 { line } else { nil } }
    guard !lines.isEmpty else { return [] }
    do {
      return try log.perform(commands: lines.map(\.requests))
    } catch {
      let isLost = Failure(error).isNotSaved
      let later = isLost ? waiting().compactMap { Self.parsed($0, context) } : []
      throw try Self.failure(error, of: lines + later, context)
    }
  }

  /// A line that was read after the log failed; nil if it is invalid.
  private static func parsed(_ line: LineReader.Line, _ context: Context) -> RecordedLine? {
    do {
      return try RecordedLine(line, context)
    } catch {
      // It would have been rejected.
      return nil
    }
  }

  /// Answers lines that are not saved, or whose fate is unknown, and returns the failure that ends
  /// the recording.
  private static func failure(
    _ error: any Error, of lines: [RecordedLine], _ context: Context
  ) throws -> Failure {
    let failure = Failure(error, recording: lines.map(\.number))
    guard !lines.isEmpty else { return failure }
    let title: Message =
      "Repeat \(lines.count == 1 ? "it" : "them") with \(command: "record") as:"
    if context.isJSON {
      for line in lines {
        context.print(failure.offering(title, [line.repetition]), line: line.number)
      }
      try context.output.flush()
    }
    return failure.offering(title, lines.map(\.repetition))
  }

  private func answer(_ receipts: [Receipt], _ line: RecordedLine) throws {
    let answer = line.context.answer(to: line.requests, receipts, in: log, isStreamed: true)
    do {
      guard context.isJSON else {
        return context.print(try line.context.text(answer))
      }
      for receipt in receipts {
        context.print(json: ["line": line.number] + (try answer.object(receipt)))
      }
    } catch {
      throw Failure(error, afterSaving: "Line \(line.number) is")
    }
  }

  private mutating func answer(_ failure: Failure, _ number: Int) throws {
    failed += 1
    if context.isJSON {
      context.print(failure, line: number)
    } else {
      // Answers to earlier lines come first.
      try context.output.flush()
      context.world.say(
        "Error: line \(number): \(failure.message.text(adding: context.values.logOption))")
    }
  }
}

extension Context {
  fileprivate func print(_ failure: Failure, line number: Int) {
    print { json in
      json.object {
        $0.field("line", number)
        $0.object("error") { failure.write(to: &$0, adding: values.logOption) }
      }
    }
  }
}

extension Failure {
  /// An error that ended the recording, with the fate of the lines in the transaction.
  fileprivate init(_ error: any Error, recording numbers: [Int]) {
    self.init(error)
    guard let first = numbers.first, let last = numbers.last else { return }
    let isOne = first == last
    let lines = isOne ? "Line \(first)" : "Lines \(first) to \(last)"
    let fate: Message
    if case LogError.commitFailed(let outcome, _) = error, outcome != .notSaved {
      fate =
        outcome == .saved
        ? isOne ? "is saved" : "are saved" : "may or may not be saved: see \(command: "events")"
    } else {
      fate = isOne ? "is not saved" : "are not saved"
    }
    let before = first > 1 ? " All answered lines are saved." : ""
    message = "\(lines) \(fate). \(reason)\(before)"
  }
}
