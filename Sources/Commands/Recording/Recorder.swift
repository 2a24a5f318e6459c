import EventLog
import Host
import Logbook
import Text
import Timing

/// Appends lines that arrived together in one transaction, and answers each in order.
struct Recorder {
  private let isJSON: Bool
  private let option: String?
  private let parse: (LineReader.Line) throws -> RecordedLine?
  /// The counts of rejected and recorded lines.
  private(set) var failed = 0
  private(set) var recorded = 0

  /// The limit of lines in one transaction, which are kept in memory until it ends.
  static let mostLines = 3_000

  /// Creates a recorder whose commands to try have an option; `parse` returns nil for a line without
  /// a command.
  init(
    isJSON: Bool, adding option: String?, parse: @escaping (LineReader.Line) throws -> RecordedLine?
  ) {
    (self.isJSON, self.option, self.parse) = (isJSON, option, parse)
  }

  /// Records lines in one transaction, ``mostLines`` at most.
  ///
  /// `waiting` reads the lines that arrived later; they are not saved if these are not.
  mutating func record(
    _ lines: ArraySlice<LineReader.Line>, in log: Logbook,
    waiting: () -> ArraySlice<LineReader.Line>
  ) -> RecordAnswers {
    let entries = lines.compactMap { line in parsed(line).map { (line.number, $0) } }
    let commands = entries.compactMap { try? $0.1.get() }
    var results: ArraySlice<Result<[Receipt], Rejection>> = []
    do {
      if !commands.isEmpty { results = try log.perform(commands: commands.map(\.requests))[...] }
    } catch {
      return answers(to: commands, endedBy: error, waiting: waiting)
    }
    let saved = zip(commands, results).filter { (try? $0.1.get()) != nil }.map(\.0.number)
    var answers = RecordAnswers(isJSON: isJSON, adding: option, saved: saved)
    for (number, line) in entries {
      let result = line.flatMap { line in
        results.removeFirst().map { (line, $0) }.mapError(line.failure)
      }
      switch result {
      case .success(let (line, receipts)):
        recorded += 1
        do {
          try answers.append(line, receipts, in: log)
        } catch {
          answers.failure = Failure(error, afterSaving: "Line \(number) is")
          return answers
        }
      case .failure(let failure):
        failed += 1
        answers.append(failure, line: number)
      }
    }
    return answers
  }

  /// Answers lines that are not saved, or whose fate is unknown, and ends the recording.
  func answers(
    to lines: [RecordedLine], endedBy error: any Error,
    waiting: () -> ArraySlice<LineReader.Line>
  ) -> RecordAnswers {
    // An invalid line would have been rejected.
    let later =
      Failure(error).isNotSaved ? waiting().compactMap { try? parsed($0)?.get() } : []
    let lines = lines + later
    let failure = Failure(error, recording: lines.map(\.number))
    let title: Message =
      "Repeat \(lines.count == 1 ? "it" : "them") with \(command: "record") as:"
    var answers = RecordAnswers(isJSON: isJSON, adding: option)
    for line in lines where isJSON {
      answers.append(failure.offering(title, [line.repetition]), line: line.number)
    }
    answers.failure =
      lines.isEmpty ? failure : failure.offering(title, lines.map(\.repetition))
    return answers
  }

  private func parsed(_ line: LineReader.Line) -> Result<RecordedLine, Failure>? {
    do {
      return try parse(line).map { .success($0) }
    } catch {
      return .failure(Failure(error))
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
